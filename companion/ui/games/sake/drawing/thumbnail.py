"""A stored game small: the Masu, and the cups of everybody around it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

from companion.model.games.sake.state.state import OUT, SPIRIT, State
from companion.ui.games.sake.drawing.pieces import paint_cup, paint_flame, paint_mask, paint_masu
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
    """The game in a picture: a mask that has had enough, the Masu and the cups."""
    side = place.width()
    mask = QRectF(place.left() + side * 0.3, place.top() - side * 0.02, side * 0.66, side * 0.66)
    paint_mask(pen, mask, "house:goro", theme, drunk=True)
    masu = QRectF(place.left() + side * 0.02, place.top() + side * 0.52, side * 0.42, side * 0.42)
    paint_masu(pen, masu, 8, theme)
    for n, (x, y) in enumerate(((0.6, 0.86), (0.8, 0.8), (0.95, 0.92))):
        paint_cup(pen, QPointF(place.left() + side * x, place.top() + side * y), side * (0.085 - 0.008 * n), theme)
