"""What everything on the board shares: the game, the layout of the floor, the scene, shapes and words as pictures."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsScene

from companion.model.games.asagiri.state.board import Board
from companion.model.games.asagiri.state.state import Figure, State
from companion.model.games.asagiri.state.vocabulary import FigureId, SquareId
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.canvas import PRINTED, SceneCanvas, SceneOverlay
from companion.ui.kit.scene import CachedPath, Shape

from .geometry import Geometry

__all__ = ["PRINTED", "CachedPath", "Canvas", "Overlay", "Shape", "cells"]


class Canvas(SceneCanvas):
    """Held by the view; `geometry` is replaced when another floor is shown or the board is turned."""

    def __init__(self, game: AsagiriController, scene: QGraphicsScene, stale: Callable[[], None]) -> None:
        """Begin with the ground floor, north up; `stale` is called when what is printed on the floor has changed."""
        super().__init__(scene, stale)
        self.game = game
        self.geometry = Geometry(game.state.table.board)

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def board(self) -> Board:
        return self.game.state.table.board

    @property
    def layout(self) -> Geometry:
        return self.geometry

    @property
    def page(self) -> QRectF:
        return self.geometry.page

    def lay_out(self, floor: int, turn: int) -> None:
        """Show another floor, or the board turned; also after a door changed."""
        self.geometry = Geometry(self.board, floor, turn)

    def centre(self, square: SquareId) -> QPointF:
        return self.geometry.centre(square)


class Overlay(SceneOverlay[Canvas]):
    """One thing drawn over the floor (`SceneOverlay`): its `show` asks the model."""

    def standing(self, who: FigureId) -> Figure | None:
        """The figure, if there is one (not -1) and it stands on the floor shown."""
        figure = self.canvas.state.figures[who] if who >= 0 else None
        return figure if figure is not None and self.canvas.geometry.has(figure.at) else None


def cells(rects: list[QRectF], inset: float = 3.0, corner: float = 5.0) -> QPainterPath:
    """Squares a little smaller than they are, as one path."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        path.addRoundedRect(rect.adjusted(inset, inset, -inset, -inset), corner, corner)
    return path
