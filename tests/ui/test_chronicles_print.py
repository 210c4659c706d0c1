"""Okko Chronicles on paper: the report of a game, and what a real table needs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.chronicles.statistics.report import report
from companion.model.store.repository import Repository
from companion.ui.games.chronicles.print.board import cell_of, packing_list, tiles_document
from companion.ui.games.chronicles.print.cards import KINDS, box_cards, tokens
from companion.ui.games.chronicles.print.plan import Plan, plan_of
from companion.ui.games.chronicles.print.report_document import ChapterBlock, report_document
from companion.ui.games.chronicles.print.screen import ChroniclesPrintScreen
from companion.ui.games.chronicles.print.sheets import record_document, rules_document, sheets_document
from companion.ui.games.chronicles.screens import ChroniclesScreens
from companion.ui.kit.paper.document import PrintDocument
from companion.ui.kit.paper.pdf_writer import pdf
from companion.ui.kit.paper.sheets import PAPERS, Paper, PrintCard
from companion.ui.kit.theme import palette
from companion.ui.shell.window import MainWindow

from ..chronicles.tables import CONTENT
from ..chronicles.test_chronicles_statistics import game
from .chronicles_kit import chronicles_table
from .pdfs import everything, read
from .test_window_kit import window
from .tour_kit import TRANSLATIONS

A4 = PAPERS[0]


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
    said = everything(read(pdf(made)))
    for words in ("Evening", "28 November 2026", "The memoirs of Tikku", "The turns of the truth", "The Oni (Olga)",
                  "Okko (Anna)", "Seal the well · Won by the Oni", "Course of the game", "Turn 1"):  # fmt: skip
        assert words in said
    records = told.state.table.box.chapters
    names_of = [records[one.chapter].names["en"] for one in told.state.memoirs if one.chapter in records]
    assert names_of
    assert all(name in said for name in names_of)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
def test_the_rules_fit_one_page_with_their_ids_in_every_language(
    qapp: QApplication, language: str, paper: Paper
) -> None:
    made = rules_document(Words(language, TRANSLATIONS), paper)
    assert made.count == 1
    said = everything(read(pdf(made)))
    assert all(id in said for id in ("ACT-3", "ATK-4", "TST-1", "ACC-7", "EOT-6"))


def test_chapters_of_either_colour_stand_on_their_side(qapp: QApplication) -> None:
    """MEM-1; the same in width, blue at the left, red at the right."""
    blue, red = ChapterBlock("blue", "The well", 3), ChapterBlock("red", "The well", 3)
    assert blue.height(800) == red.height(800)
    assert ChapterBlock("red", "A very long name of a chapter " * 4, 3).height(800) > red.height(800)


@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_report_is_told_in_the_language_of_the_page(qapp: QApplication, language: str) -> None:
    made = report_document(report(game(5)), "Evening", lambda _: "", Words(language, TRANSLATIONS), A4, "")
    said = everything(read(pdf(made)))
    assert {"fr": "Les mémoires de Tikku", "it": "Le memorie di Tikku"}[language] in said
    assert "The Oni" not in said


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


# what a table needs ---------------------------------------------------------------------------------------------------

WELL = "house:the-well-of-mists"
MADE = {"packing", "map", "tiles", "sheets", "record", "cards", "tokens"}


def words_of(language: str) -> Words:
    return Words(language, TRANSLATIONS)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_packing_list_is_one_page(qapp: QApplication, language: str, paper: Paper) -> None:
    made = packing_list(plan_of(CONTENT, WELL), CONTENT, "The well", words_of(language), paper)
    assert made.count == 1


def test_the_packing_list_counts_by_the_number_of_heroes(qapp: QApplication) -> None:
    """SET-5, SET-6, SET-9, SET-10."""
    said = everything(read(pdf(packing_list(plan_of(CONTENT, WELL), CONTENT, "The well", words_of("en"), A4))))
    for row in ("Ashigaru 2 4 6 8", "Ninja 0 0 2 2", "Host cards: suspects 3 4 5 6",
                "Cards of the clue pile 10 11 12 13", "7 Doors", "T6 Well court", "32 Objects", "26 Event cards",
                "16 Wounds"):  # fmt: skip
        assert row in said


def test_the_packing_list_of_a_game_names_its_heroes(qapp: QApplication) -> None:
    session = game(5)
    plan = Plan(session.state_at(0), True)
    said = everything(read(pdf(packing_list(plan, CONTENT, "Evening", words_of("en"), A4))))
    assert "Noburo" in said and "Okko" in said and "Setsuka" not in said
    assert "Ashigaru 4" in said


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
def test_tiles_are_printed_one_a_page_at_the_size_that_is_played_on(qapp: QApplication, paper: Paper) -> None:
    plan = plan_of(CONTENT, WELL)
    made = tiles_document(plan, "The well", words_of("en"), paper)
    assert made.count == len(plan.scenario.pieces) == 6  # type: ignore[union-attr]
    assert cell_of(6, 6, paper) == 30
    assert cell_of(12, 6, paper) < 16
    said = everything(read(pdf(made)))
    assert "T1 · Gate hall" in said and "30 mm" in said


def test_every_hero_and_every_sheet_of_the_oni_has_room_for_its_cards(qapp: QApplication) -> None:
    said = everything(read(pdf(sheets_document(plan_of(CONTENT, WELL), "The well", words_of("en"), A4))))
    for name in ("Okko", "Noburo", "Noshin", "Setsuka", "Ashigaru", "Hiroji-San", "Yurei", "Ninja"):
        assert name in said
    assert said.count("Technique (right)") == 4
    assert said.count("Activation token") == len(plan_of(CONTENT, WELL).sheets)


def test_the_record_sheet_has_the_track_the_missions_and_the_chapters(qapp: QApplication) -> None:
    """TRK-1, MIS-1, MEM-2."""
    said = everything(read(pdf(record_document(plan_of(CONTENT, WELL), "The well", words_of("en"), A4))))
    for words in ("All guards get +1 Speed", "the red token", "Seal the well", "Undecided at the end of turn 10",
                  "Setsuka’s fate", "Wrong accusations", "Natures: "):  # fmt: skip
        assert words in said


def test_cards_are_printed_one_for_each_copy_and_clues_have_one_back(qapp: QApplication) -> None:
    """CMP-1: 32 action, 32 object, 16 wound and 26 event cards; 4 natures, 5 surprises, 10 hosts."""
    counts = {kind: len(list(box_cards(CONTENT, kind, words_of("fr")))) for kind in KINDS}
    assert (counts["chronicles_action"], counts["chronicles_object"], counts["chronicles_wound"],
            counts["chronicles_event"]) == (32, 32, 16, 26)  # fmt: skip
    clues = [counts[kind] for kind in ("chronicles_nature", "chronicles_surprise", "chronicles_host")]
    assert clues == [4, 5, 10]
    assert sum(counts.values()) == len(list(box_cards(CONTENT, "", words_of("fr"))))
    backs = {kind: _painted(next(box_cards(CONTENT, kind, words_of("fr"))), back=True) for kind in KINDS}
    assert backs["chronicles_nature"] == backs["chronicles_surprise"] == backs["chronicles_host"]
    assert backs["chronicles_event"] != backs["chronicles_object"]


def _painted(card: PrintCard, *, back: bool = False) -> QImage:
    size = QSize(372, 520)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    pen = QPainter(image)
    (card.back if back else card.front)(pen, size)
    pen.end()
    return image


def test_cards_are_printed_in_the_light_look_and_in_the_language_of_the_page(qapp: QApplication) -> None:
    card, french = (next(box_cards(CONTENT, "chronicles_event", words_of(code))) for code in ("en", "fr"))
    light = _painted(card)
    palette.set_theme("night")
    try:
        assert _painted(card) == light
    finally:
        palette.set_theme("paper")
    assert _painted(french) != light


def test_tokens_are_as_many_as_the_box_has(qapp: QApplication) -> None:
    """CMP-1."""
    plan, words = plan_of(CONTENT, WELL), words_of("en")
    names = [card.name for card in tokens(plan, "investigation", words)]
    assert (names.count("Clue (token)"), names.count("Scroll (token)"), names.count("Chest (token)")) == (6, 5, 6)
    assert len(names) == 27
    figures = [card.name for card in tokens(plan, "figures", words)]
    assert "Ashigaru 10" in figures and "Okko" in figures
    counters = [card.name for card in tokens(plan, "counters", words)]
    assert (counters.count("−1"), counters.count("1"), counters.count("Corruption (red)")) == (16, 28, 1)
    assert len(list(tokens(plan, "", words))) == len(names) + len(figures) + len(counters)


def test_everything_of_a_scenario_is_reached_by_menu_and_keys(qapp: QApplication) -> None:
    with window(StoredGames(Repository("sqlite://"), CONTENT)) as w:
        assert w.navigator is not None
        screens = w.navigator.screens("chronicles")
        assert isinstance(screens, ChroniclesScreens)
        screens.show_print()
        press = press_of(w)
        assert press.chosen.text() == "The night of masks"
        for subject in MADE:
            press.subject.words[subject].click()
            assert press.printable is not None and press.printable.count, subject
        press.subject.words["packing"].click()
        press.take_scenario(WELL)
        assert press.chosen.text() == "The well of mists"
        press.subject.words["tokens"].click()
        press.part.words["counters"].click()
        some = len(press.job.cards)
        press.part.words[""].click()
        assert len(press.job.cards) > some
        assert not press.size_.isVisibleTo(press) and press.turn.isVisibleTo(press)
        press.subject.words["cards"].click()
        assert press.size_.isVisibleTo(press)
        press.subject.words["report"].click()
        assert press.printable is None
