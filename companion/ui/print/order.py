"""What somebody wants printed: the cards of a band, of a pack, or one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.ui.bands.roster import Roster

from .deck import KINDS, Key


@dataclass(frozen=True, slots=True)
class Order:
    """What it is called, and its cards, as often as they are named."""

    title: str
    cards: tuple[Key, ...]


def of_band(roster: Roster, title: str) -> Order:
    """A band: each character, then what it bears."""
    found: list[Key] = []
    for member in roster.members:
        found.append(("character", member.card))
        if member.equipment is not None:
            found.append(("equipment", member.equipment))
    return Order(title, tuple(found))


def of_records(records: Iterable[tuple[str, str]], title: str) -> Order:
    """Records by kind and id; those that are no cards are left out."""
    return Order(title, tuple((kind, id) for kind, id in records if kind in KINDS))
