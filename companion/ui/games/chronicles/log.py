"""How the log of a game is told: turns as headings, an activation's steps below."""

from __future__ import annotations

from typing import Any

from companion.model.core.record import Chosen
from companion.model.core.session import Session
from companion.model.core.words import Message
from companion.model.games.chronicles.state.state import State
from companion.ui.play.log_panel import LogStyle
from companion.ui.play.timeline import TimelineSection

HEADINGS = frozenset(("TurnBegan",))
FOLLOWS = frozenset(("total", "answer", "keep", "reroll", "pay", "deploy", "enough", "choose", "done", "tell"))
"""What goes on with a choice before."""


def _continues(session: Session[Any], n: int) -> bool:
    before, step = session.steps[n - 1], session.steps[n]
    if before.mark != step.mark or any(one.note or one.bookmark or one.revised or one.rule for one in (before, step)):
        return False
    if any(event.kind in HEADINGS for event in session.events_of(n - 1)):
        return False
    return not isinstance(step.intent, Chosen) or step.intent.option.partition(":")[0] in FOLLOWS


def ending(session: Session[State], viewer: str | None) -> list[Message]:
    """What has been told since the present end of turn began, or the last one if that is just over."""
    first = session.cursor
    while first > 0 and session.state_at(first - 1).stage == "accusation":
        first -= 1
    told = []
    for n in range(max(0, first - 1), session.cursor):
        after = session.state_at(n + 1)
        told += [session.system.tell(after, event) for event in session.events_of(n, viewer)]
    return told


STYLE = LogStyle(_continues, headings=HEADINGS)


def sections(session: Session[State]) -> list[TimelineSection]:
    """The turns of a game."""
    found, turn = list[TimelineSection](), 0
    for place in range(session.present + 1):
        state = session.state_at(place)
        if state.turn > turn:
            turn = state.turn
            found.append(TimelineSection(place, str(turn), turn))
    return found
