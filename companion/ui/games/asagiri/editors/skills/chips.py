"""A chip: a part of a written sentence that can be changed, underlined as by hand."""

from __future__ import annotations

import time

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from companion.ui.kit.art.marks import paint_wave
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import follow

from .sentence import Chip

QUICK = 0.9
"""Seconds within which a second digit belongs to the first."""
_WAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LINES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


def word_font() -> QFont:
    """In which sentences are written."""
    return fonts.font("name", 16.5 / 18)


def head_font() -> QFont:
    """In which lines begin."""
    return fonts.font("small", 12.5 / 12)


class ChipButton(QAbstractButton):
    """`acted` says what keys do to it, and with what: `type` a letter that begins a choice; `digit` (and whether it
    belongs to the one before), `step` and `sign` a number; `remove` the part or the line, `move` it; `walk` to another
    chip, `climb` to another line.
    """

    acted = Signal(str, object)

    def __init__(self, chip: Chip, parent: QWidget) -> None:
        super().__init__(parent)
        self.chip = chip
        self.fault = ""
        self._last = 0.0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)
        self.show_chip(chip)

    def refresh(self) -> None:
        self.update()

    def show_chip(self, chip: Chip) -> None:
        self.chip = chip
        self.setText(chip.text)
        self.setAccessibleName(f"{chip.name}: {chip.text}" if chip.name and chip.name != chip.text else chip.text)
        self._explain()
        self.update()

    def set_fault(self, words: str) -> None:
        """What is wrong here; nothing: nothing is."""
        if words != self.fault:
            self.fault = words
            self._explain()
            self.update()

    def _explain(self) -> None:
        self.setAccessibleDescription(self.fault)
        self.setToolTip(self.fault or self.chip.name)

    @property
    def quiet(self) -> bool:
        """Whether it is a way to more, no word of the sentence."""
        return self.chip.does in ("add", "more", "head")

    def _font(self) -> QFont:
        return head_font() if self.quiet else word_font()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._font())
        wide = metrics.horizontalAdvance(self.chip.text) + fonts.px(10)
        return QSize(max(wide, fonts.px(24)), QFontMetrics(word_font()).height() + fonts.px(7))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = Qt.Key(event.key()), event.text()
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        number = self.chip.does in ("number", "amount")
        if held == Qt.KeyboardModifier.AltModifier and key in _LINES:
            self.acted.emit("move", _LINES[key])
        elif held:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.click()
        elif key in _WAYS:
            self.acted.emit("walk", _WAYS[key])
        elif key in _LINES:
            self.acted.emit("climb", _LINES[key])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.acted.emit("remove", None)
        elif number and text.isdigit():
            now = time.monotonic()
            self.acted.emit("digit", (int(text), now - self._last < QUICK))
            self._last = now
        elif number and text == "-":
            self.acted.emit("sign", None)
        elif number and text == "+":
            self.acted.emit("step", 1)
        elif text.strip() and text.isprintable():
            self.acted.emit("type", text)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        lit = self.hasFocus() or self.underMouse()
        with ink.painting(self) as pen:
            rect = QRectF(self.rect())
            if lit:
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("vermilion", 0.12 if self.hasFocus() else 0.07))
                pen.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
            pen.setFont(self._font())
            if self.quiet:
                pen.setPen(theme.color("vermilion" if lit else "faded"))
            else:
                pen.setPen(theme.color("ink"))
            side = Qt.AlignmentFlag.AlignLeft if self.chip.does == "head" else Qt.AlignmentFlag.AlignHCenter
            words = rect.adjusted(fonts.px(4), 0, -fonts.px(4), -fonts.px(3))
            pen.drawText(words, side | Qt.AlignmentFlag.AlignVCenter, self.chip.text)
            if not self.quiet or self.fault:
                self._paint_stroke(pen, rect)

    def _paint_stroke(self, pen: QPainter, rect: QRectF) -> None:
        theme, y = palette.current(), rect.bottom() - fonts.px(4)
        if self.fault:
            paint_wave(pen, QPointF(rect.left() + 4, y), rect.width() - 8, theme.color("vermilion"))
            return
        line = ink.line((rect.left() + 4, y), (rect.center().x(), y + 0.9), (rect.right() - 4, y))
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion" if self.hasFocus() else "faded", 1.0 if self.hasFocus() else 0.55))
        width = fonts.px(2.6 if self.hasFocus() else 1.5)
        pen.drawPath(ink.brush_stroke(line, width, self.chip.pointer, rough=0.09))
