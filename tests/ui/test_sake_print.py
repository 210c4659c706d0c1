"""Saké & Samouraï on paper: the rules in three languages, a score sheet, cards, reports."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.sake.statistics.report import report
from companion.ui.games.sake.print.cards import deck_cards, decks
from companion.ui.games.sake.print.screen import SakePrintScreen
from companion.ui.games.sake.print.sheets import quick_reference, report_document, score_sheet
from companion.ui.games.sake.screens import SakeScreens
from companion.ui.kit.paper.document import PrintDocument
from companion.ui.kit.paper.pdf_writer import Job, pdf
from companion.ui.kit.paper.sheets import PAPERS
from companion.ui.shell.window import MainWindow

from ..sake.tables import CONTENT, DECK
from ..sake.test_sake_statistics import whole_game
from .pdfs import everything, read
from .sake_kit import house_games, on_table
from .test_window_kit import window
from .tour_kit import TRANSLATIONS

A4 = PAPERS[0]


@pytest.fixture
def storage() -> Iterator[StoredGames]:
    made = house_games()
    yield made
    made.close()


@pytest.fixture
def w(qapp: QApplication, storage: StoredGames) -> Iterator[MainWindow]:
    with window(storage) as made:
        yield made


def press_of(w: MainWindow) -> SakePrintScreen:
    assert w.navigator is not None
    screens = w.navigator.screens("sake")
    assert isinstance(screens, SakeScreens)
    assert screens.press is not None
    return screens.press


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
def test_the_rules_fit_one_page_in_every_language(qapp: QApplication, language: str, paper: object) -> None:
    words = Words(language, TRANSLATIONS)
    made = quick_reference(CONTENT, words, paper)  # type: ignore[arg-type]
    assert made.count == 1
    said = everything(read(pdf(made)))
    assert "Katana" in said
    assert "+4" in said
    assert all(str(count) in said for count in (8, 10, 13, 15, 18, 20, 28))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_is_one_page(qapp: QApplication, language: str) -> None:
    assert score_sheet(Words(language, TRANSLATIONS), A4).count == 1


def test_every_card_of_the_deck_is_printed_with_its_numbers(qapp: QApplication) -> None:
    words = Words("fr", TRANSLATIONS)
    ((id, name),) = decks(CONTENT)
    assert words(name)
    cards = list(deck_cards(CONTENT, id, "", words))
    assert [card.id for card in cards] == list(DECK)
    assert (cards[0].name, cards[0].words) == ("Baguettes de jet", "1/1/2/1")
    weapons = list(deck_cards(CONTENT, id, "weapon", words))
    assert len(weapons) == 20
    assert {card.name for card in weapons} == {"Katana", "No-Dachi", "Naginata", "Yumi", "Wakizashi"}


def test_a_report_says_on_paper_what_it_says_as_text(qapp: QApplication) -> None:
    made = report_document(report(whole_game(2, 5)), "Evening", Words("en"), A4, "23 November 2026")
    assert isinstance(made, PrintDocument)
    said = everything(read(pdf(made)))
    for words in ("Evening", "23 November 2026", "Who killed whom", "Turn 9: D kills C with bare hands.",
                  "Longest sober streak", "The game ends without a winner."):  # fmt: skip
        assert words in said


def test_printing_from_the_table_and_back(w: MainWindow) -> None:
    table = on_table(w, 3)
    assert w.book is not None
    w.book["report"].trigger()
    press = press_of(w)
    assert press.chosen.text() == "Evening"
    press.subject.words["cards"].click()
    assert isinstance(press.printable, Job)
    assert len(press.printable.cards) == len(DECK)
    press.kind.words["disciple"].click()
    assert len(press.job.cards) == 10
    press.left.emit()
    assert w.stack.currentWidget() is table
