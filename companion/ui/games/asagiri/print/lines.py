"""Cards to print, a line each with how often: a click or a key adds one, a right click takes one away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.ui.games.asagiri.cards import parts
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import follow

MOST = 20
"""Copies of one card."""


class CountLine(QAbstractButton):
    """A card and its count. `counted`: another count; `stepped`: to the next line or the one before."""

    counted = Signal(int)
    stepped = Signal(int)

    def __init__(self, name: str, words: str, parent: QWidget | None = None) -> None:
        """None of it yet; `words` stand small beside the name."""
        super().__init__(parent)
        self.setText(name)
        self.words, self.count = words, 0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda: self._step(1))
        follow(self)
        self._say()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _say(self) -> None:
        self.setAccessibleName(f"{self.text()} ×{self.count}")
        self.update()

    def show_count(self, count: int) -> None:
        """Show another count; nothing is emitted."""
        if count != self.count:
            self.count = count
            self._say()

    def _step(self, way: int) -> None:
        self._take(self.count + way)

    def _take(self, count: int) -> None:
        kept = max(0, min(MOST, count))
        if kept != self.count:
            self.show_count(kept)
            self.counted.emit(kept)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(230), QFontMetrics(fonts.font("name", 16 / 18)).height() + fonts.px(6))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(150), self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The right button takes one away."""
        if event.button() == Qt.MouseButton.RightButton:
            self._step(-1)
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits say how often; plus, Enter and minus step; up and down go to other lines."""
        key = event.key()
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._take(key - Qt.Key.Key_0)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._step(1)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Left, Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._step(-1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            if self.underMouse() or self.hasFocus():
                pen.fillRect(self.rect(), theme.color("ink", 0.06))
            if self.hasFocus():
                pen.fillRect(QRectF(0, fonts.px(4), fonts.px(3), self.height() - fonts.px(8)), theme.color("vermilion"))
            side = fonts.px(21)
            disc = QRectF(fonts.px(9), (self.height() - side) / 2, side, side)
            left = disc.right() + fonts.px(9)
            if self.count:
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("vermilion"))
                pen.drawPath(ink.rough_disc(disc.center(), side / 2, self.text(), 0.02))
                pen.setPen(theme.color("on_vermilion"))
                pen.setFont(fonts.font("strong", 12 / 14))
                pen.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self.count))
            else:
                pen.setPen(theme.color("hairline"))
                pen.drawPath(ink.rough_disc(disc.center(), side / 2 - 1, self.text(), 0.02))
            small = fonts.font("small")
            words = QFontMetrics(small).horizontalAdvance(self.words)
            right = self.width() - fonts.px(8) - words
            row = QRectF(left, 0, right - left - fonts.px(8), self.height())
            name = fonts.fitted("name", self.text(), row.width(), 16 / 18, 0.8)
            parts.draw_line(pen, row, self.text(), name, theme.color("ink" if self.count else "faded"))
            pen.setFont(small)
            pen.setPen(theme.color("faded"))
            metrics = QFontMetrics(small)
            pen.drawText(QPointF(right, (self.height() + metrics.ascent() - metrics.descent()) / 2), self.words)
