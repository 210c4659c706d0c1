"""A game of Okko Chronicles beside a real table or handed over between two camps."""

from __future__ import annotations

from companion.model.core.contract import Choice, Pending, Roll
from companion.model.games.chronicles.state.state import ONI, State
from companion.ui.games.chronicles.vocabulary import secret
from companion.ui.play.game_controller import GameController

BY_ITSELF = ("setup", "draw", "ki", "tie")
"""Rolls that nobody looks forward to: cards that the app deals, KI that is rolled again."""


class ChroniclesController(GameController[State]):
    """See the module."""

    def tells_nothing(self, choice: Choice) -> bool:
        return not secret(self.state, choice)

    def _seats_of(self, choice: Choice) -> tuple[str, ...]:
        """Heroes plan openly within their camp, unless each keeps its hand (SEA-3, STR-4)."""
        state = self.state
        if choice.seat != ONI and state.table.options.hero_hands == "shared":
            return state.in_play or state.seats
        return super()._seats_of(choice)

    def _automatic(self, pending: Pending) -> bool:
        if isinstance(pending, Roll) and pending.kind in BY_ITSELF and self.dice_entry == "virtual":
            return True
        return super()._automatic(pending)

    def until_next(self) -> int | None:
        return 0 if isinstance(self.pending, Roll) else super().until_next()
