"""What happened in the toy game, in the past tense. A secret pick tells who picked and not what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.model.core.contract import Event, Json
from companion.model.core.words import N_, Message


class CardPicked(Event, frozen=True, tag="CardPicked"):
    """A seat has picked; which card stays secret until all have."""

    seat: str


class CardsShown(Event, frozen=True, tag="CardsShown"):
    """All picked cards were shown, in the order of the seats."""

    cards: tuple[int, int, int]


class TieRolled(Event, frozen=True, tag="TieRolled"):
    """The seats with equal highest cards rolled."""

    seats: tuple[str, ...]
    faces: tuple[int, ...]


class RoundWon(Event, frozen=True, tag="RoundWon"):
    """A seat won the round."""

    seat: str
    pot: int


class PotTaken(Event, frozen=True, tag="PotTaken"):
    """The winner of a round took the pot as points."""

    seat: str
    points: int


class PotLeft(Event, frozen=True, tag="PotLeft"):
    """The winner of a round left the pot for the next."""

    seat: str
    points: int


class GameEnded(Event, frozen=True, tag="GameEnded"):
    """The last round was scored; `winner` is None for a draw."""

    winner: str | None
    points: int


class HandSet(Event, frozen=True, tag="HandSet"):
    """By hand: a seat holds other cards; their number only, hands are hidden."""

    seat: str
    count: int


class ScoreSet(Event, frozen=True, tag="ScoreSet"):
    """By hand: a seat's points."""

    seat: str
    points: int


_TOLD: Mapping[str, str] = {
    "CardPicked": N_("{seat} has picked a card"),
    "CardsShown": N_("The cards are revealed: {cards}"),
    "TieRolled": N_("{seats} played the same card and roll {faces}"),
    "RoundWon": N_("{seat} wins the round; {pot} in the pot"),
    "PotTaken": N_("{seat} takes the pot: {points} points"),
    "PotLeft": N_("{seat} leaves {points} in the pot"),
    "HandSet": N_("By hand: {seat} holds {count} cards"),
    "ScoreSet": N_("By hand: {seat} has {points} points"),
}
_WON, _DRAWN = N_("{winner} wins with {points} points"), N_("No winner: {points} points each")


def tell(event: Event) -> Message:
    """The event in words."""
    words: dict[str, Any] = msgspec.structs.asdict(event)
    if isinstance(event, GameEnded):
        if event.winner is None:
            return Message(_DRAWN, (("points", event.points),))
        return Message(_WON, tuple(words.items()))
    return Message(_TOLD[event.kind], tuple(words.items()))


def event_json(event: Event) -> Json:
    """The event as the protocol writes it."""
    fields = msgspec.structs.asdict(event).items()
    return {"kind": event.kind, **{name: list(v) if isinstance(v, tuple) else v for name, v in fields}}
