"""The easel all terrain objects are drawn on: a square of 100, what things are made of, outline, shadow and light.

Everything is lit from the north-west and casts its shadow to the south-east.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme


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
        return QPen(
            QColor(self.s.line), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        )

    def flat(self, path: QPainterPath, fill: str, alpha: float = 1.0) -> None:
        """A patch of colour without an outline."""
        tint = QColor(fill)
        tint.setAlphaF(alpha)
        self.pen.setPen(Qt.PenStyle.NoPen)
        self.pen.setBrush(tint)
        self.pen.drawPath(path)

    def stroke(
        self,
        points: Sequence[tuple[float, float]],
        width: float,
        fill: str | None = None,
        alpha: float = 1.0,
        start: float = 0.7,
        end: float = 0.3,
    ) -> None:
        """A brush line, ink unless a colour is given."""
        pressure = ink.brush_pressure(start, end)
        self.flat(ink.brush_stroke([QPointF(*p) for p in points], width, pressure=pressure), fill or self.s.line, alpha)

    def modelled(
        self,
        path: QPainterPath,
        fill: str,
        light: str,
        dark: str,
        *,
        line: float = 2.0,
        shadow: float = 3.0,
        by: float = 5.0,
    ) -> None:
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
