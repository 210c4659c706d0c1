"""One slim line: commands are typed there, with what Enter would do and what may come next below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import says
from companion.ui.kit.widget import InkWidget

from .controller import Controller

_REMEMBERED = 200
"""Lines of the history."""
_GAP = 16


class Completion(Protocol):
    """A word that may come next."""

    @property
    def text(self) -> str:
        """What is written."""

    @property
    def start(self) -> int:
        """Where in the line it begins."""

    @property
    def refusal(self) -> Refusal | None:
        """Why it leads to nothing, if it does not."""


class Interpreter(Protocol):
    """A game's own understanding of a line."""

    def complete(self, text: str) -> Sequence[Completion]:
        """What may come next."""

    def preview(self, text: str) -> Message | None:
        """What Enter would do; None: nothing."""

    def run(self, text: str) -> tuple[Message, bool]:
        """Do a line, or leave the game as it is: what came of it, or why not, and whether it was done."""


class CommandEdit(QLineEdit):
    """The field. Keys that are not text are signals; Tab belongs to it, not to the chain of focus."""

    tabbed = Signal(int)
    recalled = Signal(int)
    left = Signal()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and _own(event):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                back = event.key() == Qt.Key.Key_Backtab or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.tabbed.emit(-1 if back else 1)
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.recalled.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
        if _own(event):
            event.accept()  # Enter too: a field lets go of it, and it would press something else


def _own(event: QKeyEvent) -> bool:
    """Whether a key is the field's, whatever it does there: all but those held with others, and function keys."""
    held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    return not held and not Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35


class Completions(InkWidget):
    """As many words as there is room for, or a sentence; `taken` carries the place of the word that was clicked."""

    taken = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: Sequence[Completion] = ()
        self._marked, self._wrong = -1, False
        self.enter = self.says = ""
        """What Enter does now, or nothing; the sentence shown instead, or nothing."""
        self._boxes: list[QRectF] = []
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def offer(self, words: Sequence[Completion], marked: int = -1, *, enter: str = "") -> None:
        """Show words; `marked` is where Tab has come to, `enter` what the line does as it stands."""
        self._words, self._marked, self.says, self.enter = words, marked, "", enter
        self._name(", ".join([*([enter] if enter else []), *(one.text for one in words[:9])]), enter)

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """Show a sentence."""
        self._words, self.says, self._wrong, self.enter = (), words, wrong, ""
        self._name(words, words)

    def _name(self, name: str, tip: str) -> None:
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(300), round(QFontMetricsF(fonts.font("small")).height()) + fonts.px(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = next((n for n, box in enumerate(self._boxes) if box.contains(event.position())), -1)
        if at >= 0:
            self.taken.emit(at)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        font = fonts.font("small")
        self._boxes = []
        if self.says:
            self._paint_sentence(pen, self.says, "vermilion" if self._wrong else "ink")
            return
        left, first = 0.0, max(0, self._marked - 5)
        if self.enter:
            left = self._paint_sentence(pen, f"⏎ {self.enter}", "ink") + 2 * _GAP
        self._boxes = [QRectF()] * first
        for n, one in enumerate(self._words[first:], first):
            font.setItalic(one.refusal is not None)
            font.setUnderline(n == self._marked)
            wide = QFontMetricsF(font).horizontalAdvance(one.text) + 2
            if left + wide > self.width():
                break
            box = QRectF(left, 0, wide, self.height())
            usable = one.refusal is None and not self.enter
            pen.setFont(font)
            pen.setPen(theme.color("vermilion" if n == self._marked else "ink" if usable else "faded"))
            pen.drawText(box, Qt.AlignmentFlag.AlignVCenter, one.text)
            self._boxes.append(box.adjusted(-_GAP / 2, 0, _GAP / 2, 0))
            left += wide + _GAP

    def _paint_sentence(self, pen: QPainter, words: str, role: Role) -> float:
        """Paint it at the left; its width."""
        metrics = QFontMetricsF(fonts.font("small"))
        pen.setFont(fonts.font("small"))
        pen.setPen(palette.current().color(role))
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, self.width())
        pen.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, words)
        return metrics.horizontalAdvance(words)


class CommandLine(QWidget):
    """Hidden until it is asked for. `closed` when the person is done with it.

    Enter does the line and nothing else; on an empty one, nothing. Tab takes the marked word, and again the next one.
    A line that is refused is selected, so that typing replaces it.
    """

    closed = Signal()

    def __init__(
        self, game: Controller[Any], interpreter: Interpreter, hint: Message, parent: QWidget | None = None
    ) -> None:
        """`hint`: examples, in the empty line."""
        super().__init__(parent)
        self._game, self._interpreter = game, interpreter
        self._words: Sequence[Completion] = ()
        self._cycle: tuple[str, Sequence[Completion], int] | None = None
        self._history: list[str] = []
        self._past = 0
        self.edit = says(CommandEdit(self), name=say("Command line"), hint=hint)
        self.offers = Completions(self)
        close = InkButton("", "quiet", self, sign="close", tip=say("Close"), name=say("Close"), clicked=self.close_line)
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        vbox(hbox((self.edit, 1), close, spacing=4), self.offers, on=self, spacing=0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.edit)
        self.edit.textEdited.connect(self._edited)
        self.edit.returnPressed.connect(self.submit)
        self.edit.tabbed.connect(self._tab)
        self.edit.recalled.connect(self._recall)
        self.edit.left.connect(self.close_line)
        self.offers.taken.connect(self._take)
        game.changed.connect(self._changed)
        self.hide()

    def open(self) -> None:
        """Show the line and let it have the keys."""
        self.show()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.look()

    def close_line(self) -> None:
        """Away with it; what was typed is forgotten."""
        self.edit.clear()
        self._cycle = None
        self.hide()
        self.closed.emit()

    def look(self) -> None:
        """Say what Enter would do, and offer what may come next."""
        self._words = self._interpreter.complete(self.edit.text())
        self.offers.offer(self._words, enter=self._preview())

    def _edited(self, text: str) -> None:
        self._cycle = None
        self._past = len(self._history)
        self.look()

    def _preview(self) -> str:
        text = self.edit.text()
        found = self._interpreter.preview(text) if text.strip() else None
        return "" if found is None else self._game.say(found)

    def _tab(self, by: int) -> None:
        if self._cycle is None and self._words:
            self._cycle = (self.edit.text(), self._words, -1 if by > 0 else 0)
        if self._cycle is not None:
            before, words, at = self._cycle
            self._put(before, words, (at + by) % len(words))

    def _take(self, at: int) -> None:
        if at < len(self._words):
            self._put(self.edit.text(), self._words, at)
            self._cycle = None
            self.look()
            self.edit.setFocus()

    def _put(self, before: str, words: Sequence[Completion], at: int) -> None:
        one = words[at]
        self.edit.setText(before[: one.start] + one.text + " ")
        self._cycle = (before, words, at)
        self.offers.offer(words, at, enter=self._preview())
        if one.refusal is not None:
            why = say("{why} ({rule})", why=one.refusal.why, rule=one.refusal.rule)
            self.offers.tell(self._game.say(why), wrong=True)

    def _recall(self, by: int) -> None:
        """A line typed before, or (past the last one) an empty line."""
        self._past = max(0, min(self._past + by, len(self._history)))
        self.edit.setText(self._history[self._past] if self._past < len(self._history) else "")
        self._cycle = None
        self.look()

    def submit(self) -> None:
        """Do what is typed, or say what is wrong with it."""
        text = self.edit.text()
        if not text.strip():
            return
        if not self._history or self._history[-1] != text.strip():
            self._history = [*self._history[-_REMEMBERED:], text.strip()]
        self._past, self._cycle = len(self._history), None
        told, done = self._interpreter.run(text)
        self.edit.clear() if done else self.edit.selectAll()
        self.offers.tell(self._game.say(told), wrong=not done)

    def _changed(self, *_: object) -> None:
        """What makes sense has changed with the state, as far as anybody looks."""
        self._cycle = None
        if self.isVisible() and self.edit.text():
            self.look()
