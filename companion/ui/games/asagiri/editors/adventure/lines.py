"""Walls, doors and openings of an adventure's own, over those of its tiles: what a run along the lines draws on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.model.core.contract import Json
from companion.model.games.asagiri.state import tiles
from companion.model.games.asagiri.state.board import Edge
from companion.ui.games.asagiri.editors.forms.paths import NOTHING, value_at, with_value
from companion.ui.games.asagiri.editors.tile.sketch import Barrier, Place, sides_of

from .laying import LaidTile


@dataclass(frozen=True, slots=True)
class FloorLines:
    """One floor. `walls` and `doors`: the adventure's own; `openings`: where those of the tiles are taken away."""

    squares: frozenset[Place]
    tile_walls: frozenset[Edge]
    tile_doors: frozenset[Edge]
    walls: frozenset[Edge] = frozenset()
    doors: frozenset[Edge] = frozenset()
    openings: frozenset[Edge] = frozenset()

    @staticmethod
    def read(record: Json, floor: int, laid: list[LaidTile]) -> FloorLines:
        squares: set[Place] = set()
        walls: set[Edge] = set()
        doors: set[Edge] = set()
        for tile in laid:
            plan, (x, y) = tile.plan, tile.at
            squares |= {
                (x + column, y + row)
                for row, line in enumerate(plan.rows)
                for column, letter in enumerate(line)
                if letter != " "
            }
            walls |= {tiles.moved(edge, tile.at) for edge in plan.walls}
            doors |= {tiles.moved(edge, tile.at) for edge in plan.doors}
        own = {name: _edges(value_at(record, f"/floors/{floor}/{name}")) for name in ("walls", "doors", "openings")}
        return FloorLines(frozenset(squares), frozenset(walls), frozenset(doors), **own)

    def written(self, record: Json, floor: int) -> Json:
        for name, edges in (("walls", self.walls), ("doors", self.doors), ("openings", self.openings)):
            items = [[[edge.column, edge.row], edge.side] for edge in sorted(edges)]
            record = with_value(record, f"/floors/{floor}/{name}", items or NOTHING)
        return record

    def barrier(self, edge: Edge) -> Barrier | None:
        """What stands on a side, whoever put it there; a door stands in the place of a wall."""
        if edge in self.openings or not self.takes(edge, "door"):
            return None
        if edge in self.doors or edge in self.tile_doors:
            return "door"
        return "wall" if edge in self.walls or edge in self.tile_walls else None

    def takes(self, edge: Edge, barrier: Barrier) -> bool:
        """Only between two squares: where there is none, nobody goes anyway."""
        return all(place in self.squares for place in sides_of(edge))

    def with_barriers(self, edges: Iterable[Edge], barrier: Barrier | None) -> FloorLines:
        """With a wall or a door on some sides; nothing: open, also where the tile has a wall."""
        chosen = frozenset(edge for edge in edges if self.takes(edge, "wall"))
        made = replace(self, walls=self.walls - chosen, doors=self.doors - chosen, openings=self.openings - chosen)
        if barrier is None:
            return replace(made, openings=made.openings | (chosen & (self.tile_walls | self.tile_doors)))
        if barrier == "wall":
            return replace(made, walls=made.walls | (chosen - self.tile_walls - self.tile_doors))
        return replace(made, doors=made.doors | (chosen - self.tile_doors))


def _edges(written: object) -> frozenset[Edge]:
    found = set()
    for item in written if isinstance(written, list | tuple) else ():
        if (
            isinstance(item, list | tuple)
            and len(item) == 2
            and isinstance(item[0], list | tuple)
            and len(item[0]) == 2
        ):
            (column, row), side = item
            if type(column) is int and type(row) is int and side in ("E", "S"):
                found.add(Edge(column, row, side))
    return frozenset(found)
