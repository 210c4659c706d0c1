"""The course of a game, step by step, as statistics count it and reports tell it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from .contract import Event
from .session import Session
from .words import Message

S = TypeVar("S")


class Passage(NamedTuple, Generic[S]):
    """One step: the states around it and what happened."""

    step: int
    """So many steps are played after it: the place in the timeline that shows what it brought."""
    before: S
    after: S
    events: tuple[Event, ...]


def passages(session: Session[S], viewer: str | None = None) -> Iterator[Passage[S]]:
    """The game from its first step to the present, as `viewer` has heard it; what was undone has not happened."""
    before = session.state_at(0)
    for n in range(session.present):
        after = session.state_at(n + 1)
        yield Passage(n + 1, before, after, tuple(session.events_of(n, viewer)))
        before = after


class Moment(NamedTuple):
    """What a step brought, in a few sentences."""

    step: int
    words: tuple[Message, ...]
    rule: str = ""
    """The rule that it was done against."""
    note: str = ""
    """What somebody wrote beside it."""
    bookmark: bool = False


def moment(session: Session[Any], step: int, words: tuple[Message, ...], viewer: str | None = None) -> Moment | None:
    """What the step that leads to place `step` is told with: its notes and broken rules too; None: nothing."""
    made = session.steps[step - 1]
    note, bookmark, rule = made.note or "", bool(made.bookmark), made.rule or ""
    if not (words or note or bookmark or rule):
        return None
    return Moment(step, words or (session.describe_step(step - 1, viewer),), rule, note, bookmark)
