"""A thread in which automatic players think, so that the window never waits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QObject, QThread, Signal, Slot

from companion.model.bots import Bot, Thought
from companion.model.bots.asked import BotFault, asked
from companion.model.core.contract import Choice, System
from companion.model.systems.asagiri.state import State

PATIENCE_S = 2.0
"""How long a player may think; it answers with the best it has found by then."""


class _Thinker(QObject):
    done = Signal(object)
    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked.connect(self._think)

    @Slot(object)
    def _think(self, task: Callable[[], Thought | BotFault]) -> None:
        self.done.emit(task())


class Worker(QObject):
    """One thread, one question at a time; `done` brings the answer to the asking thread."""

    done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """The thread starts with the first question."""
        super().__init__(parent)
        self.busy = False
        self._thread: QThread | None = None
        self._thinker: _Thinker | None = None

    def ask(self, bot: Bot, system: System[State], state: State, choice: Choice, rng: Random) -> None:
        """Let `bot` decide; refused while another question is open."""
        assert not self.busy
        self.busy = True
        if self._thinker is None:
            self._thread = QThread()
            self._thinker = _Thinker()
            self._thinker.moveToThread(self._thread)
            self._thinker.done.connect(self._answered)
            self._thread.start()

        def think() -> Thought | BotFault:
            try:
                return asked(bot, system, state, choice, rng, PATIENCE_S)
            except BotFault as fault:
                return fault

        self._thinker.asked.emit(think)

    @Slot(object)
    def _answered(self, thought: Thought | BotFault) -> None:
        self.busy = False
        self.done.emit(thought)

    def stop(self) -> None:
        """Wait for the thread to end."""
        if self._thread is not None:
            self._thread.quit()
            self._thread.wait()
            self._thread = self._thinker = None
        self.busy = False
