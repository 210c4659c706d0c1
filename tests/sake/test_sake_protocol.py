"""Saké & Samouraï as the protocol speaks it: views by seat, answers, rolls, refusals, faults by path."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.model.bots import RandomBot, ask_bot
from companion.model.core.contract import Json
from companion.model.core.words import Words
from companion.model.games import SYSTEMS
from companion.model.games.sake import SYSTEM
from companion.model.protocol import Server

from .tables import CONTENT, DECK, katana, position
from .test_sake_setup import setup


class Client:
    """Speaks to a server."""

    def __init__(self) -> None:
        self.server = Server(SYSTEMS, CONTENT, lambda language: Words())

    def ask(self, method: str, **params: Json) -> Json:
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        answer = self.server.handle(line.encode())
        assert answer is not None
        return json.loads(answer)

    def result(self, method: str, **params: Json) -> Json:
        answer = self.ask(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, **params: Json) -> tuple[int, Json]:
        wrong = self.ask(method, **params)["error"]
        return wrong["code"], wrong.get("data")


def loaded(*seats: Json, **fields: Json) -> Client:
    client = Client()
    lines = fields.pop("lines", {})
    client.result("game.load", position=position(dict(zip("ABCDEFGH", seats, strict=False)), lines, **fields))
    return client


def test_the_set_up_leads_to_the_rolls() -> None:
    client = Client()
    asked = client.result("game.new", system="sake", setup={"quick": True, "players": 3})["pending"]
    assert (asked["kind"], [die["die"] for die in asked["dice"]], asked["outcomes"]) == (
        "roll",
        ["sheet"] * 3,
        8 * 7 * 6,
    )
    assert len(asked["faces"]) == 8
    assert "seen_by" not in asked
    asked = client.result("game.roll", outcome=["house:goro", "house:daigo", "house:tetsuo"])["pending"]
    assert (asked["seen_by"], len(asked["dice"]), len(asked["faces"])) == ([], 95, 95)
    assert "outcomes" not in asked
    assert {die["for"] for die in asked["dice"]} == {"A", "B", "C", "pile"}
    blind = client.result("game.view", viewer="A")["pending"]
    assert "faces" not in blind
    assert client.error("game.roll", outcome=["ramen-1"] * 95)[0] == -32602
    view = client.result("game.roll")
    assert (view["pending"]["seat"], view["state"]["phase"]) == ("A", "play")
    assert view["events"][0]["count"] == 95


def test_views_of_seats_hold_no_frames_and_nothing_of_ours() -> None:
    client = loaded({"hand": ["stench-1"]}, {"hand": ["stagger-1"]}, {})
    client.result("game.choose", option="move:stench-1:left:1")
    for viewer in ("A", "B", "C", "*"):
        state = client.result("game.view", viewer=viewer)["state"]
        assert set(state) == {
            "format", "system", "options", "seats", "lines", "pile", "discard", "air", "masu", "gone", "deck", "active",
            "phase", "plays", "soul", "fatal", "turn",
        }  # fmt: skip


def test_a_window_shows_each_seat_its_own_options_and_answers() -> None:
    client = loaded({"hand": ["stench-1"]}, {"hand": ["stagger-1"]}, {"hand": ["ramen-1"]})
    asked = client.result("game.choose", option="move:stench-1:left:1")["pending"]
    assert (asked["seats"], asked["secret"], asked["answers"]) == (["B", "C"], True, {})
    assert {option["seat"] for option in asked["options"]} == {"B", "C"}
    assert client.error("game.choose", option="pass")[0] == -32602
    assert client.error("game.choose", option="pass", seat="A")[0] == -32602
    told = client.result("game.choose", option="interrupt:stagger-1", seat="B", viewer="C")
    assert "stagger" not in json.dumps(told)
    assert client.result("game.view", viewer="B")["pending"]["answers"] == {"B": "interrupt:stagger-1"}
    assert client.result("game.view", viewer="C")["pending"]["answers"] == {}
    assert client.result("game.view")["pending"]["answers"] == {"B": "interrupt:stagger-1"}
    assert client.result("game.view", viewer="A")["pending"]["options"] == []


def test_fields_of_options_are_named_as_the_page_names_them() -> None:
    client = loaded(katana(1, seated=True, hand=["roar-1"], sake=["sheet"]), {}, {}, lines={"AB": 2})
    options = {option["id"]: option for option in client.result("game.view")["pending"]["options"]}
    iaido = options["iaido:roar-1:left:1:B:katana-1"]
    assert {name: iaido[name] for name in ("card", "side", "steps", "target", "weapon")} == {
        "card": "roar-1", "side": "left", "steps": 1, "target": "B", "weapon": "katana-1",
    }  # fmt: skip
    assert options["event:roar-1:B:sheet"]["pay"] == "sheet"
    assert options["burn_draw:sheet"]["from"] == "sheet"
    assert "seat" not in iaido


def test_a_rule_that_forbids_is_minus_32000_with_its_id() -> None:
    client = loaded(katana(1, hand=["ramen-1"]), {}, {})
    code, data = client.error("game.choose", option="attack:ramen-1:B:katana-1")
    assert (code, data["rule"]) == (-32000, "ATK-2")
    assert client.error("game.choose", option="attack:ramen-9:B:katana-1")[0] == -32602
    assert client.error("game.choose", option="nonsense")[0] == -32602


@pytest.mark.parametrize(
    ("data", "path"),
    [({"quick": True, "players": 2}, "players"), ({"seats": []}, "seats"), ({**setup(), "first": "Z"}, "first"),
     ({**setup(), "deck": "x:y"}, "deck"), (setup(colour=1), "options")],
)  # fmt: skip
def test_a_set_up_that_does_not_fit_is_minus_32001_at_its_field(data: Json, path: str) -> None:
    code, where = Client().error("game.new", system="sake", setup=data)
    assert code == -32001
    assert where["path"].startswith(path)


def test_queries_are_asked_by_name() -> None:
    client = loaded(katana(1), {}, {})
    assert client.result("sake.moves", seat="A", steps=9) == {"left": 2, "right": 2}
    assert client.result("sake.reach", seat="A") == {"katana-1": [], "hands": []}
    assert client.error("sake.moves", seat="Z", steps=1)[0] == -32602


def leaks(view: Json, state: Any, seat: int) -> set[str]:
    """Cards in what a seat is shown that lie where it may not look."""
    hidden = set(state.pile)
    for n, other in enumerate(state.seats):
        hidden |= {*other.life, *other.wounds, *(() if n == seat else other.hand)}
    shown = json.dumps(view)
    return {DECK[card] for card in hidden if f'"{DECK[card]}"' in shown or f":{DECK[card]}" in shown}


def test_nothing_of_another_seat_is_ever_sent() -> None:
    """Whole games of bots that see only their view: none is refused, and nothing of others is sent."""
    rng = Random(3)
    for players in (3, 6):
        client = Client()
        client.result("game.new", system="sake", setup={"quick": True, "players": players}, seed=players)
        session = client.server.session
        assert session is not None
        for n in range(400):
            pending = client.result("game.view")["pending"]
            if pending["kind"] == "over":
                break
            if pending["kind"] == "roll":
                client.result("game.roll")
                continue
            seats = pending.get("seats") or [pending["seat"]]
            seat = rng.choice(seats)
            mine = client.result("game.view", viewer=seat)
            if n % 7 == 0:
                for at in range(players):
                    sent = client.result("game.view", viewer="ABCDEFGH"[at])
                    named = set(sent["pending"].get("answers", {}).values())
                    assert not leaks(sent, session.state, at) - {
                        card for card in DECK if any(card in one for one in named)
                    }
            option = rng.choice(mine["pending"]["options"])["id"]
            client.result("game.choose", option=option, seat=seat)


def test_a_bot_with_only_its_view_is_never_refused() -> None:
    rng = Random(8)
    client = Client()
    client.result("game.new", system="sake", setup={"quick": True, "players": 4}, seed=1)
    session = client.server.session
    assert session is not None
    for _ in range(150):
        pending = session.pending
        if not hasattr(pending, "choices") and not hasattr(pending, "options"):
            session.roll() if hasattr(pending, "dice") else None
            continue
        choice = pending.choices[0] if hasattr(pending, "choices") else pending
        thought = ask_bot(RandomBot(), SYSTEM, session.state, choice, rng, content=CONTENT)
        session.choose(thought.option, seat=choice.seat)
