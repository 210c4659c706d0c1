"""Conditions of conditions and of what is going on, and all of the language: one class is one condition, with all that
belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias, cast

import msgspec

from companion.model.core.refusal import Problem, twice
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.skills.conditions.figures import Behind, Opponent, Own, Role, There
from companion.model.games.asagiri.skills.conditions.numbers import (
    EMPTY,
    By,
    FromReserve,
    Holds,
    InPhase,
    InTurns,
    RolledBetween,
    Used,
    differ,
)
from companion.model.games.asagiri.skills.language.skill import DEPTH, MOST, Condition, Skill
from companion.model.games.asagiri.skills.language.vocabulary import (
    FIGHT,
    ROLLED,
    Element,
    Little,
    Phrase,
    StatName,
    Window,
    any_of,
    element,
    listed,
)
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import Announced, Disabling, Shaking, Test
from companion.model.games.asagiri.state.state import State


class OfTest(Condition, frozen=True, tag="of_test"):
    """Which test it is: why it is made, of which stat, whether it is passed."""

    occasional = True
    windows = ("always", "willpower", "test", "tested")
    phrase = Phrase(
        N_("Which test"),
        N_("in a test"),
        parts={"why": "{why}", "stat": N_("of {stat}")},
        flags={"passed": (N_("that is passed"), N_("that is failed"))},
        offers={"why": N_("why it is made"), "stat": N_("of which stat")},
        values={
            "why": {
                "vigilant": N_("to become vigilant"),
                "forced": N_("that a skill asks for"),
                "enemy": N_("that an enemy skill asks for"),
                "fear": N_("before attacking a fearsome enemy"),
            }
        },
        start={"why": "vigilant"},
    )

    why: Literal["vigilant", "forced", "enemy", "fear"] | None = None
    """To become vigilant (STA-4); because of any skill, of an enemy's, of that of a target before it is attacked."""
    stat: StatName | None = None
    passed: bool | None = None

    def met(self, state: State, moment: TriggerContext) -> bool:
        test = moment.test
        return (
            test is not None
            and self.stat in (None, test.stat)
            and self.passed in (None, moment.passed)
            and (self.why is None or self.why in _reasons(state, test))
        )

    def words(self) -> Message:
        said = []
        if self.why is not None:
            said.append(Message(TESTS_FOR[self.why]))
        if self.stat is not None:
            said.append(Message(TESTS_OF[self.stat]))
        if self.passed is not None:
            said.append(say("if it is passed") if self.passed else say("if it is failed"))
        return listed(said) if said else say("in any case")

    def nowhere(self, window: Window) -> Message | None:
        if self.passed is not None and window != "tested":
            return say("The die has not been rolled at this moment.")
        if (self.stat is not None and (window, self.stat == "willpower") in (("willpower", False), ("test", True))) or (
            window == "test" and self.why == "vigilant"
        ):
            return say("No such test is made at this moment.")
        return self.unfit(window)

    def never(self) -> tuple[str, Message] | None:
        if self.why == "vigilant" and self.stat not in (None, "willpower"):
            return "/stat", say("A test to become vigilant is one of Willpower.")
        return None

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, OfTest) and (
            differ(self.stat, other.stat)
            or differ(self.passed, other.passed)
            or (differ(self.why, other.why) and "vigilant" in (self.why, other.why))
        )

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self == OfTest():
            yield Problem(at, Message(EMPTY))


def _reasons(state: State, test: Test) -> tuple[str, ...]:
    """Why a test is made, in all ways to say it."""
    if test.skill is None:
        return ("vigilant",)
    if test.source < 0 or state.band_of(test.source) == state.band_of(test.who):
        return ("forced",)
    return ("forced", "enemy", "fear") if "targeted" in test.skill.when else ("forced", "enemy")


TESTS_FOR = {
    "vigilant": N_("in a test to become vigilant"),
    "forced": N_("in a test that a skill asks for"),
    "enemy": N_("in a test that an enemy skill asks for"),
    "fear": N_("in a test before attacking a fearsome enemy"),
}
TESTS_OF: dict[StatName, str] = {
    "attack": N_("in a test of Attack"),
    "defense": N_("in a test of Defense"),
    "movement": N_("in a test of Movement"),
    "willpower": N_("in a test of Willpower"),
}


class Spent(Condition, frozen=True, tag="spent"):
    """One side has spent so many dice in the fight or test going on, of an element or of any, on stats and skills."""

    windows = (*FIGHT, "willpower", "test", *ROLLED)
    phrase = Phrase(
        N_("Dice spent in this fight"), N_("{whose} side has spent {least} or more dice"),
        parts={"element": N_("of {element}")},
    )  # fmt: skip

    whose: Literal["own", "enemy"] = "enemy"
    element: Element | None = None
    least: Little = 1

    def met(self, state: State, moment: TriggerContext) -> bool:
        who = moment.who if self.whose == "own" else moment.opponent
        return sum(self._dice(use, moment) for use in moment.uses if use.who == who) >= self.least

    def _dice(self, use: Announced, moment: TriggerContext) -> int:
        if use.element is not None:
            return self.element in (None, use.element)
        paid = (skill for bearer, skill in moment.paid if bearer == use.who and use.what == f"skill:{skill.id}")
        return sum(self.element is None or self.element in slot for skill in paid for slot in skill.cost)

    def words(self) -> Message:
        count, which = self.least, say("a die")
        if self.element is not None:
            which = say("a {element} die", element=element(self.element))
        if self.whose == "own":
            return plural("if this character has spent {which}", "if this character has spent {which} {count} times",
                          count, which=which)  # fmt: skip
        return plural("if the opponent has spent {which}", "if the opponent has spent {which} {count} times", count,
                      which=which)  # fmt: skip

    def nowhere(self, window: Window) -> Message | None:
        if self.whose == "enemy" and window in ("willpower", "test", "tested"):
            return say("Nobody spends dice against a test.")
        return self.unfit(window)

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self.least == 0:
            yield Problem(at, Message(EMPTY))


class Because(Condition, frozen=True, tag="because"):
    """Why the figure is about to become shaken or to be disabled."""

    windows = ("shaken", "disabled", "friend_shaking", "friend_falling")
    phrase = Phrase(
        N_("Why it would be shaken or disabled"),
        N_("this comes of {of}"),
        values={
            "of": {
                "result": N_("the result of a combat or shot"),
                "retreat": N_("a retreat"),
                "leaving": N_("leaving a control zone"),
                "skill": N_("a skill"),
            }
        },
        start={"of": "retreat"},
    )

    of: Literal["result", "retreat", "leaving", "skill"]

    def met(self, state: State, moment: TriggerContext) -> bool:
        about = next((frame for frame in reversed(state.frames) if isinstance(frame, Shaking | Disabling)), None)
        return about is not None and about.rule in CAUSES[self.of]

    def words(self) -> Message:
        return Message(BECAUSE[self.of])

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, Because) and self.of != other.of


CAUSES: dict[str, frozenset[str]] = {
    "result": frozenset({"CBT-3", "SHT-6"}),
    "retreat": frozenset({"RET-2", "RET-3"}),
    "leaving": frozenset({"MOV-8"}),
    "skill": frozenset({"SKL-3", "KAR-4"}),
}
"""The rules that shake and disable."""
BECAUSE = {
    "result": N_("by the result of a combat or shot"),
    "retreat": N_("because of a retreat"),
    "leaving": N_("for leaving a control zone"),
    "skill": N_("because of a skill"),
}


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
    | Because
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
