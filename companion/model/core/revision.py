"""The past put right: a proposal of another log, with every later step that no longer fits and what to do about it.

A revision is a value. It begins with one change at one place; everything after is played again on the new past.
Where a step no longer fits, it says which rule breaks and what it would do itself (`Misfit.suggested`), and goes on as
if that had been answered, so that the end can be looked at from the beginning. Answers are given in the order of the
misfits, each makes another revision, and only what comes after is played again. Nothing of the game changes before
`Session.accept`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar

import msgspec

from . import chance
from .chance import Die, Face
from .contract import Choice, Correction, Json, Mends, Option, Over, Pending, Roll, System, options_of, part
from .record import Chosen, Corrected, Mark, Mode, Result, Rolled, Source, Step, plain
from .refusal import InvalidInput, Refusal, RuleBroken, UnknownOption, refuse
from .timeline import LogMoment, LogTail, intent_of, option_of, seeded

S = TypeVar("S")

MOST_IN_A_ROW = 40
"""How many steps in a row may be one misfit."""
MOST_TRIED = 60
"""How many options are tried to find what the game wants to hear before a step fits again."""
MOST_FIRST = 3
"""How many answers in a row are suggested before a step."""
_FAULTS = (RuleBroken, UnknownOption, InvalidInput)

Kind = Literal["refused", "asked", "unasked", "dice", "over"]


class Answer(msgspec.Struct, frozen=True):
    """What to do about a misfit.

    `keep`: what the steps did is put on the table by hand, against the rule; `change`: `steps` come in place of the
    first of them; `first`: `steps` come before it, and it is tried again; `drop`: they have not happened.
    """

    way: Literal["keep", "change", "first", "drop"]
    steps: tuple[Step, ...] = ()


KEEP, DROP = Answer("keep"), Answer("drop")


class Misfit(msgspec.Struct, frozen=True):
    """Steps of the old log, from `index` to before `end`, that no longer fit.

    `kind`: a rule refuses the step; the game asks something the old log has no answer to; it no longer asks what the
    step answers; it asks for other dice; or it is over.
    """

    index: int
    end: int
    place: int
    """How many steps of the new log come before: the place (`Revision.state_at`) where the question arises."""
    kind: Kind
    refusal: Refusal
    kept: tuple[Step, ...] | None
    """What `keep` would put into the log; None when the table cannot be put so."""
    suggested: Answer
    answer: Answer | None = None


class Past(Generic[S]):
    """The log as it is, and where it is changed: `removed` steps at `at` give way. Never changes."""

    def __init__(
        self, system: System[S], seed: int, moments: Sequence[LogMoment[S]], at: int, removed: int, present: int
    ) -> None:
        """`moments`: every place of the log, one more than steps; from `present` on steps are undone."""
        self.system, self.seed = system, seed
        self.moments, self.steps = moments, tuple([moment.step for moment in moments[1:]])
        self.at, self.removed, self.present = at, removed, present

    def pending(self, at: int) -> Pending:
        return self.system.pending(self.moments[at].state)


class _Groups(msgspec.Struct, frozen=True):
    """Numbers of groups made anew: the old group (or None) of the last step, and its new number."""

    old: int | None
    new: int

    def of(self, group: int, place: int) -> _Groups:
        """The group of a step that was in `group`, at `place` (from 1 on) of the new log."""
        if group and group == self.old:
            return self
        return _Groups(group or None, place if group else 0)


class _Mark(msgspec.Struct, frozen=True):
    """A place to go on from: so many steps made, so many of the old log done with."""

    made: int
    done: int
    groups: _Groups
    firsts: int = 0
    stand: int = -1
    """The place of the new log at which the game stands as it stood at the present; -1: not there yet."""

    def passing(self, past: Past[S]) -> _Mark:
        """The same, told where the game stands."""
        if self.stand >= 0 or self.done < past.present:
            return self
        # a step put in at the present has happened; one changed among the undone steps stays undone
        ahead = past.at > past.present or (past.at == past.present and past.removed > 0)
        return msgspec.structs.replace(self, stand=past.present if ahead else past.at + self.made)


class Revision(Generic[S]):
    """See the module. Made by `Session.revise`."""

    def __init__(
        self, past: Past[S], tail: LogTail[S], misfits: tuple[Misfit, ...], marks: tuple[_Mark, ...], stand: int
    ) -> None:
        self.past, self._tail, self.misfits, self._marks = past, tail, misfits, marks
        self.stand = stand
        """Where the game would stand in the new log; what comes after is undone, and may be redone."""

    @staticmethod
    def begin(past: Past[S], replacement: Sequence[Step]) -> Revision[S]:
        """The first proposal. Raises RuleBroken, UnknownOption or InvalidInput when the change itself does not fit."""
        before = past.steps[past.at - 1].group if past.at else 0
        groups = _Groups(before or None, before)
        tail = LogTail(past.system, past.moments[past.at])
        stays = past.steps[past.at].group if past.removed and past.at < len(past.steps) else 0
        groups = _add(past, tail, groups, [_revised(step) for step in replacement], stays or None)
        return _replay(past, tail, (), (), _Mark(len(tail.moments), past.at + past.removed, groups), ())

    # What comes of it

    @property
    def at(self) -> int:
        """Where the log changes: the index of its first new step."""
        return self.past.at

    @property
    def steps(self) -> tuple[Step, ...]:
        """The new steps, from `at` on."""
        return self._tail.steps

    @property
    def tail(self) -> LogTail[S]:
        """The same with their states, for the session."""
        return self._tail

    @property
    def state(self) -> S:
        return self.state_at(self.stand)

    @property
    def before(self) -> S:
        return self.past.moments[self.past.present].state

    def state_at(self, place: int) -> S:
        """The new position after `place` steps of the whole log."""
        made = place - self.past.at
        return (self.past.moments[place] if made <= 0 else self._tail.moments[made - 1]).state

    @property
    def open(self) -> tuple[Misfit, ...]:
        """The misfits nobody has answered; as far as it can be told before the first of them is."""
        return tuple(misfit for misfit in self.misfits if misfit.answer is None)

    # Answers

    def answer(self, answer: Answer | None = None) -> Revision[S]:
        """Answer the first open misfit, by default as suggested.

        Raises UnknownOption when none is open or the answer is not to be had, and what the steps of the answer raise
        when they do not fit.
        """
        n = len(self.misfits) - len(self.open)
        if n == len(self.misfits):
            raise UnknownOption("Every step that no longer fitted has been settled.")
        misfit, mark = self.misfits[n], self._marks[n]
        if answer is None or answer == misfit.suggested:
            agreed = msgspec.structs.replace(misfit, answer=misfit.suggested)
            misfits = (*self.misfits[:n], agreed, *self.misfits[n + 1 :])
            return Revision(self.past, self._tail, misfits, self._marks, self.stand)
        if answer.way == "keep" and misfit.kept is None:
            raise UnknownOption("The table cannot be corrected to this.")
        return _replay(
            self.past,
            self._tail.until(mark.made),
            self.misfits[:n],
            self._marks[: n + 1],
            mark,
            (misfit, answer),
        )

    def settled(self) -> Revision[S]:
        """Every open misfit answered as suggested."""
        # all that follows has been played as suggested already
        misfits = (msgspec.structs.replace(m, answer=m.answer or m.suggested) for m in self.misfits)
        return Revision(self.past, self._tail, tuple(misfits), self._marks, self.stand)

    def back(self) -> Revision[S]:
        """The last answer taken back; itself when there is none."""
        n = len(self.misfits) - len(self.open) - 1
        if n < 0:
            return self
        mark = self._marks[n]
        return _replay(self.past, self._tail.until(mark.made), self.misfits[:n], self._marks[:n], mark, ())


def _revised(step: Step) -> Step:
    return msgspec.structs.replace(step, revised=True)


def _add(past: Past[S], tail: LogTail[S], groups: _Groups, steps: Sequence[Step], group: int | None) -> _Groups:
    """Play steps of a group of the old log (0: each by itself; None: a group of their own)."""
    own = _place(past, tail)
    for step in steps:
        groups = _Groups(None, own) if group is None else groups.of(group, _place(past, tail))
        tail.again(msgspec.structs.replace(step, group=groups.new), past.seed)
    return groups


def _place(past: Past[S], tail: LogTail[S]) -> int:
    return past.at + len(tail.moments) + 1


def _replay(
    past: Past[S],
    tail: LogTail[S],
    misfits: tuple[Misfit, ...],
    marks: tuple[_Mark, ...],
    mark: _Mark,
    answered: tuple[Misfit, Answer] | tuple[()],
) -> Revision[S]:
    """Go on from a mark: first what is answered there, then all the rest, answering as suggested."""
    found, places = list(misfits), list(marks)
    if answered:
        misfit, answer = answered
        mark = _do(past, tail, mark, misfit, answer)
        found.append(msgspec.structs.replace(misfit, answer=answer))
    mark = mark.passing(past)
    while mark.done < len(past.steps):
        step = past.steps[mark.done]
        try:
            groups = _add(past, tail, mark.groups, (step,), step.group)
        except _FAULTS as wrong:
            misfit = _misfit(past, tail, mark, wrong)
            found.append(misfit)
            places.append(mark)
            mark = _do(past, tail, mark, misfit, misfit.suggested)
        else:
            mark = _Mark(len(tail.moments), mark.done + 1, groups, stand=mark.stand)
        mark = mark.passing(past)
    return Revision(past, tail, tuple(found), tuple(places), mark.stand)


def _do(past: Past[S], tail: LogTail[S], mark: _Mark, misfit: Misfit, answer: Answer) -> _Mark:
    """Follow an answer; where to go on from."""
    groups, done, firsts = mark.groups, misfit.end, 0
    if answer.way == "keep":
        groups = _add(past, tail, groups, misfit.kept or (), None)
    elif answer.way == "change":
        stays = past.steps[misfit.index].group
        groups, done = (
            _add(past, tail, groups, [_revised(step) for step in answer.steps], stays or None),
            mark.done + 1,
        )
    elif answer.way == "first":
        groups, done = _add(past, tail, groups, [_revised(step) for step in answer.steps], None), mark.done
        firsts = mark.firsts + 1
    return _Mark(len(tail.moments), done, groups, firsts, mark.stand)


# What no longer fits


def _misfit(past: Past[S], tail: LogTail[S], mark: _Mark, wrong: Exception) -> Misfit:
    index = mark.done
    now, then = past.system.pending(tail.state), past.pending(index)
    refusal = wrong.refusal if isinstance(wrong, RuleBroken) else refuse("TABLE", "This step does not fit here.")
    if isinstance(wrong, UnknownOption | InvalidInput):
        refusal = Refusal("TABLE", wrong.why)
    step, end = past.steps[index], index + 1
    # what was undone is a question of its own: kept by hand, a run across the present would do it again
    last = past.present if index < past.present else len(past.steps)
    kind: Kind
    suggested: Answer | None = None
    if isinstance(now, Over):
        kind, end, suggested = "over", last, DROP
    elif isinstance(now, Roll) and isinstance(then, Roll):
        kind, suggested = "dice", Answer("change", (_same_dice(past, tail, step, then.dice, now),))
    elif not _same_question(now, then) and (wanted := _wanted(past, tail, mark)):
        kind, suggested = "asked", Answer("first", wanted)
    else:
        kind = "refused" if _same_question(now, then) else "unasked"
        end = _run_end(past, tail, index, last)
    kept = _kept(past, tail, index, end, refusal)
    if suggested is None:
        suggested = KEEP if kind == "refused" and kept else DROP
    return Misfit(index, end, past.at + len(tail.moments), kind, refusal, kept, suggested)


def _same_question(now: Pending, then: Pending) -> bool:
    if isinstance(now, Choice) and isinstance(then, Choice):
        if now.seat != then.seat:
            return False
        return now.prompt.key == then.prompt.key or not set(now.options).isdisjoint(then.options)
    return type(now) is type(then)


def _run_end(past: Past[S], tail: LogTail[S], index: int, last: int) -> int:
    """All that hangs on a step: as far as nothing fits either, to `last` at most."""
    state = tail.state
    for end in range(index + 1, min(last, index + MOST_IN_A_ROW)):
        if _fits(past.system, state, past.steps[end]):
            return end
    return last if last <= index + MOST_IN_A_ROW else index + 1


def _fits(system: System[S], state: S, step: Step) -> bool:
    try:
        match step.intent:
            case Chosen() as intent:
                return system.check(state, option_of(system, state, intent)) is None
            case Rolled():
                asked = system.pending(state)
                return isinstance(asked, Roll) and chance.fits(asked.dice, step.result.faces or (), asked.distinct)
            case Corrected(correction):
                system.edit(state, system.correction_of(state, correction))
            case _:
                pass
    except _FAULTS:
        return False
    return True


def _kept(past: Past[S], tail: LogTail[S], index: int, end: int, refusal: Refusal) -> tuple[Step, ...] | None:
    """The corrections that put on the table by hand what the steps did; None when that cannot be."""
    mending = part(past.system, Mends)
    if mending is None:
        return None
    try:
        return by_hand(
            past.system,
            tail.state,
            mending.mend(tail.state, past.moments[index].state, past.moments[end].state),
            mark="overridden",
            rule=refusal.rule,
        )
    except InvalidInput:
        return None


def by_hand(
    system: System[S],
    state: S,
    corrections: Sequence[Correction | Json],
    *,
    mark: Mark = "observed",
    rule: str | None = None,
) -> tuple[Step, ...]:
    """The steps of corrections made one after the other; raises InvalidInput when one makes no possible table."""
    steps = []
    for given in corrections:
        correction = given if isinstance(given, Correction) else system.correction_of(state, given)
        intent = Corrected(plain(system.correction_json(state, correction)))
        steps.append(Step(intent, mark=mark, rule=rule, revised=True))
        state = system.edit(state, correction).state
    return tuple(steps)


def chosen(system: System[S], state: S, options: Sequence[Option], mode: Mode = "enforce") -> tuple[Step, ...]:
    """The steps of options chosen one after the other; raises RuleBroken when one is refused."""
    steps = []
    for option in options:
        steps.append(Step(intent_of(system, state, option), mark="enforced" if mode == "enforce" else "observed"))
        state = system.apply(state, option).state
    return tuple(steps)


def thrown(step: Step, faces: Sequence[Face], sources: Sequence[Source] | None = None) -> Step:
    """A recorded roll with other faces; dice that change are then "corrected", unless `sources` says otherwise."""
    before = step.result.faces or ()
    known = step.result.sources or seeded(len(before))
    if sources is None:
        same = len(faces) == len(before)
        sources = [known[n] if same and face == before[n] else "corrected" for n, face in enumerate(faces)]
    return msgspec.structs.replace(step, intent=Rolled(), result=Result(tuple(faces), tuple(sources)))


def _same_dice(past: Past[S], tail: LogTail[S], step: Step, then: tuple[Die, ...], now: Roll) -> Step:
    """The faces of the old roll for the dice that are asked now, as far as there are such; the seed rolls the rest."""
    drawn = chance.seeded(now.dice, past.seed, tail.last.rolls, now.distinct)
    left = list(zip(then, step.result.faces or (), step.result.sources or seeded(len(then)), strict=False))
    faces: list[Face | None] = []
    sources: list[Source] = []
    for die in now.dice:
        known: Any = next((old for old in left if old[0] == die), None)
        known = known or next((old for old in left if old[0].kind == die.kind), None)
        if known is not None:
            left.remove(known)
        faces.append(known[1] if known else None)
        sources.append(known[2] if known else "seed")
    return thrown(step, chance.completed(faces, drawn, now.distinct), sources)


def _wanted(past: Past[S], tail: LogTail[S], mark: _Mark) -> tuple[Step, ...]:
    """What the game wants to hear before the step fits again: at most two answers, those given later before others."""
    if mark.firsts >= MOST_FIRST:
        return ()
    system, wanted = past.system, past.steps[mark.done]
    later = {
        step.intent for step in past.steps[mark.done : mark.done + MOST_IN_A_ROW] if isinstance(step.intent, Chosen)
    }
    level: list[tuple[S, int, tuple[Step, ...]]] = [(tail.state, tail.last.rolls, ())]
    tried = 0
    for _ in range(2):
        below = []
        for state, rolls, steps in level:
            asked = system.pending(state)
            if isinstance(asked, Roll):
                faces = chance.seeded(asked.dice, past.seed, rolls, asked.distinct)
                step = Step(Rolled(), Result(faces, seeded(len(faces))), mark=_mark(tail.last.mode))
                below.append((system.rolled(state, faces).state, rolls + 1, (*steps, step)))
                continue
            # systems offer last what does least: to pass, to end
            named = [(intent_of(system, state, option), option) for option in reversed(options_of(asked))]
            for intent, option in sorted(named, key=lambda known: known[0] not in later)[: MOST_TRIED - tried]:
                tried += 1
                step = Step(intent, mark=_mark(tail.last.mode))
                below.append((system.apply(state, option).state, rolls, (*steps, step)))
        for state, _rolls, steps in below:
            if _fits(system, state, wanted):
                return steps
        level = below
    rolls_now = isinstance(system.pending(tail.state), Roll)
    return (Step(Rolled(), mark=_mark(tail.last.mode)),) if rolls_now else ()


def _mark(mode: Mode) -> Mark:
    return "enforced" if mode == "enforce" else "observed"
