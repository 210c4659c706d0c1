"""The board of a stored game small: its tiles, and where everybody stands."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.state.state import State
from companion.ui.kit.art import figures
from companion.ui.kit.art.figures import BLACK, WHITE
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import ink

from .canvas import Canvas
from .contents import contents
from .floor import Floor
from .item_layer import spots

LARGE = 1.7
"""How many cells wide a figure is: whose it is must be seen."""


def _nothing() -> None:
    return None


def board_pixmap(state: State, board: Board, side: int, ratio: float) -> QPixmap:
    """A square picture, `side` wide in logical pixels; the board lies in its middle."""
    scene = QGraphicsScene()
    canvas = Canvas(board, scene, _nothing)
    page, seen = canvas.page, contents(state)
    canvas.dpr = ratio
    canvas.cell = side * CELL / max(page.width(), page.height())
    floor = Floor(canvas)
    floor.show(state.layout, state.table.box.tiles, seen.corrupted)
    pixmap = ink.blank(side, side, ratio)
    scale = canvas.cell / CELL
    with ink.painting(pixmap) as pen:
        pen.translate((side - page.width() * scale) / 2, (side - page.height() * scale) / 2)
        pen.scale(scale, scale)
        pen.translate(-page.topLeft())
        picture = floor.picture()
        pen.drawPixmap(page, picture, QRectF(picture.rect()))
        for id, spot in spots(canvas, seen.things).items():
            camp = next((one.camp for one in seen.figures if one.id == id), None)
            if camp is not None:
                _paint_stone(pen, spot, WHITE if camp == "heroes" else BLACK, canvas)
    return pixmap


def _paint_stone(pen: QPainter, spot: QPointF, band: int, canvas: Canvas) -> None:
    size = CELL * LARGE * 0.72
    room = QRectF(spot.x() - size / 2, spot.y() - size / 2, size, size)
    figures.paint_stone(pen, room, band, canvas.theme)
