"""The board of a scenario, to be laid out by mouse and by keys; `changed` offers the record as it would be."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.model.games.chronicles.box.records import Cell
from companion.ui.games.chronicles.board import tile_painter
from companion.ui.games.chronicles.board.tile_face import Side
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Sized
from companion.ui.workshop import PackContext, RecordSource, name_of
from companion.ui.workshop.grid_canvas import ARROWS, GridCanvas
from companion.ui.workshop.strokes import Point, place_of, side_near

from . import scenario_sketch as sketch
from .scenario_painter import MarkLook, paint_board, paint_mark, paint_tested
from .scenario_sketch import Laid, Mark, SiteKind
from .tile_tools import SPACES, side_at

Tool: TypeAlias = Literal["tile", "door", "start", "site", "figure"]
ROOM = 1
"""Cells of free table around the tiles."""
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class ScenarioMap(Sized, GridCanvas):
    """See the module. `changed`: a record, and a `Message` saying what was done."""

    preferred, least = (620, 560), (300, 260)

    changed = Signal(object, object)

    def __init__(self, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        says(self, name=say("Board of the scenario"))
        self._bench = bench
        self._look = self.look_of(bench)
        self.record: Json = {}
        self.pieces: list[Laid] = []
        self.tool: Tool = "tile"
        self.site: SiteKind = "host"
        self.sheet = ""
        """Whose figures are placed, and from how many heroes on."""
        self.heroes = 1
        self.flagged: Collection[Cell | Side] = ()
        self.chosen: int | None = None
        """The tile that was pressed last, by its place in the list."""
        self._held: tuple[Laid, Point] | None = None
        self._to: Cell | None = None
        """Where the tile held would lie."""

    def show_record(self, record: Json) -> None:
        """Show a scenario."""
        self.record = record
        self.pieces = sketch.pieces_of(record, lambda id: self._bench.find("chronicles_tile", id))
        self.retranslate()
        self.update()

    def use(self, tool: Tool) -> None:
        self.tool = tool
        self.update()

    def flag(self, what: Collection[Cell | Side]) -> None:
        self.flagged = what
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleDescription(self.words_of(self.at) if self.at is not None else "")

    # places ----------------------------------------------------------------------------------------------------------

    def _size(self) -> tuple[int, int]:
        wide, high = sketch.size_of(self.pieces)
        return wide + 2 * ROOM, high + 2 * ROOM

    def cell(self) -> int:
        wide, high = self._size()
        return int(max(6, min(self.width() / wide, self.height() / high, fonts.px(64))))

    def _corner(self) -> QPointF:
        """The pixel where the cell (0, 0) begins."""
        wide, high = self._size()
        cell = self.cell()
        return QPointF(
            (self.width() - wide * cell) // 2 + ROOM * cell, (self.height() - high * cell) // 2 + ROOM * cell
        )

    def point_at(self, at: QPointF) -> Point:
        found = (at - self._corner()) / self.cell()
        return found.x(), found.y()

    def pixel_of(self, point: Point) -> QPointF:
        return self._corner() + QPointF(*point) * self.cell()

    def mark_at(self, cell: Cell) -> Mark | None:
        """What stands there: what came last."""
        return next((mark for mark in reversed(list(sketch.marks_of(self.record))) if mark.at == cell), None)

    def words_of(self, cell: Cell) -> str:
        """A cell in words: tile, zone, space, what stands there."""
        piece = sketch.piece_at(self.pieces, cell)
        place = say("Cell ({column},{row})", column=cell[0], row=cell[1])
        if piece is None:
            return tr(say("{place}: no floor", place=place))
        zone = piece.zone(cell)
        if not zone:
            return tr(say("{place}: no floor", place=place))
        letter = piece.face.space((cell[0] - piece.at[0], cell[1] - piece.at[1]))
        parts = [tr(say("{place}: zone {zone}, {space}", place=place, zone=zone, space=SPACES[letter]))]
        for mark in sketch.marks_of(self.record):
            if mark.at == cell:
                parts.append(tr(self._called(mark)))
        return "\u00a0· ".join(parts)

    def _called(self, mark: Mark) -> Message:
        kind = "chronicles_sheet" if mark.kind == "figure" else "chronicles_host"
        names = name_of(self._bench.find(kind, mark.id)) if mark.id else {}
        if names:
            return say("{name}", name=Name.of(names))
        return say("{token} {number}", token=TOKENS.get(mark.kind, say("figure")), number=mark.order)

    @staticmethod
    def look_of(bench: RecordSource, tell: Callable[[Name], str] = tr) -> MarkLook:
        """What figures and hosts show of their records."""

        def look(mark: Mark) -> tuple[str, bool]:
            data = bench.find("chronicles_sheet" if mark.kind == "figure" else "chronicles_host", mark.id)
            names = name_of(data)
            word = tell(Name.of(names)) if names else mark.id.rpartition(":")[2] or "?"
            return word[:2], isinstance(data, dict) and data.get("group") == "guard"

        return look

    # by mouse --------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.at, self.flagged = None, ()
        point = self.over = self.point_at(event.position())
        if event.button() == Qt.MouseButton.RightButton:
            self.clear(place_of(point), point)
        elif event.button() == Qt.MouseButton.LeftButton:
            piece = sketch.piece_at(self.pieces, place_of(point))
            if self.tool == "tile":
                self.chosen = piece.n if piece is not None else None
                self._held = (piece, point) if piece is not None else None
                self._to = piece.at if piece is not None else None
            else:
                self.act(place_of(point), point)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.over = self.point_at(event.position())
        if self._held is not None:
            piece, start = self._held
            self._to = (piece.at[0] + round(self.over[0] - start[0]), piece.at[1] + round(self.over[1] - start[1]))
        self.tell()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, self._held = self._held, None
        if held is not None and self._to is not None and self._to != held[0].at:
            self._change(sketch.moved_piece(self.record, held[0], self._to, held[0].turns), say("Move a tile"))
        self._to = None
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.tool == "tile" and self.chosen is not None:
            self.turn(1 if event.angleDelta().y() < 0 else 3)
            event.accept()
        else:
            super().wheelEvent(event)

    def act(self, cell: Cell, point: Point | None = None) -> None:
        """What a click with the tool in hand does at a cell; `point`: exactly where, for doors."""
        zone = sketch.zone_at(self.pieces, cell)
        if self.tool == "door" and point is not None:
            found = side_near(point)
            if found is not None and sketch.joins(self.pieces, Side(*found)):
                self._change(sketch.with_door(self.record, Side(*found)), say("Doors"))
        elif not zone:
            return
        elif self.tool == "start":
            self._change(sketch.with_start(self.record, zone), say("Start zones"))
        elif self.tool == "site":
            mark = self.mark_at(cell)
            same = mark is not None and mark.pointer.startswith(f"/sites/{self.site}/")
            made = sketch.without(self.record, mark.pointer) if mark is not None and same else sketch.with_site(
                self.record, self.site, cell)  # fmt: skip
            self._change(made, say("Tokens on the board"))
        elif self.tool == "figure" and self.sheet:
            self._change(sketch.with_figure(self.record, self.sheet, cell, self.heroes), say("Figures on the board"))

    def clear(self, cell: Cell, point: Point | None = None) -> None:
        """Take away what lies at a cell: a token or figure, a door near the point, else the tile."""
        found = side_near(point) if point is not None and self.tool == "door" else None
        door = next((door for door in sketch.doors_of(self.record) if door.side == found), None)
        mark = self.mark_at(cell)
        piece = sketch.piece_at(self.pieces, cell)
        if door is not None:
            self._change(sketch.without(self.record, f"/doors/{door.n}"), say("Doors"))
        elif mark is not None:
            self._change(sketch.without(self.record, mark.pointer), say("Delete"))
        elif piece is not None and self.tool == "tile":
            self._change(sketch.without(self.record, f"/pieces/{piece.n}"), say("Delete"))

    def lay(self, tile: str) -> None:
        """Lay one tile more beside the others."""
        self._change(sketch.with_piece(self.record, tile, sketch.free_place(self.pieces)), say("Place a tile"))
        self.chosen = len(self.pieces) - 1
        self.update()

    def turn(self, turns: int) -> None:
        """Turn the tile that was chosen, or the one under the keys."""
        piece = next((piece for piece in self.pieces if piece.n == self.chosen), None)
        if self.at is not None:
            piece = sketch.piece_at(self.pieces, self.at)
        if piece is not None:
            made = sketch.moved_piece(self.record, piece, piece.at, (piece.turns + turns) % 4)
            self._change(made, say("Turn a tile"))

    def _change(self, record: Json, deed: Message) -> None:
        if record != self.record:
            self.changed.emit(record, deed)

    def tell(self) -> None:
        at = place_of(self.over) if self.over is not None else self.at
        self.hovered.emit(self.words_of(at) if at is not None else "")

    # by keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in ARROWS:
            self._arrow(ARROWS[key], held)
        elif key in (Qt.Key.Key_R, Qt.Key.Key_T) and not held:
            self.turn(1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.at is not None:
            self.act(self.at)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.at is not None:
            self.clear(self.at)
        else:
            super().keyPressEvent(event)

    def _arrow(self, direction: int, held: Qt.KeyboardModifier) -> None:
        if self.at is None:
            self._go((0, 0))
            return
        dx, dy = _STEPS[direction]
        piece = sketch.piece_at(self.pieces, self.at)
        if held == Qt.KeyboardModifier.ShiftModifier:
            side = side_at(self.at, direction)
            if sketch.joins(self.pieces, side):
                self._change(sketch.with_door(self.record, side), say("Doors"))
        elif held == Qt.KeyboardModifier.ControlModifier and piece is not None:
            before = piece.at
            self._change(sketch.moved_piece(self.record, piece, (before[0] + dx, before[1] + dy), piece.turns),
                         say("Move a tile"))  # fmt: skip
            after = next((one.at for one in self.pieces if one.n == piece.n), before)
            self._go((self.at[0] + after[0] - before[0], self.at[1] + after[1] - before[1]))
        else:
            self._go((self.at[0] + dx, self.at[1] + dy))

    def _go(self, cell: Cell) -> None:
        wide, high = sketch.size_of(self.pieces)
        self.at = (min(max(cell[0], 0), wide - 1), min(max(cell[1], 0), high - 1))
        self.over, self.flagged = None, ()
        self.tell()
        self.retranslate()
        self.update()

    # painting --------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, cell, dpr = palette.current(), self.cell(), self.devicePixelRatioF()
        with ink.painting(self) as pen:
            pen.save()
            pen.translate(self._corner())
            start = self.record.get("start", ()) if isinstance(self.record, dict) else ()
            paint_board(pen, self.pieces, sketch.doors_of(self.record), start, cell, theme, dpr)
            paint_tested(pen, sketch.tested_cells(self.record, self._bench.find), cell, theme)
            for mark in sketch.marks_of(self.record):
                box = QRectF(mark.at[0] * cell, mark.at[1] * cell, cell, cell)
                paint_mark(pen, mark, box, self._look, theme, dpr)
            pen.restore()
            self._paint_held(pen)
            self._paint_hand(pen)
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(3)))
            for what in self.flagged:
                if isinstance(what, Side):
                    start_, end = tile_painter.line_of(what, cell, self._corner())
                    pen.drawEllipse((start_ + end) / 2, cell * 0.5, cell * 0.5)
                else:
                    pen.drawPath(ink.rough_rect(self.rect_of(what).adjusted(-2, -2, 2, 2), f"flag{what}", 0.8, 40))

    def _paint_held(self, pen: QPainter) -> None:
        """The tile that was chosen, framed; while it is dragged, where it would lie."""
        theme = palette.current()
        piece = next((one for one in self.pieces if one.n == self.chosen), None)
        if piece is None or self.tool != "tile":
            return
        at = self._to if self._to is not None else piece.at
        frame = QRectF(self.pixel_of(at), self.pixel_of((at[0] + piece.face.columns, at[1] + piece.face.rows)))
        if at != piece.at:
            pen.setOpacity(0.6)
            picture = tile_painter.tile_pixmap(piece.face, self.cell(), dpr=self.devicePixelRatioF())
            pen.drawPixmap(frame, picture, QRectF(picture.rect()))
            pen.setOpacity(1.0)
        ink.outline(pen, ink.rough_rect(frame, "chosen", 0.7, 40), theme.color("vermilion"), fonts.px(2.4))

    def _paint_hand(self, pen: QPainter) -> None:
        if self.at is not None and self.hasFocus():
            self.paint_frame(pen, self.at)
        elif self.over is not None and self.tool == "door":
            found = side_near(self.over)
            if found is not None and sketch.joins(self.pieces, Side(*found)):
                pen.setOpacity(0.6)
                tile_painter.paint_door(pen, Side(*found), self.cell(), "open", self._corner())
                pen.setOpacity(1.0)
        elif self.over is not None and self.tool != "tile" and sketch.zone_at(self.pieces, place_of(self.over)):
            self.paint_frame(pen, place_of(self.over))


TOKENS: dict[str, Message] = {
    "host": say("host"), "scroll": say("scroll token"), "clue": say("clue"), "chest": say("chest token"),
    "follower": say("follower"),
}  # fmt: skip
