"""A thread in which automatic players think, so that the window never waits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

from companion.model.bots import Bot, BotFault, Decision, ask_bot
from companion.model.core.contract import Choice, System
from companion.ui.kit.background_task import let_end

PATIENCE_S = 2.0
"""How long a player may think; it answers with the best it has found by then."""


class _Question:
    """Something that is thought about; who asked may give it up."""

    def __init__(self, think: Callable[[], Decision | BotFault]) -> None:
        self.think = think
        self.open = True
        self.answer: Decision | BotFault | None = None


class _Thinker(QObject):
    done = Signal(object)
    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked.connect(self._think)

    @Slot(object)
    def _think(self, question: _Question) -> None:
        if question.open:
            question.answer = question.think()
        self.done.emit(question)


class Worker(QObject):
    """One thread, one question at a time; `done` brings the answer to the asking thread."""

    done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._question: _Question | None = None
        self._thread: QThread | None = None
        self._thinker: _Thinker | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return self._question is not None

    def ask(self, bot: Bot, system: System[Any], state: object, choice: Choice, rng: Random) -> None:
        """Let `bot` decide; refused while another question is open."""
        assert not self.busy
        if self._thinker is None:
            self._thread = QThread()
            self._thinker = _Thinker()
            self._thinker.moveToThread(self._thread)
            self._thinker.done.connect(self._answered)
            self._thread.start()

        def think() -> Decision | BotFault:
            try:
                return ask_bot(bot, system, state, choice, rng, PATIENCE_S)
            except BotFault as fault:
                return fault

        self._question = _Question(think)
        self._thinker.asked.emit(self._question)

    @Slot(object)
    def _answered(self, question: _Question) -> None:
        # an answer may lie in the queue of events when its question is given up: it is told apart here, not there
        if question is self._question:
            self._question = None
            self.done.emit(question.answer)

    def forget(self) -> None:
        """Give up the question; its answer, even one that is under way already, reaches nobody."""
        if self._question is not None:
            self._question.open = False
            self._question = None

    def stop(self) -> None:
        """Give up the question. Nobody waits for the thread: it ends when it has thought the question through."""
        self.forget()
        if self._thread is not None and self._thinker is not None:
            self._thinker.done.disconnect(self._answered)
            let_end(self._thread, with_=self._thinker)
            self._thread = self._thinker = None
