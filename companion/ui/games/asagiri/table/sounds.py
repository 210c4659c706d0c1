"""What a table sounds like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from companion.model.games.asagiri.rules.events import (
    CombatRolled,
    FirstPlayerRolled,
    InspirationRolled,
    PhaseBegan,
    ShotRolled,
)
from companion.ui.kit.sound import play

if TYPE_CHECKING:
    from companion.model.core.refusal import Refusal
    from companion.model.core.session import Change
    from companion.ui.games.asagiri.controller.game import Game

_DICE = (InspirationRolled, FirstPlayerRolled, CombatRolled, ShotRolled)


class TableSounds(QObject):
    """What a table sounds like: dice at rest, the bell of the next phase, the drum of what cannot be done."""

    def __init__(self, game: Game, parent: QObject) -> None:
        """Listen to `game`."""
        super().__init__(parent)
        game.changed.connect(self._changed)
        game.refused.connect(self._refused)
        game.pace.changed.connect(self._landed)
        self._game, self._falling = game, False

    def _refused(self, _: Refusal) -> None:
        play("no")

    def _landed(self) -> None:
        """The dice of a fight are heard when they come to rest."""
        if self._falling and not self._game.pace.falling:
            self._falling = False
            play("dice")

    def _changed(self, change: Change) -> None:
        self._falling = self._game.pace.falling
        if change.cause not in ("choose", "roll", "retype"):
            return
        if any(isinstance(event, PhaseBegan) for event in change.events):
            play("turn")
        elif any(isinstance(event, _DICE) for event in change.events) and not self._falling:
            play("dice")
