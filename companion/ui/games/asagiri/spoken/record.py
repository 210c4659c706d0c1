"""The last events as lines of text, which a screen reader goes through with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from companion.ui.kit.theme import fonts

LINES = 3
"""Shown without scrolling."""


class Record(QPlainTextEdit):
    """The newest line is the last one, and the cursor stands there until somebody goes through the lines."""

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        """Keep `most` lines."""
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setMaximumBlockCount(most)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )

    def add(self, words: str) -> None:
        """One more line."""
        self.appendPlainText(words)
        if not self.hasFocus():
            self.moveCursor(QTextCursor.MoveOperation.End)
            self.moveCursor(QTextCursor.MoveOperation.StartOfBlock)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(280), self.fontMetrics().lineSpacing() * LINES + fonts.px(14))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
