"""The program may be killed at any moment: what a player has seen is there when it starts again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.model.core.record import NoContent
from companion.model.core.session import Session
from tests.budget import KILLS
from tests.forked import Copies, copies_of, kill

from .conftest import KILLED, Opens, begun, find, place

NONE = NoContent()
Tried = Callable[..., None]


@pytest.fixture(scope="module")
def copies() -> Iterator[Copies]:
    with copies_of("tests.store.crashing") as made:
        yield made


@pytest.fixture(params=KILLED)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return place(request, tmp_path)


def test_killed_at_any_moment_nothing_seen_is_lost(
    opens: Opens, where: Path | str, copies: Copies, tried: Callable[..., None]
) -> None:
    first = opens()
    game = first.create(begun(goal=10**6), "x").id
    first.close()
    rng = Random(11)
    known = total = 0
    for seed in range(KILLS):
        with copies.heard(str(where), game, seed) as (program, said):
            assert said.readline() == "ready\n"
            # so many changes, however busy the machine is, and then somewhere in the middle of one
            told = "".join(said.readline() for _ in range(rng.randrange(2, 20)))
            time.sleep(rng.random() * 0.03)
            kill(program)
            lines = (told + said.read()).split("\n")
        # The last piece is empty, or a line cut short; all whole lines were seen.
        seen = [tuple(map(int, line.split())) for line in lines[:-1]]
        total += len(seen)
        repository = opens()
        session = repository.open(game, find, NONE)
        record, cursor, revision = repository._read(game)
        # At most the one change being made when it was killed is there without having been seen.
        assert revision - known - len(seen) in (0, 1)
        if seen and revision - known == len(seen):
            assert (session.cursor, len(session.steps), session.state.total) == seen[-1][1:]
        known = revision
        again = Session.replay(session.system, record, NONE, cursor=cursor)
        assert again.diverged is None
        assert (again.state, again.steps, again.cursor) == (session.state, session.steps, session.cursor)
        if isinstance(where, Path):
            with repository._database.reading() as connection:
                assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        repository.close()
    assert total > 5 * KILLS
    tried(KILLS)
