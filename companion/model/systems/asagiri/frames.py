"""The stack of what is being resolved, as JSON inside a saved position."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model.core.contract import Choice, Content, Json, Roll
from companion.model.core.reading import Reader
from companion.model.effects.tree import ELEMENTS

from . import play, position
from .options import Pass
from .state import SEATS, Fight, Frame, GivingUp, Retreating, Shaking, State, Test, Turning, Use
from .text import square_json

_KINDS: dict[str, type[Frame]] = {
    str(kind.__struct_config__.tag): kind for kind in (Fight, Test, Turning, Shaking, Retreating, GivingUp)
}
_STEPS = {"fight": ("attacker", "defender", "roll"), "test": ("announce", "roll")}


def encode(state: State, frame: Frame) -> Json:
    """One frame; figures by id, squares as everywhere."""
    written: dict[str, Json] = {"kind": str(frame.__struct_config__.tag)}
    for name in frame.__struct_fields__:
        value: Any = getattr(frame, name)
        if name in ("who", "attacker", "defender"):
            value = state.table.characters[value].id
        elif name == "square":
            value = square_json(state, value)
        elif name == "band":
            value = SEATS[value]
        elif name == "shot":
            value = None if value is None else position.skill_json(value)
        elif name == "uses":
            value = [{**msgspec.structs.asdict(use), "who": state.table.characters[use.who].id} for use in value]
        written[name] = value
    return written


def decode(reader: Reader, state: State, content: Content) -> Frame:
    """One frame; raises InvalidInput naming the field at fault."""
    reader.object(("kind",), None)
    kind = _KINDS[reader["kind"].one_of(tuple(_KINDS))]
    reader.object(("kind", *kind.__struct_fields__), ())
    values: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        values[name] = _field(reader[name], name, reader["kind"].value, state, content)
    made: Frame = kind(**values)
    if isinstance(made, Fight) and state.band_of(made.attacker) == state.band_of(made.defender):
        raise reader["defender"].fail("A fight is between enemies.")
    return made


def _field(reader: Reader, name: str, kind: str, state: State, content: Content) -> Any:
    if name in ("who", "attacker", "defender"):
        who = position.character_at(reader, state)
        if state.figures[who].at < 0:
            raise reader.fail("This character is not on the board.")
        return who
    if name == "square":
        return position.square_at(reader, state.table.board, state.table.several_floors)
    if name == "band":
        return SEATS.index(reader.one_of(SEATS))
    if name == "shot":
        return None if reader.value is None else position.skill_of(reader, content)
    if name == "uses":
        return tuple(_use(item, state) for item in reader.items(50))
    if name == "step":
        return reader.one_of(_STEPS[kind])
    if name == "into":
        return reader.one_of(("zone", "vision"))
    return reader.flag()


def _use(reader: Reader, state: State) -> Use:
    reader.object(("who", "what", "element", "origin"), ())
    return Use(
        position.character_at(reader["who"], state),
        reader["what"].text(),
        reader["element"].one_of(ELEMENTS),
        reader["origin"].one_of(("pool", "reserve", "aside")),
    )


def top_asks(state: State) -> bool:
    """Whether the top frame waits for an answer: one that settles by itself is never saved."""
    if isinstance(state.frames[-1], Shaking):
        return False
    asked = play.pending(state)
    if isinstance(asked, Choice):
        return any(not isinstance(option, Pass) for option in asked.options)
    return isinstance(asked, Roll)
