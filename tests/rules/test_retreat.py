"""Retreats (RET) and the two states (STA)."""

from __future__ import annotations

import pytest

from .table import Table, open_floor


def beaten(rows: list[str], b: str = "2,2S", people: dict[str, str] | None = None, **more: object) -> Table:
    """b1 has lost by one to a1, who stands before it."""
    table = Table(rows, {"a1": "2,3N", "b1": b, **(people or {})}, **more)
    return table.do("activate", character="a1").fight("b1", 2, 1 if not b.endswith("!") else 2)


def test_ret_1_one_of_the_three_squares_behind_facing_kept() -> None:
    table = beaten(open_floor(5, 5))
    assert {tuple(option["at"]) for option in table.can("retreat")} == {(1, 1), (2, 1), (3, 1)}
    assert table.pending.seat == "B"
    assert table.refusal("retreat:2-0") == "RET-2"
    table.do("retreat", at=[3, 1])
    assert table.person("b1")["facing"] == "S"
    assert table.person("b1")["at"] == [3, 1]


def test_ret_1_the_owner_may_choose_a_difficult_square() -> None:
    table = beaten([".....", ".h...", ".....", ".....", "....."])
    table.do("retreat", at=[1, 1])
    assert table.person("b1")["state"] == "shaken"


@pytest.mark.parametrize(
    ("rows", "people", "more"),
    [
        (["....."] * 5, {"b2": "1,1S", "b3": "2,1S", "b4": "3,1S"}, {}),
        ([".....", ".bbb.", ".....", ".....", "....."], {}, {}),
        (["....."] * 5, {}, {"walls": "1,1S 2,1S 3,1S"}),
    ],
)
def test_ret_2_with_nowhere_to_go_it_stays_and_is_shaken(
    rows: list[str], people: dict[str, str], more: dict[str, str]
) -> None:
    table = Table(rows, {"a1": "2,3N", "b1": "2,2S", **people}, **more)
    table.do("activate", character="a1").fight("b1", 2, 1)
    assert table.person("b1")["at"] == [2, 2]
    assert table.person("b1")["state"] == "shaken"
    assert "RetreatBlocked" in table.kinds


def test_ret_2_the_board_edge() -> None:
    table = Table(open_floor(3, 2), {"a1": "1,1N", "b1": "1,0S"}).do("activate", character="a1").fight("b1", 2, 1)
    assert table.person("b1")["state"] == "shaken"


def test_ret_2_a_closed_diagonal_is_no_way_back() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,3N", "b1": "2,2S", "b2": "2,1S", "b3": "1,2S"}, walls="2,2E")
    assert table.ask("retreat", id="b1") == []


@pytest.mark.parametrize("letter", ["h", "a"])
def test_ret_3_into_difficult_terrain_shakes(letter: str) -> None:
    table = beaten([".....", f".b{letter}b.", ".....", ".....", "....."])
    assert table.person("b1")["at"] == [2, 1]
    assert table.person("b1")["state"] == "shaken"


def test_ret_3_into_an_enemy_zone_shakes_once_even_on_difficult_terrain() -> None:
    table = beaten([".....", ".bhb.", ".....", ".....", "....."], people={"a2": "2,0S"})
    assert table.person("b1")["state"] == "shaken"


def test_ret_3_from_difficult_terrain_to_clear_ground_is_nothing() -> None:
    table = beaten([".....", "b...b", "..h..", ".....", "....."]).do("retreat", at=[2, 1])
    assert table.person("b1")["state"] == "vigilant"


def test_ret_4_a_shaken_figure_is_disabled_by_a_difficult_retreat() -> None:
    table = beaten([".....", ".bhb.", ".....", ".....", "....."], b="2,2S!")
    assert table.person("b1")["state"] == "disabled"


def test_ret_4_a_vigilant_loser_by_three_with_a_difficult_retreat_is_disabled() -> None:
    table = Table([".....", ".bhb.", ".....", ".....", "....."], {"a1": "2,3N", "b1": "2,2S"})
    table.do("activate", character="a1").fight("b1", 5, 2)
    assert table.person("b1")["state"] == "disabled"


def test_ret_3_the_attacker_retreats_too() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}).do("activate", character="a1").fight("b1", 1, 2)
    assert table.pending.seat == "A"
    table.do("retreat", at=[2, 4])
    assert table.state.active is not None
    assert len(table.state.active.trail) == 2


def test_sta_1_all_begin_vigilant() -> None:
    assert {figure.state for figure in Table.new().state.figures} == {"vigilant"}


def test_sta_2_shaken_twice_is_disabled_and_removed() -> None:
    table = beaten([".....", ".bhb.", ".....", ".....", "....."], b="2,2S!")
    assert table.person("b1")["at"] is None


@pytest.mark.parametrize(("die", "passes"), [(3, True), (4, False)])
def test_sta_3_a_test_passes_at_willpower_or_below(die: int, passes: bool) -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N!", "b1": "0,0N"}).do("activate", character="a1")
    table.do("test_willpower").roll(die)
    assert table.person("a1")["state"] == ("vigilant" if passes else "shaken")


def test_sta_3_water_adds_one() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N!", "b1": "0,0N"}, pool=("water", "water"))
    table.do("activate", character="a1").do("test_willpower").do("use_die", element="water").roll(4)
    assert table.person("a1")["state"] == "vigilant"


def test_sta_4_it_is_the_action_whatever_comes_of_it() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N!", "b1": "0,0N"}).do("activate", character="a1")
    table.do("test_willpower").roll(6)
    assert table.refusal("test_willpower") == "TRN-4"
    assert table.can("step")


def test_sta_4_not_in_an_enemy_zone_nor_while_vigilant() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N!", "b1": "2,1S"}).do("activate", character="a1")
    assert table.refusal("test_willpower") == "STA-4"
    table = Table(open_floor(5, 5), {"a1": "2,2N", "b1": "0,0N"}).do("activate", character="a1")
    assert table.refusal("test_willpower") == "STA-4"


def test_sta_4_becoming_vigilant_loses_the_die_in_reserve() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N!", "b1": "0,0N"}, a1={"reserve": "fire"})
    table.do("activate", character="a1").do("test_willpower").roll(1)
    assert table.person("a1")["reserve"] is None
    assert table.band("A")["aside"] == 5
