"""What a battle report says: values, and messages that any language can say. Nothing about how it looks."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.model.core.words import Message, Name
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.vocabulary import Condition

Why: TypeAlias = Literal["begin", "disabled", "swing", "marked", "deed", "end"]
"""Why a position is worth a picture: the first one, a figure disabled, the lead changed hands, a bookmark or a note,
something else that counts, the last one.
"""


class Shot(msgspec.Struct, frozen=True):
    """A position to be painted: the state after so many steps, and the figures it is about."""

    cursor: int
    why: Why
    squares: tuple[int, ...] = ()
    """Where what happens, happens."""


class Moment(msgspec.Struct, frozen=True):
    """Something that happened, in a few sentences."""

    cursor: int
    """How many steps were done when it was over."""
    words: tuple[Message, ...]
    weight: int = 0
    """How much it counts, to find what decided the game."""
    rules: tuple[str, ...] = ()
    """Rules that something in it was done against."""
    note: str = ""
    """What somebody wrote beside it."""
    bookmark: bool = False
    shot: Shot | None = None


class TurnTold(msgspec.Struct, frozen=True):
    """A phase of a turn; before the first one turn 0."""

    turn: int
    band: int
    """Whose phase: 0 or 1; -1 before the first."""
    moments: tuple[Moment, ...]


class Zeni(msgspec.Struct, frozen=True):
    """What both bands had lost (or earned, where a game is played for zeni) at the end of a turn."""

    turn: int
    of: tuple[int, int]


class Dice(msgspec.Struct, frozen=True):
    """The dice of a band."""

    combat: int = 0
    """Combat dice rolled: in attack, defense, shots."""
    pips: int = 0
    """What they showed together."""
    tests: int = 0
    passed: int = 0
    inspiration: tuple[tuple[Element, int], ...] = ()
    """How often each element fell."""

    @property
    def mean(self) -> float:
        """Of the combat dice; 0 without any."""
        return self.pips / self.combat if self.combat else 0.0


class Person(msgspec.Struct, frozen=True):
    """A figure and what it did."""

    name: Name
    value: int
    state: Condition
    equipment: Name | None = None
    honour: Message | None = None
    """What it had brought along."""
    attacks: int = 0
    """And shots."""
    disabled: int = 0
    """How many it has put out of the game."""


class Side(msgspec.Struct, frozen=True):
    """A band."""

    player: str
    band: str
    people: tuple[Person, ...]
    lost: int
    limit: int
    dice: Dice = Dice()


class Report(msgspec.Struct, frozen=True):
    """The whole of it."""

    sides: tuple[Side, Side]
    turns: tuple[TurnTold, ...]
    zeni: tuple[Zeni, ...]
    earned: bool
    """The zeni are what was earned, not what was lost."""
    steps: int
    last_turn: int
    over: bool
    winner: int | None = None
    """0 or 1; None: nobody, or not over."""
    why: Message | None = None
    """What ended it."""
    adventure: Name | None = None
    ending: Name | None = None
    """What the adventure tells of this end."""
    typed: int = 0
    """Dice that people rolled and typed in."""
    rolled: int = 0
    """All dice."""
    by_hand: int = 0
    """Corrections of the table."""
    first: Shot | None = None
    """The position in which the first phase begins."""

    @property
    def shots(self) -> tuple[Shot, ...]:
        """All positions to be painted, in the order of the game."""
        told = [moment.shot for turn in self.turns for moment in turn.moments if moment.shot is not None]
        return tuple([self.first] if self.first is not None else []) + tuple(told)
