"""Checks conditions: what asks for nothing, and what can never hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from companion.model.core.problem import Problem
from companion.model.core.words import Message, say

from ..alphabet import Window
from ..conditions import (
    AnyOf,
    Behind,
    By,
    Condition,
    FromReserve,
    Holds,
    InTurns,
    Not,
    Opponent,
    Own,
    Role,
    Rolled,
    There,
)
from ..tree import Skill
from .figures import asks, single, twice, who_problems
from .fitting import unfit_condition

DEPTH = 4
"""Conditions within conditions: no deeper than this."""


def conditions_problems(skill: Skill) -> Iterator[Problem]:
    """What is wrong with the conditions of a skill."""
    yield from twice("/conditions", skill.conditions)
    for n, condition in enumerate(skill.conditions):
        yield from _one(condition, f"/conditions/{n}", skill)
    yield from never(skill)


def _one(condition: Condition, at: str, skill: Skill, depth: int = 0) -> Iterator[Problem]:
    if depth > DEPTH:
        yield Problem(at, say("Conditions are nested too deeply."))
        return
    match condition:
        case Opponent() | Own() | Role():
            if condition == type(condition)():
                yield Problem(at, say("This condition is empty."))
        case FromReserve():
            if depth and not skill.cost:
                yield Problem(at, say("An automatic skill cannot cost a die."))
            if len(skill.cost) > 1:
                yield Problem(at, say("A card holds one die in reserve: it cannot pay for two."))
        case There():
            yield from who_problems(condition.of, f"{at}/of", choosing=False)
            if (condition.least == 0 and condition.most is None) or (_sure(condition) and condition.least == 1):
                yield Problem(at, say("This condition is empty."))
        case By() | InTurns():
            if condition.least <= (0 if isinstance(condition, By) else 1) and condition.most is None:
                yield Problem(at, say("This condition is empty."))
        case Rolled():
            if (condition.least, condition.most) == (1, 6):
                yield Problem(at, say("This condition is empty."))
        case Holds():
            if condition.least == 0:
                yield Problem(at, say("This condition is empty."))
        case Behind():
            return
        case Not():
            if isinstance(condition.condition, Not):
                yield Problem(at, say("Two negations cancel out: leave out both."))
            yield from _one(condition.condition, f"{at}/condition", skill, depth + 1)
        case AnyOf():
            if len(condition.conditions) < 2:
                yield Problem(f"{at}/conditions", say("An “or” needs at least two conditions."))
            yield from twice(f"{at}/conditions", condition.conditions)
            for n, one in enumerate(condition.conditions):
                yield from _one(one, f"{at}/conditions/{n}", skill, depth + 1)
                why = None if isinstance(one, Not) else impossible((one,), skill.when)
                if why is not None:
                    yield Problem(f"{at}/conditions/{n}{why[1]}", why[2])
        case _:
            assert_never(condition)


def _sure(there: There) -> bool:
    """Whether such a figure is always there."""
    return there.of.of == "self" and not asks(there.of)


# never -------------------------------------------------------------------------------------------------------------


def never(skill: Skill) -> Iterator[Problem]:
    """Why a skill can never speak, or never in one of its windows."""
    for n, condition in enumerate(skill.conditions):
        if isinstance(condition, FromReserve) and not skill.cost:
            yield Problem(f"/conditions/{n}", say("An automatic skill cannot cost a die."))
            return
    found = impossible(skill.conditions, skill.when)
    if found is not None:
        n, below, why = found
        yield Problem(f"/conditions/{n}{below}", why)
        return
    for n, window in enumerate(skill.when):
        if impossible(skill.conditions, (window,)) is not None:
            yield Problem(f"/when/{n}", say("A condition of this skill is never met at this moment."))


def impossible(conditions: Sequence[Condition], windows: Sequence[Window]) -> tuple[int, str, Message] | None:
    """Which of the conditions can never hold together with those before it in any of these windows, and why."""
    for n, condition in enumerate(conditions):
        if (found := _alone(condition)) is not None:
            return n, *found
        reasons = [_nowhere(condition, window) for window in windows]
        if reasons and all(why is not None for why in reasons):
            return n, "", next(why for why in reasons if why is not None)
        for other in conditions[:n]:
            if _clash(condition, other):
                return n, "", say("This condition and another one are never met together.")
    return None


def _alone(condition: Condition) -> tuple[str, Message] | None:
    """Why a condition by itself can never hold."""
    match condition:
        case There():
            if _empty(condition.least, condition.most):
                return "/most", say("No number is both that large and that small.")
            if single(condition.of) and condition.least > 1:
                return "/least", say("This is at most one figure.")
            if _sure(condition) and condition.most == 0:
                return "/most", say("The bearer is always there.")
        case By() | InTurns() | Rolled():
            if _empty(condition.least, condition.most) or (isinstance(condition, InTurns) and condition.most == 0):
                return "/most", say("No number is both that large and that small.")
        case AnyOf() if condition.conditions:
            found = [_alone(one) for one in condition.conditions]
            if all(why is not None for why in found):
                return "", say("None of these can ever be met.")
        case Opponent() | Own() | FromReserve() | Role() | Behind() | Holds() | Not() | AnyOf():
            return None
        case _:
            assert_never(condition)
    return None


def _nowhere(condition: Condition, window: Window) -> Message | None:
    """Why a condition can never hold in a window."""
    why = unfit_condition(condition, window)
    if why is not None:
        return why
    match condition:
        case Own(state="shaken") if window == "shaken":
            return say("A shaken figure cannot become shaken.")
        case Role(part="attacker") if window == "targeted":
            return say("The bearer is not the attacker at this moment.")
        case By(most=0) if window in ("winning", "losing", "won", "lost"):
            return say("A win or loss is always by at least 1.")
        case AnyOf() if condition.conditions:
            found = [_nowhere(one, window) for one in condition.conditions]
            return found[0] if all(one is not None for one in found) else None
        case _:
            return None


def _clash(one: Condition, other: Condition) -> bool:
    """Whether two conditions exclude each other."""
    if isinstance(one, Not) and isinstance(other, Not):
        return False
    if isinstance(one, Not):
        return one.condition == other
    if isinstance(other, Not):
        return other.condition == one
    match one, other:
        case (Opponent(), Opponent()):
            return _differ(one.state, other.state) or _differ(one.alignment, other.alignment)
        case (Own(), Own()):
            return _differ(one.state, other.state) or _differ(one.moved, other.moved)
        case (Role(), Role()):
            return _differ(one.part, other.part) or _differ(one.by, other.by)
        case (Behind(), Behind()):
            return one.holds != other.holds
        case (There(), There()):
            return one.of == other.of and _apart(one.least, one.most, other.least, other.most)
        case (By(), By()):
            return _apart(one.least, one.most, other.least, other.most)
        case (InTurns(), InTurns()):
            return _apart(one.least, one.most, other.least, other.most)
        case (Rolled(), Rolled()):
            return one.whose == other.whose and _apart(one.least, one.most, other.least, other.most)
        case (Behind(), Role(by="shot")) | (Role(by="shot"), Behind()):
            return True
        case _:
            return False


def _differ(one: object, other: object) -> bool:
    return one is not None and other is not None and one != other


def _empty(least: int, most: int | None) -> bool:
    return most is not None and most < least


def _apart(least: int, most: int | None, other_least: int, other_most: int | None) -> bool:
    return (most is not None and most < other_least) or (other_most is not None and other_most < least)
