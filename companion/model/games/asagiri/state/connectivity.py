"""Which squares of a floor plan belong together, so that a board on which nobody meets is seen before it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .board import BLOCKING, Coordinates, Plan

ROOM = 8
"""Figures that a band may well have."""
ROWS = 2
"""SET-1: what finds no room in the first row goes in the second."""
_STANDS = bytes(chr(letter) not in (BLOCKING, " ") for letter in range(256))
"""By letter of a plan: whether a figure can stand there."""


def regions(
    floors: Sequence[Plan], links: Iterable[tuple[Coordinates, Coordinates]] = ()
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


def deployment(plan: Plan, side: int) -> list[list[Coordinates]]:
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
