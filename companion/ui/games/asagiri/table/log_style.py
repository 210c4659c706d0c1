"""How the past of a game is told: movements as one line, phases as headings and stretches of timeline and clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core.contract import Event
from companion.model.core.record import Chosen, Step
from companion.model.core.session import Session
from companion.model.games.asagiri.rules.events import CharacterStepped, CharacterTurned, PhaseBegan
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BEFORE
from companion.ui.play.clock import Phases
from companion.ui.play.log_panel import LogStyle
from companion.ui.play.timeline import TimelineSection

PHASE = "PhaseBegan"
QUIET = frozenset({"ActivationEnded", "MovementEnded", "PhaseEnded", PHASE})
"""Events that go without saying beside the others of their step, or are read off the table anyway."""

DICE = ("InspirationRolled", "FirstPlayerRolled", "CombatRolled", "ShotRolled")
"""Events with which dice are heard."""


def loud(events: Sequence[Event]) -> list[Event]:
    """The events that are told."""
    return [event for event in events if event.kind not in QUIET]


def sections(session: Session[Any]) -> list[TimelineSection]:
    """The phases of a game."""
    found: list[TimelineSection] = []
    before: tuple[int, int] | None = None
    for place in range(session.present + 1):
        state = session.state_at(place)
        if state.stage not in BEFORE and (state.turn, state.phase) != before:
            before = state.turn, state.phase
            found.append(TimelineSection(place, f"{state.turn}{SEATS[state.phase]}", state.phase))
    return found


def _told(events: Sequence[Event]) -> list[Event]:
    """Of a movement one step from where it began to where it ended, and where the figure looks then."""
    told = loud(events)
    steps = [event for event in told if isinstance(event, CharacterStepped)]
    turns = [event for event in told if isinstance(event, CharacterTurned)]
    if len(steps) + len(turns) < 2:
        return told
    moved: list[Event] = []
    if steps:
        cost = sum(event.cost for event in steps)
        moved.append(CharacterStepped(steps[0].who, steps[0].start, steps[-1].at, cost))
    rest = [event for event in told if not isinstance(event, CharacterStepped | CharacterTurned)]
    first = [event for event in rest if event.kind == "CharacterActivated"]
    return [*first, *moved, *turns[-1:], *(event for event in rest if event not in first)]


def _continues(session: Session[Any], n: int) -> bool:
    """Whether step `n` belongs to the same movement as the one before it, and nothing is written beside either."""
    before, step = session.steps[n - 1], session.steps[n]
    if _kind(step) not in ("step", "turn") or _has_aside(before) or _has_aside(step) or before.mark != step.mark:
        return False
    if _kind(before) == "activate":
        return before.group == step.group
    return _kind(before) in ("step", "turn") and len(loud(session.events_of(n - 1))) == 1


def _kind(step: Step) -> str:
    return step.intent.option.partition(":")[0] if isinstance(step.intent, Chosen) else ""


def _has_aside(step: Step) -> bool:
    return bool(step.note or step.bookmark or step.revised or step.rule)


def _whose_phase(state: State) -> int:
    return -1 if state.stage in BEFORE else state.phase


PHASES = Phases(_whose_phase, lambda event: event.band if isinstance(event, PhaseBegan) else None)
STYLE = LogStyle(_continues, _told, frozenset({PHASE}))
