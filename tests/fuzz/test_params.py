"""Sound JSON in place of parameters: strange values, and sound parameters that were changed a little."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.model.games import SYSTEMS
from companion.model.games.asagiri.insight.queries import QUERIES
from tests.budget import examples
from tests.contract.samples import SAMPLES

from .strange import VALUES, any_json, changed
from .watch import Watched

SEEDS = st.integers(0, 2**32)
SLOW = settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow])
"""Each example is a game of its own: a quarter of what the profile draws (``HYPOTHESIS_PROFILE=soak`` for a night)."""
NAMES = ("language", "system", "setup", "seed", "position", "viewer", "option", "outcome", "steps", "record", "seconds",
         "level", "id", "points", "from", "to", "target", "range", "attack", "defense")  # fmt: skip
METHODS = ("initialize", "game.new", "game.load", "game.view", "game.choose", "game.roll", "game.correct", "game.undo",
           "game.redo", "game.save", "game.replay", "bot.suggest", "blank.neighbours",
           *(f"asagiri.{name}" for name in QUERIES))  # fmt: skip


@cache
def position(system: str, seed: int) -> Json:
    """A sound position."""
    rng = Random(seed)
    starts = list(SAMPLES[system].starts.values())
    return SYSTEMS[system].encode(rng.choice(starts)(rng))


@cache
def record(system: str, seed: int) -> Json:
    """The record of a sound game, some ten steps long."""
    client, rng = Watched(), Random(seed)
    if rng.random() < 0.5:
        client.ask("game.new", system=system, setup=rng.choice(SAMPLES[system].setups), seed=seed)
    else:
        client.ask("game.load", position=position(system, seed % 20), seed=seed)
    for _ in range(rng.randrange(4, 16)):
        client.walk(1, pick=rng.randrange(100))
    return client.ask("game.save")["record"]


def table(system: str, seed: int) -> Watched:
    """A game in full swing, with something to redo."""
    client, rng = Watched(), Random(seed)
    client.ask("game.load", position=position(system, seed % 20), seed=seed)
    client.walk(3, pick=rng.randrange(50))
    if client.server.session is not None and client.server.session.cursor:
        client.ask("game.undo")
    return client


def go_on(client: Watched, rng: Random, sound: bool = True) -> None:
    """Play some steps of a game that was taken in; it must be as `sound` as any."""
    if sound:
        client.still_sound()
    for _ in range(4):
        pending = client.ask("game.view")["pending"]
        if pending["kind"] == "choice":
            client.request("bot.suggest", {})
            client.request("game.choose", {"option": rng.choice(pending["options"])["id"]})
        elif pending["kind"] == "roll":
            client.request("game.roll", {})
    if sound:
        client.still_sound()


@SLOW
@given(seed=SEEDS)
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_any_parameters_for_any_method(system: str, seed: int) -> None:
    rng = Random(seed)
    client = table(system, seed % 10)
    for _ in range(25):
        params = {rng.choice(NAMES): any_json(rng) for _ in range(rng.randrange(4))}
        client.request(rng.choice(METHODS), params)
    client.still_sound()


@SLOW
@given(seed=SEEDS)
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_the_right_parameters_with_strange_values(system: str, seed: int) -> None:
    rng = Random(seed)
    client = table(system, seed % 10)
    pending = client.ask("game.view")["pending"]
    ids = [option["id"] for option in pending.get("options", [])] or ["pass"]
    sound: dict[str, Json] = {
        "game.view": {"viewer": "A"},
        "game.choose": {"option": rng.choice(ids), "seat": "A", "viewer": "*"},
        "game.roll": {"outcome": [3] * len(pending.get("dice", [1])), "viewer": "B"},
        "game.correct": {"correction": SAMPLES[system].corrections(client.ask("game.view")["state"], rng)},
        "game.undo": {"steps": 1},
        "game.redo": {"steps": 1},
        "bot.suggest": {"seconds": 1, "level": "random"},
        "asagiri.reach": {"id": "a1", "points": 3},
        "asagiri.shot": {"id": "a1", "target": "b1", "range": 4},
        "asagiri.attack": {"id": "a1", "target": "b1"},
        "asagiri.retreat": {"id": "a1"},
        "asagiri.vision": {"id": "b1"},
        "asagiri.line_of_fire": {"from": [0, 0], "to": [1, 1]},
        "asagiri.odds": {"attack": 4, "defense": 4},
    }
    for method, params in sound.items():
        for _ in range(3):
            client.request(method, changed(params, rng))
    client.still_sound()


@SLOW
@given(seed=SEEDS, times=st.integers(1, 4))
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_positions_with_something_wrong(system: str, seed: int, times: int) -> None:
    rng = Random(seed)
    client = table(system, seed % 10)
    answer = client.request("game.load", {"position": changed(position(system, seed % 30), rng, times)})
    if "result" in answer:
        go_on(client, rng)


@SLOW
@given(seed=SEEDS, times=st.integers(1, 3))
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_setups_with_something_wrong(system: str, seed: int, times: int) -> None:
    rng = Random(seed)
    client = table(system, seed % 10)
    setup = changed(rng.choice(SAMPLES[system].setups), rng, times)
    answer = client.request("game.new", {"system": system, "setup": setup})
    if "result" in answer:
        go_on(client, rng)


@SLOW
@given(seed=SEEDS, times=st.integers(1, 3))
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_records_with_something_wrong(system: str, seed: int, times: int) -> None:
    rng = Random(seed)
    client = table(system, seed % 10)
    sound = record(system, seed % 30)
    wrong = changed(sound, rng, times)
    answer = client.request("game.replay", {"record": wrong})
    if "result" in answer:
        # cards that nobody has checked may make a position that is not read again, but never an error of ours
        go_on(client, rng, sound=wrong.get("cards") == sound["cards"])


@pytest.mark.parametrize("value", VALUES, ids=lambda _: "")
def test_each_strange_value_everywhere(value: Json) -> None:
    client = table("asagiri", 1)
    for method in METHODS:
        for name in NAMES:
            client.request(method, {name: value})
    client.request("game.new", {"system": value, "setup": value, "seed": value})
    client.still_sound()
