"""The head of one thing of a list on a form."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.kit.list_view import WRAP
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import PaintedButton, Sized


class SlipHead(Sized, PaintedButton):
    """What a thing says of itself; a click opens it. `stepped` asks for a neighbour, `thrown` for the basket."""

    preferred, least = (220, 30), (80, 28)

    stepped = Signal(int)
    thrown = Signal()
    moved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words)
            self.refresh()

    def refresh(self) -> None:
        self._fit()
        self.update()

    def _fit(self) -> None:
        """As high as its sentence: a scroll area would not ask how high it is for its width."""
        room = QRect(0, 0, max(60, self.width() - fonts.px(30)), 10_000)
        font = fonts.font("strong" if self.open else "text")
        high = QFontMetrics(font).boundingRect(room, WRAP, self.text()).height() + fonts.px(12)
        self.setFixedHeight(max(high, fonts.least_target()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif way is not None:
            (self.moved if event.modifiers() & Qt.KeyboardModifier.AltModifier else self.stepped).emit(way)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.thrown.emit()
        else:
            super().keyPressEvent(event)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = fonts.px(11)
        if self.underMouse() or self.hasFocus():
            pen.fillRect(self.rect(), theme.color("ink", 0.05))
        sign = "chevron-down" if self.open else "chevron-right"
        picture = icons.pixmap(sign, theme.color("faded"), side, self.devicePixelRatioF())
        pen.drawPixmap(QPointF(fonts.px(7), fonts.px(9)), picture)
        pen.setFont(fonts.font("strong" if self.open else "text"))
        pen.setPen(theme.color("ink"))
        room = QRectF(fonts.px(26), fonts.px(6), self.width() - fonts.px(30), self.height())
        pen.drawText(room, WRAP, self.text())
        if self.hasFocus():
            pen.fillRect(QRectF(0, fonts.px(4), fonts.px(3), self.height() - fonts.px(8)), theme.color("vermilion"))
