"""A band on paper: who is in it and what each bears; and the box all of them come out of. No Qt, no rules of its own.

Whether something may be added is asked of `bands.refusals`, with it added: the window never decides a rule itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.state import band_rules, cards

Order: TypeAlias = Literal["box", "name", "zeni"]
_ALIGNMENTS = ("demon_hunter", "evil_creature", "mercenary")


@dataclass(frozen=True, slots=True)
class Recruit:
    """A character of a band and the equipment it is given, as ids of cards."""

    card: str
    equipment: str | None = None

    def json(self) -> dict[str, str | None]:
        """As a set-up writes it."""
        return {"card": self.card, "equipment": self.equipment}


@dataclass(frozen=True, slots=True)
class Roster:
    """A band being composed. Immutable: each change gives another one."""

    name: str = ""
    members: tuple[Recruit, ...] = ()

    def with_card(self, card: str, equipment: str | None = None) -> Roster:
        """With one more character, at the end."""
        return replace(self, members=(*self.members, Recruit(card, equipment)))

    def without(self, n: int) -> Roster:
        """Without member `n`."""
        return replace(self, members=self.members[:n] + self.members[n + 1 :])

    def bearing(self, n: int, equipment: str | None) -> Roster:
        """With other equipment for member `n`."""
        changed = replace(self.members[n], equipment=equipment)
        return replace(self, members=(*self.members[:n], changed, *self.members[n + 1 :]))

    def named(self, name: str) -> Roster:
        """With another name."""
        return replace(self, name=name)

    def json(self) -> list[dict[str, str | None]]:
        """As a set-up writes a band."""
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
        """Boards that come with the packs."""
        return tuple(cards.board(self.content, id) for id, _ in self.content.every("board"))

    def character(self, id: str) -> cards.CharacterCard:
        """A character by its id; raises InvalidInput."""
        return cards.character(self.content, id)

    def equipped(self, id: str | None) -> cards.EquipmentCard | None:
        """Equipment by its id; raises InvalidInput for an unknown one."""
        return None if id is None else cards.equipment(self.content, id)

    def members(self, roster: Roster) -> list[band_rules.Member]:
        """The cards of a band; raises InvalidInput for one that no pack holds."""
        return [(self.character(member.card), self.equipped(member.equipment)) for member in roster.members]

    def cost(self, roster: Roster) -> int:
        """Zeni of a band."""
        return band_rules.cost(self.members(roster))

    def refusals(self, roster: Roster, budget: int) -> list[Refusal]:
        """Every rule a band breaks."""
        return band_rules.refusals(self.members(roster), budget)

    def caused(self, before: Roster, after: Roster, budget: int) -> Refusal | None:
        """The rule that `after` breaks and `before` does not, or None; of several, the budget comes last."""
        known = self.refusals(before, budget)
        new = [found for found in self.refusals(after, budget) if found not in known]
        return min(new, key=lambda found: found.rule == "BND-1", default=None)

    def objection(self, roster: Roster, card: str, budget: int) -> Refusal | None:
        """Why this character may not join the band, or None."""
        return self.caused(roster, roster.with_card(card), budget)

    def equipment_objection(self, roster: Roster, n: int, equipment: str | None, budget: int) -> Refusal | None:
        """Why member `n` may not be given this, or None."""
        return self.caused(roster, roster.bearing(n, equipment), budget)

    def choices(self, roster: Roster, n: int, budget: int) -> tuple[str | None, ...]:
        """What member `n` may be given, nothing included."""
        offered = (None, *(card.id for card in self.equipment))
        return tuple(id for id in offered if self.equipment_objection(roster, n, id, budget) is None)

    def roster_of(self, ready: cards.ReadyBand, name: str = "") -> Roster:
        """A ready band as one to be changed."""
        return Roster(name, tuple(Recruit(member.card, member.equipment) for member in ready.members))

    def known(self, roster: Roster) -> tuple[Roster, Message | None]:
        """A band without the cards that no pack holds any more, and a sentence that says which those are."""
        kept: list[Recruit] = []
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
                member = Recruit(member.card)
            kept.append(member)
        if not missing:
            return roster, None
        why = say("These cards are in none of your packs: {cards}.", cards=tuple(missing))
        return replace(roster, members=tuple(kept)), why


def read_roster(data: Any, name: str = "") -> Roster:
    """A band out of JSON nobody has checked, without what is no member; raises InvalidInput when nothing is left."""
    items: Sequence[Any] = data if isinstance(data, (list, tuple)) else ()
    found = []
    for item in items[:64]:
        card = item.get("card") if isinstance(item, dict) else None
        equipment = item.get("equipment") if isinstance(item, dict) else None
        if isinstance(card, str) and len(card) <= 100:
            found.append(Recruit(card, equipment if isinstance(equipment, str) and len(equipment) <= 100 else None))
    if not found:
        raise InvalidInput("members", say("This file contains no band."))
    return Roster(name[:80], tuple(found))
