"""What skills, honours, equipment, adventures, drafts and scenarios did, in the past tense.

The names of events are for ever.
"""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.table import Honour
from companion.model.games.asagiri.state.vocabulary import (
    BandId,
    CardId,
    Facing,
    FigureId,
    Origin,
    SkillId,
    SquareId,
    ThingId,
    ZoneId,
)


class SkillUsed(Event, frozen=True, tag="SkillUsed"):
    """A skill was used, paid for by an inspiration die (INS-4), by several or by nothing."""

    who: FigureId
    skill: SkillId
    element: Element | None
    origin: Origin | None


class EquipmentUsedUp(Event, frozen=True, tag="EquipmentUsedUp"):
    """Single-use equipment was turned over (BND-5)."""

    who: FigureId


class HonourUsed(Event, frozen=True, tag="HonourUsed"):
    """A figure made use of its honour, which is lost with that (CAM-3)."""

    who: FigureId
    honour: Honour


class HonourLost(Event, frozen=True, tag="HonourLost"):
    """A disabled figure lost its honour (CAM-3)."""

    who: FigureId
    honour: Honour


class EffectEnded(Event, frozen=True, tag="EffectEnded"):
    """By hand: what a skill had brought upon a figure goes on no longer."""

    who: FigureId
    skill: SkillId


class StatTestForced(Event, frozen=True, tag="StatTestForced"):
    """A skill forced a test of a stat on a figure."""

    who: FigureId
    stat: str
    skill: SkillId


class StatTested(Event, frozen=True, tag="StatTested"):
    """The die of a forced test fell; passed when not above `needed`."""

    who: FigureId
    stat: str
    die: int
    needed: int
    passed: bool


class DieRerolled(Event, frozen=True, tag="DieRerolled"):
    """A combat or test die was rolled again; `kept` counts."""

    who: FigureId
    first: int
    second: int
    kept: int


class DieCounted(Event, frozen=True, tag="DieCounted"):
    """A skill made a combat or test die count as another face."""

    who: FigureId
    face: int
    counts_as: int


class DiceExchanged(Event, frozen=True, tag="DiceExchanged"):
    """A skill made both sides of a fight exchange their dice."""

    who: FigureId
    target: FigureId


class SkillDieRolled(Event, frozen=True, tag="SkillDieRolled"):
    """A skill had its bearer roll a die."""

    who: FigureId
    skill: SkillId
    die: int


class PricePaid(Event, frozen=True, tag="PricePaid"):
    """A band paid a die, or zeni, so that a skill of the enemy did not do what it would have done."""

    band: BandId
    skill: SkillId
    element: Element | None
    zeni: int


class ZeniLost(Event, frozen=True, tag="ZeniLost"):
    """A skill made a band lose zeni."""

    band: BandId
    skill: SkillId
    zeni: int


class CharacterPushed(Event, frozen=True, tag="CharacterPushed"):
    """A skill pushed a figure."""

    who: FigureId
    start: SquareId
    at: SquareId


class CharacterWent(Event, frozen=True, tag="CharacterWent"):
    """A skill brought a figure to another square."""

    who: FigureId
    start: SquareId
    at: SquareId


class TargetTaken(Event, frozen=True, tag="TargetTaken"):
    """A figure has become the target of an attack or shot in a friend's stead."""

    who: FigureId
    target: FigureId


class CharactersSwapped(Event, frozen=True, tag="CharactersSwapped"):
    """Two figures exchanged places."""

    who: FigureId
    target: FigureId


class DieTaken(Event, frozen=True, tag="DieTaken"):
    """A skill took a die from a card or its band's pool."""

    who: FigureId
    element: Element


class DieGiven(Event, frozen=True, tag="DieGiven"):
    """A skill laid a die in reserve on a card."""

    who: FigureId
    element: Element


class DieConverted(Event, frozen=True, tag="DieConverted"):
    """A skill turned a die of the pool to another face."""

    band: BandId
    element: Element
    to: Element


class InspirationRolledAgain(Event, frozen=True, tag="InspirationRolledAgain"):
    """Dice of the pool were rolled again (KAR-1)."""

    band: BandId
    dice: tuple[Element, ...]
    faces: tuple[Element, ...]


class DiceRegained(Event, frozen=True, tag="DiceRegained"):
    """Dice that were set aside came back to the pool."""

    band: BandId
    faces: tuple[Element, ...]


class TokenGained(Event, frozen=True, tag="TokenGained"):
    """A token was laid on a figure's card."""

    who: FigureId
    token: str


class TokenLost(Event, frozen=True, tag="TokenLost"):
    """A token was taken off a figure's card."""

    who: FigureId
    token: str


class SquareTokenLaid(Event, frozen=True, tag="SquareTokenLaid"):
    """A skill laid a token on a square."""

    who: FigureId
    at: SquareId
    token: str


class SquareTokenEntered(Event, frozen=True, tag="SquareTokenEntered"):
    """A figure entered a square with a token of an enemy, which is gone and does what it does."""

    who: FigureId
    at: SquareId
    token: str


class DoorClosed(Event, frozen=True, tag="DoorClosed"):
    """A skill has put a door back where one was removed (KAR-5)."""

    who: FigureId
    at: SquareId
    facing: Facing


class GroundChanged(Event, frozen=True, tag="GroundChanged"):
    """A skill has made a square another ground: ``clear``, ``hindering``, ``aquatic``."""

    who: FigureId
    at: SquareId
    ground: str


class SquareTokenLifted(Event, frozen=True, tag="SquareTokenLifted"):
    """A token was taken off a square: its time was over, or whoever had laid it left the board."""

    at: SquareId
    token: str


class ActionGained(Event, frozen=True, tag="ActionGained"):
    """A skill gave the active figure a further action, or its movement back: ``attack``, ``shot``, ``action``,
    ``movement``; or any figure a further ``activation``.
    """

    who: FigureId
    what: str


class ActionLost(Event, frozen=True, tag="ActionLost"):
    """A skill cost a figure its ``action``, ``movement`` or ``activation``: the one going on, or else the next one."""

    who: FigureId
    what: str


class EquipmentLost(Event, frozen=True, tag="EquipmentLost"):
    """A skill destroyed a figure's equipment."""

    who: FigureId


class EquipmentStolen(Event, frozen=True, tag="EquipmentStolen"):
    """A figure took another one's equipment."""

    who: FigureId
    target: FigureId


class CharacterSummoned(Event, frozen=True, tag="CharacterSummoned"):
    """A figure came into play."""

    who: FigureId
    at: SquareId
    facing: Facing


class CharacterCameBack(Event, frozen=True, tag="CharacterCameBack"):
    """A disabled character came back into the game (KAR-6)."""

    who: FigureId
    at: SquareId
    facing: Facing


class SummoningRolled(Event, frozen=True, tag="SummoningRolled"):
    """The die of a summoning fell; a tori has no effect (KAR-2)."""

    who: FigureId
    face: Element


class KamiSummoned(Event, frozen=True, tag="KamiSummoned"):
    """A Kami appeared (KAR-2)."""

    who: FigureId
    at: SquareId
    facing: Facing


class CharacterDismissed(Event, frozen=True, tag="CharacterDismissed"):
    """A figure left the board, for no zeni."""

    who: FigureId
    at: SquareId


class CharacterDefected(Event, frozen=True, tag="CharacterDefected"):
    """A figure changed sides."""

    who: FigureId
    band: BandId


class CharacterReturned(Event, frozen=True, tag="CharacterReturned"):
    """A figure that would have been disabled stays, as another profile."""

    who: FigureId


class CharacterEntered(Event, frozen=True, tag="CharacterEntered"):
    """A figure of a reinforcement came onto the board (ADV-9)."""

    who: FigureId
    at: SquareId
    facing: Facing


class CharacterLeft(Event, frozen=True, tag="CharacterLeft"):
    """A figure left the board through a zone, with what it carried (ADV-5)."""

    who: FigureId
    start: SquareId
    zone: ZoneId


class ThingTaken(Event, frozen=True, tag="ThingTaken"):
    """An object was taken up (ADV-6)."""

    who: FigureId
    thing: ThingId
    at: SquareId


class ThingPutDown(Event, frozen=True, tag="ThingPutDown"):
    """An object was laid down, or fell from the hands of a figure that left the board disabled (ADV-6)."""

    who: FigureId
    thing: ThingId
    at: SquareId


class SearchDeclared(Event, frozen=True, tag="SearchDeclared"):
    """A figure began to search a place (ADV-7)."""

    who: FigureId
    thing: ThingId


class PlaceSearched(Event, frozen=True, tag="PlaceSearched"):
    """The die of a search fell; the object is here when it is not above `needed` (ADV-7)."""

    who: FigureId
    thing: ThingId
    die: int
    needed: int
    found: bool


class ObjectFound(Event, frozen=True, tag="ObjectFound"):
    """A hidden object was found; its finder carries it, or it lies at its feet (ADV-7)."""

    who: FigureId
    thing: ThingId


class CaptiveFreed(Event, frozen=True, tag="CaptiveFreed"):
    """A captive was freed and stands on its square (ADV-8)."""

    who: FigureId
    captive: FigureId
    at: SquareId


class ZoneHeld(Event, frozen=True, tag="ZoneHeld"):
    """At the end of a turn a band held a zone, `turns` turns in a row by now (ADV-10)."""

    band: BandId
    zone: ZoneId
    turns: int


class CharacterRecruited(Event, frozen=True, tag="CharacterRecruited"):
    """A player took a profile card (KAR-6)."""

    band: BandId
    who: FigureId


class EquipmentGiven(Event, frozen=True, tag="EquipmentGiven"):
    """A character was given an equipment card; `zeni` is what it cost (KAR-6)."""

    who: FigureId
    equipment: CardId
    zeni: int


class RecruitingStopped(Event, frozen=True, tag="RecruitingStopped"):
    """A player recruits no more (KAR-6)."""

    band: BandId


class TilePlaced(Event, frozen=True, tag="TilePlaced"):
    """A player placed a floor tile on a quarter of the board, with so many clockwise quarter-turns (KAR-6)."""

    band: BandId
    tile: CardId
    turns: int
    quarter: str


class ScenarioDrawn(Event, frozen=True, tag="ScenarioDrawn"):
    """A scenario card was drawn (KAR-6)."""

    scenario: CardId


class ZeniEarned(Event, frozen=True, tag="ZeniEarned"):
    """A scenario card gave a band zeni (KAR-6)."""

    band: BandId
    zeni: int
    reason: str
