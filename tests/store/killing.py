"""Does one thing to what is kept, then the next, and is killed in the midst of that one. Run by test_store_killed.

A task is done once to see how long it takes and how many calls of Python it is; the second time the program ends
itself at one of those calls, or another one ends it after a part of that time, when it may be deep in the database.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.record import NoContent
from companion.model.core.refusal import StorageError
from companion.model.core.session import Session
from companion.model.store import migrate
from companion.model.store.backups import Backups
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository

from ..content.shop import hero, workshop
from ..core.counter import Counter
from .conftest import find

NONE = NoContent()
tell = partial(print, flush=True)
STEPS = 20
KEYS = tuple(f"window.{name}" for name in "abcdefgh")
THROWN = 3
"""Games that are thrown away together."""


def _counted(n: int) -> Session[Any]:
    """A game of as many steps as every game here has."""
    session = Session.new(Counter(), {"goal": 10**6}, NONE, n)
    session.choose_all([f"add:{1 + (n + m) % 2}" for m in range(STEPS)])
    return session


def _save(where: str, folder: Path, rng: Random) -> Callable[[int], str]:
    repository = Repository(where)
    kind = rng.choice(["settings", "band", "create", "rename", "tags", "delete"])

    def do(n: int) -> str:
        if kind == "settings":
            repository.set_settings(dict.fromkeys(KEYS, n))
        elif kind == "band":
            repository.bands.save("Mine", "counter", {"members": [n] * 200}, 1)
        elif kind == "create":
            names = [f"a{n}", f"b{n}"]
            repository.create(_counted(n), f"Game {n}", {"names": names}, names)
        elif kind == "rename":
            repository.rename(1, f"Title {n}")
        elif kind == "tags":
            repository.set_tags(1, [f"t{n}", f"u{n}"])
        else:
            repository.library.forget([info.id for info in repository.find(LibraryQuery("thrown"), most=THROWN)])
        return kind

    return do


def _pack(where: str, folder: Path, rng: Random) -> Callable[[int], str]:
    shop = workshop(folder)
    (name,) = (listed.namespace for listed in shop.manifests())

    def do(n: int) -> str:
        if rng.random() < 0.5:
            shop.save(name, "character", hero(name, zeni=1 + n % 30))
        else:
            shop.describe(name, version=f"1.0.{n}")
        return "pack"

    return do


def _migration(where: str, folder: Path, rng: Random) -> Callable[[int], str]:
    def do(n: int) -> str:
        Repository(where.replace("@@", "first" if n % 2 == 0 else "second")).close()
        return "migration"

    return do


def _import(where: str, folder: Path, rng: Random) -> Callable[[int], str]:
    repository, given = Repository(where), folder / "in"
    kind = rng.choice(["game", "member", "many", "pack"])

    def do(n: int) -> str:
        if kind == "pack":
            workshop(folder / "shop").install(given / f"pack{n % 2}.okko-pack", replace=True)
        elif kind == "many":
            repository.take_all((_counted(n), f"Game {n}", ("Anna",)) for _ in range(5))
        else:
            source = ("games.zip", "one.okko.json") if kind == "member" else ("one.okko.json", "")
            repository.take_game(given / source[0], find, NONE, member=source[1], again=True)
        return kind

    return do


def _export(where: str, folder: Path, rng: Random) -> Callable[[int], str]:
    repository, out = Repository(where), folder / "out"
    shop = workshop(folder)
    (name,) = (listed.namespace for listed in shop.manifests())
    kind = rng.choice(["game", "folder", "zip", "pack"])

    def do(n: int) -> str:
        games = [info.id for info in repository.games()]
        if kind == "game":
            repository.export_game(games[n % len(games)], out / "game.okko.json")
        elif kind == "pack":
            shop.save(name, "character", hero(name, zeni=1 + n % 30))
            shop.export(name, out / "mine.okko-pack")
        else:
            repository.export_games(games, out / ("games.zip" if kind == "zip" else "games"))
        return kind

    return do


def _backup(where: str, folder: Path, rng: Random) -> Callable[[int], str]:
    backups = Backups(where)
    kind = rng.choice(["copy", "restore"])

    def do(n: int) -> str:
        if kind == "copy":
            backups.make()
        else:
            backups.restore(rng.choice(backups.listed()))
        return kind

    return do


assert migrate  # is loaded once, not by each copy
TASKS = {"save": _save, "pack": _pack, "migration": _migration, "import": _import, "export": _export, "backup": _backup}


def _window(where: str, seed: int) -> None:
    """One of two programs that play the same game at the same time, until killed."""
    rng, repository = Random(seed), Repository(where)
    session = repository.open(1, find, NONE)
    tell("ready")
    while True:
        time.sleep(rng.random() * 0.01)  # else nobody's look at the game is ever the newest
        pending = session.pending
        try:
            if session.cursor and rng.random() < (0.2 if session.cursor < 40 else 0.8):
                session.undo()
            elif isinstance(pending, Roll):
                session.roll()
            elif isinstance(pending, Choice):
                session.choose(rng.choice(pending.options))
            else:
                assert isinstance(pending, Over)
                session.undo()
        except StorageError as wrong:
            if wrong.kind not in ("changed", "locked"):
                raise
            session = repository.open(1, find, NONE)
        else:
            tell("did")


def _killed(do: Callable[[int], str], n: int, part: float) -> None:
    """Do it once, and be killed while doing it again, after a part of it."""
    calls, most = 0, 0

    def counted(frame: object, event: str, of: object) -> None:
        nonlocal calls
        calls += 1
        if calls == most:
            os.kill(os.getpid(), signal.SIGKILL)

    inside = part < 0.5
    begun = time.monotonic()
    if inside:
        sys.setprofile(counted)
    kind = do(n)
    sys.setprofile(None)
    took = time.monotonic() - begun
    tell(f"{kind} {n}")
    if inside:
        most, calls = 1 + int(part * 2 * calls), 0
        sys.setprofile(counted)
    elif not os.fork():
        time.sleep((part - 0.5) * 2 * took)
        os.kill(os.getppid(), signal.SIGKILL)
        os._exit(0)
    do(n + 1)
    sys.setprofile(None)
    tell(f"{kind} {n + 1}")
    os.kill(os.getpid(), signal.SIGKILL)  # it was faster than the first time


def main(what: str, where: str, folder: str, n: int, seed: int, part: float) -> None:
    """Do something, or play beside another window, until killed."""
    if what == "window":
        _window(where, seed)
    else:
        _killed(TASKS[what](where, Path(folder), Random(seed)), n, part)
