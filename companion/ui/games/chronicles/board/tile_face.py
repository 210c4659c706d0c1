"""What of a tile is drawn, turned as it lies; the sides of its cells that are walls. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from companion.model.games.chronicles.box.records import Cell, CellSide, Tile

VOID = "."


class Side(NamedTuple):
    """The east or the south side of a cell; the cell of a tile's west or north edge lies at -1."""

    column: int
    row: int
    side: Literal["E", "S"]

    @property
    def upright(self) -> bool:
        """It runs from north to south."""
        return self.side == "E"

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The two cells that it parts."""
        column, row, side = self
        return (column, row), (column + (side == "E"), row + (side == "S"))


def side_of(at: Cell, side: CellSide) -> Side:
    """One side, whichever of its two cells names it."""
    column, row = at
    if side == "W":
        return Side(column - 1, row, "E")
    if side == "N":
        return Side(column, row - 1, "S")
    return Side(column, row, side)


class Run(NamedTuple):
    """Sides in one line: from one crossing of lines to another, in cells."""

    start: Cell
    end: Cell


def runs(sides: Iterable[Side]) -> Iterator[Run]:
    """Sides joined into straight lines, so that a long wall is one stroke."""
    every = set(sides)
    for upright in (True, False):
        mine = [(one.column, one.row) if upright else (one.row, one.column) for one in every if one.upright == upright]
        for line, found in groupby(sorted(mine), key=lambda one: one[0]):
            places = [at for _, at in found]
            first = 0
            for n, at in enumerate(places):
                if n + 1 == len(places) or places[n + 1] != at + 1:
                    start, end = places[first], at + 1
                    yield (
                        Run((line + 1, start), (line + 1, end)) if upright else Run((start, line + 1), (end, line + 1))
                    )
                    first = n + 1


@dataclass(frozen=True, slots=True)
class TileFace:
    """See the module; it can be compared, so that drawings of it are kept. Rows as in `Tile`."""

    zones: tuple[str, ...]
    spaces: tuple[str, ...]
    walls: frozenset[Side] = frozenset()
    """Walls inside it."""
    mission: bool = False
    forbidden: int | Literal["always"] | None = None

    @staticmethod
    def of(tile: Tile) -> TileFace:
        walls = frozenset(side_of(wall.at, wall.side) for wall in tile.walls)
        return TileFace(tile.zones, tile.spaces, walls, tile.mission, tile.forbidden)

    @property
    def columns(self) -> int:
        return len(self.zones[0]) if self.zones else 0

    @property
    def rows(self) -> int:
        return len(self.zones)

    def has(self, cell: Cell) -> bool:
        """Whether a cell lies in its rectangle, void or not."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def zone(self, cell: Cell) -> str:
        """The letter of its zone; `VOID` beyond the tile."""
        return self.zones[cell[1]][cell[0]] if self.has(cell) else VOID

    def space(self, cell: Cell) -> str:
        """The letter of its space (§28); `x`: none."""
        return self.spaces[cell[1]][cell[0]] if self.zone(cell) != VOID else "x"

    def turned(self, turns: int) -> TileFace:
        """As it lies after so many clockwise quarter-turns."""
        face = self
        for _ in range(turns % 4):
            high = face.rows
            walls = (
                Side(high - 1 - row, column, "S") if side == "E" else Side(high - 2 - row, column, "E")
                for column, row, side in face.walls
            )
            face = TileFace(_turned(face.zones), _turned(face.spaces), frozenset(walls), face.mission, face.forbidden)
        return face

    def edges(self) -> Iterator[Side]:
        """Where its floor ends: at its rectangle's edge, and at void (BRD-1, BRD-4)."""
        for row in range(-1, self.rows):
            for column in range(-1, self.columns):
                for way in ("E", "S"):
                    side = Side(column, row, "E" if way == "E" else "S")
                    first, second = side.cells
                    if (self.zone(first) == VOID) != (self.zone(second) == VOID):
                        yield side

    def borders(self) -> Iterator[Side]:
        """Where two zones meet without a wall: a white line."""
        for row in range(self.rows):
            for column in range(self.columns):
                for side in (Side(column, row, "E"), Side(column, row, "S")):
                    first, second = (self.zone(cell) for cell in side.cells)
                    if first != second and VOID not in (first, second) and side not in self.walls:
                        yield side


def _turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))
