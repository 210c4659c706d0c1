"""The tables of Heal and Pray alone: reached from anywhere, read, rolled on, typed, taken back."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.asagiri.campaign.events import HEAL, PRAY
from companion.ui.games.asagiri.campaign.tables import TablesPage
from companion.ui.games.asagiri.print.screen import PrintScreen

from .test_cards_kit import hold
from .test_window_kit import FAST, click, press, window
from .tour_kit import TRANSLATIONS, cut, settle


def page(qtbot: Any, **more: Any) -> TablesPage:
    made = hold(qtbot, TablesPage(**more))
    made.resize(1280, 800)
    made.show()
    made.setFocus()
    settle()
    return made


def test_cam_2_typed_dice_of_heal_light_their_line_and_tell_what_comes_of_it(qtbot: Any) -> None:
    made = page(qtbot)
    QTest.keyClicks(made, "1")
    assert made.papers["disabled"].sheet.lit_row is HEAL["disabled"].rows[0]
    assert "Dead" in made._came.text()
    QTest.keyClick(made, Qt.Key.Key_Right)
    QTest.keyClicks(made, "1")
    assert made.papers["shaken"].sheet.lit_row is HEAL["shaken"].rows[0]
    assert made._came.text() == "Shaken"
    assert made.papers["disabled"].sheet.lit == 1, "the other table keeps its last roll"
    assert [throw.entry for throw in made.history.throws] == ["typed", "typed"]


@pytest.mark.parametrize(("letter", "honour"), [("f", "experienced"), ("e", "determined"), ("t", None)])
def test_cam_3_a_letter_of_the_inspiration_die_is_a_prayer_whatever_table_was_chosen(
    qtbot: Any, letter: str, honour: str | None
) -> None:
    made = page(qtbot)
    QTest.keyClicks(made, letter)
    assert made.chosen == "pray"
    row = made.papers["pray"].sheet.lit_row
    assert row is not None
    assert row.outcome == honour


def test_space_rolls_and_every_face_comes(qtbot: Any) -> None:
    made = page(qtbot, rng=Random(3))
    for _ in range(60):
        QTest.keyClick(made, Qt.Key.Key_Space)
    faces = {throw.face for throw in made.history.throws}
    assert faces == {1, 2, 3, 4, 5, 6}
    assert {throw.entry for throw in made.history.throws} == {"rolled"}


def test_a_wrong_die_is_taken_back_and_the_one_before_shows_again(qtbot: Any) -> None:
    made = page(qtbot)
    press("4", "1")
    assert made.papers["disabled"].sheet.lit == 1
    press(Qt.Key.Key_Backspace)
    assert made.papers["disabled"].sheet.lit == 4
    press(Qt.Key.Key_Backspace)
    assert made.papers["disabled"].sheet.lit is None
    assert not made.forget.isEnabled()
    press(Qt.Key.Key_Backspace)
    assert made.history.throws == []


def test_by_mouse_a_table_is_chosen_a_face_clicked_the_die_rolled(qtbot: Any) -> None:
    made = page(qtbot, rng=Random(1))
    click(made.papers["pray"])
    assert made.chosen == "pray"
    click(made.picks.buttons["water"])
    assert made.die.face == "water"
    assert made.die.entry == "typed"
    click(made.die)
    assert len(made.history.throws) == 2
    assert made.die.entry == "rolled"


def test_screen_readers_hear_every_line_and_the_one_that_fell(qtbot: Any) -> None:
    made = page(qtbot)
    made.choose("pray")
    made.put("air")
    said = made.papers["pray"].sheet.accessibleDescription()
    assert said.startswith("Result: Air: Skillful")
    assert said.count("in 6") == len(PRAY.rows)


def test_ctrl_h_brings_the_tables_over_any_screen_and_escape_leads_back(qtbot: Any) -> None:
    with window() as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").show_bands()
        press(Qt.Key.Key_H, modifier=Qt.KeyboardModifier.ControlModifier)
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").tables
        press("6", Qt.Key.Key_Escape)
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").bands
        press(Qt.Key.Key_H, modifier=Qt.KeyboardModifier.ControlModifier)
        assert w.navigator.screens("asagiri").tables is not None
        assert len(w.navigator.screens("asagiri").tables.history.throws) == 1, "what was rolled is still there"
        press(Qt.Key.Key_H, modifier=Qt.KeyboardModifier.ControlModifier)
        press(Qt.Key.Key_Escape)
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").bands


def test_the_tables_are_printed_from_their_page_and_the_press_leads_back(qtbot: Any) -> None:
    with window() as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").show_tables()
        made = w.navigator.screens("asagiri").tables
        assert made is not None
        click(made.print)
        press_ = w.stack.currentWidget()
        assert isinstance(press_, PrintScreen)
        assert press_.subject.choice() == "tables"
        press_.left.emit()
        assert w.stack.currentWidget() is made
        press("p", modifier=Qt.KeyboardModifier.ControlModifier)
        assert w.stack.currentWidget() is press_
        assert press_.subject.choice() == "tables"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_in_french_nothing_is_cut(qtbot: Any, scale: float) -> None:
    with window(settings=msgspec.structs.replace(FAST, language="fr", text_scale=scale), folder=TRANSLATIONS) as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").show_tables()
        made = w.navigator.screens("asagiri").tables
        assert made is not None
        for id in ("disabled", "shaken", "pray"):
            made.choose(id)
            made.put(made.table.die.faces[0])
        settle()
        QApplication.processEvents()
        assert cut(w.room) == []
        assert w.room.horizontalScrollBar().maximum() == 0
