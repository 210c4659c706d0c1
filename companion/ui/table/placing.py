"""Where slips lie: beside the board, and a fight's slip beside the cards of those who fight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from companion.ui.board import BoardView
from companion.ui.cards import BandColumn
from companion.ui.theme import type

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


def of_fight(
    fight: QWidget,
    bands: Sequence[BandColumn],
    areas: Sequence[QRect],
    fighters: Sequence[int],
    side: int,
    bottom: int,
    *,
    folded: bool,
) -> QRect:
    """Where a fight's slip may lie: over the cards of `side`, else the other; beside those of the `fighters` (by band).

    `areas`: over the cards of each band; they are made as wide as the slip needs, and reach down to `bottom`, over the
    small buttons.
    """
    own = fight.minimumSizeHint().width()
    for n, area in enumerate(areas):
        if area.width() < own:
            area.setLeft(area.left() if n == 0 else area.right() - own + 1)
            area.setWidth(own)
        area.setBottom(max(area.top() + type.px(160), bottom))
    wished = [free_of(bands[n], areas[n], fighters[n]) for n in (side, 1 - side)]
    height = max(fight.sizeHint().height(), type.px(240))
    place = None if folded else for_fight(wished, height, type.px(230))
    return areas[side] if place is None else place


def lay_fight(
    fight: QWidget,
    columns: Sequence[BandColumn],
    areas: Sequence[QRect],
    fighters: Sequence[int],
    side: int,
    bottom: int,
    *,
    folded: bool,
) -> None:
    """Lay a fight's slip over the cards of one side, but beside those of who fights; else on the other side."""
    beside = [next((who for who in fighters if column.card(who) is not None), -1) for column in columns]
    place = of_fight(fight, columns, areas, beside, side, bottom, folded=folded)
    room = max(place.height(), fight.minimumSizeHint().height())
    fight.setMaximumHeight(room)
    high = max(fight.sizeHint().height(), type.px(240))
    fight.setGeometry(place.left(), place.top(), place.width(), min(room, high))
