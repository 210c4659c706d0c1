"""What Enter would do and what may be typed next, in one row; or a sentence instead of both."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.games.asagiri.table.commands import Completion
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import InkWidget

_GAP = 16


class Offers(InkWidget):
    """Shows as many offers as there is room for; `taken` carries the place of the one that was clicked."""

    taken = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: list[Completion] = []
        self._marked = -1
        self._enter = ""
        self._says, self._wrong = "", False
        self._boxes: list[QRectF] = []
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def offer(self, offers: list[Completion], marked: int = -1, *, enter: str = "") -> None:
        """Show words; `marked` is where Tab has come to, `enter` what the line does as it stands."""
        self._offers, self._marked, self._says, self._enter = offers, marked, "", enter
        self.setAccessibleName(", ".join([*([enter] if enter else []), *(one.text for one in offers[:9])]))
        self.setToolTip(enter)
        self.update()

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """Show a sentence."""
        self._offers, self._says, self._wrong, self._enter = [], words, wrong, ""
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    @property
    def says(self) -> str:
        """The sentence shown, or nothing."""
        return self._says

    @property
    def enter(self) -> str:
        """What Enter does now, or nothing."""
        return self._enter

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(300), round(QFontMetricsF(fonts.font("small")).height()) + fonts.px(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for n, box in enumerate(self._boxes):
            if box.contains(event.position()):
                self.taken.emit(n)
                return

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words one after the other; those that lead to nothing are faded and slanted, not only paler."""
        theme, font = palette.current(), fonts.font("small")
        self._boxes = []
        with ink.painting(self) as pen:
            metrics = QFontMetricsF(font)
            if self._says:
                pen.setFont(font)
                pen.setPen(theme.color("vermilion" if self._wrong else "ink"))
                words = metrics.elidedText(self._says, Qt.TextElideMode.ElideRight, self.width())
                pen.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, words)
                return
            left, first = self._paint_enter(pen, metrics), max(0, self._marked - 5)
            self._boxes = [QRectF()] * first
            for n, one in enumerate(self._offers[first:], first):
                font.setItalic(one.refusal is not None)
                font.setUnderline(n == self._marked)
                wide = QFontMetricsF(font).horizontalAdvance(one.text) + 2
                if left + wide > self.width():
                    break
                box = QRectF(left, 0, wide, self.height())
                pen.setFont(font)
                pen.setPen(theme.color("vermilion" if n == self._marked else
                                       "ink" if one.refusal is None and not self._enter else "faded"))  # fmt: skip
                pen.drawText(box, Qt.AlignmentFlag.AlignVCenter, one.text)
                self._boxes.append(box.adjusted(-_GAP / 2, 0, _GAP / 2, 0))
                left += wide + _GAP

    def _paint_enter(self, pen: QPainter, metrics: QFontMetricsF) -> float:
        """What Enter does, in front of all; where the rest begins."""
        if not self._enter:
            return 0.0
        pen.setFont(fonts.font("small"))
        pen.setPen(palette.current().color("ink"))
        words = metrics.elidedText(f"⏎ {self._enter}", Qt.TextElideMode.ElideRight, self.width())
        pen.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, words)
        return metrics.horizontalAdvance(words) + 2 * _GAP
