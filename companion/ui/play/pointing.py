"""Rings of ink around what is spoken of: whatever a game's table knows the place of (`GameTable.spots`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from companion.ui.kit.buttons import InkButton
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget

Spot = tuple[QWidget, QRect]
"""A widget, and a place in it."""
CURSOR = "cursor"
"""What a table calls the place of its keyboard's cursor, if it has one."""
FOLLOW_MS = 160
"""How often it is asked where things are: boards turn, are zoomed and moved."""
ROUND = 170
"""The largest thing that has a circle round it; others a frame. Pixels at text scale 1."""
AROUND = 5
"""Pixels between a thing and its ring, at text scale 1."""


def control_spots(screen: QWidget, id: str) -> Sequence[Spot]:
    """The button on a screen that does the action `id` of the table of keys."""
    found = (one for one in screen.findChildren(InkButton) if one.deed == id and one.isVisible())
    return [(one, one.rect()) for one in found][:1]


class Rings(InkWidget):
    """Lies over a whole screen, lets every click through, and is no part of what a screen reader reads."""

    def __init__(self, screen: QWidget, spots: Callable[[str], Sequence[Spot]]) -> None:
        super().__init__(screen)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._screen, self._spots = screen, spots
        self._targets: tuple[str, ...] = ()
        self.rects: tuple[QRect, ...] = ()
        """What is ringed now, in the screen's coordinates."""
        self.framed: tuple[QRect, ...] = ()
        """Those that the keyboard's cursor is on: a circle would cross its corners."""
        self._timer = QTimer(self, interval=FOLLOW_MS)
        self._timer.timeout.connect(self.follow)
        self.hide()

    def point(self, targets: Sequence[str]) -> None:
        """Ring these from now on, whenever they are seen."""
        self._targets = tuple(targets)
        if self._targets:
            self._timer.start()
        else:
            self._timer.stop()
        self.follow()

    def follow(self) -> None:
        """Look where everything is."""
        rects = tuple(dict.fromkeys(rect for target in self._targets for rect in self._places(target)))
        cursor = self._places(CURSOR) if rects else ()
        framed = tuple(rect for rect in rects if rect in cursor)
        if self.geometry() != self._screen.rect():
            self.setGeometry(self._screen.rect())
        if (rects, framed) != (self.rects, self.framed):
            old, self.rects, self.framed = self.rects, rects, framed
            for rect in (*old, *rects):
                self.update(rect.adjusted(-24, -24, 24, 24))
        self.setVisible(bool(rects))
        if rects:
            self.raise_()

    def _places(self, target: str) -> tuple[QRect, ...]:
        """Where a thing is seen, in the screen's coordinates."""
        found = []
        for widget, rect in self._spots(target):
            if isValid(widget) and widget.isVisible() and self._screen.isAncestorOf(widget):
                seen = rect & widget.rect()
                found.append(QRect(widget.mapTo(self._screen, seen.topLeft()), seen.size()))
        return tuple(rect for rect in found if not rect.isEmpty())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        colour = theme.color("vermilion")
        for rect in self.rects:
            paint_ring(pen, QRectF(rect), colour, theme.color("surface"), frame=rect in self.framed)


def paint_ring(pen: QPainter, around: QRectF, colour: QColor, halo: QColor, *, frame: bool = False) -> None:
    """One stroke of the brush round something, over a pale one so that it is seen on any ground."""
    wide, edge = fonts.px(5), fonts.px(AROUND)
    rect = around.adjusted(-edge, -edge, edge, edge)
    least, most = sorted((rect.width(), rect.height()))
    # round a large thing a circle would cross what is on it
    round_ = not frame and most < 1.5 * least and most < fonts.px(ROUND)
    path = _circle(rect) if round_ else _box(rect)
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pale = QColor(halo)
    pale.setAlpha(190)
    pen.setPen(QPen(pale, wide + fonts.px(3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    pen.drawPath(path)
    ink.fill(pen, ink.brush_stroke(path, wide, 7, rough=0.05), colour)


def _circle(rect: QRectF) -> QPainterPath:
    """Almost closed, as a circle drawn with one breath."""
    across, down = rect.width() / 2, rect.height() / 2
    turns = [math.radians(-60 + 344 * n / 48) for n in range(49)]
    points = [rect.center() + QPointF(across * math.cos(turn), down * math.sin(turn)) for turn in turns]
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    return path


def _box(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, fonts.px(7), fonts.px(7))
    return path
