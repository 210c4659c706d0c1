"""Small drawings: a few strokes of the brush each, in a square of 100 by 100."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

from companion.ui.kit.theme import ink

Stroke: TypeAlias = tuple[float, ...]
"""Width, then x, y of each point; a width below 0: a disc of radius −width at one point."""


class Drawings:
    """Drawings by name, out of a table: a line each (``name: width x y x y; width …``), indented where it goes on."""

    def __init__(self, table: str) -> None:
        self._table = table

    @cached_property
    def strokes(self) -> dict[str, tuple[Stroke, ...]]:
        rows = [row.partition(":") for row in self._table.replace("\n  ", " ").strip().splitlines()]
        return {name: tuple(tuple(map(float, one.split())) for one in strokes.split(";")) for name, _, strokes in rows}

    def paint(self, pen: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
        """Paint a drawing into a square."""
        side = min(rect.width(), rect.height()) / 100
        corner = rect.center() - QPointF(50, 50) * side
        shape = _outline(name, self.strokes[name])
        ink.fill(pen, QTransform(side, 0, 0, side, corner.x(), corner.y()).map(shape), colour)


@lru_cache(maxsize=256)
def _outline(name: str, strokes: tuple[Stroke, ...]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for n, stroke in enumerate(strokes):
        width, points = stroke[0], [QPointF(x, y) for x, y in zip(stroke[1::2], stroke[2::2], strict=True)]
        if width < 0:
            path.addPath(ink.rough_disc(points[0], -width, f"{name}{n}", 0.04))
        else:
            path.addPath(ink.brush_stroke(ink.smooth(points, closed=False), width, f"{name}{n}", rough=0.05))
    return path
