"""A whole line before it is done: every command in it, each on the state that the one before leaves, or none of them.

What Enter does is what the preview says, because both are this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

import msgspec

from companion.model.core.contract import Choice, Option
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import answers, legal_options
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import edit
from companion.model.games.asagiri.table.commands.lexicon import (
    ChooseIntent,
    Correcting,
    Intent,
    Misunderstood,
    PressIntent,
    Typing,
)
from companion.model.games.asagiri.table.commands.understand import in_words

from .understand import sentences, understand

NOBODY: Mapping[str, Message] = {}
_SEVERAL = 16
"""Commands on one line."""


class CommandPlan(msgspec.Struct, frozen=True):
    """What a line comes to: each command with the state that it is given in, and the state at the end."""

    steps: tuple[tuple[State, Intent], ...]
    end: State

    @property
    def presses(self) -> str:
        """The button that the line presses, or nothing."""
        intent = self.steps[0][1] if self.steps else None
        return intent.what if isinstance(intent, PressIntent) else ""

    def words(self) -> Message:
        return joined([in_words(state, intent) for state, intent in self.steps])


def joined(told: Sequence[Message]) -> Message:
    """What several commands do, told apart."""
    return reduce(lambda first, then: say("{first} · {then}", first=first, then=then), told)


def plan(
    state: State, text: str, *, free: bool = False, waited_for: Mapping[str, Message] = NOBODY
) -> CommandPlan | Misunderstood:
    """Everything that a line says, or what is wrong with it: then nothing of it is to be done.

    `waited_for`: what is said of the seats that nobody here answers for.
    """
    if text.strip() == "?":
        return CommandPlan(((state, PressIntent("help")),), state)
    steps: list[tuple[State, Intent]] = []
    parts = sentences(text)
    if not parts:
        return Misunderstood(say("Type what happens."), 0, len(text))
    now = state
    while parts:
        start, end = parts.pop(0)
        found = understand(now, text, free=free, start=start, end=end)
        if isinstance(found, Misunderstood):
            pieces = _pieces(text, start, end)
            if len(pieces) < 2:
                return found
            parts[:0] = pieces
            continue
        if isinstance(found, PressIntent) and (steps or parts):
            return Misunderstood(say("“{word}” must be alone on its line.", word=text[start:end].strip()), start, end,
                                 asks=True)  # fmt: skip
        if len(steps) == _SEVERAL:
            return Misunderstood(say("This is too much for one line."), start, end)
        after = _done(now, found, waited_for)
        if isinstance(after, Message):
            return Misunderstood(after, start, end)
        steps.append((now, found))
        now = after
    return CommandPlan(tuple(steps), now)


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Commands apart by commas, where they make no sense as one: ``okko h10, noburo g12``."""
    found, at = [], start
    for part in text[start:end].split(","):
        if part.strip():
            found.append((at, at + len(part)))
        at += len(part) + 1
    return found


def _done(state: State, intent: Intent, waited_for: Mapping[str, Message]) -> State | Message:
    """The state that an intent leaves, or who would have to choose instead."""
    if isinstance(intent, Correcting):
        for correction in intent.corrections:
            state = edit.edit(state, correction).state
        return state
    options: tuple[Option, ...] = ()
    if isinstance(intent, ChooseIntent):
        options = intent.options
    elif isinstance(intent, Typing):
        options = intent.first
    for option in options:
        pending = legal_options.pending(state)
        if isinstance(pending, Choice) and pending.seat in waited_for:
            return waited_for[pending.seat]
        state = answers.apply(state, option).state
    return answers.rolled(state, intent.faces).state if isinstance(intent, Typing) else state
