"""Small drawings for the quick reference: what a step costs, the control zone, what is behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules.movement import step_cost
from companion.model.games.asagiri.state.board import DIRECTIONS, Way, front
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.kit.theme.palette import Role

from .furniture import HAIR
from .setting import MM, Run, Text, colour

SQUARE = 5.4 * MM
Place: TypeAlias = tuple[int, int]
"""Columns to the right of the figure, rows below it."""
TITLES: tuple[Message, ...] = (say("Points of a step"), say("Control zone"), say("Behind"))


def height(share: float) -> float:
    """How high the drawings are."""
    return (3 * SQUARE + 5.2 * MM) * share


def paint(pen: QPainter, box: QRectF, tell: Say, share: float) -> None:
    """Three figures that look to the top of the page, each in the middle of nine squares."""
    costs = {DIRECTIONS[n]: str(step_cost(Way(n, 0, 0, 0), 0)) for n in range(8)}
    ahead = {DIRECTIONS[n] for n in front(0)}
    behind = {place for place in DIRECTIONS if place[1] >= 0}
    wide = box.width() / 3
    panels: tuple[tuple[Mapping[Place, str], set[Place], Role], ...] = (
        (costs, ahead, "gold"),
        ({}, ahead, "vigilant"),
        ({}, behind, "vermilion"),
    )
    for n, (words, filled, role) in enumerate(panels):
        left = box.left() + n * wide
        _grid(pen, QPointF(left + (wide - 3 * SQUARE * share) / 2, box.top()), SQUARE * share, words, filled, role)
        title = Text([Run(tell(TITLES[n]), "label")], wide - 1 * MM, align="centre", share=share)
        title.draw(pen, left + 0.5 * MM, box.top() + (3 * SQUARE + 0.8 * MM) * share)


def _grid(
    pen: QPainter,
    at: QPointF,
    side: float,
    words: Mapping[Place, str],
    filled: set[Place],
    role: Role,
) -> None:
    for column in range(3):
        for row in range(3):
            place = (column - 1, row - 1)
            rect = QRectF(at.x() + column * side, at.y() + row * side, side, side)
            pen.setPen(QPen(colour("faded"), HAIR))
            pen.setBrush(colour(role, 0.2) if place in filled else Qt.BrushStyle.NoBrush)
            pen.drawRect(rect)
            if place in words:
                number = Text([Run(words[place], "strong")], side, align="centre", share=side / SQUARE)
                number.draw(pen, rect.left(), rect.center().y() - number.height / 2)
    _figure(pen, QPointF(at.x() + 1.5 * side, at.y() + 1.5 * side), side)


def _figure(pen: QPainter, middle: QPointF, side: float) -> None:
    """A base with its prow: the front edge is at the top."""
    radius = side * 0.36
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(colour("ink"))
    prow = QPainterPath(middle + QPointF(-radius * 0.62, -radius * 0.7))
    prow.lineTo(middle + QPointF(0, -side * 0.5))
    prow.lineTo(middle + QPointF(radius * 0.62, -radius * 0.7))
    prow.closeSubpath()
    pen.drawPath(prow)
    pen.drawEllipse(middle, radius, radius)
    pen.setBrush(Qt.GlobalColor.white)
    pen.drawEllipse(middle, radius * 0.5, radius * 0.5)
