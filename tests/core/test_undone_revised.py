"""Putting the past right while something is undone: what was undone stays undone, and may still be redone."""

from __future__ import annotations

import pytest

from companion.model.core.record import NoContent, Noted
from companion.model.core.refusal import UnknownOption
from companion.model.core.revision import DROP, chosen
from companion.model.core.session import Session

from .counter import Add, Counter, State


def begun(*added: int, goal: int = 1000) -> Session[State]:
    session = Session.new(Counter(), {"goal": goal}, NoContent(), 7)
    for n in added:
        session.choose(Add(n))
    return session


def added(session: Session[State]) -> list[int]:
    """What the steps add, those that are undone included."""
    return [int(getattr(step.intent, "option", "add:0").partition(":")[2]) for step in session.steps]


def test_steps_undone_before_a_step_is_dropped_may_still_be_redone() -> None:
    session = begun(1, 2, 3, 1, 2, 3)
    session.jump(3)  # as a line of the log does
    revision = session.revise(1, ())
    assert (revision.before.total, revision.state.total, revision.stand) == (6, 4, 2)
    session.accept(revision)
    assert (session.cursor, session.state.total, added(session)) == (2, 4, [1, 3, 1, 2, 3])
    session.redo(3)
    assert session.state.total == 10
    session.restore()
    assert (session.cursor, added(session)) == (3, [1, 2, 3, 1, 2, 3])


def test_an_undone_step_that_does_not_fit_any_more_is_asked_about() -> None:
    session = begun(3, 3, 3, goal=9)
    session.undo(1)
    system = session.system
    revision = session.revise(0, (*chosen(system, session.state_at(0), (Add(3), Add(1))),))
    assert [(misfit.index, misfit.kind) for misfit in revision.misfits] == []
    session.accept(revision)
    assert (session.cursor, session.state.total) == (3, 7)
    revision = session.revise(3, (*chosen(system, session.state_at(3), (Add(1), Add(1))),))
    assert revision.stand == 3  # the step that is changed is undone, and stays so
    revision = session.revise(0, (*chosen(system, session.state_at(0), (Add(3), Add(3))),))
    assert [misfit.index for misfit in revision.misfits] == [3]
    assert revision.misfits[0].end == 4
    with pytest.raises(UnknownOption):
        session.accept(revision)
    session.accept(revision.answer(DROP))
    assert (session.state.total, session.redoable) == (10, False)


def test_a_help_looked_at_meanwhile_is_noted_where_the_game_stands() -> None:
    for index in (0, 3):
        session = begun(1, 2, 3, 1, 2)
        session.undo(2)
        revision = session.revise(index, ())
        session.note("help", "odds")
        session.accept(revision)
        kinds = [isinstance(step.intent, Noted) for step in session.steps]
        assert kinds.index(True) == session.cursor - 1
        assert session.redoable
        assert session.state == revision.state


def test_nothing_is_accepted_once_the_game_has_gone_on() -> None:
    session = begun(1, 2, 3)
    session.undo(1)
    revision = session.revise(0, ())
    session.redo(1)
    with pytest.raises(UnknownOption):
        session.accept(revision)
    session.undo(1)
    session.accept(revision)
    assert added(session) == [2, 3]


def test_a_new_decision_forgets_what_was_undone() -> None:
    session = begun(1, 2, 3)
    session.undo(1)
    revision = session.revise(2, chosen(session.system, session.state, (Add(1),)), removed=0, undone=False)
    session.accept(revision)
    assert (added(session), session.cursor) == ([1, 2, 1], 3)
