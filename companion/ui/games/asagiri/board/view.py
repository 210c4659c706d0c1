"""The board as a widget: shows a `Game`, says what happened to it by moving, and turns mouse and keys into choices."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QSizePolicy, QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.session import Change
from companion.model.core.words import say
from companion.model.systems.asagiri.events import CharacterActivated
from companion.model.systems.asagiri.turn import seat_of
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.theme import fonts, motion, palette

from . import asks
from .animation import Motion
from .camera import ZOOM_STEP, Camera
from .canvas import Canvas
from .caption import Caption
from .deeds import Deeds
from .deploying import Deploying
from .ground import Ground
from .keys import Keys, steps_figure
from .layers import Layers
from .pointer import Pointer
from .scenery import Scenery
from .stage import Stage
from .switch import FloorSwitch
from .words import describe_sight, describe_threats

FORWARD = ("choose", "roll", "edit")
"""Causes of changes that are shown as motion, as is a look at the next step; others (undo, a jump) are not."""
SETTLE_MS, BREATH_MS, CROSS_MS = 140, 70, 700


class BoardView(QGraphicsView):
    """See the package. The scene can be repopulated from the state at any time (`sync`); motion only delays that."""

    square_described = Signal(str)
    """The square under the keyboard's cursor, in words."""
    hovered = Signal(int)
    """The square under the pointer, or -1."""
    hint = Signal(object)
    """A `Message` to the person who clicked: what has to be known before it is done."""

    def __init__(self, game: Game, parent: QWidget | None = None, *, look: Scenery | None = None) -> None:
        """Show `game`. `look`: how the floor is drawn; by default as its tiles wish, else guessed."""
        super().__init__(parent)
        self.game = game
        self.animations_enabled = True
        self.closes_first: Callable[[], bool] = lambda: False
        """Escape is for what lies open besides, if this returns True."""
        self._scene = QGraphicsScene(self)
        self._scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self._scene)
        self.canvas = Canvas(game, self._scene, self._show_ground)
        self.camera = Camera(self, self.canvas)
        self.ground = Ground(self.canvas, self, look)
        self.stage = Stage(self.canvas, self)
        self.layers = Layers(self.canvas, self.explain)
        self.keys = Keys(self)
        self.pointer = Pointer(self)
        self.deeds = Deeds(self)
        self.deploying = Deploying(self)
        self.tray = self.deploying.tray
        self.switch = FloorSwitch(game, self)
        self.caption = Caption(self.viewport())
        self._breathed = 0.0
        self._set_up()
        self._connect()
        self._seat: tuple[int, int] | None = None
        """Whose side was last brought to the bottom, and which one that was."""
        self._lay_out(0, 0)
        self._sit()
        self.sync()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 240)
        self.viewport().setMouseTracking(True)
        self._settle_timer = self._timer(SETTLE_MS, self._settle, once=True)
        self._cross_timer = self._timer(CROSS_MS, self.layers.cross.clear, once=True)
        self._breath_timer = self._timer(BREATH_MS, self._breathe, once=False)

    def _timer(self, milliseconds: int, do: Callable[[], None], *, once: bool) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(milliseconds)
        timer.setSingleShot(once)
        timer.timeout.connect(do)
        return timer

    def _connect(self) -> None:
        game = self.game
        game.changed.connect(self._on_change)
        game.selected.connect(self._on_selected)
        game.refused.connect(self._on_refused)
        game.settings_changed.connect(self.sync)
        game.pace.changed.connect(self._landed)
        game.seated.connect(self._sit)
        palette.theme_changed.connect(self._redress)
        fonts.text_scale_changed.connect(self._redress)
        self.stage.animator.finished.connect(self.sync)
        self.ground.changed.connect(self._show_ground)
        self.switch.chosen.connect(self.show_floor)

    # showing -------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether figures are moving."""
        return self.stage.busy

    @property
    def moves(self) -> bool:
        """Whether changes are shown as motion now."""
        return self.animations_enabled and self.game.animated and self.isVisible() and not motion.reduced()

    def sync(self) -> None:
        """Show the state as it is, at once: figures, doors, overlays, tray, words."""
        game, canvas = self.game, self.canvas
        if canvas.geometry.board is not canvas.board:
            self._lay_out(min(canvas.geometry.floor, len(canvas.board.floors) - 1), canvas.geometry.turn)
        gone = game.selection >= 0 and game.state.figures[game.selection].at < 0
        if gone and game.selection not in asks.deployable(game):
            game.select(-1)
        self.stage.sync()
        self.layers.refresh()
        self._sync_tray()
        self.setAccessibleName(game.say(say("Board")))
        if self.keys.square >= 0 and not canvas.geometry.has(self.keys.square):
            self.keys.go(-1)
        self._sync_breath()

    def _sync_tray(self) -> None:
        self.deploying.sync()
        self._place_children()

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
        self.deeds.forget()
        if self.pointer.drag is not None:
            self.pointer.cancel()
        if change.cause in FORWARD:
            for event in change.events:
                if isinstance(event, CharacterActivated) and asks.acting(self.game) == event.who:
                    self.game.select(event.who)
        ahead = change.cause == "look" and change.after_cursor == change.before_cursor + 1
        shown = (ahead and not self.busy) or change.cause in FORWARD
        if self.deeds.still or not shown or not self.moves:
            self.stage.skip()
            self.sync()
            return
        self.layers.quiet()
        self._breath_timer.stop()
        self.stage.play(change.events, rest=motion.FALL if self.game.pace.falling else 0)

    def _landed(self) -> None:
        """Dice have come to rest: do not wait for them any longer."""
        self.stage.animator.end_rest()

    def _on_selected(self, who: int) -> None:
        self.deeds.forget()
        at = self.game.state.figures[who].at if who >= 0 else -1
        if at >= 0 and not self.canvas.geometry.has(at):
            self.show_floor(self.canvas.board.squares[at][2])
        self.stage.mark_selected(who)
        self.tray.update()
        if not self.busy:
            self.layers.refresh()

    def _on_refused(self, refusal: Refusal) -> None:
        """Cross out what was aimed at, with a short shake."""
        cross, aimed = self.layers.cross, self.deeds.aimed
        if aimed < 0 or not self.canvas.geometry.has(aimed) or self.busy:
            return
        cross.show(aimed)
        if not self.moves:
            self._cross_timer.start()
            return

        def draw(share: float) -> None:
            cross.shift(math.sin(share * 5 * math.pi) * 9 * (1 - share), min(1.0, (1 - share) / 0.35))

        self.stage.animator.play([Motion(CROSS_MS, draw, cross.clear)])

    def skip(self) -> None:
        """Show the end of what is moving at once."""
        self.stage.skip()

    def _lay_out(self, floor: int, turn: int) -> None:
        self.stage.clear()
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
        """The floor, its letters and numbers, what is printed on it; kept by the view until one of them changes."""
        self.ground.draw(painter, rect)
        self.canvas.draw_print(painter, QRectF(rect))

    # the camera ----------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole floor."""
        self._sized(self.camera.fit())

    def zoom(self, factor: float, anchor: QPoint | None = None) -> None:
        """Enlarge (above 1) or shrink around a point of the viewport."""
        self._sized(self.camera.zoom(factor, anchor))

    def zoom_in(self) -> None:
        """A step larger."""
        self.zoom(ZOOM_STEP)

    def zoom_out(self) -> None:
        """A step smaller."""
        self.zoom(1 / ZOOM_STEP)

    def _sized(self, changed: bool) -> None:
        if changed:
            self._settle_timer.start()
            if not self.busy:
                self.layers.refresh()
                self.layers.cursor.show(self.keys.square)

    def _settle(self) -> None:
        """The zoom rests: paint for the size at which things are seen now."""
        self.stage.repaint()
        self.ground.refine()

    def turn_board(self, quarters: int = 1) -> None:
        """Look at the board from another side; letters and signs stay upright."""
        self._show(self.canvas.geometry.floor, self.canvas.geometry.turn + quarters)

    def flip(self) -> None:
        """Look at it from the opposite side."""
        self.turn_board(2)

    def show_floor(self, floor: int) -> None:
        """Show another floor."""
        if floor != self.canvas.geometry.floor and 0 <= floor < len(self.canvas.board.floors):
            self._show(floor, self.canvas.geometry.turn)

    def _show(self, floor: int, turn: int) -> None:
        self.stage.skip()
        self._lay_out(floor, turn)
        if self.camera.fitted:
            self.fit()
        self.sync()
        self.layers.cursor.show(self.keys.square)

    # toggles -------------------------------------------------------------------------------------------------------

    def set_show_zones(self, on: bool | None) -> None:
        """Enemy control zones: always, never, or (None) while a figure is active."""
        self.layers.show_zones = on
        self.layers.refresh()

    def set_show_vision(self, on: bool) -> None:
        """The field of vision of the selected figure."""
        self.layers.show_vision = on
        self.layers.refresh()

    def set_show_lines(self, on: bool) -> None:
        """The line of fire from the selected figure to whatever is pointed at."""
        self.layers.show_lines = on
        self.layers.hover(self.layers.hovered)

    def set_show_threats(self, on: bool) -> None:
        """What the enemy could reach and hit next."""
        self.layers.danger.switch(on)

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

    # places --------------------------------------------------------------------------------------------------------

    def square_at(self, at: QPoint) -> int:
        """The square under a point of the viewport, or -1."""
        return self.canvas.geometry.square_at(self.mapToScene(at))

    def spot(self, square: int) -> QPoint:
        """The middle of a square in the viewport."""
        return self.mapFromScene(self.canvas.centre(square))

    def global_of(self, square: int) -> QPoint:
        """The middle of a square on the screen."""
        return self.viewport().mapToGlobal(self.spot(square))

    def click_square(self, at: int) -> None:
        """Do what a click on a square does (-1: beside the board)."""
        self.deeds.click(at)

    def say_beside(self, words: str, at: int) -> None:
        """Show a few words beside a square until the next click."""
        self.pointer.slip.say(words, self.spot(at))

    def describe(self, words: str) -> None:
        """Say words to whoever listens instead of looking."""
        self.setAccessibleDescription(words)
        self.square_described.emit(words)

    # breath and dress ----------------------------------------------------------------------------------------------

    def _sync_breath(self) -> None:
        if self.layers.breath.who < 0 or not self.moves:
            self._breath_timer.stop()
        elif not self._breath_timer.isActive():
            self._breath_timer.start()

    def _breathe(self) -> None:
        self._breathed = (self._breathed + BREATH_MS / motion.BREATH) % 1.0
        if self.moves:
            self.layers.breath.breathe(self._breathed)
        else:
            self._breath_timer.stop()

    def _redress(self) -> None:
        """Another theme or text size: paint everything anew."""
        self.ground.renew()
        self.stage.repaint()
        self.layers.refresh()
        self.layers.cursor.show(self.keys.square)
        self._sync_tray()

    # events --------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keys of the board come before shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.keys.wants(event):
            event.accept()
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._new_ratio()
        return bool(super().event(event))

    def _new_ratio(self) -> None:
        self.canvas.dpr = self.devicePixelRatioF()
        self._settle_timer.start()
        if self.camera.fitted:
            self.fit()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from figure to figure and then on to the next widget; with Ctrl at once."""
        stays = steps_figure(next=next) and self.keys.step_figure(1 if next else -1, round=False)
        return stays or self.leave(forward=next)

    def leave(self, *, forward: bool) -> bool:
        """Give the focus to the next widget (or the one before)."""
        return bool(super().focusNextPrevChild(forward))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand keys over; what is not for the board goes on to the window."""
        event.setAccepted(self.keys.press(event))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Hand keys over."""
        event.setAccepted(self.keys.release(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A key that was held is no longer."""
        self.set_aiming(False)
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hand the mouse over."""
        if self.keys.square >= 0:
            self.keys.go(-1)
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hand the mouse over."""
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Hand the mouse over."""
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second press."""
        self.pointer.press(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Hand the wheel over."""
        self.pointer.wheel(event)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key: on the cursor's square (the right button has its own way)."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.keys.square >= 0:
            self.deeds.menu_at(self.keys.square, self.global_of(self.keys.square))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at."""
        self.pointer.leave()
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the floor fitted while nobody has zoomed."""
        super().resizeEvent(event)
        self._place_children()
        if self.camera.fitted:
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to breathe."""
        super().showEvent(event)
        self._new_ratio()
        self._sync_breath()
        self.ground.wake(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Hold still."""
        self.stage.skip()
        self._breath_timer.stop()
        self.ground.wake(False)
        super().hideEvent(event)
