"""Checks selectors and amounts: whom they can never mean, what they say to no purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from companion.model.core.problem import Problem
from companion.model.core.words import say

from ..selectors import Amount, Count, Dice, Losses, Margin, StatOf, Who
from .windows import ENEMY_PHASE, Place

_ASIDE = ("of", "choose", "centre")
"""Fields of a selector that ask nothing of a figure."""


def single(who: Who) -> bool:
    """Whether it means one figure at most."""
    return who.of in ("self", "opponent")


def asks(who: Who) -> bool:
    """Whether it asks anything of the figures it begins with."""
    return any(getattr(who, name) is not None for name in who.__struct_fields__ if name not in _ASIDE)


def twice(pointer: str, values: Sequence[object]) -> Iterator[Problem]:
    """What is said more than once."""
    for n, value in enumerate(values):
        if value in values[:n]:
            yield Problem(f"{pointer}/{n}", say("This appears twice."))


def empty(pointer: str, values: Sequence[object]) -> Iterator[Problem]:
    """A list that must hold something."""
    if not values:
        yield Problem(pointer, say("This list is empty."))


def who_problems(who: Who, at: str, *, choosing: bool) -> Iterator[Problem]:
    """What is wrong with a selector; `choosing`: its figures may be chosen, not just counted."""
    if who.choose is not None:
        if not choosing:
            yield Problem(f"{at}/choose", say("Nobody can be chosen here."))
        elif single(who):
            yield Problem(f"{at}/choose", say("This is at most one figure: there is nothing to choose."))
    if who.ground is not None:
        yield from empty(f"{at}/ground", who.ground)
        yield from twice(f"{at}/ground", who.ground)
    if who.centre == "opponent" and who.within is None and who.beyond is None:
        yield Problem(f"{at}/centre", say("A distance is missing."))
    if who.of == who.centre and (who.within is not None or who.beyond is not None):
        yield Problem(f"{at}/centre", say("This is the distance of a figure from itself."))
    elif who.within is not None and who.within <= (who.beyond or 0) and not _holds_centre(who):
        yield Problem(f"{at}/within", say("No figure is both that near and that far."))
    if who.of == "self":
        yield from _bearer(who, at)
    elif (who.beyond or 0) > 0 and (who.controlled or who.controlling) and who.centre == "self":
        yield Problem(f"{at}/beyond", say("A control zone does not reach that far."))


def _holds_centre(who: Who) -> bool:
    """Whether the figure in the centre may itself be meant, 0 squares away."""
    return who.beyond is None and (who.of == "all" or who.centre == "opponent")


def _bearer(who: Who, at: str) -> Iterator[Problem]:
    for name in ("controlled", "controlling", "sight"):
        if getattr(who, name) is not None:
            yield Problem(f"{at}/{name}", say("This compares the bearer's position with itself."))
    if who.alignment is not None:
        yield Problem(f"{at}/alignment", say("The bearer's own alignment never changes."))


def amount_problems(amount: Amount, at: str, places: Sequence[Place]) -> Iterator[Problem]:
    """What is wrong with a number that is reckoned in one of these places."""
    match amount:
        case int():
            return
        case Count():
            yield from who_problems(amount.of, f"{at}/of", choosing=False)
            if amount.times == 0 or amount.most == 0:
                field = "times" if amount.times == 0 else "most"
                yield Problem(f"{at}/{field}", say("This is always 0."))
            elif single(amount.of) and not asks(amount.of):
                yield Problem(f"{at}/of", say("This is always one figure: enter a number instead."))
            yield from _opponent(amount.of, f"{at}/of", places)
        case StatOf():
            yield from who_problems(amount.of, f"{at}/of", choosing=False)
            if single(amount.of) and amount.pick == "lowest":
                yield Problem(f"{at}/pick", say("This is at most one figure: there is nothing to choose."))
            yield from _opponent(amount.of, f"{at}/of", places)
        case Dice():
            if amount.where == "pool" and places and all(place.window in ENEMY_PHASE for place in places):
                yield Problem(f"{at}/where", say("Your own pool is empty at this moment."))
            elif amount.where == "aside" and amount.element is not None:
                yield Problem(f"{at}/element", say("The faces of set-aside dice do not count."))
        case Margin():
            if not any(place.margin for place in places):
                yield Problem(at, say("There is no margin at this moment."))
        case Losses():
            return
        case _:
            assert_never(amount)


def _opponent(who: Who, at: str, places: Sequence[Place]) -> Iterator[Problem]:
    if "opponent" in (who.of, who.centre) and not any(place.opponent for place in places):
        yield Problem(at, say("There is no opponent at this moment."))
