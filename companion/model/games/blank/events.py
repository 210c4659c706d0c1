"""What happened in the toy game, in the past tense. A secret pick tells who picked and not what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.model.core.contract import UNKNOWN, Event, Json, Unknown
from companion.model.core.words import N_, Message, say

from .state import CAMPS, SEATS, Card, State


class OmenRolled(Event, frozen=True, tag="OmenRolled"):
    """A camp rolled the omen of the round, which nobody else may see."""

    camp: str
    face: Card


class CardPicked(Event, frozen=True, tag="CardPicked"):
    """A seat has picked; which card stays secret until all have."""

    seat: str


class CardsShown(Event, frozen=True, tag="CardsShown"):
    """All picked cards were shown, in the order of the seats."""

    cards: tuple[int, ...]


class CardTold(Event, frozen=True, tag="CardTold"):
    """The table has told which card it was that a seat had picked unseen."""

    seat: str
    card: int


class OmenShown(Event, frozen=True, tag="OmenShown"):
    """The omen of the round was shown with the cards."""

    face: int


class TieRolled(Event, frozen=True, tag="TieRolled"):
    """The seats with equal highest cards rolled."""

    seats: tuple[str, ...]
    faces: tuple[int, ...]


class RoundWon(Event, frozen=True, tag="RoundWon"):
    """A seat won the round."""

    seat: str
    pot: int


class PotTaken(Event, frozen=True, tag="PotTaken"):
    """The winner of a round, a seat or a camp, took the pot as points."""

    seat: str
    points: int


class PotLeft(Event, frozen=True, tag="PotLeft"):
    """The winner of a round, a seat or a camp, left the pot for the next."""

    seat: str
    points: int


class LanternMoved(Event, frozen=True, tag="LanternMoved"):
    """The lantern stands elsewhere."""

    place: str


class PathTurned(Event, frozen=True, tag="PathTurned"):
    """The garden lies next to another place."""

    place: str


class GameEnded(Event, frozen=True, tag="GameEnded"):
    """The last round was scored; `winner`, a seat or a camp, is None for a draw."""

    winner: str | None
    points: int


class HandSet(Event, frozen=True, tag="HandSet"):
    """By hand: a seat holds other cards; their number only, hands are hidden."""

    seat: str
    count: int


class ScoreSet(Event, frozen=True, tag="ScoreSet"):
    """By hand: a side's points."""

    seat: str
    points: int


class YardSet(Event, frozen=True, tag="YardSet"):
    """By hand: where the lantern stands and the path leads; the omen may have been set too."""

    lantern: str
    path: str


_TOLD: Mapping[str, str] = {
    "OmenRolled": N_("{camp} rolls the omen: {face}"),
    "CardPicked": N_("{seat} has picked a card"),
    "CardsShown": N_("The cards are revealed: {cards}"),
    "CardTold": N_("{seat} turns up the {card}"),
    "OmenShown": N_("The omen is revealed: {face}"),
    "TieRolled": N_("{seats} played the same card and roll {faces}"),
    "RoundWon": N_("{seat} wins the round; {pot} in the pot"),
    "PotTaken": N_("{seat} takes the pot: {points} points"),
    "PotLeft": N_("{seat} leaves {points} in the pot"),
    "LanternMoved": N_("The lantern is now at the {place}"),
    "PathTurned": N_("The path now leads to the {place}"),
    "HandSet": N_("By hand: {seat} holds {count} cards"),
    "ScoreSet": N_("By hand: {seat} has {points} points"),
    "YardSet": N_("By hand: the lantern is at the {lantern}, the path leads to the {path}"),
}
_WON, _DRAWN = N_("{winner} wins with {points} points"), N_("No winner: {points} points each")
NAMES: Mapping[str, Message] = {
    "red": say("Red"),
    "blue": say("Blue"),
    "garden": say("garden"),
    "gate": say("gate"),
    "well": say("well"),
}


def named(word: Any) -> Any:
    """A camp, a place or what is not known as people say it; anything else as it is."""
    if isinstance(word, tuple):
        return tuple(named(one) for one in word)
    return str(word) if word is UNKNOWN else NAMES.get(word, word)


def tell(event: Event) -> Message:
    """The event in words."""
    words: dict[str, Any] = {name: named(value) for name, value in msgspec.structs.asdict(event).items()}
    if isinstance(event, GameEnded):
        if event.winner is None:
            return Message(_DRAWN, (("points", event.points),))
        return Message(_WON, tuple(words.items()))
    return Message(_TOLD[event.kind], tuple(words.items()))


def event_json(event: Event) -> Json:
    """The event as the protocol writes it."""
    fields = msgspec.structs.asdict(event).items()
    return {"kind": event.kind, **{name: _plain(value) for name, value in fields}}


def _plain(value: Any) -> Json:
    if isinstance(value, Unknown):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def seen(state: State, event: Event, viewer: str) -> Event:
    """The event as a viewer may hear it: of an omen only its own camp hears the face."""
    if isinstance(event, OmenRolled):
        mine = viewer in SEATS and state.side(SEATS.index(viewer)) == CAMPS.index(event.camp)
        return event if mine else OmenRolled(event.camp, UNKNOWN)
    return event
