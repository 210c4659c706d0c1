"""What every automatic player offers."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any, Protocol

import msgspec

from companion.model.core.contract import Choice, Option, System


class Thought(msgspec.Struct, frozen=True):
    """What a player decided: the option, its chance of winning after it (0 to 1), and the best few with theirs.

    The best first as the player sees it; one that wants the game to end may take what wins a little less often.
    """

    option: Option
    value: float
    ranked: tuple[tuple[Option, float], ...] = ()


class Bot(Protocol):
    """An automatic player. It may only look at what its seat may see, and must answer with one of the options."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Thought:
        """Decide for `choice.seat`, in some `seconds`; `rng` is the only chance it may use."""
