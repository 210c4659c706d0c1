"""Whatever a client says: an answer, or a refusal in a sentence that names rule or field, and nothing has changed."""

from __future__ import annotations

import copy
import json
from random import Random

import pytest

from companion.model.core.contract import Json
from companion.model.games.sake import SYSTEM

from .tables import DECK, LETTERS, Table, katana, position
from .test_sake_properties import games, set_up
from .test_sake_protocol import Client
from .test_sake_wire import DECISIONS
from .test_sake_words import RULES

SIDES = ("left", "right", "toward", "away", "line")
NUMBERS = ("0", "1", "2", "3", "9", "9999", "-1", "01", "1.0", "")
KINDS = sorted({(kind, fields) for kinds in DECISIONS.values() for kind, fields in kinds.items()})


def any_field(name: str, rng: Random, near: list[str]) -> str:
    """A value for a field, often one that fits."""
    cards = near if rng.random() < 0.7 and near else [*DECK, "?", "?:push", "ramen-9", "katana", "hands"]
    name = name.rstrip("?")
    if rng.random() < 0.03:
        return rng.choice(["", "?", "A B", "é", "null", "x" * 90, *SIDES])
    if name in ("samurai", "giver", "receiver", "spirit") or (name == "target" and rng.random() < 0.7):
        return rng.choice(LETTERS)
    if name in ("from", "to", "spot", "pay", "card|spot"):
        return rng.choice(["life", "sheet", rng.choice(cards)])
    if name == "side":
        return rng.choice(SIDES)
    if name == "change":
        return rng.choice(["add", "remove", "both"])
    if name == "cards":
        return "+".join(sorted(rng.sample(cards, min(len(cards), rng.randint(0, 3))))) or "none"
    if name == "weapon":
        return rng.choice(["hands", "nothing", rng.choice(cards)])
    return rng.choice(NUMBERS) if name in ("steps", "line", "stretch", "count") else rng.choice(cards)


def game_of(client: Client) -> tuple[object, ...]:
    """The game that a server holds: its state and its log."""
    session = client.server.session
    assert session is not None
    return session.state, session.cursor, session.steps


def any_option(rng: Random, near: list[str]) -> str:
    kind, fields = rng.choice(KINDS)
    parts = [any_field(name, rng, near) for name in fields.split() if name[-1] != "?" or rng.random() < 0.7]
    return ":".join([kind, *parts])


@games(6)
def test_an_option_that_is_not_offered_is_refused_by_its_rule_and_changes_nothing(seed: int) -> None:
    rng, client = Random(seed), Client()
    view = client.result("game.new", system="sake", setup=set_up(rng), seed=seed % 1000)
    rules, refused = {f"{f}-{n}" for f, last in RULES.items() for n in range(1, last + 1)} | {"DEC-0"}, 0
    while view["pending"]["kind"] != "over":
        pending = view["pending"]
        if pending["kind"] == "roll":
            view = client.result("game.roll")
            continue
        seat = rng.choice(pending.get("seats") or [pending["seat"]])
        mine = [one["id"] for one in pending["options"] if one.get("seat", seat) == seat]
        near = [*next(one["hand"] for one in view["state"]["seats"] if one["seat"] == seat)]
        near += [card for one in view["state"]["seats"] for card in one["gear"]]
        for _ in range(6 if rng.random() < 0.3 else 0):
            text = any_option(rng, near)
            if text in mine:
                continue
            before = game_of(client)
            answer = client.ask("game.choose", option=text, seat=rng.choice([seat, seat, rng.choice("ABCDEFGHZ")]))
            if "result" in answer:  # of another seat, to whom it is offered
                view = client.result("game.undo")
                continue
            wrong = answer["error"]
            assert wrong["code"] in (-32000, -32602), (text, wrong)
            assert wrong["code"] != -32000 or wrong["data"]["rule"] in rules
            assert len(wrong["message"]) > 15
            assert game_of(client) == before
            refused += 1
        view = client.result("game.choose", option=rng.choice(mine), seat=seat)
    assert refused


def places(plain: Json, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every path inside a position, cards of the pile seldom."""
    items = plain.items() if isinstance(plain, dict) else enumerate(plain[:8]) if isinstance(plain, list) else ()
    return [way for key, value in items for way in ((*path, key), *places(value, (*path, key)))]


STRANGE: tuple[Json, ...] = (
    None, True, -1, 0, 1, 2, 29, 3.0, "3", 10**12, "", "?", "?:push", "A", "C", "Z", "life", "ramen-1", "katana-1", [],
    {}, [[]], ["A"], ["life", "sheet"], ["ramen-1"], "samurai", "spirit", "out", "play", "power", "third", "draw",
    {"first": "A", "left": ["B"], "extra": 0},
)  # fmt: skip


def damaged(plain: Json, rng: Random) -> Json:
    """With one to three things replaced, taken away, doubled, exchanged or added."""
    plain = copy.deepcopy(plain)
    for _ in range(rng.choice([1, 1, 2, 3])):
        *way, last = rng.choice(places(plain))
        parent = plain
        for key in way:
            parent = parent[key]
        what = rng.choice(["replace", "replace", "replace", "remove", "double", "add", "like"])
        if what == "remove":
            del parent[last]
        elif what == "double" and isinstance(parent, list):
            parent.insert(last, parent[last])
        elif what == "add" and isinstance(parent, dict):
            parent["odd"] = 1
        elif what == "like" and isinstance(parent, dict):
            parent[last] = parent[rng.choice(list(parent))]
        else:
            parent[last] = rng.choice(STRANGE)
    return plain


@games(10)
def test_a_damaged_position_is_refused_at_its_field_or_can_be_played(seed: int) -> None:
    rng, client = Random(seed), Client()
    client.result("game.new", system="sake", setup=set_up(rng), seed=seed % 1000)
    for _ in range(rng.randrange(20, 200)):
        pending = client.result("game.view")["pending"]
        if pending["kind"] == "over":
            client.result("game.undo")
            break
        if pending["kind"] == "roll":
            client.result("game.roll")
            continue
        option = rng.choice(pending["options"])
        client.result("game.choose", option=option["id"], seat=option.get("seat", pending["seat"]))
    whole = client.result("game.save")["position"]
    for _ in range(40):
        before = game_of(client)
        bad = damaged(whole, rng)
        answer = client.ask("game.load", position=bad)
        if "error" in answer:
            assert answer["error"]["code"] == -32001, (answer, json.dumps(bad))
            assert answer["error"]["data"]["path"].startswith("position")
            assert game_of(client) == before
            continue
        for _ in range(12):
            pending = answer["result"]["pending"]
            if pending["kind"] == "over":
                break
            if pending["kind"] == "roll":
                answer = client.ask("game.roll")
            else:
                option = rng.choice(pending["options"])
                answer = client.ask("game.choose", option=option["id"], seat=option.get("seat", pending["seat"]))
            assert "result" in answer, (answer, json.dumps(bad))
            for viewer in "AB*":
                client.result("game.view", viewer=viewer)


@pytest.mark.parametrize(
    ("seats", "answer", "option", "rule"),
    [
        ({"A": katana(1, hand=["ramen-1"])}, "", "attack:ramen-1:B:katana-1", "ATK-2"),
        ({"A": {"hand": ["ramen-1"]}}, "", "attack:ramen-1:B:hands", "ATK-3"),
        ({"A": katana(1, hand=["ramen-1"])}, "", "attack:ramen-1:A:katana-1", "ATK-4"),
        ({"A": {"hand": ["ramen-1"]}}, "", "move:ramen-1:left:2", "WLK-1"),
        ({"A": {"hand": ["stench-1"]}, "C": {"is": "spirit"}}, "", "move:stench-1:left:1", "WLK-5"),
        ({"A": {"hand": ["stench-1"], "sake": ["life", "sheet"]}}, "", "drink:stench-1", "DRK-1"),
        ({"A": {"hand": ["ramen-1"]}}, "", "discard:ramen-1", "PIL-4"),
        ({"A": {"hand": ["ramen-1"]}}, "", "hold:nothing", "TUR-6"),
        ({"A": {"hand": ["disciple-1"]}}, "", "put:disciple-1", "GEA-1"),
        ({"A": {"hand": ["ramen-1"]}}, "", "put_disciple:ramen-1:left", "DSC-2"),
        ({"A": {"hand": ["disciple-1"]}}, "", "put_disciple:disciple-1:line", "DSC-2"),
        ({"A": {"hand": ["purchase-1"]}, "B": {"gear": ["yumi-1"]}}, "event:purchase-1:B", "B end_phase", "TUR-3"),
        ({"A": {"hand": ["stench-1"]}, "B": {"hand": ["ramen-1"]}}, "move:stench-1:left:1", "B defend:ramen-1",
         "DFN-1"),
        ({"A": {"hand": ["stench-1"]}, "B": {"hand": ["ramen-1"]}}, "move:stench-1:left:1", "B interrupt:ramen-1",
         "ITR-1"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_that_forbids(seats: Json, answer: str, option: str, rule: str) -> None:
    t = Table(position({"A": {}, "B": {}, "C": {}, **seats}))
    if answer:
        t.do(answer)
    seat, _, id = option.rpartition(" ")
    assert t.refused(id, seat or "A") == rule


def test_nothing_is_half_done_when_a_roll_is_refused() -> None:
    client = Client()
    client.result("game.new", system="sake", setup={"quick": True, "players": 3}, seed=1)
    before = game_of(client)
    sheets = ["house:goro", "house:daigo"]
    for outcome in ([], sheets, [*sheets, "house:goro"], [*sheets, "goro"], [*sheets, 3], [*sheets, None], "goro", {}):
        assert client.error("game.roll", outcome=outcome)[0] == -32602
        assert game_of(client) == before
    assert client.error("game.choose", option="pass", seat="A")[0] == -32602
    assert SYSTEM.facts.tells_rules
