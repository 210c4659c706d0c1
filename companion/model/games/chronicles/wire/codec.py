"""Options and events as text and JSON (DEC-7): fields in their order, cells ``c,r``, cards with their colon."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args, get_type_hints

from companion.model.core.contract import Event, Json, Option
from companion.model.core.record import plain
from companion.model.core.refusal import unknown_option
from companion.model.games.chronicles.state import options as o

_CARD = r"\?[a-z]*|[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*"
_PATTERNS = {
    "card": _CARD,
    "seat": r"oni|h[1-4]",
    "place": r"\?|-?\d{1,3},-?\d{1,3}|[A-Za-z][\w.-]{0,39}",
    "numbers": r"\d{1,2}(?:\+\d{1,2})*",
    "word": r"[a-z0-9_-]+",
    "about": r"(?:[A-Za-z0-9][\w.:-]{0,79})?",
    "int": r"-?\d{1,3}",
    "str": r"\?|[A-Za-z0-9][\w.:-]{0,79}",
}


@cache
def _fields(type_: type[Option]) -> tuple[tuple[str, str, str], ...]:
    """Name, name in JSON and pattern of each field behind the seat."""
    hints = get_type_hints(type_, include_extras=True)
    plain = get_type_hints(type_)
    found = []
    for name in type_.__struct_fields__[1:]:
        said = getattr(hints[name], "__metadata__", (None,))[0]
        words = get_args(plain[name])
        if isinstance(said, str):
            meaning = said
        elif words and all(isinstance(word, str) for word in words):
            meaning = "|".join(words)
        else:
            meaning = plain[name].__name__
        found.append((name, name.rstrip("_"), meaning))
    return tuple(found)


@cache
def _classes() -> dict[str, list[tuple[type[Option], re.Pattern[str]]]]:
    found: dict[str, list[tuple[type[Option], re.Pattern[str]]]] = {}
    for type_ in o.SeatOption.__subclasses__():
        kind = str(type_.__struct_config__.tag)
        parts = [kind, *[f"({_PATTERNS.get(meaning, meaning)})" for _, _, meaning in _fields(type_)]]
        found.setdefault(kind, []).append((type_, re.compile(":".join(parts))))
    return found


def option_id(option: Option) -> str:
    """Kind and fields joined by colons: ``play:house:noshin-1:left``."""
    return ":".join([option.kind, *[_text(getattr(option, name), said) for name, _, said in _fields(type(option))]])


def _text(value: Any, meaning: str) -> str:
    if isinstance(value, tuple):
        return ("+" if meaning == "numbers" else ",").join([str(one) for one in value])
    return str(value)


def parse_option(seat: str, text: str) -> Option:
    """The option that a text means, said by a seat; raises UnknownOption. `parse_option(s, option_id(o)) == o`."""
    for type_, pattern in _classes().get(text.partition(":")[0], ()):
        if (match := pattern.fullmatch(text[:300])) is not None:
            meanings = [meaning for _, _, meaning in _fields(type_)]
            values = [_value(meaning, part) for meaning, part in zip(meanings, match.groups(), strict=True)]
            option = type_(seat, *values)
            if option_id(option) == text:
                return option
    raise unknown_option(text)


def _value(meaning: str, text: str) -> Any:
    if meaning == "int":
        return int(text)
    if meaning == "numbers":
        return tuple([int(one) for one in text.split("+")])
    if meaning == "place" and "," in text:
        column, row = text.split(",")
        return int(column), int(row)
    return text


def option_fields(option: Option) -> dict[str, Json]:
    """What an option is about, its seat included: several may be asked at once."""
    named = {wire: plain(getattr(option, name)) for name, wire, _ in _fields(type(option))}
    assert isinstance(option, o.SeatOption)
    return {"seat": option.seat, **named}


def event_json(event: Event) -> Json:
    """An event as the protocol writes it."""
    fields = {name.rstrip("_"): plain(getattr(event, name)) for name in event.__struct_fields__}
    return {"kind": event.kind, **fields}
