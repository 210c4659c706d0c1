"""A tile being drawn, and one stroke of a tool on it. No Qt; every change gives another sketch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, Self, TypeAlias, TypeVar, cast

import msgspec

from companion.model.core.contract import Json
from companion.model.games.asagiri.state.board import BLOCKING, CLEAR, HINDERING, FloorPlan
from companion.model.games.asagiri.state.cards import Side, SquareDrawing, Tile
from companion.model.grid import Edge
from companion.ui.workshop.strokes import CellBrush, CellFill, CellRectangle, Place, Point, SideRun, Stroke, side_near

Barrier: TypeAlias = Literal["wall", "door"]
NOTHING = " "
"""No square here."""
LETTERS = ".habs "
SMALLEST, LARGEST, MOST = 2, 24, 32
"""Squares along one side that are offered, and that can be; the tiles of the box have eight."""
DRAWN = {CLEAR, HINDERING, BLOCKING}
"""Terrain of which one can choose how it looks."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """See the module. `looks`: wishes for how squares are drawn, by place."""

    rows: tuple[str, ...]
    walls: frozenset[Edge] = frozenset()
    doors: frozenset[Edge] = frozenset()
    looks: Mapping[Place, str] = field(default_factory=dict)
    setting: Literal["indoor", "outdoor"] = "outdoor"
    ground: str | None = None

    @staticmethod
    def read(record: Json) -> Sketch:
        """The tile of a record; of one with faults, what can be drawn of it."""
        data = record if isinstance(record, dict) else {}
        rows = _rows(data.get("rows"))
        looks = {item.at: item.look for item in _typed(data.get("drawings"), SquareDrawing)}
        ground = data.get("ground")
        return Sketch(
            rows,
            frozenset(_edge(side) for side in _typed(data.get("walls"), Side)),
            frozenset(_edge(side) for side in _typed(data.get("doors"), Side)),
            looks,
            "indoor" if data.get("setting") == "indoor" else "outdoor",
            ground if isinstance(ground, str) else None,
        ).tidied()

    def written(self, record: Json) -> Json:
        """The record with this tile in it; name, id and everything else stay as they are."""
        drawings = [{"at": list(at), "look": look} for at, look in sorted(self.looks.items(), key=_by_row)]
        made: Json = {
            **(record if isinstance(record, dict) else {}),
            "setting": self.setting,
            "ground": self.ground,
            "rows": list(self.rows),
            "walls": [_side(edge) for edge in sorted(self.walls)],
            "doors": [_side(edge) for edge in sorted(self.doors)],
            "drawings": drawings,
        }
        return {key: value for key, value in made.items() if value not in (None, []) or key in ("rows", "id", "name")}

    def tile(self, id: str) -> Tile:
        return Tile(
            id=id,
            name={"en": id},
            rows=self.rows,
            walls=tuple(cast("Side", ((edge.column, edge.row), edge.side)) for edge in sorted(self.walls)),
            doors=tuple(cast("Side", ((edge.column, edge.row), edge.side)) for edge in sorted(self.doors)),
            setting=self.setting,
            ground=self.ground,
            drawings=tuple(SquareDrawing(at, look) for at, look in sorted(self.looks.items())),
        )

    @property
    def plan(self) -> FloorPlan:
        return FloorPlan(self.rows, self.walls, self.doors)

    @property
    def size(self) -> int:
        return len(self.rows)

    def has(self, place: Place) -> bool:
        """Whether a place lies within the tile, square or not."""
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size

    def letter(self, place: Place) -> str:
        """The terrain there; nothing beyond the tile."""
        return self.rows[place[1]][place[0]] if self.has(place) else NOTHING

    def barrier(self, edge: Edge) -> Barrier | None:
        return "wall" if edge in self.walls else "door" if edge in self.doors else None

    def takes(self, edge: Edge, barrier: Barrier) -> bool:
        """Whether something may stand there: a wall beside a square, a door between two, or at the tile's edge."""
        first, second = sides_of(edge)
        there = (self.letter(first) != NOTHING, self.letter(second) != NOTHING)
        outer = not (self.has(first) and self.has(second))
        return any(there) and (barrier == "wall" or outer or all(there))

    def area(self, start: Place) -> set[Place]:
        """The places of one terrain and look around a place that walls and doors do not part from it."""
        if not self.has(start):
            return set()
        wanted = (self.letter(start), self.looks.get(start))
        found: set[Place] = set()
        ahead = [start]
        while ahead:
            at = ahead.pop()
            if at in found or not self.has(at) or (self.letter(at), self.looks.get(at)) != wanted:
                continue
            found.add(at)
            ahead += [beyond for beyond, edge in around(at) if self.barrier(edge) is None]
        return found

    def painted(self, places: Iterable[Place], letter: str, look: str | None = None) -> Sketch:
        """With this terrain on some places, drawn in this way (None: as it comes)."""
        chosen = {place for place in places if self.has(place)}
        rows = tuple(
            "".join(letter if (x, y) in chosen else old for x, old in enumerate(row)) for y, row in enumerate(self.rows)
        )
        looks = {at: name for at, name in self.looks.items() if at not in chosen}
        if look is not None and letter in DRAWN:
            looks.update(dict.fromkeys(chosen, look))
        return replace(self, rows=rows, looks=looks).tidied()

    def with_barriers(self, edges: Iterable[Edge], barrier: Barrier | None) -> Sketch:
        """With a wall or a door on some sides, or nothing there."""
        chosen = frozenset(edges)
        walls, doors = self.walls - chosen, self.doors - chosen
        if barrier is not None:
            allowed = frozenset(edge for edge in chosen if self.takes(edge, barrier))
            walls, doors = (walls | allowed, doors) if barrier == "wall" else (walls, doors | allowed)
        return replace(self, walls=walls, doors=doors)

    def resized(self, size: int) -> Sketch:
        rows = [row[:size].ljust(size, CLEAR) for row in self.rows[:size]]
        rows += [CLEAR * size] * (size - len(rows))
        walls, doors = (frozenset(edge for edge in edges if _fits(edge, size)) for edges in (self.walls, self.doors))
        return replace(self, rows=tuple(rows), walls=walls, doors=doors).tidied()

    def mirrored(self) -> Sketch:
        last = self.size - 1

        def edges(old: frozenset[Edge]) -> frozenset[Edge]:
            return frozenset(
                Edge(last - 1 - edge.column if edge.side == "E" else last - edge.column, edge.row, edge.side)
                for edge in old
            )

        looks = {(last - x, y): look for (x, y), look in self.looks.items()}
        rows = tuple(row[::-1] for row in self.rows)
        return replace(self, rows=rows, walls=edges(self.walls), doors=edges(self.doors), looks=looks)

    def tidied(self) -> Sketch:
        walls = frozenset(edge for edge in self.walls if self.takes(edge, "wall"))
        doors = frozenset(edge for edge in self.doors if self.takes(edge, "door")) - walls
        looks = {at: look for at, look in self.looks.items() if self.letter(at) != NOTHING}
        return replace(self, walls=walls, doors=doors, looks=looks)


def blank(size: int = 8) -> Sketch:
    """An empty floor."""
    return Sketch((CLEAR * size,) * size)


def around(place: Place) -> list[tuple[Place, Edge]]:
    """The four places beside one, with the sides between: north, east, south, west."""
    x, y = place
    return [
        ((x, y - 1), Edge(x, y - 1, "S")),
        ((x + 1, y), Edge(x, y, "E")),
        ((x, y + 1), Edge(x, y, "S")),
        ((x - 1, y), Edge(x - 1, y, "E")),
    ]


def sides_of(edge: Edge) -> tuple[Place, Place]:
    """The two places that a side lies between."""
    beyond = (edge.column + 1, edge.row) if edge.side == "E" else (edge.column, edge.row + 1)
    return (edge.column, edge.row), beyond


def _fits(edge: Edge, size: int) -> bool:
    """Whether a side lies in a tile of this size or on its edge."""
    return edge.column < size and edge.row < size


def _edge(side: Side) -> Edge:
    (column, row), direction = side
    return Edge(column, row, direction)


def _side(edge: Edge) -> Json:
    return [[edge.column, edge.row], edge.side]


def _by_row(item: tuple[Place, str]) -> tuple[int, int]:
    return item[0][1], item[0][0]


def _rows(data: Any) -> tuple[str, ...]:
    found = [row for row in data if isinstance(row, str)] if isinstance(data, list | tuple) else []
    size = min(max([len(found), *map(len, found)], default=0), MOST)
    if not size:
        return blank().rows
    known = ["".join(letter if letter in LETTERS else CLEAR for letter in row[:size]) for row in found[:size]]
    return tuple(row.ljust(size, NOTHING) for row in [*known, *[""] * (size - len(known))])


def _typed(data: Any, type_: Any) -> list[Any]:
    """Those items of a list that are what they should be."""
    found = []
    for item in data if isinstance(data, list | tuple) else []:
        try:
            found.append(msgspec.convert(item, type_))
        except msgspec.ValidationError:
            continue
    return found


class Lined(Protocol):
    """What walls and doors can be drawn on."""

    def barrier(self, edge: Edge) -> Barrier | None:
        """What stands on a side."""

    def takes(self, edge: Edge, barrier: Barrier) -> bool:
        """Whether something may stand there."""

    def with_barriers(self, edges: Iterable[Edge], barrier: Barrier | None) -> Self:
        """With a wall or a door on some sides, or nothing there."""


L = TypeVar("L", bound=Lined)


def _paint(letter: str, look: str | None) -> Callable[[Sketch, Iterable[Place]], Sketch]:
    return lambda sketch, places: sketch.painted(places, letter, look)


class Brush(CellBrush[Sketch]):
    """Every square that is touched."""

    def __init__(self, sketch: Sketch, letter: str, look: str | None = None) -> None:
        """Paint `letter`, drawn as `look`."""
        super().__init__(sketch, _paint(letter, look))


class FillRectangle(CellRectangle[Sketch]):
    """All squares between the corner where it began and the pointer."""

    def __init__(self, sketch: Sketch, letter: str, look: str | None = None) -> None:
        """Fill with `letter`, drawn as `look`."""
        super().__init__(sketch, _paint(letter, look), sketch.has)


class Fill(CellFill[Sketch]):
    """The area of one kind in which it was pressed."""

    def __init__(self, sketch: Sketch, letter: str, look: str | None = None) -> None:
        """Fill with `letter`, drawn as `look`."""
        super().__init__(sketch, _paint(letter, look), sketch.area)


class EdgeRun(SideRun[L, Edge]):
    """Walls or doors along the lines that the pointer follows; pressed on one that stands, it takes away instead."""

    def __init__(self, sketch: L, barrier: Barrier, *, erase: bool = False) -> None:
        """Draw `barrier`; `erase`: take away walls and doors alike, whatever the first side bears."""
        super().__init__(sketch, Edge)
        self._barrier: Barrier = barrier
        self._always = erase

    @property
    def erases(self) -> bool:
        return self._always or (bool(self.edges) and self.before.barrier(self.edges[0]) == self._barrier)

    def takes(self, edge: Edge) -> bool:
        return self.before.takes(edge, "wall")

    def draw(self) -> None:
        if not self.erases:
            self.sketch = self.before.with_barriers(self.edges, self._barrier)
        elif self._always:
            self.sketch = self.before.with_barriers(self.edges, None)
        else:
            same = [edge for edge in self.edges if self.before.barrier(edge) == self._barrier]
            self.sketch = self.before.with_barriers(same, None)


def eraser(sketch: Sketch, *, edges: bool) -> Stroke[Sketch]:
    """What the right button does: sides bare again, or squares clear."""
    return EdgeRun(sketch, "wall", erase=True) if edges else Brush(sketch, CLEAR)


def edge_near(point: Point) -> Edge | None:
    """The side that is meant at a point: none near a crossing."""
    found = side_near(point)
    return Edge(*found) if found is not None else None
