"""Copies of the file of saved games: one a day at most, the older ones thinned out; and the way back from them.

A copy is made by SQLite itself, so that it is of one moment even while windows write, and it is there as a whole or
not at all. A copy that is not sound is no copy: nothing is thrown away because of it.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Literal, TypeAlias, cast

import msgspec

from companion.model.core import atomic
from companion.model.core.refusal import StorageError
from companion.model.store import tables
from companion.model.store.connections import APPLICATION, REVISIONS

from .errors import corrupt, foreign, guarded, locked, newer

Why: TypeAlias = Literal["daily", "wished", "update", "restore", "partly"]
"""Made at a start; because a person asked; before an update; before an older copy took the file's place; of a file in
which something is damaged, which never pushes out a sound copy.
"""
FOLDER = "backups"
DAYS, WEEKS, MONTHS = 7, 4, 3
"""Of the daily ones: the newest of each of the last seven days, four weeks and three months that have any."""
OTHERS: dict[Why, int] = {"wished": 5, "restore": 5, "update": 3, "partly": 1}
"""So many of the others are kept."""
PATIENCE = 10.0
"""Seconds to wait for another program that is writing."""
STALE = 3600.0
"""Seconds after which an unfinished copy is one that nobody will finish."""
_MOMENT = "%Y%m%dT%H%M%S%f"
_NAME = re.compile(r"-(\d{8}T\d{6})(\d{6})?Z(?:-(\d+))?-(daily|wished|restore|partly)\.sqlite$")
"""When a copy was made and why. The microseconds tell which is newer; copies of earlier releases have none."""


class Backup(msgspec.Struct, frozen=True):
    """A copy of the file."""

    path: Path
    made: datetime
    """When, UTC."""
    size: int
    """In bytes."""
    why: Why
    harmed: tuple[str, ...] = ()
    """What is damaged in it, by title; told by whoever has just made it."""


def now_utc() -> datetime:
    """Now."""
    return datetime.now(UTC)


class Backups:
    """The copies of one file. Everything may raise StorageError, and then has changed nothing."""

    def __init__(self, path: str | Path, *, now: Callable[[], datetime] = now_utc) -> None:
        """Of the file at `path`, in the folder `backups` beside it."""
        self.path, self._now = Path(path), now
        self.folder = self.path.parent / FOLDER

    def listed(self) -> tuple[Backup, ...]:
        """All copies there are, the newest first."""
        found = []
        with guarded():
            for path in (*_files(self.folder), *_files(self.path.parent)):
                backup = self._known(path)
                if backup is not None:
                    found.append(backup)
        return tuple(sorted(found, key=lambda backup: (backup.made, backup.path.name), reverse=True))

    def _known(self, path: Path) -> Backup | None:
        found = _NAME.search(path.name)
        if found is not None and path.parent == self.folder and path.name.startswith(f"{self.path.stem}-"):
            try:
                made = datetime.strptime(found[1] + (found[2] or "000000"), _MOMENT).replace(tzinfo=UTC)
            except ValueError:
                return None  # somebody has named a file so
            return Backup(path, made, path.stat().st_size, cast(Why, found[4]))
        if path.parent == self.path.parent and re.fullmatch(
            re.escape(self.path.name) + r"\.before-.+\.backup", path.name
        ):
            stat = path.stat()
            return Backup(path, datetime.fromtimestamp(stat.st_mtime, UTC), stat.st_size, "update")
        return None

    def keep_today(self) -> Backup | None:
        """Make today's copy, unless there is one already (or no file yet), and thin out the older ones.

        A file in which something is damaged is looked at again at each start, until it is mended.
        """
        with guarded():
            self._clear_away()
        today = self._now().astimezone().date()
        if any(b.why == "daily" and b.made.astimezone().date() == today for b in self.listed()):
            return None
        return self.make("daily") if _holds_something(self.path) else None

    def make(self, why: Why = "wished") -> Backup:
        """Make a copy now, and thin out the older ones; raises StorageError also when the file is damaged."""
        made = self._make(why)
        if why in ("daily", "wished"):
            made = self._looked_through(made)
        self.thin_out()
        return made

    def _looked_through(self, made: Backup) -> Backup:
        """A copy just made, called by another name if something in it is damaged."""
        with guarded(), closing(_there(made.path)) as file:
            file.text_factory = _text
            harmed = _titles(file, tables.damaged(file))
        if not harmed:
            return made
        name = made.path.name.removesuffix(f"-{made.why}.sqlite")
        with guarded():
            target = _free(self.folder, name, "-partly.sqlite")
            made.path.replace(target)
        return msgspec.structs.replace(made, path=target, why="partly", harmed=harmed)

    def _make(self, why: Why) -> Backup:
        with guarded():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._clear_away()
        moment = self._now()
        target = _free(self.folder, f"{self.path.stem}-{moment.astimezone(UTC):{_MOMENT}}Z", f"-{why}.sqlite")
        copy(self.path, target)
        with guarded():
            return Backup(target, moment, target.stat().st_size, why)

    def thin_out(self) -> None:
        """Throw away what is older than need be.

        Copies of days to come, made before the clock was set back, are thinned out by themselves: else they would
        outlive one that has just been made.
        """
        listed, now = self.listed(), self._now()
        kept = {*kept_of(one for one in listed if one.made <= now), *kept_of(one for one in listed if one.made > now)}
        with guarded():
            for backup in listed:
                if backup not in kept:
                    backup.path.unlink(missing_ok=True)

    def restore(self, backup: Backup) -> Backup | None:
        """Put a copy in the place of the file; the file as it is now is kept as a copy first, which is returned.

        The file may be open, here or in other windows: they see what the copy holds from then on. Should the file be
        damaged, it is put aside as it is (None). What was made by an earlier release still has to be brought up to
        date. Raises StorageError when the copy is damaged, not ours, or of a newer release.
        """
        check(backup.path)
        kept: Backup | None = None
        if self.path.exists():
            try:
                kept = self._make("restore")
            except StorageError as wrong:
                if wrong.kind not in ("corrupt", "foreign"):
                    raise
                self._put_damaged_aside()
        self.pour_back(backup)
        self.thin_out()  # not before: it might be the turn of the one that came back
        return kept

    def pour_back(self, backup: Backup) -> None:
        """The same, without keeping the file as it is now."""
        with guarded():
            _pour(backup.path, self.path)

    def _put_damaged_aside(self) -> None:
        with guarded():
            aside = _free(self.folder, f"{self.path.stem}-{self._now().astimezone(UTC):{_MOMENT}}Z", ".damaged")
            self.path.replace(aside)
            for ending in ("-wal", "-shm"):
                beside = self.path.with_name(self.path.name + ending)
                if beside.exists():
                    beside.replace(aside.with_name(aside.name + ending))

    def _clear_away(self) -> None:
        """What a program that was killed has left unfinished."""
        before = self._now().timestamp() - STALE
        beside = [path for path in _files(self.path.parent) if path.name.startswith(self.path.name)]
        for path in (*_files(self.folder), *beside):
            if path.name.endswith(".part") and path.stat().st_mtime < before:
                path.unlink(missing_ok=True)


def kept_of(backups: Iterable[Backup]) -> list[Backup]:
    """Those of some copies that are kept when they are thinned out; days, weeks and months are those of this place."""
    falling = sorted(backups, key=lambda backup: (backup.made, backup.path.name), reverse=True)
    kept = []
    for why, most in OTHERS.items():
        kept += [backup for backup in falling if backup.why == why][:most]
    daily = [backup for backup in falling if backup.why == "daily"]
    for most, span in ((DAYS, "%Y-%m-%d"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m")):
        newest: dict[str, Backup] = {}
        for backup in daily:
            newest.setdefault(f"{backup.made.astimezone():{span}}", backup)
        kept += list(newest.values())[:most]
    return list(dict.fromkeys(kept))


def before_update(path: Path, to: str) -> Path:
    """Copy the file next to itself, as it is before schema `to`; returns where. Raises StorageError."""
    target = _free(path.parent, f"{path.name}.before-{to}", ".backup")
    copy(path, target, sound=False)  # whatever is wrong with the file, the update will say
    return target


def copy(source: Path, target: Path, *, sound: bool = True) -> None:
    """Copy a database, live or not, into a file that is there as a whole or not at all; raises StorageError.

    `sound`: a copy that is damaged is none.
    """
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with guarded():
            unfinished.unlink(missing_ok=True)
            _pour(source, unfinished)
            with closing(sqlite3.connect(unfinished)) as made:
                made.execute("PRAGMA journal_mode = DELETE").close()
                if sound and made.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise corrupt()
            atomic.settle([unfinished])
            unfinished.replace(target)
    finally:
        with guarded():
            unfinished.unlink(missing_ok=True)


def _titles(file: sqlite3.Connection, damaged: Mapping[str, Iterable[object]]) -> tuple[str, ...]:
    """What damaged rows belong to, as a person calls it."""
    asked = {
        "game": "SELECT title FROM game WHERE id = ?",
        "step": "SELECT title FROM game WHERE id = ?",
        "band": "SELECT name FROM band WHERE id = ?",
        "campaign": "SELECT title FROM campaign WHERE id = ?",
        "branch": "SELECT title FROM campaign JOIN branch ON campaign.id = campaign_id WHERE branch.id = ?",
        "branch_step": "SELECT title FROM campaign JOIN branch ON campaign.id = campaign_id WHERE branch.id = ?",
    }
    found: list[str] = []
    for table, keys in damaged.items():
        for key in keys:
            row = file.execute(asked[table], (key,)).fetchone() if table in asked else None
            found.append(str(row[0]) if row is not None else table)
    return tuple(dict.fromkeys(found))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def check(path: Path) -> str:
    """The schema of a copy; raises StorageError when it is damaged, not ours or newer than this program."""
    with guarded():
        if not path.is_file():
            raise FileNotFoundError(errno.ENOENT, "gone", str(path))
        with closing(_there(path)) as found:
            if found.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise foreign()
            if found.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise corrupt()
            revisions = found.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(revisions) != 1:
        raise foreign()
    revision = str(revisions[0][0])
    if revision not in REVISIONS:
        raise newer(revision, REVISIONS[-1])
    return revision


def _pour(source: Path, target: Path) -> None:
    """All of a database into another file, in one transaction of each; raises StorageError when one is held."""
    until = monotonic() + PATIENCE

    def stepped(status: int, left: int, of: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and monotonic() > until:
            raise locked()  # sqlite3 itself would wait for ever

    with closing(_there(source)) as there, closing(sqlite3.connect(target, timeout=PATIENCE)) as here:
        there.backup(here, progress=stepped)


def _there(path: Path) -> sqlite3.Connection:
    """A file that is there. It may be written, if it can be: what a killed program left has to be brought in first."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)


def _holds_something(path: Path) -> bool:
    with guarded():
        return path.is_file() and path.stat().st_size > 0


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []


def _free(folder: Path, begin: str, end: str) -> Path:
    """A name that nothing has yet."""
    for n in range(1, 10_000):
        path = folder / f"{begin}{f'-{n}' if n > 1 else ''}{end}"
        if not path.exists():
            return path
    raise OSError(errno.EEXIST, "all names are taken", str(folder))
