"""The cards of a deck as they are printed: a front in words and numbers, and one of the three backs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Name, Words
from companion.model.games.sake.box import records
from companion.model.games.sake.box.deck import Deck, DeckRecord
from companion.ui.games.sake.drawing.emblems import paint_emblem
from companion.ui.games.sake.drawing.pieces import BACK_ROLES, BACK_SIGNS, CENTRED, drawing_of
from companion.ui.games.sake.hand import boxes_of
from companion.ui.games.sake.vocabulary import BACKS, TEXTS, card_text, type_name
from companion.ui.kit.paper.sheets import PrintCard
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import PAPER

EDGE = 18.0
"""White that printers and scissors may take, in pixels of a card (`pdf_writer.PX_PER_MM`)."""


def decks(content: Content) -> list[tuple[str, Name]]:
    """The decks of the packs, by id, with their names; those that cannot be read are left to the workshop."""
    found = []
    for id, _ in content.every("sake_deck"):
        try:
            record = records.found(content, "sake_deck", id, DeckRecord, "deck")
            records.deck(content, id)
        except InvalidInput:
            continue
        found.append((id, Name.of(dict(record.names))))
    return found


def deck_cards(content: Content, id: str, text: str, words: Words) -> Iterator[PrintCard]:
    """The cards of a deck, in its order; `text`: of one kind only (`deck.TEXTS`), empty: all of them."""
    deck = records.deck(content, id)
    for card in range(len(deck)):
        kind = deck.types[deck.type[card]]
        if text in ("", kind.text):
            numbers = "/".join(str(number) for number in boxes_of(deck, card).values())
            yield PrintCard(
                "sake_card",
                deck.id_of(card),
                words(type_name(kind)),
                numbers,
                partial(paint_front, deck=deck, card=card, words=words),
                partial(paint_reverse, back=deck.back[card], words=words),
            )


def paint_front(pen: QPainter, size: QSize, deck: Deck, card: int, words: Words) -> None:
    """Drawing, kind, name and text above four boxes."""
    kind, dark = deck.types[deck.type[card]], PAPER.color("bone_ink")
    room = QRectF(EDGE, EDGE, size.width() - 2 * EDGE, size.height() - 2 * EDGE)
    unit = room.width() / 100
    _frame(pen, room, deck.back[card])
    side = 38 * unit
    place = QRectF(room.left() + 8 * unit, room.top() + 7 * unit, side, side)
    paint_emblem(pen, place, drawing_of(deck, card), dark)
    right = QRectF(place.right() + 5 * unit, place.top(), room.right() - place.right() - 12 * unit, side)
    text = words(TEXTS[kind.text])
    ink.write(
        pen, right, text, fonts.fitted("small", text, right.width()), PAPER.color("faded"), Qt.AlignmentFlag.AlignBottom
    )
    width, left = room.width() - 16 * unit, room.left() + 8 * unit
    name = words(type_name(kind))
    font = fonts.fitted("name", name, width, 1.25, 0.7)
    metrics = QFontMetricsF(font)
    at = place.bottom() + 4 * unit
    for line in fonts.wrapped(name, metrics, width, 2):
        ink.write(pen, QRectF(left, at, width, metrics.height()), line, font, dark)
        at += metrics.height()
    stroke = ink.line((left, at + 2 * unit), (left + width / 2, at + 3 * unit), (left + width, at + 1.6 * unit))
    ink.fill(pen, ink.brush_stroke(stroke, 2.4 * unit, name, rough=0.08), PAPER.color("vermilion"))
    boxes = QRectF(left, room.bottom() - 32 * unit, width, 25 * unit)
    _paint_words(pen, QRectF(left, at + 7 * unit, width, boxes.top() - at - 10 * unit), words(card_text(kind)))
    each = boxes.width() / 4
    for n, (box, number) in enumerate(boxes_of(deck, card).items()):
        _paint_box(pen, QRectF(boxes.left() + n * each, boxes.top(), each, boxes.height()), box, number)


def _frame(pen: QPainter, room: QRectF, back: int) -> None:
    pen.setBrush(PAPER.color("surface"))
    pen.setPen(QPen(PAPER.color(BACK_ROLES[back], 0.9), 3))
    pen.drawRoundedRect(room, 9, 9)


def _paint_words(pen: QPainter, room: QRectF, text: str) -> None:
    """A text as large as fits."""
    for share in (1.3, 1.14, 0.98, 0.9, 0.82, 0.74):
        font = fonts.font("text", share)
        metrics = QFontMetricsF(font)
        most = int(room.height() / metrics.lineSpacing())
        lines = fonts.wrapped(text, metrics, room.width(), most + 3)
        if len(lines) <= most:
            break
    for n, line in enumerate(lines):
        place = QRectF(room.left(), room.top() + n * metrics.lineSpacing(), room.width(), metrics.lineSpacing())
        ink.write(pen, place, line, font, PAPER.color("bone_ink"))


def _paint_box(pen: QPainter, rect: QRectF, box: str, number: int) -> None:
    inner = rect.adjusted(1.5, 0, -1.5, 0)
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(PAPER.color("faded", 0.7), 1.2))
    pen.drawRoundedRect(inner, 5, 5)
    side = inner.height() * 0.38
    colour = PAPER.color("bone_ink", 1.0 if number else 0.45)
    spot = QPointF(inner.center().x() - side / 2, inner.top() + inner.height() * 0.09)
    paint_emblem(pen, QRectF(spot.x(), spot.y(), side, side), box, colour)
    font = fonts.font("numeral")
    font.setPixelSize(round(inner.height() * 0.44))
    low = QRectF(inner.left(), inner.top() + inner.height() * 0.48, inner.width(), inner.height() * 0.5)
    ink.write(pen, low, str(number), font, colour, CENTRED)


def paint_reverse(pen: QPainter, size: QSize, back: int, words: Words) -> None:
    """A back: its sign in its colour, and its name."""
    room = QRectF(EDGE, EDGE, size.width() - 2 * EDGE, size.height() - 2 * EDGE)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(PAPER.mix(BACK_ROLES[back], "stone_black", 0.1))
    pen.drawRoundedRect(room, 9, 9)
    if not back:
        return
    side = room.width() * 0.62
    paint_emblem(
        pen,
        QRectF(room.center().x() - side / 2, room.center().y() - side * 0.62, side, side),
        BACK_SIGNS[back],
        PAPER.color("bone"),
    )
    low = QRectF(room.left(), room.bottom() - room.height() * 0.2, room.width(), room.height() * 0.14)
    ink.write(pen, low, words(BACKS[back]).capitalize(), fonts.font("name", 1.2), PAPER.color("bone"), CENTRED)
