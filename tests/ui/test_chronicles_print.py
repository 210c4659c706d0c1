"""Okko Chronicles on paper: the report of a game, from the library and from the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.core.words import Words
from companion.model.games.chronicles.statistics.report import report
from companion.model.store.repository import Repository
from companion.ui.games.chronicles.print.report_document import ChapterBlock, report_document
from companion.ui.games.chronicles.print.screen import ChroniclesPrintScreen
from companion.ui.games.chronicles.screens import ChroniclesScreens
from companion.ui.kit.paper.document import PrintDocument
from companion.ui.kit.paper.pdf_writer import pdf
from companion.ui.kit.paper.sheets import PAPERS
from companion.ui.shell.window import MainWindow

from ..chronicles.tables import CONTENT
from ..chronicles.test_chronicles_statistics import game
from .chronicles_kit import chronicles_table
from .pdfs import read, text
from .test_window_kit import until, window
from .tour_kit import TRANSLATIONS

A4 = PAPERS[0]


def text_of(data: bytes) -> str:
    """Everything that is written, word by word."""
    return " ".join(" ".join(text(sheet) for sheet in read(data)).split())


def press_of(w: MainWindow) -> ChroniclesPrintScreen:
    assert w.navigator is not None
    screens = w.navigator.screens("chronicles")
    assert isinstance(screens, ChroniclesScreens)
    assert screens.press is not None
    return screens.press


def test_a_report_says_on_paper_what_it_says_as_text(qapp: QApplication) -> None:
    told = report(game(5))
    names = {"oni": "Olga", "h1": "Anna", "h2": "Marco"}
    made = report_document(told, "Evening", lambda seat: names[seat], Words("en"), A4, "28 November 2026")
    assert isinstance(made, PrintDocument)
    said = text_of(pdf(made))
    for words in ("Evening", "28 November 2026", "The memoirs of Tikku", "The turns of the truth", "The Oni (Olga)",
                  "Okko (Anna)", "Seal the well · Won by the Oni", "Course of the game", "Turn 1"):  # fmt: skip
        assert words in said
    records = told.state.table.box.chapters
    names_of = [records[one.chapter].names["en"] for one in told.state.memoirs if one.chapter in records]
    assert names_of
    assert all(name in said for name in names_of)


def test_chapters_of_either_colour_stand_on_their_side(qapp: QApplication) -> None:
    """MEM-1; the same in width, blue at the left, red at the right."""
    blue, red = ChapterBlock("blue", "The well", 3), ChapterBlock("red", "The well", 3)
    assert blue.height(800) == red.height(800)
    assert ChapterBlock("red", "A very long name of a chapter " * 4, 3).height(800) > red.height(800)


@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_report_is_told_in_the_language_of_the_page(qapp: QApplication, language: str) -> None:
    made = report_document(report(game(5)), "Evening", lambda _: "", Words(language, TRANSLATIONS), A4, "")
    said = text_of(pdf(made))
    assert {"fr": "Les mémoires de Tikku", "it": "Le memorie di Tikku"}[language] in said
    assert "The Oni" not in said


def test_the_report_of_a_stored_game_is_kept_as_markdown(qapp: QApplication, tmp_path: Path) -> None:
    storage = StoredGames(Repository("sqlite://"), CONTENT)
    id = storage.repository.create(game(5), "One").id
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.show_library(id)
        library = w.navigator.library
        assert library is not None
        library.report_wanted.emit(id, "chronicles")
        press = press_of(w)
        assert w.stack.currentWidget() is press
        assert (press.what, press.chosen.text()) == ("report", "One")
        press.save_markdown(tmp_path / "one.md")
        until(lambda: (tmp_path / "one.md").exists() and not press.busy)
        assert (tmp_path / "one.md").read_text("utf-8").startswith("# One\n")
        press.left.emit()
        assert w.stack.currentWidget() is library


def test_the_report_of_the_game_on_the_table_and_back(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        w = table.screen.window()
        assert isinstance(w, MainWindow) and w.book is not None
        w.book["report"].trigger()
        press = press_of(w)
        assert press.chosen.text() == table.opened.title
        assert press.printable is not None
        press.left.emit()
        assert w.stack.currentWidget() is table.screen
