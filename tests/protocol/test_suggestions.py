"""What the engine thinks: suggestions and queries; neither changes the game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Json

from .client import QUICK, Client
from .codes import BAD_PARAMS

# bot.suggest


@pytest.mark.parametrize(("system", "setup"), [("asagiri", QUICK), ("blank", {})])
@pytest.mark.parametrize("level", [None, "random", "greedy"])
def test_a_suggestion_is_offered_and_has_a_chance(client: Client, system: str, setup: Json, level: str | None) -> None:
    client.new(system, setup)
    client.walk(12 if system == "asagiri" else 1, pick=3)
    before = client.game()
    offered = {option["id"] for option in client.ask("game.view")["pending"]["options"]}
    told = client.ask("bot.suggest", seconds=0.5, **({"level": level} if level else {}))
    assert told["option"] in offered
    assert told["option"] == told["ranked"][0]["option"]
    for one in (told, *told["ranked"]):
        assert one["option"] in offered
        assert 0 <= one["value"] <= 1
    assert client.game() == before


@pytest.mark.parametrize("seconds", [0, -1, True, "1", None, 10**9, [], 1e300])
def test_seconds_are_a_number_above_none(table: Client, seconds: Json) -> None:
    table.walk(1)
    assert table.refused("bot.suggest", seconds=seconds).code == BAD_PARAMS


@pytest.mark.parametrize("level", ["", "genius", None, 1, True, []])
def test_levels_are_those_there_are(table: Client, level: Json) -> None:
    table.walk(1)
    assert table.refused("bot.suggest", level=level).code == BAD_PARAMS


def test_no_suggestion_where_nobody_chooses(table: Client) -> None:
    assert table.refused("bot.suggest").code == BAD_PARAMS


# bot.hint


@pytest.mark.parametrize(("system", "setup"), [("asagiri", QUICK), ("blank", {}), ("sake", {"quick": True})])
def test_a_hint_is_a_plan_with_its_reasons_and_says_the_same_again(client: Client, system: str, setup: Json) -> None:
    client.new(system, setup)
    client.walk(12 if system == "asagiri" else 2, pick=3)
    before = client.game()
    pending = client.ask("game.view")["pending"]
    told = client.ask("bot.hint")
    assert told["plan"][0] in {option["id"] for option in pending["options"]}
    assert told["words"] and all(told["reasons"]) and 0 <= told["value"] <= 1
    assert client.ask("bot.hint", seat=told["seat"]) == told
    assert client.game() == before


@pytest.mark.parametrize("seat", ["", "Z", None, 1])
def test_a_hint_is_for_a_seat_that_is_asked(table: Client, seat: Json) -> None:
    table.walk(1)
    assert table.refused("bot.hint", seat=seat).code == BAD_PARAMS


# queries


@pytest.mark.parametrize(
    ("query", "params"),
    [
        ("control_zone", {}),
        ("control_zone", {"id": "zz"}),
        ("control_zone", {"id": 1}),
        ("control_zone", {"id": "a1", "x": 1}),
        ("vision", {"id": None}),
        ("reach", {"id": "a1", "points": 3.0}),
        ("reach", {"id": "a1", "points": True}),
        ("reach", {"id": "a1", "points": -1}),
        ("reach", {"id": "a1", "points": 10**30}),
        ("line_of_fire", {"from": [0, 0], "to": [0, 0]}),
        ("line_of_fire", {"from": [0, 0], "to": [999, 0]}),
        ("line_of_fire", {"from": [0, 0], "to": [0]}),
        ("line_of_fire", {"from": [0, 0], "to": [0, 1.0]}),
        ("line_of_fire", {"from": [0, 0], "to": "C4"}),
        ("shot", {"id": "a1", "target": "b1"}),
        ("shot", {"id": "a1", "target": "b1", "range": True}),
        ("attack", {"id": "a1"}),
        ("odds", {"attack": 3.0, "defense": 1}),
        ("odds", {"attack": 3}),
    ],
)
def test_queries_with_parameters_that_do_not_fit(table: Client, query: str, params: Any) -> None:
    assert table.refused(f"asagiri.{query}", **params).code == BAD_PARAMS


def test_queries_do_not_change_the_game(table: Client) -> None:
    table.walk(30, pick=4)
    before = table.game()
    assert sum(table.ask("asagiri.odds", attack=4, defense=4).values()) == 36
    table.ask("asagiri.reach", id="a1")
    table.ask("asagiri.line_of_fire", **{"from": [0, 0], "to": [3, 2]})
    assert table.game() == before
