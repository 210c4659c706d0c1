"""What a hero does from the right space only: tests, chests, gifts, followers, doors (ACT-3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Json
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import State

from .boards import on_board
from .tables import CONTENT, choose, dice_of, done, known, offered, refused, rolled, said

HERO = "h3"
"""Noshin, Mental 4, whom nobody follows; Okko is `h1`, whom Tikku follows."""


def begins(state: State, seat: str, kind: str) -> set[str]:
    return {one for one in offered(state, seat) if one.startswith(kind + ":")}


@pytest.mark.parametrize("type_", ["clue", "scroll", "host"])
def test_INV_2_a_token_is_tested_from_an_adjacent_space(type_: str) -> None:
    near = on_board(HERO, {HERO: [3, 3]}, {f"{type_}-1": [3, 4]})
    assert begins(near, HERO, "test") == {f"test:{type_}-1"}
    far = on_board(HERO, {HERO: [5, 5]}, {f"{type_}-1": [3, 4]})
    assert refused(far, f"test:{type_}-1", HERO) == "INV-2"


def test_BRD_9_nobody_searches_through_a_wall() -> None:
    """The walls (2,0)E and (2,1)E, also round their end (BRD-7)."""
    state = on_board(HERO, {HERO: [2, 1]}, {"clue-1": [3, 0], "chest-1": [3, 2]})
    assert refused(state, "test:clue-1", HERO) == "INV-2"
    assert refused(state, "chest:chest-1", HERO) == "OBJ-8"


def test_OBJ_8_a_chest_is_searched_from_an_adjacent_space() -> None:
    state = on_board(HERO, {HERO: [2, 10]}, {"chest-1": [2, 11]})
    assert begins(state, HERO, "chest") == {"chest:chest-1"}
    assert begins(on_board(HERO, {HERO: [2, 9]}, {"chest-1": [2, 11]}), HERO, "chest") == set()


def test_TST_5_an_orange_space_is_tested_by_whoever_stands_on_it() -> None:
    """The lamp list on (5,4), the shelf on (16,0), the well on (14,8) and (15,8): its tile's (2,2) and (3,2)."""
    lamp = on_board(HERO, {HERO: [5, 4]})
    assert begins(lamp, HERO, "test") == {"test:house:the-lamp-list"}
    assert refused(lamp, "test:house:the-well", HERO) == "TST-5"
    beside = on_board(HERO, {HERO: [5, 3]})
    assert refused(beside, "test:house:the-lamp-list", HERO) == "TST-5"
    for at in ([14, 8], [15, 8]):
        assert begins(on_board(HERO, {HERO: at}), HERO, "test") == {"test:house:the-well"}
    assert begins(on_board(HERO, {HERO: [16, 0]}), HERO, "test") == {"test:house:the-shelf"}


def test_TST_7_an_attack_test_is_made_at_a_distance_with_a_line_of_fire() -> None:
    """The gate bar on (5,8): Attack; Setsuka throws her Shuriken, Noshin has none."""
    thrown: dict[str, Json] = {"heroes.h4.marked": "left"}
    sees = on_board("h4", {"h4": [1, 8]}, None, thrown, heroes=4)
    assert "test:house:the-gate-bar" in begins(sees, "h4", "test")
    fan: dict[str, Json] = {"heroes.h4.marked": "right"}
    assert refused(on_board("h4", {"h4": [1, 8]}, None, fan, heroes=4), "test:house:the-gate-bar", "h4") == "TST-7"
    blocked = on_board("h4", {"h4": [1, 8], "yurei-1": [4, 8]}, None, thrown, heroes=4)
    assert refused(blocked, "test:house:the-gate-bar", "h4") == "TST-7"
    assert refused(on_board(HERO, {HERO: [1, 8]}), "test:house:the-gate-bar", HERO) == "TST-7"


def with_reserve(seat: str, *items: str) -> dict[str, Json]:
    pile = list(known(3).piles.object)
    for item in items:
        pile.remove(item)
    return {f"heroes.{seat}.reserve": list(items), "piles.object": pile, "heroes.h2.reserve": []}


def test_OBJ_6_an_object_is_given_to_an_adjacent_hero() -> None:
    more = with_reserve("h1", "house:lantern")
    near = on_board("h1", {"h1": [1, 1], "h2": [2, 2]}, None, more)
    assert begins(near, "h1", "give") == {"give:house:lantern:h2"}
    far = on_board("h1", {"h1": [0, 0], "h2": [2, 2]}, None, more)
    assert refused(far, "give:house:lantern:h2", "h1") == "OBJ-6"


def test_FOL_2_a_follower_is_recruited_from_an_adjacent_space() -> None:
    near = on_board(HERO, {HERO: [9, 10]}, {"follower-1": [10, 10]})
    assert begins(near, HERO, "recruit") == {"recruit:follower-1"}
    far = on_board(HERO, {HERO: [9, 8]}, {"follower-1": [10, 10]})
    assert refused(far, "recruit:follower-1", HERO) == "FOL-2"


def test_FOL_7_an_ownerless_follower_is_taken_from_an_adjacent_space() -> None:
    alone: dict[str, Json] = {"figures.tikku.owner": None}
    near = on_board(HERO, {HERO: [1, 1], "tikku": [2, 2]}, None, alone)
    assert begins(near, HERO, "take_follower") == {"take_follower:tikku"}
    far = on_board(HERO, {HERO: [0, 0], "tikku": [2, 2]}, None, alone)
    assert refused(far, "take_follower:tikku", HERO) == "FOL-7"


def test_FOL_6_a_follower_is_handed_over_to_whom_it_stands_beside() -> None:
    figures = {"h1": [0, 0], "tikku": [4, 4], "h2": [5, 5], HERO: [1, 0]}
    state = on_board("h1", figures)
    assert begins(state, "h1", "hand_over") == {"hand_over:h2"}
    assert refused(state, f"hand_over:{HERO}", "h1") == "FOL-6"


# doors ----------------------------------------------------------------------------------------------------------------


def door(kind: str, **more: Any) -> dict[str, Json]:
    """The passage from T1 to T2, shut; the others left open."""
    data: Any = SYSTEM.encode(known(3))
    doors = [{**one, "state": kind, **more} if one["at"] == [5, 2] else one for one in data["doors"]]
    return {"doors": doors}


def test_BRD_5_a_closed_door_is_a_wall_until_somebody_opens_it() -> None:
    state = on_board(HERO, {HERO: [4, 1]}, None, door("closed"))
    assert refused(choose(state, "stand:3,0", HERO), "open_door:5,2:E", HERO) == "BRD-5"
    assert refused(state, "go:T2.a", HERO) == "MOV-1"
    opened = done(state, "open_door:5,2:E", HERO)
    assert said(opened.events) == ["DoorOpened"]
    assert opened.state.hero(HERO).actions == 2
    assert "go:T2.a" in offered(opened.state, HERO)
    assert "open_door:5,2:E" not in offered(opened.state, HERO)
    beyond = on_board(HERO, {HERO: [6, 1]}, None, door("closed"))
    assert "open_door:5,2:E" in offered(beyond, HERO)


def test_BRD_5_a_reinforced_door_asks_for_its_test_and_keeps_a_minus() -> None:
    test = {"characteristic": "mental", "difficulty": 3}
    state = on_board(HERO, {HERO: [5, 2]}, None, door("reinforced", test=test))
    state = choose(state, "open_door:5,2:E", HERO)
    assert dice_of(state) == ["test"] * 3
    failed = rolled(state, 2, 2, 2)
    assert [one.minus for one in failed.layout.doors if one.at == (5, 2)] == [1]
    assert SYSTEM.decode(SYSTEM.encode(failed), CONTENT) == failed
    again = choose(failed, "open_door:5,2:E", HERO)
    assert dice_of(again) == ["test"] * 2
    passed = rolled(again, 2, 2)
    kept = next(one for one in passed.layout.doors if one.at == (5, 2))
    assert (kept.state, kept.test, kept.minus) == ("open", None, 0)
    assert passed.hero(HERO).actions == 1


# where the app knows less ---------------------------------------------------------------------------------------------


def test_TAB_4_in_zones_the_table_sees_who_is_adjacent() -> None:
    tokens = {"clue-1": "T1.d", "chest-1": "T4.c", "follower-1": "T5.f"}
    state = on_board(HERO, {HERO: "T1.d"}, tokens, depth="zones")
    assert {"test:clue-1", "chest:chest-1", "recruit:follower-1", "test:house:the-lamp-list"} <= offered(state, HERO)
    assert "test:house:the-shelf" not in offered(state, HERO)  # in another zone


def test_ACT_3_without_places_everything_is_offered_as_before() -> None:
    state = on_board(HERO, {}, depth="none")
    kinds = {"test:clue", "test:scroll", "test:host", "chest:chest", "recruit:follower", "test:house:the-well"}
    assert kinds <= offered(state, HERO)
    assert not begins(state, HERO, "open_door")


def test_INV_2_no_token_left_means_nothing_to_test() -> None:
    state = on_board(HERO, {HERO: [1, 1]})
    assert not begins(state, HERO, "test")
    assert not begins(state, HERO, "chest")
    assert refused(state, "test:clue", HERO) == "TST-5"
