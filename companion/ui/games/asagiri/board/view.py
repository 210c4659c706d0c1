"""The board as a widget: what is shown can be played, by mouse and keys."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent

from companion.model.core.journal import Change
from companion.model.core.refusal import Refusal
from companion.model.games.asagiri.rules.events import CharacterActivated

from . import queries
from .controller import BoardController
from .display import FORWARD, BoardDisplay
from .figure_layer import Motion
from .keys import Keys, steps_figure
from .pointer import Pointer
from .widgets import DeployTray

CROSS_MS = 700


class BoardView(BoardDisplay):
    """See the package."""

    def _equip(self) -> None:
        self.tray = DeployTray(self.game, self)
        self.pointer = Pointer(self)
        self.controller = BoardController(self, self.tray, self.pointer)
        self.pointer.controller = self.controller
        self.keys = Keys(self, self.controller)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self._cross_timer = self._timer(CROSS_MS, self.layers.cross.clear, once=True)
        self.game.refused.connect(self._on_refused)

    def sync(self) -> None:
        super().sync()
        self.controller.sync_tray()
        self._place_children()
        if self.keys.square >= 0 and not self.canvas.geometry.has(self.keys.square):
            self.keys.go(-1)

    def _on_change(self, change: Change) -> None:
        self.controller.forget()
        if self.pointer.drag is not None:
            self.pointer.cancel()
        if change.cause in FORWARD:
            for event in change.events:
                if isinstance(event, CharacterActivated) and queries.acting(self.game) == event.who:
                    self.game.select(event.who)
        if not queries.deployable(self.game):
            self.tray.hide()  # before the last figure stands: dice lie there next, and are typed at once
        super()._on_change(change)

    def _on_selected(self, who: int) -> None:
        self.controller.forget()
        super()._on_selected(who)
        self.tray.update()

    def _on_refused(self, refusal: Refusal) -> None:
        cross, aimed = self.layers.cross, self.controller.aimed
        if aimed < 0 or not self.canvas.geometry.has(aimed) or self.busy:
            return
        cross.show(aimed)
        if not self.moves:
            self._cross_timer.start()
            return

        def draw(share: float) -> None:
            cross.shift(math.sin(share * 5 * math.pi) * 9 * (1 - share), min(1.0, (1 - share) / 0.35))

        self.figures.animator.play([Motion(CROSS_MS, draw, cross.clear)])

    def _refresh_layers(self) -> None:
        super()._refresh_layers()
        self.layers.cursor.show(self.keys.square)

    def _redress(self) -> None:
        super()._redress()
        self.controller.sync_tray()

    def click_square(self, at: int) -> None:
        """Do what a click on a square does (-1: beside the board)."""
        self.controller.click(at)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.keys.wants(event):
            event.accept()
            return True
        return bool(super().event(event))

    def focusNextPrevChild(self, next: bool) -> bool:
        stays = steps_figure(next=next) and self.keys.step_figure(1 if next else -1, round=False)
        return stays or self.leave(forward=next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.keys.press(event))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.keys.release(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.set_aiming(False)
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.keys.square >= 0:
            self.keys.go(-1)
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.press(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.pointer.wheel(event)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.keys.square >= 0:
            self.controller.menu_at(self.keys.square, self.global_of(self.keys.square))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer.leave()
        super().leaveEvent(event)
