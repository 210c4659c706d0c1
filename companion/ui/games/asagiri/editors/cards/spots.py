"""Places on a card that can be written on: each a small widget over what is painted there, with the keys it needs.

A spot says what it wants by signals and holds no data; `advance` asks for the next spot, `back` for the one before.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from companion.ui.kit.art.marks import paint_wave
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import follow

PLAIN = Qt.KeyboardModifier.NoModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Plus: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_Minus: -1}


class CardSpot(QWidget):
    """A place at a JSON pointer. `pressed`: a click, Enter or Space; `typed`: a letter that begins something."""

    pressed = Signal()
    typed = Signal(str)
    removed = Signal()
    moved = Signal(int)
    advance = Signal()
    back = Signal()

    def __init__(self, pointer: str, parent: QWidget, *, quiet: bool = False) -> None:
        """`quiet`: nothing is painted under the mouse, the spot is as large as a picture."""
        super().__init__(parent)
        self.pointer = pointer
        self._quiet = quiet
        self._fault = self._next = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def refresh(self) -> None:
        self.update()

    def say(self, name: str, hint: str = "") -> None:
        """What it is, and what can be done, for eyes and for screen readers."""
        self.setAccessibleName(name)
        self.setAccessibleDescription(hint)
        self.setToolTip(f"{name}\n{hint}" if hint else name)

    def set_fault(self, on: bool) -> None:
        if on != self._fault:
            self._fault = on
            self.update()

    def set_next(self, on: bool) -> None:
        if on != self._next:
            self._next = on
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held == Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif held & ~Qt.KeyboardModifier.ShiftModifier or not self.take(event):
            super().keyPressEvent(event)

    def take(self, event: QKeyEvent) -> bool:
        """Do what a key means here; False: nothing."""
        key, text = event.key(), event.text()
        if key in _ENTER or key == Qt.Key.Key_Space:
            self.pressed.emit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif key == Qt.Key.Key_Down:
            self.advance.emit()
        elif key == Qt.Key.Key_Up:
            self.back.emit()
        elif text and text.isprintable():
            self.typed.emit(text)
        else:
            return False
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            self.paint_marks(pen)

    def paint_marks(self, pen: QPainter) -> None:
        theme, rect = palette.current(), QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if self.underMouse() and not self._quiet and not self.hasFocus():
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion", 0.10))
            pen.drawRoundedRect(rect, 4, 4)
        if self._fault:
            paint_wave(pen, rect.bottomLeft() + QPointF(2, -1), rect.width() - 4, theme.color("vermilion"))
        if self._next:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion", 0.55), 1.2, Qt.PenStyle.DashLine))
            pen.drawRoundedRect(rect, 3, 3)
        if self.hasFocus():
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion", 0.16))
            pen.drawRoundedRect(rect, 3, 3)
            ink.corners(pen, rect, theme.color("vermilion"))


class DigitSpot(CardSpot):
    """A number: a digit writes it and goes on, plus, minus, up, down and the wheel step it. `numbered`: a value.

    Where numbers may have two digits that begin like the one typed, and `waits`, the keys stay for the second one; any
    other key goes on with it.
    """

    numbered = Signal(int)

    def __init__(self, pointer: str, parent: QWidget, *, most: int, waits: bool = False) -> None:
        super().__init__(pointer, parent)
        self.value, self.most, self._waits = 0, most, waits
        self._first: int | None = None
        self._held = self._came = False

    def take(self, event: QKeyEvent) -> bool:
        """Digits and steps; what means nothing here is for the next spot."""
        key, text = event.key(), event.text()
        if text.isdigit() and len(text) == 1:
            self._digit(int(text))
        elif key in _STEPS:
            self._set(self.value + _STEPS[Qt.Key(key)])
        elif key in _ENTER or key == Qt.Key.Key_Space:
            self.advance.emit()
        elif key == Qt.Key.Key_Backspace:
            self.back.emit()
        elif text and text.isprintable() and self._waits:
            self.advance.emit()
            self.typed.emit(text)
        else:
            return False
        return True

    def _digit(self, digit: int) -> None:
        if self._first is not None:
            both = self._first * 10 + digit
            self._first = None
            self._set(min(both, self.most))
            self.advance.emit()
            return
        self._set(digit)
        if self._waits and 0 < digit * 10 <= self.most:
            self._first = digit
        else:
            self.advance.emit()

    def _set(self, value: int) -> None:
        value = max(0, min(self.most, value))
        if value != self.value:
            self.numbered.emit(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus() and event.angleDelta().y():
            self._set(self.value + (1 if event.angleDelta().y() > 0 else -1))
            event.accept()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._came = event.reason() == Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._first = None
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held, self._came = not self._came, False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held:
            super().mouseReleaseEvent(event)


class LetterSpot(CardSpot):
    """One of a few things, each with its letter: the letter picks it and goes on; Space and arrows go through them."""

    lettered = Signal(str)

    def __init__(self, pointer: str, letters: dict[str, str], parent: QWidget) -> None:
        """`letters`: letter (small) to value, in the order in which they are gone through."""
        super().__init__(pointer, parent)
        self._letters = letters
        self.value = ""

    def take(self, event: QKeyEvent) -> bool:
        key, text = event.key(), event.text().lower()
        if text and text in self._letters:
            self.lettered.emit(self._letters[text])
            self.advance.emit()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(-1 if key == Qt.Key.Key_Left else 1)
        elif key in _ENTER or key == Qt.Key.Key_Down:
            self.advance.emit()
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Up):
            self.back.emit()
        else:
            return False
        return True

    def _step(self, way: int) -> None:
        values = list(self._letters.values())
        at = values.index(self.value) if self.value in values else -way
        self.lettered.emit(values[(at + way) % len(values)])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._step(1)


class NameSpot(QLineEdit):
    """The name, written where it stands. What is painted shows; the letters are seen only while it has the keys."""

    advance = Signal()
    back = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pointer = "/name"
        self.setMaxLength(120)
        self.setFrame(False)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        theme = palette.current()
        seen = self.hasFocus()
        colour, paper = (theme.ink, theme.surface) if seen else ("transparent", "transparent")
        line = f"2px solid {theme.vermilion}" if seen else "2px solid transparent"
        self.setStyleSheet(
            f"QLineEdit {{ background: {paper}; color: {colour}; border: none; border-bottom: {line}; padding: 0; }}"
            f"QLineEdit:hover {{ border-bottom: 2px solid {theme.vermilion if seen else theme.hairline}; }}"
        )

    def say(self, name: str, hint: str = "") -> None:
        self.setAccessibleName(name)
        self.setToolTip(name)

    def set_fault(self, on: bool) -> None:
        """Said below the card: a name that is missing is seen."""

    def set_height(self, high: float) -> None:
        font = fonts.font("name")
        font.setPixelSize(max(8, round(high)))
        self.setFont(font)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*_ENTER, Qt.Key.Key_Down):
            self.advance.emit()
        elif event.key() == Qt.Key.Key_Up:
            self.back.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.refresh()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.refresh()


class AddSpot(CardSpot):
    """Where one more thing is written: a plus and a word, faint until it is wanted."""

    def __init__(self, pointer: str, parent: QWidget) -> None:
        super().__init__(pointer, parent)
        self._words = ""

    def say_words(self, words: str) -> None:
        self._words = words
        self.update()

    def paint_marks(self, pen: QPainter) -> None:
        super().paint_marks(pen)
        theme = palette.current()
        lit = self.hasFocus() or self.underMouse()
        pen.setPen(theme.color("vermilion" if lit else "faded", 1.0 if lit else 0.75))
        pen.setFont(fonts.font("small", 12.5 / 12))
        pen.drawText(self.rect().adjusted(fonts.px(4), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, f"+ {self._words}")


def sent(spot: QWidget, text: str) -> None:
    """Type a letter into another spot: it was meant for that one."""
    QApplication.sendEvent(spot, QKeyEvent(QEvent.Type.KeyPress, 0, PLAIN, text))
