"""Moving: through neighbouring zones, then onto a space of the last one (MOV-1 to MOV-10).

Where the app knows only zones the figure stands in the zone, and spaces are taken to be free (TAB-4).
"""

from __future__ import annotations

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.board.reach import Ground
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import board_events as be
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places, stealth, totals
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, FigureId, Place, Seat, State, replace
from companion.model.grid import members

MOVE = say("Choose where the figure moves")


def floor(state: State) -> Board | None:
    """The board that figures move on; None: they have no places."""
    return places.laid(state) if state.table.options.places != "none" else None


def options(state: State, seat: Seat, figure: Figure) -> list[Option]:
    """MOV-1: how a move of a figure may begin."""
    on = floor(state)
    if on is None:
        return [o.Stand(seat, HIDDEN)]
    speed, glide = totals.value(state, figure, "speed"), totals.permits(state, figure, fx.Glide)
    return _first(state, on, seat, figure, speed, glide)


def ground(state: State, on: Board, figure: Figure) -> Ground:
    """What the floor is to a figure about to move."""
    return places.ground(state, on, figure, glide=totals.permits(state, figure, fx.Glide))


def _first(state: State, on: Board, seat: Seat, figure: Figure, speed: int, glide: bool) -> list[Option]:
    floor_ = places.ground(state, on, figure, glide=glide)
    here = on.zone_index.get(places.zone(state, figure.at) or "", -1)
    if here < 0:  # nobody told where it is: the table says where it stands now
        return [o.Stand(seat, at) for at in _everywhere(state, on, floor_)]
    onward = floor_.onward(here, floor_.steps(here, speed))
    return [*_go(on, seat, onward), *_stand(state, on, seat, floor_, here)]


def _go(on: Board, seat: Seat, zones: int) -> list[Option]:
    return [o.Go(seat, on.zones[zone]) for zone in members(zones)]


def _stand(state: State, on: Board, seat: Seat, floor_: Ground, zone: int) -> list[Option]:
    if places.board(state) is None:
        return [o.Stand(seat, on.zones[zone])]
    return [o.Stand(seat, at) for at in on.cells_in(on.of_zone[zone] & floor_.free)]


def _everywhere(state: State, on: Board, floor_: Ground) -> tuple[Place, ...]:
    return on.zones if places.board(state) is None else on.cells_in(floor_.free)


def reach(state: State, figure: Figure, speed: int | None = None) -> list[tuple[Place, int, bool]] | None:
    """POS-2: where one move may end, with the fewest zones entered, and whether an opponent stands in that zone; of a
    figure under way the rest of its move. None: only the table knows.
    """
    on, here = floor(state), places.zone(state, figure.at)
    if on is None or here not in on.zone_index:
        return None
    zone, top = on.zone_index[here], state.frames[-1] if state.frames else None
    if isinstance(top, f.MoveFrame) and top.under_way and top.figure == figure.id:
        floor_ = places.ground(state, on, figure, glide=top.glide, start=top.start)
        found = floor_.reach(zone, 0 if floor_.held >> zone & 1 else top.left)
    else:
        found = ground(state, on, figure).reach(zone, totals.value(state, figure, "speed") if speed is None else speed)
    if places.board(state) is not None:
        return [(on.cells[one.cell], one.zones, one.stops) for one in found]
    by_zone = {on.zones[on.zone_of[one.cell]]: (one.zones, one.stops) for one in found}
    return [(name, *told) for name, told in by_zone.items()]


def begin(t: Transition, seat: Seat, figure: FigureId, option: o.Go | o.Stand) -> None:
    """One of `options`, its action spent (DEC-2)."""
    one = t.now.figure(figure)
    assert one is not None
    if isinstance(option, o.Stand):
        _stands(t, figure, option.at)
    else:
        at_once(t, seat, figure, totals.value(t.now, one, "speed"))
        _enters(t, option.zone)


def at_once(t: Transition, seat: Seat, figure: FigureId, speed: int, *, glide: bool = False) -> None:
    """A move with this Speed, to be begun (effect `move`)."""
    one = t.now.figure(figure)
    if one is not None:
        glides = glide or totals.permits(t.now, one, fx.Glide)
        t.push(f.MoveFrame(figure, seat, speed, one.at, glides))


def _enters(t: Transition, zone: str) -> None:
    frame, on = t.top, floor(t.now)
    assert isinstance(frame, f.MoveFrame)
    assert on is not None
    figure = t.now.figure(frame.figure)
    assert figure is not None
    left = frame.left
    if not frame.under_way:
        here = on.zone_index[str(places.zone(t.now, figure.at))]
        left = places.ground(t.now, on, figure, glide=frame.glide).steps(here, left)
    t.become(replace(frame, left=left - 1, under_way=True))
    t.figure(frame.figure, at=zone)
    t.tell(be.ZoneEntered(frame.figure, zone))


def _stands(t: Transition, figure: FigureId, at: Place) -> None:
    """The move is complete; a hero may be heard (MOV-11)."""
    t.figure(figure, at=at)
    t.tell(e.FigureMoved(figure, at))
    stealth.moved(t, figure)


def _next(state: State, frame: f.MoveFrame) -> list[Option]:
    on, figure = floor(state), state.figure(frame.figure)
    if on is None or figure is None:
        return []
    if not frame.under_way:
        return _first(state, on, frame.seat, figure, frame.left, frame.glide)
    floor_ = places.ground(state, on, figure, glide=frame.glide, start=frame.start)
    here = on.zone_index.get(places.zone(state, figure.at) or "", -1)
    if here < 0:
        return []
    onward = floor_.goes_on(here, frame.left)
    return [*_go(on, frame.seat, onward), *_stand(state, on, frame.seat, floor_, here)]


def _goes_on(t: Transition, frame: f.MoveFrame) -> bool:
    if _next(t.now, frame):
        return False
    t.pop()
    figure = t.now.figure(frame.figure)
    if frame.under_way and figure is not None:  # something was put in its way by hand: it goes back
        t.figure(frame.figure, at=_start(t.now, figure, frame))
    return True


def _start(state: State, figure: Figure, frame: f.MoveFrame) -> Place:
    """Where a move began, as long as that is free and places matter."""
    on, board = floor(state), places.board(state)
    if board is not None:
        n = places.cell(board, frame.start)
        return frame.start if n >= 0 and places.free(state, board, figure.camp) >> n & 1 else HIDDEN
    zone = places.zone(state, frame.start)
    return zone if on is not None and zone in on.zone_index else HIDDEN


def _ask(state: State, frame: f.MoveFrame) -> Pending:
    return asks(frame.seat, MOVE, _next(state, frame))


def _chosen(t: Transition, frame: f.MoveFrame, option: Option) -> None:
    if isinstance(option, o.Go):
        _enters(t, option.zone)
    elif isinstance(option, o.Stand):
        t.pop()
        _stands(t, frame.figure, option.at)


MOVING = Part(_ask, _chosen, resume=_goes_on)
