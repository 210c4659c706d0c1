"""The real engine against the oracle, over JSON-RPC, on random positions.

The profile sets how many (150, a thousand in `make soak`), ``OKKO_ORACLE_SEED`` where they begin (0).  A difference
prints the request, both answers and the position on one line, ready for ``game.load``.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from threading import Timer
from typing import Any

import pytest

from tests.budget import examples

from . import flow, positions, rules
from .rules import Position, Table

COUNT = max(150, examples(200))
FIRST = int(os.environ.get("OKKO_ORACLE_SEED", "0"))
SEEDS = range(FIRST, FIRST + COUNT)
PATIENCE = 60.0
"""Seconds one test may keep the engine busy before it is killed."""

Json = Any


class RefusedError(Exception):
    """A JSON-RPC error."""

    def __init__(self, error: dict[str, Any]) -> None:
        """The ``error`` member of an answer."""
        super().__init__(json.dumps(error))
        self.code = error["code"]


class Engine:
    """One engine process, asked one thing at a time; started when first asked."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self.process: subprocess.Popen[bytes] | None = None
        self.number = 0

    def ask(self, method: str, **params: Any) -> Json:
        """The result of one request; ``RefusedError`` on an error."""
        if self.process is None or self.process.poll() is not None:
            self.stop()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self.ask("initialize", language="en")
        assert self.process.stdin is not None and self.process.stdout is not None
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"the engine ended or was killed at {method}"
        answer = json.loads(line)
        assert answer["jsonrpc"] == "2.0" and answer["id"] == self.number
        if "error" in answer:
            raise RefusedError(answer["error"])
        return answer["result"]

    def stop(self) -> None:
        """End the process and close its pipes."""
        if self.process is None:
            return
        process, self.process = self.process, None
        try:
            process.communicate(timeout=10)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            process.kill()
            process.communicate()

    def kill(self) -> None:
        """For the timer of a test that waits too long."""
        if self.process is not None:
            self.process.kill()


@pytest.fixture(scope="module")
def one_engine() -> Iterator[Engine]:
    """The process all tests of this file share."""
    engine = Engine()
    yield engine
    engine.stop()


@pytest.fixture
def engine(one_engine: Engine) -> Iterator[Engine]:
    """The shared engine, killed when a test takes too long."""
    timer = Timer(PATIENCE, one_engine.kill)
    timer.start()
    yield one_engine
    timer.cancel()
    timer.join()


# --- comparing ------------------------------------------------------------------------------------------


def canonical(thing: Json) -> str:
    """One text for equal JSON: lists sorted, except squares; true is not 1."""
    if isinstance(thing, list) and not all(type(entry) is int for entry in thing):
        return "[" + ",".join(sorted(canonical(entry) for entry in thing)) + "]"
    if isinstance(thing, dict):
        return "{" + ",".join(f'"{key}":{canonical(thing[key])}' for key in sorted(thing)) + "}"
    return json.dumps(thing)


def shorter(expected: Json, got: Json) -> str:
    """What is in one list and not in the other, or both answers when they are no lists."""
    if isinstance(expected, list) and isinstance(got, list):
        one, other = {canonical(entry) for entry in expected}, {canonical(entry) for entry in got}
        return f"only oracle: {sorted(one - other)} only engine: {sorted(other - one)}"
    return f"oracle: {canonical(expected)} engine: {canonical(got)}"


def compare(pos: Position, what: str, expected: Json, got: Json) -> None:
    """Fail with the position when the two differ."""
    if canonical(expected) != canonical(got):
        text = json.dumps(pos, separators=(",", ":"))
        pytest.fail(f"{what}\n{shorter(expected, got)}\n{text}", pytrace=False)


def load(engine: Engine, pos: Position) -> Json:
    """The view after ``game.load``."""
    try:
        return engine.ask("game.load", position=pos)
    except RefusedError as refusal:
        text = json.dumps(pos, separators=(",", ":"))
        pytest.fail(f"game.load refused: {refusal}\n{text}", pytrace=False)


def check(
    engine: Engine, pos: Position, expected: Json, method: str, params: dict[str, Any], lenient: bool = False
) -> None:
    """One query; ``lenient`` also takes -32602 (characters off the board: the protocol is silent)."""
    try:
        got = engine.ask(method, **params)
    except RefusedError as refusal:
        if lenient and refusal.code == -32602:
            return
        got = str(refusal)
    compare(pos, f"{method} {json.dumps(params)}", expected, got)


def query_characters(engine: Engine, pos: Position, rng: random.Random) -> None:
    """Queries of one or two characters, each of them."""
    table = Table(pos)
    for who in table.people:
        away = who not in table.stands
        check(engine, pos, rules.control_zone(pos, who), "asagiri.control_zone", {"id": who})
        check(engine, pos, rules.vision(pos, who), "asagiri.vision", {"id": who}, away)
        check(engine, pos, rules.retreat(pos, who), "asagiri.retreat", {"id": who}, away)
        check(engine, pos, rules.reach(pos, who), "asagiri.reach", {"id": who}, away)
        points = rng.randint(0, 9)
        check(engine, pos, rules.reach(pos, who, points), "asagiri.reach", {"id": who, "points": points}, away)


def query_pairs(engine: Engine, pos: Position, rng: random.Random) -> None:
    """Queries of one or two characters, each of them."""
    table = Table(pos)
    for who in table.people:
        for target in table.people:
            away = who not in table.stands or target not in table.stands
            range_ = rng.randint(1, 8)
            shot = rules.shot(pos, who, target, range_)
            check(engine, pos, shot, "asagiri.shot", {"id": who, "target": target, "range": range_}, away)
            attack = rules.attack(pos, who, target)
            check(engine, pos, attack, "asagiri.attack", {"id": who, "target": target}, away)


def lines_to_ask(pos: Position, rng: random.Random) -> list[tuple[list[int], list[int]]]:
    """All lines of a small board, else those between figures and some more; one floor at a time."""
    table = Table(pos)
    ground = sorted(table.terrain)
    pairs = {(one, other) for one in table.stands.values() for other in table.stands.values()}
    if len(ground) <= 12:
        pairs = {(one, other) for one in ground for other in ground}
    else:
        pairs |= {(rng.choice(ground), rng.choice(ground)) for _ in range(30)}
        for _ in range(40):  # near ones, where corners matter
            one = rng.choice(ground)
            near = [square for square in ground if max(abs(square[0] - one[0]), abs(square[1] - one[1])) <= 3]
            pairs.add((one, rng.choice(near)))
    return [
        (table.written(one), table.written(other))
        for one, other in sorted(pairs)
        if one != other and one[2] == other[2]
    ]


def options_of(view: Json, kinds: tuple[str, ...]) -> list[dict[str, Any]]:
    """The options of these kinds, their rule-bearing fields alone."""
    pending = view["pending"]
    if pending["kind"] != "choice":
        return []
    fields = ("kind", "at", "cost", "facing", "target")
    return [
        {field: option[field] for field in fields if field in option}
        for option in pending["options"]
        if option["kind"] in kinds
    ]


# --- tests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_queries_of_random_positions(engine: Engine, seed: int) -> None:
    """CTL, VIS, MOV, SHT, RET, CBT: every query, every character and pair, many lines."""
    rng = random.Random(seed)
    pos = positions.random_position(rng)
    load(engine, pos)
    query_characters(engine, pos, rng)
    query_pairs(engine, pos, rng)
    for start, end in lines_to_ask(pos, rng):
        line = rules.line_of_fire(pos, start, end)
        check(engine, pos, line, "asagiri.line_of_fire", {"from": start, "to": end})


@pytest.mark.parametrize("seed", SEEDS)
def test_options_of_random_positions(engine: Engine, seed: int) -> None:
    """MOV-1 to MOV-8, TRN-4, CBT-1: the steps, turns and attacks offered are exactly the legal ones."""
    pos = positions.random_position(random.Random(f"options {seed}"))
    view = load(engine, pos)
    compare(pos, "step and turn", flow.legal_movement_options(pos), options_of(view, ("step", "turn")))
    attacks = [{"kind": "attack", "target": target} for target in flow.attack_targets(pos)]
    compare(pos, "attack", attacks, options_of(view, ("attack",)))


@pytest.mark.parametrize("seed", SEEDS)
def test_walks_of_random_positions(engine: Engine, seed: int) -> None:
    """MOV: after each step or turn chosen, the saved position offers what the oracle says of it."""
    rng = random.Random(f"walk {seed}")
    pos = positions.random_position(rng)
    view = load(engine, pos)
    for _ in range(6):
        moves = [
            option
            for option in (view["pending"]["options"] if view["pending"]["kind"] == "choice" else [])
            if option["kind"] in ("step", "turn")
        ]
        if not moves:
            return
        before = flow.began(pos)
        chosen = rng.choice(moves)
        view = engine.ask("game.choose", option=chosen["id"])
        pos = follow(pos, chosen, before)
        saved = engine.ask("game.save")["position"]
        if view["pending"]["kind"] != "over":
            for who, person in Table(pos).people.items():
                seen = Table(saved).people[who]
                for field in ("at", "facing", "state"):
                    compare(pos, f"{field} of {who} after {chosen}", person[field], seen[field])
        compare(pos, "step and turn", flow.legal_movement_options(pos), options_of(view, ("step", "turn")))
        attacks = [{"kind": "attack", "target": target} for target in flow.attack_targets(pos)]
        compare(pos, "attack", attacks, options_of(view, ("attack",)))


def follow(pos: Position, move: dict[str, Any], before: dict[str, Any]) -> Position:
    """The position after a step or a turn, by the oracle: MOV-2, MOV-3, MOV-6, MOV-8."""
    then: Position = json.loads(json.dumps(pos))
    active = then["active"]
    person = flow.person_of(then, active["id"])
    active.update(moved=True, began=before, over=False)
    if move["kind"] == "turn":
        active["points"] -= 1
        person["facing"] = move["facing"]
        return then
    active["points"] -= move["cost"]
    person["at"] = move["at"]
    active["trail"].append(move["at"])
    table = Table(then)
    if table.square(move["at"]) in rules.enemy_zones(table, active["id"]):
        active["over"] = True
        if before == {"in_zone": True, "state": "vigilant"}:
            person["state"] = "shaken"
    return then


@pytest.mark.parametrize("seed", range(FIRST, FIRST + max(1, COUNT // 2)))
def test_combats_of_random_positions(engine: Engine, seed: int) -> None:
    """CBT-2 to CBT-6, RET-1 to RET-4, MOV-8: an attack without dice or skills, up to the retreat."""
    rng = random.Random(f"combat {seed}")
    pos = positions.random_combat(rng)
    attacker = pos["active"]["id"]
    target = rng.choice(flow.attack_targets(pos))
    query = rules.attack(pos, attacker, target)
    facing = rng.choice(query["facings"])
    view = load(engine, pos)
    declared = [option for option in view["pending"]["options"] if option.get("target") == target]
    view = engine.ask("game.choose", option=next(o["id"] for o in declared if o["kind"] == "attack"))
    for _ in range(6):  # announcements and the turn
        if view["pending"]["kind"] == "roll":
            break
        kinds = {option["kind"]: option["id"] for option in view["pending"]["options"]}
        if "face" in kinds:
            faces = options_of(view, ("face",))
            compare(pos, "face", [{"kind": "face", "facing": way} for way in query["facings"]], faces)
            chosen = [option for option in view["pending"]["options"] if option["facing"] == facing]
            view = engine.ask("game.choose", option=chosen[0]["id"])
        else:
            assert "pass" in kinds, f"{sorted(kinds)} {json.dumps(pos)}"
            view = engine.ask("game.choose", option=kinds["pass"])
    pending = view["pending"]
    assert pending["kind"] == "roll", json.dumps(pos)
    compare(pos, "outcomes", 36, pending["outcomes"])
    assert [die["for"] for die in pending["dice"]] == [attacker, target]

    ours, theirs = flow.combat_bonuses(pos, attacker, target)
    wanted = rng.choice([-5, -4, -3, -3, -2, -1, 0, 1, 2, 3, 3, 4, 5])
    dice = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    one, other = min(dice, key=lambda two: (abs(ours + two[0] - theirs - two[1] - wanted), rng.random()))
    result = flow.combat_result(pos, attacker, target, ours + one, theirs + other, facing)
    what = f"{attacker} {ours}+{one} against {target} {theirs}+{other}, facing {facing}"
    view = engine.ask("game.roll", outcome=[one, other])

    ends = result["ends"]
    if view["pending"]["kind"] == "choice":
        offered = [option for option in view["pending"]["options"] if option["kind"] == "retreat"]
        if offered:
            asked = sorted(canonical(end["to"]) for end in ends)
            compare(pos, f"retreat: {what}", asked, sorted(canonical(option["at"]) for option in offered))
            retreat = rng.choice(offered)
            ends = [end for end in ends if end["to"] == retreat["at"]]
            view = engine.ask("game.choose", option=retreat["id"])
        else:
            assert len(ends) <= 1, f"no retreat offered: {what} {json.dumps(pos)}"
    check_after(engine, pos, attacker, target, result, ends, what)


def check_after(
    engine: Engine,
    pos: Position,
    attacker: str,
    target: str,
    result: dict[str, Any],
    ends: list[dict[str, Any]],
    what: str,
) -> None:
    """Where everybody stands once the combat is over."""
    expected = {}
    for who, person in Table(pos).people.items():
        expected[who] = {"at": person["at"], "facing": person["facing"], "state": person["state"]}
    expected[attacker]["state"] = result["attacker_state"]
    expected[target]["facing"] = result["defender_facing"]
    if result["loser"] is not None:
        expected[result["loser"]].update(at=ends[0]["at"], state=ends[0]["state"])
    saved = Table(engine.ask("game.save")["position"]).people
    for who, wanted in expected.items():
        fields = ("at", "state") if wanted["state"] == "disabled" else ("at", "facing", "state")
        compare(
            pos,
            f"{who} after {what}",
            {field: wanted[field] for field in fields},
            {field: saved[who][field] for field in fields},
        )


def test_odds_of_all_totals(engine: Engine) -> None:
    """CBT-3: every pair of totals that can come up."""
    pos = positions.random_position(random.Random(0))
    load(engine, pos)
    for attack in range(16):
        for defense in range(16):
            expected = rules.odds(attack, defense)
            check(engine, pos, expected, "asagiri.odds", {"attack": attack, "defense": defense})


def test_line_of_fire_to_itself_is_refused(engine: Engine) -> None:
    """PROTOCOL: ``from`` = ``to`` is -32602."""
    pos = positions.random_position(random.Random(1), "open")
    load(engine, pos)
    with pytest.raises(RefusedError) as refusal:
        engine.ask("asagiri.line_of_fire", **{"from": [0, 0], "to": [0, 0]})
    assert refusal.value.code == -32602
