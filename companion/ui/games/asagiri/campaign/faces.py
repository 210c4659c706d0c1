"""What members of a roster look like: their cards as the campaign carries them, under the names they go by."""

from __future__ import annotations

from dataclasses import replace

from companion.model.core.record import FrozenContent
from companion.model.core.words import Message
from companion.model.games.asagiri.campaign.options import member_words
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.rules.honours import NAMES, WORDS
from companion.ui.games.asagiri.cards.face import CardFace, face_of_card
from companion.ui.games.asagiri.cards.gear import GearFace, face_of_gear
from companion.ui.games.asagiri.cards.likeness import Pictured
from companion.ui.kit.translator import tr

from .campaigning import Campaigning


class _Carried(FrozenContent):
    """The campaign's own cards; pictures stay in the packs."""

    def __init__(self, campaigning: Campaigning) -> None:
        header = campaigning.session.header
        super().__init__(header.cards, campaigning.content, header.every)
        self._packs = campaigning.content

    def picture(self, id: str, name: str) -> bytes | None:
        """The picture that a record names, if its pack is still there."""
        return self._packs.picture(id, name) if isinstance(self._packs, Pictured) else None


class Faces:
    """Cards of a campaign in the language of the window; each is read once."""

    def __init__(self, campaigning: Campaigning) -> None:
        self._campaigning = campaigning
        self.content = _Carried(campaigning)
        self._cards: dict[tuple[str, str | None, str], CardFace] = {}
        self._gear: dict[tuple[str, str], GearFace] = {}

    def card(self, card: str, equipment: str | None = None) -> CardFace:
        """A card out of the campaign's box."""
        campaigning, key = self._campaigning, (card, equipment, tr.language)
        if key not in self._cards:
            found = campaigning.state.box.character(card)
            self._cards[key] = face_of_card(found, self.content, campaigning.say, equipment)
        return self._cards[key]

    def member(self, state: State, member: Member) -> CardFace:
        """A member's card, under the name it goes by in `state`."""
        return replace(self.card(member.card, member.equipment), name=self.name(state, member.id))

    def name(self, state: State, who: str) -> str:
        """What a member is called."""
        words = member_words(state, who)
        return words if isinstance(words, str) else tr(words)

    def gear(self, id: str) -> GearFace:
        """An equipment card of the campaign's box."""
        key = (id, tr.language)
        if key not in self._gear:
            found = self._campaigning.state.box.gear(id)
            self._gear[key] = face_of_gear(found, self.content, self._campaigning.say)
        return self._gear[key]

    def honour(self, honour: str) -> tuple[Message, Message]:
        """An honour: its name, and what it does."""
        return next((name, WORDS[known]) for known, name in NAMES.items() if known == honour)
