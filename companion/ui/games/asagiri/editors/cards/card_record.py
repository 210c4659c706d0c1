"""Cards as JSON, changed value by value, drawn as the game draws them; and what they can be given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Source, read
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.model.games.asagiri.state.cards import ALIGNMENTS, CharacterCard, EquipmentCard
from companion.ui.games.asagiri.cards.face import ALIGNMENT_WORDS, CardFace, SkillLine, face_of_card, skill_line
from companion.ui.games.asagiri.cards.profile import GearFace, face_of_gear
from companion.ui.games.asagiri.editors.cards.picker import trait_lines
from companion.ui.games.asagiri.editors.cards.skill_record import owned
from companion.ui.games.asagiri.editors.form_shapes import value_at, with_value
from companion.ui.games.asagiri.editors.pack_context import PackContext, name_of
from companion.ui.kit.list_lines import Line
from companion.ui.kit.translator import tr

C = TypeVar("C", CharacterCard, EquipmentCard)
Side: TypeAlias = Literal["vigilant", "shaken"]
STATS = ("attack", "movement", "defense", "willpower")
Find: TypeAlias = Callable[[str, str], Json | None]
"""Finds a record by kind and id, sound or not."""


def blank_character(id: str, name: Mapping[str, str]) -> dict[str, Any]:
    """A card that nobody has written on."""
    stats = {"attack": 0, "defense": 0, "movement": 0, "willpower": 0}
    return {"id": id, "name": dict(name), "alignment": "mercenary", "zeni": 0, "silhouette": "ronin",
            "vigilant": dict(stats), "shaken": dict(stats)}  # fmt: skip


def blank_equipment(id: str, name: Mapping[str, str]) -> dict[str, Any]:
    """An equipment card that nobody has written on."""
    return {"id": id, "name": dict(name), "zeni": 1, "use": "permanent"}


def unwritten(record: Json, side: Side) -> bool:
    """Whether nobody has written the stats of a face yet: nobody in the game is as weak as all that."""
    return not any(value_at(record, f"/{side}/{stat}") for stat in STATS)


def typed(record: Json, pointer: str, value: Json, source: Source) -> Json:
    """With another value. What stands on the shaken face as on the vigilant one goes on doing so, until it is changed.

    `source`: where fields of the pack are from that nobody says more about.
    """
    changed, fields = with_value(record, pointer, value), [pointer]
    if pointer.startswith("/vigilant/"):
        other = pointer.replace("/vigilant/", "/shaken/", 1)
        if value_at(record, other, ()) == value_at(record, pointer, ()):
            changed = with_value(changed, other, value)
            fields.append(other)
    return owned(changed, fields, source)


def skill_ids(record: Json, pointer: str) -> tuple[str, ...]:
    """The skills named there."""
    found = value_at(record, pointer)
    return tuple(id for id in found if isinstance(id, str)) if isinstance(found, list | tuple) else ()


def character_of(record: Json) -> CharacterCard:
    """The card as far as it can be read: what is wrong is left blank."""
    return _readable(record, blank_character, CharacterCard)


def equipment_of(record: Json) -> EquipmentCard:
    """The card as far as it can be read: what is wrong is left blank."""
    return _readable(record, blank_equipment, EquipmentCard)


def _readable(record: Json, blank: Callable[[str, Mapping[str, str]], dict[str, Any]], type_: type[C]) -> C:
    """The card, else a blank one with every field of the record that can be read."""
    with suppress(InvalidInput):
        return read(record, type_)
    plain = blank(str(value_at(record, "/id") or "x:x"), name_of(record) or {"en": "?"})
    for field in record if isinstance(record, dict) else ():
        if field not in ("id", "name"):
            with suppress(InvalidInput):
                read({**plain, field: record[field]}, type_)
                plain[field] = record[field]
    return read(plain, type_)


def skill_of(find: Find, id: str) -> Skill | None:
    """A skill by its id, if there is one that can be read."""
    try:
        return read(find("skill", id), SkillRecord)
    except InvalidInput:
        return None


def title_of(record: Json, say: Callable[[Name], str]) -> str:
    """What a record is called."""
    names = name_of(record)
    return say(Name.of(names)) if names else str(value_at(record, "/id") or "")


NEW = "new:"
"""Before what somebody typed that is to become a new skill."""


class InPack:
    """The bench as content: the records of its pack as they are at this moment, sound or not, before all others."""

    def __init__(self, bench: PackContext) -> None:
        self._bench = bench

    def find(self, kind: str, id: str) -> Json | None:
        return self._bench.find(kind, id)

    def every(self, kind: str) -> Iterator[tuple[str, Json]]:
        yield from self._bench.content.every(kind)

    def picture(self, id: str, name: str) -> bytes | None:
        return self._bench.picture_data(id, name)


def drawn_character(record: Json, bench: PackContext) -> CardFace:
    """The card as the game draws it, as far as it can be read."""
    card = character_of(record)

    def sound(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(id for id in ids if skill_of(bench.find, id) is not None)

    replace = msgspec.structs.replace
    vigilant = replace(card.vigilant, skills=sound(card.vigilant.skills))
    shaken = replace(card.shaken, skills=sound(card.shaken.skills))
    return face_of_card(replace(card, vigilant=vigilant, shaken=shaken), InPack(bench), tr)


def drawn_gear(record: Json, bench: PackContext) -> GearFace:
    """The equipment card as the game draws it, as far as it can be read."""
    card = equipment_of(record)
    sound = tuple(id for id in card.skills if skill_of(bench.find, id) is not None)
    return face_of_gear(msgspec.structs.replace(card, skills=sound), InPack(bench), tr)


def skill_lines(bench: PackContext, without: tuple[str, ...] = ()) -> list[Line]:
    """Every skill there is, those of the pack first, then by name; not those `without`."""
    own, content = bench.records("skill"), bench.content
    found = {id: skill_of(bench.find, id) for id in bench.every("skill") if id not in without}
    # one that has faults nobody can bear as it is: storage tells of them
    made = [(id not in own, skill_line(skill, tr, content)) for id, skill in found.items() if skill is not None]
    ordered = sorted(made, key=lambda one: (one[0], one[1].name.casefold()))
    return [line_of(line) for _, line in ordered]


def line_of(line: SkillLine) -> Line:
    """A skill as a line to pick."""
    return Line(line.id, line.name, line.words, sign=line.element or "automatic")


def new_line(typed: str, bench: PackContext) -> Line:
    """What was typed as the name of a new skill."""
    return Line(NEW + typed, tr(say("New skill “{name}”", name=typed)), sign="plus")


def bearer_lines(bench: PackContext, content: Content, record: Json) -> list[Line]:
    """Who may bear something: alignments, traits, single characters (BND-5)."""
    lines = [Line(word, tr(Message(ALIGNMENT_WORDS[word]))) for word in ALIGNMENTS]
    lines += trait_lines(bench, record)
    named = ((id, name_of(data)) for id, data in content.every("character"))
    return lines + [Line(id, tr(Name.of(names)), sign="person") for id, names in named if names]
