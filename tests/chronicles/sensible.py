"""A player made of code that brings a game to its end, as a person would."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.model.bots import Greedy, ask_bot
from companion.model.core.contract import Choice, Option
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.insight.distances import FAR, Distances, of_place, spread
from companion.model.games.chronicles.rules import places, totals
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Figure, State, replace
from companion.model.grid import Cell

from .tables import CONTENT


class Sensible:
    """The greedy player, except that its heroes go to the demon once it is there, and hit it when they can.

    Nothing ends a final combat but blows (FIN-4, FIN-5); who only looks one decision ahead may stay away for ever.
    """

    def __init__(self, seed: int = 1) -> None:
        self._rng, self._greedy = Random(seed), Greedy()

    def decide(self, state: State, choice: Choice) -> Option:
        """One of the options; the seat's own knowledge is all that it goes by."""
        if choice.seat != ONI and (found := _hunt(state, choice.options)) is not None:
            return found
        return ask_bot(self._greedy, SYSTEM, state, choice, self._rng, content=CONTENT).option


def _hunt(state: State, options: Sequence[Option]) -> Option | None:
    """A blow, a shut door on the way (BRD-5), a step: whatever brings the end nearer."""
    demon = next((one for one in state.figures if totals.is_demon(state, one)), None)
    if demon is None:
        return None
    if blows := [one for one in options if isinstance(one, o.Attack | o.Shoot)]:
        return next((one for one in blows if one.target == demon.id), blows[0])
    far, shut = _from_demon(state, demon)
    moves = [one for one in options if isinstance(one, o.Go | o.Stand)]
    doors = [one for one in options if isinstance(one, o.OpenDoor)]
    if shut and doors:
        return doors[0]
    goals = shut or ([] if isinstance(demon.at, str) else [demon.at])
    return min(moves, key=lambda one: _distance(state, far, goals, one), default=None)


def _from_demon(state: State, demon: Figure) -> tuple[Distances, list[Cell]]:
    """How far every zone is from the demon; where a shut door bars the way of the one who acts, with it open, and the
    cells of such doors.
    """
    hero, start = state.figure(state.next or ""), places.zone(state, demon.at) or ""
    doors, on = state.layout.doors, places.laid(state)
    if on is None:
        return {}, []
    far = spread(on, [start])
    if hero is None or places.zone(state, hero.at) in far:
        return far, []
    opened = places.laid(
        replace(state, layout=replace(state.layout, doors=tuple([DoorOn(d.at, d.side) for d in doors])))
    )
    assert opened is not None
    return spread(opened, [start]), [cell for one in doors if one.state != "open" for cell in one.cells]


def _distance(state: State, far: Distances, goals: Sequence[Cell], move: o.Go | o.Stand) -> tuple[int, int]:
    """Zones to the demon, then cells to a goal; to go on comes before standing as far away."""
    if isinstance(move, o.Go):
        return far.get(move.zone, FAR), 0
    if isinstance(move.at, str):
        return of_place(state, far, move.at), FAR
    away = [max(abs(move.at[0] - column), abs(move.at[1] - row)) for column, row in goals]
    return of_place(state, far, move.at), min(away, default=FAR)
