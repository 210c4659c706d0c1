"""Small paragraphs of the slips."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Role
from companion.ui.kit.widget import follow


class Note(QLabel):
    """A paragraph in a role's colour; wraps."""

    def __init__(self, parent: QWidget | None = None, *, role: Role = "faded", font: fonts.FontRole = "small") -> None:
        super().__init__(parent)
        self._role: Role = role
        self._kind: fonts.FontRole = font
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.setFont(fonts.font(self._kind))
        self.setStyleSheet(f"color: {palette.current().color(self._role).name()};")

    def say(self, text: str) -> None:
        """Show a text; nothing hides it."""
        self.setText(text)
        self.setVisible(bool(text))
