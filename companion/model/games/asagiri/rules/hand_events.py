"""What the table set by hand, in the past tense. The names of events are for ever."""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.vocabulary import (
    BandId,
    Condition,
    DialId,
    Facing,
    FigureId,
    SquareId,
    ThingId,
    ZoneId,
)
from companion.model.games.asagiri.table.automation import Stops


class HonourSet(Event, frozen=True, tag="HonourSet"):
    """By hand: a figure's honour is used up, or is there again."""

    who: FigureId
    lost: bool


class TokenSet(Event, frozen=True, tag="TokenSet"):
    """By hand: a token was laid on a figure's card, or taken off."""

    who: FigureId
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
