"""What happens, said aloud: every event of a game, every refusal, goes to the screen reader as an announcement."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Choice, Event
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say

if TYPE_CHECKING:
    from companion.model.core.session import Change
    from companion.ui.table.game import Game

MEMORY = 40
"""How many announcements are remembered."""
MOST_EVENTS = 12
"""Of one change; after a jump through the log nobody wants to hear everything."""


def announce(widget: QWidget, words: str) -> None:
    """Have the screen reader say something that has happened in a widget; nothing where none listens."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


class Voice(QObject):
    """Tells a game to whoever listens. `said` carries each sentence; `heard` are the last ones."""

    said = Signal(str)

    def __init__(self, game: Game, widget: QWidget) -> None:
        """Announcements come from `widget`, the screen of the game."""
        super().__init__(widget)
        self._game, self._widget = game, widget
        self.heard: deque[str] = deque(maxlen=MEMORY)
        game.changed.connect(self._changed)
        game.refused.connect(self._refused)
        game.failed.connect(self._failed)
        game.ending.changed.connect(self._asked)

    def tell(self, words: str) -> None:
        """Say one sentence."""
        if words:
            self.heard.append(words)
            announce(self._widget, words)
            self.said.emit(words)

    def _changed(self, change: Change) -> None:
        game = self._game
        self.tell(" ".join(self._sentences(change.events)))
        pending = game.pending
        if isinstance(pending, Choice) and pending.seat not in game.bots and game.options:
            self.tell(game.say(say("{seat}: {prompt}", seat=pending.seat, prompt=pending.prompt)))

    def _sentences(self, events: Sequence[Event]) -> list[str]:
        game = self._game
        told = [game.say(game.session.system.tell(game.session.state, event)) for event in events[-MOST_EVENTS:]]
        return [words if words.endswith((".", "!", "?", "…")) else f"{words}." for words in told if words]

    def _asked(self) -> None:
        if self._game.ending.asked:
            self.tell(self._game.say(self._game.ending.question))

    def _refused(self, refusal: Refusal) -> None:
        self.tell(self._game.say(say("{why} ({rule})", why=refusal.why, rule=refusal.rule)))

    def _failed(self, why: Message) -> None:
        self.tell(self._game.say(why))
