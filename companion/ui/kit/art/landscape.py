"""The wide ink landscape of the home screen: mountains in mist, a gate in the water, a pine branch, the sun.

The five elements are woven in: the mountains (earth), the sea (water), the wind's strokes (air), the lantern's flame
(fire) and the gate itself (tori). Painted for any size; the same seed gives the same picture.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainterPath, QPen, QPixmap, QRadialGradient

from companion.ui.kit.art import _scenery, _shore
from companion.ui.kit.art._scene import Scene
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme


@dataclass(frozen=True, slots=True)
class _Layer:
    """One range of mountains: base line and depth as shares of the height, peaks as (place, height, spread)."""

    base: float
    tone: float
    peaks: tuple[tuple[float, float, float], ...]
    rough: float
    strokes: int


_LAYERS = (
    _Layer(0.55, 0.16, ((-0.42, 0.10, 0.30), (0.05, 0.13, 0.26), (0.52, 0.11, 0.30), (0.98, 0.14, 0.34)), 0.010, 40),
    _Layer(0.62, 0.34, ((-0.30, 0.40, 0.20), (-0.62, 0.17, 0.18), (0.16, 0.10, 0.20)), 0.016, 150),
    _Layer(0.67, 0.58, ((-0.78, 0.20, 0.20), (-0.10, 0.06, 0.20), (0.86, 0.27, 0.22), (1.25, 0.20, 0.30)), 0.022, 120),
)


def landscape(size: QSize, theme: Theme | None = None, seed: int = 1, *, dpr: float = 1.0) -> QPixmap:
    """The picture at a size in logical pixels; the last few are cached."""
    return _landscape(size.width(), size.height(), theme or palette.current(), seed, dpr)


@lru_cache(maxsize=4)
def _landscape(width: int, height: int, theme: Theme, seed: int, dpr: float) -> QPixmap:
    pixmap = ink.blank(width, height, dpr)
    with ink.painting(pixmap) as pen:
        scene = Scene(pen, float(width), float(height), theme, random.Random(f"land{seed}"))
        _sky(scene)
        _sun(scene)
        for number, layer in enumerate(_LAYERS):
            _range(scene, layer, number)
            _mist(scene, layer.base - 0.01, number)
        _scenery.birds(scene)
        _scenery.water(scene)
        _shore.gate(scene)
        _shore.shore(scene)
        _scenery.wind(scene)
        _scenery.pine(scene)
        _finish(scene)
    return pixmap


def _sky(s: Scene) -> None:
    """The paper, darker towards the top as a printer wipes a block."""
    wash = QLinearGradient(0, 0, 0, s.h * 0.72)
    if s.theme.dark:
        for at, text in ((0.0, "#0D1424"), (0.34, "#172238"), (0.78, "#2A3B5A"), (1.0, "#3A4D70")):
            wash.setColorAt(at, QColor(text))
    else:
        for at, text in ((0.0, "#C9C3B8"), (0.10, "#DDD5C6"), (0.34, "#F1E9DA"), (0.75, "#F7EFE0"), (1.0, "#F4E6D2")):
            wash.setColorAt(at, QColor(text))
    s.pen.fillRect(QRectF(0, 0, s.w, s.h), wash)


def _sun(s: Scene) -> None:
    """The disc, right of the middle; the moon at night."""
    centre = QPointF(s.x(0.34), s.y(0.30))
    radius = s.y(0.145)
    if s.theme.dark:
        glow = QRadialGradient(centre, radius * 3.2)
        glow.setColorAt(0.0, QColor(214, 222, 236, 92))
        glow.setColorAt(0.34, QColor(180, 196, 224, 40))
        glow.setColorAt(1.0, QColor(160, 180, 220, 0))
        s.pen.fillRect(QRectF(0, 0, s.w, s.h), glow)
    disc = ink.rough_disc(centre, radius, "sun", 0.004)
    s.pen.setPen(Qt.PenStyle.NoPen)
    shade = QLinearGradient(centre - QPointF(0, radius), centre + QPointF(0, radius))
    if s.theme.dark:
        shade.setColorAt(0, QColor("#F3EBD8"))
        shade.setColorAt(1, QColor("#C9C6C4"))
    else:
        shade.setColorAt(0, QColor("#BE3218"))
        shade.setColorAt(0.55, QColor("#CB4A2C"))
        shade.setColorAt(1, QColor("#E39A78"))
    s.pen.setBrush(shade)
    s.pen.drawPath(disc)
    s.pen.save()
    s.pen.setClipPath(disc)
    tile = ink.grain_pixmap(90, 256, 7, QColor("#5A4A3A" if s.theme.dark else "#FFF1DC").rgb(), 0.10)
    s.pen.drawTiledPixmap(disc.boundingRect().toAlignedRect(), tile)
    s.pen.restore()


def ridge(s: Scene, layer: _Layer, number: int) -> list[QPointF]:
    """The skyline of a range from west to east."""
    rng = random.Random(f"ridge{number}/{s.rng.random()}")
    step = max(2.0, s.h * 0.0045)
    count = math.ceil((s.w + 2 * step) / step)
    octaves = [[rng.uniform(-1, 1) for _ in range(count // period + 3)] for period in (34, 13, 5, 2)]
    points = []
    for i in range(count + 1):
        x = -step + i * step
        at = (x - s.w / 2) / s.h
        height = 0.0
        for place, tall, spread in layer.peaks:
            away = abs(at - place) / spread
            height = max(height, tall * math.exp(-(away**1.25)) + height * 0.32)
        noise = 0.0
        for period, share, values in zip((34, 13, 5, 2), (1.0, 0.5, 0.24, 0.12), octaves, strict=True):
            k, f = divmod(i / period, 1)
            f = f * f * (3 - 2 * f)
            noise += share * (values[int(k)] * (1 - f) + values[int(k) + 1] * f)
        points.append(QPointF(x, (layer.base - height - noise * layer.rough * (0.6 + height * 4)) * s.h))
    return points


def _range(s: Scene, layer: _Layer, number: int) -> None:
    """One range: a wash that fades into mist, an inked skyline, brush strokes down its sides."""
    points = ridge(s, layer, number)
    top = min(p.y() for p in points)
    low = layer.base * s.h
    shape = QPainterPath(QPointF(-10, low + s.h * 0.06))
    for point in points:
        shape.lineTo(point)
    shape.lineTo(s.w + 10, low + s.h * 0.06)
    shape.closeSubpath()
    tone = s.ink(layer.tone)
    wash = QLinearGradient(0, top, 0, low + s.h * 0.05)
    for at, alpha in ((0.0, 1.0), (0.35, 0.78), (0.72, 0.34), (1.0, 0.0)):
        wash.setColorAt(at, s.alpha(tone, alpha))
    s.pen.setPen(Qt.PenStyle.NoPen)
    if number:  # what lies behind does not shine through the upper slopes
        veil = QLinearGradient(0, top, 0, low)
        veil.setColorAt(0, s.alpha(s.mist, 1.0))
        veil.setColorAt(1, s.alpha(s.mist, 0.0))
        s.pen.setBrush(veil)
        s.pen.drawPath(shape)
    s.pen.setBrush(wash)
    s.pen.drawPath(shape)
    edge = s.alpha(s.ink(min(1.0, layer.tone + 0.22)), 0.55 + 0.2 * number)
    if s.theme.dark:  # moonlight along the skyline
        edge = s.alpha(QColor("#8DA6D0"), 0.20 + 0.08 * number)
    s.pen.setBrush(Qt.BrushStyle.NoBrush)
    for width, shift in ((0.0016 + 0.0006 * number, 0.0), (0.0008, 0.003)):
        line = QPainterPath(points[0] + QPointF(0, shift * s.h))
        for point in points[1:]:
            line.lineTo(point + QPointF(0, shift * s.h))
        s.pen.setPen(
            QPen(edge, max(0.8, width * s.h), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        s.pen.drawPath(line)
    _slopes(s, points, layer, low)
    if number == 1:
        _snow(s, points)


def _slopes(s: Scene, points: list[QPointF], layer: _Layer, low: float) -> None:
    """Texture strokes that run down from the skyline, heavier on the side away from the light."""
    s.pen.setPen(Qt.PenStyle.NoPen)
    dark = s.ink(min(1.0, layer.tone + 0.30))
    if len(points) < 16:  # a picture of a few pixels
        return
    count = round(layer.strokes * min(2.6, max(0.7, s.w / s.h / 1.6)))
    for _ in range(count):
        i = s.rng.randrange(6, len(points) - 7)
        start = points[i]
        tall = (low - start.y()) / s.h
        if tall < 0.045:
            continue
        slope = (points[i + 6].y() - points[i - 6].y()) / (points[i + 6].x() - points[i - 6].x())
        shaded = slope > 0
        drop = s.rng.uniform(0.05, 0.42) * tall * s.h
        start = start + QPointF(0, s.rng.uniform(0.0, 0.42) * tall * s.h)
        lean = max(-1.1, min(1.1, slope)) * 0.62
        end = start + QPointF(drop * (0.25 + abs(lean)) * (1 if shaded else -1), drop)
        bend = QPointF(s.rng.uniform(-0.12, 0.12) * drop, 0)
        fade = 1 - (start.y() - min(start.y(), low)) / s.h - max(0.0, (end.y() - low * 0.9) / (low * 0.12))
        alpha = max(0.0, min(1.0, fade)) * s.rng.uniform(0.10, 0.42 if shaded else 0.2)
        if alpha < 0.03:
            continue
        s.pen.setBrush(s.alpha(dark, alpha))
        width = s.h * s.rng.uniform(0.0016, 0.006 if shaded else 0.0034)
        s.pen.drawPath(
            ink.brush_stroke([start, (start + end) / 2 + bend, end], width, pressure=ink.brush_pressure(0.9, 0.1))
        )


def _snow(s: Scene, points: list[QPointF]) -> None:
    """Snow on the great peak: the paper shows, its lower edge ragged."""
    k = min(range(len(points)), key=lambda i: points[i].y())
    peak = points[k]
    depth = s.h * 0.085
    left = k
    while left > 0 and points[left].y() < peak.y() + depth:
        left -= 1
    right = k
    while right < len(points) - 1 and points[right].y() < peak.y() + depth:
        right += 1
    cap = QPainterPath(points[left])
    for point in points[left : right + 1]:
        cap.lineTo(point)
    teeth = 7
    a, b = points[right], points[left]
    for t in range(1, teeth * 2):
        share = t / (teeth * 2)
        base = a + (b - a) * share
        fall = (-0.42 if t % 2 else 0.22) * depth * s.rng.uniform(0.3, 1.5)
        cap.lineTo(base + QPointF(s.rng.uniform(-0.1, 0.1) * depth, fall))
    cap.closeSubpath()
    body = QPainterPath(QPointF(points[left].x(), peak.y() + depth * 3))
    for point in points[left : right + 1]:
        body.lineTo(point)
    body.lineTo(points[right].x(), peak.y() + depth * 3)
    cap = cap.intersected(body)
    s.pen.setPen(Qt.PenStyle.NoPen)
    s.pen.setBrush(s.alpha(QColor("#E9EEF4" if s.theme.dark else "#FFFBF2"), 0.62 if s.theme.dark else 0.9))
    s.pen.drawPath(cap)
    s.pen.setBrush(s.alpha(s.ink(0.5), 0.4))
    for _ in range(7):
        at = peak + QPointF(s.rng.uniform(0.02, 0.5) * (points[right].x() - peak.x()), s.rng.uniform(0.3, 0.8) * depth)
        s.pen.drawPath(
            ink.brush_stroke(
                [at, at + QPointF(depth * 0.12, depth * 0.2), at + QPointF(depth * 0.2, depth * 0.42)],
                s.h * 0.0026,
                pressure=ink.brush_pressure(0.6, 0.1),
            )
        )


def _mist(s: Scene, base: float, number: int) -> None:
    """Bands of mist with round ends, as painted screens have them, soft below."""
    rng = random.Random(f"mist{number}")
    y = (base - 0.012) * s.h
    veil = QLinearGradient(0, y - s.h * 0.07, 0, y + s.h * 0.10)
    for at, alpha in ((0.0, 0.0), (0.55, 0.72), (1.0, 0.0)):
        veil.setColorAt(at, s.alpha(s.mist, alpha))
    s.pen.fillRect(QRectF(0, y - s.h * 0.07, s.w, s.h * 0.17), veil)
    for _ in range(3):
        long = s.h * rng.uniform(0.42, 0.85)
        x = rng.uniform(-0.1, 0.95) * s.w - long / 2
        top = y - s.h * rng.uniform(0.0, 0.075)
        band = QPainterPath()
        band.setFillRule(Qt.FillRule.WindingFill)
        for row, (dx, share) in enumerate(((0.0, 1.0), (0.16, 0.66), (-0.08, 0.5))):
            thick = s.h * 0.021
            band.addRoundedRect(
                QRectF(x + long * dx, top + row * thick * 0.86, long * share, thick), thick / 2, thick / 2
            )
        wash = QLinearGradient(x, 0, x + long, 0)
        ends = 0.62 if number else 0.4
        for at, alpha in ((0.0, ends), (0.5, 0.86), (1.0, ends * 0.5)):
            wash.setColorAt(at, s.alpha(s.mist, alpha))
        s.pen.setPen(Qt.PenStyle.NoPen)
        s.pen.setBrush(wash)
        s.pen.drawPath(band.simplified())


def _finish(s: Scene) -> None:
    """The grain of the paper over everything."""
    tile = ink.grain_pixmap(110, 256, 3, QColor("#000000" if not s.theme.dark else "#8FA6C8").rgb(), 0.034)
    s.pen.drawTiledPixmap(QRectF(0, 0, s.w, s.h).toAlignedRect(), tile)
