"""What happened, in the past tense. The names of events are for ever: records and animations know them."""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.effects.tree import Element

from .dials import Stops
from .honours import Honour
from .state import Condition, Origin


class FirstPlayerRolled(Event, frozen=True, tag="FirstPlayerRolled"):
    """Each band's d6 for player A, as the bands were set up; equal dice are rolled again (SET-1)."""

    dice: tuple[int, int]


class BandsExchanged(Event, frozen=True, tag="BandsExchanged"):
    """The band set up as B rolled higher and became band A (SET-1)."""


class SideTaken(Event, frozen=True, tag="SideTaken"):
    """Player A chose a side of the board (SET-1)."""

    facing: int


class CharacterDeployed(Event, frozen=True, tag="CharacterDeployed"):
    """A figure was put on the board (SET-1)."""

    who: int
    at: int
    facing: int


class PhaseBegan(Event, frozen=True, tag="PhaseBegan"):
    """A player's phase began (TRN-1)."""

    turn: int
    band: int


class DieTakenBack(Event, frozen=True, tag="DieTakenBack"):
    """A die in reserve was taken back to be rolled (TRN-2)."""

    who: int
    element: Element


class InspirationRolled(Event, frozen=True, tag="InspirationRolled"):
    """The dice of a phase fell (TRN-2)."""

    band: int
    faces: tuple[Element, ...]


class CharacterActivated(Event, frozen=True, tag="CharacterActivated"):
    """An activation began (TRN-3)."""

    who: int


class CharacterStepped(Event, frozen=True, tag="CharacterStepped"):
    """One step of a movement (MOV-2)."""

    who: int
    start: int
    at: int
    cost: int


class CharacterTurned(Event, frozen=True, tag="CharacterTurned"):
    """A figure changed its facing: by a quarter-turn or to face an enemy (MOV-3, CBT-2, SHT-6)."""

    who: int
    before: int
    facing: int


class MovementEnded(Event, frozen=True, tag="MovementEnded"):
    """A movement ended; `rule` is MOV-6 when an enemy control zone ended it."""

    who: int
    rule: str


class DoorOpened(Event, frozen=True, tag="DoorOpened"):
    """A door was opened and removed (KAR-5)."""

    who: int
    at: int
    facing: int


class AttackDeclared(Event, frozen=True, tag="AttackDeclared"):
    """A combat began (CBT-2)."""

    attacker: int
    target: int
    from_behind: bool


class ShotDeclared(Event, frozen=True, tag="ShotDeclared"):
    """A shot was announced (SHT-6)."""

    attacker: int
    target: int
    skill: str


class WillpowerTestDeclared(Event, frozen=True, tag="WillpowerTestDeclared"):
    """A test to become vigilant was announced (STA-4)."""

    who: int


class DieUsed(Event, frozen=True, tag="DieUsed"):
    """An inspiration die raised a stat (INS-2)."""

    who: int
    stat: str
    element: Element
    origin: Origin


class SkillUsed(Event, frozen=True, tag="SkillUsed"):
    """A skill was used, paid for by an inspiration die (INS-4), by several or by nothing."""

    who: int
    skill: str
    element: Element | None
    origin: Origin | None


class EquipmentUsedUp(Event, frozen=True, tag="EquipmentUsedUp"):
    """Single-use equipment was turned over (BND-5)."""

    who: int


class HonourUsed(Event, frozen=True, tag="HonourUsed"):
    """A figure made use of its honour, which is lost with that (CAM-3)."""

    who: int
    honour: Honour


class HonourLost(Event, frozen=True, tag="HonourLost"):
    """A disabled figure lost its honour (CAM-3)."""

    who: int
    honour: Honour


class HonourSet(Event, frozen=True, tag="HonourSet"):
    """By hand: a figure's honour is used up, or is there again."""

    who: int
    lost: bool


class TokenSet(Event, frozen=True, tag="TokenSet"):
    """By hand: a token was laid on a figure's card, or taken off."""

    who: int
    token: str
    laid: bool


class EffectEnded(Event, frozen=True, tag="EffectEnded"):
    """By hand: what a skill had brought upon a figure goes on no longer."""

    who: int
    skill: str


class CombatRolled(Event, frozen=True, tag="CombatRolled"):
    """Both combat dice fell: dice and totals, the attacker's first (CBT-2)."""

    attacker: int
    target: int
    dice: tuple[int, int]
    totals: tuple[int, int]


class ShotRolled(Event, frozen=True, tag="ShotRolled"):
    """Both dice of a shot fell: dice and totals, the shooter's first (SHT-6)."""

    attacker: int
    target: int
    dice: tuple[int, int]
    totals: tuple[int, int]


class WillpowerTested(Event, frozen=True, tag="WillpowerTested"):
    """The die of a willpower test fell; passed when not above `needed` (STA-3)."""

    who: int
    die: int
    needed: int
    passed: bool


class CharacterRetreated(Event, frozen=True, tag="CharacterRetreated"):
    """A figure retreated (RET-1)."""

    who: int
    start: int
    at: int


class RetreatBlocked(Event, frozen=True, tag="RetreatBlocked"):
    """A figure had nowhere to retreat to (RET-2)."""

    who: int


class CharacterShaken(Event, frozen=True, tag="CharacterShaken"):
    """A figure became shaken; `rule` says why."""

    who: int
    rule: str


class CharacterRecovered(Event, frozen=True, tag="CharacterRecovered"):
    """A figure became vigilant again (STA-4)."""

    who: int


class CharacterDisabled(Event, frozen=True, tag="CharacterDisabled"):
    """A figure left the board for good; its band lost `zeni` (END-1)."""

    who: int
    at: int
    zeni: int
    rule: str


class ReserveDieLost(Event, frozen=True, tag="ReserveDieLost"):
    """The die in reserve on a card was set aside (INS-7)."""

    who: int
    element: Element


class DieGivenUp(Event, frozen=True, tag="DieGivenUp"):
    """A band gave up a die for good (BND-6)."""

    band: int
    origin: Origin
    element: Element | None = None
    who: int = -1


class ActivationEnded(Event, frozen=True, tag="ActivationEnded"):
    """An activation ended (TRN-3)."""

    who: int


class DieReserved(Event, frozen=True, tag="DieReserved"):
    """An unused die was put in reserve (INS-6)."""

    who: int
    element: Element


class PhaseEnded(Event, frozen=True, tag="PhaseEnded"):
    """A phase ended; `unused` dice were lost until the next roll (TRN-2)."""

    turn: int
    band: int
    unused: int


class CharacterEntered(Event, frozen=True, tag="CharacterEntered"):
    """A figure of a reinforcement came onto the board (ADV-9)."""

    who: int
    at: int
    facing: int


class CharacterLeft(Event, frozen=True, tag="CharacterLeft"):
    """A figure left the board through a zone, with what it carried (ADV-5)."""

    who: int
    start: int
    zone: str


class ThingTaken(Event, frozen=True, tag="ThingTaken"):
    """An object was taken up (ADV-6)."""

    who: int
    thing: int
    at: int


class ThingPutDown(Event, frozen=True, tag="ThingPutDown"):
    """An object was laid down, or fell from the hands of a figure that left the board disabled (ADV-6)."""

    who: int
    thing: int
    at: int


class SearchDeclared(Event, frozen=True, tag="SearchDeclared"):
    """A figure began to search a place (ADV-7)."""

    who: int
    thing: int


class PlaceSearched(Event, frozen=True, tag="PlaceSearched"):
    """The die of a search fell; the object is here when it is not above `needed` (ADV-7)."""

    who: int
    thing: int
    die: int
    needed: int
    found: bool


class ObjectFound(Event, frozen=True, tag="ObjectFound"):
    """A hidden object was found; its finder carries it, or it lies at its feet (ADV-7)."""

    who: int
    thing: int


class CaptiveFreed(Event, frozen=True, tag="CaptiveFreed"):
    """A captive was freed and stands on its square (ADV-8)."""

    who: int
    captive: int
    at: int


class ZoneHeld(Event, frozen=True, tag="ZoneHeld"):
    """At the end of a turn a band held a zone, `turns` turns in a row by now (ADV-10)."""

    band: int
    zone: str
    turns: int


class GameEnded(Event, frozen=True, tag="GameEnded"):
    """The game ended; `band` has won, -1 nobody (END-1, END-2)."""

    winner: str
    rule: str


class StatTestForced(Event, frozen=True, tag="StatTestForced"):
    """A skill forced a test of a stat on a figure."""

    who: int
    stat: str
    skill: str


class StatTested(Event, frozen=True, tag="StatTested"):
    """The die of a forced test fell; passed when not above `needed`."""

    who: int
    stat: str
    die: int
    needed: int
    passed: bool


class DieRerolled(Event, frozen=True, tag="DieRerolled"):
    """A combat or test die was rolled again; `kept` counts."""

    who: int
    first: int
    second: int
    kept: int


class AttackCancelled(Event, frozen=True, tag="AttackCancelled"):
    """An attack or shot that was announced does not take place."""

    attacker: int
    target: int


class SkillsCancelled(Event, frozen=True, tag="SkillsCancelled"):
    """The skills that a figure had announced do nothing."""

    who: int


class HarmPrevented(Event, frozen=True, tag="HarmPrevented"):
    """A skill kept something from befalling a figure: ``shaken``, ``disabled``."""

    who: int
    harm: str


class CharacterPushed(Event, frozen=True, tag="CharacterPushed"):
    """A skill pushed a figure."""

    who: int
    start: int
    at: int


class CharacterWent(Event, frozen=True, tag="CharacterWent"):
    """A skill brought a figure to another square."""

    who: int
    start: int
    at: int


class CharactersSwapped(Event, frozen=True, tag="CharactersSwapped"):
    """Two figures exchanged places."""

    who: int
    target: int


class DieTaken(Event, frozen=True, tag="DieTaken"):
    """A skill took a die from a card or its band's pool."""

    who: int
    element: Element


class DieGiven(Event, frozen=True, tag="DieGiven"):
    """A skill laid a die in reserve on a card."""

    who: int
    element: Element


class DieConverted(Event, frozen=True, tag="DieConverted"):
    """A skill turned a die of the pool to another face."""

    band: int
    element: Element
    to: Element


class InspirationRolledAgain(Event, frozen=True, tag="InspirationRolledAgain"):
    """Dice of the pool were rolled again (KAR-1)."""

    band: int
    dice: tuple[Element, ...]
    faces: tuple[Element, ...]


class DiceRegained(Event, frozen=True, tag="DiceRegained"):
    """Dice that were set aside came back to the pool."""

    band: int
    faces: tuple[Element, ...]


class TokenGained(Event, frozen=True, tag="TokenGained"):
    """A token was laid on a figure's card."""

    who: int
    token: str


class TokenLost(Event, frozen=True, tag="TokenLost"):
    """A token was taken off a figure's card."""

    who: int
    token: str


class ActionGained(Event, frozen=True, tag="ActionGained"):
    """A skill gave the active figure a further action, or its movement back: ``attack``, ``shot``, ``action``."""

    who: int
    what: str


class EquipmentLost(Event, frozen=True, tag="EquipmentLost"):
    """A skill destroyed a figure's equipment."""

    who: int


class EquipmentStolen(Event, frozen=True, tag="EquipmentStolen"):
    """A figure took another one's equipment."""

    who: int
    target: int


class CharacterSummoned(Event, frozen=True, tag="CharacterSummoned"):
    """A figure came into play."""

    who: int
    at: int
    facing: int


class CharacterRecruited(Event, frozen=True, tag="CharacterRecruited"):
    """A player took a profile card (KAR-6)."""

    band: int
    who: int


class EquipmentGiven(Event, frozen=True, tag="EquipmentGiven"):
    """A character was given an equipment card; `zeni` is what it cost (KAR-6)."""

    who: int
    equipment: str
    zeni: int


class RecruitingStopped(Event, frozen=True, tag="RecruitingStopped"):
    """A player recruits no more (KAR-6)."""

    band: int


class TilePlaced(Event, frozen=True, tag="TilePlaced"):
    """A player placed a floor tile on a quarter of the board, with so many clockwise quarter-turns (KAR-6)."""

    band: int
    tile: str
    turns: int
    quarter: str


class ScenarioDrawn(Event, frozen=True, tag="ScenarioDrawn"):
    """A scenario card was drawn (KAR-6)."""

    scenario: str


class ZeniEarned(Event, frozen=True, tag="ZeniEarned"):
    """A scenario card gave a band zeni (KAR-6)."""

    band: int
    zeni: int
    reason: str


class CharacterCameBack(Event, frozen=True, tag="CharacterCameBack"):
    """A disabled character came back into the game (KAR-6)."""

    who: int
    at: int
    facing: int


class SummoningRolled(Event, frozen=True, tag="SummoningRolled"):
    """The die of a summoning fell; a tori has no effect (KAR-2)."""

    who: int
    face: Element


class KamiSummoned(Event, frozen=True, tag="KamiSummoned"):
    """A Kami appeared (KAR-2)."""

    who: int
    at: int
    facing: int


class CharacterDismissed(Event, frozen=True, tag="CharacterDismissed"):
    """A figure left the board, for no zeni."""

    who: int
    at: int


class CharacterDefected(Event, frozen=True, tag="CharacterDefected"):
    """A figure changed sides."""

    who: int
    band: int


class CharacterReturned(Event, frozen=True, tag="CharacterReturned"):
    """A figure that would have been disabled stays, as another profile."""

    who: int


class DueDone(Event, frozen=True, tag="DueDone"):
    """The table was reminded of something due, and it is done; what comes of it follows."""

    dial: str
    who: int
    rule: str


class DueLeft(Event, frozen=True, tag="DueLeft"):
    """The table was reminded of something due, and left it alone."""

    dial: str
    who: int
    rule: str


class DialsSet(Event, frozen=True, tag="DialsSet"):
    """By hand: automatic things are done by themselves, on being asked, or not."""

    stops: Stops


class CharacterPlaced(Event, frozen=True, tag="CharacterPlaced"):
    """By hand: a figure was put on a square, or off the board (no square)."""

    who: int
    start: int
    at: int
    facing: int


class StateSet(Event, frozen=True, tag="StateSet"):
    """By hand: a card was turned, or a figure disabled or brought back."""

    who: int
    state: Condition


class ReserveSet(Event, frozen=True, tag="ReserveSet"):
    """By hand: the die in reserve on a card."""

    who: int
    element: Element | None


class DiceSet(Event, frozen=True, tag="DiceSet"):
    """By hand: a band's dice."""

    band: int
    faces: tuple[Element, ...]
    aside: int


class LossesSet(Event, frozen=True, tag="LossesSet"):
    """By hand: the zeni a band has lost."""

    band: int
    zeni: int


class ActivatedSet(Event, frozen=True, tag="ActivatedSet"):
    """By hand: whether a figure counts as activated this phase."""

    who: int
    activated: bool


class StatSet(Event, frozen=True, tag="StatSet"):
    """By hand: a value of a profile card."""

    who: int
    state: Condition
    stat: str
    value: int


class PhaseSet(Event, frozen=True, tag="PhaseSet"):
    """By hand: whose phase it is, and of which turn."""

    turn: int
    band: int


class DoorSet(Event, frozen=True, tag="DoorSet"):
    """By hand: a door closed or removed."""

    at: int
    facing: int
    closed: bool


class EquipmentSet(Event, frozen=True, tag="EquipmentSet"):
    """By hand: whether single-use equipment has been used up."""

    who: int
    spent: bool


class ThingSet(Event, frozen=True, tag="ThingSet"):
    """By hand: a thing of the adventure lies on a square, is carried, or is gone (neither)."""

    thing: int
    at: int
    who: int


class LeftSet(Event, frozen=True, tag="LeftSet"):
    """By hand: a figure has left the board through a zone."""

    who: int
    start: int
    zone: str
