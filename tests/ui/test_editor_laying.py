"""Tiles of an adventure laid, moved, turned and taken away: what stands on them goes along."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.ui.games.asagiri.editors.adventure_laying import (
    beside,
    floors_of,
    free_place,
    moved_tile,
    places,
    snapped,
    with_tile,
    without_tile,
)

TILES = {"a:small": ["....", ".h..", "...b", "...."], "a:big": ["......"] * 6}


def find(id: str) -> Json | None:
    return {"id": id, "name": {"en": id}, "rows": TILES[id]} if id in TILES else None


def record(**more: Any) -> dict[str, Any]:
    party = {"name": {"en": "S"}, "briefing": {"en": "B"}, "band": {}}
    return {
        "id": "a:x", "name": {"en": "X"}, "intro": {"en": "I"}, "sides": [party, party],
        "floors": [{"tiles": [{"tile": "a:small", "at": [0, 0]}, {"tile": "a:small", "at": [4, 0], "turns": 1}]},
                   {"tiles": [{"tile": "a:big", "at": [0, 0]}]}],
        **more,
    }  # fmt: skip


def test_what_stands_on_a_tile_moves_and_turns_with_it() -> None:
    before = record(
        zones=[{"id": "z", "name": {"en": "Z"}, "squares": [[0, 0, 0], [3, 0, 0], [4, 0, 0], [0, 0, 1]]}],
        stairs=[{"start": [1, 0, 0], "end": [2, 2, 1]}],
        objects=[{"id": "o", "name": {"en": "O"}, "look": "key", "at": [1, 1, 0]}],
    )
    before["floors"][0]["walls"] = [[[0, 0], "E"], [[3, 0], "E"]]
    after = moved_tile(before, 0, 0, (0, 4), 1, find)
    assert after["floors"][0]["tiles"][0] == {"tile": "a:small", "at": [0, 4], "turns": 1}
    assert after["zones"][0]["squares"] == [[3, 4, 0], [3, 7, 0], [4, 0, 0], [0, 0, 1]]
    assert after["stairs"][0] == {"start": [3, 5, 0], "end": [2, 2, 1]}
    assert after["objects"][0]["at"] == [2, 5, 0]
    assert after["floors"][0]["walls"] == [[[3, 4], "S"], [[3, 0], "E"]], "a wall between tiles stays where it is"


def test_a_floor_begins_where_its_tiles_begin() -> None:
    captive = {"part": "p", "card": "c:c", "side": "one", "at": [1, 1, 0]}
    after = with_tile(record(captives=[captive]), 0, "a:big", (-6, -2))
    assert [tile["at"] for tile in after["floors"][0]["tiles"]] == [[6, 2], [10, 2], [0, 0]]
    assert after["captives"][0]["at"] == [7, 3, 0]


def test_what_stands_on_a_tile_goes_with_it() -> None:
    before = record(
        zones=[{"id": "z", "name": {"en": "Z"}, "squares": [[0, 0, 0], [5, 0, 0]]},
               {"id": "y", "name": {"en": "Y"}, "squares": [[1, 0, 0]]}],
        objects=[{"id": "o", "name": {"en": "O"}, "look": "key", "at": [1, 1, 0]}],
    )  # fmt: skip
    before["stairs"] = [{"start": [1, 2, 0], "end": [0, 0, 1]}, {"start": [6, 2, 0], "end": [1, 0, 1]}]
    before["links"] = [{"fact": "f", "origin": "a:y", "words": {"en": "w"},
                        "changes": [{"type": "place_object", "object": "o", "at": [2, 2, 0]}]}]  # fmt: skip
    after = without_tile(before, 0, 0, find)
    assert after["floors"][0]["tiles"] == [{"tile": "a:small", "at": [0, 0], "turns": 1}]
    assert [zone["squares"] for zone in after["zones"]] == [[[1, 0, 0]]], "a zone without squares is none"
    assert after["stairs"] == [{"start": [2, 2, 0], "end": [1, 0, 1]}]
    assert "at" not in after["objects"][0], "it is nowhere any more"
    assert after["links"] == []


@given(st.integers(0, 3), st.tuples(st.integers(-9, 9), st.integers(-9, 9)), st.integers(0, 1))
def test_there_and_back_again(turns: int, at: tuple[int, int], n: int) -> None:
    squares = [[x, y, 0] for x in range(8) for y in range(4)]
    before = record(zones=[{"id": "z", "name": {"en": "Z"}, "squares": squares}])
    laid = floors_of(before, find)[0]
    old = laid[n]
    assume(not replace(old, at=at).overlaps(laid[1 - n]))
    there = moved_tile(before, 0, n, at, turns, find)
    shift = there["floors"][0]["tiles"][1 - n]["at"], before["floors"][0]["tiles"][1 - n]["at"]
    dx, dy = shift[0][0] - shift[1][0], shift[0][1] - shift[1][1]
    back = moved_tile(there, 0, n, (old.at[0] + dx, old.at[1] + dy), old.turns, find)
    assert back == before


@given(st.integers(0, 3), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_no_square_of_a_record_is_lost_on_the_way(turns: int, at: tuple[int, int]) -> None:
    squares = [[x, y, floor] for x in range(4) for y in range(4) for floor in (0, 1)]
    before = record(
        zones=[{"id": "z", "name": {"en": "Z"}, "squares": squares}],
        rules=[{"type": "night", "range": 3}],
        links=[{"fact": "f", "origin": "a:y", "words": {"en": "w"},
                "changes": [{"type": "place_object", "object": "o", "at": [2, 2, 0]}]}],
    )  # fmt: skip
    after = moved_tile(before, 0, 0, at, turns, find)
    assert [pointer for pointer, _ in places(after)] == [pointer for pointer, _ in places(before)]
    assert len({place for _, place in places(after)}) == len({place for _, place in places(before)})


sizes = st.sampled_from(("a:small", "a:big"))


@given(st.lists(sizes, min_size=1, max_size=9))
def test_tiles_lay_themselves_side_by_side(ids: list[str]) -> None:
    made = record()
    for id in ids:
        tile = len(TILES[id])
        made = with_tile(made, 0, id, free_place(tile, floors_of(made, find)[0]))
    laid = floors_of(made, find)[0]
    assert not any(a.overlaps(b) for n, a in enumerate(laid) for b in laid[n + 1 :])
    assert max(max(tile.at) + tile.size for tile in laid) <= 36


@given(st.tuples(st.floats(-12, 12), st.floats(-12, 12)))
def test_a_tile_lies_down_near_where_it_is_let_go(at: tuple[float, float]) -> None:
    one, two = floors_of(record(), find)[0]
    found = snapped(two, at, [one])
    assert all(abs(a - b) <= 2 for a, b in zip(found.at, at, strict=True))


@given(st.tuples(st.floats(-12, 12), st.floats(-12, 12)))
def test_a_tile_let_go_over_another_gives_way(at: tuple[float, float]) -> None:
    laid = floors_of(record(), find)[0]
    found = beside(laid[0], at, laid)
    if found is not None:
        assert not any(found.overlaps(other) for other in laid)
        assert all(abs(a - b) <= 3 for a, b in zip(found.at, at, strict=True))


def test_a_tile_let_go_half_over_the_board_lies_down_beside_it() -> None:
    laid = floors_of(record(), find)[0]
    found = beside(laid[0], (5.7, 0.3), laid)
    assert found is not None
    assert found.at == (8, 0)
    assert beside(laid[0], (4, 0.4), laid[:1]) is not None
    assert beside(laid[0], (0, 0), laid[:1]) is None, "right over another there is no nearest side"


def test_a_record_with_faults_is_read_as_far_as_it_can_be() -> None:
    for broken in (None, {}, {"floors": 3}, {"floors": [None, {"tiles": "x"}, {"tiles": [{"tile": 7, "at": "here"}]}]}):
        for floor in floors_of(broken, find):
            assert all(tile.size for tile in floor)
        assert list(places(broken)) == []
