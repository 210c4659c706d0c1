"""The log of a game: all states it went through, and a cursor that goes back and forth; who is told, where it is kept.

States are immutable and share structure, so keeping all of them is cheap, and undo never computes (nor rolls) anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from .chance import HIDDEN
from .contract import (
    Event,
    Option,
    Over,
    Pending,
    Roll,
    System,
    choices_of,
    may_see_options,
    seen_events,
)
from .record import (
    MOST_NOTE,
    Chosen,
    Corrected,
    Dice,
    Diced,
    DiceMode,
    Mode,
    Noted,
    Record,
    SupersededEnd,
    Switched,
    dice_mode,
)
from .refusal import UnknownOption
from .timeline import (
    LOG,
    Cause,
    Change,
    Journal,
    Listeners,
    LogSteps,
    Standing,
    Timeline,
    events_in,
    option_of,
    touched_parts,
)
from .words import N_, Message, plural, say

S = TypeVar("S")


class GameLog(Generic[S]):
    """What has been done, as far as it can be read and walked through; `Session` does more to it."""

    def __init__(self, system: System[S], header: Record, first: S) -> None:
        """Begin at `first`; `header` is a record without steps. Use the constructor functions instead."""
        self.system = system
        self.header = header
        self.diverged: int | None = None
        """After a replay: the first step whose events are not those the record tells; usually None."""
        self._line = Timeline(system, first, header.mode, header.dice)
        self._present: int | None = None
        self._journal: Journal | None = None
        self._listeners = Listeners()

    # What there is

    @property
    def state(self) -> S:
        """The position at the cursor."""
        return self._line.here.state

    @property
    def pending(self) -> Pending:
        return self._line.pending(self._line.cursor)

    @property
    def mode(self) -> Mode:
        return self._line.here.mode

    @property
    def dice(self) -> Dice:
        """Who rolls, at the cursor."""
        return self._line.here.dice

    @property
    def cursor(self) -> int:
        """How many steps are behind; ``len(steps)`` unless something was undone."""
        return self._line.cursor

    @property
    def done(self) -> int:
        """The same without the notes right behind: the place after the last thing that was really done."""
        return self._line.last_deed(self._line.cursor) + 1

    @property
    def redoable(self) -> bool:
        return self._line.next_deed(self.cursor) >= 0

    @property
    def steps(self) -> LogSteps:
        """All steps, those that may be redone included."""
        return self._line.steps

    @property
    def seed(self) -> int:
        """The seed; no business of a seat."""
        return self.header.seed

    @property
    def standing(self) -> Standing:
        return standing_of(self.mode, self.pending)

    @property
    def present(self) -> int:
        """The cursor, also while another place is looked at (`look`)."""
        return self.cursor if self._present is None else self._present

    @property
    def looking(self) -> bool:
        """Whether another place than the present is shown; nothing can be done to the game meanwhile."""
        return self._present is not None

    @property
    def replaced(self) -> tuple[SupersededEnd, ...]:
        """Older ends of the log, the last one replaced last."""
        found = self.header.replaced
        return () if found is msgspec.UNSET else found

    def state_at(self, cursor: int) -> S:
        """The position after `cursor` steps; raises UnknownOption when there are not so many."""
        self._line.refuse_outside(cursor)
        return self._line.moments[cursor].state

    def events_of(self, index: int, viewer: str | None = None) -> tuple[Event, ...]:
        """The events of a step as a viewer may hear them (None: of everything); UnknownOption: no such step."""
        at = self._index(index)
        return seen_events(self.system, self._line.moments[at + 1].state, self._line.moments[at + 1].events, viewer)

    def mode_at(self, cursor: int) -> Mode:
        """The mode after `cursor` steps; raises UnknownOption when there are not so many."""
        self._line.refuse_outside(cursor)
        return self._line.moments[cursor].mode

    def dice_mode(self, seat: str, kind: str = "") -> DiceMode:
        """Who rolls the dice of `seat` in rolls of this kind, at the cursor."""
        return dice_mode(self.dice, seat, kind)

    def dice_modes(self, roll: Roll) -> tuple[DiceMode, ...]:
        """Who rolls each die of `roll`, at the cursor."""
        return tuple(dice_mode(self.dice, seat, roll.kind) for seat in roll.owners())

    def save(self) -> Record:
        return msgspec.structs.replace(self.header, steps=self._line.steps[: self.present])

    # Back and forth

    def undo(self, steps: int = 1) -> Change:
        """Go back; raises UnknownOption when there are not so many steps, and nothing happens."""
        if not 1 <= steps <= self.cursor:
            raise UnknownOption(_only_back(self.cursor))
        return self._move(self.cursor - steps, "undo")

    def redo(self, steps: int = 1) -> Change:
        """Go forward again; raises UnknownOption when there are not so many steps, and nothing happens."""
        ahead = len(self._line.steps) - self.cursor
        if not 1 <= steps <= ahead:
            raise UnknownOption(_only_ahead(ahead))
        return self._move(self.cursor + steps, "redo")

    def undo_group(self) -> Change:
        """Go back by all that was done as one with the step before; UnknownOption when there is none."""
        return self.undo(self.cursor - self._line.group_begin())

    def redo_group(self) -> Change:
        """Go forward by all that was done as one with the step ahead; UnknownOption when there is none."""
        return self.redo(self._line.group_end() - self.cursor)

    def jump(self, cursor: int) -> Change:
        """Go anywhere in the log; raises UnknownOption when there is no such place."""
        self._line.refuse_outside(cursor)
        return self._move(cursor, "jump")

    def look(self, cursor: int | None = None) -> Change:
        """Show any place of the log without going there: the game does not change and nothing is stored.

        None: the present again. Raises UnknownOption when there is no such place.
        """
        present = self.present
        at = present if cursor is None else cursor
        self._line.refuse_outside(at)
        before, shown, self._line.cursor = self.cursor, self.state, at
        self._present = None if at == present else present
        events = events_in(self._line.moments[before + 1 : at + 1])
        return self._tell(before, shown, events, "look")

    # Words

    def annotate(self, index: int, *, note: str | None = None, bookmark: bool = False) -> None:
        """Write a note beside a step and mark it or not, in place of what was there. Listeners are not told.

        Raises UnknownOption when there is no such step or the note is too long.
        """
        if note is not None and len(note) > MOST_NOTE:
            raise UnknownOption(say("This text is too long."))
        old = self._line.steps[self._index(index)]
        step = msgspec.structs.replace(old, note=note or None, bookmark=bookmark)
        if self._journal is not None:
            self._journal.annotate(index, step)
        self._line.put(index, step)

    def describe_step(self, index: int, viewer: str | None = None) -> Message:
        """What was done in a step, in words that `viewer` may hear (None: whoever may see everything).

        Raises UnknownOption when there is no such step.
        """
        line, at, system = self._line, self._index(index), self.system
        told = self.events_of(at, viewer)
        match line.steps[at].intent:
            case Chosen() as intent:
                before = line.moments[at].state
                option = option_of(system, before, intent)
                if self._may_see(at, option, viewer):
                    return system.label(before, option)
                return system.tell(line.moments[at + 1].state, told[0]) if told else say("A secret decision")
            case Switched(mode):
                return _MODE_WORDS[mode]
            case Diced():
                return say("Dice setting changed")
            case Noted(about, what):
                named = Message(_HELP_WORDS.get(what.partition(":")[0], N_("other help")))
                words = say("Help used: {what}") if about == "help" else say("Help agreed: {what}")
                return Message(words.key, (("what", named),))
            case intent:
                if told:
                    return system.tell(line.moments[at + 1].state, told[0])
                if type(intent) is Corrected:
                    return say("Table corrected")
                faces = line.steps[at].result.faces or ()
                if not self._may_see_faces(at, viewer):
                    faces = (HIDDEN,) * len(faces)
                return say("Dice: {faces}", faces=tuple(Message(f) if isinstance(f, str) else f for f in faces))

    def undo_name(self, viewer: str | None = None) -> Message | None:
        """What `undo_group` undoes (its first step), or None when there is nothing."""
        begin = self._line.group_begin()
        return say("Undo: {what}", what=self.describe_step(begin, viewer)) if begin < self.cursor else None

    def redo_name(self, viewer: str | None = None) -> Message | None:
        """What `redo_group` does again (its first step), or None when there is nothing."""
        ahead = self._line.next_deed(self.cursor)
        return say("Redo: {what}", what=self.describe_step(ahead, viewer)) if ahead >= 0 else None

    # Who is told

    @property
    def journal(self) -> Journal | None:
        return self._journal

    def attach(self, journal: Journal | None) -> None:
        """Keep every later change in `journal`, which holds the game as it is now; None: keep it nowhere."""
        self._journal = journal

    def subscribe(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call `callback` after each change; returns the function that ends it. Changes arrive in order.

        All are told even when one of them raises; its error then comes out of the mutation, which stands.
        """
        return self._listeners.add(callback)

    # Inside

    def _index(self, index: int) -> int:
        self._line.refuse_outside(index + 1)
        self._line.refuse_outside(index)
        return index

    def _may_see(self, at: int, option: Option, viewer: str | None) -> bool:
        if viewer is None or not self.system.facts.hidden:
            return True
        asked = [choice for choice in choices_of(self._line.pending(at)) if option in choice.options]
        return any(may_see_options(self.system, self._line.moments[at].state, choice, viewer) for choice in asked)

    def _may_see_faces(self, at: int, viewer: str | None) -> bool:
        asked = self._line.pending(at)
        return viewer is None or not isinstance(asked, Roll) or asked.seen_by is None or viewer in asked.seen_by

    def _move(self, cursor: int, cause: Cause) -> Change:
        line, before, shown = self._line, self.cursor, self.state
        self._refuse_looking()
        if cursor != before:
            if self._journal is not None:
                standing = standing_of(line.moments[cursor].mode, line.pending(cursor))
                self._journal.commit(len(line.steps), (), cursor, standing)
            line.cursor = cursor
        events = events_in(line.moments[before + 1 : cursor + 1])
        return self._tell(before, shown, events, cause)

    def _tell(self, before: int, shown: S, events: tuple[Event, ...], cause: Cause) -> Change:
        """Tell everybody what has changed since the cursor was at `before`, where the state was `shown`."""
        touched = touched_parts(shown, self.state) | {LOG}
        change = Change(before, self.cursor, events, cause, touched)
        self._listeners.tell(change)
        return change

    def _refuse_looking(self) -> None:
        if self._present is not None:
            raise UnknownOption(say("You are viewing the past. Go back to the present to play on."))


_MODE_WORDS: Mapping[Mode, Message] = {
    "track": say("The app only records"),
    "assist": say("The app records and advises"),
    "enforce": say("The app enforces the rules"),
}


_HELP_WORDS: Mapping[str, str] = {
    "odds": N_("odds"),
    "threat": N_("threats"),
    "advice": N_("dice tips"),
    "hint": N_("hint"),
    "none": N_("none"),
    "all": N_("all"),
}


def standing_of(mode: Mode, pending: Pending) -> Standing:
    """How a game stands that waits for this."""
    winners = pending.winners if isinstance(pending, Over) else ()
    return Standing(mode, isinstance(pending, Over), " ".join(winners) or None)


def _only_back(steps: int) -> Message:
    known = plural("Only {count} step can be undone.", "Only {count} steps can be undone.", steps)
    return known if steps else say("Nothing to undo")


def _only_ahead(steps: int) -> Message:
    known = plural("Only {count} step can be redone.", "Only {count} steps can be redone.", steps)
    return known if steps else say("Nothing to redo")
