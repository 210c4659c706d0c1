"""Words on a slip of paper over a board: at its edge, or beside the pointer."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Backdrop, InkWidget

MARGIN = 8


class Note(InkWidget):
    """Words on a slip of paper over the board, wrapped; it never takes the mouse."""

    FONT: FontRole = "text"
    ALIGN = Qt.AlignmentFlag.AlignHCenter

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self._text, self._warning = "", False
        self._paper = Backdrop(self._draw)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def text(self) -> str:
        return self._text

    def painted_words(self, at: QPointF | None) -> str:
        return self._text

    def _size(self, text: str, widest: int, edge: int) -> QSize:
        metrics, flags = QFontMetrics(fonts.font(self.FONT)), int(self.ALIGN | Qt.TextFlag.TextWordWrap)
        bounds = metrics.boundingRect(QRect(0, 0, max(1, widest), 4000), flags, text)
        return QSize(bounds.width() + edge, bounds.height() + fonts.px(20))

    def _put(self, text: str, place: QRect, *, warning: bool = False) -> None:
        self._text, self._warning = text, warning
        self.setAccessibleName(text)
        self.setGeometry(place)
        self.setVisible(bool(text))
        self.raise_()
        self.update()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        box = QRectF(4, 3, size.width() - 8, size.height() - 8)
        cast = QPainterPath()  # of a plain slip: a shadow hides the rough edge, which takes ten times as long
        cast.addRect(box)
        ink.soft_shadow(pen, cast, theme.color("shadow", 0.3), 4, 0.5, 1.5)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion" if self._warning else "surface", 0.97))
        pen.drawPath(ink.rough_rect(box, "slip", 0.8, 26))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._paper.get(self, self._warning))
        pen.setFont(fonts.font(self.FONT))
        pen.setPen(theme.color("on_vermilion" if self._warning else "ink"))
        area = self.rect().adjusted(fonts.px(13), fonts.px(8), -fonts.px(13), -fonts.px(10))
        pen.drawText(area, int(self.ALIGN | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), self._text)


class Caption(Note):
    """Why: a few lines at the foot of the board, or at its head while the foot is pointed at."""

    def say(self, text: str, away_from: int) -> None:
        """Say something (nothing: hide), on the half of the parent that does not hold the height `away_from`."""
        room, edge = self._room.rect(), fonts.px(36)
        size = self._size(text, min(fonts.px(620), room.width() - 2 * MARGIN - edge), edge)
        low = away_from < room.height() / 2
        top = room.bottom() - MARGIN - size.height() if low else MARGIN
        self._put(text, QRect(QPoint((room.width() - size.width()) // 2, top), size))


class PointerNote(Note):
    """A few words beside the pointer: what a drag would cost or, in vermilion, break."""

    FONT: FontRole = "strong"
    ALIGN = Qt.AlignmentFlag.AlignLeft

    def say(self, text: str, at: QPoint, *, warning: bool = False) -> None:
        """Say something beside a point of the parent."""
        room = self._room.rect()
        size = self._size(text, max(120, min(fonts.px(320), room.width() - 20)), fonts.px(28))
        x = at.x() + 22 if at.x() + 22 + size.width() < room.right() else at.x() - 22 - size.width()
        y = min(max(4, at.y() + 18), max(4, room.bottom() - size.height() - 4))
        self._put(text, QRect(QPoint(max(2, x), y), size), warning=warning)
