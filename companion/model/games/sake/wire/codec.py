"""Options, events and frames as text and JSON: what each number stands for is said by the type of its field."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_type_hints

from companion.model.core.contract import Event, Json, Option, Unknown
from companion.model.core.refusal import InvalidInput, UnknownOption, unknown_option
from companion.model.core.schema import read
from companion.model.games.sake.box.deck import NO_CARD, Deck
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, LIFE, NOBODY, SHEET

T = TypeVar("T")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")
_SPOTS = {LIFE: "life", SHEET: "sheet"}
_NO_CARD = {"hands": "hands", "held": "nothing"}


@cache
def _types(type_: type[Any]) -> dict[str, Any]:
    return get_type_hints(type_)


@cache
def fields_of(type_: type[Any]) -> tuple[tuple[str, str, str], ...]:
    """Name, name in JSON and meaning of each field of a struct; no meaning: it stands for itself."""
    hints = get_type_hints(type_, include_extras=True)
    return tuple((name, name.rstrip("_"), _meaning(hints[name])) for name in type_.__struct_fields__)


def fields(value: Any) -> tuple[tuple[str, str, str], ...]:
    """`fields_of` the type of a value."""
    kind: Any = type(value)
    return fields_of(kind)


def _meaning(hint: Any) -> str:
    said = getattr(hint, "__metadata__", ("",))[0]
    if said == "hidden":
        inner = [_meaning(part) for part in get_args(get_args(hint)[0])]
        return next((one for one in inner if one), "")
    return said if isinstance(said, str) else ""


# values ---------------------------------------------------------------------------------------------------------------


def value_json(deck: Deck, meaning: str, value: Any) -> Json:
    """A value as JSON."""
    if isinstance(value, Unknown):
        return value.value
    if meaning == "seat":
        return LETTERS[value] if value >= 0 else None
    if meaning in ("card", "hands", "held", "spot", "target"):
        if value == NO_CARD:
            return None
        return spot_text(deck, value) if meaning == "spot" else target_text(deck, value)
    if meaning == "cards":
        return [deck.ids[card] for card in value]
    if meaning == "seats":
        return [LETTERS[seat] for seat in value]
    if meaning == "answers":
        return [answer_json(deck, one) for one in value]
    return list(value) if isinstance(value, tuple) else value


def answer_json(deck: Deck, answer: Option | None) -> Json:
    """An answer in a window, with its seat."""
    if answer is None:
        return None
    assert isinstance(answer, o.SeatOption)
    return {"seat": LETTERS[answer.seat], "option": option_id(deck, answer)}


def spot_text(deck: Deck, spot: int) -> str:
    """A spot as positions write it."""
    return _SPOTS.get(spot) or deck.ids[spot]


def target_text(deck: Deck, target: int) -> str:
    """A target, or a card, as positions write it."""
    return LETTERS[target - o.SEAT_AS_TARGET] if o.is_seat(target) else deck.ids[target]


def struct_json(deck: Deck, value: Any) -> dict[str, Json]:
    """Every field of an event or a frame."""
    return {wire: value_json(deck, meaning, getattr(value, name)) for name, wire, meaning in fields(value)}


def frame_json(deck: Deck, frame: f.Frame) -> dict[str, Json]:
    """A frame, named under ``frame``."""
    return {"frame": str(frame.__struct_config__.tag), **struct_json(deck, frame)}


def event_json(deck: Deck, event: Event) -> Json:
    """An event as the protocol writes it."""
    return {"kind": event.kind, **struct_json(deck, event)}


# options --------------------------------------------------------------------------------------------------------------


def option_id(deck: Deck, option: Option) -> str:
    """Kind and fields joined by colons: ``attack:ramen-1:C:hands``."""
    parts = [option.kind]
    for name, _, meaning in fields(option)[1:]:
        value = getattr(option, name)
        if meaning == "cards":
            parts.append("+".join(sorted([_plain(deck, card) for card in value])) or "none")
        elif meaning in ("card", "hands", "held", "spot", "target"):
            if value != NO_CARD:
                parts.append(spot_text(deck, value) if value in _SPOTS else _plain(deck, value))
            elif meaning in _NO_CARD:
                parts.append(_NO_CARD[meaning])
        elif meaning == "seat":
            parts.append(LETTERS[value])
        else:
            parts.append(str(value))
    return ":".join(parts)


def _plain(deck: Deck, card: int) -> str:
    return target_text(deck, card).replace(":", ".")


def option_fields(deck: Deck, option: Option) -> dict[str, Json]:
    """What an option is about; fields that its text does not have are left out."""
    found = {}
    for name, wire, meaning in fields(option)[1:]:
        value = getattr(option, name)
        if value == NO_CARD and meaning not in _NO_CARD:
            continue
        shown = value_json(deck, meaning, value)
        found[wire] = sorted(shown) if meaning == "cards" else shown
    return found


def _classes() -> dict[str, list[type[Option]]]:
    found: dict[str, list[type[Option]]] = {}
    for one in o.SeatOption.__subclasses__():
        found.setdefault(str(one.__struct_config__.tag), []).append(one)
    return found


KINDS = _classes()


def parse_option(deck: Deck, seats: int, seat: int, text: str) -> Option:
    """The option of a seat that a text says; raises UnknownOption. Of `pick` both are meant: see `option_of`."""
    kind, *parts = text.split(":")
    for type_ in KINDS.get(kind, ()):
        made = _parsed(deck, seats, seat, type_, parts)
        if made is not None and option_id(deck, made) == text:
            return made
    raise unknown_option(text)


def _parsed(deck: Deck, seats: int, seat: int, type_: type[Option], parts: list[str]) -> Option | None:
    about = fields_of(type_)[1:]
    if len(parts) > len(about) or (len(parts) < len(about) and type_ is not o.PlayEvent):
        return None
    values: list[Any] = [seat]
    for (name, _, meaning), part in zip(about, parts, strict=False):
        value = _value(deck, seats, meaning, part, type_, name)
        if value is None:
            return None
        values.append(value)
    return type_(*values)


def _value(deck: Deck, seats: int, meaning: str, part: str, type_: type, name: str) -> Any:
    if meaning == "cards":
        cards = [_card(deck, one) for one in part.split("+")] if part != "none" else []
        return None if None in cards else tuple(sorted(card for card in cards if card is not None))
    if meaning == "seat":
        return LETTERS.index(part) if len(part) == 1 and part in LETTERS[:seats] else None
    if part == _NO_CARD.get(meaning):
        return NO_CARD
    if meaning == "spot" and part in ("life", "sheet"):
        return LIFE if part == "life" else SHEET
    if meaning == "target" and len(part) == 1:
        return o.seat_target(LETTERS.index(part)) if part in LETTERS[:seats] else None
    if meaning:
        return _card(deck, part)
    if _types(type_)[name] is int:
        return int(part) if _NUMBER.fullmatch(part) else None
    return part if part in get_args(_types(type_)[name]) else None


def _card(deck: Deck, text: str) -> int | None:
    return deck.index.get(text.replace(".", ":"))


# frames ---------------------------------------------------------------------------------------------------------------

FRAMES = {str(one.__struct_config__.tag): one for one in f.FrameBase.__subclasses__()}


def read_frame(deck: Deck, seats: int, data: Json, path: str) -> f.Frame:
    """A frame out of JSON; raises InvalidInput."""
    kind = data.get("frame") if isinstance(data, dict) else None
    type_ = FRAMES.get(kind) if isinstance(kind, str) else None
    if type_ is None:
        raise InvalidInput(path, "This is nothing that can be resolved.")
    about = fields_of(type_)
    for name in data:
        if name != "frame" and name not in [wire for _, wire, _ in about]:
            raise InvalidInput(f"{path}.{str(name)[:40]}", "This field is unknown.")
    values = {}
    for name, wire, meaning in about:
        if wire not in data:
            raise InvalidInput(f"{path}.{wire}", "This field is missing.")
        at = f"{path}.{wire}"
        if meaning:
            values[name] = _read(deck, seats, meaning, data[wire], at)
        else:
            values[name] = read(data[wire], _types(type_)[name], at)
    return cast(f.Frame, type_(**values))


def _read(deck: Deck, seats: int, meaning: str, value: Json, path: str) -> Any:
    def one(reader: Callable[[str], T | None], said: Json) -> T:
        found = reader(said) if isinstance(said, str) else None
        if found is None:
            raise InvalidInput(path, "This is not part of this game.")
        return found

    def seat(text: str) -> int | None:
        return LETTERS.index(text) if len(text) == 1 and text in LETTERS[:seats] else None

    if meaning == "seat":
        return NOBODY if value is None else one(seat, value)
    if meaning in ("hands", "held") and value is None:
        return NO_CARD
    if meaning == "target" and isinstance(value, str) and seat(value) is not None:
        return o.seat_target(one(seat, value))
    if meaning in ("card", "hands", "held", "target"):
        return one(deck.index.get, value)
    if meaning in ("cards", "seats", "answers"):
        if not isinstance(value, list):
            raise InvalidInput(path, "A list is needed here.")
        if meaning == "answers":
            return tuple([read_answer(deck, seats, said, path) for said in value])
        reader = deck.index.get if meaning == "cards" else seat
        return tuple([one(reader, said) for said in value])
    raise AssertionError(meaning)


def read_answer(deck: Deck, seats: int, said: Json, path: str) -> Option | None:
    """An answer out of JSON; raises InvalidInput."""
    if said is None:
        return None
    if isinstance(said, dict) and set(said) == {"seat", "option"}:
        seat, text = said["seat"], said["option"]
        if isinstance(text, str) and isinstance(seat, str) and len(seat) == 1 and seat in LETTERS[:seats]:
            try:
                return parse_option(deck, seats, LETTERS.index(seat), text)
            except UnknownOption as wrong:
                raise InvalidInput(path, wrong.why) from None
    raise InvalidInput(path, "This is no answer.")
