"""Textures of the ground, and what stands on squares and between them: furniture, water, stairs, walls, doors.
And the wide ink landscape of the home screen.

All but walls and textures is drawn in `resources/drawings/terrain`, lit from the north-west, in the colours of the day.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, get_args

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from companion.ui.kit.art.grounds import PAINTERS, colour, tone
from companion.ui.kit.theme import icons, ink, palette
from companion.ui.kit.theme.palette import Theme

Kind = Literal["hindering", "aquatic", "blocking", "stairs"]
Sign = Literal["hindering", "aquatic", "blocking"]
Corner = Literal["NW", "NE", "SE", "SW"]
Side = Literal["N", "E", "S", "W"]
VARIANTS: dict[Kind, tuple[str, ...]] = {
    "hindering": ("table", "screen", "shrub", "barrels", "rubble", "chest", "bamboo"),
    "aquatic": ("pond", "brook"),
    "blocking": ("lantern", "statue", "boulder", "pillar"),
    "stairs": ("stairs", "trapdoor"),
}
"""The names of the drawn objects of each kind of terrain."""
_GROWING = ("shrub", "bamboo")
"""Of these there are two drawings, so that a thicket does not repeat one."""
_NIGHT = {
    "line": "#0A0A0C", "wood": "#6D5238", "wood-dark": "#463322", "wood-light": "#937252", "stone": "#5E636D",
    "stone-dark": "#3A3E47", "stone-light": "#8B909B", "leaf": "#3F5A40", "leaf-dark": "#243A2B",
    "leaf-light": "#638265", "water": "#2F6480", "water-dark": "#17394D", "water-light": "#86B4C7",
    "paper": "#B9B09D", "red": "#9C3B2A", "red-light": "#C25A45", "gold": "#A5823E", "shade": ".6",
}  # fmt: skip
_TURN: dict[Side, int] = {"N": 0, "E": 90, "S": 180, "W": 270}


@lru_cache(maxsize=64)
def _drawing(name: str, theme: Theme) -> QSvgRenderer:
    chosen = {
        "shadow": theme.shadow, "mark": theme.on_sign,
        "hindering": theme.hindering, "aquatic": theme.aquatic, "blocking": theme.blocking,
    }  # fmt: skip
    return QSvgRenderer(icons.coloured(f"drawings/terrain/{name}", theme.ink, chosen | (_NIGHT if theme.dark else {})))


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
    names = VARIANTS[kind]
    name = variant if variant in names else names[seed % len(names)]
    return _object(kind, name, size, seed % 64, theme or palette.current(), sign, corner, facing, dpr)


@lru_cache(maxsize=128)
def _object(
    kind: Kind, name: str, size: int, seed: int, theme: Theme, sign: bool, corner: Corner, facing: Side, dpr: float
) -> QPixmap:
    pixmap = ink.blank(size, size, dpr)
    if name in _GROWING and seed % 2:
        name = f"{name}-2"
    with ink.painting(pixmap) as pen:
        pen.save()
        pen.translate(size / 2, size / 2)
        pen.rotate(_TURN[facing])
        _drawing(name, theme).render(pen, QRectF(-size / 2, -size / 2, size, size))
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
    edge = side * 0.1  # the halo reaches beyond the box
    _drawing(f"sign-{sign}", theme).render(pen, QRectF(x, y, side, side).adjusted(-edge, -edge, edge, edge))


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
    pen.drawPath(ink.brush_stroke(edge, max(0.7, thickness * 0.10), rng, pressure=ink.even))
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


def paint_door(pen: QPainter, start: QPointF, end: QPointF, thickness: float, theme: Theme) -> None:
    """Paint a sliding door, shut, on the edge between two points."""
    way = end - start
    length = math.hypot(way.x(), way.y())
    if length <= 0:
        return
    pen.save()
    pen.translate(start)
    pen.rotate(math.degrees(math.atan2(way.y(), way.x())))
    box = QRectF(-0.02 * length, -thickness, 1.04 * length, 2 * thickness)
    _drawing("door", theme).render(pen, box)
    pen.restore()


@lru_cache(maxsize=64)
def door_pixmap(length: int, thickness: int, upright: bool, theme: Theme, dpr: float = 1.0) -> QPixmap:
    """A sliding door as a pixmap: `length` along its edge; two thicknesses of room on every side. Cached."""
    room = thickness * 2
    size = (thickness + 2 * room, length + 2 * room) if upright else (length + 2 * room, thickness + 2 * room)
    pixmap = ink.blank(*size, dpr)
    with ink.painting(pixmap) as pen:
        middle = room + thickness / 2
        end = QPointF(middle, room + length) if upright else QPointF(room + length, middle)
        paint_door(pen, QPointF(middle, room) if upright else QPointF(room, middle), end, thickness, theme)
    return pixmap


Floor = Literal["paper", "plank", "tatami", "shoji", "stone", "gravel", "moss", "garden", "stream"]
FLOORS: tuple[Floor, ...] = get_args(Floor)


def texture(name: Floor, size: int, seed: int = 0, theme: Theme | None = None, *, dpr: float = 1.0) -> QPixmap:
    """One square of ground, `size` logical pixels; tiles with itself and with other seeds of the same ground.

    Seeds vary the detail (for mats, odd seeds lie the other way). KeyError for an unknown ground.
    """
    return _texture(name, size, seed % 64, theme or palette.current(), dpr)


@lru_cache(maxsize=128)
def _texture(name: Floor, size: int, seed: int, theme: Theme, dpr: float) -> QPixmap:
    painter = PAINTERS[name]
    pixmap = ink.blank(size, size, dpr)
    with ink.painting(pixmap) as pen:
        painter(pen, 1, 1, float(size), seed, tone(name, theme), True)
    return pixmap


def surface(
    name: Floor, columns: int, rows: int, square: int, seed: int = 0, theme: Theme | None = None, *, dpr: float = 1.0
) -> QPixmap:
    """A whole floor of one ground, `columns` × `rows` squares, with nothing that repeats; cached."""
    return _surface(name, columns, rows, square, seed, theme or palette.current(), dpr)


@lru_cache(maxsize=8)
def _surface(name: Floor, columns: int, rows: int, square: int, seed: int, theme: Theme, dpr: float) -> QPixmap:
    pixmap = ink.blank(columns * square, rows * square, dpr)
    with ink.painting(pixmap) as pen:
        pen.setClipRect(QRectF(0, 0, columns * square, rows * square))
        PAINTERS[name](pen, columns, rows, float(square), seed, tone(name, theme), False)
    return pixmap


def floor(
    grid: Sequence[Sequence[Floor]], square: int, seed: int = 0, theme: Theme | None = None, *, dpr: float = 1.0
) -> QPixmap:
    """A tile's floor from the ground of each square, rows from north to south; grounds meet in a hand-cut edge. Cached.

    ValueError when the rows differ in length or there is none.
    """
    frozen = tuple(tuple(row) for row in grid)
    if not frozen or not frozen[0] or len({len(row) for row in frozen}) != 1:
        raise ValueError("a floor needs rows of one length")
    return _floor(frozen, square, seed, theme or palette.current(), dpr)


@lru_cache(maxsize=8)
def _floor(grid: tuple[tuple[Floor, ...], ...], square: int, seed: int, theme: Theme, dpr: float) -> QPixmap:
    rows, columns = len(grid), len(grid[0])
    pixmap = ink.blank(columns * square, rows * square, dpr)
    with ink.painting(pixmap) as pen:
        kinds = sorted({name for row in grid for name in row}, key=lambda n: (-sum(r.count(n) for r in grid), n))
        for order, name in enumerate(kinds):
            ground = _surface(name, columns, rows, square, seed, theme, dpr)
            if order == 0:
                pen.drawPixmap(0, 0, ground)
                continue
            region = QPainterPath()
            for y, row in enumerate(grid):
                for x, kind in enumerate(row):
                    if kind == name:
                        cell = QPainterPath()
                        cell.addRect(_cell(x, y, columns, rows, square))
                        region = region.united(cell)
            edge = _uneven(region.simplified(), square, seed)
            t = tone(name, theme)
            pen.save()
            pen.setClipPath(edge)
            pen.drawPixmap(0, 0, ground)
            pen.restore()
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(
                QPen(
                    colour(t.shade, 0.75),
                    max(1.0, square * 0.03),
                    Qt.PenStyle.SolidLine,
                    Qt.PenCapStyle.RoundCap,
                    Qt.PenJoinStyle.RoundJoin,
                )
            )
            pen.drawPath(edge)
            pen.setPen(QPen(colour(t.light, 0.6), max(0.7, square * 0.014)))
            pen.drawPath(edge.translated(square * 0.02, square * 0.02))
    return pixmap


def _cell(x: int, y: int, columns: int, rows: int, square: int) -> QRectF:
    """A square of the floor, reaching beyond the floor's own edge so that only inner edges wander."""
    over = square * 0.2
    left, top = (-over if x == 0 else 0.0), (-over if y == 0 else 0.0)
    right, bottom = (over if x == columns - 1 else 0.0), (over if y == rows - 1 else 0.0)
    return QRectF(x * square, y * square, square, square).adjusted(left, top, right, bottom)


def _uneven(region: QPainterPath, square: int, seed: int) -> QPainterPath:
    """A region of squares with hand-cut edges."""
    rng = random.Random(f"edge{seed}")
    made = QPainterPath()
    for polygon in region.toSubpathPolygons():
        points = [polygon.at(i) for i in range(polygon.count())]
        if len(points) > 1 and points[0] == points[-1]:
            points.pop()
        made.addPath(ink.rough_polygon(points, rng, square * 0.022, square * 0.34))
    return made


_METADATA = re.compile(r"<metadata>(.*?)</metadata>")
_SUN, _RADIUS = QPointF(0.34, 0.30), 0.145
"""From the middle of the upper edge, in heights of the picture."""
_FAR = 2.8
"""How wide the mountains are drawn, in heights."""


def landscape(size: QSize, theme: Theme | None = None, *, dpr: float = 1.0) -> QPixmap:
    """The picture at a size in logical pixels; the last few are cached."""
    return _landscape(size.width(), size.height(), theme or palette.current(), dpr)


@lru_cache(maxsize=4)
def _landscape(width: int, height: int, theme: Theme, dpr: float) -> QPixmap:
    w, h = float(width), float(height)
    middle = QRectF(w / 2 - h, 0, 2 * h, h)
    pixmap = ink.blank(w, h, dpr)
    with ink.painting(pixmap) as pen:
        _part("sky", theme.dark).render(pen, QRectF(0, 0, w, h))
        _part("sun", theme.dark).render(pen, middle)
        disc = QPainterPath()
        disc.addEllipse(QPointF(w / 2, 0) + _SUN * h, _RADIUS * h, _RADIUS * h)
        _grain(pen, disc, 90, 7, "#5A4A3A" if theme.dark else "#FFF1DC", 0.10)
        _mountains(pen, w, h, theme)
        _part("middle", theme.dark).render(pen, middle)
        _part("left", theme.dark).render(pen, QRectF(0, 0, h, h))
        _part("right", theme.dark).render(pen, QRectF(w - 1.2 * h, 0, 1.2 * h, h))
        paper = QPainterPath()
        paper.addRect(0, 0, w, h)
        _grain(pen, paper, 110, 3, "#8FA6C8" if theme.dark else "#000000", 0.034)
    return pixmap


def _mountains(pen: QPainter, w: float, h: float, theme: Theme) -> None:
    """What is far, mirrored on either side where the picture is wider than it was drawn."""
    far, wide = _part("far", theme.dark), _FAR * h
    beside = math.ceil(max(0.0, w / wide - 1) / 2)
    for n in range(-beside, beside + 1):
        pen.save()
        pen.translate(w / 2 + n * wide, 0)
        pen.scale(-1 if n % 2 else 1, 1)
        pen.setClipRect(QRectF(-wide / 2, 0, wide, h))
        far.render(pen, QRectF(-wide / 2, 0, wide, h))
        pen.restore()


def _grain(pen: QPainter, area: QPainterPath, cells: int, seed: int, colour: str, strength: float) -> None:
    pen.save()
    pen.setClipPath(area)
    tile = ink.grain_pixmap(cells, 256, seed, QColor(colour).rgb(), strength)
    pen.drawTiledPixmap(area.boundingRect().toAlignedRect(), tile)
    pen.restore()


@lru_cache(maxsize=16)
def _part(name: str, dark: bool) -> QSvgRenderer:
    path = f"drawings/landscape/{name}"
    night = _METADATA.search(icons.source(path)) if dark else None
    return QSvgRenderer(
        icons.coloured(path, "#000000", dict(one.split("=") for one in night[1].split()) if night else {})
    )
