"""Words and small buttons one after the other, as text flows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import follow


class Flow(QWidget):
    """Words one after the other, on as many lines as it takes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: list[QWidget] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)

    def add(self, word: QWidget) -> None:
        word.setParent(self)
        self.words.append(word)

    def drop(self, word: QWidget) -> None:
        """One less, for good; `refresh` closes the gap."""
        self.words.remove(word)
        word.hide()
        word.deleteLater()

    def refresh(self) -> None:
        """Words have changed, or their size."""
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay_out()
        return bool(super().event(event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._lay_out()

    def sizeHint(self) -> QSize:
        wide = sum(word.sizeHint().width() + fonts.px(2) for word in self.words if not word.isHidden())
        return QSize(wide, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        wide = max((word.sizeHint().width() for word in self.words), default=0)
        return QSize(wide, self.words[0].sizeHint().height() if self.words else 0)

    def _lay_out(self) -> None:
        y = 0
        for line in self._lines():
            high = max(word.sizeHint().height() for word in line)
            x = 0
            for word in line:
                size = word.sizeHint()
                word.setGeometry(x, y + (high - size.height()) // 2, size.width(), size.height())
                x += size.width() + fonts.px(2)
            y += high
        self.setFixedHeight(max(1, y))

    def _lines(self) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = []
        x = 0
        for word in self.words:
            if word.isHidden():
                continue
            wide = word.sizeHint().width()
            if not lines or x + wide > self.width():
                lines.append([])
                x = 0
            lines[-1].append(word)
            x += wide + fonts.px(2)
        return lines
