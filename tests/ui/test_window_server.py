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


def test_a_server_that_does_not_answer_is_named_and_games_are_kept_here(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = start(tmp_path, programs, NOWHERE)
    assert program.window.notice is not None
    assert program.window.notice.text() == (
        "The server of saved games does not answer. Nothing was changed. Games are kept on this computer meanwhile."
    )
    assert program.window.hall is not None
    program.window.hall.quick_start()
    assert games(tmp_path) == 1
