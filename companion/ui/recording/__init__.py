"""Recording a game of the table by hand, to count what it costs: scripts, hands made of code, and the measurement."""

from .bench import entry_inputs_per_fact
from .hands import HANDS, Hand
from .script import Script, read_script

__all__ = ["HANDS", "Hand", "Script", "entry_inputs_per_fact", "read_script"]
