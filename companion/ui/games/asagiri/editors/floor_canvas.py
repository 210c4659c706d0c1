"""What the canvases of tiles and adventures share, and the marks on the map of an adventure: zones, figures, things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.grid import Edge
from companion.ui.games.asagiri.board.figure_layer import DOOR_THICKNESS
from companion.ui.games.asagiri.board.floor import FloorPicture
from companion.ui.games.asagiri.board.ground import LEVELS
from companion.ui.games.asagiri.editors.adventure_laying import Place, place_at
from companion.ui.kit.art import terrain
from companion.ui.kit.art.figures import (
    SHAPES,
    FacingName,
    figure_pixmap,
    paint_stone,
    silhouettes,
    stone_ink,
    stone_line,
)
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Role
from companion.ui.workshop.form_shapes import value_at
from companion.ui.workshop.grid_canvas import GridCanvas


class FloorCanvas(GridCanvas):
    """A canvas over a board drawn by the board's own painter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scaled: tuple[object, QPixmap] = (None, QPixmap())
        self.quiet = QTimer(self, singleShot=True)

    def line_of(self, edge: Edge) -> tuple[QPointF, QPointF]:
        column, row = edge.column + 1, edge.row + 1
        start = (column, edge.row) if edge.side == "E" else (edge.column, row)
        return self.pixel_of(start), self.pixel_of((column, row))

    def level(self) -> int:
        """The detail in which the board's painter is to paint what is seen."""
        device = self.cell() * self.devicePixelRatioF()
        return next((level for level in LEVELS if level >= device), LEVELS[-1])

    def paint_picture(self, pen: QPainter, picture: FloorPicture, corner: QPointF) -> None:
        """A finished picture, scaled once for each size; `corner`: where its page begins."""
        share = self.cell() / CELL
        target = QRectF(corner, picture.geometry.page.size() * share)
        dots = (QSizeF(target.size()) * self.devicePixelRatioF()).toSize().expandedTo(QSize(1, 1))
        key = (picture.pixmap.cacheKey(), dots.toTuple())
        if self._scaled[0] != key:
            mode = Qt.TransformationMode.SmoothTransformation
            self._scaled = (key, picture.pixmap.scaled(dots, Qt.AspectRatioMode.IgnoreAspectRatio, mode))
        pen.drawPixmap(target, self._scaled[1], QRectF(self._scaled[1].rect()))

    def paint_door(self, pen: QPainter, edge: Edge) -> None:
        start, end = self.line_of(edge)
        terrain.paint_door(pen, start, end, DOOR_THICKNESS * self.cell() / CELL, palette.current())

    def paint_wall(self, pen: QPainter, edge: Edge) -> None:
        start, end = self.line_of(edge)
        terrain.paint_wall(pen, start, end, 15 * self.cell() / CELL, palette.current())


Sort: TypeAlias = Literal["figure", "captive", "object", "cache", "stairs"]
ZONE_COLOURS: tuple[Role, ...] = ("water", "fire", "air", "gold", "vigilant", "earth", "shaken", "hindering")
FACINGS: dict[str, FacingName] = {"N": "N", "E": "E", "S": "S", "W": "W"}


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on a square. `pointer`: of the thing; `spot`: of the square itself."""

    sort: Sort
    pointer: str
    spot: str
    at: Place
    side: int = 0
    card: str = ""
    facing: str = "N"
    shaken: bool = False
    label: str = ""


def band_of(record: Json, n: int) -> int | None:
    """Which band begins in the zone with this place in the list; None: neither."""
    id = value_at(record, f"/zones/{n}/id")
    return next((band for band in (0, 1) if id and value_at(record, f"/sides/{band}/deploy") == id), None)


def zone_colour(n: int, band: int | None) -> QColor:
    """The colour of the zone with this place in the list: where a band begins, that of its stones."""
    theme = palette.current()
    return theme.color(ZONE_COLOURS[n % len(ZONE_COLOURS)]) if band is None else stone_ink(band, theme)


def zones_of(record: Json) -> Iterator[tuple[int, str, list[Place]]]:
    """Place in the list, pointer of the squares, and the squares of every zone."""
    for n, _ in enumerate(_many(record, "/zones")):
        pointer = f"/zones/{n}/squares"
        found = [place_at(record, f"{pointer}/{m}") for m in range(len(_many(record, pointer)))]
        yield n, pointer, [place for place in found if place is not None]


def _many(record: Json, pointer: str) -> list[Any]:
    found = value_at(record, pointer)
    return list(found) if isinstance(found, list | tuple) else []


def marks_of(record: Json) -> list[Mark]:
    """Everything that stands or lies on a square."""
    return [mark for mark in _all(record) if mark is not None]


def _all(record: Json) -> Iterator[Mark | None]:
    for side in (0, 1):
        base = f"/sides/{side}/band/fixed"
        for n, hired in enumerate(_many(record, base)):
            if isinstance(hired, dict):
                yield _figure(record, "figure", f"{base}/{n}", side, hired)
    for n, captive in enumerate(_many(record, "/captives")):
        if isinstance(captive, dict):
            yield _figure(record, "captive", f"/captives/{n}", int(captive.get("side") == "two"), captive)
    for n, thing in enumerate(_many(record, "/objects")):
        if isinstance(thing, dict):
            yield _thing(record, "object", f"/objects/{n}", "at", str(thing.get("look", "")))
    for n, cache in enumerate(_many(record, "/caches")):
        for m in range(len(_many(record, f"/caches/{n}/places"))):
            yield _thing(record, "cache", f"/caches/{n}", f"places/{m}", str(cache.get("look", "")))
    for n, _ in enumerate(_many(record, "/stairs")):
        letter = chr(65 + n % 26)
        for end in ("start", "end"):
            yield _thing(record, "stairs", f"/stairs/{n}", end, letter)


def _figure(record: Json, sort: Sort, pointer: str, side: int, data: dict[str, Any]) -> Mark | None:
    at = place_at(record, f"{pointer}/at")
    if at is None:
        return None
    shaken = data.get("state", "shaken" if sort == "captive" else "vigilant") == "shaken"
    facing = str(data.get("facing", "N"))
    return Mark(sort, pointer, f"{pointer}/at", at, side, str(data.get("card", "")), facing, shaken)


def _thing(record: Json, sort: Sort, pointer: str, spot: str, label: str) -> Mark | None:
    at = place_at(record, f"{pointer}/{spot}")
    return None if at is None else Mark(sort, pointer, f"{pointer}/{spot}", at, label=label)


def paint_zone(pen: QPainter, rects: list[QRectF], n: int, name: str, *, strong: bool, band: int | None = None) -> None:
    """A wash over the squares, a line around them, the name on a slip of paper, after the stone of who begins there."""
    if not rects:
        return
    theme, colour = palette.current(), zone_colour(n, band)
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        area.addRect(rect.adjusted(-0.2, -0.2, 0.2, 0.2))
    outline = area.simplified()
    wash, line = QColor(colour), QColor(colour)
    wash.setAlphaF(0.34 if strong else 0.18)
    line.setAlphaF(1.0 if strong else 0.75)
    wide = fonts.px(2.6 if strong else 1.6)
    if band is not None:  # seen on light floors and on dark ones
        pen.strokePath(outline, QPen(stone_line(band, theme), wide * 2))
    pen.setPen(QPen(line, wide))
    pen.setBrush(wash)
    pen.drawPath(outline)
    pen.setFont(fonts.font("small"))
    metrics = QFontMetricsF(pen.font())
    first = min(rects, key=lambda rect: (rect.top(), rect.left()))
    stone = metrics.height() if band is not None else 0.0
    slip = QRectF(0, 0, metrics.horizontalAdvance(name) + stone + fonts.px(10), metrics.height() + fonts.px(2))
    slip.moveTopLeft(first.topLeft() + QPointF(fonts.px(2), fonts.px(2)))
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(theme.color("surface", 0.92 if strong else 0.78))
    pen.drawPath(ink.rough_rect(slip, name, 0.5, 24))
    if band is not None:
        paint_stone(pen, QRectF(slip.left() + fonts.px(2), slip.top() + fonts.px(1), stone, stone), band, theme)
    pen.setPen(line if band is None else theme.color("ink"))
    pen.drawText(slip.adjusted(stone, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, name)


def paint_mark(pen: QPainter, mark: Mark, rect: QRectF, silhouette: str, dpr: float, *, chosen: bool) -> None:
    """A figure as on the board, a thing as a gold token with its look, stairs as a letter on their square."""
    theme = palette.current()
    if mark.sort in ("figure", "captive"):
        size = max(12, round(rect.width() * 1.04))
        known = silhouette if silhouette in silhouettes() else silhouettes()[0]
        facing: FacingName = FACINGS.get(mark.facing, "N")
        picture = figure_pixmap(
            known, SHAPES[mark.side], "shaken" if mark.shaken else "vigilant", False, facing, size, theme, dpr=dpr
        )
        where = QRectF(0, 0, size, size)
        where.moveCenter(rect.center())
        pen.drawPixmap(where, picture, QRectF(picture.rect()))
        if mark.sort == "captive":
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("ink"), max(2.0, rect.width() * 0.07), Qt.PenStyle.DotLine))
            pen.drawEllipse(rect.center(), rect.width() * 0.42, rect.width() * 0.42)
    elif mark.sort == "stairs":
        _paint_token(pen, rect, mark.label, "vigilant", "", dpr)
    else:
        sign = mark.label if mark.label in icons.icon_names() else ""
        _paint_token(pen, rect, mark.label[:1].upper(), "gold" if mark.sort == "object" else "faded", sign, dpr)
    if chosen:
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("vermilion"), fonts.px(2.4)))
        pen.drawPath(ink.rough_rect(rect.adjusted(-1, -1, 1, 1), mark.pointer, 0.7, 30))


def _paint_token(pen: QPainter, rect: QRectF, letter: str, role: Role, sign: str, dpr: float) -> None:
    theme = palette.current()
    radius = min(rect.width() * 0.36, fonts.px(17))
    disc = ink.rough_disc(rect.center(), radius, f"token{letter}", 0.03)
    ink.soft_shadow(pen, disc, theme.color("shadow", 0.4), radius * 0.3, 0.6, 1.2)
    pen.setPen(QPen(theme.color("surface"), max(1.2, radius * 0.1)))
    pen.setBrush(theme.color(role))
    pen.drawPath(disc)
    if sign:
        side = round(radius * 1.15)
        picture = icons.pixmap(sign, theme.color("surface"), max(6, side), dpr)
        pen.drawPixmap(rect.center() - QPointF(side / 2, side / 2), picture)
        return
    font = fonts.font("strong")
    font.setPixelSize(max(7, round(radius * 1.2)))
    pen.setFont(font)
    pen.setPen(theme.color("surface"))
    pen.drawText(rect, Qt.AlignmentFlag.AlignCenter, letter)
