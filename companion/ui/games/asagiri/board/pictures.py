"""Boards as small pictures, only to look at: a tile, four of them joined, a game with its figures. Cached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from companion.model.core.record import Record
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import BLOCKING, HINDERING, STAIRS, Board, Edge, board_of
from companion.model.games.asagiri.state.cards import Tile
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.tiles import plan, turned
from companion.model.games.asagiri.state.vocabulary import BEFORE
from companion.ui.games.asagiri.board import scenery
from companion.ui.kit.art import terrain, textures
from companion.ui.kit.art.figures import SHAPES, Facing, figure_pixmap
from companion.ui.kit.art.terrain import Kind
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme

from .scenery import Scenery

SQUARE = 40
"""Pixels of a square in the picture that all sizes are made from."""
FIGURE = 2.0
"""Squares that a figure covers: larger than life, to be seen in a small picture."""
_KINDS: dict[str, Kind] = {HINDERING: "hindering", BLOCKING: "blocking", STAIRS: "stairs"}
_LOOKS = {"bush": "shrub", "offering": "barrels"}
_FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")


def tile_picture(tile: Tile, turns: int, side: float, *, dpr: float = 1.0) -> QPixmap:
    """One tile after some quarter-turns, `side` logical pixels wide."""
    board = board_of((turned(plan(tile), turns),))
    look = scenery.of_tiles([(tile, turns)])
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
        textures.texture(ground, square, _seed(ground, x, y), theme)
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
    for who, figure in enumerate(state.figures):
        if figure.at < 0 or board.squares[figure.at][2] != floor:
            continue
        character = state.table.characters[who]
        column, row, _ = board.squares[figure.at]
        token = figure_pixmap(
            character.silhouette, SHAPES[character.band], "shaken" if figure.state == "shaken" else "vigilant",
            False, _FACINGS[figure.facing], round(square * size), theme,
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
    return game_picture(state, scenery.of_game(header, state), side, dpr=dpr)


def where_it_stands(state: State) -> Message:
    """Turn and phase, or what comes before the first turn."""
    if state.over:
        return say("The game is over")
    if state.stage in BEFORE:
        return say("Before turn 1")
    return say("Turn {turn} · {band}'s phase", turn=state.turn, band=SEATS[state.phase])


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
            pen.drawPixmap(x * square, y * square, textures.texture(ground, square, _seed(ground, x, y), theme))
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
