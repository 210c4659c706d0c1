"""What everything on the board shares: the board as it lies, the scene, and how large its cells are seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsScene

from companion.model.games.chronicles.board.board import Board
from companion.ui.kit.canvas import SceneCanvas, SceneOverlay

from .geometry import Geometry


class Canvas(SceneCanvas):
    """Held by the view; `geometry` is replaced when tiles or doors change."""

    def __init__(self, board: Board, scene: QGraphicsScene, stale: Callable[[], None]) -> None:
        """`stale` is called when what is printed on the floor has changed."""
        super().__init__(scene, stale)
        self.geometry = Geometry(board)

    @property
    def layout(self) -> Geometry:
        return self.geometry

    @property
    def page(self) -> QRectF:
        return self.geometry.page


class Overlay(SceneOverlay[Canvas]):
    """One thing drawn over the floor (`SceneOverlay`)."""
