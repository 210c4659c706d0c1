"""Dice: bone-white cubes seen from above, the five signs (or pips) cut in; and how rolled ones come to rest.

A typed die carries a pen mark in its corner, a corrected one a second stroke across it; a spent one is an empty hollow.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeGuard

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from companion.ui.kit.theme import icons, ink, palette
from companion.ui.kit.theme.palette import ELEMENTS, Element, Theme

Face = Element | int | None
"""An element (inspiration die), 1 to 6 (combat die), or None: a die that shows nothing yet."""
Entry = Literal["rolled", "typed", "corrected"]
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def _is_face(face: str | int | None) -> TypeGuard[Face]:
    return face is None or (face in _PIPS if isinstance(face, int) else face in ELEMENTS)


def die_pixmap(
    face: str | int | None,
    size: int,
    theme: Theme | None = None,
    *,
    entry: Entry = "rolled",
    spent: bool = False,
    chosen: bool = False,
    dpr: float = 1.0,
) -> QPixmap:
    """A die of `size` logical pixels (its shadow lies within); cached, the same object for the same arguments.

    ValueError for a number that is not on a die, or an unknown element.
    """
    if not _is_face(face):
        raise ValueError(f"not a face of a die: {face!r}")
    return _die(face, size, theme or palette.current(), entry, spent, chosen, dpr)


@lru_cache(maxsize=64)
def _die(face: Face, size: int, theme: Theme, entry: Entry, spent: bool, chosen: bool, dpr: float) -> QPixmap:
    pixmap = ink.blank(size, size, dpr)
    with ink.painting(pixmap) as pen:
        paint_die(pen, QRectF(0, 0, size, size), face, theme, entry=entry, spent=spent, chosen=chosen)
    return pixmap


def paint_die(
    pen: QPainter,
    rect: QRectF,
    face: Face,
    theme: Theme,
    *,
    entry: Entry = "rolled",
    spent: bool = False,
    chosen: bool = False,
) -> None:
    """Paint a die into a rectangle of a painter at hand."""
    side = rect.width()
    body = rect.adjusted(side * 0.07, side * 0.05, -side * 0.09, -side * 0.11)
    pen.save()
    if spent:
        _paint_hollow(pen, body, face, theme)
    else:
        _paint_cube(pen, body, face, theme)
        if chosen:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), max(1.6, side * 0.06)))
            pen.drawPath(_rounded(body.adjusted(-side * 0.02, -side * 0.02, side * 0.02, side * 0.02)))
    if entry != "rolled":
        _paint_pen_mark(pen, body, theme, corrected=entry == "corrected")
    pen.restore()


def _rounded(box: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(box, box.width() * 0.2, box.width() * 0.2)
    return path


def _paint_cube(pen: QPainter, body: QRectF, face: Face, theme: Theme) -> None:
    side = body.width()
    outline = _rounded(body)
    ink.soft_shadow(
        pen, outline, theme.color("shadow", 0.55 if theme.dark else 0.34), side * 0.07, side * 0.03, side * 0.06
    )
    ink.fill(pen, outline, palette.blend(theme.color("bone_shade"), theme.color("bone_ink"), 0.12))
    # The worn top: a rounder, lighter square set a little to the north-west of the body.
    top = body.adjusted(side * 0.012, side * 0.012, -side * 0.05, -side * 0.06)
    light = QLinearGradient(top.topLeft(), top.bottomRight())
    light.setColorAt(0, QColor("#FFFDF6"))
    light.setColorAt(0.35, theme.color("bone"))
    light.setColorAt(1, theme.mix("bone", "bone_shade", 0.75))
    pen.setBrush(light)
    cap = QPainterPath()
    cap.addRoundedRect(top, side * 0.2, side * 0.2)
    pen.drawPath(cap)
    inner = QPainterPath()
    inner.addRoundedRect(top.adjusted(side * 0.07, side * 0.07, -side * 0.07, -side * 0.07), side * 0.24, side * 0.24)
    pen.setBrush(theme.mix("bone", "bone_shade", 0.10))
    pen.drawPath(inner)
    ink.outline(pen, outline, theme.color("bone_ink", 0.55), max(0.7, side * 0.018))
    _paint_face(pen, top, face, theme)


def _paint_face(pen: QPainter, top: QRectF, face: Face, theme: Theme) -> None:
    side = top.width()
    lip = QColor(255, 255, 255, 210)
    shift = max(0.5, side * 0.018)
    pen.setPen(Qt.PenStyle.NoPen)
    if isinstance(face, int):
        step = side * 0.245
        r = side * (0.135 if face == 1 else 0.098)
        for column, row in _PIPS[face]:
            at = top.center() + QPointF((column - 1) * step, (row - 1) * step)
            pen.setBrush(lip)
            pen.drawEllipse(at + QPointF(shift, shift), r, r)
            pen.setBrush(QColor(palette.PAPER.vermilion) if face == 1 else theme.color("bone_ink"))
            pen.drawEllipse(at, r, r)
        return
    if face is None:
        return
    if face == "tori":
        disc = ink.rough_disc(top.center(), side * 0.41, "tori", 0.012)
        pen.setBrush(lip)
        pen.drawPath(disc.translated(shift, shift))
        pen.setBrush(QColor(palette.PAPER.vermilion))
        pen.drawPath(disc)
        sign = _about(top, 0.56)
        icons.paint(pen, face, theme.color("bone_ink"), sign.translated(0, side * 0.005))
        return
    sign = _about(top, 0.7)
    icons.paint(pen, face, lip, sign.translated(shift, shift))
    icons.paint(pen, face, palette.PAPER.element(face), sign)


def _about(box: QRectF, share: float) -> QRectF:
    d = box.width() * (1 - share) / 2
    return box.adjusted(d, d, -d, -d)


def _paint_hollow(pen: QPainter, body: QRectF, face: Face, theme: Theme) -> None:
    side = body.width()
    line = QPen(theme.color("faded", 0.7), max(1.0, side * 0.03), Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    line.setDashPattern([2.2, 2.6])
    pen.setPen(line)
    pen.setBrush(theme.color("sunken", 0.6))
    pen.drawPath(_rounded(body.adjusted(side * 0.05, side * 0.05, -side * 0.05, -side * 0.05)))
    if isinstance(face, str):
        icons.paint(pen, face, theme.color("faded", 0.55), _about(body, 0.5))
    elif isinstance(face, int):
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("faded", 0.55))
        for column, row in _PIPS[face]:
            pen.drawEllipse(
                body.center() + QPointF((column - 1) * side * 0.2, (row - 1) * side * 0.2), side * 0.07, side * 0.07
            )


def _paint_pen_mark(pen: QPainter, body: QRectF, theme: Theme, *, corrected: bool) -> None:
    """One stroke in the north-east corner for a typed die, a second across it for a corrected one."""
    side = body.width()
    x, y = body.right() - side * 0.10, body.top() + side * 0.12
    arm = side * 0.19
    strokes = [ink.line((x - arm * 0.7, y + arm), (x, y + 0.0), (x + arm * 0.62, y - arm * 0.72))]
    if corrected:
        strokes.append(ink.line((x - arm * 0.75, y - arm * 0.55), (x, y + arm * 0.1), (x + arm * 0.75, y + arm * 0.75)))
    for halo, colour, width in (
        (True, theme.color("bone"), side * 0.17),
        (False, QColor(palette.PAPER.vigilant), side * 0.095),
    ):
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(colour)
        for stroke in strokes:
            pressure = ink.even if halo else ink.brush_pressure(0.5, 0.35)
            pen.drawPath(ink.brush_stroke(stroke, max(1.6, width), pressure=pressure))


DURATION = 600
"""Milliseconds until the last die lies still."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A die in the air: how far from its place (in dice), how it is turned (degrees), and what is up."""

    dx: float
    dy: float
    angle: float
    scale: float
    face: str | int | None


class Tumble:
    """A roll of several dice of one kind; the same dice always tumble the same way."""

    def __init__(self, faces: Sequence[str | int], sides: Sequence[str | int]) -> None:
        """`faces`: how they will lie; `sides`: what else may be seen on the way."""
        rng = random.Random(f"{faces}")
        count = max(1, len(faces))
        self._ends = [0.62 + 0.38 * (n + 1) / count for n in range(len(faces))]
        self._spins = [rng.choice((-1, 1)) * rng.uniform(300, 520) for _ in faces]
        self._from = [(rng.uniform(2.2, 3.6), rng.uniform(-0.5, 0.2)) for _ in faces]
        self._seen = [[*(rng.choice(sides) for _ in range(7)), face] for face in faces]

    def pose(self, n: int, share: float) -> Pose:
        """Die `n` after a share of the whole time (0 to 1)."""
        t = min(1.0, share / self._ends[n])
        left = (1 - t) ** 2.4
        dx, dy = self._from[n]
        hop = abs(math.sin(t * math.pi * 2.4)) * (1 - t) * 0.34
        faces = self._seen[n]
        face = faces[min(len(faces) - 1, int((1 - (1 - t) ** 1.7) * len(faces)))]
        return Pose(dx * left, dy * left - hop, self._spins[n] * left, 1 + hop * 0.25, face)


FIRST_MS, LATER_MS, COUNT_MS, STAMP_MS = 560, 380, 160, 240
"""The first die of a fight lies; so much later the second; its pips are added; then the higher sum lands."""


class Fall:
    """One of the two dice of a fight, `t` milliseconds after the throw (`motion.FALL` until all has landed)."""

    def __init__(self, face: int, n: int, *, right: bool) -> None:
        """`n`: 0 rests first; `right`: thrown from there."""
        self._face, self._way = face, -1 if right else 1
        self._tumble = Tumble((face,), range(1, 7))
        self._rests = float(FIRST_MS + n * LATER_MS)
        self._lands = float(FIRST_MS + LATER_MS + COUNT_MS)

    def flies(self, t: float) -> bool:
        return t < self._rests

    def pose(self, t: float) -> Pose:
        """Where it is in the air: it comes in from the middle of the slip."""
        pose = self._tumble.pose(0, t / self._rests)
        return Pose(abs(pose.dx) * self._way * 0.8, pose.dy, pose.angle, pose.scale, pose.face)

    def counted(self, t: float) -> int:
        """How much of it has been added to the total."""
        return round(self._face * min(1.0, max(0.0, (t - self._rests) / COUNT_MS)))

    def landing(self, t: float) -> bool:
        """Whether both sums are there and it is seen who is ahead."""
        return t >= self._lands

    def weight(self, t: float) -> float:
        """How large the higher sum is: it comes from above and lands."""
        if t < self._lands:
            return 1.0
        left = max(0.0, 1.0 - (t - self._lands) / STAMP_MS)
        return 1.0 + 1.1 * left**2
