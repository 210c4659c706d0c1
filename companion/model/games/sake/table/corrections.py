"""The table's free hand (TBL): corrections of the position, a seat that leaves, a game that is stopped."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, cast

import msgspec

from companion.model.core.contract import Applied, Correction, Json, Option
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document, one_of, read
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules.fatal import stop
from companion.model.games.sake.rules.legal import instants
from companion.model.games.sake.rules.play import go_on
from companion.model.games.sake.rules.tracking import fillable
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.rules.turns import burn_draw, soul
from companion.model.games.sake.state.frames import (
    DeathFrame,
    DrawFrame,
    FillFrame,
    HelpFrame,
    LeaveFrame,
    LimitFrame,
    OverFrame,
    SetupFrame,
    ThirdFrame,
    WindowFrame,
)
from companion.model.games.sake.state.options import BurnDraw, Soul
from companion.model.games.sake.state.state import LETTERS, OUT, SAMURAI, SPIRIT, Fatal, Seat, State, clockwise
from companion.model.games.sake.wire.codec import option_id
from companion.model.games.sake.wire.position import encode
from companion.model.games.sake.wire.reader import decoded


class Edit(Correction, frozen=True, tag="edit"):
    """TBL-4: fields of the position take these values (JSON); of ``seats``, by letter, fields of those seats."""

    values: bytes


class Leave(Correction, frozen=True, tag="leave"):
    """TBL-1: a player leaves."""

    seat: int


class Stop(Correction, frozen=True, tag="stop"):
    """FAT-9: the table stops the game."""


class Instant(Correction, frozen=True, tag="instant"):
    """NOW-1: at a real table somebody burns a sake or draws on the soul while another one is asked."""

    seat: int
    option: str


class Fill(Correction, frozen=True, tag="fill"):
    """TRK-8: the rules are enforced from now on; chance fills what nobody can know."""


class _FillForm(Document, tag_field="kind", tag="fill"):
    pass


class _EditForm(Document, tag_field="kind", tag="edit"):
    set: dict[str, Any]


class _LeaveForm(Document, tag_field="kind", tag="leave"):
    seat: str


class _StopForm(Document, tag_field="kind", tag="stop"):
    pass


class _InstantForm(Document, tag_field="kind", tag="instant"):
    seat: str
    option: Annotated[str, msgspec.Meta(max_length=80)]


_Form: TypeAlias = _EditForm | _LeaveForm | _StopForm | _FillForm | _InstantForm
_BUSY = (SetupFrame, WindowFrame, HelpFrame, DrawFrame, LimitFrame, FillFrame, OverFrame)
EDITABLE = (
    "seats", "lines", "pile", "discard", "masu", "gone", "active", "phase", "plays", "soul", "fatal", "turn",
)  # fmt: skip


def correction_of(state: State, data: Json) -> Correction:
    """A correction out of JSON; raises InvalidInput."""
    form = read(data, cast("type[_Form]", _Form))
    if isinstance(form, _LeaveForm):
        return Leave(LETTERS.index(one_of(form.seat, tuple(LETTERS[: state.count]), "seat")))
    if isinstance(form, _InstantForm):
        return Instant(LETTERS.index(one_of(form.seat, tuple(LETTERS[: state.count]), "seat")), form.option)
    if isinstance(form, _StopForm):
        return Stop()
    if isinstance(form, _FillForm):
        return Fill()
    for field in form.set:
        one_of(field, EDITABLE, "set")
    return Edit(msgspec.json.encode(form.set, order="deterministic"))


def correction_json(correction: Correction) -> Json:
    """A correction as it is recorded."""
    if isinstance(correction, Edit):
        return {"kind": "edit", "set": msgspec.json.decode(correction.values)}
    if isinstance(correction, Leave):
        return {"kind": "leave", "seat": LETTERS[correction.seat]}
    if isinstance(correction, Instant):
        return {"kind": "instant", "seat": LETTERS[correction.seat], "option": correction.option}
    return {"kind": correction.kind}


def edit(state: State, correction: Correction) -> Applied[State]:
    """Correct the table; raises InvalidInput when it makes no possible table."""
    if isinstance(correction, Edit):
        return _edited(state, correction)
    t = Transition(state)
    if isinstance(correction, Instant):
        _instant(t, state, correction)
        return Applied(t.state(), tuple(t.events))
    if isinstance(correction, Fill):
        if not fillable(state):
            raise InvalidInput("kind", "Every hand has to be known first, and something else not.")
        t.push(FillFrame())
        return Applied(t.state(), (e.TableCorrected(("fill",)),))
    if isinstance(correction, Stop):
        if t.frames and isinstance(t.frames[-1], OverFrame):
            raise InvalidInput("kind", "The game is over.")
        stop(t)
        return Applied(t.state(), tuple(t.events))
    if not isinstance(correction, Leave):
        raise InvalidInput("kind", "This is not a correction of this game.")
    of = t.seats[correction.seat]
    if of.kind == OUT:
        raise InvalidInput("seat", "This seat has left the game already.")
    if not state.turn or (t.frames and not isinstance(t.frames[-1], ThirdFrame)):
        raise InvalidInput("seat", "Something is being resolved: finish that first.")
    leave(t, correction.seat, of)
    go_on(t)
    return Applied(t.state(), tuple(t.events))


def instants_of(state: State, seat: int) -> list[Option]:
    """What a seat may do at any time (NOW-2, NOW-3), where no window asks for it."""
    of, top = state.seats[seat], state.frames[-1] if state.frames else None
    unseen = state.table.options.enforcement == "track" and state.turn > 0
    if not unseen or of.kind != SAMURAI or isinstance(top, _BUSY) or (not state.pile and state.discard):
        return []
    return instants(state, seat, of)


def _instant(t: Transition, state: State, correction: Instant) -> None:
    by_id = {option_id(t.deck, one): one for one in instants_of(state, correction.seat)}
    option = by_id[one_of(correction.option, tuple(by_id), "option")]
    if isinstance(option, BurnDraw):
        burn_draw(t, option.seat, option.from_)
    elif isinstance(option, Soul):
        soul(t, option.seat, option.count)
    go_on(t)


def leave(t: Transition, seat: int, of: Seat) -> None:
    """TBL-1."""
    t.tell(e.SeatLeft(seat))
    if t.fatal is not None:
        t.fatal = Fatal(t.fatal.first, tuple([n for n in t.fatal.left if n != seat]), t.fatal.extra)
    t.push(LeaveFrame(seat))
    if of.kind == SAMURAI:
        t.push(DeathFrame(seat, seppuku=True))
        return
    heirs = [n for n in clockwise(seat, len(t.seats))[1:] if t.seats[n].kind == SPIRIT]
    if heirs:
        t.seat(heirs[0], jar=t.seats[heirs[0]].jar + of.jar)
        t.tell(e.SakeGiven(heirs[0], of.jar))
    else:
        t.gone += of.jar
        t.tell(e.JarLost(seat, of.jar))
    t.seats[seat] = Seat(OUT)
    t.discard += of.hand
    if of.hand:
        t.tell(e.CardsDiscarded(of.hand))


def _edited(state: State, correction: Edit) -> Applied[State]:
    changes = msgspec.json.decode(correction.values)
    position = encode(state)
    seats = changes.pop("seats", {})
    if not isinstance(seats, dict):
        raise InvalidInput("set.seats", "An object is expected here.")
    for letter, fields in seats.items():
        one_of(letter, tuple(LETTERS[: state.count]), "set.seats")
        if not isinstance(fields, dict) or "seat" in fields:
            raise InvalidInput(f"set.seats.{letter}", "An object is expected here.")
        position["seats"][LETTERS.index(letter)].update(fields)
    position.update(changes)
    try:
        after = decoded(position, state.table)
    except InvalidInput as wrong:
        raise InvalidInput(f"set.{wrong.path}", wrong.why) from None
    what = (*changes, *[f"seats.{letter}" for letter in seats])
    t = Transition(after)
    t.tell(e.TableCorrected(tuple(sorted(what))))
    go_on(t)
    return Applied(t.state(), tuple(t.events))
