"""What an adventure adds to a position: its record, and what it remembers (`docs/adventure-rules.md`)."""

from __future__ import annotations

from collections import Counter

import msgspec

from companion.model.content.files import parse
from companion.model.core.contract import Json
from companion.model.core.reading import Reader
from companion.model.core.refusal import InvalidInput, UnknownOption

from .. import turn
from ..board import BLOCKING
from ..cards import converted
from ..state import SEATS, Figure, Quest, State, Table, Thing, replace
from ..text import character_of, square_json, square_of
from . import arrivals
from . import record as r
from .check import sound
from .conditions import SIDES
from .goals import figure_of, play_of
from .objects import solid_of
from .play import Piece, Play
from .play import play_of as made_play

MOST_EXITS = 64
MOST_FACTS = 50


# writing -----------------------------------------------------------------------------------------------------------


def encode(state: State) -> dict[str, Json]:
    """The fields of a position that an adventure adds."""
    play, quest = play_of(state)
    characters = state.table.characters
    written: dict[str, Json] = {
        "sides": {seat: SIDES[role] for seat, role in zip(SEATS, state.table.roles, strict=True)},
        "ended": quest.ended,
        "held": list(quest.held),
        "things": {piece.id: _thing_json(state, thing) for piece, thing in zip(play.things, quest.things, strict=True)},
        "left": [[characters[who].id, zone] for who, zone in quest.exits],
        "before": dict(quest.before),
    }
    return {"adventure": play.json, "quest": written}


def _thing_json(state: State, thing: Thing) -> Json:
    written: dict[str, Json] = {}
    if thing.at >= 0:
        written["at"] = square_json(state, thing.at)
    if thing.bearer >= 0:
        written["bearer"] = state.table.characters[thing.bearer].id
    if thing.gone:
        written["gone"] = thing.gone
    if thing.through:
        written["through"] = thing.through
    if thing.side >= 0:
        written["side"] = SIDES[thing.side]
    return written


# reading -----------------------------------------------------------------------------------------------------------


def decode(root: Reader, table: Table, figures: tuple[Figure, ...]) -> tuple[Table, Quest]:
    """The table with its adventure, and what that remembers; raises InvalidInput naming the field at fault."""
    record = _record(root["adventure"])
    sound(record, table.board, "adventure")
    play = made_play(record, table.board)
    reader = root["quest"].object(("sides",), ("ended", "held", "things", "left", "before"))
    seats = reader["sides"].object(SEATS, ())
    roles = [SIDES.index(seats[seat].one_of(SIDES)) for seat in SEATS]
    if sorted(roles) != [0, 1]:
        raise seats.fail("Each band must play a different side.")
    table = replace(table, adventure=play, roles=(roles[0], roles[1]))
    bare = State(table, figures)
    held = tuple(item.whole(0, 100) for item in reader["held"].items(200)) if "held" in reader else None
    if held is not None and len(held) != len(play.holds):
        raise reader["held"].fail("{count} values are needed here.", count=len(play.holds))
    things = _things(reader["things"], bare, play)
    before = _before(reader["before"])
    return table, Quest(
        things,
        held if held is not None else (0,) * len(play.holds),
        reader["ended"].whole(0, 10_000) if "ended" in reader else 0,
        tuple(_exit(item, bare, play) for item in reader["left"].items(MOST_EXITS)) if "left" in reader else (),
        before,
        solid_of(play.things, things),
    )


def _before(reader: Reader) -> tuple[tuple[str, bool], ...]:
    if reader.value is None:
        return ()
    known = reader.keys()
    if len(known) > MOST_FACTS or any(len(key) > 40 or not key.isprintable() for key in known):
        raise reader.fail("This text is too long or contains characters that cannot be shown.")
    return tuple((key, reader[key].flag()) for key in known)


def _record(reader: Reader) -> r.Adventure:
    try:
        problem = parse(msgspec.json.encode(reader.value))[1]
    except RecursionError:
        raise reader.fail("This is nested too deeply.") from None
    if problem is not None:
        raise InvalidInput(reader.path, problem.what)
    return converted(reader.value, r.Adventure, reader.path)


def _exit(reader: Reader, state: State, play: Play) -> tuple[int, str]:
    pair = list(reader.items(2))
    if len(pair) != 2:
        raise reader.fail("Figures that have left are written [character, zone].")
    return _who(pair[0], state), _zone(pair[1], play)


def _who(reader: Reader, state: State) -> int:
    try:
        return character_of(state, reader.text(100))
    except UnknownOption:
        raise reader.fail("There is no character “{id}” in this game.", id=reader.text(100)) from None


def _zone(reader: Reader, play: Play) -> str:
    zone = reader.text(100)
    if zone not in play.zones:
        raise reader.fail("This adventure has no “{id}”.", id=zone)
    return zone


def _things(reader: Reader, state: State, play: Play) -> tuple[Thing, ...]:
    if reader.value is None:
        starts = [piece.start for piece in play.things]
        return tuple(Thing(at=start) if start >= 0 else Thing(gone="hidden") for start in starts)
    reader.object([piece.id for piece in play.things], ())
    return tuple(_thing(reader[piece.id], piece, state, play) for piece in play.things)


def _thing(reader: Reader, piece: Piece, state: State, play: Play) -> Thing:
    reader.object((), ("at", "bearer", "gone", "through", "side"))
    thing = Thing(
        _square(reader["at"], state) if "at" in reader else -1,
        _who(reader["bearer"], state) if "bearer" in reader else -1,
        reader["gone"].one_of(("hidden", "out", "searched", "freed")) if "gone" in reader else "",
        _zone(reader["through"], play) if "through" in reader else "",
        SIDES.index(reader["side"].one_of(SIDES)) if "side" in reader else -1,
    )
    allowed = {"object": ("", "hidden", "out"), "cache": ("", "searched"), "captive": ("", "freed")}[piece.kind]
    somewhere = (thing.at >= 0) + (thing.bearer >= 0)
    if thing.gone not in allowed or somewhere != (not thing.gone) or (thing.bearer >= 0 and piece.kind != "object"):
        raise reader.fail("An object is on a square, carried or gone.")
    if piece.kind != "object" and (thing.through or thing.side >= 0):
        raise reader.fail("Only objects can be found or carried off.")
    if thing.bearer >= 0 and state.figures[thing.bearer].at < 0:
        raise reader["bearer"].fail("This character is not on the board.")
    return thing


def _square(reader: Reader, state: State) -> int:
    parts = [item.whole(0, 100) for item in reader.items(3)]
    several = state.table.several_floors
    if len(parts) != (3 if several else 2):
        raise reader.fail("A square is written [column, row, floor] if there are floors, otherwise [column, row].")
    try:
        at = square_of(state, parts)
    except UnknownOption as wrong:
        raise reader.fail("There is no square {square} on this board.", square=str(parts)) from wrong
    if state.table.board.terrain[at] == BLOCKING:
        raise reader.fail("Nobody can stand on a blocking square.")
    return at


def check(root: Reader, state: State) -> None:
    """Raise InvalidInput where figures, things and stage do not fit together, with or without an adventure."""
    if state.quest is None:
        if "quest" in root:
            raise root["quest"].fail("There is no adventure that could remember this.")
        if state.stage == "enter":
            raise root["stage"].fail("This game has no adventure with reinforcements.")
        if any(figure.away for figure in state.figures):
            raise root["bands"].fail("Only in an adventure can a figure be away without being disabled.")
        return
    play, quest = play_of(state)
    things = root["quest"]["things"]
    _check_figures(root, state, play)
    bearers = Counter(thing.bearer for thing in quest.things if thing.bearer >= 0)
    if bearers and max(bearers.values()) > 1:
        raise things.fail("A figure can carry only one object.")
    for piece, thing in zip(play.things, quest.things, strict=True):
        if piece.kind == "cache" and thing.at >= 0 and quest.things[play.thing_index[piece.holds]].gone != "hidden":
            raise things[piece.id].fail("The object hidden here has already been found.")
        if piece.kind == "captive" and thing.at >= 0 and any(figure.at == thing.at for figure in state.figures):
            raise things[piece.id].fail("Two figures are on the same square.")
    captives = [thing.at for piece, thing in zip(play.things, quest.things, strict=True) if piece.kind == "captive"]
    if any(count > 1 for at, count in Counter(captives).items() if at >= 0):
        raise things.fail("Two figures are on the same square.")
    if state.stage == "deploy" and state.side < 0 and turn.first_stage(state) == "side":
        raise root["side"].fail("This field is missing.")
    if state.stage == "enter" and not arrivals.due(state):
        raise root["stage"].fail("Nobody enters the board now.")


def _check_figures(root: Reader, state: State, play: Play) -> None:
    characters = state.table.characters
    quest = play_of(state)[1]
    parts = Counter(character.part for character in characters if character.part)
    if parts and max(parts.values()) > 1:
        raise root["bands"].fail("Two figures have the same role.")
    bound = {
        piece.holds
        for piece, thing in zip(play.things, quest.things, strict=True)
        if piece.kind == "captive" and thing.at >= 0
    }
    captives = {character.part for character, figure in zip(characters, state.figures, strict=True)
                if figure.away == "captive"}  # fmt: skip
    if bound != captives:
        raise root["quest"]["things"].fail("Bound captives and captive figures do not match.")
    for captive in play.record.captives:
        who = figure_of(state, captive.part)
        if who < 0 or state.figures[who].away != "captive":
            continue
        if state.table.roles[characters[who].band] != SIDES.index(captive.side):
            raise root["bands"].fail("This figure belongs to the other side.")
    left = [n for n, figure in enumerate(state.figures) if figure.away == "left"]
    if sorted(who for who, _ in quest.exits) != left:
        raise root["quest"]["left"].fail("The figures that have left do not match.")
