"""The base a figure stands on, looking north in a square of 100: its outlines, worked out once for each shape."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from companion.ui.kit.theme import ink

BandShape = Literal["round", "octagon"]
_MIDDLE = QPointF(50, 52.5)
_RADIUS = 38.0


@dataclass(frozen=True, slots=True)
class BaseParts:
    """The paths of a base. All but `sheen` turn with the figure; the light does not."""

    outline: QPainterPath
    field: QPainterPath
    front: QPainterPath
    back: QPainterPath
    broken: QPainterPath
    hatching: QPainterPath
    sheen: QPainterPath


@cache
def base_parts(shape: BandShape) -> BaseParts:
    """The paths of a base of one shape. Do not change them."""
    field = _body(shape, 0.865)
    before, behind = QPainterPath(), QPainterPath()
    before.addRect(QRectF(0, 0, 100, 54))
    behind.addRect(QRectF(0, 54, 100, 50))
    front = field.intersected(before)
    outline = _body(shape, 1.0).united(_prow(shape))
    return BaseParts(
        outline=outline,
        field=field,
        front=front,
        back=field.intersected(behind),
        broken=outline.subtracted(_gaps()),
        hatching=ink.hatch(front, 6.2, -52, random.Random(5), 1.7),
        sheen=_sheen(field),
    )


def _body(shape: BandShape, scale: float) -> QPainterPath:
    """The disc or octagon without its prow."""
    body = QPainterPath()
    if shape == "round":
        body.addEllipse(_MIDDLE, _RADIUS * scale, _RADIUS * scale)
        return body
    radius = _RADIUS * 1.065 * scale
    for k in range(8):
        angle = math.radians(22.5 + 45 * k)
        at = _MIDDLE + QPointF(math.sin(angle), -math.cos(angle)) * radius
        body.lineTo(at) if k else body.moveTo(at)
    body.closeSubpath()
    return body


def _prow(shape: BandShape) -> QPainterPath:
    """The prow: from the shoulders of the body to the middle of the front edge."""
    spread, bow = (0.74, 15.0) if shape == "round" else (0.70, 13.0)
    half, y = _RADIUS * math.sin(spread), _MIDDLE.y() - _RADIUS * math.cos(spread)
    prow = QPainterPath(QPointF(50 - half, y))
    prow.quadTo(QPointF(50 - bow, y - 11), QPointF(50, 1.2))
    prow.quadTo(QPointF(50 + bow, y - 11), QPointF(50 + half, y))
    prow.closeSubpath()
    return prow


def _gaps() -> QPainterPath:
    """What is missing of a broken rim: slanting gaps all round, a crack down the prow."""
    gaps = QPainterPath()
    gaps.setFillRule(Qt.FillRule.WindingFill)
    for k, angle in enumerate((52, 88, 126, 160, 198, 232, 270, 306)):
        a = math.radians(angle)
        along = QPointF(math.sin(a), -math.cos(a))
        side = QPointF(along.y(), -along.x())
        across, skew = side * (2.1 if k % 2 else 3.0), side * (2.4 if k % 3 else -2.4)
        start, end = _MIDDLE + along * 28, _MIDDLE + along * 52
        gaps.addPath(_closed(start + across, end + across + skew, end - across + skew, start - across))
    crack = [
        (48.4, -2),
        (51.4, 6),
        (48.8, 9.6),
        (52, 14.6),
        (50, 20),
        (53.2, 20),
        (54.6, 14),
        (51.8, 9.6),
        (54, 6),
        (51.8, -2),
    ]
    gaps.addPath(_closed(*(QPointF(x, y) for x, y in crack)))
    return gaps.simplified()


def _closed(*points: QPointF) -> QPainterPath:
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()
    return path


def _sheen(field: QPainterPath) -> QPainterPath:
    """Lacquer: light from the north-west along the inside of the rim, whichever way the figure looks."""
    glint = QPainterPath()
    box = field.boundingRect().adjusted(2.2, 2.2, -2.2, -2.2)
    glint.arcMoveTo(box, 112)
    glint.arcTo(box, 112, 52)
    return ink.brush_stroke(glint, 2.4, pressure=lambda t: math.sin(math.pi * t))
