"""Recording a game of the table by hand, to count what it costs: scripts, hands made of code, and the measurement."""

from .bench import GAME, per_fact, record
from .hands import HANDS, Hand
from .script import Script, read_script

__all__ = ["GAME", "HANDS", "Hand", "Script", "per_fact", "read_script", "record"]
