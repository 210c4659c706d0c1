"""Reinforcements that the Oni calls: what they cost, and where they come (REI)."""

from __future__ import annotations

from typing import Final, Literal

from companion.model.core.contract import Choice, Option
from companion.model.core.words import say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.records import Sheet
from companion.model.games.chronicles.rules import deploy, places, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.track import left_in_box, payable
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Figure, Place, SheetId, State, cards, without

CALL = say("Call reinforcements, or go on")
PAY = say("Choose the event card paid for the call")
PUT = say("Put the figures that were called")
COLOURS: Final[dict[Literal["guard", "creature"], Literal["violet", "green"]]] = {
    "guard": "violet", "creature": "green",
}  # fmt: skip
"""BRD-3: the spaces on which each group comes."""


def open_to(state: State, sheet: SheetId) -> tuple[Place, ...]:
    """REI-2: the reinforcement spaces that work, are free, and are of a colour for this sheet; or their zones."""
    closed = {one.effect.colour for one in totals.sources(state) if isinstance(one.effect, fx.NoCall)}
    matched = state.table.options.reinforcement_colours == "matched"
    groups = [
        group
        for group, colour in COLOURS.items()
        if colour not in closed and (not matched or group == state.table.box.sheets[sheet].group)
    ]
    on = places.laid(state)
    if on is None or not groups:
        return deploy.open_places(state, "oni") if groups else ()
    working = on.reinforcements(len(state.heroes))  # SET-2: heroes lost later close nothing
    return deploy.open_places(state, "oni", within=sum(working[group] for group in groups))


def callable_sheets(state: State) -> list[SheetId]:
    """REI-1, REI-2."""
    price = state.table.box.tracks[state.table.track].call.cost
    if len(state.oni.hand) < price or state.table.options.oni == "automatic":
        return []
    return [id for id in state.table.sheets if left_in_box(state, id) > 0 and open_to(state, id)]


def _calls_go_on(t: Transition, stage: str) -> bool:
    if callable_sheets(t.now):
        return False
    t.set(stage="plans")
    return True


def _ask_call(state: State, stage: str) -> Choice:
    return asks(ONI, CALL, [*[o.CallSheet(ONI, id) for id in callable_sheets(state)], o.CallsDone(ONI)])


def _called(t: Transition, stage: str, option: Option) -> None:
    if not isinstance(option, o.CallSheet):
        t.set(stage="plans")
        return
    price, sheet = t.box.tracks[t.now.table.track].call, t.box.sheets[option.sheet]
    most = price.minions if sheet.rank == "minion" else 1
    t.tell(e.CallMade(option.sheet))
    t.push(f.CallFrame(option.sheet, price.cost, min(most, left_in_box(t.now, option.sheet))))


def _ask_pay(state: State, frame: f.CallFrame) -> Choice:
    if frame.to_pay:
        return asks(ONI, PAY, [o.Pay(ONI, card) for card in payable(state)])
    new = new_figure(state, frame.sheet)
    found: list[Option] = [o.Deploy(ONI, new, at) for at in open_to(state, frame.sheet)]
    return asks(ONI, PUT, [*found, *([o.Enough(ONI)] if frame.placed else [])])


def _paid(t: Transition, frame: f.CallFrame, option: Option) -> None:
    match option:
        case o.Pay(_, card):
            t.oni(hand=without(t.now.oni.hand, card))
            t.piles(used_events=cards((*t.now.piles.used_events, card)))
            t.tell(e.CardPaid(card))
            t.become(f.CallFrame(frame.sheet, frame.to_pay - 1, frame.to_place))
        case o.Deploy(_, figure, at):
            _comes(t, frame.sheet, figure, at)
            t.become(f.CallFrame(frame.sheet, 0, frame.to_place - 1, frame.placed + 1))
        case _:
            t.pop()


def _call_goes_on(t: Transition, frame: f.CallFrame) -> bool:
    if frame.to_pay and not payable(t.now):  # the hand was set by hand
        t.pop()
        return True
    if not frame.to_pay and not (frame.to_place and open_to(t.now, frame.sheet)):
        t.pop()
        return True
    return False


def new_figure(state: State, sheet: SheetId) -> str:
    """FIG-7: the lowest number of a sheet that is not in play."""
    taken = {one.id for one in state.figures}
    stem = sheet.rpartition(":")[2]
    return next(id for n in range(1, 99) if (id := f"{stem}-{n}") not in taken)


def _comes(t: Transition, sheet: SheetId, id: str, at: Place) -> None:
    """A figure of the Oni's comes into play, whole."""
    record: Sheet = t.box.sheets[sheet]
    t.set(figures=(*t.now.figures, Figure(id, sheet, record.group, at)))
    t.tell(e.FigurePlaced(id, sheet, at))


CALLS = Part(_ask_call, _called, resume=_calls_go_on)
CALLING = Part(_ask_pay, _paid, resume=_call_goes_on)
