"""Our drawings as plain outlines, for paper.

QtSvg leaves a pen without a colour behind; Qt's PDF writer takes it for one of the fill's colour and draws everything
bolder, with five times as many points. So a PDF gets the outlines themselves, without the points that no eye sees.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPainterPath

SEEN = 0.0004
"""Of a drawing's width: what an outline may be off. On a figure 60 mm high that is 0.02 mm."""
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_PATH = re.compile(r'<path fill="([^"]*)" fill-rule="evenodd" d="([^"]*)"')
_NUMBER = re.compile(r"-?[\d.]+")
_VARIABLE = re.compile(r"var\(--([a-z]+),\s*(#[0-9a-fA-F]{3,8})\)")


def on_paper(pen: QPainter) -> bool:
    """Whether this painter writes a PDF (or notes what would be written into one)."""
    engine = pen.paintEngine()
    return engine is not None and engine.type() in (QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)


def paint(pen: QPainter, svg: str, rect: QRectF, colour: QColor, variables: Mapping[str, str] | None = None) -> None:
    """Draw the text of a drawing into a rectangle, `colour` for what has none of its own."""
    chosen = variables or {}
    width, height, shapes = outlines(svg)
    pen.save()
    pen.translate(rect.topLeft())
    pen.scale(rect.width() / width, rect.height() / height)
    pen.setPen(Qt.PenStyle.NoPen)
    for fill, path in shapes:
        found = _VARIABLE.match(fill)
        pen.setBrush(QColor(chosen.get(found.group(1), found.group(2))) if found else colour)
        pen.drawPath(path)
    pen.restore()


@cache
def outlines(svg: str) -> tuple[float, float, tuple[tuple[str, QPainterPath], ...]]:
    """Width and height of a drawing, and its shapes: how each is filled, and its outline. Do not change them."""
    box = _BOX.search(svg)
    assert box is not None, svg[:80]
    width, height = float(box.group(1)), float(box.group(2))
    shapes = []
    for fill, data in _PATH.findall(svg):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in _rings(data):
            kept = thinned(ring, SEEN * width)
            path.moveTo(QPointF(*kept[0]))
            for x, y in kept[1:]:
                path.lineTo(x, y)
            path.closeSubpath()
        shapes.append((fill, path))
    assert len(shapes) == svg.count("<path"), svg[:80]
    return width, height, tuple(shapes)


def _rings(data: str) -> Iterator[list[tuple[float, float]]]:
    """Our drawings have straight edges only: M, L and Z."""
    for part in data.split("M")[1:]:
        numbers = [float(found) for found in _NUMBER.findall(part)]
        yield list(zip(numbers[::2], numbers[1::2], strict=True))


def thinned(points: Sequence[tuple[float, float]], tolerance: float) -> list[tuple[float, float]]:
    """A line without the points that lie within `tolerance` of it (Douglas and Peucker)."""
    kept = {0, len(points) - 1}
    ahead = [(0, len(points) - 1)]
    while ahead:
        first, last = ahead.pop()
        far, at = tolerance, -1
        for n in range(first + 1, last):
            off = _distance(points[n], points[first], points[last])
            if off > far:
                far, at = off, n
        if at >= 0:
            kept.add(at)
            ahead += [(first, at), (at, last)]
    return [points[n] for n in sorted(kept)]


def _distance(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """From a point to the line through two others; to the first of them when they are one."""
    along, up = end[0] - start[0], end[1] - start[1]
    length = math.hypot(along, up)
    x, y = point[0] - start[0], point[1] - start[1]
    return abs(x * up - y * along) / length if length else math.hypot(x, y)
