"""Motion on the board: a queue of small movements, one after the other, that can be skipped at any time.

Motions only show what has happened: when the queue is empty, whoever plays it sets everything to the state's truth.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation, Signal

STEP_MS, TURN_MS, FADE_MS = 150, 130, 260
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
        """Whether something is moving."""
        return self._now is not None

    def play(self, motions: Iterable[Motion]) -> None:
        """Queue motions."""
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
        for n, motion in enumerate(rest):
            if n:
                motion.begin()
            motion.draw(1.0)
            motion.done()
        self.finished.emit()

    def end_rest(self) -> None:
        """What was waited for is there."""
        if self._now is not None and self._now.rests:
            self._animation.stop()
            self._next()

    def _next(self) -> None:
        if not self._queue:
            self._now = None
            self.finished.emit()
            return
        waiting = sum(motion.milliseconds for motion in self._queue)
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


def along(points: list[QPointF], share: float) -> QPointF:
    """The place at a share of the way along a polyline."""
    lengths = [((b - a).x() ** 2 + (b - a).y() ** 2) ** 0.5 for a, b in itertools.pairwise(points)]
    left = sum(lengths) * share
    for (a, b), length in zip(itertools.pairwise(points), lengths, strict=True):
        if left <= length and length > 0:
            return QPointF(a + (b - a) * (left / length))
        left -= length
    return QPointF(points[-1])
