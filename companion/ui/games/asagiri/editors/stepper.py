"""A number with a way down and a way up."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts


class Stepper(QWidget):
    """`stepped` carries the number a person wants; `show_value` sets it silently."""

    stepped = Signal(int)

    def __init__(self, least: int, most: int, parent: QWidget | None = None) -> None:
        """From `least` to `most`."""
        super().__init__(parent)
        self._least, self._most, self.value = least, most, least
        self.less = InkButton("", "quiet", self, sign="minus")
        self.more = InkButton("", "quiet", self, sign="plus")
        self.words = Label(self, role="ink", font="strong", wrap=False, align=Qt.AlignmentFlag.AlignHCenter)
        self.words.setMinimumWidth(fonts.px(58))
        self.less.clicked.connect(lambda: self._go(-1))
        self.more.clicked.connect(lambda: self._go(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for widget in (self.less, self.words, self.more):
            row.addWidget(widget)
        row.addStretch(1)

    def say(self, name: str, less: str, more: str) -> None:
        """What the number is, and what the two ways do."""
        self.setAccessibleName(name)
        for button, words in ((self.less, less), (self.more, more)):
            button.setAccessibleName(words)
            button.setToolTip(words)

    def show_value(self, value: int, words: str) -> None:
        self.value = value
        self.words.setText(words)
        self.less.setEnabled(value > self._least)
        self.more.setEnabled(value < self._most)

    def _go(self, way: int) -> None:
        wanted = self.value + way
        if self._least <= wanted <= self._most:
            self.stepped.emit(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._go(1 if event.key() == Qt.Key.Key_Up else -1)
            return
        super().keyPressEvent(event)
