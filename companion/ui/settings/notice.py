"""A strip above the screens for what stays true, such as a folder that takes no files."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.ui.theme import palette, type
from companion.ui.theme.widgets import ElementMark, InkButton, InkWidget

from .tongue import Tongue
from .whisper import Whisper


class Notice(InkWidget):
    """One sentence, and a way to put it away."""

    def __init__(self, tongue: Tongue, parent: QWidget | None = None) -> None:
        """Hidden until `tell`."""
        super().__init__(parent)
        self._tongue = tongue
        self._why: Message | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(type.px(20), type.px(8), type.px(10), type.px(8))
        row.setSpacing(type.px(14))
        row.addWidget(ElementMark("fire", "", self, size=20), 0, Qt.AlignmentFlag.AlignVCenter)
        self._words = Whisper(self, role="ink")
        row.addWidget(self._words, 1)
        self._close = InkButton("", "quiet", self, sign="close")
        self._close.clicked.connect(self.hide)
        row.addWidget(self._close)
        self.hide()
        tongue.changed.connect(self.retranslate)

    def tell(self, why: Message) -> None:
        """Say this until it is put away."""
        self._why = why
        self.retranslate()
        self.show()

    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def retranslate(self) -> None:
        """Say it in the language of the window."""
        if self._why is not None:
            self._words.setText(self._tongue(self._why))
            self.setAccessibleName(self._words.text())
        self._close.setToolTip(self._tongue(say("Close")))
        self._close.setAccessibleName(self._tongue(say("Close")))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A slip of sunken paper with a vermilion edge."""
        theme = palette.current()
        pen = QPainter(self)
        pen.fillRect(self.rect(), theme.color("sunken"))
        pen.fillRect(0, self.height() - 2, self.width(), 2, theme.color("vermilion"))
        pen.end()
