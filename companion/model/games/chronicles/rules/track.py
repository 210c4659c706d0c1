"""The track, corruption and reinforcements (TRK, COR, REI)."""

from __future__ import annotations

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Choice, Option
from companion.model.core.words import say
from companion.model.games.chronicles.box.records import Column, Sheet, Upgrade
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    LAST_COLUMN,
    ONI,
    Corruption,
    Figure,
    Place,
    SheetId,
    State,
    cards,
    without,
)

TILE = say("Choose the tile that is corrupted")
SHIFT = say("Choose where a corruption token moves")
UPGRADE = say("Choose an upgrade")
CALL = say("Call reinforcements, or go on")
PAY = say("Choose the event card paid for the call")
PUT = say("Put the figures that were called")


def column(state: State) -> Column | None:
    """The column of this turn."""
    columns = state.table.box.tracks[state.table.track].columns
    return columns[state.turn - 1] if 1 <= state.turn <= len(columns) else None


def pieces(state: State) -> tuple[str, ...]:
    """The names of the tiles on the table; none where only the table knows them."""
    return tuple([piece.name for piece in state.layout.pieces])


# corruption -----------------------------------------------------------------------------------------------------------


def _clean(state: State) -> list[str]:
    taken = {one.piece for one in state.oni.corruption}
    return [piece for piece in pieces(state) if piece not in taken] or ([] if pieces(state) else [HIDDEN])


def moves_token(state: State) -> bool:
    """TRK-2, TRK-6: whether a token may move now."""
    odd = state.turn % 2 == 1 and state.turn > 1
    return bool(state.oni.corruption) and (odd or state.turn > LAST_COLUMN)


def must_move(state: State) -> bool:
    """COR-3; after turn 8 it may stay in any case (TRK-6)."""
    return state.table.options.corruption_move == "must" and state.turn <= LAST_COLUMN


def shifts(state: State) -> list[Option]:
    """COR-3: every move of a token to a tile without one, as far as the app knows which tiles touch."""
    found: list[Option] = []
    for one in state.oni.corruption:
        near = touching(state, one.piece)
        found += [o.Shift(ONI, one.piece, piece) for piece in _clean(state) if piece != HIDDEN and piece in near]
    return found


def touching(state: State, piece: str) -> tuple[str, ...]:
    """BRD-10: the tiles that share a side of a cell with one, as far as the app knows how they lie."""
    board = places.laid(state)
    return board.touching(piece) if board is not None and piece in pieces(state) else ()


def due(state: State) -> list[str]:
    """COR-2: where the token of this turn's column may come; HIDDEN: on a tile that only the table knows."""
    return _clean(state) if state.turn in state.oni.on_track and not state.oni.closed else []


def _corruption_goes_on(t: Transition, stage: str) -> bool:
    state = t.now
    if state.table.options.oni == "automatic":
        pass
    elif where := due(state):
        if where != [HIDDEN]:
            return False
        corrupt(t, HIDDEN)
    elif moves_token(state) and not pieces(state):
        t.tell(e.CorruptionMayMove(must_move(state)))
    elif moves_token(state) and shifts(state):
        return False
    t.set(stage="upgrade")
    return True


def _ask_corruption(state: State, stage: str) -> Choice:
    if where := due(state):
        return asks(ONI, TILE, [o.Corrupt(ONI, piece) for piece in where])
    return asks(ONI, SHIFT, [*shifts(state), *([] if must_move(state) else [o.NoShift(ONI)])])


def _corrupted(t: Transition, stage: str, option: Option) -> None:
    match option:
        case o.Corrupt(_, tile):
            corrupt(t, tile)
        case o.Shift(_, from_, to):
            shift(t, from_, to)
    t.set(stage="upgrade")


def corrupt(t: Transition, tile: str) -> None:
    """COR-2: the token of this turn's column."""
    here = column(t.now)
    red = here is not None and here.corruption == "red"
    left = tuple([turn for turn in t.now.oni.on_track if turn != t.now.turn])
    t.oni(corruption=(*t.now.oni.corruption, Corruption(tile, red)), on_track=left)
    t.tell(e.TileCorrupted(tile, red))


def shift(t: Transition, from_: str, to: str) -> None:
    """COR-3."""
    moved = [Corruption(to, one.red) if one.piece == from_ else one for one in t.now.oni.corruption]
    t.oni(corruption=tuple(moved))
    t.tell(e.CorruptionMoved(from_, to))


# upgrades -------------------------------------------------------------------------------------------------------------


def upgrades(state: State) -> list[Upgrade]:
    """All upgrades of the game's track."""
    columns = state.table.box.tracks[state.table.track].columns
    return [one for each in columns for one in (*each.guards, *each.creatures)]


def upgrade(state: State, id: str) -> Upgrade:
    """An upgrade of the game's track."""
    return next(one for one in upgrades(state) if one.id == id)


def open_upgrades(state: State) -> tuple[Upgrade, ...]:
    """TRK-3: what may be taken in this turn, of the first kind that still can."""
    here = column(state)
    if here is None or state.oni.closed or state.table.options.upgrades == "off":
        return ()
    track = state.table.box.tracks[state.table.track]
    for kind, offered, supply in (
        ("guards", here.guards, track.guard_tokens),
        ("creatures", here.creatures, track.creature_tokens),
    ):
        of_kind = {one.id for each in track.columns for one in getattr(each, kind)}
        taken = [id for id in state.oni.upgrades if id in of_kind]
        if len(taken) >= supply or any(one.id in taken for one in offered):
            continue
        last = upgrade(state, taken[-1]) if taken else None
        if found := tuple(one for one in offered if last is None or one.id in last.next):
            return found
    return ()


def _upgrade_goes_on(t: Transition, stage: str) -> bool:
    if t.now.table.options.oni != "automatic" and open_upgrades(t.now):
        return False
    t.set(stage="calls")
    return True


def take_upgrade(t: Transition, id: str) -> None:
    """TRK-4."""
    t.oni(upgrades=(*t.now.oni.upgrades, id))
    t.tell(e.UpgradeTaken(id))


# reinforcements -------------------------------------------------------------------------------------------------------


def sheets_in_game(state: State) -> tuple[SheetId, ...]:
    """The Oni's sheets, the demon's with them once it is here."""
    demon = next((one.card for one in state.figures if rank(state, one) == "demon"), None)
    return (*state.table.sheets, *([demon] if demon is not None else []))


def rank(state: State, figure: Figure) -> str | None:
    """FIG-2; None: no figure of the Oni's sheets."""
    sheet = state.table.box.sheets.get(figure.card)
    return sheet.rank if sheet is not None else None


def left_in_box(state: State, id: SheetId) -> int:
    """CMP-2: figures of a sheet that are not in play."""
    return state.table.box.sheets[id].figures - sum(1 for one in state.figures if one.card == id)


def callable_sheets(state: State) -> list[SheetId]:
    """REI-1, REI-2."""
    price = state.table.box.tracks[state.table.track].call.cost
    if len(state.oni.hand) < price or state.table.options.oni == "automatic":
        return []
    return [id for id in state.table.sheets if left_in_box(state, id) > 0]


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


def payable(state: State) -> list[str]:
    """The cards that the Oni may pay with: those known, and what an unknown one may turn out to be."""
    hand = list(dict.fromkeys(state.oni.hand))
    if HIDDEN in hand:
        hand += [card for card in unseen_events(state) if card not in hand]
    return hand


def unseen_events(state: State) -> list[str]:
    """Event cards of which a copy lies nowhere as far as the app knows."""
    piles, oni = state.piles, state.oni
    known = [*piles.event, *piles.used_events, *oni.hand, *[one.card for one in oni.techniques]]
    return [id for id, card in state.table.box.events.items() if known.count(id) < card.copies]


def _ask_pay(state: State, frame: f.CallFrame) -> Choice:
    if frame.to_pay:
        return asks(ONI, PAY, [o.Pay(ONI, card) for card in payable(state)])
    next_ = o.Deploy(ONI, new_figure(state, frame.sheet), HIDDEN)
    return asks(ONI, PUT, [next_, *([o.Enough(ONI)] if frame.placed else [])])


def _paid(t: Transition, frame: f.CallFrame, option: Option) -> None:
    match option:
        case o.Pay(_, card):
            t.oni(hand=without(t.now.oni.hand, card))
            t.piles(used_events=cards((*t.now.piles.used_events, card)))
            t.tell(e.CardPaid(card))
            t.become(f.CallFrame(frame.sheet, frame.to_pay - 1, frame.to_place))
        case o.Deploy(_, figure, at):
            deploy(t, frame.sheet, figure, at)
            t.become(f.CallFrame(frame.sheet, 0, frame.to_place - 1, frame.placed + 1))
        case _:
            t.pop()


def _call_goes_on(t: Transition, frame: f.CallFrame) -> bool:
    if frame.to_pay and not payable(t.now):  # the hand was set by hand
        t.pop()
        return True
    if not frame.to_pay and not frame.to_place:
        t.pop()
        return True
    return False


def new_figure(state: State, sheet: SheetId) -> str:
    """FIG-7: the lowest number of a sheet that is not in play."""
    taken = {one.id for one in state.figures}
    stem = sheet.rpartition(":")[2]
    return next(id for n in range(1, 99) if (id := f"{stem}-{n}") not in taken)


def deploy(t: Transition, sheet: SheetId, id: str, at: Place) -> None:
    """A figure of the Oni's comes into play, whole."""
    record: Sheet = t.box.sheets[sheet]
    t.set(figures=(*t.now.figures, Figure(id, sheet, record.group, at)))
    t.tell(e.FigurePlaced(id, sheet, at))


CORRUPTION = Part(_ask_corruption, _corrupted, resume=_corruption_goes_on)
UPGRADES = Part(
    lambda state, stage: asks(ONI, UPGRADE, [o.TakeUpgrade(ONI, one.id) for one in open_upgrades(state)]),
    lambda t, stage, option: take_upgrade(t, option.upgrade),  # type: ignore[attr-defined]
    resume=_upgrade_goes_on,
)
CALLS = Part(_ask_call, _called, resume=_calls_go_on)
CALLING = Part(_ask_pay, _paid, resume=_call_goes_on)
