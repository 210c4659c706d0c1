"""Ink: the irregular line, the brush stroke, grain and hatching that everything else is drawn with.

All is deterministic: the same seed gives the same irregularity, so that nothing wobbles between two repaints, and an
outline made once from a seed is kept.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
Pressure = Callable[[float], float]
"""Width of a stroke along its way: from 0..1 (start to end) to a share of the full width."""


def painter(target: QPaintDevice) -> QPainter:
    """An antialiasing painter on a picture; the caller ends it (rather use `painting`)."""
    made = QPainter(target)
    made.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    return made


@contextmanager
def painting(target: QPaintDevice) -> Iterator[QPainter]:
    """An antialiasing painter, ended whatever happens.

    A pixmap that dies under a live painter (an exception on the way) takes the process along.
    """
    made = painter(target)
    try:
        yield made
    finally:
        made.end()


def fill(pen: QPainter, shape: QPainterPath, brush: QColor | QBrush) -> None:
    """Paint a shape without an outline."""
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(brush)
    pen.drawPath(shape)


def outline(pen: QPainter, shape: QPainterPath, colour: QColor | QBrush, width: float) -> None:
    """Paint the outline of a shape."""
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(colour, width))
    pen.drawPath(shape)


def corners(pen: QPainter, rect: QRectF, colour: QColor, arm: float = 11.0, width: float = 2.0) -> None:
    """Paint the focus mark of the whole window: four corners, their arms no longer than a third of a side."""
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    arm = min(arm, rect.height() / 3, rect.width() / 3)
    for x, y, dx, dy in (
        (rect.left(), rect.top(), 1, 1),
        (rect.right(), rect.top(), -1, 1),
        (rect.right(), rect.bottom(), -1, -1),
        (rect.left(), rect.bottom(), 1, -1),
    ):
        pen.drawPolyline([QPointF(x + dx * arm, y), QPointF(x, y), QPointF(x, y + dy * arm)])


def write(pen: QPainter, room: QRectF | QRect, words: str, font: QFont, colour: QColor, flags: int = LEFT) -> None:
    """Write into a rectangle."""
    pen.setFont(font)
    pen.setPen(colour)
    pen.drawText(room, flags, words)


def blank(width: float, height: float, dpr: float = 1.0) -> QPixmap:
    """A clear pixmap of a logical size at a device pixel ratio."""
    pixmap = QPixmap(max(1, math.ceil(width * dpr)), max(1, math.ceil(height * dpr)))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


@lru_cache(maxsize=64)
def brush_pressure(start: float = 0.75, end: float = 0.3, belly: float = 1.0) -> Pressure:
    """A stroke that sets down with `start`, swells to `belly` and lifts off at `end` (shares of the width)."""

    def pressure(t: float) -> float:
        swell: float = math.sin(math.pi * min(1.0, t * 0.9 + 0.08)) ** 0.7
        return (start + (end - start) * t) * (1 - swell) + belly * swell

    return pressure


def even(_t: float) -> float:
    """The pressure of a pen: as wide everywhere."""
    return 1.0


FINE = 8.0
"""Curves are cut into lines so much finer than a pixel: many are drawn larger than they are made."""
_FINER = QTransform.fromScale(FINE, FINE)


def sampled(path: QPainterPath, step: float = 2.0) -> list[QPointF]:
    """Points along a path, about `step` apart, both ends included."""
    # asking the path itself for each point would go through it from its start each time
    corners = [corner / FINE for polygon in path.toSubpathPolygons(_FINER) for corner in polygon.toList()]
    if len(corners) < 2:
        return corners
    sides = list(pairwise(corners))
    lengths = [math.hypot(b.x() - a.x(), b.y() - a.y()) for a, b in sides]
    length = sum(lengths)
    count = max(2, math.ceil(length / step))
    found, side, behind = corners[:1], 0, 0.0
    for i in range(1, count):
        at = length * i / count
        while behind + lengths[side] < at and side < len(sides) - 1:
            behind += lengths[side]
            side += 1
        a, b = sides[side]
        found.append(a + (b - a) * ((at - behind) / (lengths[side] or 1.0)))
    return [*found, *corners[-1:]]


def smooth(points: Sequence[QPointF], *, closed: bool) -> QPainterPath:
    """A curve through the middles of a polyline: takes the corners off hand-made outlines."""
    path = QPainterPath()
    if len(points) < 3:
        if points:
            path.moveTo(points[0])
            for point in points[1:]:
                path.lineTo(point)
        return path
    places = [(point.x(), point.y()) for point in points]
    if closed:
        path.moveTo((points[-1] + points[0]) / 2)
        for (x, y), (x1, y1) in zip(places, [*places[1:], places[0]], strict=True):
            path.quadTo(x, y, (x + x1) / 2, (y + y1) / 2)
        path.closeSubpath()
        return path
    path.moveTo(points[0])
    for (x, y), (x1, y1) in pairwise(places[1:]):
        path.quadTo(x, y, (x + x1) / 2, (y + y1) / 2)
    path.lineTo(points[-1])
    return path


def brush_stroke(
    line: QPainterPath | Sequence[QPointF],
    width: float,
    rng: random.Random | int | str | None = None,
    *,
    pressure: Pressure | None = None,
    rough: float = 0.06,
) -> QPainterPath:
    """The outline of a brush stroke along a line.

    `width` is the full width in pixels, `rough` the irregularity of the edge as a share of it; `rng` may be a seed,
    and no irregularity at all is None.
    """
    if isinstance(line, QPainterPath) and not isinstance(rng, random.Random):
        written = QByteArray()
        QDataStream(written, QIODevice.OpenModeFlag.WriteOnly) << line
        return QPainterPath(_kept_stroke(bytes(written.data()), width, rng, pressure or brush_pressure(), rough))
    return _stroke(line, width, random.Random(rng) if isinstance(rng, int | str) else rng, pressure, rough)


@lru_cache(maxsize=256)
def _kept_stroke(line: bytes, width: float, seed: int | str | None, pressure: Pressure, rough: float) -> QPainterPath:
    path = QPainterPath()
    QDataStream(QByteArray(line)) >> path
    return _stroke(path, width, None if seed is None else random.Random(seed), pressure, rough)


def _stroke(
    line: QPainterPath | Sequence[QPointF],
    width: float,
    rng: random.Random | None,
    pressure: Pressure | None,
    rough: float,
) -> QPainterPath:
    if isinstance(line, QPainterPath):
        # an even edge needs no more points than its belly shows: a hairline as high as a screen had eight hundred
        points = sampled(line, max(1.0, width * 0.35, 0.0 if rng else line.length() / 64))
    else:
        points = list(line)
    if len(points) < 2:
        return QPainterPath()
    press = pressure or brush_pressure()
    left: list[QPointF] = []
    right: list[QPointF] = []
    last = len(points) - 1
    places = [(point.x(), point.y()) for point in points]  # numbers cost a third of what points do
    for i, (x, y) in enumerate(places):
        (x1, y1), (x0, y0) = places[min(last, i + 1)], places[max(0, i - 1)]
        size = math.hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (y0 - y1) / size, (x1 - x0) / size
        one = other = width / 2 * press(i / last)
        if rng:
            one += rng.uniform(-rough, rough) * width
            other += rng.uniform(-rough, rough) * width
        one, other = max(0.0, one), max(0.0, other)
        left.append(QPointF(x + dx * one, y + dy * one))
        right.append(QPointF(x - dx * other, y - dy * other))
    ahead, back = points[-1] - points[-2], points[0] - points[1]
    return smooth([*left, _cap(points[-1], ahead, width * press(1.0)), *reversed(right),
                   _cap(points[0], back, width * press(0.0))], closed=True)  # fmt: skip


def _cap(point: QPointF, outward: QPointF, width: float) -> QPointF:
    """A point a little beyond the end of a stroke, so that the end is round rather than cut."""
    size = math.hypot(outward.x(), outward.y()) or 1.0
    return point + outward * (width * 0.45 / size)


def line(*points: tuple[float, float]) -> QPainterPath:
    """A polyline as a path."""
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(QPointF(*point))
    return path


def rough_polygon(corners: Sequence[QPointF], rng: random.Random, wander: float, step: float) -> QPainterPath:
    """A closed outline whose straight sides wander by up to `wander` pixels, as paper cut by hand."""
    points: list[QPointF] = []
    for i, corner in enumerate(corners):
        side = corners[(i + 1) % len(corners)] - corner
        length = math.hypot(side.x(), side.y()) or 1.0
        normal = QPointF(-side.y() / length, side.x() / length)
        points.append(corner + QPointF(rng.uniform(-wander, wander), rng.uniform(-wander, wander)) * 0.6)
        count = max(1, round(length / step))
        for k in range(1, count):
            at = (k + rng.uniform(-0.3, 0.3)) / count
            points.append(corner + side * at + normal * rng.uniform(-wander, wander))
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()
    return path


def rough_rect(rect: QRectF, seed: int | str, wander: float = 1.0, step: float = 26.0) -> QPainterPath:
    """A rectangle with hand-cut edges; same seed, same edge."""
    return _kept_rect(rect.width(), rect.height(), str(seed), wander, step).translated(rect.topLeft())


@lru_cache(maxsize=256)
def _kept_rect(width: float, height: float, seed: str, wander: float, step: float) -> QPainterPath:
    corners = [QPointF(0, 0), QPointF(width, 0), QPointF(width, height), QPointF(0, height)]
    return rough_polygon(corners, random.Random(seed), wander, step)


def rough_disc(centre: QPointF, radius: float, seed: int | str, wander: float = 0.025) -> QPainterPath:
    """A disc with a slightly uneven edge; `wander` is a share of the radius."""
    return _kept_disc(radius, str(seed), wander).translated(centre)


@lru_cache(maxsize=64)
def _kept_disc(radius: float, seed: str, wander: float) -> QPainterPath:
    rng = random.Random(seed)
    count = 22
    points = []
    for k in range(count):
        r = radius * (1 - rng.random() * wander * 2)
        points.append(QPointF(math.cos(math.tau * k / count) * r, math.sin(math.tau * k / count) * r))
    return smooth(points, closed=True)


def hatch(area: QPainterPath, spacing: float, angle: float, rng: random.Random, width: float) -> QPainterPath:
    """Brush lines across an area at an angle (degrees), as one path clipped to the area."""
    box = area.boundingRect()
    reach = math.hypot(box.width(), box.height()) / 2 + spacing
    turn = QTransform().translate(box.center().x(), box.center().y()).rotate(angle)
    lines = QPainterPath()
    lines.setFillRule(Qt.FillRule.WindingFill)
    offset = -reach
    while offset < reach:
        y = offset + rng.uniform(-0.12, 0.12) * spacing
        stroke = line((-reach, y), (0, y + rng.uniform(-0.06, 0.06) * spacing), (reach, y))
        lines.addPath(turn.map(brush_stroke(sampled(stroke, spacing * 2), width, rng, pressure=even)))
        offset += spacing
    return lines.intersected(area)


@lru_cache(maxsize=64)
def noise(cells: int, pixels: int, seed: int) -> QImage:
    """Soft grey noise of `pixels` × `pixels` from a grid of `cells`; tiles without a seam. Do not paint on it."""
    data = random.Random(seed * 7919 + cells).randbytes(cells * cells)
    small = QImage(data, cells, cells, cells, QImage.Format.Format_Grayscale8).copy()
    # Wrap two cells around the edge before enlarging: the enlarged middle then joins its own copy.
    wrapped = QImage(cells + 4, cells + 4, QImage.Format.Format_Grayscale8)
    with painting(wrapped) as pen:
        for dx in (-cells, 0, cells):
            for dy in (-cells, 0, cells):
                pen.drawImage(2 + dx, 2 + dy, small)
    scale = pixels / cells
    side = round((cells + 4) * scale)
    whole = wrapped.scaled(
        QSize(side, side), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    return whole.copy(QRect(round(2 * scale), round(2 * scale), pixels, pixels))


def grain(cells: int, pixels: int, seed: int, colour: QColor, strength: float, floor: float = 0.0) -> QImage:
    """Noise as a wash of one colour: its alpha follows the noise from `floor` to `strength` (shares of 1)."""
    grey = noise(cells, pixels, seed)
    table = [
        QColor(colour.red(), colour.green(), colour.blue(), round(255 * (floor + (strength - floor) * i / 255))).rgba()
        for i in range(256)
    ]
    indexed = QImage(grey.constBits(), grey.width(), grey.height(), grey.bytesPerLine(), QImage.Format.Format_Indexed8)
    indexed.setColorTable(table)
    return indexed.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def soft_shadow(pen: QPainter, shape: QPainterPath, colour: QColor, radius: float, dx: float, dy: float) -> None:
    """Paint a soft shadow of a shape, light from the north-west: small, and drawn out to its size, which blurs it."""
    grain = max(1.0, radius * 0.55)
    edge = radius + grain
    box = shape.boundingRect().adjusted(-edge, -edge, edge, edge)
    wide, high = math.ceil(box.width() / grain), math.ceil(box.height() / grain)
    kept = wide * high <= MOST_SHADOW
    paint: Callable[..., QImage] = _shadow if kept else _shadow.__wrapped__
    small = paint(_bytes(shape.translated(-box.topLeft())), wide, high, grain, colour.rgba(), radius)
    pen.drawImage(QRectF(box.topLeft() + QPointF(dx, dy), QSizeF(small.size()) * grain), small)


MOST_SHADOW = 10_000
"""Pixels of a small shadow that is kept: dice, bases and slips come again and again."""


def _bytes(path: QPainterPath) -> bytes:
    data = QByteArray()
    QDataStream(data, QIODevice.OpenModeFlag.WriteOnly) << path
    return bytes(data.data())


@lru_cache(maxsize=128)
def _shadow(shape: bytes, wide: int, high: int, grain: float, rgba: int, radius: float) -> QImage:
    path = QPainterPath()
    QDataStream(QByteArray(shape)) >> path
    colour = QColor.fromRgba(rgba)
    small = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    small.fill(Qt.GlobalColor.transparent)
    with painting(small) as below:
        below.scale(1 / grain, 1 / grain)
        for grow, share in ((1.3, 0.34), (0.55, 0.66)):
            shade = QColor(colour)
            shade.setAlphaF(colour.alphaF() * share)
            below.setPen(QPen(shade, radius * grow, j=Qt.PenJoinStyle.BevelJoin))
            below.setBrush(shade)
            below.drawPath(path)
    return small


@lru_cache(maxsize=64)
def grain_pixmap(cells: int, pixels: int, seed: int, rgb: int, strength: float) -> QPixmap:
    """`grain` as a pixmap to tile with."""
    return QPixmap.fromImage(grain(cells, pixels, seed, QColor.fromRgb(rgb), strength))
