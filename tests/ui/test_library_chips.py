"""What narrows the list: words, chips by mouse and keys, days, orders; and the way back to everything."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QDate, Qt

from companion.app.storage import StoredGames
from companion.model.store.repository import Repository
from companion.ui.kit.screen import ChoicePopup
from companion.ui.play.storage import GameSettings, LibrarySearch
from companion.ui.shell import library_filters as words
from companion.ui.shell.library_screen import LibraryScreen
from companion.ui.shell.window import MainWindow

from .rows import row, rows
from .test_window_kit import LIBRARY, click, play, press, until, window

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StoredGames]:
    """Four games, from today back into another year."""
    moments = {"Today": 0, "Last week": 5, "Long ago": 800}
    clock = [NOW]
    made = StoredGames(
        Repository(tmp_path / "okko.sqlite", now=lambda: clock[0].isoformat(timespec="milliseconds")), LIBRARY
    )
    for name, ago in sorted(moments.items(), key=lambda pair: -pair[1]):
        clock[0] = NOW - timedelta(days=ago)
        opened = made.begin({"quick": True}, GameSettings(names=("Anna", "Marco"), mode="track"), name)
        play(opened.session, 2)
    clock[0] = NOW - timedelta(days=801)
    opened = made.begin({"adventure": "house:first-lanterns"}, GameSettings(names=("Élodie", "")), "Lanterns")
    while not opened.session.standing.finished:
        play(opened.session, 50)
    made.library.set_tags(opened.entry.id, ["club"])
    clock[0] = NOW
    yield made
    made.close()


@pytest.fixture
def screen(qtbot: object, storage: StoredGames) -> Iterator[LibraryScreen]:
    with window(storage) as w:
        yield library(w)


def library(w: MainWindow) -> LibraryScreen:
    assert w.navigator is not None
    w.navigator.show_library()
    assert w.navigator.library is not None
    return w.navigator.library


def names(screen: LibraryScreen) -> list[str]:
    return [str(screen.games.index(row).data()) for row in range(screen.games.rowCount())]


def pick(screen: LibraryScreen, chip: str, line: str) -> None:
    """Choose in a chip by its words."""
    click(screen.chips.order if chip == "order" else screen.chips.chips[chip])
    popup = screen.window().findChildren(ChoicePopup)[-1]
    click(next(button for button in rows(popup.lines) if button.text() == line))


def test_a_chip_narrows_the_list_and_shows_what_it_stands_at(screen: LibraryScreen) -> None:
    pick(screen, "result", "In progress")
    assert names(screen) == ["Today", "Last week", "Long ago"]
    assert screen.chips.chips["result"].text() == "In progress"
    pick(screen, "mode", "At the table")
    pick(screen, "result", "Finished")
    assert names(screen) == []
    assert screen.empty.isVisible()
    assert screen.empty.heading.text() == "Nothing found"
    click(screen.empty.first)
    assert names(screen) == ["Today", "Last week", "Long ago", "Lanterns"]
    assert screen.chips.chips["result"].text() == "Result"
    assert not screen.chips.all.isVisible()


def test_adventures_and_tags_are_offered_with_how_often_they_were_played(screen: LibraryScreen) -> None:
    pick(screen, "adventure", "The first lanterns")
    assert names(screen) == ["Lanterns"]
    pick(screen, "adventure", "Any game")
    click(screen.chips.chips["tag"])
    popup = screen.window().findChildren(ChoicePopup)[-1]
    assert [(line.line.title, line.line.value) for line in rows(popup.lines)] == [("Any tag", ""), ("club", "1")]
    click(row(popup.lines, "club"))
    assert names(screen) == ["Lanterns"]


def test_everything_goes_by_keys(screen: LibraryScreen) -> None:
    screen.chips.chips["result"].setFocus()
    press(Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert screen.chips.search.result == "open"
    assert screen.chips.chips["result"].hasFocus()
    press("f", modifier=Qt.KeyboardModifier.ControlModifier)
    press("week")
    until(lambda: names(screen) == ["Last week"])
    press(Qt.Key.Key_Down)
    assert screen.rows.hasFocus()
    press(Qt.Key.Key_Escape)
    assert len(names(screen)) == 4, "the first Escape leaves the search"
    assert screen.isVisible()


def test_words_find_persons_characters_adventures_and_tags(screen: LibraryScreen) -> None:
    for text, found in (
        ("elodie", ["Lanterns"]), ("CLUB", ["Lanterns"]), ("anna today", ["Today"]), ("zzz", []),
        ("okko anna", ["Today", "Last week", "Long ago"]),
    ):  # fmt: skip
        screen.chips.line.setText(text)
        until(lambda found=found: names(screen) == found)


def test_spans_of_days(screen: LibraryScreen) -> None:
    pick(screen, "days", "Today")
    assert names(screen) == ["Today"]
    pick(screen, "days", "Last seven days")
    assert names(screen) == ["Today", "Last week"]
    pick(screen, "days", "Between two days…")
    assert screen.chips.first.isVisible()
    for edit, ago in ((screen.chips.first, 2), (screen.chips.last, 900)):
        day = (NOW - timedelta(days=ago)).astimezone().date()
        edit.setDate(QDate(day.year, day.month, day.day))
    assert names(screen) == ["Last week", "Long ago", "Lanterns"], "whichever of the days comes first"
    pick(screen, "days", "Any day")
    assert len(names(screen)) == 4
    assert not screen.chips.first.isVisible()


def test_orders_and_the_other_way_round(screen: LibraryScreen) -> None:
    pick(screen, "order", "Name")
    assert names(screen) == ["Lanterns", "Last week", "Long ago", "Today"]
    pick(screen, "order", "Name")
    assert names(screen) == ["Today", "Long ago", "Last week", "Lanterns"]
    pick(screen, "order", "Length")
    assert names(screen)[0] == "Lanterns"


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.sampled_from([name for name in words.SPANS if name != "own"]))
def test_a_span_is_known_by_its_days(today: date, name: str) -> None:
    since, until_ = words.span(name, today)
    found = words.span_of(LibrarySearch(since=since, until=until_), today)
    assert words.span(found, today) == (since, until_)
