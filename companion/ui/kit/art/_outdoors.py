"""Gravel, moss, moonlit grass and running water."""

from __future__ import annotations

import math
import random

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from companion.ui.kit.art._ground import Tone, body, colour, scatter, stamp
from companion.ui.kit.theme import ink


def gravel(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Raked gravel: parallel waves that run on from square to square."""
    body(pen, columns, rows, unit, t, 0.04, 0.16, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width = columns * unit
    lines = 6
    for k in range(rows * lines + 1):
        y = (k + 0.5) * unit / lines
        points = [
            QPointF(x, y + math.sin(math.tau * x / unit + k % lines * 0.25) * unit * 0.016)
            for x in (width * i / (columns * 16) for i in range(columns * 16 + 1))
        ]
        pen.setBrush(colour(t.light, 0.75))
        pen.drawPath(
            ink.brush_stroke([p - QPointF(0, unit * 0.022) for p in points], unit * 0.026, pressure=lambda _t: 1.0)
        )
        pen.setBrush(colour(t.shade, 0.42))
        pen.drawPath(ink.brush_stroke(points, unit * 0.022, pressure=lambda _t: 1.0))
    for x, y, rng in scatter(columns, rows, unit, 26, seed, wrap):
        pen.setBrush(colour(t.shade if rng.random() < 0.5 else t.light, rng.uniform(0.2, 0.6)))
        dot = QPainterPath()
        dot.addEllipse(QPointF(x, y), unit * rng.uniform(0.006, 0.013), unit * rng.uniform(0.005, 0.010))
        stamp(pen, dot, columns * unit, rows * unit, wrap)


def moss(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Moss: soft cushions, stippled."""
    body(pen, columns, rows, unit, t, 0.2, 0.1, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width, height = columns * unit, rows * unit
    for x, y, rng in scatter(columns, rows, unit, 8, seed, wrap):
        r = unit * rng.uniform(0.07, 0.17)
        for dx, text, alpha in ((0.14, t.shade, 0.16), (0.0, t.extra, 0.3), (-0.12, t.light, 0.26)):
            pen.setBrush(colour(text, alpha))
            at = QPointF(x + dx * r, y + dx * r)
            stamp(
                pen, ink.rough_disc(at, r * (0.95 if dx >= 0 else 0.68), str(rng.random()), 0.09), width, height, wrap
            )
    for x, y, rng in scatter(columns, rows, unit, 60, seed, wrap):
        pen.setBrush(colour(t.light if rng.random() < 0.55 else t.shade, rng.uniform(0.2, 0.5)))
        dot = QPainterPath()
        dot.addEllipse(QPointF(x, y), unit * 0.008, unit * 0.008)
        stamp(pen, dot, width, height, wrap)


def garden(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Moonlit grass: tufts of short blades, lit on one side, a few pale flowers."""
    body(pen, columns, rows, unit, t, 0.13, 0.08, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width, height = columns * unit, rows * unit
    for x, y, rng in scatter(columns, rows, unit, 15, seed, wrap):
        size = unit * rng.uniform(0.05, 0.105)
        for lean, text, alpha in (
            (-0.5, t.shade, 0.5),
            (0.1, t.extra, 0.75),
            (0.62, t.shade, 0.42),
            (-0.16, t.light, 0.6),
        ):
            base, lean = QPointF(x + lean * size * 0.3, y), lean + rng.uniform(-0.15, 0.15)
            tip = base + QPointF(lean * size, -size)
            blade = [base, base + (tip - base) * 0.5 - QPointF(lean * size * 0.16, 0), tip]
            pen.setBrush(colour(text, alpha))
            stamp(pen, ink.brush_stroke(blade, unit * 0.017, pressure=lambda s: 1.0 - 0.85 * s), width, height, wrap)
    for x, y, rng in scatter(columns, rows, unit, 2, seed, wrap):
        pen.setBrush(colour(t.light, rng.uniform(0.6, 0.95)))
        for k in range(4):
            a = math.tau * k / 4 + rng.uniform(0, 0.4)
            petal = QPainterPath()
            petal.addEllipse(
                QPointF(x + math.cos(a) * unit * 0.012, y + math.sin(a) * unit * 0.012), unit * 0.010, unit * 0.010
            )
            stamp(pen, petal, width, height, wrap)


def stream(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Running water: long lines of current from west to east, light on their crests."""
    body(pen, columns, rows, unit, t, 0.16, 0.03, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width = columns * unit
    for k in range(rows * 5):
        fixed = random.Random(f"current{k % 5}")
        phase, swing = fixed.random() * math.tau, fixed.uniform(0.022, 0.04) * unit
        y = (k + 0.5) * unit / 5
        for part, (text, alpha, w) in enumerate(
            ((t.extra, 0.75, 0.05), (t.shade, 0.34, 0.020), (t.light, 0.62, 0.015))
        ):
            shift = (0.0, 0.028, -0.022)[part] * unit
            points = [
                QPointF(
                    x,
                    y
                    + shift
                    + math.sin(math.tau * x / unit + phase) * swing
                    + math.sin(2 * math.tau * x / unit + phase * 2) * swing * 0.35,
                )
                for x in (width * i / (columns * 18) for i in range(columns * 18 + 1))
            ]
            pen.setBrush(colour(text, alpha))
            if part == 0:
                pen.drawPath(ink.brush_stroke(points, unit * w, pressure=lambda _t: 1.0))
                continue
            own = random.Random(f"crest{seed}/{k}/{part}")
            for square in range(columns):
                a = square * 18 + own.randint(1, 7)
                b = min(a + own.randint(7, 11), square * 18 + 17)
                pen.drawPath(
                    ink.brush_stroke(points[a : b + 1], unit * w, pressure=lambda s: math.sin(math.pi * s) ** 0.6)
                )
