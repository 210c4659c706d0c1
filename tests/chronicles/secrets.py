"""What a seat of a game must not be told, by name: what a window or a wire is searched for."""

from __future__ import annotations

import json
from typing import Any

from companion.model.core.contract import SPECTATOR
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import ONI, State

COVERED = ("plans", "order", "techniques")
"""Stages in which plans lie face down (STR-4 to STR-6)."""


class Told:
    """What each viewer has heard of a game so far; it is asked again and again while the game goes on."""

    def __init__(self, session: Session[State]) -> None:
        self._session = session
        self._until: dict[str, int] = {}
        self._heard: dict[str, str] = {}

    def heard(self, viewer: str) -> str:
        """All events that were told to a viewer, as text."""
        session, start = self._session, self._until.get(viewer, 0)
        events = [one for n in range(start, session.cursor) for one in session.events_of(n, viewer)]
        self._until[viewer] = session.cursor
        self._heard[viewer] = self._heard.get(viewer, "") + json.dumps(
            [SYSTEM.event_json(session.state, one) for one in events]
        )
        return self._heard[viewer]

    def hidden_from(self, viewer: str) -> set[str]:
        """The cards in the hands of the other camp of which no copy was ever told to this viewer (§30)."""
        state = self._session.state
        cards = set[str]()
        if viewer != ONI:
            cards |= {*state.oni.hand, *(one.card for one in state.oni.techniques if not one.told)}
        if viewer in (ONI, SPECTATOR):
            for seat in state.seats:
                hero = state.hero(seat)
                cards |= {*hero.wounds}
                if state.stage in COVERED:
                    cards |= {card for card in (hero.plan.right, hero.plan.left) if card}
        heard = self.heard(viewer)
        return {card for card in cards if f'"{card}"' not in heard}


def names_of(state: State, card: str) -> set[str]:
    """What a card is called, in every language."""
    box = state.table.box
    record: Any = box.events.get(card) or box.wounds.get(card) or box.actions[card]
    return {str(name) for name in record.names.values()}
