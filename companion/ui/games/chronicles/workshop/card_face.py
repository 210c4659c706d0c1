"""Records as cards: small among others, large beside their form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from companion.model.core.contract import Json
from companion.model.core.words import Arg, Message, Name
from companion.ui.games.chronicles.heroes.emblems import EMBLEMS
from companion.ui.kit.panels import paint_sheet
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.workshop import RecordSource

from .card_facts import CardFacts, facts_of

Tell: TypeAlias = Callable[[Message | Name], str]
RATIO = 1.4
WIDE, HIGH = 260.0, 260.0 * RATIO
"""The size that a card is drawn at; the picture grows with the room, not the text in it."""
_WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


def paint_card(
    pen: QPainter, rect: QRectF, kind: str, record: Json, bench: RecordSource, theme: Theme | None = None,
    tell: Tell = tr, *, sheet: bool = True,
) -> None:  # fmt: skip
    """A record as a card of paper, fitted into a rectangle of its proportions, in the window's look and language
    unless another is said; `sheet`: on a sheet of its own.
    """
    facts, theme = facts_of(kind, record, bench), theme or palette.current()
    pen.save()
    pen.translate(rect.topLeft())
    pen.scale(rect.width() / WIDE, rect.height() / HIGH)
    with fonts.unscaled():
        if sheet:
            paint_sheet(pen, QRectF(0, 0, WIDE, HIGH), theme, "surface", 7, 6)
        _paint_facts(pen, QRectF(20, 16, WIDE - 40, HIGH - 40), facts, theme, tell)
    pen.restore()


def _paint_facts(pen: QPainter, room: QRectF, facts: CardFacts, theme: Theme, tell: Tell) -> None:
    def said(words: Arg) -> str:
        """With a capital, as each part stands alone."""
        told = tell(words) if isinstance(words, Message | Name) else str(words)
        return told[:1].upper() + told[1:]

    side = 30.0 if facts.emblem in EMBLEMS.strokes else 0.0
    if side:
        EMBLEMS.paint(pen, QRectF(room.right() - side, room.top(), side, side), facts.emblem, theme.color("vermilion"))
    y = _lines(pen, room.adjusted(0, 0, -side - 4, 0), said(facts.name), theme, "name", 19 / 18, most=2)
    if facts.line:
        y = _lines(pen, room.adjusted(0, y + 2, 0, 0), " · ".join(map(said, facts.line)), theme, "small", 1.0,
                   faded=True) + y + 2  # fmt: skip
    y += 6
    pen.setPen(theme.color("hairline"))
    pen.drawLine(room.topLeft() + QPointF(0, y), room.topRight() + QPointF(0, y))
    y += 8
    for numbers, large in ((facts.stats, True), (facts.technique, False)):
        if numbers:
            _paint_numbers(pen, QRectF(room.left(), room.top() + y, room.width(), 40), numbers, theme, large=large)
            y += 46
    foot = " · ".join(map(said, facts.foot))
    below = 20.0 if foot else 0.0
    for text in facts.texts:
        left = room.height() - below - y
        if left < 16:
            break
        y += _lines(pen, room.adjusted(0, y, 0, -below), said(text), theme, "text", 1.0) + 5
    if foot:
        end = QRectF(room.left(), room.bottom() - 16, room.width(), 18)
        font = fonts.font("small")
        words = QFontMetricsF(font).elidedText(foot, Qt.TextElideMode.ElideRight, end.width())
        ink.write(pen, end, words, font, theme.color("faded"))


def _lines(
    pen: QPainter, room: QRectF, words: str, theme: Theme, font: fonts.FontRole, scale: float, *, most: int = 99,
    faded: bool = False,
) -> float:  # fmt: skip
    """Write on as many lines as there is room for; how high they are."""
    face = fonts.font(font, scale)
    metrics = QFontMetricsF(face)
    high = min(room.height(), most * metrics.lineSpacing())
    bounds = metrics.boundingRect(QRectF(room.left(), room.top(), room.width(), 10_000), _WRAP, words)
    ink.write(pen, QRectF(room.left(), room.top(), room.width(), high), words, face,
              theme.color("faded" if faded else "ink"), Qt.AlignmentFlag(0x1001))  # fmt: skip
    return min(bounds.height(), high)


def _paint_numbers(
    pen: QPainter, room: QRectF, numbers: tuple[tuple[str, str], ...], theme: Theme, *, large: bool
) -> None:
    """Each number with the drawing of its stat."""
    step = room.width() / max(5, len(numbers))
    for n, (stat, number) in enumerate(numbers):
        cell = QRectF(room.left() + n * step, room.top(), step, room.height())
        if stat in EMBLEMS.strokes:
            EMBLEMS.paint(pen, QRectF(cell.left(), cell.top() + 22, 17, 17), stat, theme.color("faded"))
        else:
            EMBLEMS.paint(pen, QRectF(cell.left(), cell.top() + 22, 17, 17), "wound", theme.color("vermilion"))
        font = fonts.font("name" if large else "strong")
        ink.write(pen, QRectF(cell.left(), cell.top(), step, 24), number, font, theme.color("ink"))
