"""Boards as small pictures, only to look at: a tile, four of them joined, a game with its figures. Cached."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from companion.model.systems.asagiri.board import BLOCKING, HINDERING, STAIRS, Board, Edge, board_of
from companion.model.systems.asagiri.cards import Tile
from companion.model.systems.asagiri.state import State
from companion.model.systems.asagiri.tiles import plan, turned
from companion.ui.board import scenery
from companion.ui.board.scenery import Scenery
from companion.ui.theme import ink, palette, terrain, textures
from companion.ui.theme.figures import Facing, figure_pixmap
from companion.ui.theme.palette import Theme
from companion.ui.theme.terrain import Kind

SQUARE = 40
"""Pixels of a square in the picture that all sizes are made from."""
FIGURE = 2.0
"""Squares that a figure covers: larger than life, to be seen in a small picture."""
_KINDS: dict[str, Kind] = {HINDERING: "hindering", BLOCKING: "blocking", STAIRS: "stairs"}
_LOOKS = {"bush": "shrub", "offering": "barrels"}
_FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
_SHAPES: tuple[Literal["round"], Literal["octagon"]] = ("round", "octagon")


def tile_picture(tile: Tile, turns: int, side: float, *, dpr: float = 1.0) -> QPixmap:
    """One tile after some quarter-turns, `side` logical pixels wide."""
    board = board_of((turned(plan(tile), turns),))
    look = scenery.of_tiles([(tile, turns)])
    drawn = hash((tile.rows, tile.walls, tile.doors, tile.drawings, tile.setting, tile.ground))
    return _scaled(_floor(f"{tile.id}/{turns}/{drawn}", _Key(board, look), palette.current()), side, dpr)


def board_picture(board: Board, look: Scenery, key: str, side: float, *, dpr: float = 1.0) -> QPixmap:
    """A whole board, its longer side `side` logical pixels; `key` stands for what it shows in the cache."""
    return _scaled(_floor(key, _Key(board, look), palette.current()), side, dpr)


def game_picture(state: State, look: Scenery, side: float, *, dpr: float = 1.0) -> QPixmap:
    """The board of a game with the figures where they stand."""
    theme, board = palette.current(), state.table.board
    picture = QPixmap(_floor(str(hash(board)), _Key(board, look), theme))
    pen = ink.painter(picture)
    over = (FIGURE - 1) / 2
    for who, figure in enumerate(state.figures):
        if figure.at < 0 or board.squares[figure.at][2]:
            continue
        character = state.table.characters[who]
        column, row, _ = board.squares[figure.at]
        token = figure_pixmap(
            character.silhouette, _SHAPES[character.band], "shaken" if figure.state == "shaken" else "vigilant",
            False, _FACINGS[figure.facing], round(SQUARE * FIGURE), theme,
        )  # fmt: skip
        pen.drawPixmap(QPointF((column - over) * SQUARE, (row - over) * SQUARE), token)
    pen.end()
    return _scaled(picture, side, dpr)


class _Key:
    """What a floor is painted from; every one counts as the same, the text beside it is what the cache looks at."""

    def __init__(self, board: Board, look: Scenery) -> None:
        self.board, self.look = board, look

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key)


@lru_cache(maxsize=48)
def _floor(_key: str, what: _Key, theme: Theme) -> QPixmap:
    board, look = what.board, what.look
    rows = board.floors[0].rows
    columns = max(len(row) for row in rows)
    pixmap = ink.blank(columns * SQUARE, len(rows) * SQUARE)
    pen = ink.painter(pixmap)
    for x, y, floor in board.squares:
        if not floor:
            ground = look.grounds.get((x, y, 0), "stone")
            pen.drawPixmap(x * SQUARE, y * SQUARE, textures.texture(ground, SQUARE, _seed(ground, x, y), theme))
    _paint_grid(pen, columns, len(rows), theme)
    for x, y, floor in board.squares:
        kind = _KINDS.get(rows[y][x]) if not floor else None
        if kind is None:
            continue
        wish = look.looks.get((x, y, 0), "")
        picture = terrain.object_pixmap(kind, SQUARE, _LOOKS.get(wish, wish) or None, x * 7 + y, theme, sign=False)
        pen.drawPixmap(x * SQUARE, y * SQUARE, picture)
    for edge, start, end in _edges(board.floors[0].walls):
        terrain.paint_wall(pen, start, end, SQUARE * 0.15, theme, edge.column + edge.row)
    for _, start, end in _edges(board.floors[0].doors):
        terrain.paint_door(pen, start, end, SQUARE * 0.17, theme)
    pen.end()
    return pixmap


def _seed(ground: str, x: int, y: int) -> int:
    """A few pictures a ground, mixed; mats lie crosswise by turns."""
    return (x // 2 + y) % 2 if ground == "tatami" else (x * 5 + y * 3) % 8


def _paint_grid(pen: QPainter, columns: int, rows: int, theme: Theme) -> None:
    pen.setPen(QPen(theme.color("figure_ink", 0.12), 1))
    for x in range(1, columns):
        pen.drawLine(QPointF(x * SQUARE, 0), QPointF(x * SQUARE, rows * SQUARE))
    for y in range(1, rows):
        pen.drawLine(QPointF(0, y * SQUARE), QPointF(columns * SQUARE, y * SQUARE))


def _edges(edges: Iterable[Edge]) -> Iterable[tuple[Edge, QPointF, QPointF]]:
    for edge in sorted(edges):
        x, y = edge.column, edge.row
        corner = QPointF((x + 1) * SQUARE, (y + 1) * SQUARE)
        start = QPointF((x + 1) * SQUARE, y * SQUARE) if edge.side == "E" else QPointF(x * SQUARE, (y + 1) * SQUARE)
        yield edge, start, corner


def _scaled(picture: QPixmap, side: float, dpr: float) -> QPixmap:
    """Smaller in two steps, so that lines stay whole."""
    wanted = max(1, round(side * dpr))
    longest = max(picture.width(), picture.height())
    width, height = picture.width() * wanted // longest, picture.height() * wanted // longest
    mode = Qt.TransformationMode.SmoothTransformation
    made = picture.scaled(max(1, width), max(1, height), Qt.AspectRatioMode.IgnoreAspectRatio, mode)
    made.setDevicePixelRatio(dpr)
    return made
