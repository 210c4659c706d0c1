"""Where cells, zones, tiles and doors lie in the scene: cells are `CELL` wide, the north-west one at the origin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import hypot

from PySide6.QtCore import QLineF, QPointF, QRectF

from companion.model import grid
from companion.model.games.chronicles.board.board import NOWHERE, Board
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.state.state import Place
from companion.model.grid import SIDES, Cell, Edge, members
from companion.ui.kit.scene import CELL, joined

RIM = 12.0
"""Room around the tiles: half a wall, and its shadow."""
DOOR = 0.24
"""So near to a door (in cells) it is meant."""


class Geometry:
    """One board. Immutable, but for the doors, which stand in its layout."""

    def __init__(self, board: Board) -> None:
        self.board = board
        columns = [column for column, _ in board.cells]
        rows = [row for _, row in board.cells]
        pieces = board.layout.pieces
        self.origin = min(piece.at[0] for piece in pieces), min(piece.at[1] for piece in pieces)
        self.columns = max(columns) - self.origin[0] + 1
        self.rows = max(rows) - self.origin[1] + 1

    @property
    def page(self) -> QRectF:
        """The tiles and the room around them."""
        return QRectF(0, 0, self.columns * CELL, self.rows * CELL).adjusted(-RIM, -RIM, RIM, RIM)

    def point(self, column: float, row: float) -> QPointF:
        """A place of the board, in cells, in the scene."""
        return QPointF((column - self.origin[0]) * CELL, (row - self.origin[1]) * CELL)

    def rect(self, at: Cell) -> QRectF:
        return QRectF(self.point(*at), self.point(at[0] + 1, at[1] + 1))

    def centre(self, at: Cell) -> QPointF:
        return self.rect(at).center()

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point of the scene; None: void, or beside the board."""
        at = int(point.x() // CELL) + self.origin[0], int(point.y() // CELL) + self.origin[1]
        return at if at in self.board.index else None

    def zone_at(self, at: Cell) -> str:
        return self.board.zones[self.board.zone_of[self.board.index[at]]]

    def piece_at(self, at: Cell) -> str:
        return self.board.pieces[self.board.index[at]]

    def cells(self, zone: str) -> tuple[Cell, ...]:
        """The cells of a zone, those nearest to its middle first."""
        return self._by_nearness[zone]

    @cached_property
    def _by_nearness(self) -> dict[str, tuple[Cell, ...]]:
        found = {}
        for zone, mask in zip(self.board.zones, self.board.of_zone, strict=True):
            cells = [self.board.cells[n] for n in members(mask)]
            middle = sum(column for column, _ in cells) / len(cells), sum(row for _, row in cells) / len(cells)
            found[zone] = tuple(
                sorted(cells, key=lambda at: (round(hypot(at[0] - middle[0], at[1] - middle[1]), 3), at))
            )
        return found

    def place(self, at: Place, n: int = 0) -> QPointF:
        """Where the n-th thing of a place lies; the first lies in the middle of its zone, others around it."""
        if not isinstance(at, str):
            return self.centre(at)
        cells = self.cells(at)
        return self.centre(cells[n % len(cells)]) + QPointF(9, 9) * (n // len(cells))

    def rows_of(self, cells: Iterable[Cell]) -> Iterator[QRectF]:
        """Cells as rectangles, those beside each other in one."""
        rows: dict[int, set[int]] = {}
        for column, row in cells:
            rows.setdefault(row, set()).add(column)
        for row, columns in sorted(rows.items()):
            for first, end in joined(columns):
                yield QRectF(self.point(first, row), self.point(end, row + 1))

    def border(self, cells: Iterable[Cell], width: float) -> list[QRectF]:
        """The rim inside some cells, as rectangles: they are filled in no time."""
        inside, found = set(cells), []
        for column, row in inside:
            box = self.rect((column, row))
            if (column, row - 1) not in inside:
                found.append(QRectF(box.left(), box.top(), CELL, width))
            if (column, row + 1) not in inside:
                found.append(QRectF(box.left(), box.bottom() - width, CELL, width))
            if (column - 1, row) not in inside:
                found.append(QRectF(box.left(), box.top(), width, CELL))
            if (column + 1, row) not in inside:
                found.append(QRectF(box.right() - width, box.top(), width, CELL))
        return found

    def line(self, edge: Edge) -> QLineF:
        """A side of a cell."""
        start = (edge.column + 1, edge.row) if edge.side == "E" else (edge.column, edge.row + 1)
        return QLineF(self.point(*start), self.point(edge.column + 1, edge.row + 1))

    def door_at(self, point: QPointF, doors: Iterable[DoorOn]) -> DoorOn | None:
        """The door near a point of the scene."""
        for door in doors:
            line = self.line(edge_of(door))
            box = QRectF(line.p1(), line.p2()).normalized()
            if box.adjusted(-DOOR * CELL, -DOOR * CELL, DOOR * CELL, DOOR * CELL).contains(point):
                return door
        return None

    def beside(self, at: Cell, dx: int, dy: int) -> Cell:
        """The next cell in a direction, past void and walls; itself at the edge."""
        there = at
        for _ in range(self.columns + self.rows):
            there = there[0] + dx, there[1] + dy
            if self.board.index.get(there, NOWHERE) >= 0:
                return there
        return at


def edge_of(door: DoorOn) -> Edge:
    """The side of a cell that a door stands on."""
    return grid.edge(door.at, SIDES.index(door.side))
