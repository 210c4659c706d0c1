"""What a tool paints, as drawn squares to choose from; and a number with a way down and a way up."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton, key_size, paint_key
from companion.ui.kit.layouts import hbox
from companion.ui.kit.picture_grid import PictureButton
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Label

Drawn = Callable[[int, float], QPixmap]
"""Makes the picture of a square: pixels of a side, pixel ratio."""


class Swatch(PictureButton):
    """One square of the paint box, with its name and key below."""

    def __init__(self, draw: Drawn, side: int, *, deed: str = "", key: str = "", wide: int = 0, sign: str = "") -> None:
        """`side`: pixels at text scale 1; `wide`: of the whole swatch, if it bears its name; `sign`: an icon on it.

        `deed`: the action whose key chooses it; `key`: one that is always the same.
        """
        super().__init__()
        self._draw, self._side, self._deed, self._wide, self._sign = draw, side, deed, wide, sign
        self._fixed = key
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if deed:
            keys.changed.connect(self.refresh)

    @property
    def _key(self) -> str:
        return keys.shown(self._deed) if self._deed else self._fixed

    def sizeHint(self) -> QSize:
        side = fonts.px(self._side) + fonts.px(8)
        if not self._wide:
            return QSize(side, side)
        return QSize(fonts.px(self._wide), side + key_size(self._key).height() + fonts.px(4))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = fonts.px(self._side)
        box = QRectF((self.width() - side) / 2, fonts.px(4), side, side)
        picture = self._draw(side, self.devicePixelRatioF())
        pen.drawPixmap(box, picture, QRectF(picture.rect()))
        self._paint_rim(pen, box)
        if self._sign:
            self._paint_sign(pen, box)
        if self._wide:
            self._paint_name(pen, box)
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)

    def _paint_rim(self, pen: QPainter, box: QRectF) -> None:
        theme = palette.current()
        pen.setBrush(Qt.BrushStyle.NoBrush)
        if self.isChecked():
            pen.setPen(QPen(theme.color("surface"), fonts.px(3)))
            pen.drawRect(box)
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(3)))
            pen.drawPath(ink.rough_rect(box.adjusted(-2, -2, 2, 2), self.text(), 0.8, 20))
            return
        dotted = not self._draw(8, 1.0).toImage().pixelColor(4, 4).alpha()
        style = Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine
        colour = theme.color("ink", 0.9) if self.underMouse() else theme.color("ink", 0.35)
        pen.setPen(QPen(colour, 1.4 if self.underMouse() else 1.0, style))
        pen.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_sign(self, pen: QPainter, box: QRectF) -> None:
        """A small disc with an icon: this is no thing of its own."""
        theme, side = palette.current(), fonts.px(14)
        disc = QRectF(0, 0, fonts.px(20), fonts.px(20))
        disc.moveBottomRight(box.bottomRight() + QPointF(4, 4))
        pen.setPen(QPen(theme.color("ink", 0.4), 1))
        pen.setBrush(theme.color("surface"))
        pen.drawEllipse(disc)
        picture = icons.pixmap(self._sign, theme.color("ink"), side, self.devicePixelRatioF())
        pen.drawPixmap(disc.center() - QPointF(side / 2, side / 2), picture)

    def _paint_name(self, pen: QPainter, box: QRectF) -> None:
        theme = palette.current()
        font = fonts.font("small")
        metrics, cap, gap = QFontMetrics(font), key_size(self._key), fonts.px(6)
        wide = metrics.horizontalAdvance(self.text())
        whole = wide + (gap + cap.width() if self._key else 0)
        left, top = (self.width() - whole) / 2, box.bottom() + fonts.px(4)
        pen.setFont(font)
        pen.setPen(theme.color("ink" if self.isChecked() or self.underMouse() else "faded"))
        line = QRectF(left, top, wide + 2, cap.height())
        pen.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._key:
            place = QRectF(left + wide + gap, top, cap.width(), cap.height())
            paint_key(pen, place, self._key, theme.color("faded"))


class Stepper(QWidget):
    """`stepped` carries the number a person wants; `show_value` sets it silently."""

    stepped = Signal(int)

    def __init__(self, least: int, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least, self._most, self.value = least, most, least
        self.less = InkButton("", "quiet", self, sign="minus", clicked=lambda: self._go(-1))
        self.more = InkButton("", "quiet", self, sign="plus", clicked=lambda: self._go(1))
        self.words = Label(self, role="ink", font="strong", wrap=False, align=Qt.AlignmentFlag.AlignHCenter)
        self.words.setMinimumWidth(fonts.px(58))
        hbox(self.less, self.words, self.more, 1, on=self, spacing=0)

    def say(self, name: str, less: str, more: str) -> None:
        """What the number is, and what the two ways do."""
        self.setAccessibleName(name)
        for button, words in ((self.less, less), (self.more, more)):
            button.setAccessibleName(words)
            button.setToolTip(words)

    def show_value(self, value: int, words: str) -> None:
        self.value = value
        self.words.setText(words)
        self.less.setEnabled(value > self._least)
        self.more.setEnabled(value < self._most)

    def _go(self, way: int) -> None:
        wanted = self.value + way
        if self._least <= wanted <= self._most:
            self.stepped.emit(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._go(1 if event.key() == Qt.Key.Key_Up else -1)
            return
        super().keyPressEvent(event)
