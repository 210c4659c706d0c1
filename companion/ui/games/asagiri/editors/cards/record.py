"""Cards as JSON, changed value by value. What its owner types is the owner's, and the other face follows. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from companion.model.core.contract import Json
from companion.model.core.nodes import Source
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Name
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.model.games.asagiri.state.cards import ALIGNMENTS, SILHOUETTES, CharacterCard, EquipmentCard
from companion.ui.games.asagiri.editors.forms.paths import value_at, with_value
from companion.ui.games.asagiri.editors.seam import name_of
from companion.ui.games.asagiri.editors.skills.owner import owned

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
    try:
        return read(record, CharacterCard)
    except InvalidInput:
        plain = blank_character(str(value_at(record, "/id") or "x:x"), name_of(record) or {"en": "?"})
        return _sound(plain, record, CharacterCard)


def equipment_of(record: Json) -> EquipmentCard:
    """The card as far as it can be read: what is wrong is left blank."""
    try:
        return read(record, EquipmentCard)
    except InvalidInput:
        plain = blank_equipment(str(value_at(record, "/id") or "x:x"), name_of(record) or {"en": "?"})
        return _sound(plain, record, EquipmentCard)


def _sound(plain: dict[str, Any], record: Json, type_: type[C]) -> C:
    """`plain` with every field of `record` that can be read."""
    card = msgspec.convert(plain, type_)
    for field in record if isinstance(record, dict) else ():
        if field in ("id", "name"):
            continue
        try:
            card = read({**plain, field: record[field]}, type_)
        except InvalidInput:
            continue
        plain[field] = record[field]
    return card


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


__all__ = [
    "ALIGNMENTS", "SILHOUETTES", "STATS", "Find", "Side", "blank_character", "blank_equipment", "character_of",
    "equipment_of", "owned", "skill_ids", "skill_of", "title_of", "typed", "unwritten",
]  # fmt: skip
