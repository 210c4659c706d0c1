"""What a game system offers. Everything above (session, protocol, bots, store, window) knows only this.

A state is an immutable value. `pending` says what the game waits for; `apply` answers it. Rules never roll: they
ask a `Roll`, and whoever drives the game (a seed, a person with real dice, a test, a search) hands in the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from random import Random
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

import msgspec

from .chance import Die, Face
from .refusal import Refusal
from .words import Message

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
P = TypeVar("P")

Json: TypeAlias = Any
"""A value of JSON: dict, list, str, int, float, bool or None."""

Outcome: TypeAlias = tuple[Face, ...]
"""The faces of a roll, in the order in which its dice were asked."""

SPECTATOR: Final = "*"
"""The viewer who has no seat and sees what everybody may see."""


class Unknown(Enum):
    """What the app does not know and does not guess: a card of a real hand, a face that somebody keeps to himself.

    States and events hold it where a value would be, JSON and people read ``?``, and it gives way to the value when the
    table learns it. It equals nothing but itself.
    """

    UNKNOWN = "?"

    def __str__(self) -> str:
        return "?"


UNKNOWN: Final[Literal[Unknown.UNKNOWN]] = Unknown.UNKNOWN


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
    camp: str = ""
    """The camp (`Camp.id`) for which `seat` answers, once for all: its seats see the options too. Empty: for itself."""


class Together(msgspec.Struct, frozen=True, gc=False):
    """Several seats answer in any order; when `secret`, no seat sees another's answer before all have answered."""

    choices: tuple[Choice, ...]
    secret: bool
    shared: bool = False
    """Secret from other camps alone: seats of one camp see each other's answers at once (not each other's options)."""
    answers: tuple[tuple[str, Option], ...] | None = None
    """The answers already given, seat by seat, which a client is shown as far as it may know them; None: it is not."""


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Chance has to answer: the dice in the order in which `Outcome` lists their faces."""

    seat: str
    dice: tuple[Die, ...]
    kind: str = ""
    """What it is for, as people speak of it (one of `Facts.rolls`): who rolls may differ by kind."""
    seats: tuple[str, ...] = ()
    """Whose each die is; empty: all of them `seat`'s."""
    seen_by: tuple[str, ...] | None = None
    """The seats that may see the faces; None: everybody."""
    distinct: bool = False
    """The dice, all of one kind, are drawn without putting back, as cards are: no two show the same face."""

    def owners(self) -> tuple[str, ...]:
        """The seat of each die."""
        return self.seats or (self.seat,) * len(self.dice)


class Over(msgspec.Struct, frozen=True, gc=False):
    """The game has ended."""

    winners: tuple[str, ...]
    """All seats that have won: one, a camp, several who share the victory; none: a draw."""
    why: Message

    @property
    def winner(self) -> str | None:
        """The only seat that has won; None when several have, or nobody."""
        return self.winners[0] if len(self.winners) == 1 else None


Pending: TypeAlias = Choice | Together | Roll | Over


class Facts(msgspec.Struct, frozen=True):
    """A system about itself."""

    id: str
    name: str
    players: tuple[int, int]
    hidden: bool
    """Seats know different things."""
    rolls: tuple[str, ...] = ()
    """The kinds of rolls there are (`Roll.kind`)."""
    tells_rules: bool = False
    """The protocol answers an option that is not offered with the rule against it (-32000, otherwise -32602), and a
    set-up that does not fit as a position that does not (-32001, otherwise -32602 below ``setup``).
    """
    edition: int = 1
    """Raised whenever a rule changes: a game is played to its end by the rules it was begun under. From 2 on, set-ups
    and positions may say their ``edition``; nothing said is today's.
    """


class Camp(msgspec.Struct, frozen=True):
    """Seats that play, and win, together."""

    id: str
    """As positions and events write it (``red``); never that of a seat."""
    name: Message
    seats: tuple[str, ...]
    """In the order of the table; the first that may decide is asked for all (`Choice.camp`)."""


class About(msgspec.Struct, frozen=True):
    """What a game is found by in a library (`Describes`)."""

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
        """What the system says of itself."""

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
        """The state as `seat` (or `SPECTATOR`) may know it, built by inclusion; None: everything, as `encode`."""

    def encode(self, state: S) -> Json:
        """The whole state as JSON, complete: ``decode(encode(s)) == s``."""

    def decode(self, position: Json, content: Content) -> S:
        """A state out of JSON; raises InvalidInput naming the field at fault."""

    def option_id(self, state: S, option: Option) -> str:
        """The option as a short text, for ever readable (``step:3,4``)."""

    def option_of(self, state: S, text: str) -> Option:
        """The option of `option_id`; raises UnknownOption when no such option can be meant in this state.

        Ids differ within a `Choice`. Where several seats are asked, one id may stand for an option of each (``pass``):
        `find_option` knows the seat; alone it is unknown.
        """

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


# what a system may offer beside -------------------------------------------------------------------------------------


def part(system: System[Any], offered: type[P]) -> P | None:
    """The system as one of the optional parts below; None when it does not offer that one."""
    asked = type(system), offered
    if asked not in _OFFERED:
        _OFFERED[asked] = isinstance(system, offered)  # some 20 µs: as long as a step of the rules
    return cast(P, system) if _OFFERED[asked] else None


_OFFERED: dict[tuple[type, type], bool] = {}


@runtime_checkable
class Groups(Protocol[S_contra]):
    """Seats that win together; elsewhere each seat is for itself."""

    def camps(self, state: S_contra) -> tuple[Camp, ...]:
        """The camps as they are now; a seat is of one at most. Empty: each seat is for itself."""


@runtime_checkable
class KnowsSeats(Protocol[S_contra]):
    """Texts of options that are not offered, said by a seat of several: so that the rule against them can be named."""

    def option_by(self, state: S_contra, text: str, seat: str) -> Option:
        """What a seat means by a text; raises UnknownOption."""


@runtime_checkable
class Conceals(Protocol[S_contra]):
    """Events that not everybody may hear in full; elsewhere everybody is told everything."""

    def seen(self, state: S_contra, event: Event, viewer: str) -> Event | None:
        """The event as a seat, or `SPECTATOR`, may hear it: itself, one with `UNKNOWN` in it, or None: not at all.

        `state` is the one it led to. What is heard may also be found in `view`, or has been.
        """


@runtime_checkable
class Tracks(Protocol[S_contra]):
    """Positions in which not everything is known."""

    def missing(self, state: S_contra) -> Message | None:
        """What somebody has to tell the app before it can enforce the rules; None: it knows all that it must."""


@runtime_checkable
class Mends(Protocol[S_contra]):
    """Steps of an older log kept by hand when the past is put right."""

    def mend(self, state: S_contra, before: S_contra, after: S_contra) -> Sequence[Correction]:
        """The corrections that do to `state` what was done from `before` to `after`; raises InvalidInput."""


@runtime_checkable
class Describes(Protocol[S_contra]):
    """What the library finds a game by."""

    def about(self, state: S_contra) -> About:
        """The names in it."""


@runtime_checkable
class Queries(Protocol):
    """Questions of the protocol (``<id>.<name>``) about the position; they raise UnknownOption for unfit params."""

    @property
    def queries(self) -> Mapping[str, Callable[[Any, Mapping[str, Json]], Json]]:
        """From a state and params to the answer, by name."""


@runtime_checkable
class Evaluates(Protocol[S_contra]):
    """An opinion for players made of code; without it they know only the end."""

    def urge(self, state: S_contra) -> float:
        """How badly players want the game to end, from 0 to 1."""

    def evaluate(self, state: S_contra, seat: str, urge: float = 0.0) -> float:
        """How good it looks for `seat`, from -1 (lost) to 1 (won), with so much urge."""


@runtime_checkable
class Plans(Protocol[S]):
    """Whole plans, and what follows by itself, for players that look ahead; without it single options are judged."""

    def outlook(self, state: S, choice: Choice) -> Iterable[tuple[tuple[Option, ...], S]]:
        """Plans: options in their order, and the state to judge."""

    def alike(self, state: S) -> Sequence[tuple[Outcome, float]] | None:
        """One outcome of the pending roll for each end it can have, with its chance; None: take them all."""

    def resolving(self, state: S) -> bool:
        """Whether something is half done: the state cannot be judged before it is."""

    def likely(self, state: S, choice: Choice) -> Sequence[Option]:
        """What to expect of whoever is asked while something is resolved: the best of these."""


class Pairing(msgspec.Struct, frozen=True):
    """Sides of equal worth, by id and by name."""

    worth: int
    ids: tuple[str, ...]
    names: tuple[str, ...]


def camps_of(system: System[S], state: S) -> tuple[Camp, ...]:
    """The camps of a game, or none."""
    grouped = part(system, Groups)
    return () if grouped is None else grouped.camps(state)


def seats_like(system: System[S], state: S, seat: str) -> tuple[str, ...]:
    """The seats of the camp of `seat`, itself among them."""
    return next((camp.seats for camp in camps_of(system, state) if seat in camp.seats), (seat,))


def may_answer(system: System[S], state: S, choice: Choice, seat: str | None) -> bool:
    """Whether a choice is a seat's to make: its own, or its camp's."""
    camps = camps_of(system, state) if choice.camp else ()
    return seat == choice.seat or any(camp.id == choice.camp and seat in camp.seats for camp in camps)


def may_see_options(system: System[S], state: S, choice: Choice, viewer: str | None) -> bool:
    """Whether a viewer (None: of everything) may see what there is to choose from."""
    return viewer is None or not system.facts.hidden or may_answer(system, state, choice, viewer)


def seen_events(system: System[S], state: S, events: Iterable[Event], viewer: str | None) -> tuple[Event, ...]:
    """The events that led to `state` as a viewer may hear them (None: of everything)."""
    concealing = None if viewer is None else part(system, Conceals)
    if concealing is None or viewer is None:
        return tuple(events)
    return tuple(seen for event in events if (seen := concealing.seen(state, event, viewer)) is not None)


def find_option(system: System[S], state: S, text: str, seat: str | None = None) -> Option:
    """The option that a text means, said by `seat` if it is known who says it; UnknownOption when it can be none."""
    if seat is not None:
        for option in options_of(system.pending(state), seat):
            if system.option_id(state, option) == text:
                return option
        if (knowing := part(system, KnowsSeats)) is not None:
            return knowing.option_by(state, text, seat)
    return system.option_of(state, text)


def seats_to_act(pending: Pending) -> Sequence[str]:
    """The seats that may choose now; none while Chance is asked or when the game is over."""
    return tuple(choice.seat for choice in choices_of(pending))


def choices_of(pending: Pending) -> tuple[Choice, ...]:
    """What the seats are asked: one choice, several, or none."""
    return (pending,) if isinstance(pending, Choice) else pending.choices if isinstance(pending, Together) else ()


def options_of(pending: Pending, seat: str | None = None) -> tuple[Option, ...]:
    """Every legal option, of one seat or of all that may act."""
    return tuple(o for choice in choices_of(pending) if seat in (None, choice.seat) for o in choice.options)
