"""Looks every few seconds whether the server answers, and brings to it what was played without it."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from companion.model.core.words import say

from .guard import rescued

if TYPE_CHECKING:
    from companion.model.store.away import Away, Sent
    from companion.model.store.away_campaigns import SentCampaign

EVERY = 3.0
"""Seconds between two looks."""
GONE = say(
    "The server of saved games does not answer. You can go on: what you play is kept on this computer and sent to the "
    "server when it answers again."
)


class Courier(QObject):
    """One thread for one server; its signals come in the window's."""

    away = Signal()
    """The server does not answer any more."""
    back = Signal()
    """It does again."""
    told = Signal(object)
    """A `Message` about a game that has reached the server."""
    _brought = Signal(object)

    def __init__(self, away: Away, parent: QObject | None = None) -> None:
        """Nothing is sent before `start`."""
        super().__init__(parent)
        self._away, self._stop = away, Event()
        self._gone = False
        self._thread = Thread(target=self._run, name="courier", daemon=True)
        self._brought.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End, once nothing is under way any more; a server that is silent is not waited for long."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            rescued(self._look, self.told.emit)
            if self._stop.wait(EVERY):
                return

    def _look(self) -> None:
        from companion.model.store import StoreError

        answers = self._away.server.database.knock()
        if answers:
            try:
                for sent in self._away.send():
                    self._brought.emit(sent)
            except StoreError as wrong:
                if wrong.kind != "away":
                    raise
                answers = False
        if answers == self._gone:
            self._gone = not answers
            (self.back if answers else self.away).emit()

    def _settle(self, sent: Sent | SentCampaign) -> None:
        from companion.model.store.away import Sent

        rescued(lambda: self._away.settle(sent), self.told.emit)
        if sent.how == "copy" and not isinstance(sent, Sent):
            self.told.emit(
                say("This campaign was continued elsewhere meanwhile. What you played is kept beside it: “{title}”.",
                    title=sent.title)
            )  # fmt: skip
        elif sent.how == "copy":
            self.told.emit(
                say("This game was continued elsewhere meanwhile. What you played is kept beside it: “{title}”.",
                    title=sent.title)
            )  # fmt: skip
        else:
            self.told.emit(say("“{title}” is on the server as you played it.", title=sent.title))
