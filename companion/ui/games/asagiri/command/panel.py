"""One slim line in the bar: commands are typed there, with what may come next below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.model.games.asagiri.table.commands import Completion, Misunderstood, complete
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.theme import fonts

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
        """Keep every key that writes, moves in the text or ends it from the window's shortcuts; Tab as well."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _own(event):
            event.accept()
            return True
        tab = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        if isinstance(event, QKeyEvent) and tab and event.type() == QEvent.Type.KeyPress and _own(event):
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


class CommandPanel(QWidget):
    """Hidden until it is asked for. `closed` when the person is done with it.

    Enter does the line and nothing else; on an empty one, nothing. Tab takes the marked offer, and again the next one.
    A line that is refused is selected, so that typing replaces it.
    """

    closed = Signal()

    def __init__(self, game: Game, buttons: Mapping[str, Callable[[], object]], parent: QWidget | None = None) -> None:
        """`buttons`: the window's ``next``, ``undo``, ``redo``, ``roll`` and ``help``."""
        super().__init__(parent)
        self._game = game
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
        row.setSpacing(fonts.px(4))
        row.addWidget(self.edit, 1)
        row.addWidget(self.button)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(row)
        page.addWidget(self.offers)
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
        self.edit.setPlaceholderText(say_(say("What happens? Example: okko d5 n · okko oni · ffwt · help")))
        self.edit.setAccessibleName(say_(say("Command line")))
        self.button.setAccessibleName(say_(say("Close")))
        self.button.setToolTip(say_(say("Close")))

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

    def _edited(self, text: str) -> None:
        self._cycle = None
        self._past = len(self._history)
        self._look()

    def _look(self) -> None:
        """Say what Enter would do, and offer what may come next."""
        game, text = self._game, self.edit.text()
        self._offers = complete(game.state, text, free=game.tracking, language=game.words.language)
        self.offers.offer(self._offers, enter=self._preview())

    def _preview(self) -> str:
        text = self.edit.text()
        found = self._doer.preview(text) if text.strip() else None
        return "" if found is None else self._game.say(found)

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
        self.offers.offer(offers, at, enter=self._preview())
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
        """Do what is typed, or say what is wrong with it."""
        text = self.edit.text()
        if not text.strip():
            return
        if not self._history or self._history[-1] != text.strip():
            self._history = [*self._history[-_REMEMBERED:], text.strip()]
        self._past, self._cycle = len(self._history), None
        came = self._doer.run(text)
        if isinstance(came, Misunderstood):
            self.edit.selectAll()
            self.offers.tell(self._game.say(self._doer.refusal(text, came)), wrong=True)
        else:
            self.edit.clear()
            self.offers.tell(self._game.say(came))

    def _changed(self, *_: object) -> None:
        """What makes sense has changed with the state, as far as anybody looks."""
        self._cycle = None
        if self.isVisible() and self.edit.text():
            self._look()
