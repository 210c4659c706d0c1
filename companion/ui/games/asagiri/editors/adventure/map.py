"""The map of an adventure: its floors with zones, figures and things, and a hand that works on them.

The map changes the record by `FormContext.draft` alone; what a press means is the business of its `hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.state.board import DIRECTIONS
from companion.model.games.asagiri.state.formatting import place_words
from companion.ui.games.asagiri.editors.bench import name_of
from companion.ui.games.asagiri.editors.forms.controls import FormContext
from companion.ui.games.asagiri.editors.forms.shapes import value_at
from companion.ui.games.asagiri.editors.tile.sketch import place_of
from companion.ui.kit import keys
from companion.ui.kit.theme import fonts, ink, palette

from .floorview import FloorView
from .laying import Square
from .marks import Mark, band_of, marks_of, paint_mark, paint_zone, zones_of

Tool: TypeAlias = Literal["look", "tile", "paint", "spot", "wall", "door", "stairs"]
_ARROWS = {Qt.Key.Key_Up: 0, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 2, Qt.Key.Key_Left: 3}


Point: TypeAlias = tuple[float, float]


class Hand:
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

    def _frame(self, pen: QPainter, square: Square) -> None:
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(palette.current().color("vermilion"), fonts.px(2.4)))
        pen.drawRect(self.map.rect_of(square).adjusted(1, 1, -1, -1))


Hands: TypeAlias = Mapping[Tool, Callable[["FloorMap"], Hand]]
"""What makes the hand of each tool."""


class FloorMap(FloorView):
    """See the module. `selected` carries the pointer of what was pressed; `hovered` words; `ended`: a square that
    somebody asked for is found, or given up; `floor_shown` the number of a floor.
    """

    selected = Signal(str)
    hovered = Signal(str)
    ended = Signal()
    floor_shown = Signal(int)

    def __init__(self, writing: FormContext, hands: Hands, parent: QWidget | None = None) -> None:
        super().__init__(writing, parent)
        self._hands = hands
        self.tool: Tool = "look"
        self.hand = hands["look"](self)
        self.pointer = ""
        """What is selected; for `paint` and `spot`: what is written."""
        self.at: Square | None = None
        """Where the keys are."""
        self.over: tuple[float, float] | None = None
        """Where the pointer is, in squares."""
        self.marks: list[Mark] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        writing.draft.changed.connect(self.reread)
        self.retranslate()
        self.reread()
        self.frame()

    def retranslate(self) -> None:
        self.setAccessibleName(self.writing.say(say("Map")))
        self.update()

    def reread(self) -> None:
        before = self.floor
        super().reread()
        self.marks = marks_of(self.record)
        if self.floor != before:
            self.frame()
            self.floor_shown.emit(self.floor)

    def show_floor(self, floor: int) -> None:
        before = self.floor
        super().show_floor(floor)
        if self.floor != before:
            self.at = None
            self.floor_shown.emit(self.floor)

    def use(self, tool: Tool, pointer: str | None = None) -> Hand:
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
        self._tell()
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

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.over = None
        self._tell()
        self.update()

    def _tell(self) -> None:
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
        elif key in _ARROWS:
            dx, dy = DIRECTIONS[2 * _ARROWS[key]]
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
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            self.paint_floor(pen, self.hand.lifted())
            self._paint_zones(pen)
            for mark in self.marks:
                if mark.at[2] == self.floor and mark is not self.hand.mark:
                    self.paint_one(pen, mark, mark.at[:2])
            self.hand.paint(pen)
            if self.at is not None and self.hasFocus():
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(palette.current().color("vermilion"), fonts.px(2.4)))
                pen.drawRect(self.rect_of(self.at).adjusted(1, 1, -1, -1))

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
