"""Floor tiles alone: their edges, and the squares nobody comes to."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.model.games.asagiri.state.board import STAIRS, Edge, FloorPlan, board_of
from companion.model.games.asagiri.state.cards import Tile
from companion.model.games.asagiri.state.tiles import join, plan, sealed, turned

ROOM = FloorPlan(
    ("....", "....", "....", "...."),
    frozenset({Edge(0, 1, "E"), Edge(0, 2, "E"), Edge(2, 1, "E"), Edge(2, 2, "E"),
               Edge(1, 0, "S"), Edge(2, 0, "S"), Edge(1, 2, "S"), Edge(2, 2, "S")}),
)  # fmt: skip


def edges(size: int) -> st.SearchStrategy[frozenset[Edge]]:
    """Sides of a tile, its own four edges among them."""
    side = st.builds(Edge, st.integers(-1, size - 1), st.integers(0, size - 1), st.just("E"))
    below = st.builds(Edge, st.integers(0, size - 1), st.integers(-1, size - 1), st.just("S"))
    return st.frozensets(st.one_of(side, below), max_size=14)


def plans(size: int = 4) -> st.SearchStrategy[FloorPlan]:
    rows = st.tuples(*[st.text(".habs ", min_size=size, max_size=size)] * size)
    return st.builds(FloorPlan, rows, edges(size))


def test_cmp_1_a_wall_on_the_western_edge_stands_between_two_tiles() -> None:
    tile = msgspec.convert(
        {"id": "a:b", "name": {"en": "B"}, "rows": ["..", ".."], "walls": [[[-1, 0], "E"], [[0, -1], "S"]]}, Tile
    )
    open_ = FloorPlan(("..", ".."))
    board = board_of((join([open_, plan(tile), open_, open_]),))
    assert board.orthogonal[board.index[2, 0, 0]][3] == -1
    assert board.orthogonal[board.index[2, 1, 0]][3] >= 0
    south = board_of((join([open_, open_, plan(tile), open_]),))
    assert south.orthogonal[south.index[0, 2, 0]][0] == -1


@given(plans())
def test_cmp_1_four_quarter_turns_give_the_tile_again(given_: FloorPlan) -> None:
    assert turned(turned(given_, 3), 1) == given_
    assert len(turned(given_, 1).walls) == len(given_.walls)


def test_a_walled_room_is_sealed_and_a_door_opens_it_kar_5() -> None:
    assert sealed(ROOM) == {(1, 1), (2, 1), (1, 2), (2, 2)}
    walls = ROOM.walls - {Edge(0, 1, "E")}
    assert sealed(FloorPlan(ROOM.rows, walls, frozenset({Edge(0, 1, "E")}))) == frozenset()
    rows = list(ROOM.rows)
    rows[1] = ".s.."
    assert sealed(FloorPlan(tuple(rows), ROOM.walls)) == frozenset()


def test_a_corner_is_no_gap_geo_2() -> None:
    """A blocking square beside a corner cuts it off."""
    assert sealed(FloorPlan(("b.b", "b.b", "bbb"), frozenset({Edge(1, -1, "S")}))) == {(1, 0), (1, 1)}
    assert sealed(FloorPlan(("bbb", "b.b", "bbb"))) == {(1, 1)}


@given(plans())
def test_mov_5_what_is_sealed_is_what_no_way_leads_to(given_: FloorPlan) -> None:
    """By the board itself: no way leads from the edge or the stairs to a sealed square."""
    ring = 1
    size = len(given_.rows)
    wide = size + 2 * ring
    rows = ("." * wide, *(f".{row}." for row in given_.rows), "." * wide)
    walls = frozenset(Edge(edge.column + ring, edge.row + ring, edge.side) for edge in given_.walls)
    board = board_of((FloorPlan(rows, walls),))
    reached: set[int] = set()
    stairs = [n for n, letter in enumerate(board.terrain) if letter == STAIRS]
    ahead = [board.index[0, 0, 0], *stairs]
    while ahead:
        at = ahead.pop()
        if at not in reached:
            reached.add(at)
            ahead += [way.target for way in board.ways[at]]
    apart = {
        (column - ring, row - ring)
        for n, (column, row, _) in enumerate(board.squares)
        if n not in reached and board.terrain[n] != "b"
    }
    assert apart == sealed(given_)
