"""The clock is set back, or years ahead, between two starts or while a game is played: nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from companion.model.core.record import NoContent
from companion.model.store import backups
from companion.model.store.backups import Backups
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository
from tests.budget import tries

from .conftest import begun, find

NONE = NoContent()
TRIES = tries(25)
BEGIN = datetime(2026, 11, 23, 12, tzinfo=UTC)


class Clock:
    """A time that jumps."""

    def __init__(self) -> None:
        self.at = BEGIN

    def jump(self, rng: Random) -> None:
        """A little ahead, most of the time; or to another year, before the first game or far ahead."""
        draw = rng.random()
        if draw < 0.5:
            self.at += timedelta(seconds=rng.randrange(100_000))
        elif draw < 0.8:
            self.at -= timedelta(seconds=rng.randrange(100_000_000))
        else:
            self.at = rng.choice([datetime(1970, 1, 1, tzinfo=UTC), BEGIN, datetime(2099, 12, 31, 23, 59, tzinfo=UTC)])
        self.at = max(self.at, datetime(1970, 1, 1, tzinfo=UTC))

    def text(self) -> str:
        return self.at.isoformat(timespec="milliseconds")


def test_whatever_the_clock_says_games_and_copies_are_there(tmp_path: Path, tried: Callable[..., None]) -> None:
    rng, clock, path = Random(1), Clock(), tmp_path / "okko.db"
    kept = Backups(path, now=lambda: clock.at)
    made, added = 0, dict[int, int]()
    for n in range(TRIES):
        clock.jump(rng)
        repository = Repository(path, now=clock.text)
        kept.keep_today()
        assert kept.listed() or not made, "there is a copy of whatever there was"
        if len(added) < 12:
            added[repository.create(begun(goal=10**6), f"Game {n}").id] = 0
            made += 1
        game = rng.choice(list(added))
        session = repository.open(game, find, NONE)
        clock.jump(rng)
        session.choose("add:1")
        added[game] += 1
        repository.set_tags(game, ["club"])
        assert {info.id for info in repository.games()} == added.keys()
        assert {info.id for info in repository.find(LibraryQuery("game"), most=50)} == added.keys()
        repository.close()
        wished = kept.make()
        assert wished in kept.listed(), "a copy that was asked for is there"
        assert backups.check(wished.path)
        if rng.random() < 0.1:
            kept.restore(wished)
    repository = Repository(path, now=clock.text)
    assert {info.id: repository.open(info.id, find, NONE).state.total for info in repository.games()} == added
    repository.close()
    tried(TRIES)
