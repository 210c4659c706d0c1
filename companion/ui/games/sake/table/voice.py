"""What is said aloud: everything that happens, as whoever has the screen may hear it, and what is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from companion.model.core.timeline import Change
from companion.model.core.words import Message, say
from companion.model.games.sake.wire.narration import tell_all
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.log import told
from companion.ui.kit.accessibility import MEMORY, announce, hush, without_rules

MOST_STEPS = 8
"""Of one change; after a jump through the log nobody wants to hear everything."""


class TableVoice(QObject):
    """`heard` are the last things said; all of it is forgotten as soon as somebody else has the screen."""

    def __init__(self, game: SakeController, widget: QWidget) -> None:
        """Announcements come from `widget`, the screen of the game. To be made before whatever else follows the game:
        what has happened is said before what is asked.
        """
        super().__init__(widget)
        self._game, self._widget, self._asked = game, widget, ""
        self.heard: deque[str] = deque(maxlen=MEMORY)
        game.seated.connect(self._forget)
        game.changed.connect(self._changed)
        game.refused.connect(lambda why: self.tell(game.say(why.why)))
        game.failed.connect(lambda why: self.tell(game.say(why)))

    def tell(self, words: str) -> None:
        """Say that something has happened."""
        if words:
            announce(self._widget, words)
            self.heard.append(without_rules(words))

    def ask(self, words: str) -> None:
        """Say what is asked, once as long as it is asked."""
        if words != self._asked:
            self._asked = words
            announce(self._widget, "", words)
            if words:
                self.heard.append(without_rules(words))

    def _forget(self) -> None:
        self.heard.clear()
        self._asked = ""
        hush(self._widget)

    def _changed(self, change: Change) -> None:
        self._asked = ""
        self.tell(" ".join(map(self._game.say, self._told(change))))

    def _told(self, change: Change) -> Iterator[Message]:
        session, viewer = self._game.session, self._game.viewer
        before, after = change.before_cursor, change.after_cursor
        if change.cause == "undo":
            for n in range(before - 1, max(after, before - MOST_STEPS) - 1, -1):
                yield say("Undone: {what}", what=session.describe_step(n, viewer))
        elif change.cause not in ("look", "note"):
            steps = range(max(before, after - MOST_STEPS), after)
            happened = ((session.state_at(n + 1), event) for n in steps for event in told(session.events_of(n, viewer)))
            yield from tell_all(happened)
