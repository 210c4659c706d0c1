"""The game in a picture for the home screen: two bands face each other on moonlit tiles, dice between them."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPen

from companion.ui.kit.art.dice import Face, paint_die
from companion.ui.kit.art.figures import BandShape, FacingName, figure_pixmap
from companion.ui.kit.art.terrain import Floor, floor
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme

ROWS = 2
FIGURES: tuple[tuple[int, int, str, BandShape, FacingName], ...] = (
    (4, 1, "archer", "round", "E"),
    (4, 0, "monk", "round", "E"),
    (3, 0, "ronin", "round", "E"),
    (2, 1, "oni-warrior", "octagon", "W"),
    (1, 0, "oni-brute", "octagon", "W"),
)
"""Square, counted from the right edge, and row; who stands there, for which band, and where it looks."""
DICE: tuple[tuple[float, float, Face], ...] = ((2.8, 1.2, "tori"), (1.8, 0.2, "fire"))


def paint_duel(pen: QPainter, place: QRectF, theme: Theme) -> None:
    """Paint it into a rectangle; the tiles fade out towards the words on their left."""
    square = min(place.height() / ROWS, place.width() / 3.7)
    count, rows = math.ceil(place.width() / square), math.ceil(place.height() / square)
    ground: list[list[Floor]] = [
        ["tatami" if column >= count - 2 else "garden" for column in range(count)] for _ in range(rows)
    ]
    dpr = pen.device().devicePixelRatio()
    with ink.painting(board := ink.blank(place.width(), place.height(), dpr)) as brush:
        brush.drawPixmap(
            QPointF(place.width() - count * square, 0), floor(ground, math.ceil(square), 3, theme, dpr=dpr)
        )
        brush.setPen(QPen(theme.color("ink", 0.14), 1))
        for n in range(1, count):
            x = place.width() - n * square
            brush.drawLine(QPointF(x, 0), QPointF(x, place.height()))
        for n in range(1, rows):
            brush.drawLine(QPointF(0, n * square), QPointF(place.width(), n * square))
        veil = QLinearGradient(0, 0, place.width() * 0.3, 0)
        veil.setColorAt(0, theme.color("shadow", 0.0))
        veil.setColorAt(1, theme.color("shadow", 1.0))
        brush.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        brush.fillRect(QRectF(0, 0, place.width(), place.height()), veil)
    pen.drawPixmap(place.topLeft(), board)
    for back, row, who, shape, facing in FIGURES:
        if back * square < place.width():
            at = place.topRight() + QPointF(-back, row) * square
            pen.drawPixmap(at, figure_pixmap(who, shape, facing=facing, size_px=round(square), theme=theme, dpr=dpr))
    for left, down, face in DICE:
        at = place.topRight() + QPointF(-left, down) * square
        paint_die(pen, QRectF(at.x(), at.y(), square * 0.6, square * 0.6), face, theme)
