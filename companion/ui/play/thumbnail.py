"""A game as a small print to click on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import follow


class Thumbnail(QAbstractButton):
    """A print with a hand-cut edge."""

    SIDE = 158

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draw: Callable[[int, float], QPixmap] | None = None
        """The picture; side in pixels, and pixels of the screen to one of them."""
        self._cached: tuple[object, QPixmap] = (None, QPixmap())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def show_picture(self, draw: Callable[[int, float], QPixmap] | None) -> None:
        """Show a game; None: an empty sheet, the game cannot be read."""
        self.draw, self._cached = draw, (None, QPixmap())
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self.SIDE), fonts.px(self.SIDE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _picture(self, draw: Callable[[int, float], QPixmap]) -> QPixmap:
        key = (palette.current().name, self.width(), self.devicePixelRatioF())
        if self._cached[0] != key:
            self._cached = (key, draw(self.width() - fonts.px(22), self.devicePixelRatioF()))
        return self._cached[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        sheet = ink.rough_rect(QRectF(self.rect()).adjusted(5, 4, -5, -6), "print", 0.9, 26)
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.28), 5, 1, 2)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawPath(sheet)
        if self.draw is not None:
            picture = self._picture(self.draw)
            size = picture.deviceIndependentSize()
            pen.drawPixmap(
                round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2), picture
            )
        if self.underMouse():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2))
            pen.drawPath(sheet)
        pen.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
