"""Beginning, looking, choosing, rolling, for any game system: what is answered, what is refused and with which code."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from companion.model.core.contract import Json
from companion.model.games import SYSTEMS

from .client import QUICK, Client
from .codes import BAD_PARAMS, INVALID, NOT_WHOLE, REFUSED

# initialize, shutdown


def test_initialize_tells_who_answers(client: Client) -> None:
    told = client.ask("initialize")
    assert told["name"] == "Okko Companion"
    assert told["protocol"] == 1
    assert isinstance(told["version"], str)
    assert {"id": "asagiri", "name": "Okko: Era of the Asagiri", "players": [2, 2]} in told["systems"]
    assert all(set(system) == {"id", "name", "players"} for system in told["systems"])


def test_any_known_language_may_be_asked_for(client: Client) -> None:
    for language in ("en", "fr", "it"):
        assert client.ask("initialize", language=language)["protocol"] == 1
    for language in ("de", "EN", "", None, 1, ["en"], "en\n"):
        assert client.refused("initialize", language=language).code == BAD_PARAMS


def test_a_language_refused_does_not_become_the_language(client: Client) -> None:
    before = client.refused("game.view").message
    client.refused("initialize", language="xx")
    assert client.refused("game.view").message == before


def test_shutdown_ends(client: Client) -> None:
    assert client.refused("shutdown", now=True).code == BAD_PARAMS
    assert not client.server.ended
    assert client.ask("shutdown") is None
    assert client.server.ended


def test_shutdown_may_be_a_notification(client: Client) -> None:
    assert client.line('{"jsonrpc": "2.0", "method": "shutdown"}') is None
    assert client.server.ended


# no game, no method


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("game.view", {}),
        ("game.choose", {"option": "pass"}),
        ("game.roll", {}),
        ("game.undo", {}),
        ("game.redo", {}),
        ("game.save", {}),
        ("bot.suggest", {}),
        ("asagiri.odds", {"attack": 1, "defense": 1}),
        ("asagiri.reach", {"id": "a1"}),
    ],
)
def test_without_a_game_the_position_is_invalid_with_an_empty_path(client: Client, method: str, params: Any) -> None:
    refused = client.refused(method, **params)
    assert (refused.code, refused.data) == (INVALID, {"path": ""})


@pytest.mark.parametrize(
    "method", ["", "game", "game.", ".view", "game.View", "asagiri.cheat", "rpc.discover", "é" * 99]
)
def test_unknown_methods(client: Client, table: Client, method: str) -> None:
    assert client.refused(method).code == -32601
    assert table.refused(method).code == -32601


def test_queries_of_another_system_than_the_game_s(client: Client) -> None:
    client.new("blank", {})
    refused = client.refused("asagiri.odds", attack=1, defense=1)
    assert (refused.code, refused.data["path"]) == (INVALID, "")


@pytest.mark.parametrize(
    "method",
    ["initialize", "game.view", "game.roll", "game.undo", "game.redo", "game.save", "bot.suggest", "shutdown"],
)
def test_parameters_nobody_knows_are_refused(table: Client, method: str) -> None:
    refused = table.refused(method, nonsense=1)
    assert (refused.code, refused.data) == (BAD_PARAMS, {"path": "nonsense"})


@pytest.mark.parametrize(
    ("method", "missing"),
    [
        ("game.new", "system"),
        ("game.load", "position"),
        ("game.choose", "option"),
        ("game.replay", "record"),
    ],
)
def test_missing_parameters_are_named(table: Client, method: str, missing: str) -> None:
    refused = table.refused(method)
    assert (refused.code, refused.data) == (BAD_PARAMS, {"path": missing})


# game.new


def test_a_new_game_is_a_view(client: Client) -> None:
    view = client.new()
    assert set(view) == {"state", "pending"}
    assert view["state"]["format"] == "okko-position/1"
    assert view["pending"] == {
        "kind": "roll",
        "seat": "A",
        "dice": [{"die": "d6", "for": "A"}, {"die": "d6", "for": "B"}],
        "outcomes": 36,
    }


def test_the_same_seed_rolls_the_same_dice(client: Client) -> None:
    def rolled(seed: int) -> Json:
        client.new(seed=seed)
        return client.ask("game.roll")["events"]

    assert rolled(5) == rolled(5)
    assert len({json.dumps(rolled(seed)) for seed in range(20)}) > 5


@pytest.mark.parametrize("seed", [*NOT_WHOLE, 2**63, -(2**63) - 1])
def test_a_seed_is_a_whole_number_of_64_bits(table: Client, seed: Json) -> None:
    before = table.game()
    assert table.refused("game.new", system="asagiri", setup=QUICK, seed=seed).code == BAD_PARAMS
    position = before["position"]
    assert table.refused("game.load", position=position, seed=seed).code == BAD_PARAMS
    assert table.game() == before


@pytest.mark.parametrize("seed", [0, -1, 2**63 - 1, -(2**63), 2**53 + 1])
def test_seeds_are_kept_to_the_last_digit(client: Client, seed: int) -> None:
    client.new(seed=seed)
    assert client.ask("game.save")["record"]["seed"] == seed


@pytest.mark.parametrize("system", ["okko", "", None, 3, ["asagiri"], "Asagiri"])
def test_a_system_nobody_knows(table: Client, system: Json) -> None:
    before = table.game()
    refused = table.refused("game.new", system=system, setup=QUICK)
    assert (refused.code, refused.data) == (BAD_PARAMS, {"path": "system"})
    assert table.game() == before


@pytest.mark.parametrize(
    ("setup", "path"),
    [
        (None, "setup"),
        ([], "setup"),
        ({"quick": False}, "setup.quick"),
        ({"quick": 1}, "setup.quick"),
        ({"quick": True, "budget": 16}, "setup.budget"),
        ({"bands": {"A": [], "B": []}}, "setup.tiles"),
        ({"bands": {"A": [{"card": "house:nobody"}], "B": []}, "tiles": []}, "setup.bands.A[0].card"),
        ({"bands": {"A": 1, "B": []}, "tiles": []}, "setup.bands.A"),
        ({"budget": 16.0, "bands": {"A": [], "B": []}, "tiles": []}, "setup.budget"),
    ],
)
def test_a_setup_that_cannot_be_read(table: Client, setup: Json, path: str) -> None:
    before = table.game()
    refused = table.refused("game.new", system="asagiri", setup=setup)
    assert (refused.code, refused.data) == (BAD_PARAMS, {"path": path})
    assert table.game() == before


def test_a_band_against_the_rules_is_refused_by_its_rule(client: Client) -> None:
    empty = {"budget": 1, "bands": {"A": [{"card": "house:okko"}], "B": []}, "tiles": []}
    refused = client.refused("game.new", system="asagiri", setup=empty)
    assert refused.code == REFUSED
    assert refused.data["rule"].startswith("BND-")
    assert refused.data["why"] == refused.message


# game.load, game.save


def test_a_saved_position_is_loaded_again(table: Client) -> None:
    table.walk(40, pick=3)
    saved = table.ask("game.save")["position"]
    view = table.ask("game.view")
    assert Client().ask("game.load", position=saved) == view


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda p: 5, "position"),
        (lambda p: [], "position"),
        (lambda p: {}, "position.system"),
        (lambda p: p | {"system": "okko"}, "position.system"),
        (lambda p: p | {"turn": 1.0}, "position.turn"),
        (lambda p: p | {"turn": True}, "position.turn"),
        (lambda p: p | {"extra": 1}, "position.extra"),
        (lambda p: p | {"format": "okko-position/2"}, "position.format"),
        (lambda p: {key: value for key, value in p.items() if key != "bands"}, "position.bands"),
    ],
)
def test_a_position_that_is_none(table: Client, change: Any, path: str) -> None:
    before = table.game()
    refused = table.refused("game.load", position=change(copy.deepcopy(before["position"])))
    assert (refused.code, refused.data) == (INVALID, {"path": path})
    assert table.game() == before


def test_the_path_leads_to_a_character(table: Client) -> None:
    position = table.ask("game.save")["position"]
    position["bands"]["B"]["characters"][1]["facing"] = "X"
    assert table.refused("game.load", position=position).data == {"path": "position.bands.B.characters[1].facing"}


# game.view


def test_a_viewer_is_a_seat_of_the_game(table: Client) -> None:
    whole = table.ask("game.view")
    for seat in "AB":
        assert table.ask("game.view", viewer=seat) == whole
    for viewer in ("C", "", None, 0, ["A"]):
        assert table.refused("game.view", viewer=viewer).code == BAD_PARAMS


def test_what_is_hidden_from_a_viewer(client: Client) -> None:
    client.new("blank", {})
    client.ask("game.choose", option="pick:A,6")
    for viewer, sees in (("A", "6"), ("B", "A"), ("C", "A")):
        view = client.ask("game.view", viewer=viewer)
        assert view["state"]["viewer"] == viewer
        assert "hands" not in view["state"]
        if viewer == "A":
            assert view["pending"]["options"] == []
            assert view["state"]["frames"][-1]["mine"] == int(sees)
        else:
            assert {option["seat"] for option in view["pending"]["options"]} == {viewer}
            assert view["state"]["frames"][-1]["picked"] == [sees]


def test_seats_that_answer_together_are_listed(client: Client) -> None:
    pending = client.new("blank", {})["pending"]
    assert (pending["kind"], pending["seat"], pending["seats"]) == ("choice", "A", ["A", "B", "C"])
    pending = client.ask("game.choose", option="pick:B,1")["pending"]
    assert (pending["seat"], pending["seats"]) == ("A", ["A", "C"])
    pending = client.ask("game.choose", option="pick:A,1")["pending"]
    assert (pending["seat"], pending["seats"]) == ("C", ["C"])


# game.choose


def test_every_option_listed_may_be_chosen_by_its_id(client: Client) -> None:
    for system, setup in (("asagiri", QUICK), ("blank", {})):
        client.new(system, setup)
        client.walk(9, pick=5)
        options = client.ask("game.view")["pending"]["options"]
        assert len({option["id"] for option in options}) == len(options) > 0
        for option in options:
            assert {"id", "kind", "label"} <= set(option)
            assert client.ask("game.choose", option=option["id"]).keys() == {"state", "pending", "events"}
            client.ask("game.undo")


def test_an_option_not_offered_does_not_fit_and_tells_the_rule(table: Client) -> None:
    table.walk(1)
    before = table.game()
    refused = table.refused("game.choose", option="attack:b1")
    assert refused.code == BAD_PARAMS
    assert refused.data["rule"] == "TRN-2"
    assert refused.data["why"] == refused.message
    assert table.game() == before


@pytest.mark.parametrize(
    "option", ["", "x", "step", "step:", "step:99-99,1", "attack:zz", "pass:1", "side:N ", "\n", "a" * 400]
)
def test_texts_that_are_no_option(table: Client, option: str) -> None:
    table.walk(1)
    before = table.game()
    assert table.refused("game.choose", option=option).code == BAD_PARAMS
    assert table.game() == before


@pytest.mark.parametrize("option", [None, 1, True, [], {}, ["side:N"]])
def test_an_option_is_a_text(table: Client, option: Json) -> None:
    assert table.refused("game.choose", option=option).code == BAD_PARAMS


def test_no_option_while_dice_are_asked_for(table: Client) -> None:
    refused = table.refused("game.choose", option="side:N")
    assert refused.code == BAD_PARAMS


# game.roll


def test_typed_dice_are_exactly_those(table: Client) -> None:
    events = table.ask("game.roll", outcome=[5, 2])["events"]
    assert events[0]["kind"] == "FirstPlayerRolled"
    assert events[0]["dice"] == [5, 2]
    step = table.ask("game.save")["record"]["steps"][-1]
    assert step["result"]["faces"] == [5, 2]
    assert step["result"]["sources"] == ["typed", "typed"]


@pytest.mark.parametrize(
    "outcome",
    [
        [],
        [1],
        [1, 2, 3],
        [0, 1],
        [7, 1],
        [1.0, 2],
        [True, 2],
        ["1", 2],
        ["fire", 2],
        [None, None],
        [[1], 2],
        3,
        None,
        "12",
        {},
    ],
)
def test_dice_not_asked_for(table: Client, outcome: Json) -> None:
    before = table.game()
    assert table.refused("game.roll", outcome=outcome).code == BAD_PARAMS
    assert table.game() == before


def test_no_dice_while_an_option_is_asked_for(table: Client) -> None:
    table.walk(1)
    before = table.game()
    assert table.refused("game.roll").code == BAD_PARAMS
    assert table.refused("game.roll", outcome=[1, 1]).code == BAD_PARAMS
    assert table.game() == before


# over


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_at_the_end_nobody_is_asked(client: Client, system: str) -> None:
    if system == "blank":
        client.new("blank", {"rounds": 1})
        view = client.walk(20)
    else:
        client.new()
        position = client.walk(20)["state"]
        position["bands"]["B"]["lost"] = position["bands"]["B"]["limit"]
        view = client.ask("game.load", position=position)
    assert set(view["pending"]) == {"kind", "winner", "winners", "why"}
    assert view["pending"]["kind"] == "over"
    assert isinstance(view["pending"]["why"], str)
    assert client.refused("game.roll").code == BAD_PARAMS
    assert client.refused("bot.suggest").code == BAD_PARAMS
    assert client.refused("game.choose", option="pass").code == BAD_PARAMS
