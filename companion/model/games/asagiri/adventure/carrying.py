"""Who carries what, and how heavy it is (ADV-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.model.games.asagiri.state.state import State


def carried(state: State, who: int) -> int:
    """The object a figure carries, -1 for none."""
    quest = state.quest
    if quest is None:
        return -1
    return next((n for n, thing in enumerate(quest.things) if thing.bearer == who), -1)


def burden(state: State, who: int) -> int:
    """What a figure's load takes from its Movement."""
    thing, play = carried(state, who), state.table.adventure
    return 0 if thing < 0 or play is None else play.things[thing].burden
