"""Positions, set-ups and corrections as JSON (PROTOCOL.md). Here: what they are written with.

That is squares, figures, edges, skills; and structs of these. A struct of the state (a frame, a correction) is its own
document: `document` makes it out of the types of its fields, with ids in place of figures and coordinates in place of
squares; `written` writes one, `made` reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from companion.model.core.contract import Choice, Content, Json, Roll
from companion.model.core.record import plain as as_read
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.schema import WHOLE_MAX, Count, Document, Naming, Printable, Shown, read
from companion.model.core.words import Name
from companion.model.games.asagiri.rules import legal_options
from companion.model.games.asagiri.rules.options import Pass
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.model.games.asagiri.state import card_factory
from companion.model.games.asagiri.state.board import Board
from companion.model.games.asagiri.state.formatting import plain, ref_of, refs, thing_of, zone_of
from companion.model.games.asagiri.state.stack import (
    STEPS,
    Disabling,
    EffectFrame,
    Fight,
    Frame,
    Reminding,
    Searching,
    Shaking,
)
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import Table
from companion.model.games.asagiri.state.vocabulary import FigureId, Ref, SquareId, by_figure
from companion.model.games.asagiri.table.automation import DIALS, STOPS, Stop, Stops, is_known
from companion.model.grid import Edge

S = TypeVar("S", bound=msgspec.Struct)

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=WHOLE_MAX)]
Text100: TypeAlias = Annotated[Shown, msgspec.Meta(max_length=100)]
Text40: TypeAlias = Annotated[Shown, msgspec.Meta(max_length=40)]
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
MOST_DICE = 24
"""Of one band; more than any rule gives, few enough to count."""
DiceCount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MOST_DICE)]
Dice: TypeAlias = Annotated[tuple[Element, ...], msgspec.Meta(max_length=MOST_DICE)]
Seat: TypeAlias = Literal["A", "B"]
FacingWord: TypeAlias = Literal["N", "E", "S", "W"]
SEATS: tuple[Seat, ...] = get_args(Seat)
FACES: tuple[FacingWord, ...] = get_args(FacingWord)
Square: TypeAlias = tuple[Count, ...]
"""``[column, row]``, with the floor where there are floors."""
EdgeForm: TypeAlias = tuple[tuple[Count, Count], Literal["E", "S"]]
Edges: TypeAlias = Annotated[tuple[EdgeForm, ...], msgspec.Meta(max_length=16_384)]
"""Walls or doors, those on the board's edge included."""
NameForm: TypeAlias = Naming | Annotated[dict[str, Naming], msgspec.Meta(min_length=1)]
"""A word, or a word a language."""
SkillForm: TypeAlias = str | SkillRecord
"""The id of a pack's skill, or a tree."""
Skills: TypeAlias = Annotated[tuple[SkillForm, ...], msgspec.Meta(max_length=20)]


def name_of(form: str | Mapping[str, str]) -> Name:
    """A word, or a word a language."""
    return Name.of(form if isinstance(form, str) else {language[:20]: word for language, word in form.items()})


def edges_of(form: Sequence[tuple[tuple[int, int], str]] | None, rows: Sequence[str], path: str) -> frozenset[Edge]:
    """Walls or doors between squares that there are."""
    found = set()
    for n, ((column, row), side) in enumerate(form or ()):
        if row >= len(rows) or column >= len(rows[row]):
            raise InvalidInput(f"{path}[{n}][0]", "There is no square here.")
        found.add(Edge(column, row, side))
    return frozenset(found)


def edges_json(edges: Collection[Edge]) -> tuple[EdgeForm, ...]:
    """Walls or doors as they are written."""
    return tuple(((edge.column, edge.row), "E" if edge.side == "E" else "S") for edge in sorted(edges))


def square_at(parts: Sequence[int], board: Board, several: bool, path: str) -> SquareId:
    """The square with these coordinates."""
    if len(parts) != (3 if several else 2):
        raise InvalidInput(
            path, "A square is written [column, row, floor] if there are floors, otherwise [column, row]."
        )
    found = board.index.get((parts[0], parts[1], parts[2] if several else 0))
    if found is None:
        raise InvalidInput(path, "There is no square {square} on this board.", square=str(list(parts)))
    return found


def character_at(id: str, table: Table, path: str) -> FigureId:
    """The figure with this id."""
    for n, character in by_figure(table.characters):
        if character.id == id:
            return n
    raise InvalidInput(path, "There is no character “{id}” in this game.", id=id)


def stops_of(form: Mapping[str, Stop] | None, path: str) -> Stops:
    """Dials and rules with how they are set."""
    for id, stop in (form or {}).items():
        if not is_known(id):
            raise InvalidInput(f"{path}.{id}", "There is no automatic step or rule “{id}”.", id=id[:40])
        if id not in DIALS and stop == "do":
            raise InvalidInput(f"{path}.{id}", "One of {words} is needed here.", words=STOPS[:2])
    return tuple(sorted((form or {}).items()))


def read_stops(data: Json, path: str) -> Stops:
    """The same out of JSON nobody has checked."""
    return stops_of(read(data, dict[str, Stop], path), path)


def skill_of(form: SkillForm, content: Content, path: str) -> Skill:
    """A skill: the id of a pack's, or a tree of the effect language."""
    return card_factory.skill(path, content, form) if isinstance(form, str) else card_factory.sound_skill(path, form)


def skills_of(form: Sequence[SkillForm] | None, content: Content, path: str) -> tuple[Skill, ...]:
    """The skills of a card."""
    return tuple(skill_of(one, content, f"{path}.skills[{n}]") for n, one in enumerate(form or ()))


# structs of the state ------------------------------------------------------------------------------------------------

_FORMS: Mapping[Ref, Any] = {
    Ref.FIGURE: Printable,
    Ref.SQUARE: Square,
    Ref.FACING: FacingWord,
    Ref.BAND: Seat,
    Ref.THING: Text100,
    Ref.ZONE: Text100,
    Ref.DIAL: Literal[tuple(DIALS)],
    Ref.STOPS: dict[str, Stop],
}


def one_of(forms: Iterable[type[msgspec.Struct]]) -> Any:
    """The type of what is one of these documents, told apart by their tags."""
    return reduce(or_, forms)


@cache
def document(kind: type[msgspec.Struct], later: frozenset[str] = frozenset()) -> type[msgspec.Struct]:
    """The document of a struct of the state; fields of `later` are left out where they say nothing."""
    hints = _hints(kind)
    usual = _usual(kind)
    fields: list[Any] = []
    for name in kind.__struct_fields__:
        without = (None if _lacks(hints[name]) else usual[name],) if name in later and name in usual else ()
        fields.append((name, _form(hints[name]), *without))
    tag = kind.__struct_config__.tag
    return msgspec.defstruct(
        kind.__name__, fields, bases=(Document,), tag=tag, tag_field="kind" if tag else None, kw_only=True
    )  # fmt: skip


def _usual(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return dict(zip(kind.__struct_fields__[::-1], kind.__struct_defaults__[::-1], strict=False))


def _lacks(hint: Any) -> bool:
    return None in getattr(hint, "__metadata__", ())


def _form(hint: Any) -> Any:
    """How a field of this type is written."""
    if ref := ref_of(hint):
        form = _FORMS.get(ref, Text100)
        if ref is not Ref.STOPS and get_args(hint)[-1:] == (...,):
            return tuple[form, ...]  # type: ignore[valid-type]
        return form | None if _lacks(hint) or type(None) in get_args(hint) else form
    if SkillRecord in (hint, *get_args(hint)):
        return SkillForm if hint is SkillRecord else SkillForm | None
    inner = _inner(hint)
    return hint if inner is None else tuple[document(inner), ...]  # type: ignore[misc]


def _inner(hint: Any) -> type[msgspec.Struct] | None:
    """The struct that a list is made of, if that has ids of its own."""
    parts = [part for part in get_args(hint) if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    return next((part for part in parts if get_args(hint)[-1] is ... and any(ref for _, ref in refs(part))), None)


def written(state: State, one: msgspec.Struct, later: frozenset[str] = frozenset()) -> dict[str, Json]:
    """A struct of the state as JSON."""
    kind = type(one)
    tag, usual, hints = kind.__struct_config__.tag, _usual(kind), _hints(kind)
    found: dict[str, Json] = {"kind": tag} if tag else {}
    for name, ref in refs(kind):
        value = getattr(one, name)
        if name in later and name in usual and usual[name] == value:
            continue
        if ref is not None and isinstance(value, tuple) and ref is not Ref.STOPS:
            found[name] = [plain(state, ref, part) for part in value]
        elif ref is not None:
            found[name] = plain(state, ref, value)
        elif _inner(hints[name]) is not None:
            found[name] = [written(state, part) for part in value]
        else:
            found[name] = as_read(value)
    return found


@cache
def _hints(kind: type[msgspec.Struct]) -> Mapping[str, Any]:
    known = {"Effect": AnyEffect, "Skill": SkillRecord}  # the structs lie below the operations, and do not know them
    return get_type_hints(kind, localns=known, include_extras=True)


def figures_in(one: msgspec.Struct) -> Iterator[tuple[str, int]]:
    """The figures that a struct of the state cannot do without, each with its field."""
    for name, hint in _hints(type(one)).items():
        if ref_of(hint) is Ref.FIGURE and not _lacks(hint):
            value = getattr(one, name)
            yield from (
                ((f"{name}[{n}]", who) for n, who in enumerate(value)) if isinstance(value, tuple) else [(name, value)]
            )


class ReadingPlace(msgspec.Struct, frozen=True):
    """Where something is read: the state that its ids are of, the packs, and the path of what is read."""

    state: State
    content: Content | None
    path: str

    def at(self, name: str | int) -> ReadingPlace:
        """A field of it, or a part of a list."""
        step = f"[{name}]" if isinstance(name, int) else f".{name}" if self.path else name
        return msgspec.structs.replace(self, path=f"{self.path}{step}")


def made(place: ReadingPlace, kind: type[S], form: msgspec.Struct) -> S:
    """A struct of the state out of its document; raises InvalidInput naming the field at fault."""
    hints = _hints(kind)
    return kind(**{name: _made(place.at(name), hints[name], ref, getattr(form, name)) for name, ref in refs(kind)})


def _made(place: ReadingPlace, hint: Any, ref: Ref | None, value: Any) -> Any:
    inner = _inner(hint)
    if value is None:
        return -1 if _lacks(hint) else None
    if inner is not None:
        return tuple(made(place.at(n), inner, part) for n, part in enumerate(value))
    if ref is not None and get_args(hint)[-1:] == (...,) and ref is not Ref.STOPS:
        return tuple(_meant(place.at(n), ref, part) for n, part in enumerate(value))
    if ref is not None:
        return _meant(place, ref, value)
    if SkillRecord in (hint, *get_args(hint)) and place.content is not None:
        return skill_of(value, place.content, place.path)
    return value


def _meant(place: ReadingPlace, ref: Ref, value: Any) -> Any:
    """What an id, coordinates or a word stand for."""
    table = place.state.table
    if ref is Ref.FIGURE:
        return character_at(value, table, place.path)
    if ref is Ref.SQUARE:
        return square_at(value, table.board, table.several_floors, place.path)
    if ref is Ref.FACING:
        return FACES.index(value)
    if ref is Ref.BAND:
        return SEATS.index(value)
    if ref is Ref.STOPS:
        return stops_of(value, place.path)
    if ref in (Ref.THING, Ref.ZONE):
        try:
            return (thing_of if ref is Ref.THING else zone_of)(place.state, value)
        except UnknownOption as wrong:
            raise InvalidInput(place.path, wrong.why) from None
    return value


_ADDED = frozenset(
    {"faces", "shift", "counts_as", "against", "squares", "winner_chooses", "stat", "skill", "source", "passed",
     "failed", "face", "rule", "asked", "chooser", "declined", "stood", "fell", "struck_as", "used", "element",
     "direction", "anywhere", "start"}
)  # fmt: skip
"""Fields that frames have had since skills do more than add: left out where they say nothing."""


def _later(kind: type[Frame]) -> frozenset[str]:
    if kind is Reminding:
        return frozenset(kind.__struct_fields__) - {"dial", "about"}
    return _ADDED | {"margin"} if kind is Fight else _ADDED


_KINDS: dict[str, type[Frame]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Frame)}
if TYPE_CHECKING:
    FrameForm: TypeAlias = msgspec.Struct
else:
    FrameForm = one_of(document(kind, _later(kind)) for kind in _KINDS.values())


def encode(state: State, frame: Frame) -> Json:
    """One frame; what is as it always is left out."""
    return written(state, frame, _later(type(frame)))


def decode(place: ReadingPlace, form: msgspec.Struct) -> Frame:
    """One frame; raises InvalidInput naming the field at fault."""
    found: Frame = made(place, _KINDS[str(form.__struct_config__.tag)], form)
    state = place.state

    for field, who in figures_in(found):
        gone = isinstance(found, EffectFrame) and found.stood >= 0 and field == "who"  # what it does goes on without it
        if state.figures[who].at < 0 and not gone:
            raise InvalidInput(f"{place.path}.{field}", "This character is not on the board.")
    if isinstance(found, Fight) and state.band_of(found.attacker) == state.band_of(found.defender):
        raise InvalidInput(f"{place.path}.defender", "A fight needs two enemies.")
    if isinstance(found, Fight) and found.faces is None and found.step not in STEPS[:4]:
        raise InvalidInput(f"{place.path}.step", "The dice of this fight are missing.")
    if isinstance(found, Searching):
        play, quest = state.table.adventure, state.quest
        if (
            play is None
            or quest is None
            or play.things[found.thing].kind != "cache"
            or quest.things[found.thing].at < 0
        ):
            raise InvalidInput(
                f"{place.path}.thing", "This cannot be searched."
            )  # another one may be the right one (ADV-7)
    if isinstance(found, Reminding):
        if found.about < 0 and found.dial not in ("victory", "scenario"):
            raise InvalidInput(f"{place.path}.about", "This reminder needs a figure.")
        if (found.dial == "turning" and found.square < 0) or (found.dial == "skills" and found.skill is None):
            field = "square" if found.dial == "turning" else "skill"
            raise InvalidInput(f"{place.path}.{field}", "This field is missing.")
    return found


def top_asks(state: State) -> bool:
    """Whether the top frame waits for an answer: one that settles by itself is never saved."""
    if isinstance(state.frames[-1], Shaking | Disabling):
        return False
    if isinstance(state.frames[-1], Reminding) and state.frames[-1].dial not in state.table.asked:
        return False
    asked = legal_options.pending(state)
    if isinstance(asked, Choice):
        return any(not isinstance(option, Pass) for option in asked.options)
    return isinstance(asked, Roll)
