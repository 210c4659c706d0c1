"""Motions one after the other: what moves over a board, or waits for something beside it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

LONGEST_MS = 2400
"""A queue longer than this plays faster."""


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Motion:
    """One movement: `draw` is called with shares from 0 to 1, `done` once at its end (also when skipped)."""

    milliseconds: int
    draw: Callable[[float], None]
    done: Callable[[], None] = _nothing
    begin: Callable[[], None] = _nothing
    rests: bool = False
    """Nothing moves: what is next waits for something beside the board."""


class Animator(QObject):
    """Plays motions one after the other."""

    finished = Signal()
    """The queue is empty (played or skipped)."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._queue: deque[Motion] = deque()
        self._now: Motion | None = None
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._draw)
        self._animation.finished.connect(self._ended)

    @property
    def busy(self) -> bool:
        return self._now is not None

    def play(self, motions: Iterable[Motion]) -> None:
        self._queue.extend(motions)
        if self._now is None:
            self._next()

    def skip(self) -> None:
        """End everything at once: each motion is drawn at its end, then `finished` is told."""
        if self._now is None:
            return
        self._animation.stop()
        now, self._now = self._now, None
        rest = [now, *self._queue]
        self._queue.clear()
        for n, one in enumerate(rest):
            if n:
                one.begin()
            one.draw(1.0)
            one.done()
        self.finished.emit()

    def end_rest(self) -> None:
        if self._now is not None and self._now.rests:
            self._animation.stop()
            self._next()

    def _next(self) -> None:
        if not self._queue:
            self._now = None
            self.finished.emit()
            return
        waiting = sum(one.milliseconds for one in self._queue)
        hurry = min(1.0, LONGEST_MS / waiting) if waiting else 1.0
        self._now = self._queue.popleft()
        self._now.begin()
        self._animation.setDuration(max(1, round(self._now.milliseconds * hurry)))
        self._animation.start()

    def _draw(self, share: float) -> None:
        if self._now is not None:
            self._now.draw(float(share))

    def _ended(self) -> None:
        now = self._now
        if now is None:
            return
        now.draw(1.0)
        now.done()
        self._next()
