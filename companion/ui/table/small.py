"""Small words: quiet labels that follow theme and text size."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from companion.ui.theme import palette, type
from companion.ui.theme.palette import Role
from companion.ui.theme.type import FontRole
from companion.ui.theme.widgets import follow


class Whisper(QLabel):
    """Words in a role's colour and a font of the theme."""

    def __init__(
        self,
        text: str,
        parent: QWidget | None = None,
        *,
        role: Role = "faded",
        font: FontRole = "text",
        wraps: bool = True,
    ) -> None:
        """Plain text."""
        super().__init__(text, parent)
        self._role: Role = role
        self._font_role: FontRole = font
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.setFont(type.font(self._font_role))
        colours = self.palette()
        colours.setColor(self.foregroundRole(), palette.current().color(self._role))
        self.setPalette(colours)
