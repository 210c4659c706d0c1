"""Shapes that are painted once and then only copied: strokes of ink are dear to fill, a frame has no time for that."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from companion.ui.kit.theme import ink

from .geometry import joined

TILE = 48
"""Device pixels: how high a piece is, and how wide at least."""
DENSE = 4
"""Pieces that fill this part of what is around them are cut out of one picture."""


@dataclass(frozen=True)
class Shape:
    """A path with its fill, its pen, or both; in scene units. Points instead of a path are dots of the pen's width.

    A path of `lines` is drawn line by line: in a third of the time, and no darker where they meet.
    """

    path: QPainterPath | QPolygonF
    fill: QColor | None = None
    pen: QPen | None = None
    lines: bool = False


class Sheet(QGraphicsItem):
    """Shapes, the first at the bottom, kept as pictures of the places where they lie, at the size they are seen at.

    `where`: rectangles of the scene that together hold all of them: what lies beside costs neither time nor memory.
    """

    def __init__(self, shapes: Sequence[Shape], where: Sequence[QRectF]) -> None:
        super().__init__()
        self._shapes = [(_bounds(shape), shape) for shape in shapes]
        self._where = tuple(where)
        self._bounds = QRectF()
        for rect in self._where:
            self._bounds |= rect
        self._seen: tuple[float, float, float] | None = None
        """The scale, and the shares of a pixel across and down, that the pieces were painted for."""
        self._pieces: list[tuple[QPointF, QPixmap]] = []

    def boundingRect(self) -> QRectF:
        return self._bounds

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """What is drawn, the lowest first."""
        return tuple(shape for _, shape in self._shapes)

    @property
    def pixels(self) -> int:
        """Device pixels that are kept."""
        return sum(piece.width() * piece.height() for _, piece in self._pieces)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        device = painter.deviceTransform()
        scale, across, down = device.m11(), device.dx() % 1.0, device.dy() % 1.0
        seen = (scale, round(across, 3), round(down, 3))
        if seen != self._seen:
            self._seen, self._pieces = seen, list(self._cut(scale, QPointF(across, down)))
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        painter.translate(-across, -down)
        for at, piece in self._pieces:
            painter.drawPixmap(at, piece)
        painter.restore()

    def _cut(self, scale: float, shift: QPointF) -> Iterator[tuple[QPointF, QPixmap]]:
        """The pieces, each with its place in device pixels from where the scene begins."""
        touched: dict[int, set[int]] = {}
        for rect in self._where:
            columns = _tiles(rect.left() * scale + shift.x(), rect.right() * scale + shift.x())
            for row in _tiles(rect.top() * scale + shift.y(), rect.bottom() * scale + shift.y()):
                touched.setdefault(row, set()).update(columns)
        places = [QRect(first * TILE, row * TILE, (end - first) * TILE, TILE)
                  for row, columns_of in touched.items() for first, end in joined(columns_of)]  # fmt: skip
        around = QRect()
        for place in places:
            around |= place
        if sum(map(_pixels, places)) * DENSE < _pixels(around):
            yield from ((place.topLeft().toPointF(), self._painted(place, scale, shift)) for place in places)
        elif places:  # a path is stroked whole, however little of it is seen: once for all pieces
            whole = self._painted(around, scale, shift)
            for place in places:
                yield place.topLeft().toPointF(), whole.copy(place.translated(-around.topLeft()))

    def _painted(self, place: QRect, scale: float, shift: QPointF) -> QPixmap:
        """What lies in a place of device pixels."""
        piece, at = QPixmap(place.size()), place.topLeft().toPointF()
        piece.fill(Qt.GlobalColor.transparent)
        with ink.painting(piece) as pen:
            pen.translate(shift - at)
            pen.scale(scale, scale)
            seen = QRectF((at - shift) / scale, piece.size() / scale)
            for bounds, shape in self._shapes:
                if bounds.intersects(seen):
                    pen.setPen(shape.pen if shape.pen is not None else Qt.PenStyle.NoPen)
                    pen.setBrush(shape.fill if shape.fill is not None else Qt.BrushStyle.NoBrush)
                    if isinstance(shape.path, QPolygonF):
                        pen.drawPoints(shape.path)
                    elif shape.lines and shape.pen is not None:
                        _draw_lines(pen, piece.size(), shape.path, QPen(shape.pen))
                    else:
                        pen.drawPath(shape.path)
        return piece


def _draw_lines(pen: QPainter, size: QSize, path: QPainterPath, stroke: QPen) -> None:
    """Draw every second stretch of a path, all opaque, and lay them down together."""
    colour, layer = stroke.color(), QPixmap(size)
    share = colour.alphaF()
    colour.setAlphaF(1.0)
    stroke.setColor(colour)
    layer.fill(Qt.GlobalColor.transparent)
    ends = [path.elementAt(n) for n in range(path.elementCount())]
    with ink.painting(layer) as above:
        above.setTransform(pen.transform())
        above.setPen(stroke)
        above.drawLines([QLineF(a.x, a.y, b.x, b.y) for a, b in zip(ends[::2], ends[1::2], strict=True)])
    pen.save()
    pen.resetTransform()
    pen.setOpacity(share)
    pen.drawPixmap(0, 0, layer)
    pen.restore()


def _bounds(shape: Shape) -> QRectF:
    """The place of a shape, with its outline."""
    edge = 1 + (shape.pen.widthF() / 2 if shape.pen is not None else 0.0)
    return shape.path.boundingRect().adjusted(-edge, -edge, edge, edge)


def _pixels(place: QRect) -> int:
    return place.width() * place.height()


def _tiles(low: float, high: float) -> range:
    """The tiles that a stretch of pixels lies on."""
    return range(math.floor(low / TILE), math.floor(high / TILE) + 1)
