"""Of places where a figure could go, or be put, the one worth a thought; a whole move is one thought (DEC-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.model.core.contract import Option
from companion.model.games.chronicles.insight.distances import step_towards
from companion.model.games.chronicles.insight.errands import Field, field
from companion.model.games.chronicles.rules import movement, play
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Figure, FigureId, Place, State, replace

LITTLE: Final = 0.015
"""A move that brings no more is no use."""


class Move(NamedTuple):
    """The first decision of a move, and the table after all of it."""

    option: Option
    after: State


def of_moves(state: State, options: Sequence[Option]) -> tuple[Sequence[Option], Move | None]:
    """Options without those that begin a move or go on with it, and the best move; all of them without places.

    A move that must be made is made; else it has to bring something.
    """
    moves = [one for one in options if isinstance(one, o.Go | o.Stand)]
    floor, figure = field(state) if moves else None, _mover(state, options)
    if floor is None or figure is None:
        return options, None
    rest = [one for one in options if not isinstance(one, o.Go | o.Stand)]
    reached = movement.reach(state, figure) or ()
    worth, index = floor.at(figure), floor.on.index
    best = max(((worth(index[at]), at) for at, _, _ in reached if not isinstance(at, str)), default=None)
    here = index.get(figure.at, -1) if not isinstance(figure.at, str) else -1
    if best is None or (rest and here >= 0 and best[0] < worth(here) + LITTLE):
        return (rest, None) if rest else (options, None)
    step = step_towards(state, figure, best[1], moves)
    return (options, None) if step is None else (rest, Move(step, _moved(state, figure, best[1])))


def _mover(state: State, options: Sequence[Option]) -> Figure | None:
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.MoveFrame | f.FollowerFrame | f.OniFrame | f.GuardsFrame):
        return state.figure(top.figure) if top.figure is not None else None
    seat = getattr(options[0], "seat", ONI)
    return state.figure(seat) if top is None and seat != ONI else None


def _moved(state: State, figure: Figure, at: Place) -> State:
    """The table when the move has been made; whether it was heard (MOV-11) is left out."""
    t = Transition(state)
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.MoveFrame):
        t.pop()
    elif isinstance(top, f.OniFrame | f.FollowerFrame):
        t.become(replace(top, actions=top.actions - 1))
    elif top is None:
        t.hero(figure.id, actions=state.hero(figure.id).actions - 1)
    t.figure(figure.id, at=at)
    play.go_on(t)
    return t.now


# figures and tokens that are put --------------------------------------------------------------------------------------


def few(state: State, options: Sequence[Option]) -> Sequence[Option]:
    """Of the places where the same figure or token can be put, the best for whoever puts it."""
    placing = [one for one in options if isinstance(one, o.Deploy | o.Push | o.Site) and not isinstance(one.at, str)]
    floor = field(state) if len(placing) > 1 else None
    if floor is None:
        return options
    by_thing: dict[str, list[o.Deploy | o.Push | o.Site]] = {}
    for one in placing:
        by_thing.setdefault(_thing(state, one), []).append(one)
    best = [_best(state, floor, thing, ways) for thing, ways in by_thing.items()]
    return [one for one in options if one not in placing or one in best]


def _thing(state: State, option: o.Deploy | o.Push | o.Site) -> str:
    top = state.frames[-1] if state.frames else None
    if isinstance(option, o.Push):
        return top.target if isinstance(top, f.AttackFrame) else ""
    return option.token if isinstance(option, o.Site) else option.figure


def _best(
    state: State, floor: Field, thing: FigureId, ways: Sequence[o.Deploy | o.Push | o.Site]
) -> o.Deploy | o.Push | o.Site:
    ours = "oni" if ways[0].seat == ONI else "heroes"
    figure = _figure(state, thing)
    if figure is not None:
        worth, good = floor.at(figure), figure.camp == ours
    else:
        worth, good = floor.heroes_near, ours == "heroes"
    values = [worth(floor.on.index[one.at]) for one in ways if not isinstance(one.at, str)]
    wanted = max(values) if good else min(values)
    return ways[values.index(wanted)]


def _figure(state: State, id: FigureId) -> Figure | None:
    """A figure, or one that is called (REI-2)."""
    top = state.frames[-1] if state.frames else None
    found = state.figure(id)
    if found is None and isinstance(top, f.CallFrame):
        return Figure(id, top.sheet, state.table.box.sheets[top.sheet].group)
    return found
