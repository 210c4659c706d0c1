"""The cards of a position read: characters from a pack or written out, their profiles, equipment and skills."""

from __future__ import annotations

from companion.model.core.contract import Content
from companion.model.core.reading import Reader
from companion.model.core.words import Name

from . import casting
from .characters import Character, Equipment, Profile
from .language.skill import Skill
from .language.vocabulary import ELEMENTS
from .state import ALIGNMENTS, replace
from .text import name_of

KAMI_ELEMENTS = tuple(element for element in ELEMENTS if element != "tori")


def read_card(reader: Reader, band: int, content: Content, id: str) -> Character:
    """A character of `band` (-1: nobody's) with this id, out of what is written; raises InvalidInput."""
    if not id or not all(letter.isalnum() or letter in "_.-" for letter in id):
        raise reader["id"].fail("An id may contain letters, digits and _ . -")
    profile = reader["profile"]
    if isinstance(profile.value, str):
        made = _from_pack(profile, content, band, id)
    else:
        profile.object(("vigilant", "shaken"), ())
        made = Character(
            id,
            band,
            Name.of(id),
            _profile(profile["vigilant"], content),
            _profile(profile["shaken"], content),
            0,
        )
        if "zeni" not in reader and "kami" not in reader:
            raise reader["zeni"].fail("This field is missing.")
    if "name" in reader:
        made = replace(made, name=name_of(reader["name"]))
    if "zeni" in reader:
        made = replace(made, zeni=reader["zeni"].whole(0, 1000))
    if "traits" in reader:
        made = replace(made, traits=frozenset(item.text(40) for item in reader["traits"].items(20)))
    if "alignment" in reader:
        made = replace(made, alignment=reader["alignment"].one_of(ALIGNMENTS))
    if "silhouette" in reader:
        made = replace(made, silhouette=reader["silhouette"].text(40))
    if "card" in reader:
        made = replace(made, card=reader["card"].text(100))
    if "part" in reader:
        made = replace(made, part=reader["part"].text(60))
    if "equipment" in reader:
        made = replace(made, equipment=_equipment(reader["equipment"], content))
    if "kami" in reader:
        element = reader["kami"].one_of(KAMI_ELEMENTS)
        made = replace(made, kami=element, traits=made.traits | {casting.KAMI})
    return made


def _from_pack(profile: Reader, content: Content, band: int, id: str) -> Character:
    """The character or the Kami whose card is named."""
    name = profile.text(100)
    if content.find("kami", name) is not None:
        return replace(casting.kami(profile.path, content, name), band=band, id=id)
    return casting.character(profile.path, content, name, band, id)


def _equipment(reader: Reader, content: Content) -> Equipment:
    if isinstance(reader.value, str):
        return casting.equipment(reader.path, content, reader.text(100))
    reader.object(("name", "zeni"), ("single", "skills"))
    single = reader["single"].flag() if "single" in reader else False
    return Equipment(None, name_of(reader["name"]), reader["zeni"].whole(0, 1000), single, _skills(reader, content))


def _profile(reader: Reader, content: Content) -> Profile:
    reader.object(("attack", "defense", "movement", "willpower"), ("skills",))
    attack, defense, movement, willpower = (
        reader[stat].whole(0, 99) for stat in ("attack", "defense", "movement", "willpower")
    )
    return Profile(attack, defense, movement, willpower, _skills(reader, content))


def _skills(reader: Reader, content: Content) -> tuple[Skill, ...]:
    if "skills" not in reader:
        return ()
    return tuple(skill_of(item, content) for item in reader["skills"].items(20))


def skill_of(reader: Reader, content: Content) -> Skill:
    """A skill: the id of a pack's, or a tree of the effect language."""
    if isinstance(reader.value, str):
        return casting.skill(reader.path, content, reader.text(100))
    return casting.skill_tree(reader.path, reader.object().value)
