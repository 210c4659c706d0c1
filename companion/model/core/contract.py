"""What a game system offers. Everything above (session, protocol, bots, store, window) knows only this.

A state is an immutable value. `pending` says what the game waits for; `apply` answers it. Rules never roll: they
ask a `Roll`, and whoever drives the game (a seed, a person with real dice, a test, a search) hands in the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from .chance import Die, Face
from .refusal import Refusal
from .words import Message

S = TypeVar("S")

Json: TypeAlias = Any
"""A value of JSON: dict, list, str, int, float, bool or None."""

Outcome: TypeAlias = tuple[Face, ...]
"""The faces of a roll, in the order in which its dice were asked."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """Something a seat may choose. Systems derive one small struct a kind; equal options are equal values."""

    @property
    def kind(self) -> str:
        """The kind as the protocol names it (``step``)."""
        return str(self.__struct_config__.tag)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that came of a choice or a roll, in the past tense. Names of events are for ever."""

    @property
    def kind(self) -> str:
        """The kind as records name it (``CharacterRetreated``)."""
        return str(self.__struct_config__.tag)


class Correction(msgspec.Struct, frozen=True):
    """The table's free hand: a change to the state that asks no rule."""

    @property
    def kind(self) -> str:
        """The kind as records name it (``place``)."""
        return str(self.__struct_config__.tag)


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One seat has to choose; `options` holds every legal option and no other."""

    seat: str
    prompt: Message
    options: tuple[Option, ...]


class Together(msgspec.Struct, frozen=True, gc=False):
    """Several seats answer in any order; when `secret`, no seat sees another's answer before all have answered."""

    choices: tuple[Choice, ...]
    secret: bool


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Chance has to answer: the dice in the order in which `Outcome` lists their faces."""

    seat: str
    dice: tuple[Die, ...]
    kind: str = ""
    """What it is for, as people speak of it (one of `Facts.rolls`): who rolls may differ by kind."""
    seats: tuple[str, ...] = ()
    """Whose each die is; empty: all of them `seat`'s."""

    def owners(self) -> tuple[str, ...]:
        """The seat of each die."""
        return self.seats or (self.seat,) * len(self.dice)


class Over(msgspec.Struct, frozen=True, gc=False):
    """The game has ended; `winner` is a seat, or None for a draw."""

    winner: str | None
    why: Message


Pending: TypeAlias = Choice | Together | Roll | Over


class Facts(msgspec.Struct, frozen=True):
    """A system about itself."""

    id: str
    name: str
    players: tuple[int, int]
    hidden: bool
    """Seats know different things."""
    capabilities: frozenset[str] = frozenset()
    """What else it offers: ``edit`` (the table's free hand), ``bands``, ``board``…"""
    toy: bool = False
    """A test subject, not offered to players."""
    rolls: tuple[str, ...] = ()
    """The kinds of rolls there are (`Roll.kind`)."""
    edition: int = 1
    """Raised whenever a rule changes: a game is played to its end by the rules it was begun under. From 2 on, set-ups
    and positions may say their ``edition``; nothing said is today's.
    """


class About(msgspec.Struct, frozen=True):
    """What a game is found by in a library; a system may offer ``about(state) -> About``."""

    names: tuple[str, ...] = ()
    """Everybody and everything that it is about, in every language."""
    adventure: str | None = None
    """The id of the adventure played."""


class Content(Protocol):
    """Where records of content packs are found: cards, tiles, bands."""

    def find(self, kind: str, id: str) -> Json | None:
        """The record `id` (``house:okko``) of `kind` (``character``), as JSON, or None."""

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        """All records of `kind` as (id, JSON), in the packs' order."""


class Applied(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """What came of a choice, a roll or a correction."""

    state: S
    events: tuple[Event, ...]


class System(Protocol[S]):
    """The contract. `S` is the system's own state type: an immutable value with `==`."""

    @property
    def facts(self) -> Facts:
        """Seats, hidden information, capabilities."""

    def new(self, setup: Json, content: Content) -> S:
        """The first state; raises InvalidInput naming the field at fault, RuleBroken if a rule forbids the set-up."""

    def seats(self, state: S) -> tuple[str, ...]:
        """The seats at this table, in their order."""

    def pending(self, state: S) -> Pending:
        """What the game waits for."""

    def check(self, state: S, option: Option) -> Refusal | None:
        """None when `apply` would take `option` now, else the rule that refuses it."""

    def apply(self, state: S, option: Option) -> Applied[S]:
        """Choose; raises RuleBroken when `check` refuses."""

    def rolled(self, state: S, outcome: Outcome) -> Applied[S]:
        """Hand in the faces asked by a pending Roll; raises UnknownOption when they are not such faces."""

    def edit(self, state: S, correction: Correction) -> Applied[S]:
        """Correct the table by hand; raises InvalidInput when it makes no possible table."""

    def refereed(self, state: S) -> Correction | None:
        """The correction after which everything the rules do is done by itself, as the enforced mode wants it.

        None when it is so already.
        """

    def view(self, state: S, seat: str | None) -> Json:
        """The state as `seat` may know it, built by inclusion; None sees everything. Equals `encode` for None."""

    def encode(self, state: S) -> Json:
        """The whole state as JSON, complete: ``decode(encode(s)) == s``."""

    def decode(self, position: Json, content: Content) -> S:
        """A state out of JSON; raises InvalidInput naming the field at fault."""

    def option_id(self, state: S, option: Option) -> str:
        """The option as a short text, for ever readable (``step:3,4``)."""

    def option_of(self, state: S, text: str) -> Option:
        """The option of `option_id`; raises UnknownOption when no such option can be meant in this state."""

    def fields(self, state: S, option: Option) -> Mapping[str, Json]:
        """What the option is about, as the protocol writes it (``{"at": [3, 4], "cost": 1}``)."""

    def label(self, state: S, option: Option) -> Message:
        """The option in words."""

    def correction_of(self, state: S, data: Json) -> Correction:
        """A correction out of JSON; raises InvalidInput."""

    def correction_json(self, state: S, correction: Correction) -> Json:
        """A correction as JSON."""

    def tell(self, state: S, event: Event) -> Message:
        """The event in words; `state` is the one it led to."""

    def event_json(self, state: S, event: Event) -> Json:
        """The event as the protocol writes it, with its kind."""

    def sample_world(self, view: Json, seat: str, rng: Random, content: Content) -> S:
        """A full state that `seat`, knowing only `view`, must hold possible."""


def seats_to_act(pending: Pending) -> Sequence[str]:
    """The seats that may choose now; none while Chance is asked or when the game is over."""
    if isinstance(pending, Choice):
        return (pending.seat,)
    if isinstance(pending, Together):
        return tuple(choice.seat for choice in pending.choices)
    return ()


def options_of(pending: Pending, seat: str | None = None) -> tuple[Option, ...]:
    """Every legal option, of one seat or of all that may act."""
    choices = (pending,) if isinstance(pending, Choice) else pending.choices if isinstance(pending, Together) else ()
    return tuple(option for choice in choices if seat in (None, choice.seat) for option in choice.options)
