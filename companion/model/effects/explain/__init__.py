"""A skill in words, out of the same tree that the rules read, so that a card never promises what it does not do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.model.core.words import Capital, Message, say

from ..alphabet import Id, Window
from ..checker import fits
from ..operations import Effect, Shot
from ..tree import Skill
from .operations import Called, Voice, operation
from .tables import (
    ALIGNMENT_WORDS,
    ELEMENT_WORDS,
    GROUND_WORDS,
    HARM_WORDS,
    NUMBER_WORDS,
    OBSTACLE_WORDS,
    SHIELD_WORDS,
    TRAIT_WORDS,
    WINDOW_WORDS,
    trait,
)
from .windows import before, cost, price, sign


def by_id(card: Id) -> str:
    """A profile card's name when nobody knows it: its id in plain letters."""
    return card.partition(":")[2].replace("-", " ")


def explain(skill: Skill, called: Called = by_id) -> tuple[Message, ...]:
    """What a skill does, a sentence an effect; its name and its cost are not repeated.

    The first sentence says when and on which conditions; it is said again where an effect has windows of its own.
    `called` names the profile cards that it brings into play.
    """
    return tuple(_sentences(skill, called))


def _sentences(skill: Skill, called: Called) -> Iterator[Message]:
    said: tuple[Window, ...] | None = None
    for effect in skill.effects:
        windows = _heard(skill, effect)
        voice = Voice(called, windows)
        when = before(skill, windows, first=said is None) if windows != said else None
        said = windows
        if isinstance(effect, Shot):
            words = operation(effect, msgspec.structs.replace(voice, when=when))
        else:
            words = operation(effect, voice)
            if when is not None:
                words = say("{when}: {said}", when=when, said=words)
        yield say("{said}.", said=Capital(words))


def _heard(skill: Skill, effect: Effect) -> tuple[Window, ...]:
    """The windows of the skill in which the effect means something."""
    return tuple(window for window in skill.when if fits(effect, window, automatic=skill.is_automatic)) or skill.when


__all__ = [
    "ALIGNMENT_WORDS", "ELEMENT_WORDS", "GROUND_WORDS", "HARM_WORDS", "NUMBER_WORDS", "OBSTACLE_WORDS",
    "SHIELD_WORDS", "TRAIT_WORDS", "WINDOW_WORDS", "Called", "by_id", "cost", "explain", "price", "sign", "trait",
]  # fmt: skip
