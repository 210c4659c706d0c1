"""How far it is over the floor: zones entered on the shortest way by neighbours, figures ignored (AUT-5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.board.reach import Ground
from companion.model.games.chronicles.rules import missions, movement, places, totals
from companion.model.games.chronicles.rules.mission_places import is_at
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, Place, State
from companion.model.grid import members

FAR: Final = 999
"""No way leads there, or nobody told the place."""
Distances = dict[str, int]
"""By zone."""


def spread(on: Board, start: Iterable[str]) -> Distances:
    """From the nearest of some zones to every zone that can be reached."""
    far = {on.zone_index[zone]: 0 for zone in start if zone in on.zone_index}
    front = list(far)
    for zone in front:
        for near in members(on.next_to[zone]):
            if near not in far:
                far[near] = far[zone] + 1
                front.append(near)
    return {on.zones[zone]: steps for zone, steps in far.items()}


def of_place(state: State, far: Distances | None, at: Place) -> int:
    """The distance of a place."""
    return (far or {}).get(places.zone(state, at) or "", FAR)


def from_heroes(state: State) -> Distances:
    """To the nearest hero."""
    heroes = [places.zone(state, one.at) for one in state.figures if one.group == "hero"]
    on = places.laid(state)
    return {} if on is None else spread(on, [zone for zone in heroes if zone is not None])


def from_tokens(state: State) -> Distances | None:
    """To the nearest investigation token not yet turned; None: none is left."""
    left = [
        places.zone(state, one.at) for one in state.tokens if one.type in ("host", "clue", "scroll") and not one.turned
    ]
    on = places.laid(state)
    zones = [zone for zone in left if zone is not None]
    return None if on is None or not zones else spread(on, zones)


def from_missions(state: State, figure: Figure) -> Distances | None:
    """To the nearest zone that an open mission's condition of the Oni names for such a figure; None: none does."""
    on, sorts = places.laid(state), totals.sorts(state, figure)
    if on is None:
        return None
    named = {
        zone
        for score in state.scores
        if score.done is None
        for condition in missions.conditions_of(state, score.id, "red")
        if condition.at is not None and sorts.intersection(condition.by.who)
        for zone in on.zones
        if is_at(state, score.id, condition.at, zone)
    }
    return spread(on, named) if named else None


def step_towards(state: State, figure: Figure, to: Place, moves: Sequence[o.Go | o.Stand]) -> o.Go | o.Stand | None:
    """The first step of a shortest move that ends at a place."""
    standing = next((one for one in moves if isinstance(one, o.Stand) and one.at == to), None)
    on, goal = places.laid(state), places.zone(state, to)
    if standing is not None or on is None or goal is None:
        return standing
    ground, left = _ground(state, on, figure)
    steps = {
        one: _steps(ground, on.zone_index[one.zone], left - 1, on.zone_index[goal])
        for one in moves
        if isinstance(one, o.Go)
    }
    return min(steps, key=lambda one: (steps[one], on.zone_index[one.zone]), default=None)


def _ground(state: State, on: Board, figure: Figure) -> tuple[Ground, int]:
    """The floor for a move, and how many zones it may still enter."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.MoveFrame):
        ground = places.ground(state, on, figure, glide=top.glide, start=top.start)
        left = top.left
        under_way = top.under_way
    else:
        ground, left, under_way = movement.ground(state, on, figure), totals.value(state, figure, "speed"), False
    here = on.zone_index.get(places.zone(state, figure.at) or "", -1)
    return ground, left if under_way or here < 0 else ground.steps(here, left)


def _steps(ground: Ground, zone: int, left: int, goal: int) -> int:
    """How many zones are entered from one on until the goal; FAR: it cannot be reached with so many left."""
    front = 1 << zone
    for steps in range(left + 1):
        if front >> goal & 1:
            return steps
        after = 0
        for at in members(front):
            after |= ground.goes_on(at, left - steps)
        front = after
    return FAR
