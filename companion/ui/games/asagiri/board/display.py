"""The board as a picture of a `AsagiriController`: shows the state, and what happened to it by moving."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QSizePolicy, QWidget

from companion.model.core.session import Change
from companion.model.core.words import say
from companion.model.games.asagiri.rules.turn import seat_of
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NO_SQUARE, FigureId, SquareId
from companion.ui.games.asagiri.board.pictures import Scenery
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.camera import Camera
from companion.ui.kit.notes import Caption
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, motion, palette

from . import queries
from .canvas import Canvas
from .descriptions import describe_sight, describe_threats
from .figure_layer import FigureLayer
from .ground import GroundPainter
from .layers import Layers
from .widgets import FloorSwitch

FORWARD = ("choose", "roll", "edit")
"""Causes of changes that are shown as motion, as is a look at the next step; others (undo, a jump) are not."""
SETTLE_MS, PULSE_MS = 140, 70


class BoardDisplay(QGraphicsView):
    """The scene can be repopulated from the state at any time (`sync`); motion only delays that."""

    square_described = Signal(str)
    """The square under the keyboard's cursor, in words."""
    hovered = Signal(int)
    """The square under the pointer, or -1."""
    hint = Signal(object)
    """A `Message` to the person who clicked: what has to be known before it is done."""

    def __init__(self, game: AsagiriController, parent: QWidget | None = None, *, look: Scenery | None = None) -> None:
        """Show `game`. `look`: how the floor is drawn; by default as its tiles wish, else guessed."""
        super().__init__(parent)
        self.game = game
        self.animations_enabled = True
        self.still = False
        """What comes is shown without motion."""
        self._scene = QGraphicsScene(self)
        self._scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self._scene)
        self.canvas = Canvas(game, self._scene, self._show_ground)
        self.camera = Camera(self, self.canvas)
        self.ground = GroundPainter(self.canvas, self, look)
        self.figures = FigureLayer(self.canvas, self)
        self.layers = Layers(self.canvas, self.explain)
        self._equip()
        self.switch = FloorSwitch(game, self)
        self.caption = Caption(self.viewport())
        self._beat = 0.0
        self._set_up()
        self._connect()
        self._seat: tuple[int, int] | None = None
        """Whose side was last brought to the bottom, and which one that was."""
        self._lay_out(0, 0)
        self._sit()
        self.sync()

    def _equip(self) -> None:
        """Make what else belongs to the board, before anything is shown."""

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the floor's page fills all of it
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 240)
        self._settle_timer = self._timer(SETTLE_MS, self._settle, once=True)
        self._pulse_timer = self._timer(PULSE_MS, self._pulse, once=False)

    def _timer(self, milliseconds: int, do: Callable[[], None], *, once: bool) -> QTimer:
        timer = QTimer(self, interval=milliseconds, singleShot=once)
        timer.timeout.connect(do)
        return timer

    def _connect(self) -> None:
        game = self.game
        game.changed.connect(self._on_change)
        game.selected.connect(self._on_selected)
        game.settings_changed.connect(self.sync)
        game.pace.changed.connect(self._landed)
        game.seated.connect(self._sit)
        palette.theme_changed.connect(self._redress)
        fonts.text_scale_changed.connect(self._redress)
        self.figures.animator.finished.connect(self.sync)
        self.ground.changed.connect(self._show_ground)
        self.switch.chosen.connect(self.show_floor)

    @property
    def busy(self) -> bool:
        return self.figures.busy

    @property
    def moves(self) -> bool:
        """Whether changes are shown as motion now."""
        return self.animations_enabled and self.game.animated and self.isVisible() and not motion.reduced()

    def sync(self) -> None:
        """Show the state as it is, at once: figures, doors, overlays, words."""
        game, canvas = self.game, self.canvas
        if canvas.geometry.board is not canvas.board:
            self._lay_out(min(canvas.geometry.floor, len(canvas.board.floors) - 1), canvas.geometry.turn)
        gone = game.selection >= 0 and game.state.figures[game.selection].at < 0
        if gone and game.selection not in queries.deployable(game):
            game.select(NO_FIGURE)
        self.figures.sync()
        self.layers.refresh()
        self.setAccessibleName(game.say(say("Board")))
        self._sync_pulse()

    def _place_children(self) -> None:
        size = self.switch.sizeHint()
        self.switch.setGeometry(8, self.viewport().height() - size.height() - 8, size.width(), size.height())

    def _sit(self) -> None:
        """The side of whoever sits at the screen lies at the bottom, once it is known; the short side of a wide board
        at the left, where squares stay large.
        """
        near = self.game.near
        side = None if near < 0 else seat_of(self.game.state, near)
        if side is None or self._seat == (near, side):
            return
        self._seat = near, side
        rows = self.canvas.board.floors[self.canvas.geometry.floor].rows
        wide = side % 2 == 1 and len(rows[0]) > len(rows)
        turn = (2 - side + wide) % 4
        if turn != self.canvas.geometry.turn:
            self._show(self.canvas.geometry.floor, turn)

    def _on_change(self, change: Change) -> None:
        self._sit()
        ahead = change.cause == "look" and change.after_cursor == change.before_cursor + 1
        shown = (ahead and not self.busy) or change.cause in FORWARD
        if self.still or not shown or not self.moves:
            self.figures.skip()
            self.sync()
            return
        self.layers.quiet()
        self._pulse_timer.stop()
        self.figures.play(change.events, rest=motion.FALL if self.game.pace.falling else 0)

    def _landed(self) -> None:
        """Dice have come to rest: do not wait for them any longer."""
        self.figures.animator.end_rest()

    def _on_selected(self, who: FigureId) -> None:
        at = self.game.state.figures[who].at if who >= 0 else NO_SQUARE
        if at >= 0 and not self.canvas.geometry.has(at):
            self.show_floor(self.canvas.board.squares[at][2])
        self.figures.mark_selected(who)
        if not self.busy:
            self.layers.refresh()

    def skip(self) -> None:
        """Show the end of what is moving at once."""
        self.figures.skip()

    def _lay_out(self, floor: int, turn: int) -> None:
        self.figures.clear()
        self.layers.clear()
        self.canvas.lay_out(floor, turn)
        self.setSceneRect(self.canvas.geometry.page)
        self.switch.sync(len(self.canvas.board.floors), floor)
        self.ground.renew()

    def _show_ground(self) -> None:
        self.resetCachedContent()
        self.viewport().update()

    def finish_floor(self) -> None:
        """Paint what is left of the floor now (it is painted bit by bit after opening)."""
        self.ground.finish()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        self.ground.draw(painter, rect)
        self.canvas.draw_print(painter, QRectF(rect))

    def fit(self) -> None:
        self._sized(self.camera.fit())

    def zoom(self, factor: float, anchor: QPoint | None = None) -> None:
        """Enlarge (above 1) or shrink around a point of the viewport."""
        self._sized(self.camera.zoom(factor, anchor))

    def _sized(self, changed: bool) -> None:
        if changed:
            self._settle_timer.start()
            if not self.busy:
                self._refresh_layers()

    def _refresh_layers(self) -> None:
        self.layers.refresh()

    def _settle(self) -> None:
        """The zoom rests: paint for the size at which things are seen now."""
        self.figures.repaint()
        self.ground.refine()

    def turn_board(self, quarters: int = 1) -> None:
        """Look at the board from another side; letters and signs stay upright."""
        self._show(self.canvas.geometry.floor, self.canvas.geometry.turn + quarters)

    def flip(self) -> None:
        """Look at it from the opposite side."""
        self.turn_board(2)

    def show_floor(self, floor: int) -> None:
        if floor != self.canvas.geometry.floor and 0 <= floor < len(self.canvas.board.floors):
            self._show(floor, self.canvas.geometry.turn)

    def _show(self, floor: int, turn: int) -> None:
        self.figures.skip()
        self._lay_out(floor, turn)
        if self.camera.fitted:
            self.fit()
        self.sync()
        self._refresh_layers()

    def set_show_zones(self, on: bool | None) -> None:
        """Enemy control zones: always, never, or (None) while a figure is active."""
        self.layers.show_zones = on
        self.layers.refresh()

    def set_show_vision(self, on: bool) -> None:
        self.layers.show_vision = on
        self.layers.refresh()

    def set_show_lines(self, on: bool) -> None:
        """The line of fire from the selected figure to whatever is pointed at."""
        self.layers.show_lines = on
        self.layers.hover(self.layers.hovered)

    def set_show_threats(self, on: bool) -> None:
        self.layers.threat_layer.switch(on)

    def set_aiming(self, on: bool) -> None:
        """Lines of fire while a key is held."""
        if self.layers.aiming != on:
            self.layers.aiming = on
            if not self.busy:
                self.layers.hover(self.layers.hovered)

    def explain(self) -> None:
        """Say at the edge of the board what is drawn to and on the square pointed at: lines of fire, threats."""
        layers, at = self.layers, self.layers.hovered
        if at < 0 or not self.canvas.geometry.has(at):
            self.caption.say("", 0)
            return
        lines = [describe_sight(self.game, self.game.selection, at)] if layers.line.ends is not None else []
        if layers.threat.threats is not None:
            lines.append(describe_threats(self.game, layers.threat.threats, at))
        self.caption.say("\n".join(line for line in lines if line), self.spot(at).y())

    def square_at(self, at: QPoint) -> SquareId:
        """The square under a point of the viewport, or -1."""
        return self.canvas.geometry.square_at(self.mapToScene(at))

    def spot(self, square: SquareId) -> QPoint:
        return self.mapFromScene(self.canvas.centre(square))

    def spots(self, square: SquareId) -> list[tuple[QWidget, QRect]]:
        """Where a square is seen on the floor shown: nowhere, when it is another one, or none."""
        if square < 0 or not self.canvas.geometry.has(square):
            return []
        half = QPointF(CELL / 2, CELL / 2)
        centre = self.canvas.centre(square)
        return [(self.viewport(), self.mapFromScene(QRectF(centre - half, centre + half)).boundingRect())]

    def global_of(self, square: SquareId) -> QPoint:
        return self.viewport().mapToGlobal(self.spot(square))

    def describe(self, words: str) -> None:
        """Say words to whoever listens instead of looking."""
        self.setAccessibleDescription(words)
        self.square_described.emit(words)

    def _sync_pulse(self) -> None:
        if self.layers.pulse.who < 0 or not self.moves:
            self._pulse_timer.stop()
        elif not self._pulse_timer.isActive():
            self._pulse_timer.start()

    def _pulse(self) -> None:
        self._beat = (self._beat + PULSE_MS / motion.BREATH) % 1.0
        if self.moves:
            self.layers.pulse.beat(self._beat)
        else:
            self._pulse_timer.stop()

    def _redress(self) -> None:
        """Another theme or text size: paint everything anew."""
        self.ground.renew()
        self.figures.repaint()
        self._refresh_layers()
        self._place_children()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._new_ratio()
        return bool(super().event(event))

    def leave(self, *, forward: bool) -> bool:
        """Give the focus to the next widget (or the one before)."""
        return bool(super().focusNextPrevChild(forward))

    def _new_ratio(self) -> None:
        self.canvas.dpr = self.devicePixelRatioF()
        self._settle_timer.start()
        if self.camera.fitted:
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_children()
        if self.camera.fitted:
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._new_ratio()
        self._sync_pulse()
        self.ground.wake(True)

    def hideEvent(self, event: QHideEvent) -> None:
        self.figures.skip()
        self._pulse_timer.stop()
        self.ground.wake(False)
        super().hideEvent(event)
