"""Small pictures to choose from: one tile, or a board of four, in rows as many as fit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from companion.model.core.words import Name
from companion.model.games.asagiri.state import cards
from companion.ui.games.asagiri.bands.roster import Box
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, follow

from .draft import Laid

TILE = 112


class Print(Translated, QAbstractButton):
    """A small picture of one tile, or of four, with its name below."""

    def __init__(self, laid: list[Laid], name: Name, box: Box, parent: QWidget | None = None) -> None:
        """`laid`: one tile, or four."""
        super().__init__(parent)
        self._laid, self._name, self._box = laid, name, box
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)
        self.retranslate()

    def retranslate(self) -> None:
        self.setText(tr(self._name))
        self.setAccessibleName(self.text())
        self.setToolTip(self.text())
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(TILE + 14), fonts.px(TILE + 42))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down):
            self.focusNextPrevChild(key in (Qt.Key.Key_Right, Qt.Key.Key_Down))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, dpr = palette.current(), self.devicePixelRatioF()
        pen = QPainter(self)
        pen.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        side = fonts.px(TILE)
        area = QRectF((self.width() - side) / 2, fonts.px(6), side, side)
        sheet = ink.rough_rect(area.adjusted(-4, -4, 4, 4), self.text(), 0.8, 30)
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.26), 4, 0.8, 1.8)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawPath(sheet)
        half = side / 2 if len(self._laid) == 4 else side
        for n, laid in enumerate(self._laid):
            target = QRectF(area.left() + n % 2 * half, area.top() + n // 2 * half, half, half)
            picture = tile_picture(cards.tile(self._box.content, laid.tile), laid.turns, half, dpr=dpr)
            pen.drawPixmap(target, picture, QRectF(picture.rect()))
        if self.hasFocus() or self.underMouse():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2.6 if self.hasFocus() else 1.6))
            pen.drawPath(sheet)
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("ink" if self.hasFocus() or self.underMouse() else "faded"))
        words = QRectF(0, area.bottom() + fonts.px(7), self.width(), fonts.px(28))
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        pen.drawText(words, flags, self.text())
        pen.end()


class Prints(QWidget):
    """Prints in rows as wide as there is room."""

    def __init__(self, prints: Sequence[Print], parent: QWidget | None = None) -> None:
        """Take `prints` in."""
        super().__init__(parent)
        self._prints = prints
        for one in prints:
            one.setParent(self)
        follow(self)

    def show_only(self, prints: Sequence[Print]) -> None:
        """Lay out these; the others are not shown."""
        self._prints = prints
        self.lay_out()

    def refresh(self) -> None:
        self.lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def lay_out(self) -> None:
        size, gap = QSize(fonts.px(TILE + 14), fonts.px(TILE + 42)), fonts.px(6)
        columns = max(1, (self.width() + gap) // (size.width() + gap))
        for n, one in enumerate(self._prints):
            row, column = divmod(n, columns)
            one.setGeometry(column * (size.width() + gap), row * (size.height() + gap), size.width(), size.height())
        rows = -(-len(self._prints) // columns)
        self.setMinimumHeight(rows * (size.height() + gap))
