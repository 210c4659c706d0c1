"""The nearer things of the landscape: water, gate, shore with its lantern, wind, pine, birds."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from companion.ui.theme import ink, palette
from companion.ui.theme.palette import Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """A painter on a picture of `w` × `h`; places are shares of the height, sideways from the middle."""

    pen: QPainter
    w: float
    h: float
    theme: Theme
    rng: random.Random

    def x(self, share: float) -> float:
        """A place sideways: `share` heights from the middle, held inside the picture where it is narrow."""
        reach = self.w / 2 / self.h
        return self.w / 2 + max(-reach * 0.92, min(reach * 0.92, share)) * self.h

    def y(self, share: float) -> float:
        """A length or a place down: a share of the height."""
        return share * self.h

    @property
    def mist(self) -> QColor:
        """The colour of mist: the lower sky."""
        return QColor("#3A4D70") if self.theme.dark else QColor("#F7EEDF")

    def ink(self, share: float) -> QColor:
        """Ink thinned with water: 0 is the mist, 1 the blackest."""
        if self.theme.dark:
            return palette.blend(QColor("#33466A"), QColor("#05080F"), share)
        return palette.blend(QColor("#DDD9D2"), QColor("#1D1C1E"), share)

    @staticmethod
    def alpha(colour: QColor, share: float) -> QColor:
        """A colour let through: 0 clear, 1 solid."""
        made = QColor(colour)
        made.setAlphaF(max(0.0, min(1.0, share)))
        return made

    def stroke(self, points: list[QPointF], width: float, colour: QColor, start: float = 0.7, end: float = 0.2, rough: float = 0.0) -> None:
        """A brush stroke."""
        self.pen.setPen(Qt.PenStyle.NoPen)
        self.pen.setBrush(colour)
        self.pen.drawPath(ink.brush_stroke(points, width, self.rng if rough else None, pressure=ink.brush_pressure(start, end), rough=rough))


def _curve(*points: tuple[float, float], step: float) -> list[QPointF]:
    """Points along a smooth line through a few places."""
    return ink.sampled(ink.smooth([QPointF(*p) for p in points], closed=False), step)


def birds(s: Scene) -> None:
    """Crows crossing the sun."""
    for k, (dx, dy, size) in enumerate(((0.20, 0.235, 1.0), (0.245, 0.215, 0.8), (0.285, 0.245, 0.7), (0.17, 0.262, 0.6))):
        x, y, n = s.x(dx), s.y(dy), s.h * 0.013 * size
        lift = 0.5 + 0.25 * (k % 2)
        colour = s.alpha(s.ink(1.0), 0.85)
        s.stroke([QPointF(x - n, y - n * lift), QPointF(x - n * 0.45, y - n * 0.28), QPointF(x, y)], n * 0.34, colour, 0.2, 0.9)
        s.stroke([QPointF(x, y), QPointF(x + n * 0.5, y - n * 0.42), QPointF(x + n * 1.1, y - n * lift * 0.7)], n * 0.34, colour, 0.9, 0.2)


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
            points = [QPointF(x + long * i / 8, y + math.sin(i * 0.9 + row) * swell * 0.6 - math.sin(math.pi * i / 8) * swell) for i in range(9)]
            light = s.rng.random() < 0.34
            colour = s.alpha(QColor("#8FA9CC" if s.theme.dark else "#FFFDF6"), 0.2 if s.theme.dark else 0.6) if light else s.alpha(s.ink(0.8), 0.10 + 0.24 * near)
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
        s.stroke(points, s.h * (0.003 + 0.0026 * near), s.alpha(colour, (0.62 if s.theme.dark else 0.66) * (1 - near * 0.7)), 0.2, 0.15)


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
                s.pen.setPen(QPen(s.alpha(dark, 0.34 * strength), max(1.0, r * 0.115), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                s.pen.drawPath(crest.translated(0, r * 0.05))
                s.pen.setPen(QPen(s.alpha(colour, (0.55 if s.theme.dark else 0.95) * strength), max(0.8, r * 0.07), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                s.pen.drawPath(crest)
    s.pen.setPen(Qt.PenStyle.NoPen)


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
            s.stroke(points, n * 0.017, s.alpha(QColor("#AFC3DD" if s.theme.dark else "#FFFDF6"), 0.5 if s.theme.dark else 0.85), 0.2, 0.2)


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
        pen.drawPath(shape((side * inner, 0), (side * inner - 0.018, 0), (side * (0.262 if side < 0 else 0.318) - 0.014, -0.86), (side * (0.262 if side < 0 else 0.318), -0.86)))
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
        ((0.46, 1.02), (0.53, 0.93), (0.62, 0.885), (0.70, 0.90), (0.78, 0.845), (0.90, 0.835), (1.02, 0.875), (1.5, 0.84), (2.4, 0.80), (2.4, 1.05)),
        ((0.66, 1.03), (0.74, 0.965), (0.86, 0.945), (1.0, 0.975), (1.3, 0.93), (2.4, 0.90), (2.4, 1.05)),
    )
    right = max(0.0, s.w / 2 / s.h - 0.8)
    slip = right * 0.72
    for number, rock in enumerate(rocks):
        points = [QPointF(s.w / 2 + (dx + slip - (0 if right else 0.25)) * s.h, dy * s.h) for dx, dy in rock]
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
            s.stroke([a, (a + b) / 2, b], s.h * 0.004, s.alpha(QColor("#7489A8" if s.theme.dark else "#EFE7D8"), 0.22) if light else s.alpha(s.ink(1.0), 0.4), 0.7, 0.1)
        s.pen.restore()
    base = s.w / 2 + (0.86 + slip - (0 if right else 0.25)) * s.h
    _lantern(s, QPointF(base, s.y(0.845)), s.h * 0.19)
    for k in range(13):
        x = base + s.h * (-0.34 + 0.018 * k + s.rng.uniform(-0.01, 0.01))
        y = s.y(0.94 - 0.004 * k)
        lean = s.rng.uniform(-0.02, 0.035) * s.h
        tall = s.rng.uniform(0.05, 0.11) * s.h
        s.stroke([QPointF(x, y), QPointF(x + lean * 0.3, y - tall * 0.6), QPointF(x + lean, y - tall)], s.h * 0.0036, s.alpha(s.ink(1.0), 0.85), 0.9, 0.1)


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
        s.pen.setPen(QPen(s.ink(1.0), max(1.0, n * 0.012), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        s.pen.setBrush(s.ink(shade))
        s.pen.drawPath(path)

    part([(-0.22, 0.02), (0.22, 0.02), (0.17, -0.07), (-0.17, -0.07)], 0.72)
    part([(-0.075, -0.07), (0.075, -0.07), (0.062, -0.36), (-0.062, -0.36)], 0.62)
    part([(-0.19, -0.42), (0.19, -0.42), (0.13, -0.35), (-0.13, -0.35)], 0.72)
    part([(-0.135, -0.42), (0.135, -0.42), (0.12, -0.66), (-0.12, -0.66)], 0.66)
    window = QRectF(foot.x() - n * 0.075, foot.y() - n * 0.625, n * 0.15, n * 0.17)
    s.pen.setBrush(QColor("#FFD68A"))
    s.pen.drawRect(window)
    flame = ink.smooth([QPointF(fire.x() + px * n, fire.y() + py * n + n * 0.02) for px, py in ((0.0, -0.088), (0.032, -0.03), (0.034, 0.03), (0.0, 0.06), (-0.034, 0.03), (-0.030, -0.02), (-0.008, -0.035))], closed=True)
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


def wind(s: Scene) -> None:
    """The wind: long strokes that curl at their end, leaves on them."""
    colour = s.alpha(QColor("#A9BEDD") if s.theme.dark else s.ink(0.75), 0.26 if s.theme.dark else 0.24)
    for dx, dy, n, curl in ((-0.30, 0.155, 0.26, 1), (-0.02, 0.105, 0.22, 1), (0.60, 0.43, 0.24, -1)):
        x, y, n = s.x(dx), s.y(dy), n * s.h
        line = _curve((x, y), (x + n * 0.35, y - n * 0.10), (x + n * 0.75, y + n * 0.02), (x + n * 1.10, y - n * 0.05 * curl), (x + n * 1.20, y - n * 0.22 * curl),
                      (x + n * 1.06, y - n * 0.27 * curl), (x + n * 1.02, y - n * 0.16 * curl), step=n * 0.03)  # fmt: skip
        s.stroke(line, n * 0.030, colour, 0.1, 0.5)
        under = [p + QPointF(n * 0.12, n * 0.085) for p in line[: len(line) // 2]]
        s.stroke(under, n * 0.018, colour, 0.1, 0.1)
    red = QColor("#D9573C") if s.theme.dark else QColor("#BC351C")
    for dx, dy, turn in ((-0.06, 0.20, 20), (0.06, 0.155, -35), (0.115, 0.405, 60), (-0.22, 0.27, 80), (0.02, 0.33, 10)):
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
        points = _curve(*((px * h, py * h) for px, py in line), step=h * 0.008)
        s.stroke(points, width * h, bark, 1.0, 0.25, rough=0.12)
        s.stroke([p - QPointF(0, width * h * 0.22) for p in points[: len(points) * 3 // 4]], width * h * 0.16, s.alpha(QColor("#7C94BC" if s.theme.dark else "#B9AD9C"), 0.6 if s.theme.dark else 0.5), 0.6, 0.1, rough=0.1)
    pads = (
        (0.56, 0.140, 0.072), (0.47, 0.088, 0.066), (0.475, 0.180, 0.052), (0.40, 0.030, 0.062), (0.36, 0.100, 0.050), (0.27, 0.045, 0.058),
        (0.38, 0.258, 0.068), (0.29, 0.232, 0.056), (0.205, 0.172, 0.056), (0.15, 0.045, 0.060), (0.155, 0.335, 0.064), (0.06, 0.275, 0.058), (0.02, 0.185, 0.060), (0.03, 0.02, 0.07),
    )  # fmt: skip
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
        centre = at + QPointF((tuft - 4) / 4 * n * 0.78, abs(tuft - 4) ** 2 / 16 * n * 0.20 + s.rng.uniform(-0.06, 0.06) * n)
        for _ in range(15):
            a = math.radians(s.rng.uniform(-82, 82)) + (tuft - 4) * 0.12
            long = n * s.rng.uniform(0.26, 0.46)
            end = centre + QPointF(math.sin(a) * long, -math.cos(a) * long * 0.82)
            groups[s.rng.randrange(3)].append(QLineF(centre, end))
    lit = QColor("#4E6E72") if s.theme.dark else QColor("#6F8576")
    for lines, colour, width in zip(groups, (s.alpha(dark, 0.85), s.alpha(green, 0.95), s.alpha(lit, 0.75)), (0.022, 0.020, 0.015), strict=True):
        s.pen.setPen(QPen(colour, max(0.7, n * width), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        s.pen.drawLines(lines)
