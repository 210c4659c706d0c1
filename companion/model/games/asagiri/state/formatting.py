"""How squares, figures, facings and elements are written: plainly for the protocol, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from companion.model.core.contract import Event, Json, Option
from companion.model.core.refusal import UnknownOption
from companion.model.core.words import N_, Arg, Message, Name, plural, say
from companion.model.games.asagiri.skills.language.vocabulary import granted_id
from companion.model.games.asagiri.state.table import HONOUR_NAMES, HONOUR_OF_SKILL
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, FigureId, Ref, SquareId, ThingId, by_figure
from companion.model.games.asagiri.table import automation

from .board import FACINGS
from .state import SEATS, State

FACING_WORDS = (N_("north"), N_("east"), N_("south"), N_("west"))
ELEMENT_WORDS: Mapping[str, str] = {
    "fire": N_("fire"), "water": N_("water"), "air": N_("air"), "earth": N_("earth"), "tori": N_("tori"),
}  # fmt: skip
ORIGIN_WORDS: Mapping[str, str] = {
    "pool": N_("from the pool"), "reserve": N_("from the reserve"), "aside": N_("set aside"),
}  # fmt: skip
STAT_WORDS: Mapping[str, str] = {
    "attack": N_("Attack"), "defense": N_("Defense"), "movement": N_("Movement"), "willpower": N_("Willpower"),
}  # fmt: skip
STATE_WORDS: Mapping[str, str] = {
    "vigilant": N_("vigilant"), "shaken": N_("shaken"), "disabled": N_("disabled"),
}  # fmt: skip

REASON_WORDS: Mapping[str, str] = {
    "first_blood": N_("first disabled character"), "bounty": N_("bounty"), "hold": N_("place held"),
    "standing": N_("vigilant characters"), "wavering": N_("shaken enemies"),
    "crossing": N_("characters in the enemy's first row"),
}  # fmt: skip
QUARTER_WORDS: Mapping[str, str] = {
    "NW": N_("north-west"), "NE": N_("north-east"), "SW": N_("south-west"), "SE": N_("south-east"),
}  # fmt: skip

_PROTOCOL_NAMES = {"who": "character", "origin": "from", "band": "seat"}


def square_json(state: State, at: SquareId) -> list[int]:
    """``[column, row]``, with the floor where the position is written with floors."""
    column, row, floor = state.table.board.squares[at]
    return [column, row, floor] if state.table.several_floors else [column, row]


def square_words(state: State, at: SquareId) -> str:
    """A square as people say it: column letter and row number from the north (``C4``)."""
    column, row, floor = state.table.board.squares[at]
    return place_words(column, row) + (f"/{floor + 1}" if state.table.several_floors else "")


def place_words(column: int, row: int) -> str:
    """A place of a floor as people say it: column letter and row number from the north (``C4``)."""
    return f"{column_words(column)}{row + 1}"


def column_words(column: int) -> str:
    """The letters of a column."""
    return chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)


@cache
def refs(kind: type[msgspec.Struct]) -> tuple[tuple[str, Ref | None], ...]:
    """The fields of an option, an event or a correction, and what the value of each stands for."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, ref_of(hints[name])) for name in kind.__struct_fields__)


def ref_of(hint: Any) -> Ref | None:
    """What a value of this type stands for; of a list: each of its parts."""
    hint = getattr(hint, "__supertype__", hint)
    for part in (*getattr(hint, "__metadata__", ()), *get_args(hint)):
        found = part if isinstance(part, Ref) else ref_of(part)
        if found is not None:
            return found
    return None


def says_nothing(ref: Ref | None, value: Any) -> bool:
    """Whether a value is empty: no figure, no square, nothing."""
    return value is None or (ref in _PLACES and value < 0)


_PLACES = frozenset({Ref.FIGURE, Ref.SQUARE, Ref.FACING, Ref.THING})


def is_known(state: State, ref: Ref | None, value: Any) -> bool:
    """Whether a figure or square of an option is of this table: a game being put together has fewer of them."""
    if ref is Ref.FIGURE:
        return bool(value < len(state.table.characters))
    return ref is not Ref.SQUARE or bool(value < len(state.table.board.squares))


def plain(state: State, ref: Ref | None, value: Any) -> Json:
    """A value of a state as it is written."""
    if says_nothing(ref, value) or not is_known(state, ref, value):
        return None
    if ref is Ref.SQUARE:
        return square_json(state, value)
    if ref is Ref.FACING:
        return FACINGS[value]
    if ref is Ref.FIGURE:
        return state.table.characters[value].id
    if ref is Ref.BAND:
        return SEATS[value]
    if ref is Ref.THING and state.table.adventure is not None:
        return state.table.adventure.things[value].id
    if ref is Ref.STOPS:
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def fields(state: State, one: Option | Event) -> dict[str, Json]:
    """What an option or an event is about, as the protocol writes it; fields that say nothing are left out."""
    return {
        _PROTOCOL_NAMES.get(name, name): plain(state, ref, value)
        for name, ref in refs(type(one))
        if not says_nothing(ref, value := getattr(one, name))
    }


def words_of(state: State, one: Option | Event) -> tuple[tuple[str, Arg], ...]:
    """The same in words."""
    return tuple((name, spoken(state, ref, getattr(one, name))) for name, ref in refs(type(one)))


def spoken(state: State, ref: Ref | None, value: Any) -> Arg:
    """A value of a state in words."""
    if says_nothing(ref, value):
        return "—"
    if ref is Ref.SQUARE:
        return square_words(state, value)
    if ref is Ref.FACING:
        return Message(FACING_WORDS[value])
    if ref is Ref.FIGURE:
        name_: Name = state.table.called[value]
        return name_
    if ref is Ref.BAND:
        return SEATS[value]
    if ref is Ref.SKILL:
        return skill_name(state, value)
    if ref is Ref.CARD:
        return card_name(state, value)
    if ref is Ref.THING:
        return thing_name(state, value)
    if ref is Ref.DIAL:
        return automation.name(value)
    if ref is Ref.ZONE and state.table.adventure is not None:
        return state.table.adventure.zone_names[value]
    if value in HONOUR_NAMES:
        return HONOUR_NAMES[value]
    for known in (ELEMENT_WORDS, ORIGIN_WORDS, STAT_WORDS, STATE_WORDS, REASON_WORDS, QUARTER_WORDS):
        if value in known:
            return Message(known[value])
    if isinstance(value, tuple):
        return tuple(spoken(state, None, part) for part in value)
    return value if isinstance(value, int) else str(value)


def skill_name(state: State, skill: str) -> Name | Message | str:
    """The name of a skill on any card of this table, or of an honour, else its id."""
    if skill in HONOUR_OF_SKILL:
        return HONOUR_NAMES[HONOUR_OF_SKILL[skill]]
    for character in state.table.characters:
        for card in (character.vigilant, character.shaken, character.equipment):
            for found in card.skills if card else ():
                if skill in (found.id, granted_id(found.id)):
                    return Name.of(found.name)
    return skill


def name_json(name: Name) -> Json:
    """A word, or a word a language."""
    words = dict(name.words)
    return words["en"] if set(words) == {"en"} else words


def zeni(count: int) -> Message:
    """An amount."""
    return plural("{count} zeni", "{count} zeni", count)


def card_name(state: State, id: str) -> Name | str:
    """The name of a card or tile of this table, or of one that still lies face up beside it; else its id."""
    table, draft = state.table, state.draft
    for character in table.characters:
        if character.card == id:
            return character.name
        if character.equipment is not None and character.equipment.id == id:
            return character.equipment.name
    if draft is not None:
        candidate, gear, slab = draft.candidate(id), draft.gear(id), draft.slab(id)
        found = candidate.character.name if candidate else gear.equipment.name if gear else slab.name if slab else None
        if found is not None:
            return found
    if table.contest is not None:
        for laid in table.contest.tiles:
            if laid.tile == id:
                return laid.name
        if table.contest.scenario is not None and table.contest.scenario.id == id:
            return Name.of(table.contest.scenario.name)
    return id


def thing_name(state: State, thing: ThingId) -> Name | str:
    """What a thing of an adventure is called; a captive as on its card."""
    play = state.table.adventure
    if play is None:
        return "—"
    piece = play.things[thing]
    if piece.kind != "captive":
        return piece.name
    return next((character.name for character in state.table.characters if character.part == piece.holds), piece.id)


def thing_of(state: State, text: str) -> ThingId:
    """The thing of the adventure with this id; raises UnknownOption."""
    play = state.table.adventure
    if play is None or text not in play.thing_index:
        raise UnknownOption(say("This adventure has no “{id}”.", id=text[:80]))
    return play.thing_index[text]


def zone_of(state: State, text: str) -> str:
    """A zone of the adventure; raises UnknownOption."""
    play = state.table.adventure
    if play is None or text not in play.zones:
        raise UnknownOption(say("This adventure has no “{id}”.", id=text[:80]))
    return text


def character_of(state: State, text: str) -> FigureId:
    """The figure with this id; raises UnknownOption."""
    for n, character in by_figure(state.table.characters):
        if character.id == text:
            return n
    raise UnknownOption(say("There is no character “{id}” in this game.", id=text[:80]))


def square_of(state: State, values: list[int]) -> SquareId:
    """The square at ``[column, row]`` or ``[column, row, floor]``; raises UnknownOption off the board."""
    found = state.table.board.index.get((values[0], values[1], values[2] if len(values) > 2 else 0), NO_SQUARE)
    if found < 0:
        raise UnknownOption(say("There is no square {square} on this board.", square=str(values)))
    return found
