"""What somebody wants printed: the cards of a band, of a pack, or one; a game; a campaign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.ui.games.asagiri.bands.roster import Roster

from .deck import KINDS, Key

if TYPE_CHECKING:
    from datetime import datetime

    from companion.model.core.contract import Content
    from companion.model.core.session import Session
    from companion.model.games.asagiri.campaign.chronicle import Chronicle


@dataclass(frozen=True, slots=True)
class Order:
    """What it is called, and its cards, as often as they are named. `band`: the band that they are of."""

    title: str
    cards: tuple[Key, ...]
    band: Roster | None = None


@dataclass(frozen=True, slots=True)
class GameOrder:
    """A game, only looked at: what it is called, who plays A and B, what their bands are called, when it was played."""

    title: str
    session: Session[Any]
    names: tuple[str, str] = ("", "")
    bands: tuple[str, str] = ("", "")
    """By seat, as `names`."""
    day: datetime | None = None


@dataclass(frozen=True, slots=True)
class CampaignOrder:
    """A campaign, only looked at, and the cards it is played with."""

    title: str
    chronicle: Chronicle
    content: Content


AnyOrder: TypeAlias = Order | GameOrder | CampaignOrder


def of_band(roster: Roster, title: str) -> Order:
    """A band: each character, then what it bears."""
    found: list[Key] = []
    for member in roster.members:
        found.append(("character", member.card))
        if member.equipment is not None:
            found.append(("equipment", member.equipment))
    return Order(title, tuple(found), roster)


def of_records(records: Iterable[tuple[str, str]], title: str) -> Order:
    """Records by kind and id; those that are no cards are left out."""
    return Order(title, tuple((kind, id) for kind, id in records if kind in KINDS))
