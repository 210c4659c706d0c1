"""What happened in adventures, drafts and scenarios, in the past tense. The names of events are for ever."""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.games.asagiri.state.vocabulary import BandId, CardId, Facing, FigureId, SquareId, ThingId, ZoneId


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
