"""What is heavy, imported and read by a thread while the window is already seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from companion.model.core.words import Message

from .figures import figuring

if TYPE_CHECKING:
    from companion.model.content.workshop import Workshop
    from companion.model.store import Repository

PACKS = "packs"
"""Folder of the packs in the data folder."""


class Loader:
    """Imports what is heavy, and reads the packs, in a thread; calls `done` in the window's own."""

    def __init__(self, data_dir: Path, server: str, done: Callable[[], None]) -> None:
        from threading import Thread

        self.failure: Exception | None = None
        self.workshop: Workshop | None = None
        """The packs in the data folder, once they are read."""
        self.games: Repository | None = None
        """What is kept on the server, once it has answered."""
        self.unreached: Message | None = None
        """Why the server is not used."""
        self._data_dir, self._server, self._done = data_dir, server, done
        self._thread = Thread(target=self._load, name="imports", daemon=True)
        self._look = QTimer()
        self._look.setInterval(10)
        self._look.timeout.connect(self._looked)

    def start(self) -> None:
        """Begin."""
        self._thread.start()
        self._look.start()

    def _load(self) -> None:
        try:
            import companion.model.analysis.figures.short
            import companion.model.bots
            import companion.model.store.repository  # noqa: F401
            from companion.model.content.library import Library
            from companion.model.content.workshop import Workshop
            from companion.model.systems.asagiri.kinds import KINDS

            workshop = Workshop(self._data_dir / PACKS, KINDS, Library.shipped())
            workshop.library()
            self.workshop = workshop
            if self._server:
                self._reach()
        except Exception as failure:
            self.failure = failure

    def _reach(self) -> None:
        from companion.model.store import Repository, StoreError

        try:
            self.games = Repository(self._server, figuring=figuring())
        except StoreError as wrong:
            self.unreached = wrong.why

    def _looked(self) -> None:
        if not self._thread.is_alive():
            self._look.stop()
            self._done()

    def wait(self) -> None:
        """Until the thread has ended, if it has begun."""
        self._look.stop()
        if self._thread.is_alive():
            self._thread.join()
