"""What a game may say of its choices, for people who ask: why a plan is good, and all that can and cannot be done now.

Both parts are optional. Without `Explains` a plan is said by the labels of its options, without `Surveys` there is one
topic, the question itself with all its options. Neither may know more than the state that it is handed: whoever asks
hands in a table as the seat may imagine it (`companion.model.hints`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from .contract import Choice, Option, System, part
from .refusal import Refusal
from .words import Message

S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Explains(Protocol[S_contra]):
    """Plans of players made of code, in words for people."""

    def plan_words(self, state: S_contra, plan: Sequence[Option]) -> Message:
        """What is done, as one thing ("Move Okko to D5 and attack the shadow wolf"); the plan begins in `state`."""

    def reasons(self, state: S_contra, seat: str, plan: Sequence[Option]) -> Sequence[Message]:
        """What speaks for it in the eyes of `seat`, the most telling first; numbers are the model's own odds."""


class Topic(msgspec.Struct, frozen=True):
    """Something a person may think of doing now: how it is called, what it is, each way to do it, and why not."""

    title: Message
    about: Message
    """One sentence."""
    options: tuple[Option, ...] = ()
    """Out of the choice; each stands in one topic."""
    refused: tuple[tuple[Message, Refusal], ...] = ()
    """What belongs here and is not possible, with the rule against it."""


@runtime_checkable
class Surveys(Protocol[S_contra]):
    """All that can be done now, sorted by what it is."""

    def survey(self, state: S_contra, choice: Choice) -> Sequence[Topic]:
        """Every option of the choice in one of these; what is likely to be looked for and not possible beside it."""


def survey(system: System[Any], state: Any, choice: Choice) -> tuple[Topic, ...]:
    """The topics of a choice, those with something to do first; what a game has forgotten stands in a last one."""
    surveys = part(system, Surveys)
    topics = () if surveys is None else tuple(surveys.survey(state, choice))
    told = {option for topic in topics for option in topic.options}
    left = tuple(option for option in choice.options if option not in told)
    if left:
        topics += (Topic(choice.prompt, choice.prompt, left),)
    shown = [topic for topic in topics if topic.options or topic.refused]
    return tuple(sorted(shown, key=lambda topic: not topic.options))
