"""What takes long is done beside the window: named, with how far it is, and a way to give it up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app.storage import StoredGames
from companion.model.content.workshop import Workshop
from companion.model.core import progress
from companion.model.core.session import Session
from companion.model.store.backups import Backups
from companion.ui.kit import screen
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import Busy
from companion.ui.shell.window import MainWindow

from ..content.broken import pack
from .campaign_window_kit import begun, mustered, ways_of
from .players import Sitting
from .rows import rows
from .test_window_kit import new_shelf, window


class Slow:
    """Makes what is played again from a record beside the window take long, until it is let; knows in which threads."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.let, self.threads = Event(), set[Any]()
        replay = Session.replay

        def slowly(*given: Any, **named: Any) -> Any:
            self.threads.add(current_thread())
            for n in range(1_000 if current_thread() is not main_thread() else 0):
                progress.told(n, 2_000)
                if self.let.wait(0.01):
                    break
            return replay(*given, **named)

        monkeypatch.setattr(Session, "replay", staticmethod(slowly))
        monkeypatch.setattr(screen, "PATIENCE", 0.0)


def meanwhile(w: MainWindow, do: Callable[[Busy], object]) -> None:
    """Do something once the panel is there and the window has gone on for a while."""
    ticks: list[int] = []

    def look() -> None:
        ticks.append(1)
        panels = w.findChildren(Busy)
        if panels and panels[0].isVisible() and len(ticks) > 3:
            timer.stop()
            do(panels[0])

    timer = QTimer(w)
    timer.timeout.connect(look)
    timer.start(10)


@pytest.fixture
def storage() -> Iterator[StoredGames]:
    made = new_shelf()
    yield made
    made.close()


def exported(storage: StoredGames, w: MainWindow, path: Path) -> Path:
    assert w.navigator is not None
    w.navigator.quick_start("track")
    assert w.navigator.table is not None
    storage.export(w.navigator.table.opened.entry.id, path)
    w.navigator.go_home()
    return path


def test_a_game_is_opened_beside_the_window_which_goes_on_and_says_how_far_it_is(
    qtbot: QtBot, storage: StoredGames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window(storage) as w:
        path, navigator = exported(storage, w, tmp_path / "game.okko.json"), w.navigator
        assert navigator is not None
        slow, seen = Slow(monkeypatch), list[str]()

        def look(panel: Busy) -> None:
            seen.append(panel.accessibleName())
            QTest.qWait(100)
            assert panel._bar._share > 0
            focus = QApplication.focusWidget()
            assert focus is panel.cancel
            slow.let.set()

        meanwhile(w, look)
        navigator.open_file(path)
        assert seen == ["Opening the game…"]
        assert navigator.table is not None, "and then it is on the table"
        assert not [panel for panel in w.findChildren(Busy) if panel.isVisible()]
        for toast in w.findChildren(Toast):
            toast.close()


@pytest.mark.parametrize("way", ["key", "home"])
def test_what_is_given_up_has_not_happened(
    qtbot: QtBot, storage: StoredGames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with window(storage) as w:
        path, navigator = exported(storage, w, tmp_path / "game.okko.json"), w.navigator
        assert navigator is not None
        Slow(monkeypatch)
        known = len(storage.games())
        if way == "key":
            meanwhile(w, lambda panel: QTest.keyClick(panel.cancel, Qt.Key.Key_Escape))
        else:
            meanwhile(w, lambda panel: navigator.new_game())
        navigator.open_file(path)
        assert navigator.table is None
        assert len(storage.games()) == known
        monkeypatch.undo()
        navigator.go_home()


def test_campaigns_come_and_open_beside_the_window(
    qtbot: QtBot, storage: StoredGames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window(storage) as w:
        mustered(begun(w))
        ways = ways_of(w)
        assert ways.list is not None
        path = tmp_path / "mine.campaign.json"
        storage.campaigns.export(rows(ways.list.campaigns)[0].line.data.id, path)
        slow, seen = Slow(monkeypatch), list[str]()

        def look(panel: Busy) -> None:
            seen.append(panel.accessibleName())
            slow.let.set()

        meanwhile(w, look)
        ways.list.take_in(path)
        assert seen == ["Importing the campaign…"]
        assert len(ways.list.campaigns.by_id) == 2
        slow.let.clear()
        meanwhile(w, look)
        assert ways.open(rows(ways.list.campaigns)[0].line.data.id)
        assert seen[1:] == ["Opening the campaign…"]
        assert main_thread() not in slow.threads, "nor did the list look at them here"


def test_games_come_into_the_library_one_by_one_beside_the_window(
    qtbot: QtBot, storage: StoredGames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window(storage) as w:
        path, navigator = exported(storage, w, tmp_path / "game.okko.json"), w.navigator
        assert navigator is not None
        navigator.show_library()
        assert navigator.library is not None
        slow, seen = Slow(monkeypatch), list[str]()

        def look(panel: Busy) -> None:
            seen.append(panel.accessibleName())
            slow.let.set()

        meanwhile(w, look)
        with qtbot.waitSignal(navigator.library.taking.ended):
            navigator.library.take([path])
        assert seen == [f"Importing {path.name}…"]
        assert len(navigator.library.taking.report.known) == 1


def test_a_pack_comes_into_the_workshop_beside_the_window(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(tmp_path)
    navigator = sitting.window.navigator
    assert navigator is not None and navigator.storage.workshop is not None
    path, seen, threads = pack(tmp_path / "tiny"), list[str](), set[Any]()
    let, install = Event(), Workshop.install

    def slowly(self: Workshop, *given: Any, **named: Any) -> Any:
        threads.add(current_thread())
        let.wait(10)
        return install(self, *given, **named)

    def look(panel: Busy) -> None:
        seen.append(panel.accessibleName())
        let.set()

    monkeypatch.setattr(Workshop, "install", slowly)
    monkeypatch.setattr(screen, "PATIENCE", 0.0)
    navigator.screens("asagiri").show_workshop()
    assert navigator.screens("asagiri").workshop is not None
    meanwhile(sitting.window, look)
    navigator.screens("asagiri").workshop.take_in(path)
    assert seen == ["Importing tiny…"]
    assert main_thread() not in threads
    assert "tiny" in navigator.storage.workshop.order()
    sitting.close()


def test_a_backup_comes_back_beside_the_window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(tmp_path)
    navigator, threads = sitting.window.navigator, set[Any]()
    assert navigator is not None
    storage_location = navigator.storage.storage_location
    assert storage_location is not None
    copy, pour, let = storage_location.make_copy(), Backups.pour_back, Event()

    def slowly(self: Backups, backup: Any) -> None:
        threads.add(current_thread())
        let.wait(10)
        pour(self, backup)

    def look(panel: Busy) -> None:
        assert panel.accessibleName() == "Restoring the backup…"
        assert not panel.cancel.isVisible(), "half of it would be nothing"
        let.set()

    monkeypatch.setattr(Backups, "pour_back", slowly)
    monkeypatch.setattr(screen, "PATIENCE", 0.0)
    meanwhile(sitting.window, look)
    storage_location.restore(copy)
    assert threads and main_thread() not in threads
    sitting.close()
