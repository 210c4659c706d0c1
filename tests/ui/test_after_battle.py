"""After a battle, as a person sees it: everybody in turn, by keys alone and by mouse, with dice of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.asagiri.campaign.state import Honouring, Replacing, Seeking
from companion.ui.kit.panels import Toast
from companion.ui.kit.theme import motion

from .campaign_kit import after, fought, mustered
from .rows import row, rows
from .test_window_kit import click, press, until
from .tour_kit import settle


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    before = motion.reduced()
    motion.set_reduced(True)
    yield
    motion.set_reduced(before)


def keys(*typed: Qt.Key | str) -> None:
    """Keys wherever they go, and the window at rest after each."""
    for key in typed:
        press(key)
        settle()


SPACE, ENTER, DOWN, RIGHT = Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Right


def test_cam_1_to_3_a_whole_after_battle_by_keyboard_alone_with_typed_dice(qtbot: Any) -> None:
    made = mustered()
    made.choose("won:B")
    page = after(qtbot, made)
    until(lambda: QApplication.activeWindow() is page)
    keys("s", "d", "v", "v")
    assert [row.fate.state for row in page.result.rows] == ["shaken", "disabled", "vigilant", "vigilant"]
    keys("g", SPACE)
    assert made.state.now.fates[3].spent, "the last one is still the one the keys are about"
    assert page.panel is page.rolling
    assert page.next.isHidden(), "a die of one's own is typed, not rolled"
    keys("4")
    assert page.rolling.fallen is not None
    assert made.state.member("A1").state == "vigilant"
    keys(SPACE, "3", SPACE)
    assert made.state.member("A2").state == "shaken"
    assert page.panel is page.choosing
    keys("1")
    assert page.panel is page.rolling
    keys("f")
    assert made.state.member("B1").honour == "experienced"
    keys(SPACE, SPACE)
    assert page.panel is page.rolling, "Space takes the lit card: pray"
    keys("t", SPACE)
    assert page.panel is page.approval
    assert made.state.now.before is not None
    assert made.state.approved[1].members[0].honour is None, "nothing counts before"
    keys(SPACE)
    assert made.state.now.chapter == 1
    assert made.state.approved[1].members[0].honour == "experienced"
    with qtbot.waitSignal(page.left, timeout=1000):
        keys(SPACE)


def test_the_same_by_mouse_with_dice_of_the_app(qtbot: Any) -> None:
    made = mustered("virtual")
    made.choose("won:A")
    page = after(qtbot, made)
    click(page.result.rows[0].states.words["shaken"])
    click(page.result.rows[3].states.words["disabled"])
    click(page.result.rows[3].gone)
    click(page.next)
    assert [fate.state for fate in made.state.now.fates] == ["shaken", "vigilant", "vigilant", "disabled"]
    assert made.state.now.fates[3].spent
    click(page.rolling.die)
    assert page.rolling.die.entry == "rolled"
    click(page.next)
    while made.state.now.stage == "after":
        if page.panel is page.choosing:
            click(page.choosing.cards[0])
        elif page.panel is page.replacing:
            click(rows(page.replacing.lines)[0])
        else:
            click(page.next)
        settle()
    if page.panel is not page.approval:
        click(page.next)
    click(page.next)
    assert made.state.now.chapter == 1
    click(page.ending.undo)
    assert made.state.now.stage == "approve"
    assert page.panel is page.approval


def test_a_wrong_die_is_put_right_in_its_place_and_marked(qtbot: Any) -> None:
    made = fought("disabled", "vigilant", "vigilant", "vigilant")
    page = after(qtbot, made)
    keys("1")
    assert made.state.now.task == Replacing("A1", made.state.value(made.state.anybody("A1")))
    assert "Dead" in page.rolling.came.text()
    keys("5")
    assert made.state.member("A1").state == "vigilant"
    assert page.rolling.die.entry == "corrected"
    assert page.rolling.sheet.lit == 5
    assert made.session.steps[-1].result.sources == ("corrected",)
    keys(SPACE)
    assert page.panel is page.choosing


def test_a_die_that_was_rolled_here_is_not_typed_over(qtbot: Any) -> None:
    made = fought("shaken", "vigilant", "vigilant", "vigilant", dice="virtual")
    page = after(qtbot, made)
    keys(SPACE)
    fell = page.rolling.die.face
    keys("1" if fell != 1 else "2")
    assert page.rolling.die.face == fell
    assert page.rolling.picks.isHidden()


def test_either_asks_each_time_and_the_way_is_changed_on_the_page(qtbot: Any) -> None:
    made = fought("shaken", "shaken", "vigilant", "vigilant", dice="virtual")
    page = after(qtbot, made)
    click(page.dice.words["ask"])
    assert made.session.dice == "ask"
    assert not page.rolling.picks.isHidden()
    keys("6")
    assert page.rolling.die.entry == "typed"
    keys(SPACE, SPACE)
    assert page.rolling.die.entry == "rolled"


def test_going_back_to_a_member_keeps_what_the_others_rolled(qtbot: Any) -> None:
    made = fought("shaken", "shaken", "shaken", "shaken")
    page = after(qtbot, made)
    keys("1", SPACE, "2", SPACE, "1", SPACE, "6", SPACE)
    assert page.panel is page.approval
    click(page.strip.beads["A2"])
    assert page.panel is page.rolling
    assert page.strip.beads["A2"].stop.progress == "present"
    keys("1", SPACE)
    assert page.panel is page.approval
    states = [made.state.member(who).state for who in ("A1", "A2", "B1", "B2")]
    assert states == ["shaken", "shaken", "shaken", "vigilant"]
    page.undo()
    assert page.panel is page.rolling, "one decision, one undo"


def test_going_back_and_deciding_nothing_changes_nothing(qtbot: Any) -> None:
    made = fought("shaken", "shaken", "shaken", "shaken")
    page = after(qtbot, made)
    keys("1", SPACE, "2", SPACE, "1", SPACE, "6", SPACE)
    before = made.session.steps
    click(page.strip.beads["A1"])
    page.go_to("B1")
    assert page.strip.beads["B1"].stop.progress == "present"
    page.go_to("approve")
    assert made.session.steps == before
    assert page.panel is page.approval


def test_from_the_approval_any_member_is_decided_again_and_the_result_too(qtbot: Any) -> None:
    made = fought("shaken", "vigilant", "vigilant", "vigilant")
    page = after(qtbot, made)
    keys("3", SPACE)
    for _ in range(3):
        keys("1", "t", SPACE)
    assert page.panel is page.approval
    click(row(page.approval.lists[0], "A2"))
    assert page.panel is page.choosing
    keys("1", "w", SPACE)
    assert made.state.member("A2").honour == "courageous"
    assert page.panel is page.approval
    page.go_to("result")
    assert page.panel is page.result
    assert page.result.rows[0].fate.state == "shaken", "what was told stands there"
    keys(DOWN, DOWN, DOWN, "s", SPACE)
    assert made.state.now.fates[3].state == "shaken"
    assert page.strip.beads["B2"].stop.progress == "present", "all before as it was, this one asked anew"
    assert made.state.member("A2").honour == "courageous"


def test_cam_2_a_death_and_who_takes_the_place_with_reasons_for_those_who_may_not(qtbot: Any) -> None:
    made = fought("disabled", "vigilant", "vigilant", "vigilant")
    page = after(qtbot, made)
    keys("1", SPACE)
    assert page.panel is page.replacing
    assert page.strip.beads["A1"].stop.state == "dead"
    reasons = {line.text(): line.line.refusal for line in rows(page.replacing.lines) if not line.isEnabled()}
    assert "cannot be recruited again" in reasons["Okko"], "the dead unique itself"
    assert any("zeni are left" in why for why in reasons.values()), "dearer ones"
    first = rows(page.replacing.lines)[0]
    assert first.hasFocus()
    assert first.line.value == "5", "the dearest first: all of the value is used"
    click(row(page.replacing.lines, "replace:house:temple-guard"))
    new = made.state.now.rosters[0].members[-1]
    assert new.instead == "A1"
    assert isinstance(made.state.now.task, Replacing), "two zeni are left to be spent"
    first = row(page.replacing.lines, "replaced")
    assert "2 zeni go into the purse" in first.text()
    click(first)
    assert not isinstance(made.state.now.task, Replacing)
    assert made.state.now.rosters[0].purse == 2
    while made.state.now.stage == "after":
        keys("1", "t", SPACE)
    assert row(page.approval.lists[0], "A1").line.data.after == "dead"
    assert row(page.approval.lists[0], new.id).line.data.before == ""
    assert row(page.approval.lists[0], new.id).line.data.changed
    keys(SPACE)
    assert made.state.barred(0) == {"house:okko"}


def test_cam_3_of_two_honours_one_is_kept(qtbot: Any) -> None:
    rosters = {"A": [{"card": "house:okko", "honour": "skillful"}], "B": [{"card": "house:wandering-ronin"}]}
    made = fought("vigilant", "vigilant", rosters=rosters)
    page = after(qtbot, made)
    keys("1", "f", SPACE)
    assert isinstance(made.state.now.task, Honouring)
    assert [card.card.mark for card in page.choosing.cards] == ["its own", "new"]
    keys(RIGHT, SPACE)
    assert made.state.member("A1").honour == "experienced"
    page.undo()
    keys("1")
    assert made.state.member("A1").honour == "skillful"


def test_cam_4_cards_drawn_at_the_table_are_typed_and_one_is_kept(qtbot: Any) -> None:
    made = fought("vigilant", "vigilant", "vigilant", "vigilant")
    page = after(qtbot, made)
    keys("2")
    assert page.panel is page.seeking
    assert page.seeking.field.hasFocus()
    for name in ("inro", "gourd", "straw sand"):
        QTest.keyClicks(page.seeking.field, name)
        keys(ENTER)
    task = made.state.now.task
    assert isinstance(task, Seeking)
    assert task.drawn == ("house:inro", "house:gourd-of-sake", "house:straw-sandals")
    cards = [card.card.title for card in page.seeking.table.ready]
    assert cards == ["Inro", "Gourd of sake", "Straw sandals"]
    keys("3")
    assert made.state.member("A1").equipment == "house:straw-sandals"


def test_cam_4_cards_drawn_here_are_drawn_as_one_and_undone_as_one(qtbot: Any) -> None:
    made = fought("vigilant", "vigilant", "vigilant", "vigilant", dice="virtual")
    page = after(qtbot, made)
    keys("2")
    before = made.session.cursor
    keys(SPACE)
    assert made.session.cursor >= before + 3
    page.undo()
    assert made.session.cursor == before


def test_all_the_rest_by_chance_is_for_those_in_a_hurry(qtbot: Any) -> None:
    made = fought("disabled", "shaken", "vigilant", "disabled")
    page = after(qtbot, made)
    keys("2", SPACE, "r")
    assert page.panel is page.approval
    assert made.state.anybody("A1").state == "shaken", "what was typed before stays"
    page.undo()
    assert page.strip.beads["A2"].stop.progress == "present"


def test_undo_over_the_result_leaves_the_page(qtbot: Any) -> None:
    made = mustered()
    made.choose("won:A")
    page = after(qtbot, made)
    with qtbot.waitSignal(page.left, timeout=1000):
        page.undo()
    assert made.state.now.stage == "battle"
    page.controller.redo()
    assert page.panel is page.result


def test_the_strip_tells_who_is_done_and_who_is_to_come(qtbot: Any) -> None:
    made = fought("shaken", "vigilant", "vigilant", "vigilant")
    page = after(qtbot, made)
    keys("1", SPACE)
    said = {id: bead.accessibleName() for id, bead in page.strip.beads.items()}
    assert said["A1"] == "Okko: shaken, done"
    assert said["A2"] == "Temple guard: vigilant, now"
    assert said["B1"].endswith("to come")
    assert not page.strip.beads["B1"].isEnabled()


def test_a_die_rolled_here_is_seen_to_fall_and_space_lets_it_lie(qtbot: Any) -> None:
    motion.set_reduced(False)
    made = fought("shaken", "vigilant", "vigilant", "vigilant", dice="virtual")
    page = after(qtbot, made)
    keys(SPACE)
    assert page.rolling.die.tumbling
    assert page.rolling.sheet.lit is None, "the die tells first"
    assert page.strip.beads["A1"].stop.state == "shaken"
    keys(SPACE)
    assert not page.rolling.die.tumbling
    assert page.rolling.sheet.lit == page.rolling.die.face
    assert page.strip.beads["A1"].stop.progress == "present"
    motion.set_reduced(True)


def test_screen_readers_hear_what_is_asked_and_what_a_die_has_brought(qtbot: Any) -> None:
    made = fought("shaken", "disabled", "vigilant", "vigilant")
    page = after(qtbot, made)
    page.heard.clear()
    keys("1", "4", SPACE)
    assert list(page.heard) == [
        "Okko heals: 1, Shaken.",
        "Okko heals: 4, Vigilant.",
        "Does Temple guard survive?",
    ]


def test_what_fits_no_more_after_deciding_otherwise_is_said_in_passing(qtbot: Any) -> None:
    made = fought("disabled", "disabled", "vigilant", "vigilant")
    page = after(qtbot, made)
    keys("1", SPACE, SPACE)
    while isinstance(made.state.now.task, Replacing):
        keys(SPACE)
    keys("1", SPACE)
    click(row(page.replacing.lines, "replace:house:temple-guard"))
    given = next(id for id in page.replacing.lines.by_id if id.startswith("outfit:"))
    click(row(page.replacing.lines, given))
    assert page.strip.beads["B1"].stop.progress == "present"
    page.go_to("A1")
    keys("6", SPACE)
    said = [toast.accessibleName() for toast in page.findChildren(Toast)]
    assert said == ["The later answers no longer fit and are asked again."], "the newcomer has another number"
    assert page.strip.beads["A2"].stop.progress == "present"
