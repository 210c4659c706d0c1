"""A lit paper wall of the palace at night: guests stand before it, and one of them throws a shadow with horns."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPixmap

from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import LAST_COLUMN, State
from companion.ui.games.chronicles.board.small import board_pixmap
from companion.ui.games.chronicles.oni.marks import paint_mark
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme

HEADS: dict[str, tuple[tuple[float, float], ...]] = {
    "knot": ((40, 30), (38, 14), (45, 8), (46, 1), (54, 1), (55, 8), (62, 14), (60, 30)),
    "pins": ((38, 32), (30, 18), (36, 8), (24, 3), (42, 5), (50, 2), (58, 5), (76, 3), (64, 8), (70, 18), (62, 32)),
    "hat": ((41, 30), (38, 19), (14, 21), (38, 7), (50, 0), (62, 7), (86, 21), (62, 19), (59, 30)),
    "veil": ((32, 46), (34, 20), (40, 8), (50, 4), (60, 8), (66, 20), (68, 46)),
}
"""The outlines of heads, in hundredths of a guest's width, from the left shoulder to the right."""
BODY = ((66, 38), (84, 44), (94, 62), (99, 104), (1, 104), (6, 62), (16, 44), (34, 38))
HORNED = (
    (34, 36), (31, 22), (20, 14), (12, -6), (30, 6), (42, 8), (50, 10), (58, 8), (70, 6), (88, -6), (80, 14), (69, 22),
    (66, 36),
)  # fmt: skip
GUESTS = ("knot", "pins", "hat", "veil", "knot", "pins")
CASTS = 3
"""Which of the guests throws the shadow."""


def _outline(pen: QPainter, place: QRectF, points: tuple[tuple[float, float], ...], colour: QColor) -> None:
    across, down = place.width() / 100, place.height() / 100
    corners = [QPointF(place.left() + x * across, place.top() + y * down) for x, y in points]
    ink.fill(pen, ink.smooth(corners, closed=True), colour)


def paint_guest(pen: QPainter, place: QRectF, head: str, colour: QColor) -> None:
    """Somebody seen from behind, down to the chest."""
    _outline(pen, place, (*HEADS[head], *BODY), colour)


def paint_wall(pen: QPainter, place: QRectF, theme: Theme) -> None:
    """Paper between thin bars, lit from behind."""
    light = QLinearGradient(place.topLeft(), place.bottomLeft())
    for at, strong in ((0.0, 0.16), (0.55, 0.5), (1.0, 0.24)):
        light.setColorAt(at, theme.color("gold", strong))
    pen.fillRect(place, theme.color("bone", 0.5 if theme.dark else 0.9))
    pen.fillRect(place, light)
    thin, step = max(1.0, place.height() * 0.014), place.height() / 3.6
    left, right, top, low = place.left(), place.right(), place.top(), place.bottom()
    upright = [left + step * n for n in range(1, round(place.width() / step) + 1)]
    bars = [ink.line((x, top), (x, low)) for x in upright]
    bars += [ink.line((left, y), (right, y)) for y in (top + step * n for n in range(4))]
    for n, way in enumerate(bars):
        stroke = ink.brush_stroke(way, thin * (2.6 if n % 4 == 3 else 1.0), f"bar{n}", rough=0.04, pressure=ink.even)
        ink.fill(pen, stroke, theme.color("stone_black", 0.42))


def paint_palace(pen: QPainter, place: QRectF, theme: Theme) -> None:
    """The game in a picture."""
    pen.save()
    pen.setClipRect(place, Qt.ClipOperation.IntersectClip)
    paint_wall(pen, place, theme)
    high = place.height() * 0.66
    count = max(3, min(len(GUESTS), round(place.width() / (high * 0.72))))
    step = place.width() / count
    wide = min(high * 0.86, step * 1.06)
    casts = min(CASTS, count - 2)
    for n in (casts, *(n for n in range(count) if n != casts)):
        low = high * (0.94, 1.0, 0.9, 0.96, 1.02, 0.92)[n]
        body = QRectF(place.left() + step * (n + 0.5) - wide / 2, place.bottom() - low, wide, low)
        if n == casts:
            above = place.top() + place.height() * 0.1
            shadow = QRectF(body.center().x() - wide * 0.72, above, wide * 1.44, place.height())
            _outline(pen, shadow, (*HORNED, *BODY), theme.color("vermilion", 0.78))
            for x in (0.44, 0.56):
                eye = QPointF(shadow.left() + shadow.width() * x, shadow.top() + shadow.height() * 0.2)
                ink.fill(pen, ink.rough_disc(eye, place.height() * 0.02, "eye"), theme.color("bone"))
        paint_guest(pen, body, GUESTS[n], theme.color("stone_black", 0.92))
    pen.restore()


def thumbnail(state: State, side: int, ratio: float) -> QPixmap:
    """A stored game small, as everybody may know it: its board; without one the demon or who may hide it, the heroes,
    the track.
    """
    board = places.laid(state) if state.table.options.places != "none" else None
    if board is not None:
        return board_pixmap(state, board, side, ratio)
    pixmap = ink.blank(side, side, ratio)
    with ink.painting(pixmap) as pen:
        paint_game(pen, state, side, palette.current())
    return pixmap


def paint_game(pen: QPainter, state: State, side: float, theme: Theme) -> None:
    """Paint it from the upper left corner on."""
    wall = QRectF(side * 0.04, side * 0.06, side * 0.92, side * 0.5)
    paint_wall(pen, wall, theme)
    demon = state.oni.demon
    if demon in ("here", "slain", "escaped"):
        size = wall.height() * 0.92
        box = QRectF(wall.center().x() - size / 2, wall.top() + wall.height() * 0.04, size, size)
        colour = theme.color("vermilion" if demon != "slain" else "faded", 0.35 if demon == "escaped" else 1.0)
        paint_mark(pen, box, "demon", colour)
    else:
        count = max(1, min(6, len(state.suspects)))
        step, high = wall.width() / max(count, 3), wall.height() * 0.72
        left = wall.center().x() - step * count / 2
        for n in range(count):
            body = QRectF(left + step * n, wall.bottom() - high, step, high)
            paint_guest(pen, body, GUESTS[n], theme.color("stone_black", 0.88))
    size = side * 0.2
    left = side / 2 - size * 1.1 * len(state.heroes) / 2
    for n, hero in enumerate(state.heroes):
        record = state.table.box.heroes.get(hero.card)
        box = QRectF(left + size * 1.1 * n, side * 0.61, size, size)
        colour = theme.color("faded" if hero.out else "vigilant", 0.5 if hero.out else 1.0)
        paint_mark(pen, box, "hero" if record is None else record.class_, colour)
    step = side * 0.86 / LAST_COLUMN
    for n in range(LAST_COLUMN):
        at = QPointF(side * 0.07 + step * (n + 0.5), side * 0.91)
        dot = ink.rough_disc(at, step * 0.26, f"turn{n}")
        if n < state.turn:
            ink.fill(pen, dot, theme.color("vermilion"))
        else:
            ink.outline(pen, dot, theme.color("faded"), max(1.0, side * 0.012))
