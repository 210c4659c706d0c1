"""Choosing a band, a pack, a game or a campaign to be printed, on a slip below the button that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, plural, say
from companion.ui.games.asagiri.bands.offers import Offers
from companion.ui.games.asagiri.bands.roster import Box
from companion.ui.kit.list_lines import Line
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameStorage, StorageError

from .order import CampaignOrder, Order, of_band
from .pressing import day_words
from .storage import Campaigns

MOST_GAMES = 12
"""Of the last games, so many are offered; earlier ones are printed from the library."""


class Choosing(QObject):
    """See the module. `chosen` carries the order, `failed` a sentence."""

    chosen = Signal(object)
    failed = Signal(object)

    def __init__(self, storage: GameStorage, parent: QObject) -> None:
        """Nothing is asked yet."""
        super().__init__(parent)
        self._storage = storage
        self.campaigns: Campaigns | None = None
        """Where campaigns are kept, if they are."""

    def _ask(self, below: QWidget, lines: Sequence[Line], name: Message, take: Callable[[str], object]) -> None:
        popup = ChoicePopup(lines, below, name=tr(name))
        popup.chosen.connect(take)
        popup.popup(below)

    def _ask_orders(self, below: QWidget, orders: Sequence[Order], name: Message) -> None:
        lines = [Line(str(n), order.title, tr(many(len(order.cards)))) for n, order in enumerate(orders)]
        self._ask(below, lines, name, lambda n: self.chosen.emit(orders[int(n)]))

    def band(self, below: QWidget) -> None:
        """A band: one that came with the packs, or one that was kept."""
        offers = Offers(Box(self._storage.content), self._storage)
        try:
            found = [*offers.kept(), *offers.ready()]
        except StorageError as wrong:
            self.failed.emit(wrong.why)
            found = offers.ready()
        orders = [of_band(offer.roster, offer.name) for offer in found]
        self._ask_orders(below, [order for order in orders if order.cards], say("A band"))

    def pack(self, below: QWidget, packs: Sequence[Order]) -> None:
        """All cards of one of these packs."""
        self._ask_orders(below, packs, say("A pack"))

    def game(self, below: QWidget) -> None:
        """One of the last games."""
        try:
            games = self._storage.games()[:MOST_GAMES]
        except StorageError as wrong:
            self.failed.emit(wrong.why)
            return
        lines = [Line(str(game.id), game.name, day_words(game.changed, tr.language)) for game in games]
        if lines:
            self._ask(below, lines, say("A game"), lambda id: self.take_game(int(id)))
        else:
            self.failed.emit(say("There are no games yet."))

    def take_game(self, id: int) -> None:
        """A game by its number."""
        from .games import game_order

        try:
            order = game_order(self._storage.open(id))
        except StorageError as wrong:
            self.failed.emit(wrong.why)
        except InvalidInput as wrong:
            self.failed.emit(say("This game cannot be played: {why}", why=wrong.why))
        else:
            self.chosen.emit(order)

    def campaign(self, below: QWidget) -> None:
        """A campaign."""
        if self.campaigns is None:
            return
        try:
            lines = [Line(str(one.id), one.title) for one in self.campaigns.all()]
        except StorageError as wrong:
            self.failed.emit(wrong.why)
            return
        if lines:
            self._ask(below, lines, say("A campaign"), lambda id: self._take_campaign(int(id)))
        else:
            self.failed.emit(say("There are no campaigns yet."))

    def _take_campaign(self, id: int) -> None:
        if self.campaigns is None:
            return
        try:
            kept = self.campaigns.open(id)
        except StorageError as wrong:
            self.failed.emit(wrong.why)
        except InvalidInput as wrong:
            self.failed.emit(say("This campaign cannot be played: {why}", why=wrong.why))
        else:
            self.chosen.emit(CampaignOrder(kept.title, kept.chronicle, kept.content))


def many(count: int) -> Message:
    """So many cards."""
    return plural("{count} card", "{count} cards", count)
