"""A player that looks one plan ahead.

It takes the plans a system offers (for any other system: single options), follows what the rules do by themselves,
takes the exact mean over dice, and keeps the plan after which the system's own evaluation is best for its seat.
Of plans that look alike it takes the shortest, so it neither dithers nor runs in circles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any

from companion.model.core import chance
from companion.model.core.contract import Choice, Content, Option, Over, Roll, System
from companion.model.core.record import NoContent

from .player import Thought

MOST_OUTCOMES = 40
"""Together, of the rolls that follow one another: two combat dice, and nothing that is rolled after them."""
DEEPEST = 5
"""Announcements, rolls and forced choices followed before a state is judged."""
PATIENCE = 1e-5
"""What every further decision of a plan costs."""
WORLDS = 5
"""Where seats know different things: so many tables that its own may be are looked at."""


class Greedy:
    """See the module."""

    def __init__(self, content: Content | None = None) -> None:
        """`content` is needed only for systems whose hidden cards are records of packs."""
        self._content = content or NoContent()

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Thought:
        """Decide; plans left over when the time is up are not looked at."""
        until = monotonic() + seconds
        values: dict[Option, list[float]] = {}
        for table in self._tables(system, state, choice.seat, rng):
            for option, value in _judged_options(system, table, choice, until).items():
                values.setdefault(option, []).append(value)
            if monotonic() > until:
                break
        means = {option: fmean(found) for option, found in values.items()}
        best = max(means.values())
        top = [option for option, value in means.items() if value > best - 1e-12]
        chosen = top[0] if len(top) == 1 else rng.choice(top)
        ranked = sorted(means.items(), key=lambda pair: (pair[0] != chosen, -pair[1]))
        return Thought(chosen, _chance(means[chosen]), tuple((option, _chance(value)) for option, value in ranked[:5]))

    def _tables(self, system: System[Any], state: Any, seat: str, rng: Random) -> Iterator[Any]:
        """The table itself when everything is open, else some that `seat` cannot tell from it."""
        if not system.facts.hidden:
            yield state
            return
        seen = system.view(state, seat)
        for _ in range(WORLDS):
            yield system.sample_world(seen, seat, rng, self._content)


def _judged_options(system: System[Any], state: Any, choice: Choice, until: float) -> dict[Option, float]:
    """The best plan of each option, of those that there is time for: one at least."""
    best: dict[Option, float] = {}
    for first, after, length in _plans(system, state, choice):
        value = _judged(system, after, choice.seat) - PATIENCE * length
        if value > best.get(first, -3.0):
            best[first] = value
        if monotonic() > until:
            break
    return best


def _chance(value: float) -> float:
    return min(1.0, max(0.0, (value + 1) / 2))


def _plans(system: System[Any], state: Any, choice: Choice) -> Iterable[tuple[Option, Any, int]]:
    outlook = getattr(system, "outlook", None)
    if outlook is not None:
        found: Iterable[tuple[Option, Any, int]] = outlook(state, choice)
        return found
    return [(option, system.apply(state, option).state, 1) for option in choice.options]


def _judged(system: System[Any], state: Any, seat: str, depth: int = DEEPEST, room: int = MOST_OUTCOMES) -> float:
    """The value of a state; dice are followed by their exact mean, and what is being resolved to its end.

    Where a state keeps a stack of `frames`, an empty one says that nothing is.
    """
    frames = getattr(state, "frames", None)
    if depth and (frames is None or frames):
        pending = system.pending(state)
        if isinstance(pending, Roll) and (outcomes := chance.count(pending.dice)) <= room:
            return sum(
                float(weight) * _judged(system, system.rolled(state, faces).state, seat, depth - 1, room // outcomes)
                for faces, weight in chance.every(pending.dice)
            )
        if frames and isinstance(pending, Choice):
            # whoever is asked is taken to announce nothing more, or to take the first way out
            return _judged(system, system.apply(state, pending.options[-1]).state, seat, depth - 1, room)
    evaluate = getattr(system, "evaluate", None)
    return _ended(system, state, seat) if evaluate is None else float(evaluate(state, seat))


def _ended(system: System[Any], state: Any, seat: str) -> float:
    """For systems that judge nothing themselves: won, lost, or nothing known."""
    pending = system.pending(state)
    if not isinstance(pending, Over) or pending.winner is None:
        return 0.0
    return 1.0 if pending.winner == seat else -1.0
