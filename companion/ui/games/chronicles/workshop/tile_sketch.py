"""A tile being drawn: its record read and written, and what each tool does. No Qt; every change gives another face."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Set
from dataclasses import replace
from typing import Any, Final

import msgspec

from companion.model.core.contract import Json
from companion.model.games.chronicles.box.card_checks import SPACES, TILE_SIDE, ZONES
from companion.model.games.chronicles.box.records import Cell, Wall
from companion.ui.games.chronicles.board.tile_face import VOID, Side, TileFace, side_of
from companion.ui.workshop.strokes import SideRun

NEW_SIDE: Final = 6
"""Cells of a new tile's side."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
NO_SPACE, PLAIN = "x", "o"


def blank(columns: int = NEW_SIDE, rows: int = NEW_SIDE) -> TileFace:
    """One zone, a space in every cell."""
    return TileFace(("a" * columns,) * rows, (PLAIN * columns,) * rows)


def face_of_record(record: Json) -> TileFace:
    """The tile of a record; of one with faults, what can be drawn of it."""
    data = record if isinstance(record, dict) else {}
    zones, spaces = _rows(data.get("zones"), ZONES, VOID), _rows(data.get("spaces"), SPACES, NO_SPACE)
    high = min(max(len(zones), 1), TILE_SIDE)
    wide = min(max((len(row) for row in zones), default=0), TILE_SIDE)
    if not wide:
        return blank()
    zones = [row[:wide].ljust(wide, VOID) for row in zones[:high]]
    spaces = [row[:wide].ljust(wide, NO_SPACE) for row in [*spaces, *[""] * high][:high]]
    forbidden = data.get("forbidden")
    face = TileFace(
        tuple(zones),
        tuple(spaces),
        frozenset(side_of(wall.at, wall.side) for wall in _walls(data.get("walls"))),
        data.get("mission") is True,
        forbidden if forbidden == "always" or isinstance(forbidden, int) else None,
    )
    return tidied(face)


def _rows(data: Any, letters: Collection[str], otherwise: str) -> list[str]:
    found = [row for row in data if isinstance(row, str)] if isinstance(data, list | tuple) else []
    return ["".join(letter if letter in letters else otherwise for letter in row) for row in found]


def _walls(data: Any) -> list[Wall]:
    found = []
    for item in data if isinstance(data, list | tuple) else []:
        try:
            found.append(msgspec.convert(item, Wall))
        except msgspec.ValidationError:
            continue
    return found


def written(face: TileFace, record: Json) -> Json:
    """The record with this floor in it; everything else stays as it is."""
    made: Json = {
        **(record if isinstance(record, dict) else {}),
        "zones": list(face.zones),
        "spaces": list(face.spaces),
    }
    made.pop("walls", None)
    if face.walls:
        made["walls"] = [{"at": [side.column, side.row], "side": side.side} for side in sorted(face.walls)]
    return made


def tidied(face: TileFace) -> TileFace:
    """No space where no zone is, no wall where the floor ends anyway."""
    spaces = tuple(
        "".join(NO_SPACE if zone == VOID else letter for zone, letter in zip(*rows, strict=True))
        for rows in zip(face.zones, face.spaces, strict=True)
    )
    return replace(face, spaces=spaces, walls=frozenset(side for side in face.walls if takes_wall(face, side)))


def takes_wall(face: TileFace, side: Side) -> bool:
    """Whether a wall may be drawn there: between two cells of the floor."""
    return all(face.zone(cell) != VOID for cell in side.cells)


def with_zone(face: TileFace, cells: Collection[Cell], zone: str) -> TileFace:
    """With some cells in a zone, or void; cells that were void get a plain space."""
    zones = _put(face, face.zones, cells, zone)
    grown = [cell for cell in cells if face.zone(cell) == VOID] if zone != VOID else []
    return tidied(replace(face, zones=zones, spaces=_put(face, face.spaces, grown, PLAIN)))


def with_space(face: TileFace, cells: Collection[Cell], letter: str) -> TileFace:
    """With this kind of space in some cells; void ones stay without."""
    return tidied(replace(face, spaces=_put(face, face.spaces, cells, letter)))


def _put(face: TileFace, rows: tuple[str, ...], cells: Collection[Cell], letter: str) -> tuple[str, ...]:
    chosen = {cell for cell in cells if face.has(cell)}
    return tuple(
        "".join(letter if (x, y) in chosen else old for x, old in enumerate(row)) for y, row in enumerate(rows)
    )


def with_walls(face: TileFace, sides: Iterable[Side], on: bool) -> TileFace:
    """With walls on some sides, or without."""
    chosen = frozenset(sides)
    return tidied(replace(face, walls=face.walls | chosen if on else face.walls - chosen))


def resized(face: TileFace, columns: int, rows: int) -> TileFace:
    """Cut at the east and the south, or grown there: new cells go on with the zone beside them."""
    zones = [row[:columns].ljust(columns, row[-1]) for row in face.zones[:rows]]
    spaces = [row[:columns].ljust(columns, PLAIN) for row in face.spaces[:rows]]
    zones += [zones[-1]] * (rows - len(zones))
    spaces += [PLAIN * columns] * (rows - len(spaces))
    return tidied(replace(face, zones=tuple(zones), spaces=tuple(spaces)))


def next_zone(face: TileFace) -> str:
    """The first letter that no zone has yet; the last letter when all are taken."""
    used = set("".join(face.zones))
    return next((letter for letter in LETTERS if letter not in used), LETTERS[-1])


def zone_area(face: TileFace, start: Cell) -> Set[Cell]:
    """The cells of one zone around a cell that walls do not part from it."""
    return _area(face, start, face.zone)


def space_area(face: TileFace, start: Cell) -> Set[Cell]:
    """The cells around a cell with the same kind of space, in its zone."""
    return _area(face, start, lambda cell: (face.zone(cell), face.space(cell)))


def _area(face: TileFace, start: Cell, kind: Callable[[Cell], object]) -> Set[Cell]:
    if not face.has(start):
        return frozenset()
    found: set[Cell] = set()
    ahead = [start]
    while ahead:
        at = ahead.pop()
        if at in found or not face.has(at) or kind(at) != kind(start):
            continue
        found.add(at)
        for way in ("N", "E", "S", "W"):
            side = side_of(at, way)
            if side not in face.walls:
                ahead += [cell for cell in side.cells if cell != at]
    return found


class WallRun(SideRun[TileFace, Side]):
    """Walls along the lines that the pointer follows; pressed on one that stands, it takes walls away instead."""

    def __init__(self, face: TileFace, *, erase: bool = False) -> None:
        super().__init__(face, Side)
        self._always = erase

    @property
    def erases(self) -> bool:
        return self._always or (bool(self.edges) and self.edges[0] in self.before.walls)

    def takes(self, edge: Side) -> bool:
        return takes_wall(self.before, edge)

    def draw(self) -> None:
        self.sketch = with_walls(self.before, self.edges, not self.erases)
