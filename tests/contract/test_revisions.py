"""The past put right: random games, a random change at a random place, random answers. What comes of it is a legal
record that replays; whoever cancels has lost nothing; and undo, redo and jumps never roll again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll, options_of
from companion.model.core.record import Record, Rolled, Step
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.revision import DROP, KEEP, Answer, Revision, by_hand, chosen, thrown
from companion.model.core.session import Session, Standing

from .games import Game, every_game
from .samples import CONTENT, SAMPLES
from .test_sessions import play_on, sessions, through_file

FAULTS = (RuleBroken, UnknownOption, InvalidInput)


class Pages:
    """A journal in memory that counts its calls, and can be told to fail."""

    def __init__(self, session: Session[Any]) -> None:
        self.steps, self.header, self.calls, self.failing = list(session.steps), session.header, 0, False

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        if self.failing:
            raise OSError("no room")
        self.calls += 1
        self.steps[cut_at:] = new_steps

    def replace(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record) -> None:
        self.commit(cut_at, new_steps, cursor, standing)
        self.header = header

    def annotate(self, index: int, step: Step) -> None:
        self.steps[index] = step


def another(session: Session[Any], index: int, rng: Random) -> tuple[Step, ...] | None:
    """Something else that could have been done in place of a step; None: nothing."""
    system, state, step = session.system, session.state_at(index), session.steps[index]
    asked = system.pending(state)
    whim = rng.random()
    if whim < 0.15:
        return ()
    if whim < 0.25:
        sample = SAMPLES[system.facts.id]
        try:
            return by_hand(system, state, (sample.corrections(system.encode(state), rng),))
        except InvalidInput:
            return None
    if isinstance(asked, Roll):
        return (thrown(step, drawn(asked.dice, rng, asked.distinct)),) if isinstance(step.intent, Rolled) else None
    options = options_of(asked)
    return chosen(system, state, (rng.choice(options),)) if options else None


def any_answer(revision: Revision[Any], rng: Random) -> Answer | None:
    misfit = revision.open[0]
    asked = revision.past.system.pending(revision.state_at(misfit.place))
    ways: list[Answer | None] = [None, DROP]
    if misfit.kept is not None:
        ways.append(KEEP)
    if isinstance(asked, Choice):
        steps = chosen(revision.past.system, revision.state_at(misfit.place), (rng.choice(asked.options),))
        ways += [Answer("change", steps), Answer("first", steps)]
    return rng.choice(ways)


def changed(session: Session[Any], rng: Random) -> Revision[Any] | None:
    """A revision of this game, with nothing answered yet."""
    if not session.cursor:
        return None
    index = rng.randrange(session.cursor)
    steps = another(session, index, rng)
    if steps is None:
        return None
    try:
        return session.revise(index, steps, removed=rng.choice((1, 1, 1, 0)))
    except FAULTS:
        return None


@every_game(12)
def test_whatever_is_changed_and_answered_the_result_is_a_legal_record_that_replays(game: Game) -> None:
    for session in sessions(game):
        rng = Random(game.seed)
        play_on(session, rng, 30)
        revision = changed(session, rng)
        if revision is None:
            continue
        before, steps, journal = session.save(), session.steps, Pages(session)
        session.attach(journal)
        for _ in range(60):
            if not revision.open:
                break
            try:
                revision = revision.answer(any_answer(revision, rng))
            except FAULTS:
                continue  # an answer that does not fit there is refused, and nothing has happened
        revision = revision.settled()
        assert (session.save(), session.steps, journal.calls) == (before, steps, 0)
        change = session.accept(revision)
        assert change.cause == "revise"
        assert journal.calls == 1
        assert tuple(journal.steps) == session.steps
        assert session.state == revision.state
        again = Session.replay(game.system, through_file(session.save()), CONTENT)
        assert again.diverged is None
        assert (again.state, again.steps) == (session.state, session.steps[: session.cursor])
        for n in range(session.cursor + 1):
            assert again.state_at(n) == session.state_at(n)
        if not revision.misfits:  # what was undone can still be redone
            assert len(session.steps) - session.cursor == len(steps) - len(before.steps)
        while session.redoable:
            session.redo_group()
        groups_are_sound(session.steps, revision.at)
        session.restore()  # even now nothing is lost
        assert session.save().steps == before.steps
        assert session.state == Session.replay(game.system, before, CONTENT).state


def groups_are_sound(steps: Sequence[Step], since: int) -> None:
    """Each group stands together, and its number is that of its first step, as far as the log was made anew."""
    seen: set[int] = set()
    for n, step in enumerate(steps):
        if step.group and (not n or steps[n - 1].group != step.group):
            assert step.group not in seen
            seen.add(step.group)
            assert n < since or step.group == n + 1


@every_game(6)
def test_an_answer_taken_back_leads_to_the_same_question_and_nothing_open_may_be_accepted(game: Game) -> None:
    for session in sessions(game):
        rng = Random(game.seed)
        play_on(session, rng, 25)
        revision = changed(session, rng)
        if revision is None or not revision.open:
            continue
        with pytest.raises(UnknownOption):
            session.accept(revision)
        answered = revision.answer()
        assert answered.back().misfits == revision.misfits
        assert answered.back().steps == revision.steps
        assert revision.state == answered.state  # what is suggested is what was assumed


@every_game(6)
def test_a_full_disk_leaves_the_game_as_it_was(game: Game) -> None:
    for session in sessions(game):
        rng = Random(game.seed)
        play_on(session, rng, 20)
        revision = changed(session, rng)
        if revision is None:
            continue
        before, journal = (session.save(), session.steps, session.cursor), Pages(session)
        journal.failing = True
        session.attach(journal)
        with pytest.raises(OSError, match="no room"):
            session.accept(revision.settled())
        assert (session.save(), session.steps, session.cursor) == before


@every_game(6)
def test_looking_anywhere_changes_and_stores_nothing_and_undo_redo_and_jumps_never_roll_again(game: Game) -> None:
    for session in sessions(game):
        rng = Random(game.seed)
        play_on(session, rng, 30)
        journal = Pages(session)
        session.attach(journal)
        before, steps = session.save(), session.steps
        for _ in range(5):
            at = rng.randint(0, len(steps))
            session.look(at)
            assert session.state == session.state_at(at)
            assert (session.present, session.save()) == (len(before.steps), before)
            if session.looking and not isinstance(session.pending, Over | Roll):
                with pytest.raises(UnknownOption):
                    session.choose(rng.choice(options_of(session.pending)))
        session.look()
        assert (session.cursor, session.looking, journal.calls) == (len(before.steps), False, 0)
        faces = [step.result.faces for step in steps]
        for _ in range(8):
            session.jump(rng.randint(0, len(steps)))
            if session.cursor and rng.random() < 0.5:
                session.undo(rng.randint(1, session.cursor))
            if session.cursor < len(steps) and rng.random() < 0.5:
                session.redo()
            assert [step.result.faces for step in session.steps] == faces
        session.jump(len(steps))
        last = max((n for n, step in enumerate(steps) if step.result.sources and set(step.result.sources) == {"seed"}),
                   default=-1)  # fmt: skip
        if last >= 0:
            session.jump(last)
            session.roll()
            assert session.steps[-1].result.faces == faces[last]
