"""Signs with a meaning: an element, a stat's large numeral, the zeni of a band."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Element, Theme
from companion.ui.kit.widget import Backdrop, InkWidget

Stat = Literal["attack", "movement", "defense", "willpower"]
Mask = Literal["hunter", "creature", "mercenary"]
"""The alignments: Demon Hunter, Evil Creature, Mercenary."""
STAT_ELEMENT: dict[Stat, Element] = {"attack": "fire", "movement": "air", "defense": "earth", "willpower": "water"}
_CENTRE: dict[Element, float] = {"fire": 0.60, "water": 0.635, "air": 0.55, "earth": 0.665, "tori": 0.5}


def paint_element(pen: QPainter, rect: QRectF, element: Element, theme: Theme, *, solid: bool = False) -> None:
    """Paint an element's sign in its colour; `solid` cuts it out of a disc of that colour."""
    if not solid:
        icons.paint(pen, element, theme.element(element), rect)
        return
    pen.save()
    ink.fill(pen, ink.rough_disc(rect.center(), rect.width() / 2 - 0.5, element), theme.element(element))
    icons.paint(pen, element, theme.color("on_element"), rect.adjusted(*_inset(rect, 0.22)))
    pen.restore()


def _inset(rect: QRectF, share: float) -> tuple[float, float, float, float]:
    d = rect.width() * share
    return d, d, -d, -d


def paint_stat(pen: QPainter, rect: QRectF, stat: Stat, text: str, theme: Theme, *, changed: int = 0) -> None:
    """Paint a stat: a large numeral cut out of its element's mark.

    `changed` above or below zero adds a small arrow: the value is not the printed one.
    """
    element = STAT_ELEMENT[stat]
    icons.paint(pen, f"stat-{element}", theme.element(element), rect)
    font = fonts.font("numeral")
    font.setPixelSize(max(7, round(rect.height() * (0.56 if len(text) < 3 else 0.4))))
    pen.save()
    pen.setFont(font)
    pen.setPen(theme.color("on_element"))
    bounds = QFontMetrics(font).tightBoundingRect(text)
    middle = QPointF(rect.center().x(), rect.top() + rect.height() * _CENTRE[element])
    width = QFontMetrics(font).horizontalAdvance(text)
    pen.drawText(QPointF(middle.x() - width / 2, middle.y() - bounds.center().y() - 0.5), text)
    if changed:
        side = rect.width() * 0.3
        mark = QRectF(rect.right() - side * 0.9, rect.bottom() - side, side, side)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawEllipse(mark.center(), side * 0.62, side * 0.62)
        icons.paint(pen, "arrow-up" if changed > 0 else "arrow-down", theme.color("ink"), mark)
    pen.restore()


def paint_mask(pen: QPainter, rect: QRectF, mask: Mask, theme: Theme) -> None:
    """Paint the mask of an alignment on its light ground (rim and eyes)."""
    box = rect.adjusted(*_inset(rect, 0.05))
    icons.paint(pen, f"mask-{mask}-ground", theme.color("mask_rim"), box)
    icons.paint(pen, f"mask-{mask}", theme.color(mask), box)


class ElementMark(InkWidget):
    """A small element sign. `name` says which in the person's language; `solid` cuts it out of a coloured disc."""

    def __init__(
        self, element: Element, name: str, parent: QWidget | None = None, *, size: int = 18, solid: bool = False
    ) -> None:
        super().__init__(parent)
        self._element: Element = element
        self._size, self._solid = size, solid
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self._size), fonts.px(self._size))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        paint_element(pen, QRectF(self.rect()), self._element, theme, solid=self._solid)


class StatBadge(InkWidget):
    """One of the four stats as a large numeral in its element's mark; `name` is the stat in words."""

    def __init__(
        self, stat: Stat, value: int | str, name: str, parent: QWidget | None = None, *, size: int = 48
    ) -> None:
        super().__init__(parent)
        self._stat: Stat = stat
        self._size, self._name = size, name
        self._value, self._changed = str(value), 0
        self._backdrop = Backdrop(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._say()

    def _say(self) -> None:
        self.setAccessibleName(f"{self._name} {self._value}")
        self.setToolTip(f"{self._name} {self._value}")

    def set_value(self, value: int | str, changed: int = 0) -> None:
        """Show a value; `changed` above or below zero marks it as raised or lowered."""
        self._value, self._changed = str(value), changed
        self._say()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self._size), fonts.px(self._size))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        paint_stat(
            pen, QRectF(0, 0, size.width(), size.height()), self._stat, self._value, theme, changed=self._changed
        )

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._backdrop.get(self, (self._value, self._changed)))


class ZeniMeter(InkWidget):
    """Zeni on an abacus rod: beads moved over count what is lost (or spent), the last one is the limit.

    `name` says whose and what; `mirrored` lets the beads run from the right, for the band on that side.
    """

    def __init__(
        self, value: int, limit: int, name: str, parent: QWidget | None = None, *, mirrored: bool = False
    ) -> None:
        super().__init__(parent)
        self._value, self._limit, self._name, self._mirrored = value, max(1, limit), name, mirrored
        self._backdrop = Backdrop(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._say()

    def mirror(self, on: bool) -> None:
        """Let the beads run from the right, or from the left."""
        self._mirrored = on
        self.update()

    def _say(self) -> None:
        self.setAccessibleName(f"{self._name} {self._value}/{self._limit}")
        self.setToolTip(f"{self._name} {self._value}/{self._limit}")

    def set_value(self, value: int, limit: int | None = None) -> None:
        known = self._value, self._limit
        self._value, self._limit = value, max(1, limit if limit is not None else self._limit)
        if known == (self._value, self._limit):
            return
        self._say()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(64) + min(24, self._limit) * fonts.px(11) + fonts.px(30), fonts.px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(64) + min(24, self._limit) * fonts.px(6) + fonts.px(16), fonts.px(26))

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        paint_zeni(
            pen, QRectF(0, 0, size.width(), size.height()), self._value, self._limit, theme, mirrored=self._mirrored
        )

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._backdrop.get(self, (self._value, self._limit, self._mirrored)))


def paint_zeni(pen: QPainter, rect: QRectF, value: int, limit: int, theme: Theme, *, mirrored: bool = False) -> None:
    """Paint an abacus rod with `limit` beads, `value` of them moved over, and the numbers beside it."""
    font, small = fonts.font("numeral", 20 / 24), fonts.font("digits", 12 / 14)
    number, of = str(value), f"/ {limit}"
    gap = fonts.px(5)
    words = QFontMetrics(font).horizontalAdvance("00") + gap + QFontMetrics(small).horizontalAdvance(of)
    left = QRectF(rect.left(), rect.top(), words, rect.height())
    if mirrored:
        left.moveRight(rect.right())
    pen.save()
    pen.setFont(font)
    pen.setPen(theme.color("vermilion" if value * 4 >= limit * 3 else "ink"))
    share = QFontMetrics(font).horizontalAdvance("00")
    pen.drawText(
        QRectF(left.left(), left.top(), share, left.height()),
        Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
        number,
    )
    pen.setFont(small)
    pen.setPen(theme.color("faded"))
    pen.drawText(
        QRectF(left.left() + share + gap, left.top() + fonts.px(2), left.width() - share - gap + 2, left.height()),
        Qt.AlignmentFlag.AlignVCenter,
        of,
    )
    start, end = left.right() + fonts.px(12), rect.right() - 3
    if mirrored:
        start, end = rect.left() + 3, left.left() - fonts.px(12)
    _paint_rod(pen, start, end, rect.center().y(), min(rect.height() - 4, fonts.px(24)), value, limit, theme, mirrored)
    pen.restore()


def _paint_rod(
    pen: QPainter,
    start: float,
    end: float,
    y: float,
    height: float,
    value: int,
    limit: int,
    theme: Theme,
    mirrored: bool,
) -> None:
    """The rod between two posts; lost beads pushed to the numbers' side in vermilion, the rest wait at the far end."""
    pen.setPen(QPen(theme.color("faded"), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    pen.drawLine(QPointF(start, y), QPointF(end, y))
    pen.setPen(QPen(theme.color("ink"), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for x in (start, end):
        pen.drawLine(QPointF(x, y - height * 0.46), QPointF(x, y + height * 0.46))
    beads = min(limit, 32)
    moved = min(beads, round(value * beads / limit)) if limit > 32 else min(beads, max(0, value))
    room = end - start - 8
    width = min(fonts.px(11), room / (beads + 1.6))
    pen.setPen(Qt.PenStyle.NoPen)
    for k in range(beads):
        lost = k < moved
        x = start + 4 + width * k if lost else end - 4 - width * (beads - k)
        bead = _bead(QRectF(x + 0.5, y - height * 0.38, width - 1, height * 0.76))
        if mirrored:
            bead = _bead(QRectF(start + end - x - width + 0.5, y - height * 0.38, width - 1, height * 0.76))
        pen.setBrush(theme.color("vermilion") if lost else theme.mix("ink", "surface", 0.28))
        pen.drawPath(bead)
    pen.setBrush(theme.color("surface", 0.32))


def _bead(box: QRectF) -> QPainterPath:
    """An abacus bead seen from the side: two blunt cones."""
    flat = box.height() * 0.12
    path = QPainterPath(QPointF(box.center().x() - box.width() * 0.16, box.top()))
    path.lineTo(box.center().x() + box.width() * 0.16, box.top())
    path.lineTo(box.right(), box.center().y() - flat)
    path.lineTo(box.right(), box.center().y() + flat)
    path.lineTo(box.center().x() + box.width() * 0.16, box.bottom())
    path.lineTo(box.center().x() - box.width() * 0.16, box.bottom())
    path.lineTo(box.left(), box.center().y() + flat)
    path.lineTo(box.left(), box.center().y() - flat)
    path.closeSubpath()
    return path


def paint_wave(pen: QPainter, start: QPointF, length: float, colour: QColor) -> None:
    """A trembling stroke under something that is wrong."""
    step = 3.0
    points = [start + QPointF(n * step, 1.4 if n % 2 else -1.4) for n in range(max(2, round(length / step)))]
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(colour, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    pen.drawPath(ink.smooth(points, closed=False))
