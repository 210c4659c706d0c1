"""Systems whose rules are a module: what any of them does with a question and an answer before the rules see it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from .chance import fits
from .contract import Applied, Option, Outcome, Pending, Roll, choices_of
from .refusal import Refusal, RuleBroken, UnknownOption, unknown_option
from .words import Message, say

S = TypeVar("S")
MISFIT = say("These are not the dice that have to be rolled.")


class Rules(Protocol[S]):
    """A module of rules: answers are legal when they come to it."""

    def pending(self, state: S, /) -> Pending:
        """What the game waits for."""

    def apply(self, state: S, option: Option, /) -> Applied[S]:
        """Do what an option says, and all that follows by itself."""

    def rolled(self, state: S, outcome: Outcome, /) -> Applied[S]:
        """Take what chance answers."""


class Ruled(ABC, Generic[S]):
    """Answers are checked; what was asked last is remembered, since `apply` follows `pending`."""

    rules: Rules[Any]
    misfit: Message = MISFIT
    """What is said of an outcome that cannot be."""

    def __init__(self) -> None:
        self._asked: tuple[S, Pending] | None = None
        """The last state that was asked about, by identity, and what it waits for."""

    def pending(self, state: S) -> Pending:
        known = self._asked
        if known is not None and known[0] is state:
            return known[1]
        asked = self.rules.pending(state)
        self._asked = state, asked
        return asked

    @abstractmethod
    def check(self, state: S, option: Option) -> Refusal | None:
        """None, or the rule that refuses the option."""

    def apply(self, state: S, option: Option) -> Applied[S]:
        refused = self.check(state, option)
        if refused is not None:
            raise RuleBroken(refused)
        return self.rules.apply(state, option)

    def rolled(self, state: S, outcome: Outcome) -> Applied[S]:
        check_outcome(self.pending(state), outcome, self.misfit)
        return self.rules.rolled(state, outcome)


def check_outcome(pending: Pending, outcome: Outcome, misfit: Message = MISFIT) -> None:
    """Whether Chance may answer so; else UnknownOption."""
    if not isinstance(pending, Roll):
        raise UnknownOption(say("There are no dice to roll now."))
    if not fits(pending.dice, outcome, pending.distinct):
        raise UnknownOption(misfit)


def only_seat(pending: Pending, text: str) -> str:
    """Who alone may have said `text`; UnknownOption where nobody is asked, or several are."""
    choices = choices_of(pending)
    if not choices:
        raise unknown_option(text)
    if len(choices) > 1:
        raise UnknownOption(say("Several players could answer this: say who does."))
    return choices[0].seat
