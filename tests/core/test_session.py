"""The session: steps, marks, groups, undo, the journal before everything, listeners."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from companion.model.core.chance import D6, Die
from companion.model.core.contract import Over, Pending, Roll
from companion.model.core.record import NoContent, Record, Rolled, Step, read_record, record_json
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.session import Change, Session, Standing
from companion.model.core.words import Words

from .counter import Add, Counter, Put, State, Throw


def begun(goal: int = 1000, mode: str = "enforce") -> Session[State]:
    return Session.new(Counter(), {"goal": goal}, NoContent(), 7, mode="track" if mode == "track" else "enforce")


class Pages:
    """A journal in memory that can be told to fail."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.cursor = 0
        self.standing: Standing | None = None
        self.failing = False

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        if self.failing:
            raise OSError("no room")
        self.steps[cut_at:] = new_steps
        self.cursor, self.standing = cursor, standing


def test_choosing_takes_options_and_texts_alike() -> None:
    session = begun()
    session.choose("add:3")
    touched = frozenset({"total", "turn", "log"})
    assert session.choose(Add(2)) == Change(1, 2, session.events_of(1), "choose", touched)
    assert session.state == State(total=5, turn=2)
    assert [step.mark for step in session.steps] == ["enforced", "enforced"]


@pytest.mark.parametrize("option", ["add:4", Add(0), Throw(3)])
def test_a_refused_choice_names_its_rule_and_changes_nothing(option: str | Add) -> None:
    session = begun()
    with pytest.raises(RuleBroken) as caught:
        session.choose(option)
    assert caught.value.refusal.rule == "ADD-1"
    assert (session.cursor, session.steps, session.state) == (0, (), State())


def test_no_choice_while_dice_are_asked_and_no_roll_while_a_choice_is() -> None:
    session = begun()
    with pytest.raises(UnknownOption):
        session.roll()
    with pytest.raises(UnknownOption):
        session.choose("nonsense")
    session.choose("throw:1")
    with pytest.raises(UnknownOption):
        session.choose("add:1")
    assert session.cursor == 1


@pytest.mark.parametrize(
    ("steps", "said"), [(0, "Nothing to undo"), (1, "Only 1 step can be undone."), (3, "Only 3 steps can be undone.")]
)
def test_going_back_too_far_says_how_far_one_can(steps: int, said: str) -> None:
    session = begun(goal=9)
    for _ in range(steps):
        session.choose("add:1")
    with pytest.raises(UnknownOption) as caught:
        session.undo(steps + 1)
    assert Words()(caught.value.why) == said
    session.undo(steps) if steps else None
    with pytest.raises(UnknownOption) as caught:
        session.redo(steps + 1)
    assert Words()(caught.value.why) == said.replace("undo", "redo")


def test_nothing_can_be_chosen_after_the_end() -> None:
    session = begun(goal=1)
    session.choose("add:1")
    assert isinstance(session.pending, Over)
    assert session.standing == Standing("enforce", True, "A")
    with pytest.raises(UnknownOption):
        session.choose("add:1")


def test_undo_never_rolls_again() -> None:
    session = begun()
    faces = []
    for _ in range(5):
        session.choose("throw:2")
        session.roll()
        faces.append(session.steps[-1].result.faces)
    assert len(set(faces)) > 1
    session.jump(0)
    for before in faces:
        session.choose("throw:2")
        session.roll()
        assert session.steps[-1].result.faces == before


def test_a_position_edited_between_undo_and_roll_has_the_same_faces() -> None:
    session = begun(mode="track")
    session.choose("throw:2")
    session.roll()
    before = session.steps[-1].result.faces
    session.undo()
    session.edit(Put(40))
    session.roll()
    assert session.steps[-1].result.faces == before


def test_every_die_knows_where_it_is_from() -> None:
    session = begun()
    session.choose("throw:2")
    session.roll((None, 4))
    result = session.steps[-1].result
    assert result.faces is not None
    assert result.faces[1] == 4
    assert result.sources == ("seed", "typed")
    session.undo()
    session.roll((6, 1), ("typed", "seed"))
    assert session.steps[-1].result.sources == ("typed", "seed")


@pytest.mark.parametrize("faces", [(1,), (1, 2, 3), (0, 1), (7, 1), ("fire", 1), (True, 1), (1.0, 1)])
def test_wrong_dice_are_refused(faces: tuple[int, ...]) -> None:
    session = begun()
    session.choose("throw:2")
    with pytest.raises(UnknownOption):
        session.roll(faces)
    assert session.cursor == 1


def test_a_wrong_number_of_sources_is_refused() -> None:
    session = begun()
    session.choose("throw:2")
    with pytest.raises(UnknownOption):
        session.roll((1, 2), ("typed",))


def test_the_last_roll_can_be_put_right_in_its_place() -> None:
    session = begun(mode="track")
    session.choose("throw:2")
    session.roll((1, 2))
    change = session.retype((1, 6))
    assert (change.before_cursor, change.after_cursor, change.cause) == (2, 2, "retype")
    assert len(change.events) == 1
    assert session.state.total == 7
    assert session.steps[-1].result.sources == ("typed", "corrected")
    assert session.steps[-1].mark == "observed"
    session.choose("add:1")
    with pytest.raises(UnknownOption):
        session.retype((1, 1))
    session.undo()
    with pytest.raises(UnknownOption):
        session.retype((1, 9))
    session.retype((2, 6))
    assert len(session.steps) == 2


def test_retype_before_anything_happened() -> None:
    with pytest.raises(UnknownOption):
        begun().retype((1,))


def test_undo_and_redo_more_than_there_is() -> None:
    session = begun()
    session.choose_all(["add:1", "add:2"])
    for wrong in (3, 0, -1):
        with pytest.raises(UnknownOption):
            session.undo(wrong)
        with pytest.raises(UnknownOption):
            session.redo(wrong)
    for wrong in (3, -1):
        with pytest.raises(UnknownOption):
            session.jump(wrong)
        with pytest.raises(UnknownOption):
            session.state_at(wrong)
        with pytest.raises(UnknownOption):
            session.describe_step(wrong)
    assert session.cursor == 2


def test_a_new_step_forgets_what_could_be_done_again() -> None:
    session = begun()
    session.choose_all(["add:1", "add:2"])
    session.undo()
    session.choose("add:3")
    assert session.state.total == 4
    with pytest.raises(UnknownOption):
        session.redo()


def test_moving_forward_tells_the_events_of_the_steps_passed() -> None:
    session = begun()
    session.choose_all(["add:1", "add:2", "add:3"])
    assert session.undo(3).events == ()
    assert session.redo(2).events == session.events_of(0) + session.events_of(1)
    assert session.jump(3).events == session.events_of(2)


def test_a_group_is_all_or_nothing_and_undone_together() -> None:
    session = begun()
    session.choose("add:1")
    session.choose_all(["add:1", "add:2", "throw:1"])
    session.roll((3,), join=True)
    session.choose("add:1")
    with pytest.raises(RuleBroken):
        session.choose_all(["add:1", "add:9"])
    assert session.cursor == 6
    assert session.undo_group().after_cursor == 5
    assert session.undo_group().after_cursor == 1
    assert session.undo_group().after_cursor == 0
    with pytest.raises(UnknownOption):
        session.undo_group()
    assert [session.redo_group().after_cursor for _ in range(3)] == [1, 5, 6]
    with pytest.raises(UnknownOption):
        session.redo_group()


def test_an_empty_group_is_nothing() -> None:
    session = begun()
    assert session.choose_all([]) == Change(0, 0, (), "choose")
    assert session.steps == ()


def test_names_of_undo_and_redo() -> None:
    session, words = begun(), Words()
    assert session.undo_name() is None
    assert session.redo_name() is None
    session.choose("add:3")
    session.choose_all(["add:1", "throw:1"])
    name = session.undo_name()
    assert name is not None
    assert words(name) == "Undo: Add 1 to 3"
    session.undo_group()
    name = session.redo_name()
    assert name is not None
    assert words(name) == "Redo: Add 1 to 3"
    session.redo_group()
    session.roll((6,))
    assert words(session.describe_step(3)) == "The counter is at 10"
    session.switch("track")
    session.edit(Put(2))
    assert words(session.describe_step(4)) == "The app only records"
    assert words(session.describe_step(5)) == "Table corrected"


def test_hands_may_correct_the_table_in_track_mode_only() -> None:
    session = begun()
    with pytest.raises(RuleBroken) as caught:
        session.edit(Put(7))
    assert caught.value.refusal.rule == "TABLE"
    session.edit(Put(7), override=True)
    session.edit({"kind": "put", "total": 8}, rule="ADD-1")
    session.switch("track")
    session.edit(Put(9))
    session.edit(Put(10), rule="ADD-1")
    session.choose("add:1")
    assert [(step.mark, step.rule) for step in session.steps] == [
        ("overridden", None),
        ("overridden", "ADD-1"),
        ("enforced", None),
        ("observed", None),
        ("overridden", "ADD-1"),
        ("observed", None),
    ]
    assert session.state.total == 11


def test_an_impossible_correction_changes_nothing() -> None:
    session = begun(mode="track")
    for wrong in (Put(-1), {"kind": "put", "total": -1}, {"kind": "other"}, None):
        with pytest.raises(InvalidInput):
            session.edit(wrong)
    assert session.cursor == 0


def test_the_mode_is_a_step_and_undone_as_one() -> None:
    session = begun()
    assert session.switch("enforce").after_cursor == 0
    session.switch("track")
    assert session.mode == "track"
    assert session.undo().after_cursor == 0
    assert str(session.mode) == "enforce"
    with pytest.raises(UnknownOption):
        session.switch("other")


def test_a_failing_journal_leaves_everything_as_it_was() -> None:
    session, pages = begun(mode="track"), Pages()
    session.attach(pages)
    session.choose("throw:1")
    session.roll()
    session.choose("add:1")
    session.undo()
    told: list[Change] = []
    session.subscribe(told.append)
    before = (session.state, session.cursor, session.steps, session.mode, session.pending, session.save())
    pages.failing = True
    acts: list[Callable[[], Change]] = [
        lambda: session.choose("add:2"),
        lambda: session.choose_all(["add:2", "add:1"]),
        lambda: session.retype((1,)),
        lambda: session.edit(Put(3)),
        lambda: session.switch("enforce"),
        session.undo,
        session.redo,
        session.undo_group,
        lambda: session.jump(0),
    ]
    for act in acts:
        with pytest.raises(OSError, match="no room"):
            act()
        assert (session.state, session.cursor, session.steps, session.mode, session.pending) == before[:5]
        assert session.save() == before[5]
    assert told == []
    pages.failing = False
    session.redo()
    assert pages.cursor == 3
    assert tuple(pages.steps) == session.steps


def test_the_journal_comes_before_the_listeners() -> None:
    session, pages = begun(), Pages()
    session.attach(pages)
    seen: list[tuple[int, int]] = []
    session.subscribe(lambda change: seen.append((change.after_cursor, pages.cursor)))
    session.choose("add:1")
    session.undo()
    session.jump(0)
    assert seen == [(1, 1), (0, 0), (0, 0)]
    assert pages.standing == Standing("enforce", False, None)


def test_listeners_are_told_in_order_and_all_of_them() -> None:
    session = begun()
    first: list[int] = []
    second: list[int] = []

    def answering(change: Change) -> None:
        first.append(change.after_cursor)
        if change.after_cursor == 1:
            session.choose("add:2")
            raise ValueError("mine")

    stop = session.subscribe(answering)
    session.subscribe(lambda change: second.append(change.after_cursor))
    with pytest.raises(ValueError, match="mine"):
        session.choose("add:1")
    assert first == second == [1, 2]
    stop()
    stop()
    session.choose("add:1")
    assert first == [1, 2]


def test_who_rolls() -> None:
    session = Session.new(Counter(), {}, NoContent(), 1, dice={"A": "typed"})
    assert (session.dice_mode("A"), session.dice_mode("B")) == ("typed", "virtual")
    session.choose("throw:2")
    assert session.set_dice("ask").cause == "dice"
    assert session.dice_mode("B") == "ask"
    session.roll((None, 4))
    assert session.steps[-1].result.sources == ("seed", "typed")
    saved = session.save()
    assert (saved.dice, session.undo(2).cause, session.dice) == ({"A": "typed"}, "undo", {"A": "typed"})
    again = Session.replay(Counter(), read_record(record_json(saved)), NoContent())
    assert (again.dice, again.state) == ("ask", session.state_at(3))


def test_who_rolls_by_player_and_kind() -> None:
    session = Session.new(Counter(), {}, NoContent(), 1)
    session.set_dice({"A": {"combat": "typed", "test": "ask"}, "B": "typed"})
    roll = Roll("A", (Die(D6, "a1"), Die(D6, "b1")), "combat", ("A", "B"))
    assert session.dice_modes(roll) == ("typed", "typed")
    assert session.dice_modes(msgspec.structs.replace(roll, kind="other")) == ("virtual", "typed")
    assert session.dice_modes(Roll("A", (Die(D6, "a1"),), "test")) == ("ask",)
    assert session.set_dice(session.dice).after_cursor == 1


def test_a_game_without_a_seed_gets_one_and_a_seed_out_of_bounds_is_refused() -> None:
    assert Session.new(Counter(), {}, NoContent()).seed != Session.new(Counter(), {}, NoContent()).seed
    with pytest.raises(InvalidInput):
        Session.new(Counter(), {}, NoContent(), 2**64)


def test_the_set_up_is_the_sessions_own() -> None:
    setup = {"goal": 5}
    session = Session.new(Counter(), setup, NoContent(), 1)
    setup["goal"] = 6
    assert session.save().setup == {"goal": 5}


def test_a_game_begun_from_a_position() -> None:
    session = Session.load(Counter(), {"total": 7, "turn": 1}, NoContent(), 3, mode="track")
    session.choose("add:1")
    record = session.save()
    assert record.setup is None
    again = Session.replay(Counter(), record, NoContent())
    assert again.state == session.state == State(total=8, turn=2)
    assert again.save() == record


def test_pending_is_worked_out_once_a_place() -> None:
    calls: list[State] = []

    class Slow(Counter):
        def pending(self, state: State) -> Pending:
            calls.append(state)
            return super().pending(state)

    session = Session.new(Slow(), {}, NoContent(), 1)
    for _ in range(3):
        assert session.pending
    session.choose("add:1")
    assert session.pending
    session.undo()
    session.redo()
    assert session.pending
    assert len(calls) == 2


def test_a_thousand_places_do_not_keep_a_thousand_lists_of_options() -> None:
    session = begun(goal=10**6)
    for _ in range(300):
        session.choose("add:1")
    assert len(session._line._pendings) <= 64


def test_hand_written_steps_need_neither_faces_nor_events() -> None:
    session = begun()
    session.choose("throw:2")
    session.roll()
    bare = Record(
        system="counter",
        setup={"goal": 1000},
        seed=7,
        steps=(Step(session.steps[0].intent), Step(Rolled())),
    )
    again = Session.replay(Counter(), bare, NoContent())
    assert again.state == session.state
    assert again.steps[1].result == session.steps[1].result
    assert again.undo_group().after_cursor == 1


class Counting:
    """Counts commits."""

    def __init__(self) -> None:
        self.commits: list[int] = []

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        self.commits.append(len(new_steps))

    def replace(self, *_: object) -> None:
        raise AssertionError

    def annotate(self, *_: object) -> None:
        raise AssertionError


def test_a_group_of_corrections_is_one_commit_or_none() -> None:
    session, journal = begun(), Counting()
    session.attach(journal)
    session.switch("track")
    session.edit_all([Put(3), {"kind": "put", "total": 4}, Put(5)])
    assert journal.commits[1:] == [3]
    with pytest.raises(InvalidInput):
        session.edit_all([Put(6), {"kind": "nonsense"}])
    assert session.state.total == 5
    assert journal.commits[1:] == [3]
    session.undo_group()
    assert session.state.total == 0
