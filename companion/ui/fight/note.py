"""Small paragraphs of the slips."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from companion.ui.theme import palette, type
from companion.ui.theme._widget import follow
from companion.ui.theme.palette import Role


class Note(QLabel):
    """A paragraph in a role's colour; wraps."""

    def __init__(self, parent: QWidget | None = None, *, role: Role = "faded", font: type.FontRole = "small") -> None:
        super().__init__(parent)
        self._role: Role = role
        self._kind: type.FontRole = font
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.setFont(type.font(self._kind))
        self.setStyleSheet(f"color: {palette.current().color(self._role).name()};")

    def say(self, text: str) -> None:
        """Show a text; nothing hides it."""
        self.setText(text)
        self.setVisible(bool(text))
