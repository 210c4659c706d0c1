"""Who it is at a glance: the figure on a disc in the colour of its state, and a sign that says the same."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import paint_medal, paint_struck
from companion.ui.kit.theme import icons, ink
from companion.ui.kit.theme.palette import Role, Theme

SIGNS: dict[str, str] = {"vigilant": "shield", "shaken": "warning", "disabled": "close", "dead": "skull"}
"""The sign of a state, beside its colour."""
_COLOURS: Mapping[str, Role] = {"shaken": "shaken", "vigilant": "vigilant"}


def paint_portrait(
    pen: QPainter, box: QRectF, face: CardFace, state: str, theme: Theme, dpr: float, *, sign: bool = True
) -> None:
    """A portrait in a square; `state` is a condition, or ``dead``."""
    condition: Condition = "vigilant" if state == "vigilant" else "shaken" if state == "shaken" else "disabled"
    paint_medal(pen, box, face, condition, theme, dpr)
    if state == "shaken":  # a broken edge says it without the colour
        line = QPen(theme.color("shaken"), max(2.0, box.width() * 0.06), Qt.PenStyle.DashLine)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(line)
        pen.drawEllipse(box.adjusted(1, 1, -1, -1))
    if state == "dead":
        paint_struck(pen, box, theme, face.name)
    if sign and state != "vigilant":
        paint_sign(pen, box, state, theme)


def paint_sign(pen: QPainter, box: QRectF, state: str, theme: Theme) -> None:
    """The sign of a state in the lower right corner of a portrait."""
    side = box.width() * 0.38
    mark = QRectF(box.right() - side * 0.9, box.bottom() - side * 0.95, side, side)
    colour = theme.color(_COLOURS.get(state, "ink"))
    pen.setPen(QPen(colour, 1.2))
    pen.setBrush(theme.color("surface"))
    pen.drawPath(ink.rough_disc(mark.center(), side / 2, state, 0.02))
    icons.paint(pen, SIGNS[state], colour, mark.adjusted(side * 0.2, side * 0.2, -side * 0.2, -side * 0.2))
