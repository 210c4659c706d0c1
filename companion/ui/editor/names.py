"""A name in several languages, written on one line: who writes it once has written it in all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.bands.column import NameEdit
from companion.ui.settings.choices import Choices
from companion.ui.settings.tongue import LANGUAGE_NAMES, Tongue
from companion.ui.theme import type

MOST_LETTERS = 120


class _Edit(NameEdit):
    """Enter says that the name is written."""

    done = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.done.emit()
            return
        super().keyPressEvent(event)


class NameLine(QWidget):
    """`edited` carries the name as a record holds it, `done`: Enter was pressed.

    The language of the window comes first: others that say the same, or nothing, follow it.
    """

    edited = Signal(object)
    done = Signal()

    def __init__(self, tongue: Tongue, languages: Sequence[str], parent: QWidget | None = None) -> None:
        """`languages`: those of the pack; the one of the window is shown, when it is among them."""
        super().__init__(parent)
        self._tongue = tongue
        self.languages = tuple(languages) or ("en",)
        self._names: dict[str, str] = {}
        self.edit = _Edit(self, share=22 / 24)
        self.edit.done.connect(self.done)
        self.edit.setMaxLength(MOST_LETTERS)
        self.edit.textEdited.connect(self._written)
        options = [(code, code.upper(), "") for code in self.languages]
        self.language = Choices(tongue, say("Language of the name"), options, self)
        self._first = tongue.language if tongue.language in self.languages else self.languages[0]
        self.language.show_choice(self._first)
        self.language.chosen.connect(self.show_language)
        self.language.setVisible(len(self.languages) > 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(type.px(10))
        row.addWidget(self.edit, 1)
        row.addWidget(self.language)
        tongue.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say what the line is for."""
        self.edit.setPlaceholderText(self._tongue(say("Name")))
        self.edit.setAccessibleName(self._tongue(say("Name")))
        for code, word in self.language.words.items():
            word.setToolTip(LANGUAGE_NAMES.get(code, code))

    def show_names(self, names: dict[str, str]) -> None:
        """Show a name; nothing is emitted."""
        self._names = dict(names)
        words = self._names.get(self.language.choice(), "")
        if self.edit.text().strip() != words.strip():
            self.edit.setText(words)

    def show_language(self, code: str) -> None:
        """Write in another language."""
        self.language.show_choice(code)
        self.edit.setText(self._names.get(code, ""))
        self.edit.setFocus()

    def _written(self, text: str) -> None:
        now = self.language.choice()
        before, words = self._names.get(now, ""), text.strip()
        names = dict(self._names)
        for code in self.languages:
            follows = now == self._first and names.get(code, "") in ("", before)
            if code == now or follows or (not names.get(code) and not before):
                names[code] = words
        self._names = {code: word for code, word in names.items() if word}
        self.edited.emit(dict(self._names))
