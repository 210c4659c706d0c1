"""A position of a game as a picture: the floor, the figures, who they are, and how squares are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPixmap

from companion.model.games.asagiri.state.formatting import place_words
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.board.pictures import floor_picture, paint_tokens, warm
from companion.ui.games.asagiri.board.scenery import Scenery
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import PAPER

SQUARE = 52
"""Pixels of a square: 16 of them in 7 cm are 300 to the inch."""
FIGURE = 1.5
"""Squares that a figure covers, to be seen in a small picture."""
MARGIN = 0.8
"""Squares around the floor, for letters and numbers."""


def floor_of(state: State, squares: Sequence[int]) -> int:
    """The floor that a picture is about: where it happens, else where most figures stand."""
    places = state.table.board.squares
    on = [places[at][2] for at in squares] or [places[f.at][2] for f in state.figures if f.at >= 0]
    return max(set(on), key=on.count) if on else 0


def picture(state: State, look: Scenery, tell: Say, squares: Sequence[int] = ()) -> QPixmap:
    """The position; `squares`: where something happens, ringed."""
    floor = floor_of(state, squares)
    ground = floor_picture(state.table.board, look, SQUARE, PAPER, floor)
    edge = round(MARGIN * SQUARE)
    made = QPixmap(ground.width() + 2 * edge, ground.height() + 2 * edge)
    made.fill(Qt.GlobalColor.white)
    with ink.painting(made) as pen:
        _letters(pen, ground.width() // SQUARE, ground.height() // SQUARE, edge)
        pen.translate(edge, edge)
        pen.drawPixmap(0, 0, ground)
        pen.setPen(QPen(PAPER.color("ink"), 2))
        pen.drawRect(QRectF(0, 0, ground.width(), ground.height()))
        places = state.table.board.squares
        rings = [QPointF((places[at][0] + 0.5) * SQUARE, (places[at][1] + 0.5) * SQUARE) for at in squares
                 if places[at][2] == floor]  # fmt: skip
        if len(rings) > 1:
            pen.setPen(
                QPen(PAPER.color("vermilion", 0.8), SQUARE * 0.12, Qt.PenStyle.DashLine, Qt.PenCapStyle.RoundCap)
            )
            pen.drawLine(rings[0], rings[1])
        for ring in rings:
            pen.setBrush(PAPER.color("vermilion", 0.28))
            pen.setPen(QPen(PAPER.color("vermilion"), SQUARE * 0.09))
            pen.drawEllipse(ring, SQUARE * 0.86, SQUARE * 0.86)
        paint_tokens(pen, state, SQUARE, PAPER, floor, size=FIGURE)
        _names(pen, state, floor, tell, QRectF(0, 0, ground.width(), ground.height()))
    return made


def prepare(state: State, look: Scenery, squares: Sequence[int] = ()) -> Iterator[None]:
    """Paint what the picture is made of, bit by bit; then the picture itself is quick."""
    yield from warm(state.table.board, look, SQUARE, PAPER, floor_of(state, squares))


def image(state: State, look: Scenery, tell: Say, squares: Sequence[int] = ()) -> QImage:
    """The same, for a file."""
    return picture(state, look, tell, squares).toImage()


def _font(share: float) -> QFont:
    font = fonts.font("strong")
    font.setPixelSize(max(6, round(SQUARE * share)))
    return font


def _letters(pen: QPainter, columns: int, rows: int, edge: int) -> None:
    """Columns have letters, rows numbers, on both sides."""
    pen.setFont(_font(0.5))
    pen.setPen(PAPER.color("faded"))
    middle = Qt.AlignmentFlag.AlignCenter
    for column in range(columns):
        for y in (0, edge + rows * SQUARE):
            letter = place_words(column, 0).rstrip("1")
            pen.drawText(QRectF(edge + column * SQUARE, y, SQUARE, edge), middle, letter)
    for row in range(rows):
        for x in (0, edge + columns * SQUARE):
            pen.drawText(QRectF(x, edge + row * SQUARE, edge, SQUARE), middle, str(row + 1))


def _names(pen: QPainter, state: State, floor: int, tell: Say, room: QRectF) -> None:
    """Who is who, beside each figure where nothing else is; a name for which there is no room is left to the words."""
    places, font = state.table.board.squares, _font(0.5)
    metrics = QFontMetricsF(font)
    here = {who: QPointF((places[f.at][0] + 0.5) * SQUARE, (places[f.at][1] + 0.5) * SQUARE)
            for who, f in enumerate(state.figures) if f.at >= 0 and places[f.at][2] == floor}  # fmt: skip
    half = SQUARE * FIGURE / 2
    taken = [QRectF(at.x() - half * 0.8, at.y() - half * 0.8, half * 1.6, half * 1.6) for at in here.values()]
    for who, at in here.items():
        text = tell(state.table.called[who])
        wide, high = metrics.horizontalAdvance(text) + 6, metrics.height()
        spot = next((rect for rect in _spots(at, wide, high, half, room) if not _hits(rect, taken)), None)
        if spot is None:
            continue
        taken.append(spot)
        path = QPainterPath()
        path.addText(spot.left() + 3, spot.top() + metrics.ascent(), font, text)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(QColor(255, 255, 255, 225), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                        Qt.PenJoinStyle.RoundJoin))  # fmt: skip
        pen.drawPath(path)
        pen.fillPath(path, PAPER.color("ink"))


def _spots(at: QPointF, wide: float, high: float, half: float, room: QRectF) -> Iterable[QRectF]:
    """Below, above, right, left, then askew; moved into the picture where it would stick out."""
    below, above = at.y() + half * 0.86, at.y() - half * 0.86 - high
    right, left = at.x() + half * 0.9, at.x() - half * 0.9 - wide
    middle = at.x() - wide / 2
    for x, y in (
        (middle, below), (middle, above), (right, at.y() - high / 2), (left, at.y() - high / 2), (right - half, above),
        (left + half, above), (right - half, below), (left + half, below), (middle, above - high),
        (middle, below + high),
    ):  # fmt: skip
        rect = QRectF(x, y, wide, high)
        rect.moveLeft(max(room.left(), min(rect.left(), room.right() - wide)))
        if room.contains(rect) or (wide > room.width() and room.top() <= y <= room.bottom() - high):
            yield rect


def _hits(rect: QRectF, taken: Iterable[QRectF]) -> bool:
    return any(rect.intersects(other) for other in taken)
