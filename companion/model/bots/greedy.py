"""A player that looks one plan ahead.

It takes the plans a system offers (for any other system: single options), follows what the rules do by themselves,
takes the exact mean over dice, and keeps the plan after which the system's own evaluation is best for its seat.
Of plans that look alike it takes the shortest, so it neither dithers nor runs in circles.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.model.core import chance
from companion.model.core.contract import Choice, Option, Over, Roll, System

from .player import Thought

MOST_OUTCOMES = 40
"""Rolls with more outcomes than two combat dice have are judged before the dice fall."""
DEEPEST = 5
"""Announcements, rolls and forced choices followed before a state is judged."""
PATIENCE = 1e-5
"""What every further decision of a plan costs."""


class Greedy:
    """See the module."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random) -> Thought:
        """Decide."""
        best: dict[Option, float] = {}
        for first, after, length in _plans(system, state, choice):
            value = _judged(system, after, choice.seat, DEEPEST) - PATIENCE * length
            if value > best.get(first, -3.0):
                best[first] = value
        ranked = sorted(best.items(), key=lambda pair: -pair[1])
        top = [option for option, value in ranked if value > ranked[0][1] - 1e-12]
        chosen = top[0] if len(top) == 1 else rng.choice(top)
        return Thought(chosen, _chance(best[chosen]), tuple((option, _chance(v)) for option, v in ranked[:5]))


def _chance(value: float) -> float:
    return min(1.0, max(0.0, (value + 1) / 2))


def _plans(system: System[Any], state: Any, choice: Choice) -> Iterable[tuple[Option, Any, int]]:
    outlook = getattr(system, "outlook", None)
    if outlook is not None:
        found: Iterable[tuple[Option, Any, int]] = outlook(state, choice)
        return found
    return [(option, system.apply(state, option).state, 1) for option in choice.options]


def _judged(system: System[Any], state: Any, seat: str, depth: int) -> float:
    """The value of a state; what is being resolved is followed, dice by their exact mean."""
    busy = bool(getattr(state, "frames", ()))
    if busy and depth:
        pending = system.pending(state)
        if isinstance(pending, Roll) and chance.count(pending.dice) <= MOST_OUTCOMES:
            return sum(
                float(weight) * _judged(system, system.rolled(state, faces).state, seat, depth - 1)
                for faces, weight in chance.every(pending.dice)
            )
        if isinstance(pending, Choice):
            # whoever is asked is taken to announce nothing more, or to take the first way out
            return _judged(system, system.apply(state, pending.options[-1]).state, seat, depth - 1)
        if isinstance(pending, Over):
            depth = 0
    evaluate = getattr(system, "evaluate", None)
    return float(evaluate(state, seat)) if evaluate is not None else 0.0
