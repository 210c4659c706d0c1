"""What has been rolled in this sitting, the last roll first."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.chance import Face
from companion.model.core.words import say
from companion.model.games.asagiri.campaign.tables import Row, Table
from companion.ui.kit.art.dice import Entry, die_pixmap
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import InkWidget

MOST = 6
"""Rolls shown."""
DIE = 26


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll: on which table, how it fell, where the face is from."""

    table: Table
    face: Face
    entry: Entry

    @property
    def row(self) -> Row:
        """What came of it."""
        return self.table.look_up(self.face)


class History(InkWidget):
    """See the module."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        says(self, name=say("Rolls of this session"))
        self.throws: list[Throw] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)
        self.retranslate()

    def add(self, throw: Throw) -> None:
        """One more."""
        self.throws.insert(0, throw)
        self.retranslate()

    def forget(self) -> None:
        """Take the last one back."""
        del self.throws[:1]
        self.retranslate()

    def words(self, throw: Throw) -> tuple[str, str]:
        """A roll in words: the table, and what came of it without its explanation."""
        said = tr(throw.row.words)
        return tr(throw.table.name), said.split(". ")[0]

    def retranslate(self) -> None:
        lines = [", ".join(self.words(throw)) for throw in self.throws[:MOST]]
        self.setAccessibleDescription("; ".join(lines))
        self.refresh()

    def _line(self) -> float:
        small = QFontMetricsF(fonts.font("small")).height() + QFontMetricsF(fonts.font("strong")).height()
        return max(fonts.px(DIE), small) + fonts.px(10)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(250), round(self._line() * max(1, min(MOST, len(self.throws)))))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(180), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, side, high = palette.current(), fonts.px(DIE), self._line()
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        with ink.painting(self) as pen:
            if not self.throws:
                pen.setFont(fonts.font("text"))
                pen.setPen(theme.color("faded"))
                room = QRectF(0, 0, self.width(), high)
                pen.drawText(room, flags, tr(say("No rolls yet.")))
            for n, throw in enumerate(self.throws[:MOST]):
                box = QRectF(0, n * high, self.width(), high)
                picture = die_pixmap(throw.face, side, theme, entry=throw.entry, dpr=self.devicePixelRatioF())
                pen.drawPixmap(QPointF(0, box.center().y() - side / 2), picture)
                table, came = self.words(throw)
                words = box.adjusted(side + fonts.px(10), fonts.px(3), 0, -fonts.px(3))
                half = QFontMetricsF(fonts.font("small")).height()
                pen.setFont(fonts.font("small"))
                pen.setPen(theme.color("faded"))
                pen.drawText(QRectF(words.left(), words.top(), words.width(), half), flags, table)
                font = fonts.font("strong" if n == 0 else "text")
                pen.setFont(font)
                pen.setPen(theme.color("ink" if n == 0 else "faded"))
                cut = QFontMetricsF(font).elidedText(came, Qt.TextElideMode.ElideRight, words.width())
                pen.drawText(QRectF(words.left(), words.top() + half, words.width(), words.height() - half), flags, cut)
