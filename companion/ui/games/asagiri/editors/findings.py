"""What is wrong with a record, in words, each a way to the place where it can be put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from companion.model.content.check import Finding
from companion.model.core.words import Name, say
from companion.ui.kit.label import Label
from companion.ui.kit.list_lines import WRAP, Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Translated, follow


class FindingDelegate(LineDelegate):
    """Paints a sentence: a fault with a brush dot before it, something to think of with a small sign."""

    wide = 420

    def height(self, line: Line, width: int) -> int:
        room = QRect(0, 0, max(60, width - fonts.px(34)), 10_000)
        return QFontMetrics(fonts.font("text")).boundingRect(room, WRAP, line.title).height() + fonts.px(8)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        if lit:
            pen.fillRect(box, theme.color("ink", 0.06))

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        middle = QPointF(
            box.left() + fonts.px(13), box.top() + fonts.px(4) + QFontMetrics(fonts.font("text")).height() / 2
        )
        if line.sign:
            half = fonts.px(14) / 2
            room = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
            icons.paint(pen, line.sign, theme.color("faded"), room)
        else:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPath(ink.rough_disc(middle, fonts.px(5), line.title[:9], 0.14))
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded" if line.sign and not lit else "ink"))
        pen.drawText(box.adjusted(fonts.px(26), fonts.px(4), -fonts.px(8), 0), WRAP, line.title)


class Findings(Translated, QWidget):
    """See the module; `wanted` carries a `Finding`. Takes no room while there is nothing to say, unless `steady`."""

    wanted = Signal(object)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        shown: int = 8,
        steady: bool = False,
        thing: Callable[[Finding], Name | str] | None = None,
    ) -> None:
        """Nothing to say; `shown` lines are seen at once. `steady`: always as high, so that nothing beside it jumps.

        `thing`: what a finding is about, where those of several things are listed; they then name their file too.
        """
        super().__init__(parent)
        says(self, name=say("Problems"))
        self._thing = thing
        self._shown, self._steady = shown, steady
        self._calm = Label(self, font="small", text=say("Saved. No problems."))
        self._faults: tuple[Finding, ...] = ()
        self._hints: tuple[Finding, ...] = ()
        self.lines = ListView(self)
        self.lines.set_delegate(FindingDelegate(self.lines))
        self.lines.chosen.connect(lambda id: self.wanted.emit(self.lines.by_id[id].data))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._calm, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.lines)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)
        self.retranslate()

    def refresh(self) -> None:
        self._fit()

    def show_findings(self, faults: Sequence[Finding], hints: Sequence[Finding] = ()) -> None:
        """Say these: first the faults."""
        if (tuple(faults), tuple(hints)) != (self._faults, self._hints):
            self._faults, self._hints = tuple(faults), tuple(hints)
            self.retranslate()

    def retranslate(self) -> None:
        both = [*((found, "") for found in self._faults), *((found, "info") for found in self._hints)]
        self.lines.show_lines(
            [Line(str(n), self._words(found), sign=sign, data=found) for n, (found, sign) in enumerate(both)]
        )
        self.lines.setAccessibleName(tr(say("Problems")))
        self.setAccessibleName(tr(say("Problems")))
        self._calm.setText(tr(say("Saved. No problems.")))
        self._fit()

    def _words(self, found: Finding) -> str:
        thing = self._thing(found) if self._thing is not None else ""
        if not thing and (self._thing is None or not found.file):
            return tr(found.what)
        if not thing:
            return tr(say("{file}: {why}", file=found.file, why=found.what))
        return tr(say("{thing} ({file}): {why}", thing=thing, file=found.file, why=found.what))

    def _fit(self) -> None:
        one = QFontMetrics(fonts.font("text")).height() + fonts.px(8)
        found = self.lines.rows.lines
        self.setVisible(self._steady or bool(found))
        self._calm.setVisible(self._steady and not found)
        self.lines.setVisible(bool(found))
        if self._steady:
            self.setFixedHeight(self._shown * one)
        else:
            more, bar = len(found) > self._shown, Qt.ScrollBarPolicy
            self.lines.setVerticalScrollBarPolicy(bar.ScrollBarAsNeeded if more else bar.ScrollBarAlwaysOff)
            wide = max(200, self.width() - (self.lines.verticalScrollBar().sizeHint().width() if more else 0))
            high = sum(self.lines.delegate.height(line, wide) for line in found[: self._shown])
            self.lines.setFixedHeight(max(1, high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
