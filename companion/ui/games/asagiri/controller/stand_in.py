"""What may take a person's deeds in place of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.model.core.chance import Face
from companion.model.core.contract import Correction, Option


class StandIn(Protocol):
    """Takes what a person does in place of the game, while something else is asked (the past is put right)."""

    by_hand: bool
    """Figures are put anywhere, and rules are not asked."""

    def point(self, at: int) -> bool:
        """A square was clicked; False: that means what it always does."""

    def choose(self, options: Sequence[Option]) -> None:
        """Options were chosen."""

    def roll(self, faces: Sequence[Face | None] | None) -> None:
        """Dice were rolled or typed."""

    def correct(self, corrections: Sequence[Correction], rule: str | None) -> None:
        """The table was changed by hand."""
