"""Words in a role's colour and a font of the theme."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Role
from companion.ui.kit.translator import Sentence, says
from companion.ui.kit.widget import follow


class Label(QLabel):
    """Plain text; wraps unless told otherwise."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        text: Sentence | None = None,
        role: Role = "faded",
        font: FontRole = "text",
        scale: float = 1.0,
        wrap: bool = True,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """Says `text`, if any; `setText` fills it with something else."""
        super().__init__(parent)
        self._role: Role = role
        self._font_role: FontRole = font
        self._scale = scale
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setAlignment(align | Qt.AlignmentFlag.AlignVCenter)
        if text is not None:
            says(self, text)
        follow(self)
        self.refresh()

    def set_role(self, role: Role) -> None:
        self._role = role
        self.refresh()

    def refresh(self) -> None:
        self.setFont(fonts.font(self._font_role, self._scale))
        self.setStyleSheet(f"color: {palette.current().color(self._role).name()};")
        self.updateGeometry()
