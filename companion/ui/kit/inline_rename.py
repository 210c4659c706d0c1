"""A name written in its own place: Enter or going elsewhere keeps it, Escape does not."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

MOST = 80
"""Letters of a name."""


class InlineRename(QLineEdit):
    """Opens with the name chosen whole. `renamed` carries another name; `over` comes always, and last.

    It goes by itself; whoever holds it lets go of it on `over`.
    """

    renamed = Signal(str)
    over = Signal()

    def __init__(self, name: str, font: QFont, place: QRect, parent: QWidget) -> None:
        """Over a part of `parent`, which gets the keys back."""
        super().__init__(name, parent)
        self._name, self._open = name, True
        self.setFont(font)
        self.setGeometry(place)
        self.setMaxLength(MOST)
        self.selectAll()
        self.editingFinished.connect(lambda: self._end(self.text().strip()))
        self.show()
        self.setFocus()

    def _end(self, name: str) -> None:
        if not self._open:
            return
        self._open = False
        self.hide()
        self.deleteLater()
        self.over.emit()
        if name and name != self._name:
            self.renamed.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up; what lies below takes no Enter as a click."""
        if event.key() == Qt.Key.Key_Escape:
            self._end("")
            return
        super().keyPressEvent(event)
        event.accept()
