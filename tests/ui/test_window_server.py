"""Games kept on a server: the window uses it, says when it cannot, and never waits for it."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app.program import FILE, Program
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.store import server as store_server
from companion.model.store.repository import Repository
from companion.ui.kit.panels import Toast
from companion.ui.kit.theme import fonts, palette
from companion.ui.play.storage import GameSettings

from ..store.conftest import model, on_server, server
from ..store.faking import Way, listening
from .campaign_window_kit import begun as campaign_begun
from .campaign_window_kit import mustered, ways_of
from .rows import rows
from .test_library_keeping import keeping
from .test_window_kit import until

__all__ = ["model", "on_server", "server"]  # fixtures
NOWHERE = "postgresql://okko@/okko?host=/nowhere/at/all"


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    made: list[Program] = []
    hook = sys.excepthook
    yield made
    sys.excepthook = hook
    for program in made:
        program.window.close()
        program.close()
        program.window.deleteLater()
        program.keeper.deleteLater()
    palette.set_theme("paper")
    fonts.set_text_scale(1.0)
    QApplication.processEvents()


def start(folder: Path, programs: list[Program], server: str | None = None) -> Program:
    program = Program(folder, "en", (), server)
    programs.append(program)
    program.window.painted.connect(program.go_on)
    program.window.show()
    until(lambda: program.window.navigator is not None)
    return program


def games(folder: Path) -> int:
    with sqlite3.connect(folder / FILE) as connection:
        return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])


def test_games_go_to_the_server_in_the_settings_and_settings_stay_here(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], on_server: str
) -> None:
    first = Repository(tmp_path / FILE)
    first.set_settings({"window.database": on_server})
    first.close()
    program = start(tmp_path, programs)
    assert program.window.notice is None
    assert program.window.navigator is not None
    program.window.navigator.quick_start()
    assert games(tmp_path) == 0
    club = Repository(on_server)
    assert len(club.games()) == 1
    assert club.settings() == {}
    club.close()


WRONG = {
    "club..example/okko": "The server name “club..example” has one dot too many.",
    f"{'club' * 16}.example/okko": (
        "Part of the server name is too long (at most 63 letters): clubclubclubclubclubclu…"
    ),
    "club.example/okko?port=x": "The port must be a number from 1 to 65535, not “x”.",
    "club.example/okko?plugin=a": "The address contains an unknown setting: plugin",
    "club.example:70000/okko": "The port must be a number from 1 to 65535, not “70000”.",
    "club example/okko": "The server name “club example” cannot contain “ ”.",
    "1.2.3.400/okko": "“1.2.3.400” is not a server address: the numbers are not valid.",
    "club.example/okko?sslmode=maybe": "In the address, sslmode cannot be “maybe”.",
}


def test_a_wrong_address_is_named_as_it_is_typed_and_never_keeps_the_program_from_starting(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = start(tmp_path, programs)
    page = keeping(program)
    for address, words in WRONG.items():
        page.address.setText(f"postgresql://{address}")
        page.address.textEdited.emit(page.address.text())
        page.address.editingFinished.emit()
        assert page.state.text() == words
        assert program.keeper.settings.database == "", "not kept"
    program.keeper.change(database="postgresql://club..example/okko")  # as older releases did
    again = start(tmp_path, programs)
    assert again.window.notice is not None
    assert again.window.notice.text() == (
        "The server name “club..example” has one dot too many. Games are saved on this computer for now."
    )
    assert again.window.navigator is not None
    again.window.navigator.quick_start()
    assert games(tmp_path) == 1
    page = keeping(again)
    assert page.address.text() == "postgresql://club..example/okko"
    page.address.setText("postgresql://anna@club.example/okko")
    page.address.editingFinished.emit()
    assert again.keeper.settings.database == "postgresql://anna@club.example/okko"


@pytest.mark.parametrize(
    "rest", ["", "x" * 400, "[", "]:1", "@@@", "a:b:c@d", "?", "?host", "/?host=&port=", "%ff%00", "/\u202e"]
)
def test_whatever_is_stored_as_an_address_the_program_starts(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], rest: str
) -> None:
    program = start(
        tmp_path, programs, f"postgresql://[::1]:1{rest}" if rest.startswith("?") else f"postgresql://{rest}"
    )
    assert program.window.navigator is not None
    keeping(program)


def test_a_server_that_does_not_answer_is_named_and_games_are_kept_here(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = start(tmp_path, programs, NOWHERE)
    assert program.window.notice is not None
    assert program.window.notice.text() == (
        "The server with the saved games does not answer. Games are saved on this computer for now."
    )
    assert program.window.navigator is not None
    program.window.navigator.quick_start()
    assert games(tmp_path) == 1


class Waits:
    """For how long the window's thread has waited for a server."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        wait, connect = store_server.Bounded.wait, store_server.Bounded.connect

        def waiting(self: store_server.Bounded, *given: Any, **named: Any) -> Any:
            with waits.measured():
                return wait(self, *given, **named)

        def connecting(*given: Any, **named: Any) -> Any:
            with waits.measured():
                return connect(*given, **named)

        waits = self
        monkeypatch.setattr(store_server.Bounded, "wait", waiting)
        monkeypatch.setattr(store_server.Bounded, "connect", connecting)

    @contextmanager
    def measured(self) -> Iterator[None]:
        begun_at = monotonic()
        try:
            yield
        finally:
            if current_thread() is main_thread():
                self.seconds += monotonic() - begun_at


def notes(program: Program) -> list[str]:
    said = [toast.accessibleName() for toast in program.window.findChildren(Toast)]
    return [*said, program.window.notice.text()] if program.window.notice is not None else said


def test_a_server_that_falls_silent_stops_no_game_and_gets_what_was_played(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_server.Bounded, "patience", 0.4)
    monkeypatch.setattr("companion.app.loader.EVERY", 0.3)
    way = Way(on_server)
    with listening(way.serve) as port:
        program = start(tmp_path, programs, way.address(port))
        navigator = program.window.navigator
        assert navigator is not None
        navigator.quick_start("track")
        assert navigator.table is not None
        game, session = navigator.table.game, navigator.table.opened.session
        waits = Waits(monkeypatch)
        way.cut.set()
        assert game.roll((5, 2))
        for _ in range(3):
            assert game.choose(game.options[0])
        shown = session.steps
        until(lambda: any("You can go on" in words for words in notes(program)))
        navigator.go_home()
        assert navigator.home.below is not None
        assert navigator.home.below.last() is not None, "it can be gone on with"
        navigator.go_on()
        assert navigator.table is not None
        assert navigator.table.opened.session.steps == shown
        navigator.quick_start("track")
        assert navigator.table is not None, "another one can be begun"
        navigator.go_home()
        assert waits.seconds < 0.4 + 0.3, "once, and not longer than it may be silent"
        assert games(tmp_path) == 2
        way.cut.clear()
        until(lambda: games(tmp_path) == 0)
        until(lambda: program.window.notice is not None and not program.window.notice.isVisible())
        club = Repository(on_server)
        assert sorted(len(club.record(info.id)[0].steps) for info in club.games()) == [0, len(shown)]
        club.close()
        navigator.go_home()
        programs.remove(program)
        program.window.close()
        program.close()
        program.window.deleteLater()
        program.keeper.deleteLater()


def test_a_campaign_and_its_battle_go_on_while_the_server_is_silent_and_get_there(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_server.Bounded, "patience", 0.4)
    monkeypatch.setattr("companion.app.loader.EVERY", 0.3)
    way = Way(on_server)
    with listening(way.serve) as port:
        program = start(tmp_path, programs, way.address(port))
        navigator, storage = program.window.navigator, program.storage
        assert navigator is not None and storage is not None
        screen = campaign_begun(program.window)
        way.cut.set()
        mustered(screen)
        until(lambda: any("You can go on" in words for words in notes(program)))
        shown = screen.controller.session.steps
        ways = ways_of(program.window)
        assert ways.list is not None
        assert [line.title for line in ways.list.campaigns.by_id.values()] == ["A short one"], "it can be gone on with"
        assert ways.open(rows(ways.list.campaigns)[0].line.data.id)
        assert ways.screen is not None
        assert ways.screen.controller.session.steps == shown
        ways.play(GameSettings())
        assert navigator.table is not None, "its battle can be begun"
        game = navigator.table.opened.entry.id
        navigator.table.left.emit()
        assert ways.kept is not None
        (battle,) = storage.campaigns.games(ways.kept.id)
        assert battle.entry.id == game
        way.cut.clear()
        club = Repository(on_server)
        until(lambda: len(club.games()) == 1 and not storage.away.listed())
        (info,) = club.campaigns.all()
        ((_, _, there),) = club.campaigns.games(info.id)
        assert there == club.games()[0].id, "and the two belong together there"
        until(lambda: not storage.away.campaigns.listed())
        assert len(club.campaigns.open(info.id, CAMPAIGN, storage.content)[0][0].open().steps) == len(shown)
        club.close()
        navigator.go_home()
        programs.remove(program)
        program.window.close()
        program.close()
        program.window.deleteLater()
        program.keeper.deleteLater()


def test_a_server_that_is_silent_from_the_start_leaves_the_window_alone(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_server, "CONNECTING", 2)
    way = Way(on_server)
    way.cut.set()
    with listening(way.serve) as port:
        waits = Waits(monkeypatch)
        program = start(tmp_path, programs, way.address(port))
        assert "does not answer. Games are saved on this computer for now." in notes(program)[-1]
        assert waits.seconds == 0
        assert program.window.navigator is not None
        program.window.navigator.quick_start("track")
        assert games(tmp_path) == 1
        way.cut.clear()
        again = start(tmp_path, programs, way.address(port))
        until(lambda: games(tmp_path) == 0)
        club = Repository(on_server)
        assert len(club.games()) == 1, "what was begun meanwhile is there"
        club.close()
        for one in (program, again):
            programs.remove(one)
            one.window.close()
            one.close()
            one.window.deleteLater()
            one.keeper.deleteLater()
