"""The stack of what is being resolved, as JSON inside a saved position."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec

from companion.model.core.contract import Choice, Content, Json, Roll
from companion.model.core.reading import Reader
from companion.model.core.refusal import InvalidInput, UnknownOption

from . import asking, cards, position_board, position_cards
from .dials import DIALS
from .language.vocabulary import ELEMENTS
from .options import Pass
from .skills.operations import AnyEffect
from .stack import STEPS, Disabling, Doing, Fight, Frame, Reminding, Shaking, Use
from .state import SEATS, State
from .text import square_json, thing_of

_KINDS: dict[str, type[Frame]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Frame)}
_FIGURES = frozenset({"who", "attacker", "defender", "opponent", "target", "source", "chooser", "against", "about"})
_NOBODY = frozenset({"opponent", "target", "source", "chooser", "against", "about"})
"""Figures that a frame may do without."""
_SQUARES = frozenset({"square", "stood", "fell"})


def encode(state: State, frame: Frame) -> Json:
    """One frame; figures by id, squares as everywhere; what is as it always is left out."""
    written: dict[str, Json] = {"kind": str(frame.__struct_config__.tag)}
    usual = dict(zip(frame.__struct_fields__[::-1], frame.__struct_defaults__[::-1], strict=False))
    for name in frame.__struct_fields__:
        value: Any = getattr(frame, name)
        if _may_lack(type(frame), name) and name in usual and usual[name] == value:
            continue
        written[name] = _plain(state, name, value)
    return written


def _may_lack(kind: type[Frame], name: str) -> bool:
    """Whether a field is left out where it says nothing."""
    return name in _ADDED or (kind is Reminding and name not in ("dial", "about"))


_ADDED = frozenset(
    {"faces", "shift", "counts_as", "against", "squares", "winner_chooses", "stat", "skill", "source", "passed",
     "failed", "face", "rule", "asked", "chooser", "declined", "stood", "fell"}
)  # fmt: skip
"""Fields that frames have had since skills do more than add: left out where they say nothing."""


def _plain(state: State, name: str, value: Any) -> Json:
    if name in _FIGURES:
        return state.table.characters[value].id if value >= 0 else None
    if name == "thing" and state.table.adventure is not None:
        return state.table.adventure.things[value].id
    if name in _SQUARES:
        return square_json(state, value) if value >= 0 else None
    if name == "band":
        return SEATS[value]
    if name == "chosen":
        return [state.table.characters[who].id for who in value]
    if name == "uses":
        return [{**msgspec.structs.asdict(use), "who": state.table.characters[use.who].id} for use in value]
    return msgspec.json.decode(msgspec.json.encode(value))


def decode(reader: Reader, state: State, content: Content) -> Frame:
    """One frame; raises InvalidInput naming the field at fault."""
    reader.object(("kind",), None)
    kind = _KINDS[reader["kind"].one_of(tuple(_KINDS))]
    optional = tuple(name for name in kind.__struct_fields__ if _may_lack(kind, name))
    required = tuple(name for name in kind.__struct_fields__ if name not in optional)
    reader.object(("kind", *required), optional)
    hints = get_type_hints(kind, localns={"Effect": AnyEffect})  # frames lie below the operations, and do not know them
    gone = kind is Doing and "stood" in reader  # what it does goes on without it
    values = {
        name: _field(reader[name], "source" if name == "who" and gone else name, hints[name], state, content)
        for name in kind.__struct_fields__
        if name in required or name in reader.value
    }
    made: Frame = kind(**values)
    if isinstance(made, Fight) and state.band_of(made.attacker) == state.band_of(made.defender):
        raise reader["defender"].fail("A fight needs two enemies.")
    if isinstance(made, Fight) and made.faces is None and made.step not in STEPS[:3]:
        raise reader["step"].fail("The dice of this fight are missing.")
    if isinstance(made, Reminding):
        _check_reminder(reader, made)
    return made


def _check_reminder(reader: Reader, made: Reminding) -> None:
    """What it takes to do it must be there."""
    if made.about < 0 and made.dial not in ("victory", "scenario"):
        raise reader["about"].fail("This reminder needs a figure.")
    if made.dial == "turning" and made.square < 0:
        raise reader["square"].fail("This field is missing.")
    if made.dial == "skills" and made.skill is None:
        raise reader["skill"].fail("This field is missing.")


def _field(reader: Reader, name: str, hint: Any, state: State, content: Content) -> Any:
    if name in _FIGURES:
        if name in _NOBODY:  # may have left the board meanwhile
            return -1 if reader.value is None else position_board.character_at(reader, state)
        return _figure(reader, state)
    if name == "thing":
        return _cache(reader, state)
    if name in _SQUARES:
        if reader.value is None:
            return -1
        return position_board.square_at(reader, state.table.board, state.table.several_floors)
    if name == "dial":
        return reader.one_of(tuple(DIALS))
    if name == "band":
        return SEATS.index(reader.one_of(SEATS))
    if name in ("shot", "skill"):
        return None if reader.value is None else position_cards.skill_of(reader, content)
    if name == "chosen":
        return tuple(_figure(item, state) for item in reader.items(50))
    if name == "uses":
        return tuple(_use(item, state) for item in reader.items(50))
    return cards.converted(reader.value, hint, reader.path)


def _figure(reader: Reader, state: State) -> int:
    who = position_board.character_at(reader, state)
    if state.figures[who].at < 0:
        raise reader.fail("This character is not on the board.")
    return who


def _cache(reader: Reader, state: State) -> int:
    """A place that can still be searched, and has not to be the right one (ADV-7)."""
    try:
        thing = thing_of(state, reader.text(100))
    except UnknownOption as wrong:
        raise InvalidInput(reader.path, wrong.why) from None
    play, quest = state.table.adventure, state.quest
    if play is None or quest is None or play.things[thing].kind != "cache" or quest.things[thing].at < 0:
        raise reader.fail("This cannot be searched.")
    return thing


def _use(reader: Reader, state: State) -> Use:
    reader.object(("who", "what", "element", "origin"), ())
    element, origin = reader["element"], reader["origin"]
    return Use(
        position_board.character_at(reader["who"], state),
        reader["what"].text(),
        None if element.value is None else element.one_of(ELEMENTS),
        None if origin.value is None else origin.one_of(("pool", "reserve", "aside")),
    )


def top_asks(state: State) -> bool:
    """Whether the top frame waits for an answer: one that settles by itself is never saved."""
    if isinstance(state.frames[-1], Shaking | Disabling):
        return False
    if isinstance(state.frames[-1], Reminding) and state.frames[-1].dial not in state.table.asked:
        return False
    asked = asking.pending(state)
    if isinstance(asked, Choice):
        return any(not isinstance(option, Pass) for option in asked.options)
    return isinstance(asked, Roll)
