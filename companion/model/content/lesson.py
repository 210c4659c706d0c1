"""Lessons: recorded games with a goal and words at each step (`docs/how-to-write-a-lesson.md`, decision 0150).

A lesson of any game is a record of a pack. It begins from a set-up or a position, and its steps hold the moves that
lead from each to the next: those of the learner's seat are what is practised, the others are made by the lesson.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from companion.model.core.chance import Face
from companion.model.core.contract import Content, Event, Json, Option, System
from companion.model.core.record import plain
from companion.model.core.schema import Id, Node, Provenance, Words
from companion.model.core.words import LINK, Name

MOST_STEPS = 80
MOST_MOVES = 200
"""Of one step."""

Told: TypeAlias = Annotated[dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=900)]],
                            msgspec.Meta(min_length=1)]  # fmt: skip
"""Some sentences: language to text."""
Target: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+:\S{1,80}$")]
"""What is pointed at: ``control:undo`` in any game; else as the game's table knows it (``square:3-4``)."""
Where: TypeAlias = dict[str, Any]
"""Fields, as the protocol writes them, with the values wanted."""
Player: TypeAlias = Literal["greedy", "random"]


class Move(Node, frozen=True):
    """Exactly one of: an option chosen (`do`), a roll, undo."""

    do: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """`System.option_id`."""
    seat: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """Who does it, where the id may be that of several seats."""
    roll: Annotated[tuple[Face, ...], msgspec.Meta(max_length=400)] | None = None
    """The faces, in order; empty: those of the lesson's seed."""
    undo: bool = False
    """What the step before has done is taken back; the only move of its step."""

    @property
    def sound(self) -> bool:
        return (bool(self.do), self.roll is not None, self.undo).count(True) == 1

    def same(self, other: Move) -> bool:
        """Whether both mean the same in one position."""
        if self.roll is not None and other.roll is not None:
            return not self.roll or not other.roll or self.roll == other.roll
        seats = not self.seat or not other.seat or self.seat == other.seat
        return self.do == other.do and self.undo == other.undo and (self.roll is None) == (other.roll is None) and seats


class Like(Node, frozen=True):
    """Options of a kind, or some of them: those with such fields."""

    kind: Annotated[str, msgspec.Meta(max_length=80)]
    where: Where = msgspec.field(default_factory=dict)

    def fits(self, system: System[Any], state: Any, option: Option) -> bool:
        return option.kind == self.kind and _holds(dict(system.fields(state, option)), self.where)


class OptionGoal(Like, frozen=True, tag="option"):
    """Such an option is chosen by the learner."""


class EventGoal(Node, frozen=True, tag="event"):
    """Such an event happens."""

    kind: Annotated[str, msgspec.Meta(max_length=80)]
    where: Where = msgspec.field(default_factory=dict)

    def met(self, system: System[Any], state: Any, event: Event) -> bool:
        return event.kind == self.kind and _holds(system.event_json(state, event), self.where)


class StateGoal(Node, frozen=True, tag="state"):
    """The position, as `System.encode` writes it, has these values: JSON pointer to value."""

    where: Where

    def met(self, position: Json) -> bool:
        return all(_at(position, pointer) == value for pointer, value in self.where.items())


class LookGoal(Node, frozen=True, tag="look"):
    """A part of the window is opened: the id of what opens it (``table.log``)."""

    at: Annotated[str, msgspec.Meta(max_length=60)]


class OverGoal(Node, frozen=True, tag="over"):
    """The game ends."""


Goal: TypeAlias = OptionGoal | EventGoal | StateGoal | LookGoal | OverGoal


class Mistake(Node, frozen=True):
    """What is said when one of these options is chosen."""

    option: Like
    words: Told


class LessonStep(Node, frozen=True):
    """Something to read, to look at or to do."""

    words: Told
    """What is explained, and then what to do; terms are links (``[control zone](term:control-zone)``)."""
    task: Words | None = None
    """What to do now, in one short sentence; none: there is only something to read."""
    point: Annotated[tuple[Target, ...], msgspec.Meta(max_length=8)] = ()
    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MOST_MOVES)] = ()
    """How it is done, from where the step before has led; what other seats do in between is among them."""
    allow: Annotated[tuple[Like, ...], msgspec.Meta(max_length=20)] = ()
    """Options that may be chosen beside those of `moves`."""
    until: Goal | None = None
    """What the step is done with; none: all moves are made (without any: it has been read)."""
    wrong: Told | None = None
    """What is said about anything else."""
    mistakes: Annotated[tuple[Mistake, ...], msgspec.Meta(max_length=20)] = ()
    free: bool = False
    """Everything may be done, and other seats play by themselves."""

    @property
    def read_only(self) -> bool:
        return not self.moves and self.until is None

    @property
    def undoes(self) -> bool:
        return any(move.undo for move in self.moves)


class Lesson(Node, frozen=True, kw_only=True):
    """See the module."""

    format: Literal["okko-lesson/1"]
    id: Id
    system: Annotated[str, msgspec.Meta(max_length=40)]
    """The id of its game."""
    name: Words
    teaches: Words
    """In one sentence."""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    order: Annotated[int, msgspec.Meta(ge=1, le=999)]
    """Its place among the lessons of its game."""
    seat: Annotated[str, msgspec.Meta(max_length=20)]
    """The learner's."""
    setup: dict[str, Any] | None = None
    start: dict[str, Any] | None = None
    """Either a set-up or a position."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**47)] = 1
    players: dict[str, Player] = msgspec.field(default_factory=dict)
    """Who plays the other seats where everything is free; unnamed ones choose at random."""
    steps: Annotated[tuple[LessonStep, ...], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    provenance: Provenance = msgspec.field(default_factory=dict)

    def lines(self) -> list[tuple[Move, ...]]:
        """For each step, and for the end, all moves that lead to it from the beginning."""
        found: list[tuple[Move, ...]] = [()]
        before = 0
        for n, step in enumerate(self.steps):
            if step.undoes:
                found.append(found[before])
            else:
                found.append((*found[-1], *step.moves))
                before = n if step.moves else before
        return found


def plain_words(words: Mapping[str, str]) -> Name:
    """Words without their links, for whoever only hears or reads them in passing."""
    return Name.of({language: LINK.sub(r"\1", text) for language, text in words.items()})


def links(words: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Language, kind (``term``) and target of each link."""
    for language, text in words.items():
        for found in LINK.finditer(text):
            yield language, found[2], found[3]


def _holds(found: Mapping[str, Json], wanted: Mapping[str, Json]) -> bool:
    return not wanted or all(name in found and plain(found[name]) == value for name, value in wanted.items())


def _at(found: Json, pointer: str) -> Json:
    """The value at a JSON pointer; None where there is nothing."""
    for part in pointer.split("/")[1:]:
        if isinstance(found, list) and part.isdigit() and int(part) < len(found):
            found = found[int(part)]
        elif isinstance(found, dict):
            found = found.get(part)
        else:
            return None
    return found


def lessons(content: Content, system: str = "") -> list[Lesson]:
    """The lessons of a game (of all, without one) in their order; records that are none are left out."""
    found = []
    for _, data in list(content.every("lesson")):
        try:
            lesson = msgspec.convert(data, Lesson)
        except msgspec.ValidationError:
            continue  # `check` names its faults; a damaged record keeps nobody from the others
        if not system or lesson.system == system:
            found.append(lesson)
    return sorted(found, key=lambda lesson: (lesson.order, lesson.id))
