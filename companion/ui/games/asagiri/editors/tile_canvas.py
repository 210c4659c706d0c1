"""The tile as it will lie on the table, to be painted on: by mouse and by keys.

Drawn by the board's own painter. The canvas changes nothing itself: a stroke shows its sketch while it lasts and
offers it with `drawn` when the button goes up.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import DIRECTIONS, Board
from companion.model.games.asagiri.state.formatting import place_words
from companion.model.grid import Edge
from companion.ui.games.asagiri.board import pictures
from companion.ui.games.asagiri.board.floor import FloorPicture
from companion.ui.games.asagiri.board.geometry import Geometry
from companion.ui.games.asagiri.editors.floor_canvas import FloorCanvas
from companion.ui.kit import keys
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Sized
from companion.ui.workshop.grid_canvas import ARROWS, StrokeCanvas
from companion.ui.workshop.strokes import Place, Point, Stroke, place_of

from .tile_sketch import Barrier, EdgeRun, Sketch, around, edge_near, eraser
from .tile_tools import TileTools, square_words

MARGIN = 30
"""Pixels at text scale 1 around the tile, for letters and numbers."""
SETTLE_MS = 140


class TileCanvas(Sized, FloorCanvas, StrokeCanvas):
    """See the module. `drawn` carries a `Sketch` and a `Message` saying what was done."""

    preferred, least = (620, 620), (320, 320)

    drawn = Signal(object, object)

    def __init__(self, hand: TileTools, parent: QWidget | None = None) -> None:
        """An empty floor; `hand`: the tool held."""
        super().__init__(parent)
        says(self, name=say("Tile"))
        self.hand = hand
        self.sketch = Sketch(("........",) * 8)
        self.id = ""
        self.turn = 0
        self.marks: Collection[Place] = ()
        """Squares that something is said about."""
        self.flagged: Place | Edge | None = None
        """What a finding points at."""
        self._shown = self.sketch
        self._picture: FloorPicture | None = None
        self.quiet.timeout.connect(self._repaint_floor)
        hand.changed.connect(self._hand_changed)
        self.retranslate()

    def show_sketch(self, sketch: Sketch, id: str) -> None:
        """Show a tile; `id` chooses its ground where nothing else does."""
        if (sketch, id) == (self.sketch, self.id):
            return
        self.sketch, self.id = sketch, id
        if self.at is not None and not sketch.has(self.at):
            self.at = (min(self.at[0], sketch.size - 1), min(self.at[1], sketch.size - 1))
        if self.stroke is None:
            self._show(sketch)
        self.retranslate()

    def _show(self, sketch: Sketch) -> None:
        self._shown = sketch
        self._repaint_floor()

    def turn_view(self, by: int) -> None:
        """Look at it from another side; the tile stays as it is written."""
        self.turn = (self.turn + by) % 4
        self._repaint_floor()

    def mark(self, places: Collection[Place]) -> None:
        self.marks = places
        self.update()

    def flag(self, what: Place | Edge | None) -> None:
        self.flagged = what
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self._repaint_floor()

    def retranslate(self) -> None:
        at = self.at
        self.setAccessibleDescription(square_words(self.sketch, at) if at is not None else "")

    def _geometry(self) -> Geometry:
        return Geometry(Board((self._shown.plan,)), 0, self.turn)

    def cell(self) -> int:
        """Pixels of a square."""
        room = min(self.width(), self.height()) - 2 * fonts.px(MARGIN)
        return max(8, room // self._shown.size)

    def area(self) -> QRectF:
        side = self.cell() * self._shown.size
        return QRectF((self.width() - side) // 2, (self.height() - side) // 2, side, side)

    def point_at(self, at: QPointF) -> Point:
        """The place under a pixel, in squares from the tile's north-west corner."""
        area, cell = self.area(), self.cell()
        x, y, size = (at.x() - area.left()) / cell, (at.y() - area.top()) / cell, self._shown.size
        return ((x, y), (y, size - x), (size - x, size - y), (size - y, x))[self.turn]

    def pixel_of(self, point: Point) -> QPointF:
        area, cell, size = self.area(), self.cell(), self._shown.size
        x, y = point
        x, y = ((x, y), (size - y, x), (size - x, size - y), (y, size - x))[self.turn]
        return QPointF(area.left() + x * cell, area.top() + y * cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.flagged = None
        super().mousePressEvent(event)

    def stroke_for(self, button: Qt.MouseButton) -> Stroke[Sketch] | None:
        if button == Qt.MouseButton.LeftButton:
            return self.hand.stroke(self.sketch)
        return eraser(self.sketch, edges=self.hand.on_edges) if button == Qt.MouseButton.RightButton else None

    def show_stroke(self, sketch: Sketch) -> None:
        self._show(sketch)

    def finish_stroke(self, stroke: Stroke[Sketch]) -> None:
        self._finish(stroke.sketch, self._deed(stroke))

    def cancel_stroke(self) -> None:
        self._show(self.sketch)

    def _deed(self, stroke: Stroke[Sketch]) -> Message:
        if isinstance(stroke, EdgeRun):
            if stroke.erases:
                return say("Remove walls") if self.hand.tool != "door" else say("Remove doors")
            return say("Draw a door") if self.hand.tool == "door" else say("Draw a wall")
        return say("Clear squares") if self.button == Qt.MouseButton.RightButton else say("Paint the floor")

    def _finish(self, sketch: Sketch, deed: Message) -> None:
        if sketch != self.sketch:
            self.sketch = sketch
            self._show(sketch)
            self.drawn.emit(sketch, deed)
        elif self._shown != sketch:
            self._show(sketch)
        self.update()
        self.retranslate()
        self.tell()

    def tell(self) -> None:
        at = place_of(self.over) if self.over is not None else None
        if at is None or not self._shown.has(at):
            at = self.at
        self.hovered.emit(square_words(self._shown, at) if at is not None else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_Escape and self.stroke is not None:
            self.cancel()
        elif key in ARROWS:
            self._arrow(ARROWS[key], held)
        elif held:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._paint_cursor(self.hand.letter, self.hand.look)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._paint_cursor(".", None)
        elif not self.hand.press(deed := keys.meant("tile", event)):
            super().keyPressEvent(event)
        elif self.hand.tool not in ("wall", "door") and self.at is not None and self.hand.named(deed):
            self._paint_cursor(self.hand.letter, self.hand.look)

    def _arrow(self, direction: int, held: Qt.KeyboardModifier) -> None:
        facing = (direction - self.turn) % 4
        if self.at is None:
            self._go((0, 0) if self.over is None or not self._shown.has(place_of(self.over)) else place_of(self.over))
            if not held:
                return
        assert self.at is not None
        if held in (Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier):
            barrier: Barrier = "wall" if held == Qt.KeyboardModifier.ShiftModifier else "door"
            self._toggle(around(self.at)[facing][1], barrier)
            return
        dx, dy = DIRECTIONS[2 * facing]
        there = (self.at[0] + dx, self.at[1] + dy)
        if self.sketch.has(there):
            self._go(there)

    def _go(self, place: Place) -> None:
        self.at, self.over, self.flagged = place, None, None
        self.tell()
        self.retranslate()
        self.update()

    def _toggle(self, edge: Edge, barrier: Barrier) -> None:
        if self.sketch.barrier(edge) == barrier:
            deed = say("Remove walls") if barrier == "wall" else say("Remove doors")
            self._finish(self.sketch.with_barriers([edge], None), deed)
        else:
            deed = say("Draw a wall") if barrier == "wall" else say("Draw a door")
            self._finish(self.sketch.with_barriers([edge], barrier), deed)
        self.tell()

    def _paint_cursor(self, letter: str, look: str | None) -> None:
        if self.at is None:
            self._go((0, 0))
            return
        self._finish(self.sketch.painted([self.at], letter, look), say("Paint the floor"))
        self.tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.quiet.start(SETTLE_MS)

    def _hand_changed(self) -> None:
        self.tell()
        self.update()

    def _repaint_floor(self) -> None:
        if self.width() < 2 * fonts.px(MARGIN):
            return
        geometry = self._geometry()
        look = pictures.scenery_of_tiles([(self._shown.tile(self.id), 0)])
        self._picture = FloorPicture(geometry, look, palette.current(), self.level(), framed=False)
        self._picture.finish()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            self._paint_gaps(pen)
            if self._picture is not None:
                page, share = self._picture.geometry.page, self.cell() / CELL
                corner = self.area().topLeft() + QPointF(page.left(), page.top()) * share
                self.paint_picture(pen, self._picture, corner)
            for edge in sorted(self._shown.doors):
                self.paint_door(pen, edge)
            self._paint_letters(pen)
            self._paint_marks(pen)
            self._paint_flag(pen)
            self._paint_hand(pen)

    def _paint_gaps(self, pen: QPainter) -> None:
        """Where no square is, the paper below with a dotted square."""
        theme = palette.current()
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("faded", 0.55), 1, Qt.PenStyle.DotLine))
        for y, row in enumerate(self._shown.rows):
            for x, letter in enumerate(row):
                if letter == " ":
                    pen.drawRect(self.rect_of((x, y)).adjusted(3, 3, -3, -3))

    def _paint_letters(self, pen: QPainter) -> None:
        """Letters of the columns and numbers of the rows, as on the board; those of the square meant are stronger."""
        theme, area, size = palette.current(), self.area(), self._shown.size
        at = self.at if self.at is not None else place_of(self.over) if self.over is not None else None
        font = fonts.font("small")
        strong = fonts.font("small")
        strong.setWeight(strong.Weight.Bold)
        high = QFontMetricsF(font).capHeight()
        gap = fonts.px(14)
        for n in range(size):
            for words, middle, meant in (
                (place_words(n, 0)[:-1], (n + 0.5, 0.5), at is not None and at[0] == n and self._shown.has(at)),
                (str(n + 1), (0.5, n + 0.5), at is not None and at[1] == n and self._shown.has(at)),
            ):
                pen.setFont(strong if meant else font)
                pen.setPen(theme.color("ink" if meant else "faded"))
                wide = QFontMetricsF(pen.font()).horizontalAdvance(words)
                place = self.pixel_of(middle)
                column = middle[1] == 0.5 and not words.isdigit()
                if column == (self.turn % 2 == 0):
                    pen.drawText(QPointF(place.x() - wide / 2, area.top() - gap + high / 2), words)
                else:
                    pen.drawText(QPointF(area.left() - gap - wide / 2, place.y() + high / 2), words)

    def _paint_marks(self, pen: QPainter) -> None:
        if not self.marks or self.stroke is not None:
            return
        theme, step = palette.current(), max(6.0, self.cell() / 7)
        area = QPainterPath()
        for place in self.marks:
            if self._shown.has(place):
                area.addRect(self.rect_of(place))
        pen.save()
        pen.setClipPath(area)
        pen.setPen(QPen(theme.color("vermilion", 0.5), 1.4))
        box = area.boundingRect()
        x = box.left() - box.height()
        while x < box.right():
            pen.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
            x += step
        pen.restore()

    def _paint_flag(self, pen: QPainter) -> None:
        theme, flagged = palette.current(), self.flagged
        if flagged is None:
            return
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("vermilion"), fonts.px(3)))
        if isinstance(flagged, Edge):
            start, end = self.line_of(flagged)
            pen.drawEllipse((start + end) / 2, self.cell() * 0.42, self.cell() * 0.42)
        else:
            pen.drawPath(ink.rough_rect(self.rect_of(flagged).adjusted(-3, -3, 3, 3), "flag", 0.8, 40))

    def _paint_hand(self, pen: QPainter) -> None:
        theme = palette.current()
        pen.setBrush(Qt.BrushStyle.NoBrush)
        if self.at is not None and self.hasFocus():
            pen.setPen(QPen(theme.color("on_vermilion"), fonts.px(4)))
            box = self.rect_of(self.at).adjusted(1, 1, -1, -1)
            pen.drawRect(box)
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(2.4)))
            pen.drawRect(box)
            return
        if self.over is None:
            return
        marked = self.stroke.marked if self.stroke is not None else frozenset()
        at = place_of(self.over)
        if self.hand.on_edges:
            self._paint_edge(pen, self.over)
        elif marked:
            box = QRectF()
            for place in marked:
                box = box.united(self.rect_of(place))
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(2)))
            pen.drawRect(box)
        elif self._shown.has(at):
            pen.setPen(QPen(theme.color("vermilion", 0.9), fonts.px(2)))
            pen.drawRect(self.rect_of(at).adjusted(1, 1, -1, -1))

    def _paint_edge(self, pen: QPainter, over: Point) -> None:
        """The side that a press would mean: what would come, or that what stands there would go."""
        if self.stroke is not None:
            return
        edge = edge_near(over)
        barrier: Barrier = "door" if self.hand.tool == "door" else "wall"
        if edge is None or not self._shown.takes(edge, barrier):
            return
        theme, (start, end) = palette.current(), self.line_of(edge)
        if self._shown.barrier(edge) == barrier:
            middle, arm = (start + end) / 2, fonts.px(7)
            pen.setBrush(Qt.BrushStyle.NoBrush)
            for shade, wide in ((theme.color("surface"), 6.0), (theme.color("ink"), 2.6)):
                pen.setPen(QPen(shade, fonts.px(wide), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                for lean in (1, -1):
                    pen.drawLine(middle - QPointF(arm, arm * lean), middle + QPointF(arm, arm * lean))
            return
        pen.setOpacity(0.55)
        (self.paint_door if barrier == "door" else self.paint_wall)(pen, edge)
        pen.setOpacity(1.0)
