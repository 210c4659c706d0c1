"""What holds of the oracle everywhere, and what the generator of positions promises."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.budget import examples

from . import flow, positions, rules
from .rules import Position, Table
from .scenes import SLOW, fire

# --- properties -----------------------------------------------------------------------------------------


@given(positions.small_positions())
@SLOW
def test_properties_of_reach_and_zones(pos: Position) -> None:
    table = Table(pos)
    for who in table.stands:
        here = table.stands[who]
        facing = table.people[who]["facing"]
        got = rules.reach(pos, who)
        start = {"at": table.written(here), "facing": facing, "cost": 0, "stops": False}
        assert start in got
        keys = [(tuple(entry["at"]), entry["facing"]) for entry in got]
        assert len(keys) == len(set(keys))
        for entry in got:
            assert 0 <= entry["cost"] <= rules.stat(table.people[who], "movement")
            if table.square(entry["at"]) != here:
                assert entry["stops"] == (table.square(entry["at"]) in rules.enemy_zones(table, who))
        for square in rules.control_zone(pos, who):
            assert square in rules.vision(pos, who)


@given(positions.small_positions())
@SLOW
def test_properties_lines_of_fire_are_symmetric(pos: Position) -> None:
    table = Table(pos)
    ground = sorted(table.terrain)[:12]
    for one in ground:
        for other in ground:
            if one != other:
                fire(pos, table.written(one), table.written(other))


@given(positions.active_positions())
@SLOW
def test_properties_every_attack_can_be_faced(pos: Position) -> None:
    table = Table(pos)
    for who in table.stands:
        for enemy in table.enemies(who):
            got = rules.attack(pos, who, enemy)
            assert len(got["facings"]) in ((1, 2) if got["legal"] else (0,))


def test_properties_sampling_agrees_with_crossing() -> None:
    """Points taken along a segment never lie inside a square it is said not to cross, and the reverse."""
    rng = random.Random(7)
    for _ in range(150):
        start, end = (rng.randrange(7), rng.randrange(7), 0), (rng.randrange(7), rng.randrange(7), 0)
        if start == end:
            continue
        (ax, ay), (bx, by) = rules.centre(start), rules.centre(end)
        seen = set()
        steps = 840 * 2
        for tick in range(steps + 1):
            x = ax + Fraction(tick, steps) * (bx - ax)
            y = ay + Fraction(tick, steps) * (by - ay)
            if x.denominator != 1 and y.denominator != 1:
                seen.add((int(x), int(y), 0))
        assert seen == {square for square in rules.box(start, end) if rules.crosses_interior(start, end, square)}


# --- the generator --------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", positions.THEMES)
def test_generator_makes_valid_positions(theme: str) -> None:
    for seed in range(25):
        pos = positions.random_position(random.Random(f"{theme}{seed}"), theme)
        assert pos == positions.random_position(random.Random(f"{theme}{seed}"), theme)
        table = Table(pos)
        assert len(set(table.stands.values())) == len(table.stands)
        assert all(table.terrain[square] not in "b" for square in table.stands.values())
        for seat in ("A", "B"):
            band = pos["bands"][seat]
            reserve = [one for one in band["characters"] if one["reserve"] is not None]
            assert len(band["pool"]) + band["aside"] + len(reserve) + band["gone"] == 4
            assert 1 <= len(band["characters"]) <= 6 and band["lost"] < band["limit"]
        active = pos["active"]
        if active is not None:
            assert table.band[active["id"]] == pos["phase"]
            assert active["trail"][-1] == table.people[active["id"]]["at"]
            assert active["points"] >= 0
            flow.legal_movement_options(pos)


def test_generator_covers_what_it_promises() -> None:
    rng = random.Random(1)
    found: set[str] = set()
    for _ in range(600):
        pos = positions.random_position(rng)
        active = pos["active"] or {}
        boards = pos.get("floors", [pos.get("board")])
        shape = (len(boards[0]["rows"][0]), len(boards[0]["rows"]))
        found |= {"1x1"} if shape == (1, 1) else set()
        found |= {"24"} if 24 in shape else set()
        found |= {"1xN"} if 1 in shape and max(shape) > 4 else set()
        found |= {"floors"} if len(boards) > 1 else set()
        found |= {"taxicab"} if pos["options"].get("range_metric") == "taxicab" else set()
        found |= {"turning"} if pos["options"].get("turning_in_zone_shakes") else set()
        found |= {"doors"} if boards[0].get("doors") else set()
        found |= {"spaces"} if " " in "".join(boards[0]["rows"]) else set()
        found |= {"over said"} if active.get("over") else set()
        found |= {"over left out"} if active and "over" not in active and flow.over(pos) else set()
        found |= {"began"} if "began" in active else set()
        found |= {"MOV-7"} if active and flow.began(pos) == {"in_zone": True, "state": "shaken"} else set()
        found |= {"MOV-8"} if active and active["moved"] and flow.shakes_before_action(pos) else set()
        found |= {"trail"} if len(active.get("trail", [])) > 3 else set()
        found |= {"forced back"} if active and not active["moved"] and len(active["trail"]) > 1 else set()
        found |= {"target"} if flow.attack_targets(pos) else set()
        found |= {"over"} if flow.finished(pos) else set()
    assert found == {
        "1x1", "24", "1xN", "floors", "taxicab", "turning", "doors", "spaces", "over said", "over left out",
        "began", "MOV-7", "MOV-8", "trail", "forced back", "target", "over",
    }  # fmt: skip


@given(positions.seeded_positions())
@settings(SLOW, max_examples=examples(20))
def test_generator_works_under_hypothesis(pos: Position) -> None:
    assert pos["format"] == "okko-position/1"


@given(st.integers(-3, 15), st.integers(-3, 15))
@SLOW
def test_cbt_3_odds_add_up(attack: int, defense: int) -> None:
    there, back = rules.odds(attack, defense), rules.odds(defense, attack)
    assert sum(there.values()) == 36
    for name, count in there.items():
        mirror = name.replace("attacker", "X").replace("defender", "attacker").replace("X", "defender")
        assert back[mirror] == count
