"""How the log is told: a line an action, with all its answers, under the turn that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core.contract import SPECTATOR, Event
from companion.model.core.record import Chosen, Step
from companion.model.core.session import Session
from companion.model.games.sake.rules.events import CardsDiscarded
from companion.model.games.sake.wire.narration import tell_all
from companion.ui.play.log_panel import LogStyle

HEADINGS = frozenset(("TurnBegan", "FatalRoundBegan"))
FOLLOWS = frozenset((
    "place", "hold", "activate", "strike", "keep", "give_up", "step", "target", "pick", "shift", "give_to", "discard",
    "decline", "nothing", "keep_line",
))  # fmt: skip
"""What goes on with a choice before. Every answer in a window does, whatever it is: else the lines would tell."""
QUIET = ("PhaseBegan", "AnswerGiven")


def _continues(session: Session[Any], n: int) -> bool:
    before, step = session.steps[n - 1], session.steps[n]
    if session.state_at(n).table.options.enforcement == "track":
        return _told_at_once(before, step) and not any(
            event.kind in HEADINGS for event in session.events_of(n - 1, SPECTATOR)
        )
    if _has_aside(before) or _has_aside(step) or before.mark != step.mark:
        return False
    if any(event.kind in HEADINGS for event in session.events_of(n - 1, SPECTATOR)):
        return False
    if any(event.kind == "AnswerGiven" for event in session.events_of(n, SPECTATOR)):
        return True
    return isinstance(step.intent, Chosen) and step.intent.option.partition(":")[0] in FOLLOWS


def _told_at_once(before: Step, step: Step) -> bool:
    """Whether two steps of a followed table are one thing, to be put right as one: what passes unsaid goes with it."""
    if before.mark != step.mark or any(one.note or one.bookmark or one.rule for one in (before, step)):
        return False
    unsaid = isinstance(step.intent, Chosen) and step.intent.option == "pass"
    again = unsaid and before.revised and step.revised
    return again or (bool(step.group) and before.group == step.group and before.revised == step.revised)


def _has_aside(step: Step) -> bool:
    return bool(step.note or step.bookmark or step.revised or step.rule)


def told(events: Sequence[Event]) -> Sequence[Event]:
    """What is worth a sentence."""
    loud = [event for event in events if event.kind not in QUIET and not _untold(event)]
    # a step without a word would be told by what was chosen, which is a secret
    return loud or [event for event in events if event.kind == "AnswerGiven"]


def _untold(event: Event) -> bool:
    """Whether it says only that cards were discarded that nobody has named."""
    return isinstance(event, CardsDiscarded) and max(event.cards, default=0) < 0


STYLE = LogStyle(_continues, told, HEADINGS, " ", tell_all)
