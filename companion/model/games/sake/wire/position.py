"""The game as JSON: whole positions, and what a seat may know of them (HID)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.model.core.contract import SPECTATOR, Json
from companion.model.core.schema import WHOLE_MAX, Document
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state.state import KINDS, LETTERS, NOBODY, PHASES, Cards, Options, State
from companion.model.games.sake.wire.codec import frame_json, spot_text

Number: TypeAlias = Annotated[int, Meta(ge=0, le=WHOLE_MAX)]
CardId: TypeAlias = Annotated[str, Meta(max_length=80)]
CardIds: TypeAlias = Annotated[tuple[CardId, ...], Meta(max_length=400)]
Letter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
FewLetters: TypeAlias = Annotated[tuple[Letter, ...], Meta(max_length=8)]


class SeatForm(Document, rename={"is_": "is"}):
    """A seat of a position."""

    seat: Letter
    sheet: Annotated[str, Meta(max_length=80)] | None
    is_: Literal["samurai", "spirit", "out"]
    seated: bool
    hand: CardIds
    life: CardIds
    wounds: CardIds
    gear: CardIds
    held: CardId | None
    sake: CardIds
    jar: Number


class DiscipleForm(Document):
    """A Disciple on a line."""

    card: CardId
    owner: Letter
    at: Number


class LineForm(Document, rename={"from_": "from"}):
    """A line of a position."""

    from_: Letter
    to: Letter
    steps: Number
    disciples: Annotated[tuple[DiscipleForm, ...], Meta(max_length=40)]


class FatalForm(Document):
    """The Fatal Round of a position."""

    first: Letter
    left: FewLetters
    extra: Number


class About(Document):
    """What the game page does not write of a position, for ourselves."""

    names: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=8)] = ()
    viewer: str = ""
    """Of a view: whose it is."""
    frames: Annotated[tuple[Any, ...], Meta(max_length=40)] = ()
    """Of a view: what is being resolved, as the viewer may know it."""


class PositionForm(Document, kw_only=True):
    """A whole position; `msgspec` checks types, `reader` the rest."""

    format: Literal["okko-position/1"]
    system: Literal["sake"]
    options: Options | UnsetType = UNSET
    seats: Annotated[tuple[SeatForm, ...], Meta(min_length=3, max_length=8)]
    lines: Annotated[tuple[LineForm, ...], Meta(max_length=8)]
    pile: CardIds
    discard: CardIds
    air: CardIds = ()
    masu: Number
    gone: Number
    deck: Annotated[str, Meta(max_length=80)] | UnsetType = UNSET
    active: Letter | None
    phase: Literal["play", "disciples", "draw", "hold", "power", "third"] | None
    plays: Number
    soul: FewLetters
    fatal: FatalForm | None
    turn: Number
    frames: Annotated[tuple[Any, ...], Meta(max_length=40)] = ()
    about: About | UnsetType = msgspec.field(name="_about", default=UNSET)


def encode(state: State) -> Json:
    """The whole state; ``decode(encode(state)) == state``."""
    written = _written(state, [_seat(state, n, None) for n in range(state.count)], state.pile)
    if state.frames:
        written["frames"] = [frame_json(state.table.deck, frame) for frame in state.frames]
    if any(state.table.names):
        written["_about"] = {"names": list(state.table.names)}
    return written


def view(state: State, viewer: str) -> Json:
    """What a seat, or everybody, may know; what is being resolved goes, concealed, under ``_about``."""
    me = None if viewer == SPECTATOR else LETTERS.index(viewer)
    deck = state.table.deck
    pile = tuple([deck.unknown(0 if n else deck.back[card]) for n, card in enumerate(state.pile)])
    if state.frames and isinstance(state.frames[0], f.SetupFrame):
        pile = state.pile
    seats = [_seat(state, n, -1 if me is None else me) for n in range(state.count)]
    about: dict[str, Json] = {"viewer": viewer}
    if any(state.table.names):
        about["names"] = list(state.table.names)
    if state.frames:
        about["frames"] = [frame_seen(state, frame, me) for frame in state.frames]
    return {**_written(state, seats, pile), "_about": about}


def frame_seen(state: State, frame: f.Frame, me: int | None) -> Json:
    """A frame without the answers that are still secret, nor who may have passed in a round that is carried out."""
    shown = frame_json(state.table.deck, frame)
    if isinstance(frame, f.WindowFrame) and state.table.options.enforcement != "track":
        mine = None if me is None else LETTERS[me]
        for n, seat in enumerate(frame.seats):
            if shown["answers"][n] is not None and seat != me:
                shown["answers"][n] = "?"
        shown["instants"] = [one for one in shown["instants"] if one["seat"] == mine]
        if not frame.seats:
            shown["passed"] = [seat for seat in shown["passed"] if seat == mine]
    return shown


def _written(state: State, seats: list[Json], pile: Cards) -> dict[str, Json]:
    deck = state.table.deck
    written: dict[str, Json] = {
        "format": "okko-position/1",
        "system": "sake",
        "options": msgspec.to_builtins(state.table.options),
        "seats": seats,
        "lines": [
            {
                "from": LETTERS[line.start],
                "to": LETTERS[line.end],
                "steps": line.steps,
                "disciples": [
                    {"card": deck.ids[one.card], "owner": LETTERS[owner], "at": one.at}
                    for owner, row in ((line.start, line.ours), (line.end, line.theirs))
                    for one in row
                ],
            }
            for line in state.lines
        ],
        "pile": ids(state, pile),
        "discard": ids(state, state.discard),
    }
    if state.air:
        written["air"] = ids(state, state.air)
    fatal = state.fatal
    return {
        **written,
        "masu": state.masu,
        "gone": state.gone,
        "deck": deck.id,
        "active": letter(state.active),
        "phase": PHASES[state.phase],
        "plays": state.plays,
        "soul": [LETTERS[n] for n in range(state.count) if state.soul >> n & 1],
        "fatal": fatal
        and {"first": LETTERS[fatal.first], "left": [LETTERS[n] for n in fatal.left], "extra": fatal.extra},
        "turn": state.turn,
    }


def letter(seat: int) -> str | None:
    """A seat as positions write it."""
    return None if seat == NOBODY else LETTERS[seat]


def ids(state: State, cards: Cards) -> list[str]:
    """Cards as positions write them."""
    return [state.table.deck.ids[card] for card in cards]


def _seat(state: State, n: int, viewer: int | None) -> Json:
    """A seat as a viewer sees it; None: everything, -1: a spectator."""
    of, table = state.seats[n], state.table
    sheet = table.sheets[n]
    hand, life, wounds = ids(state, of.hand), of.life, of.wounds
    if viewer is not None:
        life, wounds = table.deck.as_backs(life), table.deck.as_backs(wounds)
        if viewer != n:
            hand = sorted(ids(state, table.deck.as_backs(of.hand)))
    return {
        "seat": LETTERS[n],
        "sheet": None if sheet is None else sheet.id,
        "is": KINDS[of.kind],
        "seated": of.seated,
        "hand": hand,
        "life": ids(state, life),
        "wounds": ids(state, wounds),
        "gear": ids(state, of.gear),
        "held": None if of.held not in of.gear else table.deck.ids[of.held],
        "sake": [spot_text(table.deck, spot) for spot in of.sake],
        "jar": of.jar,
    }
