"""The tray of figures to be deployed: when it is there, and what is dragged out of it onto the board."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from . import asks
from .deeds import Deeds
from .display import BoardDisplay
from .drag import Drag
from .pointer import Pointer
from .tray import DeployTray


class Deploying:
    """Of a board; whoever shows the board lays the tray where there is room."""

    def __init__(self, view: BoardDisplay, tray: DeployTray, pointer: Pointer, deeds: Deeds) -> None:
        self.view, self.tray, self.pointer = view, tray, pointer
        self.tray.picked.connect(view.game.select)
        self.tray.drag_began.connect(self._begin)
        self.tray.drag_moved.connect(self._carry)
        self.tray.drag_ended.connect(self._drop)
        self.tray.turned.connect(deeds.turn)

    def sync(self) -> None:
        """Show who waits, one of them selected."""
        tray, game = self.tray, self.view.game
        waiting = asks.deployable(game)
        if set(waiting) - set(tray.figures):
            tray.facing = asks.deployment_facing(game.state)
        tray.turn = self.view.canvas.geometry.turn
        tray.sync()
        if waiting and game.selection not in waiting:
            game.select(waiting[0])
        tray.setVisible(bool(waiting))

    def _at(self, where: QPoint) -> QPoint:
        return self.view.viewport().mapFromGlobal(where)

    def _begin(self, who: int, where: QPoint) -> None:
        self.view.skip()
        drag = Drag(self.view.game, who, "deploy")
        drag.facing = self.tray.facing
        self.pointer.pick_up(drag, self._at(where))

    def _carry(self, where: QPoint) -> None:
        self.pointer.carry(self._at(where))

    def _drop(self, where: QPoint) -> None:
        self._carry(where)
        self.pointer.put_down()
