"""The layout of a floor, turned or not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from companion.model.games.asagiri.state.board import DIRECTIONS, Edge, FloorPlan, board_of
from companion.ui.games.asagiri.board.geometry import CELL, Geometry, heading

BOARD = board_of(
    (FloorPlan(("....", ". h.", "..b."), frozenset({Edge(0, 0, "E"), Edge(1, 0, "S")})), FloorPlan(("..",)))
)


@pytest.mark.parametrize("turn", range(4))
def test_a_square_is_found_again_where_it_is_drawn(turn: int) -> None:
    geometry = Geometry(BOARD, 0, turn)
    for square in geometry.squares:
        assert geometry.square_at(geometry.centre(square)) == square
        assert geometry.area.contains(geometry.rect(square))
        assert geometry.place(geometry.point(1.25, 2.5)) == pytest.approx((1.25, 2.5))
    assert geometry.square_at(QPointF(-1, -1)) == -1
    assert geometry.square_at(geometry.area.bottomRight() + QPointF(1, 1)) == -1


@pytest.mark.parametrize("turn", range(4))
def test_a_facing_is_seen_where_the_neighbour_is(turn: int) -> None:
    geometry = Geometry(BOARD, 0, turn)
    start = BOARD.index[2, 1, 0]
    for facing in range(4):
        dx, dy = DIRECTIONS[2 * facing]
        there = BOARD.index.get((2 + dx, 1 + dy, 0), -1)
        seen = geometry.seen(facing)
        assert geometry.meant(seen) == facing
        if there >= 0:
            ahead = geometry.centre(there) - geometry.centre(start)
            assert ahead == heading(seen) * CELL
            assert geometry.beside(start, seen) == there
        front = geometry.front(start, facing)
        assert (front.p1() + front.p2()) / 2 == geometry.centre(start) + heading(seen) * (CELL / 2)


def test_the_keyboard_crosses_a_gap() -> None:
    geometry = Geometry(BOARD)
    assert geometry.beside(BOARD.index[0, 1, 0], 1) == BOARD.index[2, 1, 0]
    assert geometry.beside(BOARD.index[0, 0, 0], 0) == -1


@pytest.mark.parametrize("turn", range(4))
def test_a_side_lies_between_its_squares(turn: int) -> None:
    geometry = Geometry(BOARD, 0, turn)
    for edge, other in ((Edge(0, 0, "E"), (1, 0, 0)), (Edge(0, 0, "S"), (0, 1, 0))):
        line = geometry.side(edge)
        middle = (geometry.centre(BOARD.index[0, 0, 0]) + geometry.centre(BOARD.index[other])) / 2
        assert (line.p1() + line.p2()) / 2 == middle
        assert line.length() == CELL


def test_each_floor_has_its_own_squares() -> None:
    above = Geometry(BOARD, 1)
    assert [BOARD.squares[n] for n in above.squares] == [(0, 0, 1), (1, 0, 1)]
    assert not above.has(BOARD.index[0, 0, 0])
    assert above.crossing((1, 1)) == above.centre(BOARD.index[0, 0, 1])
