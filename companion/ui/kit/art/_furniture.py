"""Things that hinder, drawn from above: furniture, plants, rubble. Each fills most of its square."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from companion.ui.kit.art._easel import Easel, disc, rect, turned
from companion.ui.kit.theme import ink


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
    points = [(6, 60), (28, 26), (50, 60), (72, 26), (94, 60)]
    for (ax, ay), (bx, by) in pairwise(points):
        panel = QPainterPath(QPointF(ax, ay))
        for x, y in ((bx, by), (bx, by + 24), (ax, ay + 24)):
            panel.lineTo(x, y)
        panel.closeSubpath()
        lit = ay > by
        e.solid(panel, e.s.paper if lit else e.s.gold, line=2.0, shadow=4)
        n = 3
        for k in range(1, n):
            px, py = ax + (bx - ax) * k / n, ay + (by - ay) * k / n
            e.stroke([(px, py + 1), (px, py + 23)], 1.0, e.s.wood_dark, 0.55, 1, 1)
    for x, y, r in ((18, 60, 4.4), (60, 62, 3.4), (80, 50, 2.6)):
        e.flat(disc(x, y, r), e.s.red)
    top = ink.line(*points)
    e.flat(ink.brush_stroke(top, 5.6, pressure=lambda _t: 1.0), e.s.line)
    e.flat(ink.brush_stroke(top.translated(-0.5, -0.9), 2.4, pressure=lambda _t: 1.0), e.s.wood_light)
    for x, y in points:
        e.solid(disc(x, y, 3), e.s.wood_dark, line=1.4, shadow=0)


def shrub(e: Easel) -> None:
    """A clipped azalea with a few blossoms."""
    rng = e.rng
    lobes = [
        (50 + math.cos(a) * 21, 51 + math.sin(a) * 19, rng.uniform(17, 21))
        for a in (math.tau * k / 7 + 0.3 for k in range(7))
    ]
    whole = QPainterPath()
    for x, y, r in [*lobes, (50.0, 50.0, 24.0)]:
        whole = whole.united(ink.rough_disc(QPointF(x, y), r, str(rng.random()), 0.07))
    e.modelled(whole.simplified(), e.s.leaf, e.s.leaf_light, e.s.leaf_dark, line=2.4, shadow=5, by=7)
    for x, y, r in [*lobes, (47.0, 46.0, 17.0)]:
        e.stroke(
            [(x - r * 0.5, y + r * 0.2), (x - r * 0.1, y - r * 0.4), (x + r * 0.5, y - r * 0.2)],
            2.2,
            e.s.leaf_dark,
            0.85,
            0.4,
            0.3,
        )
    for _ in range(34):
        a, d = rng.random() * math.tau, rng.random() ** 0.6 * 32
        x, y = 49 + math.cos(a) * d, 49 + math.sin(a) * d * 0.92
        e.stroke(
            [(x, y), (x + 2, y - 2.2), (x + 3.6, y - 1.2)], 1.9, e.s.leaf_light if (x + y) < 100 else e.s.leaf_dark, 0.9
        )
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
            QPointF(
                x + math.cos(math.tau * k / 7) * r * rng.uniform(0.78, 1.12),
                y + math.sin(math.tau * k / 7) * r * rng.uniform(0.74, 1.05),
            )
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
    """A stand of bamboo: the cut rings of the canes, sprays of leaves over them."""
    rng = e.rng
    canes = ((27, 29), (55, 23), (76, 40), (46, 50), (24, 62), (70, 70), (47, 80))
    for x, y in canes:
        e.modelled(disc(x, y, 9.4), e.s.leaf, e.s.leaf_light, e.s.leaf_dark, line=2, shadow=3, by=2.6)
        e.solid(disc(x, y, 4.2), e.s.leaf_dark, line=1.4, shadow=0)
    for k, (x, y) in enumerate(canes):
        way = math.tau * (k * 0.38 + 0.08) + rng.uniform(-0.2, 0.2)
        at = QPointF(x + math.cos(way) * 7.5, y + math.sin(way) * 7.5)
        for spread, long in ((-0.75, 19.0), (0.78, 18.0), (0.0, 24.0)):
            a = way + spread
            tip = at + QPointF(math.cos(a), math.sin(a)) * long
            bend = QPointF(-math.sin(a), math.cos(a)) * (2.2 if spread < 0 else -2.2)
            line = ink.sampled(ink.smooth([at, (at + tip) / 2 + bend, tip], closed=False), 2.0)
            leaf = ink.brush_stroke(line, 7.4, pressure=lambda t: math.sin(math.pi * t**0.8) ** 0.9)
            e.solid(leaf, e.s.leaf_light if spread == 0 else e.s.leaf, line=1.5, shadow=1.8)
            e.stroke([(p.x(), p.y()) for p in line[1:-1]], 0.9, e.s.leaf_dark, 0.8)
