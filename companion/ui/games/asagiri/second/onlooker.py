"""A game as somebody sees it who only looks on: built by inclusion from what one seat may know.

The board draws a `Game`; this is one whose session holds a single position, made anew from `System.view` after every
change. It has no journal, no log, no seed and nothing to choose: whatever draws it cannot show, or do, more.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from PySide6.QtCore import QObject

from companion.model.core.contract import SPECTATOR, Content, Option, Pending
from companion.model.core.journal import LOG, touched_parts
from companion.model.core.record import FrozenContent, NoContent, Record
from companion.model.core.session import Change, Session
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.controller.game import Game

FLOOR_KINDS = ("tile", "board", "adventure")
"""The cards that say how the floor looks; the others are the players'."""
FLOOR_SETUP = ("tiles", "board", "adventure")


def seen_by(session: Session[State], seat: str, content: Content) -> Session[State]:
    """The present position as `seat` may know it, with the floor's tiles and nothing else of the game."""
    system, header = session.system, session.header
    frozen = FrozenContent(header.cards, content, header.every)
    state = system.sample_world(system.view(session.state, seat), seat, Random(0), frozen)
    setup: Any = header.setup if isinstance(header.setup, dict) else {}
    shown = Record(
        system=header.system,
        seed=0,
        setup={name: value for name, value in setup.items() if name in FLOOR_SETUP},
        cards={kind: cards for kind, cards in header.cards.items() if kind in FLOOR_KINDS},
    )
    return Session(system, shown, state)


class Onlooker(Game):
    """Follows `source` with the eyes of a seat. Nothing can be done in it."""

    def __init__(self, source: Game, seat: str, parent: QObject | None = None) -> None:
        """`seat`: whose view it is."""
        self._content = source.content if source.content is not None else NoContent()
        super().__init__(seen_by(source.session, seat, self._content), source.words, parent, content=source.content)
        self._source, self._seat = source, seat
        self.animated = source.animated
        self.pace = source.pace
        self.at_screen = SPECTATOR  # nobody sits there: it is turned by hand
        source.changed.connect(self._follow)
        source.settings_changed.connect(self._settle)

    @property
    def seat(self) -> str:
        """Whose view it is."""
        return self._seat

    def look_as(self, seat: str) -> None:
        """See the game as another seat does."""
        self._seat = seat
        self._follow(Change(0, 0, (), "jump"))

    @property
    def options(self) -> tuple[Option, ...]:
        """Nobody chooses here."""
        return ()

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        return self.session.pending

    def allows(self, what: str) -> bool:
        """Helps are the players'."""
        return False

    def _follow(self, change: Change) -> None:
        """The game has changed: look again. Where seats know different things, what happened is not told in passing."""
        if change.cause == "note":
            return
        shown, self._session = self.state, seen_by(self._source.session, self._seat, self._content)
        events = () if self.session.system.facts.hidden else change.events
        self.animated = self._source.animated
        touched = touched_parts(shown, self.state) | {LOG}
        self.changed.emit(msgspec.structs.replace(change, events=events, touched=touched))

    def _settle(self) -> None:
        self.words = self._source.words
        self.settings_changed.emit()

    def attempt(self, do: Callable[[], object]) -> bool:
        """Nothing is done."""
        return False
