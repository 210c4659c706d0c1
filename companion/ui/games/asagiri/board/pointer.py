"""The mouse on the board: hover, click, pan, drag a figure, turn the wheel."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem

from companion.model.core.contract import Option
from companion.model.games.asagiri.state.state import Figure, replace

from . import asks
from .canvas import Overlay
from .card import Slip
from .display import BoardDisplay
from .drag import Drag, purpose_of
from .geometry import CELL
from .pieces import LIFTED_Z


class Ghost(Overlay):
    """The figure in the hand, drawn under the pointer."""

    z = LIFTED_Z

    def show(self, drag: Drag, at: QPointF) -> None:
        """Draw it at a place of the scene."""
        self.clear()
        figure = replace(self.canvas.state.figures[drag.who], facing=drag.shown_facing)
        picture = self.token_picture(drag.who, figure)
        picture.setPos(at)
        picture.setScale(1.08)

    def token_picture(self, who: int, figure: Figure) -> QGraphicsPixmapItem:
        """The figure as a free item."""
        from .pieces import Token

        token = Token(self.canvas, who)
        pixmap = token.picture(figure)
        token.remove()
        item = self.add_pixmap(pixmap, QPointF())
        item.setOffset(-CELL / 2, -CELL / 2)
        return item


class Deeds(Protocol):
    """What comes of the mouse."""

    def menu_at(self, at: int, where: QPoint) -> None: ...
    def choose(self, *options: Option, aimed: int) -> None: ...
    def click(self, at: int) -> None: ...
    def drop(self, drag: Drag) -> None: ...


class Pointer:
    """What mouse events mean; the view hands them over."""

    deeds: Deeds

    def __init__(self, view: BoardDisplay) -> None:
        self.view = view
        self.drag: Drag | None = None
        self.ghost = Ghost(view.canvas)
        self.slip = Slip(view.viewport())
        self._press: QPoint | None = None
        self._press_square = -1
        self._panning: QPoint | None = None

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._panning = at
            self.view.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.RightButton:
            if self.drag is not None:
                self.cancel()
            else:
                self.deeds.menu_at(self.view.square_at(at), event.globalPosition().toPoint())
        elif event.button() == Qt.MouseButton.LeftButton:
            self.view.skip()
            self._press, self._press_square = at, self.view.square_at(at)

    def move(self, event: QMouseEvent) -> None:
        """The pointer moved."""
        at = event.position().toPoint()
        if self._panning is not None:
            self.view.camera.pan(at - self._panning)
            self._panning = at
            return
        if self.drag is not None:
            self.carry(at)
            return
        if self._press is not None:
            if (at - self._press).manhattanLength() >= QApplication.startDragDistance():
                self._begin_drag(at)
            return
        self.hover(at)

    def _begin_drag(self, at: QPoint) -> None:
        who = asks.standing(self.view.game.state, self._press_square)
        purpose = purpose_of(self.view.game, who)
        if purpose is not None and purpose != "deploy":
            self.pick_up(Drag(self.view.game, who, purpose), at)
        elif self.view.camera.can_pan and self._press is not None:
            self._panning = at
            self.view.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.view.camera.pan(at - self._press)
        self._press = None

    def release(self, event: QMouseEvent) -> None:
        """A button went up."""
        if self._panning is not None:
            self._panning = None
            self.view.unsetCursor()
            self.view.layers.refresh()
        elif self.drag is not None and event.button() == Qt.MouseButton.LeftButton:
            self.carry(event.position().toPoint())
            self.put_down()
        elif self._press is not None and event.button() == Qt.MouseButton.LeftButton:
            pressed, self._press = self._press, None
            handle = self.view.layers.handle_at(self.view.mapToScene(pressed))
            if handle is not None:
                self.deeds.choose(*handle.options, aimed=self._press_square)
            else:
                self.deeds.click(self._press_square)

    def leave(self) -> None:
        """The pointer left the board."""
        if self.drag is None:
            self.view.layers.hover(-1)

    def wheel(self, event: QWheelEvent) -> None:
        """Turn the figure in the hand, else zoom."""
        steps = event.angleDelta().y() or event.angleDelta().x()
        if not steps:
            return
        if self.drag is not None:
            self.turn(1 if steps < 0 else -1)
        else:
            self.view.zoom(1.18 if steps > 0 else 1 / 1.18, event.position().toPoint())

    def hover(self, at: QPoint) -> None:
        """The pointer rests over a point of the viewport."""
        view = self.view
        scene = view.mapToScene(at)
        handle = view.layers.handle_at(scene)
        view.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if handle is not None else Qt.CursorShape.ArrowCursor
        )
        view.viewport().setToolTip(view.game.say(handle.words) if handle is not None else "")
        square = view.square_at(at)
        if square == view.layers.hovered or view.busy:
            return
        view.layers.hover(square)
        view.hovered.emit(square)

    def pick_up(self, drag: Drag, at: QPoint) -> None:
        """Take a figure into the hand."""
        self.drag = drag
        view = self.view
        view.layers.hover_zone.clear()
        view.layers.line.clear()
        if drag.start >= 0:
            view.game.select(drag.who)
            view.stage.tokens[drag.who].item.setOpacity(0.35)
        view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self.carry(at)

    def carry(self, at: QPoint) -> None:
        """Hold it over a point of the viewport."""
        drag, view = self.drag, self.view
        if drag is None:
            return
        scene = view.mapToScene(at)
        geometry = view.canvas.geometry
        verdict = drag.over(geometry.square_at(scene), geometry.leaning(scene))
        self.ghost.show(drag, scene)
        if verdict is not None and verdict.way and drag.start >= 0:
            view.layers.path.show(drag.start, verdict.way)
        else:
            view.layers.path.clear()
        refused = verdict is not None and verdict.refusal is not None
        view.layers.cross.show(verdict.at if verdict is not None and refused else -1)
        words = drag.words()
        if words is None:
            self.slip.hide()
        else:
            self.slip.say(view.game.say(words), at, warning=refused)

    def turn(self, by: int) -> None:
        """Turn the figure in the hand."""
        if self.drag is not None:
            self.drag.turn(by)
            self.carry(self.view.viewport().mapFromGlobal(self.view.cursor().pos()) if self._at is None else self._at)

    @property
    def _at(self) -> QPoint | None:
        items = self.ghost.items
        return self.view.mapFromScene(items[0].pos()) if items else None

    def put_down(self) -> None:
        """Let go where it is held."""
        drag, self.drag = self.drag, None
        if drag is None:
            return
        self._clear_drag()
        self.deeds.drop(drag)

    def cancel(self) -> None:
        """Put it back."""
        if self.drag is not None:
            self.drag = None
            self._clear_drag()
            self.view.sync()

    def _clear_drag(self) -> None:
        self.ghost.clear()
        self.slip.hide()
        self.view.layers.path.clear()
        self.view.layers.cross.clear()
        self.view.viewport().setCursor(Qt.CursorShape.ArrowCursor)
