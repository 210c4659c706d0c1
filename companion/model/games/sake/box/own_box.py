"""The owner's box: decks, card texts, sheets and locations in packs of one's own, and those of others to copy from.

What somebody types goes into one pack, made with the first record: that which holds records of this game already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.model.content.check import Finding
from companion.model.content.files import holds_only, place
from companion.model.content.library import called
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Json
from companion.model.core.words import Name
from companion.model.games.sake.box import deck_draft
from companion.model.games.sake.box.deck import CardRecord, CardType, DeckRecord
from companion.model.games.sake.box.deck_draft import DeckDraft

R = TypeVar("R", bound=msgspec.Struct)
DECK, TEXT, SHEET, LOCATION, CARD = "sake_deck", "sake_card_type", "sake_sheet", "sake_location", "sake_card"
KINDS = (DECK, SHEET, LOCATION, TEXT)
"""What is listed; cards lie in their decks."""
FEW = 3
"""So many files are written one by one; more, all at once."""


def holds_only_this(path: Path) -> bool:
    """Whether a file is a pack with records of this game and of no other."""
    return holds_only(path, {*KINDS, CARD})


class Entry(msgspec.Struct, frozen=True):
    """A record that can be looked at."""

    kind: str
    id: str
    name: Name
    own: bool
    """It can be changed."""
    pack: Name
    shipped: bool = False
    """It came with the program."""


class OwnBox:
    """The records of this game in a workshop. To be used from one thread; raises what `Workshop` raises."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop

    # looking --------------------------------------------------------------------------------------------------------

    def entries(self, kind: str) -> list[Entry]:
        """All records of a kind: one's own first, then those of others, then those that came with the program."""
        found = []
        for listed in sorted(self.workshop.manifests(), key=lambda listed: not listed.own):
            name = Name.of(listed.manifest.name) if listed.manifest is not None else Name.of(listed.namespace)
            records = self.workshop.records(listed.namespace, kind)
            found += [Entry(kind, id, called(data, id), listed.own, name) for id, data in records.items()]
        for pack in self.workshop.base.packs:
            name = Name.of(pack.manifest.name)
            for id, data in pack.records.get(kind, {}).items():
                found.append(Entry(kind, id, called(data, id), False, name, True))
        return found

    def record(self, kind: str, id: str) -> Json | None:
        """A record, one's own also with faults; None: there is none."""
        pack = id.partition(":")[0]
        if any(listed.namespace == pack for listed in self.workshop.manifests()):
            return self.workshop.record(pack, kind, id)
        return self.workshop.base.find(kind, id)

    def is_own(self, id: str) -> bool:
        """Whether a record can be changed."""
        pack = id.partition(":")[0]
        return any(listed.own and listed.namespace == pack for listed in self.workshop.manifests())

    def types(self) -> dict[str, CardType]:
        """Every text that a card can have, one's own first."""
        found = {}
        for entry in self.entries(TEXT):
            typed = self._typed(TEXT, entry.id, CardType)
            if typed is not None:
                found[entry.id] = typed
        return found

    def deck(self, id: str) -> DeckDraft:
        """A deck as it is typed; a card that cannot be read is left out."""
        record = self._typed(DECK, id, DeckRecord)
        if record is None:
            return DeckDraft({})
        return deck_draft.draft_of(record, lambda card: self._typed(CARD, card, CardRecord))

    def _typed(self, kind: str, id: str, type_: type[R]) -> R | None:
        try:
            return msgspec.convert(self.record(kind, id), type_)
        except msgspec.ValidationError:
            return None

    def findings(self, kind: str, id: str) -> list[Finding]:
        """What is wrong with a record of one's own, the cards of a deck included."""
        pack = id.partition(":")[0]
        about = {place(kind, id)}
        if kind == DECK and (record := self._typed(DECK, id, DeckRecord)) is not None:
            about |= {place(CARD, card) for card in record.cards}
        return [found for found in self.workshop.check(pack) if found.file in about]

    # changing -------------------------------------------------------------------------------------------------------

    def pack(self, name: str, languages: Sequence[str]) -> str:
        """The pack that new records go into; made, and called `name`, when there is none."""
        own = [listed.namespace for listed in self.workshop.manifests() if listed.own]
        ours = (pack for pack in own if any(self.workshop.records(pack, kind) for kind in (*KINDS, CARD)))
        found = next(ours, "")
        if not found:
            found = self.workshop.create(name, languages)
            self.workshop.set_order((found, *self.workshop.order()))  # the last one is whatever was last before
        return found

    def new_id(self, pack: str, kind: str, names: Mapping[str, str]) -> str:
        """An id that no record of the pack has, after its name."""
        return self.workshop.new_id(pack, kind, names)

    def keep(self, kind: str, record: Json) -> None:
        """Write a record of one's own."""
        self.workshop.save(record["id"].partition(":")[0], kind, record)

    def keep_deck(self, id: str, draft: DeckDraft) -> None:
        """Write a deck with its cards, or with no card take it away. All of it is written, or nothing."""
        pack = id.partition(":")[0]
        before = self.workshop.records(pack, CARD)
        old = self._cards_of(pack, [id])
        taken = self._cards_of(pack, [other for other in self.workshop.records(pack, DECK) if other != id])
        cards, deck = deck_draft.records_of(id, draft, taken)
        changed = [(CARD, made) for name, card in cards.items() if before.get(name) != (made := _plain(card))]
        gone = [(CARD, name) for name in old if name not in cards and name not in taken]
        if deck is None:
            gone.insert(0, (DECK, id))
        elif self.workshop.record(pack, DECK, id) != (made := _plain(deck)):
            changed.append((DECK, made))
        if len(changed) + len(gone) > FEW:
            self.workshop.save_all(pack, changed, gone)
            return
        for kind, record in changed:
            self.workshop.save(pack, kind, record)
        for kind, name in gone:
            if name in self.workshop.records(pack, kind):
                self.workshop.delete(pack, kind, name)

    def _cards_of(self, pack: str, decks: Iterable[str]) -> set[str]:
        """The cards of the pack that these decks hold."""
        found: set[str] = set()
        for id in decks:
            cards = (self.workshop.record(pack, DECK, id) or {}).get("cards", ())
            found |= {card for card in cards if card.partition(":")[0] == pack}
        return found

    def delete(self, kind: str, id: str) -> None:
        """Take a record of one's own away, a deck with its cards; raises InUse when another names it."""
        if kind == DECK:
            self.keep_deck(id, DeckDraft({}))
        else:
            self.workshop.delete(id.partition(":")[0], kind, id)

    def copy(self, kind: str, id: str, pack: str, names: Mapping[str, str]) -> str:
        """A record as a new one of one's own; its id."""
        new = self.new_id(pack, kind, names)
        if kind == DECK:
            self.keep_deck(new, DeckDraft(dict(names), self.deck(id).lines))
            return new
        record = dict(self.record(kind, id) or {})
        for field in ("provenance", "code"):  # whoever copies it answers for it from now on
            record.pop(field, None)
        field = "name" if kind == SHEET else "names"
        self.keep(kind, {**record, "id": new, field: next(iter(names.values())) if kind == SHEET else dict(names)})
        return new


def _plain(record: CardRecord | DeckRecord) -> Json:
    return deck_draft.as_json(record)
