"""Where slips lie: beside the board, and a fight's slip beside the cards of those who fight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect

from companion.ui.board import BoardView
from companion.ui.cards import BandColumn

GAP = 4


def margin(board: BoardView, side: int) -> int:
    """How many pixels beside the floor (0 on its left, 1 on its right) show nothing, in the board's widget.

    On the right all that a floor as high as the board leaves free: it makes room for slips (`BoardView.keep_clear`).
    """
    page = board.canvas.geometry.page
    if side == 0:
        return max(0, board.mapFromScene(page).boundingRect().left())
    return max(0, board.width() - round(page.width() / page.height() * board.viewport().height()) - GAP)


def free_of(column: BandColumn, area: QRect, who: int) -> list[QRect]:
    """The parts of an area over a column that leave the card of a figure to be seen: above it, and below it."""
    card, screen = column.card(who), column.parentWidget()
    if card is None or screen is None or not card.isVisibleTo(column):
        return [area]
    place = QRect(card.mapTo(screen, card.rect().topLeft()), card.size())
    above = QRect(area.left(), area.top(), area.width(), place.top() - GAP - area.top())
    below = QRect(area.left(), place.bottom() + GAP, area.width(), area.bottom() - place.bottom() - GAP)
    return [part for part in (below, above) if part.height() > 0]


def for_fight(wished: Sequence[Sequence[QRect]], height: int, least: int) -> QRect | None:
    """Of the parts of one side, then of the other, the first that is high enough; else the highest, if it has `least`.

    None where a slip would not be readable without lying over a fighter's card.
    """
    parts = [part for side in wished for part in side]
    enough = next((part for part in parts if part.height() >= height), None)
    if enough is not None:
        return enough
    highest = max(parts, key=QRect.height, default=None)
    return highest if highest is not None and highest.height() >= least else None
