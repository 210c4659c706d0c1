"""A game of Okko Chronicles beside a real table or handed over between two camps."""

from __future__ import annotations

from collections.abc import Sequence

from companion.model.core.contract import Choice, Correction, Pending, Roll
from companion.model.core.record import Chosen, Mode
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Dials, State
from companion.model.games.chronicles.table.corrections import PRESETS, at_the_table
from companion.ui.games.chronicles.vocabulary import secret
from companion.ui.play.game_controller import GameController

BY_ITSELF = ("setup", "draw", "ki", "tie")
"""Rolls that nobody looks forward to: cards that the app deals, KI that is rolled again."""

FACE_DOWN = {
    kind.__struct_config__.tag for kind in (o.PlayCard, o.Unplay, o.Order, o.LayTechnique, o.IntoHand)
}  # fmt: skip
"""Kinds of options that name a card which others do not see; everything else is done in the open (§30)."""


class ChroniclesController(GameController[State]):
    """See the module."""

    def tells_nothing(self, choice: Choice) -> bool:
        return not secret(self.state, choice)

    def _seats_of(self, choice: Choice) -> tuple[str, ...]:
        """Heroes plan openly within their camp, unless each keeps its hand (SEA-3, STR-4); a player whose hero is out
        may go on sitting there for the others (SEA-4).
        """
        state = self.state
        if choice.seat == ONI or not self._share_hands:
            return super()._seats_of(choice)
        seats = state.in_play or state.seats
        sitting = self.at_screen in state.seats and self.at_screen not in seats
        return (*seats, self.at_screen) if sitting else seats

    @property
    def _share_hands(self) -> bool:
        return self.state.table.options.hero_hands == "shared"

    def set_in(self, mode: Mode) -> Sequence[Correction]:
        """Duties stand as they stood when this game was last in a mode."""
        before = self.last_in(mode)
        return at_the_table(self.state, PRESETS.get(mode, Dials()) if before is None else before.table.options.dials)

    def know_the_same(self, seats: Sequence[str]) -> bool:
        return super().know_the_same(seats) or (ONI not in seats and self._share_hands)

    def heard_by(self, step: int) -> str | None:
        intent = self.session.steps[step].intent
        if isinstance(intent, Chosen) and intent.option.partition(":")[0] not in FACE_DOWN:
            return None
        return super().heard_by(step)

    def _automatic(self, pending: Pending) -> bool:
        if isinstance(pending, Roll) and pending.kind in BY_ITSELF and self.dice_entry == "virtual":
            return True
        return super()._automatic(pending)

    def until_next(self) -> int | None:
        return 0 if isinstance(self.pending, Roll) else super().until_next()
