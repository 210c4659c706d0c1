"""Which squares of a floor plan belong together, so that a board on which nobody meets is seen before it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .board import BLOCKING, Coordinates, Plan

ROOM = 8
"""Figures that a band may well have."""
ROWS = 2
"""SET-1: what finds no room in the first row goes in the second."""


def regions(
    floors: Sequence[Plan], links: Iterable[tuple[Coordinates, Coordinates]] = ()
) -> list[frozenset[Coordinates]]:
    """The squares (column, row, floor) of `floors` in groups that figures can walk about in, the largest first.

    Doors open (KAR-5); walls, gaps and blocking squares do not. `links`: stairs, from square to square.
    """
    free = {
        (column, row, floor)
        for floor, plan in enumerate(floors)
        for row, letters in enumerate(plan.rows)
        for column, letter in enumerate(letters)
        if letter not in (BLOCKING, " ")
    }
    linked: dict[Coordinates, list[Coordinates]] = {}
    for one, other in links:
        linked.setdefault(one, []).append(other)
        linked.setdefault(other, []).append(one)
    east = {(edge.column, edge.row, n) for n, plan in enumerate(floors) for edge in plan.walls if edge.side == "E"}
    south = {(edge.column, edge.row, n) for n, plan in enumerate(floors) for edge in plan.walls if edge.side == "S"}
    found = []
    while free:
        ahead, region = [free.pop()], []
        while ahead:
            at = ahead.pop()
            region.append(at)
            column, row, floor = at
            beside = [*linked.get(at, ())]
            if at not in east:
                beside.append((column + 1, row, floor))
            if at not in south:
                beside.append((column, row + 1, floor))
            if (west := (column - 1, row, floor)) not in east:
                beside.append(west)
            if (north := (column, row - 1, floor)) not in south:
                beside.append(north)
            for there in beside:
                if there in free:
                    free.discard(there)
                    ahead.append(there)
        found.append(frozenset(region))
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
