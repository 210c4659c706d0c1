"""A library with two games: found by game, by who has won among many, with their own words and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import asdict
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.games.sake import SYSTEM
from companion.ui.kit.screen import ChoicePopup
from companion.ui.play.storage import GameSettings, LibrarySearch, Source
from companion.ui.shell.library_screen import LibraryScreen
from companion.ui.shell.window import MainWindow

from ..sake.tables import position
from ..sake.test_sake_statistics import played, whole_game
from .sake_kit import NAMES, house_games
from .test_library_chips import names, pick
from .test_window_kit import until, window


@pytest.fixture
def storage() -> Iterator[StoredGames]:
    """A game of Asagiri, one of Saké that goes on, one that A and C have won together."""
    made = house_games()
    made.begin({"quick": True}, GameSettings(names=("Anna", "Marco")), "Duel")
    made.begin({"quick": True, "players": 4}, _settings(4), "Evening", "sake")
    shared = {"A": {"sake": ["life"]}, "B": {}, "C": {"sake": ["life"]}}
    fatal = {"first": "A", "left": [], "extra": 0}
    end = position(shared, masu=0, phase="hold", fatal=fatal, options={"fatal_limit": 0})
    made.repository.create(played(end, "hold:nothing"), "Shared", asdict(_settings(3)), NAMES[:3])
    yield made
    made.close()


def _settings(count: int) -> GameSettings:
    return GameSettings(NAMES[:count], ("person",) * count, bands=("",) * count, spent=(0.0,) * count)


@pytest.fixture
def w(qapp: QApplication, storage: StoredGames) -> Iterator[MainWindow]:
    with window(storage) as made:
        yield made


def library(w: MainWindow) -> LibraryScreen:
    assert w.navigator is not None
    w.navigator.show_library()
    assert w.navigator.library is not None
    return w.navigator.library


def test_games_are_told_apart_by_what_is_played(w: MainWindow) -> None:
    screen = library(w)
    pick(screen, "game", "Saké & Samouraï")
    assert sorted(names(screen)) == ["Evening", "Shared"]
    assert screen.chips.chips["game"].text() == "Saké & Samouraï"
    pick(screen, "game", "Okko: Era of the Asagiri")
    assert names(screen) == ["Duel"]


def test_a_shared_victory_is_found_by_each_of_its_winners(storage: StoredGames) -> None:
    find = storage.library.found
    (shared,) = find(LibrarySearch(result="A"))
    assert list(find(LibrarySearch(result="C"))) == [shared]
    assert list(find(LibrarySearch(result="B"))) == []
    (entry,) = storage.library.entries([shared])
    assert entry.game.winner == "A C"
    assert list(find(LibrarySearch("bruno camille david", game="sake", result="over"))) == [shared]


def test_the_page_of_a_game_names_all_its_winners(w: MainWindow, storage: StoredGames) -> None:
    screen = library(w)
    pick(screen, "result", "Won by player C")
    until(lambda: names(screen) == ["Shared"])
    screen.rows.setCurrentIndex(screen.games.index(0))
    until(lambda: screen.page.facts["result"].text() == "Victory for Bruno, David")  # once it has been read
    assert screen.page.facts["game"].text() == "Saké & Samouraï"
    assert screen.page.deeds["figures"].isEnabled()
    assert screen.page.deeds["report"].isEnabled()


def test_charts_are_those_of_the_game_that_is_shown_alone(w: MainWindow) -> None:
    """Else the person is asked which."""
    screen = library(w)
    screen.charts_wanted.emit()
    popup = screen.window().findChildren(ChoicePopup)[-1]
    assert [line.title for line in popup.lines.rows.lines] == [
        "Okko: Era of the Asagiri", "Saké & Samouraï", "Okko Chronicles",
    ]  # fmt: skip
    popup.close()
    pick(screen, "game", "Saké & Samouraï")
    screen.charts_wanted.emit()
    assert w.navigator is not None
    assert w.stack.currentWidget() is w.navigator.screens("sake").charts.screen  # type: ignore[attr-defined]


def test_moments_of_a_game_are_found_in_its_timeline(storage: StoredGames) -> None:
    """Bookmarks and notes are kept with a game of Saké, and its turns are the sections of the timeline."""
    from companion.ui.play.timeline import turn_sections

    session = whole_game(1)
    session.annotate(5, note="The first drop", bookmark=True)
    id = storage.repository.create(session, "Marked").id
    again = storage.open(id).session
    assert (again.steps[5].note, again.steps[5].bookmark) == ("The first drop", True)
    turns = [section.side for section in turn_sections(again)]
    assert turns == sorted(set(turns))
    assert turns[-1] == again.state.turn


def test_a_game_goes_to_another_copy_of_the_app_as_one_file(storage: StoredGames, tmp_path: Path) -> None:
    """Names, notes, who played, the end and the statistics come along; taken in twice it is known again."""
    session = whole_game(1)
    session.annotate(5, note="The first drop", bookmark=True)
    id = storage.repository.create(session, "Evening with friends", asdict(_settings(4)), NAMES[:4]).id
    assert storage.library.export([id], tmp_path)[0] == 1
    (file,) = tmp_path.glob("*.okko-game")
    other = house_games()
    taken = other.library.take(Source(file))
    assert (taken.new, taken.game.system, taken.steps) == (True, "sake", len(session.steps))
    (entry,) = other.library.entries(other.library.found(LibrarySearch("bruno")))
    again = other.open(entry.game.id)
    assert again.session.state == session.state
    assert (again.session.steps[5].note, again.settings.names) == ("The first drop", NAMES[:4])
    assert SYSTEM.summaries.text(again.session) == SYSTEM.summaries.text(session)
    assert not other.library.take(Source(file)).new
    assert other.library.count() == 1
    other.close()
