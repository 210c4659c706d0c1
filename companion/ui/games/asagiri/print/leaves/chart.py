"""Zeni by turn as a small chart: one line full with white rounds, one dashed with black squares, as the stones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.games.asagiri.report import Zeni

from .furniture import HAIR
from .setting import MM, Run, Text, colour

MOST_MARKS = 32
"""A line with more points is marked at its end alone."""
LINES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
"""Of the white band, and of the black one."""


def paint(
    pen: QPainter, box: QRectF, zeni: Sequence[Zeni], names: tuple[str, str], limit: int | None, turn_word: str
) -> None:
    """Paint it; `limit`: the zeni that end the game, a line across, if there is one."""
    pen.save()
    legend = _legend(pen, box, names)
    left, bottom = box.left() + 7 * MM, box.bottom() - 6.5 * MM
    plot = QRectF(left, box.top() + legend + 2 * MM, box.right() - left - 2 * MM, bottom - box.top() - legend - 2 * MM)
    top = max([*(n for point in zeni for n in point.of), limit or 0, 4])
    turns = max([point.turn for point in zeni] + [2])
    step = next(step for step in (1, 2, 4, 5, 10, 20, 50, 100, 1000, 10_000) if top / step <= 6)

    def at(turn: float, value: float) -> QPointF:
        return QPointF(plot.left() + plot.width() * turn / turns, plot.bottom() - plot.height() * value / top)

    for value in range(0, top + 1, step):
        y = at(0, value).y()
        pen.setPen(QPen(colour("hairline"), HAIR))
        pen.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        number = Text(str(value), 6 * MM, "hint", align="right")
        number.draw(pen, box.left(), y - number.height / 2)
    if limit is not None and limit <= top:
        pen.setPen(QPen(colour("ink"), HAIR * 1.6, Qt.PenStyle.DotLine))
        pen.drawLine(at(0, limit), at(turns, limit))
    every = max(1, -(-turns // 12))
    for turn in range(0, turns + 1, every):
        number = Text(str(turn) if turn else turn_word, 14 * MM, "hint", align="centre")
        number.draw(pen, at(turn, 0).x() - 7 * MM, plot.bottom() + 0.8 * MM)
    for band in (1, 0):
        _line(pen, [at(0, 0), *(at(point.turn, point.of[band]) for point in zeni)], band)
    pen.restore()


def _line(pen: QPainter, points: Sequence[QPointF], band: int) -> None:
    pen.setPen(QPen(colour("ink"), HAIR * 4.5, LINES[band], Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
    for start, end in pairwise(points):
        corner = QPointF(end.x(), start.y())  # zeni are lost during a turn: a step, not a slope
        pen.drawLine(start, corner)
        pen.drawLine(corner, end)
    for point in points[1:] if len(points) <= MOST_MARKS else points[-1:]:
        _mark(pen, point, band)


def _mark(pen: QPainter, at: QPointF, band: int) -> None:
    pen.setPen(QPen(colour("ink"), HAIR * 3))
    pen.setBrush(colour("ink") if band else Qt.GlobalColor.white)
    rect = QRectF(at.x() - 8, at.y() - 8, 16, 16)
    if band == 0:
        pen.drawEllipse(rect)
    else:
        pen.drawRect(rect)


def _legend(pen: QPainter, box: QRectF, names: tuple[str, str]) -> float:
    y = box.top()
    for band, name in enumerate(names):
        words = Text([Run(name, "label", "ink")], box.width() - 14 * MM)
        middle = y + words.height / 2
        pen.setPen(QPen(colour("ink"), HAIR * 4.5, LINES[band], Qt.PenCapStyle.FlatCap))
        pen.drawLine(QPointF(box.left(), middle), QPointF(box.left() + 9 * MM, middle))
        _mark(pen, QPointF(box.left() + 4.5 * MM, middle), band)
        words.draw(pen, box.left() + 11 * MM, y)
        y += words.height + 0.6 * MM
    return y - box.top()
