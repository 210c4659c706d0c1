"""What will be when the plans are turned over, as far as their cards are known (STR-4, STR-7)."""

from __future__ import annotations

from companion.model.games.chronicles.rules.totals import HIDDEN_STAGES
from companion.model.games.chronicles.state.state import State, replace


def with_plans(state: State) -> State:
    """The position in which plans that are known count already: for numbers, not to be played on."""
    return replace(state, stage="hero", next=None) if state.stage in HIDDEN_STAGES else state
