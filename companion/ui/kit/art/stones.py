"""Whose it is, seen before anything else: one band white and round, the other black and eight-sided, as Go stones."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QRadialGradient, QTransform

from companion.ui.kit.art._base import BandShape
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import NIGHT, Role, Theme

__all__ = ["BLACK", "SHAPES", "WHITE", "paint_stone", "rim", "stone_ink", "stone_line", "stone_path"]
SHAPES: tuple[BandShape, BandShape] = ("round", "octagon")
"""The bases of band 0 (white) and band 1 (black)."""
WHITE, BLACK = 0, 1
_FILL: tuple[Role, Role] = ("stone_white", "stone_black")
_LINE: tuple[Role, Role] = ("figure_ink", "stone_light")


def stone_ink(band: int, theme: Theme) -> QColor:
    """What a stone is made of."""
    return theme.color(_FILL[band])


def stone_line(band: int, theme: Theme) -> QColor:
    """What is drawn upon a stone, and around it: dark on white, light on black."""
    return theme.color(_LINE[band])


def rim(band: int, state: str, theme: Theme) -> QColor:
    """The colour of a state on a stone: on black always the lighter kin that the night has."""
    role: Role = "shaken" if state == "shaken" else "vigilant"
    return (NIGHT if band == BLACK else theme).color(role)


@cache
def _unit(band: int) -> QPainterPath:
    path = QPainterPath()
    if band == WHITE:
        path.addEllipse(QPointF(0, 0), 1.0, 1.0)
        return path
    for k in range(8):
        angle = math.radians(22.5 + 45 * k)
        at = QPointF(math.sin(angle), -math.cos(angle)) * 1.05
        path.lineTo(at) if k else path.moveTo(at)
    path.closeSubpath()
    return path


def stone_path(rect: QRectF, band: int) -> QPainterPath:
    """The outline of a stone in a square: a disc, or eight sides."""
    side = min(rect.width(), rect.height())
    move = QTransform().translate(rect.center().x(), rect.center().y()).scale(side / 2, side / 2)
    return move.map(_unit(band))


def paint_stone(pen: QPainter, rect: QRectF, band: int, theme: Theme, text: str = "") -> None:
    """A stone of a band, lit from the north-west; `text`: a letter on it."""
    path, side = stone_path(rect.adjusted(1, 1, -1, -1), band), rect.width()
    fill = stone_ink(band, theme)
    light = QRadialGradient(rect.center() - QPointF(side * 0.18, side * 0.2), side * 0.75)
    light.setColorAt(0.0, fill.lighter(106) if band == WHITE else palette.blend(fill, stone_line(band, theme), 0.22))
    light.setColorAt(1.0, fill.darker(112) if band == WHITE else fill)
    pen.save()
    pen.setPen(QPen(palette.blend(stone_line(band, theme), fill, 0.25), max(1.0, side * 0.05)))
    pen.setBrush(light)
    pen.drawPath(path)
    if text:
        font = fonts.font("name")
        font.setPixelSize(max(7, round(side * 0.56)))
        pen.setFont(font)
        pen.setPen(stone_line(band, theme))
        pen.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), text)
    pen.restore()
