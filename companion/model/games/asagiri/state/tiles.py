"""Floor tiles: turning one by quarter-turns, and joining four into a board (CMP-1); what is connected on one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import (
    BLOCKING,
    DIRECTIONS,
    FACINGS,
    STAIRS,
    Coordinates,
    FloorPlan,
)
from companion.model.games.asagiri.state.cards import Side, Tile
from companion.model.grid import Edge, moved, turned_edge


def plan(tile: Tile) -> FloorPlan:
    """The tile as it is printed."""
    return FloorPlan(tuple(tile.rows), edges(tile.walls), edges(tile.doors))


def edges(sides: Iterable[Side]) -> frozenset[Edge]:
    """Sides of squares as records write them."""
    return frozenset(Edge(column, row, side) for (column, row), side in sides)


def turned(plan: FloorPlan, turns: int) -> FloorPlan:
    """The plan after `turns` clockwise quarter-turns."""
    for _ in range(turns % 4):
        plan = _quarter(plan)
    return plan


def _quarter(plan: FloorPlan) -> FloorPlan:
    width, height = size = len(plan.rows[0]), len(plan.rows)
    rows = tuple("".join(plan.rows[height - 1 - row][column] for row in range(height)) for column in range(width))
    walls, doors = (frozenset(turned_edge(side, size, 1) for side in sides) for sides in (plan.walls, plan.doors))
    return FloorPlan(rows, walls, doors)


def join(plans: Sequence[FloorPlan]) -> FloorPlan:
    """NW, NE, SW, SE side by side; a wall on a tile's edge stays between the tiles."""
    size = len(plans[0].rows)
    offsets = ((0, 0), (size, 0), (0, size), (size, size))
    rows = [north + other for north, other in zip(plans[0].rows, plans[1].rows, strict=True)]
    rows += [south + other for south, other in zip(plans[2].rows, plans[3].rows, strict=True)]
    walls = (moved(edge, at) for plan, at in zip(plans, offsets, strict=True) for edge in plan.walls)
    doors = (moved(edge, at) for plan, at in zip(plans, offsets, strict=True) for edge in plan.doors)
    return FloorPlan(tuple(rows), within(walls, 2 * size, 2 * size), within(doors, 2 * size, 2 * size))


def with_tokens(plan: FloorPlan, openings: frozenset[Edge], doors: frozenset[Edge]) -> FloorPlan:
    """The board with door tokens laid on it: open ones take a wall between two tiles away, closed ones fill openings
    (KAR-5).
    """
    return FloorPlan(plan.rows, plan.walls - openings, (plan.doors - openings) | doors)


def token_fault(plan: FloorPlan, edge: Edge, *, closed: bool) -> Message | None:
    """Why a door token cannot lie on this side of a square of four tiles joined, or None (KAR-5)."""
    columns, rows = len(plan.rows[0]), len(plan.rows)
    beyond = (edge.column + (edge.side == "E"), edge.row + (edge.side == "S"))
    if not 0 <= beyond[0] < columns or not 0 <= beyond[1] < rows or min(edge.column, edge.row) < 0:
        return say("There is no such square on the board.")
    if any(plan.rows[row][column] == " " for column, row in ((edge.column, edge.row), beyond)):
        return say("This door leads nowhere.")
    if closed:
        return say("A wall and a door are in the same place.") if edge in plan.walls else None
    seam = edge.column + 1 == columns // 2 if edge.side == "E" else edge.row + 1 == rows // 2
    if not seam or edge not in plan.walls | plan.doors:
        return say("An open door lies on a wall between two tiles.")
    return None


def within(edges: Iterable[Edge], width: int, height: int) -> frozenset[Edge]:
    """Without those on the outer side of the first row or column, which a turned tile writes as row or column -1."""
    return frozenset(edge for edge in edges if 0 <= edge.column < width and 0 <= edge.row < height)


def sealed(plan: FloorPlan) -> frozenset[tuple[int, int]]:
    """The squares (column, row) that no figure can come to: walls, blocking squares and gaps cut them off from the
    tile's edge and from its stairs. Doors open (KAR-5); past a corner leads only where a side of it leads (GEO-2).
    """
    found = set()
    for region in regions([plan]):
        squares = [(column, row) for column, row, _ in region]
        if not any(plan.rows[row][column] == STAIRS or _from_outside(plan, (column, row)) for column, row in squares):
            found.update(squares)
    return frozenset(found)


def _from_outside(plan: FloorPlan, at: tuple[int, int]) -> bool:
    """Whether a neighbouring tile leads to a square."""
    if 0 < at[1] < len(plan.rows) - 1 and 0 < at[0] < len(plan.rows[0]) - 1:
        return False
    for facing in range(len(FACINGS)):
        (column, row), edge = _over(at, facing)
        outside = not (0 <= row < len(plan.rows) and 0 <= column < len(plan.rows[0]))
        if outside and edge not in plan.walls:
            return True
    return False


def _over(at: tuple[int, int], facing: int) -> tuple[tuple[int, int], Edge]:
    """The place beside a square, and the side between."""
    (column, row), (dx, dy) = at, DIRECTIONS[2 * facing]
    return (column + dx, row + dy), Edge(min(column, column + dx), min(row, row + dy), "E" if dx else "S")


ROOM = 8
"""Figures that a band may well have."""
ROWS = 2
"""SET-1: what finds no room in the first row goes in the second."""
_STANDS = bytes(chr(letter) not in (BLOCKING, " ") for letter in range(256))
"""By letter of a plan: whether a figure can stand there."""


def regions(
    floors: Sequence[FloorPlan], links: Iterable[tuple[Coordinates, Coordinates]] = ()
) -> list[frozenset[Coordinates]]:
    """The squares (column, row, floor) of `floors` in groups that figures can walk about in, the largest first.

    Doors open (KAR-5); walls, gaps and blocking squares do not. `links`: stairs, from square to square.
    """
    # Flooded on one row of numbers: after each line of squares, and each floor, comes a place where nobody stands.
    width = max((len(row) for plan in floors for row in plan.rows), default=0) + 1
    height = max((len(plan.rows) for plan in floors), default=0) + 1
    size = width * height * len(floors)
    free, east, south = bytearray(size + width), bytearray(size + width), bytearray(size + width)
    for floor, plan in enumerate(floors):
        for row, letters in enumerate(plan.rows):
            begin = (floor * height + row) * width
            free[begin : begin + len(letters)] = letters.encode("ascii").translate(_STANDS)
        for edge in plan.walls:
            if 0 <= edge.column < width and 0 <= edge.row < height:
                closed = east if edge.side == "E" else south
                closed[(floor * height + edge.row) * width + edge.column] = 1
    places = [(c, r, f) for f in range(len(floors)) for r in range(height) for c in range(width)]
    linked: dict[int, list[int]] = {}
    for one, other in links:
        first, second = ((at[2] * height + at[1]) * width + at[0] for at in (one, other))
        linked.setdefault(first, []).append(second)
        linked.setdefault(second, []).append(first)
    found = []
    for start in range(size):
        if not free[start]:
            continue
        free[start] = 0
        region = [start]
        for at in region:  # grows while it is gone through
            if free[at + 1] and not east[at]:
                free[at + 1] = 0
                region.append(at + 1)
            if free[at - 1] and not east[at - 1]:
                free[at - 1] = 0
                region.append(at - 1)
            if free[at + width] and not south[at]:
                free[at + width] = 0
                region.append(at + width)
            if free[at - width] and not south[at - width]:
                free[at - width] = 0
                region.append(at - width)
            for there in linked.get(at, ()):
                if free[there]:
                    free[there] = 0
                    region.append(there)
        found.append(frozenset(map(places.__getitem__, region)))
    return sorted(found, key=lambda region: (-len(region), min(region)))


def deployment(plan: FloorPlan, side: int) -> list[list[Coordinates]]:
    """The squares of the first rows along a side (SET-1) that a figure can stand on, row by row."""
    height, width = len(plan.rows), max(map(len, plan.rows), default=0)
    rows = []
    for depth in range(height if side % 2 == 0 else width):
        if side % 2 == 0:
            row = depth if side == 0 else height - 1 - depth
            line = [(column, row, 0) for column in range(width)]
        else:
            column = depth if side == 3 else width - 1 - depth
            line = [(column, row, 0) for row in range(height)]
        stands = [at for at in line if at[0] < len(plan.rows[at[1]]) and plan.rows[at[1]][at[0]] not in (BLOCKING, " ")]
        if stands:
            rows.append(stands)
        if len(rows) == ROWS:
            break
    return rows
