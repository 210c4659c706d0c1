"""The page a skill is written on: lines of words with chips (the parts that can be changed), wrapped as a letter is."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.model.core.words import say
from companion.ui.games.asagiri.editors.cards.sentence import Chip, Sentence, SentenceLine
from companion.ui.kit.art.marks import paint_wave
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import LiteralText, discard, follow

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


class ChipButton(LiteralText, QAbstractButton):
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


HEAD, STEP, GAP = 96, 28, 5


@dataclass(slots=True)
class _Placed:
    """A line where it lies: its words, and how high it is."""

    line: SentenceLine
    top: float
    height: float = 0.0
    words: list[tuple[QPointF, str, bool]] = field(default_factory=list)


class SkillPage(QWidget):
    """See the module. `acted` carries a chip and what is done to it (`press`, or as `ChipButton.acted`), and with what.
    `left`: beyond the last chip; `reached` carries the widget that has the keys now.
    """

    acted = Signal(object, str, object)
    left = Signal()
    reached = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence: Sentence | None = None
        self.chips: dict[tuple[str, str], ChipButton] = {}
        self._placed: list[_Placed] = []
        self._faults: dict[tuple[str, str], str] = {}
        self.tools = _Tools(self)
        self.tools.used.connect(self._use_tool)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        follow(self)

    def refresh(self) -> None:
        self._flow(self.width(), place=True)
        self.updateGeometry()
        self.update()

    def show_sentence(self, sentence: Sentence) -> None:
        """Show other words; the keys stay where they were, as far as it is still there."""
        held = next((chip.chip for chip in self.chips.values() if chip.hasFocus()), None)
        before = [chip.key for chip in self.sentence.chips] if self.sentence is not None else []
        self.sentence = sentence
        wanted = {chip.key: chip for chip in sentence.chips}
        gone = [key for key in self.chips if key not in wanted]
        for key, chip in wanted.items():
            if key in self.chips:
                self.chips[key].show_chip(chip)
            else:
                self.chips[key] = self._button(chip)
        if held is not None and held.key not in wanted:
            self._focus_near(held, before, wanted)
        for key in gone:
            button = self.chips.pop(key)
            discard(button)
        self.chips = {chip.key: self.chips[chip.key] for chip in sentence.chips}
        buttons = list(self.chips.values())
        for one, other in itertools.pairwise(buttons):
            QWidget.setTabOrder(one, other)
        self._mark()
        self._flow(self.width(), place=True)
        self.updateGeometry()
        self.update()

    def _button(self, chip: Chip) -> ChipButton:
        button = ChipButton(chip, self)
        button.clicked.connect(lambda: self._act(button, "press", ""))
        button.acted.connect(lambda what, value: self._act(button, what, value))
        button.installEventFilter(self)
        button.show()
        return button

    def _act(self, button: ChipButton, what: str, value: Any) -> None:
        if what == "walk":
            self.walk(button.chip, value)
        elif what == "climb":
            self._climb(button, value)
        else:
            self.acted.emit(button.chip, what, value)

    def show_faults(self, faults: Mapping[tuple[str, str], str]) -> None:
        """Mark the chips with these keys: what is wrong there, in words."""
        self._faults = dict(faults)
        self._mark()

    def _mark(self) -> None:
        for key, button in self.chips.items():
            button.set_fault(self._faults.get(key, ""))

    def focus_chip(self, key: tuple[str, str]) -> bool:
        """Bring the keys to a chip; whether it is there."""
        button = self.chips.get(key)
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        return button is not None

    def focus_line(self, pointer: str) -> None:
        """Bring the keys to the first word that can be changed of what lies at a pointer, or to its head."""
        inside = [key for key in self.chips if key[0].startswith(f"{pointer}/") and not self.chips[key].quiet]
        self.focus_chip(inside[0] if inside else (pointer, "head"))

    def focus_first(self) -> None:
        """Bring the keys to what is paid: most skills begin with that."""
        cost = next((button for button in self.chips.values() if button.chip.does in ("cost", "slot")), None)
        first = cost or next(iter(self.chips.values()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def walk(self, chip: Chip, way: int) -> None:
        """To the next word that can be changed, or to the one before; beyond the last one the page is left."""
        keys = list(self.chips)
        n = keys.index(chip.key) + way if chip.key in keys else 0
        if n >= len(keys):
            self.left.emit()
        elif n >= 0:
            self.chips[keys[n]].setFocus(Qt.FocusReason.TabFocusReason)

    def go_on(self, chip: Chip) -> None:
        """To the next word of the sentence: ways to more are passed by."""
        keys = list(self.chips)
        n = keys.index(chip.key) + 1 if chip.key in keys else 0
        while n < len(keys) and self.chips[keys[n]].quiet:
            n += 1
        if n < len(keys):
            self.chips[keys[n]].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.walk(chip, 1)

    def _climb(self, button: ChipButton, way: int) -> None:
        """To the nearest chip of the line above or below."""
        middle = button.geometry().center()
        rows = [other for other in self.chips.values() if (other.geometry().center().y() - middle.y()) * way > 6]
        if not rows:
            if way > 0:
                self.left.emit()
            return
        near = min(rows, key=lambda other: (abs(other.geometry().center().y() - middle.y()),
                                            abs(other.geometry().center().x() - middle.x())))  # fmt: skip
        near.setFocus(Qt.FocusReason.TabFocusReason)

    def _focus_near(self, held: Chip, before: list[tuple[str, str]], wanted: Mapping[tuple[str, str], Chip]) -> None:
        at = before.index(held.key) if held.key in before else 0
        around = [*reversed(before[:at]), *before[at:]]
        near = next((key for key in around if key in wanted), None)
        if near is not None:
            self.chips[near].setFocus(Qt.FocusReason.OtherFocusReason)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._flow(width, place=False))

    def sizeHint(self) -> QSize:
        wide = max(self.width(), fonts.px(360))
        return QSize(fonts.px(460), self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), self.heightForWidth(max(self.width(), fonts.px(300))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow(self.width(), place=True)

    def _flow(self, width: int, *, place: bool) -> float:
        """Set all lines in a width; with `place` the chips go where they belong."""
        y = 2.0
        placed: list[_Placed] = []
        for line in self.sentence.lines if self.sentence is not None else ():
            row = _Placed(line, y)
            self._flow_line(row, width, place=place)
            placed.append(row)
            y += row.height
        if place:
            self._placed = placed
            self._show_tools()
        return y + fonts.px(6)

    def _flow_line(self, row: _Placed, width: int, *, place: bool) -> None:
        line, metrics = row.line, QFontMetrics(word_font())
        high = float(metrics.height() + fonts.px(7))
        indent = fonts.px(STEP) * line.depth
        y = row.top
        if isinstance(line.head, Chip):
            self._put(line.head, indent, y, place=place)
        elif line.head:
            row.words.append((QPointF(indent + fonts.px(4), y), line.head, True))
        start = indent + (fonts.px(HEAD) if not line.depth else fonts.px(HEAD - STEP))
        x, right = start, width - fonts.px(86)
        for token in line.tokens:
            if isinstance(token, Chip):
                wide = self.chips[token.key].sizeHint().width()
            else:
                wide = metrics.horizontalAdvance(token) + fonts.px(2)
            if x + wide > right and x > start:
                x, y = start, y + high
            if isinstance(token, Chip):
                self._put(token, x, y, place=place)
            else:
                row.words.append((QPointF(x + 1, y), token, False))
            x += wide + fonts.px(GAP)
        row.height = y - row.top + high + fonts.px(2)

    def _put(self, chip: Chip, x: float, y: float, *, place: bool) -> None:
        if place:
            button = self.chips[chip.key]
            size = button.sizeHint()
            room = max(fonts.px(40), self.width() - round(x) - fonts.px(4))
            button.setGeometry(round(x), round(y), min(size.width(), room), size.height())

    def _row_at(self, y: float) -> _Placed | None:
        return next((row for row in self._placed if row.top <= y < row.top + row.height), None)

    def _show_tools(self, row: _Placed | None = None) -> None:
        """The tools stand at the end of the line with the mouse or the keys, when it can be moved."""
        if row is None:
            held = next((button for button in self.chips.values() if button.hasFocus()), None)
            row = self._row_at(held.geometry().center().y()) if held is not None else None
        if row is None or not row.line.item:
            self.tools.hide()
            return
        self.tools.pointer = row.line.item
        size = self.tools.sizeHint()
        self.tools.setGeometry(self.width() - size.width(), round(row.top), size.width(), size.height())
        self.tools.show()
        self.tools.raise_()

    def _use_tool(self, what: str) -> None:
        button = self.chips.get((self.tools.pointer, "head"))
        if button is None:
            return
        self._act(button, "remove" if what == "remove" else "move", {"up": -1, "down": 1}.get(what))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._show_tools(self._row_at(event.position().y()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._show_tools()
        super().leaveEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.Enter) and isinstance(watched, ChipButton):
            self._show_tools(self._row_at(watched.geometry().center().y()))
            if event.type() == QEvent.Type.FocusIn:
                self.reached.emit(watched)
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        high = QFontMetrics(word_font()).height() + fonts.px(7)
        with ink.painting(self) as pen:
            for row in self._placed:
                for at, words, head in row.words:
                    pen.setFont(head_font() if head else word_font())
                    pen.setPen(theme.color("faded"))
                    rect = QRectF(at.x(), at.y(), self.width(), high - fonts.px(3))
                    pen.drawText(rect, Qt.AlignmentFlag.AlignVCenter, words)
                pen.setPen(QPen(theme.color("hairline"), 1))
                for depth in range(row.line.depth):
                    x = fonts.px(STEP) * depth + fonts.px(10)
                    pen.drawLine(QPointF(x, row.top), QPointF(x, row.top + row.height))


class _Tools(QWidget):
    """Up, down, away: for hands that have no keys."""

    used = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pointer = ""
        self.buttons = {
            what: InkButton("", "quiet", sign=sign, name=words, tip=words)
            for what, sign, words in (
                ("up", "chevron-up", say("Move up")), ("down", "chevron-down", say("Move down")),
                ("remove", "close", say("Remove it")),
            )
        }  # fmt: skip
        for what, button in self.buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setFixedSize(fonts.target(26), fonts.target(28))
            button.clicked.connect(lambda _=False, what=what: self.used.emit(what))
        hbox(*self.buttons.values(), on=self, spacing=0)
        self.hide()
