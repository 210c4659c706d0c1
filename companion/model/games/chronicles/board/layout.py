"""How the tiles of a game lie, and the doors between them: what may change while it is played (POS-1)."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.model.games.chronicles.box.places import Door, Piece, PlaceTest, Scenario
from companion.model.grid import SIDES, Cell, CellSide, over


class DoorOn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """BRD-4, BRD-5: a door token; a reinforced one has its test, with the `−1` tokens that lie on it (TST-4)."""

    at: Cell
    side: CellSide
    state: Literal["open", "closed", "reinforced"] = "open"
    test: PlaceTest | None = None
    minus: int = 0

    @property
    def id(self) -> str:
        """What tests and choices call it."""
        return f"door-{self.at[0]}-{self.at[1]}-{self.side}"

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The two that it joins."""
        return self.at, over(self.at, SIDES.index(self.side))


class Layout(msgspec.Struct, frozen=True, gc=False):
    """Pieces, doors, and the zones in which the heroes begin; no pieces: nobody laid a board."""

    pieces: tuple[Piece, ...] = ()
    doors: tuple[DoorOn, ...] = ()
    start: tuple[str, ...] = ()


def layout_of(scenario: Scenario) -> Layout:
    """The board as a scenario lays it (SET-2)."""
    return Layout(scenario.pieces, tuple([_laid(door) for door in scenario.doors]), scenario.start)


def _laid(door: Door) -> DoorOn:
    return DoorOn(door.at, door.side, door.state)
