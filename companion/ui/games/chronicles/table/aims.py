"""Where on the table an option is seen: the parts that a click on takes it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.model.core.contract import Option
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State


def parts_of(state: State, option: Option) -> tuple[str, ...]:
    """``figure:ID``, ``sheet:ID``, ``card:ID``, ``upgrade:ID``; nothing: it is only a line."""
    match option:
        case o.Attack(_, target) | o.Shoot(_, target):
            return (f"figure:{target}",)
        case o.Activate(_, sheet) | o.CallSheet(_, sheet) | o.TakeTechnique(_, sheet):
            return (f"sheet:{sheet}",)
        case o.TakeFigure(_, figure) | o.TakeFollower(_, figure):
            return (f"figure:{figure}",)
        case o.Order(_, hero) | o.HandOver(_, hero):
            return (f"figure:{hero}",)
        case o.TakeUpgrade(_, upgrade):
            return (f"upgrade:{upgrade}",)
        case o.PlayHost(_, card) | o.HostPower(_, card) | o.PlayEvent(_, card) | o.Pay(_, card):
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


def _picked(state: State, what: str) -> tuple[str, ...]:
    if state.figure(what) is not None:
        return (f"figure:{what}",)
    return (f"sheet:{what}",) if what in state.table.box.sheets else (f"card:{what}",)


def by_part(state: State, options: Iterable[Option]) -> dict[str, list[Option]]:
    """The options that each part of the table stands for now."""
    found: dict[str, list[Option]] = {}
    for option in options:
        for part in parts_of(state, option):
            found.setdefault(part, []).append(option)
    return found
