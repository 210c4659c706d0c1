"""Movement: single steps and turns of the active figure, everything it could reach (MOV-1 to MOV-8); retreats (RET-1
to RET-4).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from operator import rshift
from typing import cast

import msgspec

from companion.model.core.refusal import Refusal, refuse
from companion.model.games.asagiri.rules.events import (
    CharacterRetreated,
    CharacterStepped,
    CharacterTurned,
    PointsSet,
    RetreatBlocked,
)
from companion.model.games.asagiri.rules.options import Step, Turn
from companion.model.games.asagiri.rules.rule_modifiers import (
    GAPS,
    LEAVING,
    NOTHING,
    extra,
    forbidden,
    freedom,
    passable,
)
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.board import (
    AQUATIC,
    BLOCKING,
    CLIMBING,
    DIRECTIONS,
    HINDERING,
    Board,
    PossibleStep,
    front,
)
from companion.model.games.asagiri.state.stack import Active, Began, Retreating
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, EVERY_FACING, Facing, FigureId, SquareId, turned_by

_COST = 1 << 16
"""A movement point beside which the diagonal steps of a way are counted."""
_square = cast("Callable[[int, int], SquareId]", rshift)
"""Of a square and facing in one number (the facing is its last two bits)."""
_NODES = 1 << 27
"""More than there are squares times facings, with the enemy whose zone was entered first (`reach`)."""
_PLACE = (1 << 20) - 1
"""Of a node the square and the facing."""
_FRONT = tuple(frozenset((*front(facing), CLIMBING)) for facing in EVERY_FACING)
"""By facing: the directions of a step for one point; stairs are climbed looking anywhere (ADV-4)."""
_KINDS = {HINDERING: "hindering", AQUATIC: "aquatic"}


def step_cost(way: PossibleStep, facing: Facing, free: frozenset[str] = NOTHING) -> int:
    """MOV-2, MOV-4: 1 into a front square, else 2; 1 more into difficult terrain; unless a skill knows better."""
    forward = way.direction in _FRONT[facing] or "facing" in free
    easy = free and (
        "terrain" in free
        or (way.extra and _KINDS[way.ground] in free)
        or (way.extra and f"{_KINDS[way.ground]}_cost" in free)
    )
    return (1 if forward else 2) + (0 if easy else way.extra)


def strides(
    board: Board, at: SquareId, facing: Facing, occupied: int, free: frozenset[str], passed: int = 0
) -> Iterator[tuple[PossibleStep, int]]:
    """Every way out of a square with its cost; past figures (a mask) or walls, for whom they do not stop (MOV-5)."""
    if not free:
        for way in board.ways[at]:
            if way.open(occupied):
                yield way, step_cost(way, facing)
        return
    best: dict[int, int] = {at: 0}
    queue = [(0, at)]
    found: dict[int, tuple[PossibleStep, int]] = {}
    toll, sides = extra(free), occupied & ~passed if GAPS in free else occupied
    while queue:
        cost, here = heapq.heappop(queue)
        if best[here] < cost:
            continue
        for way in _ways(board, here, occupied & ~passed, sides, free):
            price = cost + step_cost(way, facing, free)
            if toll and not _plain(board, here, way, occupied):
                price += toll
            if price >= best.get(way.target, price + 1):
                continue
            best[way.target] = price
            if occupied >> way.target & 1 or board.terrain[way.target] == BLOCKING:
                heapq.heappush(queue, (price, way.target))
            elif way.target != at:
                found[way.target] = (way, price)
    for over, way in _vaults(board, at, occupied) if "one_figure" in free else ():
        price = step_cost(over, facing, free) + step_cost(way, facing, free)
        if price < best.get(way.target, price + 1):
            found[way.target] = (way, price)
    yield from found.values()


def _plain(board: Board, at: SquareId, way: PossibleStep, occupied: int) -> bool:
    """Whether no wall and no closed diagonal is in the way of a step."""
    known = board.way_by_direction[at].get(way.direction)
    return known is not None and known.open(occupied & ~(1 << way.target))


def _vaults(board: Board, at: SquareId, occupied: int) -> Iterator[tuple[PossibleStep, PossibleStep]]:
    """Over one figure and straight on to the free square beyond it: both steps."""
    for over in board.ways[at]:
        if occupied >> over.target & 1 and over.open(occupied & ~(1 << over.target)) and over.direction != CLIMBING:
            beyond = board.way_by_direction[over.target].get(over.direction)
            if beyond is not None and beyond.open(occupied):
                yield over, beyond


def _ways(board: Board, at: SquareId, figures: int, sides: int, free: frozenset[str]) -> Iterator[PossibleStep]:
    """The steps out of a square past these figures, and those at the sides of a diagonal, be it through a wall."""
    for way in board.around(at) if free & {"walls", "bare_walls", "corners"} else board.ways[at]:
        known = board.way_by_direction[at].get(way.direction)
        if known is None and "bare_walls" in free and _past_walls(board, at, way, sides):
            pass
        elif known is None and "walls" not in free:
            if "corners" not in free or not way.direction & 1 or board.terrain[way.target] == BLOCKING:
                continue
        elif known is not None and way.direction & 1 and "corners" not in free and not known.sides & ~sides:
            continue
        if not figures >> way.target & 1:
            yield way


def _past_walls(board: Board, at: SquareId, way: PossibleStep, figures: int) -> bool:
    """Whether nothing but walls and doors is in the way of a step: no blocking terrain, no closed diagonal of it."""
    column, row, floor = board.squares[at]
    if way.direction == CLIMBING or board.terrain[way.target] == BLOCKING:
        return False
    dx, dy = DIRECTIONS[way.direction]
    beside = (board.index.get(side, -1) for side in ((column + dx, row, floor), (column, row + dy, floor)))
    return not way.direction & 1 or any(
        side >= 0 and board.terrain[side] != BLOCKING and not figures >> side & 1 for side in beside
    )


def rooted(state: State, who: FigureId, began: Began | None) -> bool:
    """Whether a figure may turn but not step: its movement began shaken in an enemy control zone (MOV-7)."""
    if began is None:
        began = Began(state.in_enemy_zone(who, "movement"), state.figures[who].state)
    return began.in_zone and began.state == "shaken" and not LEAVING & freedom(state, who)


def danger(state: State, who: FigureId) -> int:
    """The mask of the squares where a figure's movement ends (MOV-6)."""
    if "zones" in state.table.off or "zones" in freedom(state, who):
        return 0
    return state.zone_against(state.band_of(who), "movement", who)


def _lenient(state: State, who: FigureId) -> tuple[int, ...]:
    """Each enemy's zone, for whoever does not mind the first one that its movement enters; for others none."""
    if "first_zone" not in freedom(state, who):
        return ()
    return tuple(state.zone(n, "movement", who) for n in state.on_board(ENEMY_OF[state.band_of(who)]))


def _entered(state: State, who: FigureId, zones: tuple[int, ...]) -> int:
    """Which of these zones the movement going on has entered first, counted from 1; 0: none yet."""
    active = state.active
    squares = active.trail[1:] if active is not None and active.who == who and active.moved else ()
    return next((first for square in squares if (first := _first(zones, square))), 0)


def _first(zones: tuple[int, ...], at: int) -> int:
    """The first of these zones that holds a square, counted from 1; 0: none."""
    return next((n for n, zone in enumerate(zones, 1) if zone >> at & 1), 0)


def _stops(zones: tuple[int, ...], entered: int, at: SquareId) -> bool:
    """Whether a square lies in another of these zones than the one entered first."""
    return any(zone >> at & 1 for n, zone in enumerate(zones, 1) if n != entered)


def over_refused(state: State, active: Active) -> Refusal:
    """Why a movement that is over does not go on."""
    if state.in_enemy_zone(active.who, "movement") and active.stepped:
        return refuse("MOV-6", "Entering an enemy control zone has ended the movement.")
    return refuse("TRN-4", "The movement is over: only one per activation.")


def will_shake(state: State) -> bool:
    """Whether the active figure's movement, begun or to come, shakes it when it ends (MOV-8): if it steps at all."""
    active = state.active
    if active is None or active.over or "leaving" in state.table.off:
        return False
    began = active.began or Began(state.in_enemy_zone(active.who, "movement"), state.figures[active.who].state)
    return began.in_zone and began.state == "vigilant" and not LEAVING & freedom(state, active.who)


def bound(state: State, who: FigureId) -> bool:
    """Whether skills forbid a figure to move."""
    return forbidden(state, TriggerContext("movement", who), "movement")


def turns_bound(state: State, who: FigureId) -> bool:
    """Whether skills forbid a figure to turn on the spot."""
    return forbidden(state, TriggerContext("movement", who), "turns")


def moves(state: State, active: Active) -> list[Step | Turn]:
    """Every legal step and turn of the active figure."""
    free = freedom(state, active.who)
    if active.over or active.points < ("turns" not in free) or bound(state, active.who):
        return []
    figure = state.figures[active.who]
    found: list[Step | Turn] = []
    if not rooted(state, active.who, active.began):
        occupied, passed = state.in_the_way(active.who), passable(state, active.who, free)
        for way, cost in strides(state.table.board, figure.at, figure.facing, occupied, free, passed):
            if cost <= active.points:
                found.append(Step(way.target, cost))
    if not turns_bound(state, active.who):
        found += (Turn(turned_by(figure.facing, 1)), Turn(turned_by(figure.facing, 3)))
    return found


def begin(flow: Transition, active: Active) -> None:
    """Note how the movement begins, if it begins now (MOV-7, MOV-8)."""
    if not active.moved:
        state = flow.state
        began = Began(state.in_enemy_zone(active.who, "movement"), state.figures[active.who].state)
        flow.activation(moved=True, began=began, base=-1)
        flow.note(active.who, "moved")


def step(flow: Transition, option: Step) -> None:
    """Enter the square; an enemy control zone there ends the movement (MOV-6)."""
    active = flow.state.active
    assert active is not None
    begin(flow, active)
    who, start = active.who, flow.state.figures[active.who].at
    flow.figure(who, at=option.at)
    flow.activation(points=active.points - option.cost, trail=(*active.trail, option.at), stepped=True)
    flow.tell(CharacterStepped(who, start, option.at, option.cost))
    _arrive(flow, who, start, option.at)


def _arrive(flow: Transition, who: FigureId, start: SquareId, at: SquareId) -> None:
    """An enemy control zone there ends the movement (MOV-6); skills of those around may speak, and a token there."""
    if flow.state.in_enemy_zone(who, "movement"):
        stops, zones = danger(flow.state, who) >> at & 1, _lenient(flow.state, who)
        stops = stops and (not zones or _stops(zones, _entered(flow.state, who, zones), at))
        if stops and flow.due("zones", who, "MOV-6"):
            flow.end_movement()
    triggers.stepped(flow, who, start)
    triggers.entered(flow, who)


def march(flow: Transition, at: SquareId, facing: Facing, points: int) -> None:
    """The active figure has been moved by hand, and has spent so many points."""
    active = flow.state.active
    assert active is not None
    begin(flow, active)
    who, start = active.who, flow.state.figures[active.who].at
    flow.figure(who, at=at, facing=facing)
    left = max(0, active.points - points)
    flow.activation(points=left)
    flow.tell(PointsSet(who, left))
    if at != start:
        flow.activation(trail=(*active.trail, at), stepped=True)
        _arrive(flow, who, start, at)


def turn(flow: Transition, option: Turn) -> None:
    """Turn a quarter (MOV-3)."""
    active = flow.state.active
    assert active is not None
    begin(flow, active)
    before = flow.state.figures[active.who].facing
    flow.figure(active.who, facing=option.facing)
    flow.activation(points=active.points - ("turns" not in freedom(flow.state, active.who)))
    flow.tell(CharacterTurned(active.who, before, option.facing))


def lengthen(flow: Transition, more: int) -> None:
    """An air die or a skill gives movement points, at any moment of the movement (MOV-1)."""
    active = flow.state.active
    assert active is not None
    flow.activation(points=max(0, active.points + more))


class Reached(msgspec.Struct, frozen=True, gc=False):
    """A square and facing that can be reached, the cheapest way there, and whether entering ended the movement."""

    at: SquareId
    facing: Facing
    cost: int
    stops: bool
    path: tuple[tuple[SquareId, Facing], ...] = ()
    """The (square, facing) pairs on the way, the start left out."""


def reach(state: State, who: FigureId, points: int, began: Began | None = None, *, fresh: bool = True,
          avoid: int = 0) -> list[Reached]:  # fmt: skip
    """All squares and facings within `points` of where the figure stands, by cost; the start included.

    With `fresh` a movement starts now; else the one that `began` goes on (MOV-7). `avoid`: a mask of squares that
    are not entered.
    """
    figure = state.figures[who]
    if figure.at < 0:
        return []
    if bound(state, who):
        return [Reached(figure.at, figure.facing, 0, False)]
    board = state.table.board
    occupied = state.in_the_way(who)
    free, liberty = ~occupied, freedom(state, who)
    ends, passed = danger(state, who), passable(state, who, liberty)
    zones = _lenient(state, who)
    stuck, turning = rooted(state, who, None if fresh else began), not turns_bound(state, who)
    limit = (points + 1) * _COST
    start = _entered(state, who, zones) << 20 | figure.at << 2 | figure.facing
    best = {start: 0}  # cost, then diagonal steps: of equally cheap ways the straightest
    paths: dict[int, tuple[tuple[SquareId, Facing], ...]] = {start: ()}
    queue = [start]  # cost and node in one number
    found: list[Reached] = []
    while queue:
        cost, node = divmod(heapq.heappop(queue), _NODES)
        if best[node] < cost:
            continue
        at, path, entered = _square(node & _PLACE, 2), paths[node], node >> 20
        stops = at != figure.at and bool(ends >> at & 1) and (not zones or _stops(zones, entered, at))
        found.append(Reached(at, EVERY_FACING[node & 3], cost // _COST, stops, path))
        if stops:
            continue
        for price, there, square, sides in _moves(board, node & _PLACE, occupied, liberty, passed):
            total = cost + price
            if zones:
                there |= (entered or (_first(zones, square) if square >= 0 else 0)) << 20
            if total >= limit or total >= best.get(there, limit):
                continue
            open_ = not stuck and free >> square & 1 and sides & free and not avoid >> square & 1 \
                if square >= 0 else turning  # fmt: skip
            if open_:
                best[there] = total
                paths[there] = (*path, (_square(there & _PLACE, 2), EVERY_FACING[there & 3]))
                heapq.heappush(queue, total * _NODES + there)
    if zones:
        found = list({(reached.at, reached.facing): reached for reached in reversed(found)}.values())[::-1]
    return found


def _moves(
    board: Board, node: int, occupied: int, liberty: frozenset[str], passed: int = 0
) -> tuple[tuple[int, int, int, int], ...]:
    """From a square and facing: the price, where it leads, the square entered (-1: a turn) and what must have a gap."""
    if liberty:
        at, facing = _square(node, 2), EVERY_FACING[node & 3]
        return (
            *((0 if "turns" in liberty else _COST, at << 2 | facing + side & 3, -1, -1) for side in (1, 3)),
            *((cost * _COST + way.direction % 2, way.target << 2 | facing, way.target, -1)
              for way, cost in strides(board, at, facing, occupied, liberty, passed)),
        )  # fmt: skip
    known = board.moves.get(node)
    if known is None:
        at, facing = _square(node, 2), EVERY_FACING[node & 3]
        turns = [(_COST, at << 2 | facing + side & 3, -1, -1) for side in (1, 3)]
        steps = [
            (step_cost(way, facing) * _COST + way.direction % 2, way.target << 2 | facing, way.target,
             way.sides if way.direction & 1 else -1)
            for way in board.ways[at]
        ]  # fmt: skip
        known = board.moves[node] = (*turns, *steps)
    return known


def along(state: State, who: FigureId, path: tuple[tuple[SquareId, Facing], ...]) -> tuple[Step | Turn, ...]:
    """A way that `reach` has found for a figure, as the steps and turns that it has to make from where it stands."""
    board, at, facing = state.table.board, state.figures[who].at, state.figures[who].facing
    occupied, liberty = state.in_the_way(who), freedom(state, who)
    passed = passable(state, who, liberty)
    chosen: list[Step | Turn] = []
    for square, looking in path:
        if square == at:
            chosen.append(Turn(looking))
        else:
            moves = _moves(board, at << 2 | facing, occupied, liberty, passed)
            price = next(price for price, _, entered, _ in moves if entered == square)
            chosen.append(Step(square, price // _COST))
        at, facing = square, looking
    return tuple(chosen)


def retreats(state: State, who: FigureId, *, anywhere: bool = False) -> list[tuple[SquareId, bool]]:
    """The possible squares behind a figure, or all around it, and whether each shakes (RET-2, RET-3); empty:
    impossible.
    """
    figure = state.figures[who]
    if figure.at < 0:
        return []
    board = state.table.board
    occupied = state.in_the_way(who)
    # what eases a movement alone does not ease a retreat
    free = freedom(state, who, "movement" if state.table.edition < 3 else "always")
    shaking = 0 if free & {"terrain", "retreat_terrain"} else board.difficult
    for kind, squares in board.of_kind.items() if free else ():
        shaking &= ~squares if free & {kind, f"retreat_{kind}"} else ~0
    shaking |= 0 if free & {"zones", "retreat_zones"} else state.zone_against(state.band_of(who), "retreats", who)
    return [
        (way.target, bool(shaking >> way.target & 1))
        for way in (board.ways[figure.at] if anywhere else board.retreats[figure.at][figure.facing])
        if way.direction != CLIMBING and way.open(occupied)
    ]


def retreat(flow: Transition, frame: Retreating, at: SquareId) -> None:
    """Go there, facing kept; a difficult square or an enemy control zone shakes once (RET-3).

    A longer retreat goes on from there.
    """
    who = frame.who
    shakes = dict(retreats(flow.state, who, anywhere=frame.anywhere))[at]
    start = flow.state.figures[who].at
    flow.figure(who, at=at)
    active = flow.state.active
    if active is not None and active.who == who:
        flow.activation(trail=(*active.trail, at))
    flow.tell(CharacterRetreated(who, start, at))
    if frame.squares > 1:
        flow.push(replace(frame, squares=frame.squares - 1))
    triggers.entered(flow, who)
    if shakes:
        _shake(flow, frame, "RET-3")


def stay(flow: Transition, frame: Retreating) -> None:
    """No square is possible: the figure stays and becomes shaken (RET-2)."""
    flow.tell(RetreatBlocked(frame.who))
    _shake(flow, frame, "RET-2")


def _shake(flow: Transition, frame: Retreating, rule: str) -> None:
    by, struck = frame.source, frame.struck_as
    if flow.due("difficult", frame.who, rule, opponent=by, struck_as=struck):
        flow.shake(frame.who, rule, by=by, struck_as=struck)
