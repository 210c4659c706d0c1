"""What the table set by hand, in the past tense. The names of events are for ever."""

from __future__ import annotations

from companion.model.core.contract import Event

from .dials import Stops
from .language.vocabulary import Element
from .terms import Condition


class HonourSet(Event, frozen=True, tag="HonourSet"):
    """By hand: a figure's honour is used up, or is there again."""

    who: int
    lost: bool


class TokenSet(Event, frozen=True, tag="TokenSet"):
    """By hand: a token was laid on a figure's card, or taken off."""

    who: int
    token: str
    laid: bool


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


class PointsSet(Event, frozen=True, tag="PointsSet"):
    """By hand: the movement points that the active figure has left."""

    who: int
    points: int


class OpeningSet(Event, frozen=True, tag="OpeningSet"):
    """By hand: a wall was opened, or stands there again."""

    at: int
    facing: int
    opened: bool
