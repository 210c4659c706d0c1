"""The first dice of a game at the table, typed as soon as the table is there, and the sides to choose from then."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from .test_window_kit import new_shelf, window


def test_the_first_dice_need_no_click_and_keep_who_rolled_them() -> None:
    with window(new_shelf()) as w:
        assert w.navigator is not None
        w.navigator.new_game("track")
        QApplication.processEvents()
        w.navigator.quick_start("track")
        assert w.navigator.table is not None
        table = w.navigator.table.screen
        QApplication.processEvents()
        held = w.focusWidget()
        assert held is table.dice.entry
        QTest.keyClicks(held, "15")
        QApplication.processEvents()
        sides = table.bar.sides.buttons
        assert all(button.width() >= button.sizeHint().width() for button in sides), "a key cap gives way"
        assert [(die.face, die.label) for die in table.dice.surface.dice] == [(1, "Player B"), (5, "Player A")]
