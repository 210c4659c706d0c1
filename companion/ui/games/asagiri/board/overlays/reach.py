"""Where a figure can go, what it costs, where an enemy control zone ends the way, and the way itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from companion.model.games.asagiri.rules.movement import Reached
from companion.ui.games.asagiri.board import asks, lettering
from companion.ui.games.asagiri.board.canvas import Overlay, cells, ink_pen
from companion.ui.games.asagiri.board.geometry import heading
from companion.ui.kit.theme import ink


class Reach(Overlay):
    """A soft wash over the squares in reach, their costs, and chevrons where a control zone ends the movement."""

    z = 20.0

    squares: Mapping[int, Reached] = {}
    """The cheapest way to each square shown."""

    def show(self, who: int) -> None:
        """The reach of a figure (-1: of none)."""
        if who < 0:
            self.clear()
            return
        canvas, at = self.canvas, self.canvas.state.figures[who].at
        best = asks.cheapest(asks.reach(canvas.game, who))
        squares = {square: found for square, found in best.items() if square != at and canvas.geometry.has(square)}
        mine = asks.own(canvas.game, who) or canvas.game.tracking
        renews = self.renews((mine, [(square, found.cost, found.stops) for square, found in squares.items()]))
        self.squares = squares
        if not squares or not renews:
            return
        theme = canvas.theme
        rects = [canvas.geometry.rect(square) for square in self.squares]
        wash = theme.color("vigilant" if mine else "faded", 0.30 if theme.dark else 0.24)
        self.add_path(cells(rects, 2.5, 6), wash)
        self.add_path(cells(rects, 2.5, 6), None, ink_pen(theme.color("vigilant" if mine else "faded", 0.45), 1.4))
        stops = [canvas.geometry.rect(square) for square, found in self.squares.items() if found.stops]
        if stops:
            self.add_path(_chevrons(stops), theme.color("vermilion"), z=self.z + 1)
        size = canvas.cell * 0.24
        for square, found in self.squares.items():
            rect = canvas.geometry.rect(square)
            picture = lettering.number(str(found.cost), size, theme, canvas.dpr)
            self.add_pixmap(picture, rect.bottomRight() - QPointF(5, 3), fixed=True, anchor=(1.0, 1.0), z=self.z + 2)


def _chevrons(rects: Sequence[QRectF]) -> QPainterPath:
    """Two chevrons in the lower left corner of each square: here the way ends."""
    made = QPainterPath()
    for rect in rects:
        for k in range(2):
            tip = rect.bottomLeft() + QPointF(24 + 13 * k, -19)
            made.moveTo(tip + QPointF(-11, -10))
            for dx, dy in ((-4, -10), (5, 0), (-4, 10), (-11, 10), (-2, 0)):
                made.lineTo(tip + QPointF(dx, dy))
            made.closeSubpath()
    return made


class Path(Overlay):
    """A way: a brush line over the squares, small feet where it turns, an arrow head for the facing at its end."""

    z = 36.0

    way: tuple[tuple[int, int], ...] = ()

    def show(self, start: int, way: Sequence[tuple[int, int]], *, legal: bool = True) -> None:
        """From a square along (square, facing) pairs; nothing for an empty way."""
        self.clear()
        canvas = self.canvas
        self.way = tuple(way)
        if not way or not canvas.geometry.has(start) or not all(canvas.geometry.has(at) for at, _ in way):
            return
        theme = canvas.theme
        colour = theme.color("vigilant" if legal else "vermilion", 0.9)
        squares = [start]
        for square, _ in way:
            if square != squares[-1]:
                squares.append(square)
        if len(squares) > 1:
            line = [canvas.centre(square) for square in squares]
            path = QPainterPath(line[0])
            for point in line[1:]:
                path.lineTo(point)
            points = ink.sampled(ink.smooth(_dense(line), closed=False), 10)
            stroke = ink.brush_stroke(points, 9, pressure=lambda t: 0.45 + 0.55 * t)
            self.add_path(stroke, colour)
        end, facing = way[-1]
        self.add_path(_head(canvas.centre(end), heading(canvas.geometry.seen(facing))), colour, z=self.z + 0.5)


def _dense(line: Sequence[QPointF]) -> list[QPointF]:
    points: list[QPointF] = []
    for a, b in pairwise(line):
        points += [a + (b - a) * (k / 6) for k in range(6)]
    return [*points, line[-1]]


def _head(centre: QPointF, ahead: QPointF) -> QPainterPath:
    across = QPointF(-ahead.y(), ahead.x())
    made = QPainterPath(centre + ahead * 38)
    for point in (centre + ahead * 14 + across * 17, centre + ahead * 20, centre + ahead * 14 - across * 17):
        made.lineTo(point)
    made.closeSubpath()
    return made
