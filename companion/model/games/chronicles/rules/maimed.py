"""Maimed: the owner of a figure covers one of its powers for the rest of the game (STA-3)."""

from __future__ import annotations

from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.rules.attack import seat_of
from companion.model.games.chronicles.rules.damage import put_status
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State, StatusOn

COVER = say("Choose the power that is covered")


def _options(state: State, frame: f.CoverFrame) -> list[Option]:
    figure = state.figure(frame.figure)
    if figure is None:
        return []
    covered = totals.covered_powers(figure)
    free = [n for n in range(len(totals.powers(state, figure))) if n not in covered]
    return [o.CoverPower(seat_of(figure), n) for n in free]


def _goes_on(t: Transition, frame: f.CoverFrame) -> bool:
    if _options(t.now, frame):
        return False
    t.pop()  # no power is left to be covered
    return True


def _ask(state: State, frame: f.CoverFrame) -> Pending:
    figure = state.figure(frame.figure)
    assert figure is not None
    return asks(seat_of(figure), COVER, _options(state, frame))


def _covered(t: Transition, frame: f.CoverFrame, option: Option) -> None:
    assert isinstance(option, o.CoverPower)
    t.pop()
    put_status(t, frame.figure, StatusOn("maimed", power=option.power))


COVERING = Part(_ask, _covered, resume=_goes_on)
