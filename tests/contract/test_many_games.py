"""Game after game through the session, in one process: nothing of one stays when it has ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.model.core.contract import Over
from companion.model.core.record import read_record, record_json
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.store.repository import Repository
from tests.budget import tries
from tests.chronicles.tables import setup as chronicles_setup
from tests.flat import Growth

from .games import answer_to
from .samples import CONTENT, SAMPLES

GAMES = tries(10)
SETUPS: dict[str, tuple[Any, ...]] = {
    "asagiri": ({"quick": True, "options": {"losing_limit": 4}},),
    "sake": SAMPLES["sake"].setups,
    "blank": SAMPLES["blank"].setups,
    "chronicles": (chronicles_setup(1), chronicles_setup(2, places="spaces")),
}


EAGER: dict[str, dict[str, float]] = {
    "asagiri": {
        "attack": 30.0,
        "shoot": 30.0,
        "step": 6.0,
        "end_activations": 0.1,
        "end_activation": 0.2,
        "test_willpower": 0.2,
    },
    "chronicles": {"attack": 30.0, "escape": 30.0},
}
"""So that games come to their end."""
MOST = 3_000


def play(system: str, seed: int, repository: Repository) -> tuple[int, bool]:
    """Play a game, with a step taken back now and then, kept, exported and read again; its steps, whether it ended."""
    rng, weights = Random(seed), {**SAMPLES[system].weights, **EAGER.get(system, {})}
    session = Session.new(SYSTEMS[system], rng.choice(SETUPS[system]), CONTENT, seed)
    kept = seed % 10 == 0
    game = repository.create(session, f"Game {seed}").id if kept else 0
    for _ in range(MOST):
        if isinstance(session.pending, Over):
            break
        if session.cursor and rng.random() < 0.02:
            session.undo()
        answer = answer_to(session.pending, rng, weights)
        if isinstance(answer, tuple):
            session.roll()
        else:
            session.choose(answer)
    ended = isinstance(session.pending, Over)
    if kept:
        assert repository.open(game, SYSTEMS.get, CONTENT).state == session.state
        repository.delete(game)
    elif seed % 10 == 1:
        again = Session.replay(session.system, read_record(record_json(session.save())), CONTENT)
        assert again.state == session.state
    return session.cursor, ended


def test_game_after_game_takes_no_more_memory(tmp_path: Path, tried: Callable[..., None]) -> None:
    repository, growth, steps, over = Repository(tmp_path / "okko.db"), Growth({}), 0, 0
    systems = ["asagiri", "sake", "chronicles", "asagiri", "sake", "chronicles", "blank"]
    tenth = max(1, GAMES // 10)
    for n in range(GAMES):
        cursor, ended = play(systems[n % len(systems)], n, repository)
        steps, over = steps + cursor, over + ended
        if (n + 1) % tenth == 0:
            growth.measure()
    repository.close()
    tried(GAMES, f"{over:,} to their end, {steps:,} steps; {growth.told()}")
    growth.check(filling=GAMES < 50)
    assert over > GAMES * 0.8
