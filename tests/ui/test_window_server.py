"""Games kept on a server: the window uses it, says when it cannot, and never waits for it."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app.program import FILE, Program
from companion.model.store import Repository
from companion.ui.theme import palette, type

from ..store.conftest import model, on_server, server
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
    type.set_text_scale(1.0)
    QApplication.processEvents()


def start(folder: Path, programs: list[Program], server: str | None = None) -> Program:
    program = Program(folder, "en", (), server)
    programs.append(program)
    program.window.painted.connect(program.go_on)
    program.window.show()
    until(lambda: program.window.hall is not None, 20_000)
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
    assert program.window.hall is not None
    program.window.hall.quick_start()
    assert games(tmp_path) == 0
    club = Repository(on_server)
    assert len(club.games()) == 1
    assert club.settings() == {}
    club.close()


WRONG = {
    "club..example/okko": "The server's name “club..example” has a dot too many.",
    f"{'club' * 16}.example/okko": (
        "A part of the server's name is too long (63 letters at most): clubclubclubclubclubclu…"
    ),
    "club.example/okko?port=x": "The port is a number from 1 to 65535, not “x”.",
    "club.example/okko?plugin=a": "The address has a setting that no server knows: plugin",
    "club.example:70000/okko": "The port is a number from 1 to 65535, not “70000”.",
    "club example/okko": "The server's name “club example” cannot hold “ ”.",
    "1.2.3.400/okko": "“1.2.3.400” is no address of a server: the numbers do not fit.",
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
        "The server's name “club..example” has a dot too many. Games are kept on this computer meanwhile."
    )
    assert again.window.hall is not None
    again.window.hall.quick_start()
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
    assert program.window.hall is not None
    keeping(program)


def test_a_server_that_does_not_answer_is_named_and_games_are_kept_here(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = start(tmp_path, programs, NOWHERE)
    assert program.window.notice is not None
    assert program.window.notice.text() == (
        "The server of saved games does not answer. Games are kept on this computer meanwhile."
    )
    assert program.window.hall is not None
    program.window.hall.quick_start()
    assert games(tmp_path) == 1
