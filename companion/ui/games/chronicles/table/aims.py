"""Where on the table an option is seen: the parts that a click on takes it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.model import grid
from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Place, State
from companion.model.grid import Cell, CellSide


def parts_of(state: State, option: Option) -> tuple[str, ...]:
    """``figure:ID``, ``sheet:ID``, ``card:ID``, ``upgrade:ID``, and on the board ``token:ID``, ``cell:3,4``,
    ``zone:T1.b``, ``door:5,2,E``, ``tile:T1``; nothing: it is only a line.
    """
    match option:
        case o.Go(_, zone) | o.Burst(_, zone):
            return (f"zone:{zone}",)
        case o.Stand(_, at) | o.Push(_, at) | o.Deploy(_, _, at):
            return _place(at)
        case o.TakeTest(seat, place):
            return _tested(state, seat, place)
        case o.OpenChest(_, token) | o.Recruit(_, token):
            return (f"token:{token}",)
        case o.OpenDoor(_, at, side) if not isinstance(at, str):
            return (_door(at, side),)
        case o.Corrupt(_, tile):
            return (f"tile:{tile}",)
        case o.Shift(_, _, to):
            return (f"tile:{to}",)
        case o.Attack(_, target) | o.Shoot(_, target):
            return (f"figure:{target}",)
        case o.Activate(_, sheet) | o.CallSheet(_, sheet) | o.TakeTechnique(_, sheet):
            return (f"sheet:{sheet}",)
        case o.LayTechnique(_, card, sheet):
            return (f"card:{card}", f"sheet:{sheet}")
        case o.TakeFigure(_, figure) | o.TakeFollower(_, figure) | o.Strike(_, figure):
            return (f"figure:{figure}",)
        case o.Order(_, hero) | o.HandOver(_, hero):
            return (f"figure:{hero}",)
        case o.TakeUpgrade(_, upgrade):
            return (f"upgrade:{upgrade}",)
        case o.PlayHost(_, card) | o.HostPower(_, card) | o.PlayEvent(_, card) | o.Pay(_, card):
            return (f"card:{card}",)
        case o.AccuseNature(_, card) | o.AccuseHost(_, card):
            return (f"card:{card}",)
        case o.UseTalent(seat, card, _) | o.UseObject(seat, card, _):
            return (f"card:{card}", f"figure:{seat}") if card == _own(state, seat) else (f"card:{card}",)
        case o.Drop(_, item) | o.Discard(_, item):
            return (f"card:{item}",)
        case o.Pick(_, what):
            return _picked(state, what)
    return ()


def _own(state: State, seat: str) -> str | None:
    return state.hero(seat).card if seat in state.seats else None


def _place(at: Place) -> tuple[str, ...]:
    if isinstance(at, str):
        return () if at == HIDDEN else (f"zone:{at}",)
    return (f"cell:{at[0]},{at[1]}",)


def _door(at: Cell, side: CellSide) -> str:
    edge = grid.edge(at, grid.SIDES.index(side))
    return f"door:{edge.column},{edge.row},{edge.side}"


def _tested(state: State, seat: str, place: str) -> tuple[str, ...]:
    """A token, a door, or the space of a mission on which the hero stands."""
    if any(one.id == place for one in state.tokens):
        return (f"token:{place}",)
    door = next((one for one in state.layout.doors if place == f"door-{one.at[0]}-{one.at[1]}-{one.side}"), None)
    if door is not None:
        return (_door(door.at, door.side),)
    figure = state.figure(seat)
    return () if figure is None else _place(figure.at)


def _picked(state: State, what: str) -> tuple[str, ...]:
    if state.figure(what) is not None:
        return (f"figure:{what}",)
    if any(one.id == what for one in state.tokens):
        return (f"token:{what}",)
    board = places.laid(state)
    if board is not None and what in board.zone_index:
        return (f"zone:{what}",)
    if any(one.name == what for one in state.layout.pieces):
        return (f"tile:{what}",)
    return (f"sheet:{what}",) if what in state.table.box.sheets else (f"card:{what}",)


def by_part(state: State, options: Iterable[Option]) -> dict[str, list[Option]]:
    """The options that each part of the table stands for now."""
    found: dict[str, list[Option]] = {}
    for option in options:
        for part in parts_of(state, option):
            found.setdefault(part, []).append(option)
    return found


ON_BOARD = (o.Go, o.Stand, o.Push, o.Deploy)
"""Options that are places: where there is a board they are no lines beside it."""


def listed(state: State, option: Option) -> bool:
    """Whether an option is a line even where there is a board."""
    return not (isinstance(option, ON_BOARD) and parts_of(state, option))


def interchangeable(state: State, options: Iterable[Option]) -> bool:
    """Whether it does not matter which is taken: figures of one sheet that are put on the same place."""
    cards = set()
    for option in options:
        figure = state.figure(option.figure) if isinstance(option, o.Deploy) else None
        cards.add(None if figure is None or figure.damage or figure.statuses else figure.card)
    return len(cards) == 1 and None not in cards
