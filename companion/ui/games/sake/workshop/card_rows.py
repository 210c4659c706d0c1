"""A deck as rows: number, drawing, name, the four boxes and the back of each card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from companion.model.core.words import Message, say
from companion.model.games.sake.box.deck import BACKS, CardType
from companion.model.games.sake.box.deck_draft import CardLine
from companion.ui.games.sake.drawing.emblems import emblem_name, paint_emblem
from companion.ui.games.sake.drawing.pieces import CENTRED, paint_back
from companion.ui.kit.list_view import Line, LineDelegate
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr

from ..hand import BOX_NAMES, BOXES
from ..vocabulary import BACKS as BACK_NAMES
from ..vocabulary import TEXTS, type_name

Row: TypeAlias = "tuple[int, CardLine, CardType | None]"
"""What `card_rows` hands to `CardDelegate`."""
WIDEST = 700
"""Pixels of a row at text scale 1: numbers stay beside their names however wide the window is."""
MIDDLE = Qt.AlignmentFlag.AlignVCenter


def back_words(number: int) -> str:
    """What a back is called, by its number from 1."""
    return tr(BACK_NAMES[number])


def heard(card: CardLine, kind: CardType | None) -> str:
    """A card as a screen reader says it."""
    numbers = [tr(Message(BOX_NAMES[box].key, (("number", n),))) for box, n in zip(BOXES, card.boxes, strict=True)]
    name = tr(type_name(kind)) if kind is not None else card.type
    return ", ".join((name, *numbers, tr(say("back: {back}", back=BACK_NAMES[1 + BACKS.index(card.back)]))))


def card_rows(cards: Sequence[CardLine], types: Mapping[str, CardType]) -> list[Line]:
    """A row a card; its id is its place."""
    rows = []
    for n, card in enumerate(cards):
        kind = types.get(card.type)
        name = tr(type_name(kind)) if kind is not None else card.type
        rows.append(Line(str(n), name, heard=f"{n + 1}. {heard(card, kind)}", data=(n, card, kind)))
    return rows


class CardDelegate(LineDelegate):
    """Paints a card of a deck in one line."""

    wide, least = 420, 330

    def height(self, line: Line, width: int) -> int:
        return fonts.px(28)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        n, card, kind = cast(Row, line.data)
        colour = theme.color("ink")
        small = fonts.font("digits", 0.85)
        box.setWidth(min(box.width(), fonts.px(WIDEST)))
        left = box.left() + fonts.px(8)
        number = QRectF(left, box.top(), fonts.px(28), box.height())
        ink.write(pen, number, str(n + 1), small, theme.color("faded"), MIDDLE | Qt.AlignmentFlag.AlignRight)
        side = fonts.px(18)
        sign = QRectF(number.right() + fonts.px(9), box.center().y() - side / 2, side, side)
        stem, text = (kind.id.partition(":")[2], kind.text) if kind is not None else ("", "event")
        paint_emblem(pen, sign, emblem_name(stem, text), colour)
        high, wide = fonts.px(21), fonts.px(16)
        back = QRectF(box.right() - wide - fonts.px(10), box.center().y() - high / 2, wide, high)
        paint_back(pen, back, 1 + BACKS.index(card.back), theme)
        cell = fonts.px(37)
        first = back.left() - 4 * cell - fonts.px(10)
        name = QRectF(sign.right() + fonts.px(9), box.top(), first - sign.right() - fonts.px(25), box.height())
        if name.width() > fonts.px(230) and kind is not None:
            word = tr(TEXTS[kind.text])
            room = QFontMetricsF(fonts.font("small")).horizontalAdvance(word)
            ink.write(pen, QRectF(name.right() - room, box.top(), room + 2, box.height()), word, fonts.font("small"),
                      theme.color("faded"), MIDDLE)  # fmt: skip
            name.setRight(name.right() - room - fonts.px(8))
        ink.write(pen, name, line.title, fonts.fitted("text", line.title, name.width()), colour, MIDDLE)
        font = fonts.font("digits")
        for k, (box_name, value) in enumerate(zip(BOXES, card.boxes, strict=True)):
            at, mark = QPointF(first + k * cell, box.center().y()), fonts.px(11)
            paint_emblem(pen, QRectF(at.x(), at.y() - mark / 2, mark, mark), box_name, theme.color("faded"))
            digit = QRectF(at.x() + mark + fonts.px(2), box.top(), fonts.px(14), box.height())
            ink.write(pen, digit, str(value), font, colour if value else theme.color("faded"), CENTRED)
