"""A player without a thought."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from companion.model.core.contract import Choice, System

from .player import Thought


class Anybody:
    """Takes any option, each as likely as the other."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Thought:
        """Decide."""
        return Thought(rng.choice(choice.options), 0.5)
