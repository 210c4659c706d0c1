"""The path through a new game: four stations on one brush line; where one has been can be gone back to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Sized, Translated, follow

NUMERALS = "一二三四五六七八九"


class StepPath(Sized, Translated, QWidget):
    """`wanted` carries the number of a station that was clicked, or chosen with left, right and Enter."""

    preferred, least = (620, 58), (420, 58)

    wanted = Signal(int)

    def __init__(self, titles: Sequence[Message], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = titles
        self.at = 0
        self.done: set[int] = set()
        self._over = -1
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)
        self.retranslate()

    def show_step(self, at: int, done: set[int], titles: Sequence[Message] | None = None) -> None:
        """Where one is, and which steps hold already; `titles`: the way has other stations now."""
        self.at, self.done = at, set(done)
        self._titles = titles or self._titles
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(tr(self._titles[self.at]))
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _places(self) -> list[QRectF]:
        side, gap = fonts.px(30), fonts.px(10)
        metrics = QFontMetrics(fonts.font("name", 17 / 18))
        wide = [side + gap + metrics.horizontalAdvance(tr(title)) for title in self._titles]
        room = max(fonts.px(26), (self.width() - sum(wide) - fonts.px(24)) / max(1, len(wide) - 1))
        room = min(room, fonts.px(110))
        x = (self.width() - sum(wide) - room * (len(wide) - 1)) / 2
        found = []
        for each in wide:
            found.append(QRectF(x, (self.height() - side) / 2, each, side))
            x += each + room
        return found

    def _at(self, point: QPointF) -> int:
        for n, place in enumerate(self._places()):
            if place.adjusted(-6, -8, 6, 8).contains(point):
                return n
        return -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._over = self._at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if self._over >= 0 else Qt.CursorShape.ArrowCursor)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if found >= 0:
            self.wanted.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if way and 0 <= self.at + way < len(self._titles):
            self.wanted.emit(self.at + way)
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self._places()
        y = self.height() / 2
        pen.setPen(Qt.PenStyle.NoPen)
        for n, (left, right) in enumerate(pairwise(places)):
            start, end = left.right() + fonts.px(10), right.left() - fonts.px(10)
            if end - start > 6:
                pen.setBrush(theme.color("ink" if n in self.done else "hairline"))
                line = ink.line((start, y), ((start + end) / 2, y + 1), (end, y))
                pen.drawPath(ink.brush_stroke(line, fonts.px(3), n, rough=0.1))
        for n, place in enumerate(places):
            seal = QRectF(place.left(), place.top(), place.height(), place.height())
            now = n == self.at
            font = fonts.font("name", 17 / 18)
            pen.setPen(Qt.PenStyle.NoPen)
            if now:
                pen.setBrush(theme.color("vermilion"))
                pen.drawPath(ink.rough_disc(seal.center(), seal.width() / 2, f"step{n}", 0.02))
            else:
                pen.setBrush(theme.color("surface"))
                pen.setPen(QPen(theme.color("ink" if n in self.done or n == self._over else "faded"), 1.4))
                pen.drawPath(ink.rough_disc(seal.center(), seal.width() / 2 - 1, f"step{n}", 0.02))
            if n in self.done and not now:
                d = seal.width() * 0.26
                icons.paint(pen, "check", theme.color("ink"), seal.adjusted(d, d, -d, -d))
            else:
                numeral = fonts.font("name", 16 / 18)
                pen.setFont(numeral)
                pen.setPen(theme.color("on_vermilion") if now else theme.color("faded"))
                pen.drawText(seal, Qt.AlignmentFlag.AlignCenter, NUMERALS[n])
            pen.setFont(font)
            pen.setPen(theme.color("ink" if now or n == self._over else "faded"))
            pen.drawText(
                place.adjusted(seal.width() + fonts.px(10), -4, 8, 4),
                Qt.AlignmentFlag.AlignVCenter,
                tr(self._titles[n]),
            )
        pen.end()
