"""Checks a skill tree beyond its types: parts that can never speak, pay twice, or contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.model.core.words import Message, say

from .tree import Bonus, FromReserve, Opponent, Own, Shot, Skill, Window

HEARD: dict[str, tuple[Window, ...]] = {
    "attack": ("attack",),
    "defense": ("defense", "shot_at"),
    "movement": ("movement",),
    "willpower": ("willpower",),
    "die": ("attack", "defense", "shot", "shot_at"),
    "shot": ("shot",),
    "range": ("shot",),
}
"""The windows in which a number is asked for, so that a bonus to it can be heard."""


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a record: where (a JSON pointer, ``/effects/0/to``; empty: the whole), and what."""

    pointer: str
    what: Message


def problems(skill: Skill) -> Iterator[Problem]:
    """Everything wrong with a skill whose types are right."""
    if "en" not in skill.name:
        yield Problem("/name/en", say("The name is missing in English."))
    yield from _windows(skill)
    if not skill.effects:
        yield Problem("/effects", say("A skill needs an effect."))
    yield from _effects(skill)
    yield from _conditions(skill)


def _windows(skill: Skill) -> Iterator[Problem]:
    if not skill.when:
        yield Problem("/when", say("A skill needs a window in which to speak."))
    for n, window in enumerate(skill.when):
        if window in skill.when[:n]:
            yield Problem(f"/when/{n}", say("This is said twice."))


def _effects(skill: Skill) -> Iterator[Problem]:
    shots = [n for n, effect in enumerate(skill.effects) if isinstance(effect, Shot)]
    for n in shots[1:]:
        yield Problem(f"/effects/{n}", say("A skill makes one shot at most."))
    if shots and skill.when != ("shot",):
        yield Problem("/when", say("A Shot is used in the window “shot” and in no other."))
    if skill.action and not shots:
        yield Problem("/action", say("Only a Shot can be an action so far."))
    for n, effect in enumerate(skill.effects):
        if not isinstance(effect, Bonus):
            continue
        if effect.amount == 0:
            yield Problem(f"/effects/{n}/amount", say("A bonus of 0 does nothing."))
        if effect.to == "range" and skill.element is not None:
            yield Problem(f"/effects/{n}/to", say("Range is asked for before any die is paid: no element can pay it."))
        if not any(window in HEARD[effect.to] for window in skill.when):
            yield Problem(f"/effects/{n}/to", say("No window of this skill asks for this number."))
    for n, window in enumerate(skill.when):
        heard = any(
            isinstance(effect, Shot) or (isinstance(effect, Bonus) and window in HEARD[effect.to])
            for effect in skill.effects
        )
        if skill.effects and not heard:
            yield Problem(f"/when/{n}", say("Nothing in this skill speaks in this window."))


def _conditions(skill: Skill) -> Iterator[Problem]:
    alone = bool(skill.when) and all(window in ("willpower", "movement") for window in skill.when)
    for n, condition in enumerate(skill.conditions):
        at = f"/conditions/{n}"
        if condition in skill.conditions[:n]:
            yield Problem(at, say("This is said twice."))
        if isinstance(condition, Opponent):
            if condition == Opponent():
                yield Problem(at, say("This condition asks for nothing."))
            elif alone:
                yield Problem(at, say("There is no opponent in this window."))
        elif isinstance(condition, Own):
            if condition == Own():
                yield Problem(at, say("This condition asks for nothing."))
        elif isinstance(condition, FromReserve) and skill.element is None:
            yield Problem(at, say("No die pays for an automatic skill."))
