"""A scenario's board as a whole: tiles, walls, doors, where the heroes begin, tokens and figures. Without widgets."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from companion.model.games.chronicles.box.records import Cell
from companion.ui.games.chronicles.board import tile_painter
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Theme

from .scenario_sketch import DoorMark, Laid, Mark

SIGNS = {"host": "person", "scroll": "scroll", "clue": "search", "chest": "tray", "follower": "people"}
_COLOURS = {"host": "gold", "scroll": "earth", "clue": "air", "chest": "fire", "follower": "vigilant"}


class MarkLook(Protocol):
    """What a figure shows of its sheet, a host of its card."""

    def __call__(self, mark: Mark) -> tuple[str, bool]:
        """The first letters of the name, and whether it is a guard."""


def paint_board(
    pen: QPainter,
    pieces: Collection[Laid],
    doors: Iterable[DoorMark],
    start: Collection[str],
    cell: int,
    theme: Theme,
    dpr: float,
    *,
    names: bool = True,
) -> None:
    """The floor; the cell (0, 0) begins at the pen's origin. `names`: what the scenario calls its tiles."""
    for piece in pieces:
        picture = tile_painter.tile_pixmap(piece.face, cell, theme=theme, dpr=dpr, edges=False)
        size = picture.deviceIndependentSize()
        place = QRectF(piece.at[0] * cell, piece.at[1] * cell, size.width(), size.height())
        pen.drawPixmap(place, picture, QRectF(picture.rect()))
        _paint_start(pen, piece, start, cell, theme)
    found = list(doors)
    open_ = {door.side for door in found}
    walls = {piece.moved(side) for piece in pieces for side in piece.face.edges()} - open_
    tile_painter.paint_walls(pen, walls, cell, QPointF(), theme)
    for door in found:
        tile_painter.paint_door(pen, door.side, cell, door.state, QPointF(), theme)
    for piece in pieces if names else ():
        _paint_name(pen, piece, cell, theme)


def _paint_start(pen: QPainter, piece: Laid, start: Collection[str], cell: int, theme: Theme) -> None:
    """Lines from corner to corner over the zones in which the heroes begin."""
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.WindingFill)
    for row in range(piece.face.rows):
        for column in range(piece.face.columns):
            at = (piece.at[0] + column, piece.at[1] + row)
            if piece.zone(at) in start:
                area.addRect(QRectF(at[0] * cell, at[1] * cell, cell, cell))
    if area.isEmpty():
        return
    whole = area.simplified()
    pen.save()
    pen.setClipPath(whole, Qt.ClipOperation.IntersectClip)
    pen.setPen(QPen(theme.color("gold", 0.65), max(1.0, cell * 0.05)))
    box = whole.boundingRect()
    x, step = box.left() - box.height(), max(5.0, cell / 2.5)
    while x < box.right():
        pen.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += step
    pen.restore()
    ink.outline(pen, whole, theme.color("gold"), max(1.5, cell * 0.07))


def _paint_name(pen: QPainter, piece: Laid, cell: int, theme: Theme) -> None:
    """What the scenario calls a tile, on a slip in its north-west corner."""
    high = max(11.0, cell * 0.42)
    slip = QRectF(piece.at[0] * cell + cell * 0.1, piece.at[1] * cell + cell * 0.1, high * 1.7, high)
    ink.fill(pen, ink.rough_rect(slip, piece.name, 0.5, 20), theme.color("surface", 0.92))
    _write(pen, slip, piece.name, theme.color("ink"), high * 0.74)


def paint_mark(pen: QPainter, mark: Mark, box: QRectF, look: MarkLook, theme: Theme, dpr: float) -> None:
    """A token with its sign and its number; a figure as an eight-sided base with the first letters of its sheet."""
    middle, radius = box.center(), box.width() * 0.38
    rim = QPen(theme.color("bone"), max(1.0, box.width() * 0.05))
    if mark.kind == "figure":
        letters, guard = look(mark)
        base = QPainterPath()
        cut = radius * 0.42
        x, y = middle.x(), middle.y()
        base.addPolygon([
            QPointF(x - radius, y - cut), QPointF(x - cut, y - radius), QPointF(x + cut, y - radius),
            QPointF(x + radius, y - cut), QPointF(x + radius, y + cut), QPointF(x + cut, y + radius),
            QPointF(x - cut, y + radius), QPointF(x - radius, y + cut),
        ])  # fmt: skip
        base.closeSubpath()
        pen.setPen(rim)
        pen.setBrush(QColor((tile_painter.VIOLET if guard else tile_painter.GREEN)[int(theme.dark)]))
        pen.drawPath(base)
        room = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
        _write(pen, room, letters, theme.color("on_element"), radius * 0.9)
        if mark.heroes > 1:
            _paint_number(pen, box, f"{mark.heroes}+", theme)
        return
    pen.setPen(rim)
    pen.setBrush(theme.color(_COLOURS[mark.kind]))  # type: ignore[arg-type]
    pen.drawPath(ink.rough_disc(middle, radius, mark.pointer, 0.02))
    if mark.id:
        room = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        _write(pen, room, look(mark)[0], theme.color("on_element"), radius * 0.9)
        return
    side = radius * 1.25
    drawn = icons.pixmap(SIGNS[mark.kind], theme.color("on_element"), max(6, round(side)), dpr)
    pen.drawPixmap(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side), drawn, QRectF(drawn.rect()))
    if mark.order:
        _paint_number(pen, box, str(mark.order), theme)


def paint_tested(pen: QPainter, cells: Iterable[Cell], cell: int, theme: Theme) -> None:
    """A ring of gold around each space where a mission or an objective is tested."""
    for column, row in cells:
        disc = ink.rough_disc(QPointF(column + 0.5, row + 0.5) * cell, cell * 0.4, "tested", 0.02)
        for shade, width in ((theme.color("figure_ink", 0.7), 0.13), (theme.color("gold"), 0.07)):
            ink.outline(pen, disc, shade, max(1.0, cell * width))


def _paint_number(pen: QPainter, box: QRectF, words: str, theme: Theme) -> None:
    side = max(8.0, box.width() * 0.34)
    slip = QRectF(box.right() - side * 1.15, box.bottom() - side * 1.05, side * 1.1, side)
    ink.fill(pen, ink.rough_rect(slip, words, 0.3, 20), theme.color("surface", 0.94))
    _write(pen, slip, words, theme.color("ink"), side * 0.8)


def _write(pen: QPainter, room: QRectF, words: str, colour: QColor, pixels: float) -> None:
    font = fonts.font("strong")
    font.setPixelSize(max(6, round(pixels)))
    ink.write(pen, room, words, font, colour, Qt.AlignmentFlag.AlignCenter)
