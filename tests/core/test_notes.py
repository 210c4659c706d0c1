"""Notes in the log: they change no state, undo passes over them, and what was undone may still be redone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core.record import NoContent, Noted, Record, Step, read_record, record_json
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.session import Session, Standing
from companion.model.core.words import Words
from tests.budget import examples

from .counter import Add, Counter, State


class Pages:
    """A journal in memory."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.cursor = 0

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        self.steps[cut_at:] = new_steps
        self.cursor = cursor


def begun() -> Session[State]:
    return Session.new(Counter(), {"goal": 1000}, NoContent(), 7, mode="track")


def deeds(session: Session[State]) -> list[Step]:
    return [step for step in session.steps if not isinstance(step.intent, Noted)]


def test_a_note_changes_no_state_and_is_in_the_record() -> None:
    session = begun()
    session.choose(Add(1))
    before = session.state
    change = session.note("help", "odds:a1,b1")
    assert (change.before_cursor, change.after_cursor, change.cause) == (1, 2, "note")
    assert session.state == before
    assert Words()(session.describe_step(1)) == "Help used: odds"
    again = Session.replay(Counter(), read_record(record_json(session.save())), NoContent())
    assert again.steps == session.steps
    assert again.state == session.state


def test_undo_passes_over_notes_and_names_the_deed() -> None:
    session = begun()
    session.choose_all([Add(1), Add(2)])
    session.note("help", "odds")
    session.note("help", "threat")
    name = session.undo_name()
    assert name is not None
    assert Words()(name) == Words()(begun_undo(session))
    session.undo_group()
    assert (session.cursor, session.state) == (0, State())
    assert session.undo_name() is None
    session.redo_group()
    assert session.cursor == 4
    assert session.redo_name() is None


def begun_undo(session: Session[State]) -> object:
    other = begun()
    other.choose_all([Add(1), Add(2)])
    return other.undo_name()


def test_help_while_something_is_undone_leaves_it_to_be_redone() -> None:
    session = begun()
    pages = Pages()
    session.attach(pages)
    for n in (1, 2, 3):
        session.choose(Add(n))
    end = session.state
    session.undo(2)
    session.note("help", "odds")
    assert session.redo_name() is not None
    assert (pages.steps, pages.cursor) == (list(session.steps), 2)
    session.redo_group()
    session.redo_group()
    assert session.state == end
    assert pages.steps == list(session.steps)


def test_the_first_agreement_stands_wherever_one_is_and_undo_does_not_take_it_back() -> None:
    session = begun()
    assert session.agreed() is None
    session.note("agreed", "none")
    session.choose(Add(1))
    session.note("agreed", "all")
    assert session.agreed() == "all"
    session.undo_group()
    assert (session.cursor, session.agreed()) == (1, "none")
    with pytest.raises(UnknownOption):
        session.undo_group()
    session.jump(0)
    assert session.agreed() == "none"


def test_help_while_the_past_is_looked_at_is_noted_in_the_present() -> None:
    session = begun()
    pages = Pages()
    session.attach(pages)
    session.choose(Add(1))
    session.choose(Add(2))
    end = session.state
    session.look(1)
    session.note("help", "odds")
    assert (session.cursor, session.present, session.looking) == (1, 3, True)
    assert [type(step.intent).__name__ for step in session.steps] == ["Chosen", "Chosen", "Noted"]
    assert (pages.steps, pages.cursor) == (list(session.steps), 3)
    session.look()
    assert (session.state, session.cursor, session.looking) == (end, 3, False)


def test_a_roll_is_put_right_past_the_notes_after_it() -> None:
    session = begun()
    session.choose("throw:1")
    session.roll((3,))
    session.note("help", "odds")
    session.retype((5,))
    assert [type(step.intent).__name__ for step in session.steps] == ["Chosen", "Rolled", "Noted"]
    assert session.steps[1].result.faces == (5,)
    assert session.cursor == 3


def test_a_joined_step_belongs_to_the_deed_before_the_note() -> None:
    session = begun()
    session.choose(Add(1))
    session.note("help", "odds")
    session.choose(Add(2), join=True)
    session.undo_group()
    assert session.cursor == 0
    session.redo_group()
    assert session.cursor == 3


@pytest.mark.parametrize(
    "note", [{"about": "gossip", "what": "x"}, {"about": "help", "what": "x" * 201}, {"about": "help"}]
)
def test_a_strange_note_is_refused_with_its_place(note: dict[str, str]) -> None:
    data = record_json(Record(system="counter", seed=1))
    data["steps"] = [{"intent": {"kind": "noted", **note}}]
    with pytest.raises(InvalidInput) as caught:
        read_record(data)
    assert caught.value.path.startswith("record.steps[0].intent")


@given(st.lists(st.sampled_from(("add", "pair", "note", "undo", "redo"))))
@settings(max_examples=examples(120), deadline=None)
def test_with_or_without_notes_it_is_the_same_game(deeds_: list[str]) -> None:
    plain, noted = begun(), begun()
    pages = Pages()
    noted.attach(pages)
    for deed in deeds_:
        if deed == "note":
            noted.note("help", "odds")
            continue
        for session in (plain, noted):
            if deed == "add":
                session.choose(Add(1))
            elif deed == "pair":
                session.choose_all([Add(1), Add(2)])
            elif deed == "undo" and session.undo_name() is not None:
                session.undo_group()
            elif deed == "redo" and session.redo_name() is not None:
                session.redo_group()
        assert plain.state == noted.state
        assert (plain.undo_name(), plain.redo_name()) == (noted.undo_name(), noted.redo_name())
    assert [step.intent for step in deeds(plain)] == [step.intent for step in deeds(noted)]
    assert pages.steps == list(noted.steps)
    assert pages.cursor == noted.cursor
