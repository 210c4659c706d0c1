"""Which zones a figure can come to in one move, and where it may stand there (MOV-1 to MOV-8)."""

from __future__ import annotations

import msgspec

from companion.model.games.chronicles.board.board import Board
from companion.model.grid import members


class Reach(msgspec.Struct, frozen=True, gc=False):
    """A place where a move may end: the fewest zones entered on the way, and whether an opponent stands there."""

    cell: int
    zones: int
    stops: bool


class Ground:
    """What the floor is to a figure that moves: where it may stand, and which zones hold it."""

    def __init__(self, board: Board, free: int, opponents: int, *, glide: bool = False) -> None:
        """`free`: spaces free for it, its own left out (MOV-5); `opponents`: their cells.

        With `glide` opponents do not count (MOV-8).
        """
        self.board = board
        self.free = free
        self.opponents = opponents
        self.glide = glide
        self.held = 0
        self.stop = 0
        """Masks of zones: an opponent stands in it; a space of it is free."""
        for zone, cells in enumerate(board.of_zone):
            self.held |= (1 << zone) if cells & opponents and not glide else 0
            self.stop |= (1 << zone) if cells & free else 0
        self._done: list[int] = [self.stop]

    def done(self, left: int) -> int:
        """The zones that can be entered with so many steps left afterwards (MOV-4, MOV-5)."""
        while len(self._done) <= left:
            shorter = self._done[-1]
            through = sum(
                1 << zone
                for zone, near in enumerate(self.board.next_to)
                if near & shorter and not self.held >> zone & 1
            )
            self._done.append(self.stop | through)
        return self._done[left]

    def steps(self, zone: int, speed: int) -> int:
        """How many zones a move may enter that begins in `zone` (MOV-3)."""
        return min(1, speed) if self.held >> zone & 1 else speed

    def onward(self, zone: int, left: int) -> int:
        """The zones into which a figure in `zone` may take its next step, with so many left."""
        return self.board.next_to[zone] & self.done(left - 1) if left > 0 else 0

    def goes_on(self, zone: int, left: int) -> int:
        """The same once it has entered a zone: an opponent there ends the way (MOV-2)."""
        return 0 if self.held >> zone & 1 else self.onward(zone, left)

    def reach(self, zone: int, speed: int) -> list[Reach]:
        """Every place where a move from `zone` may end (POS-2 `chronicles.reach`); the zone itself needs no step."""
        fewest, entered = {zone: 0}, 1 << zone
        front, left = 1 << zone, self.steps(zone, speed)
        for steps in range(1, left + 1):
            after = 0
            for at in members(front):
                after |= self.onward(at, left - steps + 1) if steps == 1 else self.goes_on(at, left - steps + 1)
            front = after & ~entered
            entered |= after
            for there in members(front):
                fewest[there] = steps
        return [
            Reach(cell, steps, bool(self.board.of_zone[at] & self.opponents))
            for at, steps in fewest.items()
            for cell in members(self.board.of_zone[at] & self.free)
        ]
