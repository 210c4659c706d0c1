"""A game on the screen: the app deals, and nobody is asked to shuffle."""

from __future__ import annotations

from companion.model.core.contract import Pending, Roll
from companion.model.games.sake.state import State
from companion.ui.play.game_controller import GameController


class SakeController(GameController[State]):
    """See the module."""

    def _automatic(self, pending: Pending) -> bool:
        if isinstance(pending, Roll) and self.dice_entry == "virtual":
            return True
        return super()._automatic(pending)

    def until_next(self) -> int | None:
        return 0 if isinstance(self.pending, Roll) else super().until_next()

    def undo(self) -> bool:
        """Take back the last decision, and the shuffles that it led to."""
        done = super().undo()
        while done and isinstance(self.pending, Roll) and self.session.cursor > 0:
            done = super().undo()
        return done
