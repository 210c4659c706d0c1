"""What a floor looks like: the ground of each square and the object on it. Wishes of the tiles, else a good guess.

Rules never look here; nothing here is read by the model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from companion.model.core.record import Record
from companion.model.games.asagiri.adventure.record import Adventure
from companion.model.games.asagiri.state.board import (
    AQUATIC,
    BLOCKING,
    CLEAR,
    HINDERING,
    STAIRS,
    Board,
    Coordinates,
    FloorPlan,
)
from companion.model.games.asagiri.state.cards import BoardTile, Tile
from companion.model.games.asagiri.state.draft_state import PlacedTile
from companion.model.games.asagiri.state.state import State
from companion.ui.kit.art.terrain import VARIANTS, Kind
from companion.ui.kit.art.textures import FLOORS, Floor

Look: TypeAlias = str
"""What a square's object is: a variant that `theme.terrain` draws (``bamboo``, ``boulder``, ``table``…)."""

_KINDS: Mapping[str, Kind] = {HINDERING: "hindering", BLOCKING: "blocking"}
_NAMES: Mapping[str, str] = {
    "bush": "shrub",
    "offering": "barrels",
    "tree": "pillar",
    "rock": "boulder",
    "bridge": "plank",
}
"""Wishes that are drawn under another name."""
_INDOOR_H, _OUTDOOR_H = ("table", "chest", "screen"), ("shrub", "bamboo", "shrub")
_INDOOR_B, _OUTDOOR_B = ("pillar", "statue"), ("boulder", "lantern", "boulder")
_WORDS: Sequence[tuple[str, Floor]] = (
    ("tatami", "tatami"), ("pavilion", "tatami"), ("tea", "tatami"), ("hall", "plank"), ("inn", "plank"),
    ("house", "plank"), ("court", "gravel"), ("temple", "stone"), ("bamboo", "moss"), ("grove", "moss"),
    ("garden", "garden"), ("street", "gravel"), ("cave", "stone"),
)  # fmt: skip
_INDOOR: tuple[Floor, ...] = ("tatami", "plank")
_OUTDOOR: tuple[Floor, ...] = ("garden", "gravel", "moss")


class Scenery(msgspec.Struct, frozen=True):
    """By place (column, row, floor): the ground, and the object where there is one."""

    grounds: Mapping[Coordinates, Floor]
    looks: Mapping[Coordinates, Look]


def guessed(board: Board) -> Scenery:
    """A look for a board of which nothing but its squares is known: a floor with many walls is indoors."""
    grounds: dict[Coordinates, Floor] = {}
    looks: dict[Coordinates, Look] = {}
    for floor, plan in enumerate(board.floors):
        width, height = max((len(row) for row in plan.rows), default=0), len(plan.rows)
        half = (max(1, (width + 1) // 2), max(1, (height + 1) // 2))
        for part_y in range(2):
            for part_x in range(2):
                _guess_part(plan, floor, (part_x * half[0], part_y * half[1]), half, grounds, looks)
    return Scenery(grounds, looks)


def _guess_part(
    plan: FloorPlan,
    floor: int,
    corner: tuple[int, int],
    size: tuple[int, int],
    grounds: dict[Coordinates, Floor],
    looks: dict[Coordinates, Look],
) -> None:
    """One quarter of a floor: a tile's worth."""
    x0, y0 = corner
    cells = [
        (x, y, plan.rows[y][x])
        for y in range(y0, min(y0 + size[1], len(plan.rows)))
        for x in range(x0, min(x0 + size[0], len(plan.rows[y])))
        if plan.rows[y][x] != " "
    ]
    inside = sum(x0 <= e.column < x0 + size[0] and y0 <= e.row < y0 + size[1] for e in plan.walls | plan.doors)
    wet = sum(letter == AQUATIC for _, _, letter in cells)
    indoor = inside * 14 >= len(cells) and not wet
    seed = (x0 > 0) + 2 * (y0 > 0) + floor
    base = (_INDOOR if indoor else _OUTDOOR)[seed % (2 if indoor else 3)]
    _fill(cells, floor, base, {}, indoor, grounds, looks)


def _fill(
    cells: Sequence[tuple[int, int, str]],
    floor: int,
    base: Floor,
    wishes: Mapping[tuple[int, int], Look],
    indoor: bool,
    grounds: dict[Coordinates, Floor],
    looks: dict[Coordinates, Look],
) -> None:
    for x, y, letter in cells:
        at = (x, y, floor)
        ground: Floor = "stream" if letter == AQUATIC else "stone" if letter == STAIRS else base
        wish = wishes.get((x, y))
        floor_ = drawn_as(wish) if wish is not None and (wish == "bridge" or letter == CLEAR) else None
        if floor_ in FLOORS:
            ground = floor_
        grounds[at] = ground
        if letter in (HINDERING, BLOCKING):
            drawn = drawn_as(wish) if wish is not None else None
            looks[at] = drawn if drawn in VARIANTS[_KINDS[letter]] else usual(letter, indoor, x, y)


def drawn_as(look: Look) -> Look:
    """The name under which a wish is drawn: a bush is a shrub, a bridge is planks."""
    return _NAMES.get(look, look)


def usual(letter: str, indoor: bool, x: int, y: int) -> Look:
    """What a hindering or blocking square bears where nobody wishes anything."""
    known = (_INDOOR_H if indoor else _OUTDOOR_H) if letter == HINDERING else (_INDOOR_B if indoor else _OUTDOOR_B)
    return known[(x * 7 + y * 13) % len(known)]


def ground_of(tile: Tile) -> Floor:
    """The ground of a tile: its own wish, else what its name speaks of, else one that its name always gives."""
    if tile.ground in FLOORS:
        return tile.ground
    fitting = _INDOOR if tile.setting == "indoor" else _OUTDOOR
    name = tile.id.partition(":")[2]
    for word, ground in _WORDS:
        if word in name.split("-") and (tile.setting == "indoor") == (ground in ("tatami", "plank")):
            return ground
    return fitting[sum(map(ord, name)) % len(fitting)]


def of_tiles(placed: Sequence[tuple[Tile, int]]) -> Scenery:
    """The look that four tiles (north-west, north-east, south-west, south-east) with their turns wish for."""
    return of_floors([[(tile, turns, ((n % 2) * tile.size, (n // 2) * tile.size))
                       for n, (tile, turns) in enumerate(placed)]])  # fmt: skip


def of_floors(floors: Sequence[Sequence[tuple[Tile, int, tuple[int, int]]]]) -> Scenery:
    """The look that tiles on floors wish for: each tile with its turns and where its north-west corner lies."""
    grounds: dict[Coordinates, Floor] = {}
    looks: dict[Coordinates, Look] = {}
    for floor, laid in enumerate(floors):
        for tile, turns, (x0, y0) in laid:
            size = tile.size

            def turned(
                x: int, y: int, turns: int = turns, size: int = size, x0: int = x0, y0: int = y0
            ) -> tuple[int, int]:
                for _ in range(turns % 4):
                    x, y = size - 1 - y, x
                return x0 + x, y0 + y

            cells = [
                (*turned(x, y), letter)
                for y, row in enumerate(tile.rows)
                for x, letter in enumerate(row)
                if letter != " "
            ]
            wishes = {turned(*drawing.at): drawing.look for drawing in tile.drawings}
            _fill(cells, floor, ground_of(tile), wishes, tile.setting == "indoor", grounds, looks)
    return Scenery(grounds, looks)


def of_game(record: Record, state: State) -> Scenery:
    """The look of a game's board as it is now: of a drafted one by the tiles that the players have laid (KAR-6)."""
    contest = state.table.contest
    return of_record(record, state.table.board, contest.tiles if contest is not None and contest.tiles else None)


def of_record(record: Record, board: Board, laid: Sequence[PlacedTile] | None = None) -> Scenery:
    """The look of a game's board: by its tiles (those `laid`, if given) when the record carries them, else guessed."""
    setup: Any = record.setup if isinstance(record.setup, dict) else {}
    if "adventure" in setup:
        return _of_adventure(record, str(setup["adventure"]), board)
    tiles = setup.get("tiles") if laid is None else [{"tile": one.tile, "turns": one.turns} for one in laid]
    if tiles is None:
        tiles = next((card.get("tiles") for card in record.cards.get("board", {}).values()), None)
    try:
        wanted = msgspec.convert(tiles, tuple[BoardTile, BoardTile, BoardTile, BoardTile])
        placed = [(msgspec.convert(record.cards["tile"][item.tile], Tile), item.turns) for item in wanted]
    except (msgspec.ValidationError, KeyError):
        return guessed(board)
    found = of_tiles(placed)
    return found if set(found.grounds) >= set(board.squares) else guessed(board)


def _of_adventure(record: Record, id: str, board: Board) -> Scenery:
    try:
        floors = msgspec.convert(record.cards["adventure"][id], Adventure).floors
        found = of_floors(
            [
                [(msgspec.convert(record.cards["tile"][laid.tile], Tile), laid.turns, laid.at) for laid in floor.tiles]
                for floor in floors
            ]
        )
    except (msgspec.ValidationError, KeyError):
        return guessed(board)
    return found if set(found.grounds) >= set(board.squares) else guessed(board)
