"""The composition root: the only module that knows both the window and what keeps its games.

The first paint comes before everything heavy. The database library, the cards and the bots are imported by a thread
while the window is already seen; then the shelf is opened and the window equipped.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import asdict
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, say
from companion.model.store import peek_settings
from companion.resources import resources_dir
from companion.ui.home.shelf import BandEntry, GameEntry, GameSettings, Opened, ShelfError
from companion.ui.settings.keeper import Keeper
from companion.ui.settings.settings import Settings, cleaned, kept
from companion.ui.settings.tongue import Tongue
from companion.ui.theme import type as typeface
from companion.ui.window import MainWindow

if TYPE_CHECKING:
    from companion.model.content.library import Library
    from companion.model.content.workshop import Workshop
    from companion.model.core.session import Session
    from companion.model.store import Band, GameInfo, Repository

R = TypeVar("R")
FILE = "okko.sqlite"
PACKS = "packs"
"""Folder of the packs in the data folder."""
SYSTEM = "asagiri"


class StoreShelf:
    """The shelf of the window (`companion.ui.home.shelf.Shelf`), kept in a repository."""

    def __init__(self, repository: Repository, content: Library, workshop: Workshop | None = None) -> None:
        """`content`: the packs that games are played with; a `workshop` brings its own."""
        self.repository, self.workshop = repository, workshop
        self._content = content
        self._thrown: set[int] = set()

    @property
    def content(self) -> Library:
        """The packs that games are played with now."""
        return self._content if self.workshop is None else self.workshop.library()

    def games(self) -> Sequence[GameEntry]:
        """All games, the one changed last first."""
        return _guarded(lambda: [_entry(info) for info in self.repository.games() if info.id not in self._thrown])

    def last_unfinished(self) -> GameEntry | None:
        """The game to go on with."""
        return next((entry for entry in self.games() if not entry.finished), None)

    def begin(self, setup: dict[str, Any], settings: GameSettings, name: str) -> Opened:
        """Set up a game and keep it; raises InvalidInput naming the field of `setup` at fault."""
        from companion.model.core.session import Session
        from companion.model.systems import SYSTEMS

        system, packs = SYSTEMS[SYSTEM], self.content.versions
        session = Session.new(system, setup, self.content, packs=packs, dice=settings.dice, mode=settings.mode)
        info = _guarded(lambda: self.repository.create(session, name, asdict(settings), _people(settings)))
        if settings.help != "all":
            _guarded(lambda: session.note("agreed", settings.help))
        return Opened(_entry(info), session, settings)

    def open(self, id: int) -> Opened:
        """Fetch a game; raises InvalidInput when it cannot be played to its end."""
        session = _guarded(lambda: self.repository.open(id, _system, self.content))
        return self._opened(id, session)

    def look(self, id: int) -> Session[Any]:
        """Fetch a game only to look at it."""
        session = _guarded(lambda: self.repository.open(id, _system, self.content))
        session.attach(None)
        return session

    def rescue(self, id: int) -> Opened:
        """A new game of the steps of one that can still be played."""
        known = {info.id for info in _guarded(self.repository.games)}
        session = _guarded(lambda: self.repository.rescue(id, _system, self.content))
        made = next(info.id for info in self.repository.games() if info.id not in known)
        _guarded(lambda: self.repository.summarise(made, self.repository.game(id).summary))
        return self._opened(made, session)

    def _opened(self, id: int, session: Session[Any]) -> Opened:
        info = _guarded(lambda: self.repository.game(id))
        return Opened(_entry(info), session, _settings(info, session))

    def keep(self, id: int, settings: GameSettings) -> None:
        """Keep who plays a game, and how."""
        _guarded(lambda: self.repository.summarise(id, asdict(settings), _people(settings)))

    def rename(self, id: int, name: str) -> None:
        """Call a game something else."""
        _guarded(lambda: self.repository.rename(id, name))

    def delete(self, id: int) -> None:
        """Throw a game away: out of sight now, off the disk when the program ends."""
        self._thrown.add(id)

    def restore(self, id: int) -> None:
        """Bring a deleted game back."""
        self._thrown.discard(id)

    def export(self, id: int, path: Path) -> None:
        """Write a game into a readable file."""
        _guarded(lambda: self.repository.export_game(id, path))

    def take_in(self, path: Path) -> Opened:
        """Read a game out of a file and keep it; raises InvalidInput for a file that holds none."""
        info = _guarded(lambda: self.repository.import_game(path, _system, self.content))
        return self.open(info.id)

    def bands(self) -> Sequence[BandEntry]:
        """All bands kept, by name."""
        return _guarded(lambda: [_band(band) for band in self.repository.bands(SYSTEM)])

    def keep_band(
        self, name: str, budget: int, members: Sequence[dict[str, str | None]], id: int | None = None
    ) -> BandEntry:
        """Keep a new band, or another version of one."""
        data = {"budget": budget, "members": list(members)}
        return _band(_guarded(lambda: self.repository.save_band(name, SYSTEM, data, id)))

    def delete_band(self, id: int) -> None:
        """Throw a band away."""
        _guarded(lambda: self.repository.delete_band(id))

    def close(self) -> None:
        """Throw away for good what was thrown away, and let go of the file."""
        for id in self._thrown:
            try:
                _guarded(lambda id=id: self.repository.delete(id))  # type: ignore[misc]
            except ShelfError:
                break
        self.repository.close()


def _guarded(do: Callable[[], R]) -> R:
    from companion.model.store import StoreError

    try:
        return do()
    except StoreError as wrong:
        raise ShelfError(wrong.why) from wrong


def _system(id: str) -> Any:
    from companion.model.systems import SYSTEMS

    return SYSTEMS.get(id)


def _entry(info: GameInfo) -> GameEntry:
    from datetime import UTC, datetime

    from companion.model.core.record import MODES

    moment = datetime.fromisoformat(info.updated).replace(tzinfo=UTC).astimezone()
    return GameEntry(
        info.id,
        info.title,
        moment,
        next((mode for mode in MODES if mode == info.mode), "enforce"),
        info.finished,
        info.winner,
        info.cursor,
    )


def _people(settings: GameSettings) -> tuple[str, ...]:
    """By whom a game is found: the players and their bands."""
    return (*settings.names, *settings.bands)


def _settings(info: GameInfo, session: Session[Any]) -> GameSettings:
    """Who plays, as it was kept; what was not, or makes no sense, as by default."""
    import msgspec

    try:
        found = msgspec.convert(info.summary, GameSettings)
    except msgspec.ValidationError:
        found = GameSettings()
    dice = session.dice if isinstance(session.dice, str) else "ask"
    return msgspec.structs.replace(found, mode=session.mode, dice=dice)


def _band(band: Band) -> BandEntry:
    data = band.data if isinstance(band.data, dict) else {}
    budget, members = data.get("budget"), data.get("members")
    return BandEntry(
        band.id,
        band.name,
        budget if isinstance(budget, int) else 16,
        tuple(members) if isinstance(members, list) else (),
    )


class _Loader:
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
            self.games = Repository(self._server)
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


class Program:
    """One run: window, settings, shelf, and what happens when something goes wrong."""

    def __init__(
        self, data_dir: Path, language: str | None, files: Sequence[str] = (), server: str | None = None
    ) -> None:
        """The window is made, not shown. `server`: where games are kept instead of the place in the settings."""
        self.data_dir, self._files = data_dir, list(files)
        self.local: Repository | None = None
        """The file in the data folder: settings always, and games unless they are kept on a server."""
        self.shelf: StoreShelf | None = None
        self.tongue = Tongue(folder=resources_dir() / "translations")
        self.keeper = Keeper(cleaned(peek_settings(data_dir / FILE)), self.tongue, language or "")
        typeface.load_fonts()
        self.window = MainWindow(self.tongue, self.keeper)
        address = self.keeper.settings.database if server is None else server
        self.loader = _Loader(data_dir, address, self._loaded)

    def go_on(self) -> None:
        """After the first paint: everything else."""
        from companion.ui.settings.trouble import Trouble
        from companion.ui.theme import style

        Trouble(self.data_dir, self._tell_trouble).install()
        self.loader.start()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.apply(app)

    def _loaded(self) -> None:
        if self.loader.failure is not None:
            if isinstance(self.loader.failure, (InvalidInput, OSError)):
                why = getattr(self.loader.failure, "why", None) or str(self.loader.failure)
                self.window.warn(say("The cards that belong to this program cannot be read: {why}", why=why))
                return
            raise self.loader.failure
        from companion.model.content.library import Library

        self.local = self._repository()
        if self.loader.unreached is not None:
            self.window.warn(say("{why} Games are kept on this computer meanwhile.", why=self.loader.unreached))
        self.shelf = StoreShelf(self.loader.games or self.local, Library.shipped(), self.loader.workshop)
        self.keeper.keep = self._keep
        self.keeper.keep_now()
        self.window.equip(self.shelf)
        if self.loader.workshop is not None:
            self._tell_packs(self.loader.workshop)
        if self._files and self.window.hall is not None:
            self.window.hall.open_file(Path(self._files[0]))

    def _repository(self) -> Repository:
        """The file in the data folder; when it cannot be used, one in memory, and the person is told."""
        from companion.model.store import Repository, StoreError

        try:
            return Repository(self.data_dir / FILE)
        except StoreError as wrong:
            self.window.warn(
                say("{why} You can play, but nothing will be kept ({path}).", why=wrong.why, path=str(self.data_dir))
            )
            return Repository("sqlite://")

    def _tell_packs(self, workshop: Workshop) -> None:
        """Say that cards are missing from the box, and where to look for the reason."""
        found = [name for name, findings in workshop.faults().items() if any(finding.broken for finding in findings)]
        names = [listed.manifest.name if listed.manifest is not None else listed.namespace
                 for listed in workshop.manifests() if listed.namespace in found]  # fmt: skip
        if names and self.window.hall is not None:
            why = say("Not everything in these packs can be used: {packs}.", packs=tuple(map(Name.of, names)))
            self.window.tell(why, say("Workshop"), self.window.hall.show_workshop)

    def _keep(self, settings: Settings) -> None:
        local = self.local
        if local is None:
            return
        try:
            _guarded(lambda: local.set_settings(kept(settings)))
        except ShelfError as wrong:
            self.window.tell(wrong.why)

    def _tell_trouble(self, path: Path | None) -> None:
        self.window.tell(trouble_words(path))

    def close(self) -> None:
        """Wait for what still runs, and let go of the file."""
        self.loader.wait()
        if self.shelf is not None:
            self.shelf.close()
            self.shelf = None
        if self.local is not None:
            self.local.close()
            self.local = None


def trouble_words(path: Path | None) -> Message:
    """What is said when something went wrong that nobody thought of."""
    if path is None:
        return say("Something went wrong. Your game is kept up to the last step.")
    return say("Something went wrong. Your game is kept up to the last step; a report lies in {path}.", path=str(path))


def run(
    data_dir: Path,
    language: str | None = None,
    argv: Sequence[str] = (),
    *,
    server: str | None = None,
    leave_after_first_paint: bool = False,
) -> int:
    """Open the window and run until it is closed; the status for the shell.

    `argv`: files of games to open. `server`: as for `Program`. `leave_after_first_paint`: for measuring the start.
    """
    app = QApplication.instance() or QApplication([sys.argv[0]])
    assert isinstance(app, QApplication)
    app.setApplicationName("okko-companion")
    app.setApplicationDisplayName("Okko Companion")
    program = Program(data_dir, language, argv, server)
    if leave_after_first_paint:
        program.window.painted.connect(app.quit)
    else:
        program.window.painted.connect(program.go_on)
    program.window.show()
    before = sys.excepthook
    try:
        return app.exec()
    finally:
        sys.excepthook = before
        program.close()
