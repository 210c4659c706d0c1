"""Grounds: paper, wood, mats, stone, gravel, moss, grass, water. Painted once, cached, the same object twice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, get_args

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath, QPen, QPixmap

from companion.ui.kit.art.grounds import PAINTERS, colour, tone
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme

Floor = Literal["paper", "plank", "tatami", "shoji", "stone", "gravel", "moss", "garden", "stream"]
FLOORS: tuple[Floor, ...] = get_args(Floor)


def texture(name: Floor, size: int, seed: int = 0, theme: Theme | None = None, *, dpr: float = 1.0) -> QPixmap:
    """One square of ground, `size` logical pixels; tiles with itself and with other seeds of the same ground.

    Seeds vary the detail (for mats, odd seeds lie the other way). KeyError for an unknown ground.
    """
    return _texture(name, size, seed % 64, theme or palette.current(), dpr)


@lru_cache(maxsize=1024)
def _texture(name: Floor, size: int, seed: int, theme: Theme, dpr: float) -> QPixmap:
    painter = PAINTERS[name]
    pixmap = ink.blank(size, size, dpr)
    with ink.painting(pixmap) as pen:
        painter(pen, 1, 1, float(size), seed, tone(name, theme), True)
    return pixmap


def surface(
    name: Floor, columns: int, rows: int, square: int, seed: int = 0, theme: Theme | None = None, *, dpr: float = 1.0
) -> QPixmap:
    """A whole floor of one ground, `columns` × `rows` squares, with nothing that repeats; cached."""
    return _surface(name, columns, rows, square, seed, theme or palette.current(), dpr)


@lru_cache(maxsize=64)
def _surface(name: Floor, columns: int, rows: int, square: int, seed: int, theme: Theme, dpr: float) -> QPixmap:
    pixmap = ink.blank(columns * square, rows * square, dpr)
    with ink.painting(pixmap) as pen:
        pen.setClipRect(QRectF(0, 0, columns * square, rows * square))
        PAINTERS[name](pen, columns, rows, float(square), seed, tone(name, theme), False)
    return pixmap


def floor(
    grid: Sequence[Sequence[Floor]], square: int, seed: int = 0, theme: Theme | None = None, *, dpr: float = 1.0
) -> QPixmap:
    """A tile's floor from the ground of each square, rows from north to south; grounds meet in a hand-cut edge. Cached.

    ValueError when the rows differ in length or there is none.
    """
    frozen = tuple(tuple(row) for row in grid)
    if not frozen or not frozen[0] or len({len(row) for row in frozen}) != 1:
        raise ValueError("a floor needs rows of one length")
    return _floor(frozen, square, seed, theme or palette.current(), dpr)


@lru_cache(maxsize=64)
def _floor(grid: tuple[tuple[Floor, ...], ...], square: int, seed: int, theme: Theme, dpr: float) -> QPixmap:
    rows, columns = len(grid), len(grid[0])
    pixmap = ink.blank(columns * square, rows * square, dpr)
    with ink.painting(pixmap) as pen:
        kinds = sorted({name for row in grid for name in row}, key=lambda n: (-sum(r.count(n) for r in grid), n))
        for order, name in enumerate(kinds):
            ground = _surface(name, columns, rows, square, seed, theme, dpr)
            if order == 0:
                pen.drawPixmap(0, 0, ground)
                continue
            region = QPainterPath()
            for y, row in enumerate(grid):
                for x, kind in enumerate(row):
                    if kind == name:
                        cell = QPainterPath()
                        cell.addRect(_cell(x, y, columns, rows, square))
                        region = region.united(cell)
            edge = _uneven(region.simplified(), square, seed)
            t = tone(name, theme)
            pen.save()
            pen.setClipPath(edge)
            pen.drawPixmap(0, 0, ground)
            pen.restore()
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(
                QPen(
                    colour(t.shade, 0.75),
                    max(1.0, square * 0.03),
                    Qt.PenStyle.SolidLine,
                    Qt.PenCapStyle.RoundCap,
                    Qt.PenJoinStyle.RoundJoin,
                )
            )
            pen.drawPath(edge)
            pen.setPen(QPen(colour(t.light, 0.6), max(0.7, square * 0.014)))
            pen.drawPath(edge.translated(square * 0.02, square * 0.02))
    return pixmap


def _cell(x: int, y: int, columns: int, rows: int, square: int) -> QRectF:
    """A square of the floor, reaching beyond the floor's own edge so that only inner edges wander."""
    over = square * 0.2
    left, top = (-over if x == 0 else 0.0), (-over if y == 0 else 0.0)
    right, bottom = (over if x == columns - 1 else 0.0), (over if y == rows - 1 else 0.0)
    return QRectF(x * square, y * square, square, square).adjusted(left, top, right, bottom)


def _uneven(region: QPainterPath, square: int, seed: int) -> QPainterPath:
    """A region of squares with hand-cut edges."""
    rng = random.Random(f"edge{seed}")
    made = QPainterPath()
    for polygon in region.toSubpathPolygons():
        points = [polygon.at(i) for i in range(polygon.count())]
        if len(points) > 1 and points[0] == points[-1]:
            points.pop()
        made.addPath(ink.rough_polygon(points, rng, square * 0.022, square * 0.34))
    return made
