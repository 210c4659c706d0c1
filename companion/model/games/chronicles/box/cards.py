"""Cards, sheets and dice of a box (§28). No rule depends on a house number."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.schema import Id, Node, Provenance, Words
from companion.model.games.chronicles.box.effects import (
    Arrow,
    Condition,
    Effects,
    Element,
    Group,
    Signed,
    Small,
    Stat,
    Word,
)

Class: TypeAlias = Literal["samurai", "ronin", "mahotsukai", "ninja", "hinin"]
Rank: TypeAlias = Literal["minion", "lieutenant", "demon"]
Slot: TypeAlias = Literal["hand", "two_hands", "clothing", "reserve"]
Side: TypeAlias = Literal["right", "left"]
Copies: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=40)]
Several: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=40)]
DieFace: TypeAlias = Literal["ki"] | Small


class Record(Node, frozen=True, kw_only=True):
    """What every record has."""

    id: Id
    names: Words
    provenance: Provenance = msgspec.field(default_factory=dict)


class DieRecord(Record, frozen=True):
    """CMP-3: one of the three kinds of die."""

    use: Literal["combat", "action", "test"]
    """Which of the three dice it is."""
    faces: tuple[DieFace, ...]
    """Its different faces, `ki` among them."""
    weights: tuple[Several, ...]
    """How often each face is on it, in the order of `faces`."""


class Technique(Node, frozen=True):
    """Modifiers of a card laid right (CRD-1, WND-1) or of an event (EVT-1)."""

    speed: Signed = 0
    """Added to Speed."""
    attack: Signed = 0
    """Added to Attack: action dice more, or combat dice fewer (ATK-3)."""
    defense: Signed = 0
    """Added to Defense."""
    mental: Signed = 0
    """Added to Mental."""
    actions: Signed = 0
    """Actions more or fewer; of events alone."""


class Talent(Node, frozen=True):
    """CRD-4."""

    type: Literal["movement", "attack", "defense", "mental", "coordination", "weakness"]
    """Its sign on the card."""
    cost: Literal["free", "action", "action_once"] = "free"
    """`free`: it holds by itself; else the action it takes, which is the moment of all its effects."""
    effects: Effects = ()
    """What it does."""


class Hero(Record, frozen=True, kw_only=True):
    """A hero's sheet (FIG-1)."""

    speed: Small
    """Zones in a move."""
    attack: Small
    """Combat dice."""
    defense: Small
    """What an attack at it has to reach."""
    mental: Small
    """What Mental tests are made against."""
    health: Several
    """Damage for which a wound is drawn."""
    class_: Class = msgspec.field(name="class")
    """Which objects it may use."""
    powers: Effects = ()
    """What its sheet says."""
    reserve: Small = 2
    """Places in its reserve."""
    base: tuple[Id, ...] = ()
    """The objects it begins with."""
    follower: Id | None = None
    """The follower it begins with."""
    mission: Id | None = None
    """Its personal-mission card."""
    kami: bool = False
    """It can summon Kami."""
    pilot: bool = False
    """It can pilot a Bunraku."""


class ActionCard(Record, frozen=True, kw_only=True):
    """CRD-1; a card of an experience pile (PAJ-5) comes to a hero in a campaign."""

    hero: Id | None = None
    """Whose card it is; none: of an experience pile."""
    technique: Technique | None = None
    """What it adds when laid right."""
    talent: Talent | None = None
    """What it does when laid left."""
    weakness: bool = False
    """It is a weakness (CRD-7)."""
    pile: str | None = None
    """The experience pile it is drawn from; none: one of its hero's first eight."""


class Sheet(Record, frozen=True, kw_only=True):
    """A sheet of the Oni's camp."""

    group: Group
    """Whether its figures are guards or creatures."""
    rank: Rank
    """One sheet for many figures, one figure, or the Oni itself."""
    speed: Small
    """Zones in a move."""
    attack: Small
    """Combat dice."""
    defense: Small
    """What an attack at it has to reach."""
    actions: Small
    """Actions of each figure in an activation."""
    health: Several
    """Damage that removes a figure."""
    powers: Effects = ()
    """What the sheet says."""
    traits: tuple[Word, ...] = ()
    """Further words that effects may ask for (`undead`)."""
    figures: Several = 1
    """Figures of it in the box."""
    pilot: bool = False
    """Its figures can pilot a Bunraku."""


class ObjectCard(Record, frozen=True, kw_only=True):
    """OBJ-2."""

    slot: Slot
    """Where it works."""
    classes: tuple[Class, ...] = ()
    """Who may use it; empty: everybody."""
    legendary: bool = False
    """It works against Yurei, too (ATK-10)."""
    cursed: bool = False
    """It must be put on and cannot be taken off (OBJ-11)."""
    effects: Effects = ()
    """What it does."""
    copies: Copies = 1
    """Cards of it in the box."""


class Wound(Record, frozen=True, kw_only=True):
    """WND-1."""

    side: Side = "right"
    """On which side it is planned."""
    technique: Technique | None = None
    """What it adds."""
    effects: Effects = ()
    """What else it does."""
    copies: Copies = 1
    """Cards of it in the box."""


class EventCard(Record, frozen=True, kw_only=True):
    """EVT-1."""

    technique: Technique = Technique()
    """What it adds to a sheet beside which it is laid."""
    effects: Effects = ()
    """What it does when played in an activation."""
    copies: Copies = 1
    """Cards of it in the box."""


class PersonalGoal(Node, frozen=True):
    """SET-4, FOL-9: the faces of the combat die that give it, and what it asks."""

    condition: Condition
    """What has to be done."""
    faces: tuple[DieFace, ...] = ()
    """The faces of the combat die that give this one."""


class Companion(Node, frozen=True):
    """The numbers of a host who follows (INV-7)."""

    speed: Small
    """Zones in a move."""
    attack: Small
    """Combat dice."""
    defense: Small
    """What an attack at it has to reach."""
    actions: Small
    """Its actions after those of its hero."""
    health: Several
    """Damage that removes it."""
    powers: Effects = ()
    """What its card says."""
    group: Class = "hinin"
    """Which list of missions it has (FOL-9)."""
    missions: tuple[PersonalGoal, ...] = ()
    """What it may be asked to do (FOL-9)."""


class HostTest(Node, frozen=True):
    """INV-11: how a host of an extension is tested."""

    characteristic: Stat = "mental"
    """What it is tested with."""
    skulls: Small = 0
    """Objects to discard instead of rolling."""
    damage: Small = 0
    """Damage of a failed test."""


class Host(Record, frozen=True, kw_only=True):
    """A host card."""

    background: Literal["grey", "black"]
    """Grey: the heroes may play it; black: the Oni."""
    can_follow: Companion | None = None
    """Its numbers as a follower; none: it follows nobody."""
    effects: Effects = ()
    """What it does when played."""
    test: HostTest | None = None
    """How it is tested where that is not a plain Mental test."""


class Nature(Record, frozen=True, kw_only=True):
    """A nature card: the demon that it stands for, and what finding it does (ACC-4)."""

    demon: Id
    """The sheet of the demon."""
    malus: Effects = ()
    """What the demon suffers once its nature is known."""


class Surprise(Record, frozen=True, kw_only=True):
    """INV-6."""

    effects: Effects = ()
    """What happens when it is drawn."""


class Follower(Record, frozen=True, kw_only=True):
    """FOL; `versions` are its powers, of which its hero picks one list."""

    speed: Small
    """Zones in a move."""
    attack: Small
    """Combat dice."""
    defense: Small
    """What an attack at it has to reach."""
    actions: Small
    """Its actions after those of its hero."""
    health: Several
    """Damage that removes it."""
    versions: tuple[Effects, ...] = ()
    """Two lists of powers: the sides of its card."""
    group: Class = "hinin"
    """Which list of missions it has (FOL-9)."""
    missions: tuple[PersonalGoal, ...] = ()
    """What it may be asked to do (FOL-9)."""


class Kami(Record, frozen=True, kw_only=True):
    """KAM: a card of an element."""

    element: Element
    """Which summoning brings it."""
    speed: Small
    """Zones in a move."""
    attack: Small
    """Combat dice."""
    defense: Small
    """What an attack at it has to reach."""
    actions: Small
    """Its actions after those of its hero."""
    health: Several
    """Damage that removes it."""
    powers: Effects = ()
    """What its card says."""


class PersonalMission(Record, frozen=True, kw_only=True):
    """SET-4; the first is taken where there is no investigation."""

    hero: Id | None = None
    """Whose card it is."""
    missions: tuple[PersonalGoal, ...]
    """Its goals, of which a die gives one."""


class Trial(Record, frozen=True, kw_only=True):
    """AUT-1."""

    effects: Effects = ()
    """What holds in its turn."""
    guards: Arrow = "middle"
    """Which upgrade of the guards is taken."""
    creatures: Arrow = "middle"
    """Which upgrade of the creatures is taken."""
    copies: Copies = 1
    """Cards of it in the box."""


class ExperienceToken(Record, frozen=True, kw_only=True):
    """PAJ-6."""

    effects: Effects = ()
    """What the sheet on which it lies can do."""
    copies: Copies = 1
    """Tokens of it in the box."""


class ScenarioSurprise(Record, frozen=True, kw_only=True):
    """PAJ-1."""

    effects: Effects = ()
    """What holds for the whole game."""
