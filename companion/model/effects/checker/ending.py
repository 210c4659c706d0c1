"""Checks how a skill ends: never, because it sets itself off; or too early for what its bearer was still to do."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.problem import Problem
from companion.model.core.words import say

from ..alphabet import Window
from ..operations import Again, Become, Dismiss, Effect, Follow, Prevent, Return, Strike, Swap, Test
from ..selectors import Who
from ..tree import Skill

_OWN = ("self", "all")


def endless(skill: Skill) -> Iterator[Problem]:
    """What sets the skill off again as soon as it has spoken."""
    for n, effect in _setting_off(skill):
        if effect.who.of in _OWN:
            yield Problem(
                f"/effects/{n}", say("This triggers the skill again, without end: limit how often it can be used.")
            )


def catching(skill: Skill) -> Iterator[Problem]:
    """What goes back and forth without end between two figures that both have the skill."""
    for n, effect in _setting_off(skill):
        if effect.who.of not in _OWN:
            why = say("Between two figures with this skill this would never end: limit how often it can be used.")
            yield Problem(f"/effects/{n}", why)


def too_late(skill: Skill) -> Iterator[Problem]:
    """What the bearer would do after it has left the board."""
    left = False
    for n, effect in enumerate(skill.effects):
        who = getattr(effect, "who", None)
        if left and (isinstance(effect, Again | Follow | Strike | Swap) or (isinstance(who, Who) and who.of == "self")):
            yield Problem(f"/effects/{n}", say("The bearer has left the board by then: this never happens."))
        left = left or (isinstance(effect, Dismiss) and effect.who == Who())


def _setting_off(skill: Skill) -> Iterator[tuple[int, Become | Test]]:
    """The effects that bring about, without a decision or a roll, what the skill waits for."""
    if not skill.is_automatic or skill.limit != "always":
        return
    for window in skill.when:
        escaped = False
        for n, effect in enumerate(skill.effects):
            if isinstance(effect, Test):
                if window == ("willpower" if effect.stat == "willpower" else "test"):
                    yield n, effect
            elif isinstance(effect, Become) and escaped and effect.state in _BRINGING.get(window, ()):
                yield n, effect
            escaped = escaped or _escapes(effect, window)


_BRINGING: dict[Window, tuple[str, ...]] = {"shaken": ("shaken",), "disabled": ("shaken", "disabled")}
"""Who is shaken already and becomes shaken is disabled."""


def _escapes(effect: Effect, window: Window) -> bool:
    """Whether the bearer gets away from what is about to befall it: only then it can befall it again."""
    if isinstance(effect, Return):
        return window == "disabled"
    return isinstance(effect, Prevent) and window in effect.what and effect.who == Who()
