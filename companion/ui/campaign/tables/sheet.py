"""A table of Heal or Pray to be read: each line its faces, its chance, what comes of it; one of them lit by a roll."""

from __future__ import annotations

import random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.campaign.tables import Row, Table
from companion.model.core.chance import Face
from companion.model.core.words import Message, say
from companion.model.systems.asagiri.text import ELEMENT_WORDS
from companion.ui.settings.tongue import Tongue
from companion.ui.theme import icons, ink, palette, type
from companion.ui.theme._widget import InkWidget
from companion.ui.theme.dice import die_pixmap
from companion.ui.theme.palette import Theme

WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
DIE, GAP = 30, 5
WIDE = 330


def face_words(face: Face) -> Message:
    """A face of either die in words."""
    return Message(ELEMENT_WORDS[face]) if isinstance(face, str) else say("{face}", face=face)


def chance_words(table: Table, row: Row) -> Message:
    """How often a line comes: "1 in 6"."""
    all_ = sum(table.die.weights)
    return say("{count} in {all}", count=int(row.chance * all_), all=all_)


class TableSheet(InkWidget):
    """See the module. Screen readers hear every line, and the lit one first."""

    def __init__(self, table: Table, tongue: Tongue, parent: QWidget | None = None, *, title: bool = True) -> None:
        """`title`: the name of the table above it."""
        super().__init__(parent)
        self._tongue, self._titled = tongue, title
        self.table = table
        self.lit: Face | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        tongue.changed.connect(self.retranslate)
        self.retranslate()

    def tell(self, table: Table, lit: Face | None = None) -> None:
        """Show a table, with the line of the face that fell."""
        if (table, lit) != (self.table, self.lit):
            self.table, self.lit = table, lit
            self.retranslate()

    @property
    def lit_row(self) -> Row | None:
        """The line that is lit."""
        return self.table.look_up(self.lit) if self.lit is not None else None

    def retranslate(self) -> None:
        """Say every line in the language of the window."""
        t = self._tongue
        lines = [f"{self._faces(row)}: {t(row.words)} ({t(chance_words(self.table, row))})" for row in self.table.rows]
        lit = self.lit_row
        first = [t(say("Result: {what}", what=t(lit.words)))] if lit is not None else []
        self.setAccessibleName(t(self.table.name))
        self.setAccessibleDescription(". ".join([*first, *lines]))
        self.refresh()

    def _faces(self, row: Row) -> str:
        return ", ".join(self._tongue(face_words(face)) for face in row.faces)

    # how large -----------------------------------------------------------------------------------------------------

    def _left(self) -> float:
        """Where the words begin: after the longest row of dice."""
        most = max(len(row.faces) for row in self.table.rows)
        return type.px(16) + most * type.px(DIE + 2) + type.px(GAP + 4)

    def _right(self) -> float:
        metrics = QFontMetricsF(type.font("small"))
        words = [self._tongue(chance_words(self.table, row)) for row in self.table.rows]
        return max(metrics.horizontalAdvance(word) for word in words) + type.px(14)

    def _heights(self, width: float) -> list[float]:
        room = QRectF(0, 0, max(60.0, width - self._left() - self._right() - type.px(14)), 10_000)
        metrics = QFontMetricsF(type.font("text"))
        words = [metrics.boundingRect(room, WRAP, self._tongue(row.words)).height() for row in self.table.rows]
        return [max(type.px(DIE), high) + type.px(10) for high in words]

    def _head(self) -> float:
        return QFontMetricsF(type.font("name")).height() + type.px(10) if self._titled else 0.0

    def hasHeightForWidth(self) -> bool:
        """Its words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The title and all lines."""
        return round(self._head() + sum(self._heights(width))) + 2

    def sizeHint(self) -> QSize:
        """As wide as a few words."""
        return QSize(type.px(WIDE), self.heightForWidth(type.px(WIDE)))

    def minimumSizeHint(self) -> QSize:
        """Dice, a chance, and a word beside them."""
        words = QFontMetricsF(type.font("text"))
        longest = max(
            words.horizontalAdvance(word) for row in self.table.rows for word in self._tongue(row.words).split()
        )
        return QSize(round(self._left() + self._right() + longest + type.px(18)), type.px(DIE))

    # painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines; a hairline between them."""
        theme = palette.current()
        with ink.painting(self) as pen:
            y = self._head()
            if self._titled:
                pen.setFont(type.font("name"))
                pen.setPen(theme.color("ink"))
                pen.drawText(QRectF(0, 0, self.width(), y - type.px(8)), WRAP, self._tongue(self.table.name))
            for n, (row, high) in enumerate(zip(self.table.rows, self._heights(self.width()), strict=True)):
                self._paint_row(pen, QRectF(0, y, self.width(), high), row, theme)
                y += high
                if n + 1 < len(self.table.rows):
                    pen.setPen(theme.color("hairline"))
                    pen.drawLine(QPointF(type.px(12), y), QPointF(self.width() - type.px(4), y))

    def _paint_row(self, pen: QPainter, box: QRectF, row: Row, theme: Theme) -> None:
        lit = self.lit is not None and self.lit in row.faces
        if lit:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion", 0.13))
            pen.drawPath(ink.rough_rect(box.adjusted(type.px(2), 2, -2, -2), f"lit{self.table.name.key}", 0.8, 30))
            pen.setBrush(theme.color("vermilion"))
            stroke = ink.line(
                (type.px(4), box.top() + 4), (type.px(5), box.center().y()), (type.px(4), box.bottom() - 4)
            )
            pen.drawPath(ink.brush_stroke(stroke, type.px(5), random.Random("lit"), rough=0.1))
        side, x = type.px(DIE), float(type.px(16))
        for face in row.faces:
            fell = lit and face == self.lit
            faint = self.lit is not None and not fell
            pen.setOpacity(0.42 if faint else 1.0)
            picture = die_pixmap(face, side, theme, chosen=fell, dpr=self.devicePixelRatioF())
            pen.drawPixmap(QPointF(x, box.center().y() - side / 2), picture)
            x += side + type.px(2)
        pen.setOpacity(1.0)
        left, right = self._left(), self._right()
        pen.setFont(type.font("strong" if lit else "text"))
        pen.setPen(theme.color("ink" if lit or self.lit is None else "faded"))
        words = QRectF(left, box.top(), box.width() - left - right - type.px(6), box.height())
        pen.drawText(words, WRAP, self._tongue(row.words))
        chance = QRectF(box.right() - right, box.top(), right - type.px(8), box.height())
        if lit:
            tick = type.px(16)
            icons.paint(pen, "check", theme.color("vermilion"),
                        QRectF(chance.right() - tick, box.center().y() - tick / 2, tick, tick))  # fmt: skip
            return
        pen.setFont(type.font("small"))
        pen.setPen(theme.color("faded"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        pen.drawText(chance, flags, self._tongue(chance_words(self.table, row)))
