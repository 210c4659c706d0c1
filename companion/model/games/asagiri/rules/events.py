"""What happened in the course of the game, in the past tense: order, dice, movement, doors, the end.

Fights, skills, adventures (with drafts), and the table's own hand have modules of their own: `fight_events`,
`skill_events`, `quest_events`, `hand_events`. Names of events are for ever: records and animations know them.
"""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.vocabulary import BandId, Facing, FigureId, Origin, SquareId


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
    who: FigureId = -1


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
