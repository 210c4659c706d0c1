"""The nearer things of the landscape: water, wind, pine, birds."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainterPath, QPen, QRadialGradient

from companion.ui.kit.art._scene import Scene, curve
from companion.ui.kit.theme import ink


def birds(s: Scene) -> None:
    """Crows crossing the sun."""
    for k, (dx, dy, size) in enumerate(
        ((0.20, 0.235, 1.0), (0.245, 0.215, 0.8), (0.285, 0.245, 0.7), (0.17, 0.262, 0.6))
    ):
        x, y, n = s.x(dx), s.y(dy), s.h * 0.013 * size
        lift = 0.5 + 0.25 * (k % 2)
        colour = s.alpha(s.ink(1.0), 0.85)
        s.stroke(
            [QPointF(x - n, y - n * lift), QPointF(x - n * 0.45, y - n * 0.28), QPointF(x, y)],
            n * 0.34,
            colour,
            0.2,
            0.9,
        )
        s.stroke(
            [QPointF(x, y), QPointF(x + n * 0.5, y - n * 0.42), QPointF(x + n * 1.1, y - n * lift * 0.7)],
            n * 0.34,
            colour,
            0.9,
            0.2,
        )


def water(s: Scene) -> None:
    """The sea before the mountains: a wash, long lines nearer and nearer, the sun's road, a few crests."""
    top = s.y(0.675)
    wash = QLinearGradient(0, top, 0, s.h)
    if s.theme.dark:
        for at, text in ((0.0, "#3A4D70"), (0.25, "#243552"), (1.0, "#0C1321")):
            wash.setColorAt(at, QColor(text))
    else:
        for at, text in ((0.0, "#F6ECDC"), (0.22, "#DFDDD4"), (0.62, "#B3BFC3"), (1.0, "#7F959E")):
            wash.setColorAt(at, QColor(text))
    s.pen.fillRect(QRectF(0, top, s.w, s.h - top), wash)
    _road(s, top)
    rows = 15
    for row in range(rows):
        near = (row + 1) / rows
        y = top + (s.h - top) * near**1.5
        for _ in range(round((9 - 4 * near) * max(1.0, s.w / s.h / 1.6))):
            long = s.h * s.rng.uniform(0.05, 0.17) * (0.4 + near)
            x = s.rng.uniform(-0.05, 1.0) * s.w
            swell = s.h * 0.004 * (0.3 + near * 1.6)
            points = [
                QPointF(x + long * i / 8, y + math.sin(i * 0.9 + row) * swell * 0.6 - math.sin(math.pi * i / 8) * swell)
                for i in range(9)
            ]
            light = s.rng.random() < 0.34
            colour = (
                s.alpha(QColor("#8FA9CC" if s.theme.dark else "#FFFDF6"), 0.2 if s.theme.dark else 0.6)
                if light
                else s.alpha(s.ink(0.8), 0.10 + 0.24 * near)
            )
            s.stroke(points, s.h * (0.0011 + 0.0034 * near), colour, 0.2, 0.1)
    _scales(s)


def _road(s: Scene, top: float) -> None:
    """The light of the disc on the water, in short dashes."""
    x, colour = s.x(0.34), QColor("#E7E3D6") if s.theme.dark else QColor("#C8452A")
    for k in range(24):
        near = k / 23
        y = top + s.h * (0.012 + 0.21 * near)
        long = s.h * s.rng.uniform(0.02, 0.13) * (1.1 - 0.3 * near)
        shift = s.rng.uniform(-0.5, 0.5) * s.h * 0.07
        points = [QPointF(x + shift - long / 2 + long * i / 6, y + math.sin(i + k) * s.h * 0.0012) for i in range(7)]
        s.stroke(
            points,
            s.h * (0.003 + 0.0026 * near),
            s.alpha(colour, (0.62 if s.theme.dark else 0.66) * (1 - near * 0.7)),
            0.2,
            0.15,
        )


def _scales(s: Scene) -> None:
    """The old sea pattern, circle over circle, rising from the lower left corner and thinning out."""
    r = s.h * 0.034
    colour = QColor("#A9C0E2" if s.theme.dark else "#FFFDF6")
    dark = s.ink(0.9)
    for row in range(5, -1, -1):
        y = s.h + r * 0.3 - row * r * 0.5
        columns = math.ceil(s.w * 0.52 / (2 * r))
        for column in range(columns):
            x = column * 2 * r + (r if row % 2 else 0.0) - r * 0.4
            away = x / (s.w * 0.5) + row / 7.0
            strength = 1.0 - away
            if strength <= 0.04:
                continue
            for share in (1.0, 0.70, 0.40):
                box = QRectF(x - r * share, y - r * share, 2 * r * share, 2 * r * share)
                crest = QPainterPath()
                crest.arcMoveTo(box, 22)
                crest.arcTo(box, 22, 136)
                s.pen.setBrush(Qt.BrushStyle.NoBrush)
                s.pen.setPen(
                    QPen(
                        s.alpha(dark, 0.34 * strength),
                        max(1.0, r * 0.115),
                        Qt.PenStyle.SolidLine,
                        Qt.PenCapStyle.RoundCap,
                    )
                )
                s.pen.drawPath(crest.translated(0, r * 0.05))
                s.pen.setPen(
                    QPen(
                        s.alpha(colour, (0.55 if s.theme.dark else 0.95) * strength),
                        max(0.8, r * 0.07),
                        Qt.PenStyle.SolidLine,
                        Qt.PenCapStyle.RoundCap,
                    )
                )
                s.pen.drawPath(crest)
    s.pen.setPen(Qt.PenStyle.NoPen)


def wind(s: Scene) -> None:
    """The wind: long strokes that curl at their end, leaves on them."""
    colour = s.alpha(QColor("#A9BEDD") if s.theme.dark else s.ink(0.75), 0.26 if s.theme.dark else 0.24)
    for dx, dy, n, curl in ((-0.30, 0.155, 0.26, 1), (-0.02, 0.105, 0.22, 1), (0.60, 0.43, 0.24, -1)):
        x, y, n = s.x(dx), s.y(dy), n * s.h
        line = curve(
            (x, y),
            (x + n * 0.35, y - n * 0.10),
            (x + n * 0.75, y + n * 0.02),
            (x + n * 1.10, y - n * 0.05 * curl),
            (x + n * 1.20, y - n * 0.22 * curl),
            (x + n * 1.06, y - n * 0.27 * curl),
            (x + n * 1.02, y - n * 0.16 * curl),
            step=n * 0.03,
        )
        s.stroke(line, n * 0.030, colour, 0.1, 0.5)
        under = [p + QPointF(n * 0.12, n * 0.085) for p in line[: len(line) // 2]]
        s.stroke(under, n * 0.018, colour, 0.1, 0.1)
    red = QColor("#D9573C") if s.theme.dark else QColor("#BC351C")
    for dx, dy, turn in (
        (-0.06, 0.20, 20),
        (0.06, 0.155, -35),
        (0.115, 0.405, 60),
        (-0.22, 0.27, 80),
        (0.02, 0.33, 10),
    ):
        s.pen.save()
        s.pen.translate(s.x(dx), s.y(dy))
        s.pen.rotate(turn)
        n = s.h * 0.008
        leaf = ink.smooth([QPointF(-n, 0), QPointF(0, -n * 0.55), QPointF(n, 0), QPointF(0, n * 0.55)], closed=True)
        s.pen.setPen(Qt.PenStyle.NoPen)
        s.pen.setBrush(s.alpha(red, 0.85))
        s.pen.drawPath(leaf)
        s.pen.restore()


def pine(s: Scene) -> None:
    """A pine branch reaching in from the upper left, close to the eye."""
    h = s.h
    dark, bark = s.ink(1.0), s.ink(0.9)
    branches = (
        (((-0.06, 0.02), (0.10, 0.075), (0.22, 0.060), (0.33, 0.115), (0.46, 0.105), (0.57, 0.15)), 0.034),
        (((0.10, 0.075), (0.14, 0.15), (0.23, 0.19), (0.30, 0.255), (0.38, 0.265)), 0.021),
        (((0.33, 0.115), (0.39, 0.165), (0.46, 0.18)), 0.012),
        (((0.22, 0.060), (0.30, 0.030), (0.40, 0.035)), 0.012),
        (((-0.05, 0.16), (0.04, 0.22), (0.07, 0.30), (0.15, 0.345)), 0.020),
    )
    for line, width in branches:
        points = curve(*((px * h, py * h) for px, py in line), step=h * 0.008)
        s.stroke(points, width * h, bark, 1.0, 0.25, rough=0.12)
        s.stroke(
            [p - QPointF(0, width * h * 0.22) for p in points[: len(points) * 3 // 4]],
            width * h * 0.16,
            s.alpha(QColor("#7C94BC" if s.theme.dark else "#B9AD9C"), 0.6 if s.theme.dark else 0.5),
            0.6,
            0.1,
            rough=0.1,
        )
    pads = (
        (0.56, 0.140, 0.072),
        (0.47, 0.088, 0.066),
        (0.475, 0.180, 0.052),
        (0.40, 0.030, 0.062),
        (0.36, 0.100, 0.050),
        (0.27, 0.045, 0.058),
        (0.38, 0.258, 0.068),
        (0.29, 0.232, 0.056),
        (0.205, 0.172, 0.056),
        (0.15, 0.045, 0.060),
        (0.155, 0.335, 0.064),
        (0.06, 0.275, 0.058),
        (0.02, 0.185, 0.060),
        (0.03, 0.02, 0.07),
    )
    green = QColor("#101A1C") if s.theme.dark else QColor("#2C3A33")
    for px, py, size in pads:
        _needles(s, QPointF(px * h, py * h), size * h, green, dark)


def _needles(s: Scene, at: QPointF, n: float, green: QColor, dark: QColor) -> None:
    """A pad of needles: tufts along a flat bough, fanned upwards."""
    soft = QRadialGradient(QPointF(0, 0), 1.0)
    soft.setColorAt(0, s.alpha(green, 0.62))
    soft.setColorAt(0.7, s.alpha(green, 0.34))
    soft.setColorAt(1, s.alpha(green, 0.0))
    s.pen.save()
    s.pen.translate(at)
    s.pen.scale(n * 1.05, n * 0.46)
    s.pen.setPen(Qt.PenStyle.NoPen)
    s.pen.setBrush(soft)
    s.pen.drawEllipse(QPointF(0, -0.2), 1, 1)
    s.pen.restore()
    groups: tuple[list[QLineF], list[QLineF], list[QLineF]] = ([], [], [])
    for tuft in range(9):
        centre = at + QPointF(
            (tuft - 4) / 4 * n * 0.78, abs(tuft - 4) ** 2 / 16 * n * 0.20 + s.rng.uniform(-0.06, 0.06) * n
        )
        for _ in range(15):
            a = math.radians(s.rng.uniform(-82, 82)) + (tuft - 4) * 0.12
            long = n * s.rng.uniform(0.26, 0.46)
            end = centre + QPointF(math.sin(a) * long, -math.cos(a) * long * 0.82)
            groups[s.rng.randrange(3)].append(QLineF(centre, end))
    lit = QColor("#4E6E72") if s.theme.dark else QColor("#6F8576")
    for lines, colour, width in zip(
        groups, (s.alpha(dark, 0.85), s.alpha(green, 0.95), s.alpha(lit, 0.75)), (0.022, 0.020, 0.015), strict=True
    ):
        s.pen.setPen(QPen(colour, max(0.7, n * width), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        s.pen.drawLines(lines)
