"""What the adventure editor offers: every new thing has the right types, every field and node has words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.model.core.words import Message, Name, Words
from companion.model.games.asagiri.adventure.record import Adventure, Link
from companion.ui.games.asagiri.editors.adventure_editor import ADVENTURE
from companion.ui.games.asagiri.editors.adventure_lexicon import TITLES, AdventureLexicon
from companion.ui.workshop import PackContext
from companion.ui.workshop.form_shapes import (
    NumberGroup,
    One,
    OneOf,
    Repeated,
    Shape,
    StructType,
    field_of,
    fields_of,
)

from .editor_kit import new_workshop


def structs(shape: Shape, seen: set[StructType]) -> Iterator[StructType]:
    """Every struct that a form of an adventure can come to."""
    if isinstance(shape, Repeated):
        yield from structs(shape.of, seen)
    elif isinstance(shape, NumberGroup):
        for part in shape.parts:
            yield from structs(part, seen)
    elif isinstance(shape, One):
        for type_ in shape.types:
            if type_ not in seen:
                seen.add(type_)
                yield type_
                for field in fields_of(type_):
                    yield from structs(field.shape, seen)


ALL = list(structs(One((Adventure,)), set()))
BY_HAND = {"Adventure", "Party", "SideBand", "Floor", "LaidTile"}
"""Never made by a form."""


@pytest.fixture
def lexicon(tmp_path: Path) -> Iterator[tuple[AdventureLexicon, Any]]:
    """The words of a new adventure, and the adventure."""
    workshop = new_workshop(tmp_path)
    pack = workshop.create("Mine", ("en", "fr", "it"))
    bench = PackContext(workshop, pack)
    record = ADVENTURE.blank(f"{pack}:rain", {"en": "Rain", "fr": "Pluie", "it": "Pioggia"}, bench)
    made = AdventureLexicon(bench)
    made.look_at(record)
    yield made, record
    bench.deleteLater()


@pytest.mark.parametrize("struct", [one for one in ALL if one.__name__ not in BY_HAND], ids=lambda one: one.__name__)
def test_a_new_thing_has_the_right_types_and_words(lexicon: tuple[AdventureLexicon, Any], struct: StructType) -> None:
    words, record = lexicon
    say = Words()
    made = words.fresh(struct, record)
    msgspec.convert(made, struct)
    told = words.sentence(made, struct, record)
    assert (told if isinstance(told, str) else say(told)).strip(), "it says what it is"
    assert struct in TITLES, "it is called something when it can be chosen"
    other = words.fresh(struct, record)
    assert other == made, "nothing of it is left to chance"


@pytest.mark.parametrize("struct", [one for one in ALL if one.__name__ not in {"Floor", "LaidTile"}],
                         ids=lambda one: one.__name__)  # fmt: skip
def test_every_field_has_words(lexicon: tuple[AdventureLexicon, Any], struct: StructType) -> None:
    words, record = lexicon
    say = Words()
    for field in fields_of(struct):
        if not words.shown(field):
            continue
        label = say(words.label(field))
        assert label != field.name, f"{struct.__name__}.{field.name} is called as in the file"
        if field.optional:
            assert say(words.left_open(field))
        offered = words.choices(field, record)
        for choice in offered or ():
            assert isinstance(choice.title, Message | Name | str)
        shape = field.shape.of if isinstance(field.shape, Repeated) else field.shape
        if isinstance(shape, OneOf) and offered is None:
            for value in shape.values:
                assert say(words.word(field, value))


def test_a_new_adventure_passes_the_check(lexicon: tuple[AdventureLexicon, Any]) -> None:
    words, record = lexicon
    workshop = words._bench.workshop
    assert workshop.save(words._bench.pack, "adventure", record) == []
    offered = [one.value for one in words.choices(field_of(Link, "origin"), record) or ()]
    assert workshop.library().find("adventure", record["id"]) is not None
    assert record["id"] not in offered, "no adventure goes on from itself"
