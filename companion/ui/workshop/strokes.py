"""One stroke of a tool on a grid of cells, as the pointer goes. No Qt; every change gives another sketch."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Set
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

Place: TypeAlias = tuple[int, int]
"""A cell: column, row."""
Point: TypeAlias = tuple[float, float]
"""In cells, from the north-west corner."""
CORNER = 0.26
"""So near (in cells) to a crossing of lines, no side is meant yet."""
HOLD = 0.42
"""So far (in cells) a run may stray from its line."""
STEP = 0.1
"""Between two looks at the way of the pointer, in cells."""


class SideLike(Protocol):
    """The side between a cell and its eastern or southern neighbour."""

    @property
    def column(self) -> int: ...
    @property
    def row(self) -> int: ...
    @property
    def side(self) -> str: ...


S = TypeVar("S")
E = TypeVar("E", bound=SideLike)


class Stroke(ABC, Generic[S]):
    """See the module; `sketch` is what it has made so far."""

    marked: frozenset[Place] = frozenset()
    """Places to be shown as meant, where the sketch does not show it."""

    def __init__(self, sketch: S) -> None:
        self.before = self.sketch = sketch

    @abstractmethod
    def to(self, point: Point) -> None:
        """The pointer is here now; the first call is where it was pressed."""


Put: TypeAlias = Callable[[S, Collection[Place]], S]
"""The sketch with something on these cells."""


class CellBrush(Stroke[S]):
    """Every cell that is touched."""

    def __init__(self, sketch: S, put: Put[S]) -> None:
        super().__init__(sketch)
        self._put = put
        self._last: Point | None = None
        self.touched: set[Place] = set()

    def to(self, point: Point) -> None:
        fresh = {place_of(at) for at in between(self._last or point, point)} - self.touched
        self._last = point
        if fresh:
            self.touched |= fresh
            self.sketch = self._put(self.sketch, fresh)


class CellRectangle(Stroke[S]):
    """All cells between the corner where it began and the pointer."""

    def __init__(self, sketch: S, put: Put[S], has: Callable[[Place], bool]) -> None:
        """`has`: whether a cell lies on the grid."""
        super().__init__(sketch)
        self._put, self._has = put, has
        self._first: Place | None = None

    def to(self, point: Point) -> None:
        at = place_of(point)
        first = self._first = self._first or at
        columns = range(min(first[0], at[0]), max(first[0], at[0]) + 1)
        rows = range(min(first[1], at[1]), max(first[1], at[1]) + 1)
        places = frozenset((x, y) for y in rows for x in columns if self._has((x, y)))
        if places != self.marked:
            self.marked = places
            self.sketch = self._put(self.before, places)


class CellFill(Stroke[S]):
    """The area in which it was pressed."""

    def __init__(self, sketch: S, put: Put[S], area: Callable[[Place], Set[Place]]) -> None:
        """`area`: the cells that belong together with one."""
        super().__init__(sketch)
        self._put, self._area = put, area

    def to(self, point: Point) -> None:
        if self.sketch is self.before:
            self.sketch = self._put(self.before, self._area(place_of(point)))


class SideRun(Stroke[S], Generic[S, E]):
    """Along the lines that the pointer follows.

    It need not be exact: it keeps to its line until it clearly leaves it, and going back shortens the run.
    """

    def __init__(self, sketch: S, make: Callable[[int, int, Literal["E", "S"]], E]) -> None:
        """`make`: a side as this game's sketches have it."""
        super().__init__(sketch)
        self._make = make
        self.edges: list[E] = []
        self._last: Point | None = None

    @abstractmethod
    def takes(self, edge: E) -> bool:
        """Whether the run may go along there."""

    @abstractmethod
    def draw(self) -> None:
        """Make the sketch of the edges so far."""

    def to(self, point: Point) -> None:
        before = list(self.edges)
        for at in between(self._last or point, point):
            self._touch(at)
        self._last = point
        if self.edges != before:
            self.draw()

    def _touch(self, point: Point) -> None:
        found = side_near(point, self.edges[-1] if self.edges else None)
        edge = self._make(*found) if found is not None else None
        if edge is None or not self.takes(edge) or (self.edges and edge == self.edges[-1]):
            return
        if edge in self.edges:
            del self.edges[self.edges.index(edge) + 1 :]
        else:
            self.edges.append(edge)


def press_nearest(run: SideRun[S, E], point: Point) -> None:
    """A click near a crossing means the nearest side after all."""
    x, y = point
    for way in ((0.3, 0.0), (0.0, 0.3), (-0.3, 0.0), (0.0, -0.3)):
        run.to((round(x) + way[0], round(y) + way[1]))
        if run.edges:
            return


def place_of(point: Point) -> Place:
    """The cell under a point."""
    return math.floor(point[0]), math.floor(point[1])


def between(start: Point, end: Point) -> Iterator[Point]:
    """Points on the way, close enough to miss nothing; the end is the last."""
    steps = max(1, math.ceil(math.dist(start, end) / STEP))
    for n in range(1, steps + 1):
        share = n / steps
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def side_near(point: Point, last: SideLike | None = None) -> tuple[int, int, Literal["E", "S"]] | None:
    """The side that is meant at a point: none near a crossing; `last`, the one before, holds its line longer."""
    x, y = point
    line_x, line_y = round(x), round(y)
    away_x, away_y = abs(x - line_x), abs(y - line_y)
    if max(away_x, away_y) < CORNER:
        return None
    upright = away_x < away_y
    if last is not None:
        if last.side == "E" and line_x == last.column + 1 and away_x < HOLD and away_y >= CORNER / 2:
            upright = True
        elif last.side == "S" and line_y == last.row + 1 and away_y < HOLD and away_x >= CORNER / 2:
            upright = False
    if upright:
        return line_x - 1, math.floor(y), "E"
    return math.floor(x), line_y - 1, "S"
