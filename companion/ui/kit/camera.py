"""How a board is seen: whole, nearer, further away, moved about."""

from __future__ import annotations

import math
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsView

from companion.ui.kit.scene import CELL

SMALLEST, LARGEST = 16.0, 220.0
"""Width of a square on the screen, in logical pixels."""
EDGE = 2
"""Pixels left free around the page when it is fitted."""


class Seen(Protocol):
    """What is seen through it: how wide a cell is on the screen, pixels of the screen to a logical one."""

    cell: float
    dpr: float

    @property
    def page(self) -> QRectF:
        """Everything that there is to see, in the scene."""


class Camera:
    """Sets the transform of a view. `fitted` until the person zooms or pans."""

    def __init__(self, view: QGraphicsView, canvas: Seen) -> None:
        self.view, self.canvas = view, canvas
        self.fitted = True

    def fit(self) -> bool:
        """Show the whole floor as large as it can be; whether that changed the size of a square."""
        page, room = self.canvas.page, self.view.viewport().size()
        changed = self._set(min(self.across(room.width()), self.down(room.height())), whole_down=True)
        self.fitted = True
        self.view.centerOn(page.center())
        return changed

    def across(self, width: int) -> float:
        """How wide a square is where the whole floor takes this width."""
        return max(1, width - 2 * EDGE) / (self.canvas.page.width() / CELL)

    def down(self, height: int) -> float:
        """How wide a square is where the whole floor takes this height."""
        return max(1, height - 2 * EDGE) / (self.canvas.page.height() / CELL)

    def width_at(self, height: int) -> int:
        """How wide the whole floor is where it takes this height."""
        return math.ceil(self.down(height) * self.canvas.page.width() / CELL) + 2 * EDGE

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
        across, down = self.view.horizontalScrollBar(), self.view.verticalScrollBar()
        across.setValue(across.value() - by.x())
        down.setValue(down.value() - by.y())
        if not by.isNull():
            self.fitted = False

    def show(self, point: QPointF) -> None:
        if not self.fitted:
            self.view.ensureVisible(point.x() - CELL, point.y() - CELL, 2 * CELL, 2 * CELL, 10, 10)

    @property
    def can_pan(self) -> bool:
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
