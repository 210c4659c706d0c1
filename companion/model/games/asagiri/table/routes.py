"""Mirroring a table: from where a figure was put down to the steps and turns that bring it there."""

from __future__ import annotations

from companion.model.core.contract import Option, options_of
from companion.model.core.refusal import Refusal
from companion.model.games.asagiri.rules import legal_options, movement, refusals
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state.state import State, replace

from .automation import turned
from .corrections import Move, Place


def reachable(state: State, who: int) -> list[movement.Reached]:
    """Everything this figure may reach now in one movement, activating it first when it is not active yet.

    Empty when it may not move now. The same list colours the board and turns clicks into steps.
    """
    if state.over or state.frames or state.stage != "activations":
        return []
    active = state.active
    if active is not None and active.who == who:
        if active.over:
            return []
        return movement.reach(state, who, active.points, active.began, fresh=not active.moved)
    if o.Activate(who) not in options_of(legal_options.pending(state)):
        return []
    return movement.reach(state, who, movement_points(state, who))


def route(state: State, who: int, at: int, facing: int | None) -> list[Option] | Refusal:
    """The options that bring a figure to a square and facing (None: the facing that costs least), or the refusal.

    Starts with `activate` when the figure is not active yet.
    """
    if state.stage == "deploy":
        deployed = o.Deploy(who, at, state.figures[who].facing if facing is None else facing)
        return refusals.check(state, deployed) or [deployed]
    found = [r for r in reachable(state, who) if r.at == at and facing in (None, r.facing)]
    if not found:
        refused = refusals.move_refused(state, who, at, state.figures[who].facing if facing is None else facing)
        assert refused is not None
        return refused
    best = min(found, key=lambda r: (r.cost, r.facing != state.figures[who].facing))
    chosen: list[Option] = []
    if state.active is None or state.active.who != who:
        chosen.append(o.Activate(who))
    chosen += movement.along(state, who, best.path)
    return chosen


FAR = 99
"""Movement points for any way."""


def by_hand(state: State, who: int, at: int, facing: int) -> Move | Place:
    """A figure put down against the rules: the active one has moved, and spent what its way costs or all it had."""
    active = state.active
    if active is None or active.who != who or state.frames:
        return Place(who, at, facing)
    table = replace(state.table, dials=turned(state.table.dials, {"zones": "off"}))
    free = replace(state, table=table)
    ways = movement.reach(free, who, FAR, active.began, fresh=not active.moved)
    cost = min((way.cost for way in ways if (way.at, way.facing) == (at, facing)), default=active.points)
    return Move(who, at, facing, cost)
