"""Run as a process of its own: follows a table of Saké & Samouraï at the real window, and kills itself.

``python -m tests.ui.sake_tracked FOLDER`` prints one line of JSON, the position shown last, before it dies.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import _shipped
from companion.model.games.sake import SYSTEM
from companion.model.store.repository import Repository
from companion.ui.games.sake.question.composer import Part

from .sake_kit import on_table, take
from .test_window_kit import press, window

FILE = "evening.sqlite"
FOLLOW = {"enforcement": "track"}


def main() -> None:
    """See the module."""
    app = QApplication(sys.argv[:1])
    storage = StoredGames(Repository(Path(sys.argv[1]) / FILE), _shipped())
    with window(storage) as w:
        screen = on_table(w, 5, mode="track", **FOLLOW)
        screen.take(Part("place", ("left", 2)))
        screen.take(Part("target", 10_001))
        press("2")
        press("1")
        press(Qt.Key.Key_Space)
        take(screen, Part("sips", 2), "keys")  # and before the counters are placed
        app.processEvents()
        session = screen.game.session
        print(json.dumps({"state": SYSTEM.encode(session.state), "cursor": session.cursor}), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
