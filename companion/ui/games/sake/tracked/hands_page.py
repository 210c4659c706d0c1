"""From a followed table to the rules of the app: each player tells it the hand that nobody else may see (TRK-8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Arg, plural, say
from companion.model.games.sake.rules.tracking import hidden_cards
from companion.model.games.sake.state.state import LETTERS, OUT, State
from companion.model.games.sake.table.corrections import Edit
from companion.model.games.sake.wire import narration
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.hand import boxes_of
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.tracked.palette import CardPalette
from companion.ui.games.sake.vocabulary import BACKS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label


class HandsPage(PaperPanel):
    """`told` carries the correction with all hands; `closed`: the table is followed on."""

    told, closed = Signal(object), Signal()

    def __init__(self, game: SakeController, name: Callable[[int], str], parent: QWidget) -> None:
        super().__init__(parent, margin=16, seed=37)
        self._game, self._name = game, name
        self.seats: list[int] = []
        """Those who have still to tell their hand, the first of them now."""
        self.open = False
        """The player has said to sit at the screen alone."""
        self._hands: dict[int, list[int]] = {}
        self._kind = -1
        self.head, self.words = Heading("", self, level=2), Label(self, role="ink")
        self.mine, self.copies = ListView(self), ListView(self)
        self.types = CardPalette(self)
        self.sit = InkButton("", "primary", self, clicked=self._sit)
        self.next = InkButton(say("That is my hand"), "primary", self, clicked=self._done)
        self.back = InkButton(say("Keep following the table"), "quiet", self, clicked=self.closed.emit)
        self.mine.chosen.connect(lambda id: self._take_back(int(id)))
        self.copies.chosen.connect(lambda id: self._take(int(id)))
        self.types.picked.connect(self._pick)
        lists = hbox((self.mine, 1), (self.copies, 1), spacing=24)
        vbox(self.head, self.words, (lists, 1), self.types, hbox(self.back, 1, self.sit, self.next), on=self,
             spacing=8, margins=None)  # fmt: skip

    def start(self) -> None:
        """Ask everybody of whom the app does not know every card."""
        state = self._game.state
        self.seats = [n for n, of in enumerate(state.seats) if of.kind != OUT and of.hand and of.hand[0] < 0]
        self._hands, self.open, self._kind = {}, False, -1
        self.rewrite()

    @property
    def _state(self) -> State:
        return self._game.state

    def _unknown(self, seat: int) -> list[int]:
        """The cards of a hand that are still to be told, as far as they are known."""
        deck, left = self._state.table.deck, [card for card in self._state.seats[seat].hand if card < 0]
        for card in self._hands.get(seat, ()):
            left.remove(deck.untold(left, card))  # type: ignore[arg-type]
        return left

    def _fitting(self) -> list[int]:
        """The cards that nobody has told yet and that may be one of these."""
        deck, left = self._state.table.deck, self._unknown(self.seats[0])
        told = {card for hand in self._hands.values() for card in hand}
        return [card for card in hidden_cards(self._state) if card not in told and deck.untold(left, card) is not None]

    def rewrite(self) -> None:
        """Show nothing of anybody's hand until the player sits here alone."""
        seat, deck = self.seats[0], self._state.table.deck
        name, left = self._name(seat), len(self._unknown(seat))
        self.head.setText(tr(say("{name}: your hand", name=name)))
        cover = say("To see to the rules, the app has to know every hand. Nobody but {name} looks at the screen now.",
                    name=name)  # fmt: skip
        more = plural("{count} card more.", "{count} cards more.", left)
        self.words.setText(tr(more if self.open else cover))
        self.sit.setText(tr(say("I am {name}", name=name)))
        for widget in (self.mine, self.copies, self.types, self.next):
            widget.setVisible(self.open)
        self.sit.setVisible(not self.open)
        self.next.setEnabled(not left)
        if not self.open:
            self.mine.show_lines([])
            self.copies.show_lines([])
            self.sit.setFocus()
            return
        chosen, fitting = self._hands.get(seat, []), self._fitting()
        self.types.show_types(deck, {Part("type", deck.type[card]) for card in fitting})
        self.mine.setAccessibleName(self.head.text())
        self.mine.show_lines([self._line(card, tr(say("Take back"))) for card in chosen])
        alike: dict[tuple[int, ...], int] = {}
        for card in fitting:
            if deck.type[card] == self._kind:
                boxes = (deck.attack[card], deck.defence[card], deck.move[card], deck.drink[card], deck.back[card])
                alike.setdefault(boxes, card)
        self.copies.setAccessibleName(tr(say("Cards")))
        self.copies.show_lines([self._line(card) for card in alike.values()])

    def _line(self, card: int, tip: str = "") -> Line:
        deck = self._state.table.deck
        boxes: dict[str, Arg] = {**boxes_of(deck, card)}
        told = say("attack {attack} · defence {defence} · move {move} · drink {drink}", **boxes)
        about = say("{boxes} · back: {back}", boxes=told, back=BACKS[deck.back[card]])
        return Line(str(card), tr(say("{part}", part=narration.card_name(self._state, card))), tr(about), tip=tip)

    # what is told --------------------------------------------------------------------------------------------------

    def _sit(self) -> None:
        self.open = True
        self.rewrite()

    def _pick(self, part: Part) -> None:
        self._kind = part.value
        self.rewrite()
        if len(self.copies.rows.lines) == 1:
            self._take(int(self.copies.rows.lines[0].id))
        else:
            self.copies.setFocus()

    def _take(self, card: int) -> None:
        self._hands.setdefault(self.seats[0], []).append(card)
        self._kind = -1
        self.rewrite()

    def _take_back(self, card: int) -> None:
        self._hands[self.seats[0]].remove(card)
        self.rewrite()

    def _done(self) -> None:
        self.open, self._kind = False, -1
        self.seats = self.seats[1:]
        if self.seats:
            self.rewrite()
            return
        deck, seats = self._state.table.deck, dict[str, Any]()
        for seat, cards in self._hands.items():
            known = [card for card in self._state.seats[seat].hand if card >= 0]
            seats[LETTERS[seat]] = {"hand": [deck.ids[card] for card in (*known, *cards)]}
        self.told.emit(Edit(msgspec.json.encode({"seats": seats}, order="deterministic")))
