"""The library as a person uses it: look through, open, watch again, rename, tag, copy, throw away, give away."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from companion.app.loader import figuring
from companion.app.storage import StoredGames
from companion.model.store.repository import Repository
from companion.ui.kit.panels import Toast
from companion.ui.play.storage import GameSettings
from companion.ui.shell.learn_screen import LearnScreen
from companion.ui.shell.library_screen import LibraryScreen
from companion.ui.shell.window import MainWindow

from .test_window_kit import LIBRARY, begun, click, play, press, until, window


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with four games, the one named last played last."""
    path = tmp_path_factory.mktemp("library") / "okko.sqlite"
    made = StoredGames(Repository(path, figuring=figuring()), LIBRARY)
    for name, steps, people, setup in (
        ("Old one", 3, ("Anna", "Marco"), {"quick": True}),
        ("Long one", 60, ("Élodie", "Anna"), {"quick": True}),
        ("Ended", 4000, ("Marco", "Bruno"), {"adventure": "house:first-lanterns"}),
        ("Last one", 12, ("Anna", "Bruno"), {"quick": True}),
    ):
        opened = made.begin(setup, GameSettings(names=people), name)
        for _ in range(0, steps, 100):
            if not opened.session.standing.finished:
                play(opened.session, min(steps, 100))
    made.close()
    return path


@pytest.fixture
def storage(kept: Path, tmp_path: Path) -> Iterator[StoredGames]:
    """The same four games, for one test."""
    shutil.copy(kept, tmp_path / "okko.sqlite")
    made = StoredGames(Repository(tmp_path / "okko.sqlite"), LIBRARY)
    yield made
    made.close()


@pytest.fixture
def w(qtbot: object, storage: StoredGames) -> Iterator[MainWindow]:
    """A window that shows the library."""
    with window(storage) as made:
        library(made)
        yield made


def library(w: MainWindow) -> LibraryScreen:
    assert w.navigator is not None
    if w.navigator.library is None:
        w.navigator.show_library()
    assert w.navigator.library is not None
    return w.navigator.library


def names(screen: LibraryScreen) -> list[str]:
    return [str(screen.games.index(row).data()) for row in range(screen.games.rowCount())]


def choose(screen: LibraryScreen, *wanted: str) -> list[int]:
    ids = [id for id, name in zip(screen.games.ids, names(screen), strict=True) if name in wanted]
    screen.rows.choose(ids)
    return ids


def said(w: MainWindow) -> list[str]:
    return [toast.accessibleName() for toast in w.findChildren(Toast)]


def test_home_leads_to_all_games_and_escape_back(qtbot: object, storage: StoredGames) -> None:
    with window(storage) as w:
        assert w.home.below is not None
        click(w.home.below.all)
        screen = library(w)
        assert w.stack.currentWidget() is screen
        assert names(screen) == ["Last one", "Ended", "Long one", "Old one"]
        assert screen.rows.hasFocus()
        press(Qt.Key.Key_Escape)
        assert w.stack.currentWidget() is w.home


def test_the_first_game_is_chosen_and_its_page_tells_who_played_and_how_it_stands(w: MainWindow) -> None:
    page = library(w).page
    assert page.name.text() == "Last one"
    assert page.who.text() == "Anna against Bruno"
    until(lambda: page.session is not None)
    assert page.facts["length"].text() == "12 steps"
    assert page.facts["result"].text() != "In progress"
    assert all(meter.isVisible() for meter in page.meters)


def test_who_played_is_not_said_twice_while_nobody_has_renamed_a_game(qtbot: object, storage: StoredGames) -> None:
    storage.rename(next(game.id for game in storage.games() if game.name == "Last one"), "Anna against Bruno")
    with window(storage) as w:
        page = library(w).page
        assert page.name.text() == "Anna against Bruno" and page.who.isHidden()


def test_space_goes_on_with_the_game_and_its_table_leads_back_to_it(w: MainWindow) -> None:
    screen = library(w)
    press(Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert screen.page.name.text() == "Long one"
    press(Qt.Key.Key_Space)
    assert w.navigator is not None
    assert w.navigator.table is not None
    assert w.navigator.table.opened.entry.name == "Long one"
    w.navigator.table.screen.left.emit()
    assert w.stack.currentWidget() is screen
    assert w.navigator.table is None
    assert screen.page.name.text() == "Long one"


def test_watching_a_game_again_begins_at_its_first_step_and_changes_nothing(
    w: MainWindow, storage: StoredGames
) -> None:
    screen = library(w)
    id = choose(screen, "Long one")[0]
    before = storage.repository.record(id), storage.repository.game(id)
    press("w")
    assert w.navigator is not None
    host = w.navigator.table
    assert host is not None
    assert not host.screen.timeline.isHidden()
    assert host.game.session.cursor == 0
    assert host.game.session.present == 60
    host.screen.timeline.close_bar()
    play(host.game.session, 5)
    host.game.switch("track")
    host.screen.left.emit()
    assert w.stack.currentWidget() is screen
    assert (storage.repository.record(id), storage.repository.game(id)) == before


def test_a_game_is_renamed_in_its_place_and_found_by_its_new_name(w: MainWindow) -> None:
    screen = library(w)
    choose(screen, "Old one")
    screen.rows.setFocus()
    press(Qt.Key.Key_F2, "Night by the river", Qt.Key.Key_Return)
    assert "Night by the river" in names(screen)
    assert screen.page.name.text() == "Night by the river"
    press(Qt.Key.Key_F2, "nonsense", Qt.Key.Key_Escape)
    assert screen.page.name.text() == "Night by the river"
    press("f", modifier=Qt.KeyboardModifier.ControlModifier)
    press("RIVER")
    until(lambda: names(screen) == ["Night by the river"])


def test_thrown_away_games_come_back_by_the_note_and_by_undo(w: MainWindow) -> None:
    screen = library(w)
    choose(screen, "Ended", "Old one")
    screen.rows.setFocus()
    press(Qt.Key.Key_Delete)
    assert names(screen) == ["Last one", "Long one"]
    assert any("2 games deleted" in words for words in said(w))
    press("z", modifier=Qt.KeyboardModifier.ControlModifier)
    assert names(screen) == ["Last one", "Ended", "Long one", "Old one"]
    assert len(screen.chosen()) == 2


def test_a_note_never_brings_back_another_game_than_it_names(w: MainWindow) -> None:
    screen = library(w)
    for name in ("Ended", "Old one"):
        choose(screen, name)
        screen.rows.setFocus()
        press(Qt.Key.Key_Delete)
    assert [note.accessibleName() for note in screen.findChildren(Toast) if note.isVisible()] == ["“Old one” deleted."]
    press("z", modifier=Qt.KeyboardModifier.ControlModifier)
    assert names(screen) == ["Last one", "Long one", "Old one"]
    assert not any(note.isVisible() for note in screen.findChildren(Toast))


def test_a_copy_goes_its_own_way(w: MainWindow, storage: StoredGames) -> None:
    screen = library(w)
    original = choose(screen, "Long one")[0]
    storage.library.set_tags(original, ["club"])
    screen.rows.setFocus()
    press("d")
    assert names(screen)[0] == "Long one (copy)"
    assert screen.page.name.text() == "Long one (copy)"
    copy = screen.chosen()[0]
    assert copy != original
    assert storage.library.entries([copy])[0].tags == ("club",)
    assert storage.library.entries([copy])[0].settings.names == ("Élodie", "Anna")
    assert storage.repository.record(copy)[0].steps == storage.repository.record(original)[0].steps
    opened = storage.open(copy)
    play(opened.session, 3)
    assert storage.repository.game(original).cursor == 60
    assert storage.repository.game(copy).cursor == 63


def test_tags_are_written_completed_and_taken_off(w: MainWindow, storage: StoredGames) -> None:
    screen = library(w)
    choose(screen, "Old one")
    storage.library.set_tags(screen.chosen()[0], ["club"])
    screen.look_again()
    choose(screen, "Last one")
    screen.rows.setFocus()
    press("t", "cl")
    assert screen.page.tags.line.text() == "club", "completed from the tags there are"
    press(Qt.Key.Key_Return, "final", Qt.Key.Key_Return)
    assert list(screen.page.tags.slips) == ["club", "final"]
    click(screen.page.tags.slips["club"])
    assert storage.library.entries(screen.chosen())[0].tags == ("final",)
    click(screen.page.tags.offers["club"])
    assert storage.library.entries(screen.chosen())[0].tags == ("club", "final")


def test_several_games_get_and_lose_a_tag_together(w: MainWindow, storage: StoredGames) -> None:
    screen = library(w)
    ids = choose(screen, "Old one", "Ended")
    assert screen.pages.currentWidget() is screen.several
    storage.library.set_tags(ids[0], ["own"])
    screen.look_again()
    screen.several.tags.line.setFocus()
    press("club", Qt.Key.Key_Return)
    assert {entry.tags for entry in storage.library.entries(ids)} == {("club",), ("club", "own")}
    assert list(screen.several.tags.slips) == ["club"], "only what all have in common"
    click(screen.several.tags.slips["club"])
    assert {entry.tags for entry in storage.library.entries(ids)} == {(), ("own",)}


def test_a_tag_that_is_refused_is_said(w: MainWindow, storage: StoredGames) -> None:
    screen = library(w)
    id = screen.chosen()[0]
    storage.library.set_tags(id, [str(n) for n in range(20)])
    screen.look_again()
    screen.page.tags.line.setFocus()
    press("one too many", Qt.Key.Key_Return)
    assert any("at most 20 tags" in words for words in said(w))
    assert len(storage.library.entries([id])[0].tags) == 20


def test_one_game_is_saved_as_a_file_and_several_as_an_archive(
    w: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = library(w)
    asked: list[Any] = []

    def answer(target: Path) -> None:
        def ask(*given: Any) -> tuple[str, str]:
            asked.append(given)
            return str(target), ""

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)

    answer(tmp_path / "one.okko-game")
    choose(screen, "Long one")
    click(screen.page.deeds["export"])
    assert Path(asked[-1][2]).name == "Long one.okko-game"
    assert (tmp_path / "one.okko-game").read_text("utf-8").startswith("{")
    answer(tmp_path / "some")
    choose(screen, "Long one", "Ended")
    click(screen.several.export)
    with zipfile.ZipFile(tmp_path / "some.zip") as archive:
        assert sorted(archive.namelist()) == ["Ended.okko-game", "Long one.okko-game"]
        assert archive.read("Long one.okko-game") == (tmp_path / "one.okko-game").read_bytes()
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "ended.okko-game").write_text("was here before")

    def ask_folder(*_: Any) -> str:
        return str(folder)

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", ask_folder)
    click(screen.several.folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "Ended (2).okko-game", "Long one.okko-game", "ended.okko-game",
    ]  # fmt: skip
    assert (folder / "ended.okko-game").read_text("utf-8") == "was here before"
    answer(tmp_path / "nowhere" / "x.okko-game")
    choose(screen, "Ended")
    click(screen.page.deeds["export"])
    assert any("does not exist" in words for words in said(w))


def test_a_damaged_game_among_several_is_named_and_the_others_are_saved(
    w: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = library(w)
    id = choose(screen, "Old one")[0]
    with sqlite3.connect(tmp_path / "okko.sqlite") as other:
        other.execute("UPDATE step SET intent = '{' WHERE game_id = ?", (id,))

    def ask(*_: Any) -> tuple[str, str]:
        return str(tmp_path / "some.zip"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    screen.rows.setFocus()
    press("a", modifier=Qt.KeyboardModifier.ControlModifier)
    click(screen.several.export)
    with zipfile.ZipFile(tmp_path / "some.zip") as archive:
        assert len(archive.namelist()) == 3
    assert any("Damaged and left out: Old one." in words for words in said(w))


def test_no_games_yet(qtbot: object) -> None:
    with window() as w:
        screen = library(w)
        assert screen.empty.isVisible()
        assert screen.empty.first.hasFocus()
        assert screen.pages.currentWidget() is screen.nothing
        press(Qt.Key.Key_Space)
        assert w.navigator is not None
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").draft


def test_a_game_that_cannot_be_played_says_so_and_gives_what_can_be_played(
    w: MainWindow, storage: StoredGames, tmp_path: Path
) -> None:
    screen = library(w)
    id = choose(screen, "Long one")[0]
    with sqlite3.connect(tmp_path / "okko.sqlite") as other:
        intent = '{"kind":"chosen","option":"nonsense"}'
        other.execute('UPDATE step SET intent = ? WHERE game_id = ? AND "index" = 40', (intent, id))
    screen.page.look()
    assert screen.page.trouble.isVisible()
    assert "can only be played in part" in screen.page.trouble.text()
    assert not screen.page.deeds["replay"].isEnabled()
    assert screen.page.deeds["delete"].isEnabled()
    click(screen.page.go_on)
    assert w.navigator is not None
    assert w.navigator.table is not None
    assert w.navigator.table.game.session.cursor == 40
    assert storage.repository.game(id).cursor == 60, "the old one stays as it is"


def test_the_result_of_an_ended_game_is_told_by_the_name_of_the_winner(w: MainWindow) -> None:
    screen = library(w)
    choose(screen, "Ended")
    screen.page.look()
    assert screen.page.entry is not None
    assert screen.page.entry.game.finished
    assert screen.page.facts["result"].text() in ("Victory for Marco", "Victory for Bruno", "A draw")
    assert screen.page.go_on.text() == "Open"
    line = w.home.below.games.by_id[str(screen.page.entry.game.id)]
    assert line.words.startswith(f"{screen.page.facts['result'].text()} · "), "home tells it by the same name"


def test_hooks_for_the_battle_report_and_the_figures(w: MainWindow) -> None:
    screen = library(w)
    heard: list[tuple[str, int]] = []
    screen.report_wanted.connect(lambda id, _: heard.append(("report", id)))
    screen.figures_wanted.connect(lambda id, _: heard.append(("figures", id)))
    assert w.navigator is not None
    id = screen.chosen()[0]
    for name in ("report", "figures"):
        click(screen.page.deeds[name])
        assert heard.pop() == (name, id)
        w.navigator.show_library()
        assert screen.chosen() == [id]


def test_what_another_window_does_is_seen(w: MainWindow, storage: StoredGames, tmp_path: Path) -> None:
    screen = library(w)
    id = choose(screen, "Old one")[0]
    other = StoredGames(Repository(tmp_path / "okko.sqlite"), LIBRARY)
    begun(other, "From the other window")
    other.rename(id, "Old and renamed")
    until(lambda: names(screen)[0] == "From the other window")
    assert screen.chosen() == [id], "what was chosen stays chosen"
    assert screen.page.name.text() == "Old and renamed"
    other.repository.delete(id)
    until(lambda: screen.games.row_of(id) < 0)
    assert len(screen.chosen()) == 1
    other.close()


def test_an_empty_library_says_what_it_is_for_and_offers_the_first_step(qtbot: QtBot) -> None:
    with window() as w:
        assert w.navigator is not None
        w.navigator.show_library()
        library = w.navigator.library
        assert library is not None
        assert not library.chips.isVisible(), "there is nothing to narrow"
        assert library.empty._line.text().startswith("Every game you play is kept here")
        click(library.empty.learn)
        assert isinstance(w.stack.currentWidget(), LearnScreen)
