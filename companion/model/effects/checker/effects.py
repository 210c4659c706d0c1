"""Checks what a skill does: effects in the wrong place, that do nothing, or that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, assert_never

import msgspec

from companion.model.core.problem import Problem
from companion.model.core.words import Message, say

from ..operations import (
    Again,
    Become,
    Bonus,
    Cancel,
    Convert,
    Defect,
    Disarm,
    Dismiss,
    Effect,
    Either,
    Follow,
    GiveDie,
    Go,
    Ignore,
    Immune,
    Leap,
    Lengthen,
    Outcome,
    Prevent,
    Push,
    Regain,
    Reroll,
    Reserves,
    Retreat,
    Return,
    RollAgain,
    Set,
    Shift,
    Shot,
    Silence,
    Strike,
    Summon,
    SummonKami,
    Swap,
    TakeDie,
    Test,
    Token,
    Turn,
)
from ..selectors import StatOf, Who
from .figures import amount_problems, empty, single, twice, who_problems
from .fitting import unfit
from .windows import Place

DEPTH = 4
"""Effects within effects within effects: no deeper than this."""


class Context(msgspec.Struct, frozen=True):
    """Where a list of effects is written."""

    places: tuple[Place, ...]
    """In one of these it is done; all of them, when `every`."""
    every: bool = False
    automatic: bool = True
    """Whoever uses it neither pays nor chooses to."""
    depth: int = 0

    def unfit(self, effect: Effect) -> Message | None:
        """Why the effect cannot mean anything here."""
        found = [unfit(effect, place) for place in self.places]
        wrong = [why for why in found if why is not None]
        return wrong[0] if wrong and (self.every or len(wrong) == len(found)) else None


def effects_problems(effects: Sequence[Effect], at: str, context: Context) -> Iterator[Problem]:
    """What is wrong with a list of effects."""
    if context.depth > DEPTH:
        yield Problem(at, say("Effects are nested too deeply."))
        return
    yield from twice(at, effects)
    yield from _contradictions(effects, at)
    for n, effect in enumerate(effects):
        here = f"{at}/{n}"
        if isinstance(effect, Shot) and context.depth:
            yield Problem(here, say("A Shot cannot be part of another effect."))
            continue
        why = context.unfit(effect) if context.places else None
        if why is not None:
            yield Problem(_to_blame(effect, here), why)
            continue
        who = getattr(effect, "who", None)
        if isinstance(who, Who):
            yield from who_problems(who, f"{here}/who", choosing=_chooses(effect))
            yield from _targets(effect, who, f"{here}/who")
        yield from _one(effect, here, context)


def _to_blame(effect: Effect, at: str) -> str:
    return f"{at}/to" if isinstance(effect, Bonus | Set) else at


def _chooses(effect: Effect) -> bool:
    """Whether its figures may be chosen: not while it just holds, for whoever is meant."""
    if isinstance(effect, Bonus | Set | Ignore | Prevent | Immune | Silence):
        return effect.lasts != "use"
    return True


def _targets(effect: Effect, who: Who, at: str) -> Iterator[Problem]:
    """Whom an effect cannot be about."""
    own, foes = ("self", "friends"), ("opponent", "enemies")
    match effect:
        case Push() | Swap() if who.of == "self":
            yield Problem(at, say("The bearer makes no sense here."))
        case Swap() if not single(who) and who.choose != 1:
            yield Problem(at, say("Exactly one figure must be chosen here."))
        case TakeDie() if who.of in own:
            yield Problem(at, say("This can only affect enemies."))
        case Strike() | Defect() if who.of not in foes:
            yield Problem(at, say("This can only affect enemies."))
        case GiveDie() if who.of not in own:
            yield Problem(at, say("This can only affect your own side."))
        case Disarm() if effect.steal and who.of == "self":
            yield Problem(at, say("The bearer makes no sense here."))
        case _:
            return


def _one(effect: Effect, at: str, context: Context) -> Iterator[Problem]:
    """What is wrong with an effect that is in the right place."""
    match effect:
        case Bonus():
            if effect.amount == 0:
                yield Problem(f"{at}/amount", say("A bonus of 0 does nothing."))
            yield from amount_problems(effect.amount, f"{at}/amount", context.places)
            yield from _range(effect, at, context)
        case Set():
            if isinstance(effect.amount, int) and effect.amount < 0:
                yield Problem(f"{at}/amount", say("The number cannot be below 0."))
            if isinstance(effect.amount, StatOf) and (effect.amount.stat, effect.amount.of) == (effect.to, effect.who):
                yield Problem(f"{at}/amount", say("The number already has this value."))
            yield from amount_problems(effect.amount, f"{at}/amount", context.places)
            yield from _range(effect, at, context)
        case Shot():
            hit = msgspec.structs.replace(context, places=(Place("won"),), depth=context.depth + 1)
            yield from effects_problems(effect.hit, f"{at}/hit", hit)
            after = msgspec.structs.replace(hit, places=(Place("won"), Place("lost"), Place("drawn")), every=True)
            yield from effects_problems(effect.after, f"{at}/after", after)
        case Shift():
            if effect.by == 0:
                yield Problem(f"{at}/by", say("This has no effect."))
        case Retreat():
            if effect == Retreat():
                yield Problem(at, say("A retreat is always one square."))
            elif effect.squares == 0 and effect.winner_chooses:
                yield Problem(f"{at}/winner_chooses", say("Without a retreat there is nothing to choose."))
        case Ignore() | Prevent():
            yield from empty(f"{at}/what", effect.what)
            yield from twice(f"{at}/what", effect.what)
        case Immune():
            yield from empty(f"{at}/to", effect.to)
            yield from twice(f"{at}/to", effect.to)
        case Convert():
            if effect.of == effect.to:
                yield Problem(f"{at}/of", say("The die already shows that face."))
        case Test():
            yield from _test(effect, at, context)
        case Token():
            if effect.remove and effect.turns is not None:
                yield Problem(f"{at}/turns", say("Removing a token has no duration."))
            elif effect.turns == 0:
                yield Problem(f"{at}/turns", say("This ends at once."))
        case Either():
            yield from _either(effect, at, context)
        case (
            Again() | Become() | Cancel() | Defect() | Disarm() | Dismiss() | Follow() | GiveDie() | Go() | Leap()
            | Lengthen() | Outcome() | Push() | Regain() | Reroll() | Reserves() | Return() | RollAgain() | Silence()
            | Strike() | Summon() | SummonKami() | Swap() | TakeDie() | Turn()
        ):  # fmt: skip
            return
        case _:
            assert_never(effect)


def _range(effect: Bonus | Set, at: str, context: Context) -> Iterator[Problem]:
    if effect.to == "range" and effect.lasts == "use" and not context.automatic:
        yield Problem(f"{at}/to", say("Range is checked before dice are paid: it cannot cost an element."))


def _test(test: Test, at: str, context: Context) -> Iterator[Problem]:
    if not test.passed and not test.failed:
        yield Problem(at, say("This test has no consequence."))
    tested: Literal["bearer", "other"] = "bearer" if test.who.of == "self" else "other"
    places = tuple(msgspec.structs.replace(place, tested=tested) for place in context.places)
    inner = msgspec.structs.replace(context, places=places, depth=context.depth + 1)
    yield from effects_problems(test.passed, f"{at}/passed", inner)
    yield from effects_problems(test.failed, f"{at}/failed", inner)


def _either(either: Either, at: str, context: Context) -> Iterator[Problem]:
    if len(either.ways) < 2:
        yield Problem(f"{at}/ways", say("A choice needs at least two options."))
    yield from twice(f"{at}/ways", either.ways)
    inner = msgspec.structs.replace(context, depth=context.depth + 1)
    for n, way in enumerate(either.ways):
        yield from empty(f"{at}/ways/{n}", way)
        yield from effects_problems(way, f"{at}/ways/{n}", inner)


def _contradictions(effects: Sequence[Effect], at: str) -> Iterator[Problem]:
    """Two of them about the same thing, of which only one can be."""
    seen: dict[object, Effect] = {}
    for n, effect in enumerate(effects):
        key = _about(effect)
        if key is None or (isinstance(who := getattr(effect, "who", None), Who) and who.choose is not None):
            continue
        if key in seen and seen[key] != effect:
            yield Problem(f"{at}/{n}", say("This contradicts an earlier part."))
        seen.setdefault(key, effect)
    settled = any(isinstance(effect, Outcome) for effect in effects)
    for n, effect in enumerate(effects):
        if settled and isinstance(effect, Shift):
            yield Problem(f"{at}/{n}", say("The margin does not matter: the result is fixed."))


def _about(effect: Effect) -> object:
    """What an effect settles, so that a second one cannot settle it otherwise."""
    match effect:
        case Set(only="always"):
            return ("set", effect.to, effect.who, effect.lasts)
        case Outcome() | Retreat() | Reserves() | Lengthen():
            return type(effect)
        case Become() | Dismiss() | Defect():
            return ("fate", effect.who)
        case Token():
            return ("token", effect.name, effect.who)
        case _:
            return None
