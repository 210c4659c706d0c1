"""The initiative cards of the heroes in a row, to be put in order before they are laid face down (STR-5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.games.chronicles.state.state import Seat, State
from companion.ui.games.chronicles.heroes import painting, words
from companion.ui.games.chronicles.heroes.plan_card import Carried
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, discard

HIGH, WIDEST, GAP = 48, 170, 6


class _Initiative(Carried):
    space_presses = False  # the next step


class OrderRow(InkWidget):
    """`order`: the seats as they lie now. A card is dragged to its place, or moved there with the arrow keys."""

    help_page = "chronicles/strategy"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state: State | None = None
        self.order: list[Seat] = []
        self.cards: dict[Seat, Carried] = {}

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDEST * 4), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(420), fonts.px(HIGH))

    def show_order(self, state: State, seats: Sequence[Seat]) -> None:
        """The cards of these seats; they keep the order that they were put in."""
        self.state = state
        if set(seats) != set(self.order):
            self.order = list(seats)
            discard(*self.cards.values())
            self.cards = {seat: self._made(seat) for seat in seats}
        self.setAccessibleName(tr(say("Order of initiative")))
        self._say()
        self._lay_out()

    def retranslate(self) -> None:
        if self.state is not None:
            self.show_order(self.state, self.order)

    @property
    def first(self) -> Carried:
        """The card that the keys come to."""
        return self.cards[self.order[0]]

    def move_card(self, seat: Seat, to: int) -> None:
        """Put a card at a place, counted from 0; the others close up."""
        to = max(0, min(len(self.order) - 1, to))
        if self.order.index(seat) != to:
            self.order.remove(seat)
            self.order.insert(to, seat)
            self._say()

    def _made(self, seat: Seat) -> Carried:
        card = _Initiative(seat, "", self)
        card.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        card.carried.connect(partial(self._carry, seat))
        card.dropped.connect(lambda _: self._lay_out())
        card.stepped.connect(partial(self._step, seat))
        card.show()
        return card

    def _say(self) -> None:
        assert self.state is not None
        how = tr(say("Drag it to its place, or move it with the arrow keys."))
        for n, seat in enumerate(self.order, 1):
            hero = words.name_of(self.state, seat)
            name = tr(say("{hero}, {number} of {all}", hero=hero, number=n, all=len(self.order)))
            emblem = self.state.table.box.heroes[self.state.hero(seat).card].class_
            draw = partial(_paint, number=n, hero=hero, emblem=emblem)
            self.cards[seat].show_part(draw, (n, hero, emblem), name, [how])

    # moving ----------------------------------------------------------------------------------------------------------

    def _step(self, seat: Seat, dx: int, dy: int) -> None:
        self.move_card(seat, self.order.index(seat) + (dx or dy))
        self._lay_out()
        self.cards[seat].setFocus(Qt.FocusReason.OtherFocusReason)

    def _carry(self, seat: Seat, where: QPoint) -> None:
        """The card goes along with the pointer; the others make room where it would lie."""
        card, x = self.cards[seat], self.mapFromGlobal(where).x()
        self.move_card(seat, int(x // max(1, self._pitch())))
        self._lay_out()
        card.move(max(0, min(self.width() - card.width(), x - card.width() // 2)), 0)
        card.raise_()

    def _pitch(self) -> float:
        return min(fonts.px(WIDEST), self.width() / max(1, len(self.order)))

    def _lay_out(self) -> None:
        pitch, gap = self._pitch(), fonts.px(GAP)
        for n, seat in enumerate(self.order):
            self.cards[seat].setGeometry(QRect(round(n * pitch), 0, round(pitch) - gap, self.height()))
        for before, after in zip(self.order, self.order[1:], strict=False):
            QWidget.setTabOrder(self.cards[before], self.cards[after])

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._lay_out()

    def refresh(self) -> None:
        super().refresh()
        self._lay_out()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        """Nothing but what lies on it."""


def _paint(pen: QPainter, theme: Theme, room: QRectF, number: int, hero: str, emblem: str) -> None:
    edge = ink.rough_rect(room, "order", 0.8, 22)
    ink.fill(pen, edge, theme.color("bone"))
    pen.save()
    pen.setClipPath(edge)
    strip = QRectF(room.left(), room.bottom() - fonts.px(5), room.width(), fonts.px(5))
    pen.fillRect(strip, palette.PAPER.color("vigilant"))
    pen.restore()
    ink.outline(pen, edge, theme.color("bone_shade"), 1)
    dark, side = theme.color("bone_ink"), room.height() - fonts.px(12)
    left = QRectF(room.left() + fonts.px(6), room.top(), fonts.px(22), room.height() - fonts.px(4))
    ink.write(pen, left, str(number), fonts.font("numeral", 0.9), dark, painting.CENTRED)
    sign = QRectF(left.right() + fonts.px(2), room.top(), min(side, fonts.px(34)), left.height())
    painting.emblem(pen, sign, emblem, palette.PAPER.color("vigilant"), min(sign.width(), fonts.px(28)))
    rest = QRectF(sign.right() + fonts.px(4), room.top(), room.right() - sign.right() - fonts.px(8), left.height())
    ink.write(pen, rest, hero, fonts.fitted("name", hero, rest.width(), 0.85, 0.7), dark)
