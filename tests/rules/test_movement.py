"""Movement (MOV), doors (KAR-5) and the corner rule for steps (GEO-2)."""

from __future__ import annotations

import pytest

from companion.model.games.asagiri.rules.movement import will_shake

from .table import Table, open_floor


def steps(table: Table) -> dict[tuple[int, int], int]:
    return {tuple(option["at"]): option["cost"] for option in table.can("step")}


def test_mov_1_points_are_the_movement_of_the_face_showing() -> None:
    vigilant = Table(open_floor(5, 5), {"a1": "2,2N", "b1": "4,4N"}).do("activate", character="a1")
    shaken = Table(open_floor(5, 5), {"a1": "2,2N!", "b1": "4,4N"}).do("activate", character="a1")
    assert vigilant.state.active is not None
    assert vigilant.state.active.points == 5
    assert shaken.state.active is not None
    assert shaken.state.active.points == 4


def test_mov_1_air_die_gives_a_point_at_any_moment_once() -> None:
    table = Table(open_floor(9, 9), {"a1": "4,8N", "b1": "0,0N"}, pool=("air", "air")).do("activate", character="a1")
    table.walk([4, 7], [4, 6], [4, 5], [4, 4], [4, 3])
    assert not table.can("step")
    table.do("use_die", element="air", origin="pool")
    assert steps(table)[4, 2] == 1
    assert table.refusal("use_die:air,pool,a1") == "INS-3"
    table.walk([4, 2])
    assert table.band("A")["aside"] == 3


def test_mov_1_turned_while_acting_first_the_points_are_those_of_the_new_face() -> None:
    # attacks first, loses by 3: shaken; then moves with the shaken face's four points
    table = Table(open_floor(7, 7), {"a1": "3,3N", "b1": "3,2S"}).do("activate", character="a1")
    table.fight("b1", 1, 4)
    if table.can("retreat"):
        table.do("retreat", at=[3, 4])
    assert table.person("a1")["state"] == "shaken"
    assert table.state.active is not None
    assert table.state.active.points == 4


def test_mov_2_front_costs_one_everything_else_two_facing_stays() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N", "b1": "4,4N"}).do("activate", character="a1")
    found = steps(table)
    assert {at for at, cost in found.items() if cost == 1} == {(1, 1), (2, 1), (3, 1)}
    assert {at for at, cost in found.items() if cost == 2} == {(1, 2), (3, 2), (1, 3), (2, 3), (3, 3)}
    table.walk([1, 3])
    assert table.person("a1")["facing"] == "N"
    assert table.refusal("step:4-0,1") == "MOV-2"


def test_mov_3_quarter_turns_cost_one() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,0N"}).do("activate", character="a1")
    assert {option["facing"] for option in table.can("turn")} == {"E", "W"}
    table.do("turn", facing="E")
    assert table.state.active is not None
    assert table.state.active.points == 4
    assert table.refusal("turn:W") == "MOV-3"


@pytest.mark.parametrize(("letter", "cost"), [(".", 1), ("s", 1), ("h", 2), ("a", 2)])
def test_mov_4_difficult_terrain_costs_one_more(letter: str, cost: int) -> None:
    table = Table(["...", f".{letter}.", "...", "..."], {"a1": "1,2N", "b1": "0,0W"}).do("activate", character="a1")
    assert steps(table)[1, 1] == cost


def test_mov_4_leaving_difficult_terrain_costs_nothing_more() -> None:
    table = Table(["...", "...", ".h."], {"a1": "1,2N", "b1": "0,0W"}).do("activate", character="a1")
    assert steps(table)[1, 1] == 1


def test_mov_5_never_into_blocking_occupied_or_through_a_wall() -> None:
    table = Table([".b.", "...", "..."], {"a1": "1,1N", "a2": "0,1N", "b1": "2,1E"}, walls="1,1S").do(
        "activate", character="a1"
    )
    assert table.refusal("step:1-0,1") == "MOV-5"
    assert table.refusal("step:0-1,2") == "MOV-5"
    assert table.refusal("step:2-1,2") == "MOV-5"
    assert table.refusal("step:1-2,2") == "MOV-5"
    assert not {(1, 0), (0, 1), (2, 1), (1, 2)} & set(steps(table))


def test_mov_5_without_the_points() -> None:
    table = Table(open_floor(9, 3), {"a1": "0,1E", "b1": "8,0N"}).do("activate", character="a1")
    table.walk([1, 1], [2, 1], [3, 1], [4, 1])
    assert table.refusal("step:4-0,2") == "MOV-5"
    assert set(steps(table)) == {(5, 0), (5, 1), (5, 2)}


def test_mov_5_off_the_board_is_no_square() -> None:
    table = Table(open_floor(2, 2), {"a1": "0,0N", "b1": "1,1S"}).do("activate", character="a1")
    assert table.refusal("step:5-0,1") == "unknown"


def test_geo_2_diagonal_between_a_wall_and_an_occupied_square_is_refused() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "a2": "1,0N", "b1": "0,2S"}, walls="1,1E")
    table.do("activate", character="a1")
    assert table.refusal("step:2-0,1") == "GEO-2"


def test_geo_2_diagonal_between_two_figures_or_figure_and_blocking_is_refused() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "a2": "1,0N", "a3": "2,1N", "b1": "0,2S"})
    table.do("activate", character="a1")
    assert table.refusal("step:2-0,1") == "GEO-2"
    table = Table(["...", "..b", "..."], {"a1": "1,1N", "a2": "1,0N", "b1": "0,2S"}).do("activate", character="a1")
    assert table.refusal("step:2-0,1") == "GEO-2"


def test_geo_2_one_open_side_is_enough() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "a2": "1,0N", "b1": "0,2S"}).do("activate", character="a1")
    assert (2, 0) in steps(table)


@pytest.mark.parametrize("walls", ["1,0S 1,1E", "1,0S 2,0S", "1,0E 1,1E", "1,0E 2,0S"])
def test_geo_2_walls_on_both_sides_close_the_corner(walls: str) -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,2S"}, walls=walls).do("activate", character="a1")
    assert table.refusal("step:2-0,1") == "GEO-2"


@pytest.mark.parametrize("walls", ["1,0S", "1,1E", "1,0E", "2,0S", "1,0S 1,0E"])
def test_geo_2_the_end_of_one_wall_closes_nothing(walls: str) -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,2S"}, walls=walls).do("activate", character="a1")
    assert (2, 0) in steps(table)


def test_geo_1_the_edge_of_the_board_is_a_wall() -> None:
    table = Table(open_floor(2, 2), {"a1": "0,0N", "b1": "1,1S"}).do("activate", character="a1")
    assert set(steps(table)) == {(1, 0), (0, 1)}


def test_mov_6_entering_an_enemy_zone_ends_the_movement() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,4N", "b1": "2,1S"}).do("activate", character="a1")
    table.walk([2, 3], [2, 2])
    assert not table.can("step")
    assert not table.can("turn")
    assert table.refusal("turn:E") == "MOV-6"
    assert table.can("attack", target="b1")
    assert table.person("a1")["state"] == "vigilant"


def test_mov_6_also_from_one_zone_square_to_another() -> None:
    table = Table(open_floor(5, 5), {"a1": "1,2N", "b1": "2,1S"}).do("activate", character="a1")
    table.walk([2, 2])
    assert not table.can("step")
    assert table.person("a1")["state"] == "shaken"  # MOV-8: it began in a zone


def test_mov_7_shaken_in_a_zone_turns_but_does_not_step() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N!", "b1": "2,1S"}).do("activate", character="a1")
    assert not table.can("step")
    assert len(table.can("turn")) == 2
    assert table.refusal("step:2-3,2") == "MOV-7"
    table.do("turn", facing="E").do("turn", facing="S")
    assert not table.can("step")


def test_mov_8_vigilant_leaving_a_zone_is_shaken_when_the_activation_ends() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2S", "b1": "2,1S"}).do("activate", character="a1")
    table.walk([2, 3], [2, 4])
    assert table.person("a1")["state"] == "vigilant"
    table.do("end_activation")
    assert table.person("a1")["state"] == "shaken"


def test_mov_8_is_due_before_the_action() -> None:
    # from one enemy's zone to the back of another: attacks with the shaken face
    table = Table(open_floor(5, 5), {"a1": "2,2S", "b1": "2,1S", "b2": "2,4S"}).do("activate", character="a1")
    table.walk([2, 3]).do("attack", target="b2")
    assert table.person("a1")["state"] == "shaken"
    table.passing().roll(6, 1)
    rolled = next(event for event in table.events if event.kind == "CombatRolled")
    assert rolled.totals[0] == 6 + 3 + 1  # shaken attack 3, from behind


def test_mov_8_counts_where_the_movement_began_not_the_activation() -> None:
    # attacks first and is thrown back out of the zone: the movement then begins outside
    table = Table(open_floor(5, 7), {"a1": "2,2N", "b1": "2,1S"}).do("activate", character="a1")
    table.fight("b1", 1, 2)
    table.do("retreat", at=[2, 3])
    table.walk([1, 2])
    assert table.person("a1")["state"] == "vigilant"


def test_mov_8_another_figures_activation_ends_it_too() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2S", "a2": "0,4N", "b1": "2,1S"}).do("activate", character="a1")
    table.walk([2, 3]).do("activate", character="a2")
    assert table.person("a1")["state"] == "shaken"


def test_mov_8_turning_alone_does_not_shake_unless_the_table_says_so() -> None:
    def turned(**options: bool) -> str:
        table = Table(open_floor(5, 5), {"a1": "2,2S", "b1": "2,1S"}, options=dict(options))
        table.do("activate", character="a1").do("turn", facing="E").do("end_activation")
        state: str = table.person("a1")["state"]
        return state

    assert turned() == "vigilant"
    assert turned(turning_in_zone_shakes=True) == "shaken"


def test_mov_8_loses_the_die_in_reserve() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2S", "b1": "2,1S"}, a1={"reserve": "fire"}).do("activate", character="a1")
    table.walk([2, 3]).do("end_movement")
    assert table.person("a1")["reserve"] is None
    assert "ReserveDieLost" in table.kinds


def test_mov_9_stairs_are_clear_terrain() -> None:
    table = Table(["...", ".s.", "..."], {"a1": "1,2N", "b1": "0,0W"}).do("activate", character="a1")
    assert steps(table)[1, 1] == 1


def test_kar_5_a_door_is_opened_first_neither_as_action_nor_movement() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,2S"}, doors="1,0S").do("activate", character="a1")
    assert table.refusal("step:1-0,1") == "MOV-5"
    table.do("open_door", at=[1, 1], facing="N")
    assert not table.state.table.board.floors[0].doors
    assert steps(table)[1, 0] == 1
    assert table.state.active is not None
    assert not table.state.active.acted
    assert not table.state.active.moved


def test_kar_5_not_after_moving_or_turning_to_it() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1E", "b1": "0,2S"}, doors="1,0S").do("activate", character="a1")
    assert not table.can("open_door")
    table.do("turn", facing="N")
    assert table.refusal("open_door:1-1,N") == "KAR-5"


def test_mov_8_is_told_before_it_is_too_late() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2S", "a2": "0,4N", "b1": "2,1S"}).do("activate", character="a1")
    assert will_shake(table.state)
    table.walk([2, 3])
    assert will_shake(table.state)
    table.do("end_movement")
    assert not will_shake(table.state)
    table.do("activate", character="a2")
    assert not will_shake(table.state)
