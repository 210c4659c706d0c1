"""A state on its way to the next one, with what happens on the way. Rules change a `Transition`, and nobody else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from companion.model.core.contract import Event
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.state.frames import Frame
from companion.model.games.sake.state.ring import without
from companion.model.games.sake.state.state import LIFE, SPIRIT, Cards, Fatal, Line, Seat, State, box, replace


class Transition:
    """The current state, taken apart, and what has happened since the start."""

    __slots__ = (
        "active", "air", "deck", "discard", "events", "fatal", "frames", "gone", "lines", "masu", "phase", "pile",
        "plays", "seats", "soul", "table", "turn",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.table, self.deck = state.table, state.table.deck
        self.seats = list(state.seats)
        self.lines: tuple[Line, ...] = state.lines
        self.pile, self.discard, self.air = state.pile, state.discard, state.air
        self.masu, self.gone = state.masu, state.gone
        self.active, self.phase, self.plays, self.soul = state.active, state.phase, state.plays, state.soul
        self.fatal: Fatal | None = state.fatal
        self.turn = state.turn
        self.frames: list[Frame] = list(state.frames)
        self.events: list[Event] = []

    def state(self) -> State:
        """The state it has become."""
        return State(
            self.table, tuple(self.seats), self.lines, self.pile, self.discard, self.air, self.masu, self.gone,
            self.active, self.phase, self.plays, self.soul, self.fatal, self.turn, tuple(self.frames),
        )  # fmt: skip

    def tell(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def seat(self, which: int, **changes: Any) -> None:
        """Change fields of a seat."""
        self.seats[which] = replace(self.seats[which], **changes)

    @property
    def me(self) -> Seat:
        """The active seat."""
        return self.seats[self.active]

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack; the last one is resolved first."""
        self.frames += frames

    def become(self, frame: Frame) -> None:
        """Change the top frame."""
        self.frames[-1] = frame

    def room(self) -> int:
        """The cubes in the box."""
        return box(self.state())

    # cards ------------------------------------------------------------------------------------------------------------

    def play(self, seat: int, *cards: int) -> None:
        """Cards go from a hand into the air."""
        self.from_hand(seat, cards)
        self.air += cards

    def from_hand(self, seat: int, cards: Iterable[int]) -> None:
        """Cards leave a hand; one that the app did not know there was one of those that it does not know."""
        for card in cards:
            hand = list(self.seats[seat].hand)
            known = card in hand
            hand.remove(card if known else self.deck.untold(hand, card))  # type: ignore[arg-type]
            self.seat(seat, hand=tuple(hand))
            if not known:
                self.forget(card)

    def forget(self, card: int) -> None:
        """A known card has shown itself elsewhere: where it was believed to lie, it is believed no more."""
        if card < 0:
            return
        deck = self.deck
        unknown = deck.unknown(deck.back[card])

        def without(cards: Cards) -> Cards:
            return tuple([unknown if one == card else one for one in cards])

        self.pile = without(self.pile)
        for n, seat in enumerate(self.seats):
            if card in (*seat.hand, *seat.life, *seat.wounds):
                hand = tuple(sorted(without(seat.hand)))
                self.seats[n] = replace(seat, hand=hand, life=without(seat.life), wounds=without(seat.wounds))

    def to_hand(self, seat: int, cards: Iterable[int]) -> None:
        """Cards come to a hand."""
        self.seat(seat, hand=tuple(sorted((*self.seats[seat].hand, *cards))))

    def turn_up(self) -> int:
        """The top card of the pile goes into the air, turned up; NO_CARD when there is none left anywhere."""
        if not self.pile:
            return NO_CARD
        card, self.pile = self.pile[0], self.pile[1:]
        self.air += (card,)
        self.tell(e.CardTurnedUp(card))
        return card

    def put_down(self, cards: Cards) -> None:
        """Cards in the air are discarded together."""
        left = list(self.air)
        for card in cards:
            left.remove(card)
        self.air = tuple(left)
        self.discard += cards
        if cards:
            self.tell(e.CardsDiscarded(cards))

    def throw_away(self, seat: int, card: int) -> None:
        """A card of a hand is discarded alone."""
        self.from_hand(seat, (card,))
        self.discard += (card,)
        self.tell(e.HandDiscarded(seat, card))

    # sake and life ----------------------------------------------------------------------------------------------------

    def lose_sake(self, seat: int, spot: int, how: Literal["burnt", "paid", "lost"]) -> None:
        """A counter leaves the game."""
        self.take_sake(seat, spot)
        self.gone += 1
        self.tell(e.SakeLost(seat, spot, how))

    def take_sake(self, seat: int, spot: int) -> None:
        """A counter leaves its spot."""
        self.seat(seat, sake=tuple([one for one in self.seats[seat].sake if one != spot]))

    def put_sake(self, seat: int, spot: int) -> None:
        """A counter comes to a spot."""
        self.seat(seat, sake=tuple(sorted((*self.seats[seat].sake, spot))))

    def regain(self, seat: int, count: int) -> None:
        """DMG-2."""
        of = self.seats[seat]
        count = min(count, len(of.wounds))
        if count:
            self.seat(seat, life=(*reversed(of.wounds[:count]), *of.life), wounds=of.wounds[count:])
            self.tell(e.Healed(seat, count))

    def harm(self, seat: int, points: int) -> bool:
        """DMG-1; returns whether it has killed him."""
        of = self.seats[seat]
        if points > 0 and LIFE in of.sake:
            self.lose_sake(seat, LIFE, "lost")
            points -= 1
            of = self.seats[seat]
        if points <= 0:
            return False
        lost = of.life[:points]
        self.seat(seat, life=of.life[points:], wounds=(*reversed(lost), *of.wounds))
        self.tell(e.Wounded(seat, len(lost)))
        return not self.seats[seat].life

    def gear_gone(self, seat: int, card: int) -> None:
        """A weapon or item is discarded alone, with its sake (SAK-3)."""
        if card in self.seats[seat].sake:
            self.lose_sake(seat, card, "lost")
        of = self.seats[seat]
        gear = tuple([one for one in of.gear if one != card])
        self.seat(seat, gear=gear, held=NO_CARD if of.held == card else of.held)
        self.discard += (card,)
        self.tell(e.GearDiscarded(seat, card))

    def disciples_gone(self, cards: Iterable[int]) -> None:
        """Disciples leave the lines."""
        self.lines = without(self.lines, cards)

    def limit(self, seat: int) -> int | None:
        """How many cards a seat may hold (PIL-4); None: as many as it likes."""
        if self.seats[seat].kind == SPIRIT and not self.table.options.spirit_hand_limit:
            return None
        return self.table.limit
