"""The enemy's last phase once more, from the log, as it was played: nothing of the game changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from companion.model.core.session import Change
from companion.model.games.asagiri.rules.events import PhaseBegan
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.controller.game import Game

from .log_style import loud

STEP_MS, FIGHT_MS = 560, 2600
"""How long a step is shown, and how long a fight once its dice lie."""


class Replay(QObject):
    """Shows the steps one after the other; whatever is done at the table ends it."""

    changed = Signal()
    """It began or ended."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._game = game
        self._end = -1
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go_on)
        game.changed.connect(self._noticed)
        game.pace.changed.connect(self._wait)

    @property
    def enemy(self) -> int:
        """The band of the automatic player, else the one that is not to act."""
        bots = [n for n, seat in enumerate(SEATS) if seat in self._game.bots]
        return bots[0] if len(bots) == 1 else 1 - self._game.state.phase

    def phase(self) -> tuple[int, int] | None:
        """The enemy's last phase in the log: its first step, and the one after its last; None: it had none yet."""
        session, enemy = self._game.session, self.enemy
        end = session.present
        for n in range(end - 1, -1, -1):
            began = next((event for event in session.events_of(n) if isinstance(event, PhaseBegan)), None)
            if began is not None and began.band == enemy:
                return (n + 1, end) if end > n + 1 else None
            if began is not None:
                end = n
        return None

    @property
    def there(self) -> bool:
        """Whether there is anything to show, or it is being shown."""
        return self.playing or (self._game.live and not self._game.pace.falling and self.phase() is not None)

    @property
    def playing(self) -> bool:
        """Whether it is being shown."""
        return self._end >= 0

    def toggle(self) -> None:
        """Show it from its beginning, or stop."""
        found = self.phase() if self._game.live and not self.playing else None
        if self.playing:
            self.stop()
        elif found is not None:
            first, self._end = found
            self.changed.emit()
            self._game.look(first)
            self._timer.start(STEP_MS)

    def stop(self) -> None:
        """Back to the present."""
        if self.playing:
            self._end = -1
            self._timer.stop()
            self._game.look(None)
            self.changed.emit()

    def _go_on(self) -> None:
        session = self._game.session
        if session.cursor >= self._end:
            self.stop()
            return
        self._game.look(session.cursor + 1)
        self._wait()

    def _wait(self) -> None:
        """Until the next step; nothing is waited for while dice fall: their coming to rest is told."""
        if not self.playing or self._game.pace.falling:
            self._timer.stop()
            return
        session = self._game.session
        at = session.cursor - 1
        told = bool(loud(session.events_of(at)))
        fought = bool(session.steps[at].result.faces) and bool(session.state_at(at).frames)
        self._timer.start(FIGHT_MS if fought else STEP_MS if told else 0)

    def _noticed(self, change: Change) -> None:
        """The present is back, or something was done: it is over."""
        if self.playing and (change.cause != "look" or not self._game.session.looking):
            if self._game.session.cursor == self._end and change.cause == "look":
                return  # its last step is the present
            self._end = -1
            self._timer.stop()
            self.changed.emit()
