"""Where figures could be soon: what automatic players ask of a floor again and again, computed once a floor.

Guesses for judging positions, not rules: other figures are not in the way, control zones stop nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.model.games.asagiri.state.board import DIRECTIONS, Board, members
from companion.model.games.asagiri.state.vocabulary import EVERY_FACING, Facing, SquareId, by_square, square_range

NOWHERE = 99
"""Movement points from where no way leads to a square."""
DOOR = 3
"""Movement points that a closed door costs: whoever opens it has to look at it when its activation begins (KAR-5)."""


def points_to(board: Board, square: SquareId) -> Sequence[int]:
    """By square: the movement points from there to `square`, turns left out (MOV-2, MOV-4)."""
    key = ("points", square)
    found: Sequence[int] | None = board.notes.get(key)
    if found is None:
        found = board.notes[key] = _points_to(board, [square])
    return found


def points_into(board: Board, squares: int) -> Sequence[int]:
    """By square: the movement points from there to the nearest of a mask of squares."""
    key = ("points into", squares)
    found: Sequence[int] | None = board.notes.get(key)
    if found is None:
        found = board.notes[key] = _points_to(board, list(members(squares)))
    return found


def _points_to(board: Board, targets: list[SquareId]) -> Sequence[int]:
    best = [NOWHERE] * len(board.squares)
    rims: list[list[SquareId]] = [[] for _ in range(NOWHERE + DOOR + 3)]  # by points: what a step can add is little
    for target in targets:
        best[target] = 0
        rims[0].append(target)
    for points, rim in enumerate(rims[:NOWHERE]):
        for square in rim:
            if best[square] < points:
                continue
            price = points + 1 + (board.difficult >> square & 1)
            for way in board.ways[square]:
                if price < best[way.target]:
                    best[way.target] = price
                    rims[price].append(way.target)
            for _, beyond in doors_of(board, square):
                if price + DOOR < best[beyond]:
                    best[beyond] = price + DOOR
                    rims[price + DOOR].append(beyond)
    return best


def doors_of(board: Board, square: SquareId) -> Sequence[tuple[int, SquareId]]:
    """The facings that look at a closed door, each with the square behind the door."""
    if not board.floors[board.squares[square][2]].doors:
        return ()
    key = ("doors", square)
    found: Sequence[tuple[int, SquareId]] | None = board.notes.get(key)
    if found is None:
        column, row, floor = board.squares[square]
        found = board.notes[key] = tuple(
            (facing, board.index[column + DIRECTIONS[2 * facing][0], row + DIRECTIONS[2 * facing][1], floor])
            for facing in EVERY_FACING
            if board.door(square, facing) is not None
        )
    return found


def doorways(board: Board) -> int:
    """The mask of the squares beside a closed door."""
    found: int | None = board.notes.get(("doorways",))
    if found is None:
        found = board.notes[("doorways",)] = sum(1 << n for n in square_range(len(board.squares)) if doors_of(board, n))
    return found


def before_door(board: Board, at: SquareId, facing: Facing, points: Sequence[int]) -> bool:
    """Whether a figure looks at a closed door through which its way leads; `points` as `points_to` gives them."""
    return any(looking == facing and points[beyond] + DOOR < points[at] for looking, beyond in doors_of(board, at))


def unseen(board: Board, at: SquareId, facing: Facing) -> int:
    """The mask of the squares of its floor that a figure does not see, its own left out (VIS-1)."""
    column, row, floor = board.squares[at]
    key = ("unseen", floor, facing, row if facing % 2 == 0 else column)
    found: int | None = board.notes.get(key)
    if found is None:
        # the same for all that stand in one line across
        found = board.notes[key] = sum(
            1 << other
            for other, (_, _, level) in by_square(board.squares)
            if level == floor and board.forward(at, facing, other) <= 0
        )
    return found & ~(1 << at)
