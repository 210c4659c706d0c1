"""The floor as tiles make it: cells, zones, walls, and everything that does not depend on where anybody stands (BRD).

Cells are numbered; a mask of cells has bit *n* for cell *n*, a mask of zones bit *n* for `Board.zones[n]`. Void cells
are not there: they are walled in (BRD-1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cached_property, lru_cache
from typing import Final, Literal

import msgspec

from companion.model import grid
from companion.model.games.chronicles.board.layout import Layout
from companion.model.games.chronicles.box.places import Piece, Tile, Wall
from companion.model.grid import SIDES, Cell, Edge, members

VOID: Final = "."
NO_SPACE: Final = "x"
FOR_HEROES: Final = frozenset("oiw")
"""Spaces on which heroes and their allies may stand (BRD-3)."""
REINFORCEMENTS: Final[Mapping[str, tuple[Literal["guard", "creature"], int]]] = {
    "g": ("guard", 1), "G": ("guard", 3), "d": ("creature", 1), "D": ("creature", 3),
}  # fmt: skip
"""Who comes on a space of this letter, and with how many heroes or more."""
NOWHERE: Final = -1


class Shape(msgspec.Struct, frozen=True):
    """What the board needs of a tile's face."""

    zones: tuple[str, ...]
    spaces: tuple[str, ...]
    walls: tuple[Wall, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows, as printed."""
        return len(self.zones[0]), len(self.zones)


class Blocked(msgspec.Struct, frozen=True, gc=False):
    """What a line meets: a side of a cell, the corner south-east of a cell, or a cell with somebody in it."""

    kind: Literal["side", "corner", "cell"]
    at: Cell
    side: str = ""


class Line(msgspec.Struct, frozen=True, gc=False):
    """What may lie on the line between two cells, as far as walls leave it open (BRD-7, BRD-8)."""

    closed: Blocked | None = None
    """What walls it off first."""
    inner: int = 0
    """The cells whose interior it crosses, its ends left out."""
    corners: tuple[int, ...] = ()
    """The two cells beside each corner that it passes exactly."""

    def open(self, opaque: int = 0) -> bool:
        """Whether it is a line of sight, or of fire past the cells of `opaque`."""
        if self.closed is not None or self.inner & opaque:
            return False
        return not opaque or all(corner & ~opaque for corner in self.corners)


class Board:
    """Immutable; `board_of` makes each layout once."""

    def __init__(self, layout: Layout, shapes: Mapping[str, Shape], *, graze: bool = False) -> None:
        """`graze`: the table option `wall_ends` (BRD-7)."""
        self.layout = layout
        self.graze = graze
        cells: dict[Cell, tuple[str, str, str]] = {}
        self._rectangles: dict[str, frozenset[Cell]] = {}
        for piece in layout.pieces:
            laid = list(cells_of(piece, shapes[piece.tile]))
            self._rectangles[piece.name] = frozenset(at for at, _, _ in laid)
            cells |= {at: (piece.name, f"{piece.name}.{zone}", letter) for at, zone, letter in laid if zone != VOID}
        self.cells: tuple[Cell, ...] = tuple(sorted(cells, key=lambda at: (at[1], at[0])))
        self.index = {at: n for n, at in enumerate(self.cells)}
        self.pieces = tuple([cells[at][0] for at in self.cells])
        """By cell: the piece it belongs to."""
        self.zones: tuple[str, ...] = tuple(sorted({zone for _, zone, _ in cells.values()}, key=_zone_order))
        self.zone_index = {zone: n for n, zone in enumerate(self.zones)}
        self.zone_of = tuple([self.zone_index[cells[at][1]] for at in self.cells])
        """By cell: the number of its zone."""
        self.letters = "".join(cells[at][2] for at in self.cells)
        """By cell: the letter of its space (§28)."""
        self._walls = frozenset(side for piece in layout.pieces for side in walls_of(piece, shapes[piece.tile]))
        self._doors = {grid.edge(door.at, SIDES.index(door.side)): door for door in layout.doors}

    # masks ------------------------------------------------------------------------------------------------------------

    @cached_property
    def spaces(self) -> int:
        """The cells on which a figure can stand."""
        return self._with(set(self.letters) - {NO_SPACE})

    @cached_property
    def for_heroes(self) -> int:
        """The spaces on which heroes and their allies may stand (BRD-3)."""
        return self._with(FOR_HEROES)

    @cached_property
    def of_zone(self) -> tuple[int, ...]:
        """By zone: the mask of its cells."""
        found = [0] * len(self.zones)
        for n, zone in enumerate(self.zone_of):
            found[zone] |= 1 << n
        return tuple(found)

    @cached_property
    def of_piece(self) -> dict[str, int]:
        """By the name of a piece: the mask of its cells."""
        found = dict.fromkeys(self._rectangles, 0)
        for n, piece in enumerate(self.pieces):
            found[piece] |= 1 << n
        return found

    def reinforcements(self, heroes: int) -> dict[Literal["guard", "creature"], int]:
        """By group: the reinforcement spaces that work with so many heroes (SET-2)."""
        found: dict[Literal["guard", "creature"], int] = {"guard": 0, "creature": 0}
        for n, letter in enumerate(self.letters):
            group, least = REINFORCEMENTS.get(letter, (None, 0))
            if group is not None and heroes >= least:
                found[group] |= 1 << n
        return found

    def _with(self, letters: Set[str]) -> int:
        return sum(1 << n for n, letter in enumerate(self.letters) if letter in letters)

    def cells_in(self, mask: int) -> tuple[Cell, ...]:
        """A mask as cells, row by row."""
        return tuple([self.cells[n] for n in members(mask)])

    # what lies beside what --------------------------------------------------------------------------------------------

    def wall(self, side: Edge) -> bool:
        """Whether a side of a cell is a wall, the edge of a tile, of the floor, or a door that is shut."""
        door = self._doors.get(side)
        if door is not None:
            return door.state != "open"
        if side in self._walls:
            return True
        one, other = (side.column, side.row), (side.column + (side.side == "E"), side.row + (side.side == "S"))
        here, there = self.index.get(one, NOWHERE), self.index.get(other, NOWHERE)
        return here < 0 or there < 0 or self.pieces[here] != self.pieces[there]

    @cached_property
    def beside(self) -> tuple[tuple[int, int, int, int], ...]:
        """By cell and side: the cell that no wall cuts off, or -1."""
        return tuple([
            tuple([  # type: ignore[misc]
                NOWHERE if self.wall(grid.edge(at, side)) else self.index[grid.over(at, side)] for side in range(4)
            ])
            for at in self.cells
        ])  # fmt: skip

    @cached_property
    def next_to(self) -> tuple[int, ...]:
        """By zone: the mask of its neighbours (BRD-6)."""
        found = [0] * len(self.zones)
        for n, around in enumerate(self.beside):
            for other in around:
                if other >= 0 and self.zone_of[other] != self.zone_of[n]:
                    found[self.zone_of[n]] |= 1 << self.zone_of[other]
        return tuple(found)

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """By cell: the mask of the cells adjacent to it (BRD-9), spaces or not."""
        return tuple([
            sum(
                1 << other
                for across in (-1, 0, 1)
                for down in (-1, 0, 1)
                if (across or down) and (other := self.index.get((at[0] + across, at[1] + down), NOWHERE)) >= 0
                if self.line(n, other).closed is None
            )
            for n, at in enumerate(self.cells)
        ])  # fmt: skip

    def touching(self, piece: str) -> tuple[str, ...]:
        """The tiles that share a side of a cell with one, door or not (BRD-10)."""
        around = {grid.over(at, side) for at in self._rectangles[piece] for side in range(4)}
        return tuple([name for name, there in self._rectangles.items() if name != piece and around & there])

    # lines ------------------------------------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> dict[int, Line]:
        return {}

    def line(self, start: int, end: int) -> Line:
        """The line between the centres of two cells (BRD-7)."""
        key = start * len(self.cells) + end
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = self._line(start, end)
        return found

    def _line(self, start: int, end: int) -> Line:
        inner, corners = 0, []
        for at, there in grid.walk(self.cells[start], self.cells[end]):
            if at[0] != there[0] and at[1] != there[1]:
                sides = ((there[0], at[1]), (at[0], there[1]))
                if self._corner_closed(at, there, sides):
                    return Line(Blocked("corner", (min(at[0], there[0]), min(at[1], there[1]))))
                beside = [self.index[side] for side in sides if side in self.index]
                corners.append(sum(1 << n for n in beside) if len(beside) == 2 else -1)
            elif self.wall(side := grid.edge_between(at, there)):
                return Line(Blocked("side", (side.column, side.row), side.side))
            inner |= 1 << self.index[there]
        return Line(None, inner & ~(1 << start | 1 << end), tuple(corners))

    def _corner_closed(self, at: Cell, there: Cell, sides: tuple[Cell, Cell]) -> bool:
        ways = [(self.wall(grid.edge_between(at, side)), self.wall(grid.edge_between(side, there))) for side in sides]
        walled = [any(way) for way in ways]
        return all(walled) if self.graze else any(walled)

    def blocking(self, start: int, end: int, opaque: int = 0) -> Blocked | None:
        """What a line meets first; `opaque`: cells that nobody shoots past (BRD-8). None: it is open."""
        line = self.line(start, end)
        if line.closed is not None or line.open(opaque):
            return line.closed
        for at, there in grid.walk(self.cells[start], self.cells[end]):
            if at[0] != there[0] and at[1] != there[1]:
                beside = [self.index.get((there[0], at[1]), NOWHERE), self.index.get((at[0], there[1]), NOWHERE)]
                if all(n >= 0 and opaque >> n & 1 for n in beside):
                    return Blocked("corner", (min(at[0], there[0]), min(at[1], there[1])))
            if there != self.cells[end] and opaque >> self.index[there] & 1:
                return Blocked("cell", there)
        raise AssertionError(start, end)


def cells_of(piece: Piece, shape: Shape) -> Iterator[tuple[Cell, str, str]]:
    """The cells of a piece as it lies, each with the letters of its zone and its space."""
    for row, (zones, spaces) in enumerate(zip(shape.zones, shape.spaces, strict=True)):
        for column, (zone, letter) in enumerate(zip(zones, spaces, strict=True)):
            across, down = grid.turned((column, row), shape.size, piece.turns)
            yield (across + piece.at[0], down + piece.at[1]), zone, letter


def walls_of(piece: Piece, shape: Shape) -> Iterator[Edge]:
    """The walls inside a piece as they lie."""
    for wall in shape.walls:
        inside = grid.edge(wall.at, SIDES.index(wall.side))
        yield grid.moved(grid.turned_edge(inside, shape.size, piece.turns), piece.at)


def _zone_order(zone: str) -> tuple[int, str]:
    return len(zone), zone


def board_of(layout: Layout, tiles: Mapping[str, Tile], *, graze: bool = False) -> Board:
    """The board of a layout; the same one as long as tiles lie and doors stand the same."""
    shapes = {piece.tile: tiles[piece.tile] for piece in layout.pieces}
    return _board_of(layout, tuple([(id, shape_of(tile)) for id, tile in shapes.items()]), graze)


def shape_of(tile: Tile) -> Shape:
    """A tile's face as the board takes it."""
    return Shape(tile.zones, tile.spaces, tile.walls)


@lru_cache(maxsize=32)
def _board_of(layout: Layout, shapes: tuple[tuple[str, Shape], ...], graze: bool) -> Board:
    return Board(layout, dict(shapes), graze=graze)
