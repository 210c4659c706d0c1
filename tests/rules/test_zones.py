"""Control zones (CTL), field of vision (VIS), corners (GEO). Thousands of random positions: `tests/oracle`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.model.games.asagiri.state.board import BLOCKING, Board, Edge, FloorPlan

from .table import Table, open_floor


def zone(table: Table, who: str = "a1") -> set[tuple[int, int]]:
    return {tuple(at) for at in table.ask("control_zone", id=who)}


def test_ctl_1_the_three_squares_in_front_on_the_board() -> None:
    assert zone(Table(open_floor(3, 3), {"a1": "1,1E", "b1": "0,0N"})) == {(2, 0), (2, 1), (2, 2)}
    assert zone(Table(open_floor(3, 3), {"a1": "0,1N", "b1": "2,2N"})) == {(0, 0), (1, 0)}
    assert zone(Table(open_floor(1, 1), {"a1": "0,0N", "b1": "-"})) == set()


def test_ctl_1_disabled_figures_control_nothing() -> None:
    assert zone(Table(open_floor(3, 3), {"a1": "-", "a2": "0,0N", "b1": "2,2N"})) == set()


def test_ctl_2_walls_and_closed_doors_cut_the_zone() -> None:
    assert zone(Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,2S"}, walls="1,0S")) == {(0, 0), (2, 0)}
    assert zone(Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,2S"}, doors="1,0S")) == {(0, 0), (2, 0)}


def test_ctl_2_a_diagonal_needs_both_ways_closed() -> None:
    one = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,2S"}, walls="1,0E")
    both = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,2S"}, walls="1,0E 1,1E")
    assert (2, 0) in zone(one)
    assert (2, 0) not in zone(both)


def test_ctl_3_terrain_and_figures_do_not_cut_and_shaken_figures_control() -> None:
    table = Table(["bhb", "...", "..."], {"a1": "1,1N!", "a2": "1,0N", "b1": "0,2S"})
    assert zone(table) == {(0, 0), (1, 0), (2, 0)}


def test_vis_1_every_square_beyond_the_front_edge_to_any_width_walls_or_not() -> None:
    table = Table(open_floor(5, 4), {"a1": "2,2N", "b1": "0,3S"}, walls="2,1S 1,1S")
    assert {tuple(at) for at in table.ask("vision", id="a1")} == {(c, r) for c in range(5) for r in range(2)}


@st.composite
def boards(draw: st.DrawFn) -> Board:
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    letters = draw(st.lists(st.text("..hab s", min_size=columns, max_size=columns), min_size=rows, max_size=rows))
    edge = st.builds(Edge, st.integers(0, columns - 1), st.integers(0, rows - 1), st.sampled_from("ES"))
    walls = frozenset(draw(st.lists(edge, max_size=14)))
    return Board((FloorPlan(tuple(letters), walls, frozenset(draw(st.lists(edge, max_size=3)))),))


@given(boards())
def test_ctl_1_controlling_is_mutual_for_figures_that_face_each_other(board: Board) -> None:
    """What closes the way from P to Q closes it from Q to P: some facing at Q controls P when some at P controls Q."""
    for p in range(len(board.squares)):
        for q in range(len(board.squares)):
            there = any(board.zones[p][facing] >> q & 1 for facing in range(4))
            back = any(board.zones[q][facing] >> p & 1 for facing in range(4))
            assert there == back


@given(boards())
def test_mov_5_steps_and_retreats_lead_where_a_zone_could(board: Board) -> None:
    """No step leads where no zone of that square reaches: terrain only takes ways away."""
    for square, ways in enumerate(board.ways):
        near = 0
        for facing in range(4):
            near |= board.zones[square][facing]
            assert {way.target for way in board.retreats[square][facing]} <= {way.target for way in ways}
        for way in ways:
            assert near >> way.target & 1
            assert board.terrain[way.target] != BLOCKING
