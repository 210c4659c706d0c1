"""The state of the toy game: hands, what is on the table, and a stack of frames that says what is going on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

import msgspec

SEATS = ("A", "B", "C")
HIGHEST = 6
COPIES = 2
"""Of each card in the deck."""
MOST_ROUNDS = 4
MOST_POINTS = 1000
"""Of a seat, the pot included; a table that could come to more is refused, so that play never leaves the bounds."""
STANDARD_DEAL = ((1, 3, 5, 6), (1, 2, 4, 6), (2, 3, 4, 5))

Cards: TypeAlias = tuple[int, ...]


class Rounds(msgspec.Struct, frozen=True, tag="rounds"):
    """The bottom of the stack while the game goes on: `left` rounds come after this one."""

    left: int


class Picking(msgspec.Struct, frozen=True, tag="picking"):
    """Every seat picks a card in secret; 0 for a seat that has not. A picked card stays in the hand till shown."""

    picks: tuple[int, int, int] = (0, 0, 0)


class Breaking(msgspec.Struct, frozen=True, tag="breaking"):
    """These seats (their places in `SEATS`) have played the same highest card: each rolls a die."""

    tied: tuple[int, ...]


class Winning(msgspec.Struct, frozen=True, tag="winning"):
    """A seat has won the round and decides on the pot."""

    seat: int


Frame: TypeAlias = Rounds | Picking | Breaking | Winning


class State(msgspec.Struct, frozen=True):
    """Everything about a game at one moment; it is over when the stack is empty."""

    rounds: int
    hands: tuple[Cards, Cards, Cards]
    """Each in rising order."""
    frames: tuple[Frame, ...]
    """The top one last; `Rounds` alone never waits: what is above it says what is asked."""
    scores: tuple[int, int, int] = (0, 0, 0)
    pot: int = 0
    played: tuple[tuple[int, int, int], ...] = ()
    """The cards shown, a round each, in the order of `SEATS`."""

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
    def needed(self) -> int:
        """How many cards a hand must hold to see the game through."""
        return self.left + isinstance(self.frames[-1], Picking) if self.frames else 0

    @property
    def most(self) -> int:
        """What a seat may have now so as not to come to more than `MOST_POINTS`."""
        return MOST_POINTS - self.pot - self.needed * len(SEATS) * HIGHEST


def fresh_deck() -> Counter[int]:
    """How many of each card there are."""
    return Counter(dict.fromkeys(range(1, HIGHEST + 1), COPIES))


def unseen(shown: Iterable[int]) -> Counter[int]:
    """The deck without the cards `shown`; a count below zero means that there are too many of one."""
    deck = fresh_deck()
    deck.subtract(shown)
    return deck


def at(seat: int, new: int, old: tuple[int, int, int]) -> tuple[int, int, int]:
    """Three numbers with one replaced."""
    a, b, c = (new if n == seat else was for n, was in enumerate(old))
    return (a, b, c)


def with_hand(state: State, seat: int, cards: Iterable[int]) -> State:
    """The state with another hand of a seat, put in order."""
    a, b, c = (tuple(sorted(cards)) if n == seat else hand for n, hand in enumerate(state.hands))
    return msgspec.structs.replace(state, hands=(a, b, c))
