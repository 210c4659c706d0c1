"""The course of every branch: where it leaves its origin, which stones lie in it, how far it has come. No Qt.

Along: chapters, from 0 on; a battle lies half-way through its chapter. Across: a lane a branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.model.core.record import Chosen
from companion.model.core.timeline import common
from companion.model.games.asagiri.campaign.chronicle import Chronicle, Place

Kind = Literal["begin", "battle", "approved"]
UNDER_WAY = 0.3
"""How far beyond its last stone a branch reaches that has gone on since, in chapters."""

PARTING = 0.34
"""How long a branch takes to reach its own lane, in chapters."""


@dataclass(frozen=True, slots=True)
class Stone:
    """A place that one may go back to."""

    branch: int
    place: Place
    kind: Kind
    at: float


@dataclass(frozen=True, slots=True)
class Course:
    """One branch: it flows from `source` to `end`, on a lane of its own after leaving its origin's."""

    branch: int
    lane: int
    origin: int | None
    source: float
    end: float
    stones: tuple[Stone, ...]
    here: float
    """Where the branch stands: at its cursor."""


def courses(chronicle: Chronicle) -> tuple[Course, ...]:
    """All branches, in their order."""
    found: list[Course] = []
    for n, branch in enumerate(chronicle.branches):
        session = chronicle.session_of(n)
        shared = common(session.steps, chronicle.session_of(branch.origin).steps) if branch.origin is not None else 0
        places = chronicle.places(n)
        stones = tuple(
            Stone(n, place, _kind(chronicle, n, place), _at(chronicle, n, place))
            for place in places
            if branch.origin is None or place.cursor > shared
        )
        source = _along(chronicle, n, places, shared) if branch.origin is not None else 0.0
        if stones and branch.origin is not None:  # room to leave the origin before the first stone
            source = max(0.0, min(source, stones[0].at - PARTING))
        end = max(_along(chronicle, n, places, len(session.steps)), source + UNDER_WAY)
        found.append(Course(n, n, branch.origin, source, end, stones, _along(chronicle, n, places, session.cursor)))
    return tuple(found)


def _along(chronicle: Chronicle, branch: int, places: Sequence[Place], cursor: int) -> float:
    """How far a branch has come after so many steps: between two stones in proportion."""
    before = [place for place in places if place.cursor <= cursor][-1]
    after = next((place for place in places if place.cursor > cursor), None)
    start = _at(chronicle, branch, before)
    if after is None:
        return start + (UNDER_WAY if cursor > before.cursor else 0.0)
    share = (cursor - before.cursor) / (after.cursor - before.cursor)
    return start + share * (_at(chronicle, branch, after) - start)


def chapter_steps(chronicle: Chronicle, branch: int, cursor: int) -> range:
    """The steps of the chapter in which a place of a branch lies; an approval ends the one it approves."""
    session = chronicle.session_of(branch)
    number = session.state_at(max(0, cursor - 1)).now.chapter
    inside = [n for n in range(len(session.steps)) if session.state_at(n).now.chapter == number]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def won_step(chronicle: Chronicle, branch: int, cursor: int) -> str | None:
    """Who has won by the step just before a place (a seat, or nobody); None: that step is another one."""
    if cursor < 1:
        return None
    intent = chronicle.session_of(branch).steps[cursor - 1].intent
    if not isinstance(intent, Chosen) or not intent.option.startswith("won:"):
        return None
    return intent.option.partition(":")[2]


def _kind(chronicle: Chronicle, branch: int, place: Place) -> Kind:
    if place.cursor == 0:
        return "begin"
    return "battle" if won_step(chronicle, branch, place.cursor) is not None else "approved"


def _at(chronicle: Chronicle, branch: int, place: Place) -> float:
    return {"begin": 0.0, "battle": place.chapter + 0.5, "approved": place.chapter + 1.0}[
        _kind(chronicle, branch, place)
    ]
