"""Bands to take as they are: those that come with the packs, and those somebody kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.model.core.refusal import InvalidInput, Refusal
from companion.model.core.words import Message, Name
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.cross_checks import refused_picks
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.kit.list_lines import Line
from companion.ui.kit.translator import tr
from companion.ui.play.storage import BandEntry, GameStorage

from .roster import Box, Roster, read_roster


@dataclass(frozen=True, slots=True)
class Offer:
    """A band to take. `kept`: its number in storage; None: it is out of a pack."""

    id: str
    name: str
    budget: int
    roster: Roster
    kept: int | None = None


class Offers:
    """Ready and kept bands; the window's language names the ready ones."""

    def __init__(self, box: Box, storage: GameStorage) -> None:
        self.box, self.storage = box, storage

    def ready(self) -> list[Offer]:
        """The bands of the packs."""
        found = []
        for band in self.box.ready_bands:
            name = tr(Name.of(band.name))
            found.append(Offer(band.id, name, band.budget, self.box.roster_of(band, name)))
        return found

    def kept(self) -> list[Offer]:
        """The stored bands; raises StorageError."""
        return [self._kept(entry) for entry in self.storage.bands()]

    def _kept(self, entry: BandEntry) -> Offer:
        try:
            roster, _ = self.box.known(read_roster(list(entry.members), entry.name))
        except InvalidInput:
            roster = Roster(entry.name)
        return Offer(f"kept:{entry.id}", entry.name, entry.budget, roster, entry.id)

    def missing(self, entry: BandEntry) -> Message | None:
        """A sentence about the cards of a kept band that no pack holds."""
        try:
            return self.box.known(read_roster(list(entry.members), entry.name))[1]
        except InvalidInput as wrong:
            return wrong.why

    def line(self, offer: Offer, budget: int) -> Line:
        """An offer as something to choose; one that breaks a rule says which."""
        wrong = self.box.refusals(offer.roster, budget) if offer.roster.members else []
        refusal = tr(wrong[0].why) if wrong else ""
        cost = tr(zeni(self.box.cost(offer.roster)))
        sign = "save" if offer.kept is not None else "people"
        return Line(offer.id, offer.name, f"{cost} · {self.words(offer.roster)}", "", sign, refusal)

    def words(self, roster: Roster) -> str:
        """Who is in a band, in one line."""
        names = []
        for card, equipment in self.box.members(roster):
            name = tr(Name.of(card.name))
            names.append(name if equipment is None else f"{name} ({tr(Name.of(equipment.name))})")
        return ", ".join(names)


def fitting(offers: Sequence[Offer], budget: int) -> list[Offer]:
    """Those made for this budget first."""
    return sorted(
        offers, key=lambda offer: (offer.budget != budget, abs(offer.budget - budget), offer.kept is not None)
    )


def may_join(box: Box, band: r.Band, roster: Roster) -> Refusal | None:
    """Why these may not join a side of an adventure beside its own figures, or None (ADV-3); raises InvalidInput for
    a card that no pack holds.
    """
    fixed = [(box.character(hired.card), box.equipped(hired.equipment)) for hired in band.fixed]
    return next(iter(refused_picks(band, fixed, box.members(roster))), None)
