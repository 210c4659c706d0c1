"""Lines of fire: what the straight line between two squares' centres crosses (SHT-4, SHT-5, GEO-2).

The walk is exact: whole numbers only. What it crosses does not depend on figures, so each line is walked once a
board; figures then only close squares and corners of it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from .board import BLOCKING, HINDERING, Board


class Crossing(msgspec.Struct, frozen=True, gc=False):
    """One thing on the line, in order: a side, a corner or a square.

    `place`: the doubled coordinates (column, row) of the point crossed, with square centres at odd numbers.
    `open`: for a corner, the mask of side squares that walls and terrain leave open; 0 elsewhere.
    """

    kind: Literal["side", "corner", "square"]
    square: int
    place: tuple[int, int]
    closed: bool = False
    open: int = 0
    cover: bool = False


class Line(msgspec.Struct, frozen=True, gc=False):
    """A walked line; `inner` is the mask of squares whose interior it crosses, its ends left out."""

    crossings: tuple[Crossing, ...]
    inner: int
    closed: bool
    cover: int


class Sight(msgspec.Struct, frozen=True, gc=False):
    """A line of fire with the figures on it: what blocks it first, and what covers the target."""

    blocked_by: Crossing | None
    cover: int
    covering: tuple[Crossing, ...]


def line(board: Board, start: int, end: int) -> Line:
    """The line between two different squares; lines between floors are closed."""
    found = board._lines.get((start, end))
    if not isinstance(found, Line):
        found = board._lines[(start, end)] = _walk(board, start, end)
    return found


def _walk(board: Board, start: int, end: int) -> Line:
    (c0, r0, floor), (c1, r1, other) = board.squares[start], board.squares[end]
    here = Crossing("square", start, (2 * c0 + 1, 2 * r0 + 1), closed=True)
    if floor != other:
        return Line((here,), 0, True, 0)
    crossings: list[Crossing] = [here] if board.terrain[start] == BLOCKING else []
    inner = 0
    across, down = abs(c1 - c0), abs(r1 - r0)
    sx, sy = (1 if c1 > c0 else -1), (1 if r1 > r0 else -1)
    column, row, i, j = c0, r0, 0, 0
    at = start
    while at != end:
        lead = (1 + 2 * i) * down - (1 + 2 * j) * across
        if lead == 0:
            direction = {(1, -1): 1, (1, 1): 3, (-1, 1): 5, (-1, -1): 7}[(sx, sy)]
            place = (2 * column + 1 + sx, 2 * row + 1 + sy)
            _, beside = board.corner(at, direction)
            mask = sum(1 << side for side in beside if board.terrain[side] != BLOCKING)
            sides = ((column + sx, row, floor), (column, row + sy, floor))
            cover = all(board.terrain[board.index[side]] == HINDERING for side in sides if side in board.index)
            cover = cover and all(side in board.index for side in sides)
            crossings.append(Crossing("corner", at, place, closed=not mask, open=mask, cover=cover))
            column, row, i, j = column + sx, row + sy, i + 1, j + 1
        else:
            facing = (1 if sx > 0 else 3) if lead < 0 else (2 if sy > 0 else 0)
            # where the line meets the side is only needed to draw it: its middle is near enough for the eye
            place = (2 * column + 1 + sx, 2 * row + 1) if lead < 0 else (2 * column + 1, 2 * row + 1 + sy)
            if board.orthogonal[at][facing] < 0:
                crossings.append(Crossing("side", at, place, closed=True))
            if lead < 0:
                column, i = column + sx, i + 1
            else:
                row, j = row + sy, j + 1
        following = board.index.get((column, row, floor), -1)
        if following < 0:
            break  # no square there: its walled side or corner has closed the line already
        at = following
        terrain = board.terrain[at]
        inner |= 1 << at if at != end else 0
        if terrain in (BLOCKING, HINDERING) or at != end:
            crossings.append(
                Crossing(
                    "square",
                    at,
                    (2 * column + 1, 2 * row + 1),
                    closed=terrain == BLOCKING,
                    cover=terrain == HINDERING,
                )
            )
    return Line(
        tuple(crossings),
        inner,
        any(crossing.closed for crossing in crossings),
        sum(crossing.cover for crossing in crossings),
    )


def _blocks(crossing: Crossing, occupied: int) -> bool:
    if crossing.closed:
        return True
    if crossing.kind == "corner":
        return not crossing.open & ~occupied
    return bool(occupied >> crossing.square & 1)


def sight(board: Board, start: int, end: int, occupied: int) -> Sight:
    """The line from `start` to `end` past figures on the `occupied` squares; those at both ends do not count."""
    walked = line(board, start, end)
    occupied &= ~(1 << start | 1 << end)
    if walked.closed or walked.inner & occupied or any(c.kind == "corner" for c in walked.crossings):
        for crossing in walked.crossings:
            if _blocks(crossing, occupied):
                return Sight(crossing, 0, ())
    return Sight(None, walked.cover, tuple(crossing for crossing in walked.crossings if crossing.cover))
