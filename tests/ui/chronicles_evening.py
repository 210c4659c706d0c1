"""Run as a process of its own: an evening of Okko Chronicles at the real window that is killed in the middle.

``python -m tests.ui.chronicles_evening FOLDER HEROES`` prints one line of JSON, what was shown last, before it dies.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Json
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.chronicles.tables import setup

from .chronicles_players import People, table_of
from .players import Sitting

TURN = 3
"""In which the power goes."""
SEED = 4


def begin(window: MainWindow, said: Json, settings: GameSettings, seed: int = SEED) -> ChroniclesTable:
    """A new game on the table whose chance is known."""
    navigator = window.navigator
    assert navigator is not None
    session = Session.new(SYSTEM, said, navigator.storage.content, seed, mode=settings.mode)
    navigator.open_game(navigator.storage.keep_new(session, "Evening", settings).id)
    return table_of(window)


def two_people(heroes: int) -> tuple[Json, GameSettings]:
    """One is the Oni, another one plays all heroes."""
    count = heroes + 1
    settings = GameSettings(("Olga", "Anna", "Anna")[:count], ("person",) * count, bands=("",) * count)
    return setup(heroes, places="spaces"), settings


def main() -> None:
    """See the module."""
    app = QApplication(sys.argv[:1])
    table = begin(Sitting(Path(sys.argv[1])).window, *two_people(int(sys.argv[2])))
    people = People(table)
    people.play(lambda: table.game.state.turn == TURN and table.game.state.stage == "oni")
    session = table.game.session
    shown = {"state": SYSTEM.encode(session.state), "cursor": session.cursor, "sat": people.sat}
    print(json.dumps(shown), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
    del app


if __name__ == "__main__":
    main()
