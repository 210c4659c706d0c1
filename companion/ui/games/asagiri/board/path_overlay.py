"""Where a figure can go and what it sees: reach, the way itself, vision, lines of fire."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsPixmapItem

from companion.model.games.asagiri.rules.fight_numbers import line_of_fire
from companion.model.games.asagiri.rules.fights import Aimed, lines_from
from companion.model.games.asagiri.rules.lines import LineCrossing, SightLine
from companion.model.games.asagiri.rules.movement import Reached
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, Facing, FigureId, SquareId
from companion.ui.games.asagiri.board import queries
from companion.ui.games.asagiri.board.canvas import Overlay, cells
from companion.ui.games.asagiri.board.geometry import heading
from companion.ui.kit.scene import CELL, Shape, ink_pen, number_picture, polygon, seal_picture, slip_picture
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Role


class ReachOverlay(Overlay):
    """A soft wash over the squares in reach, their costs, and chevrons where a control zone ends the movement."""

    z = 20.0
    squares: Mapping[SquareId, Reached] = {}
    """The cheapest way to each square shown."""

    def show(self, who: FigureId) -> None:
        """The reach of a figure (-1: of none)."""
        if who < 0:
            self.clear()
            return
        canvas, at = self.canvas, self.canvas.state.figures[who].at
        best = queries.cheapest(queries.reach(canvas.game, who))
        squares = {square: found for square, found in best.items() if square != at and canvas.geometry.has(square)}
        mine = queries.own(canvas.game, who) or canvas.game.tracking
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
            picture = number_picture(str(found.cost), size, theme, canvas.dpr)
            self.add_pixmap(picture, rect.bottomRight() - QPointF(5, 3), fixed=True, anchor=(1.0, 1.0), z=self.z + 2)


def _chevrons(rects: Sequence[QRectF]) -> QPainterPath:
    """Two chevrons in the lower left corner of each square: here the way ends."""
    made = QPainterPath()
    for rect in rects:
        for k in range(2):
            tip = rect.bottomLeft() + QPointF(24 + 13 * k, -19)
            corners = ((-11, -10), (-4, -10), (5, 0), (-4, 10), (-11, 10), (-2, 0))
            made.addPath(polygon(*(tip + QPointF(dx, dy) for dx, dy in corners)))
    return made


class Path(Overlay):
    """A way: a brush line over the squares, small feet where it turns, an arrow head for the facing at its end."""

    z = 36.0
    role: Role = "vigilant"
    """Its colour."""
    way: tuple[tuple[SquareId, Facing], ...] = ()

    def show(self, start: SquareId, way: Sequence[tuple[SquareId, Facing]], *, legal: bool = True) -> None:
        """From a square along (square, facing) pairs; nothing for an empty way."""
        self.clear()
        canvas = self.canvas
        self.way = tuple(way)
        if not way or not canvas.geometry.has(start) or not all(canvas.geometry.has(at) for at, _ in way):
            return
        theme = canvas.theme
        colour = theme.color(self.role if legal else "vermilion", 0.9)
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
    left, right = (centre + ahead * 14 + across * side for side in (17, -17))
    return polygon(centre + ahead * 38, left, centre + ahead * 20, right)


STRETCH = 50.0
"""Scene units: a stroke is kept as pictures of stretches of about this length."""
DOTS = 9.0
"""Scene units from dot to dot of a dotted line."""


class Vision(Overlay):
    """The field of vision: what lies outside it is dimmed a little, its edge is a fine broken line."""

    z = 5.0
    squares: tuple[SquareId, ...] = ()

    def show(self, who: FigureId) -> None:
        """The field of vision of a figure (-1: of none)."""
        self.clear()
        canvas, figure = self.canvas, self.standing(who)
        if figure is None:
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
        path = QPainterPath(edge.p1())
        path.lineTo(edge.p2())
        self.add_path(path, None, ink_pen(theme.color("gold", 0.9), 2.4, (5, 4)))


_SIGNS = {"VIS-1": "eye-off", "SHT-2": "zone", "": "lock"}
"""By rule: the sign at the end of a line that is open, and yet of no use."""


class Strokes(Overlay):
    """Brush strokes from square to square. Blocked: a knot at what blocks it, which is marked. Cover is marked +1."""

    z = 60.0
    _laid: tuple[tuple[int, Shape], ...] = ()
    """Shapes of the lines being drawn, with their height: halos lie below all ink, knots above it."""
    _where: tuple[QRectF, ...] = ()
    labels: Mapping[SquareId, QGraphicsPixmapItem] = {}
    """By the square where a line ends: what is written there."""

    def lay(
        self,
        height: int,
        path: QPainterPath | QPolygonF,
        fill: QColor | None = None,
        pen: QPen | None = None,
        *,
        far: bool = False,
    ) -> None:
        """A shape of the next sheet; `far`: a part of a stroke, whose place is known."""
        self._laid += ((height, Shape(path, fill, pen)),)
        if not far:
            edge = 1 + (pen.widthF() / 2 if pen is not None else 0.0)
            self._where += (path.boundingRect().adjusted(-edge, -edge, edge, edge),)

    def press(self) -> None:
        """Put all that was laid on one sheet."""
        if self._laid:
            laid = sorted(self._laid, key=lambda laid: laid[0])
            self.add_cached([shape for _, shape in laid], self._where)
        self._laid = self._where = ()

    def stroke(
        self,
        start: SquareId,
        end: SquareId,
        seen: SightLine,
        label: str,
        *,
        forbidden: bool = False,
        thin: bool = False,
    ) -> None:
        """Lay one line; `forbidden`: open, and yet no shot may go there.

        `label`: a word at its end, or one of `_SIGNS`.
        """
        canvas, geometry, theme = self.canvas, self.canvas.geometry, self.canvas.theme
        line = QLineF(geometry.centre(start), geometry.centre(end))
        blocked = seen.blocked_by
        stop = self._stop(line, blocked) if blocked is not None else self._short(line)
        if not forbidden:
            points = [line.p1() + (stop - line.p1()) * (k / 14) for k in range(15)]
            rng, wide = random.Random(start * 99 + end), 7 if thin else 10
            stroke = ink.brush_stroke(points, wide, rng, pressure=lambda t: 0.8 - 0.35 * t, rough=0.10)
            ground = ink.brush_stroke(points, wide + 5, pressure=lambda t: 0.85 - 0.3 * t)
            self.lay(0, ground, theme.color("surface", 0.55), far=True)
            colour = theme.color("ink", 0.88) if blocked is None else theme.color("vermilion", 0.95)
            self.lay(3, stroke, colour, far=True)
            self._along(points[0], stop, 10)
        if blocked is not None:
            self._beyond(stop, self._short(line))
            self._obstacle(blocked)
            self._knot(stop, line)
        elif forbidden:
            self._beyond(line.pointAt(min(1.0, CELL * 0.4 / max(1.0, line.length()))), stop)
        if label in _SIGNS.values():
            self._label(
                end, seal_picture(label, max(18.0, canvas.cell * 0.34), theme, canvas.dpr, "surface", "ink"), stop
            )
        elif label:
            role: Role = "vermilion" if forbidden else "ink"
            words = slip_picture(label, theme, canvas.dpr, face="digits", share=13 / 14, role=role)
            self._label(end, words, stop if blocked is None else self._short(line))
        for crossing in seen.covering:
            self._cover(crossing)

    def _label(self, end: SquareId, picture: QPixmap, at: QPointF) -> None:
        self.labels = {**self.labels, end: self.add_pixmap(picture, at, fixed=True, z=self.z + 3)}

    def _cover(self, crossing: LineCrossing) -> None:
        canvas, theme = self.canvas, self.canvas.theme
        picture = slip_picture("+1", theme, canvas.dpr, face="digits", share=13 / 14, role="on_sign", paper="hindering")
        if crossing.kind == "square":
            rect = canvas.geometry.rect(crossing.square)
            self.lay(3, cells([rect], 4, 6), None, ink_pen(theme.color("hindering", 0.95), 3.2))
        self.add_pixmap(picture, canvas.geometry.crossing(crossing.place), fixed=True, z=self.z + 3)

    def _beyond(self, start: QPointF, end: QPointF) -> None:
        """Where the line would go on: dots."""
        line, theme = QLineF(start, end), self.canvas.theme
        count = int(line.length() / DOTS)
        dots = QPolygonF([line.pointAt(DOTS * k / line.length()) for k in range(count + 1)] if count else [start])
        self.lay(1, dots, None, ink_pen(theme.color("surface", 0.62), 8.0), far=True)
        self.lay(2, dots, None, ink_pen(theme.color("ink", 0.64), 4.0), far=True)
        self._along(start, end, 5)

    def _along(self, start: QPointF, end: QPointF, half: float) -> None:
        line = QLineF(start, end)
        count = max(1, math.ceil(line.length() / STRETCH))
        for k in range(count):
            part = QRectF(line.pointAt(k / count), line.pointAt((k + 1) / count)).normalized()
            self._where += (part.adjusted(-half, -half, half, half),)

    def _obstacle(self, blocked: LineCrossing) -> None:
        geometry, theme = self.canvas.geometry, self.canvas.theme
        pen = ink_pen(theme.color("vermilion", 0.95), 4.2)
        if blocked.kind == "square":
            pen.setDashPattern([2.2, 1.8])
            self.lay(1, cells([geometry.rect(blocked.square)], 4, 6), theme.color("vermilion", 0.10), pen)
        elif blocked.kind == "side":
            middle = geometry.crossing(blocked.place)
            across = middle - geometry.centre(blocked.square)
            half = QPointF(-across.y(), across.x()) * 0.94
            path = QPainterPath(middle - half)
            path.lineTo(middle + half)
            self.lay(1, path, None, ink_pen(theme.color("surface", 0.9), 15))
            self.lay(2, path, None, ink_pen(theme.color("vermilion"), 9))

    def _short(self, line: QLineF) -> QPointF:
        share = max(0.2, 1 - CELL * 0.36 / max(1.0, line.length()))
        return line.pointAt(share)

    def _stop(self, line: QLineF, blocked: LineCrossing) -> QPointF:
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
        blot = ink.rough_disc(at, 15, "knot", 0.10)
        self.lay(4, blot, theme.color("vermilion"), ink_pen(theme.color("surface", 0.9), 2.4))
        cross = QPainterPath()
        for dx in (1, -1):
            bar = [at + QPointF(-7 * dx, -7), at, at + QPointF(7 * dx, 7)]
            cross.addPath(ink.brush_stroke(bar, 4.6, pressure=ink.even))
        cross.setFillRule(cross.fillRule().WindingFill)
        self.lay(5, cross, theme.color("on_vermilion"))


class LineOfFire(Strokes):
    """The line from a figure to the square pointed at."""

    sight: SightLine | None = None
    ends: tuple[SquareId, SquareId] | None = None

    def show(self, who: FigureId, end: SquareId) -> None:
        """From a figure to another square of the same floor."""
        self.clear()
        canvas, start = self.canvas, self.canvas.state.figures[who].at
        geometry = canvas.geometry
        if start == end or not geometry.has(start) or not geometry.has(end):
            return
        self.ends = (start, end)
        self.sight = line_of_fire(canvas.state, who, end)
        away = canvas.board.distance(start, end, canvas.state.table.options.range_metric)
        self.stroke(start, end, self.sight, str(away) if self.sight.open else "")
        self.press()


class LinesOfFire(Strokes):
    """The lines from one figure to all its enemies at once, each with its distance, its cover, or why not."""

    z = 57.0
    aimed: tuple[Aimed, ...] = ()

    def show(self, who: FigureId, besides: SquareId = NO_SQUARE) -> None:
        """From a figure (-1: from none); what is at the end of the line to the square `besides` is said by another."""
        canvas, figures = self.canvas, self.canvas.state.figures
        if who < 0 or not canvas.geometry.has(figures[who].at):
            self.clear()
            return
        if self.renews((canvas.state, who)):  # the pointer moves far more often than anything changes
            self.aimed = lines_from(canvas.state, who)
            for found in self.aimed:
                forbidden = found.refusal is not None and found.sight.open
                end = figures[found.target].at
                self.stroke(figures[who].at, end, found.sight, _label(found), forbidden=forbidden, thin=True)
            self.press()
        for end, label in self.labels.items():
            label.setVisible(end != besides)


def _label(found: Aimed) -> str:
    if not found.sight.open:
        return ""
    if found.refusal is not None:
        far = f"{found.distance} > {found.reach}"
        return far if found.refusal.rule == "SHT-3" else _SIGNS.get(found.refusal.rule, "lock")
    return f"{found.distance}  +{found.sight.cover}" if found.sight.cover else str(found.distance)
