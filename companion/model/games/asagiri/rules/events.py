"""What happened in the course of the game, in the past tense: order, dice, movement, fights, the end, the free hand.

Skills and adventures (with drafts) have a module of their own, `skill_events`. Names of events are
for ever: records and animations know them.
"""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.vocabulary import (
    NO_FIGURE,
    BandId,
    Condition,
    DialId,
    Facing,
    FigureId,
    Origin,
    SkillId,
    SquareId,
    ThingId,
    ZoneId,
)
from companion.model.games.asagiri.table.automation import Stops


class FirstPlayerRolled(Event, frozen=True, tag="FirstPlayerRolled"):
    """Each band's d6 for player A, as the bands were set up; equal dice are rolled again (SET-1)."""

    dice: tuple[int, int]


class BandsExchanged(Event, frozen=True, tag="BandsExchanged"):
    """The band set up as B rolled higher and became band A (SET-1)."""


class SideTaken(Event, frozen=True, tag="SideTaken"):
    """Player A chose a side of the board (SET-1)."""

    facing: Facing


class CharacterDeployed(Event, frozen=True, tag="CharacterDeployed"):
    """A figure was put on the board (SET-1)."""

    who: FigureId
    at: SquareId
    facing: Facing


class PhaseBegan(Event, frozen=True, tag="PhaseBegan"):
    """A player's phase began (TRN-1)."""

    turn: int
    band: BandId


class DieTakenBack(Event, frozen=True, tag="DieTakenBack"):
    """A die in reserve was taken back to be rolled (TRN-2)."""

    who: FigureId
    element: Element


class InspirationRolled(Event, frozen=True, tag="InspirationRolled"):
    """The dice of a phase fell (TRN-2)."""

    band: BandId
    faces: tuple[Element, ...]


class CharacterActivated(Event, frozen=True, tag="CharacterActivated"):
    """An activation began (TRN-3)."""

    who: FigureId


class CharacterStepped(Event, frozen=True, tag="CharacterStepped"):
    """One step of a movement (MOV-2)."""

    who: FigureId
    start: SquareId
    at: SquareId
    cost: int


class CharacterTurned(Event, frozen=True, tag="CharacterTurned"):
    """A figure changed its facing: by a quarter-turn or to face an enemy (MOV-3, CBT-2, SHT-6)."""

    who: FigureId
    before: Facing
    facing: Facing


class MovementEnded(Event, frozen=True, tag="MovementEnded"):
    """A movement ended; `rule` is MOV-6 when an enemy control zone ended it."""

    who: FigureId
    rule: str


class DoorOpened(Event, frozen=True, tag="DoorOpened"):
    """A door was opened and removed (KAR-5)."""

    who: FigureId
    at: SquareId
    facing: Facing


class WillpowerTestDeclared(Event, frozen=True, tag="WillpowerTestDeclared"):
    """A test to become vigilant was announced (STA-4)."""

    who: FigureId


class DieUsed(Event, frozen=True, tag="DieUsed"):
    """An inspiration die raised a stat (INS-2)."""

    who: FigureId
    stat: str
    element: Element
    origin: Origin


class WillpowerTested(Event, frozen=True, tag="WillpowerTested"):
    """The die of a willpower test fell; passed when not above `needed` (STA-3)."""

    who: FigureId
    die: int
    needed: int
    passed: bool


class CharacterRecovered(Event, frozen=True, tag="CharacterRecovered"):
    """A figure became vigilant again (STA-4)."""

    who: FigureId


class ReserveDieLost(Event, frozen=True, tag="ReserveDieLost"):
    """The die in reserve on a card was set aside (INS-7)."""

    who: FigureId
    element: Element


class DieGivenUp(Event, frozen=True, tag="DieGivenUp"):
    """A band gave up a die for good (BND-6)."""

    band: BandId
    origin: Origin
    element: Element | None = None
    who: FigureId = NO_FIGURE


class ActivationEnded(Event, frozen=True, tag="ActivationEnded"):
    """An activation ended (TRN-3)."""

    who: FigureId


class DieReserved(Event, frozen=True, tag="DieReserved"):
    """An unused die was put in reserve (INS-6)."""

    who: FigureId
    element: Element


class PhaseEnded(Event, frozen=True, tag="PhaseEnded"):
    """A phase ended; `unused` dice were lost until the next roll (TRN-2)."""

    turn: int
    band: BandId
    unused: int


class GameEnded(Event, frozen=True, tag="GameEnded"):
    """The game ended; `band` has won, -1 nobody (END-1, END-2)."""

    winner: str
    rule: str


class AttackDeclared(Event, frozen=True, tag="AttackDeclared"):
    """A combat began (CBT-2)."""

    attacker: FigureId
    target: FigureId
    from_behind: bool


class ShotDeclared(Event, frozen=True, tag="ShotDeclared"):
    """A shot was announced (SHT-6)."""

    attacker: FigureId
    target: FigureId
    skill: SkillId


class CombatRolled(Event, frozen=True, tag="CombatRolled"):
    """Both combat dice fell: dice and totals, the attacker's first (CBT-2)."""

    attacker: FigureId
    target: FigureId
    dice: tuple[int, int]
    totals: tuple[int, int]


class ShotRolled(Event, frozen=True, tag="ShotRolled"):
    """Both dice of a shot fell: dice and totals, the shooter's first (SHT-6)."""

    attacker: FigureId
    target: FigureId
    dice: tuple[int, int]
    totals: tuple[int, int]


class CharacterRetreated(Event, frozen=True, tag="CharacterRetreated"):
    """A figure retreated (RET-1)."""

    who: FigureId
    start: SquareId
    at: SquareId


class RetreatBlocked(Event, frozen=True, tag="RetreatBlocked"):
    """A figure had nowhere to retreat to (RET-2)."""

    who: FigureId


class CharacterShaken(Event, frozen=True, tag="CharacterShaken"):
    """A figure became shaken; `rule` says why."""

    who: FigureId
    rule: str


class CharacterDisabled(Event, frozen=True, tag="CharacterDisabled"):
    """A figure left the board for good; its band lost `zeni` (END-1)."""

    who: FigureId
    at: SquareId
    zeni: int
    rule: str


class AttackCancelled(Event, frozen=True, tag="AttackCancelled"):
    """An attack or shot that was announced does not take place."""

    attacker: FigureId
    target: FigureId


class SkillsCancelled(Event, frozen=True, tag="SkillsCancelled"):
    """The skills that a figure had announced do nothing."""

    who: FigureId


class HarmPrevented(Event, frozen=True, tag="HarmPrevented"):
    """A skill kept something from befalling a figure: ``shaken``, ``disabled``."""

    who: FigureId
    harm: str


class HonourSet(Event, frozen=True, tag="HonourSet"):
    """By hand: a figure's honour is used up, or is there again."""

    who: FigureId
    lost: bool


class TokenSet(Event, frozen=True, tag="TokenSet"):
    """By hand: a token was laid on a figure's card, or taken off."""

    who: FigureId
    token: str
    laid: bool


class SquareTokenSet(Event, frozen=True, tag="SquareTokenSet"):
    """By hand: a token was laid on a square, or taken off."""

    at: SquareId
    token: str
    laid: bool


class DueDone(Event, frozen=True, tag="DueDone"):
    """The table was reminded of something due, and it is done; what comes of it follows."""

    dial: DialId
    who: FigureId
    rule: str


class DueLeft(Event, frozen=True, tag="DueLeft"):
    """The table was reminded of something due, and left it alone."""

    dial: DialId
    who: FigureId
    rule: str


class DialsSet(Event, frozen=True, tag="DialsSet"):
    """By hand: automatic things are done by themselves, on being asked, or not."""

    stops: Stops


class CharacterPlaced(Event, frozen=True, tag="CharacterPlaced"):
    """By hand: a figure was put on a square, or off the board (no square)."""

    who: FigureId
    start: SquareId
    at: SquareId
    facing: Facing


class StateSet(Event, frozen=True, tag="StateSet"):
    """By hand: a card was turned, or a figure disabled or brought back."""

    who: FigureId
    state: Condition


class ReserveSet(Event, frozen=True, tag="ReserveSet"):
    """By hand: the die in reserve on a card."""

    who: FigureId
    element: Element | None


class DiceSet(Event, frozen=True, tag="DiceSet"):
    """By hand: a band's dice."""

    band: BandId
    faces: tuple[Element, ...]
    aside: int


class LossesSet(Event, frozen=True, tag="LossesSet"):
    """By hand: the zeni a band has lost."""

    band: BandId
    zeni: int


class ActivatedSet(Event, frozen=True, tag="ActivatedSet"):
    """By hand: whether a figure counts as activated this phase."""

    who: FigureId
    activated: bool


class StatSet(Event, frozen=True, tag="StatSet"):
    """By hand: a value of a profile card."""

    who: FigureId
    state: Condition
    stat: str
    value: int


class PhaseSet(Event, frozen=True, tag="PhaseSet"):
    """By hand: whose phase it is, and of which turn."""

    turn: int
    band: BandId


class DoorSet(Event, frozen=True, tag="DoorSet"):
    """By hand: a door closed or removed."""

    at: SquareId
    facing: Facing
    closed: bool


class EquipmentSet(Event, frozen=True, tag="EquipmentSet"):
    """By hand: whether single-use equipment has been used up."""

    who: FigureId
    spent: bool


class ThingSet(Event, frozen=True, tag="ThingSet"):
    """By hand: a thing of the adventure lies on a square, is carried, or is gone (neither)."""

    thing: ThingId
    at: SquareId
    who: FigureId


class LeftSet(Event, frozen=True, tag="LeftSet"):
    """By hand: a figure has left the board through a zone."""

    who: FigureId
    start: SquareId
    zone: ZoneId


class PointsSet(Event, frozen=True, tag="PointsSet"):
    """By hand: the movement points that the active figure has left."""

    who: FigureId
    points: int


class OpeningSet(Event, frozen=True, tag="OpeningSet"):
    """By hand: a wall was opened, or stands there again."""

    at: SquareId
    facing: Facing
    opened: bool
