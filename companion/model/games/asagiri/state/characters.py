"""Characters in play: what a figure is, whatever happens to it."""

from __future__ import annotations

import msgspec

from companion.model.core.words import Name
from companion.model.games.asagiri.rules.honours import Honour
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.vocabulary import BandId


class Profile(msgspec.Struct, frozen=True):
    """One face of a profile card (CMP-3)."""

    attack: int
    defense: int
    movement: int
    willpower: int
    skills: tuple[Skill, ...] = ()


class Equipment(msgspec.Struct, frozen=True):
    """An equipment card in play (CMP-6, BND-5)."""

    id: str | None
    name: Name
    zeni: int
    single: bool = False
    skills: tuple[Skill, ...] = ()


class Character(msgspec.Struct, frozen=True):
    """What a figure is, whatever happens to it."""

    id: str
    band: BandId
    name: Name
    vigilant: Profile
    shaken: Profile
    zeni: int
    traits: frozenset[str] = frozenset()
    alignment: str = "mercenary"
    silhouette: str = "ronin"
    card: str | None = None
    equipment: Equipment | None = None
    part: str = ""
    """What an adventure calls it."""
    kami: Element | None = None
    """The element of a Kami (KAR-3); its two faces are the same, its form shows in its alignment."""
    summoner: str | None = None
    """The id of the sorcerer that has summoned this Kami."""
    honour: Honour | None = None
    """What it has brought along from earlier adventures (CAM-3)."""
    boon: Skill | None = None
    """Its honour as a skill."""
    member: str = ""
    """Who it is in the roster of a campaign, whichever seat and card it has here."""
    speaks: frozenset[str] = frozenset()
    """Every window, operation and selector of its skills, of both faces and of its equipment."""
    reaching: frozenset[str] = frozenset()
    """What those of its skills are about that always hold for others."""

    def __post_init__(self) -> None:
        force = msgspec.structs.force_setattr
        force(self, "speaks", frozenset(mark for skill in self.printed for mark in skill.marks))
        force(self, "reaching", frozenset(word for skill in self.printed for word in skill.reaching))

    @property
    def value(self) -> int:
        """Zeni lost with it, its equipment included (END-1)."""
        return self.zeni + (self.equipment.zeni if self.equipment else 0)

    @property
    def printed(self) -> tuple[Skill, ...]:
        """The skills of both faces and of its equipment, and its honour."""
        own = self.vigilant.skills + self.shaken.skills + (self.equipment.skills if self.equipment else ())
        return own if self.boon is None else (*own, self.boon)
