"""A deck out of a spreadsheet: what was pasted, the cards that it means, and its faults, before anything is taken."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from companion.model.core.words import LANGUAGES, Message, plural, say
from companion.model.games.sake.box import deck_table
from companion.model.games.sake.box.deck import CardType
from companion.model.games.sake.box.deck_draft import MOST_CARDS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import fold, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, follow

from .card_rows import CardDelegate, card_rows

MOST_COLUMNS = 20


class TableText(QPlainTextEdit):
    """The table as it was pasted; what is typed into it counts at once."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        theme = palette.current()
        self.setFont(fonts.font("digits", 0.88))
        self.setTabStopDistance(fonts.px(64))
        self.setStyleSheet(f"QPlainTextEdit {{ background: {theme.surface}; border: 1px solid {theme.hairline}; }}"
                           f"QPlainTextEdit:focus {{ border: 1px solid {theme.vermilion}; }}")  # fmt: skip

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)


class TablePage(Translated, QWidget):
    """`taken` carries the cards, and whether they take the place of the deck's; `left`: back to the deck."""

    taken = Signal(object, bool)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.types: Mapping[str, CardType] = {}
        self.table = deck_table.DeckTable()
        self._speaking = [tr.speaking(language) for language in LANGUAGES]
        self._there = 0
        self.hint = Label(self)
        self.text = says(TableText(self), name=say("Table of cards"),
                         hint=say("Paste the table of a spreadsheet here."))  # fmt: skip
        self.text.textChanged.connect(self.read)
        self.result = Label(self, role="ink", font="name")
        self.ignored = Label(self, font="small")
        self.preview = says(ListView(self), name=say("Cards of the table"))
        self.preview.set_delegate(CardDelegate(self.preview))
        self.faults = says(ListView(self), name=say("Problems"))
        self.faults.chosen.connect(self._show_fault)
        self.replace = InkButton(say("Replace the deck"), "primary", self)
        self.add = InkButton(say("Add to the deck"), "secondary", self)
        self.back = InkButton(say("Back to the deck"), "quiet", self, sign="chevron-left", clicked=self.left)
        self.replace.clicked.connect(lambda: self._take(True))
        self.add.clicked.connect(lambda: self._take(False))
        right = vbox(self.result, self.ignored, (self.preview, 1), (self.faults, 1), spacing=3)
        foot = fold(self.back, 1, self.add, self.replace)
        vbox(self.hint, (fold((self.text, 6), (right, 5), spacing=20), 1), foot,
             on=self, spacing=8)  # fmt: skip
        self.setFocusProxy(self.text)

    def _align(self) -> None:
        """Let each column be as wide as what stands in it."""
        metrics, option = QFontMetricsF(self.text.font()), self.text.document().defaultTextOption()
        wide: list[float] = []
        for line in self.text.toPlainText().splitlines()[: MOST_CARDS + 1]:
            for n, cell in enumerate(line.split("\t")[:-1][:MOST_COLUMNS]):
                wide += [0.0] * (n + 1 - len(wide))
                wide[n] = max(wide[n], metrics.horizontalAdvance(cell) + fonts.px(10))
        option.setTabs([QTextOption.Tab(at, QTextOption.TabType.LeftTab) for at in accumulate(wide)])
        self.text.document().setDefaultTextOption(option)

    def show_table(self, text: str, types: Mapping[str, CardType], there: int) -> None:
        """Begin with a text; `there`: so many cards the deck has now."""
        self.types, self._there = types, there
        self._speaking = [tr.speaking(language) for language in LANGUAGES]
        self.text.setPlainText(text)
        self._align()
        self.read()

    def read(self) -> None:
        """Read what is written now; nothing of it is taken."""
        if self.text.toPlainText().strip():
            self.table = deck_table.read_table(self.text.toPlainText(), list(self.types.values()), self._speaking)
        else:
            self.table = deck_table.DeckTable()
        self.retranslate()

    def retranslate(self) -> None:
        names = tuple(deck_table.COLUMNS[column] for column in deck_table.NEEDED)
        self.hint.setText(tr(say("A row a card. The first row names the columns: {columns}.", columns=names)))
        table = self.table
        self.result.setText(tr(self._result()))
        self.result.set_role("shaken" if table.faults else "ink")
        self.ignored.setText(tr(say("Left out: {columns}.", columns=table.ignored)) if table.ignored else "")
        self.ignored.setVisible(bool(table.ignored))
        self.preview.show_lines(card_rows(table.lines, self.types))
        self.preview.setVisible(not table.faults)
        self.faults.show_lines([
            Line(str(n), tr(fault.told), sign="warning", data=fault) for n, fault in enumerate(table.faults)
        ])  # fmt: skip
        self.faults.setVisible(bool(table.faults))
        sound = bool(table.lines)
        self.replace.setEnabled(sound)
        self.replace.setText(tr(say("Replace the deck") if self._there else say("Make it the deck")))
        self.add.setEnabled(sound)
        self.add.setVisible(bool(self._there))

    def _result(self) -> Message:
        if self.table.faults:
            return plural("One problem: nothing is taken until it is solved.",
                          "{count} problems: nothing is taken until they are solved.",
                          len(self.table.faults))  # fmt: skip
        return plural("{count} card", "{count} cards", len(self.table.lines))

    def _show_fault(self, id: str) -> None:
        """Bring the keys to the line at fault."""
        fault = self.table.faults[int(id)]
        block = self.text.document().findBlockByNumber(fault.line - 1)
        cursor = QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self.text.setTextCursor(cursor)
        self.text.setFocus()

    def _take(self, replace: bool) -> None:
        if self.table.lines:
            self.taken.emit(self.table.lines, replace)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
