"""A few words of which one is chosen: what other programs do with radio buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from companion.model.core.words import Message
from companion.ui.kit.layouts import FlowRow, FoldLayout
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.widget import PaintedButton, Translated

from .translator import tr


class RadioGroup(QButtonGroup):
    """Radio buttons, however they are painted: to a screen reader too. Tab stops at the chosen one, arrows go on."""

    def addButton(self, button: QAbstractButton, id: int = -1) -> None:
        button.setCheckable(True)
        button.setAutoExclusive(True)  # what makes it a radio button to a screen reader
        super().addButton(button, id)
        button.toggled.connect(self._let_tab_stop)
        self._let_tab_stop()

    def mark(self, chosen: QAbstractButton | None) -> None:
        self.setExclusive(False)
        for button in self.buttons():
            button.setChecked(button is chosen)
        self.setExclusive(True)
        self._let_tab_stop()

    def _let_tab_stop(self, *_: object) -> None:
        buttons = self.buttons()
        stop = next((button for button in buttons if button.isChecked()), buttons[0] if buttons else None)
        for button in buttons:
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if button is stop else Qt.FocusPolicy.ClickFocus)


class ChoiceWord(PaintedButton):
    """One word of several: the chosen one is underlined by the brush, the others are faded."""

    def __init__(self, sign: str = "", parent: QWidget | None = None, *, large: bool = False) -> None:
        """`sign` names an icon before the word; `large` writes it in mincho."""
        super().__init__(parent)
        self._sign, self._large = sign, large
        self.setCheckable(True)

    def say(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)
        self.refresh()

    def _side(self) -> int:
        return fonts.px(20 if self._large else 16) if self._sign else 0

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._font())
        side = self._side()
        wide = metrics.horizontalAdvance(self.text()) + (side + fonts.px(7) if side else 0) + fonts.px(14)
        return QSize(wide, metrics.height() + fonts.px(13))

    def _font(self) -> QFont:
        return fonts.font("name" if self._large else "text", 1.05 if self._large else 1.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.isChecked() or self.underMouse() or self.hasFocus()
        colour = theme.color("ink" if lit else "faded") if self.isEnabled() else theme.mix("faded", "ground", 0.4)
        x, side = fonts.px(7), self._side()
        text = QRectF(0, 0, self.width(), self.height() - fonts.px(7))
        if side:
            pen.drawPixmap(QPointF(x, (text.height() - side) / 2),
                           icons.pixmap(self._sign, colour, side, self.devicePixelRatioF()))  # fmt: skip
            x += side + fonts.px(7)
        pen.setFont(self._font())
        pen.setPen(colour)
        pen.drawText(text.adjusted(x, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        y = self.height() - fonts.px(6)
        if self.isChecked():
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            line = ink.line((fonts.px(5), y), (self.width() / 2, y + 1.2), (self.width() - fonts.px(5), y))
            pen.drawPath(ink.brush_stroke(line, fonts.px(3.4), self.text(), rough=0.09))
        elif self.underMouse():
            pen.setPen(QPen(theme.color("hairline"), 1.4))
            pen.drawLine(QPointF(fonts.px(6), y), QPointF(self.width() - fonts.px(6), y))
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
        pen.end()


class Choices(Translated, QWidget):
    """Words of which one is chosen. `chosen` carries the id when a person chooses; `show_choice` sets it silently."""

    chosen = Signal(str)

    def __init__(
        self,
        title: Message | None,
        options: Sequence[tuple[str, Message | str, str]],
        parent: QWidget | None = None,
        *,
        large: bool = False,
        upright: bool = False,
        flowing: bool = False,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """`options`: id, word, icon (or none). `title` is for screen readers; `flowing`: on several lines."""
        super().__init__(parent)
        self._title, self._options = title, options
        self.words: dict[str, ChoiceWord] = {}
        self._group = RadioGroup(self)
        flow = FlowRow(self) if flowing else None
        box = QVBoxLayout(self) if upright or flowing else FoldLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(fonts.px(0 if upright else 8))
        if not upright and align & (Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignRight):
            box.addStretch(1)
        for id, _, sign in options:
            place = align if upright else Qt.AlignmentFlag.AlignVCenter
            word = ChoiceWord(sign, self, large=large)
            word.clicked.connect(lambda _=False, id=id: self.chosen.emit(id))
            self._group.addButton(word)
            self.words[id] = word
            if flow is not None:
                flow.add(word)
            else:
                box.addWidget(word, 0, place)
        if flow is not None:
            box.addWidget(flow)
        elif upright or not align & Qt.AlignmentFlag.AlignRight:
            box.addStretch(1)
        self._flow = flow
        self.retranslate()

    def retranslate(self) -> None:
        title = tr(self._title) if self._title is not None else ""
        self.setAccessibleName(title)
        for id, word, _ in self._options:
            self.words[id].say(tr(word) if isinstance(word, Message) else word)
            self.words[id].setAccessibleDescription(title)
        if self._flow is not None:
            self._flow.refresh()

    def choice(self) -> str:
        return next((id for id, word in self.words.items() if word.isChecked()), "")

    def show_choice(self, id: str) -> None:
        """Mark what is chosen; an unknown id: nothing is."""
        self._group.mark(self.words.get(id))
