"""The hand of a hero who plans (STR-4): cards in two rows between the two places of the plan, or below them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option
from companion.model.core.words import say
from companion.model.games.chronicles.state.options import Mark, PlayCard
from companion.model.games.chronicles.state.state import Seat, State
from companion.model.games.chronicles.wire.codec import option_id
from companion.ui.games.chronicles.heroes import painting, words
from companion.ui.games.chronicles.heroes.plan_card import Carried, PlanCard
from companion.ui.games.chronicles.part_button import CarriedPicture
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, discard

WIDE, HIGH, PLACE, BELOW, GAP = 1000, 200, 158, 38, 6
PLACE_HIGH, CARD_HIGH = 118, 150
"""Where the places are above the cards: how high they are, and a card at most."""


class PlanHand(InkWidget):
    """`wanted`: the id of an option out of those given. A side is taken by a click, with Enter, or by dragging it to
    its place; a card that lies there goes back to the hand first. What lies in a place goes back by a click.
    """

    help_page = "chronicles/cards"

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state: State | None = None
        self.seat: Seat = ""
        self.options: Sequence[Option] = ()
        self._ids: frozenset[str] = frozenset()
        self.cards: list[PlanCard] = []
        self.places = {side: Carried("", side, self) for side in ("left", "right")}
        for place in self.places.values():
            place.clicked.connect(partial(self._back, place))
            place.carried.connect(partial(self._carry, place))
            place.dropped.connect(partial(self._drop, place))
            place.stepped.connect(partial(self._from_place, place))
        self.marks = {slot: InkButton("", "quiet", self, clicked=partial(self.wanted.emit, f"mark:{slot}"))
                      for slot in ("right", "left")}  # fmt: skip
        self.ready = InkButton(say("Plan ready"), "primary", self, clicked=lambda: self.wanted.emit("ready"))
        self._ghost: CarriedPicture | None = None

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(270), fonts.px(170))

    # what is shown -------------------------------------------------------------------------------------------------

    def show_plan(self, state: State, seat: Seat, options: Sequence[Option]) -> None:
        """The hand of `seat` as far as `state` knows it; `options`: what can be done with it now."""
        held = self._held()
        self.state, self.seat, self.options = state, seat, tuple(options)
        self._ids = frozenset(option_id(one) for one in options)
        hero = state.hero(seat)
        told = dict.fromkeys(one.card for one in options if isinstance(one, PlayCard))
        cards = [card for card in (*hero.hand, *hero.wounds) if card != HIDDEN]
        cards += [card for card in told if card not in cards]
        if [one.card for one in self.cards] != cards:
            kept: dict[str, list[PlanCard]] = {}
            for one in self.cards:
                kept.setdefault(one.card, []).append(one)
            self.cards = [kept[card].pop() if kept.get(card) else self._made(card) for card in cards]
            discard(*[one for many in kept.values() for one in many])
        for card in self.cards:
            card.show_card(state, frozenset(side for side in card.sides if self._can(card.card, side)))
        self._show_places()
        self.setAccessibleName(tr(say("Hand of {hero}", hero=words.name_of(state, seat))))
        self._lay_out()
        self._hold(held)

    def put_away(self) -> None:
        """Forget whose hand was planned with: nothing of it is said to whoever comes next."""
        discard(*self.cards)
        self.cards, self.state, self.seat = [], None, ""
        self.options, self._ids = (), frozenset()
        for place in self.places.values():
            place.card = ""
            place.forget()
        for mark in self.marks.values():
            mark.setText("")
        self.setAccessibleName("")

    def retranslate(self) -> None:
        if self.state is not None:
            self.show_plan(self.state, self.seat, self.options)

    def _made(self, card: str) -> PlanCard:
        assert self.state is not None
        made = PlanCard(self.state, card, self)
        for side, part in made.sides.items():
            part.clicked.connect(partial(self._want, card, side))
            part.carried.connect(partial(self._carry, part))
            part.dropped.connect(partial(self._drop, part))
            part.stepped.connect(partial(self._step, part))
        made.show()
        return made

    def _show_places(self) -> None:
        assert self.state is not None
        state, hero = self.state, self.state.hero(self.seat)
        for side, place in self.places.items():
            card = getattr(hero.plan, side)
            place.card = card or ""
            name, lines = words.plan_words(state, card, side)
            record = words.record_of(state, card) if card else None
            signs = tuple(words.modifiers(record.technique)) if record is not None and side == "right" else ()
            wound = card in state.table.box.wounds
            said = "" if signs and not wound else " ".join(lines)
            title = words.name_of(state, card) if card else ""
            empty = tr(words.SIDES[side])

            def draw(
                pen: QPainter, theme: Theme, room: QRectF, card: str | None = card, side: str = side,
                title: str = title, signs: tuple[tuple[str, str], ...] = signs, said: str = said,
                wound: bool = wound, empty: str = empty,
            ) -> None:  # fmt: skip
                if card is None:
                    painting.paint_empty(pen, theme, room, empty)
                else:
                    painting.paint_card(pen, theme, room, side, title, signs, said, wound=wound)

            held = self.window().focusWidget() is place
            place.setFocusPolicy(Qt.FocusPolicy.StrongFocus if card else Qt.FocusPolicy.ClickFocus)
            if held and card is None:
                self._hold(0)
            place.show_part(draw, (card, title, signs, said, wound, empty), name, lines)
        offered = [one.slot for one in self.options if isinstance(one, Mark)]
        for slot, button in self.marks.items():
            item = getattr(hero.gear, slot)
            thing = tr(words.SLOTS[slot]) if item in (None, HIDDEN) else words.name_of(state, item)
            button.setText(tr(say("Use {item}", item=thing)))
            button.setVisible(slot in offered)
        self.ready.setVisible("ready" in self._ids)

    # what is wanted ------------------------------------------------------------------------------------------------

    def _can(self, card: str, side: str) -> bool:
        """Whether it can be laid there, what lies there being taken back first."""
        lies = "" if self.state is None else getattr(self.state.hero(self.seat).plan, side)
        return f"play:{card}:{side}" in self._ids or f"unplay:{lies}" in self._ids

    def _want(self, card: str, side: str) -> None:
        wish = f"play:{card}:{side}"
        if wish not in self._ids and self._can(card, side) and self.state is not None:
            self.wanted.emit(f"unplay:{getattr(self.state.hero(self.seat).plan, side)}")
        if wish in self._ids:
            self.wanted.emit(wish)

    def _back(self, place: Carried) -> None:
        if f"unplay:{place.card}" in self._ids:
            self.wanted.emit(f"unplay:{place.card}")

    def _carry(self, part: Carried, where: QPoint) -> None:
        """The card follows the pointer; the places where it may lie are lit."""
        if self._ghost is None:
            cards = (card for card in self.cards if part in card.sides.values())
            taken: QWidget = next(cards, part)
            self._ghost = CarriedPicture(taken.grab(), self.window())
            for side, place in self.places.items():
                place.mark(lit=part not in self.places.values() and self._fits(part.card, side), chosen=False)
        self._ghost.go(where)

    def _fits(self, card: str, side: str) -> bool:
        return any(one.card == card and side in one.sides for one in self.cards) and self._can(card, side)

    def _drop(self, part: Carried, where: QPoint) -> None:
        if self._ghost is not None:
            discard(self._ghost)
            self._ghost = None
        for place in self.places.values():
            place.mark(lit=False, chosen=False)
        here = self.mapFromGlobal(where)
        over = next((side for side, place in self.places.items() if place.geometry().contains(here)), None)
        if part in self.places.values():
            if over is None:
                self._back(part)
        elif over is not None and self._fits(part.card, over):
            self._want(part.card, over)

    # keys ----------------------------------------------------------------------------------------------------------

    def parts(self) -> list[Carried]:
        """The sides of the cards, in the order of the keys."""
        return [part for card in self.cards for part in card.sides.values()]

    def _held(self) -> int | None:
        """Which of the parts has the keys."""
        holder = self.window().focusWidget()
        return next((n for n, part in enumerate(self.parts()) if part is holder), None)

    def _hold(self, n: int | None) -> None:
        """One stop of the Tab key; the keys stay near where they were when a card goes."""
        parts = self.parts()
        stop = parts[min(n or 0, len(parts) - 1)] if parts else None
        for part in parts:
            part.setFocusPolicy(Qt.FocusPolicy.StrongFocus if part is stop else Qt.FocusPolicy.ClickFocus)
        if n is not None:
            (stop or self.places["left"]).setFocus(Qt.FocusReason.TabFocusReason)

    def _step(self, part: Carried, dx: int, dy: int) -> None:
        parts = self.parts()
        at = parts.index(part)
        if dx:
            self._hold((at + dx) % len(parts))
            return
        mine = next(n for n, card in enumerate(self.cards) if part in card.sides.values())
        there = mine + dy * self._across()
        if 0 <= there < len(self.cards):
            sides = self.cards[there].sides
            self._hold(parts.index(sides.get(part.side) or next(iter(sides.values()))))

    def _from_place(self, place: Carried, dx: int, dy: int) -> None:
        other = self.places["right" if place.side == "left" else "left"]
        other.setFocus(Qt.FocusReason.TabFocusReason)

    # where it lies -------------------------------------------------------------------------------------------------

    @property
    def _upright(self) -> bool:
        """Whether the places are above the cards."""
        return self.height() > self.width()

    def _across(self) -> int:
        return 2 if self._upright else max(4, -(-len(self.cards) // 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def refresh(self) -> None:
        super().refresh()
        self._lay_out()

    def _lay_out(self) -> None:
        (self._lay_upright if self._upright else self._lay_across)()

    def _lay_upright(self) -> None:
        below, gap = fonts.px(BELOW), fonts.px(GAP)
        place = QSize((self.width() - gap) // 2, fonts.px(PLACE_HIGH))
        for side, left in (("left", 0), ("right", self.width() - place.width())):
            self.places[side].setGeometry(QRect(QPoint(left, 0), place))
        y = place.height() + gap
        for button in (*self.marks.values(), self.ready):
            if not button.isHidden():
                button.setGeometry(0, y, self.width(), below)
                y += below + gap
        rows = max(1, -(-len(self.cards) // 2))
        self._lay_cards(QRect(0, y, self.width(), min(self.height() - y, rows * (fonts.px(CARD_HIGH) + gap))), rows)

    def _lay_across(self) -> None:
        place, below, gap = min(fonts.px(PLACE), self.width() // 5), fonts.px(BELOW), fonts.px(GAP)
        buttons = {"left": [one for one in self.marks.values() if not one.isHidden()], "right": [self.ready]}
        for side, left in (("left", 0), ("right", self.width() - place)):
            lower = self.height() - below * max(1, len(buttons[side]))
            self.places[side].setGeometry(left, 0, place, lower - gap)
            for n, button in enumerate(buttons[side]):
                size = button.sizeHint().boundedTo(QSize(place, below))
                button.setGeometry(QRect(QPoint(left + (place - size.width()) // 2, lower + n * below), size))
        self._lay_cards(self.rect().adjusted(place + gap, 0, -place - gap, 0), 2)

    def _lay_cards(self, room: QRect, rows: int) -> None:
        across, gap = self._across(), fonts.px(GAP)
        wide, high = room.width() / across, (room.height() - gap * (rows - 1)) / rows
        for n, card in enumerate(self.cards):
            row, column = divmod(n, across)
            corner = QPoint(round(room.left() + column * wide), round(room.top() + row * (high + gap)))
            card.setGeometry(QRect(corner, QSize(int(wide) - gap // 2, int(high))))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        """Nothing but what lies on it."""
