"""Bands; here one on paper, the box that its cards come out of, and bands to take as they are. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.check import refused_picks
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.kit.list_view import Line
from companion.ui.kit.translator import tr
from companion.ui.play.storage import BandEntry, GameStorage

Order: TypeAlias = Literal["box", "name", "zeni"]
_ALIGNMENTS = ("demon_hunter", "evil_creature", "mercenary")


@dataclass(frozen=True, slots=True)
class RosterMember:
    """A character of a band and the equipment it is given, as ids of cards."""

    card: str
    equipment: str | None = None

    def json(self) -> dict[str, str | None]:
        return {"card": self.card, "equipment": self.equipment}


@dataclass(frozen=True, slots=True)
class BandRoster:
    """A band being composed. Immutable: each change gives another one."""

    name: str = ""
    members: tuple[RosterMember, ...] = ()

    def with_card(self, card: str, equipment: str | None = None) -> BandRoster:
        return replace(self, members=(*self.members, RosterMember(card, equipment)))

    def without(self, n: int) -> BandRoster:
        """Without member `n`."""
        return replace(self, members=self.members[:n] + self.members[n + 1 :])

    def bearing(self, n: int, equipment: str | None) -> BandRoster:
        changed = replace(self.members[n], equipment=equipment)
        return replace(self, members=(*self.members[:n], changed, *self.members[n + 1 :]))

    def named(self, name: str) -> BandRoster:
        return replace(self, name=name)

    def json(self) -> list[dict[str, str | None]]:
        return [member.json() for member in self.members]


class Box:
    """The cards, tiles and ready things of the content packs, typed and in an order people like."""

    def __init__(self, content: Content) -> None:
        self.content = content

    @cached_property
    def characters(self) -> tuple[cards.CharacterCard, ...]:
        """Every character: by alignment, the dearest first."""
        found = [cards.character(self.content, id) for id, _ in self.content.every("character")]
        return tuple(
            sorted(found, key=lambda card: (_ALIGNMENTS.index(card.alignment), -card.zeni, str(Name.of(card.name))))
        )

    @cached_property
    def equipment(self) -> tuple[cards.EquipmentCard, ...]:
        """Every equipment card, by name."""
        found = [cards.equipment(self.content, id) for id, _ in self.content.every("equipment")]
        return tuple(sorted(found, key=lambda card: str(Name.of(card.name))))

    @cached_property
    def ready_bands(self) -> tuple[cards.ReadyBand, ...]:
        """Bands that come with the packs."""
        return tuple(cards.band(self.content, id) for id, _ in self.content.every("band"))

    @cached_property
    def tiles(self) -> tuple[cards.Tile, ...]:
        """Every face of a floor tile."""
        return tuple(cards.tile(self.content, id) for id, _ in self.content.every("tile"))

    @cached_property
    def ready_boards(self) -> tuple[cards.ReadyBoard, ...]:
        return tuple(cards.board(self.content, id) for id, _ in self.content.every("board"))

    def character(self, id: str) -> cards.CharacterCard:
        """A character by its id; raises InvalidInput."""
        return cards.character(self.content, id)

    def equipped(self, id: str | None) -> cards.EquipmentCard | None:
        """Equipment by its id; raises InvalidInput for an unknown one."""
        return None if id is None else cards.equipment(self.content, id)

    def members(self, roster: BandRoster) -> list[cards.Member]:
        """The cards of a band; raises InvalidInput for one that no pack holds."""
        return [(self.character(member.card), self.equipped(member.equipment)) for member in roster.members]

    def cost(self, roster: BandRoster) -> int:
        return cards.band_cost(self.members(roster))

    def refusals(self, roster: BandRoster, budget: int) -> list[Refusal]:
        return cards.band_refusals(self.members(roster), budget)

    def caused(self, before: BandRoster, after: BandRoster, budget: int) -> Refusal | None:
        """The rule that `after` breaks and `before` does not, or None; of several, the budget comes last."""
        known = self.refusals(before, budget)
        new = [found for found in self.refusals(after, budget) if found not in known]
        return min(new, key=lambda found: found.rule == "BND-1", default=None)

    def objection(self, roster: BandRoster, card: str, budget: int) -> Refusal | None:
        """Why this character may not join the band, or None."""
        return self.caused(roster, roster.with_card(card), budget)

    def equipment_objection(self, roster: BandRoster, n: int, equipment: str | None, budget: int) -> Refusal | None:
        """Why member `n` may not be given this, or None."""
        return self.caused(roster, roster.bearing(n, equipment), budget)

    def choices(self, roster: BandRoster, n: int, budget: int) -> tuple[str | None, ...]:
        """What member `n` may be given, nothing included."""
        offered = (None, *(card.id for card in self.equipment))
        return tuple(id for id in offered if self.equipment_objection(roster, n, id, budget) is None)

    def roster_of(self, ready: cards.ReadyBand, name: str = "") -> BandRoster:
        """A ready band as one to be changed."""
        return BandRoster(name, tuple(RosterMember(member.card, member.equipment) for member in ready.members))

    def band_name(self, roster: BandRoster) -> Name | str:
        """What a band is called: in every language, when it is a ready one under its own name."""
        for ready in self.ready_bands:
            if self.roster_of(ready, roster.name) == roster and roster.name in ready.name.values():
                return Name.of(ready.name)
        return roster.name

    def known(self, roster: BandRoster) -> tuple[BandRoster, Message | None]:
        """A band without the cards that no pack holds any more, and a sentence that says which those are."""
        kept: list[RosterMember] = []
        missing: list[str] = []
        for member in roster.members:
            try:
                self.character(member.card)
            except InvalidInput:
                missing.append(member.card)
                continue
            try:
                self.equipped(member.equipment)
            except InvalidInput:
                missing.append(str(member.equipment))
                member = RosterMember(member.card)
            kept.append(member)
        if not missing:
            return roster, None
        why = say("These cards are in none of your packs: {cards}.", cards=tuple(missing))
        return replace(roster, members=tuple(kept)), why


def read_roster(data: Any, name: str = "") -> BandRoster:
    """A band out of JSON nobody has checked, without what is no member; raises InvalidInput when nothing is left."""
    items: Sequence[Any] = data if isinstance(data, (list, tuple)) else ()
    found = []
    for item in items[:64]:
        card = item.get("card") if isinstance(item, dict) else None
        equipment = item.get("equipment") if isinstance(item, dict) else None
        if isinstance(card, str) and len(card) <= 100:
            found.append(
                RosterMember(card, equipment if isinstance(equipment, str) and len(equipment) <= 100 else None)
            )
    if not found:
        raise InvalidInput("members", say("This file contains no band."))
    return BandRoster(name[:80], tuple(found))


@dataclass(frozen=True, slots=True)
class BandOffer:
    """A band to take. `kept`: its number in storage; None: it is out of a pack."""

    id: str
    name: str
    budget: int
    roster: BandRoster
    kept: int | None = None


class Offers:
    """Ready and kept bands; the window's language names the ready ones."""

    def __init__(self, box: Box, storage: GameStorage) -> None:
        self.box, self.storage = box, storage

    def ready(self) -> list[BandOffer]:
        found = []
        for band in self.box.ready_bands:
            name = tr(Name.of(band.name))
            found.append(BandOffer(band.id, name, band.budget, self.box.roster_of(band, name)))
        return found

    def kept(self) -> list[BandOffer]:
        """The stored bands; raises StorageError."""
        return [self._kept(entry) for entry in self.storage.bands()]

    def _kept(self, entry: BandEntry) -> BandOffer:
        try:
            roster, _ = self.box.known(read_roster(list(entry.members), entry.name))
        except InvalidInput:
            roster = BandRoster(entry.name)
        return BandOffer(f"kept:{entry.id}", entry.name, entry.budget, roster, entry.id)

    def missing(self, entry: BandEntry) -> Message | None:
        """A sentence about the cards of a kept band that no pack holds."""
        try:
            return self.box.known(read_roster(list(entry.members), entry.name))[1]
        except InvalidInput as wrong:
            return wrong.why

    def line(self, offer: BandOffer, budget: int) -> Line:
        """An offer as something to choose; one that breaks a rule says which."""
        wrong = self.box.refusals(offer.roster, budget) if offer.roster.members else []
        refusal = tr(wrong[0].why) if wrong else ""
        cost = tr(zeni(self.box.cost(offer.roster)))
        sign = "save" if offer.kept is not None else "people"
        return Line(offer.id, offer.name, f"{cost} · {self.words(offer.roster)}", "", sign, refusal)

    def words(self, roster: BandRoster) -> str:
        """Who is in a band, in one line."""
        names = []
        for card, equipment in self.box.members(roster):
            name = tr(Name.of(card.name))
            names.append(name if equipment is None else f"{name} ({tr(Name.of(equipment.name))})")
        return ", ".join(names)


def fitting(offers: Sequence[BandOffer], budget: int) -> list[BandOffer]:
    """Those made for this budget first."""
    return sorted(
        offers, key=lambda offer: (offer.budget != budget, abs(offer.budget - budget), offer.kept is not None)
    )


def may_join(box: Box, band: r.SideBand, roster: BandRoster) -> Refusal | None:
    """Why these may not join a side of an adventure beside its own figures, or None (ADV-3); raises InvalidInput for
    a card that no pack holds.
    """
    fixed = [(box.character(hired.card), box.equipped(hired.equipment)) for hired in band.fixed]
    return next(iter(refused_picks(band, fixed, box.members(roster))), None)
