"""SKL-3: parts of the rules of movement, retreat and shots that a skill ignores; leaps and steps in a line."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.model.games.asagiri.rules import movement

from .table import Table
from .test_skills_deeds import using
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills


def free(*what: str, **more: Json) -> dict[str, Json]:
    return with_skills(does("free", ["always"], {"type": "ignore", "what": list(what), **more}))


def steps(card: dict[str, Json], people: dict[str, str] | None = None, rows: list[str] | None = None,
          **more: Json) -> dict[tuple[int, int], int]:  # fmt: skip
    """What steps a1 may make from E5, looking north, and what they cost."""
    table = Table(rows or FLOOR, {"a1": "4,4N", "b1": "0,8N", **(people or {})}, a1=card, **more)
    found = table.do("activate", character="a1").can("step")
    reached = {tuple(r["at"]): r["cost"] for r in reversed(table.ask("reach", id="a1"))}
    assert all(reached[tuple(option["at"])] <= option["cost"] for option in found)
    return {tuple(option["at"]): option["cost"] for option in found}


def test_mov_4_terrain_costs_nothing_more_and_still_shakes_on_a_retreat() -> None:
    rows = [*["." * 9] * 3, "...ha....", *["." * 9] * 5]
    assert (steps({}, rows=rows)[3, 3], steps(free("hindering_cost"), rows=rows)[3, 3]) == (2, 1)
    found = steps(free("aquatic_cost"), rows=rows)
    assert (found[3, 3], found[4, 3]) == (2, 1)
    marsh = [*["." * 9] * 3, "hhhhhhhhh", *["." * 9] * 5]

    def driven_back(card: dict[str, Json]) -> Json:
        table = Table(marsh, {"a1": "4,5N", "b1": "4,4S"}, b1=card).do("activate", character="a1")
        return after(table, 2, 1).do("retreat", at=[4, 3]).person("b1")["state"]

    assert driven_back(free("hindering_cost")) == "shaken"
    assert driven_back(free("retreat_terrain")) == "vigilant"


def test_mov_5_walls_are_passed_without_blocking_terrain() -> None:
    rows = [*["." * 9] * 3, "...bb....", *["." * 9] * 5]
    found = steps(free("bare_walls"), rows=rows, walls="4,4E 4,4S 3,4E")
    assert {(5, 4), (4, 5), (3, 4), (5, 5)} <= found.keys()
    assert not found.keys() & {(3, 3), (4, 3), (3, 2), (4, 2)}
    assert steps(free("walls"), rows=rows)[4, 2] == 2


def test_mov_5_friends_alone_are_passed() -> None:
    rows = ["bb.bb"] * 5
    people = {"a1": "2,4N", "a2": "2,3N", "b1": "2,0S"}
    assert steps(free("friends"), people, rows) == {(2, 2): 2}
    assert steps(free("friends"), {**people, "a2": "2,1N", "b1": "2,3N"}, rows) == {}
    assert steps(free("figures"), {**people, "a2": "2,1N", "b1": "2,3N"}, rows) == {(2, 2): 2}


def test_mov_5_one_figure_is_passed_in_a_line_and_not_two() -> None:
    assert steps(free("one_figure"), {"a2": "4,3N", "b1": "3,3E"})[4, 2] == 2
    assert steps(free("one_figure"), {"a2": "4,3N", "b1": "3,3E"})[2, 2] == 2
    rows = ["bb.bb"] * 5
    assert steps(free("one_figure"), {"a1": "2,4N", "a2": "2,3N", "b1": "2,2S"}, rows) == {}
    bend = ["b...b", "b...b", "bb.bb", "bb.bb", "bb.bb"]
    assert steps(free("one_figure"), {"a1": "2,3N", "a2": "2,2N", "b1": "1,0S"}, bend) == {(2, 1): 2, (2, 4): 2}


def test_mov_3_quarter_turns_cost_nothing() -> None:
    table = Table(FLOOR, {"a1": "4,4N", "b1": "0,8N"}, a1=free("turns")).do("activate", character="a1")
    table.do("turn", facing="E").do("turn", facing="S")
    assert table.ask("reach", id="a1")[0]["cost"] == 0
    table.walk([4, 5], [4, 6], [4, 7], [4, 8]).do("turn", facing="E").walk([5, 8])
    assert not table.can("step")
    assert table.can("turn"), "with no points left as well"


def test_mov_6_the_first_zone_entered_does_not_stop() -> None:
    people = {"a1": "3,7N", "b1": "4,5S"}
    table = Table(FLOOR, people, a1=free("first_zone")).do("activate", character="a1").walk([3, 6])
    assert table.can("step", at=[2, 5])
    assert table.walk([4, 6]).can("step"), "another square of the same zone"
    two = Table(FLOOR, {**people, "b2": "2,4W"}, a1=free("first_zone")).do("activate", character="a1").walk([3, 6])
    assert not two.walk([2, 6], [1, 5]).can("step"), "the zone of a second enemy stops"
    both = Table(FLOOR, {**people, "a1": "4,7W", "b2": "2,5E"}, a1=free("first_zone")).do("activate", character="a1")
    assert not both.walk([3, 6]).can("step"), "of two zones entered at once one stops"


def test_mov_7_mov_8_leaving_a_zone_freely_and_still_stopped_by_one() -> None:
    people = {"a1": "4,6N", "b1": "4,5S"}
    table = Table(FLOOR, people, a1=free("leaving")).do("activate", character="a1").walk([3, 7])
    assert table.do("end_movement").person("a1")["state"] == "vigilant"
    shaken = Table(FLOOR, {**people, "a1": "4,6N!"}, a1=free("leaving")).do("activate", character="a1")
    assert shaken.can("step", at=[3, 7])
    assert not shaken.walk([3, 6]).can("step")


def test_mov_8_losing_the_movement_ends_one_begun() -> None:
    stops = with_skills(does("stop", ["activation"], {"type": "lose", "what": "movement"}, optional=True))
    table = Table(FLOOR, {"a1": "4,3N", "b1": "4,2S"}, a1=stops).do("activate", character="a1").walk([3, 4])
    table.do("use_skill")
    assert (table.person("a1")["state"], "MovementEnded" in table.kinds) == ("shaken", True)


def test_ret_3_a_retreat_into_an_enemy_zone() -> None:
    people = {"b1": "4,4S", "a2": "3,2E"}
    for card, state in (({}, "shaken"), (free("retreat_zones"), "vigilant")):
        table = after(duel(b=card, people=people), 2, 1).do("retreat", at=[4, 3])
        assert table.person("b1")["state"] == state


BOW = does("bow", ["shot"], {"type": "shot", "range": 8, "value": 4})


def test_sht_4_a_shot_past_friends_and_not_past_enemies() -> None:
    def shoots(**people: str) -> bool:
        skills = [BOW, does("free", ["always"], {"type": "ignore", "what": ["friends"]})]
        drawn = {"a1": "4,8N", "b1": "4,2S", **people}
        table = Table(FLOOR, drawn, a1=with_skills(*skills)).do("activate", character="a1")
        return bool(table.can("shoot", target="b1"))

    assert shoots(a2="4,5N")
    assert not shoots(b2="4,5W")


def test_skl_3_leaps_outside_zones_in_a_line_over_a_figure_onto_some_ground() -> None:
    rows = [*["." * 9] * 3, "..h......", *["." * 9] * 5]

    def places(**more: Json) -> set[tuple[int, int]]:
        table = using({"type": "leap", "squares": 2, **more}, rows=rows, people={"a2": "3,5N", "b2": "6,5W"})
        return {tuple(option["at"]) for option in table.can("place")}

    anywhere = places()
    assert {(2, 3), (4, 3), (5, 5), (5, 6)} <= anywhere
    assert places(safe=True) == anywhere - {(5, 5), (5, 6), (5, 4)} - {(3, 5), (4, 5)}
    assert places(straight=True) <= {(c, r) for c, r in anywhere if c == 4 or r == 5 or abs(c - 4) == abs(r - 5)}
    assert places(over=True) == {(4, 3), (2, 5)}
    assert places(ground=["hindering"]) == {(2, 3)}


def test_skl_3_steps_in_one_direction() -> None:
    table = using({"type": "go", "squares": 3, "straight": True}).do("place", at=[3, 4])
    assert [option["at"] for option in table.can("place")] == [[2, 3]]
    assert table.do("place", at=[2, 3]).do("place").person("a1")["at"] == [1, 2]


def test_cbt_1_an_attack_two_squares_straight_ahead() -> None:
    spear = with_skills(does("spear", ["always"], {"type": "lengthen", "straight": True}))

    def attacked(at: str, **more: Json) -> bool:
        table = Table(FLOOR, {"a1": "4,5N", "b1": at}, a1=spear, **more).do("activate", character="a1")
        return bool(table.can("attack"))

    assert attacked("4,3S")
    assert not attacked("5,3S")
    assert not attacked("4,2S")
    assert not attacked("4,3S", walls="4,3S")
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,3S"}, a1=spear).do("activate", character="a1")
    assert totals(table.fight("b1", 3, 3)) == (7, 7)


OBSTACLES = ("hindering_cost", "aquatic_cost", "bare_walls", "friends", "one_figure", "turns", "first_zone", "leaving")


@st.composite
def ways(draw: st.DrawFn) -> Table:
    rows = draw(st.lists(st.text("...hab", min_size=6, max_size=6), min_size=6, max_size=6))
    open_ = [(c, r) for r in range(6) for c in range(6) if rows[r][c] != "b"]
    assume(len(open_) >= 4)
    squares = draw(st.permutations(open_))
    people = {who: f"{c},{r}{draw(st.sampled_from('NESW'))}"
              for who, (c, r) in zip(("a1", "a2", "b1", "b2"), squares, strict=False)}  # fmt: skip
    walls = draw(st.lists(st.sampled_from([f"{c},{r}{side}" for c in range(5) for r in range(5) for side in "ES"]),
                          max_size=10))  # fmt: skip
    what = draw(st.lists(st.sampled_from(OBSTACLES), unique=True, min_size=1, max_size=3))
    return Table(rows, people, walls=" ".join(walls), a1=free(*what)).do("activate", character="a1")


@given(ways())
def test_mov_5_what_is_reached_is_walked_step_by_step(table: Table) -> None:
    """Every way that `reach` finds can be walked, costs what it says, and stops where it says."""
    state = table.state
    assert state.active is not None
    for found in movement.reach(state, 0, state.active.points)[:12]:
        walked = Table(["."], {"a1": "0,0N"})
        walked.state = state
        for option in movement.along(state, 0, found.path):
            fields = {"at": list(state.table.board.squares[option.at][:2])} if isinstance(option, movement.Step) else \
                {"facing": "NESW"[option.facing]}  # fmt: skip
            walked.do(option.kind, **fields)
        active = walked.state.active
        assert active is not None
        assert (walked.state.figures[0].at, walked.state.figures[0].facing) == (found.at, found.facing)
        assert active.points == state.active.points - found.cost
        if found.path and found.path[-1][0] != (found.path[-2][0] if len(found.path) > 1 else state.figures[0].at):
            assert active.over == found.stops


CLOSED = {"b2": "4,3S", "b3": "5,4S"}
"""The diagonal from E5 to F4."""


@pytest.mark.parametrize(("what", "edition", "cost"), [
    (["figures"], 4, 3), (["friends"], 4, 0), (["figures", "corners"], 4, 1), (["figures"], 3, 1),
])  # fmt: skip
def test_geo_2_figures_that_are_passed_close_diagonals(what: list[str], edition: int, cost: int) -> None:
    """Through one of them it is further than between them."""
    assert steps(free(*what), CLOSED, root={"edition": edition}).get((5, 3), 0) == cost


@pytest.mark.parametrize(("people", "freely", "edition", "follows"), [
    ({}, [], 4, True), ({"b2": "4,4S", "b3": "5,5W"}, [], 4, False), ({"b2": "4,4S", "b3": "5,5W"}, [], 3, True),
    ({"b2": "4,4S", "b3": "5,5W"}, ["corners"], 4, True),
])  # fmt: skip
def test_geo_2_following_the_loser_asks_for_an_open_way(
    people: dict[str, str], freely: list[str], edition: int, follows: bool
) -> None:
    after_it = does("after", ["won"], {"type": "follow"})
    ways = [does("free", ["always"], {"type": "ignore", "what": freely})] if freely else []
    table = Table(FLOOR, {"a1": "4,5N", "b1": "5,4S", **people}, root={"edition": edition},
                  a1=with_skills(after_it, *ways))  # fmt: skip
    after(table.do("activate", character="a1"), 4, 1).do("retreat", at=[5, 3])
    assert bool(table.can("place", at=[5, 4])) == follows
