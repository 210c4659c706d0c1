"""What boards are drawn with: shapes kept as pictures, words, numbers and signs as pictures.

A cell of a board is `CELL` wide in scene units, whatever the game and the zoom.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Role, Theme

CELL = 100.0
TILE = 48
"""Device pixels: how high a piece is, and how wide at least."""
DENSE = 8
"""Pieces that fill this part of what is around them are cut out of one picture."""


@dataclass(frozen=True)
class Shape:
    """A path with its fill, its pen, or both; in scene units. Points instead of a path are dots of the pen's width."""

    path: QPainterPath | QPolygonF
    fill: QColor | None = None
    pen: QPen | None = None


class CachedPath(QGraphicsItem):
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
        return tuple(shape for _, shape in self._shapes)

    @property
    def pixels(self) -> int:
        return sum(piece.width() * piece.height() for _, piece in self._pieces)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the shapes, and from the second time on their pictures: what follows a pointer is seen once."""
        device = painter.deviceTransform()
        scale, across, down = device.m11(), device.dx() % 1.0, device.dy() % 1.0
        seen = (scale, round(across, 3), round(down, 3))
        if seen != self._seen:
            self._seen, self._pieces = seen, []
            self._draw(painter, self._bounds)
            return
        self._pieces = self._pieces or list(self._cut(scale, QPointF(across, down)))
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        painter.translate(-across, -down)
        for at, piece in self._pieces:
            painter.drawPixmap(at, piece)
        painter.restore()

    def _draw(self, pen: QPainter, seen: QRectF) -> None:
        for bounds, shape in self._shapes:
            if bounds.intersects(seen):
                pen.setPen(shape.pen if shape.pen is not None else Qt.PenStyle.NoPen)
                pen.setBrush(shape.fill if shape.fill is not None else Qt.BrushStyle.NoBrush)
                if isinstance(shape.path, QPolygonF):
                    pen.drawPoints(shape.path)
                else:
                    pen.drawPath(shape.path)

    def _cut(self, scale: float, shift: QPointF) -> Iterator[tuple[QPointF, QPixmap]]:
        """The pieces, each with its place in device pixels from where the scene begins."""
        touched: dict[int, set[int]] = {}
        for rect in self._where:
            columns = _tiles(rect.left() * scale + shift.x(), rect.right() * scale + shift.x())
            for row in _tiles(rect.top() * scale + shift.y(), rect.bottom() * scale + shift.y()):
                touched.setdefault(row, set()).update(columns)
        places = [QRect(first * TILE, row * TILE, (end - first) * TILE, TILE)
                  for row, columns_of in sorted(touched.items()) for first, end in joined(columns_of)]  # fmt: skip
        groups = [places] if places else []
        while groups:
            group, around = groups.pop(), QRect()
            for place in group:
                around |= place
            if len(group) > 1 and sum(map(_pixels, group)) * DENSE < _pixels(around):
                groups += group[: len(group) // 2], group[len(group) // 2 :]
                continue
            whole = self._painted(around, scale, shift)  # a path is stroked whole, however little of it is seen
            for place in group:
                yield place.topLeft().toPointF(), whole.copy(place.translated(-around.topLeft()))

    def _painted(self, place: QRect, scale: float, shift: QPointF) -> QPixmap:
        """What lies in a place of device pixels."""
        piece, at = QPixmap(place.size()), place.topLeft().toPointF()
        piece.fill(Qt.GlobalColor.transparent)
        with ink.painting(piece) as pen:
            pen.translate(shift - at)
            pen.scale(scale, scale)
            self._draw(pen, QRectF((at - shift) / scale, piece.size() / scale))
        return piece


def _bounds(shape: Shape) -> QRectF:
    edge = 1 + (shape.pen.widthF() / 2 if shape.pen is not None else 0.0)
    return shape.path.boundingRect().adjusted(-edge, -edge, edge, edge)


def _pixels(place: QRect) -> int:
    return place.width() * place.height()


def _tiles(low: float, high: float) -> range:
    return range(math.floor(low / TILE), math.floor(high / TILE) + 1)


def joined(starts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Neighbouring unit stretches as longer ones."""
    first = last = None
    for start in sorted(starts):
        if last is not None and start == last:
            last = start + 1
            continue
        if first is not None and last is not None:
            yield first, last
        first, last = start, start + 1
    if first is not None and last is not None:
        yield first, last


def polygon(*points: QPointF) -> QPainterPath:
    """A closed shape."""
    path = QPainterPath()
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


def ink_pen(colour: QColor, width: float, dash: Sequence[float] = ()) -> QPen:
    """A round pen in scene units."""
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    if dash:
        pen.setDashPattern(dash)
    return pen


@lru_cache(maxsize=128)
def _number(text: str, pixels: int, role: Role, theme: Theme, dpr: float, scale: float, halo: Role) -> QPixmap:
    font = fonts.font("digits")
    font.setPixelSize(pixels)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text) + 6, metrics.height() + 2
    pixmap = ink.blank(width, height, dpr)
    pen = ink.painter(pixmap)
    path = QPainterPath()
    path.addText(QPointF(3, metrics.ascent() + 1), font, text)
    pen.strokePath(path, QPen(theme.color(halo, 0.85), 3.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                              Qt.PenJoinStyle.RoundJoin))  # fmt: skip
    pen.fillPath(path, theme.color(role))
    pen.end()
    return pixmap


def number_picture(
    text: str, pixels: float, theme: Theme, dpr: float, role: Role = "ink", halo: Role = "surface"
) -> QPixmap:
    """A number with a thin halo, `pixels` high (11 at least), readable on any ground."""
    return _number(text, max(11, round(pixels)), role, theme, dpr, fonts.text_scale(), halo)


SLIP_EDGE = 18
"""How much wider a slip is than its words."""


@lru_cache(maxsize=64)
def _slip(
    text: str, face: FontRole, share: float, ink_role: Role, paper: Role, theme: Theme, dpr: float, scale: float
) -> QPixmap:
    font = fonts.font(face, share)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text) + SLIP_EDGE - 4, metrics.height() + 3
    pixmap = ink.blank(width + 4, height + 4, dpr)
    pen = ink.painter(pixmap)
    body = ink.rough_rect(QRectF(2, 2, width, height), text, 0.5, 14)
    cast = QPainterPath()  # of a plain slip: nobody sees a rough edge in a shadow, and it takes ten times as long
    cast.addRect(QRectF(2, 2, width, height))
    ink.soft_shadow(pen, cast, theme.color("shadow", 0.30), 2, 0.3, 0.8)
    ink.fill(pen, body, theme.color(paper, 0.94))
    ink.write(pen, QRectF(2, 2, width, height), text, font, theme.color(ink_role), Qt.AlignmentFlag.AlignCenter)
    pen.end()
    return pixmap


def slip_picture(
    text: str,
    theme: Theme,
    dpr: float,
    *,
    face: FontRole = "small",
    share: float = 1.0,
    role: Role = "ink",
    paper: Role = "surface",
) -> QPixmap:
    """A word on a slip of paper, as large as the person's text."""
    return _slip(text, face, share, role, paper, theme, dpr, fonts.text_scale())


@lru_cache(maxsize=64)
def _seal(name: str, pixels: int, ink_role: Role, paper: Role, theme: Theme, dpr: float) -> QPixmap:
    pixmap = ink.blank(pixels, pixels, dpr)
    pen = ink.painter(pixmap)
    middle = QPointF(pixels / 2, pixels / 2)
    disc = ink.rough_disc(middle, pixels * 0.43, name)
    ink.soft_shadow(pen, disc, theme.color("shadow", 0.4), pixels * 0.05, 0, pixels * 0.025)
    pen.setBrush(theme.color(paper))
    pen.setPen(QPen(theme.color("surface"), max(1.0, pixels * 0.05)))
    pen.drawPath(disc)
    if name in icons.icon_names():
        side = pixels * 0.52
        box = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        icons.paint(pen, name, theme.color(ink_role), box)
    else:
        font = fonts.font("strong")
        font.setPixelSize(max(9, round(pixels * 0.5)))
        pen.setFont(font)
        pen.setPen(theme.color(ink_role))
        pen.drawText(QRectF(0, 0, pixels, pixels), Qt.AlignmentFlag.AlignCenter, name[:1].upper())
    pen.end()
    return pixmap


def seal_picture(
    name: str, pixels: float, theme: Theme, dpr: float, role: Role = "on_vermilion", paper: Role = "vermilion"
) -> QPixmap:
    """A sign on a round seal, or the first letter of a name; sizes go in twos, so that the cache stays small."""
    return _seal(name, max(14, 2 * round(pixels / 2)), role, paper, theme, dpr)
