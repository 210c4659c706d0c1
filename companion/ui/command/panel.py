"""One slim line above the dice: commands are typed there, with what may come next below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.contract import Roll
from companion.model.core.words import say
from companion.model.systems.asagiri.commands import Completion, Misunderstood, Typing, complete, understand
from companion.model.systems.asagiri.commands.lexicon import ELEMENTS
from companion.ui.table.game import Game
from companion.ui.theme import type
from companion.ui.theme.widgets import InkButton

from .doing import Doer
from .offers import Offers

_REMEMBERED = 200
"""Lines of the history."""


class CommandEdit(QLineEdit):
    """The field. Keys that are not text are signals; Tab belongs to it, not to the chain of focus."""

    tabbed = Signal(int)
    recalled = Signal(int)
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Keep Tab, and every key that writes, from the window's shortcuts."""
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                back = event.key() == Qt.Key.Key_Backtab or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.tabbed.emit(-1 if back else 1)
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down go through what was typed before; Esc leaves."""
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.recalled.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class CommandPanel(QWidget):
    """Hidden until it is asked for. `closed` when the person is done with it.

    Enter does the line; on an empty one, the next step. Tab takes the marked offer, and again the next one. Dice that
    are asked for and typed in digits, or as letters that are no word, count without Enter.
    """

    closed = Signal()

    def __init__(self, game: Game, buttons: Mapping[str, Callable[[], object]], parent: QWidget | None = None) -> None:
        """`buttons`: the window's ``next``, ``undo``, ``redo`` and ``roll``."""
        super().__init__(parent)
        self._game, self._buttons = game, buttons
        self._doer = Doer(game, buttons)
        self._offers: list[Completion] = []
        self._cycle: tuple[str, list[Completion], int] | None = None
        self._history: list[str] = []
        self._past = 0
        self.edit = CommandEdit(self)
        self.offers = Offers(self)
        self.button = InkButton("", "quiet", self, sign="close")
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(self.close_line)
        row = QHBoxLayout()
        row.setSpacing(type.px(4))
        row.addWidget(self.edit, 1)
        row.addWidget(self.button)
        page = QVBoxLayout(self)
        page.setContentsMargins(type.px(12), 0, type.px(12), 0)
        page.setSpacing(0)
        page.addWidget(self.offers)
        page.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.edit)
        self.edit.textEdited.connect(self._edited)
        self.edit.returnPressed.connect(self.submit)
        self.edit.tabbed.connect(self._tab)
        self.edit.recalled.connect(self._recall)
        self.edit.left.connect(self.close_line)
        self.offers.taken.connect(self._take)
        game.changed.connect(self._changed)
        game.settings_changed.connect(self.rename)
        self.rename()
        self.hide()

    def rename(self) -> None:
        """Say everything in the language of the window."""
        say_ = self._game.say
        self.edit.setPlaceholderText(say_(say("What happens? For example: okko d5 n · attack okko oni · ffwt")))
        self.edit.setAccessibleName(say_(say("Command line")))
        self.button.setAccessibleName(say_(say("Close")))
        self.button.setToolTip(say_(say("Close")))

    # opening and closing -------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Show the line and let it have the keys."""
        self.show()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._look()

    def close_line(self) -> None:
        """Away with it; what was typed is forgotten."""
        self.edit.clear()
        self._cycle = None
        self.hide()
        self.closed.emit()

    # typing --------------------------------------------------------------------------------------------------------

    def _edited(self, text: str) -> None:
        self._cycle = None
        self._past = len(self._history)
        if self._is_whole_roll(text):
            self.submit()
        else:
            self._look()

    def _is_whole_roll(self, text: str) -> bool:
        """All the dice asked for, and nothing that could become a word."""
        pending, typed = self._game.pending, text.strip().lower()
        if not isinstance(pending, Roll) or any(
            word.startswith(typed) and word != typed
            for words in ELEMENTS.values() for known in words.values() for word in known.split()
        ):  # fmt: skip
            return False
        return isinstance(understand(self._game.state, text, free=self._game.tracking), Typing)

    def _look(self) -> None:
        """Offer what may come next."""
        game, text = self._game, self.edit.text()
        self._offers = complete(game.state, text, free=game.tracking, language=game.words.language)
        self.offers.offer(self._offers)

    def _tab(self, by: int) -> None:
        if self._cycle is None:
            if not self._offers:
                return
            self._cycle = (self.edit.text(), self._offers, -1 if by > 0 else 0)
        before, offers, at = self._cycle
        self._put(before, offers, (at + by) % len(offers))

    def _take(self, at: int) -> None:
        if at < len(self._offers):
            self._put(self.edit.text(), self._offers, at)
            self._cycle = None
            self._look()
            self.edit.setFocus()

    def _put(self, before: str, offers: list[Completion], at: int) -> None:
        one = offers[at]
        self.edit.setText(before[: one.start] + one.text + " ")
        self._cycle = (before, offers, at)
        self.offers.offer(offers, at)
        if one.refusal is not None:
            why = say("{why} ({rule})", why=one.refusal.why, rule=one.refusal.rule)
            self.offers.tell(self._game.say(why), wrong=True)

    def _recall(self, by: int) -> None:
        """A line typed before, or (past the last one) an empty line."""
        self._past = max(0, min(self._past + by, len(self._history)))
        self.edit.setText(self._history[self._past] if self._past < len(self._history) else "")
        self._cycle = None
        self._look()

    def submit(self) -> None:
        """Do what is typed; without words, the next step."""
        text = self.edit.text()
        if not text.strip():
            self._buttons["next"]()
            self.edit.setFocus()
            return
        if not self._history or self._history[-1] != text.strip():
            self._history = [*self._history[-_REMEMBERED:], text.strip()]
        self._past, self._cycle = len(self._history), None
        done, came = self._doer.run(text)
        self.edit.setText(text[done:].lstrip())
        if isinstance(came, Misunderstood):
            gone = len(text) - len(self.edit.text())
            self.edit.setSelection(came.start - gone, came.end - came.start)
            why = say("{why} ({rule})", why=came.why, rule=came.rule) if came.rule else came.why
            self.offers.tell(self._game.say(why), wrong=True)
        else:
            self.offers.tell(self._game.say(came))
        if self.isVisible():
            self.edit.setFocus()

    def _changed(self, *_: object) -> None:
        """What makes sense has changed with the state, as far as anybody looks."""
        self._cycle = None
        if self.isVisible() and self.edit.text():
            self._look()
