"""A card in the hand of who plans: the talent left, the technique right, each a thing to pick or to drag."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.games.chronicles.rules.hands import sides_of
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.heroes import painting, words
from companion.ui.games.chronicles.heroes.emblems import EMBLEMS
from companion.ui.games.chronicles.heroes.parts import PaintedPart
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget

SHARE = 0.67
"""Of a card's width for its talent, which is said in words; a technique is numbers."""
NAME = 21


class Carried(PaintedPart):
    """A part with a card that can be dragged."""

    def __init__(self, card: str, side: str, parent: QWidget) -> None:
        super().__init__("", parent)
        self.card, self.side = card, side

    def can_be_carried(self) -> bool:
        return bool(self.card)


class PlanCard(InkWidget):
    """The sides that it has are its parts."""

    def __init__(self, state: State, card: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.card = card
        order = [side for side in ("left", "right") if side in sides_of(state.table.box, card)]
        self.sides: dict[str, Carried] = {side: Carried(card, side, self) for side in order}
        self._name = self._sign = ""
        self._wound = card in state.table.box.wounds

    def show_card(self, state: State, possible: frozenset[str]) -> None:
        """`possible`: the sides on which it can be laid now."""
        self._name = words.name_of(state, self.card)
        record = words.record_of(state, self.card)
        talent = getattr(record, "talent", None)
        self._sign = "wound" if self._wound else talent.type if talent is not None else ""
        self.setAccessibleName(self._name)
        for side, part in self.sides.items():
            told = words.of_side(state, self.card, side)
            signs = tuple(words.modifiers(record.technique)) if record is not None and side == "right" else ()
            said = " ".join(told[len(signs) :])
            alone = len(self.sides) == 1

            def draw(
                pen: QPainter, theme: Theme, room: QRectF, said: str = said,
                signs: tuple[tuple[str, str], ...] = signs, alone: bool = alone,
            ) -> None:  # fmt: skip
                _paint_side(pen, theme, room, said, signs, alone=alone)

            part.dim = side not in possible
            name = f"{self._name}, {tr(words.SIDES[side])}"
            part.show_part(draw, (said, signs, alone, part.dim), name, told)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        split = round(self.width() * SHARE)
        for side, part in self.sides.items():
            if len(self.sides) == 1:
                part.setGeometry(self.rect())
            elif side == "left":
                part.setGeometry(0, 0, split, self.height())
            else:
                part.setGeometry(split, 0, self.width() - split, self.height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        card = QRectF(self.rect()).adjusted(2, 2, -3, -4)
        edge = ink.rough_rect(card, f"card{round(card.width())}", 0.9, 26)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.5 if theme.dark else 0.25), 4, 0.5, 2)
        ink.fill(pen, edge, theme.color("bone"))
        ink.outline(pen, edge, theme.color("bone_shade"), 1)
        inner = card.adjusted(fonts.px(8), fonts.px(2), -fonts.px(8), 0)
        row = QRectF(inner.left(), inner.top(), inner.width(), fonts.px(NAME - 2))
        colour = QColor("#A3261B") if self._wound else theme.color("bone_ink")
        left = row.left()
        if self._sign:
            side = fonts.px(15)
            drawn = colour if self._wound else QColor("#2B4F7E")
            EMBLEMS.paint(pen, QRectF(left, row.center().y() - side / 2, side, side), self._sign, drawn)
            row.setLeft(left + side + fonts.px(4))
        font = fonts.fitted("name", self._name, row.width(), 0.8, 0.68)
        shown = QFontMetricsF(font).elidedText(self._name, Qt.TextElideMode.ElideRight, row.width())
        ink.write(pen, row, shown, font, colour, painting.WHOLE)
        if len(self.sides) > 1:
            x = self.width() * SHARE
            way = ink.line((x, card.top() + fonts.px(NAME + 3)), (x + 0.8, card.center().y()), (x, card.bottom() - 6))
            ink.fill(pen, ink.brush_stroke(way, 1.4, 3, rough=0.2), theme.color("bone_shade"))


def _paint_side(
    pen: QPainter, theme: Theme, room: QRectF, said: str, signs: tuple[tuple[str, str], ...], *, alone: bool
) -> None:
    """Below the name: a talent's words, or what a technique adds."""
    inner = room.adjusted(fonts.px(6), fonts.px(NAME), -fonts.px(5), -fonts.px(5))
    dark, bad = theme.color("bone_ink"), QColor("#A3261B")
    if signs:
        row = QRectF(inner.left(), inner.top(), inner.width(), fonts.px(20)) if alone else inner
        painting.paint_signs(pen, row, signs, dark, bad, across=alone)
        inner.setTop(row.bottom())
    if said and inner.height() > fonts.px(10):
        painting.paint_text(pen, inner, said, theme.color("bone_ink", 0.88))
