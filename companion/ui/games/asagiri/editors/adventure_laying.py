"""Tiles on the floors of an adventure: laying, moving, turning, taking away; and everything that stands on them goes
along. Works on the JSON of a record, which may have faults; every change gives another record. No Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import msgspec

from companion.model import grid
from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.games.asagiri.adventure.record import Adventure
from companion.model.games.asagiri.state import cards, tiles
from companion.model.games.asagiri.state.board import FloorPlan
from companion.model.grid import Edge
from companion.ui.games.asagiri.editors.tile_sketch import Barrier, sides_of
from companion.ui.workshop.form_shapes import (
    NOTHING,
    Field,
    Number,
    NumberGroup,
    One,
    Repeated,
    Shape,
    fields_of,
    struct_of,
    value_at,
    with_value,
)

Square: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int, int]
"""Column, row, floor."""
Step: TypeAlias = Callable[[Place], Place | None]
"""Where a square goes; None: it is no more."""
MOST = 64
UNKNOWN = 8
"""Squares along a side of a tile that no pack holds."""
REACH = 0.75
"""Share of a tile's width that it may have to give way."""
MAGNET = 2
"""So many squares off, a tile still lies down along another."""


@dataclass(frozen=True, slots=True)
class TileOnFloor:
    """A tile on a floor; `tile` is None when no pack holds it."""

    id: str
    tile: cards.Tile | None
    at: tuple[int, int]
    turns: int

    @property
    def size(self) -> int:
        return self.tile.size if self.tile is not None else UNKNOWN

    @property
    def plan(self) -> FloorPlan:
        if self.tile is None:
            return FloorPlan((" " * UNKNOWN,) * UNKNOWN)
        return tiles.turned(tiles.plan(self.tile), self.turns)

    def covers(self, column: float, row: float) -> bool:
        x, y = self.at
        return x <= column < x + self.size and y <= row < y + self.size

    def overlaps(self, other: TileOnFloor) -> bool:
        return _overlap(self.at, self.size, other.at, other.size)


def _overlap(at: tuple[int, int], size: int, other: tuple[int, int], other_size: int) -> bool:
    return all(a < b + other_size and b < a + size for a, b in zip(at, other, strict=True))


def floors_of(record: Json, find: Callable[[str], Json | None]) -> list[list[TileOnFloor]]:
    """The tiles of every floor; `find` fetches the record of a tile."""
    found = []
    for floor in _items(record, "/floors"):
        found.append([_laid(item, find) for item in _items(floor, "/tiles")])
    return found


def _items(data: Json, pointer: str) -> list[Any]:
    items = value_at(data, pointer)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list | tuple) else []


def _laid(item: dict[str, Any], find: Callable[[str], Json | None]) -> TileOnFloor:
    id, at, turns = str(item.get("tile", "")), item.get("at"), item.get("turns", 0)
    place = (at[0], at[1]) if isinstance(at, list | tuple) and _numbers(at, 2) else (0, 0)
    tile = None
    data = find(id)
    if data is not None:
        try:
            tile = read(data, cards.Tile)
        except InvalidInput:
            tile = None
    return TileOnFloor(id, tile, place, turns if isinstance(turns, int) else 0)


def _numbers(value: Any, count: int) -> bool:
    return isinstance(value, list | tuple) and len(value) == count and all(type(part) is int for part in value)


def place_at(record: Json, pointer: str) -> Place | None:
    """The square written there, if it is one."""
    found = value_at(record, pointer)
    return (found[0], found[1], found[2]) if _numbers(found, 3) else None


def places(record: Json) -> Iterator[tuple[str, Place]]:
    """Every square that the record names, with its pointer, whatever it is for."""
    yield from _places(One((Adventure,)), record, "")


def _places(shape: Shape, value: Any, at: str) -> Iterator[tuple[str, Place]]:
    if _is_place(shape):
        if _numbers(value, 3):
            yield at, (value[0], value[1], value[2])
    elif isinstance(shape, NumberGroup):
        for n, (part, item) in enumerate(
            zip(shape.parts, value if isinstance(value, list | tuple) else (), strict=False)
        ):
            yield from _places(part, item, f"{at}/{n}")
    elif isinstance(shape, Repeated):
        for n, item in enumerate(value if isinstance(value, list | tuple) else ()):
            yield from _places(shape.of, item, f"{at}/{n}")
    elif isinstance(shape, One) and isinstance(value, dict):
        struct = struct_of(shape, value)
        for field in fields_of(struct) if struct is not None else ():
            if field.name in value:
                yield from _places(field.shape, value[field.name], f"{at}/{field.name}")


def _is_place(shape: Shape) -> bool:
    return (
        isinstance(shape, NumberGroup)
        and len(shape.parts) == 3
        and all(isinstance(part, Number) for part in shape.parts)
    )


def moved_places(record: Json, step: Step) -> Json:
    """The record with every square where `step` says. What cannot be without a square that is no more goes with it: a
    figure is nowhere, stairs and captives are not there, a zone without squares is none.
    """
    made: Json = _moved(One((Adventure,)), record, step)
    return made


_GONE: Any = object()


def _moved(shape: Shape, value: Any, step: Step) -> Any:
    if isinstance(shape, Repeated) and isinstance(value, list | tuple):
        kept = [item for item in (_moved(shape.of, item, step) for item in value) if item is not _GONE]
        return kept if len(kept) >= min(shape.least, len(value)) else _GONE
    if isinstance(shape, One) and isinstance(value, dict):
        struct = struct_of(shape, value)
        return value if struct is None else _moved_struct(fields_of(struct), value, step)
    if _is_place(shape) and _numbers(value, 3):
        there = step((value[0], value[1], value[2]))
        return _GONE if there is None else list(there)
    if isinstance(shape, NumberGroup) and isinstance(value, list | tuple) and len(value) == len(shape.parts):
        return [_moved(part, item, step) for part, item in zip(shape.parts, value, strict=True)]
    return value


def _moved_struct(fields: tuple[Field, ...], value: dict[str, Any], step: Step) -> Any:
    made = dict(value)
    for field in fields:
        if field.name not in value:
            continue
        there = _moved(field.shape, value[field.name], step)
        if there is not _GONE:
            made[field.name] = there
        elif field.required:
            return _GONE
        else:
            del made[field.name]
    return made


def with_tile(record: Json, floor: int, id: str, at: tuple[int, int], turns: int = 0) -> Json:
    """With one more tile on a floor."""
    known = value_at(record, f"/floors/{floor}/tiles", [])
    item: dict[str, Json] = {"tile": id, "at": list(at)}
    if turns % 4:
        item["turns"] = turns % 4
    return straightened(with_value(record, f"/floors/{floor}/tiles", [*known, item]), floor)


def without_tile(record: Json, floor: int, n: int, find: Callable[[str], Json | None]) -> Json:
    """Without a tile, and without what stood on it."""
    gone = floors_of(record, find)[floor][n]

    def step(place: Place) -> Place | None:
        column, row, where = place
        return None if where == floor and gone.covers(column, row) else place

    kept = [item for m, item in enumerate(value_at(record, f"/floors/{floor}/tiles", [])) if m != n]
    made = with_value(moved_places(record, step), f"/floors/{floor}/tiles", kept)
    made = _with_edges(made, floor, lambda edge: None if _inside(gone, edge) else edge)
    return straightened(made, floor)


def moved_tile(
    record: Json, floor: int, n: int, at: tuple[int, int], turns: int, find: Callable[[str], Json | None]
) -> Json:
    """With a tile lying elsewhere, or turned; what stood on it goes along."""
    old = floors_of(record, find)[floor][n]
    new = TileOnFloor(old.id, old.tile, at, turns % 4)
    by = (new.turns - old.turns) % 4

    def square(column: int, row: int) -> tuple[int, int]:
        x, y = column - old.at[0], row - old.at[1]
        for _ in range(by):
            x, y = old.size - 1 - y, x
        return at[0] + x, at[1] + y

    def step(place: Place) -> Place | None:
        column, row, where = place
        return (*square(column, row), where) if where == floor and old.covers(column, row) else place

    def edge(written: Json) -> Json | None:
        if not _inside(old, written):
            return written
        (column, row), side = written
        beyond = (column + (side == "E"), row + (side == "S"))
        first, second = sorted((square(column, row), square(*beyond)))
        return [list(first), "E" if second[0] > first[0] else "S"]

    item: dict[str, Json] = {"tile": old.id, "at": list(at)}
    if new.turns:
        item["turns"] = new.turns
    made = with_value(moved_places(record, step), f"/floors/{floor}/tiles/{n}", item)
    return straightened(_with_edges(made, floor, edge), floor)


def _inside(tile: TileOnFloor, written: Json) -> bool:
    """Whether both squares of a side lie on a tile."""
    (column, row), side = written
    return tile.covers(column, row) and tile.covers(column + (side == "E"), row + (side == "S"))


def _with_edges(record: Json, floor: int, step: Callable[[Json], Json | None]) -> Json:
    """With the adventure's own walls, doors and openings where `step` says."""
    for name in ("walls", "doors", "openings"):
        pointer = f"/floors/{floor}/{name}"
        written = value_at(record, pointer)
        if isinstance(written, list | tuple):
            there = [step(edge) for edge in written if _is_edge(edge)]
            record = with_value(record, pointer, [edge for edge in there if edge is not None])
    return record


def _is_edge(edge: Any) -> bool:
    return isinstance(edge, list | tuple) and len(edge) == 2 and _numbers(edge[0], 2) and edge[1] in ("E", "S")


def straightened(record: Json, floor: int) -> Json:
    """With the floor's north-west corner where its tiles begin: coordinates are never less than nought."""
    items = _items(record, f"/floors/{floor}/tiles")
    corners = [item["at"] for item in items if _numbers(item.get("at"), 2)]
    if not corners:
        return record
    dx, dy = -min(x for x, _ in corners), -min(y for _, y in corners)
    if not dx and not dy:
        return record

    def step(place: Place) -> Place | None:
        column, row, where = place
        return (column + dx, row + dy, where) if where == floor else place

    record = moved_places(record, step)
    record = _with_edges(record, floor, lambda edge: [[edge[0][0] + dx, edge[0][1] + dy], edge[1]])
    laid = [{**item, "at": [item["at"][0] + dx, item["at"][1] + dy]} if _numbers(item.get("at"), 2) else item
            for item in items]  # fmt: skip
    return with_value(record, f"/floors/{floor}/tiles", laid)


def without_floor(record: Json, floor: int) -> Json:
    """Without a floor, and without what was on it; those above come down."""

    def step(place: Place) -> Place | None:
        column, row, where = place
        return None if where == floor else (column, row, where - (where > floor))

    floors = value_at(record, "/floors", [])
    return with_value(moved_places(record, step), "/floors", [one for n, one in enumerate(floors) if n != floor])


def snapped(tile: TileOnFloor, at: tuple[float, float], others: list[TileOnFloor]) -> TileOnFloor:
    """A tile let go at a place: along the others where it nearly is, else on the nearest squares."""
    found = []
    for axis in (0, 1):
        wanted = at[axis]
        lines = [line for other in others for line in (other.at[axis] - tile.size, other.at[axis],
                                                       other.at[axis] + other.size,
                                                       other.at[axis] + other.size - tile.size)]  # fmt: skip
        near = min(lines, key=lambda line: abs(line - wanted), default=None)
        found.append(near if near is not None and abs(near - wanted) <= MAGNET else round(wanted))
    return TileOnFloor(tile.id, tile.tile, (found[0], found[1]), tile.turns)


def beside(tile: TileOnFloor, at: tuple[float, float], others: list[TileOnFloor]) -> TileOnFloor | None:
    """Where a tile lies down that was let go over others: along the nearest edge where there is room, not far away."""
    found: list[tuple[float, tuple[int, int]]] = []
    near = snapped(tile, at, others)
    for other in others:
        for axis in (0, 1):
            for line in (other.at[axis] - tile.size, other.at[axis] + other.size):
                for across in {near.at[1 - axis], other.at[1 - axis]}:
                    place = (line, across) if axis == 0 else (across, line)
                    free = not any(_overlap(place, tile.size, one.at, one.size) for one in others)
                    away = max(abs(a - b) for a, b in zip(place, at, strict=True))
                    if free and away <= tile.size * REACH:
                        found.append((away, place))
    return TileOnFloor(tile.id, tile.tile, min(found)[1], tile.turns) if found else None


def free_place(size: int, others: list[TileOnFloor]) -> tuple[int, int]:
    """Where a further tile lies down by itself: beside the others, in reading order as square as can be."""
    if not others:
        return (0, 0)
    left, top = min(other.at[0] for other in others), min(other.at[1] for other in others)
    right = max(other.at[0] + other.size for other in others)
    bottom = max(other.at[1] + other.size for other in others)
    spots = [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]

    def cost(at: tuple[int, int]) -> tuple[int, int, int]:
        width, height = max(right, at[0] + size) - left, max(bottom, at[1] + size) - top
        return max(width, height), at[1], at[0]

    def fits(at: tuple[int, int]) -> bool:
        return not any(_overlap(at, size, other.at, other.size) for other in others)

    return min((at for at in spots if fits(at)), key=cost)


def typed(record: Json) -> Adventure | None:
    """The record as the game reads it, if its types are right."""
    try:
        return msgspec.convert(record, Adventure)
    except msgspec.ValidationError:
        return None


@dataclass(frozen=True, slots=True)
class FloorLines:
    """One floor. `walls` and `doors`: the adventure's own; `openings`: where those of the tiles are taken away."""

    squares: frozenset[Square]
    tile_walls: frozenset[Edge]
    tile_doors: frozenset[Edge]
    walls: frozenset[Edge] = frozenset()
    doors: frozenset[Edge] = frozenset()
    openings: frozenset[Edge] = frozenset()

    @staticmethod
    def read(record: Json, floor: int, laid: list[TileOnFloor]) -> FloorLines:
        squares: set[Square] = set()
        walls: set[Edge] = set()
        doors: set[Edge] = set()
        for tile in laid:
            plan, (x, y) = tile.plan, tile.at
            squares |= {
                (x + column, y + row)
                for row, line in enumerate(plan.rows)
                for column, letter in enumerate(line)
                if letter != " "
            }
            walls |= {grid.moved(edge, tile.at) for edge in plan.walls}
            doors |= {grid.moved(edge, tile.at) for edge in plan.doors}
        own = {name: _edges(value_at(record, f"/floors/{floor}/{name}")) for name in ("walls", "doors", "openings")}
        return FloorLines(frozenset(squares), frozenset(walls), frozenset(doors), **own)

    def written(self, record: Json, floor: int) -> Json:
        for name, edges in (("walls", self.walls), ("doors", self.doors), ("openings", self.openings)):
            items = [[[edge.column, edge.row], edge.side] for edge in sorted(edges)]
            record = with_value(record, f"/floors/{floor}/{name}", items or NOTHING)
        return record

    def barrier(self, edge: Edge) -> Barrier | None:
        """What stands on a side, whoever put it there; a door stands in the place of a wall."""
        if edge in self.openings or not self.takes(edge, "door"):
            return None
        if edge in self.doors or edge in self.tile_doors:
            return "door"
        return "wall" if edge in self.walls or edge in self.tile_walls else None

    def takes(self, edge: Edge, barrier: Barrier) -> bool:
        """Only between two squares: where there is none, nobody goes anyway."""
        return all(place in self.squares for place in sides_of(edge))

    def with_barriers(self, edges: Iterable[Edge], barrier: Barrier | None) -> FloorLines:
        """With a wall or a door on some sides; nothing: open, also where the tile has a wall."""
        chosen = frozenset(edge for edge in edges if self.takes(edge, "wall"))
        made = replace(self, walls=self.walls - chosen, doors=self.doors - chosen, openings=self.openings - chosen)
        if barrier is None:
            return replace(made, openings=made.openings | (chosen & (self.tile_walls | self.tile_doors)))
        if barrier == "wall":
            return replace(made, walls=made.walls | (chosen - self.tile_walls - self.tile_doors))
        return replace(made, doors=made.doors | (chosen - self.tile_doors))


def _edges(written: object) -> frozenset[Edge]:
    found = set()
    for item in written if isinstance(written, list | tuple) else ():
        if (
            isinstance(item, list | tuple)
            and len(item) == 2
            and isinstance(item[0], list | tuple)
            and len(item[0]) == 2
        ):
            (column, row), side = item
            if type(column) is int and type(row) is int and side in ("E", "S"):
                found.add(Edge(column, row, side))
    return frozenset(found)
