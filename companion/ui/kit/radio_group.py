"""Buttons of which one is chosen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QButtonGroup


class RadioGroup(QButtonGroup):
    """Radio buttons, however they are painted: to a screen reader too. Tab stops at the chosen one, arrows go on."""

    def addButton(self, button: QAbstractButton, id: int = -1) -> None:
        button.setCheckable(True)
        button.setAutoExclusive(True)  # what makes it a radio button to a screen reader
        super().addButton(button, id)
        button.toggled.connect(self._let_tab_stop)
        self._let_tab_stop()

    def mark(self, chosen: QAbstractButton | None) -> None:
        self.setExclusive(False)
        for button in self.buttons():
            button.setChecked(button is chosen)
        self.setExclusive(True)
        self._let_tab_stop()

    def _let_tab_stop(self, *_: object) -> None:
        buttons = self.buttons()
        stop = next((button for button in buttons if button.isChecked()), buttons[0] if buttons else None)
        for button in buttons:
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if button is stop else Qt.FocusPolicy.ClickFocus)
