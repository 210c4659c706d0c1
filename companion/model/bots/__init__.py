"""Players made of code. A `Bot` looks at a state and one seat's options, and says which it takes and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .asked import BotFault, asked
from .greedy import Greedy
from .player import Bot, Thought
from .random import Anybody

BOTS: Mapping[str, Callable[[], Bot]] = {"random": Anybody, "greedy": Greedy}
"""By the name that commands, the protocol and the window use."""

__all__ = ["BOTS", "Anybody", "Bot", "BotFault", "Greedy", "Thought", "asked"]
