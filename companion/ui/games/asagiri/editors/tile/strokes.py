"""One stroke of a tool from press to release: places of the pointer in, another sketch out. No Qt.

A stroke looks at the pointer's place in squares from the north-west corner (``(2.5, 0.1)``) and keeps the sketch it
began with, so that going back takes back.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from companion.model.games.asagiri.state.board import CLEAR, Edge

from .sketch import Barrier, Place, Sketch

Point: TypeAlias = tuple[float, float]
CORNER = 0.26
"""So near (in squares) to a crossing of lines, no side is meant yet."""
HOLD = 0.42
"""So far (in squares) a run may stray from its line."""
STEP = 0.1
"""Between two looks at the way of the pointer, in squares."""


class Lined(Protocol):
    """What walls and doors can be drawn on."""

    def barrier(self, edge: Edge) -> Barrier | None:
        """What stands on a side."""

    def takes(self, edge: Edge, barrier: Barrier) -> bool:
        """Whether something may stand there."""

    def with_barriers(self, edges: Iterable[Edge], barrier: Barrier | None) -> Self:
        """With a wall or a door on some sides, or nothing there."""


S = TypeVar("S")
L = TypeVar("L", bound=Lined)


class Stroke(ABC, Generic[S]):
    """See the module; `sketch` is what it has made so far."""

    def __init__(self, sketch: S) -> None:
        """Begin on `sketch`."""
        self.before = self.sketch = sketch

    @abstractmethod
    def to(self, point: Point) -> None:
        """The pointer is here now; the first call is where it was pressed."""

    @property
    def marked(self) -> frozenset[Place]:
        """Places to be shown as meant, where the sketch does not show it."""
        return frozenset()


class Brush(Stroke[Sketch]):
    """Every square that is touched."""

    def __init__(self, sketch: Sketch, letter: str, look: str | None = None) -> None:
        """Paint `letter`, drawn as `look`."""
        super().__init__(sketch)
        self._letter, self._look = letter, look
        self._last: Point | None = None
        self.touched: set[Place] = set()

    def to(self, point: Point) -> None:
        fresh = {place_of(at) for at in between(self._last or point, point)} - self.touched
        self._last = point
        if fresh:
            self.touched |= fresh
            self.sketch = self.sketch.painted(fresh, self._letter, self._look)


class Rectangle(Stroke[Sketch]):
    """All squares between the corner where it began and the pointer."""

    def __init__(self, sketch: Sketch, letter: str, look: str | None = None) -> None:
        """Fill with `letter`, drawn as `look`."""
        super().__init__(sketch)
        self._letter, self._look = letter, look
        self._first: Place | None = None
        self._marked: frozenset[Place] = frozenset()

    @property
    def marked(self) -> frozenset[Place]:
        return self._marked

    def to(self, point: Point) -> None:
        at = place_of(point)
        first = self._first = self._first or at
        columns = range(min(first[0], at[0]), max(first[0], at[0]) + 1)
        rows = range(min(first[1], at[1]), max(first[1], at[1]) + 1)
        places = frozenset((x, y) for y in rows for x in columns if self.before.has((x, y)))
        if places != self._marked:
            self._marked = places
            self.sketch = self.before.painted(places, self._letter, self._look)


class Fill(Stroke[Sketch]):
    """The area of one kind in which it was pressed."""

    def __init__(self, sketch: Sketch, letter: str, look: str | None = None) -> None:
        """Fill with `letter`, drawn as `look`."""
        super().__init__(sketch)
        self._letter, self._look = letter, look

    def to(self, point: Point) -> None:
        if self.sketch is self.before:
            self.sketch = self.before.painted(self.before.area(place_of(point)), self._letter, self._look)


class Run(Stroke[L]):
    """Walls or doors along the lines that the pointer follows; pressed on one that stands, it takes away instead.

    The pointer need not be exact: it keeps to its line until it clearly leaves it, and going back shortens the run.
    """

    def __init__(self, sketch: L, barrier: Barrier, *, erase: bool = False) -> None:
        """Draw `barrier`; `erase`: take away walls and doors alike, whatever the first side bears."""
        super().__init__(sketch)
        self._barrier: Barrier = barrier
        self._always = erase
        self.erases = erase
        self.edges: list[Edge] = []
        self._last: Point | None = None

    def to(self, point: Point) -> None:
        before = list(self.edges)
        for at in between(self._last or point, point):
            self._touch(at)
        self._last = point
        if self.edges != before:
            self._draw()

    def _touch(self, point: Point) -> None:
        edge = edge_near(point, self.edges[-1] if self.edges else None)
        if edge is None or not self.before.takes(edge, "wall") or (self.edges and edge == self.edges[-1]):
            return
        if not self.edges:
            self.erases = self._always or self.before.barrier(edge) == self._barrier
        if edge in self.edges:
            del self.edges[self.edges.index(edge) + 1 :]
        else:
            self.edges.append(edge)

    def _draw(self) -> None:
        if not self.erases:
            self.sketch = self.before.with_barriers(self.edges, self._barrier)
        elif self._always:
            self.sketch = self.before.with_barriers(self.edges, None)
        else:
            same = [edge for edge in self.edges if self.before.barrier(edge) == self._barrier]
            self.sketch = self.before.with_barriers(same, None)


def eraser(sketch: Sketch, *, edges: bool) -> Stroke[Sketch]:
    """What the right button does: sides bare again, or squares clear."""
    return Run(sketch, "wall", erase=True) if edges else Brush(sketch, CLEAR)


def place_of(point: Point) -> Place:
    """The square under a point."""
    return math.floor(point[0]), math.floor(point[1])


def between(start: Point, end: Point) -> Iterator[Point]:
    """Points on the way, close enough to miss nothing; the end is the last."""
    steps = max(1, math.ceil(math.dist(start, end) / STEP))
    for n in range(1, steps + 1):
        share = n / steps
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def edge_near(point: Point, last: Edge | None = None) -> Edge | None:
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
        return Edge(line_x - 1, math.floor(y), "E")
    return Edge(math.floor(x), line_y - 1, "S")
