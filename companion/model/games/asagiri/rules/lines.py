"""Lines of fire: what the straight line between two squares' centres crosses (SHT-4, SHT-5, GEO-2).

The walk is exact: whole numbers only. What it crosses does not depend on figures, so of each line that was asked for
the board keeps what figures can change; where exactly it is blocked or covered is walked again for whoever wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.model.games.asagiri.state.board import BLOCKING, DIRECTIONS, HINDERING, Board
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, SquareId
from companion.model.grid import STEPS, walk


class LineCrossing(msgspec.Struct, frozen=True, gc=False):
    """One thing on the line, in order: a side, a corner or a square.

    `place`: the doubled coordinates (column, row) of the point crossed, with square centres at odd numbers.
    `open`: for a corner, the mask of side squares that walls and terrain leave open; 0 elsewhere.
    """

    kind: Literal["side", "corner", "square"]
    square: SquareId
    place: tuple[int, int]
    closed: bool = False
    open: int = 0
    cover: bool = False


class OpenLine(msgspec.Struct, frozen=True, gc=False):
    """What figures can change about a line that terrain and walls leave open."""

    inner: int = 0
    """The mask of squares whose interior it crosses, its ends left out."""
    gaps: tuple[int, ...] = ()
    """For each corner that it crosses, the mask of side squares left open."""
    cover: int = 0
    closed: bool = False


class SightLine(msgspec.Struct, frozen=True, gc=False):
    """A line of fire with the figures on it."""

    board: Board
    start: SquareId
    end: SquareId
    occupied: int
    open: bool
    cover: int
    smoke: int = 0
    """Squares through which no line leads, and at which none ends."""

    @property
    def blocked_by(self) -> LineCrossing | None:
        """What blocks it first."""
        if self.open:
            return None
        for end in (self.start, self.end):
            if self.smoke >> end & 1:
                column, row, _ = self.board.squares[end]
                return LineCrossing("square", end, (2 * column + 1, 2 * row + 1))
        return next(
            c
            for c in crossings(self.board, self.start, self.end)
            if _blocks(c, self.occupied) or (c.kind == "square" and self.smoke >> c.square & 1)
        )

    @property
    def covering(self) -> tuple[LineCrossing, ...]:
        """What covers the target."""
        return tuple(c for c in crossings(self.board, self.start, self.end) if c.cover) if self.cover else ()


MOST_LINES = 65_536
"""So many lines are kept for a board: all those of 256 squares, 10 MB. When there are more, all are forgotten."""
_CLOSED = OpenLine(closed=True)


def line(board: Board, start: SquareId, end: SquareId) -> OpenLine:
    """The line between two different squares; lines between floors are closed."""
    key = start * len(board.squares) + end
    found = board.lines.get(key)
    if found is None:
        if len(board.lines) >= MOST_LINES:
            board.lines.clear()
        found = board.lines[key] = _line(crossings(board, start, end), 1 << start | 1 << end)
    return found


def _line(crossed: Sequence[LineCrossing], ends: int) -> OpenLine:
    if any(crossing.closed for crossing in crossed):
        return _CLOSED
    inner = sum(1 << crossing.square for crossing in crossed if crossing.kind == "square") & ~ends
    gaps = tuple(crossing.open for crossing in crossed if crossing.kind == "corner")
    return OpenLine(inner, gaps, sum(crossing.cover for crossing in crossed))


def crossings(board: Board, start: SquareId, end: SquareId) -> list[LineCrossing]:
    """What the line between two different squares crosses, in order."""
    (c0, r0, floor), (c1, r1, other) = board.squares[start], board.squares[end]
    here = LineCrossing("square", start, (2 * c0 + 1, 2 * r0 + 1), closed=True)
    if floor != other:
        return [here]
    found = [here] if board.terrain[start] == BLOCKING else []
    at = start
    for (column, row), (next_column, next_row) in walk((c0, r0), (c1, r1)):
        sx, sy = next_column - column, next_row - row
        # where the line meets the side is only needed to draw it: its middle is near enough for the eye
        place = (2 * column + 1 + sx, 2 * row + 1 + sy)
        if sx and sy:
            _, beside = board.corner(at, DIRECTIONS.index((sx, sy)))
            mask = sum(1 << side for side in beside if board.terrain[side] != BLOCKING)
            sides = ((next_column, row, floor), (column, next_row, floor))
            cover = all(board.terrain[board.index[side]] == HINDERING for side in sides if side in board.index)
            cover = cover and all(side in board.index for side in sides)
            found.append(LineCrossing("corner", at, place, closed=not mask, open=mask, cover=cover))
        elif board.orthogonal[at][STEPS.index((sx, sy))] < 0:
            found.append(LineCrossing("side", at, place, closed=True))
        following = board.index.get((next_column, next_row, floor), NO_SQUARE)
        if following < 0:
            break  # no square there: its walled side or corner has closed the line already
        at = following
        terrain = board.terrain[at]
        if terrain in (BLOCKING, HINDERING) or at != end:
            found.append(
                LineCrossing(
                    "square",
                    at,
                    (2 * next_column + 1, 2 * next_row + 1),
                    closed=terrain == BLOCKING,
                    cover=terrain == HINDERING,
                )
            )
    return found


def _blocks(crossing: LineCrossing, occupied: int) -> bool:
    if crossing.closed:
        return True
    if crossing.kind == "corner":
        return not crossing.open & ~occupied
    return bool(occupied >> crossing.square & 1)


def sight(board: Board, start: SquareId, end: SquareId, occupied: int, smoke: int = 0) -> SightLine:
    """The line from `start` to `end` past figures on the `occupied` squares; those at both ends do not count. Nor does
    one lead through `smoke`, or into it.
    """
    known = line(board, start, end)
    occupied &= ~(1 << start | 1 << end)
    free = not known.closed and not known.inner & occupied and all(gap & ~occupied for gap in known.gaps)
    if smoke and smoke & (known.inner | 1 << start | 1 << end):
        free = False
    return SightLine(board, start, end, occupied, free, known.cover if free else 0, smoke)
