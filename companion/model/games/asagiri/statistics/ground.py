"""The ground that each figure covered, in squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events

from .passage import Passage


class Ground(msgspec.Struct, frozen=True):
    """By figure: squares walked (MOV-2), squares given up (RET-1, pushed by skills), and moved by hand."""

    walked: dict[int, int]
    driven: dict[int, int]
    carried: dict[int, int]
    """Where somebody put a figure elsewhere at a tracked table: the squares between, as the crow flies."""
    longest: tuple[int, int, int] | None = None
    """The longest walk of one activation: figure, squares, step."""


def ground(game: Iterable[Passage]) -> Ground:
    """Of a game."""
    walked: Counter[int] = Counter()
    driven: Counter[int] = Counter()
    carried: Counter[int] = Counter()
    longest: tuple[int, int, int] | None = None
    along = 0
    for passage in game:
        for event in passage.events:
            match event:
                case e.CharacterActivated():
                    along = 0
                case e.CharacterStepped():
                    walked[event.who] += 1
                    along += 1
                    if longest is None or along > longest[1]:
                        longest = (event.who, along, passage.step)
                case e.CharacterRetreated() | skill_events.CharacterPushed():
                    driven[event.who] += 1
                case e.CharacterPlaced() if event.start >= 0 and event.at >= 0:
                    carried[event.who] += passage.state.table.board.distance(event.start, event.at, "chebyshev")
                case _:
                    pass
    return Ground(dict(walked), dict(driven), dict(carried), longest)
