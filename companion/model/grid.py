"""Floors of square cells, whatever the game: their sides, quarter-turns, and the straight line between two centres.

Cells are (column, row), (0, 0) in the north-west, rows growing to the south. Everything is reckoned in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

Cell: TypeAlias = tuple[int, int]
CellSide: TypeAlias = Literal["N", "E", "S", "W"]
SIDES: tuple[CellSide, ...] = ("N", "E", "S", "W")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a cell over its side to the next cell, in the order of `SIDES`."""


class Edge(msgspec.Struct, frozen=True, order=True):
    """The side between a cell and its eastern or southern neighbour."""

    column: int
    row: int
    side: str


def over(cell: Cell, side: int) -> Cell:
    """The cell beyond a side (an index of `SIDES`)."""
    dx, dy = STEPS[side]
    return cell[0] + dx, cell[1] + dy


def edge(cell: Cell, side: int) -> Edge:
    """A side of a cell, named by the cell west or north of it."""
    dx, dy = STEPS[side]
    return Edge(min(cell[0], cell[0] + dx), min(cell[1], cell[1] + dy), "E" if dx else "S")


def edge_between(one: Cell, other: Cell) -> Edge:
    """The side that two cells share."""
    return Edge(min(one[0], other[0]), min(one[1], other[1]), "E" if one[0] != other[0] else "S")


def turned(cell: Cell, size: tuple[int, int], turns: int) -> Cell:
    """Where a cell of a rectangle (columns, rows) lies after so many clockwise quarter-turns of it."""
    (column, row), (width, height) = cell, size
    for _ in range(turns % 4):
        column, row = height - 1 - row, column
        width, height = height, width
    return column, row


def turned_size(size: tuple[int, int], turns: int) -> tuple[int, int]:
    """Columns and rows of a rectangle after so many quarter-turns."""
    return size if turns % 2 == 0 else (size[1], size[0])


def turned_edge(side: Edge, size: tuple[int, int], turns: int) -> Edge:
    """Where a side of a cell lies after so many clockwise quarter-turns of its rectangle; on the rectangle's own west
    or north side it is written as column or row -1.
    """
    number = SIDES.index("E" if side.side == "E" else "S")
    return edge(turned((side.column, side.row), size, turns), (number + turns) % 4)


def moved(side: Edge, by: tuple[int, int]) -> Edge:
    """The same side of a cell that lies further east and south."""
    return Edge(side.column + by[0], side.row + by[1], side.side)


def walk(start: Cell, end: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The steps of the straight line between two centres: from cell to cell over a side, or exactly over a corner, when
    both column and row change.
    """
    (column, row), (last_column, last_row) = start, end
    across, down = abs(last_column - column), abs(last_row - row)
    to_east, to_south = (1 if last_column > column else -1), (1 if last_row > row else -1)
    columns, rows, at = 0, 0, start
    while at != end:
        lead = (1 + 2 * columns) * down - (1 + 2 * rows) * across
        if lead <= 0:
            column, columns = column + to_east, columns + 1
        if lead >= 0:
            row, rows = row + to_south, rows + 1
        yield at, (column, row)
        at = column, row


def members(mask: int) -> Iterator[int]:
    """The numbers of the bits set in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
