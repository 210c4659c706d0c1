"""Figures: woodcut tokens on a base seen from above.

The base's prow reaches the front edge of the square and its back half is dark, so that facing is read from two metres;
the rim tells the state (whole and indigo, or broken, red and hatched), its shape the band (round or eight-sided).
"""

from __future__ import annotations

import math
import random
from functools import cache, lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer

from companion.ui.theme import icons, ink, palette
from companion.ui.theme.assets import resource_root
from companion.ui.theme.dice import paint_die
from companion.ui.theme.palette import Element, Theme

BandShape = Literal["round", "octagon"]
State = Literal["vigilant", "shaken"]
Facing = Literal["N", "E", "S", "W"]
TURN: dict[Facing, int] = {"N": 0, "E": 90, "S": 180, "W": 270}
FALLBACK = "ronin"
_MIDDLE = QPointF(50, 52.5)
_RADIUS = 38.0


@cache
def silhouettes() -> tuple[str, ...]:
    """The names of the drawn archetypes, sorted."""
    return tuple(sorted(path.stem for path in (resource_root() / "icons" / "figures").glob("*.svg")))


def figure_pixmap(
    silhouette: str,
    band_shape: BandShape = "round",
    state: State = "vigilant",
    activated: bool = False,
    facing: Facing = "N",
    size_px: int = 72,
    theme: Theme | None = None,
    reserve_element: Element | None = None,
    selected: bool = False,
    *,
    dpr: float = 1.0,
) -> QPixmap:
    """A figure on its base, filling a square of `size_px` logical pixels; cached.

    An unknown silhouette falls back to the ronin, so that a pack with new archetypes still plays.
    """
    name = silhouette if silhouette in silhouettes() else FALLBACK
    look = theme or palette.current()
    return _figure(name, band_shape, state, activated, facing, size_px, look, reserve_element, selected, dpr)


def silhouette_pixmap(
    silhouette: str, size: int, theme: Theme | None = None, *, facing: Facing = "N", dpr: float = 1.0
) -> QPixmap:
    """The silhouette alone, for cards and lists; cached."""
    name = silhouette if silhouette in silhouettes() else FALLBACK
    return _silhouette(name, size, theme or palette.current(), facing, dpr)


@lru_cache(maxsize=256)
def _silhouette(name: str, size: int, theme: Theme, facing: Facing, dpr: float) -> QPixmap:
    pixmap = ink.blank(size, size, dpr)
    with ink.painting(pixmap) as pen:
        pen.translate(size / 2, size / 2)
        pen.rotate(TURN[facing])
        light = theme.figure_light if theme.dark else theme.surface
        _paint_silhouette(pen, name, QRectF(-size / 2, -size / 2, size, size), theme, light, theme.figure_ink)
    return pixmap


def _paint_silhouette(
    pen: QPainter,
    name: str,
    rect: QRectF,
    theme: Theme,
    light: str,
    dark: str,
    tone: str = "#B9A583",
    accent: str = "#C23B22",
) -> None:
    variables = {"cut": light, "tone": tone, "accent": accent}
    QSvgRenderer(icons.coloured(f"figures/{name}", dark, variables)).render(pen, rect)


@cache
def base_outline(shape: BandShape) -> QPainterPath:
    """The base looking north in a square of 100: body and prow as one outline."""
    body = QPainterPath()
    if shape == "round":
        body.addEllipse(_MIDDLE, _RADIUS, _RADIUS)
        spread, bow = 0.74, 15.0
    else:
        radius = _RADIUS * 1.065
        corners = [
            _MIDDLE + QPointF(math.sin(math.radians(22.5 + 45 * k)), -math.cos(math.radians(22.5 + 45 * k))) * radius
            for k in range(8)
        ]
        body.moveTo(corners[0])
        for corner in corners[1:]:
            body.lineTo(corner)
        body.closeSubpath()
        spread, bow = 0.70, 13.0
    half = _RADIUS * math.sin(spread)
    y = _MIDDLE.y() - _RADIUS * math.cos(spread)
    prow = QPainterPath(QPointF(50 - half, y))
    prow.quadTo(QPointF(50 - bow, y - 11), QPointF(50, 1.2))
    prow.quadTo(QPointF(50 + bow, y - 11), QPointF(50 + half, y))
    prow.closeSubpath()
    return body.united(prow)


@cache
def _inner(shape: BandShape) -> QPainterPath:
    """The field inside the rim."""
    t = QTransform().translate(_MIDDLE.x(), _MIDDLE.y()).scale(0.865, 0.865).translate(-_MIDDLE.x(), -_MIDDLE.y())
    body = QPainterPath()
    if shape == "round":
        body.addEllipse(_MIDDLE, _RADIUS, _RADIUS)
    else:
        radius = _RADIUS * 1.065
        for k in range(8):
            at = (
                _MIDDLE
                + QPointF(math.sin(math.radians(22.5 + 45 * k)), -math.cos(math.radians(22.5 + 45 * k))) * radius
            )
            body.lineTo(at) if k else body.moveTo(at)
        body.closeSubpath()
    return t.map(body)


def _matt(colour: QColor, theme: Theme, share: float) -> QColor:
    """A colour gone dull: towards a mid grey of the ground."""
    return palette.blend(colour, theme.mix("ground", "faded", 0.55), share)


@lru_cache(maxsize=1024)
def _figure(
    name: str,
    shape: BandShape,
    state: State,
    activated: bool,
    facing: Facing,
    size: int,
    theme: Theme,
    reserve: Element | None,
    selected: bool,
    dpr: float,
) -> QPixmap:
    pixmap = ink.blank(size, size, dpr)
    with ink.painting(pixmap) as pen:
        pen.scale(size / 100, size / 100)
        turn = QTransform().translate(50, 50).rotate(TURN[facing]).translate(-50, -50)
        _paint_base(pen, shape, state, activated, turn, theme, selected)
        light = QColor(theme.figure_light if shape == "round" else theme.figure_cool)
        dark, tone, accent = QColor(theme.figure_ink), QColor("#B9A583"), QColor("#C23B22")
        if activated:
            light, dark = _matt(light, theme, 0.5), _matt(dark, theme, 0.22)
            tone, accent = _matt(tone, theme, 0.55), _matt(accent, theme, 0.55)
        pen.save()
        pen.setTransform(turn, True)
        side = 79.0
        rect = QRectF(50 - side / 2, 51.5 - side / 2, side, side)
        _paint_silhouette(pen, name, rect, theme, light.name(), dark.name(), tone.name(), accent.name())
        pen.restore()
        if reserve is not None:
            angle = math.radians(TURN[facing] + 138)
            at = QPointF(50 + math.sin(angle) * 35, 50 - math.cos(angle) * 35)
            paint_die(pen, QRectF(at.x() - 15, at.y() - 15, 30, 30), reserve, theme)
    return pixmap


def _paint_base(
    pen: QPainter, shape: BandShape, state: State, activated: bool, turn: QTransform, theme: Theme, selected: bool
) -> None:
    outline, field = turn.map(base_outline(shape)), turn.map(_inner(shape))
    pen.setPen(Qt.PenStyle.NoPen)
    ink.soft_shadow(pen, outline, theme.color("shadow", 0.6 if theme.dark else 0.34), 3.4, 1.6, 2.6)
    if selected:
        pen.setPen(
            QPen(theme.color("vermilion"), 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        pen.drawPath(outline)
        pen.setPen(Qt.PenStyle.NoPen)
    rim = theme.color("shaken" if state == "shaken" else "vigilant")
    back, front = theme.color("figure_back"), theme.color("figure_light" if shape == "round" else "figure_cool")
    if activated:
        rim, back, front = _matt(rim, theme, 0.42), _matt(back, theme, 0.42), _matt(front, theme, 0.5)
    # Gaps in the rim must show by lightness alone: light in a dark rim, dark in the light rim of the night.
    body = rim if state == "vigilant" else back if theme.dark else front
    pen.setBrush(body)
    pen.drawPath(outline)
    if state == "shaken":
        _paint_broken_rim(pen, shape, turn, rim, front)
    behind, before = QPainterPath(), QPainterPath()
    behind.addRect(QRectF(0, 54, 100, 50))
    before.addRect(QRectF(0, 0, 100, 54))
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(front)
    pen.drawPath(field.intersected(turn.map(before)))
    pen.setBrush(back)
    pen.drawPath(field.intersected(turn.map(behind)))
    if state == "shaken":
        lines = ink.hatch(_inner(shape).intersected(before), 6.2, -52, random.Random(5), 1.7)
        pen.setBrush(palette.blend(front, QColor(palette.PAPER.shaken), 0.42 if activated else 0.7))
        pen.drawPath(turn.map(lines))
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(
        QPen(
            theme.color("figure_ink", 0.85),
            1.5,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
    )
    pen.drawPath(outline)
    pen.setPen(QPen(theme.color("figure_ink", 0.5), 0.9))
    pen.drawPath(field)
    if not activated:
        _paint_sheen(pen, field)


def _paint_broken_rim(pen: QPainter, shape: BandShape, turn: QTransform, rim: QColor, front: QColor) -> None:
    """The red rim in pieces: short arcs with gaps, a cracked prow."""
    whole = base_outline(shape)
    gaps = QPainterPath()
    gaps.setFillRule(Qt.FillRule.WindingFill)
    for k, angle in enumerate((52, 88, 126, 160, 198, 232, 270, 306)):
        a = math.radians(angle)
        along = QPointF(math.sin(a), -math.cos(a))
        across = QPointF(along.y(), -along.x()) * (2.1 if k % 2 else 3.0)
        start, end = _MIDDLE + along * 28, _MIDDLE + along * 52
        skew = QPointF(along.y(), -along.x()) * (2.4 if k % 3 else -2.4)
        gap = QPainterPath(start + across)
        for point in (end + across + skew, end - across + skew, start - across):
            gap.lineTo(point)
        gap.closeSubpath()
        gaps.addPath(gap)
    crack = QPainterPath(QPointF(48.4, -2))
    for x, y in (
        (51.4, 6),
        (48.8, 9.6),
        (52, 14.6),
        (50, 20),
        (53.2, 20),
        (54.6, 14),
        (51.8, 9.6),
        (54, 6),
        (51.8, -2),
    ):
        crack.lineTo(x, y)
    crack.closeSubpath()
    gaps.addPath(crack)
    pen.setBrush(rim)
    pen.drawPath(turn.map(whole.subtracted(gaps.simplified())))


def _paint_sheen(pen: QPainter, field: QPainterPath) -> None:
    """Lacquer: light from the north-west along the inside of the rim, whichever way the figure looks."""
    glint = QPainterPath()
    box = field.boundingRect().adjusted(2.2, 2.2, -2.2, -2.2)
    glint.arcMoveTo(box, 112)
    glint.arcTo(box, 112, 52)
    stroke = ink.brush_stroke(glint, 2.4, pressure=lambda t: math.sin(math.pi * t))
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(QColor(255, 255, 255, 170))
    pen.drawPath(stroke)
