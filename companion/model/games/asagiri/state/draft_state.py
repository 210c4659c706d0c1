"""What lies on the table while a game without an adventure is put together, and what stays of it (KAR-6)."""

from __future__ import annotations

from typing import get_args

import msgspec

from companion.model.core.words import Name

from .board import Edge, FloorPlan
from .cards import CharacterCard, EquipmentCard
from .characters import Character, Equipment
from .scenarios import Scenario
from .vocabulary import Quarter

QUARTERS: tuple[Quarter, ...] = get_args(Quarter)

BUDGET = 18
TURNS = 6
MOST_MEMBERS = 24


class Candidate(msgspec.Struct, frozen=True):
    """A profile card face up, and the character that it makes."""

    card: CharacterCard
    character: Character


class Gear(msgspec.Struct, frozen=True):
    """An equipment card face up, and what it is in play."""

    card: EquipmentCard
    equipment: Equipment


class Slab(msgspec.Struct, frozen=True):
    """A floor tile that may be placed."""

    id: str
    name: Name
    plan: FloorPlan

    @property
    def size(self) -> int:
        return len(self.plan.rows)


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile on the board, with its clockwise quarter-turns."""

    tile: str
    turns: int
    name: Name


class DraftState(msgspec.Struct, frozen=True):
    """A game being put together. `seat` chooses next; `stopped`: who recruits no more."""

    characters: tuple[Candidate, ...]
    equipment: tuple[Gear, ...]
    tiles: tuple[Slab, ...]
    scenarios: tuple[Scenario, ...]
    cards: tuple[Character, ...] = ()
    """What skills of all these could bring into play."""
    one_box: bool = True
    """There is one copy of each card; else two. By edition 1 of the rules: one of each unique, else any number."""
    seat: int = 0
    stopped: tuple[bool, bool] = (False, False)
    laid: tuple[PlacedTile | None, ...] = (None,) * 4
    """By quarter: NW, NE, SW, SE."""
    openings: frozenset[Edge] = frozenset()
    """Open door tokens on walls between tiles that lie (KAR-5); squares of the whole board."""
    doors: frozenset[Edge] = frozenset()
    """Closed door tokens in openings."""

    def candidate(self, card: str | None) -> Candidate | None:
        """The profile card with this id."""
        return next((found for found in self.characters if found.card.id == card), None)

    def gear(self, card: str | None) -> Gear | None:
        """The equipment card with this id."""
        return next((found for found in self.equipment if found.card.id == card), None)

    def slab(self, tile: str) -> Slab | None:
        """The tile with this id."""
        return next((found for found in self.tiles if found.id == tile), None)


class Contest(msgspec.Struct, frozen=True):
    """A game for zeni over a number of turns: END-1 does not apply, END-2 does."""

    turns: int = TURNS
    scenario: Scenario | None = None
    tiles: tuple[PlacedTile, ...] = ()
    """The floor, for whoever draws it: NW, NE, SW, SE; empty when it is not known."""
