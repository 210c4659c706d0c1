"""Operations that move figures: pushed, followed, swapped, turned, led, put somewhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model.core.contract import Option
from companion.model.effects import operations as op
from companion.model.effects.tree import Effect

from .. import options as o
from ..board import BLOCKING, DIRECTIONS
from ..events import CharacterTurned
from ..flow import Flow
from ..possible import free_within
from ..selecting import place
from ..skill_events import CharacterPushed, CharactersSwapped, CharacterWent
from ..stack import Doing
from ..state import State, replace
from .deed import Deed, moment

PASS = o.Pass()


def put(flow: Flow, who: int, at: int) -> None:
    """A figure stands somewhere else; an active one has stood there (CBT-5)."""
    flow.figure(who, at=at)
    active = flow.state.active
    if active is not None and active.who == who:
        flow.activation(trail=(*active.trail, at), brought=True)


def _push(flow: Flow, frame: Doing, effect: op.Push, _: Option | None) -> None:
    """Straight away from the bearer, as far as there is room."""
    board = flow.table.board
    here, start = place(flow.state, moment(frame)), flow.state.figures[frame.target].at
    if here < 0 or start < 0 or here == start:
        return
    (c0, r0, _f), (c1, r1, _g) = board.squares[here], board.squares[start]
    away = ((c1 > c0) - (c1 < c0), (r1 > r0) - (r1 < r0))
    direction = DIRECTIONS.index(away)
    direction = (direction + 4) % 8 if effect.towards else direction
    at = start
    for _n in range(effect.squares):
        way = board.way_by_direction[at].get(direction)
        if way is None or not way.open(flow.state.occupied() & ~(1 << start)):
            break
        at = way.target
    if at != start:
        put(flow, frame.target, at)
        flow.tell(CharacterPushed(frame.target, start, at))


def _follow_options(state: State, frame: Doing, effect: op.Follow) -> Sequence[Option]:
    if frame.square < 0 or state.occupied() >> frame.square & 1:
        return (PASS,)
    return (o.Place(frame.square), PASS)


def _go_options(state: State, frame: Doing, effect: op.Go) -> Sequence[Option]:
    at = state.figures[frame.target].at
    if frame.left == 0 or at < 0:
        return (PASS,)
    occupied = state.occupied() & ~(1 << at)
    return (*(o.Place(way.target) for way in state.table.board.ways[at] if way.open(occupied)), PASS)


def _leap_options(state: State, frame: Doing, effect: op.Leap) -> Sequence[Option]:
    at = state.figures[frame.target].at
    return (*map(o.Place, free_within(state, at, effect.squares, BLOCKING)), PASS)


def _to(flow: Flow, frame: Doing, effect: op.Follow | op.Go | op.Leap, option: Option | None) -> None:
    if not isinstance(option, o.Place):
        return
    start = flow.state.figures[frame.target].at
    put(flow, frame.target, option.at)
    flow.tell(CharacterWent(frame.target, start, option.at))
    if isinstance(effect, op.Go):
        left = (effect.squares if frame.left < 0 else frame.left) - 1
        if left:
            flow.push(replace(frame, left=left))


def _swap(flow: Flow, frame: Doing, effect: op.Swap, _: Option | None) -> None:
    here, there = flow.state.figures[frame.who].at, flow.state.figures[frame.target].at
    if here < 0 or there < 0 or here == there:
        return
    flow.figure(frame.target, at=-1)
    put(flow, frame.who, there)
    put(flow, frame.target, here)
    flow.tell(CharactersSwapped(frame.who, frame.target))


def _turn_options(state: State, frame: Doing, effect: op.Turn) -> Sequence[Option]:
    now = state.figures[frame.target].facing
    return (*(o.Face(facing) for facing in range(4) if facing != now), PASS)


def _turn(flow: Flow, frame: Doing, effect: op.Turn, option: Option | None) -> None:
    if isinstance(option, o.Face):
        before = flow.state.figures[frame.target].facing
        flow.figure(frame.target, facing=option.facing)
        if flow.state.active is not None and flow.state.active.who == frame.target:
            flow.activation(brought=True)
        flow.tell(CharacterTurned(frame.target, before, option.facing))


DEEDS: Mapping[type[Effect], Deed] = {
    op.Push: Deed(_push),
    op.Follow: Deed(_to, _follow_options),
    op.Go: Deed(_to, _go_options),
    op.Leap: Deed(_to, _leap_options),
    op.Swap: Deed(_swap),
    op.Turn: Deed(_turn, _turn_options),
}
