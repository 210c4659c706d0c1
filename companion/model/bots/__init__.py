"""Players made of code. A `Bot` looks at a state and one seat's options, and says which it takes and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .greedy import Greedy
from .player import Bot, BotFault, Decision, RandomBot, ask_bot

BOTS: Mapping[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": Greedy}
"""By the name that commands, the protocol and the window use."""

__all__ = ["BOTS", "Bot", "BotFault", "Decision", "Greedy", "RandomBot", "ask_bot"]
