"""Which squares belong together, and where nobody should be put (SET-1, KAR-5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.content.check import check_pack
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.board import BLOCKING, Edge, FloorPlan, board_of
from companion.model.games.asagiri.state.record_kinds import KINDS
from companion.model.games.asagiri.state.tiles import deployment, regions

from ..content.broken import SOUND, pack
from .table import CONTENT


@st.composite
def plans(draw: st.DrawFn) -> FloorPlan:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    row = st.text(alphabet=".habs ", min_size=width, max_size=width)
    edge = st.builds(Edge, st.integers(-1, width - 1), st.integers(-1, height - 1), st.sampled_from("ES"))
    rows = draw(st.lists(row, min_size=height, max_size=height))
    return FloorPlan(tuple(rows), draw(st.frozensets(edge, max_size=20)), draw(st.frozensets(edge, max_size=5)))


@given(plans())
def test_mov_5_regions_are_what_the_boards_own_ways_join(plan: FloorPlan) -> None:
    board = board_of((FloorPlan(plan.rows, plan.walls),))  # doors open
    joined = {n: {n} for n in range(len(board.squares)) if board.terrain[n] != BLOCKING}
    for n in joined:
        for way in board.ways[n]:
            if joined[n] is not joined[way.target]:
                whole = joined[n] | joined[way.target]
                for other in whole:
                    joined[other] = whole
    expected = {frozenset(board.squares[n] for n in group) for group in joined.values()}
    found = regions([plan])
    assert set(found) == expected
    assert [len(region) for region in found] == sorted(map(len, found), reverse=True)


@given(st.lists(plans(), min_size=2, max_size=3))
def test_floors_are_apart_and_stairs_join_them(floors: list[FloorPlan]) -> None:
    alone = [{(c, r, n) for c, r, _ in region} for n, plan in enumerate(floors) for region in regions([plan])]
    assert {frozenset(region) for region in alone} == set(regions(floors))
    if len(alone) > 1:
        first, last = min(alone[0]), min(alone[-1])
        assert frozenset(alone[0] | alone[-1]) in regions(floors, [(first, last)])


@given(plans(), st.integers(0, 3))
def test_set_1_figures_are_put_in_the_first_two_rows_that_have_room(plan: FloorPlan, side: int) -> None:
    board = board_of((plan,))
    rows = []
    for depth in range(max(board.size)):
        free = [board.squares[n] for n in board.row_from(side, depth) if board.terrain[n] != BLOCKING]
        if free:
            rows.append(set(free))
    assert [set(row) for row in deployment(plan, side)] == rows[:2]


def found(folder: Path, tile: dict[str, object]) -> dict[str, str]:
    """What is said of a board of four such tiles, by side."""
    folder = pack(folder, "boards/plain.json", "/tiles", [{"tile": "tiny:yard"}] * 4)
    written = {**SOUND["tiles/yard.json"], "walls": [], "doors": [], "drawings": [], **tile}
    (folder / "tiles" / "yard.json").write_text(json.dumps(written))
    words = Words()
    findings = check_pack(folder, KINDS)
    assert not any(finding.broken for finding in findings), "it can be played all the same"
    said = [words(finding.what) for finding in findings if finding.file == "boards/plain.json"]
    return dict(one.removeprefix("In the ").split(": ", 1) for one in said)


def test_set_1_bands_that_never_meet_are_told(tmp_path: Path) -> None:
    halves = [[[column, 2], "S"] for column in range(3)]
    cut_off = "figures placed in the first two rows can be cut off there ({} squares)."
    assert found(tmp_path / "apart", {"walls": halves}) == {
        "east": cut_off.format(6),
        "south": cut_off.format(12),
        "west": cut_off.format(6),
    }
    assert found(tmp_path / "door", {"walls": halves[1:], "doors": halves[:1]}) == {}


def test_set_1_a_board_with_too_little_room_is_told(tmp_path: Path) -> None:
    assert found(tmp_path / "crosses", {"rows": ["b.b", "...", "b.b"]}) == {}, "two and six are eight"
    little = found(tmp_path / "little", {"rows": ["."]})
    room = "the first two rows have room for only 4 figures; 8 are needed."
    assert little == dict.fromkeys(("north", "east", "south", "west"), room)


def test_a_position_with_more_squares_than_a_machine_can_hold_is_refused() -> None:
    state = SYSTEM.new({"quick": True}, CONTENT)
    position = SYSTEM.encode(state)
    del position["board"]
    vast = {"rows": ["." * 64] * 64}
    assert len(SYSTEM.decode({**position, "floors": [vast]}, CONTENT).table.board.squares) == 64 * 64
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.decode({**position, "floors": [vast] * 8}, CONTENT)
    assert wrong.value.path == "floors"
