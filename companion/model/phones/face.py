"""How a game shows itself on a phone: a hand of cards, the table in short, and the steps in which it is answered.

`Face` is what serves any game: no cards, a line a seat, every option by its label. A game's own face overrides what it
knows better. It is given a viewer each time, and may only tell what that viewer's `System.view` holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from companion.model.core.contract import Choice, Event, Json, Option, Roll
from companion.model.core.session import Session
from companion.model.core.words import Arg

Stroke = tuple[float, ...]
"""Of a drawing, in a square of 100 by 100: its width, then x, y of each point; a width below 0: a disc."""


class Playing(Protocol):
    """The game as a face knows it: the controller of a window, or a session by itself."""

    @property
    def session(self) -> Session[Any]:
        """What is played."""


class Box(msgspec.Struct, frozen=True):
    """A number on a card."""

    name: Arg
    number: Arg
    sign: tuple[Stroke, ...] = ()
    kind: str = ""
    """The `Node.kind` step that uses it (``attack``): it is lit while that is offered."""


class Card(msgspec.Struct, frozen=True):
    """A card of the hand, or a character of a band."""

    id: str
    """As options name it; no two in one hand are called alike."""
    title: Arg
    line: Arg = ""
    """What sort of card it is."""
    text: Arg = ""
    boxes: tuple[Box, ...] = ()
    sign: tuple[Stroke, ...] = ()
    colour: str = ""
    """A role of the palette, for its edge."""
    note: Arg = ""
    """At its edge, small."""
    spent: bool = False
    """Turned down, or done for this turn."""


class Row(msgspec.Struct, frozen=True):
    """A seat in the table in short."""

    seat: str
    name: Arg
    marks: tuple[Box, ...] = ()
    """What is counted: sake, life, cards in hand."""
    lines: tuple[Arg, ...] = ()
    state: str = ""
    """``spirit``, ``drunk`` or ``out``: how the row is drawn."""
    state_words: Arg = ""
    acts: bool = False
    """Its turn."""


class Pick(msgspec.Struct, frozen=True):
    """Any set of these cards, which would be thousands of options: their ids are put together on the phone."""

    cards: tuple[str, ...]
    begin: str
    """How the ids of these options begin; the cards follow in order, joined by ``+``."""
    none: str = ""
    """The id of the option of no card; empty: at least one is needed."""


class Node(msgspec.Struct, frozen=True):
    """A step of an answer: a whole `option`, a set of cards to `pick`, or what may come `next`."""

    title: Arg
    about: Arg = ""
    kind: str = ""
    """Steps of one kind stand together."""
    card: str = ""
    """The card of the hand that this step plays: touching it takes it."""
    option: Option | None = None
    pick: Pick | None = None
    next: tuple[Node, ...] = ()
    quiet: bool = False
    """Ends or passes: it stands last, apart from the rest."""


class Switch(msgspec.Struct, frozen=True):
    """Something that a seat has said once for all, and may take back."""

    id: str
    title: Arg
    on: bool


class Face:
    """See the module."""

    def __init__(self, game: Playing, name: Callable[[str], Arg]) -> None:
        """`name`: what the player of a seat, or the owner of a die, is called."""
        self.game, self.name = game, name

    @property
    def session(self) -> Session[Any]:
        """What is played."""
        return self.game.session

    def title(self, viewer: str) -> Arg:
        """Where the game stands, in a few words."""
        return self.session.system.facts.name

    def hand(self, viewer: str, view: Json) -> Sequence[Card]:
        """The cards of a seat, out of its view."""
        return ()

    def own(self, viewer: str, view: Json) -> Sequence[Arg]:
        """What else a seat has before it."""
        return ()

    def table(self, viewer: str, view: Json) -> Sequence[Row]:
        """The seats, as the viewer may know them."""
        return tuple(Row(seat, self.name(seat)) for seat in view_seats(self.session))

    def story(self, viewer: str, view: Json) -> Sequence[Arg]:
        """What is going on that the answer is about."""
        return ()

    def nodes(self, viewer: str, choices: Sequence[Choice]) -> Sequence[Node]:
        """The ways to answer; `choices` are the viewer's own."""
        system, state = self.session.system, self.session.state
        return tuple(
            Node(system.label(state, option), kind=option.kind, option=option)
            for choice in choices
            for option in choice.options
        )

    def switches(self, viewer: str) -> Sequence[Switch]:
        """What the viewer may say once for all now."""
        return ()

    def flip(self, viewer: str, id: str, on: bool) -> None:
        """Say one of these, or take it back."""

    def die(self, roll: Roll, n: int) -> Arg:
        """Whose, or what for, a die of the roll is."""
        return self.name(roll.dice[n].owner)

    def told(self, events: Sequence[Event]) -> Sequence[Event]:
        """Of events that the viewer may hear those that are told."""
        return events


def view_seats(session: Session[Any]) -> tuple[str, ...]:
    """The seats in the order of the table."""
    return session.system.seats(session.state)
