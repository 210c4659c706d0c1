"""Random use of a session is like random use of a list with a cursor."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.record import NoContent, Step, read_record, record_json
from companion.model.core.refusal import RuleBroken, UnknownOption
from companion.model.core.session import Session, Standing
from tests.budget import examples

from .counter import Counter, Put, State

Act = tuple[str, int]
ACTS = st.lists(
    st.tuples(
        st.sampled_from(
            ["choose"] * 4
            + ["roll"] * 3
            + [
                "typed",
                "retype",
                "edit",
                "override",
                "undo",
                "undo",
                "redo",
                "switch",
                "jump",
                "group",
                "back",
            ]
        ),
        st.integers(0, 20),
    ),
    max_size=60,
)


class Pages:
    """A journal in memory."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.cursor = 0
        self.failing = False

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        if self.failing:
            raise OSError
        self.steps[cut_at:] = new_steps
        self.cursor = cursor


class Model:
    """What a session should be: a list of (state, mode), and a cursor."""

    def __init__(self, first: State) -> None:
        self.places = [(first, "enforce")]
        self.cursor = 0

    def put(self, *places: tuple[State, str], at: int | None = None) -> None:
        at = self.cursor if at is None else at
        self.places[at + 1 :] = places
        self.cursor = at + len(places)


def act(session: Session[State], model: Model, what: str, n: int) -> None:
    state, mode = model.places[model.cursor]
    system, asked = session.system, session.pending
    match what:
        case "choose" if isinstance(asked, Choice):
            option = asked.options[n % len(asked.options)]
            session.choose(option if n % 2 else system.option_id(state, option))
            model.put((system.apply(state, option).state, mode))
        case "roll" if isinstance(asked, Roll):
            session.roll()
            faces = session.steps[session.cursor - 1].result.faces
            assert faces is not None
            model.put((system.rolled(state, faces).state, mode))
        case "typed" if isinstance(asked, Roll):
            faces = tuple(1 + (n + k) % 6 for k in range(len(asked.dice)))
            session.roll(faces)
            model.put((system.rolled(state, faces).state, mode))
        case "retype":
            last = session.steps[session.cursor - 1].result.faces if session.cursor else None
            if last is None:
                with pytest.raises(UnknownOption):
                    session.retype((1,))
            else:
                session.retype((1 + n % 6,) * len(last))
                before = model.places[model.cursor - 1][0]
                place = (system.rolled(before, (1 + n % 6,) * len(last)).state, mode)
                model.put(place, at=model.cursor - 1)
        case "edit" | "override":
            if mode == "enforce" and what == "edit":
                with pytest.raises(RuleBroken):
                    session.edit(Put(n))
            else:
                session.edit(Put(n), override=what == "override")
                model.put((system.edit(state, Put(n)).state, mode))
        case "switch":
            other = "track" if mode == "enforce" else "enforce"
            session.switch("track" if other == "track" else "enforce")
            model.put((state, other))
        case "group" if isinstance(asked, Choice):
            stood = session.cursor
            try:
                session.choose_all(["add:1", "add:2", "throw:1", *["add:1"] * (n == 0)])
            except (UnknownOption, RuleBroken):
                assert session.cursor == stood
            else:
                one = system.apply(state, system.option_of(state, "add:1")).state
                two = system.apply(one, system.option_of(one, "add:2")).state
                model.put(
                    (one, mode),
                    (two, mode),
                    (system.apply(two, system.option_of(two, "throw:1")).state, mode),
                )
                assert session.undo_group().after_cursor == stood
                session.redo_group()
        case "undo" | "redo" | "jump":
            steps = n % 4
            to = {"undo": model.cursor - steps, "redo": model.cursor + steps, "jump": n}[what]
            fine = 0 <= to < len(model.places) and (steps > 0 or what == "jump")
            if fine:
                getattr(session, what)(n if what == "jump" else steps)
                model.cursor = to
            else:
                with pytest.raises(UnknownOption):
                    getattr(session, what)(n if what == "jump" else steps)
        case "back" if isinstance(asked, Roll):
            session.roll()
            faces = session.steps[session.cursor - 1].result.faces
            session.undo()
            session.roll()
            assert session.steps[session.cursor - 1].result.faces == faces
            assert faces is not None
            model.put((system.rolled(state, faces).state, mode))


def agree(session: Session[State], model: Model) -> None:
    assert session.cursor == model.cursor
    assert len(session.steps) == len(model.places) - 1
    assert session.state == model.places[model.cursor][0]
    assert session.mode == model.places[model.cursor][1]
    assert session.pending == session.system.pending(session.state)
    assert [session.state_at(n) for n in range(len(model.places))] == [state for state, _ in model.places]


@settings(max_examples=examples(150), deadline=None)
@given(ACTS, st.integers(0, 2**40))
def test_a_session_is_a_list_with_a_cursor(acts: list[Act], seed: int) -> None:
    session = Session.new(Counter(), {"goal": 60}, NoContent(), seed)
    pages, model = Pages(), Model(session.state)
    session.attach(pages)
    for what, n in acts:
        act(session, model, what, n)
        agree(session, model)
        assert (tuple(pages.steps), pages.cursor) == (session.steps, session.cursor)


@settings(max_examples=examples(100), deadline=None)
@given(ACTS, st.integers(0, 2**40))
def test_a_saved_game_replays_to_the_equal_game(acts: list[Act], seed: int) -> None:
    session = Session.new(Counter(), {"goal": 60}, NoContent(), seed)
    model = Model(session.state)
    for what, n in acts:
        act(session, model, what, n)
    text = msgspec.json.encode(session.save())
    record = read_record(msgspec.json.decode(text))
    again = Session.replay(Counter(), record, NoContent())
    assert again.state == session.state
    assert again.mode == session.mode
    assert again.diverged is None
    assert again.save() == session.save() == record
    assert msgspec.json.encode(again.save()) == text
    assert record_json(again.save()) == msgspec.json.decode(text)
    for n in range(again.cursor):
        assert again.state_at(n) == session.state_at(n)
        assert again.events_of(n) == session.events_of(n)


@settings(max_examples=examples(60), deadline=None)
@given(ACTS, ACTS)
def test_whatever_the_journal_refuses_never_happened(acts: list[Act], refused: list[Act]) -> None:
    session = Session.new(Counter(), {"goal": 60}, NoContent(), 5)
    pages, model = Pages(), Model(session.state)
    session.attach(pages)
    for what, n in acts:
        act(session, model, what, n)
    pages.failing = True
    for what, n in refused:
        if isinstance(session.pending, Over):
            break
        shadow = Model(State())
        shadow.places, shadow.cursor = list(model.places), model.cursor
        with contextlib.suppress(OSError):
            act(session, shadow, what, n)
        agree(session, model)
