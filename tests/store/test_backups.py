"""Copies of the file of saved games: when they are made, which are kept, how one comes back; whatever happens."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core import atomic
from companion.model.core.record import NoContent
from companion.model.core.refusal import StorageError
from companion.model.store import backups, connections
from companion.model.store.backups import Backup, Backups
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository

from .conftest import Opens, begun, find

NOBODY = 65534
NOON = datetime(2026, 3, 31, 12, tzinfo=UTC)


class Clock:
    """A time that is set by hand."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def made(opens: Opens, tmp_path: Path, clock: Clock) -> tuple[Repository, Backups]:
    """An open repository with a game, and the copies of its file."""
    repository = opens()
    repository.create(begun(), "First")
    return repository, Backups(tmp_path / "okko.db", now=clock)


def titles(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT title FROM game ORDER BY id")]


@contextmanager
def refused(*kinds: str) -> Iterator[None]:
    with pytest.raises(StorageError) as caught:
        yield
    assert caught.value.kind in kinds


def test_a_copy_holds_what_an_open_window_has_just_written(made: tuple[Repository, Backups]) -> None:
    repository, kept = made
    repository.create(begun(), "Second")
    backup = kept.make()
    assert titles(backup.path) == ["First", "Second"]
    assert (backup.why, backup.size) == ("wished", backup.path.stat().st_size)
    assert kept.listed() == (backup,)
    assert [path.name for path in backup.path.parent.iterdir()] == [backup.path.name], "nothing lies about"


def test_one_copy_a_day_at_most(made: tuple[Repository, Backups], clock: Clock) -> None:
    _, kept = made
    assert kept.keep_today() is not None
    clock.now += timedelta(hours=3)
    assert kept.keep_today() is None
    clock.now += timedelta(days=1)
    assert kept.keep_today() is not None
    assert len(kept.listed()) == 2


def test_there_is_nothing_to_copy_before_there_is_a_file(tmp_path: Path) -> None:
    kept = Backups(tmp_path / "okko.db")
    assert kept.keep_today() is None
    (tmp_path / "okko.db").touch()
    assert kept.keep_today() is None
    assert kept.listed() == ()


def daily(*days: int) -> list[Backup]:
    """A copy so many days ago each."""
    return [Backup(Path(f"{day:04}"), NOON - timedelta(days=day), 1, "daily") for day in days]


def test_seven_days_four_weeks_and_three_months_are_kept() -> None:
    found = {int(backup.path.name) for backup in backups.kept_of(daily(*range(200)))}
    assert found == {
        *range(7),  # the last seven days
        2, 9, 16,  # the newest of the four last weeks (the 31st of March is a Tuesday)
        31,  # the newest of February
        59,  # the newest of January
    }  # fmt: skip


@given(st.sets(st.integers(0, 400), max_size=60))
def test_thinning_out_keeps_the_newest_and_is_settled_at_once(days: set[int]) -> None:
    falling = daily(*sorted(days))
    kept = backups.kept_of(falling)
    assert set(falling[: backups.DAYS]) <= set(kept)
    assert len(kept) <= backups.DAYS + backups.WEEKS + backups.MONTHS
    assert set(backups.kept_of(kept)) == set(kept)


def test_copies_from_day_to_day_stay_few(made: tuple[Repository, Backups], clock: Clock) -> None:
    _, kept = made
    for _ in range(60):
        clock.now += timedelta(days=1)
        kept.keep_today()
    listed = kept.listed()
    assert len(listed) <= backups.DAYS + backups.WEEKS + backups.MONTHS
    assert [backup.made for backup in listed[:7]] == [clock.now - timedelta(days=n) for n in range(7)]


def test_a_copy_comes_back_and_what_was_there_is_kept_first(made: tuple[Repository, Backups], clock: Clock) -> None:
    repository, kept = made
    old = kept.make()
    session = repository.create(begun(), "Second")
    clock.now += timedelta(hours=1)
    before = repository.restore(kept, old)
    assert [info.title for info in repository.find(LibraryQuery())] == ["First"]
    assert before is not None
    assert titles(before.path) == ["First", "Second"]
    assert before.why == "restore"
    repository.restore(kept, before)
    assert repository.game(session.id).title == "Second"


def test_the_oldest_of_those_kept_before_a_copy_came_back_can_come_back(
    made: tuple[Repository, Backups], clock: Clock
) -> None:
    repository, kept = made
    for _ in range(backups.OTHERS["restore"]):
        clock.now += timedelta(hours=1)
        kept.make("restore")
    oldest = kept.listed()[-1]
    repository.create(begun(), "Second")
    clock.now += timedelta(hours=1)
    repository.restore(kept, oldest)
    assert [info.title for info in repository.find(LibraryQuery())] == ["First"]


def test_a_clock_set_back_costs_no_copy_that_has_just_been_made(made: tuple[Repository, Backups], clock: Clock) -> None:
    repository, kept = made
    for _ in range(backups.OTHERS["restore"] + 2):
        clock.now += timedelta(days=1)
        repository.restore(kept, kept.make())
        kept.keep_today()
    later = set(kept.listed())
    clock.now -= timedelta(days=400)
    wished = kept.make()
    before = repository.restore(kept, wished)
    daily = kept.keep_today()
    assert {wished, before, daily} | later == set(kept.listed())


def test_another_window_goes_on_with_what_came_back(made: tuple[Repository, Backups], opens: Opens) -> None:
    repository, kept = made
    old = kept.make()
    other = opens()
    session = other.open(1, find, NoContent())
    session.choose("add:1")
    repository.restore(kept, old)
    assert other.game(1).cursor == 0
    with refused("changed"):
        session.choose("add:1")
    assert other.create(begun(), "New").title == "New"


def test_a_copy_of_an_earlier_release_is_brought_up_to_date(made: tuple[Repository, Backups], tmp_path: Path) -> None:
    repository, kept = made
    old = tmp_path / "okko.db.before-0002.backup"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript((Path(__file__).parent / "releases" / "0001.sql").read_text("utf-8"))
        connection.execute(f"PRAGMA application_id = {connections.APPLICATION}")
    listed = kept.listed()
    assert [(backup.path, backup.why) for backup in listed] == [(old, "update")]
    repository.restore(kept, listed[0])
    assert [info.title for info in repository.find(LibraryQuery())] == ["Second evening", "Premier soir"]
    kept.thin_out()
    assert old.exists(), "copies before an update are never thinned out"


def spoil(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 20_000)


@pytest.mark.parametrize(
    ("harm", "kind"),
    [
        (spoil, "corrupt"),
        (lambda path: path.write_text("a shopping list"), "foreign"),
        (lambda path: path.unlink(), "unreadable"),
        (lambda path: change(path, "UPDATE alembic_version SET version_num = '9999'"), "newer"),
        (lambda path: change(path, "PRAGMA application_id = 5"), "foreign"),
    ],
)
def test_a_copy_that_is_no_good_never_takes_the_place_of_the_file(
    made: tuple[Repository, Backups], harm: Callable[[Path], object], kind: str
) -> None:
    repository, kept = made
    old = kept.make()
    harm(old.path)
    repository.create(begun(), "Second")
    with refused(kind):
        repository.restore(kept, old)
    assert {info.title for info in repository.find(LibraryQuery())} == {"First", "Second"}


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_damaged_file_is_not_copied_and_costs_no_older_copy(
    made: tuple[Repository, Backups], clock: Clock, tmp_path: Path
) -> None:
    repository, kept = made
    for _ in range(9):
        clock.now += timedelta(days=1)
        kept.keep_today()
    listed = kept.listed()
    repository.close()
    spoil(tmp_path / "okko.db")
    clock.now += timedelta(days=1)
    with refused("corrupt"):
        kept.keep_today()
    assert kept.listed() == listed


def test_a_damaged_file_is_put_aside_when_a_copy_comes_back(
    made: tuple[Repository, Backups], tmp_path: Path, opens: Opens
) -> None:
    repository, kept = made
    old = kept.make()
    repository.close()
    spoil(tmp_path / "okko.db")
    damaged = (tmp_path / "okko.db").read_bytes()
    assert kept.restore(old) is None
    assert [info.title for info in opens().find(LibraryQuery())] == ["First"]
    aside = list(kept.folder.glob("*.damaged"))
    assert [path.read_bytes() for path in aside] == [damaged]


def test_a_full_disk_leaves_no_half_copy(
    made: tuple[Repository, Backups], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, kept = made
    first = kept.make("daily")

    def full(files: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic, "settle", full)
    clock.now += timedelta(days=1)
    with refused("full"):
        kept.keep_today()
    assert list(kept.folder.iterdir()) == [first.path]


def test_a_disk_that_fills_up_in_the_middle_leaves_no_half_copy(made: tuple[Repository, Backups]) -> None:
    """In a process of its own that may write files of so many bytes and no larger ones."""
    repository, kept = made
    for n in range(30):
        repository.create(begun(seed=n), f"Game {n} " + "x" * 150)
    first = kept.make("daily")
    size = kept.path.stat().st_size
    tried = subprocess.run(
        [
            sys.executable, "-c",
            "import sys\n"
            "from companion.model.core.refusal import StorageError\n"
            "from companion.model.store.backups import Backups\n"
            "try: Backups(sys.argv[1]).make()\n"
            "except StorageError as wrong: sys.exit(f'refused: {wrong.kind}')\n",
            str(kept.path),
        ],
        capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2,) * 2),
    )  # fmt: skip
    assert tried.stderr.strip() in ("refused: full", "refused: other"), tried.stderr
    assert list(kept.folder.iterdir()) == [first.path]
    assert len(repository.find(LibraryQuery())) == 31


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody who may not write")
def test_a_folder_that_can_only_be_read() -> None:
    folder = Path(tempfile.mkdtemp(prefix="okko-ro-", dir="/tmp"))
    try:
        with closing(sqlite3.connect(folder / "okko.db")) as connection:
            connection.execute("CREATE TABLE x (y)")
        folder.chmod(0o755)
        os.seteuid(NOBODY)
        try:
            with refused("readonly"):
                Backups(folder / "okko.db").make()
        finally:
            os.seteuid(0)
        assert [path.name for path in folder.iterdir()] == ["okko.db"]
    finally:
        shutil.rmtree(folder)


def test_a_file_that_another_program_holds_is_not_waited_for_for_ever(
    made: tuple[Repository, Backups], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own copying tries again without end."""
    monkeypatch.setattr(backups, "PATIENCE", 0.05)
    _, kept = made
    old = kept.make()
    with closing(sqlite3.connect(kept.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused("locked"):
            kept.restore(old)
        other.execute("ROLLBACK")
    kept.restore(old)


def test_a_file_in_the_place_of_the_folder(made: tuple[Repository, Backups]) -> None:
    _, kept = made
    kept.folder.write_text("in the way")
    with refused("unreadable"):
        kept.make()
    assert kept.listed() == ()


def test_what_a_killed_program_left_is_cleared_away_once_it_is_old(made: tuple[Repository, Backups]) -> None:
    _, kept = made
    kept.make()
    old, young = kept.folder / "okko-x.sqlite.1.part", kept.folder / "okko-y.sqlite.2.part"
    for path in (old, young):
        path.touch()
    moment = NOON.timestamp()
    os.utime(old, (moment - backups.STALE - 1,) * 2)
    os.utime(young, (moment, moment))
    kept.make()
    assert not old.exists()
    assert young.exists(), "somebody may be writing it"
