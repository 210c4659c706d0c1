"""What is wrong with a record, in words, each a way to the place where it can be put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from companion.model.content.check import Finding
from companion.model.core.words import Name, say
from companion.ui.kit.label import Label
from companion.ui.kit.popup import WRAP
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Translated, follow


class FindingLine(QAbstractButton):
    """One sentence; a click goes where it points. `stepped` asks for the next or the one before."""

    stepped = Signal(int)

    def __init__(self, finding: Finding, words: str, *, grave: bool, parent: QWidget | None = None) -> None:
        """`grave`: a fault, not only something to think of."""
        super().__init__(parent)
        self.finding, self.grave = finding, grave
        self.setText(words)
        self.setAccessibleName(words)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Fixed would hold it to the height of one line
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(60, width - fonts.px(34)), 10_000)
        return QFontMetrics(fonts.font("text")).boundingRect(room, WRAP, self.text()).height() + fonts.px(8)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(420), self.heightForWidth(fonts.px(420)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes there; up and down go through the lines."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            lit = self.underMouse() or self.hasFocus()
            if lit:
                pen.fillRect(self.rect(), theme.color("ink", 0.06))
            high = QFontMetrics(fonts.font("text")).height()
            middle = fonts.px(4) + high / 2
            pen.setPen(Qt.PenStyle.NoPen)
            if self.grave:
                pen.setBrush(theme.color("vermilion"))
                pen.drawPath(ink.rough_disc(QPointF(fonts.px(13), middle), fonts.px(5), self.text()[:9], 0.14))
            else:
                side = fonts.px(14)
                sign = icons.pixmap("info", theme.color("faded"), side, self.devicePixelRatioF())
                pen.drawPixmap(QPointF(fonts.px(13) - side / 2, middle - side / 2), sign)
            pen.setFont(fonts.font("text"))
            pen.setPen(theme.color("ink" if self.grave or lit else "faded"))
            room = QRectF(fonts.px(26), fonts.px(4), self.width() - fonts.px(34), self.height())
            pen.drawText(room, WRAP, self.text())


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
        self.lines: list[FindingLine] = []
        self._list = QWidget()
        self._box = QVBoxLayout(self._list)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(0)
        self._box.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._calm, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self._area)
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
        for line in self.lines:
            self._box.removeWidget(line)
            line.hide()
            line.deleteLater()
        both = [*((found, True) for found in self._faults), *((found, False) for found in self._hints)]
        self.lines = [FindingLine(found, self._words(found), grave=grave) for found, grave in both]
        for line in self.lines:
            line.setParent(self._list)
            line.clicked.connect(lambda _=False, line=line: self.wanted.emit(line.finding))
            line.stepped.connect(lambda way, line=line: self._step(line, way))
            self._box.insertWidget(self._box.count() - 1, line)
            line.show()
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
        self.setVisible(self._steady or bool(self.lines))
        self._calm.setVisible(self._steady and not self.lines)
        self._area.setVisible(bool(self.lines))
        if self._steady:
            self.setFixedHeight(self._shown * one)
        else:
            wide = max(200, self.width())
            self._area.setFixedHeight(max(1, sum(line.heightForWidth(wide) for line in self.lines[: self._shown])))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences wrap otherwise on another width."""
        super().resizeEvent(event)
        self._fit()

    def _step(self, line: FindingLine, way: int) -> None:
        self.lines[(self.lines.index(line) + way) % len(self.lines)].setFocus(Qt.FocusReason.TabFocusReason)
