"""The board of a position read: floors, walls, doors, stairs, and squares by their coordinates."""

from __future__ import annotations

from companion.model.core.reading import Reader

from .board import MOST_SQUARES, Board, Coordinates, Edge, Plan, Stair, board_of
from .state import State

MOST_SIDE = 64


MOST_FLOORS = 8


MOST_STAIRS = 200


def read_board(root: Reader) -> Board:
    """The board of a position, of one floor or several; raises InvalidInput."""
    if ("board" in root) == ("floors" in root):
        raise root["board"].fail("A position needs a board or floors, not both.")
    readers = list(root["floors"].items(MOST_FLOORS)) if "floors" in root else [root["board"]]
    plans = tuple(read_plan(reader) for reader in readers)
    if sum(len(row) for plan in plans for row in plan.rows) > MOST_SQUARES:
        raise root["floors"].fail("A board can have at most {most} squares.", most=MOST_SQUARES)
    board = board_of(plans, _stairs(root["stairs"]))
    if not board.squares:
        raise (
            readers[0]["rows"].fail("This board has no squares.")
            if readers
            else root["floors"].fail("This board has no squares.")
        )
    return board


def _stairs(reader: Reader) -> frozenset[Stair]:
    """MOV-9: pairs of squares, from where to where."""
    found = set()
    for item in reader.items(MOST_STAIRS) if reader.value is not None else ():
        pair = [coordinates(end) for end in item.items(2)]
        if len(pair) != 2 or pair[0][2] == pair[1][2]:
            raise item.fail("Stairs must join two squares of different floors.")
        found.add((pair[0], pair[1]))
    return frozenset(found)


def coordinates(reader: Reader) -> Coordinates:
    """``[column, row, floor]``."""
    parts = [part.whole(0, MOST_SIDE) for part in reader.items(3)]
    if len(parts) != 3:
        raise reader.fail("A square is written [column, row, floor] if there are floors, otherwise [column, row].")
    return parts[0], parts[1], parts[2]


def read_plan(reader: Reader) -> Plan:
    """A floor: rows of letters, walls, doors; raises InvalidInput."""
    reader.object(("rows",), ("walls", "doors"))
    rows = []
    for item in reader["rows"].items(MOST_SIDE):
        row = item.text(MOST_SIDE)
        if set(row) - set(".habs "):
            raise item.fail("A row is written with the letters . h a b s and spaces.")
        rows.append(row)
    if rows and len({len(row) for row in rows}) > 1:
        raise reader["rows"].fail("The rows do not have the same length.")
    return Plan(tuple(rows), edges_of(reader["walls"], rows), edges_of(reader["doors"], rows))


def edges_of(reader: Reader, rows: list[str]) -> frozenset[Edge]:
    """Walls or doors: ``[[column, row], "E" | "S"]``, those on the board's edge included."""
    found = set()
    if reader.value is not None:
        for item in reader.items(4 * MOST_SIDE * MOST_SIDE):
            pair = list(item.items(2))
            if len(pair) != 2:
                raise item.fail('A wall is written [[column, row], "E" or "S"].')
            where = list(pair[0].items(2))
            if len(where) != 2:
                raise pair[0].fail("A square is written [column, row].")
            column, row = (part.whole(0) for part in where)
            if row >= len(rows) or column >= len(rows[row]):
                raise pair[0].fail("There is no square here.")
            found.add(Edge(column, row, pair[1].one_of(("E", "S"))))
    return frozenset(found)


def square_at(reader: Reader, board: Board, several: bool) -> int:
    """A square of the board, ``[column, row]`` or ``[column, row, floor]``."""
    parts = [item.whole(0) for item in reader.items(3)]
    if len(parts) != (3 if several else 2):
        raise reader.fail("A square is written [column, row, floor] if there are floors, otherwise [column, row].")
    found = board.index.get((parts[0], parts[1], parts[2] if several else 0))
    if found is None:
        raise reader.fail("There is no square {square} on this board.", square=str(parts))
    return found


def character_at(reader: Reader, state: State) -> int:
    """The figure with the id written here."""
    id = reader.text()
    for n, character in enumerate(state.table.characters):
        if character.id == id:
            return n
    raise reader.fail("There is no character “{id}” in this game.", id=id)
