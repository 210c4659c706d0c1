"""What threads do beside the window: read what is heavy at the start, and bring offline games to the server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, NoReturn, TypeVar, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from companion.model.core.masking import masked
from companion.model.core.refusal import Failure, StorageError
from companion.model.core.words import N_, Message, say

if TYPE_CHECKING:
    from companion.model.content.library import Library
    from companion.model.content.workshop import Workshop
    from companion.model.store.away import Away
    from companion.model.store.library import Figuring
    from companion.model.store.offline import Sent
    from companion.model.store.repository import Repository

R = TypeVar("R")

FILE = "okko.sqlite"
"""In the data folder: settings, bands, and the games unless they are kept on a server."""
PACKS = "packs"
"""Folder of the packs in the data folder."""
LOCKED = 6.0
"""Seconds for which a file that another program holds is tried again."""


EVERY = 3.0
"""Seconds between two looks for the server."""
GONE = say(
    "The server of saved games does not answer. You can go on: what you play is kept on this computer and sent to the "
    "server when it answers again."
)


def figuring() -> Figuring:
    """How the store works out a game that has ended."""
    from companion.model.games import usable
    from companion.model.store.library import Figuring

    return Figuring.by(usable())


def rescued(do: Callable[[], R], instead: Callable[[Message], R]) -> R:
    """What `do` gives; whatever it raises, what `instead` makes of the sentence about it.

    For everything that a window can be furnished without: nothing of it may keep the window from opening.
    """
    try:
        return do()
    except Exception as wrong:
        return instead(sentence(wrong))


def sentence(wrong: Exception) -> Message:
    """What a person is told of anything that was raised."""
    if isinstance(wrong, Failure):
        return wrong.why
    problem = masked(" ".join(str(getattr(wrong, "strerror", None) or wrong).split()))[:200]
    return say("An unexpected error occurred ({problem}).", problem=problem or type(wrong).__name__)


class Nowhere:
    """Stands for a store that cannot be had at all: whatever is asked of it is refused with the reason."""

    in_memory = True

    def __init__(self, why: Message) -> None:
        self._why = why

    def __getattr__(self, name: str) -> NoReturn:
        raise StorageError("unreadable", self._why)

    def close(self) -> None:
        """There is nothing to let go of."""


class Loader:
    """Imports what is heavy, and opens and reads everything, in a thread; calls `done` in the window's own.

    Then, when the window is furnished, the thread makes the copy of the day; `uncopied` is called when it could not.
    """

    def __init__(
        self, data_dir: Path, server: str, done: Callable[[], None], uncopied: Callable[[Message], object]
    ) -> None:
        self.failure: Exception | None = None
        """Why there is nothing to play with."""
        self.content: Library | None = None
        """The shipped packs."""
        self.workshop: Workshop | None = None
        """The packs in the data folder; None: they cannot be used."""
        self.local: Repository | None = None
        """The file in the data folder, or what stands for it."""
        self.games: Repository | None = None
        """What is kept on the server, once it has answered."""
        self.unreached: Message | None = None
        """Why the server is not used."""
        self.troubles: list[Message] = []
        """What else did not go well, for the person."""
        self.server = server
        self._data_dir, self._done, self._uncopied = data_dir, done, uncopied
        self._no_copy: Message | None = None
        self._read, self._furnished = Event(), Event()
        self._told = False
        self._thread = Thread(target=self._load, name="imports", daemon=True)
        self._look = QTimer()
        self._look.setInterval(10)
        self._look.timeout.connect(self._looked)

    def start(self) -> None:
        self._thread.start()
        self._look.start()

    def _load(self) -> None:
        try:
            self._read_all()
        except Exception as failure:
            self.failure = failure
        self._read.set()
        self._furnished.wait()
        if self.failure is None:
            self._no_copy = rescued(self._copy, lambda why: say("Today's backup failed: {why}", why=why))

    def _copy(self) -> Message | None:
        """Make the copy of the day; what is to be said of it."""
        from companion.model.store.backups import Backups

        made = Backups(self._data_dir / FILE).keep_today()
        if made is None or not made.harmed:
            return None
        return say(
            "Damaged on disk: {titles}. The undamaged part can be opened; older backups are listed in the settings.",
            titles=tuple(made.harmed),
        )

    def _read_all(self) -> None:
        from companion.model.content.library import Library

        self.content = Library.shipped()
        self.workshop = rescued(self._open_packs, self._no_packs)
        self.local = rescued(self._open_file, self._no_file)
        if self.server:
            self.games = rescued(self._reach, self._unreached)

    def _open_packs(self) -> Workshop | None:
        from companion.model.content.workshop import Workshop
        from companion.model.games import record_kinds

        assert self.content is not None
        workshop = Workshop(self._data_dir / PACKS, record_kinds(), self.content)
        workshop.library()
        return workshop

    def _no_packs(self, why: Message) -> None:
        self.troubles.append(say("Your own packs cannot be used: {why}", why=why))

    def _open_file(self) -> Repository:
        """The file in the data folder; one that another program holds for a moment is tried again."""
        from companion.model.core.refusal import StorageError
        from companion.model.store.repository import Repository

        until = monotonic() + LOCKED
        while True:
            try:
                return Repository(self._data_dir / FILE, figuring=figuring())
            except StorageError as wrong:
                if wrong.kind != "locked" or monotonic() > until:
                    raise
                sleep(0.1)

    def _no_file(self, why: Message) -> Repository:
        """Without the file: a copy of it that is not kept, else an empty place, else nothing at all."""
        folder = str(self._data_dir)

        def copied() -> Repository:
            from companion.model.store.repository import Repository

            there = Repository(self._data_dir / FILE, figuring=figuring(), copy=True)
            words = say("{why} You can view your games and play, but nothing will be saved ({path}).",
                        why=why, path=folder)  # fmt: skip
            self.troubles.append(words)
            return there

        def empty(_: Message) -> Repository:
            from companion.model.store.repository import Repository

            there = Repository("sqlite://", figuring=figuring())
            self.troubles.append(say("{why} You can play, but nothing will be saved ({path}).", why=why, path=folder))
            return there

        def nothing(_: Message) -> Repository:
            self.troubles.append(say("{why} No game can be played ({path}).", why=why, path=folder))
            return cast("Repository", Nowhere(why))

        return rescued(copied, lambda no: rescued(partial(empty, no), nothing))

    def _reach(self) -> Repository | None:
        from companion.model.store.repository import Repository

        return Repository(self.server, figuring=figuring())

    def _unreached(self, why: Message) -> None:
        self.unreached = why

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


class Courier(QObject):
    """One thread for one server; its signals come in the window's."""

    away = Signal()
    """The server does not answer any more."""
    back = Signal()
    """It does again."""
    told = Signal(object)
    """A `Message` about a game that has reached the server."""
    _brought = Signal(object)

    def __init__(self, away: Away, parent: QObject | None = None) -> None:
        """Nothing is sent before `start`."""
        super().__init__(parent)
        self._away, self._stop = away, Event()
        self._gone = False
        self._thread = Thread(target=self._run, name="courier", daemon=True)
        self._brought.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End, once nothing is under way any more; a server that is silent is not waited for long."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            rescued(self._look, self.told.emit)
            if self._stop.wait(EVERY):
                return

    def _look(self) -> None:
        from companion.model.core.refusal import StorageError

        answers = self._away.server.database.knock()
        if answers:
            try:
                for sent in self._away.send():
                    self._brought.emit(sent)
            except StorageError as wrong:
                if wrong.kind != "away":
                    raise
                answers = False
        if answers == self._gone:
            self._gone = not answers
            (self.back if answers else self.away).emit()

    def _settle(self, sent: Sent) -> None:
        rescued(lambda: self._away.settle(sent), self.told.emit)
        words = N_("“{title}” is on the server as you played it.")
        if sent.how == "copy" and sent.what == "game":
            words = N_("This game was continued elsewhere meanwhile. What you played is kept beside it: “{title}”.")
        elif sent.how == "copy":
            words = N_("This campaign was continued elsewhere meanwhile. What you played is kept beside it: “{title}”.")
        self.told.emit(say(words, title=sent.title))


def place_of(server: str) -> str:
    """A server by what games that go to it are marked with; nothing when that is no address."""
    from companion.model.store.connections import address, without_password

    return rescued(lambda: without_password(address(server)), lambda _: "")
