"""A disk that is full, a folder that may only be read, a file that somebody holds: a sentence, and nothing is lost."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.model.core.record import NoContent
from companion.model.store import backups
from companion.model.store.backups import Backups
from companion.model.store.repository import Repository
from tests.budget import tries
from tests.forked import Copies, copies_of

from ..content.shop import workshop
from .spoilt_disk import furnish
from .test_store_killed import sound

TRIES = tries(12)
NONE = NoContent()
Tried = Callable[..., None]
pytestmark = pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="disks and rights, as root")


@pytest.fixture(scope="module")
def copies() -> Iterator[Copies]:
    with copies_of("tests.store.spoilt_disk") as made:
        yield made


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that anybody may look into."""
    folder = Path(tempfile.mkdtemp(prefix="okko-disk-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def do(copies: Copies, folder: Path, n: int, seed: int, nobody: bool = False) -> Any:
    """What was tried, and what came of it."""
    with copies.heard(str(folder), n, seed, nobody) as (_, said):
        line = said.readline()
    assert line, "the program died"
    told = json.loads(line)
    assert told["kind"] != "fault", told["why"]
    if told["kind"] != "done":
        assert told["why"].endswith((".", ")")), told
        assert "sqlite" not in told["why"].lower() and "Error" not in told["why"], told
    return told


def whole(folder: Path) -> dict[str, tuple[int, object]]:
    """Every game of the folder, having looked at everything else in it."""
    repository = Repository(folder / "okko.db")
    try:
        found = {title: (session.cursor, session.state) for title, session in sound(repository).items()}
    finally:
        repository.close()
    for copy in Backups(folder / "okko.db").listed():
        backups.check(copy.path)
    shop = workshop(folder)
    for listed in shop.manifests():
        assert listed.manifest is not None, listed.path
        assert [one for one in shop.check(listed.namespace) if one.broken] == []
    assert list((folder / "out").rglob("*.part")) == []
    return found


def kept(before: dict[str, Any], after: dict[str, Any], told: Any) -> None:
    """What was refused has changed nothing."""
    if told["kind"] != "done" and told["what"] not in ("backup", "export"):
        assert after == before, told


def test_a_full_disk_costs_nothing_that_was_there(copies: Copies, place: Path, tried: Tried) -> None:
    disk = place / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", str(disk)], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    rng, kinds = Random(1), Counter[str]()
    try:
        for n in range(TRIES):
            shutil.rmtree(disk / "data", ignore_errors=True)
            folder = disk / "data"
            furnish(folder)
            before = whole(folder)
            free = shutil.disk_usage(disk).free
            filler = folder / "out" / "filler"
            filler.write_bytes(bytes(max(0, free - rng.choice([0, 4096, 20_000, 60_000, 120_000, 200_000]))))
            told = do(copies, folder, n, rng.randrange(2**32))
            assert told["kind"] in ("done", "full", "WorkshopError"), told
            kinds[told["kind"]] += 1
            filler.unlink()
            kept(before, whole(folder), told)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    assert kinds["done"] < TRIES
    tried(TRIES, ", ".join(f"{kind} {many}" for kind, many in kinds.items()))


def test_a_folder_that_may_only_be_read(copies: Copies, place: Path, tried: Tried) -> None:
    rng, kinds, folder = Random(2), Counter[str](), place / "data"
    furnish(folder)
    before = whole(folder)
    for path in [*folder.rglob("*"), place, folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    for n in range(TRIES):
        told = do(copies, folder, n, rng.randrange(2**32), nobody=True)
        kinds[f"{told['kind']}"] += 1
        assert told["kind"] != "done", told
    for path in [place, folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert whole(folder) == before
    tried(TRIES, ", ".join(f"{kind} {many}" for kind, many in kinds.items()))


def test_a_file_that_another_program_holds(copies: Copies, place: Path, tried: Tried) -> None:
    rng, kinds, folder = Random(3), Counter[str](), place / "data"
    furnish(folder)
    for n in range(TRIES):
        before = whole(folder)
        with closing(sqlite3.connect(folder / "okko.db", isolation_level=None)) as other:
            how = rng.choice(["IMMEDIATE", "EXCLUSIVE", "file"])
            if how == "file":
                other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute(f"BEGIN {'EXCLUSIVE' if how == 'file' else how}")
            told = do(copies, folder, n, rng.randrange(2**32))
            other.execute("ROLLBACK")
        kinds[told["kind"]] += 1
        kept(before, whole(folder), told)
    tried(TRIES, ", ".join(f"{kind} {many}" for kind, many in kinds.items()))
