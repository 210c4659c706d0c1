"""Things that stand on squares, seen from above, lit from the north-west, drawn on a grid of 100.

Each painter fills most of the square and casts its shadow to the south-east; the ground shows at the corners.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from companion.ui.theme import ink
from companion.ui.theme.palette import Theme


@dataclass(frozen=True, slots=True)
class Stuff:
    """What things are made of, in one theme."""

    line: str
    wood: str
    wood_dark: str
    wood_light: str
    stone: str
    stone_dark: str
    stone_light: str
    leaf: str
    leaf_dark: str
    leaf_light: str
    water: str
    water_dark: str
    water_light: str
    paper: str
    red: str
    gold: str


DAY = Stuff(
    "#2A2118", "#B98A54", "#8A5F35", "#D8B07C", "#AAA598", "#77726A", "#CFCABD", "#6F8A52", "#46603A", "#9CB27A",
    "#6FA3BC", "#3F7695", "#BFDDE4", "#F3EAD5", "#B63A24", "#C79A3E",
)  # fmt: skip
DARK = Stuff(
    "#0A0A0C", "#6D5238", "#463322", "#937252", "#5E636D", "#3A3E47", "#8B909B", "#3F5A40", "#243A2B", "#638265",
    "#2F6480", "#17394D", "#86B4C7", "#B9B09D", "#9C3B2A", "#A5823E",
)  # fmt: skip
ObjectPainter = Callable[["Easel"], None]


class Easel:
    """A painter on a square of 100 with the means all objects share: outline, shadow, light, shade."""

    def __init__(self, pen: QPainter, theme: Theme, seed: int) -> None:
        self.pen, self.theme = pen, theme
        self.rng = random.Random(f"object{seed}")
        self.s = DARK if theme.dark else DAY

    def solid(self, path: QPainterPath, fill: str, *, line: float = 2.0, shadow: float = 3.0) -> None:
        """A thing: soft shadow, flat colour, ink outline."""
        if shadow:
            tint = self.theme.color("shadow", 0.6 if self.theme.dark else 0.36)
            ink.soft_shadow(self.pen, path, tint, shadow, shadow * 0.7, shadow * 0.9)
        self.pen.setPen(self.outline(line) if line else Qt.PenStyle.NoPen)
        self.pen.setBrush(QColor(fill))
        self.pen.drawPath(path)

    def outline(self, width: float) -> QPen:
        """The ink pen."""
        return QPen(QColor(self.s.line), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)

    def flat(self, path: QPainterPath, fill: str, alpha: float = 1.0) -> None:
        """A patch of colour without an outline."""
        tint = QColor(fill)
        tint.setAlphaF(alpha)
        self.pen.setPen(Qt.PenStyle.NoPen)
        self.pen.setBrush(tint)
        self.pen.drawPath(path)

    def stroke(self, points: list[tuple[float, float]], width: float, fill: str | None = None, alpha: float = 1.0, start: float = 0.7, end: float = 0.3) -> None:
        """A brush line, ink unless a colour is given."""
        pressure = ink.brush_pressure(start, end)
        self.flat(ink.brush_stroke([QPointF(*p) for p in points], width, pressure=pressure), fill or self.s.line, alpha)

    def modelled(self, path: QPainterPath, fill: str, light: str, dark: str, *, line: float = 2.0, shadow: float = 3.0, by: float = 5.0) -> None:
        """A rounded thing: lit towards the north-west, shaded towards the south-east."""
        self.solid(path, dark, line=line, shadow=shadow)
        body = path.intersected(path.translated(-by, -by))
        self.flat(body, fill)
        self.flat(body.subtracted(body.translated(by * 0.8, by * 0.8)), light)
        self.pen.setBrush(Qt.BrushStyle.NoBrush)
        self.pen.setPen(self.outline(line))
        self.pen.drawPath(path)


def rect(x: float, y: float, w: float, h: float, r: float = 1.5) -> QPainterPath:
    """A box with a little roundness."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(x, y, w, h), r, r)
    return path


def disc(x: float, y: float, r: float, ry: float | None = None) -> QPainterPath:
    """A disc or ellipse."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), r, r if ry is None else ry)
    return path


def polygon(x: float, y: float, r: float, sides: int, turn: float = 0.0) -> QPainterPath:
    """A regular polygon."""
    path = QPainterPath()
    for k in range(sides):
        a = math.radians(turn) + math.tau * k / sides
        point = QPointF(x + math.sin(a) * r, y - math.cos(a) * r)
        path.lineTo(point) if k else path.moveTo(point)
    path.closeSubpath()
    return path


def turned(path: QPainterPath, degrees: float, x: float = 50, y: float = 50) -> QPainterPath:
    """A shape turned about a point."""
    return QTransform().translate(x, y).rotate(degrees).translate(-x, -y).map(path)


def table(e: Easel) -> None:
    """A low table with a tea set."""
    for x in (20, 74):
        for y in (24, 70):
            e.solid(rect(x - 4, y - 3, 14, 10), e.s.wood_dark, line=1.6)
    e.solid(rect(13, 22, 74, 56, 3), e.s.wood, line=2.4, shadow=4.5)
    for k in range(1, 5):
        e.stroke([(16, 22 + 11.2 * k), (50, 22.6 + 11.2 * k), (84, 22 + 11.2 * k)], 1.1, e.s.wood_dark, 0.7, 1, 1)
    e.stroke([(16, 25), (50, 24.6), (84, 25)], 2, e.s.wood_light, 0.9, 1, 1)
    e.modelled(disc(39, 50, 11), e.s.stone, e.s.stone_light, e.s.stone_dark, line=1.8, shadow=2, by=3)
    e.solid(disc(39, 50, 3.4), e.s.stone_dark, line=1.4, shadow=0)
    e.stroke([(50, 50), (55, 48.6), (58, 46)], 4.2, None, 1, 0.9, 0.6)
    for x, y in ((66, 37), (70, 62), (27, 67)):
        e.solid(disc(x, y, 5.2), e.s.paper, line=1.5, shadow=1.6)
        e.flat(disc(x, y, 3.1), e.s.leaf_dark)


def screen(e: Easel) -> None:
    """A folding screen of four panels, standing zigzag, its painted side towards the light."""
    points = [(8, 62), (29, 36), (50, 62), (71, 36), (92, 62)]
    for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
        panel = QPainterPath(QPointF(ax, ay))
        rise = -15 if ay > by else -15
        for x, y in ((bx, by), (bx, by - rise), (ax, ay - rise)):
            panel.lineTo(x, y)
        panel.closeSubpath()
        lit = ay > by
        e.solid(panel, e.s.paper if lit else e.s.gold, line=2.0, shadow=4)
        n = 3
        for k in range(1, n):
            x, y = ax + (bx - ax) * k / n, ay + (by - ay) * k / n
            e.stroke([(x, y + 1), (x, y + 14)], 1.0, e.s.wood_dark, 0.55, 1, 1)
    for x, y, r in ((20, 58, 3.4), (62, 57, 2.8), (79, 52, 2.2)):
        e.flat(disc(x, y, r), e.s.red)
    top = ink.line(*points)
    e.flat(ink.brush_stroke(top, 5.6, pressure=lambda _t: 1.0), e.s.line)
    e.flat(ink.brush_stroke(top.translated(-0.5, -0.9), 2.4, pressure=lambda _t: 1.0), e.s.wood_light)
    for x, y in points:
        e.solid(disc(x, y, 3), e.s.wood_dark, line=1.4, shadow=0)


def shrub(e: Easel) -> None:
    """A clipped azalea with a few blossoms."""
    rng = e.rng
    lobes = [(50 + math.cos(a) * 21, 51 + math.sin(a) * 19, rng.uniform(17, 21)) for a in (math.tau * k / 7 + 0.3 for k in range(7))]
    whole = QPainterPath()
    for x, y, r in [*lobes, (50, 50, 24)]:
        whole = whole.united(ink.rough_disc(QPointF(x, y), r, rng.random(), 0.07))
    e.modelled(whole.simplified(), e.s.leaf, e.s.leaf_light, e.s.leaf_dark, line=2.4, shadow=5, by=7)
    for x, y, r in [*lobes, (47, 46, 17)]:
        e.stroke([(x - r * 0.5, y + r * 0.2), (x - r * 0.1, y - r * 0.4), (x + r * 0.5, y - r * 0.2)], 2.2, e.s.leaf_dark, 0.85, 0.4, 0.3)
    for _ in range(34):
        a, d = rng.random() * math.tau, rng.random() ** 0.6 * 32
        x, y = 49 + math.cos(a) * d, 49 + math.sin(a) * d * 0.92
        e.stroke([(x, y), (x + 2, y - 2.2), (x + 3.6, y - 1.2)], 1.9, e.s.leaf_light if (x + y) < 100 else e.s.leaf_dark, 0.9)
    for x, y in ((35, 40), (58, 33), (66, 58), (43, 66), (27, 57)):
        for k in range(5):
            a = math.tau * k / 5
            e.flat(disc(x + math.cos(a) * 2.5, y + math.sin(a) * 2.5, 2.1), e.s.paper)
        e.flat(disc(x, y, 1.5), e.s.red)


def barrels(e: Easel) -> None:
    """Three sake barrels with straw rope."""
    for x, y, r in ((31, 34, 21), (70, 41, 20), (45, 71, 21)):
        e.modelled(disc(x, y, r), e.s.wood, e.s.wood_light, e.s.wood_dark, line=2.4, shadow=4, by=4)
        e.pen.setPen(QPen(QColor(e.s.gold), 3.2))
        e.pen.setBrush(Qt.BrushStyle.NoBrush)
        e.pen.drawEllipse(QPointF(x, y), r - 3.4, r - 3.4)
        e.solid(disc(x, y, r * 0.68), e.s.wood, line=1.6, shadow=0)
        for k in (-2, -1, 0, 1, 2):
            dx = k * r * 0.25
            dy = math.sqrt(max(0.0, (r * 0.66) ** 2 - dx * dx))
            e.stroke([(x + dx, y - dy), (x + dx + 0.4, y), (x + dx, y + dy)], 1.1, e.s.wood_dark, 0.8, 1, 1)
    e.flat(disc(31, 34, 7.4), e.s.paper)
    e.flat(disc(31, 34, 4), e.s.red)


def rubble(e: Easel) -> None:
    """Broken beams over stones."""
    rng = e.rng
    for x, y, r in ((28, 32, 15), (70, 30, 13), (75, 66, 16), (30, 70, 17), (52, 52, 13), (52, 80, 9)):
        points = [
            QPointF(x + math.cos(math.tau * k / 7) * r * rng.uniform(0.78, 1.12), y + math.sin(math.tau * k / 7) * r * rng.uniform(0.74, 1.05))
            for k in range(7)
        ]
        shape = QPainterPath(points[0])
        for point in points[1:]:
            shape.lineTo(point)
        shape.closeSubpath()
        e.modelled(shape, e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.2, shadow=3, by=3.6)
    for turn, y in ((-24, 47), (31, 57)):
        beam = QPainterPath(QPointF(6, y - 5))
        for x, yy in ((88, y - 5.6), (93, y - 2), (89, y + 0.6), (94, y + 4.6), (7, y + 5), (10, y + 1.6)):
            beam.lineTo(x, yy)
        beam.closeSubpath()
        beam = turned(beam, turn)
        e.solid(beam, e.s.wood, line=2.2, shadow=3.4)
        grain = turned(ink.line((12, y - 1.4), (50, y - 0.8), (85, y - 1.6)), turn)
        e.flat(ink.brush_stroke(grain, 1.2), e.s.wood_dark)
        e.flat(ink.brush_stroke(turned(ink.line((12, y - 4), (86, y - 4.4)), turn), 1.3), e.s.wood_light)


def chest(e: Easel) -> None:
    """A chest of drawers with iron corners."""
    e.solid(rect(14, 24, 72, 54, 2), e.s.wood, line=2.6, shadow=5)
    e.flat(rect(16.5, 26.5, 67, 6, 1), e.s.wood_light, 0.9)
    for y in (42, 60):
        e.stroke([(14, y), (50, y + 0.4), (86, y)], 1.9, None, 1, 1, 1)
    e.stroke([(50, 25), (50.4, 42)], 1.9, None, 1, 1, 1)
    for x, y in ((14, 24), (77, 24), (14, 69), (77, 69)):
        e.solid(rect(x, y, 9, 9, 1), e.s.stone_dark, line=1.4, shadow=0)
    for x, y in ((32, 35), (68, 35), (50, 51), (50, 69)):
        e.solid(disc(x, y, 4), e.s.stone_dark, line=1.4, shadow=1)
        e.stroke([(x - 5, y + 3.4), (x, y + 5.4), (x + 5, y + 3.4)], 1.8)


def bamboo(e: Easel) -> None:
    """A stand of bamboo: cut rings of the canes, leaves over them."""
    rng = e.rng
    canes = [(30, 32), (52, 26), (71, 38), (36, 56), (58, 52), (75, 66), (27, 76), (51, 77)]
    for x, y in canes:
        e.modelled(disc(x, y, 8.6), e.s.leaf, e.s.leaf_light, e.s.leaf_dark, line=2, shadow=3, by=2.4)
        e.solid(disc(x, y, 4), e.s.leaf_dark, line=1.3, shadow=0)
    for k in range(22):
        x, y = canes[k % len(canes)]
        a, n = rng.random() * math.tau, rng.uniform(13, 21)
        leaf = ink.brush_stroke([QPointF(x, y), QPointF(x + math.cos(a) * n * 0.5, y + math.sin(a) * n * 0.5 - 1.5), QPointF(x + math.cos(a) * n, y + math.sin(a) * n)], 5.6, pressure=lambda t: math.sin(math.pi * (0.08 + t * 0.92)) ** 0.8)
        e.solid(leaf, e.s.leaf_light if k % 3 == 0 else e.s.leaf, line=1.3, shadow=1.6)


def pond(e: Easel) -> None:
    """A pond in a ring of stones: ripples, a lily, a carp."""
    rng = e.rng
    e.solid(ink.rough_disc(QPointF(50, 50), 45, "pond", 0.04), e.s.stone_dark, line=2, shadow=2)
    for k in range(15):
        a = math.tau * k / 15
        r = rng.uniform(7.4, 9.4)
        e.modelled(ink.rough_disc(QPointF(50 + math.cos(a) * 39.5, 50 + math.sin(a) * 39.5), r, k, 0.09), e.s.stone, e.s.stone_light, e.s.stone_dark, line=1.7, shadow=1.4, by=2.4)
    water = ink.rough_disc(QPointF(50, 50), 34, "water", 0.03)
    e.solid(water, e.s.water, line=2.2, shadow=0)
    e.pen.save()
    e.pen.setClipPath(water)
    e.flat(water.subtracted(water.translated(4, 5)), e.s.water_dark, 0.8)
    for r in (9, 16, 24):
        ripple = QPainterPath()
        ripple.arcMoveTo(QRectF(42 - r, 44 - r, 2 * r, 2 * r), 200)
        ripple.arcTo(QRectF(42 - r, 44 - r, 2 * r, 2 * r), 200, 290)
        e.flat(ink.brush_stroke(ripple, 1.9, pressure=lambda t: math.sin(math.pi * t)), e.s.water_light)
    e.pen.restore()
    carp = ink.brush_stroke([QPointF(30, 42), QPointF(39, 37), QPointF(48, 40), QPointF(55, 46)], 8.6, pressure=lambda t: (0.25 + 1.5 * t) if t < 0.5 else 1.0 - 0.9 * (t - 0.5))
    e.solid(carp, e.s.paper, line=1.6, shadow=0)
    e.flat(disc(42, 38.6, 3.2, 2.4), e.s.red)
    e.flat(disc(50, 42.4, 2.6, 2.2), e.s.red)
    for x, y, r in ((63, 62, 9.6), (49, 69, 6.6)):
        pad = disc(x, y, r)
        wedge = QPainterPath(QPointF(x, y))
        wedge.lineTo(x + r * 1.2, y - r * 0.7)
        wedge.lineTo(x + r * 1.2, y + r * 0.1)
        wedge.closeSubpath()
        e.modelled(pad.subtracted(wedge), e.s.leaf, e.s.leaf_light, e.s.leaf_dark, line=1.6, shadow=1.4, by=2)


def brook(e: Easel) -> None:
    """A brook running west to east across the whole square, stepping stones beside it."""
    bank = QPainterPath(QPointF(-2, 22))
    bank.cubicTo(QPointF(22, 12), QPointF(42, 28), QPointF(62, 18))
    bank.cubicTo(QPointF(80, 10), QPointF(90, 18), QPointF(102, 22))
    bank.lineTo(102, 80)
    bank.cubicTo(QPointF(84, 90), QPointF(68, 74), QPointF(48, 84))
    bank.cubicTo(QPointF(30, 92), QPointF(14, 78), QPointF(-2, 80))
    bank.closeSubpath()
    e.pen.save()
    e.pen.setClipRect(QRectF(0, 0, 100, 100))
    e.solid(bank, e.s.water, line=2.4, shadow=0)
    e.flat(bank.subtracted(bank.translated(0, 5)), e.s.water_dark, 0.75)
    for y, swing in ((34, 3.2), (45, -3.6), (56, 3.4), (67, -3)):
        for text, shift, width in ((e.s.water_dark, 1.6, 2.2), (e.s.water_light, 0, 2.4)):
            points = [(x, y + shift + math.sin(math.tau * x / 100 + swing) * swing) for x in range(-4, 106, 5)]
            a = e.rng.randrange(0, 6)
            e.stroke(points[a : a + 15], width, text, 0.95, 0.2, 0.2)
    e.pen.restore()
    for x, y, r in ((12, 18, 6), (20, 22, 4), (88, 83, 6.6), (79, 81, 4.2), (52, 50, 8)):
        e.modelled(ink.rough_disc(QPointF(x, y), r, x, 0.1), e.s.stone, e.s.stone_light, e.s.stone_dark, line=1.8, shadow=2, by=2.2)


def lantern(e: Easel) -> None:
    """A stone lantern: base, six-sided roof with curled eaves, jewel."""
    e.modelled(polygon(50, 50, 42, 6, 30), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.4, shadow=4, by=4)
    roof = QPainterPath()
    for k in range(6):
        a, b = math.radians(60 * k), math.radians(60 * k + 60)
        tip = QPointF(50 + math.sin(a) * 38, 50 - math.cos(a) * 38)
        after = QPointF(50 + math.sin(b) * 38, 50 - math.cos(b) * 38)
        dip = (tip + after) / 2 * 0.86 + QPointF(50, 50) * 0.14
        if not k:
            roof.moveTo(tip)
        roof.quadTo(dip, after)
    e.modelled(roof, e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.4, shadow=5, by=4)
    for k in range(6):
        a = math.radians(60 * k)
        e.stroke([(50 + math.sin(a) * 12, 50 - math.cos(a) * 12), (50 + math.sin(a) * 36, 50 - math.cos(a) * 36)], 2.6, None, 0.85, 0.4, 0.9)
    e.modelled(polygon(50, 50, 15, 6), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2, shadow=2.4, by=2.6)
    e.modelled(disc(50, 50, 7.6), e.s.gold, e.s.paper, e.s.wood_dark, line=2, shadow=2, by=2)


def statue(e: Easel) -> None:
    """A seated stone guardian on a lotus."""
    e.modelled(polygon(50, 50, 45, 8, 22.5), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.4, shadow=4, by=4)
    for k in range(12):
        petal = turned(disc(50, 17.5, 8.4, 12), 30 * k)
        e.solid(petal, e.s.stone_light if k in {10, 11, 0, 9} else e.s.stone, line=1.8, shadow=0)
    for x in (30, 70):
        e.modelled(turned(disc(x, 66, 16, 9.4), 14 if x < 50 else -14, x, 66), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.2, shadow=3, by=3)
    body = ink.smooth([QPointF(*p) for p in ((50, 30), (66, 33), (74, 44), (72, 56), (62, 64), (38, 64), (28, 56), (26, 44), (34, 33))], closed=True)
    e.modelled(body, e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.4, shadow=4, by=4)
    for x in (-1, 1):
        e.stroke([(50 + x * 20, 44), (50 + x * 17, 55), (50 + x * 7, 63)], 2.2)
        e.stroke([(50 + x * 12, 56), (50 + x * 8, 59), (50 + x * 2, 60)], 1.6, None, 0.7)
    e.modelled(disc(50, 66, 7.4, 5.6), e.s.stone, e.s.stone_light, e.s.stone_dark, line=1.8, shadow=1.6, by=2)
    e.solid(disc(50, 65.4, 2.6), e.s.gold, line=1.4, shadow=0)
    e.modelled(disc(50, 43, 11.6), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.4, shadow=3.4, by=3)
    e.modelled(disc(50, 44.6, 5.2), e.s.stone, e.s.stone_light, e.s.stone_dark, line=1.8, shadow=1.4, by=1.6)


def boulder(e: Easel) -> None:
    """A great cracked rock with cushions of moss."""
    shape = ink.smooth([QPointF(*p) for p in ((18, 36), (32, 14), (58, 9), (80, 20), (91, 46), (84, 74), (62, 90), (34, 88), (12, 68))], closed=True)
    e.modelled(shape, e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.8, shadow=6, by=8)
    facet = ink.smooth([QPointF(*p) for p in ((30, 34), (46, 24), (66, 30), (70, 48), (52, 56), (34, 52))], closed=True)
    e.flat(facet, e.s.stone_light, 0.8)
    e.stroke([(70, 47), (60, 58), (62, 74)], 2.6, None, 0.9, 0.8, 0.2)
    e.stroke([(34, 52), (28, 60), (30, 74)], 2.2, None, 0.8, 0.8, 0.2)
    e.stroke([(46, 24), (42, 18)], 2, None, 0.7)
    e.stroke([(52, 56), (47, 66)], 1.8, None, 0.7)
    e.stroke([(80, 30), (76, 38), (82, 50)], 2, None, 0.7, 0.7, 0.2)
    e.stroke([(22, 44), (26, 52)], 1.8, None, 0.7)
    for x, y, r in ((34, 21, 9), (46, 14, 6), (24, 31, 7), (30, 27, 6), (74, 22, 5), (80, 68, 7), (74, 75, 5), (36, 79, 6)):
        moss = ink.rough_disc(QPointF(x, y), r, x, 0.16)
        e.flat(moss, e.s.leaf_dark, 0.95)
        e.flat(ink.rough_disc(QPointF(x - 0.9, y - 1.1), r * 0.76, x, 0.16), e.s.leaf)
        e.flat(ink.rough_disc(QPointF(x - 1.8, y - 2), r * 0.34, x, 0.16), e.s.leaf_light)


def pillar(e: Easel) -> None:
    """A round lacquered pillar on a square stone."""
    e.modelled(rect(9, 9, 82, 82, 4), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.6, shadow=5, by=5)
    e.modelled(disc(50, 50, 35), e.s.red, "#D9694F" if not e.theme.dark else "#C25A45", e.s.wood_dark, line=2.6, shadow=4, by=5)
    e.pen.setBrush(Qt.BrushStyle.NoBrush)
    e.pen.setPen(QPen(QColor(e.s.gold), 3.4))
    e.pen.drawEllipse(QPointF(50, 50), 27, 27)
    e.modelled(disc(50, 50, 22), e.s.wood, e.s.wood_light, e.s.wood_dark, line=2, shadow=0, by=2.4)
    for r in (17, 12, 7.4, 3.4):
        ring = QPainterPath()
        ring.arcMoveTo(QRectF(49 - r, 50 - r, 2 * r, 2 * r), 40 + r * 9)
        ring.arcTo(QRectF(49 - r, 50 - r, 2 * r, 2 * r), 40 + r * 9, 325)
        e.flat(ink.brush_stroke(ring, 1.3), e.s.wood_dark)


def stairs(e: Easel) -> None:
    """Steps rising to the north (turn the picture for other sides), an arrow up them."""
    e.solid(rect(9, 4, 82, 92, 1.5), e.s.wood_dark, line=2.4, shadow=3)
    steps = 6
    for k in range(steps):
        y = 5 + k * 90 / steps
        tread = rect(11, y, 78, 90 / steps - 2.6, 0.6)
        e.solid(tread, e.s.wood, line=0, shadow=0)
        e.flat(rect(11, y, 78, 2.6, 0.4), e.s.wood_light)
        e.flat(tread, e.s.line, 0.05 * k)
        e.stroke([(11, y + 90 / steps - 2), (89, y + 90 / steps - 2)], 2.2, None, 1, 1, 1)
    for x in (9, 84.6):
        e.solid(rect(x - 2, 2, 8.4, 96, 1.6), e.s.wood_dark, line=2.2, shadow=2)
    arrow = QPainterPath(QPointF(50, 14))
    for x, y in ((70, 42), (57.6, 39.4), (56.6, 84), (43.4, 84), (42.4, 39.4), (30, 42)):
        arrow.lineTo(x, y)
    arrow.closeSubpath()
    e.solid(arrow, e.s.paper, line=2.6, shadow=1.5)


def trapdoor(e: Easel) -> None:
    """A hatch in the floor with a ring."""
    e.solid(rect(10, 10, 80, 80, 2), e.s.wood_dark, line=2.6, shadow=2)
    e.solid(rect(16, 16, 68, 68, 1), e.s.wood, line=1.8, shadow=0)
    for k in range(1, 4):
        e.stroke([(16 + 17 * k, 17), (16.4 + 17 * k, 83)], 1.7, None, 0.9, 1, 1)
    for y in (26, 70):
        e.solid(rect(16, y, 68, 7, 0.5), e.s.wood_light, line=1.5, shadow=1)
    e.pen.setBrush(Qt.BrushStyle.NoBrush)
    e.pen.setPen(QPen(QColor(e.s.line), 6))
    e.pen.drawEllipse(QPointF(50, 52), 9, 9)
    e.pen.setPen(QPen(QColor(e.s.stone_light), 3))
    e.pen.drawEllipse(QPointF(50, 52), 9, 9)
