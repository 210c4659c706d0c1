"""A log with all the states it went through, and a cursor: what a session keeps, without its manners.

And who learns of a change of it: the journal that keeps it, the listeners that show it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, overload

import msgspec

from companion.model.core import chance
from companion.model.core.chance import Face
from companion.model.core.contract import Applied, Event, Json, Option, Pending, Roll, System, choices_of, find_option
from companion.model.core.record import (
    Chosen,
    Corrected,
    Dice,
    Diced,
    Mode,
    Noted,
    Record,
    Result,
    Rolled,
    Source,
    Step,
    Switched,
    plain,
)
from companion.model.core.refusal import UnknownOption
from companion.model.core.words import say

S = TypeVar("S")

KEPT_PENDINGS = 64
"""How many answers of `System.pending` are kept at a time."""


NO_STEP = Step(Noted("agreed", ""))
"""Stands before the first step."""


class LogMoment(msgspec.Struct, Generic[S], frozen=True):
    """A place in the log: how the game stands there, and the step that led to it."""

    state: S
    mode: Mode
    dice: Dice
    rolls: int = 0
    """So many rolls were made before."""
    step: Step = NO_STEP
    events: tuple[Event, ...] = ()


def events_in(moments: Iterable[LogMoment[S]]) -> tuple[Event, ...]:
    """The events of several steps, in order."""
    return tuple(event for moment in moments for event in moment.events)


class LogTail(Generic[S]):
    """Steps being made at a place of the log, before anybody sees them."""

    def __init__(self, system: System[S], first: LogMoment[S], moments: Sequence[LogMoment[S]] = ()) -> None:
        """Begin at `first`, with `moments` made already."""
        self.system, self.first, self.moments = system, first, list(moments)

    @property
    def last(self) -> LogMoment[S]:
        """Where it stands."""
        return self.moments[-1] if self.moments else self.first

    @property
    def state(self) -> S:
        return self.last.state

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple([moment.step for moment in self.moments])

    def add(
        self,
        step: Step,
        applied: Applied[S],
        faces: tuple[Face, ...] | None = None,
        sources: tuple[Source, ...] | None = None,
    ) -> None:
        """Add `step`, whose result becomes that of `applied`."""
        last, intent = self.last, step.intent
        mode = intent.mode if type(intent) is Switched else last.mode
        dice = intent.dice if type(intent) is Diced else last.dice
        told: list[Json] = [self.system.event_json(applied.state, event) for event in applied.events]
        made = msgspec.structs.replace(step, result=Result(faces, sources, tuple(plain(told))))
        rolls = last.rolls + (type(intent) is Rolled)
        self.moments.append(LogMoment(applied.state, mode, dice, rolls, made, applied.events))

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
                    asked = roll_of(system.pending(state))
                    faces = chance.seeded(asked.dice, seed, self.last.rolls, asked.distinct)
                sources = step.result.sources or seeded(len(faces))
                self.add(step, system.rolled(state, faces), faces, sources)
            case Corrected():
                self.add(step, system.edit(state, system.correction_of(state, intent.correction)))
            case Switched() | Diced() | Noted():
                self.add(step, Applied(state, ()))

    def until(self, count: int) -> LogTail[S]:
        """The first `count` of these steps."""
        return LogTail(self.system, self.first, self.moments[:count])

    def with_notes(self, at: int, notes: Iterable[Step], seed: int = 0) -> LogTail[S]:
        """The same with notes put in before the step with this index: they change no state."""
        found = self.until(at)
        for note in notes:
            found.again(note, seed)
        found.moments += self.moments[at:]
        return found


class LogSteps(Sequence[Step]):
    """The first `count` steps of a log that only grows: made in no time however long it is, and never changes."""

    def __init__(self, log: list[LogMoment[Any]], count: int) -> None:
        """`log`: nothing but appending is ever done to it; its first place is before the first step."""
        self._log, self._count = log, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        if isinstance(index, slice):
            return tuple([self._log[n + 1].step for n in range(*index.indices(self._count))])
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._log[(index if index >= 0 else index + self._count) + 1].step

    def __iter__(self) -> Iterator[Step]:
        return (moment.step for moment in islice(self._log, 1, self._count + 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(other) == self._count and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


def common(one: Sequence[Step], other: Sequence[Step]) -> int:
    """How many steps two logs share, from the first on."""
    alike = (a is b or a == b for a, b in zip(one, other, strict=False))
    return sum(takewhile(bool, alike))


class Timeline(Generic[S]):
    """The log: every place in it (0: before the first step), and a cursor."""

    def __init__(self, system: System[S], first: S, mode: Mode, dice: Dice) -> None:
        """Begin at `first`, in `mode`, with dice rolled by `dice`."""
        self.system = system
        self.cursor = 0
        self.moments: list[LogMoment[S]] = [LogMoment(first, mode, dice)]
        """Nothing but appending is done to it: somebody may be reading `steps`."""
        self._agreements: list[tuple[int, str]] = []
        """The steps that say which help is agreed: index and help."""
        self._pendings: dict[int, Pending] = {}

    @property
    def here(self) -> LogMoment[S]:
        return self.moments[self.cursor]

    @property
    def steps(self) -> LogSteps:
        return LogSteps(self.moments, len(self.moments) - 1)

    def tail(self, at: int | None = None) -> LogTail[S]:
        """New steps from place `at` (the cursor) on."""
        return LogTail(self.system, self.moments[self.cursor if at is None else at])

    def rest(self, at: int) -> LogTail[S]:
        """The steps from place `at` on."""
        return LogTail(self.system, self.moments[at], self.moments[at + 1 :])

    def take(self, cut_at: int, tail: LogTail[S], pending: Pending | None) -> None:
        """Forget the steps from `cut_at` on, take those of `tail`, be at its end; `pending` is asked."""
        if cut_at < len(self.moments) - 1:
            self.moments = self.moments[: cut_at + 1]
        self.moments += tail.moments
        del self._agreements[bisect_left(self._agreements, (cut_at, "")) :]
        self._agreements += (
            (n, moment.step.intent.what)
            for n, moment in enumerate(tail.moments, cut_at)
            if isinstance(moment.step.intent, Noted) and moment.step.intent.about == "agreed"
        )
        self._pendings = {at: asked for at, asked in self._pendings.items() if at <= cut_at}
        self.cursor = cut_at + len(tail.moments)
        if pending is not None:
            self._keep(self.cursor, pending)

    def share(self, other: Timeline[S], count: int) -> None:
        """Begin with the first `count` steps of another log that began alike, as they were played there."""
        other.refuse_outside(count)
        self.moments = other.moments[: count + 1]
        self._agreements = [one for one in other._agreements if one[0] < count]
        self.cursor = count

    def put(self, index: int, step: Step) -> None:
        """Put a step in the place of one that differs only in what is written beside it."""
        self.moments = self.moments.copy()
        self.moments[index + 1] = msgspec.structs.replace(self.moments[index + 1], step=step)

    def agreed(self) -> str | None:
        """The help that was agreed last at the cursor, else the first that ever was; None when nothing was."""
        behind = bisect_left(self._agreements, (self.cursor, ""))
        return self._agreements[max(0, behind - 1)][1] if self._agreements else None

    def pending(self, at: int) -> Pending:
        """What the game waits for at a place; worked out once."""
        found = self._pendings.get(at)
        if found is None:
            found = self.system.pending(self.moments[at].state)
            self._keep(at, found)
        return found

    def _keep(self, at: int, pending: Pending) -> None:
        while len(self._pendings) >= KEPT_PENDINGS:
            del self._pendings[next(iter(self._pendings))]
        self._pendings[at] = pending

    def refuse_outside(self, at: int) -> None:
        if not 0 <= at < len(self.moments):
            raise UnknownOption(say("The game has only {count} steps.", count=len(self.moments) - 1))

    def group_begin(self) -> int:
        """Where the group of the step behind the cursor begins: the place to go back to. Notes are passed over."""
        last = self.last_deed(self.cursor)
        if last < 0:
            return self.cursor
        steps, begin = self.steps, last
        group = steps[last].group
        while group and (before := self.last_deed(begin)) >= 0 and steps[before].group == group:
            begin = before
        return begin

    def group_end(self) -> int:
        """Where the group of the step ahead of the cursor ends, with the notes after it: the place to go forward to."""
        first = self.next_deed(self.cursor)
        if first < 0:
            return self.cursor
        steps, end = self.steps, first + 1
        group = steps[first].group
        while group and (after := self.next_deed(end)) >= 0 and steps[after].group == group:
            end = after + 1
        return len(steps) if self.next_deed(end) < 0 else end

    def last_deed(self, at: int) -> int:
        """The last step before a place that is no note; -1: none."""
        return next((n for n in range(at - 1, -1, -1) if type(self.moments[n + 1].step.intent) is not Noted), -1)

    def next_deed(self, at: int) -> int:
        """The first step from a place on that is no note; -1: none."""
        return next(
            (n for n in range(at, len(self.moments) - 1) if type(self.moments[n + 1].step.intent) is not Noted), -1
        )


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


def roll_of(pending: Pending) -> Roll:
    """The roll asked for; raises UnknownOption when none is."""
    if not isinstance(pending, Roll):
        raise UnknownOption(say("There are no dice to roll now."))
    return pending


def seeded(count: int) -> tuple[Source, ...]:
    """The sources of `count` dice rolled by the seed."""
    source: Source = "seed"
    return (source,) * count


Cause: TypeAlias = Literal[
    "choose", "roll", "retype", "edit", "switch", "dice", "undo", "redo", "jump", "revise", "look", "note"
]


class Change(msgspec.Struct, frozen=True):
    """What a mutation did to the session; `events` are those of the steps gone forward, in order."""

    before_cursor: int
    after_cursor: int
    events: tuple[Event, ...]
    cause: Cause
    touched: frozenset[str] = frozenset()
    """The parts in which the position differs now (`touched_parts`), and `LOG`."""


LOG = "log"
"""The part of a game that every step touches: what was done, where the cursor stands, mode and dice."""


def touched_parts(before: object, after: object) -> frozenset[str]:
    """The names of the fields by which two states differ; states share what did not change, so nothing is compared.

    A state without fields is one part, `state`.
    """
    if before is after:
        return frozenset()
    if not isinstance(after, msgspec.Struct) or type(before) is not type(after):
        return parts_of(after)
    return frozenset(name for name in after.__struct_fields__ if getattr(before, name) is not getattr(after, name))


def parts_of(state: object) -> frozenset[str]:
    """The names of all parts of a state."""
    return frozenset(state.__struct_fields__ if isinstance(state, msgspec.Struct) else ("state",))


class Standing(msgspec.Struct, frozen=True):
    """How the game stands at a cursor, for those who list games without opening them."""

    mode: Mode
    finished: bool
    winner: str | None
    """Who has won, several with a space between; None: nobody, or not yet."""


class Journal(Protocol):
    """Where a session's log is kept. All or nothing: an exception means that nothing was kept."""

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        """Forget the steps from index `cut_at` on, append `new_steps`, and be at `cursor`."""

    def replace(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record) -> None:
        """The same, and keep `header`, a record without steps, which now holds the older end of the log."""

    def annotate(self, index: int, step: Step) -> None:
        """Keep the note and the bookmark of a step; nothing else of it has changed."""


class Listeners:
    """Callbacks, told of every change in the order in which the changes happened."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Change], None]] = []
        self._untold: deque[Change] = deque()
        self._telling = False

    def add(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Tell `callback` from now on; the function returned ends it."""
        self._listeners.append(callback)

        def unsubscribe() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return unsubscribe

    def tell(self, change: Change) -> None:
        """Tell all, even when one raises (then its error is raised at the end).

        When a listener changes the game itself, that is told after this, not in the middle of it.
        """
        self._untold.append(change)
        if self._telling:
            return
        self._telling = True
        failed: Exception | None = None
        while self._untold:
            told = self._untold.popleft()
            for listener in tuple(self._listeners):
                try:
                    listener(told)
                except Exception as wrong:
                    failed = failed or wrong
        self._telling = False
        if failed is not None:
            raise failed
