"""What effects put elsewhere, without a move: figures and host tokens (MOV-10, effects `place` and `hosts`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import board_events as be
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Camp, FigureId, Place, Seat, State, replace
from companion.model.grid import members

PUT = say("Choose where it is put")
PUT_HOST = say("Put a host into a neighbouring zone, or go on")
To = Literal["zone", "neighbour", "tile"]


def spots(state: State, camp: Camp, from_: Place, to: To) -> Sequence[Place]:
    """The free spaces of a place as seen from `from_`; where the app knows only zones, its zones."""
    on, here = places.laid(state), places.zone(state, from_)
    if on is None or here not in on.zone_index:
        return ()
    zone = on.zone_index[here]
    of_tile = on.of_piece[here.rpartition(".")[0]]
    if places.board(state) is None:
        beside = [on.zones[n] for n in members(on.next_to[zone])]
        whole = [on.zones[n] for n, cells in enumerate(on.of_zone) if cells & of_tile]
        return {"zone": (), "neighbour": beside, "tile": [one for one in whole if one != here]}[to]
    around = sum(on.of_zone[n] for n in members(on.next_to[zone]))
    cells = {"zone": on.of_zone[zone], "neighbour": around, "tile": of_tile}[to]
    return on.cells_in(cells & places.free(state, on, camp))


# figures --------------------------------------------------------------------------------------------------------------


def place(t: Transition, seat: Seat, figures: tuple[FigureId, ...], to: To) -> None:
    """Effect `place`."""
    t.push(f.PlaceFrame(seat, figures, to))


def _figure_spots(state: State, frame: f.PlaceFrame) -> list[Option]:
    figure = state.figure(frame.figures[0])
    found = spots(state, figure.camp, figure.at, frame.to) if figure is not None else ()
    return [o.Deploy(frame.seat, frame.figures[0], at) for at in found]


def _place_goes_on(t: Transition, frame: f.PlaceFrame) -> bool:
    if not frame.figures:
        t.pop()
        return True
    if _figure_spots(t.now, frame):
        return False
    t.become(replace(frame, figures=frame.figures[1:]))
    return True


def _placed(t: Transition, frame: f.PlaceFrame, option: Option) -> None:
    assert isinstance(option, o.Deploy)
    figure = t.figure(option.figure, at=option.at)
    t.become(replace(frame, figures=frame.figures[1:]))
    t.tell(e.FigurePlaced(figure.id, figure.card, option.at))


# hosts ----------------------------------------------------------------------------------------------------------------


def hosts(t: Transition, seat: Seat, n: int) -> None:
    """Effect `hosts`."""
    t.push(f.HostsFrame(seat, n))


def _host_spots(state: State, frame: f.HostsFrame) -> list[Option]:
    """Where a hero could stand, in a zone beside that of the token."""
    return [
        o.Site(frame.seat, token.id, at)
        for token in state.tokens
        if token.type == "host" and token.id not in frame.done and frame.left
        for at in spots(state, "heroes", token.at, "neighbour")
    ]


def _hosts_go_on(t: Transition, frame: f.HostsFrame) -> bool:
    if _host_spots(t.now, frame):
        return False
    t.pop()
    return True


def _host_put(t: Transition, frame: f.HostsFrame, option: Option) -> None:
    if not isinstance(option, o.Site):
        t.pop()
        return
    moved = [replace(one, at=option.at) if one.id == option.token else one for one in t.now.tokens]
    t.set(tokens=tuple(moved))
    t.tell(be.TokenMoved(option.token, option.at))
    t.become(f.HostsFrame(frame.seat, frame.left - 1, (*frame.done, option.token)))


def _ask_host(state: State, frame: f.HostsFrame) -> Pending:
    return asks(frame.seat, PUT_HOST, [*_host_spots(state, frame), o.Enough(frame.seat)])


PLACING = Part(lambda state, frame: asks(frame.seat, PUT, _figure_spots(state, frame)), _placed, resume=_place_goes_on)
HOSTS = Part(_ask_host, _host_put, resume=_hosts_go_on)
