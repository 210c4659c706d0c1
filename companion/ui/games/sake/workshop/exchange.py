"""Decks as tables of a spreadsheet and packs as files: taken into the workshop, and handed out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from companion.model.content.kinds import Manifest
from companion.model.content.pack_folder import AlreadyThere, Faulty, WorkshopError
from companion.model.content.source import ENDINGS
from companion.model.core import atomic
from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, say
from companion.model.games.sake.box import deck_table
from companion.model.games.sake.box.deck_draft import CardLine, DeckDraft
from companion.model.games.sake.box.own_box import DECK, OwnBox
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.file_dialogs import ask_for_file, ask_where_to_save
from companion.ui.kit.layouts import OnePage
from companion.ui.kit.screen import waited
from companion.ui.kit.translator import tr

from .deck_editor import DeckEditor
from .table_page import TablePage

TABLES = (".csv", ".tsv", ".txt")


class Desk(Protocol):
    """The workshop, as far as tables and files are concerned."""

    box: OwnBox
    deck: DeckEditor
    table: TablePage
    pages: OnePage
    at: tuple[str, str] | None
    take: InkButton
    export: InkButton

    @property
    def shown_name(self) -> str:
        """What lies on the desk is called so."""

    def enter(self) -> None:
        """Look at the packs as they are now."""

    def make(self, kind: str) -> None:
        """Put a new record on the desk."""

    def show_record(self, kind: str, id: str) -> None:
        """Put a record on the desk."""

    def put_deck(self, draft: DeckDraft) -> bool:
        """Put another deck in the place of the one on the desk."""

    def do(self, do: Callable[[], object]) -> bool:
        """Do something with the packs; False when that cannot be, and the person has been told why."""

    def tell(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        """Say one sentence in passing, with at most one thing to do."""


class Exchange:
    """What comes into a workshop, and what goes out; questions lie `over` a widget."""

    def __init__(self, screen: Desk, over: QWidget) -> None:
        self.screen, self.over = screen, over
        deck, table = screen.deck, screen.table
        deck.table_wanted.connect(lambda: self.paste())
        deck.file_wanted.connect(lambda: self.open_table())
        deck.copied.connect(self.copy_table)
        deck.saved.connect(lambda: self.save_table())
        table.left.connect(self._back)
        table.taken.connect(self._take)
        screen.take.clicked.connect(lambda: self.take_in())
        screen.export.clicked.connect(lambda: self.export_pack())

    # tables ---------------------------------------------------------------------------------------------------------

    def paste(self, text: str | None = None) -> None:
        """Show the table on the clipboard (or `text`); it is taken when the person says so."""
        if text is None:
            text = QGuiApplication.clipboard().text()
            if not any(mark in text for mark in deck_table.SEPARATORS):
                text = ""  # something else was copied last
        screen = self.screen
        screen.table.show_table(text, screen.box.types(), len(screen.deck.draft.lines))
        screen.pages.setCurrentWidget(screen.table)
        screen.table.setFocus()

    def open_table(self, path: Path | None = None) -> None:
        """Show the table in a file."""
        if path is None:
            path = ask_for_file(self.over, say("Open a table"), " ".join(f"*{ending}" for ending in TABLES))
        if path is None:
            return
        try:
            with atomic.reading(path) as file:
                text = deck_table.decoded(file.read(deck_table.MOST_BYTES + 1))
        except InvalidInput as wrong:
            self.screen.tell(wrong.why)
        except OSError as wrong:
            self.screen.tell(say("This file cannot be read: {why}", why=wrong.strerror or str(wrong)))
        else:
            self.paste(text)

    def _take(self, lines: Sequence[CardLine], replace: bool) -> None:
        before = () if replace else self.screen.deck.draft.lines
        self.screen.put_deck(msgspec.structs.replace(self.screen.deck.draft, lines=(*before, *lines)))

    def _back(self) -> None:
        self.screen.pages.setCurrentWidget(self.screen.deck)
        self.screen.deck.setFocus()

    def _text(self, separator: str | None = None) -> str:
        return deck_table.write_table(self.screen.deck.draft.lines, self.screen.box.types(), tr.words, separator)

    def copy_table(self) -> None:
        """Put the deck on the clipboard, as spreadsheets take it."""
        QGuiApplication.clipboard().setText(self._text("\t"))
        self.screen.tell(say("The deck is on the clipboard: paste it into a spreadsheet."))

    def save_table(self, path: Path | None = None) -> None:
        """Write the deck into a file for spreadsheets."""
        if path is None:
            path = ask_where_to_save(self.over, say("Save as a table…"), self.screen.shown_name, ".csv")
        if path is None:
            return
        try:
            atomic.write(path, self._text().encode("utf-8-sig"))
        except OSError as wrong:
            self.screen.tell(say("This file cannot be written: {why}", why=wrong.strerror or str(wrong)))
        else:
            self.screen.tell(say("The deck is saved in {path}.", path=str(path)))

    # packs ----------------------------------------------------------------------------------------------------------

    def export_pack(self, path: Path | None = None) -> None:
        """Write the pack of what lies on the desk into one file."""
        screen = self.screen
        if screen.at is None:
            return
        pack = screen.at[1].partition(":")[0]
        manifest = screen.box.workshop.find(pack).manifest
        if path is None:
            name = tr(Name.of(manifest.name)) if manifest is not None else pack
            path = ask_where_to_save(self.over, say("Export this pack"), name, ENDINGS[0])
        if path is None:
            return
        found = path
        if screen.do(lambda: screen.box.workshop.export(pack, found)):
            screen.tell(say("The pack is saved in {path}.", path=str(path)))

    def take_in(self, path: Path | None = None, *, replace: bool = False) -> None:
        """Install a pack out of a file, and show its first deck."""
        screen = self.screen
        if path is None:
            path = ask_for_file(self.over, say("Import a pack"), " ".join(f"*{ending}" for ending in ENDINGS))
        if path is None:
            return
        found, workshop = path, screen.box.workshop

        def install() -> Manifest:
            made = workshop.install(found, replace=replace)
            with suppress(Cancelled):  # it is installed by now
                workshop.library()
            return made

        try:
            made = waited(self.over, say("Importing {file}…", file=path.name), install)
        except Cancelled:
            pass
        except AlreadyThere as there:
            version = there.offer.manifest.version
            older = say("{why} This file contains version {version}.", why=there.why, version=version)
            screen.tell(older, say("Replace it"), lambda: self.take_in(found, replace=True))
        except Faulty as wrong:
            screen.tell(say("{file}: {why}", file=wrong.path, why=wrong.why))
        except (InvalidInput, WorkshopError) as wrong:
            screen.tell(wrong.why)
        else:
            entries = (one for one in screen.box.entries(DECK) if one.id.startswith(f"{made.namespace}:"))
            entry = next(entries, None)
            screen.enter()
            if entry is not None:
                screen.show_record(entry.kind, entry.id)
            screen.tell(say("“{name}” is installed; new games can use it.", name=tr(Name.of(made.name))))

    def drop(self, path: Path) -> None:
        """Take a file that was dropped on the screen."""
        screen, ending = self.screen, path.suffix.lower()
        if ending in ENDINGS:
            self.take_in(path)
        elif ending in TABLES:
            if screen.at is None or screen.at[0] != DECK or not screen.deck.own:
                screen.make(DECK)
            self.open_table(path)
