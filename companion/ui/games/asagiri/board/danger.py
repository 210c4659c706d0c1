"""The threat view of a board: switched on, it follows the game. What takes long is worked out between two frames."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

from companion.model.games.asagiri.insight.threats import Threats, unfolding
from companion.model.games.asagiri.state.state import SEATS, State

from .canvas import Canvas
from .overlays.threat import ThreatMap

SLICE = 0.005
"""Seconds that are worked at a time: the window never waits."""


class Danger(QObject):
    """`on`: whether somebody wants to see it. It shows what the enemies of the figure looked at could do, else of whose
    phase it is.
    """

    def __init__(self, canvas: Canvas, map: ThreatMap, shown: Callable[[], None]) -> None:
        """Off; `shown` is called when another map has been drawn."""
        super().__init__(canvas.scene)
        self._canvas, self._map, self._shown = canvas, map, shown
        self.on = False
        self._known: Threats | None = None
        self._asked: tuple[State, int] | None = None
        self._found: Threats | None = None
        """Worked out, and still to be drawn."""
        self._steps: Iterator[Threats | None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    @property
    def band(self) -> int:
        """The band that looks at its enemies."""
        game = self._canvas.game
        if game.selection >= 0:
            return game.state.band_of(game.selection)
        band = game.state.phase
        return 1 - band if SEATS[band] in game.bots and SEATS[1 - band] not in game.bots else band

    @property
    def threats(self) -> Threats | None:
        """What is shown; None while it is off or not worked out yet."""
        return self._map.threats

    def switch(self, on: bool) -> None:
        """Show it or not."""
        self.on = on
        self.refresh()
        self._shown()

    def refresh(self) -> None:
        """Draw what holds now, at once when it is known or quickly found, else as soon as it is."""
        state, band = self._canvas.state, self.band
        if not self.on or state.over or not self._canvas.game.allows("threat"):
            self.rest()
            self._map.clear()
            return
        if self._known is not None and self._known.state is state and self._known.band == band:
            self.rest()  # whatever was asked since
            self._map.show(self._known)
            return
        if self._asked is None or self._asked[0] is not state or self._asked[1] != band:
            self._asked, self._steps = (state, band), unfolding(state, band)
            self._map.clear()
        self._work()

    def rest(self) -> None:
        """Work at nothing."""
        self._timer.stop()
        self._steps = self._asked = self._found = None

    def _work(self) -> None:
        until = time.perf_counter() + SLICE
        while self._steps is not None and self._found is None and time.perf_counter() < until:
            self._found = next(self._steps)
        if self._found is not None and time.perf_counter() < until - SLICE / 2:
            self._draw(self._found)  # else in a slice of its own: it takes some milliseconds too
        if self._steps is not None and not self._timer.isActive():
            self._timer.start()

    def _draw(self, found: Threats) -> None:
        self._found = None
        self._map.show(found)
        if found.whole:
            self._known = found
            self.rest()
        self._shown()
