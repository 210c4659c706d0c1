"""A check of the table: what lies otherwise is set on a table that could be, and taken over as one thing to undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from companion.model.core.chance import Face
from companion.model.core.contract import Correction, Mends, Option, part
from companion.model.core.refusal import UnknownOption
from companion.model.core.words import say

from .game_controller import GameController

S = TypeVar("S")

FIRST = say("You are checking the table: answer the question first.")


class SeenTable(QObject, Generic[S]):
    """Stands in for the game while the table is looked at: nothing is played, and what hands set is seen so."""

    changed = Signal()
    by_hand, takes_steps = True, False

    def __init__(self, game: GameController[S]) -> None:
        super().__init__(game)
        self._game = game
        self.seen: S | None = None
        """The table as it lies, as far as it was looked at; None: nothing is checked."""

    def start(self) -> None:
        """Begin with what the app believes."""
        if self.seen is None and self._game.live:
            self._game.stand_in = self
            self.see(self._game.session.state)

    def see(self, seen: S) -> None:
        """The table lies so."""
        self.seen = seen
        self._game.suppose(seen)
        self.changed.emit()

    def corrections(self) -> Sequence[Correction]:
        """What makes the app's table the one that was seen."""
        mends, state = part(self._game.session.system, Mends), self._game.session.state
        return () if mends is None or self.seen is None else mends.mend(state, state, self.seen)

    def put_right(self) -> None:
        """Take the table as it lies, as one thing to undo."""
        found = self.corrections()
        self.stop()
        if found:
            self._game.correct(*found)

    def stop(self) -> None:
        """Nothing is checked any more; the app believes what it did."""
        if self.seen is not None:
            self.seen = None
            self._game.stand_in = None
            self._game.suppose(None)
            self.changed.emit()

    # called by the game in place of doing it

    def point(self, at: int) -> bool:
        return False

    def choose(self, options: Sequence[Option]) -> None:
        raise UnknownOption(FIRST)

    def roll(self, faces: Sequence[Face | None] | None) -> None:
        raise UnknownOption(FIRST)

    def correct(self, corrections: Sequence[Correction], rule: str | None) -> None:
        seen = self.seen
        if seen is not None:
            for one in corrections:
                seen = self._game.session.system.edit(seen, one).state
            self.see(seen)
