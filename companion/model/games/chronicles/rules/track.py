"""The track and corruption, and what the Oni has in the box and in hand (TRK, COR, CMP-2)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Choice, Option
from companion.model.core.words import say
from companion.model.games.chronicles.box.records import Column, Track, Upgrade
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
    SheetId,
    State,
)

TILE = say("Choose the tile to corrupt")
SHIFT = say("Choose where a corruption token moves")
UPGRADE = say("Choose an upgrade")


def column(state: State) -> Column | None:
    """The column of this turn."""
    columns = state.table.box.tracks[state.table.track].columns
    return columns[state.turn - 1] if 1 <= state.turn <= len(columns) else None


def pieces(state: State) -> tuple[str, ...]:
    """The names of the tiles on the table; none where only the table knows them."""
    return tuple([piece.name for piece in state.layout.pieces])


# corruption -----------------------------------------------------------------------------------------------------------


def clean(state: State) -> list[str]:
    """Tiles without a token; HIDDEN: the app does not know the tiles."""
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
        found += [o.Shift(ONI, one.piece, piece) for piece in clean(state) if piece != HIDDEN and piece in near]
    return found


def touching(state: State, piece: str) -> tuple[str, ...]:
    """BRD-10: the tiles that share a side of a cell with one, as far as the app knows how they lie."""
    board = places.laid(state)
    return board.touching(piece) if board is not None and piece in pieces(state) else ()


def due(state: State) -> list[str]:
    """COR-2: where the token of this turn's column may come; HIDDEN: on a tile that only the table knows."""
    return clean(state) if state.turn in state.oni.on_track and not state.oni.closed else []


def _corruption_goes_on(t: Transition, stage: str) -> bool:
    state = t.now
    if state.table.options.oni == "automatic":  # AUT-1: a trial card says it
        t.push(f.TrialFrame())
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


_known: tuple[Track | None, dict[str, Upgrade]] = None, {}
"""The last track that was asked about, by identity, and its upgrades: each number of each figure asks for them."""


def upgrade(state: State, id: str) -> Upgrade:
    """An upgrade of the game's track."""
    global _known
    track = state.table.box.tracks[state.table.track]
    if _known[0] is not track:
        _known = track, {one.id: one for one in upgrades(state)}
    return _known[1][id]


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


# the Oni's sheets, figures and cards ----------------------------------------------------------------------------------


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


def payable(state: State) -> list[str]:
    """The cards that the Oni may pay with: those known, and what an unknown one may turn out to be."""
    hand = list(dict.fromkeys(state.oni.hand))
    if HIDDEN in hand:
        hand += [card for card in unseen_events(state) if card not in hand]
    return hand


def unseen_events(state: State) -> list[str]:
    """Event cards of which a copy lies nowhere as far as the app knows."""
    known = list(events_lying(state))
    return [id for id, card in state.table.box.events.items() if known.count(id) < card.copies]


def events_lying(state: State) -> Iterator[str]:
    """Every event card, wherever it lies."""
    yield from (*state.piles.event, *state.piles.used_events, *state.oni.hand)
    yield from (one.card for one in state.oni.techniques)
    yield from played_events(state)


def played_events(state: State) -> Iterator[str]:
    """EVT-2: the card played in the activation that goes on."""
    yield from (frame.card for frame in state.frames if isinstance(frame, f.OniFrame) and frame.card)


CORRUPTION = Part(_ask_corruption, _corrupted, resume=_corruption_goes_on)
UPGRADES = Part(
    lambda state, stage: asks(ONI, UPGRADE, [o.TakeUpgrade(ONI, one.id) for one in open_upgrades(state)]),
    lambda t, stage, option: take_upgrade(t, option.upgrade),  # type: ignore[attr-defined]
    resume=_upgrade_goes_on,
)
