"""The automatic things, each of which a table may rather see to itself (TAB-7); `reminders` does what was asked."""

from __future__ import annotations

from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.frames import RemindFrame
from companion.model.games.chronicles.state.state import State, Stop


def stop_of(state: State, dial: str) -> Stop:
    """How a dial stands."""
    stop: Stop = getattr(state.table.options.dials, dial)
    return stop


def due(t: Transition, dial: str, about: str = "", what: str = "", by: str = "") -> bool:
    """Whether the rules do it now; where they remind, the table is asked next."""
    stop = stop_of(t.now, dial)
    reminder = RemindFrame(dial, about, what, by)
    if stop == "remind" and reminder not in t.now.frames:
        t.push(reminder)
    return stop == "do"
