"""By keys alone: what lies over a screen keeps the keys and goes with it, and no place holds them for good."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from companion.ui.games.asagiri.cards.large import LargeCard
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.asagiri.table.text_board import Square
from companion.ui.shell.side_sheets import SideSheet
from companion.ui.shell.window import MainWindow

from .test_cards_kit import duel, game_of, hold
from .test_window_kit import press, until, window
from .tour_kit import editor, settle, touring

CTRL = Qt.KeyboardModifier.ControlModifier
TAB, BACK, ESC = Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape


def quick_table(made: MainWindow) -> TableScreen:
    press("q")
    until(lambda: isinstance(made.stack.currentWidget(), TableScreen))
    table = made.stack.currentWidget()
    assert isinstance(table, TableScreen)
    return table


def assert_tab_stays(panel: QWidget) -> None:
    """Forwards and back, several rounds; more than one widget is come to."""
    seen = set()
    for key in (*[TAB] * 12, *[BACK] * 12):
        press(key)
        held = QApplication.focusWidget()
        assert held is not None
        assert held is panel or panel.isAncestorOf(held), held
        seen.add(held)
    assert len(seen) > 1


def test_a_large_card_keeps_the_keys_and_goes_with_its_screen() -> None:
    """It stayed when its table was left, and gave the keys back to what was no longer there."""
    with window() as made:
        table = quick_table(made)
        press(TAB, modifier=CTRL)
        card = QApplication.focusWidget()
        press("i")
        large = made.findChild(LargeCard)
        assert isinstance(large, LargeCard)
        assert_tab_stays(large)
        press(ESC)
        assert QApplication.focusWidget() is card, "the keys are back where they were"
        press("i")
        assert made.navigator is not None
        made.navigator.go_home()
        until(lambda: made.findChild(LargeCard) is None)
        assert table.bands[0].large is None
        press("l", modifier=CTRL)
        press(*[TAB] * 8, ESC)
        assert QApplication.focusWidget() is not None


def test_space_at_home_presses_the_button_that_has_the_keys() -> None:
    """On Preferences it opened the last game."""
    with window() as made:
        assert made.book is not None
        door = next(b for b in made.home.findChildren(QAbstractButton) if b.isVisible())
        pressed: list[None] = []
        door.pressed.connect(lambda: pressed.append(None))
        door.setFocus(Qt.FocusReason.TabFocusReason)
        gone_on: list[None] = []
        made.book["continue"].triggered.connect(lambda _=False: gone_on.append(None))
        QTest.keyPress(door, Qt.Key.Key_Space)
        assert (len(pressed), len(gone_on)) == (1, 0)


def test_a_sheet_keeps_the_keys_until_escape() -> None:
    with window() as made:
        press(",", modifier=CTRL)
        sheet = made.findChild(SideSheet)
        assert isinstance(sheet, SideSheet)
        assert_tab_stays(sheet)
        press(ESC)
        until(lambda: not sheet.isVisible())


@pytest.mark.parametrize("in_words", [False, True], ids=["drawn", "in words"])
def test_tab_goes_round_the_table_from_the_board_and_back_to_it(qtbot: Any, in_words: bool) -> None:
    """The board kept Tab for its figures for ever, and the tools were reached backwards alone."""
    table = hold(qtbot, TableScreen(game_of(duel())))
    table.resize(1280, 800)
    table.show()
    table.activateWindow()
    until(lambda: QApplication.activeWindow() is table)
    if in_words:
        press(Qt.Key.Key_F6)
    board = table.text if in_words else table.board
    for key in (TAB, BACK):
        passed = round_by(key, board)
        assert board in passed or any(board.isAncestorOf(one) for one in passed)
        areas = [*table.columns, table.dice, *table.tools.bars, table.bar, table.seeing]
        reached = [next((n for n, one in enumerate(passed) if area.isAncestorOf(one)), -1) for area in areas]
        assert -1 not in reached, reached
        assert reached == sorted(reached, reverse=key == BACK), "in the order of the areas"
        for column in table.columns:
            cards = [one for one in column.cards() if one.isVisible()]
            assert [one for one in passed if one in cards] == (cards if key == TAB else cards[::-1])


def test_an_arrow_brings_the_keys_from_a_card_back_to_the_board() -> None:
    """Tab had led to the cards, and there the arrows were dead: the board seemed lost to who has no mouse."""
    with window() as made:
        table = quick_table(made)
        table.board.setFocus()
        press(TAB, modifier=CTRL)
        card = QApplication.focusWidget()
        assert card in table.columns[0].cards()
        press(Qt.Key.Key_Right)
        assert table.board.hasFocus()
        assert table.board.keys.square >= 0, "and the cursor can be seen"


def round_by(key: Qt.Key, board: QWidget) -> list[QWidget]:
    """All that a key comes to, from the board until it is on the board again."""

    def on_board() -> bool:
        held = QApplication.focusWidget()
        return held is board or (isinstance(held, Square) and board.isAncestorOf(held))

    board.setFocus()
    assert on_board()
    passed: list[QWidget] = []
    while on_board():
        passed.append(QApplication.focusWidget())
        press(key)
        assert len(passed) < 12, "the board keeps the keys"
    while not on_board():
        passed.append(QApplication.focusWidget())
        press(key)
        assert len(passed) < 90, "it never comes back to the board"
    return passed


def test_escape_closes_what_was_opened_last_wherever_the_keys_are() -> None:
    with window() as made:
        table = quick_table(made)
        for slip in (table.log, table.settings, table.skills, table.scenario, table.advice):
            slip.hide()
        table.board.setFocus()
        press("j", "g", "/")
        opened = [table.timeline, table.settings, table.command]
        assert [one.isVisible() for one in opened] == [True] * 3
        for left in (2, 1, 0):
            press(ESC)
            assert [one.isVisible() for one in opened] == [n < left for n in range(3)]
            table.board.setFocus()
            table.board.keys.step_figure(1)


def test_a_side_that_fits_only_without_its_bar_comes_to_rest(qtbot: object, tmp_path: Path) -> None:
    """The bar was put on and off within itself until the stack was full: the card editor at 800 × 800."""
    with touring(tmp_path) as made:
        made.resize(800, 767)
        editor("character")(made)
        for high in range(767, 830, 7):
            made.resize(800, high)
            settle()
        assert made.isVisible()


def test_a_sheet_gives_the_keys_back_when_it_is_closed() -> None:
    with window() as made:
        door = next(b for b in made.home.findChildren(QAbstractButton) if b.isVisible())
        door.setFocus()
        press(Qt.Key.Key_F1, ESC)
        assert QApplication.focusWidget() is door, "the help gives them back, too"
        press("?", ESC)
        assert QApplication.focusWidget() is door
        press(",", modifier=CTRL)
        assert made.book is not None
        made.book["keys"].trigger()
        press(ESC)
        assert QApplication.focusWidget() is door, "also when one sheet came after the other"
