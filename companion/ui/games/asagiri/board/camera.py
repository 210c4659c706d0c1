"""How the floor is looked at: size of a square, fit, pan. Squares are whole device pixels wide, so lines stay sharp."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsView

from .canvas import Canvas
from .geometry import CELL

SMALLEST, LARGEST = 16.0, 220.0
"""Width of a square on the screen, in logical pixels."""
ZOOM_STEP = 1.18
EDGE = 2
"""Pixels left free around the page when it is fitted."""


class Camera:
    """Sets the transform of a view. `fitted` until the person zooms or pans."""

    def __init__(self, view: QGraphicsView, canvas: Canvas) -> None:
        self.view, self.canvas = view, canvas
        self.fitted = True

    def fit(self) -> bool:
        """Show the whole floor as large as it can be; whether that changed the size of a square."""
        page, room = self.canvas.geometry.page, self.view.viewport().size()
        changed = self._set(min(self.across(room.width()), self.down(room.height())), whole_down=True)
        self.fitted = True
        self.view.centerOn(page.center())
        return changed

    def across(self, width: int) -> float:
        """How wide a square is where the whole floor takes this width."""
        return max(1, width - 2 * EDGE) / (self.canvas.geometry.page.width() / CELL)

    def down(self, height: int) -> float:
        """How wide a square is where the whole floor takes this height."""
        return max(1, height - 2 * EDGE) / (self.canvas.geometry.page.height() / CELL)

    def width_at(self, height: int) -> int:
        """How wide the whole floor is where it takes this height."""
        return math.ceil(self.down(height) * self.canvas.geometry.page.width() / CELL) + 2 * EDGE

    def zoom(self, factor: float, anchor: QPoint | None = None) -> bool:
        """Make squares larger or smaller around a point of the viewport (its middle); whether they changed."""
        at = anchor if anchor is not None else self.view.viewport().rect().center()
        before = self.view.mapToScene(at)
        wanted = self.canvas.cell * factor
        if round(wanted) == round(self.canvas.cell):
            wanted = self.canvas.cell + (1 if factor > 1 else -1)
        changed = self._set(wanted)
        if changed:
            self.fitted = False
            shift = self.view.mapFromScene(before) - at
            self.pan(QPoint(-shift.x(), -shift.y()))
        return changed

    def pan(self, by: QPoint) -> None:
        """Move the floor under the view by pixels."""
        across, down = self.view.horizontalScrollBar(), self.view.verticalScrollBar()
        across.setValue(across.value() - by.x())
        down.setValue(down.value() - by.y())
        if not by.isNull():
            self.fitted = False

    def show(self, point: QPointF) -> None:
        """Bring a place of the scene into view."""
        if not self.fitted:
            self.view.ensureVisible(point.x() - CELL, point.y() - CELL, 2 * CELL, 2 * CELL, 10, 10)

    @property
    def can_pan(self) -> bool:
        """Whether the floor is larger than the view."""
        across, down = self.view.horizontalScrollBar(), self.view.verticalScrollBar()
        return across.maximum() > across.minimum() or down.maximum() > down.minimum()

    def _set(self, cell: float, *, whole_down: bool = False) -> bool:
        dpr = self.canvas.dpr
        device = cell * dpr
        pixels = max(1, int(device) if whole_down else round(device))
        wanted = min(LARGEST, max(SMALLEST if not whole_down else 4.0, pixels / dpr))
        changed = wanted != self.canvas.cell or self.view.transform().m11() != wanted / CELL
        self.canvas.cell = wanted
        self.view.setTransform(QTransform.fromScale(wanted / CELL, wanted / CELL))
        return changed
