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

FILE = "okko.sqlite"
"""In the data folder: settings, bands, and the games unless they are kept on a server."""
PACKS = "packs"
"""Folder of the packs in the data folder."""


class Loader:
    """Imports what is heavy, and reads the packs, in a thread; calls `done` in the window's own.

    Then, when the window is furnished, the thread makes the copy of the day; `uncopied` is called when it could not.
    """

    def __init__(
        self, data_dir: Path, server: str, done: Callable[[], None], uncopied: Callable[[Message], object]
    ) -> None:
        from threading import Event, Thread

        self.failure: Exception | None = None
        self.workshop: Workshop | None = None
        """The packs in the data folder, once they are read."""
        self.games: Repository | None = None
        """What is kept on the server, once it has answered."""
        self.unreached: Message | None = None
        """Why the server is not used."""
        self._data_dir, self._server, self._done, self._uncopied = data_dir, server, done, uncopied
        self._no_copy: Message | None = None
        self._read, self._furnished = Event(), Event()
        self._told = False
        self._thread = Thread(target=self._load, name="imports", daemon=True)
        self._look = QTimer()
        self._look.setInterval(10)
        self._look.timeout.connect(self._looked)

    def start(self) -> None:
        """Begin."""
        self._thread.start()
        self._look.start()

    def _load(self) -> None:
        self._read_all()
        self._read.set()
        self._furnished.wait()
        if self.failure is None:
            self._copy()

    def _copy(self) -> None:
        from companion.model.store import Backups, StoreError

        try:
            Backups(self._data_dir / FILE).keep_today()
        except StoreError as wrong:
            self._no_copy = wrong.why

    def _read_all(self) -> None:
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
        if self._read.is_set() and not self._told:
            self._told = True
            try:
                self._done()
            finally:
                self._furnished.set()
        elif not self._thread.is_alive():
            self._look.stop()
            if self._no_copy is not None:
                self._uncopied(self._no_copy)

    def wait(self) -> None:
        """Until the thread has ended, if it has begun."""
        self._look.stop()
        self._furnished.set()
        if self._thread.is_alive():
            self._thread.join()
