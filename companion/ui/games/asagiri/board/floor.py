"""The floor as one picture: grounds, objects, stairs, walls and signs, painted once for a layout and a look.

Painting a large floor takes a moment, so it goes in steps: `FloorPicture.work` does one at a time, the cheap ones
first; after each the picture can be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from companion.model.games.asagiri.state.board import AQUATIC, BLOCKING, DIRECTIONS, HINDERING, STAIRS, FloorPlan
from companion.model.games.asagiri.state.vocabulary import EAST, EVERY_FACING, NORTH, SOUTH, WEST, SquareId
from companion.ui.games.asagiri.board.pictures import Scenery
from companion.ui.kit.art import terrain
from companion.ui.kit.art.terrain import Floor, Kind, Sign
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme, blend

from .geometry import Geometry, Side, outline, strokes

WALL = 15.0
"""Thickness of a wall in scene units."""
MOST_PIXELS = 20_000_000
_KIND: dict[str, Kind] = {HINDERING: "hindering", AQUATIC: "aquatic", BLOCKING: "blocking", STAIRS: "stairs"}
_WAYS: tuple[terrain.Side, ...] = ("N", "E", "S", "W")
_SIGN: dict[str, Sign] = {HINDERING: "hindering", AQUATIC: "aquatic", BLOCKING: "blocking"}
_FLAT: dict[Floor, tuple[str, str]] = {
    "paper": ("#F7F1E4", "#1E222A"), "plank": ("#D8BD93", "#3B3229"), "tatami": ("#D3CD9E", "#35382B"),
    "shoji": ("#F1EAD9", "#30323A"), "stone": ("#C7C2B6", "#30333B"), "gravel": ("#DDD8CB", "#2E323A"),
    "moss": ("#AEB689", "#26322A"), "garden": ("#B7C2A0", "#1D2A2E"), "stream": ("#A6C4CC", "#1B3442"),
}  # fmt: skip
"""What a ground looks like before its texture is painted."""


class FloorPicture:
    """The picture of one floor in one layout. `pixmap` covers `Geometry.page`; `square` pixels to a square."""

    def __init__(
        self, geometry: Geometry, scenery: Scenery, theme: Theme, square: int = 128, *, framed: bool = True
    ) -> None:
        """Nothing is painted yet; `square` is lowered for boards so large that the picture would be huge.

        `framed`: the wall around a board (GEO-1); without it a tile lies there alone, the walls on its own edge seen.
        """
        self.geometry, self.scenery, self.theme = geometry, scenery, theme
        self.framed = framed
        page = geometry.page
        self.wanted = square
        while square > 32 and (page.width() * page.height()) * (square / CELL) ** 2 > MOST_PIXELS:
            square -= 8
        self.square = square
        self.ratio = square / CELL
        self.pixmap = ink.blank(page.width(), page.height(), self.ratio)
        self._grounds = ink.blank(geometry.area.width(), geometry.area.height(), self.ratio)
        self._top = QPixmap()
        self._work = self._steps()
        self.started = self.done = False

    def work(self) -> bool:
        """Do one step; False when there is nothing left to do."""
        if self.done:
            return False
        self.started = True
        try:
            next(self._work)
        except StopIteration:
            self.done = True
            self._grounds, self._top = QPixmap(), QPixmap()
            return False
        return True

    def finish(self) -> QPixmap:
        """Do everything that is left, and return the picture."""
        while self.work():
            pass
        return self.pixmap

    def _steps(self) -> Iterator[None]:
        self._flat()
        self._top = self._painted(self._paint_plan)
        self._compose()
        yield
        self._top = self._painted(self._paint_top)
        self._compose()
        yield
        for block in self._blocks():
            self._texture(block)
            self._compose()
            yield

    def _painted(self, paint: Callable[[QPainter], None]) -> QPixmap:
        page = self.geometry.page
        pixmap = ink.blank(page.width(), page.height(), self.ratio)
        pen = ink.painter(pixmap)
        pen.translate(-page.topLeft())
        paint(pen)
        pen.end()
        return pixmap

    def _compose(self) -> None:
        page = self.geometry.page
        self.pixmap.fill(Qt.GlobalColor.transparent)
        pen = QPainter(self.pixmap)
        pen.drawPixmap(QPointF(-page.left(), -page.top()), self._grounds)
        pen.drawPixmap(QPointF(0, 0), self._top)
        pen.end()

    def _ground(self, square: SquareId) -> Floor:
        return self.scenery.grounds.get(self.geometry.board.squares[square], "paper")

    def _flat(self) -> None:
        pen = QPainter(self._grounds)
        for square in self.geometry.squares:
            pen.fillRect(self.geometry.rect(square), QColor(_FLAT[self._ground(square)][self.theme.dark]))
        pen.end()

    def _blocks(self) -> Iterator[QRect]:
        """Parts of the floor as it is seen, in squares: a tile's worth each."""
        columns, rows = self.geometry.columns, self.geometry.rows
        wide, high = max(1, min(8, (columns + 1) // 2)), max(1, min(8, (rows + 1) // 2))
        for y in range(0, rows, high):
            for x in range(0, columns, wide):
                yield QRect(x, y, min(wide, columns - x), min(high, rows - y))

    def _texture(self, block: QRect) -> None:
        cells = {self.geometry.cell(n): n for n in self.geometry.squares}
        present = [
            (x, y)
            for y in range(block.top(), block.bottom() + 1)
            for x in range(block.left(), block.right() + 1)
            if (x, y) in cells
        ]
        if not present:
            return
        rest = self._ground(cells[present[0]])
        grid = [
            [self._ground(cells[x, y]) if (x, y) in cells else rest for x in range(block.left(), block.right() + 1)]
            for y in range(block.top(), block.bottom() + 1)
        ]
        seed = (block.left() * 7 + block.top() * 3) % 50 + self.geometry.turn
        picture = terrain.floor(grid, self.square, seed, self.theme)
        pen = QPainter(self._grounds)
        pen.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        there = QPainterPath()
        for x, y in present:
            there.addRect(QRectF(x * CELL, y * CELL, CELL, CELL))
        pen.setClipPath(there)
        target = QRectF(block.left() * CELL, block.top() * CELL, block.width() * CELL, block.height() * CELL)
        pen.drawPixmap(target, picture, QRectF(picture.rect()))
        pen.end()

    def _paint_plan(self, pen: QPainter) -> None:
        """What is quickly painted and says most: the frame and the walls."""
        self._paint_frame(pen)
        self._paint_walls(pen)

    def _paint_top(self, pen: QPainter) -> None:
        """All but the grounds: in the order in which light falls on it."""
        self._paint_frame(pen)
        self._paint_grid(pen)
        self._paint_objects(pen)
        self._paint_walls(pen)
        self._paint_signs(pen)

    def _paint_grid(self, pen: QPainter) -> None:
        light, dark = self.theme.color("surface", 0.10), self.theme.color("figure_ink", 0.30)
        if self.theme.dark:
            light, dark = self.theme.color("ink", 0.13), self.theme.color("shadow", 0.45)
        for shift, colour in ((0.9, light), (0.0, dark)):
            pen.setPen(QPen(colour, 0.9))
            for square in self.geometry.squares:
                rect = self.geometry.rect(square).translated(shift, shift)
                pen.drawLine(QLineF(rect.topLeft(), rect.topRight()))
                pen.drawLine(QLineF(rect.topLeft(), rect.bottomLeft()))

    def _paint_objects(self, pen: QPainter) -> None:
        board, geometry = self.geometry.board, self.geometry
        water = {n for n in geometry.squares if board.terrain[n] == AQUATIC}
        for square in geometry.squares:
            letter = board.terrain[square]
            if letter not in _KIND or (letter == AQUATIC and self._wet_beside(square, water)):
                continue
            column, row, _ = board.squares[square]
            look = self.scenery.looks.get(board.squares[square], "")
            look = {STAIRS: "stairs", AQUATIC: "pond"}.get(letter, look)
            picture = terrain.object_pixmap(
                _KIND[letter], self.square, look, column * 7 + row * 3, self.theme, sign=False,
                facing=_WAYS[self._rise(square)] if letter == STAIRS else "N",
            )  # fmt: skip
            pen.drawPixmap(geometry.rect(square), picture, QRectF(picture.rect()))

    def _wet_beside(self, square: SquareId, water: set[SquareId]) -> bool:
        return any(self.geometry.beside(square, direction) in water for direction in range(4)) or bool(
            self._ground(square) == "stream" and len(water) > 3
        )

    def _rise(self, square: SquareId) -> int:
        """The way stairs rise, as seen: along the run of stairs, towards the nearer edge of the board."""
        board, geometry = self.geometry.board, self.geometry
        column, row, floor = board.squares[square]
        runs = []
        for facing in EVERY_FACING:
            length, (dx, dy) = 0, DIRECTIONS[2 * facing]
            while (n := board.index.get((column + dx * (length + 1), row + dy * (length + 1), floor), -1)) >= 0:
                if board.terrain[n] != STAIRS:
                    break
                length += 1
            runs.append(length)
        upright = runs[0] + runs[2] >= runs[1] + runs[3]
        if upright:
            facing = NORTH if row < geometry.height / 2 else SOUTH
        else:
            facing = WEST if column < geometry.width / 2 else EAST
        return geometry.seen(facing)

    def _paint_signs(self, pen: QPainter) -> None:
        board = self.geometry.board
        for square in self.geometry.squares:
            sign = _SIGN.get(board.terrain[square])
            if sign is not None:
                box = self.geometry.rect(square).adjusted(4, 4, -4, -4)
                terrain.paint_sign(pen, sign, box, self.theme, "NE")

    def _paint_walls(self, pen: QPainter) -> None:
        for n, line in enumerate(strokes(self._walls())):
            terrain.paint_wall(pen, line.p1(), line.p2(), WALL, self.theme, n)

    def _walls(self) -> Iterator[Side]:
        """Walls, and the sides towards squares that do not exist; the board's own edge has its frame."""
        geometry, index = self.geometry, self.geometry.board.index
        plan: FloorPlan = geometry.board.floors[geometry.floor]
        for edge in plan.walls:
            column, row, floor = edge.column, edge.row, geometry.floor
            other = (column + 1, row, floor) if edge.side == "E" else (column, row + 1, floor)
            both = ((column, row, floor) in index, other in index)
            if all(both) if self.framed else any(both):  # a tile that lies there alone has no frame
                line = geometry.side(edge)
                x, y = round(min(line.x1(), line.x2()) / CELL), round(min(line.y1(), line.y2()) / CELL)
                yield x, y, line.dx() == 0
        for x, y, upright in outline({geometry.cell(square) for square in geometry.squares}):
            if 0 < (x if upright else y) < (geometry.columns if upright else geometry.rows):
                yield x, y, upright

    def _paint_frame_shadow(self, pen: QPainter, box: QRectF) -> None:
        """The board lies on the table, lit from the north-west: a soft strip below it and on its right."""
        colour = self.theme.color("shadow", 0.5 if self.theme.dark else 0.26)
        clear = self.theme.color("shadow", 0.0)
        reach = 15.0
        for strip, end in (
            (QRectF(box.left() + 8, box.bottom(), box.width() - 2, reach), QPointF(0, reach)),
            (QRectF(box.right(), box.top() + 8, reach, box.height() - 2), QPointF(reach, 0)),
        ):
            fade = QLinearGradient(strip.topLeft(), strip.topLeft() + end)
            fade.setColorAt(0, colour)
            fade.setColorAt(1, clear)
            pen.fillRect(strip, fade)

    def _paint_frame(self, pen: QPainter) -> None:
        """The wall around the board (GEO-1): a dark lacquered frame with a vermilion line inside."""
        if not self.framed:
            self._paint_cardboard(pen)
            return
        area, theme = self.geometry.area, self.theme
        outer = ink.rough_rect(area.adjusted(-13, -13, 13, 13), "frame", 1.1, 60)
        inner = QPainterPath()
        inner.addRect(area)
        rim = outer.subtracted(inner)
        self._paint_frame_shadow(pen, area.adjusted(-13, -13, 13, 13))
        ink.fill(pen, rim, blend(theme.color("figure_ink"), theme.color("earth"), 0.12))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("vermilion"), 2.4))
        pen.drawRect(area.adjusted(-4.5, -4.5, 4.5, 4.5))
        pen.setPen(QPen(theme.color("surface" if not theme.dark else "ink", 0.18), 1.2))
        pen.drawLine(QPointF(area.left() - 11, area.top() - 11), QPointF(area.right() + 11, area.top() - 11))
        pen.drawLine(QPointF(area.left() - 11, area.top() - 11), QPointF(area.left() - 11, area.bottom() + 11))
        pen.setPen(Qt.PenStyle.NoPen)
        shade = QPainterPath()
        shade.addRect(QRectF(area.left(), area.top(), area.width(), 9))
        shade.addRect(QRectF(area.left(), area.top(), 7, area.height()))
        pen.setBrush(theme.color("shadow", 0.16))
        pen.drawPath(shade.simplified())

    def _paint_cardboard(self, pen: QPainter) -> None:
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.WindingFill)
        for square in self.geometry.squares:
            shape.addRect(self.geometry.rect(square))
        shape = shape.simplified()
        grown = QPainterPath()
        grown.setFillRule(Qt.FillRule.WindingFill)
        for square in self.geometry.squares:
            grown.addRect(self.geometry.rect(square).adjusted(-3, -3, 3, 3))
        rim = grown.simplified().subtracted(shape)
        away = QPainterPath()
        away.addRect(self.geometry.page)
        pen.save()
        pen.setClipPath(away.subtracted(shape))
        ink.soft_shadow(pen, grown.simplified(), self.theme.color("shadow", 0.5 if self.theme.dark else 0.26), 8, 3, 5)
        pen.restore()
        ink.fill(pen, rim, blend(self.theme.color("figure_ink"), self.theme.color("earth"), 0.12))


_KEPT: dict[tuple[object, ...], FloorPicture] = {}
MOST_KEPT = 3


def picture_of(geometry: Geometry, scenery: Scenery, theme: Theme, square: int = 128) -> FloorPicture:
    """The picture of a floor: the same one while nothing that is drawn changes (doors are not), so that it is painted
    once.
    """
    plan = geometry.board.floors[geometry.floor]
    looks = tuple(sorted(scenery.grounds.items())), tuple(sorted(scenery.looks.items()))
    key = (plan.rows, plan.walls, geometry.floor, geometry.turn, theme, square, looks)
    picture = _KEPT.pop(key, None) or FloorPicture(geometry, scenery, theme, square)
    _KEPT[key] = picture
    while len(_KEPT) > MOST_KEPT:
        del _KEPT[next(iter(_KEPT))]
    return picture
