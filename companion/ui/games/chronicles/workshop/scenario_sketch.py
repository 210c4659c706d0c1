"""A scenario's board as it is being laid: what lies where in its record, and every change to it. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from companion.model import grid
from companion.model.core.contract import Json
from companion.model.games.chronicles.box.records import Cell
from companion.ui.games.chronicles.board.tile_face import VOID, Side, TileFace, side_of
from companion.ui.workshop.form_shapes import NOTHING, value_at, with_value

from .tile_sketch import face_of_record

Find: TypeAlias = Callable[[str], Json | None]
"""A tile's record by its id."""
SiteKind: TypeAlias = Literal["host", "scroll", "clue", "chest", "follower"]
SITES: Final[tuple[SiteKind, ...]] = ("host", "scroll", "clue", "chest", "follower")


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the board; `n`: its place in the list, `face`: as it lies."""

    n: int
    tile: str
    name: str
    at: Cell
    turns: int
    face: TileFace
    printed: tuple[int, int]
    """Columns and rows before turning."""

    def has(self, cell: Cell) -> bool:
        """Whether a cell of the board lies in its rectangle."""
        return self.face.has((cell[0] - self.at[0], cell[1] - self.at[1]))

    def zone(self, cell: Cell) -> str:
        """The zone of a cell as the scenario calls it (``T1.a``); nothing for void."""
        letter = self.face.zone((cell[0] - self.at[0], cell[1] - self.at[1]))
        return "" if letter == VOID else f"{self.name}.{letter}"

    def moved(self, side: Side) -> Side:
        """A side of the face as a side of the board."""
        return Side(side.column + self.at[0], side.row + self.at[1], side.side)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on a cell; `pointer`: of its place in the record."""

    kind: SiteKind | Literal["figure"]
    pointer: str
    at: Cell
    order: int
    id: str = ""
    heroes: int = 1


@dataclass(frozen=True, slots=True)
class DoorMark:
    """A door on a side of the board."""

    n: int
    side: Side
    state: Literal["open", "closed"]


def pieces_of(record: Json, find: Find) -> list[Laid]:
    """The tiles laid, those left out that cannot be found or read."""
    found = []
    for n, piece in enumerate(_many(value_at(record, "/pieces"))):
        if not isinstance(piece, dict):
            continue
        at, tile = cell_of(piece.get("at")), find(str(piece.get("tile")))
        if at is None or tile is None:
            continue
        face = face_of_record(tile)
        turns = piece.get("turns", 0)
        turns = turns % 4 if isinstance(turns, int) else 0
        found.append(Laid(n, str(piece["tile"]), str(piece.get("name", "")), at, turns, face.turned(turns),
                          (face.columns, face.rows)))  # fmt: skip
    return found


def cell_of(data: Any) -> Cell | None:
    """A cell as a record has it."""
    if isinstance(data, list | tuple) and len(data) == 2 and all(isinstance(one, int) for one in data):
        return (data[0], data[1])
    return None


def piece_at(pieces: list[Laid], cell: Cell) -> Laid | None:
    """The tile that lies on top there."""
    return next((piece for piece in reversed(pieces) if piece.has(cell)), None)


def zone_at(pieces: list[Laid], cell: Cell) -> str:
    """The zone there; nothing beyond the floor."""
    piece = piece_at(pieces, cell)
    return piece.zone(cell) if piece is not None else ""


def marks_of(record: Json) -> Iterator[Mark]:
    """Tokens in their order, hosts of the scenario's own, figures."""
    for kind in SITES:
        for n, data in enumerate(_many(value_at(record, f"/sites/{kind}"))):
            if (at := cell_of(data)) is not None:
                yield Mark(kind, f"/sites/{kind}/{n}", at, n + 1)
    for n, host in enumerate(_many(value_at(record, "/hosts"))):
        if isinstance(host, dict) and (at := cell_of(host.get("at"))) is not None:
            yield Mark("host", f"/hosts/{n}", at, 0, str(host.get("host", "")))
    for n, figure in enumerate(_many(value_at(record, "/figures"))):
        if isinstance(figure, dict) and (at := cell_of(figure.get("at"))) is not None:
            heroes = figure.get("heroes", 1)
            yield Mark("figure", f"/figures/{n}", at, n + 1, str(figure.get("sheet", "")),
                       heroes if isinstance(heroes, int) else 1)  # fmt: skip


def doors_of(record: Json) -> Iterator[DoorMark]:
    """The doors that can be read."""
    for n, door in enumerate(_many(value_at(record, "/doors"))):
        at = cell_of(door.get("at")) if isinstance(door, dict) else None
        if at is not None and door.get("side") in grid.SIDES:
            yield DoorMark(n, side_of(at, door["side"]), "closed" if door.get("state") == "closed" else "open")


def joins(pieces: list[Laid], side: Side) -> bool:
    """Whether a door can stand there: between the floors of two tiles (BRD-4)."""
    first, second = (piece_at(pieces, cell) for cell in side.cells)
    if first is None or second is None or first.n == second.n:
        return False
    return all(zone_at(pieces, cell) for cell in side.cells)


def tested_cells(record: Json, find: Callable[[str, str], Json | None]) -> Iterator[Cell]:
    """Where missions and objectives are tested (TST-5): missions name cells of their tile, objectives the board's."""
    pieces = pieces_of(record, lambda id: find("chronicles_tile", id))
    for id in _many(value_at(record, "/missions")):
        mission = find("chronicles_mission", str(id))
        piece = next((one for one in pieces if one.tile == value_at(mission, "/tile")), None)
        if piece is not None:
            for at in _cells(mission):
                across, down = grid.turned(at, piece.printed, piece.turns)
                yield across + piece.at[0], down + piece.at[1]
    for id in _many(value_at(record, "/objectives")):
        yield from _cells(find("chronicles_objective", str(id)))


def _cells(record: Json | None) -> Iterator[Cell]:
    yield from (at for data in _many(value_at(record, "/place/spaces")) if (at := cell_of(data)) is not None)


# changes -------------------------------------------------------------------------------------------------------------


def with_piece(record: Json, tile: str, at: Cell) -> Json:
    """One tile more, with the next free name."""
    pieces = _many(value_at(record, "/pieces"))
    names = {piece.get("name") for piece in pieces if isinstance(piece, dict)}
    name = next(f"T{n}" for n in range(1, 200) if f"T{n}" not in names)
    made = {**record, "pieces": [*pieces, {"tile": tile, "at": list(at), "name": name}]}
    return shifted_in(made)


def free_place(pieces: list[Laid]) -> Cell:
    """Beside the tiles: east of all, on the northern row."""
    if not pieces:
        return (0, 0)
    return max(piece.at[0] + piece.face.columns for piece in pieces), min(piece.at[1] for piece in pieces)


def moved_piece(record: Json, piece: Laid, at: Cell, turns: int) -> Json:
    """A tile laid elsewhere or turned; what stands on it goes along."""
    places: dict[Cell, Cell] = {}
    wide, high = piece.printed
    for row in range(high):
        for column in range(wide):
            old = grid.turned((column, row), (wide, high), piece.turns)
            new = grid.turned((column, row), (wide, high), turns)
            places[old[0] + piece.at[0], old[1] + piece.at[1]] = (new[0] + at[0], new[1] + at[1])
    data = {**_many(value_at(record, "/pieces"))[piece.n], "at": list(at), "turns": turns % 4}
    if not data["turns"]:
        del data["turns"]
    made = with_value(record, f"/pieces/{piece.n}", data)
    made = _carried(made, lambda cell: places.get(cell, cell))
    doors = []
    for door in _many(value_at(made, "/doors")):
        old_at = cell_of(door.get("at")) if isinstance(door, dict) else None
        if old_at in places and old_at is not None and door.get("side") in grid.SIDES:
            side = grid.SIDES[(grid.SIDES.index(door["side"]) + turns - piece.turns) % 4]
            door = {**door, "at": list(places[old_at]), "side": side}
        doors.append(door)
    return shifted_in(_with(made, "/doors", doors))


def _carried(record: Json, to: Callable[[Cell], Cell]) -> Json:
    """Everything that stands on a cell, put on another."""
    made = record
    for mark in marks_of(record):
        pointer = mark.pointer if mark.pointer.startswith("/sites/") else f"{mark.pointer}/at"
        if (new := to(mark.at)) != mark.at:
            made = with_value(made, pointer, list(new))
    return made


def shifted_in(record: Json) -> Json:
    """With no tile west or north of the board's first cell: then everything moves east and south."""
    corners = [cell_of(piece.get("at")) for piece in _many(value_at(record, "/pieces")) if isinstance(piece, dict)]
    known = [at for at in corners if at is not None]
    dx, dy = (-min([0, *(at[axis] for at in known)]) for axis in (0, 1))
    if not (dx or dy):
        return record
    made = _carried(record, lambda cell: (cell[0] + dx, cell[1] + dy))
    for name in ("pieces", "doors"):
        moved = []
        for one in _many(value_at(made, f"/{name}")):
            at = cell_of(one.get("at")) if isinstance(one, dict) else None
            moved.append({**one, "at": [at[0] + dx, at[1] + dy]} if at is not None else one)
        made = _with(made, f"/{name}", moved)
    return made


def without(record: Json, pointer: str) -> Json:
    """Without a thing of a list."""
    above = pointer.rpartition("/")[0]
    made = with_value(record, pointer, NOTHING)
    return made if value_at(made, above) else _with(made, above, [])


def with_site(record: Json, kind: SiteKind, at: Cell) -> Json:
    """One token more, the last of its kind."""
    return with_value(record, f"/sites/{kind}", [*_many(value_at(record, f"/sites/{kind}")), list(at)])


def with_figure(record: Json, sheet: str, at: Cell, heroes: int) -> Json:
    """One figure more; its sheet joins the scenario's."""
    figure = {"sheet": sheet, "at": list(at), **({"heroes": heroes} if heroes > 1 else {})}
    made = {**record, "figures": [*_many(value_at(record, "/figures")), figure]}
    sheets = _many(value_at(record, "/sheets"))
    known = {one.get("sheet") if isinstance(one, dict) else one for one in sheets}
    if sheet not in known:
        made["sheets"] = [*sheets, {"sheet": sheet, "heroes": heroes} if heroes > 1 else sheet]
    return made


def with_door(record: Json, side: Side) -> Json:
    """The next state of a side: no door, an open one, a closed one."""
    there = next((door for door in doors_of(record) if door.side == side), None)
    if there is None:
        door = {"at": [side.column, side.row], "side": side.side}
        return {**record, "doors": [*_many(value_at(record, "/doors")), door]}
    if there.state == "open":
        return with_value(record, f"/doors/{there.n}/state", "closed")
    return without(record, f"/doors/{there.n}")


def with_start(record: Json, zone: str) -> Json:
    """A zone in which the heroes begin, or no longer."""
    start = _many(value_at(record, "/start"))
    return {**record, "start": [one for one in start if one != zone] if zone in start else [*start, zone]}


def full(record: Json) -> Json:
    """The record with each of its sheets written out, as a form reads it."""
    sheets = _many(value_at(record, "/sheets"))
    if not isinstance(record, dict) or not any(isinstance(one, str) for one in sheets):
        return record
    return {**record, "sheets": [{"sheet": one} if isinstance(one, str) else one for one in sheets]}


def _with(record: Json, pointer: str, values: list[Any]) -> Json:
    """A list written; an empty one is left out."""
    return with_value(record, pointer, values if values else NOTHING)


def _many(data: Any) -> list[Any]:
    return list(data) if isinstance(data, list | tuple) else []


def size_of(pieces: list[Laid]) -> tuple[int, int]:
    """Columns and rows of the whole board, from the first cell."""
    return (
        max([1, *(piece.at[0] + piece.face.columns for piece in pieces)]),
        max([1, *(piece.at[1] + piece.face.rows for piece in pieces)]),
    )
