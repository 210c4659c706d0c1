"""Conditions of conditions, and all of the language: one class is one condition, with all that belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, TypeAlias, cast

import msgspec

from companion.model.core.refusal import Problem, twice
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills.language.skill import DEPTH, MOST, Condition, Skill
from companion.model.games.asagiri.skills.language.vocabulary import Phrase, Window, any_of
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.state import State

from .figures import Behind, Opponent, Own, Role, There
from .numbers import By, FromReserve, Holds, InPhase, InTurns, RolledBetween, Used
from .occasions import OfTest, Spent


class Not(Condition, frozen=True, tag="not"):
    """The condition does not hold."""

    phrase = Phrase(
        N_("Not"),
        N_("this does not hold:"),
        nested={"condition": N_("not")},
        start={"condition": {"type": "own", "state": "shaken"}},
    )

    condition: AnyCondition

    def met(self, state: State, moment: TriggerContext) -> bool:
        return not self.condition.met(state, moment)

    def words(self) -> Message:
        return say("but not {condition}", condition=self.condition.words())

    def alone(self) -> Message:
        return say("not {condition}", condition=self.condition.words())

    def of_fighter(self, fighter: Who) -> Condition:
        return Not(cast(AnyCondition, self.condition.of_fighter(fighter)))

    def unfit(self, window: Window) -> Message | None:
        return self.condition.unfit(window)

    def excludes(self, other: Condition) -> bool:
        return not isinstance(other, Not) and self.condition == other

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if isinstance(self.condition, Not):
            yield Problem(at, say("Two negations cancel out: leave out both."))
        yield from problems(self.condition, f"{at}/condition", skill, depth + 1)


class AnyOf(Condition, frozen=True, tag="any_of"):
    """At least one of these holds."""

    phrase = Phrase(
        N_("One of several conditions"),
        N_("one of these holds:"),
        nested={"conditions": N_("either")},
        start={
            "conditions": [
                {"type": "there", "of": {"of": "friends", "within": 1}},
                {"type": "turns", "least": 4},
            ]
        },
    )

    conditions: Annotated[tuple[AnyCondition, ...], msgspec.Meta(max_length=MOST)]

    def met(self, state: State, moment: TriggerContext) -> bool:
        return any(one.met(state, moment) for one in self.conditions)

    def words(self) -> Message:
        return any_of([one.alone() for one in self.conditions]) if self.conditions else say("in no case")

    def of_fighter(self, fighter: Who) -> Condition:
        return AnyOf(tuple(cast(AnyCondition, one.of_fighter(fighter)) for one in self.conditions))

    def unfit(self, window: Window) -> Message | None:
        found = [one.unfit(window) for one in self.conditions]
        return found[0] if found and None not in found else None

    def nowhere(self, window: Window) -> Message | None:
        found = [one.nowhere(window) for one in self.conditions]
        return found[0] if found and None not in found else None

    def never(self) -> tuple[str, Message] | None:
        if self.conditions and all(one.never() is not None for one in self.conditions):
            return "", say("None of these can ever be met.")
        return None

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if len(self.conditions) < 2:
            yield Problem(f"{at}/conditions", say("An “or” needs at least two conditions."))
        yield from twice(f"{at}/conditions", self.conditions)
        for n, one in enumerate(self.conditions):
            yield from problems(one, f"{at}/conditions/{n}", skill, depth + 1)
            why = None if isinstance(one, Not) else impossible((one,), skill.when)
            if why is not None:
                yield Problem(f"{at}/conditions/{n}{why[1]}", why[2])


AnyCondition: TypeAlias = (
    Opponent
    | Own
    | FromReserve
    | There
    | Role
    | Behind
    | By
    | RolledBetween
    | Used
    | Holds
    | InTurns
    | InPhase
    | OfTest
    | Spent
    | Not
    | AnyOf
)
"""Every condition of the language; a union of nodes told apart by their ``type``."""


def problems(condition: Condition, at: str, skill: Skill, depth: int = 0) -> Iterator[Problem]:
    """What is wrong with a condition of a skill, and with those in it."""
    if depth > DEPTH:
        yield Problem(at, say("Conditions are nested too deeply."))
    else:
        yield from condition.problems(at, skill, depth)


def impossible(conditions: Sequence[Condition], windows: Sequence[Window]) -> tuple[int, str, Message] | None:
    """Which of the conditions can never hold together with those before it in any of these windows, and why."""
    for n, condition in enumerate(conditions):
        if (found := condition.never()) is not None:
            return n, *found
        reasons = [why for window in windows if (why := condition.nowhere(window)) is not None]
        if windows and len(reasons) == len(windows):
            return n, "", reasons[0]
        if any(condition.excludes(other) or other.excludes(condition) for other in conditions[:n]):
            return n, "", say("This condition and another one are never met together.")
    return None
