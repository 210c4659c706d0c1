"""A name in several languages, written on one line: who writes it once has written it in all of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.core.names import one_line
from companion.model.core.words import say
from companion.ui.games.asagiri.bands.column import NameEdit
from companion.ui.kit.choices import Choices
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import LANGUAGE_NAMES, says
from companion.ui.kit.widget import Translated

from .bench import Bench

MOST_LETTERS = 120


class _Edit(NameEdit):
    """Enter says that the name is written."""

    done = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.done.emit()
            return
        super().keyPressEvent(event)


class NameLine(Translated, QWidget):
    """`edited` carries the name as a record holds it, `done`: Enter was pressed.

    The language chosen here is the one that all texts of the desk are written in (`Bench.writing`).
    """

    edited = Signal(object)
    done = Signal()

    def __init__(self, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.languages = bench.languages
        self._names: dict[str, str] = {}
        self.edit = says(_Edit(self, share=22 / 24), name=say("Name"), hint=say("Name"))
        self.edit.done.connect(self.done)
        self.edit.setMaxLength(MOST_LETTERS)
        self.edit.textEdited.connect(self._written)
        options = [(code, code.upper(), "") for code in self.languages]
        self.language = Choices(say("Language of names and texts"), options, self)
        self.language.show_choice(bench.writing)
        self.language.chosen.connect(self.show_language)
        self.language.setVisible(len(self.languages) > 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.px(10))
        row.addWidget(self.edit, 1)
        row.addWidget(self.language)
        bench.writing_changed.connect(self._other_language)
        self.retranslate()

    def retranslate(self) -> None:
        for code, word in self.language.words.items():
            word.setToolTip(LANGUAGE_NAMES.get(code, code))

    def show_names(self, names: dict[str, str]) -> None:
        """Show a name; nothing is emitted."""
        self._names = dict(names)
        words = self._names.get(self._bench.writing, "")
        if self.edit.text().strip() != words.strip():
            self.edit.setText(words)

    def show_language(self, code: str) -> None:
        self._bench.write_in(code)
        self._other_language()
        self.edit.setFocus()

    def _other_language(self) -> None:
        self.language.show_choice(self._bench.writing)
        self.edit.setText(self._names.get(self._bench.writing, ""))

    def _written(self, text: str) -> None:
        self._names = self._bench.spoken(self._names, one_line(text))
        self.edited.emit(dict(self._names))
