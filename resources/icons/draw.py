"""A small drawing language for the icons: brush strokes and cuts, written out as one SVG path.

A developer's tool (see build_icons.py); the app reads the SVG files only.
"""

from __future__ import annotations

import math
import random
import re
import sys
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QTransform

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from companion.ui.kit.theme.ink import brush_pressure, brush_stroke, sampled

TOKEN = re.compile(r"[MLHVCQSZmlhvcqsz]|-?\d*\.?\d+")


def parse(d: str) -> QPainterPath:
    """An SVG path of M L H V C S Q Z, absolute or relative."""
    tokens = TOKEN.findall(d)
    path, at, i, command = QPainterPath(), QPointF(0, 0), 0, "M"
    path.setFillRule(Qt.FillRule.WindingFill)
    last_control: QPointF | None = None

    def number() -> float:
        nonlocal i
        i += 1
        return float(tokens[i - 1])

    def point(relative: bool) -> QPointF:
        p = QPointF(number(), number())
        return at + p if relative else p

    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        rel, op = command.islower(), command.upper()
        control = None
        if op == "M":
            at = point(rel)
            path.moveTo(at)
            command = "l" if rel else "L"
        elif op == "L":
            at = point(rel)
            path.lineTo(at)
        elif op == "H":
            at = QPointF(number() + (at.x() if rel else 0), at.y())
            path.lineTo(at)
        elif op == "V":
            at = QPointF(at.x(), number() + (at.y() if rel else 0))
            path.lineTo(at)
        elif op in "CS":
            first = point(rel) if op == "C" else (2 * at - last_control if last_control else at)
            control = point(rel)
            end = point(rel)
            path.cubicTo(first, control, end)
            at = end
        elif op == "Q":
            control_q = point(rel)
            end = point(rel)
            path.quadTo(control_q, end)
            at = end
        elif op == "Z":
            path.closeSubpath()
            at = path.currentPosition()
        last_control = control
    return path


def circle(x: float, y: float, r: float, ry: float | None = None) -> QPainterPath:
    """A disc or ellipse."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), r, ry if ry is not None else r)
    return path


def arc(x: float, y: float, r: float, start: float, sweep: float, ry: float | None = None) -> QPainterPath:
    """A line along a circle; angles in degrees clockwise from north."""
    path = QPainterPath()
    count = max(6, round(abs(sweep) / 8))
    for k in range(count + 1):
        a = math.radians(start + sweep * k / count)
        p = QPointF(x + r * math.sin(a), y - (ry or r) * math.cos(a))
        path.lineTo(p) if k else path.moveTo(p)
    return path


def as_path(shape: str | QPainterPath) -> QPainterPath:
    """A path from SVG text or as it is."""
    return parse(shape) if isinstance(shape, str) else shape


def moved(shape: str | QPainterPath, dx: float = 0, dy: float = 0, turn: float = 0, scale: float = 1.0,
          about: tuple[float, float] = (0, 0)) -> QPainterPath:  # fmt: skip
    """A shape turned and scaled about a point, then moved."""
    t = QTransform().translate(about[0] + dx, about[1] + dy).rotate(turn).scale(scale, scale)
    return t.translate(-about[0], -about[1]).map(as_path(shape))


def mirrored(shape: str | QPainterPath, x: float) -> QPainterPath:
    """A shape mirrored in the vertical line at x."""
    return QTransform(-1, 0, 0, 1, 2 * x, 0).map(as_path(shape))


def stroked(shape: str | QPainterPath, width: float, start: float = 0.8, end: float = 0.55, *,
            seed: int = 1, rough: float = 0.0) -> QPainterPath:  # fmt: skip
    """A brush stroke along a line."""
    path = as_path(shape)
    rng = random.Random(seed)
    points = sampled(path, max(0.5, width * 0.5))
    outline = brush_stroke(points, width, rng if rough else None, pressure=brush_pressure(start, end), rough=rough)
    outline.setFillRule(Qt.FillRule.WindingFill)
    return outline.simplified()


def grown(shape: QPainterPath, by: float) -> QPainterPath:
    """A shape with a margin all round."""
    stroker = QPainterPathStroker()
    stroker.setWidth(by * 2)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(shape).united(shape)


class Pic:
    """One picture of one colour: fills and brush strokes united, cuts taken out."""

    def __init__(self, width: float = 2.0) -> None:
        self.path = QPainterPath()
        self.width = width

    def f(self, *shapes: str | QPainterPath) -> Pic:
        """Add filled shapes."""
        for shape in shapes:
            p = as_path(shape)
            p.setFillRule(Qt.FillRule.WindingFill)
            self.path = self.path.united(p.simplified())
        return self

    def s(self, *lines: str | QPainterPath, w: float | None = None, a: float = 0.85, b: float = 0.6) -> Pic:
        """Add brush strokes: full width w, a and b its shares at the start and the end."""
        for k, one in enumerate(lines):
            self.path = self.path.united(stroked(one, w or self.width, a, b, seed=k + 3))
        return self

    def c(self, *shapes: str | QPainterPath) -> Pic:
        """Cut shapes out."""
        for shape in shapes:
            p = as_path(shape)
            p.setFillRule(Qt.FillRule.WindingFill)
            self.path = self.path.subtracted(p.simplified())
        return self

    def cs(self, *lines: str | QPainterPath, w: float = 1.4, a: float = 0.7, b: float = 0.4) -> Pic:
        """Cut brush strokes out."""
        for k, one in enumerate(lines):
            self.path = self.path.subtracted(stroked(one, w, a, b, seed=k + 3))
        return self

    def d(self) -> str:
        """The path as SVG text."""
        return svg_d(self.path)


def svg_d(path: QPainterPath) -> str:
    """A painter path as the d of an SVG path, two decimals."""

    def n(v: float) -> str:
        text = f"{v:.2f}".rstrip("0").rstrip(".")
        return "0" if text in {"-0", ""} else text

    out: list[str] = []
    k = 0
    while k < path.elementCount():
        e = path.elementAt(k)
        kind = e.type  # type: ignore[attr-defined]
        if kind == QPainterPath.ElementType.MoveToElement:
            if out:
                out.append("Z")
            out.append(f"M{n(e.x)} {n(e.y)}")
        elif kind == QPainterPath.ElementType.LineToElement:
            out.append(f"L{n(e.x)} {n(e.y)}")
        else:
            b, c = path.elementAt(k + 1), path.elementAt(k + 2)
            out.append(f"C{n(e.x)} {n(e.y)} {n(b.x)} {n(b.y)} {n(c.x)} {n(c.y)}")
            k += 2
        k += 1
    return "".join([*out, "Z"])
