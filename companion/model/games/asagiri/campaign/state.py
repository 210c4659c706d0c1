"""The state of a campaign: what never changes during it (the box of cards), and what does."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec

from companion.model.core.record import Mode
from companion.model.core.schema import Id, Node
from companion.model.games.asagiri.adventure.record import Adventure
from companion.model.games.asagiri.state.cards import CharacterCard, EquipmentCard
from companion.model.games.asagiri.state.table import Honour
from companion.model.games.asagiri.table.automation import Stop

T = TypeVar("T", bound=msgspec.Struct)

SeatName: TypeAlias = Literal["A", "B"]
SEATS: tuple[SeatName, SeatName] = ("A", "B")
"""Roster A plays side one of every adventure, roster B side two."""

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1)]
Who: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[AB][1-9][0-9]{0,3}$")]
"""A member of a roster, for the whole campaign and never given twice: ``A3``."""
Feeling: TypeAlias = Literal["vigilant", "shaken"]
Condition: TypeAlias = Literal["vigilant", "shaken", "disabled"]
Stage: TypeAlias = Literal["muster", "battle", "result", "facts", "after", "approve", "over"]
Slug: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Chapter: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
"""An adventure's id; empty: a battle without an adventure."""

EDITION = 2
"""The rules of today. 1: the dead were replaced by their own kind (CAM-2), and every equipment card lay in the deck,
whoever bore it (CAM-4).
"""
Edition: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=EDITION)]
MOST_MEMBERS = 60
"""Of a roster, over a whole campaign."""
MOST_CHAPTERS = 40
MOST_PACKS = 60


class CardBox(msgspec.Struct, frozen=True, dict=True):
    """The cards that the campaign's packs hold, in their order."""

    characters: tuple[CharacterCard, ...]
    equipment: tuple[EquipmentCard, ...]
    adventures: tuple[Adventure, ...]

    @cached_property
    def characters_by_id(self) -> dict[str, CharacterCard]:
        """Profile cards by their ids."""
        return {card.id: card for card in self.characters}

    @cached_property
    def equipment_by_id(self) -> dict[str, EquipmentCard]:
        """Equipment cards by their ids."""
        return {card.id: card for card in self.equipment}

    @cached_property
    def adventures_by_id(self) -> dict[str, Adventure]:
        """Adventures by their ids."""
        return {card.id: card for card in self.adventures}

    def character(self, id: str) -> CharacterCard:
        """The profile card of an id that is known to be there."""
        return self.characters_by_id[id]

    def gear(self, id: str) -> EquipmentCard:
        """The equipment card of an id that is known to be there."""
        return self.equipment_by_id[id]

    def adventure(self, id: str) -> Adventure:
        """The adventure of an id that is known to be there."""
        return self.adventures_by_id[id]


class Member(Node, frozen=True):
    """Somebody of a roster."""

    id: Who
    card: Id
    equipment: Id | None = None
    honour: Honour | None = None
    state: Feeling = "vigilant"
    instead: Who | None = None
    """The dead member whose place it has taken (CAM-2)."""


class Roster(Node, frozen=True):
    """Everybody who has ever been of one side."""

    members: Annotated[tuple[Member, ...], msgspec.Meta(max_length=MOST_MEMBERS)] = ()
    fallen: Annotated[tuple[Member, ...], msgspec.Meta(max_length=MOST_MEMBERS)] = ()
    """The dead, as they were when they died."""
    purse: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    """Zeni that replacing the dead has left over (CAM-2)."""
    number: Annotated[int, msgspec.Meta(ge=0, le=9_999)] = 0
    """The last one that a member was given."""


class RememberedFact(Node, frozen=True):
    """What an adventure has left to be remembered (ADV-14)."""

    adventure: Chapter
    fact: Slug
    holds: bool


class CampaignSettings(Node, frozen=True):
    """What holds for the whole campaign."""

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    budget: Annotated[int, msgspec.Meta(ge=1, le=60)] = 16
    """For battles without an adventure (BND-1)."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """The table options of its games."""
    mode: Mode = "enforce"
    """How its games are played; each may change it."""
    dials: dict[str, Stop] = msgspec.field(default_factory=dict)
    """House rules that the program knows: the automatic things and reminders that are not as usual (`dials`)."""
    rules: Annotated[str, msgspec.Meta(max_length=2_000)] = ""
    """House rules in the table's own words."""
    chapters: Annotated[tuple[Chapter, ...], msgspec.Meta(min_length=1, max_length=MOST_CHAPTERS)] = ("",)
    """What is played, in its order."""
    packs: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=60)], ...], msgspec.Meta(max_length=MOST_PACKS)] = ()
    """The packs whose cards it is played with, by their namespaces; none named: all there are."""
    edition: Edition = EDITION
    """The rules it is played by: those of its beginning."""


class Fate(Node, frozen=True):
    """How a game ended for somebody who was in it (CAM-1)."""

    who: Who
    state: Condition
    spent: bool = False
    """Its equipment was used up, destroyed or stolen."""
    used: bool = False
    """Its honour was used (CAM-3)."""


class Account(Node, frozen=True):
    """A chapter that is over and approved, for those who look back."""

    chapter: Chapter
    winner: Seat | None = None
    fates: tuple[Fate, ...] = ()
    dead: tuple[Who, ...] = ()
    joined: tuple[Who, ...] = ()
    honours: tuple[tuple[Who, Honour], ...] = ()
    """Gained after it."""
    lost: tuple[int, int] = (0, 0)
    """Zeni of the disabled, by seat."""


class Healing(Node, frozen=True, tag="healing"):
    """A die is to be rolled on the table of Heal (CAM-2)."""

    who: Who


class Tending(Node, frozen=True, tag="tending"):
    """A vigilant member prays or seeks (CAM-1)."""

    who: Who


class Praying(Node, frozen=True, tag="praying"):
    """An inspiration die is to be rolled (CAM-3)."""

    who: Who


class Honouring(Node, frozen=True, tag="honouring"):
    """Of two honours one is kept (CAM-3)."""

    who: Who
    new: Honour


class Seeking(Node, frozen=True, tag="seeking"):
    """Three equipment cards are drawn, one by one, and one is kept (CAM-4)."""

    who: Who
    drawn: Annotated[tuple[Id, ...], msgspec.Meta(max_length=3)] = ()
    put_back: tuple[Id, ...] = ()
    """Drawn before, of no use to the member."""


class Replacing(Node, frozen=True, tag="replacing"):
    """A dead member is replaced by others of its value (CAM-2)."""

    dead: Who
    left: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    """Zeni not spent yet."""
    by: tuple[Who, ...] = ()


Task: TypeAlias = Healing | Tending | Praying | Honouring | Seeking | Replacing


class Now(Node, frozen=True):
    """Everything about a campaign at one moment but its box: what a position says."""

    settings: CampaignSettings = CampaignSettings()
    rosters: tuple[Roster, Roster] = (Roster(), Roster())
    chapter: Annotated[int, msgspec.Meta(ge=0, le=MOST_CHAPTERS)] = 0
    """How many chapters are over: the place of the present one."""
    stage: Stage = "muster"
    seat: Seat = 0
    """Whose roster is mustered."""
    cast: tuple[tuple[tuple[Who, ...], ...], tuple[tuple[Who, ...], ...]] = ((), ())
    """By seat, for each fixed figure of the adventure, those who play it."""
    sent: tuple[tuple[Who, ...], tuple[Who, ...]] = ((), ())
    """By seat: those who go beside the fixed figures."""
    joined: tuple[Who, ...] = ()
    """Those who have joined since the last chapter was over."""
    winner: Seat | None = None
    fates: tuple[Fate, ...] = ()
    facts: tuple[RememberedFact, ...] = ()
    """All that is known of chapters, the present one included."""
    asked: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """How many facts of the present chapter have been asked about."""
    todo: tuple[Who, ...] = ()
    """Those whom the assistant still walks through, after the present task."""
    task: Task | None = None
    honours: tuple[tuple[Who, Honour], ...] = ()
    """Gained after the present chapter."""
    before: tuple[Roster, Roster] | None = None
    """The rosters as the battle left them: what counts until the assistant's proposal is approved."""
    history: tuple[Account, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A campaign at one moment."""

    box: CardBox
    now: Now

    @property
    def approved(self) -> tuple[Roster, Roster]:
        """The rosters as they count: a proposal does not, before it is approved."""
        return self.now.before or self.now.rosters

    def seat_of(self, who: str) -> int:
        """Whose member this is."""
        return SEATS.index(who[0])

    def member(self, who: str) -> Member:
        """A living member that is known to be there."""
        return next(member for member in self.now.rosters[self.seat_of(who)].members if member.id == who)

    def anybody(self, who: str) -> Member:
        """A member that is known to be there, dead or alive."""
        roster = self.now.rosters[self.seat_of(who)]
        return next(member for member in (*roster.members, *roster.fallen) if member.id == who)

    def value(self, member: Member) -> int:
        """Zeni of a member, its equipment included."""
        gear = self.box.gear(member.equipment).zeni if member.equipment is not None else 0
        return self.box.character(member.card).zeni + gear

    def worth(self, seat: int) -> int:
        """Zeni of a whole roster: the living, their equipment, and the purse."""
        roster = self.now.rosters[seat]
        return roster.purse + sum(map(self.value, roster.members))

    def copies(self, gear: str) -> int:
        """How many cards of this equipment nobody bears (CAM-4); by edition 1 of the rules always one."""
        if self.now.settings.edition == 1:
            return 1
        borne = sum(member.equipment == gear for roster in self.now.rosters for member in roster.members)
        return max(0, int(self.now.settings.options.get("boxes") or 1) - borne)

    def barred(self, seat: int) -> frozenset[str]:
        """CAM-2: the dead uniques of a roster, which nobody recruits again."""
        cards = (member.card for member in self.now.rosters[seat].fallen)
        return frozenset(card for card in cards if "unique" in self.box.character(card).traits)

    def fighters(self) -> tuple[str, ...]:
        """Everybody who goes into the present chapter, A's first, those who play fixed figures before the others."""
        found = []
        for seat in (0, 1):
            found += [who for played in self.now.cast[seat] for who in played]
            found += self.now.sent[seat]
        return tuple(found)


def replace(value: T, **changes: Any) -> T:
    """`msgspec.structs.replace`, typed."""
    return msgspec.structs.replace(value, **changes)
