"""What is wrong with a layout: pieces that lie on others, doors that join nothing (BRD-2, BRD-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.model import grid
from companion.model.core.words import Message, say
from companion.model.games.chronicles.board.board import NOWHERE, Board, Shape, cells_of
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.box.places import Door, Piece
from companion.model.grid import SIDES, Cell, Edge


def astray(pieces: Iterable[Piece], shapes: Mapping[str, Shape]) -> Iterator[tuple[int, Message]]:
    """The pieces, by their place in the list, that lie on earlier ones or off the board."""
    taken = set[Cell]()
    for n, piece in enumerate(pieces):
        there = {at for at, _, _ in cells_of(piece, shapes[piece.tile])}
        if min(piece.at) < 0 or there & taken:
            yield n, say("This piece lies on another one, or off the board.")
        taken |= there


def bad_doors(board: Board, doors: Iterable[Door | DoorOn]) -> Iterator[tuple[int, Message]]:
    """The doors, by their place in the list, that lie on no seam of two pieces, or twice on one."""
    seen = set[Edge]()
    for n, door in enumerate(doors):
        side = SIDES.index(door.side)
        here, there = (board.index.get(at, NOWHERE) for at in (door.at, grid.over(door.at, side)))
        if here == NOWHERE or there == NOWHERE or board.pieces[here] == board.pieces[there]:
            yield n, say("A door joins two pieces: here are not two.")
        elif grid.edge(door.at, side) in seen:
            yield n, say("This appears twice.")
        seen.add(grid.edge(door.at, side))
