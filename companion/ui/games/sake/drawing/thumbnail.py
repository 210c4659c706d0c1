"""A stored game small: the Masu, and the cups of everybody around it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

from companion.model.games.sake.state.state import OUT, SPIRIT, State
from companion.ui.games.sake.drawing.pieces import paint_cube, paint_cup, paint_flame, paint_mask, paint_masu
from companion.ui.kit.theme import ink, palette


def thumbnail(state: State, side: int, ratio: float) -> QPixmap:
    """Paint it into a square of `side` pixels."""
    pixmap = ink.blank(side, side, ratio)
    with ink.painting(pixmap) as pen:
        paint_game(pen, state, side, palette.current())
    return pixmap


def paint_game(pen: QPainter, state: State, side: float, theme: palette.Theme) -> None:
    """Paint it from the upper left corner on."""
    masu = side * 0.3
    paint_masu(pen, QRectF((side - masu) / 2, (side - masu) / 2, masu, masu), state.masu, theme)
    size = side * (0.26 if state.count <= 5 else 0.2)
    for n, seat in enumerate(state.seats):
        angle = math.tau * (0.25 + n / state.count)
        at = QPointF(
            side / 2 + math.cos(angle) * (side - size) * 0.47, side / 2 + math.sin(angle) * (side - size) * 0.47
        )
        box = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
        sheet = state.table.sheets[n]
        if seat.kind == SPIRIT:
            paint_flame(pen, box, theme, n)
        else:
            paint_mask(pen, box, "" if sheet is None else sheet.id, theme, faint=seat.kind == OUT)
        for k in range(min(4, len(seat.sake) + seat.jar)):
            paint_cup(pen, QPointF(box.left() + size * (0.2 + 0.2 * k), box.bottom()), size * 0.12, theme)


def paint_evening(pen: QPainter, place: QRectF, theme: palette.Theme) -> None:
    """The game in a picture: faces around the Masu, some of which have had enough, a Spirit among them, and cups."""
    high = min(place.height(), place.width() * 0.5)
    wide = min(place.width() * 0.39, high * 1.15)
    centre = place.center() + QPointF(0, high * 0.18)
    faces = (("goro", True), ("sayuri", False), ("", False), ("tetsuo", True), ("kiyomi", False))
    for k in range(4 * len(faces) - 3):  # the steps between them
        if k % 4:
            angle = math.pi * (1.0 + k / (4 * len(faces) - 4))
            at = centre + QPointF(math.cos(angle) * wide * 0.78, math.sin(angle) * high * 0.3)
            paint_cube(pen, at, high * 0.06, theme)
    size = high * 0.46
    for k, (name, drunk) in enumerate(faces):
        angle = math.pi * (1.0 + k / (len(faces) - 1))
        at = centre + QPointF(math.cos(angle) * wide, math.sin(angle) * high * 0.4)
        box = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
        if name:
            paint_mask(pen, box, f"house:{name}", theme, drunk=drunk)
        else:
            paint_flame(pen, box, theme, 2)
    masu = high * 0.4
    paint_masu(pen, QRectF(centre.x() - masu / 2, centre.y() - masu * 0.4, masu, masu), 8, theme)
    for x, y in ((-0.56, 0.16), (-0.38, 0.22), (0.42, 0.21), (0.6, 0.15), (0.36, 0.03)):
        paint_cup(pen, centre + QPointF(wide * x, high * y), high * 0.058, theme)
