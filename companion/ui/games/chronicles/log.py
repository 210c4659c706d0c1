"""How the log of a game is told: turns as headings, an activation's steps below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core.contract import Event
from companion.model.core.record import Chosen
from companion.model.core.session import Session
from companion.model.core.words import Message
from companion.model.games.chronicles.rules.board_events import ZoneEntered
from companion.model.games.chronicles.rules.events import FigureMoved, OrderSet, PlanChanged
from companion.model.games.chronicles.rules.story_events import DemonCame, StepDone
from companion.model.games.chronicles.state.state import State
from companion.ui.play.log_panel import LogStyle
from companion.ui.play.timeline import TimelineSection

HEADINGS = frozenset(("TurnBegan",))
FOLLOWS = frozenset(("total", "answer", "keep", "reroll", "pay", "deploy", "enough", "choose", "done", "tell"))
"""What goes on with a choice before."""
MOVING = frozenset(("go", "stand"))
"""What a figure that acts, or is on its way, goes on with."""
PLANNING = frozenset(("play", "unplay", "mark"))
"""What the next card, or that a hero is ready, goes on with."""


def _continues(session: Session[Any], n: int) -> bool:
    before, step = session.steps[n - 1], session.steps[n]
    if before.mark != step.mark or any(one.note or one.bookmark or one.revised or one.rule for one in (before, step)):
        return False
    if any(event.kind in HEADINGS for event in session.events_of(n - 1)):
        return False
    if not isinstance(step.intent, Chosen) or (kind := step.intent.option.partition(":")[0]) in FOLLOWS:
        return True
    earlier = before.intent.option.partition(":")[0] if isinstance(before.intent, Chosen) else ""
    if kind in MOVING:
        return earlier in ("go", "figure")
    return earlier in PLANNING and kind in (*PLANNING, "ready")


def _told(events: Sequence[Event]) -> Sequence[Event]:
    """Without the steps of the end of a turn, which a page of their own ticks off, and the zones on a way that goes on;
    that somebody plans, or that initiative cards are laid, is told once.
    """
    found = list[Event]()
    for n, event in enumerate(events):
        left = isinstance(event, ZoneEntered) and any(
            isinstance(one, FigureMoved | ZoneEntered) and one.figure == event.figure for one in events[n + 1 :]
        )
        again = isinstance(event, OrderSet | PlanChanged) and any(
            isinstance(one, OrderSet) or (isinstance(one, PlanChanged) and one.seat == event.seat)
            for one in found
            if type(one) is type(event)
        )
        if not (left or again or isinstance(event, StepDone)):
            found.append(event)
    return found


def ending(session: Session[State], viewer: str | None) -> list[Message]:
    """What has been told since the present end of turn began, or the last one if that is just over."""
    first = session.cursor
    while first > 0 and session.state_at(first - 1).stage == "accusation":
        first -= 1
    told = []
    for n in range(max(0, first - 1), session.cursor):
        events, after = session.events_of(n, viewer), session.state_at(n + 1)
        if n == first - 1:
            events = _of_the_end(events)
        told += [session.system.tell(after, one) for one in events]
    return told


def _of_the_end(events: Sequence[Event]) -> tuple[Event, ...]:
    """Of what the last decision of an activation brought, what belongs to the end of the turn."""
    before = next((n for n, one in enumerate(events) if isinstance(one, StepDone | DemonCame)), len(events))
    return tuple(events[before:])


STYLE = LogStyle(_continues, _told, HEADINGS)


def sections(session: Session[State]) -> list[TimelineSection]:
    """The turns of a game."""
    found, turn = list[TimelineSection](), 0
    for place in range(session.present + 1):
        state = session.state_at(place)
        if state.turn > turn:
            turn = state.turn
            found.append(TimelineSection(place, str(turn), turn))
    return found
