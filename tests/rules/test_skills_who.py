"""SKL-3: whom a selector means, by where figures stand and look: directions, lines, neighbours, ground."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, figures, in_line
from companion.model.games.asagiri.state.board import Board

from .table import Table
from .test_skills_numbers import FLOOR, does, totals, with_skills
from .test_zones import boards

PEOPLE = {"a1": "4,4N", "a2": "5,5N", "b1": "4,2S", "b2": "3,3E", "b3": "4,7N", "b4": "7,4W", "b5": "1,1S"}
"""b1 and b2 in front of a1, b1 behind nobody; b3 behind, b4 beside it, b5 far off on the diagonal behind b2."""


def meant(table: Table, opponent: int = -1, **asked: Json) -> list[str]:
    """The ids of those whom a selector of a1 means."""
    wanted = msgspec.convert({"of": "enemies", **asked}, Who)
    state = table.state
    return [state.table.characters[n].id for n in figures(state, wanted, TriggerContext("attack", 0, opponent))]


@pytest.mark.parametrize(("asked", "expected"), [
    ({"position": ["front"]}, ["b1", "b2", "b5"]),
    ({"position": ["ahead"]}, ["b1"]),
    ({"position": ["beside"]}, ["b4"]),
    ({"position": ["behind", "ahead"]}, ["b1", "b3"]),
    ({"straight": True}, ["b1", "b2", "b3", "b4", "b5"]),
    ({"straight": False}, []),
    ({"line": True}, ["b1", "b2", "b3", "b4"]),
    ({"sight": True}, ["b1", "b2"]),
    ({"looking": True}, ["b1", "b2", "b3", "b4", "b5"]),
    ({"facing": "same"}, ["b3"]),
    ({"facing": "other"}, ["b1", "b2", "b4", "b5"]),
    ({"nearest": True}, ["b2"]),
    ({"nearest": True, "position": ["behind", "beside"]}, ["b3", "b4"]),
    ({"nearest": False, "within": 3}, ["b1", "b3", "b4", "b5"]),
    ({"within": 2, "beyond": 1}, ["b1"]),
    ({"next_to": "friends", "within": 9}, []),
    ({"next_to": "enemies"}, ["b1", "b2"]),
    ({"worth": 2}, []),
    ({"worth": 3, "within": 1}, ["b2"]),
])  # fmt: skip
def test_skl_3_whom_a_selector_means(asked: dict[str, Json], expected: list[str]) -> None:
    table = Table(FLOOR, PEOPLE, walls="")
    assert meant(table, **asked) == expected


def test_skl_3_the_field_of_vision_needs_no_line_of_fire_and_a_line_no_field_of_vision() -> None:
    walled = Table(FLOOR, PEOPLE, walls="4,2S 3,4E")
    assert meant(walled, position=["front"]) == ["b1", "b2", "b5"]
    assert "b1" not in meant(walled, line=True)
    assert "b3" in meant(walled, line=True)


def test_skl_3_neighbours_of_friends_and_of_the_opponent() -> None:
    table = Table(FLOOR, {"a1": "4,4N", "a2": "4,2N", "b1": "4,3S", "b2": "5,1S", "b3": "8,8N"})
    assert meant(table, next_to="friends") == ["b1", "b2"], "the bearer itself is no other friend"
    assert meant(table, next_to="friends", within=1) == ["b1"]
    assert meant(table, opponent=2, next_to="opponent") == []
    assert meant(table, in_zone_of="friends") == ["b2"]
    assert meant(table, opponent=2, of="friends", in_zone_of="opponent") == []
    assert meant(table, opponent=2, of="all", in_zone_of="opponent", within=0) == ["a1"]


def test_skl_3_ground_on_or_next_to_it_and_names() -> None:
    rows = [".........", ".a.......", *["." * 9] * 7]
    table = Table(
        rows, {"a1": "4,4N", "b1": "1,1S", "b2": "2,2S", "b3": "3,3S"}, b3={"name": "Wolf"}, a1={"name": "Wolf"}
    )
    assert (meant(table, namesake=True), meant(table, namesake=False)) == (["b3"], ["b1", "b2"])
    assert meant(table, ground=["aquatic"]) == ["b1"]
    assert meant(table, near_ground=["aquatic"]) == ["b1", "b2"]


def test_skl_3_whoever_has_a_wall_a_door_or_the_edge_on_a_side() -> None:
    people = {"a1": "4,4N", "b1": "4,2S", "b2": "0,4E", "b3": "6,6S", "b4": "2,6S", "b5": "3,2S"}
    table = Table(FLOOR, people, walls="4,2S", doors="5,6E")
    assert meant(table, walled=True) == ["b1", "b2", "b3"]
    assert meant(table, walled=False) == ["b4", "b5"], "a wall at a corner is on no side"
    assert meant(table, of="self", walled=True) == []


def test_cbt_5_no_attack_comes_from_behind_against_a_back_to_the_wall() -> None:
    back = does("back", ["defense"], {"type": "ignore", "what": ["behind"]},
                conditions=[{"type": "there", "of": {"of": "self", "walled": True}}])  # fmt: skip
    rolled = []
    for walls in ("", "4,4E"):
        table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4N"}, walls=walls, b1=with_skills(back))
        rolled.append(totals(table.do("activate", character="a1").do("attack", target="b1").roll(1, 1)))
    assert rolled[0][0] - rolled[1][0] == 1


@given(boards(), st.data())
def test_vis_1_every_square_lies_in_one_direction(board: Board, data: st.DataObject) -> None:
    """In front is the field of vision; what lies straight ahead is in it and in line; turned round, front is behind."""
    free = [n for n, letter in enumerate(board.terrain) if letter != "b"]
    if len(free) < 2:
        return
    here, there = data.draw(st.sampled_from(free)), data.draw(st.sampled_from(free))
    table = Table(["..", ".."], {"a1": "0,0N", "b1": "1,1N"})
    state = msgspec.structs.replace(table.state, table=msgspec.structs.replace(table.state.table, board=board))
    facing = data.draw(st.integers(0, 3))
    if here == there:
        return

    def lies(facing: int, *position: str) -> bool:
        placed = state.with_figure(0, msgspec.structs.replace(state.figures[0], at=here, facing=facing))
        placed = placed.with_figure(1, msgspec.structs.replace(placed.figures[1], at=there))
        wanted = msgspec.convert({"of": "enemies", "position": list(position)}, Who)
        return figures(placed, wanted, TriggerContext("attack", 0)) == [1]

    assert lies(facing, "front") == (there in board.vision(here, facing))
    assert [lies(facing, "front"), lies(facing, "beside"), lies(facing, "behind")].count(True) == 1
    assert lies(facing, "front") == lies((facing + 2) % 4, "behind")
    if lies(facing, "ahead"):
        assert lies(facing, "front")
        assert in_line(board, here, there)
    assert in_line(board, here, there) == in_line(board, there, here)


def test_skl_3_whoever_is_not_marked_and_bears_no_such_token() -> None:
    curse = {"type": "token", "name": "curse", "who": {"of": "enemies", "not_token": "curse", "choose": 1}}
    hated = {"type": "token", "name": "hated", "who": {"of": "enemies", "not_trait": "unique"}}
    table = Table(
        FLOOR,
        {"a1": "4,5N", "b1": "0,0S", "b2": "8,0S"},
        b1={"traits": ["unique"]},
        a1=with_skills(
            does("curse", ["activation"], curse, hated, optional=True),
            does("more", ["activation"], curse, optional=True),
        ),
    )
    table.do("activate", character="a1").do("use_skill", skill="test:curse").do("pick", character="b2")
    table.do("use_skill", skill="test:more")
    borne = [{found.effect.token for found in figure.lasting} for figure in table.state.figures]
    assert borne == [set(), {"curse"}, {"curse", "hated"}], "the second curse is for who has none"
