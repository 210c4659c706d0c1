"""Faults of ours: -32603, a trace for the log, and the game as it was, whichever function fails."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.model import protocol
from companion.model.content.library import Library
from companion.model.core.contract import Json, System
from companion.model.games.blank import SYSTEM as BLANK

from ..bots.hostile import HOSTILE
from .client import Client

INTERNAL = -32603
FAILING = [
    "apply",
    "check",
    "pending",
    "view",
    "encode",
    "option_id",
    "option_of",
    "fields",
    "label",
    "tell",
    "event_json",
]
ERRORS = [KeyError("x"), AssertionError(), RecursionError(), MemoryError(), ValueError("\ud800"), StopIteration()]


class Broken:
    """A system of which one function may fail after some calls."""

    def __init__(self, system: System[Any]) -> None:
        self._system = system
        self.fails: str | None = None
        self.after = 0
        self.error: Exception = KeyError()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._system, name)
        if name != self.fails:
            return found

        def fail(*args: Any) -> Any:
            self.after -= 1
            if self.after < 0:
                raise self.error
            return found(*args)

        return fail


@pytest.fixture
def broken() -> Broken:
    """A system that works for now."""
    return Broken(BLANK)


@pytest.fixture
def client(broken: Broken) -> Client:
    """A game with something to undo and something to redo."""
    client = Client({"blank": broken}, Library.shipped())
    client.new("blank", {})
    client.walk(7, pick=1)
    client.ask("game.undo", steps=3)
    return client


def whole(client: Client) -> Json:
    """The game with what may be redone."""
    session = client.server.session
    assert session is not None
    return session.cursor, session.steps, session.state


@pytest.mark.parametrize("fails", FAILING)
@pytest.mark.parametrize("method", ["choose", "undo", "redo", "view", "save", "new", "load", "suggest", "replay"])
def test_whatever_fails_the_game_is_unchanged(client: Client, broken: Broken, method: str, fails: str) -> None:
    position, record = client.ask("game.save").values()
    params: Json = {
        "choose": {"option": client.ask("game.view")["pending"]["options"][0]["id"]},
        "redo": {"steps": 2},
        "new": {"system": "blank", "setup": {}},
        "load": {"position": position},
        "replay": {"record": record},
    }.get(method, {})
    before = whole(client)
    message = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "params": params}
        | {"method": "bot.suggest" if method == "suggest" else f"game.{method}"}
    )
    for after in range(99):
        broken.fails, broken.after = fails, after
        answer = client.line(message)
        broken.fails = None
        if "result" in answer:
            return
        assert answer["error"]["code"] == INTERNAL
        assert len(client.bugs) == after + 1
        assert "Traceback" in client.bugs[-1]
        assert whole(client)[0::2] == before[0::2]
        assert len(whole(client)[1]) in (len(before[1]), before[0], before[0] + 1)
    raise AssertionError("it fails for ever")


def test_what_could_be_redone_is_kept_when_the_fault_is_not_in_the_way(client: Client, broken: Broken) -> None:
    before = whole(client)
    option = client.ask("game.view")["pending"]["options"][0]["id"]
    broken.fails = "tell"
    assert client.refused("game.choose", option=option).code == INTERNAL
    broken.fails = None
    assert whole(client) == before
    assert client.ask("game.redo", steps=3)


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_no_exception_comes_out(client: Client, broken: Broken, error: Exception) -> None:
    broken.fails, broken.error = "view", error
    assert client.refused("game.view").code == INTERNAL
    broken.fails = None
    assert client.ask("game.view")


@pytest.mark.parametrize(
    "result", [object(), {1: object()}, "\ud800", float("nan"), 10**6000, {("a",): 1}], ids=lambda _: ""
)
def test_a_result_that_is_no_json(client: Client, monkeypatch: pytest.MonkeyPatch, result: Json) -> None:
    monkeypatch.setattr(BLANK, "fields", lambda state, option: {"x": result}, raising=False)
    before = whole(client)
    answer = client.server.handle(b'{"jsonrpc":"2.0","id":1,"method":"game.view"}')
    assert answer is not None
    assert json.loads(answer)["id"] == 1
    assert whole(client) == before


def test_a_recursion_without_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    endless: list[Any] = []
    endless.append(endless)
    monkeypatch.setattr(BLANK, "fields", lambda state, option: {"x": endless}, raising=False)
    assert client.refused("game.view").code == INTERNAL
    assert client.bugs


@pytest.mark.parametrize("level", list(HOSTILE))
def test_hostile_players_only_make_an_error(client: Client, monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    monkeypatch.setattr(protocol, "BOTS", HOSTILE)
    before = whole(client)
    assert client.refused("bot.suggest", level=level).code == INTERNAL
    assert whole(client) == before
    assert level in client.bugs[-1].lower()
