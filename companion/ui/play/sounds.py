"""What a table sounds like: dice at rest, the bell of the next turn, the drum of what cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QObject

from companion.model.core.session import Change
from companion.ui.kit.sound import play

from .controller import Controller


class TableSounds(QObject):
    """Hears a game. `landed` is for whoever has dice fall."""

    def __init__(
        self,
        game: Controller[Any],
        turn: str,
        dice: Collection[str],
        falling: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """`turn`, `dice`: the kinds of events that begin a turn and that come of dice; `falling`: they lie not yet."""
        super().__init__(parent)
        self._turn, self._dice, self._falls = turn, dice, falling
        self._falling = False
        game.changed.connect(self._changed)
        game.refused.connect(lambda _: play("no"))

    def landed(self) -> None:
        """The dice are heard when they come to rest."""
        if self._falling and not self._falls():
            self._falling = False
            play("dice")

    def _changed(self, change: Change) -> None:
        self._falling = self._falls()
        kinds = {event.kind for event in change.events} if change.cause in ("choose", "roll", "retype") else set()
        if self._turn in kinds:
            play("turn")
        elif not kinds.isdisjoint(self._dice) and not self._falling:
            play("dice")
