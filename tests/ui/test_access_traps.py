"""By keys alone: what lies over a screen keeps the keys and goes with it, and no place holds them for good."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from companion.ui.cards.large import LargeCard
from companion.ui.settings.sheet import SideSheet
from companion.ui.table.screen import TableScreen
from companion.ui.window import MainWindow

from .test_window_kit import press, until, window

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
        assert made.hall is not None
        made.hall.go_home()
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
