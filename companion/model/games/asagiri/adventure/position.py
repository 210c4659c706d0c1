"""What an adventure adds to a position: its record, and what it remembers (`docs/adventure-rules.md`)."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

import msgspec

from companion.model.content.files import parse
from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document, read
from companion.model.games.asagiri.rules import turn
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.formatting import square_json
from companion.model.games.asagiri.state.state import Figure, Quest, State, Thing, replace
from companion.model.games.asagiri.state.table import Table
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NO_SQUARE, FigureId, by_figure
from companion.model.games.asagiri.wire import Square, Text40, Text100, character_at, square_at

from . import record as r
from .check import sound
from .conditions import SIDES, Side
from .goals import due, figure_of, play_of
from .objects import solid_of
from .play import Play, ThingKind
from .play import play_of as made_play

MOST_EXITS = 64
MOST_FACTS = 50


class SidesForm(Document):
    """Who plays which."""

    A: Side
    B: Side


class ThingForm(Document):
    """An object, a cache or a captive."""

    at: Square | None = None
    bearer: Text100 | None = None
    gone: Literal["hidden", "out", "searched", "freed"] | None = None
    through: Text100 | None = None
    side: Side | None = None


class QuestForm(Document):
    """What an adventure remembers."""

    sides: SidesForm
    ended: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None
    held: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=100)], ...], msgspec.Meta(max_length=200)] | None = None
    things: dict[str, ThingForm] | None = None
    left: Annotated[tuple[tuple[Text100, Text100], ...], msgspec.Meta(max_length=MOST_EXITS)] | None = None
    before: dict[Text40, bool] | None = None


def encode(state: State) -> QuestForm:
    """What an adventure remembers, as it is written."""
    play, quest = play_of(state)
    characters, roles = state.table.characters, state.table.roles
    return QuestForm(
        sides=SidesForm(A=SIDES[roles[0]], B=SIDES[roles[1]]),
        ended=quest.ended,
        held=quest.held,
        things={piece.id: _thing_form(state, thing) for piece, thing in zip(play.things, quest.things, strict=True)},
        left=tuple((characters[who].id, zone) for who, zone in quest.exits),
        before=dict(quest.before),
    )


def _thing_form(state: State, thing: Thing) -> ThingForm:
    return ThingForm(
        at=tuple(square_json(state, thing.at)) if thing.at >= 0 else None,
        bearer=state.table.characters[thing.bearer].id if thing.bearer >= 0 else None,
        gone=thing.gone or None,
        through=thing.through or None,
        side=SIDES[thing.side] if thing.side >= 0 else None,
    )


def decode(adventure: Json, form: QuestForm | None, table: Table, figures: tuple[Figure, ...]) -> tuple[Table, Quest]:
    """The table with its adventure, and what that remembers; raises InvalidInput naming the field at fault."""
    record = _record(adventure)
    sound(record, table.board, "adventure")
    play = made_play(record, table.board)
    if form is None:
        raise InvalidInput("quest", "An object is expected here.")
    roles = (SIDES.index(form.sides.A), SIDES.index(form.sides.B))
    if roles[0] == roles[1]:
        raise InvalidInput("quest.sides", "Each band must play a different side.")
    table = replace(table, adventure=play, roles=roles)
    if form.held is not None and len(form.held) != len(play.holds):
        raise InvalidInput("quest.held", "{count} values are needed here.", count=len(play.holds))
    things = _things(form.things, State(table, figures), play)
    before = form.before or {}
    if len(before) > MOST_FACTS:
        raise InvalidInput("quest.before", "Too few or too many entries.")
    return table, Quest(
        things,
        form.held if form.held is not None else (0,) * len(play.holds),
        form.ended or 0,
        tuple(_exit(who, zone, f"quest.left[{n}]", table, play) for n, (who, zone) in enumerate(form.left or ())),
        tuple(before.items()),
        solid_of(play.things, things),
    )


def _record(adventure: Json) -> r.Adventure:
    try:
        problem = parse(msgspec.json.encode(adventure))[1]
    except RecursionError:
        raise InvalidInput("adventure", "This is nested too deeply.") from None
    if problem is not None:
        raise InvalidInput("adventure", problem.what)
    return read(adventure, r.Adventure, "adventure")


def _exit(who: str, zone: str, path: str, table: Table, play: Play) -> tuple[FigureId, str]:
    return character_at(who, table, f"{path}[0]"), _zone(zone, f"{path}[1]", play)


def _zone(zone: str, path: str, play: Play) -> str:
    if zone not in play.zones:
        raise InvalidInput(path, "This adventure has no “{id}”.", id=zone)
    return zone


def _things(forms: dict[str, ThingForm] | None, state: State, play: Play) -> tuple[Thing, ...]:
    if forms is None:
        starts = [piece.start for piece in play.things]
        return tuple(Thing(at=start) if start >= 0 else Thing(gone="hidden") for start in starts)
    for id in forms:
        if id not in play.thing_index:
            raise InvalidInput(f"quest.things.{id[:80]}", "This field is unknown.")
    for piece in play.things:
        if piece.id not in forms:
            raise InvalidInput(f"quest.things.{piece.id}", "This field is missing.")
    return tuple(_thing(forms[piece.id], f"quest.things.{piece.id}", piece, state, play) for piece in play.things)


def _thing(form: ThingForm, path: str, piece: ThingKind, state: State, play: Play) -> Thing:
    table = state.table
    thing = Thing(
        NO_SQUARE if form.at is None else square_at(form.at, table.board, table.several_floors, f"{path}.at"),
        NO_FIGURE if form.bearer is None else character_at(form.bearer, table, f"{path}.bearer"),
        form.gone or "",
        "" if form.through is None else _zone(form.through, f"{path}.through", play),
        -1 if form.side is None else SIDES.index(form.side),
    )
    if thing.at >= 0 and table.board.terrain[thing.at] == BLOCKING:
        raise InvalidInput(f"{path}.at", "Nobody can stand on a blocking square.")
    allowed = {"object": ("", "hidden", "out"), "cache": ("", "searched"), "captive": ("", "freed")}[piece.kind]
    somewhere = (thing.at >= 0) + (thing.bearer >= 0)
    if thing.gone not in allowed or somewhere != (not thing.gone) or (thing.bearer >= 0 and piece.kind != "object"):
        raise InvalidInput(path, "An object is on a square, carried or gone.")
    if piece.kind != "object" and (thing.through or thing.side >= 0):
        raise InvalidInput(path, "Only objects can be found or carried off.")
    if thing.bearer >= 0 and state.figures[thing.bearer].at < 0:
        raise InvalidInput(f"{path}.bearer", "This character is not on the board.")
    return thing


def check(form: QuestForm | None, state: State) -> None:
    """Raise InvalidInput where figures, things and stage do not fit together, with or without an adventure."""
    if state.quest is None:
        if form is not None:
            raise InvalidInput("quest", "There is no adventure that could remember this.")
        if state.stage == "enter":
            raise InvalidInput("stage", "This game has no adventure with reinforcements.")
        if any(figure.away for figure in state.figures):
            raise InvalidInput("bands", "Only in an adventure can a figure be away without being disabled.")
        return
    play, quest = play_of(state)
    _check_figures(state, play)
    bearers = Counter(thing.bearer for thing in quest.things if thing.bearer >= 0)
    if bearers and max(bearers.values()) > 1:
        raise InvalidInput("quest.things", "A figure can carry only one object.")
    for piece, thing in zip(play.things, quest.things, strict=True):
        if piece.kind == "cache" and thing.at >= 0 and quest.things[play.thing_index[piece.holds]].gone != "hidden":
            raise InvalidInput(f"quest.things.{piece.id}", "The object hidden here has already been found.")
        if piece.kind == "captive" and thing.at >= 0 and any(figure.at == thing.at for figure in state.figures):
            raise InvalidInput(f"quest.things.{piece.id}", "Two figures are on the same square.")
    captives = [thing.at for piece, thing in zip(play.things, quest.things, strict=True) if piece.kind == "captive"]
    if any(count > 1 for at, count in Counter(captives).items() if at >= 0):
        raise InvalidInput("quest.things", "Two figures are on the same square.")
    if state.stage == "deploy" and state.side < 0 and turn.first_stage(state) == "side":
        raise InvalidInput("side", "This field is missing.")
    if state.stage == "enter" and not due(state):
        raise InvalidInput("stage", "Nobody enters the board now.")


def _check_figures(state: State, play: Play) -> None:
    characters = state.table.characters
    quest = play_of(state)[1]
    parts = Counter(character.part for character in characters if character.part)
    if parts and max(parts.values()) > 1:
        raise InvalidInput("bands", "Two figures have the same role.")
    bound = {
        piece.holds
        for piece, thing in zip(play.things, quest.things, strict=True)
        if piece.kind == "captive" and thing.at >= 0
    }
    captives = {character.part for character, figure in zip(characters, state.figures, strict=True)
                if figure.away == "captive"}  # fmt: skip
    if bound != captives:
        raise InvalidInput("quest.things", "Bound captives and captive figures do not match.")
    for captive in play.record.captives:
        who = figure_of(state, captive.part)
        if who < 0 or state.figures[who].away != "captive":
            continue
        if state.table.roles[characters[who].band] != SIDES.index(captive.side):
            raise InvalidInput("bands", "This figure belongs to the other side.")
    left = [n for n, figure in by_figure(state.figures) if figure.away == "left"]
    if sorted(who for who, _ in quest.exits) != left:
        raise InvalidInput("quest.left", "The figures that have left do not match.")
