"""A table of Heal or Pray to be read: each line its faces, its chance, what comes of it; one of them lit by a roll."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.chance import Face
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.tables import Row, Table
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.ui.kit.art.dice import die_pixmap
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget

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

    def __init__(self, table: Table, parent: QWidget | None = None, *, title: bool = True) -> None:
        """`title`: the name of the table above it."""
        super().__init__(parent)
        self._titled = title
        self.table = table
        self.lit: Face | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
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
        lines = [
            f"{self._faces(row)}: {tr(row.words)} ({tr(chance_words(self.table, row))})" for row in self.table.rows
        ]
        lit = self.lit_row
        first = [tr(say("Result: {what}", what=tr(lit.words)))] if lit is not None else []
        self.setAccessibleName(tr(self.table.name))
        self.setAccessibleDescription(". ".join([*first, *lines]))
        self.refresh()

    def _faces(self, row: Row) -> str:
        return ", ".join(tr(face_words(face)) for face in row.faces)

    def _left(self) -> float:
        """Where the words begin: after the longest row of dice."""
        most = max(len(row.faces) for row in self.table.rows)
        return fonts.px(16) + most * fonts.px(DIE + 2) + fonts.px(GAP + 4)

    def _right(self) -> float:
        metrics = QFontMetricsF(fonts.font("small"))
        words = [tr(chance_words(self.table, row)) for row in self.table.rows]
        return max(metrics.horizontalAdvance(word) for word in words) + fonts.px(14)

    def _heights(self, width: float) -> list[float]:
        room = QRectF(0, 0, max(60.0, width - self._left() - self._right() - fonts.px(14)), 10_000)
        metrics = QFontMetricsF(fonts.font("text"))
        words = [metrics.boundingRect(room, WRAP, tr(row.words)).height() for row in self.table.rows]
        return [max(fonts.px(DIE), high) + fonts.px(10) for high in words]

    def _head(self) -> float:
        return QFontMetricsF(fonts.font("name")).height() + fonts.px(10) if self._titled else 0.0

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._head() + sum(self._heights(width))) + 2

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), self.heightForWidth(fonts.px(WIDE)))

    def minimumSizeHint(self) -> QSize:
        words = QFontMetricsF(fonts.font("text"))
        longest = max(words.horizontalAdvance(word) for row in self.table.rows for word in tr(row.words).split())
        return QSize(round(self._left() + self._right() + longest + fonts.px(18)), fonts.px(DIE))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            y = self._head()
            if self._titled:
                pen.setFont(fonts.font("name"))
                pen.setPen(theme.color("ink"))
                pen.drawText(QRectF(0, 0, self.width(), y - fonts.px(8)), WRAP, tr(self.table.name))
            for n, (row, high) in enumerate(zip(self.table.rows, self._heights(self.width()), strict=True)):
                self._paint_row(pen, QRectF(0, y, self.width(), high), row, theme)
                y += high
                if n + 1 < len(self.table.rows):
                    pen.setPen(theme.color("hairline"))
                    pen.drawLine(QPointF(fonts.px(12), y), QPointF(self.width() - fonts.px(4), y))

    def _paint_row(self, pen: QPainter, box: QRectF, row: Row, theme: Theme) -> None:
        lit = self.lit is not None and self.lit in row.faces
        if lit:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion", 0.13))
            pen.drawPath(ink.rough_rect(box.adjusted(fonts.px(2), 2, -2, -2), f"lit{self.table.name.key}", 0.8, 30))
            pen.setBrush(theme.color("vermilion"))
            stroke = ink.line(
                (fonts.px(4), box.top() + 4), (fonts.px(5), box.center().y()), (fonts.px(4), box.bottom() - 4)
            )
            pen.drawPath(ink.brush_stroke(stroke, fonts.px(5), "lit", rough=0.1))
        side, x = fonts.px(DIE), float(fonts.px(16))
        for face in row.faces:
            fell = lit and face == self.lit
            faint = self.lit is not None and not fell
            pen.setOpacity(0.42 if faint else 1.0)
            picture = die_pixmap(face, side, theme, chosen=fell, dpr=self.devicePixelRatioF())
            pen.drawPixmap(QPointF(x, box.center().y() - side / 2), picture)
            x += side + fonts.px(2)
        pen.setOpacity(1.0)
        left, right = self._left(), self._right()
        pen.setFont(fonts.font("strong" if lit else "text"))
        pen.setPen(theme.color("ink" if lit or self.lit is None else "faded"))
        words = QRectF(left, box.top(), box.width() - left - right - fonts.px(6), box.height())
        pen.drawText(words, WRAP, tr(row.words))
        chance = QRectF(box.right() - right, box.top(), right - fonts.px(8), box.height())
        if lit:
            tick = fonts.px(16)
            icons.paint(pen, "check", theme.color("vermilion"),
                        QRectF(chance.right() - tick, box.center().y() - tick / 2, tick, tick))  # fmt: skip
            return
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("faded"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        pen.drawText(chance, flags, tr(chance_words(self.table, row)))
