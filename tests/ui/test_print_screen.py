"""The press as a person meets it: what is chosen, what is seen, what is written where."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.statistics.report import report
from companion.resources import resources_dir
from companion.ui.games.asagiri.print.screen import PrintScreen
from companion.ui.games.asagiri.print.subjects import SUBJECTS, CampaignOrder, GameOrder
from companion.ui.kit.paper.pdf_writer import Job
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameSettings
from tests.analysis.test_report import played
from tests.campaign.kit import BATTLES
from tests.ui import pdfs
from tests.ui.test_cards_kit import LIBRARY, hold
from tests.ui.test_window_kit import begun, new_shelf, play, until, window
from tests.ui.test_window_kit import press as press_keys

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def screen(qtbot: Any) -> Iterator[PrintScreen]:
    storage = new_shelf()
    begun(storage, "Anna against Marco", steps=150, names=("Anna", "Marco"), bands=("Guards", "Shadows"))
    tr.load(resources_dir() / "translations")
    made = PrintScreen(storage)
    hold(qtbot, made)
    made.resize(1280, 800)
    made.enter()
    made.show()
    made.activateWindow()
    until(lambda: QApplication.activeWindow() is made)
    yield made
    storage.close()


def choose(qtbot: Any, screen: PrintScreen, subject: str) -> None:
    """Click on what is to be printed."""
    qtbot.mouseClick(screen.subject.words[subject], Qt.MouseButton.LeftButton)


def written(qtbot: Any, screen: PrintScreen, path: Path) -> list[pdfs.Sheet]:
    """The file that "Save as PDF" makes."""
    screen.save_pdf(path)
    qtbot.waitUntil(lambda: path.exists() and screen.save.isEnabled(), timeout=20_000)
    return pdfs.read(path.read_bytes())


def test_everything_can_be_chosen_and_what_lacks_is_said(qtbot: Any, screen: PrintScreen) -> None:
    for subject in SUBJECTS:
        choose(qtbot, screen, subject)
        assert screen.what == subject
        ready = screen.printable is not None and screen.printable.count > 0
        assert screen.save.isEnabled() == ready
        assert ready == (subject in ("reference", "commands", "tables", "record"))
        assert screen.save_text.isVisible() == (subject == "report")
        if ready:
            qtbot.waitUntil(lambda: screen.preview.painted, timeout=20_000)


@pytest.mark.parametrize("subject", ["now", "roster", "report"])
def test_a_game_of_the_shelf_is_printed(qtbot: Any, screen: PrintScreen, subject: str, tmp_path: Path) -> None:
    choose(qtbot, screen, subject)
    qtbot.mouseClick(screen.pick.ways["game"], Qt.MouseButton.LeftButton)
    qtbot.keyClick(screen.window().focusWidget(), Qt.Key.Key_Return)
    assert screen.pick.chosen.text() == "Anna against Marco"
    sheets = written(qtbot, screen, tmp_path / "game.pdf")
    assert screen.printable is not None
    assert len(sheets) == screen.printable.count >= 1
    words = " ".join(pdfs.text(sheet) for sheet in sheets)
    game = screen.wanted.game
    assert game is not None
    who = str(game.session.state.table.called[0])
    assert who in words
    if subject != "now":
        assert "Guards" in words


def test_a_band_is_chosen_once_and_printed_as_cards_and_as_roster(qtbot: Any, screen: PrintScreen) -> None:
    qtbot.mouseClick(screen.cards.band, Qt.MouseButton.LeftButton)
    qtbot.keyClick(screen.window().focusWidget(), Qt.Key.Key_Return)
    cards = screen.job.cards
    assert cards
    choose(qtbot, screen, "roster")
    assert screen.printable is not None
    assert screen.pick.chosen.text() == screen.printable.title
    choose(qtbot, screen, "cards")
    assert screen.job.cards == cards


def test_markdown_is_written_with_pictures_that_are_there(qtbot: Any, screen: PrintScreen, tmp_path: Path) -> None:
    screen.enter(GameOrder("Anna against Marco", played(), ("Anna", "Marco"), ("", "")), "report")
    path = tmp_path / "a report (of 2).md"
    screen.save_markdown(path)
    qtbot.waitUntil(lambda: path.exists() and screen.save.isEnabled(), timeout=20_000)
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"!\[[^\]]+\]\(<([^>]+)>\)", text)
    assert len(links) == len(report(played()).shots) >= 2
    for link in links:
        data = (tmp_path / link).read_bytes()
        assert data.startswith(b"\x89PNG")
        assert len(data) > 20_000
    assert "Anna" in text
    assert {file.name for file in tmp_path.iterdir()} == {path.name, "a report (of 2)-pictures"}


def test_where_nothing_can_be_written_nothing_is_and_it_is_said(
    qtbot: Any, screen: PrintScreen, tmp_path: Path
) -> None:
    screen.enter(GameOrder("One", played()), "report")
    screen.save_markdown(tmp_path / "nowhere" / "one.md")
    qtbot.waitUntil(screen.save.isEnabled, timeout=20_000)
    assert any("cannot be written" in child.accessibleName() for child in screen.children() if hasattr(child, "acted"))
    assert not list(tmp_path.iterdir())


def test_the_language_of_the_pages_is_not_that_of_the_window(qtbot: Any, screen: PrintScreen, tmp_path: Path) -> None:
    choose(qtbot, screen, "tables")
    english = written(qtbot, screen, tmp_path / "en.pdf")
    qtbot.mouseClick(screen.language.words["fr"], Qt.MouseButton.LeftButton)
    french = written(qtbot, screen, tmp_path / "fr.pdf")
    assert pdfs.text(english[0]) != pdfs.text(french[0])
    assert "Feu" in pdfs.text(french[0])
    assert screen.back.text() == "Back"


def test_letter_is_another_page(qtbot: Any, screen: PrintScreen, tmp_path: Path) -> None:
    choose(qtbot, screen, "record")
    qtbot.mouseClick(screen.paper.words["letter"], Qt.MouseButton.LeftButton)
    (sheet,) = written(qtbot, screen, tmp_path / "letter.pdf")
    assert (round(sheet.width, 1), round(sheet.height, 1)) == (215.9, 279.4)


def test_today_s_cards_keep_their_size(qtbot: Any, screen: PrintScreen) -> None:
    screen.enter(GameOrder("Today", played()), "now")
    made = screen.printable
    assert isinstance(made, Job)
    assert (made.layout.size.width, made.layout.size.height) == (63.0, 88.0)
    assert len(made.cards) == len(played().state.figures)
    assert screen.size_.isVisible()
    choose(qtbot, screen, "reference")
    assert not screen.size_.isVisible()


def test_a_game_that_nobody_is_in_yet_can_be_printed_as_far_as_it_goes(qtbot: Any, screen: PrintScreen) -> None:
    session = Session.new(SYSTEM, {"draft": {}}, LIBRARY, 3)
    screen.enter(GameOrder("A draft", session), "now")
    assert not screen.save.isEnabled()
    assert screen.preview.accessibleDescription() == ""
    for subject in ("roster", "report"):
        choose(qtbot, screen, subject)
        assert screen.printable is not None
        assert screen.printable.count == 1
        qtbot.waitUntil(lambda: screen.preview.painted, timeout=20_000)
        assert screen.preview.accessibleDescription().endswith("Page 1 of 1")


def test_sheets_that_are_not_looked_at_any_more_are_let_go(qtbot: Any, screen: PrintScreen) -> None:
    kept = []
    for subject in ("reference", "tables", "record", "reference"):
        choose(qtbot, screen, subject)
        qtbot.waitUntil(lambda: screen.preview.painted, timeout=20_000)
        assert screen.printable is not None
        kept.append(weakref.ref(screen.printable))
    choose(qtbot, screen, "cards")
    gc.collect()
    assert [sheet() for sheet in kept[:-1]] == [None] * 3


def test_a_campaign_is_a_sheet_and_a_roster(qtbot: Any, screen: PrintScreen) -> None:
    chronicle = Chronicle.new(BATTLES, LIBRARY, 5)
    screen.enter(CampaignOrder("The long road", chronicle, LIBRARY))
    assert screen.what == "campaign"
    assert screen.printable is not None
    assert screen.printable.title == "The long road"
    choose(qtbot, screen, "roster")
    assert screen.printable is not None
    assert screen.pick.chosen.text() == "The long road"


def test_the_keys_choose_what_is_printed_and_turn_its_pages(qtbot: Any, screen: PrintScreen) -> None:
    screen.setFocus()
    focused = QApplication.focusWidget()
    assert focused is screen.subject.words["cards"]
    for subject in list(SUBJECTS)[1:]:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        assert screen.what == subject
    screen.enter(GameOrder("One", played()), "report")
    assert screen.printable is not None
    assert screen.printable.count > 1
    qtbot.keyClick(screen, Qt.Key.Key_PageDown)
    assert screen.before.isEnabled()


def test_the_page_is_made_once_and_again_when_the_game_has_gone_on(qtbot: Any, screen: PrintScreen) -> None:
    storage = screen._storage
    opened = storage.begin({"quick": True}, GameSettings(names=("Anna", "Marco")), "Another")
    order = GameOrder("Another", opened.session, ("Anna", "Marco"))
    screen.enter(order, "report")
    first = screen.printable
    screen.turn_page(1)
    assert screen.printable is first
    play(opened.session, 200)
    screen.enter(order, "report")
    assert screen.printable is not first
    assert screen.printable is not None
    assert screen.printable.count >= 1


def test_the_report_is_reached_from_the_table_and_leads_back(qtbot: Any) -> None:
    storage = new_shelf()
    id = begun(storage, steps=80, names=("Anna", "Marco"))
    with window(storage) as made:
        navigator = made.navigator
        assert navigator is not None
        assert made.book is not None
        assert not made.book["report"].isEnabled()
        navigator.open_game(id)
        table = made.stack.currentWidget()
        assert made.book["report"].isEnabled()
        press_keys("R", modifier=CONTROL)
        assert navigator.screens("asagiri").press is not None
        assert made.stack.currentWidget() is navigator.screens("asagiri").press
        assert navigator.screens("asagiri").press.what == "report"
        assert navigator.screens("asagiri").press.printable is not None
        assert {"Anna", "Marco"} <= set(navigator.screens("asagiri").press.printable.title.split())
        press_keys(Qt.Key.Key_Escape)
        assert made.stack.currentWidget() is table
        press_keys("P", modifier=CONTROL)
        assert navigator.screens("asagiri").press.wanted.game is not None
        press_keys(Qt.Key.Key_Escape)
        navigator.go_home()
        navigator.show_library()
        assert navigator.library is not None
        navigator.library.report_wanted.emit(id, "asagiri")
        assert made.stack.currentWidget() is navigator.screens("asagiri").press
        assert navigator.screens("asagiri").press.what == "report"
        qtbot.mouseClick(navigator.screens("asagiri").press.back, Qt.MouseButton.LeftButton)
        assert made.stack.currentWidget() is navigator.library
    storage.close()


def test_the_quick_reference_is_one_step_away_from_everywhere(qtbot: Any) -> None:
    with window() as made:
        assert made.book is not None
        navigator = made.navigator
        assert navigator is not None
        made.book["reference"].trigger()
        made.findChildren(ChoicePopup)[-1].chosen.emit("asagiri")  # at home: of which game?
        press = navigator.screens("asagiri").press
        assert press is not None
        assert made.stack.currentWidget() is press
        assert press.what == "reference"
        choose(qtbot, press, "tables")
        made.book["reference"].trigger()
        assert press.what == "reference", "there, too; nothing is saved"
        press_keys(Qt.Key.Key_Escape)
        assert made.stack.currentWidget() is made.home


def test_the_end_of_a_game_offers_its_report(qtbot: Any) -> None:
    storage = new_shelf()
    id = begun(storage, steps=10)
    with window(storage) as made:
        navigator = made.navigator
        assert navigator is not None
        navigator.open_game(id)
        assert navigator.table is not None
        end = navigator.table.screen.end
        end.show()
        qtbot.mouseClick(end.report, Qt.MouseButton.LeftButton)
        assert navigator.screens("asagiri").press is not None
        assert made.stack.currentWidget() is navigator.screens("asagiri").press
        assert navigator.screens("asagiri").press.what == "report"
    storage.close()


def test_a_campaign_is_printed_from_its_screen_and_from_the_shelf(qtbot: Any) -> None:
    storage = new_shelf()
    with window(storage) as made:
        navigator = made.navigator
        assert navigator is not None
        navigator.screens("asagiri").show_campaigns()
        ways = navigator.screens("asagiri").campaigns
        assert ways is not None
        assert ways.begin({}, "The long road")
        screen = made.stack.currentWidget()
        assert screen is ways.screen
        qtbot.mouseClick(ways.screen.print, Qt.MouseButton.LeftButton)
        press = navigator.screens("asagiri").press
        assert press is not None
        assert made.stack.currentWidget() is press
        assert press.what == "campaign"
        assert press.printable is not None
        assert press.printable.title == "The long road"
        press_keys(Qt.Key.Key_Escape)
        assert made.stack.currentWidget() is screen
        navigator.go_home()
        navigator.screens("asagiri").show_print()
        press.wanted = type(press.wanted)()
        choose(qtbot, press, "roster")
        qtbot.mouseClick(press.pick.ways["campaign"], Qt.MouseButton.LeftButton)
        qtbot.keyClick(press.window().focusWidget(), Qt.Key.Key_Return)
        assert press.pick.chosen.text() == "The long road"
        assert press.printable is not None
        assert press.printable.count >= 1
    storage.close()
