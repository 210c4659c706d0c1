"""One run of the program, and what it does about a fault of ours.

The first paint comes before everything heavy. The database library, the cards and the bots are imported by a thread
while the window is already seen; then storage is opened and the window equipped.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from companion import __version__
from companion.app.loader import FILE, GONE, Courier, Loader, place_of, rescued, sentence
from companion.model.core.masking import impersonal, masked
from companion.model.core.refusal import StorageError
from companion.model.core.words import Message, Name, plural, say
from companion.model.store import peek_settings
from companion.resources import resources_dir
from companion.ui.kit.background_task import wait_for_threads
from companion.ui.kit.settings import Settings, SettingsService, cleaned, kept
from companion.ui.kit.theme import fonts as typeface
from companion.ui.kit.translator import tr
from companion.ui.play.storage_location import FAULTS, Copy
from companion.ui.shell.window import MainWindow

if TYPE_CHECKING:
    from companion.app.file_opening import FileInbox
    from companion.app.storage import StoredGames
    from companion.model.content.workshop import Workshop
    from companion.model.core.contract import Json
    from companion.model.store.backups import Backup, Backups
    from companion.model.store.repository import Repository

LATER = 200
"""Milliseconds until a file from outside is tried again."""
MOST = 12
"""Reports written in one run; a fault in a paint event would fill the disk otherwise."""


class CrashReport:
    """An excepthook. `install` it; `tell` is called with the report's path (None: it could not be written)."""

    def __init__(self, folder: Path, tell: Callable[[Path | None], None]) -> None:
        """Reports go into `folder`/reports, or where temporary files go when that takes none."""
        self._folder, self._tell = folder, tell
        self._known: set[str] = set()

    def install(self) -> None:
        """Catch what nobody else caught."""
        sys.excepthook = self.caught

    def caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write a report, once a fault, and say so."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = report(kind, error, trace)
        place = "".join(traceback.format_tb(trace)[-1:]) + kind.__name__
        if place in self._known or len(self._known) >= MOST:
            return
        self._known.add(place)
        sys.stderr.write(text)
        self._tell(self._write(text))

    def _write(self, text: str) -> Path | None:
        name = f"report-{datetime.now():%Y%m%d-%H%M%S}-{len(self._known)}.txt"
        for folder in (self._folder / FAULTS, Path(tempfile.gettempdir())):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, "utf-8")
            except OSError:
                continue
            return folder / name
        return None


def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
    """Traceback and versions; no values of variables, no passwords, and the home folder is written as ~."""
    from companion.ui.shell.problem_page import versions  # what it shows itself with is not needed at the start

    told = (line.rstrip("\n") for line in traceback.format_exception(kind, error, trace))
    return impersonal("\n".join((versions(), "", *told)) + "\n")


class Program:
    """One run: window, settings, shelf, and what happens when something goes wrong."""

    def __init__(
        self, data_dir: Path, language: str | None, files: Sequence[str] = (), server: str | None = None,
        *, welcome: bool = False,
    ) -> None:  # fmt: skip
        """The window is made, not shown. `server`: where games are kept instead of the place in the settings.

        `welcome`: somebody who starts with an empty data folder is asked two things first.
        """
        self.data_dir, self._files = data_dir, list(files)
        self.local: Repository | None = None
        """The file in the data folder: settings always, and games unless they are kept on a server."""
        self.storage: StoredGames | None = None
        self.inbox: FileInbox | None = None
        """Files that are opened from outside, once games can be opened."""
        self.courier: Courier | None = None
        """Brings to the server what was played while it did not answer."""
        self._early: list[Message] = []
        self._returns = welcome and (data_dir / FILE).exists()
        """Somebody has been here before: after an update they are told what is new."""
        known = rescued(lambda: peek_settings(data_dir / FILE), self._no_settings)
        tr.load(resources_dir() / "translations")
        self.keeper = SettingsService(cleaned(known), language or "", early=True)
        typeface.load_fonts()
        self.window = MainWindow(self.keeper, first_start=welcome and not files and not (data_dir / FILE).exists())
        self.settled: Callable[[], object] = lambda: None
        """Called when everything that stays for good has been read."""
        address = self.keeper.settings.database if server is None else server
        self.loader = Loader(data_dir, address, self._loaded, self._tell_copy)

    def _no_settings(self, why: Message) -> dict[str, Json]:
        self._early.append(say("The settings cannot be read: {why}", why=why))
        return {}

    def go_on(self) -> None:
        """After the first paint: everything else."""
        from companion.ui.kit.theme import style

        self.keeper.grow()
        CrashReport(self.data_dir, self._tell_trouble).install()
        self.loader.start()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.apply(app)
            app.setWindowIcon(QIcon(str(resources_dir() / "app-icon.svg")))

    def _loaded(self) -> None:
        for why in (*self._early, *self.loader.troubles):
            self.window.warn(why)
        content = self.loader.content
        if self.loader.failure is not None or content is None or self.loader.local is None:
            why = sentence(self.loader.failure or RuntimeError())
            self.window.warn(say("The built-in cards cannot be read: {why}", why=why))
            return
        from .storage import StoredGames

        self.local = self.loader.local
        if self.loader.unreached is not None:
            why = self.loader.unreached
            self.window.warn(say("{why} Games are saved on this computer for now.", why=why))
        self.storage = StoredGames(self.loader.games or self.local, content, self.loader.workshop)
        if self.loader.games is not None and not self.local.in_memory:
            self._be_ready(self.loader.games, self.local)
        elif self.loader.unreached is not None:
            self.storage.server = place_of(self.loader.server)
        self.storage.storage_location = DataFolder(
            self.data_dir / FILE, self.local, server=self.loader.games is not None,
            leave=self._leave, wait=self._restore, restored=self._restored,
        )  # fmt: skip
        self.keeper.keep = self._keep
        self.keeper.keep_now()
        self.window.equip(self.storage)
        self.settled()
        if self.courier is not None:
            self.courier.start()
        if self.loader.workshop is not None:
            self._tell_packs(self.loader.workshop)
        self._listen()
        self.open_files([Path(file) for file in self._files])
        self._tell_news()

    def _listen(self) -> None:
        """From now on files that are opened from outside come here."""
        from companion.app.file_opening import FileInbox

        self.inbox = FileInbox(self.data_dir, self.window)
        self.inbox.arrived.connect(self.open_files)
        app = QApplication.instance()
        if app is not None and sys.platform == "darwin":  # elsewhere no such event comes, and all pass here
            app.installEventFilter(self.inbox)

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open a file, or take in several; not before what is waited for or asked in front has ended."""
        from companion.ui.kit.screen import busy  # too heavy for the first paint

        window = self.window
        if not paths or window.navigator is None:
            return
        if busy() or QApplication.activeModalWidget() is not None:
            QTimer.singleShot(LATER, window, lambda: self.open_files(paths))
            return
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()
        if len(paths) == 1:
            window.navigator.open_file(paths[0])
        else:
            window.navigator.take_files(paths)

    def _tell_news(self) -> None:
        """Once a version, to those who know an older one, unless they open a file."""
        before = self.keeper.settings.seen_version
        self.keeper.change(seen_version=__version__)
        if self._returns and before != __version__ and not self._files and self.window.sheets is not None:
            self.window.sheets.toggle("news")

    def _be_ready(self, games: Repository, local: Repository) -> None:
        """The server may fall silent at any time: then what is played is kept here."""
        from companion.model.store.away import Away

        assert self.storage is not None
        self.storage.away = Away(
            games, local, lambda title: tr(say("{title} (played without the server)", title=title))
        )
        self.courier = Courier(self.storage.away)
        self.courier.away.connect(lambda: self.window.warn(GONE))
        self.courier.back.connect(lambda: self.window.unwarn(GONE))
        self.courier.told.connect(self.window.tell)

    def _leave(self) -> None:
        """Nothing lies on the table any more: a copy comes back."""
        if self.window.navigator is not None:
            self.window.navigator.go_home()

    def _restore(self, do: Callable[[], None]) -> None:
        from companion.ui.kit.screen import waited

        waited(self.window, say("Restoring the backup…"), do, whole=True)

    def _restored(self) -> None:
        """A copy came back. Settings belong to the person, and stay as they are."""
        if self.storage is not None:
            self.storage.thrown.clear()
        self._keep(self.keeper.settings)
        if self.window.navigator is not None:
            self.window.navigator.go_home()

    def _tell_copy(self, why: Message) -> None:
        if self.local is not None and self.local.in_memory:
            return  # there is no file to copy, and that was said already
        self.window.warn(why)

    def _tell_packs(self, workshop: Workshop) -> None:
        """Say that cards are missing from the box, and where to look for the reason."""
        found = [name for name, findings in workshop.faults().items() if any(finding.broken for finding in findings)]
        names = [listed.manifest.name if listed.manifest is not None else listed.namespace
                 for listed in workshop.manifests() if listed.namespace in found]  # fmt: skip
        if names and self.window.navigator is not None:
            why = say("Parts of these packs cannot be used: {packs}.", packs=tuple(map(Name.of, names)))
            self.window.tell(why, say("Workshop"), partial(self.window.navigator.act, "workshop"))

    def _keep(self, settings: Settings) -> None:
        local = self.local
        if local is None:
            return
        try:
            local.set_settings(kept(settings))
        except StorageError as wrong:
            self.window.tell(wrong.why)

    def _tell_trouble(self, path: Path | None) -> None:
        """Say that something went wrong, and offer to make a report of it."""
        sheets = self.window.sheets
        if sheets is None:
            self.window.tell(trouble_words(path))
            return
        if path is not None:
            sheets.faults.append(path)
        self.window.tell(trouble_words(path), say("Report a problem…"), partial(sheets.toggle, "problem"))

    def close(self) -> None:
        if self.inbox is not None:
            self.inbox.close()
        wait_for_threads()
        self.loader.wait()
        if self.courier is not None:
            self.courier.stop()
            self.courier.deleteLater()
            self.courier = None
        if self.storage is not None:
            self.storage.close()
            self.storage = None
        if self.local is not None:
            self.local.close()
            self.local = None


class DataFolder:
    """The data folder of this computer, the copies in it, and the server."""

    def __init__(
        self, path: Path, local: Repository, *, server: bool,
        leave: Callable[[], None], wait: Callable[[Callable[[], None]], None], restored: Callable[[], None],
    ) -> None:  # fmt: skip
        """`path`: of the file; `local`: the file itself, or one in memory when it could not be used.

        `leave` is called before a copy comes back (no game lies on the table then), `restored` after it; `wait` does
        what takes long.
        """
        self._path = path
        self.folder, self.server = path.parent, server
        self._local, self._leave, self._wait, self._restored = local, leave, wait, restored

    @property
    def _backups(self) -> Backups:
        from companion.model.store.backups import Backups

        return Backups(self._path)

    def copies(self) -> Sequence[Copy]:
        return rescued(lambda: [_copy(backup) for backup in self._backups.listed()], _refused)

    def make_copy(self) -> Copy:
        return rescued(lambda: _copy(self._backups.make()), _refused)

    def restore(self, copy: Copy) -> Message:
        def do() -> None:
            found = next((backup for backup in self._backups.listed() if backup.path == copy.path), None)
            if found is None:
                raise StorageError("missing", say("This backup no longer exists."))
            if self._local.in_memory:
                self._backups.restore(found)
            else:
                self._local.restore(self._backups, found)

        self._leave()
        rescued(lambda: self._wait(do), _refused)
        self._restored()
        if self._local.in_memory:
            return say("The backup is restored. Quit the program and start it again to use it.")
        return say("The backup is restored. What was there before is now a backup, too.")

    def wrong_with(self, address: str) -> Message | None:
        from companion.model.core.refusal import StorageError
        from companion.model.store.connections import address as address_of

        if not address.startswith(("postgresql://", "postgres://")):
            return say("An address looks like this: {example}", example="postgresql://name@server/games")
        try:
            address_of(address)
        except StorageError as wrong:
            return wrong.why
        return None

    def ask(self, address: str) -> Message:
        from companion.model.core.refusal import StorageError
        from companion.model.store.database import probe

        try:
            revision, games = probe(address)
        except StorageError as wrong:
            inner = getattr(wrong.__cause__, "orig", None)
            detail = masked(" ".join(str(inner).split()))[:300] if inner is not None else ""
            if detail and wrong.kind == "away":
                raise StorageError(
                    "away", say("{why} The server said: {detail}", why=wrong.why, detail=detail)
                ) from wrong
            raise
        if revision is None:
            return say("The server answers. It holds no games yet; the program will set it up.")
        return plural(
            "The server answers. It holds {count} game.",
            "The server answers. It holds {count} games.", count=games,
        )  # fmt: skip


def _copy(backup: Backup) -> Copy:
    return Copy(backup.path, backup.made.astimezone(), backup.size, backup.why)


def _refused(why: Message) -> NoReturn:
    raise StorageError("other", why)


def trouble_words(path: Path | None) -> Message:
    """What is said when something went wrong that nobody thought of."""
    if path is None:
        return say("Something went wrong. Your game is saved up to the last step.")
    return say(
        "Something went wrong. Your game is saved up to the last step; there is a report in {path}.", path=str(path)
    )


def run(
    data_dir: Path,
    language: str | None = None,
    argv: Sequence[str] = (),
    *,
    server: str | None = None,
    welcome: bool = False,
    leave_after_first_paint: bool = False,
) -> int:
    """Open the window and run until it is closed; the status for the shell.

    `argv`: files to open, here or in the window that is open on the same folder. `server` and `welcome`: as for
    `Program`. `leave_after_first_paint`: for measuring the start.
    """
    app = QApplication.instance() or QApplication([sys.argv[0]])
    assert isinstance(app, QApplication)
    app.setApplicationName("okko-companion")
    app.setApplicationDisplayName("Okko Companion")
    app.setDesktopFileName("org.okko_companion.OkkoCompanion")
    if argv:
        from companion.app.file_opening import hand_over

        if hand_over(data_dir, [Path(file) for file in argv]):
            return 0
    program = Program(data_dir, language, argv, server, welcome=welcome)
    # modules and cards stay for good: without them a look for rubbish, in the midst of a game, takes no 50 ms
    program.settled = gc.freeze
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
