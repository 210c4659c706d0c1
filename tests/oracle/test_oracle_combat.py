"""The oracle on small hand-made cases, each named after the rule it pins down: shots, combats, retreats."""

from __future__ import annotations

from typing import Any

from . import flow, rules
from .scenes import OPEN3, OPEN5, activated, fire, scene, squares

# --- SHT ------------------------------------------------------------------------------------------------


def test_sht_3_range_metric() -> None:
    assert rules.line_of_fire(scene(OPEN5, {}), [0, 0], [3, 4])["distance"] == 4
    assert rules.line_of_fire(scene(OPEN5, {}, range_metric="taxicab"), [0, 0], [3, 4])["distance"] == 7


def test_sht_4_straight_lines() -> None:
    row = ["....."]
    assert fire(scene(row, {}), [0, 0], [4, 0]) == (False, 0)
    assert fire(scene(row, {}, "2,0E"), [0, 0], [4, 0]) == (True, 0)
    assert fire(scene(row, {}, doors="2,0E"), [0, 0], [4, 0]) == (True, 0)
    assert fire(scene(row, {"a1": "2,0N"}), [0, 0], [4, 0]) == (True, 0)
    assert fire(scene(row, {"a1": "0,0N", "b1": "4,0N"}), [0, 0], [4, 0]) == (False, 0)
    assert fire(scene([".. .."], {}), [0, 0], [4, 0]) == (True, 0)
    assert fire(scene(["..b.."], {}), [0, 0], [4, 0]) == (True, 0)
    assert fire(scene(["..s.."], {}), [0, 0], [4, 0]) == (False, 0)


def test_sht_4_blocking_terrain_at_either_end() -> None:
    assert fire(scene(["b.."], {}), [0, 0], [2, 0]) == (True, 0)
    assert fire(scene(["b.."], {}), [1, 0], [0, 0]) == (True, 0)


def test_sht_4_corner_geo_2_decides() -> None:
    two = ["..", ".."]
    assert fire(scene(two, {}), [0, 1], [1, 0]) == (False, 0)
    for wall in ("0,0S", "0,0E", "0,1E", "1,0S"):
        assert fire(scene(two, {}, wall), [0, 1], [1, 0]) == (False, 0)
    for walls in ("0,0S 1,0S", "0,0E 0,1E", "0,0S 0,1E", "0,0E 1,0S"):
        assert fire(scene(two, {}, walls), [0, 1], [1, 0]) == (True, 0), walls
    for walls in ("0,0S 0,0E", "0,1E 1,0S"):
        assert fire(scene(two, {}, walls), [0, 1], [1, 0]) == (False, 0), walls
    assert fire(scene(two, {"a1": "0,0N"}), [0, 1], [1, 0]) == (False, 0)
    assert fire(scene(two, {"a1": "0,0N", "a2": "1,1N"}), [0, 1], [1, 0]) == (True, 0)
    assert fire(scene(two, {"a1": "0,0N"}, "0,1E"), [0, 1], [1, 0]) == (True, 0)
    assert fire(scene(["b.", ". "], {}), [0, 1], [1, 0]) == (True, 0)
    assert fire(scene(["..", ". "], {}), [0, 1], [1, 0]) == (False, 0)


def test_sht_4_straight_wall_through_several_exact_corners() -> None:
    # diagonal over 4 x 4: corners (1,3), (2,2), (3,1)
    board = ["...."] * 4
    assert fire(scene(board, {}), [0, 3], [3, 0]) == (False, 0)
    assert fire(scene(board, {}, "0,1S 1,1S"), [0, 3], [3, 0]) == (False, 0)  # ends at (2,2)
    assert fire(scene(board, {}, "1,1S 2,1S"), [0, 3], [3, 0]) == (True, 0)  # runs through (2,2)
    assert fire(scene(board, {"a1": "0,2N", "a2": "2,2N"}), [0, 3], [3, 0]) == (False, 0)
    assert fire(scene(board, {"a1": "2,0N", "a2": "3,1N"}), [0, 3], [3, 0]) == (True, 0)
    assert fire(scene(board, {"a1": "1,2N"}), [0, 3], [3, 0]) == (True, 0)


def test_sht_4_knights_moves() -> None:
    # from 0,0 to 1,2: crosses 0,0 | 0,1 | 1,1 | 1,2; the edge 0,1E in its very middle
    tall = ["..", "..", ".."]
    assert fire(scene(tall, {}), [0, 0], [1, 2]) == (False, 0)
    assert fire(scene(tall, {}, "0,1E"), [0, 0], [1, 2]) == (True, 0)
    for wall in ("0,0E", "0,2E", "1,0S", "0,1S"):
        assert fire(scene(tall, {}, wall), [0, 0], [1, 2]) == (False, 0), wall
    for wall in ("0,0S", "1,1S"):
        assert fire(scene(tall, {}, wall), [0, 0], [1, 2]) == (True, 0), wall
    for place in ("0,1N", "1,1N"):
        assert fire(scene(tall, {"a1": place}), [0, 0], [1, 2]) == (True, 0)
    for place in ("1,0N", "0,2N"):
        assert fire(scene(tall, {"a1": place}), [0, 0], [1, 2]) == (False, 0)


def test_sht_4_corner_of_a_slope_of_one_in_three() -> None:
    # 0,0 to 3,1 passes the corner (2,1) exactly: from 1,0 into 2,1; beside: 1,1 and 2,0
    low = ["....", "...."]
    assert rules.exact_corners((0, 0, 0), (3, 1, 0)) == [(2, 1)]
    assert fire(scene(low, {"a1": "2,0N"}), [0, 0], [3, 1]) == (False, 0)
    assert fire(scene(low, {"a1": "2,0N", "a2": "1,1N"}), [0, 0], [3, 1]) == (True, 0)
    assert fire(scene(low, {}, "1,0S 2,0S"), [0, 0], [3, 1]) == (True, 0)
    assert fire(scene(low, {}, "0,0S 1,0S"), [0, 0], [3, 1]) == (False, 0)
    assert fire(scene(["....", ". .."], {"a1": "2,0N"}), [0, 0], [3, 1]) == (True, 0)
    assert fire(scene(["..h.", ".h.."], {}), [0, 0], [3, 1]) == (False, 1)
    assert fire(scene(low, {}, "0,0E"), [0, 0], [3, 1]) == (True, 0)


def test_sht_5_cover() -> None:
    row = ["hhhah"]
    assert rules.line_of_fire(scene(row, {}), [0, 0], [4, 0])["cover"] == 3
    assert rules.line_of_fire(scene(row, {}), [4, 0], [0, 0])["cover"] == 3
    assert rules.line_of_fire(scene(row, {}, "0,0E"), [0, 0], [4, 0])["cover"] == 0
    assert rules.line_of_fire(scene(["h."], {}), [0, 0], [1, 0])["cover"] == 0
    assert rules.line_of_fire(scene([".h"], {}), [0, 0], [1, 0])["cover"] == 1


def test_sht_5_corner_between_two_hindering_squares() -> None:
    assert fire(scene(["h.", ".h"], {}), [0, 1], [1, 0]) == (False, 1)
    assert fire(scene(["h.", ".."], {}), [0, 1], [1, 0]) == (False, 0)
    assert fire(scene(["h.", ".a"], {}), [0, 1], [1, 0]) == (False, 0)
    assert fire(scene(["h.", ".h"], {}, "0,0E"), [0, 1], [1, 0]) == (False, 1)
    assert fire(scene(["h.", ".b"], {}), [0, 1], [1, 0]) == (False, 0)
    assert rules.line_of_fire(scene(["hh", "hh"], {}), [0, 1], [1, 0])["cover"] == 2
    assert rules.line_of_fire(scene(["hhh"] * 3, {}), [0, 2], [2, 0])["cover"] == 4


def test_sht_2_order_of_reasons() -> None:
    pos = scene(OPEN5, {"a1": "2,2N", "a2": "2,0N", "b1": "0,4N", "b2": "4,4N"})
    assert rules.shot(pos, "a1", "a2", 5) == {"legal": False, "rule": "SHT-2"}
    assert rules.shot(pos, "a1", "a1", 5) == {"legal": False, "rule": "SHT-2"}
    assert rules.shot(pos, "a1", "b1", 5) == {"legal": False, "rule": "VIS-1"}
    assert rules.shot(pos, "b1", "a1", 2) == {"legal": True, "rule": None}
    assert rules.shot(pos, "b1", "a1", 1) == {"legal": False, "rule": "SHT-3"}
    assert rules.shot(pos, "b1", "a2", 4) == {"legal": True, "rule": None}
    near = scene(OPEN5, {"a1": "2,2S", "b1": "0,4N", "b2": "2,3N"})
    assert rules.shot(near, "b1", "a1", 5) == {"legal": True, "rule": None}
    assert rules.shot(near, "b2", "a1", 5) == {"legal": False, "rule": "SHT-2"}
    assert rules.shot(near, "a1", "b1", 5) == {"legal": False, "rule": "SHT-2"}
    shut = scene(["...", "...", "..."], {"a1": "0,2N", "b1": "0,0N", "b2": "-"}, "0,0S")
    assert rules.shot(shut, "a1", "b1", 1) == {"legal": False, "rule": "SHT-4"}


def test_sht_example_5_lines_of_fire() -> None:
    # A: diagonal between a wall and an occupied square
    pos = scene(OPEN3, {"a1": "0,2N", "b1": "1,1N", "b2": "1,2E"}, "0,1S")
    assert rules.shot(pos, "a1", "b1", 5)["rule"] == "SHT-4"
    # B: nothing in the way
    assert rules.shot(scene(OPEN5, {"a1": "0,4N", "b1": "3,0N"}), "a1", "b1", 5)["legal"]
    # C: two hindering squares, one of them the target's: +2
    pos = scene(["h", "h", "."], {"a1": "0,2N", "b1": "0,0N"})
    assert rules.shot(pos, "a1", "b1", 5)["legal"]
    assert rules.line_of_fire(pos, [0, 2], [0, 0])["cover"] == 2
    # D: past the end of a wall
    assert rules.shot(scene(OPEN3, {"a1": "0,2N", "b1": "2,0N"}, "0,1E"), "a1", "b1", 5)["legal"]
    # E: outside the field of vision
    assert rules.shot(scene(OPEN3, {"a1": "0,1N", "b1": "2,1N"}), "a1", "b1", 5)["rule"] == "VIS-1"


# --- CBT ------------------------------------------------------------------------------------------------


def test_cbt_1_only_an_enemy_in_the_control_zone() -> None:
    pos = scene(OPEN3, {"a1": "1,1N", "a2": "0,0N", "b1": "1,0S", "b2": "1,2N"})
    no = {"legal": False, "rule": "CBT-1", "support": 0, "against": 0, "behind": False, "facings": []}
    assert rules.attack(pos, "a1", "a2") == no
    assert rules.attack(pos, "a1", "a1") == no
    assert rules.attack(pos, "a1", "b2") == no
    assert rules.attack(pos, "a1", "b1")["legal"]
    assert flow.attack_targets(activated(pos, "a1")) == ["b1"]
    assert rules.attack(scene(OPEN3, {"a1": "1,1N", "b1": "1,0S"}, "1,0S"), "a1", "b1") == no


def test_cbt_2_facings() -> None:
    def facings(defender: str) -> Any:
        return rules.attack(scene(OPEN3, {"a1": "1,1N", "b1": defender}), "a1", "b1")["facings"]

    assert facings("1,0S") == ["S"] and facings("1,0N") == ["S"]
    assert facings("2,0N") == ["S", "W"]
    assert facings("2,0W") == ["W"] and facings("2,0S") == ["S"]
    assert facings("0,0W") == ["E", "S"]


def test_cbt_4_support_example_2() -> None:
    # Okko (a1) attacks the Warau (b1); a2 and a3 control it; b2 controls Okko.
    pos = scene(
        OPEN5,
        {"a1": "2,2N", "a2": "1,1E", "a3": "3,0S!", "a4": "4,4N", "b1": "2,1S", "b2": "3,3N", "b3": "0,0N"},
    )
    got = rules.attack(pos, "a1", "b1")
    assert (got["support"], got["against"]) == (2, 1)
    pos = scene(OPEN5, {"a1": "2,2N", "a2": "1,1E", "b1": "2,1S", "b2": "3,3N", "b3": "-"}, "1,1E 2,2S 3,2S")
    got = rules.attack(pos, "a1", "b1")
    assert (got["support"], got["against"]) == (0, 0)


def test_cbt_5_example_3_behind_needs_the_whole_movement() -> None:
    # Noburo (b1) at 2,2 faces north; the ninja ends on his flank at 1,2.
    side = {"a1": "1,2E", "b1": "2,2N"}
    seen = activated(scene(OPEN5, side), "a1", [[0, 1], [1, 2]], 3, moved=True)
    assert rules.attack(seen, "a1", "b1")["behind"] is False
    unseen = activated(scene(OPEN5, side), "a1", [[0, 2], [1, 2]], 3, moved=True)
    assert rules.attack(unseen, "a1", "b1")["behind"] is True
    assert rules.attack(scene(OPEN5, side), "a1", "b1")["behind"] is True
    back = activated(scene(OPEN5, {"a1": "2,3N", "b1": "2,2N"}), "a1", [[3, 4], [2, 3]], 3, moved=True)
    assert rules.attack(back, "a1", "b1")["behind"] is True
    front = scene(OPEN5, {"a1": "1,1E", "b1": "2,2N"})
    assert rules.attack(front, "a1", "b1")["behind"] is False
    started = activated(
        scene(OPEN5, {"a1": "2,3N", "b1": "2,2N"}), "a1", [[0, 0], [0, 2], [1, 3], [2, 3]], 0, moved=True
    )
    assert rules.attack(started, "a1", "b1")["behind"] is False  # the start square counts


def test_cbt_5_another_ones_trail_does_not_count() -> None:
    pos = scene(OPEN5, {"a1": "2,3N", "a2": "4,4N", "b1": "2,2N"})
    assert rules.attack(activated(pos, "a2", [[0, 0], [4, 4]], 0, moved=True), "a1", "b1")["behind"] is True


def test_cbt_example_4_two_attacks_in_a_row() -> None:
    # Noburo (b1) faces north; the Oni (a1) behind him to the south, the ninja (a2) north in front.
    pos = scene(OPEN5, {"a1": "2,3N", "a2": "2,1S", "b1": "2,2N"})
    first = rules.attack(pos, "a1", "b1")
    assert (first["support"], first["behind"], first["facings"]) == (1, True, ["S"])
    then = flow.at_the_roll(pos, "a1", "b1")
    assert flow.person_of(then, "b1")["facing"] == "S"
    second = rules.attack(then, "a2", "b1")
    assert (second["support"], second["behind"], second["facings"]) == (1, True, ["N"])


def test_cbt_3_odds() -> None:
    even = rules.odds(4, 4)
    assert even == {
        "attacker_out": 3, "attacker_shaken": 3, "attacker_retreats": 9, "draw": 6,
        "defender_retreats": 9, "defender_shaken": 3, "defender_out": 3,
    }  # fmt: skip
    assert rules.odds(10, 1)["defender_out"] == 36
    assert rules.odds(0, 20)["attacker_out"] == 36
    assert rules.odds(4, 0)["draw"] == 2


def test_cbt_example_1_totals() -> None:
    pos = scene(OPEN3, {"b1": "1,1N", "a1": "1,0S"})
    won = flow.combat_result(pos, "b1", "a1", 4 + 3 + 1, 4 + 4 + 1)
    assert won["loser"] == "b1" and won["margin"] == -1
    assert {tuple(end["at"]) for end in won["ends"]} == {(0, 2), (1, 2), (2, 2)}
    assert flow.combat_result(pos, "b1", "a1", 8, 8)["loser"] is None


def test_cbt_3_margins_and_cbt_6() -> None:
    pos = scene(OPEN5, {"a1": "2,2N", "b1": "2,1S"})
    assert {end["state"] for end in flow.combat_result(pos, "a1", "b1", 9, 7)["ends"]} == {"vigilant"}
    assert {end["state"] for end in flow.combat_result(pos, "a1", "b1", 10, 7)["ends"]} == {"shaken"}
    assert flow.combat_result(pos, "a1", "b1", 11, 7)["ends"] == [{"to": None, "at": None, "state": "disabled"}]
    shaken = scene(OPEN5, {"a1": "2,2N", "b1": "2,1S!"})
    assert flow.combat_result(shaken, "a1", "b1", 10, 7)["ends"] == [{"to": None, "at": None, "state": "disabled"}]
    assert {end["state"] for end in flow.combat_result(shaken, "a1", "b1", 9, 7)["ends"]} == {"shaken"}


def test_cbt_2_the_turn_decides_where_it_retreats() -> None:
    pos = scene(OPEN5, {"a1": "2,2N", "b1": "3,1N"})
    west = flow.combat_result(pos, "a1", "b1", 9, 8, "W")
    south = flow.combat_result(pos, "a1", "b1", 9, 8, "S")
    assert {tuple(end["to"]) for end in west["ends"]} == {(4, 0), (4, 1), (4, 2)}
    assert {tuple(end["to"]) for end in south["ends"]} == {(2, 0), (3, 0), (4, 0)}


# --- RET ------------------------------------------------------------------------------------------------


def test_ret_1_three_squares_behind() -> None:
    pos = scene(OPEN3, {"a1": "1,1E"})
    assert rules.retreat(pos, "a1") == [{"at": at, "shaken": False} for at in squares("0,0 0,1 0,2")]


def test_ret_2_impossible_squares() -> None:
    assert rules.retreat(scene(OPEN3, {"a1": "0,1E"}), "a1") == []
    pos = scene(["...", "...", "b.."], {"a1": "1,1N", "b1": "2,2N"}, "1,1S")
    assert rules.retreat(pos, "a1") == []
    # closed diagonals: 0,2 past 0,1 (occupied) and 1,2 (behind a wall); 2,2 past 2,1 which is free
    pos = scene(OPEN3, {"a1": "1,1N", "a2": "0,1N"}, "1,1S")
    assert rules.retreat(pos, "a1") == [{"at": [2, 2], "shaken": False}]
    pos = scene(["...", ". .", "..."], {"a1": "0,1W"})
    assert rules.retreat(pos, "a1") == [{"at": [1, 0], "shaken": False}, {"at": [1, 2], "shaken": False}]
    pos = scene(["...", "b.b", ". ."], {"a1": "1,1N"})
    assert rules.retreat(pos, "a1") == []


def test_ret_2_nowhere_to_go_shakes_or_disables() -> None:
    pos = scene(["..", ".."], {"a1": "0,0S", "b1": "0,1N"})
    result = flow.combat_result(pos, "b1", "a1", 9, 8)
    assert result["ends"] == [{"to": None, "at": [0, 0], "state": "shaken"}]
    result = flow.combat_result(pos, "b1", "a1", 10, 7)  # RET-4: by 3 and impossible
    assert result["ends"] == [{"to": None, "at": None, "state": "disabled"}]
    pos = scene(["..", ".."], {"a1": "0,0S!", "b1": "0,1N"})
    assert flow.combat_result(pos, "b1", "a1", 9, 8)["ends"] == [{"to": None, "at": None, "state": "disabled"}]


def test_ret_3_difficult_squares() -> None:
    pos = scene(["...", "...", "has"], {"a1": "1,1N"})
    assert rules.retreat(pos, "a1") == [
        {"at": [0, 2], "shaken": True},
        {"at": [1, 2], "shaken": True},
        {"at": [2, 2], "shaken": False},
    ]
    assert rules.retreat(scene(["h", "."], {"a1": "0,0S"}), "a1") == []
    assert rules.retreat(scene(["h", "."], {"a1": "0,0N"}), "a1") == [{"at": [0, 1], "shaken": False}]


def test_ret_3_into_a_zone_once_even_when_both() -> None:
    pos = scene(["...", "...", "h..", "..."], {"a1": "1,1N", "b1": "0,3N", "b2": "1,0S"})
    assert rules.retreat(pos, "a1") == [
        {"at": [0, 2], "shaken": True},
        {"at": [1, 2], "shaken": True},
        {"at": [2, 2], "shaken": False},
    ]
    result = flow.combat_result(pos, "b2", "a1", 9, 8)
    assert {tuple(end["to"]): end["state"] for end in result["ends"]} == {
        (0, 2): "shaken", (1, 2): "shaken", (2, 2): "vigilant",
    }  # fmt: skip


def test_ret_4_by_three_and_difficult_is_disabled() -> None:
    pos = scene(["...", "...", "h.."], {"a1": "1,1N", "b2": "1,0S"})
    result = flow.combat_result(pos, "b2", "a1", 10, 7)
    assert {tuple(end["to"]): (end["at"], end["state"]) for end in result["ends"]} == {
        (0, 2): (None, "disabled"), (1, 2): ([1, 2], "shaken"), (2, 2): ([2, 2], "shaken"),
    }  # fmt: skip


def test_ret_example_6_one_way_out_into_a_zone() -> None:
    # b1 drives a1 back; 0,2 is occupied, 1,2 blocking, 2,2 in the zone of b2.
    pos = scene(["...", "...", ".b.", "..."], {"a1": "1,1N", "a2": "0,2N", "b1": "1,0S", "b2": "2,3N"})
    assert rules.retreat(pos, "a1") == [{"at": [2, 2], "shaken": True}]
    assert flow.combat_result(pos, "b1", "a1", 9, 8)["ends"] == [{"to": [2, 2], "at": [2, 2], "state": "shaken"}]
