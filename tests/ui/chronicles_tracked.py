"""Run as a process of its own: follows a table of Okko Chronicles at the real window, and kills itself in turn 2.

``python -m tests.ui.chronicles_tracked FOLDER`` prints one line of JSON, what was shown last, before it dies.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import _shipped
from companion.model.games.chronicles import SYSTEM
from companion.model.store.repository import Repository
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.table.chronicles_recording import NAMES, SETUP, TableHand, read_lines

from .test_window_kit import window

FILE = "palace.sqlite"
KILLED = "h2 total:6"
"""The line after which the power goes: a blow of Noburo's in turn 2."""


def table_of(w: MainWindow) -> ChroniclesTable:
    """The table of the game in the window."""
    assert w.navigator is not None
    table = w.navigator.table
    assert isinstance(table, ChroniclesTable)
    return table


def begin(w: MainWindow) -> ChroniclesTable:
    """Four people sit down."""
    assert w.navigator is not None
    people = tuple(NAMES.values())
    settings = GameSettings(people, ("person",) * 4, "track", "virtual", ("",) * 4)
    w.navigator.screens("chronicles").begin(SETUP, settings)
    return table_of(w)


def main() -> None:
    """See the module."""
    app = QApplication(sys.argv[:1])
    storage = StoredGames(Repository(Path(sys.argv[1]) / FILE), _shipped())
    lines = read_lines()
    with window(storage) as w:
        w.resize(1280, 800)
        table = begin(w)
        TableHand(table.screen).play(lines[: lines.index(KILLED) + 1])
        app.processEvents()
        session = table.game.session
        print(json.dumps({"state": SYSTEM.encode(session.state), "cursor": session.cursor}), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
