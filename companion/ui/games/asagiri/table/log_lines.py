"""The lines of the log: a step each, but the steps and turns of one movement together."""

from __future__ import annotations

from typing import Any

from companion.model.core.contract import Event
from companion.model.core.record import Chosen, Step
from companion.model.core.session import Session
from companion.model.games.asagiri.rules.events import CharacterStepped, CharacterTurned

QUIET = frozenset({"ActivationEnded", "MovementEnded", "PhaseEnded"})
"""Events that go without saying beside the others of their step."""


BLOCK = 1_000
MOST = 3 * BLOCK
"""Of a game with more steps than these, some blocks around the cursor are told: more would take the window long."""


def told_steps(session: Session[Any]) -> range:
    """The steps that the log tells."""
    count = len(session.steps)
    begin = 0 if count <= MOST else max(0, session.cursor // BLOCK - 1) * BLOCK
    return range(begin, min(count, begin + MOST))


def lines(session: Session[Any]) -> list[range]:
    """The steps of each line. What is to be redone begins a line of its own."""
    shown = told_steps(session)
    found, begin = list[range](), shown.start
    for n in range(shown.start + 1, shown.stop + 1):
        if n == shown.stop or n == session.cursor or not _goes_on(session, n):
            found.append(range(begin, n))
            begin = n
    return found


def told(session: Session[Any], line: range) -> list[Event]:
    """What a line tells: one step from where the movement began to where it ended, and where it looks then."""
    events = [event for n in line for event in session.events_of(n)]
    events = [event for event in events if event.kind not in QUIET and event.kind != "PhaseBegan"]
    if len(line) == 1:
        return events
    steps = [event for event in events if isinstance(event, CharacterStepped)]
    turns = [event for event in events if isinstance(event, CharacterTurned)]
    moved: list[Event] = []
    if steps:
        cost = sum(event.cost for event in steps)
        moved.append(CharacterStepped(steps[0].who, steps[0].start, steps[-1].at, cost))
    rest = [event for event in events if not isinstance(event, CharacterStepped | CharacterTurned)]
    first = [event for event in rest if event.kind == "CharacterActivated"]
    return [*first, *moved, *turns[-1:], *(event for event in rest if event not in first)]


def _goes_on(session: Session[Any], n: int) -> bool:
    """Whether step `n` belongs to the same movement as the one before it, and nothing is written beside either."""
    before, step = session.steps[n - 1], session.steps[n]
    if _kind(step) not in ("step", "turn") or _has_aside(before) or _has_aside(step) or before.mark != step.mark:
        return False
    if _kind(before) == "activate":
        return before.group == step.group
    loud = [event for event in session.events_of(n - 1) if event.kind not in QUIET]
    return _kind(before) in ("step", "turn") and len(loud) == 1


def _kind(step: Step) -> str:
    return step.intent.option.partition(":")[0] if isinstance(step.intent, Chosen) else ""


def _has_aside(step: Step) -> bool:
    return bool(step.note or step.bookmark or step.revised or step.rule)
