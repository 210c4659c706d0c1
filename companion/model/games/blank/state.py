"""The state of the toy game: hands, what is on the table, and a stack of frames that says what is going on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

import msgspec

from companion.model.core.contract import UNKNOWN, Event, Json, Unknown
from companion.model.core.words import N_, Message, say

T = TypeVar("T")

SEATS = ("A", "B", "C", "D")
"""The fourth only where there are camps."""
CAMPS = ("red", "blue")
PLACES = ("garden", "gate", "well")
HOMES = ("gate", "well")
"""Of each camp."""
BONUS = 2
"""For a pot taken while the lantern is at home."""
HIGHEST = 6
COPIES = 2
"""Of each card in the deck."""
MOST_ROUNDS = 4
MOST_POINTS = 1000
"""Of a seat, the pot included; a table that could come to more is refused, so that play never leaves the bounds."""
STANDARD_DEAL = ((1, 3, 5, 6), (1, 2, 4, 6), (2, 3, 4, 5))
CAMPS_DEAL = ((1, 4, 6), (2, 3, 5), (1, 3, 6), (2, 4, 5))

Card: TypeAlias = int | Unknown
Cards: TypeAlias = tuple[Card, ...]
"""A hand in rising order, what is not known last."""


class Rounds(msgspec.Struct, frozen=True, tag="rounds"):
    """The bottom of the stack while the game goes on: `left` rounds come after this one."""

    left: int


class Omen(msgspec.Struct, frozen=True, tag="omen"):
    """The seers' camp rolls the omen."""


class Picking(msgspec.Struct, frozen=True, tag="picking"):
    """Every seat picks a card in secret; 0 for a seat that has not. A picked card stays in the hand till shown."""

    picks: Cards


class Showing(msgspec.Struct, frozen=True, tag="showing"):
    """All have picked and turn their cards up: the table tells those that the app does not know, then the omen."""

    picks: Cards


class Breaking(msgspec.Struct, frozen=True, tag="breaking"):
    """These seats (their places in `SEATS`) have played the same highest card: each rolls a die."""

    tied: tuple[int, ...]


class Winning(msgspec.Struct, frozen=True, tag="winning"):
    """A seat has won the round and decides on the pot, or its camp does."""

    seat: int


Frame: TypeAlias = Rounds | Omen | Picking | Showing | Breaking | Winning


class Yard(msgspec.Struct, frozen=True):
    """What lies between two camps."""

    lantern: str = "garden"
    path: str = "gate"
    """The place that the garden is joined with."""
    omen: Card = 0
    """0: none is rolled."""

    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Which places lie next to each; turning the path changes it."""
        joined = ("garden", self.path)
        return {place: tuple(one for one in joined if one != place) if place in joined else () for place in PLACES}


class State(msgspec.Struct, frozen=True):
    """Everything about a game at one moment; it is over when the stack is empty.

    A side is a camp, or a seat where there are none: what scores and wins.
    """

    rounds: int
    hands: tuple[Cards, ...]
    frames: tuple[Frame, ...]
    """The top one last; `Rounds` alone never waits: what is above it says what is asked."""
    scores: tuple[int, ...] = (0, 0, 0)
    """Of each side."""
    pot: int = 0
    played: tuple[tuple[int, ...], ...] = ()
    """The cards shown, a round each, in the order of `SEATS`."""
    yard: Yard | None = None
    """Where there are camps."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Three, or four in camps."""
        return seats_of(self.yard is not None)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return self.seats if self.yard is None else CAMPS

    def side(self, seat: int) -> int:
        """The side of a seat; the first seat of a side has its number, and answers for it."""
        return seat if self.yard is None else seat % 2

    @property
    def seer(self) -> int:
        """The side whose turn it is to see the omen."""
        return len(self.played) % 2

    def sees_omen(self, seat: int | None) -> bool:
        """Whether a seat (None: a spectator) may know the omen now."""
        return seat is not None and self.side(seat) == self.seer

    def seated(self, side: int) -> tuple[str, ...]:
        """The seats of a side, the one that answers for it first."""
        return tuple(name for seat, name in enumerate(self.seats) if self.side(seat) == side)

    @property
    def over(self) -> bool:
        """Whether the last round has been played and scored."""
        return not self.frames

    @property
    def left(self) -> int:
        """Rounds after the one going on."""
        bottom = self.frames[0] if self.frames else None
        return bottom.left if isinstance(bottom, Rounds) else 0

    @property
    def to_show(self) -> bool:
        """Whether the cards of this round are still in the hands."""
        return bool(self.frames) and isinstance(self.frames[-1], Omen | Picking | Showing)

    @property
    def needed(self) -> int:
        """How many cards a hand must hold to see the game through."""
        return self.left + self.to_show

    @property
    def most(self) -> int:
        """What a side may have now so as not to come to more than `MOST_POINTS`."""
        bonus = 0 if self.yard is None else BONUS * (self.left + bool(self.frames))
        return MOST_POINTS - self.pot - bonus - self.needed * len(self.seats) * HIGHEST


def seats_of(camps: bool) -> tuple[str, ...]:
    """The seats of a game with or without camps."""
    return SEATS if camps else SEATS[:3]


def known(cards: Iterable[Card]) -> Iterator[int]:
    """The cards that are known."""
    return (card for card in cards if card is not UNKNOWN)


def unseen(shown: Iterable[Card]) -> Counter[int]:
    """The deck without the cards `shown`; a count below zero means that there are too many of one."""
    deck = Counter(dict.fromkeys(range(1, HIGHEST + 1), COPIES))
    deck.subtract(known(shown))
    return deck


def in_order(cards: Iterable[Card]) -> Cards:
    """A hand in order."""
    return tuple(sorted(cards, key=lambda card: HIGHEST + 1 if card is UNKNOWN else card))


def at(place: int, new: T, old: tuple[T, ...]) -> tuple[T, ...]:
    """Several values with one replaced."""
    return (*old[:place], new, *old[place + 1 :])


def with_hand(state: State, seat: int, cards: Iterable[Card]) -> State:
    """The state with another hand of a seat, put in order."""
    return msgspec.structs.replace(state, hands=at(seat, in_order(cards), state.hands))


def without(cards: Cards, card: Card) -> Cards:
    """A hand with one card less."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


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
