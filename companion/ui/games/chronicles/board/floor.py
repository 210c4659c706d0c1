"""The floor's picture at the size it is seen: tiles, walls, doors, corruption, the names of tiles."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from companion.model.games.chronicles.board.layout import DoorOn, Layout
from companion.model.games.chronicles.box.places import Piece, Tile
from companion.ui.games.chronicles.heroes.emblems import EMBLEMS
from companion.ui.games.chronicles.oni.marks import paint_mark
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme

from .canvas import Canvas
from .geometry import RIM
from .tile_face import Side, TileFace, side_of
from .tile_painter import line_of, paint_door, paint_walls, tile_pixmap

LARGEST = 140
"""Pixels to a cell that the floor is painted with at most; nearer it is stretched."""


class Floor:
    """Painted when it is first seen, and again when tiles, doors, corruption, look or size have changed."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.layout, self.tiles = Layout(), dict[str, Tile]()
        self.corrupted: tuple[tuple[str, bool], ...] = ()
        self._tiles: tuple[object, QPixmap] | None = None
        self._whole: tuple[object, QPixmap] | None = None
        self.pixels = 0
        """To a cell, as last painted."""

    def show(self, layout: Layout, tiles: Mapping[str, Tile], corrupted: tuple[tuple[str, bool], ...]) -> bool:
        """What lies there now; whether that is something else than before."""
        before = self.layout, self.corrupted
        self.layout, self.tiles, self.corrupted = layout, dict(tiles), corrupted
        return before != (layout, corrupted)

    def refine(self) -> None:
        """Paint for the size at which it is seen now."""
        self.pixels = max(6, min(LARGEST, round(self.canvas.cell * self.canvas.dpr)))

    def draw(self, pen: QPainter, rect: QRectF) -> None:
        """Fill what is behind everything: a picture of the right size goes on the screen pixel by pixel."""
        page, ground = self.canvas.page, self.canvas.theme.color("ground")
        for beside in (
            QRectF(rect.topLeft(), QPointF(rect.right(), page.top())),
            QRectF(QPointF(rect.left(), page.bottom()), rect.bottomRight()),
            QRectF(QPointF(rect.left(), page.top()), QPointF(page.left(), page.bottom())),
            QRectF(QPointF(page.right(), page.top()), QPointF(rect.right(), page.bottom())),
        ):
            pen.fillRect(beside.adjusted(-1, -1, 1, 1), ground)
        if not self.layout.pieces:
            return
        picture = self.picture()
        if self.pixels != round(self.canvas.cell * self.canvas.dpr):
            pen.drawPixmap(page, picture, QRectF(picture.rect()))
            return
        corner = pen.transform().map(page.topLeft())
        ratio = self.canvas.dpr
        pen.save()
        pen.resetTransform()
        picture.setDevicePixelRatio(ratio)
        pen.drawPixmap(QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio), picture)
        pen.restore()

    def picture(self) -> QPixmap:
        """All of it."""
        if not self.pixels:
            self.refine()
        theme = self.canvas.theme
        key = (self._key(), self.layout.doors, self.corrupted)
        if self._whole is None or self._whole[0] != key:
            whole = QPixmap(self._laid_tiles())
            whole.setDevicePixelRatio(1.0)
            with ink.painting(whole) as pen:
                pen.translate(self._rim, self._rim)
                for piece, red in self.corrupted:
                    self._stain(pen, piece, theme, red=red)
                for laid in self.layout.pieces:
                    self._name(pen, laid, theme)
                for door in self.layout.doors:
                    self._door(pen, door, theme)
            self._whole = key, whole
        return self._whole[1]

    @property
    def _rim(self) -> float:
        return self.pixels * RIM / CELL

    def _key(self) -> object:
        return self.layout.pieces, self.pixels, self.canvas.theme, fonts.text_scale()

    def _laid_tiles(self) -> QPixmap:
        """Tiles and walls alone, which hardly ever change while it is played."""
        if self._tiles is None or self._tiles[0] != self._key():
            self._tiles = self._key(), self._paint_tiles()
        return self._tiles[1]

    def _paint_tiles(self) -> QPixmap:
        theme, cell, geometry = self.canvas.theme, self.pixels, self.canvas.geometry
        page = geometry.page
        whole = QPixmap(round(page.width() / CELL * cell) + 1, round(page.height() / CELL * cell) + 1)
        whole.fill(theme.color("ground"))
        walls: set[Side] = set()
        with ink.painting(whole) as pen:
            pen.translate(self._rim, self._rim)
            for piece in self.layout.pieces:
                face = TileFace.of(self.tiles[piece.tile])
                column, row = self._corner(piece)
                picture = tile_pixmap(face, cell, piece.turns, theme, edges=False, letters=True)
                pen.drawPixmap(QPointF(column * cell, row * cell), picture)
                walls |= {Side(column + x, row + y, way) for x, y, way in face.turned(piece.turns).edges()}
            paint_walls(pen, walls - {self._side(door) for door in self.layout.doors}, cell, QPointF(), theme)
        return whole

    def _corner(self, piece: Piece) -> tuple[int, int]:
        origin = self.canvas.geometry.origin
        return piece.at[0] - origin[0], piece.at[1] - origin[1]

    def _side(self, door: DoorOn) -> Side:
        origin = self.canvas.geometry.origin
        return side_of((door.at[0] - origin[0], door.at[1] - origin[1]), door.side)

    def _box(self, piece: Piece) -> QRectF:
        face = TileFace.of(self.tiles[piece.tile]).turned(piece.turns)
        column, row = self._corner(piece)
        cell = self.pixels
        return QRectF(column * cell, row * cell, face.columns * cell, face.rows * cell)

    def _name(self, pen: QPainter, piece: Piece, theme: Theme) -> None:
        """What a tile is called, on a slip in its south-west corner."""
        font = fonts.font("strong")
        font.setPixelSize(max(8, round(self.pixels * 0.24)))
        high = self.pixels * 0.32
        box = self._box(piece)
        wide = high * (0.55 + 0.62 * len(piece.name))
        slip = QRectF(box.left() + self.pixels * 0.1, box.bottom() - high - self.pixels * 0.1, wide, high)
        ink.fill(pen, ink.rough_rect(slip, piece.name, 0.4, 16), theme.color("surface", 0.86))
        ink.write(pen, slip, piece.name, font, theme.color("ink"), Qt.AlignmentFlag.AlignCenter)

    def _stain(self, pen: QPainter, name: str, theme: Theme, *, red: bool) -> None:
        """A tile inked: darkened, its rim run over by the brush, the token's sign large upon it."""
        piece = next((one for one in self.layout.pieces if one.name == name), None)
        if piece is None:
            return
        box, cell = self._box(piece), self.pixels
        shade = theme.color("vermilion_deep" if red else "stone_black")
        pen.save()
        pen.setClipRect(box)
        wash = theme.color("stone_black", 0.42 if theme.dark else 0.26)
        pen.fillRect(box, wash)
        rim = QPainterPath()
        rim.addRect(box.adjusted(cell * 0.09, cell * 0.09, -cell * 0.09, -cell * 0.09))
        ink.fill(pen, ink.brush_stroke(rim, cell * 0.2, f"stain{name}", rough=0.3), shade)
        if theme.dark and not red:
            ink.outline(pen, rim, theme.color("mask_rim", 0.5), max(1.0, cell * 0.03))
        side = min(box.width(), box.height()) * 0.5
        place = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
        shade.setAlphaF(0.5 if red else 0.42)
        paint_mark(pen, place, "corruption", shade)
        pen.restore()

    def _door(self, pen: QPainter, door: DoorOn, theme: Theme) -> None:
        side, cell = self._side(door), float(self.pixels)
        paint_door(pen, side, cell, door.state, QPointF(), theme)
        if door.state != "reinforced" or door.test is None:
            return
        start, end = line_of(side, cell)
        high = cell * 0.42
        slip = QRectF(0, 0, high * 1.7, high)
        slip.moveCenter((start + end) / 2)
        ink.fill(pen, ink.rough_rect(slip, "door", 0.4, 14), theme.color("vermilion"))
        sign = QRectF(slip.left() + high * 0.12, slip.top() + high * 0.12, high * 0.76, high * 0.76)
        colour = theme.color("on_vermilion")
        EMBLEMS.paint(pen, sign, door.test.characteristic, colour)
        font = fonts.font("strong")
        font.setPixelSize(max(8, round(high * 0.78)))
        room = QRectF(sign.right(), slip.top(), slip.right() - sign.right(), high)
        number = str(max(0, door.test.difficulty - door.minus))
        ink.write(pen, room, number, font, colour, Qt.AlignmentFlag.AlignCenter)
