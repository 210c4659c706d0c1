"""The zeni that both bands have lost, turn by turn (END-1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import BEFORE

from .passage import Passage


class Loss(msgspec.Struct, frozen=True):
    """How both bands stood after a step at which one of them lost or regained something."""

    step: int
    turn: int
    phase: int
    lost: tuple[int, int]
    fallen: tuple[int, ...] = ()
    """The figures that were disabled with it."""


class Losses(msgspec.Struct, frozen=True):
    """The whole game. `points` begin where the first phase does and end where the game stands."""

    limits: tuple[int, int]
    """What a band may lose; (0, 0) in a game for zeni over some turns, which has no such end (KAR-6)."""
    turns: int
    points: tuple[Loss, ...]
    earned: tuple[int, int] | None = None
    """In a game for zeni: what both have earned in the end (KAR-6)."""

    @property
    def by_turn(self) -> tuple[tuple[int, int], ...]:
        """The zeni both have lost at the end of each turn, from the first on; the last one may be going on."""
        found, at = [], 0
        for turn in range(1, self.turns + 1):
            while at + 1 < len(self.points) and self.points[at + 1].turn <= turn:
                at += 1
            found.append(self.points[at].lost)
        return tuple(found)


def losses(first: State, game: Sequence[Passage]) -> Losses:
    """Of a game that began at `first`."""
    state, before = first, first
    points = [Loss(0, 1, 0, _lost(first))]
    for passage in game:
        state = passage.state
        if state.stage not in BEFORE:
            down = _down(before, state)
            if _lost(state) != points[-1].lost or down:
                points.append(Loss(passage.step, state.turn, state.phase, _lost(state), down))
        before = state
    points.append(Loss(game[-1].step if game else 0, state.turn, state.phase, _lost(state)))
    held = state.table.contest is not None
    earned = (scenario_game.earned(state, 0), scenario_game.earned(state, 1)) if held else None
    turns = max(1, *(point.turn for point in points))
    return Losses((0, 0) if held else state.table.limits, turns, tuple(points), earned)


def _lost(state: State) -> tuple[int, int]:
    return state.bands[0].lost, state.bands[1].lost


def _down(before: State, after: State) -> tuple[int, ...]:
    """The figures that were disabled between two states, by the rules or by hand."""
    return tuple(
        n
        for n, figure in enumerate(after.figures)
        if figure.state == "disabled" and n < len(before.figures) and before.figures[n].state != "disabled"
    )
