"""A deck being typed: the card in hand and the texts it can have on the left, the whole deck on the right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

import msgspec
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, plural, say
from companion.model.games.sake.box import deck_draft, deck_entry
from companion.model.games.sake.box.deck import CardType
from companion.model.games.sake.box.deck_draft import DeckDraft
from companion.model.games.sake.box.deck_entry import Entry
from companion.ui.kit.accessibility import announce
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import LEFT, FlowRow, fold, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, follow

from ..vocabulary import TEXTS, card_text, type_name
from .card_blank import CardBlank
from .card_rows import CardDelegate, card_rows, heard

LEAST_PLAYERS = 3
NEARLY = 8
"""So many cards more or less, and the deck is taken for a whole one."""


class DeckEditor(Translated, QWidget):
    """`changed` carries another `DeckDraft`; `table_wanted`: the table on the clipboard, `file_wanted`: one in
    a file; `copied`, `saved`: the deck as a table.
    """

    changed = Signal(object)
    table_wanted = Signal()
    file_wanted = Signal()
    copied = Signal()
    saved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = DeckDraft({})
        self.types: Mapping[str, CardType] = {}
        self.own = False
        self.problems: list[Message] = []
        """What else keeps it from being used: a text that is gone."""
        self.at: int | None = None
        """The card of the deck that is typed over; None: a new one."""
        self.id = ""
        """Of the deck; of one that is not kept yet nothing."""
        self._begun: dict[str, Entry] = {}
        """By deck, a new card of which some is typed."""
        self.card = CardBlank(self)
        self.card.typed.connect(self._typed)
        self.card.stepped.connect(self._step)
        self.card.removed.connect(self.remove)
        self.hint = Label(self, font="small")
        self.texts = says(ListView(self), name=say("Card texts"))
        self.texts.takes_keys = False  # letters find a text; this is for the mouse
        self.texts.chosen.connect(self._choose_text)
        self.count = Label(self, role="ink", font="name", wrap=False)
        self.kinds = Label(self, font="small")
        self.cards = says(ListView(self), name=say("Cards of the deck"))
        self.cards.set_delegate(CardDelegate(self.cards))
        self.cards.held.connect(self._hold)
        self.cards.chosen.connect(self._edit)
        self.cards.deleted.connect(lambda _: self.remove())
        self.notes = Label(self, font="small", role="ink")
        quiet = partial(InkButton, kind="quiet", by_tab=True)
        self.paste = quiet(say("Paste a table"), parent=self, sign="copy",
                           tip=say("Take the whole deck from the clipboard of a spreadsheet"))  # fmt: skip
        self.open = quiet(say("Open a table…"), parent=self, sign="folder", clicked=self.file_wanted)
        self.copy = quiet(say("Copy as a table"), parent=self, sign="copy", clicked=self.copied)
        self.save = quiet(say("Save as a table…"), parent=self, sign="save", clicked=self.saved)
        self.paste.clicked.connect(lambda: self.table_wanted.emit())
        self.print = quiet(say("Print the cards"), parent=self, sign="print")
        self.tools = FlowRow(self, (self.paste, self.open, self.copy, self.save, self.print))
        self.rest = QWidget(self)
        """Keeps the card at the top where there is nothing below it."""
        left = vbox((self.card, LEFT), self.hint, (self.texts, 1), (self.rest, 1), spacing=4)
        right = vbox(hbox(self.count, 1), self.kinds, (self.cards, 1), self.notes, self.tools, spacing=3)
        fold(left, (right, 1), on=self, spacing=20)
        self.setFocusProxy(self.card)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        """What stands below the card is as wide as the card."""
        for part in (self.hint, self.texts):
            part.setMaximumWidth(self.card.sizeHint().width())

    # what is shown --------------------------------------------------------------------------------------------------

    def show_deck(self, id: str, draft: DeckDraft, types: Mapping[str, CardType], *, own: bool) -> None:
        """Show a deck; the card in hand is a new one where it can be changed, as it was left, else the first."""
        self.id = id
        self.draft, self.types, self.own = draft, types, own
        self.card.types, self.card.writable = types, own
        self.at = None if own or not draft.lines else 0
        last = draft.lines[-1].type if draft.lines else ""
        self._show_entry(self._new_entry(last) if self.at is None else deck_entry.entry_of(draft.lines[0]))
        self.retranslate()

    def _new_entry(self, last: str) -> Entry:
        """The card that was begun, if its text is still there."""
        begun = self._begun.get(self.id)
        return begun if begun is not None and (not begun.type or begun.type in self.types) else Entry(last)

    def put(self, draft: DeckDraft) -> None:
        """The deck was changed from elsewhere: the card in hand stays where there still is one."""
        self.draft = draft
        if self.at is not None:
            self._go(min(self.at, len(draft.lines) - 1) if draft.lines else None)
        self.retranslate()

    def _show_entry(self, entry: Entry) -> None:
        self.card.show_entry(entry, known=self.at is not None)
        self._show_texts()

    def retranslate(self) -> None:
        rows = card_rows(self.draft.lines, self.types)
        self.cards.show_lines(rows)
        self.card.setVisible(self.own or bool(rows))
        for part in (self.hint, self.texts, self.paste, self.open):
            part.setVisible(self.own)
        self.rest.setVisible(not self.own)
        self.hint.setText(tr(_hint(deck_entry.back_keys(self.card.backs))))
        self.count.setText(tr(plural("{count} card", "{count} cards", len(rows))))
        self.kinds.setText(self._kinds())
        self.notes.setText("\n".join(tr(why) for why in self._notes()))
        self.notes.setVisible(bool(self.notes.text()))
        for part in (self.copy, self.save):
            part.setEnabled(bool(rows))
        self.print.setEnabled(deck_draft.unplayable(self.draft.lines) is None and not self.problems)
        self.tools.refresh()
        self._mark()
        self._show_texts()

    def _kinds(self) -> str:
        counted: Counter[str] = Counter(kind.text for line in self.draft.lines if (kind := self.types.get(line.type)))
        parts = [
            say("{kind}: {count}", kind=word, count=counted[text]) for text, word in TEXTS.items() if counted[text]
        ]
        players = deck_draft.most_players(self.draft.lines)
        if players > LEAST_PLAYERS:
            parts.append(say("enough for 3 to {players} players", players=players))
        elif players:
            parts.append(say("enough for 3 players"))
        if not parts:
            return tr(say("No card yet: type the first one, or paste a table."))
        return " · ".join(map(tr, parts))

    def _notes(self) -> list[Message]:
        """Why nobody can play with it, else where it differs from the printed box."""
        if not self.draft.lines or not self.own:
            return []
        lines = self.draft.lines
        why, unlike = deck_draft.unplayable(lines), list(deck_draft.unlike_the_box(lines, self.types))
        if abs(len(lines) - deck_draft.BOXED) > NEARLY:
            unlike = unlike[:1]  # of a deck half typed, how many there are of a kind tells nothing
        return list(dict.fromkeys([*([why] if why is not None else self.problems), *unlike]))

    def _show_texts(self) -> None:
        entry = self.card.entry
        found = deck_entry.matches(self.card.texts, entry.typed)
        kinds = [(id, self.types[id]) for id in found]
        self.texts.show_lines([
            Line(id, tr(type_name(kind)), tr(card_text(kind)), chosen=id == entry.type) for id, kind in kinds
        ])  # fmt: skip
        if entry.type in found:
            self.texts.scrollTo(self.texts.rows.index(self.texts.row_of(entry.type)))

    # typing ---------------------------------------------------------------------------------------------------------

    def _typed(self, entry: Entry, complete: bool) -> None:
        card = entry.card
        if self.at is None:
            if complete and card is not None:
                self._begun.pop(self.id, None)
                self._change((*self.draft.lines, card))
                announce(self, heard(card, self.types.get(card.type)))
                self._show_entry(deck_entry.after(card))
                self.cards.scrollToBottom()
            else:
                self._begun[self.id] = entry
                self._show_entry(entry)
            return
        n = self.at
        if card is not None and card != self.draft.lines[n]:
            self._change((*self.draft.lines[:n], card, *self.draft.lines[n + 1 :]))
        if complete:
            self._go(n + 1 if n + 1 < len(self.draft.lines) else None)
        else:
            self._show_entry(entry)

    def _choose_text(self, id: str) -> None:
        self.card.setFocus()
        self.card.choose(id)

    def _step(self, way: int) -> None:
        """To the card before or after; below the last one a new one is typed."""
        count = len(self.draft.lines)
        n = (count if self.at is None else self.at) + way
        if 0 <= n < count:
            self._go(n)
        elif n >= count and self.own:
            self._go(None)

    def _go(self, n: int | None) -> None:
        self.at = n
        last = self.draft.lines[-1].type if self.draft.lines else ""
        self._show_entry(self._new_entry(last) if n is None else deck_entry.entry_of(self.draft.lines[n]))
        self._mark()

    def _mark(self) -> None:
        """The row of the card in hand."""
        self.cards.mark("" if self.at is None else str(self.at))
        if self.at is None:
            self.cards.scrollToBottom()
        else:
            self.cards.scrollTo(self.cards.rows.index(self.at))

    def _hold(self, id: str) -> None:
        if self.cards.hasFocus() and id and int(id) != self.at:
            self._go(int(id))

    def _edit(self, id: str) -> None:
        self._go(int(id))
        self.card.setFocus()

    def remove(self) -> None:
        """Take the card in hand out of the deck."""
        if self.at is None or not self.own:
            return
        n = self.at
        lines = (*self.draft.lines[:n], *self.draft.lines[n + 1 :])
        self.at = min(n, len(lines) - 1) if lines else None
        self._change(lines)
        self._go(self.at)

    def _change(self, lines: tuple[deck_draft.CardLine, ...]) -> None:
        if len(lines) > deck_draft.MOST_CARDS:
            return
        self.draft = msgspec.structs.replace(self.draft, lines=lines)
        self.changed.emit(self.draft)
        self.retranslate()

    def event(self, event: QEvent) -> bool:
        typed = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_typed(event)
        if typed:
            event.accept()  # what is typed over a card is no shortcut of the window
            return True
        return bool(super().event(event))

    def _is_typed(self, event: QKeyEvent) -> bool:
        """Whether a key on the list means the card that it stands on."""
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        return self.own and self.cards.hasFocus() and event.text().isalnum() and not held

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste) and self.own:
            self.table_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Copy) and self.draft.lines:
            self.copied.emit()
        elif self._is_typed(event):
            self.card.setFocus()
            self.card.keyPressEvent(event)
        else:
            super().keyPressEvent(event)


def _hint(keys: tuple[str, ...]) -> Message:
    return say(
        "First letters of the text, four digits, back {push}, {brawl} or {doze}. Same text again: begin with a digit.",
        push=keys[0].upper(), brawl=keys[1].upper(), doze=keys[2].upper(),
    )  # fmt: skip
