"""The gate in the water, and the rocks with the lantern."""

from __future__ import annotations

import math
import random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainterPath, QPen, QRadialGradient

from companion.ui.kit.art._scene import Scene
from companion.ui.kit.theme import ink


def gate(s: Scene) -> None:
    """The gate standing in the water, left of the middle, and its reflection."""
    x, foot, n = s.x(-0.13), s.y(0.80), s.h * 0.27
    red = QColor("#D9573C") if s.theme.dark else QColor("#BC351C")
    deep = QColor("#8E2F1E") if s.theme.dark else QColor("#7E1F10")
    s.pen.save()
    s.pen.translate(x, foot)
    s.pen.save()
    s.pen.scale(1, -0.62)
    s.pen.setOpacity(0.26)
    _gate_shape(s, n, red, deep)
    s.pen.restore()
    s.pen.setOpacity(1.0)
    _gate_shape(s, n, red, deep)
    s.pen.restore()
    for dx in (-0.335, 0.335):
        for k, long in enumerate((0.22, 0.34, 0.27)):
            y = foot + n * (0.012 + 0.035 * k)
            points = [QPointF(x + n * (dx - long / 2 + long * i / 6), y + math.sin(i) * n * 0.006) for i in range(7)]
            s.stroke(
                points,
                n * 0.017,
                s.alpha(QColor("#AFC3DD" if s.theme.dark else "#FFFDF6"), 0.5 if s.theme.dark else 0.85),
                0.2,
                0.2,
            )


def _gate_shape(s: Scene, n: float, red: QColor, deep: QColor) -> None:
    """The gate with its feet at the origin, `n` high."""
    pen = s.pen
    pen.setPen(Qt.PenStyle.NoPen)

    def shape(*points: tuple[float, float]) -> QPainterPath:
        path = QPainterPath(QPointF(points[0][0] * n, points[0][1] * n))
        for px, py in points[1:]:
            path.lineTo(px * n, py * n)
        path.closeSubpath()
        return path

    for side in (-1, 1):
        pillar = shape((side * 0.365, 0), (side * 0.300, 0), (side * 0.262, -0.86), (side * 0.318, -0.86))
        pen.setBrush(red)
        pen.drawPath(pillar)
        pen.setBrush(s.alpha(deep, 0.75))
        inner = 0.300 if side < 0 else 0.365
        pen.drawPath(
            shape(
                (side * inner, 0),
                (side * inner - 0.018, 0),
                (side * (0.262 if side < 0 else 0.318) - 0.014, -0.86),
                (side * (0.262 if side < 0 else 0.318), -0.86),
            )
        )
        pen.setBrush(s.ink(1.0))
        pen.drawPath(shape((side * 0.372, 0), (side * 0.293, 0), (side * 0.289, -0.09), (side * 0.366, -0.09)))
    pen.setBrush(red)
    pen.drawPath(shape((-0.47, -0.655), (0.47, -0.655), (0.47, -0.585), (-0.47, -0.585)))
    pen.setBrush(s.alpha(deep, 0.8))
    pen.drawPath(shape((-0.47, -0.602), (0.47, -0.602), (0.47, -0.585), (-0.47, -0.585)))
    pen.setBrush(red)
    pen.drawPath(shape((-0.035, -0.86), (0.035, -0.86), (0.035, -0.65), (-0.035, -0.65)))
    for low, high, reach, colour in ((-0.835, -0.885, 0.53, red), (-0.88, -0.955, 0.60, s.ink(1.0))):
        beam = QPainterPath(QPointF(-reach * n, (high - 0.055) * n))
        beam.quadTo(QPointF(0, (high + 0.03) * n), QPointF(reach * n, (high - 0.055) * n))
        beam.lineTo((reach - 0.025) * n, (low - 0.03) * n)
        beam.quadTo(QPointF(0, (low + 0.03) * n), QPointF(-(reach - 0.025) * n, (low - 0.03) * n))
        beam.closeSubpath()
        pen.setBrush(colour)
        pen.drawPath(beam)


def shore(s: Scene) -> None:
    """Rocks at the right, a stone lantern alight on them, reeds."""
    rocks = (
        (
            (0.46, 1.02),
            (0.53, 0.93),
            (0.62, 0.885),
            (0.70, 0.90),
            (0.78, 0.845),
            (0.90, 0.835),
            (1.02, 0.875),
            (1.5, 0.84),
            (2.4, 0.80),
            (2.4, 1.05),
        ),
        ((0.66, 1.03), (0.74, 0.965), (0.86, 0.945), (1.0, 0.975), (1.3, 0.93), (2.4, 0.90), (2.4, 1.05)),
    )
    # Held by the right edge, so that the lantern is in every picture, however wide.
    anchor = s.w - 1.05 * s.h
    for number, rock in enumerate(rocks):
        points = [QPointF(anchor + dx * s.h, dy * s.h) for dx, dy in rock]
        shape = ink.rough_polygon(points, random.Random(number), s.h * 0.005, s.h * 0.03)
        wash = QLinearGradient(0, s.y(0.83), 0, s.h)
        wash.setColorAt(0, s.ink(0.74 + 0.12 * number))
        wash.setColorAt(1, s.ink(0.96))
        s.pen.setPen(QPen(s.alpha(s.ink(1.0), 0.8), max(1.0, s.h * 0.0022)))
        s.pen.setBrush(wash)
        s.pen.drawPath(shape)
        s.pen.save()
        s.pen.setClipPath(shape)
        for _ in range(34):
            i = s.rng.randrange(0, len(points) - 3)
            a = points[i] + (points[i + 1] - points[i]) * s.rng.random() + QPointF(0, s.rng.uniform(0, 0.06) * s.h)
            b = a + QPointF(s.rng.uniform(0.004, 0.03) * s.h, s.rng.uniform(0.02, 0.06) * s.h)
            light = s.rng.random() < 0.4
            s.stroke(
                [a, (a + b) / 2, b],
                s.h * 0.004,
                s.alpha(QColor("#7489A8" if s.theme.dark else "#EFE7D8"), 0.22) if light else s.alpha(s.ink(1.0), 0.4),
                0.7,
                0.1,
            )
        s.pen.restore()
    base = anchor + 0.86 * s.h
    _lantern(s, QPointF(base, s.y(0.845)), s.h * 0.19)
    for k in range(13):
        x = base + s.h * (-0.34 + 0.018 * k + s.rng.uniform(-0.01, 0.01))
        y = s.y(0.94 - 0.004 * k)
        lean = s.rng.uniform(-0.02, 0.035) * s.h
        tall = s.rng.uniform(0.05, 0.11) * s.h
        s.stroke(
            [QPointF(x, y), QPointF(x + lean * 0.3, y - tall * 0.6), QPointF(x + lean, y - tall)],
            s.h * 0.0036,
            s.alpha(s.ink(1.0), 0.85),
            0.9,
            0.1,
        )


def _lantern(s: Scene, foot: QPointF, n: float) -> None:
    """A stone lantern with a flame in its window, and the light it throws."""
    fire = QPointF(foot.x(), foot.y() - n * 0.56)
    glow = QRadialGradient(fire, n * 1.5)
    glow.setColorAt(0, QColor(255, 176, 84, 150 if s.theme.dark else 120))
    glow.setColorAt(0.3, QColor(240, 140, 60, 60 if s.theme.dark else 40))
    glow.setColorAt(1, QColor(240, 140, 60, 0))
    s.pen.setPen(Qt.PenStyle.NoPen)
    s.pen.setBrush(glow)
    s.pen.drawEllipse(fire, n * 1.5, n * 1.5)

    def part(points: list[tuple[float, float]], shade: float) -> None:
        path = QPainterPath(QPointF(foot.x() + points[0][0] * n, foot.y() + points[0][1] * n))
        for px, py in points[1:]:
            path.lineTo(foot.x() + px * n, foot.y() + py * n)
        path.closeSubpath()
        s.pen.setPen(
            QPen(
                s.ink(1.0),
                max(1.0, n * 0.012),
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
        )
        s.pen.setBrush(s.ink(shade))
        s.pen.drawPath(path)

    part([(-0.22, 0.02), (0.22, 0.02), (0.17, -0.07), (-0.17, -0.07)], 0.72)
    part([(-0.075, -0.07), (0.075, -0.07), (0.062, -0.36), (-0.062, -0.36)], 0.62)
    part([(-0.19, -0.42), (0.19, -0.42), (0.13, -0.35), (-0.13, -0.35)], 0.72)
    part([(-0.135, -0.42), (0.135, -0.42), (0.12, -0.66), (-0.12, -0.66)], 0.66)
    window = QRectF(foot.x() - n * 0.075, foot.y() - n * 0.625, n * 0.15, n * 0.17)
    s.pen.setBrush(QColor("#FFD68A"))
    s.pen.drawRect(window)
    flame = ink.smooth(
        [
            QPointF(fire.x() + px * n, fire.y() + py * n + n * 0.02)
            for px, py in (
                (0.0, -0.088),
                (0.032, -0.03),
                (0.034, 0.03),
                (0.0, 0.06),
                (-0.034, 0.03),
                (-0.030, -0.02),
                (-0.008, -0.035),
            )
        ],
        closed=True,
    )
    s.pen.setPen(Qt.PenStyle.NoPen)
    s.pen.setBrush(QColor("#C8391F"))
    s.pen.drawPath(flame)
    roof = QPainterPath(QPointF(foot.x() - n * 0.31, foot.y() - n * 0.69))
    roof.quadTo(QPointF(foot.x() - n * 0.12, foot.y() - n * 0.72), QPointF(foot.x() - n * 0.055, foot.y() - n * 0.86))
    roof.lineTo(foot.x() + n * 0.055, foot.y() - n * 0.86)
    roof.quadTo(QPointF(foot.x() + n * 0.12, foot.y() - n * 0.72), QPointF(foot.x() + n * 0.31, foot.y() - n * 0.69))
    roof.lineTo(foot.x() + n * 0.25, foot.y() - n * 0.645)
    roof.lineTo(foot.x() - n * 0.25, foot.y() - n * 0.645)
    roof.closeSubpath()
    s.pen.setPen(QPen(s.ink(1.0), max(1.0, n * 0.012)))
    s.pen.setBrush(s.ink(0.82))
    s.pen.drawPath(roof)
    s.pen.drawEllipse(QPointF(foot.x(), foot.y() - n * 0.91), n * 0.05, n * 0.062)
