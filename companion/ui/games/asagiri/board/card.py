"""A slip over the board: what a drag would cost or break."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Role
from companion.ui.kit.widget import InkWidget


class Slip(InkWidget):
    """A few words beside the pointer, in ink or (`warning`) in vermilion. Never takes the mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self._text, self._warning = "", False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._text

    def say(self, text: str, at: QPoint, *, warning: bool = False) -> None:
        """Say something beside a point of the parent."""
        self._text, self._warning = text, warning
        self.setAccessibleName(text)
        room = self._room.rect()
        widest = max(120, min(fonts.px(320), room.width() - 20))
        bounds = QFontMetrics(fonts.font("strong")).boundingRect(
            QRect(0, 0, widest, 400), int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), text
        )
        size = QSize(bounds.width() + fonts.px(28), bounds.height() + fonts.px(20))
        x = at.x() + 22 if at.x() + 22 + size.width() < room.right() else at.x() - 22 - size.width()
        y = min(max(4, at.y() + 18), max(4, room.bottom() - size.height() - 4))
        self.setGeometry(max(2, x), y, size.width(), size.height())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        paper: Role = "vermilion" if self._warning else "surface"
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = ink.rough_rect(QRectF(self.rect()).adjusted(4, 3, -4, -5), "slip", 0.8, 22)
        ink.soft_shadow(pen, body, theme.color("shadow", 0.3), 4, 0.5, 1.5)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color(paper))
        pen.drawPath(body)
        pen.setFont(fonts.font("strong"))
        pen.setPen(theme.color("on_vermilion" if self._warning else "ink"))
        area = self.rect().adjusted(fonts.px(13), fonts.px(8), -fonts.px(13), -fonts.px(10))
        pen.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), self._text)
        pen.end()
