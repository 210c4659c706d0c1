"""A state on its way to the next one, with what happens on the way. Rules change a `Transition`, and nobody else."""

from __future__ import annotations

from typing import Any

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Event
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.state.frames import Frame
from companion.model.games.chronicles.state.state import (
    HERO_SEATS,
    CardId,
    Cards,
    Figure,
    FigureId,
    HeroState,
    Seat,
    State,
    cards,
    replace,
    without,
)


class Transition:
    """The current state and what has happened since the start; `now` is always a whole state that may be asked."""

    __slots__ = ("events", "looked", "now")

    def __init__(self, state: State) -> None:
        self.now = state
        self.events: list[Event] = []
        self.looked = 0
        """How many of the events were looked through for missions (`missions.look`)."""

    @property
    def box(self) -> Box:
        """The game's records."""
        return self.now.table.box

    def tell(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.now = replace(self.now, **changes)

    def oni(self, **changes: Any) -> None:
        """Change fields of the Oni."""
        self.set(oni=replace(self.now.oni, **changes))

    def piles(self, **changes: Any) -> None:
        """Change piles."""
        self.set(piles=replace(self.now.piles, **changes))

    def hero(self, seat: Seat, **changes: Any) -> HeroState:
        """Change fields of a hero."""
        at = HERO_SEATS.index(seat)
        changed = replace(self.now.heroes[at], **changes)
        self.set(heroes=(*self.now.heroes[:at], changed, *self.now.heroes[at + 1 :]))
        return changed

    def figure(self, id: FigureId, **changes: Any) -> Figure:
        """Change fields of a figure in play."""
        found = next(n for n, one in enumerate(self.now.figures) if one.id == id)
        changed = replace(self.now.figures[found], **changes)
        self.set(figures=(*self.now.figures[:found], changed, *self.now.figures[found + 1 :]))
        return changed

    # frames -----------------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Frame | None:
        """What is being resolved; None: the stage itself asks."""
        return self.now.frames[-1] if self.now.frames else None

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack; the last one is resolved first."""
        self.set(frames=(*self.now.frames, *frames))

    def become(self, frame: Frame) -> None:
        """Change the top frame."""
        self.set(frames=(*self.now.frames[:-1], frame))

    def pop(self) -> Frame:
        """Take the top frame away."""
        *rest, top = self.now.frames
        self.set(frames=tuple(rest))
        return top

    # cards that somebody may not know ---------------------------------------------------------------------------------

    def leaves_hand(self, seat: Seat, card: CardId) -> None:
        """An action card or wound leaves a hero's hand.

        An unknown one leaves a hand that was known: from then on nobody knows what is left there.
        """
        hero = self.now.hero(seat)
        if card in self.box.wounds:
            self.hero(seat, wounds=without(hero.wounds, card))
        elif card == HIDDEN and HIDDEN not in hero.hand:
            self.hero(seat, hand=(HIDDEN,) * (len(hero.hand) - 1))
        else:
            self.hero(seat, hand=known_rest(hero, without(hero.hand, card)))


def known_rest(hero: HeroState, hand: Cards) -> Cards:
    """A hand whose unknown cards can be only one thing becomes known: what of the pool lies nowhere else."""
    elsewhere = [*hero.discard, *[card for card in (hero.plan.right, hero.plan.left) if card is not None]]
    if HIDDEN not in hand or HIDDEN in elsewhere:
        return cards(hand)
    left = [card for card in hero.pool if card not in elsewhere]
    return cards(left) if len(left) == len(hand) else cards(hand)
