"""Files and folders whose names are no UTF-8, are as long as a disk takes, or hold orders for a terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.model.core.record import NoContent
from companion.model.core.words import Words
from companion.model.store.backups import Backups
from companion.model.store.repository import Repository
from tests.budget import tries

from ..content.shop import hero, workshop
from .conftest import find
from .killing import _counted
from .test_store_killed import sound

NONE = NoContent()
TRIES = tries(12)
ROOT = Path(__file__).parents[2]
STRANGE = (
    b"caf\xe9", b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f", b"x" * 200, b"\x1b[31mred", b"\n", b"a\\b", b" ", b"-rf",
    b"%s{who}", b"\xe2\x80\xaegpj", b"con", b"<img src=x>", b"'; DROP TABLE game; --", b"?mode=memory", b"#x", b"%00",
    b"caf\xc3\xa9", b"~",
)  # fmt: skip


def named(rng: Random) -> str:
    """A name that a disk takes."""
    if rng.random() < 0.5:
        return os.fsdecode(rng.choice(STRANGE))
    letters = bytes(rng.randrange(1, 256) for _ in range(rng.randint(1, 60))).replace(b"/", b"|")
    return os.fsdecode(letters if letters not in (b".", b"..") else b"x")


def test_games_copies_and_packs_where_names_are_strange(tmp_path: Path, tried: Callable[..., None]) -> None:
    rng = Random(1)
    first = Repository(tmp_path / "first.db")
    first.create(_counted(1), "First", {"names": ["Bea", "Cleo"]}, ("Bea", "Cleo"))
    first.export_game(1, tmp_path / "one.okko.json")
    first.close()
    for _ in range(TRIES):
        folder = tmp_path / "place" / named(rng)
        folder.mkdir(parents=True)
        repository = Repository(folder / "okko.db")
        game = folder / f"{named(rng)[:100]}.okko.json"
        shutil.copy(tmp_path / "one.okko.json", game)
        info, _, new = repository.take_game(game, find, NONE)
        assert new and info.title
        info.title.encode()
        assert info.title.isprintable(), ascii(info.title)
        repository.rename(info.id, named(rng))
        repository.set_tags(info.id, [named(rng)[:40]])
        for target in (folder / named(rng), folder / f"{named(rng)[:100]}.zip"):
            assert repository.export_games([info.id], target)[0] == 1
        with zipfile.ZipFile(target) as archive:
            assert archive.testzip() is None
        copies = Backups(folder / "okko.db")
        copies.restore(copies.make())
        assert len(sound(repository)) == 1
        for title, *_ in [(one.title,) for one in repository.games()]:
            title.encode()
        repository.close()
        shop = workshop(folder)
        name = shop.create("Mine")
        shop.save(name, "character", hero(name))
        pack = folder / f"{named(rng)[:100]}.okko-pack"
        shop.export(name, pack)
        other = workshop(folder / "other")
        other.install(pack)
        shutil.copy(pack, folder / "packs" / pack.name)
        shutil.copytree(folder / "packs" / name, folder / "packs" / named(rng), dirs_exist_ok=True)
        shop.refresh()
        for listed in shop.manifests():
            for finding in shop.check(listed.namespace):
                Words()(finding.what).encode()
        shutil.rmtree(tmp_path / "place")
    tried(TRIES)


@pytest.mark.parametrize("environment", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_arguments_that_are_no_utf_8(tmp_path: Path, environment: dict[str, str], tried: Callable[..., None]) -> None:
    rng, many = Random(2), max(1, TRIES // 10)
    for _ in range(many):
        name = named(rng)
        shutil.copytree(ROOT / "data" / "house-sake" / "sake-decks", tmp_path / name, dirs_exist_ok=True)
        pack = str(tmp_path / name)
        for words in (["check", pack], ["perft", name], ["simulate", "--a", name], ["simulate", "--pack", pack]):
            done = subprocess.run(
                [sys.executable, "-m", "companion", *map(os.fsencode, words)],
                capture_output=True,
                cwd=ROOT,
                check=False,
                env={**os.environ, **environment},
                timeout=60,
            )
            assert b"Traceback" not in done.stderr, (words, done.stderr[-2000:])
            assert done.returncode in (0, 1, 2), words
            assert b"\x1b" not in done.stdout + done.stderr, "nothing gives orders to the terminal"
    tried(many)
