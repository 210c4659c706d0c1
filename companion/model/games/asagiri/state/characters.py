"""Characters in play: what a figure is, whatever happens to it; and the honours that it brings along, once (CAM-3).

An honour speaks like a skill that costs nothing and is never obligatory, so it is written in the language of skills: it
is offered, weighed and told where skills are. It belongs to the character and not to a card: neither the face that
shows nor what silences skills changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

from companion.model.core.words import N_, Message, Name
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.vocabulary import BandId

Honour: TypeAlias = Literal["experienced", "determined", "skillful", "courageous"]
HONOURS: tuple[Honour, ...] = get_args(Honour)

HONOUR_NAMES: Mapping[Honour, Message] = {
    "experienced": Message(N_("Experienced")),
    "determined": Message(N_("Determined")),
    "skillful": Message(N_("Skillful")),
    "courageous": Message(N_("Courageous")),
}
HONOUR_WORDS: Mapping[Honour, Message] = {
    "experienced": Message(N_("Rerolls its combat die once; the second roll counts.")),
    "determined": Message(N_("Once, when it would become shaken after an attack, it stays vigilant.")),
    "skillful": Message(N_("Once: +3 Movement.")),
    "courageous": Message(N_("Once: passes a willpower test without a roll.")),
}
"""What each of them does, for a player."""

HONOUR_OF_SKILL: Mapping[str, Honour] = {f"honour:{honour}": honour for honour in HONOURS}
"""Which honour a skill's id means."""


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
