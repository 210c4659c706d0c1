"""Conditions about what is going on: which test it is, what has been spent in a fight or test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.skills.language.skill import Condition, Skill
from companion.model.games.asagiri.skills.language.vocabulary import (
    FIGHT,
    ROLLED,
    Element,
    Little,
    Phrase,
    StatName,
    Window,
    element,
    listed,
)
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import Announced, Test
from companion.model.games.asagiri.state.state import State

from .numbers import EMPTY, differ


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
