"""What a board looks like (`Scenery`), and small pictures of boards, tiles and games, cached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from companion.model.core.record import Record
from companion.model.core.words import Arg, Message, say
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
    board_of,
)
from companion.model.games.asagiri.state.cards import BoardTile, Tile
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import PlacedTile
from companion.model.games.asagiri.state.tiles import plan, turned
from companion.model.games.asagiri.state.vocabulary import BEFORE, by_figure
from companion.model.grid import Edge
from companion.ui.kit.art import terrain
from companion.ui.kit.art.figures import FACING_NAMES, SHAPES, figure_pixmap
from companion.ui.kit.art.terrain import FLOORS, VARIANTS, Floor, Kind
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme

Look: TypeAlias = str
"""What a square's object is: a variant that `theme.terrain` draws (``bamboo``, ``boulder``, ``table``…)."""

_KIND_OF_LETTER: Mapping[str, Kind] = {HINDERING: "hindering", BLOCKING: "blocking"}
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
    for floor, level in enumerate(board.floors):
        width, height = max((len(row) for row in level.rows), default=0), len(level.rows)
        half = (max(1, (width + 1) // 2), max(1, (height + 1) // 2))
        for part_y in range(2):
            for part_x in range(2):
                _guess_part(level, floor, (part_x * half[0], part_y * half[1]), half, grounds, looks)
    return Scenery(grounds, looks)


def _guess_part(
    level: FloorPlan,
    floor: int,
    corner: tuple[int, int],
    size: tuple[int, int],
    grounds: dict[Coordinates, Floor],
    looks: dict[Coordinates, Look],
) -> None:
    """One quarter of a floor: a tile's worth."""
    x0, y0 = corner
    cells = [
        (x, y, level.rows[y][x])
        for y in range(y0, min(y0 + size[1], len(level.rows)))
        for x in range(x0, min(x0 + size[0], len(level.rows[y])))
        if level.rows[y][x] != " "
    ]
    inside = sum(x0 <= e.column < x0 + size[0] and y0 <= e.row < y0 + size[1] for e in level.walls | level.doors)
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
            looks[at] = drawn if drawn in VARIANTS[_KIND_OF_LETTER[letter]] else usual(letter, indoor, x, y)


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


def scenery_of_tiles(placed: Sequence[tuple[Tile, int]]) -> Scenery:
    """The look that four tiles (north-west, north-east, south-west, south-east) with their turns wish for."""
    return scenery_of_floors([[(tile, turns, ((n % 2) * tile.size, (n // 2) * tile.size))
                       for n, (tile, turns) in enumerate(placed)]])  # fmt: skip


def scenery_of_floors(floors: Sequence[Sequence[tuple[Tile, int, tuple[int, int]]]]) -> Scenery:
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


def scenery_of_game(record: Record, state: State) -> Scenery:
    """The look of a game's board as it is now: of a drafted one by the tiles that the players have laid (KAR-6)."""
    contest = state.table.contest
    return scenery_of_record(
        record, state.table.board, contest.tiles if contest is not None and contest.tiles else None
    )


def scenery_of_record(record: Record, board: Board, laid: Sequence[PlacedTile] | None = None) -> Scenery:
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
    found = scenery_of_tiles(placed)
    return found if set(found.grounds) >= set(board.squares) else guessed(board)


def _of_adventure(record: Record, id: str, board: Board) -> Scenery:
    try:
        floors = msgspec.convert(record.cards["adventure"][id], Adventure).floors
        found = scenery_of_floors(
            [
                [(msgspec.convert(record.cards["tile"][laid.tile], Tile), laid.turns, laid.at) for laid in floor.tiles]
                for floor in floors
            ]
        )
    except (msgspec.ValidationError, KeyError):
        return guessed(board)
    return found if set(found.grounds) >= set(board.squares) else guessed(board)


SQUARE = 40
"""Pixels of a square in the picture that all sizes are made from."""
FIGURE = 2.0
"""Squares that a figure covers: larger than life, to be seen in a small picture."""
_KINDS: dict[str, Kind] = {HINDERING: "hindering", BLOCKING: "blocking", STAIRS: "stairs"}
_LOOKS = {"bush": "shrub", "offering": "barrels"}


def tile_picture(tile: Tile, turns: int, side: float, *, dpr: float = 1.0) -> QPixmap:
    """One tile after some quarter-turns, `side` logical pixels wide."""
    board = board_of((turned(plan(tile), turns),))
    look = scenery_of_tiles([(tile, turns)])
    drawn = hash((tile.rows, tile.walls, tile.doors, tile.drawings, tile.setting, tile.ground))
    return _scaled(_floor(f"{tile.id}/{turns}/{drawn}", _Key(board, look), palette.current()), side, dpr)


def floor_picture(board: Board, look: Scenery, square: int, theme: Theme, floor: int = 0) -> QPixmap:
    """A floor of a game's board, a square so many pixels wide; not to be changed."""
    return _floor(f"{hash(board)}/{floor}", _Key(board, look), theme, square, floor)


def warm(board: Board, look: Scenery, square: int, theme: Theme, level: int = 0) -> Iterator[None]:
    """Paint grounds and objects of a floor one by one, for somebody who must not be kept waiting; they are kept."""
    rows = board.floors[level].rows
    for x, y, floor in board.squares:
        if floor != level:
            continue
        ground = look.grounds.get((x, y, level), "stone")
        terrain.texture(ground, square, _seed(ground, x, y), theme)
        kind = _KINDS.get(rows[y][x])
        if kind is not None:
            terrain.object_pixmap(kind, square, _look_of(look, x, y, level), x * 7 + y, theme, sign=False)
            yield
        elif not x:
            yield


def _look_of(look: Scenery, x: int, y: int, level: int) -> str | None:
    wish = look.looks.get((x, y, level), "")
    return _LOOKS.get(wish, wish) or None


def paint_tokens(
    pen: QPainter, state: State, square: int, theme: Theme, floor: int = 0, *, size: float = FIGURE
) -> None:
    """The figures on a floor, each `size` squares wide."""
    board, over = state.table.board, (size - 1) / 2
    for who, figure in by_figure(state.figures):
        if figure.at < 0 or board.squares[figure.at][2] != floor:
            continue
        character = state.table.characters[who]
        column, row, _ = board.squares[figure.at]
        token = figure_pixmap(
            character.silhouette, SHAPES[character.band], "shaken" if figure.state == "shaken" else "vigilant",
            False, FACING_NAMES[figure.facing], round(square * size), theme,
        )  # fmt: skip
        pen.drawPixmap(QPointF((column - over) * square, (row - over) * square), token)


def game_picture(state: State, look: Scenery, side: float, *, dpr: float = 1.0) -> QPixmap:
    """The board of a game with the figures where they stand."""
    theme = palette.current()
    picture = QPixmap(floor_picture(state.table.board, look, SQUARE, theme))
    pen = ink.painter(picture)
    paint_tokens(pen, state, SQUARE, theme)
    pen.end()
    return _scaled(picture, side, dpr)


def thumbnail(header: Record, state: State, side: int, dpr: float) -> QPixmap:
    """The same for a stored game."""
    return game_picture(state, scenery_of_game(header, state), side, dpr=dpr)


def where_it_stands(state: State, names: Sequence[Arg] = ()) -> Message:
    """The turn, or what comes before the first; whose phase it is where it is known what they are called."""
    if state.over:
        return say("The game is over")
    if state.stage in BEFORE:
        return say("Before turn 1")
    if not names:
        return say("Turn {turn}", turn=state.turn)
    return say("Turn {turn} · {band}'s phase", turn=state.turn, band=names[state.phase])


class _Key:
    """What a floor is painted from; every one counts as the same, the text beside it is what the cache looks at."""

    def __init__(self, board: Board, look: Scenery) -> None:
        self.board, self.look = board, look

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key)


@lru_cache(maxsize=48)
def _floor(_key: str, what: _Key, theme: Theme, square: int = SQUARE, level: int = 0) -> QPixmap:
    board, look = what.board, what.look
    rows = board.floors[level].rows
    columns = max(len(row) for row in rows)
    pixmap = ink.blank(columns * square, len(rows) * square)
    pen = ink.painter(pixmap)
    for x, y, floor in board.squares:
        if floor == level:
            ground = look.grounds.get((x, y, level), "stone")
            pen.drawPixmap(x * square, y * square, terrain.texture(ground, square, _seed(ground, x, y), theme))
    _paint_grid(pen, columns, len(rows), theme, square)
    for x, y, floor in board.squares:
        kind = _KINDS.get(rows[y][x]) if floor == level else None
        if kind is None:
            continue
        picture = terrain.object_pixmap(kind, square, _look_of(look, x, y, level), x * 7 + y, theme, sign=False)
        pen.drawPixmap(x * square, y * square, picture)
    for edge, start, end in _edges(board.floors[level].walls, square):
        terrain.paint_wall(pen, start, end, square * 0.15, theme, edge.column + edge.row)
    for _, start, end in _edges(board.floors[level].doors, square):
        terrain.paint_door(pen, start, end, square * 0.17, theme)
    pen.end()
    return pixmap


def _seed(ground: str, x: int, y: int) -> int:
    """A few pictures a ground, mixed; mats lie crosswise by turns."""
    return (x // 2 + y) % 2 if ground == "tatami" else (x * 5 + y * 3) % 8


def _paint_grid(pen: QPainter, columns: int, rows: int, theme: Theme, square: int) -> None:
    pen.setPen(QPen(theme.color("figure_ink", 0.12), 1))
    for x in range(1, columns):
        pen.drawLine(QPointF(x * square, 0), QPointF(x * square, rows * square))
    for y in range(1, rows):
        pen.drawLine(QPointF(0, y * square), QPointF(columns * square, y * square))


def _edges(edges: Iterable[Edge], square: int) -> Iterator[tuple[Edge, QPointF, QPointF]]:
    for edge in sorted(edges):
        x, y = edge.column, edge.row
        corner = QPointF((x + 1) * square, (y + 1) * square)
        start = QPointF((x + 1) * square, y * square) if edge.side == "E" else QPointF(x * square, (y + 1) * square)
        yield edge, start, corner


def _scaled(picture: QPixmap, side: float, dpr: float) -> QPixmap:
    wanted = max(1, round(side * dpr))
    longest = max(picture.width(), picture.height())
    width, height = picture.width() * wanted // longest, picture.height() * wanted // longest
    mode = Qt.TransformationMode.SmoothTransformation
    made = picture.scaled(max(1, width), max(1, height), Qt.AspectRatioMode.IgnoreAspectRatio, mode)
    made.setDevicePixelRatio(dpr)
    return made
