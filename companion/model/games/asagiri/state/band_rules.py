"""Composing bands: everything that is wrong with one, rule by rule (BND-1 to BND-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import Name

from .cards import CharacterCard, EquipmentCard

Member = tuple[CharacterCard, EquipmentCard | None]


def cost(members: Sequence[Member]) -> int:
    """Zeni of characters and equipment together."""
    return sum(card.zeni + (equipment.zeni if equipment else 0) for card, equipment in members)


def unfinished(card: CharacterCard) -> Refusal | None:
    """Why nobody can recruit this card yet: nobody has written its cost, or what it is worth in a fight (BND-1).

    Figures that an adventure or a skill brings need no cost.
    """
    if not any((card.vigilant.attack, card.vigilant.movement, card.vigilant.defense, card.vigilant.willpower)):
        return refuse("BND-1", "{who} has no stats yet: the card is unfinished.", who=Name.of(card.name))
    if not card.zeni:
        return refuse("BND-1", "{who} has no cost in zeni yet: the card is unfinished.", who=Name.of(card.name))
    return None


def refusals(members: Sequence[Member], budget: int, brought: Sequence[Member] = ()) -> list[Refusal]:
    """Every rule this band breaks; none: it may play. `brought`: figures that are in it without being recruited."""
    found = [why for card, _ in members if (why := unfinished(card)) is not None]
    members = [*brought, *members]
    if not members:
        found.append(refuse("SET-1", "A band needs at least one character."))
    spent = cost(members)
    if spent > budget:
        found.append(refuse("BND-1", "Total: {spent} zeni; the budget is {budget}.", spent=spent, budget=budget))
    alignments = {card.alignment for card, _ in members}
    if {"demon_hunter", "evil_creature"} <= alignments:
        found.append(refuse("BND-2", "Demon Hunters and Evil Creatures cannot be in the same band."))
    copies = Counter(card.id for card, _ in members if "unique" in card.traits)
    for card, _ in members:
        if copies.pop(card.id, 0) > 1:
            found.append(refuse("BND-3", "{who} is unique: only one per band.", who=Name.of(card.name)))
    if sum("civilian" in card.traits for card, _ in members) > 1:
        found.append(refuse("BND-4", "Only one civilian per band."))
    if sum("sorcerer" in card.traits for card, _ in members) > 1:
        found.append(refuse("BND-4", "Only one sorcerer per band."))
    for card, equipment in members:
        if equipment is not None and not may_bear(card, equipment):
            found.append(
                refuse("BND-5", "{who} may not use this: {what}.", who=Name.of(card.name), what=Name.of(equipment.name))
            )
    return found


def shared(bands: Sequence[Sequence[Member]], boxes: int) -> Refusal | None:
    """BND-3: what two bands composed apart cannot both have out of one box: a unique, or an equipment card."""
    if boxes > 1:
        return None
    uniques = [{card.id for card, _ in band if "unique" in card.traits} for band in bands]
    gear = Counter(equipment.id for band in bands for _, equipment in band if equipment is not None)
    for band in bands:
        for card, equipment in band:
            if all(card.id in there for there in uniques):
                return refuse("BND-3", "{who} is in both bands, and there is only one box.", who=Name.of(card.name))
            if equipment is not None and gear[equipment.id] > 1:
                return refuse("BND-3", "{what} is used twice, and there is only one box.", what=Name.of(equipment.name))
    return None


def may_bear(card: CharacterCard, equipment: EquipmentCard) -> bool:
    """Whether the equipment names this character among those who may bear it, or names nobody (BND-5)."""
    return not equipment.bearers or bool({card.id, card.alignment, *card.traits} & set(equipment.bearers))
