"""A lesson being played: a game that takes only what is being practised, and knows how far the learner has come.

Rules are asked first; what they allow and the step does not is a mistake, which is told (`mistake`) and not done. What
other seats do, and the dice, are the lesson's as long as the learner is on its line. Where a step may be done in
several ways, the table stands at its end as the lesson has it. So every step begins as it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from companion.model.core.chance import Face
from companion.model.core.contract import Content, Event, Option, Over, Pending, Roll, System, choices_of, find_option
from companion.model.core.record import Chosen, Rolled, Source, plain
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.core.timeline import Change, seeded
from companion.model.core.words import Message, Name, say

from .lesson import EventGoal, Lesson, LessonStep, LookGoal, Move, OptionGoal, OverGoal, StateGoal, plain_words

S = TypeVar("S")

AS_PREPARED = say("In a lesson the table stays as it was prepared.")
ELSEWHERE = say("That is possible, but it is not what we are practising here.")
READ_FIRST = say("Read this first, then go on with Continue (F9).")
NOT_YOURS = say("Watch first: this move is not yours to make.")
AT_END = say("This lesson is finished.")


class LessonSession(Session[S]):
    """See the module. Make one with `begin`."""

    def __init__(self, system: System[S], plain_session: Session[S], lesson: Lesson) -> None:
        super().__init__(system, plain_session.header, plain_session.state_at(0))
        self.lesson = lesson
        self.step = 0
        """The index of the step; ``len(lesson.steps)``: finished."""
        self.mistake: Message | Name | None = None
        """What was tried last and is not practised, in words; None: nothing."""
        self.moved_on: list[Callable[[], object]] = []
        """Called when step, mistake or the moves made have changed."""
        self._lines = lesson.lines()
        self._marks = [len(line) for line in self._lines]
        """The cursor at which each step was begun."""
        self._acting = False
        """What is done is done by the lesson itself."""

    @staticmethod
    def begin(
        system: System[S], lesson: Lesson, content: Content, packs: Mapping[str, str] | None = None
    ) -> LessonSession[S]:
        """The lesson at its first step; raises InvalidInput or RuleBroken where it cannot be set up."""
        make, beginning = (Session.new, lesson.setup) if lesson.start is None else (Session.load, lesson.start)
        begun = make(system, plain(beginning), content, lesson.seed, packs=packs, mode="enforce")
        return LessonSession(system, begun, lesson)

    # how far ------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> LessonStep | None:
        """The step; None: the lesson is finished."""
        return self.lesson.steps[self.step] if self.step < len(self.lesson.steps) else None

    @property
    def made(self) -> tuple[Move, ...]:
        """What has been done in this step."""
        return self._moves(self._marks[self.step], self.cursor)

    @property
    def ahead(self) -> Move | None:
        """The lesson's next move; None: there is none, or the learner has gone another way."""
        return self._ahead(self.made)

    @property
    def mine(self) -> bool:
        """Whether nobody but the learner is to decide."""
        return decides(self.pending, self.lesson.seat)

    @property
    def redoable(self) -> bool:
        return False

    def _moves(self, start: int, end: int) -> tuple[Move, ...]:
        found = []
        for step in self.steps[start:end]:
            if isinstance(step.intent, Chosen):
                found.append(Move(do=step.intent.option, seat=step.intent.seat or ""))
            elif isinstance(step.intent, Rolled):
                found.append(Move(roll=step.result.faces or ()))
        return tuple(found)

    def permits(self, option: Option) -> bool:
        """Whether the learner may choose this now."""
        return self._why_not(self.state, option, self.made) is None

    # what a person, or whoever plays for the other seats, does ----------------------------------------------------

    def choose_all(self, options: Iterable[Option | str], *, seat: str | None = None, join: bool = False) -> Change:
        if self._acting:
            return super().choose_all(options, seat=seat, join=join)
        state, made, taken = self.state, self.made, []
        for option in options:
            if isinstance(option, str):
                option = find_option(self.system, state, option, seat)
            option, who = self._asked(state, option, made)
            applied = self.system.apply(state, option)  # the rules have the first word
            if (why := self._why_not(state, option, made)) is not None:
                return self._wait() if who != self.lesson.seat else self._refuse(why)
            made = (*made, Move(do=self.system.option_id(state, option), seat=who))
            taken.append(option)
            state = applied.state
        self._refuse_looking()
        change = super().choose_all(taken, seat=seat, join=join)
        self._done(change.events, taken)
        return change

    def _asked(self, state: S, option: Option, made: Sequence[Move]) -> tuple[Option, str]:
        """Who chooses what. Whoever plays for other seats does what the lesson says next, of whichever of them."""
        seat, ahead = self._seat_of(state, option), self._ahead(made)
        if seat == self.lesson.seat or ahead is None or not ahead.do or ahead.seat == self.lesson.seat:
            return option, seat
        return find_option(self.system, state, ahead.do, ahead.seat or None), ahead.seat or seat

    def _seat_of(self, state: S, option: Option) -> str:
        pending = self.pending if state is self.state else self.system.pending(state)
        return next((choice.seat for choice in choices_of(pending) if option in choice.options), self.lesson.seat)

    def _ahead(self, made: Sequence[Move]) -> Move | None:
        moves = () if self.now is None else self.now.moves
        on_line = len(made) < len(moves) and _same(made, moves[: len(made)])
        return moves[len(made)] if on_line else None

    def _why_not(self, state: S, option: Option, made: Sequence[Move]) -> Message | Name | None:
        """Why an option that the rules allow is not taken; None: it is."""
        step, system = self.now, self.system
        if step is None:
            return AT_END
        ahead, seat = self._ahead(made), self._seat_of(state, option)
        meant = Move(do=system.option_id(state, option), seat=seat)
        if step.free or (ahead is not None and ahead.same(meant)):
            return None
        if seat != self.lesson.seat:
            return NOT_YOURS
        if step.read_only:
            return READ_FIRST
        allowed = (*step.allow, *((step.until,) if isinstance(step.until, OptionGoal) else ()))
        if any(like.fits(system, state, option) for like in allowed):
            return None
        said = next((one.words for one in step.mistakes if one.option.fits(system, state, option)), step.wrong)
        return ELSEWHERE if said is None else plain_words(said)

    def roll(
        self,
        faces: Sequence[Face | None] | None = None,
        sources: Sequence[Source] | None = None,
        *,
        join: bool = False,
    ) -> Change:
        if self._acting:
            return super().roll(faces, sources, join=join)
        step, ahead, pending = self.now, self.ahead, self.pending
        if step is None:
            return self._refuse(AT_END)
        if not step.free and not self.made and (ahead is None or ahead.roll is None):
            if isinstance(pending, Roll) and pending.seat != self.lesson.seat:
                return self._wait()
            return self._refuse(READ_FIRST if step.read_only else ELSEWHERE)
        known = (ahead.roll or None) if ahead is not None else None
        change = super().roll(known, None if known is None else seeded(len(known)), join=join)
        self._done(change.events, ())
        return change

    def undo_group(self) -> Change:
        before, step = self.cursor, self.now
        if step is not None and step.undoes:
            change = self._back_to(self._lines[self.step + 1])
            self._enter(self.step + 1)
            return change
        change = super().undo_group()
        while self.cursor > 0 and not self.mine:
            change = super().undo_group()
        if not self.mine:  # nothing of the learner's lies behind
            self._set(self._moves(0, before))
            return self._refuse(say("There is nothing of yours to take back."))
        self._enter(next((n for n in range(self.step, -1, -1) if self._marks[n] <= self.cursor), 0), back=True)
        return change

    # what the table's free hand does is no part of a lesson -------------------------------------------------------

    def _refuse_hand(self, *_: Any, **__: Any) -> NoReturn:
        raise UnknownOption(AS_PREPARED)

    edit_all = switch = set_dice = revise = accept = restore = retype = jump = _refuse_hand
    redo = redo_group = annotate = _refuse_hand

    def note(self, about: Any, what: str) -> Change:
        return Change(self.cursor, self.cursor, (), "note")

    # the lesson itself --------------------------------------------------------------------------------------------

    def read_on(self) -> None:
        """What there was to read has been read."""
        if self.now is not None and self.now.read_only:
            self._enter(self.step + 1)

    def looked(self, at: str) -> None:
        """A part of the window was opened."""
        step = self.now
        if step is not None and isinstance(step.until, LookGoal) and step.until.at == at:
            self._enter(self.step + 1)

    def show(self) -> bool:
        """Make the lesson's next move, from the beginning of the step where the learner has gone another way.

        False where only a person can go on: something is looked at, read or played freely.
        """
        step = self.now
        if step is None or not step.moves:
            return False
        if step.undoes:
            self.undo_group()
            return True
        if self.ahead is None:
            self.again()
        ahead = self.ahead
        assert ahead is not None
        if ahead.roll is not None:
            self.roll()
        else:
            self.choose_all([find_option(self.system, self.state, ahead.do, ahead.seat or None)])
        return True

    def again(self) -> None:
        """The table as it was when the step began."""
        self.go_to(self.step)

    def go_to(self, step: int, made: Sequence[Move] = ()) -> None:
        """The table as it is at the beginning of a step (past the last one: the end), and `made` done there.

        Behind a step that was played freely the table stays as it is.
        """
        step = max(0, min(step, len(self.lesson.steps)))
        freely = any(one.free and not one.moves for one in self.lesson.steps[:step])
        if not freely or made:
            self._set(self._lines[step])
        self._enter(step)
        if made:
            self._set((*self._lines[step], *made))
            self._told()

    def _enter(self, step: int, *, back: bool = False) -> None:
        self.step, self.mistake = step, None
        if not back:
            self._marks[step] = self.cursor
        self._told()

    def _told(self) -> None:
        for tell in list(self.moved_on):
            tell()

    def _refuse(self, why: Message | Name) -> Change:
        """Nothing is done; whoever shows the game puts right what it believed."""
        self.mistake = why
        self._told()
        return self._tell(self.cursor, self.state, (), "note")

    def _wait(self) -> Change:
        """It is not another seat's turn yet: the learner has to read, or to answer first."""
        return Change(self.cursor, self.cursor, (), "note")

    def _done(self, events: Sequence[Event], options: Sequence[Option]) -> None:
        """Something was done: the step may be."""
        self.mistake = None
        step = self.now
        if step is not None and self._reached(step, events, options):
            made, moves = self.made, step.moves
            astray = moves and not _same(made, moves)
            if astray and (step.free or self._elsewhere()):
                self._set(self._lines[self.step + 1])
            self._enter(self.step + 1)
        else:
            self._told()

    def _reached(self, step: LessonStep, events: Sequence[Event], options: Sequence[Option]) -> bool:
        goal, system = step.until, self.system
        match goal:
            case OptionGoal():
                return any(option.kind == goal.kind and self._fitted(goal, option) for option in options)
            case EventGoal():
                return any(goal.met(system, self.state, event) for event in events)
            case StateGoal():
                return goal.met(system.encode(self.state))
            case OverGoal():
                return isinstance(self.pending, Over)
            case LookGoal():
                return False
        return _same(self.made, step.moves)

    def _fitted(self, goal: OptionGoal, option: Option) -> bool:
        """In whichever of the positions of this step it was chosen."""
        states = (self.state_at(n) for n in range(self.cursor - 1, self._marks[self.step] - 1, -1))
        return any(goal.fits(self.system, state, option) for state in states)

    def _elsewhere(self) -> bool:
        """Whether the step has led to another table than the lesson's."""
        scratch = LessonSession(self.system, self, self.lesson)
        scratch._set(self._lines[self.step + 1])
        return bool(scratch.state != self.state)

    def _back_to(self, line: Sequence[Move]) -> Change:
        before, shown = self.cursor, self.state
        self._set(line)
        return Change(before, self.cursor, (), "undo", self._tell(before, shown, (), "note").touched)

    def _set(self, line: Sequence[Move]) -> None:
        """Put the table where these moves lead from the beginning; those that were made so already stay."""
        made = self._moves(0, self.cursor)
        shared = 0
        while shared < min(len(made), len(line)) and made[shared].same(line[shared]):
            shared += 1
        if shared < self.cursor:
            super().jump(shared)
        self._acting = True
        try:
            for move in line[shared:]:
                if move.roll is None:
                    super().choose_all([find_option(self.system, self.state, move.do, move.seat or None)])
                else:
                    super().roll(move.roll or None, seeded(len(move.roll)) or None)
        finally:
            self._acting = False


def decides(pending: Pending, seat: str) -> bool:
    """Whether nobody but a seat is to decide: where a lesson may wait for its learner, and end."""
    if isinstance(pending, Roll):
        return pending.seat == seat
    return isinstance(pending, Over) or any(choice.seat == seat for choice in choices_of(pending))


def _same(one: Sequence[Move], other: Sequence[Move]) -> bool:
    return len(one) == len(other) and all(a.same(b) for a, b in zip(one, other, strict=True))
