"""What came of choices and rolls in a campaign, and how it is told; the tables of Heal and Pray (CAM-2, CAM-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.chance import D6, DieKind, Face
from companion.model.core.contract import Event, Json
from companion.model.core.words import N_, Capital, Message, say
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign.options import fate_words, side_words, spoken
from companion.model.games.asagiri.campaign.state import SEATS, State
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.state import INSPIRATION
from companion.model.games.asagiri.state.table import HONOUR_NAMES, HONOUR_WORDS, Honour

Health: TypeAlias = Literal["dead", "shaken", "vigilant"]
Outcome: TypeAlias = "Health | Honour | None"


class OutcomeRow(msgspec.Struct, frozen=True):
    """One line of a table: the faces that lead to it, their chance, what comes of it."""

    faces: tuple[Face, ...]
    chance: Fraction
    outcome: Outcome
    """None: unanswered."""
    words: Message


class DiceTable(msgspec.Struct, frozen=True):
    """A die and what its faces mean."""

    name: Message
    die: DieKind
    rows: tuple[OutcomeRow, ...]

    def look_up(self, face: Face) -> OutcomeRow:
        """The line of a face; raises StopIteration for one that the die has not."""
        return next(row for row in self.rows if face in row.faces)

    def roll(self, rng: Random) -> tuple[Face, OutcomeRow]:
        """Roll on it, for a table that only wants that."""
        face = rng.choices(self.die.faces, self.die.weights)[0]
        return face, self.look_up(face)


def _row(die: DieKind, faces: Sequence[Face], outcome: Outcome, words: Message) -> OutcomeRow:
    weight = sum(weight for face, weight in zip(die.faces, die.weights, strict=True) if face in faces)
    return OutcomeRow(tuple(faces), Fraction(weight, sum(die.weights)), outcome, words)


_HEALTH: Mapping[Health, str] = {
    "dead": N_("Dead: replaced by others of the same value"),
    "shaken": N_("Shaken"),
    "vigilant": N_("Vigilant"),
}


def _health(*rows: tuple[tuple[int, ...], Health]) -> tuple[OutcomeRow, ...]:
    return tuple(_row(D6, faces, health, Message(_HEALTH[health])) for faces, health in rows)


def _honour(element: str, honour: Honour) -> OutcomeRow:
    words = say("{element}: {honour}. {what}", element=Capital(Message(ELEMENT_WORDS[element])),
                honour=HONOUR_NAMES[honour], what=HONOUR_WORDS[honour])  # fmt: skip
    return _row(INSPIRATION, (element,), honour, words)


HEAL: Mapping[str, DiceTable] = {
    "disabled": DiceTable(
        say("Heal, disabled"), D6, _health(((1,), "dead"), ((2, 3, 4), "shaken"), ((5, 6), "vigilant"))
    ),
    "shaken": DiceTable(say("Heal, shaken"), D6, _health(((1,), "shaken"), ((2, 3, 4, 5, 6), "vigilant"))),
}
"""By the state in which the adventure has left a character."""
PRAY = DiceTable(
    say("Pray"),
    INSPIRATION,
    (
        _honour("fire", "experienced"),
        _honour("earth", "determined"),
        _honour("air", "skillful"),
        _honour("water", "courageous"),
        _row(INSPIRATION, ("tori",), None, say("Tori: the prayer goes unanswered")),
    ),
)


class ChapterBegan(Event, frozen=True, tag="ChapterBegan"):
    """An adventure is to be played next; `number` counts from 1."""

    number: int
    chapter: str


class MemberJoined(Event, frozen=True, tag="MemberJoined"):
    """Somebody is of a roster from now on."""

    who: str
    zeni: int


class MemberSent(Event, frozen=True, tag="MemberSent"):
    """A member goes along."""

    who: str


class EquipmentBorne(Event, frozen=True, tag="EquipmentGiven"):
    """Somebody new bears equipment (BND-5)."""

    who: str
    gear: str
    zeni: int


class BandReady(Event, frozen=True, tag="BandReady"):
    """A band is complete."""

    seat: int


class AdventureEnded(Event, frozen=True, tag="AdventureEnded"):
    """The adventure was played; `winner` is a seat, empty for nobody."""

    winner: str


class FateTold(Event, frozen=True, tag="FateTold"):
    """How it ended for somebody."""

    who: str
    state: str
    spent: bool
    used: bool


class EquipmentGone(Event, frozen=True, tag="EquipmentGone"):
    """A member's equipment is lost (CAM-1)."""

    who: str
    gear: str
    zeni: int


class HonourGone(Event, frozen=True, tag="HonourGone"):
    """A member's honour is lost: used, or its bearer was disabled (CAM-3)."""

    who: str
    honour: str


class FactRecalled(Event, frozen=True, tag="FactRecalled"):
    """What the adventure leaves to be remembered (ADV-14)."""

    fact: str
    holds: bool


class HealRolled(Event, frozen=True, tag="HealRolled"):
    """The die of Heal fell (CAM-2)."""

    who: str
    face: int
    outcome: str


class MemberDied(Event, frozen=True, tag="MemberDied"):
    """A member is dead; others of its value may take its place (CAM-2)."""

    who: str
    zeni: int


class MemberReplaced(Event, frozen=True, tag="MemberReplaced"):
    """Somebody has taken a dead member's place, for its zeni."""

    dead: str
    who: str
    zeni: int


class PurseSet(Event, frozen=True, tag="PurseSet"):
    """Zeni that replacing has left, or used, of a roster."""

    seat: int
    zeni: int


class PrayRolled(Event, frozen=True, tag="PrayRolled"):
    """The inspiration die of a prayer fell; `honour` is empty when it is not answered (CAM-3)."""

    who: str
    face: str
    honour: str


class HonourGained(Event, frozen=True, tag="HonourGained"):
    """A member has an honour."""

    who: str
    honour: str


class HonourKept(Event, frozen=True, tag="HonourKept"):
    """A member keeps the honour it had."""

    who: str
    honour: str


class EquipmentDrawn(Event, frozen=True, tag="EquipmentDrawn"):
    """A card of the three was drawn (CAM-4)."""

    who: str
    gear: str


class NothingFound(Event, frozen=True, tag="NothingFound"):
    """None of the cards drawn is of use to the member; `again`: three more are drawn."""

    who: str
    again: bool


class EquipmentKept(Event, frozen=True, tag="EquipmentKept"):
    """A member keeps an equipment card, found or its own; `zeni`: what it is worth more than before."""

    who: str
    gear: str
    zeni: int


class ChapterApproved(Event, frozen=True, tag="ChapterApproved"):
    """What was proposed counts."""

    number: int
    chapter: str


class CampaignEnded(Event, frozen=True, tag="CampaignEnded"):
    """The last adventure is over; `winner` has won more of them, empty: nobody."""

    winner: str


class SettingsSet(Event, frozen=True, tag="SettingsSet"):
    """By hand: settings were changed."""


class MemberSet(Event, frozen=True, tag="MemberSet"):
    """By hand: a member's state, equipment or honour; `zeni`: what it is worth more than before."""

    who: str
    zeni: int


class MemberRemoved(Event, frozen=True, tag="MemberRemoved"):
    """By hand: a member has left its roster."""

    card: str
    zeni: int


class FactSet(Event, frozen=True, tag="FactSet"):
    """By hand: what is known of an adventure."""

    chapter: str


_TOLD: Mapping[str, str] = {
    "ChapterBegan": N_("Adventure {number}: {chapter}"),
    "MemberJoined": N_("{who} joins ({zeni} zeni)"),
    "MemberSent": N_("{who} takes part"),
    "EquipmentGiven": N_("{who} gets {gear} ({zeni} zeni)"),
    "BandReady": N_("The band of roster {seat} is complete"),
    "EquipmentGone": N_("{who} loses {gear}"),
    "HonourGone": N_("{who} loses an honour: {honour}"),
    "MemberDied": N_("{who} has died: {zeni} zeni to replace"),
    "MemberReplaced": N_("{who} replaces {dead} ({zeni} zeni)"),
    "PurseSet": N_("Purse of roster {seat}: {zeni} zeni"),
    "HonourGained": N_("{who} gains an honour: {honour}"),
    "HonourKept": N_("{who} keeps an honour: {honour}"),
    "EquipmentDrawn": N_("{who} draws {gear}"),
    "EquipmentKept": N_("{who} keeps {gear}"),
    "ChapterApproved": N_("Result approved: {chapter}"),
    "SettingsSet": N_("By hand: the settings of the campaign"),
    "MemberSet": N_("By hand: {who}"),
    "MemberRemoved": N_("By hand: {card} leaves the roster"),
    "FactSet": N_("By hand: facts about {chapter}"),
    "HealRolled": N_("{who} heals: {face}, {outcome}"),
    "PrayRolled": N_("{who} prays. {outcome}"),
}
_EITHER: Mapping[str, tuple[str, str, str]] = {
    "AdventureEnded": ("winner", N_("{winner} won the adventure"), N_("The adventure has no winner")),
    "CampaignEnded": ("winner", N_("Roster {winner} won the campaign"), N_("The campaign has no winner")),
    "FactRecalled": ("holds", N_("True: {fact}"), N_("Not true: {fact}")),
    "NothingFound": (
        "again",
        N_("{who} can use none of these: draw three more"),
        N_("{who} can use none of these"),
    ),
}


def tell(state: State, event: Event) -> Message:
    """The event in words; `state` is the one it led to."""
    words = {name: spoken(state, name, getattr(event, name)) for name in event.__struct_fields__}
    match event:
        case FateTold():
            return fate_words(words["who"], event.state, event.spent, event.used)
        case ChapterBegan() | ChapterApproved() | FactSet():
            words["chapter"] = chapter_page.chapter_words(state, event.chapter)
        case HealRolled():
            words["outcome"] = next(
                row.words for table in HEAL.values() for row in table.rows if row.outcome == event.outcome
            )
        case PrayRolled():
            row = PRAY.look_up(event.face)
            words["outcome"] = row.words
        case BandReady() | PurseSet():
            words["seat"] = SEATS[event.seat]
        case AdventureEnded() if event.winner:
            words["winner"] = side_words(state, SEATS.index(event.winner))
        case FactRecalled():
            words["fact"] = spoken(state, "fact", event.fact)
        case _:
            pass
    if event.kind in _EITHER:
        field, yes, no = _EITHER[event.kind]
        return Message(yes if getattr(event, field) else no, tuple(words.items()))
    return Message(_TOLD[event.kind], tuple(words.items()))


def event_json(event: Event) -> dict[str, Json]:
    """The event as the log keeps it."""
    return {"kind": event.kind, **{name: getattr(event, name) for name in event.__struct_fields__}}
