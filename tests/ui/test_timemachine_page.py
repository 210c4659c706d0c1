"""The time machine: looked at without moving, gone back, branched, what if, renamed, compared; by keys and by mouse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from companion.model.games.asagiri.campaign.assistant import hurry
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.resources import data_dir
from companion.ui.games.asagiri.campaign.river import CHAPTER, chapter_steps, courses
from companion.ui.games.asagiri.campaign.rosters import view_of
from companion.ui.games.asagiri.campaign.time_machine import TimeMachine
from companion.ui.kit.panels import Heading
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts, motion
from tests.budget import examples
from tests.campaign.kit import CONTENT, some_way

from .campaign_kit import controller, fought, muster
from .rows import row, rows
from .test_access_names import nameless
from .test_cards_kit import hold
from .test_window_kit import FAST, click, press, window
from .tour_kit import TRANSLATIONS, cut, settle


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    before = motion.reduced()
    motion.set_reduced(True)
    yield
    motion.set_reduced(before)


def played() -> Chronicle:
    """A campaign of two battles, the second one under way: A has won the first."""
    made = fought("vigilant", "disabled", "shaken", "vigilant", dice="virtual")
    hurry(made, Random(1))
    made.choose("approve")
    made.choose_all(["take:A1", "ready"])
    return made


def machine(qtbot: Any, made: Chronicle) -> TimeMachine:
    """The page, shown."""
    page = hold(qtbot, TimeMachine(controller(made)))
    page.resize(1280, 800)
    page.show()
    page.activateWindow()
    page.begin()
    settle()
    return page


def battle(page: TimeMachine, branch: int = 0) -> Any:
    """The stone of the first battle of a branch."""
    return next(s for s in page.river.stones if s.stone.branch == branch and s.stone.kind == "battle")


def test_looking_at_the_past_moves_nothing(qtbot: Any) -> None:
    made = played()
    page = machine(qtbot, made)
    state, cursor = made.state, made.session.cursor
    assert page.here
    assert page.go_back.isHidden()
    click(battle(page))
    assert page.what.text() == "Roster A won"
    assert not page.go_back.isHidden()
    assert [view_of(line).state for line in page._sides[0][2].by_id.values()] == ["vigilant", "vigilant"]
    click(row(page.steps, str(page.place + 2)))
    assert "Temple guard" in page.what.text()
    assert (made.state, made.session.cursor) == (state, cursor)
    assert not made.session.looking


def test_going_back_by_keys_and_forward_again(qtbot: Any) -> None:
    made = played()
    page = machine(qtbot, made)
    end = made.session.cursor
    press(Qt.Key.Key_Left, Qt.Key.Key_Left)
    assert page.river.stones[0].hasFocus()
    place = page.place
    press(Qt.Key.Key_Space)
    assert made.session.cursor == place < end
    assert len(made.session.steps) == end, "what came after can still be gone forward to"
    page.look(0, end)
    press(Qt.Key.Key_Space)
    assert made.session.cursor == end


def test_what_if_we_had_lost_is_one_key_and_the_old_way_stays(qtbot: Any) -> None:
    made = played()
    page = machine(qtbot, made)
    before = made.session_of(0).steps
    click(battle(page))
    with qtbot.waitSignal(page.left, timeout=1000):
        press("w")
    assert made.current == 1
    assert made.state.now.stage == "result"
    assert made.state.now.winner == 1
    assert made.branches[1].name == "What if Roster B had won?"
    assert made.session_of(0).steps == before
    assert len([s for s in page.river.stones if s.stone.branch == 1]) == 1


def test_a_branch_from_any_step_is_named_at_once(qtbot: Any) -> None:
    made = played()
    page = machine(qtbot, made)
    page.look(0, 3)
    press("b")
    assert page.naming.hasFocus()
    QTest.keyClicks(page.naming, "The other road")
    press(Qt.Key.Key_Return)
    assert made.branches[1].name == "The other road"
    assert made.session.cursor == 3
    assert page.where.text() == "The other road"
    assert page.here


def test_escape_ends_the_naming_first_and_then_leaves(qtbot: Any) -> None:
    made = played()
    page = machine(qtbot, made)
    press(Qt.Key.Key_F2)
    assert page.naming.isVisible()
    with qtbot.assertNotEmitted(page.left):
        press(Qt.Key.Key_Escape)
    assert not page.naming.isVisible()
    assert made.branches[0].name == ""
    with qtbot.waitSignal(page.left, timeout=1000):
        press(Qt.Key.Key_Escape)


def test_another_branch_is_gone_on_in_from_its_place(qtbot: Any) -> None:
    made = played()
    made.fork("Otherwise", 4)
    made.switch(0)
    page = machine(qtbot, made)
    page.look(1, 4)
    assert "in this branch" in page.go_back.text()
    press(Qt.Key.Key_Space)
    assert made.current == 1
    assert page.here


def test_two_branches_side_by_side_tell_what_differs(qtbot: Any) -> None:
    made = played()
    at = made.places()[1].cursor
    made.fork("We had lost", at - 1)
    made.choose("won:B")
    for who in made.state.fighters():
        made.choose(f"ended:{who},vigilant,no,no")
    hurry(made, Random(3))
    made.choose("approve")
    page = machine(qtbot, made)
    press("c")
    assert page.comparison.isVisible()
    rows = {title: (left, right, differs) for title, left, right, differs in page.comparison.rows}
    assert rows["Adventures won"] == ("1 to 0", "0 to 1", True)
    assert rows["1. A battle"] == ("Roster A won", "Roster B won", True)
    assert any(not differs for *_, differs in page.comparison.rows), "and what is the same"
    press("c")
    assert not page.comparison.isVisible()


def test_with_several_branches_one_is_asked_which_to_compare_with(qtbot: Any) -> None:
    made = played()
    for name in ("One", "Two"):
        made.switch(0)
        made.fork(name, 5)
    page = machine(qtbot, made)
    click(page.compare)
    popup = page.findChild(ChoicePopup)
    assert popup is not None
    assert [line.text() for line in rows(popup.lines)] == ["Original branch", "One"]
    row(popup.lines, "1").click()
    assert page.comparison.isVisible()
    headings = {heading.text() for heading in page.comparison.findChildren(Heading) if heading.isVisible()}
    assert {"One", "Two"} <= headings
    assert "Original branch" not in headings


def test_the_arrows_cross_from_branch_to_branch(qtbot: Any) -> None:
    made = played()
    at = made.places()[1].cursor
    made.fork("Lost", at - 1)
    made.choose("won:B")
    page = machine(qtbot, made)
    battle(page, 1).setFocus()
    press(Qt.Key.Key_Up)
    assert page.branch == 0
    press(Qt.Key.Key_Down)
    assert page.branch == 1
    press(Qt.Key.Key_Left)
    assert page.branch == 0, "against the current into the branch it came from"


def test_undo_takes_the_last_decision_of_the_branch_back(qtbot: Any) -> None:
    made = played()
    page = machine(qtbot, made)
    cursor = made.session.cursor
    page.undo()
    assert made.session.cursor < cursor
    assert page.here
    page.redo()
    assert made.session.cursor == cursor


@settings(max_examples=examples(12), deadline=None)
@given(st.integers(0, 10_000))
def test_every_branch_parts_from_its_origin_and_every_step_is_of_one_chapter(seed: int) -> None:
    rng = Random(seed)
    made = Chronicle.new({"chapters": ["", "", ""], "budget": 9}, CONTENT, seed)
    some_way(made, rng, 60)
    for _ in range(3):
        made.switch(rng.randrange(len(made.branches)))
        made.fork("", rng.randrange(made.session.cursor + 1))
        some_way(made, rng, rng.randrange(40))
    found = courses(made)
    for course in found:
        session = made.session_of(course.branch)
        assert 0 <= course.source <= course.end
        assert all(course.source <= stone.at <= course.end for stone in course.stones)
        assert [stone.at for stone in course.stones] == sorted(stone.at for stone in course.stones)
        if course.origin is not None:
            assert course.origin < course.branch
        covered: set[int] = set()
        for cursor in range(len(session.steps) + 1):
            covered |= set(chapter_steps(made, course.branch, cursor))
        assert covered == set(range(len(session.steps)))


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_in_french_nothing_is_cut(qtbot: Any, scale: float) -> None:
    lost: list[str] = []
    made = played()
    made.fork("Chances", made.places()[1].cursor - 1)
    made.choose("won:B")
    with window(settings=msgspec.structs.replace(FAST, language="fr", text_scale=scale), folder=TRANSLATIONS) as w:
        page = TimeMachine(controller(made, "fr"))
        w.show_screen(page)

        def look(name: str) -> None:
            settle()
            lost.extend(f"{name}: {what}" for what in [*cut(w.room), *nameless(page)])
            if w.room.horizontalScrollBar().maximum():
                lost.append(f"{name} scrolls sideways")

        look("now")
        page.look(0, made.places(0)[1].cursor)
        look("a battle")
        page.toggle_comparison()
        look("compared")
        page.toggle_comparison()
        page.begin_naming()
        look("named")
        w.throw_away(page)
    assert not lost, "\n".join(lost)


def test_a_campaign_that_goes_on_elsewhere_is_followed(qtbot: Any) -> None:
    made = played()
    page = machine(qtbot, made)
    stones = len(page.river.stones)
    muster(made)
    made.choose("won:nobody")
    page.controller.attempt(lambda: None)  # it looks again
    assert len(page.river.stones) == stones + 1


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_chapter_of_the_built_in_campaign_is_named_whole(qapp: object, language: str) -> None:
    metrics, width = QFontMetricsF(fonts.font("small")), fonts.px(CHAPTER) - 4
    for path in sorted((data_dir() / "house" / "adventures").glob("*.json")):
        name = json.loads(path.read_text("utf-8"))["name"][language]
        assert " ".join(fonts.wrapped(name, metrics, width, 2)) == name
