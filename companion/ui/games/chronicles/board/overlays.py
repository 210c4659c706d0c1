"""What is drawn over the floor: where one can go, what can be chosen or is pointed at, lines of sight, the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QStyleOptionGraphicsItem, QWidget

from companion.model.games.chronicles.board.board import Blocked
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.insight.ways import Way
from companion.model.grid import Cell, Edge
from companion.ui.kit.scene import CELL, Shape, ink_pen, number_picture
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Role, Theme

from .canvas import Canvas, Overlay
from .geometry import edge_of


class Lit(NamedTuple):
    """What can be chosen on the board now."""

    cells: frozenset[Cell] = frozenset()
    zones: frozenset[str] = frozenset()
    tiles: frozenset[str] = frozenset()


class Reach:
    """Zones that can be gone to as washes with the number of zones entered; spaces where one can stand as rings.

    It is printed on the floor: nothing of it is painted at a frame. Everything large is filled as rectangles.
    """

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.ways: Mapping[str, Way] = {}
        self.lit = Lit()
        self.taken: frozenset[Cell] = frozenset()

    def show(self, ways: Mapping[str, Way], lit: Lit, taken: frozenset[Cell]) -> bool:
        """`taken`: cells on which something stands, where no number is written. Whether anything has changed."""
        before = self._key()
        self.ways, self.lit, self.taken = ways, lit, taken
        return before != self._key()

    def _key(self) -> object:
        ways = tuple((way.zone, way.zones, way.held, way.clear, tuple(way.stand)) for way in self.ways.values())
        return ways, self.lit, self.taken if ways else None

    @property
    def cells(self) -> set[Cell]:
        """Where one can stand."""
        return {cell for way in self.ways.values() if way.clear for cell in way.cells} | self.lit.cells

    def draw(self, pen: QPainter) -> None:
        """An opponent’s zone, where the way ends, is washed in vermilion, and its number has a mark of exclamation."""
        canvas, theme, geometry = self.canvas, self.canvas.theme, self.canvas.geometry
        pen.save()
        fill = PixelFill(pen)
        zones = dict.fromkeys(sorted(self.lit.zones))
        for zone, way in (zones | {zone: way for zone, way in self.ways.items() if way.zones}).items():
            role: Role = "vermilion" if way is not None and way.held else "vigilant"
            self._wash(fill, geometry.cells(zone), theme.color(role, 0.26 if theme.dark else 0.2), theme.color(role))
        for tile in sorted(self.lit.tiles):
            cells = [at for at, name in zip(geometry.board.cells, geometry.board.pieces, strict=True) if name == tile]
            self._wash(fill, cells, theme.color("vermilion", 0.12), theme.color("vermilion"), 7)
        ring = ring_picture(round(canvas.cell * canvas.dpr), theme, 0.3)
        for cell in self.cells:
            fill.pixmap(geometry.rect(cell), ring, canvas.dpr)
        pen.restore()
        for way in self.ways.values():
            if way.zones:
                self._number(pen, way)

    def _wash(self, fill: PixelFill, cells: Sequence[Cell], wash: QColor, edge: QColor, width: float = 5) -> None:
        for box in self.canvas.geometry.rows_of(cells):
            fill.rect(box, wash)
        for box in self.canvas.geometry.border(cells, width):
            fill.rect(box, edge)

    def _number(self, pen: QPainter, way: Way) -> None:
        """In the upper right corner, where no letter stands, of a cell on which nothing does."""
        canvas = self.canvas
        cells = canvas.geometry.cells(way.zone)
        free = [cell for cell in cells if cell not in self.taken] or cells
        box = canvas.geometry.rect(min(free, key=lambda cell: (cell[1], -cell[0])))
        role: Role = "vermilion" if way.held else "vigilant"
        picture = number_picture(
            f"{way.zones}!" if way.held else str(way.zones), canvas.cell * 0.46, canvas.theme, canvas.dpr, role
        )
        size = picture.deviceIndependentSize() * (CELL / canvas.cell)
        at = QRectF(box.right() - size.width(), box.top() - CELL * 0.05, size.width(), size.height())
        pen.drawPixmap(at, picture, QRectF(picture.rect()))


class PixelFill:
    """Fills rectangles of the scene as whole pixels of the screen: many times as fast as shapes on a scaled painter."""

    def __init__(self, pen: QPainter) -> None:
        """The painter is to be restored afterwards."""
        self._pen, self._map = pen, pen.transform()
        pen.resetTransform()
        pen.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def rect(self, box: QRectF, colour: QColor) -> None:
        self._pen.fillRect(self._map.mapRect(box).toRect(), colour)

    def pixmap(self, box: QRectF, picture: QPixmap, ratio: float) -> None:
        """A picture that was painted for pixels of the screen."""
        picture.setDevicePixelRatio(ratio)
        self._pen.drawPixmap(self._map.map(box.topLeft()).toPoint(), picture)


@lru_cache(maxsize=16)
def ring_picture(pixels: int, theme: Theme, radius: float, *, pale: bool = True) -> QPixmap:
    """A vermilion ring in a square of so many pixels; `radius` in its width, `pale`: the inside is lightened."""
    pixmap = ink.blank(pixels, pixels)
    with ink.painting(pixmap) as pen:
        disc = QPainterPath()
        disc.addEllipse(QPointF(pixels / 2, pixels / 2), pixels * radius, pixels * radius)
        if pale:
            ink.fill(pen, disc, theme.color("surface", 0.3))
        else:
            ink.outline(pen, disc, theme.color("surface", 0.9), pixels * 0.1)
        ink.outline(pen, disc, theme.color("vermilion"), pixels * (0.05 if pale else 0.055))
    return pixmap


class RimItem(QGraphicsItem):
    """Rectangles of one colour, filled as they are."""

    def __init__(self, boxes: Sequence[QRectF], colour: QColor) -> None:
        super().__init__()
        self._boxes, self._colour, self._bounds = boxes, colour, QRectF()
        for box in boxes:
            self._bounds |= box

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        fill = PixelFill(painter)
        for box in self._boxes:
            fill.rect(box, self._colour)
        painter.restore()


class ChoiceOverlay(Overlay):
    """Rings around figures, tokens and doors that can be chosen."""

    z = 62.0

    def show(self, spots: Iterable[QPointF], doors: Iterable[DoorOn]) -> None:
        places = tuple((spot.x(), spot.y()) for spot in spots)
        sides = tuple(edge_of(door) for door in doors)
        if not self.renews((places, sides)):
            return
        canvas = self.canvas
        ring = ring_picture(round(canvas.cell * canvas.dpr * 1.1), canvas.theme, 0.43, pale=False)
        for x, y in places:
            item = self.add_pixmap(ring, QPointF(x, y))
            item.setScale(CELL * 1.1 / ring.width())
        for side in sides:
            line = canvas.geometry.line(side)
            box = QRectF(line.p1(), line.p2()).normalized().adjusted(-16, -16, 16, 16)
            path = QPainterPath()
            path.addRoundedRect(box, 14, 14)
            edge = ink_pen(canvas.theme.color("surface", 0.9), 11)
            rim = ink_pen(canvas.theme.color("vermilion"), 6)
            self.add_cached([Shape(path, None, edge), Shape(path, None, rim)], [box.adjusted(-8, -8, 8, 8)])


class HoverOverlay(Overlay):
    """The zone and the cell that are pointed at."""

    z = 27.0

    def show(self, zone: str, cell: Cell | None) -> None:
        if not self.renews((zone, cell)):
            return
        theme, geometry = self.canvas.theme, self.canvas.geometry
        boxes = geometry.border(geometry.cells(zone), 5) if zone else []
        boxes += geometry.border([cell], 8) if cell is not None else []
        if boxes:
            self._keep(RimItem(boxes, theme.color("ink")), None)


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
        for width, shade in ((20.0, theme.color("surface")), (12.0, colour)):
            item = QGraphicsLineItem(QLineF(here, there if knot is None else knot))
            item.setPen(ink_pen(shade, width))
            self._keep(item, None)
        if knot is None:
            return
        rest = QGraphicsLineItem(QLineF(knot, there))
        rest.setPen(ink_pen(theme.color("ink", 0.6), 5, (1, 3)))
        self._keep(rest, None)
        for width, shade in ((19.0, theme.color("surface")), (11.0, colour)):
            for dx in (-15, 15):
                cross = QGraphicsLineItem(QLineF(knot + QPointF(-dx, -15), knot + QPointF(dx, 15)))
                cross.setPen(ink_pen(shade, width))
                self._keep(cross, None)

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
