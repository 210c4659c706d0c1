"""Cards to print, a line each with how often: a click or a key adds one, a right click takes one away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from companion.ui.games.asagiri.cards import parts
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme

MOST = 20
"""Copies of one card."""


def count_line(id: str, name: str, words: str, count: int) -> Line:
    """Say a card and how often it is printed."""
    return Line(id, name, words, heard=f"{name} ×{count}", data=count)


class CountDelegate(LineDelegate):
    """Paints the name, its words, and the count in a vermilion disc."""

    least, wide = 150, 230

    def height(self, line: Line, width: int) -> int:
        return QFontMetrics(fonts.font("name", 16 / 18)).height() + fonts.px(6)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        side = fonts.px(21)
        disc = QRectF(box.left() + fonts.px(9), box.center().y() - side / 2, side, side)
        left = disc.right() + fonts.px(9)
        if line.data:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPath(ink.rough_disc(disc.center(), side / 2, line.title, 0.02))
            pen.setPen(theme.color("on_vermilion"))
            pen.setFont(fonts.font("strong", 12 / 14))
            pen.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(line.data))
        else:
            pen.setPen(theme.color("hairline"))
            pen.drawPath(ink.rough_disc(disc.center(), side / 2 - 1, line.title, 0.02))
        metrics = QFontMetrics(fonts.font("small"))
        right = box.right() - fonts.px(8) - metrics.horizontalAdvance(line.words)
        room = QRectF(left, box.top(), right - left - fonts.px(8), box.height())
        name = fonts.fitted("name", line.title, room.width(), 16 / 18, 0.8)
        parts.draw_line(pen, room, line.title, name, theme.color("ink" if line.data else "faded"))
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("faded"))
        base = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
        pen.drawText(QPointF(right, base), line.words)


class CountList(ListView):
    """Cards and their counts. `counted`: another count of a card is wanted."""

    counted = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_delegate(CountDelegate(self))
        self.chosen.connect(lambda id: self._add(self.by_id[id], 1))

    def _take(self, line: Line, count: int) -> None:
        kept = max(0, min(MOST, count))
        if kept != line.data:
            self.counted.emit(line.id, kept)

    def _add(self, line: Line, way: int) -> None:
        assert isinstance(line.data, int)
        self._take(line, line.data + way)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.RightButton and at.isValid() and not self.rows.lines[at.row()].heading:
            self._add(self.rows.lines[at.row()], -1)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits say how often; plus and minus step, as the arrows to the sides do."""
        key, line = event.key(), self.line
        if line is None:
            super().keyPressEvent(event)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._take(line, key - Qt.Key.Key_0)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Right):
            self._add(line, 1)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Left, Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._add(line, -1)
        else:
            super().keyPressEvent(event)
