"""Signs of the Oni's side, a few strokes of the brush each, in a square of 100 by 100."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme

Stroke: TypeAlias = tuple[float, ...]
"""Width, then x, y of each point; a width below 0: a disc of radius −width at one point."""

_TABLE = """
guard: 12 10 62 30 34 50 22 70 34 90 62; 9 6 66 94 66; 7 24 70 28 88 50 96 72 88 76 70; 6 50 22 50 8; 5 32 80 44 80;
  5 56 80 68 80
creature: 9 22 34 14 8 34 26; 9 78 34 86 8 66 26; 8 22 34 18 62 36 88 50 94 64 88 82 62 78 34 50 24 22 34;
  8 30 50 46 58; 8 70 50 54 58; 5 36 76 44 70 50 77 56 70 64 76
demon: 11 26 36 6 26 14 4; 11 74 36 94 26 86 4; 9 26 36 16 64 34 90 50 96 66 90 84 64 74 36 50 28 26 36;
  10 28 52 46 60; 10 72 52 54 60; 6 32 74 50 70 68 74; 7 40 74 42 88; 7 60 74 58 88; 7 50 32 50 46
speed: 11 16 20 44 50 16 80; 11 52 20 82 50 52 80
attack: 9 12 88 50 48 90 10; 9 88 88 50 48 10 10; 6 10 66 34 90; 6 90 66 66 90
defense: 9 14 16 50 10 86 16; 9 14 16 18 58 50 94; 9 86 16 82 58 50 94; 6 50 26 50 72
actions: 9 56 8 30 54; 9 30 54 68 48; 9 68 48 42 94
lantern: 7 50 2 50 16; 9 30 18 70 18; 8 30 20 14 46 22 70 32 82; 8 70 20 86 46 78 70 68 82; 9 30 84 70 84; 5 20 44 80
  44; 5 22 62 78 62; 6 50 86 50 98
hand: 7 28 14 72 14 72 88 28 88 28 14; 7 50 34 62 50 50 68 38 50 50 34
corruption: -20 46 52; -9 76 34; -7 24 80; -6 72 80; 9 50 50 66 38; 7 46 54 28 76
token: 10 50 8 84 30 84 70 50 92 16 70 16 30 50 8
end: 8 12 26 88 26; 8 20 26 20 92; 8 80 26 80 92; 7 6 12 94 12; 6 50 44 50 74
hero: 11 10 40 50 14 90 40; -14 50 46; 17 22 90 34 70 50 64 66 70 78 90; 14 30 90 70 90
duty: 10 50 8 50 62; -9 50 86
final: 8 50 4 60 38 94 40 66 60 78 94 50 72 22 94 34 60 6 40 40 38 50 4
"""


def _read(table: str) -> Mapping[str, tuple[Stroke, ...]]:
    rows = [row.partition(":") for row in table.replace("\n  ", " ").strip().splitlines()]
    return {name: tuple(tuple(map(float, one.split())) for one in strokes.split(";")) for name, _, strokes in rows}


_STROKES = _read(_TABLE)


@lru_cache(maxsize=64)
def _outline(name: str) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for n, stroke in enumerate(_STROKES[name]):
        width, points = stroke[0], [QPointF(x, y) for x, y in zip(stroke[1::2], stroke[2::2], strict=True)]
        if width < 0:
            path.addPath(ink.rough_disc(points[0], -width, f"{name}{n}", 0.05))
        else:
            path.addPath(ink.brush_stroke(ink.smooth(points, closed=False), width, f"{name}{n}", rough=0.05))
    return path


def paint_mark(pen: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Paint a sign into a square."""
    side = min(rect.width(), rect.height()) / 100
    corner = rect.center() - QPointF(50, 50) * side
    ink.fill(pen, QTransform(side, 0, 0, side, corner.x(), corner.y()).map(_outline(name)), colour)


def paint_back(pen: QPainter, rect: QRectF, theme: Theme) -> None:
    """The back of an event card: ink with a frame and a lozenge."""
    edge = ink.rough_rect(rect, f"back{round(rect.width())}", 0.5, 14)
    ink.fill(pen, edge, theme.color("stone_black"))
    ink.outline(pen, edge, theme.color("mask_rim", 0.5), 1)
    inner = rect.width() * 0.26
    lozenge = QPainterPath(rect.center() - QPointF(0, inner * 1.5))
    for dx, dy in ((inner, 0.0), (0.0, inner * 1.5), (-inner, 0.0)):
        lozenge.lineTo(rect.center() + QPointF(dx, dy))
    lozenge.closeSubpath()
    ink.outline(pen, lozenge, theme.color("vermilion"), max(1.0, rect.width() * 0.07))


def diamond(rect: QRectF) -> QPainterPath:
    """A square on its corner, as upgrades are drawn."""
    path = QPainterPath(QPointF(rect.center().x(), rect.top()))
    path.lineTo(rect.right(), rect.center().y())
    path.lineTo(rect.center().x(), rect.bottom())
    path.lineTo(rect.left(), rect.center().y())
    path.closeSubpath()
    return path
