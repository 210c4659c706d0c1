"""The floor: squares, walls, doors, and everything about them that does not depend on where figures stand.

Squares are small integers; bit masks of squares (bit *n* = square *n*) stand for sets of them. All tables are
computed once a board. A square missing from a row counts as walled in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, TypeAlias, cast

import msgspec

from companion.model import grid
from companion.model.games.asagiri.state.vocabulary import (
    EVERY_FACING,
    NO_SQUARE,
    Facing,
    SquareId,
    by_square,
    square_range,
    turned_by,
)
from companion.model.grid import Edge

FACINGS = "NESW"
facing_named = cast("Callable[[str], Facing]", FACINGS.index)
CLEAR, HINDERING, AQUATIC, BLOCKING, STAIRS = ".habs"

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Column and row offsets, clockwise from north; a facing *f* looks in direction ``2 * f``."""

CLIMBING = 8
"""The direction of a way to another floor: it has none on the compass."""

MOST_SQUARES = 6_000
"""Of all floors together: the masks of a board grow with the square of this, to some 50 MB."""

Coordinates: TypeAlias = tuple[int, int, int]
"""Column, row, floor."""
Stair: TypeAlias = tuple[Coordinates, Coordinates]
"""From where to where, one way (MOV-9)."""


class FloorPlan(msgspec.Struct, frozen=True):
    """One floor as it is written down: rows of terrain letters, walls, closed doors; `opened`: doors removed since."""

    rows: tuple[str, ...]
    walls: frozenset[Edge] = frozenset()
    doors: frozenset[Edge] = frozenset()
    opened: frozenset[Edge] = frozenset()


class PossibleStep(msgspec.Struct, frozen=True, gc=False):
    """A step that terrain and walls allow; `direction` is `CLIMBING` for one to another floor (MOV-9).

    `sides`: for a diagonal, the open squares beside its corner (GEO-2).
    """

    direction: int
    target: SquareId
    extra: int
    sides: int
    ground: str = "."
    """The terrain of the target."""

    def open(self, occupied: int) -> bool:
        """Whether figures on the `occupied` squares leave a way (MOV-5, GEO-2)."""
        return not occupied >> self.target & 1 and (not self.direction & 1 or bool(self.sides & ~occupied))


_PARTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "ahead": ((0,), ()), "diagonals": ((), (1, 7)), "sides": ((1, 3), ()), "back": ((2,), (3, 5)), "far": ((), ()),
}  # fmt: skip
"""Quarter-turns to the squares beside, eighths to those past a corner."""


def front(facing: Facing) -> tuple[int, int, int]:
    """The three directions in front: straight, and both diagonals."""
    return (2 * facing, (2 * facing + 1) % 8, (2 * facing + 7) % 8)


def behind(facing: Facing) -> tuple[int, int, int]:
    """The three directions behind: straight back, and both diagonals (RET-1)."""
    return front(turned_by(facing, 2))


members = cast("Callable[[int], Iterator[SquareId]]", grid.members)
"""The squares of a mask, in ascending order."""


class Board:
    """Immutable; equal when written the same way. Use `board_of`, which builds each plan once."""

    def __init__(self, floors: tuple[FloorPlan, ...], stairs: frozenset[Stair] = frozenset()) -> None:
        """Compute every table; `stairs` lead from floor to floor; others lead nowhere."""
        self.floors = floors
        self.stairs = stairs
        self.squares: tuple[Coordinates, ...] = tuple(
            (column, row, floor)
            for floor, plan in enumerate(floors)
            for row, letters in enumerate(plan.rows)
            for column, letter in enumerate(letters)
            if letter != " "
        )
        self.index = {square: n for n, square in by_square(self.squares)}
        self.terrain = "".join(floors[f].rows[r][c] for c, r, f in self.squares)
        self._closed = [plan.walls | plan.doors for plan in floors]
        self._up: dict[SquareId, list[SquareId]] = {}
        for start, end in sorted(stairs):
            if start in self.index and end in self.index and start[2] != end[2]:
                self._up.setdefault(self.index[start], []).append(self.index[end])
        self.orthogonal = tuple(
            tuple(self._beside(square, facing) for facing in EVERY_FACING) for square in self.squares
        )
        """By square and facing: the neighbour that no wall cuts off, or -1."""
        self._solid = sum(1 << n for n, letter in by_square(self.terrain) if letter == BLOCKING)
        self.difficult = sum(1 << n for n, letter in by_square(self.terrain) if letter in (HINDERING, AQUATIC))
        self.of_kind = {
            "hindering": sum(1 << n for n, letter in by_square(self.terrain) if letter == HINDERING),
            "aquatic": sum(1 << n for n, letter in by_square(self.terrain) if letter == AQUATIC),
        }
        """Masks of difficult terrain, by its name."""
        self.moves: dict[int, tuple[tuple[int, int, int, int], ...]] = {}
        """Steps and turns by square and facing, once they have been asked for; `movement` fills it."""
        self.notes: dict[tuple[object, ...], Any] = {}
        """What others have found out about this floor alone and want to ask again: (what, about which square…)."""
        self.lines: dict[int, Any] = {}
        """What `lines.line` keeps."""

    # Tables that only play needs, so that a board can be looked at without making them.

    @cached_property
    def ways(self) -> tuple[tuple[PossibleStep, ...], ...]:
        """By square: the steps that terrain and walls allow (MOV-5 without figures)."""
        return tuple(self._ways(n) for n in square_range(len(self.squares)))

    @cached_property
    def way_by_direction(self) -> tuple[dict[int, PossibleStep], ...]:
        """By square: its ways by their direction."""
        return tuple({way.direction: way for way in ways} for ways in self.ways)

    @cached_property
    def zones(self) -> tuple[tuple[int, ...], ...]:
        """By square and facing: the mask of squares controlled (CTL-1, CTL-2)."""
        return tuple(tuple(self._zone(n, facing) for facing in EVERY_FACING) for n in square_range(len(self.squares)))

    @cached_property
    def retreats(self) -> tuple[tuple[tuple[PossibleStep, ...], ...], ...]:
        """By square and facing: the ways back that terrain and walls allow (RET-1, RET-2)."""
        return tuple(
            tuple(tuple(ways[d] for d in behind(facing) if d in ways) for facing in EVERY_FACING)
            for ways in self.way_by_direction
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Board) and self.floors == other.floors and self.stairs == other.stairs
        )

    def __hash__(self) -> int:
        return hash((self.floors, self.stairs))

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def _beside(self, square: Coordinates, facing: Facing) -> SquareId:
        column, row, floor = square
        dx, dy = DIRECTIONS[2 * facing]
        there = self.index.get((column + dx, row + dy, floor), NO_SQUARE)
        edge = Edge(min(column, column + dx), min(row, row + dy), "E" if dx else "S")
        return NO_SQUARE if there < 0 or edge in self._closed[floor] else there

    def corner(self, square: SquareId, direction: int) -> tuple[SquareId, tuple[SquareId, ...]]:
        """Past a corner: the square diagonally there (-1: none) and the side squares that no wall closes (GEO-2)."""
        column, row, floor = self.squares[square]
        dx, dy = DIRECTIONS[direction]
        there = self.index.get((column + dx, row + dy, floor), NO_SQUARE)
        if there < 0:
            return NO_SQUARE, ()
        along = 1 if dx > 0 else 3, 2 if dy > 0 else 0
        sides = []
        for first, second in (along, along[::-1]):
            side = self.orthogonal[square][first]
            if side >= 0 and self.orthogonal[side][second] == there:
                sides.append(side)
        return there, tuple(sides)

    def _ways(self, square: SquareId) -> tuple[PossibleStep, ...]:
        found = []
        for direction in range(8):
            sides = 0
            if direction & 1:
                target, beside = self.corner(square, direction)
                sides = sum(1 << side for side in beside) & ~self._solid
                if not sides:
                    continue
            else:
                target = self.orthogonal[square][direction // 2]
            if target >= 0 and self.terrain[target] != BLOCKING:
                found.append(
                    PossibleStep(
                        direction,
                        target,
                        int(self.terrain[target] in (HINDERING, AQUATIC)),
                        sides,
                        self.terrain[target],
                    )
                )
        for target in self._up.get(square, ()):
            if self.terrain[target] != BLOCKING:
                found.append(PossibleStep(CLIMBING, target, 0, 0))
        return tuple(found)

    def around(self, square: SquareId) -> tuple[PossibleStep, ...]:
        """The steps to all squares around, whatever walls or blocking terrain there is; for whoever passes them."""
        column, row, floor = self.squares[square]
        found = []
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            target = self.index.get((column + dx, row + dy, floor), NO_SQUARE)
            if target >= 0:
                found.append(
                    PossibleStep(
                        direction, target, int(self.terrain[target] in (HINDERING, AQUATIC)), 0, self.terrain[target]
                    )
                )
        return (*found, *(way for way in self.ways[square] if way.direction == CLIMBING))

    def _zone(self, square: SquareId, facing: Facing) -> int:
        mask = 0
        for direction in front(facing):
            if direction & 1:
                target, sides = self.corner(square, direction)
                mask |= 1 << target if sides else 0
            elif (target := self.orthogonal[square][facing]) >= 0:
                mask |= 1 << target
        return mask

    def zone_part(self, square: SquareId, facing: Facing, part: str) -> int:
        """The mask of squares ``ahead``, at its ``diagonals``, ``sides``, ``back`` or ``far`` ahead; as in CTL-2 walls
        cut them off.
        """
        ahead, mask = self.orthogonal[square][facing], 0
        straight, across = _PARTS[part]
        for turned in straight:
            target = self.orthogonal[square][(facing + turned) % 4]
            mask |= 1 << target if target >= 0 else 0
        for turned in across:
            target, sides = self.corner(square, (2 * facing + turned) % 8)
            mask |= 1 << target if sides else 0
        if part == "far" and ahead >= 0 and (target := self.orthogonal[ahead][facing]) >= 0:
            mask |= 1 << target
        return mask

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the largest floor."""
        return (
            max((len(row) for plan in self.floors for row in plan.rows), default=0),
            max((len(plan.rows) for plan in self.floors), default=0),
        )

    def forward(self, origin: SquareId, facing: Facing, square: SquareId) -> int:
        """How far `square` lies in front of `origin` looking to `facing`; 0 or less: not in view (VIS-1)."""
        (c0, r0, f0), (c1, r1, f1) = self.squares[origin], self.squares[square]
        if f0 != f1:
            return 0
        dx, dy = DIRECTIONS[2 * facing]
        return (c1 - c0) * dx + (r1 - r0) * dy

    def vision(self, origin: SquareId, facing: Facing) -> list[SquareId]:
        """The field of vision: every square with a forward offset of 1 or more, to any width (VIS-1)."""
        return [n for n in square_range(len(self.squares)) if self.forward(origin, facing, n) >= 1]

    def lane(self, origin: SquareId, facing: Facing) -> int:
        """The mask of the squares straight ahead, whatever lies between."""
        (column, row, floor), (dx, dy), mask = self.squares[origin], DIRECTIONS[2 * facing], 0
        for steps in range(1, max(self.size) + 1):
            square = self.index.get((column + dx * steps, row + dy * steps, floor), -1)
            mask |= 1 << square if square >= 0 else 0
        return mask

    def between(self, a: SquareId, b: SquareId) -> SquareId:
        """The square in the middle of two that are two squares apart in a straight line; else -1."""
        (c0, r0, f0), (c1, r1, f1) = self.squares[a], self.squares[b]
        if f0 != f1 or max(abs(c1 - c0), abs(r1 - r0)) != 2 or (c0 + c1) % 2 or (r0 + r1) % 2:
            return NO_SQUARE
        return self.index.get(((c0 + c1) // 2, (r0 + r1) // 2, f0), NO_SQUARE)

    def distance(self, a: SquareId, b: SquareId, metric: str) -> int:
        """Squares between `a` and `b` in the table's metric (SHT-3)."""
        (c0, r0, _), (c1, r1, _) = self.squares[a], self.squares[b]
        dx, dy = abs(c1 - c0), abs(r1 - r0)
        return dx + dy if metric == "taxicab" else max(dx, dy)

    def within(self, centre: SquareId, squares: int, metric: str) -> int:
        """The mask of the squares of the same floor at most so many squares away, the centre included."""
        found: int | None = self.notes.get(("within", centre, squares, metric))
        if found is None:
            floor = self.squares[centre][2]
            near = (n for n, (_, _, level) in by_square(self.squares)
                    if level == floor and self.distance(centre, n, metric) <= squares)  # fmt: skip
            found = self.notes["within", centre, squares, metric] = sum(1 << n for n in near)
        return found

    def door(self, square: SquareId, facing: Facing) -> Edge | None:
        """The closed door on that side of the square, if there is one (KAR-5)."""
        edge = self.edge(square, facing)
        return edge if edge in self.floors[self.squares[square][2]].doors else None

    def opening(self, square: SquareId, facing: Facing) -> Edge | None:
        """That side of the square if a door has been removed from it in this game."""
        edge = self.edge(square, facing)
        return edge if edge in self.floors[self.squares[square][2]].opened else None

    def edge(self, square: SquareId, facing: Facing) -> Edge | None:
        """That side of the square when another square lies behind it."""
        column, row, floor = self.squares[square]
        dx, dy = DIRECTIONS[2 * facing]
        if (column + dx, row + dy, floor) not in self.index:
            return None
        return Edge(min(column, column + dx), min(row, row + dy), "E" if dx else "S")

    def with_door(self, floor: int, edge: Edge, closed: bool) -> Board:
        """The board with this door closed or removed."""
        plan = self.floors[floor]
        doors = plan.doors | {edge} if closed else plan.doors - {edge}
        opened = plan.opened - {edge} if closed else plan.opened | {edge}
        changed = msgspec.structs.replace(plan, doors=doors, opened=opened)
        return board_of((*self.floors[:floor], changed, *self.floors[floor + 1 :]), self.stairs)

    def with_terrain(self, squares: Iterable[SquareId], letter: str) -> Board:
        """The board with these squares of another terrain."""
        rows = [list(map(list, plan.rows)) for plan in self.floors]
        for square in squares:
            column, row, floor = self.squares[square]
            rows[floor][row][column] = letter
        floors = (msgspec.structs.replace(plan, rows=tuple("".join(row) for row in rows[floor]))
                  for floor, plan in enumerate(self.floors))  # fmt: skip
        return board_of(tuple(floors), self.stairs)

    def with_wall(self, floor: int, edge: Edge, *, stands: bool) -> Board:
        plan = self.floors[floor]
        walls = plan.walls | {edge} if stands else plan.walls - {edge}
        changed = msgspec.structs.replace(plan, walls=walls, doors=plan.doors - {edge})
        return board_of((*self.floors[:floor], changed, *self.floors[floor + 1 :]), self.stairs)

    def wall(self, square: SquareId, facing: Facing) -> Edge | None:
        """The wall between a square and another one on that side."""
        edge = self.edge(square, facing)
        return edge if edge in self.floors[self.squares[square][2]].walls else None

    def climbs(self, square: SquareId) -> list[SquareId]:
        """The squares of other floors that stairs lead to from here (MOV-9)."""
        return self._up.get(square, [])

    def row_from(self, side: int, depth: int) -> list[SquareId]:
        """The squares of the ground floor `depth` rows in from a side of the board (SET-1)."""
        columns = max((len(row) for row in self.floors[0].rows), default=0)
        rows = len(self.floors[0].rows)
        wanted = {
            0: ((c, depth) for c in range(columns)),
            1: ((columns - 1 - depth, r) for r in range(rows)),
            2: ((c, rows - 1 - depth) for c in range(columns)),
            3: ((depth, r) for r in range(rows)),
        }[side]
        return [self.index[(c, r, 0)] for c, r in wanted if (c, r, 0) in self.index]


@lru_cache(maxsize=64)
def board_of(floors: tuple[FloorPlan, ...], stairs: frozenset[Stair] = frozenset()) -> Board:
    """The board of these plans; the same plans and stairs give the same object."""
    return Board(floors, stairs)
