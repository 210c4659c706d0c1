"""The cards that lie face up in a draft, as a box."""

from __future__ import annotations

from functools import cached_property

from companion.model.core.contract import Choice
from companion.model.core.record import FrozenContent, NoContent
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.draft_state import Draft
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.bands.roster import Box
from companion.ui.games.asagiri.controller.game import Game


class OfferBox(Box):
    """The cards and tiles that lie face up, in an order people like; their words are those the game keeps."""

    def __init__(self, game: Game, draft: Draft) -> None:
        super().__init__(FrozenContent(game.session.header.cards, game.content or NoContent()))
        self._draft = draft

    @cached_property
    def characters(self) -> tuple[cards.CharacterCard, ...]:
        """Every profile card face up: by alignment, the dearest first."""
        lying = {candidate.card.id for candidate in self._draft.characters}
        return tuple(card for card in super().characters if card.id in lying)

    @cached_property
    def equipment(self) -> tuple[cards.EquipmentCard, ...]:
        """Every equipment card face up, by name."""
        lying = {gear.card.id for gear in self._draft.equipment}
        return tuple(card for card in super().equipment if card.id in lying)

    @cached_property
    def tiles(self) -> tuple[cards.Tile, ...]:
        """Every tile that may be placed."""
        return tuple(cards.tile(self.content, slab.id) for slab in self._draft.tiles)


def acting(game: Game) -> int:
    """The band (0 or 1) that a person is to choose for now; -1: somebody else acts."""
    pending = game.pending
    return SEATS.index(pending.seat) if isinstance(pending, Choice) and pending.seat not in game.bots else -1
