"""The oracle on small hand-made cases, each named after the rule it pins down: zones, vision, movement."""

from __future__ import annotations

from . import flow, rules
from .rules import Table
from .scenes import OPEN3, activated, reached, scene, squares

# --- CTL ------------------------------------------------------------------------------------------------


def test_ctl_1_three_squares_in_front() -> None:
    for facing, zone in [
        ("N", "0,0 1,0 2,0"),
        ("E", "2,0 2,1 2,2"),
        ("S", "0,2 1,2 2,2"),
        ("W", "0,0 0,1 0,2"),
    ]:
        assert rules.control_zone(scene(OPEN3, {"a1": f"1,1{facing}"}), "a1") == squares(zone)


def test_ctl_1_board_edge_and_corner() -> None:
    assert rules.control_zone(scene(OPEN3, {"a1": "1,0N"}), "a1") == []
    assert rules.control_zone(scene(OPEN3, {"a1": "0,1N"}), "a1") == squares("0,0 1,0")
    assert rules.control_zone(scene(["."], {"a1": "0,0E"}), "a1") == []


def test_ctl_1_disabled_controls_nothing() -> None:
    assert rules.control_zone(scene(OPEN3, {"a1": "-", "b1": "1,1N"}), "a1") == []


def test_ctl_2_wall_or_door_cuts_straight() -> None:
    assert rules.control_zone(scene(OPEN3, {"a1": "1,1N"}, "1,0S"), "a1") == squares("0,0 2,0")
    assert rules.control_zone(scene(OPEN3, {"a1": "1,1N"}, doors="1,0S"), "a1") == squares("0,0 2,0")


def test_ctl_2_one_wall_end_at_corner_cuts_nothing_diagonal() -> None:
    for wall in ("1,0E", "2,0S", "1,1E", "1,0S"):
        assert [2, 0] in rules.control_zone(scene(OPEN3, {"a1": "1,1N"}, wall), "a1")


def test_ctl_2_both_ways_round_the_corner() -> None:
    closed = ["1,0S 1,1E", "1,0S 2,0S", "1,0E 1,1E", "1,0E 2,0S"]
    open_ = ["1,0S 1,0E", "1,1E 2,0S"]
    for walls in closed:
        assert [2, 0] not in rules.control_zone(scene(OPEN3, {"a1": "1,1N"}, walls), "a1"), walls
    for walls in open_:  # both walls close the same side
        assert [2, 0] in rules.control_zone(scene(OPEN3, {"a1": "1,1N"}, walls), "a1"), walls


def test_ctl_2_space_beside_the_corner_is_walled_in() -> None:
    assert rules.control_zone(scene([". .", "...", "..."], {"a1": "1,1N"}), "a1") == squares("0,0 2,0")
    assert rules.control_zone(scene([". .", " . ", "..."], {"a1": "1,1N"}), "a1") == []
    assert rules.control_zone(scene([". .", " ..", "..."], {"a1": "1,1N"}), "a1") == squares("2,0")


def test_ctl_3_shaken_controls_terrain_and_figures_do_not_cut() -> None:
    pos = scene(["bbb", "b.b", "..."], {"a1": "1,1N!"})
    assert rules.control_zone(pos, "a1") == squares("0,0 1,0 2,0")
    pos = scene(OPEN3, {"a1": "1,1N!", "a2": "0,1N", "b1": "1,0N", "b2": "2,1N"})
    assert rules.control_zone(pos, "a1") == squares("0,0 1,0 2,0")


def test_vis_1_everything_in_front_walls_or_not() -> None:
    pos = scene(["...", "b .", "...", "..."], {"a1": "1,2N"}, "0,1S 1,1S 2,1S")
    assert rules.vision(pos, "a1") == squares("0,0 1,0 2,0 0,1 2,1")
    assert rules.vision(scene(OPEN3, {"a1": "1,1W"}), "a1") == squares("0,0 0,1 0,2")
    assert rules.vision(scene(OPEN3, {"a1": "1,0N"}), "a1") == []


def test_vis_1_one_floor_only() -> None:
    pos = scene(OPEN3, {"a1": "1,1N"})
    pos["floors"] = [{"rows": ["..", ".."], "walls": []}, {"rows": [".."], "walls": [[[0, 0], "E"]]}]
    del pos["board"]
    flow.person_of(pos, "a1")["at"] = [0, 0, 0]
    flow.person_of(pos, "a1")["facing"] = "S"
    assert rules.vision(pos, "a1") == [[0, 1, 0], [1, 1, 0]]
    flow.person_of(pos, "a1")["at"] = [0, 0, 1]
    flow.person_of(pos, "a1")["facing"] = "E"
    assert rules.vision(pos, "a1") == [[1, 0, 1]]
    assert rules.control_zone(pos, "a1") == []
    assert {tuple(entry["at"]) for entry in rules.reach(pos, "a1")} == {(0, 0, 1)}
    # the wall of the upper floor is not on the lower one
    flow.person_of(pos, "a1")["at"] = [0, 0, 0]
    assert rules.control_zone(pos, "a1") == [[1, 0, 0], [1, 1, 0]]


# --- MOV and GEO-2 ---------------------------------------------------------------------------------------


def test_mov_1_points_of_the_face_showing() -> None:
    far = ["." * 12]
    assert max(cost for cost, _ in reached(scene(far, {"a1": "0,0E"})).values()) == 5
    assert (5, 0, "E") in reached(scene(far, {"a1": "0,0E"}))
    assert (6, 0, "E") not in reached(scene(far, {"a1": "0,0E"}))
    assert (3, 0, "E") in reached(scene(far, {"a1": "0,0E!"}))
    assert (4, 0, "E") not in reached(scene(far, {"a1": "0,0E!"}))
    assert reached(scene(far, {"a1": "0,0E"}), points=0) == {(0, 0, "E"): (0, False)}


def test_mov_2_front_costs_one_the_rest_two() -> None:
    costs = {at: cost for at, (cost, _) in reached(scene(OPEN3, {"a1": "1,1N"}), points=2).items() if at[2] == "N"}
    assert {at[:2]: cost for at, cost in costs.items()} == {
        (1, 1): 0, (0, 0): 1, (1, 0): 1, (2, 0): 1, (0, 1): 2, (2, 1): 2, (0, 2): 2, (1, 2): 2, (2, 2): 2,
    }  # fmt: skip


def test_mov_3_quarter_turns() -> None:
    alone = {at[2]: cost for at, (cost, _) in reached(scene(["."], {"a1": "0,0N"})).items()}
    assert alone == {"N": 0, "E": 1, "W": 1, "S": 2}


def test_mov_4_hindering_and_aquatic_cost_one_more() -> None:
    got = reached(scene([".", "s", "a", "h", "."], {"a1": "0,4N"}), points=6)
    assert [got[(0, row, "N")][0] for row in (4, 3, 2, 1, 0)] == [0, 2, 4, 5, 6]
    assert reached(scene(["h", "."], {"a1": "0,0N"}), points=2)[(0, 1, "N")] == (2, False)  # leaving is free
    assert reached(scene([".", "h"], {"a1": "0,0N"}), points=3)[(0, 1, "N")] == (3, False)


def test_mov_5_never_into_blocking_occupied_walled_or_space() -> None:
    pos = scene([".b.", ". .", "..."], {"a1": "0,1E", "a2": "0,0S", "b1": "1,2E"}, "0,1S")
    assert {at[:2] for at in reached(pos, points=8)} == {(0, 1)}


def test_mov_5_occupied_square_is_not_even_passed() -> None:
    assert {at[:2] for at in reached(scene(["...."], {"a1": "0,0E", "a2": "1,0E"}), points=8)} == {(0, 0)}


def test_geo_2_diagonal_step_every_pair_of_obstacles() -> None:
    # from 1,1 to 2,0; beside the corner: 1,0 and 2,1
    def can(rows: list[str], people: dict[str, str], walls: str = "") -> bool:
        step = flow.legal_movement_options(activated(scene(rows, {"a1": "1,1N", **people}, walls), "a1"))
        return {"kind": "step", "at": [2, 0], "cost": 1} in step

    far = {"b9": "0,2S"}
    assert can(OPEN3, far)
    assert can(OPEN3, {**far, "a2": "1,0N"})
    assert can(OPEN3, {**far, "b1": "2,1E"})
    assert not can(OPEN3, {**far, "a2": "1,0N", "b1": "2,1E"})
    assert not can([".b.", "..b", "..."], far)
    assert not can([".b.", "...", "..."], {**far, "a2": "2,1N"})
    assert not can([". .", "..b", "..."], far)
    assert can([". .", "..h", "..."], far)
    for wall in ("1,0S", "1,0E"):  # closes the side of 1,0
        assert can(OPEN3, far, wall)
        assert can(OPEN3, {**far, "a2": "1,0N"}, wall)
        assert not can(OPEN3, {**far, "a2": "2,1N"}, wall)
        assert not can(["...", "..b", "..."], far, wall)
        for other in ("1,1E", "2,0S"):
            assert not can(OPEN3, far, f"{wall} {other}")
    assert can(OPEN3, far, "1,0S 1,0E")
    assert can(OPEN3, {**far, "a2": "1,0N"}, "1,0S 1,0E")


def test_geo_2_example_7_wall_and_occupied_or_two_occupied_refused() -> None:
    one = scene(OPEN3, {"a1": "1,1N", "b1": "2,1S"}, "1,0S")
    two = scene(OPEN3, {"a1": "1,1N", "b1": "2,1S", "b2": "1,0N"})
    for pos in (one, two):
        steps = [option for option in flow.legal_movement_options(activated(pos, "a1")) if option["kind"] == "step"]
        assert [2, 0] not in [step["at"] for step in steps]


def test_geo_2_a_moving_figure_is_never_in_its_own_way() -> None:
    # a1 began at 1,1 and has walked to 0,1.  From there to 1,0 beside are 0,0 (shut off by a wall)
    # and 1,1, its start: open, though the position still shows its piece there.
    pos = scene(["..", ".."], {"a1": "1,1W"}, "0,0S")
    assert rules.step_cost(Table(pos), "a1", (0, 1, 0), "W", (1, 0, 0)) == 2
    assert rules.step_cost(Table(pos), "a1", (0, 1, 0), "N", (1, 0, 0)) == 1
    # somebody else on 1,1 is in the way
    pos = scene(["..", ".."], {"a1": "0,1N", "a2": "1,1N"}, "0,0S")
    assert rules.step_cost(Table(pos), "a1", (0, 1, 0), "N", (1, 0, 0)) is None
    # and it may step back onto its own start square
    pos = scene(["..", ".."], {"a1": "1,1W"})
    assert rules.step_cost(Table(pos), "a1", (0, 1, 0), "W", (1, 1, 0)) == 2


def test_geo_2_own_start_square_and_walls() -> None:
    # a straight wall through the corner closes both sides, whoever moves
    pos = scene(["..", ".."], {"a1": "1,1W"}, "0,0S 1,0S")
    assert {at[:2] for at in reached(pos, points=8)} == {(0, 1), (1, 1)}
    # one wall and the stone beside it
    pos = scene([".b", ".."], {"a1": "0,0S"}, "0,0S")
    assert {at[:2] for at in reached(pos, points=8)} == {(0, 0)}
    pos = scene([".b", ".."], {"a1": "0,0S"}, "0,1E")
    assert {at[:2] for at in reached(pos, points=8)} == {(0, 0), (0, 1)}


def test_mov_6_entering_an_enemy_zone_ends_the_movement() -> None:
    got = reached(scene(["....."], {"a1": "0,0E", "b1": "4,0W"}), points=8)
    assert got[(2, 0, "E")] == (2, False) and got[(2, 0, "N")] == (3, False)
    assert got[(3, 0, "E")] == (3, True)
    # facing north there: two steps ahead, a turn, a step sideways; facing west: two turns, then backwards
    assert got[(3, 0, "N")] == (5, True) and got[(3, 0, "W")] == (6, True)


def test_mov_6_no_turn_after_stopping() -> None:
    pos = scene(["..."], {"a1": "0,0E", "b1": "2,0W"})
    got = reached(pos, points=8)
    # facing north in 1,0 only by turning first and stepping sideways: 1 + 2
    assert got[(1, 0, "E")] == (1, True)
    assert got[(1, 0, "N")] == (3, True)
    assert got[(1, 0, "W")] == (4, True)


def test_mov_6_a_step_within_the_zone_ends_it_too() -> None:
    pos = scene(OPEN3, {"a1": "1,1N", "b1": "1,2N"})
    got = reached(pos, points=8)
    assert got[(1, 1, "N")] == (0, False) and got[(1, 1, "E")] == (1, False)
    assert got[(0, 1, "N")] == (2, True)
    assert got[(1, 0, "N")] == (1, False) and got[(1, 0, "E")] == (2, False)


def test_mov_7_shaken_in_a_zone_turns_only() -> None:
    pos = scene(OPEN3, {"a1": "1,1N!", "b1": "1,2N"})
    assert reached(pos, points=8) == {
        (1, 1, "N"): (0, False), (1, 1, "E"): (1, False), (1, 1, "W"): (1, False), (1, 1, "S"): (2, False),
    }  # fmt: skip
    assert flow.legal_movement_options(activated(pos, "a1")) == [
        {"kind": "turn", "facing": "E"},
        {"kind": "turn", "facing": "W"},
    ]
    # through a wall there is no zone
    free = scene(OPEN3, {"a1": "1,1N!", "b1": "1,2N"}, "1,1S")
    assert len({at[:2] for at in reached(free, points=2)}) == 8


def test_mov_7_what_counts_is_where_the_movement_began() -> None:
    # It attacked, was forced back into the zone of b2 and shaken, and only now begins to move.
    pos = scene(["...", "...", "...", "..."], {"a1": "1,2N!", "b1": "1,0S", "b2": "0,3N"})
    pos = activated(pos, "a1", [[1, 1], [1, 2]], points=3, acted=True)
    assert {option["kind"] for option in flow.legal_movement_options(pos)} == {"turn"}
    # It began outside every zone, shaken: a turn done, still free to go.
    pos = scene(["...", "...", "..."], {"a1": "1,1N!", "b1": "1,0N"})
    pos = activated(pos, "a1", points=2, moved=True)
    assert {option["kind"] for option in flow.legal_movement_options(pos)} == {"turn", "step"}


def test_mov_8_vigilant_in_a_zone_moves_and_is_shaken_by_its_action() -> None:
    pos = scene(OPEN3, {"a1": "1,1N", "b1": "1,0S"})
    assert {option["kind"] for option in flow.legal_movement_options(activated(pos, "a1"))} == {
        "turn",
        "step",
    }
    turned = activated(pos, "a1", moved=True, points=4)
    assert not flow.shakes_before_action(turned)
    turned["options"] = {"turning_in_zone_shakes": True}
    assert flow.shakes_before_action(turned)
    left = activated(scene(OPEN3, {"a1": "1,2N", "b1": "1,0S"}), "a1", [[1, 1], [1, 2]], 3, moved=True)
    assert flow.shakes_before_action(left)


def test_mov_6_over_follows_from_the_trail() -> None:
    pos = scene(OPEN3, {"a1": "1,1N!", "b1": "1,0S"})
    stopped = activated(pos, "a1", [[1, 2], [1, 1]], 4, moved=True)
    assert flow.over(stopped) and flow.legal_movement_options(stopped) == []
    assert flow.attack_targets(stopped) == ["b1"]
    turned = activated(scene(OPEN3, {"a1": "1,1N", "b1": "1,0S"}), "a1", [[1, 1]], 4, moved=True)
    assert not flow.over(turned)


def test_trn_4_one_action() -> None:
    pos = activated(scene(OPEN3, {"a1": "1,1N", "b1": "1,0S"}), "a1", acted=True)
    assert flow.attack_targets(pos) == []


def test_end_2_nobody_left_no_options() -> None:
    pos = activated(scene(OPEN3, {"a1": "1,1N", "b1": "-"}), "a1")
    assert flow.legal_movement_options(pos) == []
