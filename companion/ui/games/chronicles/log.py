"""How the log of a game is told: turns as headings, an activation's steps below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core.contract import Event
from companion.model.core.record import Chosen
from companion.model.core.session import Session
from companion.model.core.words import Message
from companion.model.games.chronicles.rules.board_events import ZoneEntered
from companion.model.games.chronicles.rules.events import (
    ActivationBegan,
    ActivationEnded,
    AttackDeclared,
    FigureActed,
    FigureMoved,
    HeroReady,
    ObjectMoved,
    OrderSet,
    PlanChanged,
    SheetActivated,
)
from companion.model.games.chronicles.rules.story_events import ClueDrawn, DemonCame, StepDone, SurpriseResolved
from companion.model.games.chronicles.state.state import ONI, State
from companion.ui.play.log_panel import LogStyle

HEADINGS = frozenset(("TurnBegan",))
FOLLOWS = frozenset((
    "total", "answer", "keep", "reroll", "pay", "deploy", "enough", "choose", "done", "tell", "push", "leave",
    "end_figure",
))  # fmt: skip
"""What goes on with a choice before."""
MOVING = frozenset(("go", "stand"))
"""What a figure that acts, or is on its way, goes on with."""
PLANNING = frozenset(("play", "unplay", "mark"))
"""What the next card, or that a hero is ready, goes on with."""
ARRANGING = frozenset(("rearrange", "put", "arranged"))
"""What the next object, or that all lie where they should, goes on with."""


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
    if kind in ARRANGING:
        return earlier in ARRANGING and kind != "rearrange"
    return (earlier in PLANNING and kind in (*PLANNING, "ready")) or earlier == kind == "order"


def _told(events: Sequence[Event]) -> Sequence[Event]:
    """Without the steps of the end of a turn, which a page of their own ticks off, and what something told later in
    the same line says as well; that initiative cards are laid is told once.
    """
    found = list[Event]()
    for n, event in enumerate(events):
        again = any(_told_before(event, one) for one in found)
        said = any(_says_too(one, event) for one in events[n + 1 :])
        if not (again or said or isinstance(event, StepDone)):
            found.append(event)
    return found


def _told_before(event: Event, one: Event) -> bool:
    if isinstance(event, PlanChanged):
        return isinstance(one, PlanChanged) and one.seat == event.seat
    return isinstance(event, OrderSet) and isinstance(one, OrderSet)


def _says_too(later: Event, event: Event) -> bool:
    """Whether what came later in a line leaves nothing to tell of an event."""
    match event:
        case ZoneEntered(figure=figure):  # on a way that goes on
            return isinstance(later, FigureMoved | ZoneEntered) and later.figure == figure
        case FigureActed(figure=figure):
            moves = isinstance(later, FigureMoved) and later.figure == figure
            return moves or (isinstance(later, AttackDeclared) and later.attacker == figure)
        case PlanChanged(seat=seat):
            return isinstance(later, HeroReady) and later.seat == seat
        case ActivationBegan(seat=seat):
            ends = isinstance(later, ActivationEnded) and later.seat == seat
            return ends or (seat == ONI and isinstance(later, SheetActivated))
        case ObjectMoved(seat=seat, item=item):
            return isinstance(later, ObjectMoved) and (later.seat, later.item) == (seat, item)
        case ClueDrawn(card=card):
            return isinstance(later, SurpriseResolved) and later.card == card
    return False


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
