"""The board as a widget: what is shown can be pointed at and chosen, by mouse and keys.

What was chosen is told by `picked` as the part of the table that it is: ``figure:h1``, ``token:…``, ``cell:3,4``,
``zone:T1.b``, ``door:5,2,E``, ``tile:T1``.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.rules import places
from companion.model.grid import Cell
from companion.ui.kit import keys
from companion.ui.kit.scene import CELL

from . import words
from .contents import acting
from .display import BoardDisplay, door_part

ARROWS = {"board.up": (0, -1), "board.right": (1, 0), "board.down": (0, 1), "board.left": (-1, 0)}
ZOOMS = {"board.nearer": 1.18, "board.farther": 1 / 1.18}
STEPS = {"board.next": 1, "board.previous": -1}
TAKEN = {*ARROWS, *ZOOMS, *STEPS, "board.click", "board.fit", "board.lines"}
"""The actions of boards that this one has."""


class BoardView(BoardDisplay):
    """`picked`: what was clicked or taken with Enter; `by_hand`: a right click or the menu key on it."""

    picked = Signal(str)
    by_hand = Signal(str)
    described = Signal(str)
    """The cell under the keyboard's cursor, in words."""

    def __init__(self, board: Board, parent: QWidget | None = None) -> None:
        self.explains: Callable[[str], str] | None = None
        """What a part can be chosen for, in words."""
        self.lines = False
        """Lines are drawn to whatever is pointed at."""
        self.picked_at: Cell | None = None
        """Where something was picked last."""
        self._hovered: Cell | None = None
        self._hovered_part: str | None = None
        self._press: QPoint | None = None
        self._panning: QPoint | None = None
        super().__init__(board, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    def _pointed(self) -> None:
        self.point_at(self._hovered)
        if self.cursor_at is not None and self.cursor_at not in self.board.index:
            self.go(None)

    # what a place is --------------------------------------------------------------------------------------------------

    def parts_at(self, at: Cell, point: QPointF | None = None) -> list[str]:
        """Everything that a click on a cell may mean, the nearest first."""
        door = None if point is None else self.canvas.geometry.door_at(point, self.seen.doors)
        zone = self.canvas.geometry.zone_at(at)
        here = [*words.there(self.seen, at)]
        if point is not None:
            here += [one for one in self.seen.things if one.at == zone and self._near(one.id, point)]
        found = [] if door is None else [door_part(door)]
        found += [f"figure:{one.id}" for one in here if one in self.seen.figures]
        found += [f"token:{one.id}" for one in here if one in self.seen.tokens]
        found.append(f"cell:{at[0]},{at[1]}")
        if point is None:
            found += [door_part(one) for one in self.seen.doors if at in words.sides_of(one)]
        return [*found, f"zone:{zone}", f"tile:{self.canvas.geometry.piece_at(at)}"]

    def _near(self, id: str, point: QPointF) -> bool:
        spot = self.items_.spot(id)
        return spot is not None and (spot - point).manhattanLength() < CELL * 0.6

    def _meant(self, at: Cell, point: QPointF | None = None) -> str | None:
        """The first of them that can be chosen."""
        way = self.ways.get(self.canvas.geometry.zone_at(at))
        for part in self.parts_at(at, point):
            if part in self._lit:
                return part
            if part.startswith("cell:") and way is not None and way.to(at) is not None:
                return part
            if part.startswith("zone:") and way is not None and way.clear and (way.go or way.to(way.zone)):
                return part
        return None

    def _take(self, at: Cell, point: QPointF | None = None) -> None:
        self.items_.animator.skip()
        part = self._meant(at, point)
        if part is not None:
            self.picked_at = at
            self.picked.emit(part)

    def cell_room(self, at: Cell) -> QRect:
        """Where a cell lies in the viewport."""
        half = QPointF(CELL / 2, CELL / 2)
        centre = self.canvas.geometry.centre(at)
        return QRect(self.mapFromScene(centre - half), self.mapFromScene(centre + half))

    # pointing ---------------------------------------------------------------------------------------------------------

    def point_at(self, at: Cell | None, part: str | None = None) -> None:
        """Show what is pointed at: its zone, how far it is, the line to whoever stands there, the chance to hit."""
        self._hovered = at
        state = self.state
        if at is None or state is None or at not in self.board.index:
            self.hover.show("", None)
            self.line.clear()
            self.caption.say("", 0)
            return
        zone = self.canvas.geometry.zone_at(at)
        self.hover.show(zone, at)
        told = [self._line_to(at)]
        meant = part or self._meant(at)
        if meant is not None and self.explains is not None:
            told.insert(0, self.explains(meant))
        if zone in self.ways and (meant is None or meant.startswith(("cell:", "zone:"))):
            told.append(f"{zone}: {words.way_words(self.ways[zone])}")
        self.caption.say("\n".join(one for one in told if one), self.mapFromScene(self.canvas.geometry.centre(at)).y())

    def _line_to(self, at: Cell) -> str:
        """Draw the line from whoever acts to an opponent there (or to anybody), and say whether it is free."""
        state, who = self.state, None
        assert state is not None
        if (id := acting(state)) is not None:
            who = state.figure(id)
        target = next((one for one in self.seen.figures if one.at == at), None)
        if who is None or isinstance(who.at, str) or who.at == at or who.at not in self.board.index:
            self.line.clear()
            return ""
        if not (self.lines or (target is not None and target.camp != who.camp)):
            self.line.clear()
            return ""
        opaque = places.standing(state, self.board, of=places.other_camp(who))
        blocked = self.board.blocking(self.board.index[who.at], self.board.index[at], opaque)
        self.line.show(who.at, at, blocked)
        return "" if target is None else words.line_words(state, target.id, blocked, fire=True)

    def set_lines(self, on: bool) -> None:
        """Lines to every cell that is pointed at, or only to opponents."""
        self.lines = on
        self.point_at(self._hovered)

    def go(self, at: Cell | None) -> None:
        """Put the keyboard's cursor on a cell (None: nowhere), and say what is there."""
        self.cursor_at = at
        self.cursor_.show(at)
        self.point_at(at)
        if at is not None and self.state is not None:
            self.camera.show(self.canvas.geometry.centre(at))
            told = words.cell_words(self.state, self.board, self.seen, at)
            caption = self.caption.text().replace("\n", "; ")
            self.setAccessibleDescription(f"{told}; {caption}" if caption else told)
            self.described.emit(self.accessibleDescription())

    def begin(self) -> None:
        """Show the cursor where somebody would look for it: on whoever acts, else on the first thing to choose."""
        spots = [spot for id in self._chosen_ids() if (spot := self.items_.spot(id)) is not None]
        spots += [self.canvas.geometry.centre(cell) for cell in sorted(self.reach.cells)]
        found = self.canvas.geometry.cell_at(spots[0]) if spots else None
        self.go(found or self.cursor_at or self.board.cells[0])

    def _chosen_ids(self) -> list[str]:
        who = None if self.state is None else acting(self.state)
        return [*([who] if who else []), *self._targets()]

    def _targets(self) -> list[str]:
        """Figures and tokens that can be chosen, as they are read."""
        ids = [part.partition(":")[2] for part in self._lit if part.startswith(("figure:", "token:"))]
        known = [(spot.y(), spot.x(), id) for id in ids if (spot := self.items_.spot(id)) is not None]
        return [id for _, _, id in sorted(known)]

    def step_target(self, by: int) -> bool:
        """The cursor to the next figure or token that can be chosen; False: there is none further on."""
        cells = [
            at for id in self._targets() if (at := self.canvas.geometry.cell_at(self.items_.spot(id) or QPointF()))
        ]
        here = cells.index(self.cursor_at) if self.cursor_at in cells else -1 if by > 0 else len(cells)
        if not 0 <= here + by < len(cells):
            return False
        self.go(cells[here + by])
        return True

    # mouse ------------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self.cursor_at is not None:
            self.go(None)
        if event.button() == Qt.MouseButton.MiddleButton:
            self._panning = at
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press = at

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._panning is not None:
            self.camera.pan(at - self._panning)
            self._panning = at
        elif self._press is not None and (at - self._press).manhattanLength() >= QApplication.startDragDistance():
            if self.camera.can_pan:
                self._panning = at
                self.camera.pan(at - self._press)
            self._press = None
        elif self._press is None:
            self._hover(at)

    def _hover(self, at: QPoint) -> None:
        point = self.mapToScene(at)
        cell = self.canvas.geometry.cell_at(point)
        part = None if cell is None else self._meant(cell, point)
        shape = Qt.CursorShape.ArrowCursor if part is None else Qt.CursorShape.PointingHandCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)
        if (cell, part) != (self._hovered, self._hovered_part) and not self.items_.busy:
            self._hovered_part = part
            self.point_at(cell, part)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._panning = None
        pressed, self._press = self._press, None
        if pressed is not None and event.button() == Qt.MouseButton.LeftButton:
            point = self.mapToScene(pressed)
            cell = self.canvas.geometry.cell_at(point)
            if cell is not None:
                self._take(cell, point)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() or event.angleDelta().x()
        if steps:
            self.zoom(1.18 if steps > 0 else 1 / 1.18, event.position().toPoint())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        if self.cursor_at is None:
            self._hovered_part = None
            self.point_at(None)
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        point = self.mapToScene(event.pos())
        cell = self.cursor_at if event.reason() == QContextMenuEvent.Reason.Keyboard else None
        cell = cell or self.canvas.geometry.cell_at(point)
        if cell is not None:
            self.picked_at = cell
            self.by_hand.emit(self.parts_at(cell)[0])
        event.accept()

    # keys -------------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._meant_by(event):
            event.accept()
            return True
        return super().event(event)

    def _meant_by(self, event: QKeyEvent) -> str | None:
        deed = keys.meant("board", event)
        return deed if deed in TAKEN else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        deed = self._meant_by(event)
        if deed in ARROWS:
            if self.cursor_at is None:
                self.begin()
            else:
                self.go(self.canvas.geometry.beside(self.cursor_at, *ARROWS[deed]))
        elif deed in ZOOMS:
            self.zoom(ZOOMS[deed])
        elif deed == "board.fit":
            self.fit()
        elif deed == "board.lines":
            self.set_lines(not self.lines)
        elif deed == "board.click" and self.cursor_at is not None:
            self._take(self.cursor_at)
        elif deed == "board.click":
            self.begin()
        elif event.key() == Qt.Key.Key_Escape and self.cursor_at is not None:
            self.go(None)
        else:
            event.ignore()  # the screen's: digits, Space

    def focusNextPrevChild(self, next: bool) -> bool:
        return self.step_target(1 if next else -1) or bool(super().focusNextPrevChild(next))
