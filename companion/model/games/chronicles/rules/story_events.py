"""What happened in the investigation and in the story: clues, hosts, accusations, missions, chapters, the end."""

from __future__ import annotations

from typing import Literal

from companion.model.core.contract import Event
from companion.model.games.chronicles.box.effects import Colour
from companion.model.games.chronicles.state.options import Card, Seat


class MissionDealt(Event, frozen=True, tag="MissionDealt"):
    """SET-4: number `n` of a hero's missions; `-1`: nobody told which."""

    seat: Seat
    mission: Card
    n: int


class ClueDrawn(Event, frozen=True, tag="ClueDrawn"):
    """INV-5; the Oni hears its kind (``?grey``, ``?nature``)."""

    seat: Seat
    card: Card


class SurpriseResolved(Event, frozen=True, tag="SurpriseResolved"):
    """INV-6."""

    card: Card


class HostTaken(Event, frozen=True, tag="HostTaken"):
    """INV-7: a grey host card in the heroes' hand."""

    card: Card


class HostFollows(Event, frozen=True, tag="HostFollows"):
    """INV-7."""

    card: Card
    seat: Seat


class HostGivenToOni(Event, frozen=True, tag="HostGivenToOni"):
    """INV-9."""

    card: Card


class HostPlayed(Event, frozen=True, tag="HostPlayed"):
    """INV-8, ONI-4."""

    seat: Seat
    card: Card


class MissionGiven(Event, frozen=True, tag="MissionGiven"):
    """FOL-9: which of its card's missions a follower has, from 0."""

    figure: str
    mission: int


class Accused(Event, frozen=True, tag="Accused"):
    """ACC-3."""

    of: Literal["nature", "host"]
    named: Card


class AccusationAnswered(Event, frozen=True, tag="AccusationAnswered"):
    """ACC-4 to ACC-6."""

    of: Literal["nature", "host"]
    named: Card
    right: bool
    wrong: int
    """Wrong accusations that count, by now."""


class DemonCame(Event, frozen=True, tag="DemonCame"):
    """FIN-1; `host` is the guilty one, ``?`` where it was not told."""

    nature: Card
    host: Card


class TrackClosed(Event, frozen=True, tag="TrackClosed"):
    """TRK-7."""


class DemonEscaped(Event, frozen=True, tag="DemonEscaped"):
    """FIN-5."""


class ChapterPlaced(Event, frozen=True, tag="ChapterPlaced"):
    """MEM-1."""

    chapter: Card
    colour: Colour


class MissionCounted(Event, frozen=True, tag="MissionCounted"):
    """MIS-1."""

    mission: Card
    colour: Colour
    count: int


class MissionDecided(Event, frozen=True, tag="MissionDecided"):
    """MIS-1, MIS-2."""

    mission: Card
    colour: Colour


class MissionReopened(Event, frozen=True, tag="MissionReopened"):
    """By hand: nobody has won it any more."""

    mission: Card


class ChapterTakenBack(Event, frozen=True, tag="ChapterTakenBack"):
    """By hand: a chapter goes out of the memoirs."""

    chapter: Card


class StepDone(Event, frozen=True, tag="StepDone"):
    """§21: a step of the end of turn is done (``EOT-4``)."""

    rule: str


class GameEnded(Event, frozen=True, tag="GameEnded"):
    """END, MEM-4."""

    winner: Literal["heroes", "oni"]
