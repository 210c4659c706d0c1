"""Files taken into the library: one or many, dropped or chosen; every fault is told, nothing is half-done."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog

from companion.app.storage import StoredGames
from companion.model.store.repository import Repository
from companion.ui.shell.library_screen import LibraryScreen
from companion.ui.shell.window import MainWindow

from .test_window_kit import LIBRARY, begun, click, press, until, window


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StoredGames]:
    made = StoredGames(Repository(tmp_path / "okko.sqlite"), LIBRARY)
    yield made
    made.close()


@pytest.fixture
def w(qtbot: object, storage: StoredGames) -> Iterator[MainWindow]:
    with window(storage) as made:
        yield made


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Files of three games and of some that are none."""
    other = StoredGames(Repository("sqlite://"), LIBRARY)
    folder = tmp_path / "files"
    folder.mkdir()
    found = {}
    for name, steps in (("One", 10), ("Two", 25), ("Three", 3)):
        found[name] = folder / f"{name}.okko.json"
        other.export(begun(other, name, steps), found[name])
    other.close()
    broken = json.loads(found["Two"].read_text("utf-8"))
    broken["steps"][20]["intent"] = {"kind": "chosen", "option": "fly away"}
    wrong = json.loads(found["Two"].read_text("utf-8"))
    wrong["seed"] = "seven"
    for name, text in (
        ("shopping", "eggs, milk"), ("broken", json.dumps(broken)), ("wrong", json.dumps(wrong)), ("empty", ""),
        ("other", json.dumps({"system": "chess", "seed": 1})),
    ):  # fmt: skip
        found[name] = folder / f"{name}.json"
        found[name].write_text(text)
    return found


def library(w: MainWindow) -> LibraryScreen:
    assert w.navigator is not None
    if w.navigator.library is None:
        w.navigator.show_library()
    assert w.navigator.library is not None
    return w.navigator.library


def take(w: MainWindow, *paths: Path) -> LibraryScreen:
    screen = library(w)
    screen.take(paths)
    until(lambda: not screen.taking.busy)
    return screen


def told(screen: LibraryScreen) -> str:
    return "\n".join(line.text().replace("\u200b", "") for line in screen.report.lines)


def names(storage: StoredGames) -> list[str]:
    return sorted(entry.name for entry in storage.games())


def test_files_chosen_in_the_dialog_become_games(
    w: MainWindow, storage: StoredGames, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: Any) -> tuple[list[str], str]:
        return [str(files[name]) for name in ("One", "Two", "Three")], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", ask)
    screen = library(w)
    click(screen.take_in)
    until(lambda: not screen.taking.busy)
    assert names(storage) == ["One", "Three", "Two"]
    assert screen.report.heading.text() == "Imported: 3 games"
    assert screen.report.close_.hasFocus()
    press(Qt.Key.Key_Escape)
    assert screen.pages.currentWidget() is screen.page
    assert screen.page.name.text() == "Three", "the last one taken in is chosen"


def test_every_file_that_is_no_game_is_told_with_its_path_and_a_sentence_and_leaves_nothing(
    w: MainWindow, storage: StoredGames, files: dict[str, Path], tmp_path: Path
) -> None:
    screen = take(w, *files.values(), tmp_path / "gone.json")
    assert names(storage) == ["One", "Three", "Two"]
    report = {Path(fault.label).stem: fault for fault in screen.taking.report.faults}
    assert set(report) == {"shopping", "broken", "wrong", "empty", "other", "gone"}
    assert report["broken"].where == "record.steps[20]"
    assert report["wrong"].where == "record.seed"
    for name in ("shopping", "broken", "wrong", "empty", "other"):
        assert str(files[name]) in told(screen)
    assert "This file does not exist." in told(screen)
    assert "The game system chess is unknown here." in told(screen)
    assert "Unusable: 6 files." in screen.report.summary.text()


def test_all_that_is_wrong_with_a_file_is_told(w: MainWindow, files: dict[str, Path]) -> None:
    data = json.loads(files["One"].read_text("utf-8"))
    data["steps"][3]["mark"], data["steps"][7]["note"], data["colour"] = "sure", 5, "red"
    files["One"].write_text(json.dumps(data))
    screen = take(w, files["One"])
    shown = told(screen)
    for place in ("record.steps[3].mark", "record.steps[7].note", "record.colour"):
        assert place in shown
    assert "Unusable: 1 file." in screen.report.summary.text()


def test_games_that_are_there_already_are_told_and_taken_again_only_when_wished(
    w: MainWindow, storage: StoredGames, files: dict[str, Path]
) -> None:
    take(w, files["One"], files["Two"])
    screen = take(w, files["One"], files["Three"], files["Two"])
    assert names(storage) == ["One", "Three", "Two"]
    assert "You already have it as “One”." in told(screen)
    assert "Duplicates: 2 files." in screen.report.summary.text()
    click(screen.report.take_again)
    until(lambda: not screen.taking.busy)
    assert names(storage) == ["One", "One", "Three", "Two", "Two"]


def test_a_game_that_went_on_is_still_the_same_game(
    w: MainWindow, storage: StoredGames, files: dict[str, Path]
) -> None:
    long = json.loads(files["Two"].read_text("utf-8"))
    short = files["Two"].with_name("Short.okko.json")
    short.write_text(json.dumps({**long, "steps": long["steps"][:12]}))
    take(w, short)
    screen = take(w, files["Two"])
    assert names(storage) == ["Short"]
    assert "longer by 13 steps" in told(screen)


def test_another_game_of_the_same_bands_is_another_game(
    w: MainWindow, storage: StoredGames, files: dict[str, Path]
) -> None:
    for n in range(4):
        begun(storage, f"Game {n}", steps=10)
    screen = take(w, files["One"])
    assert len(screen.taking.report.new) == 1
    storage.delete(screen.taking.report.new[0].game.id)
    screen = take(w, files["One"])
    assert len(screen.taking.report.new) == 1, "what was thrown away does not count"


def test_folders_and_archives_are_opened(
    w: MainWindow, storage: StoredGames, files: dict[str, Path], tmp_path: Path
) -> None:
    archive = tmp_path / "some.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        made.write(files["One"], "evening/Nuit d’été.okko.json")
        made.write(files["shopping"], "evening/list.json")
        made.writestr("readme.txt", "not a game")
        made.writestr("__MACOSX/._x.json", "not a game")
    screen = take(w, archive)
    assert names(storage) == ["Nuit d’été"]
    assert [fault.label for fault in screen.taking.report.faults] == [f"{archive} · evening/list.json"]
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "Two.json").write_bytes(files["Two"].read_bytes())
    (tmp_path / "nothing").mkdir()
    screen = take(w, tmp_path / "folder", tmp_path / "nothing")
    assert names(storage) == ["Nuit d’été", "Two"]
    assert [Path(fault.label).name for fault in screen.taking.report.faults] == ["nothing"]


def test_hostile_archives_are_refused(w: MainWindow, storage: StoredGames, tmp_path: Path) -> None:
    bomb, many, torn, text = (tmp_path / f"{name}.zip" for name in ("bomb", "many", "torn", "text"))
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("bomb.json", b"[" * (40 * 2**20))
        made.writestr("../../out.json", "{}")
    with zipfile.ZipFile(many, "w") as made:
        for n in range(20_001):
            made.writestr(f"{n}.json", "")
    torn.write_bytes(bomb.read_bytes()[:-200])
    text.write_text("PK, but not really")
    screen = take(w, bomb, many, torn, text)
    assert storage.games() == []
    assert len(screen.taking.report.faults) == 4, "what wants to lie elsewhere is not even looked at"
    assert "too large" in told(screen)
    assert "contains too many files" in told(screen)
    assert not (tmp_path.parent / "out.json").exists()


def test_files_are_dropped_on_any_screen(w: MainWindow, storage: StoredGames, files: dict[str, Path]) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(files[name])) for name in ("One", "shopping")])
    copy = Qt.DropAction.CopyAction
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(20, 20), copy, data, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(w, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(20, 20), copy, data, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(w, event)
    screen = library(w)
    assert w.stack.currentWidget() is screen
    until(lambda: not screen.taking.busy)
    assert names(storage) == ["One"]
    assert len(screen.taking.report.faults) == 1


def test_taking_in_can_be_stopped_and_what_was_taken_stays(
    w: MainWindow, storage: StoredGames, files: dict[str, Path]
) -> None:
    screen = library(w)
    screen.take([files["One"], *[files["Two"]] * 50])
    until(lambda: screen.taking.report.count > 0)
    assert screen.report.close_.text() == "Stop"
    click(screen.report.close_)
    assert not screen.taking.busy
    assert names(storage)[:1] == ["One"]
    assert screen.report.heading.text().startswith("Imported:")
    click(screen.report.close_)
    assert screen.pages.currentWidget() is screen.page


def test_who_played_goes_into_the_file_and_comes_back(w: MainWindow, storage: StoredGames, tmp_path: Path) -> None:
    id = begun(storage, "Evening", 5, names=("Anna", "Élodie"), bands=("Hunters", "Oni"))
    storage.export(id, tmp_path / "evening.okko.json")
    storage.repository.delete(id)
    screen = take(w, tmp_path / "evening.okko.json")
    entry = screen.taking.report.new[0].game
    settings = storage.library.entries([entry.id])[0].settings
    assert (settings.names, settings.bands) == (("Anna", "Élodie"), ("Hunters", "Oni"))
    screen._close_report()
    assert screen.page.who.text() == "Anna with Hunters against Élodie with Oni"
    screen.chips.line.setText("elodie oni")
    until(lambda: list(screen.games.ids) == [entry.id])
    assert storage.open(entry.id).settings.players == ("person", "person")


@pytest.mark.parametrize(
    "people", [{"names": ["Anna"]}, {"names": ["x" * 201, ""]}, {"names": "Anna"}, {"age": 7}, ["Anna"], None]
)
def test_hostile_people_are_refused(
    w: MainWindow, storage: StoredGames, files: dict[str, Path], people: object
) -> None:
    data = json.loads(files["One"].read_text("utf-8"))
    files["One"].write_text(json.dumps({**data, "people": people}))
    screen = take(w, files["One"])
    assert storage.games() == []
    assert screen.taking.report.faults[0].where.startswith("record.people")


def test_what_was_saved_as_an_archive_comes_back_whole(
    w: MainWindow, storage: StoredGames, tmp_path: Path, files: dict[str, Path]
) -> None:
    take(w, files["One"], files["Two"])
    ids = [entry.id for entry in storage.games()]
    before = [storage.repository.record(id)[0] for id in ids]
    assert storage.library.export(ids, tmp_path / "all.zip") == (2, ())
    for id in ids:
        storage.repository.delete(id)
    take(w, tmp_path / "all.zip")
    assert [storage.repository.record(entry.id)[0] for entry in storage.games()] in (before, before[::-1])
