"""What a stage of the turn or a frame on the stack does: it goes on by itself, asks, takes an answer or a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.model.core.chance import Die, DieKind
from companion.model.core.contract import Choice, Option, Outcome, Pending, Roll
from companion.model.core.words import Message
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import Cards, Seat, State

HEROES = "heroes"
"""The camp that the captain answers for (SEA-2)."""


def _waits(t: Transition, frame: Any) -> bool:
    return False


def _takes_nothing(t: Transition, frame: Any, given: Any) -> None:
    raise AssertionError(frame)


class Part(NamedTuple):
    """Called with the frame, or with the stage's name."""

    ask: Callable[[State, Any], Pending]
    """What it waits for."""
    chosen: Callable[[Transition, Any, Option], None] = _takes_nothing
    rolled: Callable[[Transition, Any, Outcome], None] = _takes_nothing
    resume: Callable[[Transition, Any], bool] = _waits
    """Do what follows by itself; False: somebody is to be asked."""
    asks_always: bool = False
    """Whoever is asked may always stop, too: nothing is so plain that it is done unasked (DEC-5)."""


def asks(seat: Seat, prompt: Message, options: Iterable[Option]) -> Choice:
    """A choice of one seat."""
    return Choice(seat, prompt, tuple(options))


def asks_captain(state: State, prompt: Message, options: Iterable[Option]) -> Choice:
    """A choice that the captain answers for all heroes; the options are the captain's."""
    return Choice(state.captain, prompt, tuple(options), HEROES)


def dice(box: Box, seat: Seat, kind: str, combat: int = 0, action: int = 0, test: int = 0) -> Roll:
    """A roll of the game's dice (DEC-3: combat, action, test)."""
    asked = [(use, n) for use, n in (("combat", combat), ("action", action), ("test", test)) if n > 0]
    return Roll(seat, tuple([Die(box.dice[use], seat) for use, n in asked for _ in range(n)]), kind)


def draws(
    seat: Seat, pile: Cards, seen_by: tuple[Seat, ...] | None, kind: str = "draw", *, shown: bool = False
) -> Roll:
    """One card of a pile, each with equal chance (CMP-4). `shown`: something of it is seen by all at once."""
    faces = tuple(dict.fromkeys(pile))
    die = DieKind("pick", faces, tuple([pile.count(face) for face in faces]))
    return Roll(seat, (Die(die, seat),), kind, distinct=shown, seen_by=seen_by)
