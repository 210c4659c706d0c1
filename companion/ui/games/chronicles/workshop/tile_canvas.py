"""The tile as it will lie on the table, to be drawn on by mouse and by keys; a photo of the printed one under it.

The canvas changes nothing itself: it offers what was drawn with `drawn`. Letters are typed as a text is: each paints
the cell of the keys and goes on to the next.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.chronicles.box.records import Cell
from companion.ui.games.chronicles.board import tile_painter
from companion.ui.games.chronicles.board.tile_face import VOID, Side, TileFace
from companion.ui.kit.picture_files import ENDINGS
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Sized
from companion.ui.workshop.grid_canvas import ARROWS, StrokeCanvas
from companion.ui.workshop.strokes import Point, Stroke, place_of, side_near

from .backdrop import Backdrop, paint_frame
from .tile_sketch import WallRun, blank, takes_wall, with_walls
from .tile_tools import TileHand, cell_words, deed_of, side_at

MARGIN = 26
"""Pixels at text scale 1 around the tile, for the numbers."""
NUDGE = 0.1
"""Cells that a key moves the photo."""
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class TileCanvas(Sized, StrokeCanvas):
    """See the module. `drawn` carries a `TileFace` and a `Message` saying what was done; `dropped` a file's path;
    `pasted`: the picture on the clipboard is wanted.
    """

    preferred, least = (620, 620), (300, 300)

    drawn = Signal(object, object)
    dropped = Signal(str)
    pasted = Signal()

    def __init__(self, hand: TileHand, backdrop: Backdrop, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        says(self, name=say("Tile"))
        self.hand, self.backdrop = hand, backdrop
        self.face = blank()
        self.flagged: Collection[Cell | Side] = ()
        """What findings point at."""
        self.corner: Point | None = None
        """The first of two corners clicked on the photo."""
        self.cornering = False
        """Clicks mean the corners of the printed grid."""
        self._held: int | None = None
        """The corner of the photo that the pointer drags; -1: the whole of it."""
        self._shown = self.face
        self._picture: tuple[object, QPixmap] = (None, QPixmap())
        self.setAcceptDrops(True)
        hand.changed.connect(self._hand_changed)
        backdrop.changed.connect(self.update)
        self.retranslate()

    def show_face(self, face: TileFace) -> None:
        """Show a tile."""
        if face == self.face:
            return
        self.face = face
        if self.at is not None and not face.has(self.at):
            self.at = (min(self.at[0], face.columns - 1), min(self.at[1], face.rows - 1))
        if self.stroke is None:
            self._shown = face
        self.retranslate()
        self.update()

    def flag(self, what: Collection[Cell | Side]) -> None:
        self.flagged = what
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleDescription(cell_words(self.face, self.at) if self.at is not None else "")

    # places ----------------------------------------------------------------------------------------------------------

    def cell(self) -> int:
        room = 2 * fonts.px(MARGIN)
        return int(max(8, min((self.width() - room) / self._shown.columns, (self.height() - room) / self._shown.rows)))

    def area(self) -> QRectF:
        size = QSize(self._shown.columns, self._shown.rows) * self.cell()
        left, top = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        return QRectF(left, top, size.width(), size.height())

    def point_at(self, at: QPointF) -> Point:
        found = (at - self.area().topLeft()) / self.cell()
        return found.x(), found.y()

    def pixel_of(self, point: Point) -> QPointF:
        return self.area().topLeft() + QPointF(*point) * self.cell()

    # strokes ---------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.flagged = ()
        if self.hand.tool == "photo":
            self._press_photo(event)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        before = self.over
        super().mouseMoveEvent(event)
        if self._held is None or before is None or self.over is None:
            return
        if self._held < 0:
            self.backdrop.move_by(self.over[0] - before[0], self.over[1] - before[1])
        else:
            self.backdrop.move_corner(self._held, self.over)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None
        super().mouseReleaseEvent(event)

    def stroke_for(self, button: Qt.MouseButton) -> Stroke[TileFace] | None:
        if button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return None
        return self.hand.stroke(self.face, erase=button == Qt.MouseButton.RightButton)

    def show_stroke(self, sketch: TileFace) -> None:
        self._shown = sketch
        self.update()

    def finish_stroke(self, stroke: Stroke[TileFace]) -> None:
        erase = stroke.erases if isinstance(stroke, WallRun) else self.button == Qt.MouseButton.RightButton
        self._finish(stroke.sketch, deed_of(self.hand.tool, erase=erase))

    def cancel_stroke(self) -> None:
        self._shown = self.face
        self.update()

    def _finish(self, face: TileFace, deed: Message) -> None:
        self._shown = face
        if face != self.face:
            self.face = face
            self.drawn.emit(face, deed)
        self.update()
        self.retranslate()
        self.tell()

    def tell(self) -> None:
        at = place_of(self.over) if self.over is not None else None
        if at is None or not self._shown.has(at):
            at = self.at
        self.hovered.emit(cell_words(self._shown, at) if at is not None and self._shown.has(at) else "")

    # the photo -------------------------------------------------------------------------------------------------------

    def begin_corners(self) -> None:
        """The next two clicks are opposite corners of the printed grid."""
        self.cornering, self.corner = True, None
        self.update()

    def _press_photo(self, event: QMouseEvent) -> None:
        self.at = None
        point = self.over = self.point_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or not self.backdrop.there:
            return
        if self.cornering:
            self.click_corner(point)
            return
        self._held = self.backdrop.corner_at(point)
        if self._held is None and self.backdrop.box.contains(QPointF(*point)):
            self._held = -1

    def click_corner(self, point: Point) -> None:
        """One of the two corners; with the second the photo is placed."""
        if self.corner is None:
            self.corner = point
        else:
            first, self.corner = self.corner, None
            self.cornering = not self.backdrop.fit(first, point, self.face.columns, self.face.rows)
        self.update()

    def _photo_key(self, direction: int, held: Qt.KeyboardModifier) -> None:
        dx, dy = (step * NUDGE for step in _STEPS[direction])
        if held == Qt.KeyboardModifier.ShiftModifier:
            corner = self.backdrop.box.bottomRight()
            self.backdrop.move_corner(2, (corner.x() + dx, corner.y() + dy))
        elif held == Qt.KeyboardModifier.ControlModifier:
            corner = self.backdrop.box.topLeft()
            self.backdrop.move_corner(0, (corner.x() + dx, corner.y() + dy))
        else:
            self.backdrop.move_by(dx, dy)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.toLocalFile().lower().endswith(ENDINGS) for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.toLocalFile().lower().endswith(ENDINGS):
                self.dropped.emit(url.toLocalFile())
                return

    # keys ------------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        plain = held & ~Qt.KeyboardModifier.ShiftModifier == Qt.KeyboardModifier.NoModifier
        letter = self.hand.means(event.text()) if plain and event.text() else None
        if key == Qt.Key.Key_Escape and (self.stroke is not None or self.cornering):
            self.cornering, self.corner = False, None
            self.cancel()
        elif key in ARROWS:
            if self.hand.tool == "photo" and self.backdrop.there:
                self._photo_key(ARROWS[key], held)
            else:
                self._arrow(ARROWS[key], held)
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif letter is not None:
            self._type(letter)
        elif held:
            super().keyPressEvent(event)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_4:
            self.hand.take(("zone", "space", "wall", "photo")[key - Qt.Key.Key_1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._next_row()
        elif key == Qt.Key.Key_Space and self.hand.tool in ("zone", "space"):
            self._type(self.hand.letter)
        elif key == Qt.Key.Key_Delete and self.hand.tool in ("zone", "space"):
            self._paint(VOID if self.hand.tool == "zone" else "x")
        elif key == Qt.Key.Key_Backspace:
            self._step_back()
        else:
            super().keyPressEvent(event)

    def _begin(self) -> bool:
        """Give the keys a cell, if they have none yet; whether they had one."""
        if self.at is not None:
            return True
        under = place_of(self.over) if self.over is not None else (0, 0)
        self._go(under if self._shown.has(under) else (0, 0))
        return False

    def _type(self, letter: str) -> None:
        self._begin()
        if self.hand.letter != letter:
            self.hand.dip(letter)
        self._paint(letter)
        assert self.at is not None
        n = self.at[1] * self.face.columns + self.at[0] + 1
        if n < self.face.columns * self.face.rows:
            self._go((n % self.face.columns, n // self.face.columns))

    def _paint(self, letter: str) -> None:
        if self._begin() or self.at is not None:
            assert self.at is not None
            self._finish(self.hand.put(letter)(self.face, [self.at]), deed_of(self.hand.tool, erase=False))

    def _next_row(self) -> None:
        if self._begin() and self.at is not None:
            self._go((0, min(self.at[1] + 1, self.face.rows - 1)))

    def _step_back(self) -> None:
        if self._begin() and self.at is not None:
            n = max(0, self.at[1] * self.face.columns + self.at[0] - 1)
            self._go((n % self.face.columns, n // self.face.columns))

    def _arrow(self, direction: int, held: Qt.KeyboardModifier) -> None:
        if not self._begin() and not held:
            return
        assert self.at is not None
        if held == Qt.KeyboardModifier.ShiftModifier:
            side = side_at(self.at, direction)
            if takes_wall(self.face, side):
                on = side not in self.face.walls
                self._finish(with_walls(self.face, [side], on), deed_of("wall", erase=not on))
            return
        dx, dy = _STEPS[direction]
        there = (self.at[0] + dx, self.at[1] + dy)
        if self.face.has(there):
            self._go(there)

    def _go(self, cell: Cell) -> None:
        self.at, self.over, self.flagged = cell, None, ()
        self.tell()
        self.retranslate()
        self.update()

    def _hand_changed(self) -> None:
        self.cornering, self.corner = False, None
        self.tell()
        self.update()

    # painting --------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area = palette.current(), self.area()
        with ink.painting(self) as pen:
            if self.backdrop.there:
                place = QRectF(self.pixel_of((self.backdrop.box.left(), self.backdrop.box.top())),
                               self.pixel_of((self.backdrop.box.right(), self.backdrop.box.bottom())))  # fmt: skip
                pen.setOpacity(1.0 if self.hand.tool == "photo" else max(0.15, self.backdrop.opacity))
                self.backdrop.paint(pen, place, self.devicePixelRatioF())
                pen.setOpacity(1.0)
            self._paint_tile(pen, area.topLeft())
            self._paint_gaps(pen)
            self._paint_numbers(pen)
            self._paint_flags(pen)
            if self.hand.tool == "photo":
                self._paint_handles(pen)
            else:
                self._paint_hand(pen, theme)

    def _paint_tile(self, pen: QPainter, corner: QPointF) -> None:
        """The tile; over a photo without its ground, and while that is placed hardly more than its lines."""
        theme, cell, dpr = palette.current(), self.cell(), self.devicePixelRatioF()
        bare = self.backdrop.there
        key = (self._shown, cell, theme.name, dpr, bare)
        margin = max(4, round(cell * tile_painter.WALL))
        if self._picture[0] != key:
            size = QSize(self._shown.columns, self._shown.rows) * cell
            made = ink.blank(size.width() + 2 * margin, size.height() + 2 * margin, dpr)
            with ink.painting(made) as brush:
                brush.translate(margin, margin)
                if not bare:
                    tile_painter.paint_floor(brush, self._shown, cell, theme, dpr)
                tile_painter.paint_plan(brush, self._shown, cell, theme, dpr, letters=True)
            self._picture = (key, made)
        if bare and self.hand.tool == "photo":
            pen.setOpacity(0.45)
        elif bare and self.backdrop.opacity < 1:
            pen.setOpacity(1 - 0.4 * self.backdrop.opacity)
        pen.drawPixmap(corner - QPointF(margin, margin), self._picture[1])
        pen.setOpacity(1.0)

    def _paint_gaps(self, pen: QPainter) -> None:
        """Where no floor is, a dotted cell."""
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(palette.current().color("faded", 0.55), 1, Qt.PenStyle.DotLine))
        for y, row in enumerate(self._shown.zones):
            for x, letter in enumerate(row):
                if letter == VOID:
                    pen.drawRect(self.rect_of((x, y)).adjusted(3, 3, -3, -3))

    def _paint_numbers(self, pen: QPainter) -> None:
        """Numbers of columns and rows; those of the cell that is meant are stronger."""
        theme, area = palette.current(), self.area()
        at = self.at if self.at is not None else place_of(self.over) if self.over is not None else None
        font, strong = fonts.font("small"), fonts.font("small")
        strong.setWeight(strong.Weight.Bold)
        gap, high = fonts.px(15), QFontMetricsF(font).capHeight()
        for across in (True, False):
            for n in range(self._shown.columns if across else self._shown.rows):
                meant = at is not None and self._shown.has(at) and at[0 if across else 1] == n
                pen.setFont(strong if meant else font)
                pen.setPen(theme.color("ink" if meant else "faded"))
                words = str(n)
                wide = QFontMetricsF(pen.font()).horizontalAdvance(words)
                middle = self.pixel_of((n + 0.5, n + 0.5))
                x, y = (middle.x(), area.top() - gap) if across else (area.left() - gap, middle.y())
                pen.drawText(QPointF(x - wide / 2, y + high / 2), words)

    def _paint_flags(self, pen: QPainter) -> None:
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(palette.current().color("vermilion"), fonts.px(3)))
        for what in self.flagged:
            if isinstance(what, Side):
                start, end = tile_painter.line_of(what, self.cell(), self.area().topLeft())
                pen.drawEllipse((start + end) / 2, self.cell() * 0.42, self.cell() * 0.42)
            else:
                pen.drawPath(ink.rough_rect(self.rect_of(what).adjusted(-2, -2, 2, 2), f"flag{what}", 0.8, 40))

    def _paint_hand(self, pen: QPainter, theme: palette.Theme) -> None:
        pen.setBrush(Qt.BrushStyle.NoBrush)
        if self.at is not None and self.hasFocus():
            box = self.rect_of(self.at).adjusted(1, 1, -1, -1)
            for shade, width in ((theme.color("on_vermilion"), 4.0), (theme.color("vermilion"), 2.4)):
                pen.setPen(QPen(shade, fonts.px(width)))
                pen.drawRect(box)
            return
        if self.over is None:
            return
        marked = self.stroke.marked if self.stroke is not None else frozenset()
        if self.hand.tool == "wall":
            self._paint_side(pen, theme)
        elif marked:
            box = QRectF()
            for place in marked:
                box = box.united(self.rect_of(place))
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(2)))
            pen.drawRect(box)
        elif self._shown.has(place_of(self.over)):
            self.paint_frame(pen, place_of(self.over))

    def _paint_side(self, pen: QPainter, theme: palette.Theme) -> None:
        """The side that a press would mean: what would come, or that the wall there would go."""
        found = side_near(self.over) if self.over is not None and self.stroke is None else None
        side = Side(*found) if found is not None else None
        if side is None or not takes_wall(self._shown, side):
            return
        if side not in self._shown.walls:
            pen.setOpacity(0.55)
            tile_painter.paint_walls(pen, [side], self.cell(), self.area().topLeft(), theme)
            pen.setOpacity(1.0)
            return
        start, end = tile_painter.line_of(side, self.cell(), self.area().topLeft())
        middle, arm = (start + end) / 2, fonts.px(7)
        for shade, wide in ((theme.color("surface"), 6.0), (theme.color("ink"), 2.6)):
            pen.setPen(QPen(shade, fonts.px(wide), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for lean in (1, -1):
                pen.drawLine(middle - QPointF(arm, arm * lean), middle + QPointF(arm, arm * lean))

    def _paint_handles(self, pen: QPainter) -> None:
        """The frame of the photo and its corners; the corner of the grid clicked first."""
        theme = palette.current()
        if self.backdrop.there:
            corners = [self.pixel_of((corner.x(), corner.y())) for corner in self.backdrop.corners()]
            paint_frame(pen, corners, theme, handles=not self.cornering)
        if self.corner is not None:
            at, arm = self.pixel_of(self.corner), fonts.px(12)
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(2.4)))
            pen.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0))
            pen.drawLine(at - QPointF(0, arm), at + QPointF(0, arm))
