"""What stands on squares and between them: furniture, water, statues, stairs, walls, doors, and their small signs."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from companion.ui.kit.art import _easel, _furniture, _stonework
from companion.ui.kit.art._easel import Easel, ObjectPainter
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme

Kind = Literal["hindering", "aquatic", "blocking", "stairs"]
Sign = Literal["hindering", "aquatic", "blocking"]
Corner = Literal["NW", "NE", "SE", "SW"]
Side = Literal["N", "E", "S", "W"]
VARIANTS: dict[Kind, dict[str, ObjectPainter]] = {
    "hindering": {
        "table": _furniture.table,
        "screen": _furniture.screen,
        "shrub": _furniture.shrub,
        "barrels": _furniture.barrels,
        "rubble": _furniture.rubble,
        "chest": _furniture.chest,
        "bamboo": _furniture.bamboo,
    },
    "aquatic": {"pond": _stonework.pond, "brook": _stonework.brook},
    "blocking": {
        "lantern": _stonework.lantern,
        "statue": _stonework.statue,
        "boulder": _stonework.boulder,
        "pillar": _stonework.pillar,
    },
    "stairs": {"stairs": _stonework.stairs, "trapdoor": _stonework.trapdoor},
}
_TURN: dict[Side, int] = {"N": 0, "E": 90, "S": 180, "W": 270}


def variants(kind: Kind) -> tuple[str, ...]:
    """The names of the drawn objects of a kind of terrain."""
    return tuple(VARIANTS[kind])


def object_pixmap(
    kind: Kind,
    size: int,
    variant: str | None = None,
    seed: int = 0,
    theme: Theme | None = None,
    *,
    sign: bool = True,
    corner: Corner = "NE",
    facing: Side = "N",
    dpr: float = 1.0,
) -> QPixmap:
    """An object filling a square of `size` logical pixels, clear around it; cached.

    Without a variant (or with an unknown one) the seed chooses. `sign` adds the small corner sign; `facing` is the way
    stairs rise or a brook runs (north: as drawn), the light stays where it is.
    """
    names = variants(kind)
    name = variant if variant in names else names[seed % len(names)]
    return _object(kind, name, size, seed % 64, theme or palette.current(), sign, corner, facing, dpr)


@lru_cache(maxsize=512)
def _object(
    kind: Kind, name: str, size: int, seed: int, theme: Theme, sign: bool, corner: Corner, facing: Side, dpr: float
) -> QPixmap:
    pixmap = ink.blank(size, size, dpr)
    with ink.painting(pixmap) as pen:
        pen.save()
        pen.scale(size / 100, size / 100)
        pen.translate(50, 50)
        pen.rotate(_TURN[facing])
        pen.translate(-50, -50)
        VARIANTS[kind][name](Easel(pen, theme, seed))
        pen.restore()
        if sign and kind != "stairs":
            paint_sign(pen, kind, QRectF(0, 0, size, size), theme, corner)
    return pixmap


def paint_sign(pen: QPainter, sign: Sign, square: QRectF, theme: Theme, corner: Corner = "NE") -> None:
    """Paint the small sign of a terrain into a corner of its square: orange triangle, blue wave, red stop.

    A quarter of the square, never under ten pixels.
    """
    side = min(max(10.0, square.width() * 0.25), square.width() * 0.5)
    gap = max(1.0, square.width() * 0.035)
    x = square.right() - side - gap if "E" in corner else square.left() + gap
    y = square.bottom() - side - gap if "S" in corner else square.top() + gap
    paint_sign_at(pen, sign, QRectF(x, y, side, side), theme)


def paint_sign_at(pen: QPainter, sign: Sign, box: QRectF, theme: Theme) -> None:
    """Paint a terrain's sign filling a box (for legends and tooltips)."""
    pen.save()
    pen.translate(box.topLeft())
    pen.scale(box.width() / 20, box.height() / 20)
    halo = QPen(theme.color("on_sign"), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    colour, mark = theme.color(sign), theme.color("on_sign")
    shape = QPainterPath()
    if sign == "hindering":
        shape.moveTo(10, 1.8)
        shape.lineTo(18.6, 17.4)
        shape.lineTo(1.4, 17.4)
        shape.closeSubpath()
    elif sign == "blocking":
        shape = _easel.polygon(10, 10, 9.2, 8, 22.5)
    else:
        shape.addRoundedRect(QRectF(1.2, 1.2, 17.6, 17.6), 5, 5)
    pen.setPen(halo)
    pen.setBrush(colour)
    pen.drawPath(shape)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.drawPath(shape)
    pen.setBrush(mark)
    if sign == "hindering":
        pen.drawPath(ink.brush_stroke(ink.line((10, 7), (10, 9.5), (10, 12.4)), 2.3, pressure=lambda _t: 1.0))
        pen.drawEllipse(QPointF(10, 15), 1.2, 1.2)
    elif sign == "blocking":
        pen.drawRect(QRectF(4.6, 8.3, 10.8, 3.4))
    else:
        for y in (7.4, 12.8):
            wave = [QPointF(x, y + math.sin(x * 0.86) * 1.7) for x in (3.6 + 0.8 * k for k in range(17))]
            pen.drawPath(ink.brush_stroke(wave, 2.3, pressure=lambda _t: 1.0))
    pen.restore()


def paint_wall(pen: QPainter, start: QPointF, end: QPointF, thickness: float, theme: Theme, seed: int = 0) -> None:
    """Paint a wall between two points: a thick vermilion stroke with a dark core, its ends a little uneven."""
    rng = random.Random(f"wall{seed}/{start.x():.0f}/{start.y():.0f}/{end.x():.0f}/{end.y():.0f}")
    way = end - start
    length = math.hypot(way.x(), way.y())
    if length <= 0:
        return
    along = way / length
    across = QPointF(-along.y(), along.x())
    pen.save()
    pen.setPen(Qt.PenStyle.NoPen)
    body = _bar(start, end, thickness, along, across, rng)
    shade = theme.color("shadow", 0.6 if theme.dark else 0.34)
    ink.soft_shadow(pen, body, shade, thickness * 0.35, thickness * 0.22, thickness * 0.30)
    pen.setPen(
        QPen(
            theme.color("figure_ink", 0.9),
            max(0.8, thickness * 0.10),
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
    )
    pen.setBrush(theme.color("vermilion"))
    pen.drawPath(body)
    pen.setPen(Qt.PenStyle.NoPen)
    inset = along * thickness * 0.22
    core = _bar(start + inset, end - inset, thickness * 0.40, along, across, rng)
    pen.setBrush(theme.color("figure_ink"))
    pen.drawPath(core)
    # The lit edge, always the one towards the north-west.
    side = across if across.x() + across.y() < 0 else -across
    edge = [start + along * length * k / 6 + side * thickness * 0.38 for k in range(7)]
    pen.setBrush(theme.color("on_vermilion" if not theme.dark else "bone", 0.5))
    pen.drawPath(ink.brush_stroke(edge, max(0.7, thickness * 0.10), rng, pressure=lambda _t: 1.0))
    pen.restore()


def _bar(
    start: QPointF, end: QPointF, thickness: float, along: QPointF, across: QPointF, rng: random.Random
) -> QPainterPath:
    """A bar whose ends overshoot unevenly and whose sides wander a little."""
    half = thickness / 2
    over = thickness * 0.32
    corners = [
        start - across * half - along * over * rng.uniform(0.4, 1.0),
        end - across * half + along * over * rng.uniform(0.4, 1.0),
        end + across * half + along * over * rng.uniform(0.4, 1.0),
        start + across * half - along * over * rng.uniform(0.4, 1.0),
    ]
    return ink.rough_polygon(corners, rng, thickness * 0.06, max(8.0, thickness * 2.2))


def paint_door(
    pen: QPainter, start: QPointF, end: QPointF, thickness: float, theme: Theme, *, open_: bool = False
) -> None:
    """Paint a sliding door on the edge between two points: shut, paper panes in a dark frame; open, slid to one end."""
    way = end - start
    length = math.hypot(way.x(), way.y())
    if length <= 0:
        return
    pen.save()
    pen.translate(start)
    pen.rotate(math.degrees(math.atan2(way.y(), way.x())))
    half = thickness * 0.62
    stuff = _easel.DARK if theme.dark else _easel.DAY
    rail = _easel.rect(0, -thickness * 0.16, length, thickness * 0.32, thickness * 0.1)
    easel = Easel(pen, theme, 0)
    easel.solid(rail, stuff.wood_dark, line=max(0.8, thickness * 0.09), shadow=thickness * 0.12)
    spans = [(0.04, 0.30)] if open_ else [(0.04, 0.5), (0.5, 0.96)]
    for a, b in spans:
        frame = _easel.rect(length * a, -half, length * (b - a), half * 2, thickness * 0.12)
        easel.solid(frame, stuff.wood, line=max(1.0, thickness * 0.12), shadow=thickness * 0.3)
        panes = 1 if open_ else 3
        inset = thickness * 0.24
        width = (length * (b - a) - inset * 2) / panes
        for k in range(panes):
            pane = _easel.rect(
                length * a + inset + width * k + 0.4, -half + inset, width - 0.8, half * 2 - inset * 2, 0.5
            )
            easel.flat(pane, stuff.paper)
    for x in () if open_ else (0.445, 0.555):
        easel.solid(_easel.disc(length * x, 0, thickness * 0.17), stuff.line, line=0, shadow=0)
    pen.restore()


@lru_cache(maxsize=128)
def wall_pixmap(length: int, thickness: int, upright: bool, seed: int, theme: Theme, dpr: float = 1.0) -> QPixmap:
    """A wall as a pixmap: `length` along its edge; two thicknesses of room on every side. Cached."""
    room = thickness * 2
    size = (thickness + 2 * room, length + 2 * room) if upright else (length + 2 * room, thickness + 2 * room)
    pixmap = ink.blank(*size, dpr)
    with ink.painting(pixmap) as pen:
        middle = room + thickness / 2
        end = QPointF(middle, room + length) if upright else QPointF(room + length, middle)
        paint_wall(pen, QPointF(middle, room) if upright else QPointF(room, middle), end, thickness, theme, seed)
    return pixmap


@lru_cache(maxsize=64)
def door_pixmap(length: int, thickness: int, upright: bool, open_: bool, theme: Theme, dpr: float = 1.0) -> QPixmap:
    """A sliding door as a pixmap, with the same room around it as `wall_pixmap`. Cached."""
    room = thickness * 2
    size = (thickness + 2 * room, length + 2 * room) if upright else (length + 2 * room, thickness + 2 * room)
    pixmap = ink.blank(*size, dpr)
    with ink.painting(pixmap) as pen:
        middle = room + thickness / 2
        end = QPointF(middle, room + length) if upright else QPointF(room + length, middle)
        paint_door(pen, QPointF(middle, room) if upright else QPointF(room, middle), end, thickness, theme, open_=open_)
    return pixmap
