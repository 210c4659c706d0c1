"""What goes across the table between two moments of it: cards to the middle, sake out of the Masu, cards off the pile.

The table shows the later moment at once; a flight only tells where that came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from companion.model.games.sake.state.state import SAMURAI
from companion.ui.games.sake.drawing.pieces import paint_back, paint_cup
from companion.ui.games.sake.ring.geometry import Geometry
from companion.ui.games.sake.ring.table_painter import paint_chip_card
from companion.ui.games.sake.seen import SeenTable
from companion.ui.kit.theme.palette import Theme

MOST = 8
"""More at once is no move, but another moment of the game."""
CARD = (24.0, 33.0)
CUP = 7.5


class Flight(NamedTuple):
    """Something small on its way."""

    start: QPointF
    end: QPointF
    draw: Callable[[QPainter, QPointF, Theme], object]

    def at(self, share: float) -> QPointF:
        return self.start + (self.end - self.start) * share


def flights(old: Geometry, new: Geometry) -> list[Flight]:
    """From one moment to the next, as the same viewer sees both."""
    before, after = old.table, new.table
    if (before.viewer, before.fixed, len(before.seats)) != (after.viewer, after.fixed, len(after.seats)):
        return []
    found = list(islice((*_played(old, new), *_drawn(old, new), *_poured(old, new)), MOST + 1))
    return found if len(found) <= MOST else []


def _hand(g: Geometry, n: int) -> QPointF:
    """Where the hand of a seat is: that of the viewer below the table."""
    if n == g.table.viewer and not g.table.fixed:
        return QPointF(g.room.center().x(), g.room.bottom())
    return g.seat_parts(n)["hand"].center()


def _played(old: Geometry, new: Geometry) -> Iterator[Flight]:
    """Cards from a hand into the air, onto the discards or before their owner, and from the air onto the discards."""
    before, after = old.table, new.table
    hands = [(len(seat.hand), len(after.seats[seat.n].hand)) for seat in before.seats]
    given = next((n for n, (was, now) in enumerate(hands) if now < was), None)
    for k, card in enumerate(after.air):
        if given is not None and card not in before.air:
            yield _card(_hand(old, given), new.air(k, len(after.air)).center(), new, card)
    gone = Counter(after.discard) - Counter(before.discard)
    for card in gone.elements():
        if card in before.air:
            yield _card(old.air(before.air.index(card), len(before.air)).center(), new.gone.center(), new, card)
        elif given is not None:
            yield _card(_hand(old, given), new.gone.center(), new, card)
    for seat in after.seats:
        was, now = hands[seat.n]
        for card, rect in new.gear_places(seat.n) if now < was and seat.kind == SAMURAI else ():
            if card not in before.seats[seat.n].gear:
                yield _card(_hand(old, seat.n), rect.center(), new, card)


def _drawn(old: Geometry, new: Geometry) -> Iterator[Flight]:
    before, after = old.table, new.table
    if after.pile >= before.pile:
        return
    for seat in after.seats:
        for card in seat.hand[: max(0, len(seat.hand) - len(before.seats[seat.n].hand))]:
            yield Flight(old.pile.center(), _hand(new, seat.n), partial(_draw_back, new.scale, after, card))


def _poured(old: Geometry, new: Geometry) -> Iterator[Flight]:
    before, after = old.table, new.table
    if after.masu >= before.masu:
        return
    for seat in after.seats:
        if seat.kind == SAMURAI:
            for spot in seat.sake:
                if spot not in before.seats[seat.n].sake:
                    yield Flight(old.masu.center(), new.spot(seat.n, spot), partial(_draw_cup, new.scale))
        elif seat.jar > before.seats[seat.n].jar:
            end = new.seat_parts(seat.n)["life"].center()
            yield Flight(old.masu.center(), end, partial(_draw_cup, new.scale))


def _card(start: QPointF, end: QPointF, new: Geometry, card: int) -> Flight:
    return Flight(start, end, partial(_draw_card, new.scale, new.table, card))


def _place(at: QPointF, scale: float) -> QRectF:
    wide, high = CARD[0] * scale, CARD[1] * scale
    return QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)


def _draw_card(scale: float, table: SeenTable, card: int, pen: QPainter, at: QPointF, theme: Theme) -> None:
    paint_chip_card(pen, _place(at, scale), table, card, theme, lifted=True)


def _draw_back(scale: float, table: SeenTable, card: int, pen: QPainter, at: QPointF, theme: Theme) -> None:
    paint_back(pen, _place(at, 0.8 * scale), table.deck.back[card], theme)


def _draw_cup(scale: float, pen: QPainter, at: QPointF, theme: Theme) -> None:
    paint_cup(pen, at, CUP * scale, theme)
