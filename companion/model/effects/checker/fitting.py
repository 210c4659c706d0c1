"""The table of what makes sense where: windows against effects and conditions.

The checker refuses what does not fit, the card editor does not offer it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never, get_args

from companion.model.core.words import Message, say

from ..alphabet import WINDOWS, Window
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
from ..selectors import Who
from .windows import (
    AFTER,
    ANNOUNCED,
    DEEDS,
    EARLY,
    ENEMY_PHASE,
    HEARD,
    IGNORED,
    MARGIN,
    MIRRORED,
    OPPONENT,
    OWN_PHASE,
    PREVENTED,
    RESULT,
    ROLLED,
    Place,
)

_HOLDING: tuple[Window, ...] = ("always", *DEEDS)
_OWN_DICE = tuple(window for window in DEEDS if window not in ENEMY_PHASE)

_BEFALLS: tuple[Window, ...] = ("attack", "defense", "shot")
"""Announced there, a result may befall somebody if the bearer wins: nothing befalls the shooter."""

EFFECTS: dict[type[Effect], tuple[Window, ...]] = {
    Bonus: _HOLDING, Set: _HOLDING,
    Shot: ("shot",),
    Reroll: ROLLED,
    Shift: (*_BEFALLS, "winning", "losing"), Retreat: (*_BEFALLS, "winning", "losing"),
    Outcome: (*_BEFALLS, *RESULT),
    Push: DEEDS, Swap: DEEDS, Turn: DEEDS, Go: DEEDS, Leap: DEEDS, Follow: ("won",),
    Lengthen: ("always", "activation"),
    Strike: ("activation", *AFTER, "approached"),
    Again: ("activation", *AFTER),
    Ignore: _HOLDING,
    TakeDie: DEEDS, GiveDie: _OWN_DICE, Convert: _OWN_DICE, RollAgain: _OWN_DICE,
    Regain: tuple(window for window in _OWN_DICE if window != "phase_start"),  # no die is aside just after the roll
    Reserves: ("always",),
    Test: DEEDS, Become: DEEDS,
    Prevent: (*_HOLDING, "winning", "losing"), Immune: _HOLDING,
    Return: ("disabled",),
    Cancel: ("targeted", "defense", "shot_at"),
    Silence: DEEDS,
    Disarm: DEEDS, Summon: DEEDS, SummonKami: ("activation",), Dismiss: DEEDS, Defect: DEEDS, Token: DEEDS,
    Either: DEEDS,
}  # fmt: skip
"""The windows in which each effect can mean something; `unfit` looks closer."""

CONDITIONS: dict[type[Condition], tuple[Window, ...]] = {
    Opponent: OPPONENT,
    Own: WINDOWS,
    FromReserve: tuple(window for window in WINDOWS if window != "always"),
    There: WINDOWS,
    Role: ("targeted", *RESULT, *AFTER),
    Behind: ("attack", "defense", "attack_rolled", "defense_rolled", *RESULT),
    By: MARGIN,
    Rolled: (*ROLLED, *RESULT),
    Holds: WINDOWS,
    InTurns: WINDOWS,
    Not: WINDOWS,
    AnyOf: WINDOWS,
}
"""The windows in which each condition can mean something; `unfit_condition` looks closer."""


def fitting(window: Window) -> tuple[type[Effect], ...]:
    """The effects that can mean something in a window, in the order of the language."""
    return tuple(type_ for type_ in get_args(Effect) if window in EFFECTS[type_])


def fitting_conditions(windows: Iterable[Window]) -> tuple[type[Condition], ...]:
    """The conditions that can mean something in all of these windows, in the order of the language."""
    asked = tuple(windows)
    return tuple(type_ for type_ in get_args(Condition) if all(window in CONDITIONS[type_] for window in asked))


def fits(effect: Effect, window: Window, *, automatic: bool = False) -> bool:
    """Whether the effect, written just so, can mean something in the window of a skill that is used or `automatic`."""
    return unfit(effect, Place(window, automatic)) is None


def held(effect: Effect, window: Window) -> bool:
    """Whether the effect just holds as long as its window goes on, and is not done at one moment of it."""
    return window in ANNOUNCED and getattr(effect, "lasts", "") == "use" and isinstance(effect, Bonus | Set | Ignore)


def unfit(effect: Effect, place: Place) -> Message | None:
    """Why the effect cannot mean anything there."""
    window, who = place.window, getattr(effect, "who", None)
    if isinstance(effect, Cancel) and window in ("attack", "shot"):
        late = say("The opponent announces its skills only after the attacker.")
        return late if effect.what == "skills" else say("Nobody attacks the bearer at this moment.")
    if window not in EFFECTS[type(effect)]:
        return say("This only makes sense: {windows}.", windows=_said(EFFECTS[type(effect)]))
    if isinstance(who, Who) and not place.opponent and "opponent" in (who.of, who.centre):
        return say("There is no opponent at this moment.")
    holding = isinstance(effect, Bonus | Set | Ignore | Immune) and effect.lasts == "use"
    if window == "movement" and place.automatic and not holding:
        return say("Nothing happens automatically at this moment: the skill must have a cost or be optional.")
    match effect:
        case Bonus() | Set() | Ignore() | Prevent() | Immune() | Silence():
            return _unheard(effect, place)
        case Cancel() if effect.what == "skills" and window == "targeted":
            return say("The opponent does not announce skills at this moment.")
        case TakeDie() if effect.where == "pool" and window in OWN_PHASE:
            return say("The enemy pool is empty at this moment.")
        case Reroll() if window == "tested":
            enemy = say("A test has no enemy die.")
            own = say("Nothing happens automatically at this moment: the skill must have a cost or be optional.")
            return enemy if effect.whose == "enemy" else own if place.automatic else None
        case _:
            return None


def _unheard(effect: Bonus | Set | Ignore | Prevent | Immune | Silence, place: Place) -> Message | None:
    """Why what holds for a while would not be heard: it is over before, or nobody asks."""
    window = place.window
    if window == "always":
        return None if effect.lasts == "use" else say("A permanent effect needs no duration.")
    if effect.lasts != "use":
        if window in ("phase_end", "enemy_phase_end") and effect.lasts in ("activation", "phase"):
            return say("The phase is over: this would end before anything happens.")
        return None if window in DEEDS else say("No lasting effect can begin at this moment.")
    if effect.who.of not in ("self", "opponent"):
        return say("For anyone but the bearer and its opponent this must be permanent or last longer than the use.")
    seen: Window | None = window if effect.who.of == "self" else MIRRORED.get(window)
    match effect:
        case Bonus() | Set():
            return None if seen in HEARD[effect.to] else say("This number is not used at any moment of this skill.")
        case Ignore():
            return _unignored(effect, seen, place)
        case Prevent():
            spared = window != ("winning" if effect.who.of == "self" else "losing")
            heard = spared and any(window in PREVENTED[what] for what in effect.what)
            return None if heard or not effect.what else say("None of this can happen at this moment.")
        case Immune() | Silence():
            return say("This ends at once: it must last longer than the use.")
        case _:
            assert_never(effect)


def _unignored(effect: Ignore, seen: Window | None, place: Place) -> Message | None:
    """Why nobody looks whether the rule is ignored."""
    heard = [what for what in effect.what if seen in IGNORED[what]]
    if not heard and effect.what:
        return say("This rule does not matter at this moment.")
    if heard and all((what, seen) in EARLY for what in heard):
        if effect.who.of == "opponent":
            return say("This is looked at before there is an opponent.")
        if not place.automatic:
            return say("This is checked before announcements: the skill must be automatic.")
    return None


def unfit_condition(condition: Condition, window: Window) -> Message | None:
    """Why the condition cannot mean anything in the window."""
    match condition:
        case Not():
            return unfit_condition(condition.condition, window)
        case AnyOf():
            found = [unfit_condition(one, window) for one in condition.conditions]
            return found[0] if found and all(why is not None for why in found) else None
        case _ if window not in CONDITIONS[type(condition)]:
            return _missing(condition)
        case There() if window not in OPPONENT and "opponent" in (condition.of.of, condition.of.centre):
            return say("There is no opponent at this moment.")
        case Rolled() if condition.whose == "enemy" and window == "tested":
            return say("A test has no enemy die.")
        case Own() if condition.moved is not None and (window in ENEMY_PHASE or window in ("phase_start", "phase_end")):
            return say("The bearer is not activated at this moment.")
        case Holds() if condition.where == "pool" and window in ENEMY_PHASE:
            return say("Your own pool is empty at this moment.")
        case _:
            return None


def _missing(condition: Any) -> Message:
    if isinstance(condition, Opponent):
        return say("There is no opponent at this moment.")
    if isinstance(condition, FromReserve):
        return say("An automatic skill cannot cost a die.")
    return say("This only makes sense: {windows}.", windows=_said(CONDITIONS[type(condition)]))


def _said(windows: Iterable[Window]) -> tuple[Message, ...]:
    """Windows in words, which are told out of this table themselves: hence late."""
    from ..explain.tables import WINDOW_WORDS

    return tuple(Message(WINDOW_WORDS[window]) for window in windows)
