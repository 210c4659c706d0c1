"""What takes long to work out, between two frames: the window never waits for the engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer

SLICE = 0.006
"""Seconds that are worked at a time."""
T = TypeVar("T")


class Reckoner(QObject):
    """One question at a time: whatever was asked before is forgotten, so no answer comes that has become untrue."""

    def __init__(self, parent: QObject) -> None:
        """Nothing is asked yet."""
        super().__init__(parent)
        self._steps: Generator[None, None, Any] | None = None
        self._then: Callable[[Any], None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._steps is not None

    def ask(self, steps: Generator[None, None, T], then: Callable[[T], None]) -> None:
        """Work through `steps`; `then` gets what they return: at once when that is found within a slice."""
        self.drop()
        self._steps, self._then = steps, then
        self._work()

    def drop(self) -> None:
        """Work at nothing; no answer comes."""
        self._timer.stop()
        steps, self._steps, self._then = self._steps, None, None
        if steps is not None:
            steps.close()

    def _work(self) -> None:
        steps, then = self._steps, self._then
        if steps is None or then is None:
            return
        until = time.perf_counter() + SLICE
        working = True
        while working:
            try:
                next(steps)
            except StopIteration as done:
                self.drop()
                then(done.value)
                return
            except BaseException:
                self.drop()
                raise
            working = time.perf_counter() < until
        if not self._timer.isActive():
            self._timer.start()
