"""Checks a whole skill: windows, what it costs, how often, and then its conditions and effects."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.names import amiss
from companion.model.core.problem import Problem
from companion.model.core.shape import step
from companion.model.core.words import say

from ..alphabet import Face, Id, Window
from ..conditions import Own
from ..operations import Bonus, Effect, Either, Ignore, Return, Set, Shot, Summon, Test
from ..tree import Skill
from .conditions import conditions_problems
from .effects import Context, effects_problems
from .ending import endless
from .figures import empty, twice
from .fitting import fits, held
from .windows import EARLY, Place


def problems(skill: Skill) -> Iterator[Problem]:
    """Everything wrong with a skill whose types are right."""
    if "en" not in skill.name:
        yield Problem("/name/en", say("The English name is missing."))
    for language, name in skill.name.items():
        if (why := amiss(name)) is not None:
            yield Problem(step("/name", language), why)
    yield from _windows(skill)
    yield from _cost(skill)
    if not skill.effects:
        yield Problem("/effects", say("A skill needs an effect."))
    yield from _shots(skill)
    automatic = not skill.cost and (skill.is_automatic or skill.shot is not None)
    context = Context(tuple(Place(window, skill.is_automatic) for window in skill.when), automatic=automatic)
    yield from effects_problems(skill.effects, "/effects", context)
    for n, window in enumerate(skill.when):
        if skill.effects and not any(fits(effect, window, automatic=skill.is_automatic) for effect in skill.effects):
            yield Problem(f"/when/{n}", say("Nothing in this skill has an effect at this moment."))
    yield from conditions_problems(skill)
    yield from endless(skill)


def _windows(skill: Skill) -> Iterator[Problem]:
    if not skill.when:
        yield Problem("/when", say("A skill needs a moment at which it works."))
    yield from twice("/when", skill.when)
    if "always" in skill.when:
        if len(skill.when) > 1:
            yield Problem("/when", say("A permanent skill has no other moment."))
        if not skill.is_automatic:
            yield Problem("/when", say("A permanent skill costs nothing and is not optional."))
        if skill.once not in (None, "always"):
            yield Problem("/once", say("A permanent skill has no limit of uses."))
    elif skill.is_automatic and skill.limit != "always" and any(_uncounted(skill, window) for window in skill.when):
        yield Problem(
            "/once", say("A permanent effect cannot be counted here: the skill must cost something or be optional.")
        )


def _uncounted(skill: Skill, window: Window) -> bool:
    """Whether an effect holds in the window without a moment in which it could be said that it is used.

    A fight and a test have one: when dice and skills are announced.
    """
    holding = [effect for effect in skill.effects if held(effect, window) and fits(effect, window, automatic=True)]
    if window == "movement":
        return bool(holding)
    return any(
        (isinstance(effect, Bonus | Set) and effect.to == "range")
        or (isinstance(effect, Ignore) and any((what, window) in EARLY for what in effect.what))
        for effect in holding
    )


def _cost(skill: Skill) -> Iterator[Problem]:
    if skill.element is not None and skill.dice:
        yield Problem("/dice", say("Choose one element or several dice, not both."))
    for n, slot in enumerate(skill.dice):
        yield from empty(f"/dice/{n}", slot)
        yield from twice(f"/dice/{n}", slot)
    if skill.optional and skill.cost:
        yield Problem("/optional", say("A skill that costs something is always optional."))
    elif skill.optional and skill.is_action:
        yield Problem("/optional", say("An action is always optional."))
    if skill.action and skill.shot is None and skill.when and skill.when != ("activation",):
        yield Problem("/action", say("An action can only be used at the moment “activation”."))


def _shots(skill: Skill) -> Iterator[Problem]:
    shots = [n for n, effect in enumerate(skill.effects) if isinstance(effect, Shot)]
    for n in shots[1:]:
        yield Problem(f"/effects/{n}", say("A skill can contain at most one shot."))
    if shots and skill.when and skill.when != ("shot",):
        yield Problem("/when", say("A Shot can only be used at the moment “shot”."))


def never_on(skill: Skill, face: Face) -> Iterator[Problem]:
    """Why a skill that is printed on this face of a card alone can never speak."""
    for n, condition in enumerate(skill.conditions):
        if isinstance(condition, Own) and condition.state not in (None, face):
            yield Problem(f"/conditions/{n}", say("This skill only works on the other face of the card."))
    if face == "shaken" and skill.when == ("shaken",):
        yield Problem("/when", say("A shaken figure cannot become shaken."))


def card_pointers(skill: Skill) -> Iterator[tuple[str, Id]]:
    """The profile cards that the skill brings into play, each with the pointer to its name."""
    yield from _cards(skill.effects, "/effects")


def _cards(effects: tuple[Effect, ...], at: str) -> Iterator[tuple[str, Id]]:
    for n, effect in enumerate(effects):
        here = f"{at}/{n}"
        match effect:
            case Summon() | Return():
                yield f"{here}/card", effect.card
            case Shot():
                yield from _cards(effect.hit, f"{here}/hit")
                yield from _cards(effect.after, f"{here}/after")
            case Test():
                yield from _cards(effect.passed, f"{here}/passed")
                yield from _cards(effect.failed, f"{here}/failed")
            case Either():
                for m, way in enumerate(effect.ways):
                    yield from _cards(way, f"{here}/ways/{m}")
            case _:
                continue
