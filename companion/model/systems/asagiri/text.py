"""How squares, figures, facings and elements are written: plainly for the protocol, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.model.core.contract import Json
from companion.model.core.refusal import UnknownOption
from companion.model.core.words import N_, Arg, Message, Name, say

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

_FIGURES = frozenset({"who", "target", "attacker"})
_SQUARES = frozenset({"at", "start"})
_FACINGS = frozenset({"facing", "before"})
_PROTOCOL_NAMES = {"who": "character", "origin": "from", "band": "seat"}


def protocol_name(name: str) -> str:
    """What the protocol calls a field of an option or an event."""
    return _PROTOCOL_NAMES.get(name, name)


def square_json(state: State, at: int) -> list[int]:
    """``[column, row]``, with the floor where the position is written with floors."""
    column, row, floor = state.table.board.squares[at]
    return [column, row, floor] if state.table.several_floors else [column, row]


def square_words(state: State, at: int) -> str:
    """A square as people say it: column letter and row number from the north (``C4``)."""
    column, row, floor = state.table.board.squares[at]
    return place_words(column, row) + (f"/{floor + 1}" if state.table.several_floors else "")


def place_words(column: int, row: int) -> str:
    """A place of a floor as people say it: column letter and row number from the north (``C4``)."""
    letters = chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)
    return f"{letters}{row + 1}"


def says_nothing(name: str, value: Any) -> bool:
    """Whether a field is empty: no figure, no square, nothing."""
    return value is None or (name in _FIGURES | _SQUARES | _FACINGS and value < 0)


def plain(state: State, name: str, value: Any) -> Json:
    """The value of a field of an option or an event, as the protocol writes it."""
    if says_nothing(name, value):
        return None
    if name in _SQUARES:
        return square_json(state, value)
    if name in _FACINGS:
        return FACINGS[value]
    if name in _FIGURES:
        return state.table.characters[value].id
    if name == "band":
        return SEATS[value]
    return list(value) if isinstance(value, tuple) else value


def spoken(state: State, name: str, value: Any) -> Arg:
    """The value of a field in words."""
    if says_nothing(name, value):
        return "—"
    if name in _SQUARES:
        return square_words(state, value)
    if name in _FACINGS:
        return Message(FACING_WORDS[value])
    if name in _FIGURES:
        name_: Name = state.table.characters[value].name
        return name_
    if name == "band":
        return SEATS[value]
    if name == "skill":
        return skill_name(state, value)
    for known in (ELEMENT_WORDS, ORIGIN_WORDS, STAT_WORDS, STATE_WORDS):
        if value in known:
            return Message(known[value])
    if isinstance(value, tuple):
        return tuple(spoken(state, "", part) for part in value)
    return value if isinstance(value, int) else str(value)


def skill_name(state: State, skill: str) -> Name | str:
    """The name of a skill on any card of this table, else its id."""
    for character in state.table.characters:
        for card in (character.vigilant, character.shaken, character.equipment):
            for found in card.skills if card else ():
                if found.id == skill:
                    return Name.of(found.name)
    return skill


def character_of(state: State, text: str) -> int:
    """The figure with this id; raises UnknownOption."""
    for n, character in enumerate(state.table.characters):
        if character.id == text:
            return n
    raise UnknownOption(say("There is no character “{id}” in this game.", id=text[:80]))


def square_of(state: State, values: list[int]) -> int:
    """The square at ``[column, row]`` or ``[column, row, floor]``; raises UnknownOption off the board."""
    found = state.table.board.index.get((values[0], values[1], values[2] if len(values) > 2 else 0), -1)
    if found < 0:
        raise UnknownOption(say("There is no square {square} on this board.", square=str(values)))
    return found
