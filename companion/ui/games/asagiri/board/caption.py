"""Why: a few lines at the edge of the board about the square pointed at, away from the pointer."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import InkWidget

MARGIN = 8
_WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap)


class Caption(InkWidget):
    """Sentences, one below the other, at the foot of the board, or at its head while the foot is looked at."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self._text = ""
        self._paper: tuple[tuple[object, ...], QPixmap] | None = None
        """The paper as it was painted last, and for which size, ratio and theme."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._text

    def say(self, text: str, away_from: int) -> None:
        """Say something (nothing: hide), on the half of the parent that does not hold the height `away_from`."""
        self._text = text
        self.setAccessibleName(text)
        if not text:
            self.hide()
            return
        room = self._room.rect()
        size = self._size(room.width() - 2 * MARGIN)
        low = away_from < room.height() / 2
        top = room.bottom() - MARGIN - size.height() if low else MARGIN
        self.setGeometry((room.width() - size.width()) // 2, top, size.width(), size.height())
        self.show()
        self.raise_()
        self.update()

    def _size(self, most: int) -> QSize:
        wide = min(fonts.px(620), most - fonts.px(36))
        metrics = QFontMetrics(fonts.font("text"))
        bounds = metrics.boundingRect(QRect(0, 0, max(1, wide), 4000), _WRAP, self._text)
        return QSize(bounds.width() + fonts.px(36), bounds.height() + fonts.px(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, pen = palette.current(), QPainter(self)
        pen.drawPixmap(0, 0, self._sheet(theme))
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("ink"))
        area = self.rect().adjusted(fonts.px(14), fonts.px(8), -fonts.px(14), -fonts.px(10))
        pen.drawText(area, _WRAP | int(Qt.AlignmentFlag.AlignVCenter), self._text)
        pen.end()

    def _sheet(self, theme: palette.Theme) -> QPixmap:
        """The paper with its shadow, painted once: a soft shadow takes longer than the rest of a frame."""
        ratio = self.devicePixelRatioF()
        key = (self.width(), self.height(), ratio, theme.name)
        if self._paper is None or self._paper[0] != key:
            sheet = QPixmap(self.size() * ratio)
            sheet.setDevicePixelRatio(ratio)
            sheet.fill(Qt.GlobalColor.transparent)
            pen = QPainter(sheet)
            pen.setRenderHint(QPainter.RenderHint.Antialiasing)
            body = ink.rough_rect(QRectF(self.rect()).adjusted(4, 3, -4, -5), "caption", 0.8, 30)
            cast = QPainterPath()  # of a plain slip: a shadow hides the rough edge, which takes ten times as long
            cast.addRect(body.boundingRect())
            ink.soft_shadow(pen, cast, theme.color("shadow", 0.3), 4, 0.5, 1.5)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("surface", 0.97))
            pen.drawPath(body)
            pen.end()
            self._paper = key, sheet
        return self._paper[1]
