"""Water, stone and stairs, drawn from above. Each fills most of its square."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from companion.ui.kit.art._easel import Easel, disc, polygon, rect, turned
from companion.ui.kit.theme import ink


def pond(e: Easel) -> None:
    """A pond in a ring of stones: ripples, a lily, a carp."""
    rng = e.rng
    e.solid(ink.rough_disc(QPointF(50, 50), 45, "pond", 0.04), e.s.stone_dark, line=2, shadow=2)
    for k in range(15):
        a = math.tau * k / 15
        r = rng.uniform(7.4, 9.4)
        e.modelled(
            ink.rough_disc(QPointF(50 + math.cos(a) * 39.5, 50 + math.sin(a) * 39.5), r, k, 0.09),
            e.s.stone,
            e.s.stone_light,
            e.s.stone_dark,
            line=1.7,
            shadow=1.4,
            by=2.4,
        )
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
    carp = ink.brush_stroke(
        [QPointF(30, 42), QPointF(39, 37), QPointF(48, 40), QPointF(55, 46)],
        8.6,
        pressure=lambda t: (0.25 + 1.5 * t) if t < 0.5 else 1.0 - 0.9 * (t - 0.5),
    )
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
        e.modelled(
            ink.rough_disc(QPointF(x, y), r, x, 0.1),
            e.s.stone,
            e.s.stone_light,
            e.s.stone_dark,
            line=1.8,
            shadow=2,
            by=2.2,
        )


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
        e.stroke(
            [(50 + math.sin(a) * 12, 50 - math.cos(a) * 12), (50 + math.sin(a) * 36, 50 - math.cos(a) * 36)],
            2.6,
            None,
            0.85,
            0.4,
            0.9,
        )
    e.modelled(polygon(50, 50, 15, 6), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2, shadow=2.4, by=2.6)
    e.modelled(disc(50, 50, 7.6), e.s.gold, e.s.paper, e.s.wood_dark, line=2, shadow=2, by=2)


def statue(e: Easel) -> None:
    """A seated stone guardian on a lotus."""
    e.modelled(polygon(50, 50, 45, 8, 22.5), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.4, shadow=4, by=4)
    for k in range(12):
        petal = turned(disc(50, 17.5, 8.4, 12), 30 * k)
        e.solid(petal, e.s.stone_light if k in {10, 11, 0, 9} else e.s.stone, line=1.8, shadow=0)
    for x in (30, 70):
        e.modelled(
            turned(disc(x, 66, 16, 9.4), 14 if x < 50 else -14, x, 66),
            e.s.stone,
            e.s.stone_light,
            e.s.stone_dark,
            line=2.2,
            shadow=3,
            by=3,
        )
    body = ink.smooth(
        [
            QPointF(*p)
            for p in ((50, 30), (66, 33), (74, 44), (72, 56), (62, 64), (38, 64), (28, 56), (26, 44), (34, 33))
        ],
        closed=True,
    )
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
    shape = ink.smooth(
        [
            QPointF(*p)
            for p in ((18, 36), (32, 14), (58, 9), (80, 20), (91, 46), (84, 74), (62, 90), (34, 88), (12, 68))
        ],
        closed=True,
    )
    e.modelled(shape, e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.8, shadow=6, by=8)
    facet = ink.smooth([QPointF(*p) for p in ((30, 34), (46, 24), (66, 30), (70, 48), (52, 56), (34, 52))], closed=True)
    e.flat(facet, e.s.stone_light, 0.8)
    e.stroke([(70, 47), (60, 58), (62, 74)], 2.6, None, 0.9, 0.8, 0.2)
    e.stroke([(34, 52), (28, 60), (30, 74)], 2.2, None, 0.8, 0.8, 0.2)
    e.stroke([(46, 24), (42, 18)], 2, None, 0.7)
    e.stroke([(52, 56), (47, 66)], 1.8, None, 0.7)
    e.stroke([(80, 30), (76, 38), (82, 50)], 2, None, 0.7, 0.7, 0.2)
    e.stroke([(22, 44), (26, 52)], 1.8, None, 0.7)
    for x, y, r in (
        (34, 21, 9),
        (46, 14, 6),
        (24, 31, 7),
        (30, 27, 6),
        (74, 22, 5),
        (80, 68, 7),
        (74, 75, 5),
        (36, 79, 6),
    ):
        moss = ink.rough_disc(QPointF(x, y), r, x, 0.16)
        e.flat(moss, e.s.leaf_dark, 0.95)
        e.flat(ink.rough_disc(QPointF(x - 0.9, y - 1.1), r * 0.76, x, 0.16), e.s.leaf)
        e.flat(ink.rough_disc(QPointF(x - 1.8, y - 2), r * 0.34, x, 0.16), e.s.leaf_light)


def pillar(e: Easel) -> None:
    """A round lacquered pillar on a square stone."""
    e.modelled(rect(9, 9, 82, 82, 4), e.s.stone, e.s.stone_light, e.s.stone_dark, line=2.6, shadow=5, by=5)
    e.modelled(
        disc(50, 50, 35), e.s.red, "#D9694F" if not e.theme.dark else "#C25A45", e.s.wood_dark, line=2.6, shadow=4, by=5
    )
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
