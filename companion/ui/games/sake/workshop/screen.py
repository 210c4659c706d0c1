"""The workshop of Saké & Samouraï: what lies in the owner's box on the left, one of it on the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QSizePolicy

from companion.model.content.library import called
from companion.model.content.pack_folder import WorkshopError
from companion.model.content.source import ENDINGS
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import LANGUAGES, Message, Name, one_line, say
from companion.model.games.sake.box.deck_draft import DeckDraft
from companion.model.games.sake.box.own_box import DECK, KINDS, LOCATION, SHEET, TEXT, OwnBox
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import NameEdit
from companion.ui.kit.layouts import LEFT, OnePage, fold, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label

from . import BLANK, FROM_TABLE, HEADS, NEW
from .deck_editor import DeckEditor
from .exchange import TABLES, Exchange
from .record_forms import LocationForm, RecordForm, SheetForm, TextForm, named
from .table_page import TablePage

MOST_LETTERS = 60
MOST_PROBLEMS = 3
LIST = 232
"""Pixels that the list is wide at text scale 1."""
Value = Any
"""What a record is: JSON, of a deck its draft; None: it is not there."""


class SakeWorkshop(Screen):
    """Everything that is changed is kept at once, and can be undone."""

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(title=say("Workshop"))
        self.box = OwnBox(workshop)
        self.at: tuple[str, str] | None = None
        """Kind and id of what lies on the desk."""
        self._new_deck: DeckDraft | None = None
        """A deck on the desk of which no card is typed yet: it is not kept, nor has it an id."""
        self._done: list[tuple[str, str, Value, Value]] = []
        self._undone: list[tuple[str, str, Value, Value]] = []
        self.records = says(ListView(self), name=say("Workshop"))
        self.records.chosen.connect(self._chosen)
        self.records.deleted.connect(lambda id: self.remove(*_split(id)))
        self.new = InkButton(say("New…"), "secondary", self, sign="plus", clicked=self.ask_what)
        self.take = InkButton(say("Import a pack…"), "quiet", self, sign="folder")
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        self.name = says(NameEdit(self, share=22 / 24), name=say("Name"), hint=say("Name"))
        self.name.setMaxLength(MOST_LETTERS)
        self.name.editingFinished.connect(self._rename)
        self.title = Heading("", self, level=2)
        self.facts = Label(self, font="small")
        self.duplicate = InkButton(say("Duplicate"), "quiet", self, sign="copy", clicked=self.copy)
        self.export = InkButton(say("Export as one file…"), "quiet", self, sign="export",
                                tip=say("Your box as one file, for another computer or a friend"))  # fmt: skip
        self.delete = InkButton(say("Delete"), "quiet", self, sign="trash", clicked=self._remove_shown)
        self.deck = DeckEditor(self)
        self.table = TablePage(self)
        self.forms: dict[str, RecordForm] = {SHEET: SheetForm(self), LOCATION: LocationForm(self), TEXT: TextForm(self)}
        self.pages = OnePage(self)
        for page in (self.deck, self.table, *self.forms.values()):
            self.pages.addWidget(page)
        for form in self.forms.values():
            form.changed.connect(self._record_changed)
        self.deck.changed.connect(self._deck_changed)
        self.exchange = Exchange(self, self)
        left = vbox(Heading(say("Workshop"), self, level=2, kanji="筆"), (self.records, 1), (self.new, LEFT),
                    (self.take, LEFT), (home, LEFT), spacing=6)  # fmt: skip
        head = fold((vbox(self.name, self.title, self.facts, spacing=0), 1), self.duplicate, self.export, self.delete,
                    spacing=4)  # fmt: skip
        right = vbox(head, (self.pages, 1), spacing=10)
        self.records.delegate.least = self.records.delegate.wide = LIST
        self.records.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        fold(left, (right, 1), on=self, spacing=26, margins=(30, 16, 30, 14))
        self.setAcceptDrops(True)
        self.enter()

    def enter(self) -> None:
        """Look at the packs as they are now; the first deck of one's own, else the house deck, lies on the desk."""
        if self.at is None or (self._new_deck is None and self.box.record(*self.at) is None):
            first = next(iter(self.box.entries(DECK)), None)
            if first is not None:
                self.show_record(first.kind, first.id)
        self.retranslate()

    # the list and the desk ------------------------------------------------------------------------------------------

    def show_records(self) -> None:
        """The list: kinds, one's own records first."""
        lines = []
        for kind in KINDS:
            entries = self.box.entries(kind)
            lines.append(Line("", tr(HEADS[kind]), heading=True))
            if kind == DECK and self._new_deck is not None and self.at is not None:
                lines.append(
                    Line(_joined(*self.at), tr(Name.of(dict(self._new_deck.names))), chosen=True, sign="brush")
                )
            for one in entries:
                lines.append(Line(
                    _joined(kind, one.id), tr(one.name), "" if one.own or one.shipped else tr(one.pack),
                    sign="brush" if one.own else "", chosen=(kind, one.id) == self.at,
                ))  # fmt: skip
        self.records.show_lines(lines)
        if self.at is not None and (row := self.records.row_of(_joined(*self.at))) >= 0:
            self.records.doItemsLayout()  # else it would scroll among the rows of before
            if row <= 1:
                self.records.scrollToTop()
            else:
                self.records.scrollTo(self.records.rows.index(row))

    def show_record(self, kind: str, id: str) -> None:
        """Put a record on the desk."""
        self.at, self._new_deck = (kind, id), None
        self._show_desk()
        self.show_records()

    @property
    def shown_deck(self) -> str:
        """The deck on the desk; nothing when another record lies there, or no card of it is typed yet."""
        return self.at[1] if self.at is not None and self.at[0] == DECK and self._new_deck is None else ""

    def _show_desk(self) -> None:
        if self.at is None:
            return
        kind, id = self.at
        own = self._new_deck is not None or self.box.is_own(id)
        if kind == DECK:
            draft = self._new_deck or self.box.deck(id)
            self.deck.problems = self._problems()
            self.deck.show_deck(id, draft, self.box.types(), own=own)
            self.pages.setCurrentWidget(self.deck)
        else:
            self.forms[kind].show_record(self.box.record(kind, id) or {}, own=own)
            self.pages.setCurrentWidget(self.forms[kind])
        self._show_head()

    def _problems(self) -> list[Message]:
        """What keeps a deck of one's own from being used, beside what it lacks."""
        if self.at is None or self._new_deck is not None or not self.box.is_own(self.at[1]):
            return []
        found = [one.what for one in self.box.findings(*self.at) if one.broken]
        return list(dict.fromkeys(found))[:MOST_PROBLEMS]

    def _show_head(self) -> None:
        if self.at is None:
            return
        kind, id = self.at
        own = self._new_deck is not None or self.box.is_own(id)
        name = self.shown_name
        self.name.setVisible(own)
        self.title.setVisible(not own)
        if self.name.text() != name:
            self.name.setText(name)
        self.title.setText(name)
        entry = next((one for one in self.box.entries(kind) if one.id == id), None)
        self.facts.setText("" if own or entry is None else
                           tr(say("{pack}: duplicate it to change it.", pack=entry.pack)))  # fmt: skip
        self.facts.setVisible(bool(self.facts.text()))
        self.delete.setVisible(own)
        self.export.setVisible(own and self._new_deck is None)
        self.duplicate.setVisible(self._new_deck is None)

    @property
    def shown_name(self) -> str:
        """What lies on the desk is called so."""
        assert self.at is not None
        kind, id = self.at
        names = self._new_deck.names if self._new_deck is not None else None
        return tr(Name.of(dict(names)) if names is not None else called(self.box.record(kind, id), id))

    def _chosen(self, id: str) -> None:
        self.show_record(*_split(id))
        self.setFocus()

    # changing -------------------------------------------------------------------------------------------------------

    def _value(self, kind: str, id: str) -> Value:
        if self.box.record(kind, id) is None:
            return None
        return self.box.deck(id) if kind == DECK else self.box.record(kind, id)

    def _write(self, kind: str, id: str, value: Value) -> bool:
        """Keep a record, or take it away; False, and the person is told why, when that cannot be."""

        def write() -> None:
            if value is None:
                self.box.delete(kind, id)
            elif kind == DECK:
                self.box.keep_deck(id, value)
            else:
                self.box.keep(kind, value)

        return self.do(write)

    def change(self, kind: str, id: str, value: Value) -> bool:
        """Keep a changed record so that it can be undone."""
        before = self._value(kind, id)
        if before == value:
            return True
        if not self._write(kind, id, value):
            return False
        self._done.append((kind, id, before, value))
        self._undone.clear()
        return True

    def undo(self) -> None:
        self._again(self._done, self._undone, 2)

    def redo(self) -> None:
        self._again(self._undone, self._done, 3)

    def _again(self, from_: list[Any], to: list[Any], which: int) -> None:
        if not from_:
            return
        step = from_[-1]
        kind, id, value = step[0], step[1], step[which]
        draft = self.deck.draft
        if not self._write(kind, id, value):
            return
        to.append(from_.pop())
        if self.at == (kind, id) and kind == DECK and value is not None:
            self._new_deck = None
            self.deck.put(value)
            self._show_head()
        elif value is not None:
            self.show_record(kind, id)
        elif self.at == (kind, id) and kind == DECK and len(draft.lines) == 1:
            self._new_deck = DeckDraft(draft.names)  # the first card is taken back: the deck stays to be typed
            self._show_desk()
        elif self.at == (kind, id):
            self.at = None
            self.enter()
        self.show_records()

    def _deck_changed(self, draft: DeckDraft) -> None:
        if self.at is None:
            return
        kind, id = self.at
        if not draft.lines and self._new_deck is not None:
            return
        if not id and not (id := self._place_deck(draft)):
            self._show_desk()
            return
        if self.change(kind, id, draft if draft.lines else None):
            fresh, self._new_deck = self._new_deck is not None, None if draft.lines else draft
            if fresh or not draft.lines:
                self.show_records()
                self._show_head()
        else:
            self._show_desk()

    def _place_deck(self, draft: DeckDraft) -> str:
        """Give the deck on the desk an id, now that there is something of it to keep."""
        id = self._new_id(DECK, draft.names)
        if id:
            self.at = (DECK, id)
            self.deck.id = id
        return id

    def _record_changed(self, record: Json) -> None:
        if self.at is not None and self.change(*self.at, record):
            kind, _ = self.at
            self.forms[kind].show_record(record, own=True)

    def _rename(self) -> None:
        if self.at is None:
            return
        kind, id = self.at
        name = one_line(self.name.text())
        if not name or name == self.shown_name:
            self.name.setText(self.shown_name)
            return
        names = dict.fromkeys(LANGUAGES, name)
        if self._new_deck is not None:
            self._new_deck = msgspec.structs.replace(self._new_deck, names=names)
            self.deck.draft = self._new_deck
        elif kind == DECK:
            self.change(kind, id, msgspec.structs.replace(self.box.deck(id), names=names))
            self.deck.draft = self.box.deck(id)
        else:
            record = named(self.box.record(kind, id), Name.of(names))
            self.change(kind, id, record)
            self.forms[kind].show_record(record, own=True)
        self.show_records()

    def keep_now(self) -> None:
        """Keep a name that is still being written; everything else is kept already."""
        if self.name.hasFocus():
            self._rename()

    # new, copied, gone ----------------------------------------------------------------------------------------------

    def ask_what(self) -> None:
        """What is to be made?"""
        lines = [Line(kind, tr(words), sign="plus") for kind, words in NEW.items()]
        lines.insert(1, Line(FROM_TABLE, tr(say("New deck from a table")), sign="copy"))
        popup = ChoicePopup(lines, self.new, name=tr(say("New…")))
        popup.chosen.connect(self.make)
        popup.popup(self.new)

    def make(self, kind: str) -> None:
        """A new record on the desk; a deck is kept with its first card."""
        table, kind = kind == FROM_TABLE, DECK if kind == FROM_TABLE else kind
        words = say("My deck") if kind == DECK else NEW[kind]
        names = tr.in_all(words)
        if kind == DECK:
            self.at, self._new_deck = (kind, ""), DeckDraft(names)
            self._show_desk()
            self.show_records()
            if table:
                self.exchange.paste()
            else:
                self.deck.setFocus()
            return
        named_ = {"name": tr(words)} if kind == SHEET else {"names": names}
        id = self._new_id(kind, names)
        if id and self.change(kind, id, {"id": id, **named_, **BLANK[kind]}):
            self.show_record(kind, id)
            self.name.setFocus()
            self.name.selectAll()

    def _new_id(self, kind: str, names: Mapping[str, str]) -> str:
        """An id in the pack of one's own; nothing, and the person is told why, when there can be none."""
        made: list[str] = []
        self.do(lambda: made.append(self.box.new_id(self.box.pack(tr(say("My Saké box")), LANGUAGES), kind, names)))
        return made[0] if made else ""

    def copy(self) -> None:
        """What lies on the desk as a new record of one's own."""
        if self.at is None:
            return
        kind, id = self.at
        made: list[str] = []
        name = tr(say("{name} (copy)", name=self.shown_name))[:MOST_LETTERS]

        def do() -> None:
            pack = self.box.pack(tr(say("My Saké box")), LANGUAGES)
            made.append(self.box.copy(kind, id, pack, dict.fromkeys(LANGUAGES, name)))

        if self.do(do):
            self._done.append((kind, made[0], None, self._value(kind, made[0])))
            self._undone.clear()
            self.show_record(kind, made[0])
            self.setFocus()

    def _remove_shown(self) -> None:
        if self.at is not None:
            self.remove(*self.at)

    def remove(self, kind: str, id: str) -> None:
        """Take a record away; undo brings it back."""
        if self._new_deck is not None and self.at == (kind, id):
            self.at = self._new_deck = None
            self.enter()
            return
        if not self.box.is_own(id):
            return
        name = tr(called(self.box.record(kind, id), id))
        if self.change(kind, id, None):
            if self.at == (kind, id):
                self.at = None
            self.enter()
            self.tell(say("“{name}” deleted.", name=name), say("Restore"), self.undo)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        urls = event.mimeData().urls()
        if any(url.toLocalFile().lower().endswith((*ENDINGS, *TABLES)) for url in urls):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            self.exchange.drop(Path(url.toLocalFile()))

    # the rest -------------------------------------------------------------------------------------------------------

    def put_deck(self, draft: DeckDraft) -> bool:
        """Another deck in the place of the one on the desk."""
        if self.at is None or (not self.at[1] and not self._place_deck(draft)) or not self.change(*self.at, draft):
            return False
        self._new_deck = None
        self._show_desk()
        self.show_records()
        self.deck.setFocus()
        return True

    def do(self, do: Callable[[], object]) -> bool:
        """Do something with the packs; False, and the person is told why, when that cannot be."""
        try:
            do()
        except (InvalidInput, WorkshopError) as wrong:
            self.tell(wrong.why)
            return False
        return True

    def tell(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        toast = Toast(self, tr(why), action=tr(action) if action else "", milliseconds=8000)
        if do is not None:
            toast.acted.connect(do)
        toast.popup()

    def retranslate(self) -> None:
        self._show_head()
        self.show_records()

    def setFocus(self, *args: Any) -> None:
        page = self.pages.currentWidget()
        (page if page is not None else self.records).setFocus(*args)

    def keys(self) -> list[tuple[str, list[str]]]:
        """Fixed keys, for the overview."""
        return [
            (tr(say("Type over the card before or after")), ["↑", "↓"]),
            (tr(say("Another field of the card")), ["←", "→"]),
            (tr(say("Take back the last key")), [tr(say("Backspace"))]),
            (tr(say("Take the card out of the deck")), [tr(say("Del"))]),
            (tr(say("Paste a table")), ["Ctrl+V"]),
            (tr(say("Home")), ["Esc"]),
        ]


def _joined(kind: str, id: str) -> str:
    return f"{kind} {id}"


def _split(line: str) -> tuple[str, str]:
    kind, _, id = line.partition(" ")
    return kind, id
