"""What is drawn over the floor: where one can go, what can be chosen or is pointed at, lines of sight, the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath

from companion.model.games.chronicles.board.board import Blocked
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.insight.ways import Way
from companion.model.grid import Cell, Edge
from companion.ui.kit.scene import CELL, Shape, ink_pen, number_picture
from companion.ui.kit.theme import ink

from .canvas import Overlay
from .geometry import edge_of


class Lit(NamedTuple):
    """What can be chosen on the board now."""

    cells: frozenset[Cell] = frozenset()
    zones: frozenset[str] = frozenset()
    tiles: frozenset[str] = frozenset()


class ReachOverlay(Overlay):
    """Zones that can be gone to as washes with the number of zones entered; spaces where one can stand as rings."""

    z = 20.0

    def show(self, ways: Mapping[str, Way], lit: Lit) -> None:
        """An opponent's zone, where the way ends, is hatched, and its number stands in vermilion."""
        key = tuple((way.zone, way.zones, way.held, tuple(way.stand)) for way in ways.values()), lit
        if not self.renews(key):
            return
        canvas, theme, geometry = self.canvas, self.canvas.theme, self.canvas.geometry
        shapes: list[Shape] = []
        numbers: list[tuple[QPointF, str, bool]] = []
        zones = dict.fromkeys(sorted(lit.zones)) | {zone: way for zone, way in ways.items() if way.zones}
        for zone, way in zones.items():
            region = geometry.region(geometry.cells(zone))
            held = way is not None and way.held
            shapes.append(Shape(region, theme.color("vermilion" if held else "vigilant", 0.2 if theme.dark else 0.17)))
            shapes.append(Shape(region, None, ink_pen(theme.color("vermilion" if held else "vigilant"), 5)))
            if way is not None:
                numbers.append((_corner(geometry.rect(cell) for cell in geometry.cells(zone)), str(way.zones), held))
        cells = {cell for way in ways.values() if way.clear for cell in way.stand} | lit.cells
        rings = QPainterPath()
        for cell in sorted(cells):
            rings.addEllipse(geometry.centre(cell), CELL * 0.3, CELL * 0.3)
        if cells:
            shapes.append(Shape(rings, theme.color("surface", 0.3), ink_pen(theme.color("vermilion"), 5)))
        for tile in sorted(lit.tiles):
            board = geometry.board
            inside = geometry.region([board.cells[n] for n, name in enumerate(board.pieces) if name == tile])
            shapes.append(Shape(inside, theme.color("vermilion", 0.1), ink_pen(theme.color("vermilion"), 7)))
        if shapes:
            self.add_cached(shapes, [geometry.page])
        for at, number, held in numbers:
            picture = number_picture(number, canvas.cell * 0.46, theme, canvas.dpr, "vermilion" if held else "vigilant")
            self.add_pixmap(picture, at, fixed=True, z=self.z + 1)


def _corner(rects: Iterable[QRectF]) -> QPointF:
    """The upper right corner of the first row: there no letter stands."""
    first = min(rects, key=lambda rect: (rect.top(), -rect.right()))
    return QPointF(first.right() - CELL * 0.2, first.top() + CELL * 0.24)


class ChoiceOverlay(Overlay):
    """Rings around figures, tokens and doors that can be chosen."""

    z = 62.0

    def show(self, spots: Iterable[QPointF], doors: Iterable[DoorOn]) -> None:
        places = tuple((spot.x(), spot.y()) for spot in spots)
        sides = tuple(edge_of(door) for door in doors)
        if not self.renews((places, sides)):
            return
        theme, geometry = self.canvas.theme, self.canvas.geometry
        path, where = QPainterPath(), []
        for x, y in places:
            path.addEllipse(QPointF(x, y), CELL * 0.47, CELL * 0.47)
            where.append(QRectF(x - CELL * 0.6, y - CELL * 0.6, CELL * 1.2, CELL * 1.2))
        for side in sides:
            line = geometry.line(side)
            box = QRectF(line.p1(), line.p2()).normalized().adjusted(-16, -16, 16, 16)
            path.addRoundedRect(box, 14, 14)
            where.append(box.adjusted(-8, -8, 8, 8))
        if where:
            shapes = [
                Shape(path, None, ink_pen(theme.color("surface", 0.9), 11)),
                Shape(path, None, ink_pen(theme.color("vermilion"), 6)),
            ]
            self.add_cached(shapes, where)


class HoverOverlay(Overlay):
    """The zone and the cell that are pointed at."""

    z = 27.0

    def show(self, zone: str, cell: Cell | None) -> None:
        if not self.renews((zone, cell)):
            return
        theme, geometry = self.canvas.theme, self.canvas.geometry
        if zone:
            region = geometry.region(geometry.cells(zone))
            pen = ink_pen(theme.color("ink", 0.75), 4, (3, 3))
            self.add_cached([Shape(region, theme.color("ink", 0.05), pen)], [region.boundingRect()])
        if cell is not None:
            box = QPainterPath()
            box.addRoundedRect(geometry.rect(cell).adjusted(5, 5, -5, -5), 8, 8)
            self.add_cached([Shape(box, None, ink_pen(theme.color("ink", 0.8), 4))], [geometry.rect(cell)])


class LineOverlay(Overlay):
    """A line of sight or of fire: a brush stroke that stops, with a knot, at what blocks it."""

    z = 66.0
    ends: tuple[Cell, Cell] | None = None

    def show(self, start: Cell, end: Cell, blocked: Blocked | None) -> None:
        if not self.renews((start, end, blocked)):
            return
        self.ends = start, end
        theme, geometry = self.canvas.theme, self.canvas.geometry
        here, there = geometry.centre(start), geometry.centre(end)
        colour = theme.color("vigilant" if blocked is None else "vermilion")
        knot = None if blocked is None else self._meets(QLineF(here, there), blocked)
        way = QPainterPath(here)
        way.lineTo(there if knot is None else knot)
        stroke = ink.brush_stroke(way, 15, "line", rough=0.04) if way.length() > 1 else QPainterPath()
        shapes = [Shape(stroke, colour, ink_pen(theme.color("surface", 0.85), 4))]
        where = [QRectF(here, there).normalized().adjusted(-30, -30, 30, 30)]
        if knot is not None:
            rest = QPainterPath(knot)
            rest.lineTo(there)
            shapes.insert(0, Shape(rest, None, ink_pen(theme.color("ink", 0.5), 4, (2, 3))))
            cross = QPainterPath()
            for dx in (-15, 15):
                cross.moveTo(knot + QPointF(-dx, -15))
                cross.lineTo(knot + QPointF(dx, 15))
            shapes += [
                Shape(cross, None, ink_pen(theme.color("surface"), 17)), Shape(cross, None, ink_pen(colour, 10)),
            ]  # fmt: skip
        self.add_cached(shapes, where)

    def _meets(self, line: QLineF, blocked: Blocked) -> QPointF:
        """Where a line runs into what blocks it."""
        geometry = self.canvas.geometry
        if blocked.kind == "cell":
            return geometry.centre(blocked.at)
        if blocked.kind == "corner":
            return geometry.point(blocked.at[0] + 1, blocked.at[1] + 1)
        side = geometry.line(Edge(*blocked.at, blocked.side))
        _, point = line.intersects(side)
        return QPointF(point)


class CursorOverlay(Overlay):
    """The corners around the cell of the keyboard's cursor."""

    z = 72.0

    def show(self, cell: Cell | None) -> None:
        if not self.renews(cell) or cell is None:
            return
        theme, rect = self.canvas.theme, self.canvas.geometry.rect(cell).adjusted(1, 1, -1, -1)
        path, arm = QPainterPath(), CELL * 0.3
        for corner, dx, dy in (
            (rect.topLeft(), arm, arm), (rect.topRight(), -arm, arm),
            (rect.bottomRight(), -arm, -arm), (rect.bottomLeft(), arm, -arm),
        ):  # fmt: skip
            path.moveTo(corner + QPointF(dx, 0))
            path.lineTo(corner)
            path.lineTo(corner + QPointF(0, dy))
        shapes = [
            Shape(path, None, ink_pen(theme.color("surface"), 14)), Shape(path, None, ink_pen(theme.color("ink"), 8)),
        ]  # fmt: skip
        self.add_cached(shapes, [rect.adjusted(-8, -8, 8, 8)])
