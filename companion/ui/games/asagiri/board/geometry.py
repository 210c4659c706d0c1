"""Where things are drawn: squares, sides and directions of one floor, turned by quarter-turns for the eye.

The scene is never rotated: the floor is laid out anew, so that letters, signs and the light stay upright. A square is
`CELL` wide in scene units; the north-west corner of what is seen is the origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from PySide6.QtCore import QLineF, QPointF, QRectF

from companion.model.games.asagiri.state.board import DIRECTIONS, Board
from companion.model.games.asagiri.state.vocabulary import (
    EVERY_FACING,
    NO_FACING,
    NO_SQUARE,
    Facing,
    SquareId,
    by_square,
    turned_by,
)
from companion.model.grid import Edge
from companion.ui.kit.scene import CELL, joined

MARGIN, RIM = 52.0, 16.0
"""Room beside the squares: for letters and numbers on two sides, for the frame and its shadow on the others."""

LEANING = 0.33
"""From the middle of a square so far (in squares) to where a figure put down looks towards that side."""


class Geometry:
    """One floor of a board, seen after `turn` clockwise quarter-turns. Immutable."""

    def __init__(self, board: Board, floor: int = 0, turn: int = 0) -> None:
        """Lay out `floor`; IndexError when the board has no such floor."""
        self.board, self.floor, self.turn = board, floor, turn % 4
        plan = board.floors[floor]
        self.width = max((len(row) for row in plan.rows), default=0)
        self.height = len(plan.rows)
        """Columns and rows as the model counts them."""
        self.columns, self.rows = (self.width, self.height) if self.turn % 2 == 0 else (self.height, self.width)
        self.squares = tuple(n for n, (_, _, f) in by_square(board.squares) if f == floor)
        self._rects = {n: self._rect(n) for n in self.squares}

    @property
    def area(self) -> QRectF:
        return QRectF(0, 0, self.columns * CELL, self.rows * CELL)

    @property
    def page(self) -> QRectF:
        """The squares and the margin around them."""
        return self.area.adjusted(-MARGIN, -MARGIN, RIM, RIM)

    def point(self, x: float, y: float) -> QPointF:
        """A place of the floor (in squares from its north-west corner) in the scene."""
        if self.turn == 1:
            x, y = self.height - y, x
        elif self.turn == 2:
            x, y = self.width - x, self.height - y
        elif self.turn == 3:
            x, y = y, self.width - x
        return QPointF(x * CELL, y * CELL)

    def place(self, point: QPointF) -> tuple[float, float]:
        """The place of the floor, in squares, under a point of the scene."""
        x, y = point.x() / CELL, point.y() / CELL
        return {0: (x, y), 1: (y, self.height - x), 2: (self.width - x, self.height - y), 3: (self.width - y, x)}[
            self.turn
        ]

    def _rect(self, square: SquareId) -> QRectF:
        column, row, _ = self.board.squares[square]
        return QRectF(self.point(column, row), self.point(column + 1, row + 1)).normalized()

    def rect(self, square: SquareId) -> QRectF:
        """A square of this floor in the scene; KeyError for one of another floor."""
        return QRectF(self._rects[square])

    def rects(self, squares: Iterable[SquareId]) -> list[QRectF]:
        """Those of some squares that lie on this floor, in the scene."""
        return [self.rect(square) for square in squares if self.has(square)]

    def has(self, square: SquareId) -> bool:
        return square in self._rects

    def centre(self, square: SquareId) -> QPointF:
        return self._rects[square].center()

    def square_at(self, point: QPointF) -> SquareId:
        """The square under a point of the scene, or -1."""
        x, y = self.place(point)
        if x < 0 or y < 0:
            return NO_SQUARE
        return self.board.index.get((int(x), int(y), self.floor), NO_SQUARE)

    def leaning(self, point: QPointF) -> Facing:
        """The facing of the model towards whose side of its square a point leans; -1 near the middle."""
        square = self.square_at(point)
        if square < 0:
            return NO_FACING
        off = point - self.centre(square)
        if max(abs(off.x()), abs(off.y())) < LEANING * CELL:
            return NO_FACING
        sideways = abs(off.x()) > abs(off.y())
        return self.meant((1 if off.x() > 0 else 3) if sideways else (2 if off.y() > 0 else 0))

    def cell(self, square: SquareId) -> tuple[int, int]:
        rect = self._rects[square]
        return round(rect.x() / CELL), round(rect.y() / CELL)

    def side(self, edge: Edge) -> QLineF:
        """The side of a square as a line of the scene."""
        column, row = edge.column + 1, edge.row + 1
        start = (column, edge.row) if edge.side == "E" else (edge.column, row)
        return QLineF(self.point(*start), self.point(column, row))

    def front(self, square: SquareId, facing: Facing) -> QLineF:
        rect = self._rects[square]
        return {
            0: QLineF(rect.topLeft(), rect.topRight()),
            1: QLineF(rect.topRight(), rect.bottomRight()),
            2: QLineF(rect.bottomRight(), rect.bottomLeft()),
            3: QLineF(rect.bottomLeft(), rect.topLeft()),
        }[self.seen(facing)]

    def seen(self, facing: Facing) -> Facing:
        return turned_by(facing, self.turn)

    def meant(self, direction: int) -> Facing:
        """The facing of the model that is seen as this one (0 up, 1 right, 2 down, 3 left)."""
        return EVERY_FACING[(direction - self.turn) % 4]

    def beside(self, square: SquareId, direction: int) -> SquareId:
        """The next square in a direction as it is seen (0 up … 3 left), past gaps, walls or not; -1 at the edge."""
        column, row, floor = self.board.squares[square]
        dx, dy = DIRECTIONS[2 * self.meant(direction)]
        for _ in range(max(self.width, self.height)):
            column, row = column + dx, row + dy
            found = self.board.index.get((column, row, floor), NO_SQUARE)
            if found >= 0:
                return found
        return NO_SQUARE

    def crossing(self, place: tuple[int, int]) -> QPointF:
        """A place of a line of fire (doubled coordinates, centres odd) in the scene."""
        return self.point(place[0] / 2, place[1] / 2)


def heading(direction: int) -> QPointF:
    """One step up (0), right, down or left in the scene, of length 1."""
    dx, dy = DIRECTIONS[2 * (direction % 4)]
    return QPointF(dx, dy)


Side: TypeAlias = tuple[int, int, bool]
"""A side of a cell as it is seen: the column and row where it begins, and whether it stands upright."""


def outline(cells: set[tuple[int, int]]) -> set[Side]:
    """The sides between these cells (column, row) and others."""
    flat = {(x, y + below, False) for x, y in cells for below in (0, 1) if (x, y - 1 + 2 * below) not in cells}
    return flat | {(x + right, y, True) for x, y in cells for right in (0, 1) if (x - 1 + 2 * right, y) not in cells}


def strokes(sides: Iterable[Side]) -> Iterator[QLineF]:
    """Sides of cells as lines of the scene, those that go on in one."""
    lines: dict[tuple[bool, int], set[int]] = {}
    for x, y, upright in sides:
        lines.setdefault((upright, x if upright else y), set()).add(y if upright else x)
    for (upright, at), starts in sorted(lines.items()):
        for first, last in joined(starts):
            if upright:
                yield QLineF(at * CELL, first * CELL, at * CELL, last * CELL)
            else:
                yield QLineF(first * CELL, at * CELL, last * CELL, at * CELL)
