"""Willpower tests: who may try to become vigilant, and what the die says (STA-3, STA-4)."""

from __future__ import annotations

from companion.model.core.refusal import Refusal, refuse

from . import dice
from .events import CharacterRecovered, WillpowerTestDeclared, WillpowerTested
from .flow import Flow
from .options import UseDie, UseSkill
from .skills import automatic, bonus, skill_named
from .state import State, Test


def refused(state: State, who: int) -> Refusal | None:
    """STA-4: only a shaken figure outside enemy control zones tests to become vigilant."""
    if state.figures[who].state != "shaken":
        return refuse("STA-4", "Only a shaken figure tests its willpower to become vigilant.")
    if state.in_enemy_zone(who):
        return refuse("STA-4", "Nobody becomes vigilant in an enemy control zone.")
    return None


def declare(flow: Flow, who: int) -> None:
    """The action is spent, whatever the die says."""
    flow.activation(acted=True)
    flow.tell(WillpowerTestDeclared(who))
    flow.push(Test(who))


def announcements(state: State, test: Test) -> list[UseDie | UseSkill]:
    """Water dice and skills that help."""
    return dice.announcements(state, test.who, "willpower", "water", None)


def needed(state: State, test: Test) -> int:
    """The highest face that passes (STA-3)."""
    used = [use.what.removeprefix("skill:") for use in test.uses if use.what.startswith("skill:")]
    paid = [skill for name in used if (skill := skill_named(state, test.who, name)) is not None]
    working = [*automatic(state, test.who, "willpower", None), *paid]
    water = sum(use.what == "willpower" for use in test.uses)
    return state.face(test.who).willpower + water + sum(bonus(skill, "willpower") for skill in working)


def resolve(flow: Flow, test: Test, die: int) -> None:
    """Passed: the card turns, a die in reserve is lost (INS-7). Failed: nothing more."""
    limit = needed(flow.state, test)
    flow.state = flow.state.pop()
    passed = die <= limit
    flow.tell(WillpowerTested(test.who, die, limit, passed))
    if passed:
        flow.turn_card(test.who, "vigilant")
        flow.tell(CharacterRecovered(test.who))
