"""The map of an adventure: its floors from above, with zones, figures and things, and a hand that works on them.

What is laid is seen at once by quick pictures, then by the board's own painter. The map changes the record by its
`FormContext` alone; what a press means is the business of its `hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure.play import board_of_record
from companion.model.games.asagiri.state.board import DIRECTIONS
from companion.model.games.asagiri.state.formatting import place_words
from companion.ui.games.asagiri.board import pictures
from companion.ui.games.asagiri.board.floor import FloorPicture
from companion.ui.games.asagiri.board.geometry import Geometry
from companion.ui.games.asagiri.editors.floor_canvas import (
    FloorCanvas,
    Mark,
    band_of,
    marks_of,
    paint_mark,
    paint_zone,
    zones_of,
)
from companion.ui.kit import keys
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import Sized
from companion.ui.workshop import name_of
from companion.ui.workshop.form_controls import FormContext
from companion.ui.workshop.form_shapes import value_at
from companion.ui.workshop.grid_canvas import ARROWS, Square
from companion.ui.workshop.strokes import Point, place_of

from .adventure_laying import FloorLines, TileOnFloor, floors_of, typed

QUIET_MS = 200
"""How long nothing changes before the fine picture is begun."""
LARGEST = 72
"""Pixels of a square at text scale 1."""

Tool: TypeAlias = Literal["look", "tile", "paint", "spot", "wall", "door", "stairs"]


class MapHand:
    """An empty hand. `square`: the square meant at a press; `room`: free table that it needs around the floor."""

    room = 1.0
    crossed = False
    """Whether the pointer is a cross."""
    mark: Mark | None = None
    """What is carried from square to square."""

    def __init__(self, map: FloorMap) -> None:
        self.map = map

    def press(self, point: Point, square: Square, *, left: bool) -> None:
        """A button went down."""

    def enter(self, square: Square) -> None:
        self.press((square[0] + 0.5, square[1] + 0.5), square, left=True)
        self.release()

    def take(self, id: str) -> None:
        """A new tile is to be held."""

    def move(self, point: Point) -> None:
        """The pointer is here, with or without a button."""

    def release(self) -> None:
        """The button went up."""

    def turn(self, by: int) -> bool:
        """Turn what is held or selected by quarter-turns; whether there was anything."""
        return False

    def arrow(self, dx: int, dy: int, *, far: bool) -> bool:
        """An arrow key; whether the hand takes it."""
        return False

    def delete(self) -> bool:
        """Take away what is selected; whether there was anything."""
        return False

    def escape(self) -> bool:
        """Let go of everything; whether there was anything."""
        return False

    def lifted(self) -> tuple[int, ...]:
        return ()

    def holds(self) -> bool:
        """Whether there is something in it that can be turned."""
        return False

    def paint(self, pen: QPainter) -> None:
        """Paint what is held or meant."""

    def _change(self, record: Json, deed: Message, merge: str = "") -> None:
        self.map.writing.draft.change(record, self.map.writing.say(deed), merge)


Hands: TypeAlias = Mapping[Tool, Callable[["FloorMap"], MapHand]]
"""What makes the hand of each tool."""


class FloorMap(Sized, FloorCanvas):
    """See the module. `room`: squares of free table around the floor.

    `selected` carries the pointer of what was pressed; `ended`: a square that somebody asked for is found, or given
    up; `floor_shown` the number of a floor.
    """

    preferred, least = (560, 560), (300, 300)

    selected = Signal(str)
    ended = Signal()
    floor_shown = Signal(int)

    def __init__(self, writing: FormContext, hands: Hands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.writing = writing
        self.floor = 0
        self.room = 1.0
        self.floors: list[list[TileOnFloor]] = []
        self.lines = FloorLines(frozenset(), frozenset(), frozenset())
        self._drawn: object = None
        self._view = QRectF(-1, -1, 10, 10)
        self._fine: FloorPicture | None = None
        self._ready: FloorPicture | None = None
        self._hands = hands
        self.tool: Tool = "look"
        self.hand = hands["look"](self)
        self.pointer = ""
        """What is selected; for `paint` and `spot`: what is written."""
        self.marks: list[Mark] = []
        self.quiet.timeout.connect(self._work)
        writing.draft.changed.connect(self.reread)
        self.retranslate()
        self.reread()
        self.frame()

    def retranslate(self) -> None:
        self.setAccessibleName(self.writing.say(say("Map")))
        self.update()

    def reread(self) -> None:
        """The record has changed."""
        before = self.floor
        self.floors = floors_of(self.record, self.tile_record)
        self.floor = max(0, min(self.floor, len(self.floors) - 1))
        self.lines = FloorLines.read(self.record, self.floor, self.laid)
        self.marks = marks_of(self.record)
        drawn = (self.floors, self.lines, value_at(self.record, "/stairs"), self.floor)
        if drawn != self._drawn:
            self._drawn = drawn
            self.begin_fine()
        if self.floor != before:
            self.frame()
            self.floor_shown.emit(self.floor)
        self.update()

    def show_floor(self, floor: int) -> None:
        if floor != self.floor and 0 <= floor < max(1, len(self.floors)):
            self.floor, self.at = floor, None
            self.reread()
            self.frame()
            self.floor_shown.emit(self.floor)

    def refresh(self) -> None:
        self.begin_fine()
        self.update()

    @property
    def record(self) -> Json:
        return self.writing.draft.record

    @property
    def laid(self) -> list[TileOnFloor]:
        return self.floors[self.floor] if self.floor < len(self.floors) else []

    def tile_record(self, id: str) -> Json | None:
        return self.writing.bench.find("tile", id)

    def frame(self) -> None:
        """Look at the whole floor, and some table around it."""
        box = QRectF(0, 0, 8, 8)
        if self.laid:
            left, top = min(tile.at[0] for tile in self.laid), min(tile.at[1] for tile in self.laid)
            right = max(tile.at[0] + tile.size for tile in self.laid)
            bottom = max(tile.at[1] + tile.size for tile in self.laid)
            box = QRectF(left, top, right - left, bottom - top)
        self._view = box.adjusted(-self.room, -self.room, self.room, self.room)
        self.quiet.start(QUIET_MS)
        self.update()

    @property
    def middle(self) -> Point:
        """The place in the middle of what is seen."""
        return self._view.center().x(), self._view.center().y()

    def cell(self) -> float:
        """Pixels of a square."""
        share = min(self.width() / self._view.width(), self.height() / self._view.height())
        return max(4.0, min(float(fonts.px(LARGEST)), share))

    def pixel_of(self, point: Point) -> QPointF:
        (x, y), cell, (u, v) = point, self.cell(), self.middle
        return QPointF(self.width() / 2 + (x - u) * cell, self.height() / 2 + (y - v) * cell)

    def point_at(self, at: QPointF) -> Point:
        """The place of the floor under a pixel."""
        cell, (u, v) = self.cell(), self.middle
        return u + (at.x() - self.width() / 2) / cell, v + (at.y() - self.height() / 2) / cell

    def area(self, at: Point, size: int) -> QRectF:
        side = self.cell() * size
        return QRectF(self.pixel_of(at), QSizeF(side, side))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.begin_fine()

    def begin_fine(self) -> None:
        """What was painted is old: begin anew when it has been quiet for a moment."""
        self._fine = self._ready = None
        self.quiet.start(QUIET_MS)

    def _work(self) -> None:
        if not self.isVisible() or self._ready is not None:
            return
        if self._fine is None:
            self._fine = self._picture()
        if self._fine is None:
            return
        if self._fine.work():
            self.quiet.start(5)
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
        look = pictures.scenery_of_floors(
            [[(tile.tile, tile.turns, tile.at) for tile in floor if tile.tile is not None] for floor in self.floors]
        )
        return FloorPicture(Geometry(board, self.floor), look, palette.current(), self.level())

    def paint_floor(self, pen: QPainter, without: Collection[int] = ()) -> None:
        """Paint the floor; `without` tiles that are in somebody's hand."""
        fine = self._ready
        if fine is None or without:
            for n, tile in enumerate(self.laid):
                if n not in without:
                    self.paint_tile(pen, tile, tile.at)
            return
        page = fine.geometry.page
        self.paint_picture(pen, fine, self.pixel_of((page.left() / CELL, page.top() / CELL)))
        for edge in sorted(fine.geometry.board.floors[self.floor].doors):
            self.paint_door(pen, edge)

    def paint_tile(self, pen: QPainter, tile: TileOnFloor, at: Point) -> None:
        """Paint one tile at a place; of one that no pack holds, its id."""
        theme, where = palette.current(), self.area(at, tile.size)
        if tile.tile is None:
            pen.setPen(QPen(theme.color("shaken"), 2, Qt.PenStyle.DashLine))
            pen.setBrush(theme.color("surface", 0.7))
            pen.drawRect(where)
            pen.setFont(fonts.font("small"))
            pen.drawText(where, Qt.AlignmentFlag.AlignCenter, tile.id)
            return
        picture = pictures.tile_picture(tile.tile, tile.turns, where.width(), dpr=self.devicePixelRatioF())
        pen.drawPixmap(where, picture, QRectF(picture.rect()))

    def use(self, tool: Tool, pointer: str | None = None) -> MapHand:
        """Hold another tool; `pointer`: what is selected, or written with it."""
        self.tool, self.hand = tool, self._hands[tool](self)
        if pointer is not None:
            self.pointer = pointer
        if self.hand.room != self.room:
            self.room = self.hand.room
            self.frame()
        self.setCursor(Qt.CursorShape.CrossCursor if self.hand.crossed else Qt.CursorShape.ArrowCursor)
        self.update()
        return self.hand

    def take_tile(self, id: str) -> None:
        (self.hand if self.tool == "tile" else self.use("tile")).take(id)

    def carry_to(self, event: QMouseEvent) -> None:
        """Somebody drags a new tile from outside: the pointer is here."""
        self.over = self.point_at(self.mapFromGlobal(event.globalPosition()))
        self.hand.move(self.over)
        self.update()

    def done(self, pointer: str) -> None:
        """The square that was asked for is found, or given up."""
        self.use("look", pointer)
        self.ended.emit()

    def select(self, pointer: str) -> None:
        self.pointer = pointer
        self.selected.emit(pointer)
        self.update()

    def show_pointer(self, pointer: str) -> None:
        """Select a part of the record, and show the floor it is on; nothing is emitted."""
        self.pointer = pointer
        found = next((mark for mark in self.marks if pointer.startswith(mark.pointer)), None)
        if found is not None:
            self.show_floor(found.at[2])
        for n, _, squares in zones_of(self.record):
            if pointer == f"/zones/{n}" and squares and all(place[2] != self.floor for place in squares):
                self.show_floor(squares[0][2])
        self.update()

    def mark_at(self, square: Square) -> Mark | None:
        """What stands on a square; the one selected before others."""
        here = [mark for mark in self.marks if mark.at == (*square, self.floor)]
        chosen = [mark for mark in here if mark.pointer == self.pointer]
        return next(iter(chosen or here[::-1]), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            point = self.over = self.point_at(event.position())
            self.at = None
            self.hand.press(point, place_of(point), left=event.button() == Qt.MouseButton.LeftButton)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.over = self.point_at(event.position())
        self.hand.move(self.over)
        self.tell()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.over = self.point_at(event.position())
        self.hand.move(self.over)  # a quick hand is told of its last steps only here
        self.hand.release()
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y()
        if steps and self.hand.holds():
            self.hand.turn(1 if steps < 0 else 3)
            self.update()
        else:
            event.ignore()

    def tell(self) -> None:
        square = self.at if self.at is not None else place_of(self.over) if self.over is not None else None
        if square is None or square not in self.lines.squares:
            self.hovered.emit("")
            return
        parts = [place_words(*square)]
        parts += [self.zone_name(n) for n, _, squares in zones_of(self.record) if (*square, self.floor) in squares]
        mark = self.mark_at(square)
        if mark is not None:
            parts.append(self.mark_name(mark))
        self.hovered.emit("\u00a0· ".join(part for part in parts if part))

    def zone_name(self, n: int) -> str:
        return self.writing.say(Name.of(name_of(value_at(self.record, f"/zones/{n}")) or ""))

    def mark_name(self, mark: Mark) -> str:
        data = self.writing.bench.find("character", mark.card) if mark.card else value_at(self.record, mark.pointer)
        return self.writing.say(Name.of(name_of(data) or mark.label))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        back = bool(held & Qt.KeyboardModifier.ShiftModifier)
        taken, turn = True, keys.meant("adventure", event)
        if turn is not None:
            taken = self.hand.turn(1 if turn == "adventure.turn_right" else 3)
        elif held & ~Qt.KeyboardModifier.ShiftModifier:
            taken = False
        elif key in ARROWS:
            dx, dy = DIRECTIONS[2 * ARROWS[key]]
            if not self.hand.arrow(dx, dy, far=back):
                self._step(dx, dy)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            taken = self.hand.delete()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.at is not None:
            self.hand.enter(self.at)
        elif key == Qt.Key.Key_Escape:
            taken = self.hand.escape()
        else:
            taken = False
        if taken:
            self.update()
        else:
            super().keyPressEvent(event)

    def _step(self, dx: int, dy: int) -> None:
        if self.at is None:
            self.at = min((tile.at for tile in self.laid), default=(0, 0))
        elif any(tile.covers(self.at[0] + dx, self.at[1] + dy) for tile in self.laid):
            self.at = (self.at[0] + dx, self.at[1] + dy)
        self.over = None
        self.tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            self.paint_floor(pen, self.hand.lifted())
            self._paint_zones(pen)
            for mark in self.marks:
                if mark.at[2] == self.floor and mark is not self.hand.mark:
                    self.paint_one(pen, mark, mark.at[:2])
            self.hand.paint(pen)
            if self.at is not None and self.hasFocus():
                self.paint_frame(pen, self.at)

    def paint_meant(self, pen: QPainter) -> None:
        """The square under the pointer."""
        if self.over is not None and place_of(self.over) in self.lines.squares:
            self.paint_frame(pen, place_of(self.over))

    def _paint_zones(self, pen: QPainter) -> None:
        for n, _, squares in zones_of(self.record):
            rects = [self.rect_of(place[:2]) for place in squares if place[2] == self.floor]
            chosen, band = self.pointer.startswith(f"/zones/{n}"), band_of(self.record, n)
            paint_zone(pen, rects, n, self.zone_name(n), strong=chosen, band=band)
        if self.tool == "paint" and not self.pointer.startswith("/zones/"):
            written = value_at(self.record, self.pointer, [])
            rects = [self.rect_of((place[0], place[1])) for place in written if place[2] == self.floor]
            paint_zone(pen, rects, 3, "", strong=True)

    def paint_one(self, pen: QPainter, mark: Mark, square: Square) -> None:
        card = self.writing.bench.find("character", mark.card) if mark.card else None
        silhouette = str(card.get("silhouette", "")) if isinstance(card, dict) else ""
        chosen = bool(self.pointer) and mark.pointer == self.pointer
        paint_mark(pen, mark, self.rect_of(square), silhouette, self.devicePixelRatioF(), chosen=chosen)
