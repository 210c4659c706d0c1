"""Does things to what is kept where the disk is full, may only be read, or the file is held. Run by test_store_disk.

In a program of its own: it may lose its rights, and a full disk can end a program that has a file in its memory.
"""

from __future__ import annotations

import json
import os
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.model.core.record import NoContent
from companion.model.core.refusal import Failure
from companion.model.core.words import Words
from companion.model.store import backups, database, migrate
from companion.model.store.backups import Backups
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository

from ..content.shop import hero, workshop
from .conftest import find
from .killing import _counted

NONE = NoContent()
assert migrate  # is loaded before
NOBODY = 65534


def _deeds(folder: Path, n: int) -> dict[str, Callable[[], object]]:
    """What can be done to what is kept, each from the beginning, as a program that has just been started."""

    def steps() -> object:
        with _open(folder) as repository:
            return repository.open(1, find, NONE).choose_all(["add:1"] * (1 + n % 400))

    def undo() -> object:
        with _open(folder) as repository:
            return repository.open(1, find, NONE).undo()

    def create() -> object:
        with _open(folder) as repository:
            return repository.create(_counted(n), f"Game {n} " + "x" * 100, {"names": ["Anna", "Bea"]}, ("Anna", "Bea"))

    def settings() -> object:
        with _open(folder) as repository:
            return repository.set_settings({f"window.{n}": "x" * (n % 3000)})

    def tags() -> object:
        with _open(folder) as repository:
            return repository.set_tags(1, [f"tag {n} {m}" for m in range(20)])

    def forget() -> object:
        with _open(folder) as repository:
            return repository.library.forget([info.id for info in repository.find(LibraryQuery("game"), most=2)])

    def take() -> object:
        with _open(folder) as repository:
            return repository.take_game(folder.parent / "one.okko.json", find, NONE, again=True)

    def export() -> object:
        with _open(folder) as repository:
            return repository.export_games([1, 2], folder / "out" / ("games.zip" if n % 2 else "games"))

    def backup() -> object:
        return Backups(folder / "okko.db").make()

    def restore() -> object:
        return Backups(folder / "okko.db").restore(Backups(folder / "okko.db").listed()[0])

    def pack() -> object:
        shop = workshop(folder)
        name = shop.manifests()[0].namespace
        return shop.save_all(name, [("character", hero(name, f"hero{m}", zeni=1 + n % 30)) for m in range(n % 12 + 1)])

    def new_pack() -> object:
        return workshop(folder).create(f"Pack {n}")

    return {one.__name__: one for one in
            (steps, undo, create, settings, tags, forget, take, export, backup, restore, pack, new_pack)}  # fmt: skip


class _open:
    """A repository that is closed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Repository:
        self._repository = Repository(self._folder / "okko.db")
        return self._repository

    def __exit__(self, *_: object) -> None:
        self._repository.close()


def main(folder: str, n: int, seed: int, nobody: bool) -> None:
    """Do one of them, as somebody who may not write if `nobody`; prints which, and what came of it."""
    database.PATIENCE = backups.PATIENCE = 0.05
    if nobody:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    deeds = _deeds(Path(folder), n)
    name = Random(seed).choice(list(deeds))
    told = {"what": name, "kind": "done", "why": ""}
    try:
        deeds[name]()
    except Failure as wrong:
        told |= {"kind": getattr(wrong, "kind", type(wrong).__name__), "why": Words()(wrong.why)}
    except BaseException as wrong:
        told |= {"kind": "fault", "why": f"{type(wrong).__name__}: {wrong}"}
        told["why"] += traceback.format_exc()[-1500:]
    print(json.dumps(told), flush=True)


def furnish(folder: Path) -> None:
    """Two games, a copy of them, a pack; beside it a game in a file."""
    folder.mkdir(exist_ok=True)
    (folder / "out").mkdir()
    repository = Repository(folder / "okko.db")
    for n in range(2):
        repository.create(_counted(n), f"Kept {n}", {"names": ["Bea", "Cleo"]}, ("Bea", "Cleo"))
    repository.export_game(1, folder.parent / "one.okko.json")
    repository.close()
    Backups(folder / "okko.db").make()
    shop = workshop(folder)
    name = shop.create("Mine")
    shop.save(name, "character", hero(name))


def rehearse() -> None:
    """Do everything once: who may not write may not read the library of Python either."""
    with tempfile.TemporaryDirectory() as place:
        furnish(Path(place) / "data")
        for deed in _deeds(Path(place) / "data", 1).values():
            deed()
