"""From cards of a pack to what stands on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import TypeVar

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Problem
from companion.model.core.schema import dotted, nodes
from companion.model.core.words import Name
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.operations.figures import SummonKami
from companion.model.games.asagiri.skills.record import SkillRecord, find_skill, problems
from companion.model.games.asagiri.skills.record import cards_named as cards_named_by
from companion.model.games.asagiri.state.table import Candidate, Character, Equipment, Gear, Profile, Slab
from companion.model.games.asagiri.state.vocabulary import BANDS, NO_BAND, BandId

from . import cards, tiles
from .scenarios import Scenario

T = TypeVar("T")
KAMI = "kami"
"""The trait of every Kami, which skills look at."""


def named(path: str, read: Callable[[], T]) -> T:
    """Read a card; what is wrong with it is told of the place that named it (`path`)."""
    try:
        return read()
    except InvalidInput as wrong:
        raise InvalidInput(path, wrong.why) from None


def skill(path: str, content: Content, id: str) -> Skill:
    """The skill of a pack, named at `path`."""
    return named(path, lambda: find_skill(content, id))


def sound_skill(path: str, tree: SkillRecord) -> Skill:
    """The skill written out at `path`, if it makes sense."""
    try:
        problem = _first_problem(msgspec.json.encode(tree))
    except UnicodeEncodeError:  # half a character: no JSON can hold it, nor may a card
        problem = next(problems(tree), None)
    if problem is not None:
        raise InvalidInput((path + dotted(problem.pointer)).removeprefix("."), problem.what)
    return tree


@lru_cache(maxsize=4096)
def _first_problem(written: bytes) -> Problem | None:
    """What is wrong with a skill; positions hold the same ones again and again."""
    return next(problems(msgspec.json.decode(written, type=SkillRecord)), None)


def character(path: str, content: Content, id: str, band: BandId, name: str) -> Character:
    """The character of a card, known in this game as `name`."""
    card = named(path, lambda: cards.character(content, id))
    return Character(
        id=name,
        band=band,
        name=Name.of(card.name),
        vigilant=_profile(path, card.vigilant, content),
        shaken=_profile(path, card.shaken, content),
        zeni=card.zeni,
        traits=frozenset(card.traits),
        alignment=card.alignment,
        silhouette=card.silhouette,
        card=card.id,
    )


def kami(path: str, content: Content, id: str) -> Character:
    """A Kami as a card that may come into play: two equal faces, worth nothing (KAR-3)."""
    card = named(path, lambda: cards.kami(content, id))
    face = _profile(path, card.stats, content)
    return Character(
        id="card",
        band=NO_BAND,
        name=Name.of(card.name),
        vigilant=face,
        shaken=face,
        zeni=0,
        traits=frozenset({KAMI, *card.traits}),
        alignment="demon_hunter" if card.form == "celestial" else "evil_creature",
        silhouette=f"kami-{card.element}-{card.form}",
        card=card.id,
        kami=card.element,
    )


def _profile(path: str, stats: cards.Stats, content: Content) -> Profile:
    skills = tuple(skill(path, content, id) for id in stats.skills)
    return Profile(stats.attack, stats.defense, stats.movement, stats.willpower, skills)


def equipment(path: str, content: Content, id: str) -> Equipment:
    """The equipment of a card."""
    card = named(path, lambda: cards.equipment(content, id))
    skills = tuple(skill(path, content, name) for name in card.skills)
    return Equipment(card.id, Name.of(card.name), card.zeni, card.use == "single", skills)


def cards_named(path: str, content: Content, characters: Iterable[Character]) -> tuple[Character, ...]:
    """The profile cards that skills of these characters bring into play, and those that theirs do, by id."""
    return brought_by(path, content, (skill_ for card in characters for skill_ in card.printed))


def brought_by(path: str, content: Content, skills: Iterable[Skill]) -> tuple[Character, ...]:
    """The profile cards of the packs that these skills bring into play, and those that theirs do, by id."""
    return brought(
        skills,
        lambda: [kami(path, content, id) for id, _ in content.every("kami")],
        lambda id: character(path, content, id, NO_BAND, "card"),
    )


def brought(
    skills: Iterable[Skill], every_kami: Callable[[], Iterable[Character]], find: Callable[[str], Character]
) -> tuple[Character, ...]:
    """The cards that these skills bring into play, and those that theirs do; who summons may bring any of the Kami."""
    found: dict[str, Character] = {}
    waiting = list(skills)
    all_kami = cache(every_kami)
    while waiting:
        skill_ = waiting.pop()
        named_ = {id: find(id) for _, id in cards_named_by(skill_) if id not in found}
        if summons_kami(skill_):
            named_ |= {card.card or "": card for card in all_kami() if card.card not in found}
        found |= named_
        waiting += [further for card in named_.values() for further in card.printed]
    return tuple(found[id] for id in sorted(found))


def summons_kami(skill: Skill) -> bool:
    """Whether the skill summons Kami (KAR-2)."""
    return any(isinstance(node, SummonKami) for _, node in nodes(skill))


def candidate(path: str, content: Content, id: str) -> Candidate:
    """A profile card to recruit (KAR-6)."""
    return Candidate(named(path, lambda: cards.character(content, id)), character(path, content, id, BANDS[0], "x"))


def gear(path: str, content: Content, id: str) -> Gear:
    """An equipment card to be given."""
    return Gear(named(path, lambda: cards.equipment(content, id)), equipment(path, content, id))


def slab(path: str, content: Content, id: str) -> Slab:
    """A floor tile to place."""
    tile = named(path, lambda: cards.tile(content, id))
    return Slab(tile.id, Name.of(tile.name), tiles.plan(tile))


def scenario(path: str, content: Content, id: str) -> Scenario:
    """A scenario card to draw."""
    return named(path, lambda: cards.scenario(content, id))
