"""A game that has ended in short: one row of JSON, from which figures over thousands of games are summed up."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model.core.session import Session

from .game import figures
from .luck import Weighed
from .passage import is_of_system

VERSION = 1
"""Another number, when something is counted in another way: every game is worked out anew."""


class Shown(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one figure did in a game. Written as a list: there are tens of thousands."""

    card: str
    """The id of its card; of one without a card its name."""
    band: int
    member: str
    """Who it is in a campaign."""
    won: int
    drawn: int
    lost: int
    """Fights."""
    felled: int
    """Enemies that it disabled."""
    out: bool
    """It was disabled itself in the end."""
    walked: int
    virtual: Weighed
    typed: Weighed


class Short(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game."""

    winner: int | None
    exchanged: bool
    turns: int
    steps: int
    lost: tuple[int, int]
    limits: tuple[int, int]
    adventure: str
    """Its id; empty: none."""
    roles: tuple[int, int]
    """By band: the side of the adventure that it played."""
    tori: tuple[tuple[int, int], tuple[int, int]]
    """By band: inspiration dice rolled, and tori among them."""
    honours: tuple[tuple[str, bool], ...]
    """Those brought along (CAM-3), and whether they were used."""
    people: tuple[Shown, ...]

    def luck(self, band: int) -> Weighed:
        """The d6 of a band."""
        found = Weighed()
        for one in self.people:
            if one.band == band:
                found = found + one.virtual + one.typed
        return found


_DECODER = msgspec.json.Decoder(Short)


def short(session: Session[Any]) -> Short | None:
    """A game in short; None for a game of another system."""
    if not is_of_system(session):
        return None
    found = figures(session, with_chances=False)
    table = session.state_at(session.present).table
    shown = []
    for n, person in enumerate(found.people):
        own = [fight for fight in found.fights if n in (fight.attacker, fight.defender)]
        shown.append(
            Shown(
                person.card or person.name.words[0][1],
                person.band,
                person.member,
                sum(fight.winner == n for fight in own),
                sum(fight.winner is None for fight in own),
                sum(fight.winner not in (None, n) for fight in own),
                sum(fight.winner == n and fight.harm == "disabled" for fight in own),
                person.state == "disabled",
                found.ground.walked.get(n, 0),
                found.luck.of(owner=person.id, typed=False),
                found.luck.of(owner=person.id, typed=True),
            )
        )
    rolled = [found.luck.faces(band) for band in (0, 1)]
    a, b = ((sum(faces.values()), faces["tori"]) for faces in rolled)
    return Short(
        found.winner,
        found.exchanged,
        found.turns,
        found.steps,
        found.losses.points[-1].lost,
        found.losses.limits,
        "" if table.adventure is None else table.adventure.record.id,
        table.roles,
        (a, b),
        tuple((person.honour, person.honour_used) for person in found.people if person.honour),
        tuple(shown),
    )


def short_text(session: Session[Any]) -> str | None:
    """A game in short as the store keeps it; None for a game of another system."""
    found = short(session)
    return None if found is None else msgspec.json.encode(found).decode()


def read_short(text: str) -> Short | None:
    """What the store has kept; None when it makes no sense: whoever asks works the game out anew."""
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError:
        return None
