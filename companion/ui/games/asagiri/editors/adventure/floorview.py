"""The floors of an adventure from above, to look at: at once by quick pictures, then by the board's own painter."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri.adventure.play import board_of_record
from companion.model.games.asagiri.state.board import Edge
from companion.ui.games.asagiri.board import scenery
from companion.ui.games.asagiri.board.figure_layer import DOOR_THICKNESS
from companion.ui.games.asagiri.board.floor import FloorPicture
from companion.ui.games.asagiri.board.geometry import CELL, Geometry
from companion.ui.games.asagiri.board.ground import LEVELS
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.editors.forms.controls import FormContext
from companion.ui.games.asagiri.editors.forms.shapes import value_at
from companion.ui.kit.art import terrain
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import Translated, follow

from .laying import FloorLines, LaidTile, Square, floors_of, typed

QUIET_MS = 200
"""How long nothing changes before the fine picture is begun."""
LARGEST = 72
"""Pixels of a square at text scale 1."""


class FloorView(Translated, QWidget):
    """See the module. `room`: squares of free table around the floor."""

    def __init__(self, writing: FormContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.writing = writing
        self.floor = 0
        self.room = 1.0
        self.floors: list[list[LaidTile]] = []
        self.lines = FloorLines(frozenset(), frozenset(), frozenset())
        self._drawn: object = None
        self._view = QRectF(-1, -1, 10, 10)
        self._fine: FloorPicture | None = None
        self._ready: FloorPicture | None = None
        self._scaled: tuple[object, QPixmap] = (None, QPixmap())
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.timeout.connect(self._work)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        follow(self)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(560), fonts.px(560))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(300))

    def refresh(self) -> None:
        self.begin_fine()
        self.update()

    @property
    def record(self) -> Json:
        return self.writing.draft.record

    @property
    def laid(self) -> list[LaidTile]:
        return self.floors[self.floor] if self.floor < len(self.floors) else []

    def tile_record(self, id: str) -> Json | None:
        return self.writing.bench.find("tile", id)

    def reread(self) -> None:
        self.floors = floors_of(self.record, self.tile_record)
        self.floor = max(0, min(self.floor, len(self.floors) - 1))
        self.lines = FloorLines.read(self.record, self.floor, self.laid)
        drawn = (self.floors, self.lines, value_at(self.record, "/stairs"), self.floor)
        if drawn != self._drawn:
            self._drawn = drawn
            self.begin_fine()
        self.update()

    def show_floor(self, floor: int) -> None:
        if floor != self.floor and 0 <= floor < max(1, len(self.floors)):
            self.floor = floor
            self.reread()
            self.frame()

    def frame(self) -> None:
        """Look at the whole floor, and some table around it."""
        box = QRectF(0, 0, 8, 8)
        if self.laid:
            left, top = min(tile.at[0] for tile in self.laid), min(tile.at[1] for tile in self.laid)
            right = max(tile.at[0] + tile.size for tile in self.laid)
            bottom = max(tile.at[1] + tile.size for tile in self.laid)
            box = QRectF(left, top, right - left, bottom - top)
        self._view = box.adjusted(-self.room, -self.room, self.room, self.room)
        self._quiet.start(QUIET_MS)
        self.update()

    @property
    def middle(self) -> tuple[float, float]:
        """The place in the middle of what is seen."""
        return self._view.center().x(), self._view.center().y()

    def cell(self) -> float:
        """Pixels of a square."""
        share = min(self.width() / self._view.width(), self.height() / self._view.height())
        return max(4.0, min(float(fonts.px(LARGEST)), share))

    def pixel_of(self, x: float, y: float) -> QPointF:
        cell, (u, v) = self.cell(), self.middle
        return QPointF(self.width() / 2 + (x - u) * cell, self.height() / 2 + (y - v) * cell)

    def point_at(self, at: QPointF) -> tuple[float, float]:
        """The place of the floor under a pixel."""
        cell, (u, v) = self.cell(), self.middle
        return u + (at.x() - self.width() / 2) / cell, v + (at.y() - self.height() / 2) / cell

    def rect_of(self, square: Square) -> QRectF:
        return self.area(square, 1)

    def area(self, at: tuple[float, float], size: int) -> QRectF:
        side = self.cell() * size
        return QRectF(self.pixel_of(*at), QSizeF(side, side))

    def line_of(self, edge: Edge) -> tuple[QPointF, QPointF]:
        column, row = edge.column + 1, edge.row + 1
        start = (column, edge.row) if edge.side == "E" else (edge.column, row)
        return self.pixel_of(*start), self.pixel_of(column, row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.begin_fine()

    def begin_fine(self) -> None:
        """What was painted is old: begin anew when it has been quiet for a moment."""
        self._fine = self._ready = None
        self._quiet.start(QUIET_MS)

    def _work(self) -> None:
        if not self.isVisible() or self._ready is not None:
            return
        if self._fine is None:
            self._fine = self._picture()
        if self._fine is None:
            return
        if self._fine.work():
            self._quiet.start(5)
            return
        self._ready = self._fine
        self.update()

    def _picture(self) -> FloorPicture | None:
        """The floor as the game lays it; None while it cannot be laid: the quick pictures show that."""
        record = typed(self.record)
        if record is None:
            return None
        try:
            board = board_of_record(record, self.writing.bench.content)
        except InvalidInput:
            return None
        look = scenery.of_floors(
            [[(tile.tile, tile.turns, tile.at) for tile in floor if tile.tile is not None] for floor in self.floors]
        )
        device = self.cell() * self.devicePixelRatioF()
        level = next((level for level in LEVELS if level >= device), LEVELS[-1])
        return FloorPicture(Geometry(board, self.floor), look, palette.current(), level)

    def paint_floor(self, pen: QPainter, without: Collection[int] = ()) -> None:
        """Paint the floor; `without` tiles that are in somebody's hand."""
        fine = self._ready
        if fine is None or without:
            for n, tile in enumerate(self.laid):
                if n not in without:
                    self.paint_tile(pen, tile, tile.at)
            return
        page = fine.geometry.page
        share = self.cell() / CELL
        target = QRectF(self.pixel_of(page.left() / CELL, page.top() / CELL), page.size() * share)
        shown = self._at_size(fine, target.size())
        pen.drawPixmap(target, shown, QRectF(shown.rect()))
        for edge in sorted(fine.geometry.board.floors[self.floor].doors):
            self.paint_door(pen, edge)

    def _at_size(self, fine: FloorPicture, size: QSizeF) -> QPixmap:
        dots = (size * self.devicePixelRatioF()).toSize().expandedTo(QSize(1, 1))
        key = (fine.pixmap.cacheKey(), dots.toTuple())
        if self._scaled[0] != key:
            mode = Qt.TransformationMode.SmoothTransformation
            self._scaled = (key, fine.pixmap.scaled(dots, Qt.AspectRatioMode.IgnoreAspectRatio, mode))
        return self._scaled[1]

    def paint_tile(self, pen: QPainter, tile: LaidTile, at: tuple[float, float]) -> None:
        """Paint one tile at a place; of one that no pack holds, its id."""
        theme, where = palette.current(), self.area(at, tile.size)
        if tile.tile is None:
            pen.setPen(QPen(theme.color("shaken"), 2, Qt.PenStyle.DashLine))
            pen.setBrush(theme.color("surface", 0.7))
            pen.drawRect(where)
            pen.setFont(fonts.font("small"))
            pen.drawText(where, Qt.AlignmentFlag.AlignCenter, tile.id)
            return
        picture = tile_picture(tile.tile, tile.turns, where.width(), dpr=self.devicePixelRatioF())
        pen.drawPixmap(where, picture, QRectF(picture.rect()))

    def paint_door(self, pen: QPainter, edge: Edge) -> None:
        start, end = self.line_of(edge)
        terrain.paint_door(pen, start, end, DOOR_THICKNESS * self.cell() / CELL, palette.current())

    def paint_wall(self, pen: QPainter, edge: Edge) -> None:
        start, end = self.line_of(edge)
        terrain.paint_wall(pen, start, end, 15 * self.cell() / CELL, palette.current())
