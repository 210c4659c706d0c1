"""What a figure sees, and whether its shot would arrive."""

from __future__ import annotations

import math
import random

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainterPath

from companion.model.systems.asagiri.lines import Crossing, Sight, sight
from companion.ui.theme import ink

from .. import lettering
from ..canvas import Canvas, Overlay, cells, ink_pen
from ..geometry import CELL


class Vision(Overlay):
    """The field of vision: what lies outside it is dimmed a little, its edge is a fine broken line."""

    z = 5.0

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.squares: tuple[int, ...] = ()

    def clear(self) -> None:
        """Draw nothing."""
        super().clear()
        self.squares = ()

    def show(self, who: int) -> None:
        """The field of vision of a figure (-1: of none)."""
        self.clear()
        if who < 0:
            return
        canvas, figure = self.canvas, self.canvas.state.figures[who]
        if figure.at < 0 or not canvas.geometry.has(figure.at):
            return
        self.squares = tuple(canvas.board.vision(figure.at, figure.facing))
        seen = set(self.squares)
        theme = canvas.theme
        hidden = [canvas.geometry.rect(n) for n in canvas.geometry.squares if n not in seen and n != figure.at]
        dim = theme.color("shadow", 0.34 if theme.dark else 0.16)
        self.add_path(cells(hidden, 0, 0), dim)
        front, area = canvas.geometry.front(figure.at, figure.facing), canvas.geometry.area
        edge = QLineF(area.left(), front.y1(), area.right(), front.y1())
        if front.dx() == 0:
            edge = QLineF(front.x1(), area.top(), front.x1(), area.bottom())
        pen = ink_pen(theme.color("gold", 0.9), 2.4)
        pen.setDashPattern([5, 4])
        path = QPainterPath(edge.p1())
        path.lineTo(edge.p2())
        self.add_path(path, None, pen)


class LineOfFire(Overlay):
    """A brush stroke from a figure to a square. Blocked: it stops with a knot at what blocks it. Cover is marked +1."""

    z = 60.0

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.sight: Sight | None = None
        self.ends: tuple[int, int] | None = None

    def clear(self) -> None:
        """Draw nothing."""
        super().clear()
        self.sight = self.ends = None

    def show(self, start: int, end: int) -> None:
        """From a square to another one of the same floor."""
        self.clear()
        canvas = self.canvas
        geometry = canvas.geometry
        if start == end or not geometry.has(start) or not geometry.has(end):
            return
        self.ends = (start, end)
        self.sight = sight(canvas.board, start, end, canvas.state.occupied())
        line = QLineF(geometry.centre(start), geometry.centre(end))
        blocked = self.sight.blocked_by
        stop = self._stop(line, blocked) if blocked is not None else self._short(line)
        theme = canvas.theme
        points = [line.p1() + (stop - line.p1()) * (k / 14) for k in range(15)]
        rng = random.Random(start * 99 + end)
        stroke = ink.brush_stroke(points, 10, rng, pressure=lambda t: 0.8 - 0.35 * t, rough=0.10)
        ground = ink.brush_stroke(points, 15, pressure=lambda t: 0.85 - 0.3 * t)
        self.add_path(ground, theme.color("surface", 0.55))
        self.add_path(
            stroke, theme.color("ink", 0.88) if blocked is None else theme.color("vermilion", 0.95), z=self.z + 1
        )
        if blocked is not None:
            self._knot(stop, line)
        else:
            away = canvas.board.distance(start, end, canvas.state.table.options.range_metric)
            words = lettering.slip(str(away), theme, canvas.dpr, face="digits", share=13 / 14)
            self.add_pixmap(words, stop, fixed=True, z=self.z + 3)
        for crossing in self.sight.covering:
            picture = lettering.slip(
                "+1", theme, canvas.dpr, face="digits", share=13 / 14, role="on_sign", paper="hindering"
            )
            self.add_pixmap(picture, geometry.crossing(crossing.place), fixed=True, z=self.z + 3)

    def _short(self, line: QLineF) -> QPointF:
        """Just before the middle of the target, so that the figure stays in view."""
        share = max(0.2, 1 - CELL * 0.36 / max(1.0, line.length()))
        return line.pointAt(share)

    def _stop(self, line: QLineF, blocked: Crossing) -> QPointF:
        """Where on the drawn line the obstacle lies: its nearest point to it (sides: where it crosses them)."""
        place = self.canvas.geometry.crossing(blocked.place)
        along = line.p2() - line.p1()
        if blocked.kind == "side":
            upright = blocked.place[0] % 2 == 0
            if self.canvas.geometry.turn % 2:
                upright = not upright
            gap, run = (place.x() - line.x1(), along.x()) if upright else (place.y() - line.y1(), along.y())
            return line.p1() + along * (gap / run) if run else place
        offset = place - line.p1()
        length = along.x() ** 2 + along.y() ** 2
        share = (offset.x() * along.x() + offset.y() * along.y()) / length if length else 0.0
        near = line.p1() + along * share
        if blocked.kind == "corner":
            return near
        return near - along * (CELL * 0.40 / math.sqrt(length))

    def _knot(self, at: QPointF, line: QLineF) -> None:
        """A knot of ink: a blot with two short strokes across."""
        theme = self.canvas.theme
        self.add_path(ink.rough_disc(at, 15, "knot", 0.10), theme.color("vermilion"),
                      ink_pen(theme.color("surface", 0.9), 2.4), z=self.z + 2)  # fmt: skip
        cross = QPainterPath()
        for dx in (1, -1):
            bar = [at + QPointF(-7 * dx, -7), at, at + QPointF(7 * dx, 7)]
            cross.addPath(ink.brush_stroke(bar, 4.6, pressure=lambda _t: 1.0))
        cross.setFillRule(cross.fillRule().WindingFill)
        self.add_path(cross, theme.color("on_vermilion"), z=self.z + 3)
