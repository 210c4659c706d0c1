"""What every page has around its words: a title with its kanji and a stroke of the brush, a foot with the number."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from companion.ui.kit.theme import ink

from .setting import MM, Text, colour, letters

HAIR = 1.3
"""Width of a hairline."""
KANJI = 1.5
"""Size of the ornament to that of the title."""
LEAST = 0.46
"""A long title is written so much smaller at most; then it takes a second line."""


def paint_head(pen: QPainter, across: QRectF, title: str, subtitle: str, kanji: str, *, first: bool) -> None:
    """The title; on later pages small."""
    if not first:
        y = across.top() + 15.5 * MM
        said = fitting(title, across.width())
        Text(said, across.width(), "small").draw(pen, across.left(), across.top() + 11.5 * MM)
        hairline(pen, across.left(), across.right(), y)
        return
    end = across.right()
    base = across.top() + 21.4 * MM
    if kanji:
        font = letters("title", KANJI)
        wide = QFontMetricsF(font).horizontalAdvance(kanji)
        pen.setFont(font)
        pen.setPen(colour("vermilion"))
        pen.drawText(QPointF(end - wide, base + 1.4 * MM), kanji)
        end -= wide + 3 * MM
    words, share = Text(title, end - across.left(), "title"), 1.0
    while len(words.ends) > (1 if share > LEAST else 2) and share > 0.2:
        share -= 0.05
        words = Text(title, end - across.left(), "title", share=share)
    words.draw(pen, across.left(), base - words.first - (words.height - words.ends[0][0]))
    stroke = ink.line(
        (across.left(), base + 3.4 * MM), ((across.left() + end) / 2, base + 3.65 * MM), (end, base + 3.3 * MM)
    )
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(colour("vermilion"))
    pen.drawPath(ink.brush_stroke(stroke, 7.5, "head", rough=0.06))
    if subtitle:
        Text(subtitle, end - across.left(), "small").draw(pen, across.left(), base + 5.2 * MM)


def paint_foot(pen: QPainter, across: QRectF, title: str, number: str) -> None:
    """Where the page is from, and which it is."""
    y = across.bottom() - 12.5 * MM
    hairline(pen, across.left(), across.right(), y)
    Text("Okko Companion", across.width(), "hint").draw(pen, across.left(), y + 1.2 * MM)
    if number:
        Text(number, across.width(), "hint", align="right").draw(pen, across.left(), y + 1.2 * MM)


def fitting(text: str, width: float) -> str:
    """The head of later pages, one line: what does not fit ends in dots. All of it stands on the first page."""
    return QFontMetricsF(letters("small")).elidedText(text, Qt.TextElideMode.ElideRight, width)


def hairline(pen: QPainter, left: float, right: float, y: float, *, strong: bool = False) -> None:
    """A thin line across."""
    pen.setPen(QPen(colour("ink" if strong else "hairline"), HAIR * (1.6 if strong else 1.0)))
    pen.drawLine(QPointF(left, y), QPointF(right, y))
