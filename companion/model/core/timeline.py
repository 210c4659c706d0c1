"""A log with all the states it went through, and a cursor: what a session keeps, without its manners."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Generic, TypeVar, overload

import msgspec

from . import chance
from .chance import Die, Face
from .contract import Applied, Event, Json, Option, Pending, Roll, System, choices_of, find_option
from .record import Chosen, Corrected, Dice, Diced, Mode, Noted, Result, Rolled, Source, Step, Switched, plain
from .refusal import UnknownOption
from .words import say

S = TypeVar("S")

KEPT_PENDINGS = 64
"""How many answers of `System.pending` are kept at a time."""


class Draft(Generic[S]):
    """Steps being made at a place of the log, before anybody sees them."""

    def __init__(self, system: System[S], state: S, mode: Mode, dice: Dice, rolls: int) -> None:
        """Begin at `state`; `rolls` counts the rolls made before."""
        self.system, self.state, self.mode, self.dice, self.rolls = system, state, mode, dice, rolls
        self._first = state, mode, dice, rolls
        self.steps: list[Step] = []
        self.states: list[S] = []
        self.modes: list[Mode] = []
        self.diced: list[Dice] = []
        self.rolled: list[int] = []
        self.events: list[tuple[Event, ...]] = []

    def add(
        self,
        step: Step,
        applied: Applied[S],
        faces: tuple[Face, ...] | None = None,
        sources: tuple[Source, ...] | None = None,
    ) -> None:
        """Add `step`, whose result becomes that of `applied`."""
        self.state = applied.state
        if type(step.intent) is Rolled:
            self.rolls += 1
        elif type(step.intent) is Switched:
            self.mode = step.intent.mode
        elif type(step.intent) is Diced:
            self.dice = step.intent.dice
        told: list[Json] = [self.system.event_json(applied.state, event) for event in applied.events]
        self.steps.append(msgspec.structs.replace(step, result=Result(faces, sources, tuple(plain(told)))))
        self.states.append(applied.state)
        self.modes.append(self.mode)
        self.diced.append(self.dice)
        self.rolled.append(self.rolls)
        self.events.append(applied.events)

    def again(self, step: Step, seed: int) -> None:
        """Add a recorded step by playing it once more; its events are worked out anew.

        Raises UnknownOption, RuleBroken or InvalidInput when it cannot be played here.
        """
        intent, state, system = step.intent, self.state, self.system
        match intent:
            case Chosen():
                self.add(step, system.apply(state, option_of(system, state, intent)))
            case Rolled():
                faces = step.result.faces
                if faces == () and not isinstance(system.pending(state), Roll):
                    self.add(step, Applied(state, ()), (), ())  # older records hold rolls of no dice: nothing is asked
                    return
                if faces is None:
                    faces = chance.seeded(dice_of(system.pending(state)), seed, self.rolls)
                sources = step.result.sources or seeded(len(faces))
                self.add(step, system.rolled(state, faces), faces, sources)
            case Corrected():
                self.add(step, system.edit(state, system.correction_of(state, intent.correction)))
            case Switched() | Diced() | Noted():
                self.add(step, Applied(state, ()))

    def until(self, count: int) -> Draft[S]:
        """A draft of its own with the first `count` of these steps."""
        found = Draft(self.system, *self._first)
        found.steps, found.states, found.modes = self.steps[:count], self.states[:count], self.modes[:count]
        found.diced, found.rolled, found.events = self.diced[:count], self.rolled[:count], self.events[:count]
        if count:
            found.state, found.mode, found.dice = found.states[-1], found.modes[-1], found.diced[-1]
            found.rolls = found.rolled[-1]
        return found

    def with_notes(self, at: int, notes: Sequence[Step], seed: int) -> Draft[S]:
        """A draft of its own with notes put in before the step with this index: they change no state."""
        found, rest = self.until(at), self
        for note in notes:
            found.again(note, seed)
        found.steps += rest.steps[at:]
        found.states += rest.states[at:]
        found.modes += rest.modes[at:]
        found.diced += rest.diced[at:]
        found.rolled += rest.rolled[at:]
        found.events += rest.events[at:]
        return found.until(len(found.steps))

    def all_events(self) -> tuple[Event, ...]:
        """The events of all its steps, in order."""
        return tuple(event for events in self.events for event in events)


class Steps(Sequence[Step]):
    """The first `count` steps of a log that only grows: made in no time however long it is, and never changes."""

    def __init__(self, log: list[Step], count: int) -> None:
        """`log`: nothing but appending is ever done to it."""
        self._log, self._count = log, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        if isinstance(index, slice):
            return tuple(map(self._log.__getitem__, range(*index.indices(self._count))))
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._log[index if index >= 0 else index + self._count]

    def __iter__(self) -> Iterator[Step]:
        return islice(self._log, self._count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(other) == self._count and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


def common(one: Sequence[Step], other: Sequence[Step]) -> int:
    """How many steps two logs share, from the first on."""
    alike = (a is b or a == b for a, b in zip(one, other, strict=False))
    return sum(takewhile(bool, alike))


class Timeline(Generic[S]):
    """The log: steps, and for every place in it (0: before the first step) the state and more."""

    def __init__(self, system: System[S], first: S, mode: Mode, dice: Dice) -> None:
        """Begin at `first`, in `mode`, with dice rolled by `dice`."""
        self.system = system
        self.cursor = 0
        self._log: list[Step] = []
        self._agreements: list[tuple[int, str]] = []
        """The steps that say which help is agreed: index and help."""
        self.events: list[tuple[Event, ...]] = []
        self.states: list[S] = [first]
        self.modes: list[Mode] = [mode]
        self.dice: list[Dice] = [dice]
        self.rolls: list[int] = [0]
        self._pendings: dict[int, Pending] = {}

    @property
    def steps(self) -> Steps:
        """All steps, as they are now."""
        return Steps(self._log, len(self._log))

    def draft(self, at: int | None = None) -> Draft[S]:
        """New steps from place `at` (the cursor) on."""
        at = self.cursor if at is None else at
        return Draft(self.system, self.states[at], self.modes[at], self.dice[at], self.rolls[at])

    def take(self, cut_at: int, draft: Draft[S], pending: Pending | None) -> None:
        """Forget the steps from `cut_at` on, take those of `draft`, be at its end; `pending` is asked."""
        if cut_at < len(self._log):
            self._log = self._log[:cut_at]  # somebody may still read the old one
        self._log += draft.steps
        del self._agreements[bisect_left(self._agreements, (cut_at, "")) :]
        self._agreements += (
            (n, step.intent.what)
            for n, step in enumerate(draft.steps, cut_at)
            if isinstance(step.intent, Noted) and step.intent.about == "agreed"
        )
        self.events[cut_at:] = draft.events
        self.states[cut_at + 1 :] = draft.states
        self.modes[cut_at + 1 :] = draft.modes
        self.dice[cut_at + 1 :] = draft.diced
        self.rolls[cut_at + 1 :] = draft.rolled
        self._pendings = {at: asked for at, asked in self._pendings.items() if at <= cut_at}
        self.cursor = cut_at + len(draft.steps)
        if pending is not None:
            self._keep(self.cursor, pending)

    def share(self, other: Timeline[S], count: int) -> None:
        """Begin with the first `count` steps of another log that began alike, as they were played there."""
        other.refuse_outside(count)
        self._log, self.events = other._log[:count], other.events[:count]
        self._agreements = [one for one in other._agreements if one[0] < count]
        self.states, self.modes = other.states[: count + 1], other.modes[: count + 1]
        self.dice, self.rolls = other.dice[: count + 1], other.rolls[: count + 1]
        self.cursor = count

    def put(self, index: int, step: Step) -> None:
        """Put a step in the place of one that differs only in what is written beside it."""
        self._log = [*self._log[:index], step, *self._log[index + 1 :]]

    def agreed(self) -> str | None:
        """The help that was agreed last at the cursor, else the first that ever was; None when nothing was."""
        behind = bisect_left(self._agreements, (self.cursor, ""))
        return self._agreements[max(0, behind - 1)][1] if self._agreements else None

    def pending(self, at: int) -> Pending:
        """What the game waits for at a place; worked out once."""
        found = self._pendings.get(at)
        if found is None:
            found = self.system.pending(self.states[at])
            self._keep(at, found)
        return found

    def _keep(self, at: int, pending: Pending) -> None:
        while len(self._pendings) >= KEPT_PENDINGS:
            del self._pendings[next(iter(self._pendings))]
        self._pendings[at] = pending

    def refuse_outside(self, at: int) -> None:
        """Raise UnknownOption when there is no such place."""
        if not 0 <= at <= len(self._log):
            raise UnknownOption(say("The game has only {count} steps.", count=len(self._log)))

    def group_begin(self) -> int:
        """Where the group of the step behind the cursor begins: the place to go back to. Notes are passed over."""
        last = self.last_deed(self.cursor)
        if last < 0:
            return self.cursor
        group, begin = self._log[last].group, last
        while group and (before := self.last_deed(begin)) >= 0 and self._log[before].group == group:
            begin = before
        return begin

    def group_end(self) -> int:
        """Where the group of the step ahead of the cursor ends, with the notes after it: the place to go forward to."""
        first = self.next_deed(self.cursor)
        if first < 0:
            return self.cursor
        group, end = self._log[first].group, first + 1
        while group and (after := self.next_deed(end)) >= 0 and self._log[after].group == group:
            end = after + 1
        return end + (len(self._log) - end if self.next_deed(end) < 0 else 0)

    def last_deed(self, at: int) -> int:
        """The last step before a place that is no note; -1: none."""
        return next((n for n in range(at - 1, -1, -1) if type(self._log[n].intent) is not Noted), -1)

    def next_deed(self, at: int) -> int:
        """The first step from a place on that is no note; -1: none."""
        return next((n for n in range(at, len(self._log)) if type(self._log[n].intent) is not Noted), -1)

    def insert(self, at: int, step: Step) -> Draft[S]:
        """The log from `at` on with a note before it, as a draft to be taken there."""
        draft = self.draft(at)
        draft.again(step, 0)
        draft.steps += self._log[at:]
        draft.states += self.states[at + 1 :]
        draft.modes += self.modes[at + 1 :]
        draft.diced += self.dice[at + 1 :]
        draft.rolled += self.rolls[at + 1 :]
        draft.events += self.events[at:]
        return draft


def intent_of(system: System[S], state: S, option: Option) -> Chosen:
    """An option as the log keeps it, with its seat where the text alone would not say whose it is."""
    text = system.option_id(state, option)
    try:
        if system.option_of(state, text) == option:
            return Chosen(text)
    except UnknownOption:
        pass
    asked = choices_of(system.pending(state))
    return Chosen(text, next((choice.seat for choice in asked if option in choice.options), msgspec.UNSET))


def option_of(system: System[S], state: S, intent: Chosen) -> Option:
    """The option of an entry of the log; raises UnknownOption when it can be none here."""
    return find_option(system, state, intent.option, None if intent.seat is msgspec.UNSET else intent.seat)


def dice_of(pending: Pending) -> tuple[Die, ...]:
    """The dice asked for; raises UnknownOption when none are."""
    if not isinstance(pending, Roll):
        raise UnknownOption(say("There are no dice to roll now."))
    return pending.dice


def seeded(count: int) -> tuple[Source, ...]:
    """The sources of `count` dice rolled by the seed."""
    source: Source = "seed"
    return (source,) * count
