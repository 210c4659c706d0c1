"""Bonuses and numbers set, in words, and how long things hold."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from companion.model.core.words import N_, Message, say

from ..alphabet import Lasts, Number, StatName
from ..operations import SELF, Bonus, Set
from ..selectors import Amount, Count, Dice, Losses, Margin, StatOf
from .figures import each, one, predicate
from .tables import element

Reckoned: TypeAlias = Count | Dice | Margin | Losses
"""Amounts that are so much for each of something."""

ADDED: dict[Number, str] = {
    "attack": N_("{amount} to Attack"),
    "defense": N_("{amount} to Defense"),
    "movement": N_("{amount} to Movement"),
    "willpower": N_("{amount} to Willpower"),
    "die": N_("{amount} to the combat die"),
    "shot": N_("{amount} to the value of the shot"),
    "range": N_("{amount} to the range"),
}

SET: dict[Number, str] = {
    "attack": N_("Attack counts as {value}"),
    "defense": N_("Defense counts as {value}"),
    "movement": N_("Movement counts as {value}"),
    "willpower": N_("Willpower counts as {value}"),
    "die": N_("the combat die counts as {value}"),
    "shot": N_("the value of the shot counts as {value}"),
    "range": N_("the range counts as {value}"),
}

OWN: dict[StatName, str] = {
    "attack": N_("this character’s Attack"),
    "defense": N_("this character’s Defense"),
    "movement": N_("this character’s Movement"),
    "willpower": N_("this character’s Willpower"),
}
OPPONENTS: dict[StatName, str] = {
    "attack": N_("the opponent’s Attack"),
    "defense": N_("the opponent’s Defense"),
    "movement": N_("the opponent’s Movement"),
    "willpower": N_("the opponent’s Willpower"),
}
TESTED: dict[StatName, str] = {
    "attack": N_("the tested character’s Attack"),
    "defense": N_("the tested character’s Defense"),
    "movement": N_("the tested character’s Movement"),
    "willpower": N_("the tested character’s Willpower"),
}
HIGHEST: dict[StatName, str] = {
    "attack": N_("the highest Attack of {who}"),
    "defense": N_("the highest Defense of {who}"),
    "movement": N_("the highest Movement of {who}"),
    "willpower": N_("the highest Willpower of {who}"),
}
LOWEST: dict[StatName, str] = {
    "attack": N_("the lowest Attack of {who}"),
    "defense": N_("the lowest Defense of {who}"),
    "movement": N_("the lowest Movement of {who}"),
    "willpower": N_("the lowest Willpower of {who}"),
}


def signed(amount: int) -> str:
    """``+2``, ``−1``."""
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"


def bonus(effect: Bonus, *, tested: bool = False, testing: bool = False) -> Message:
    """What a bonus adds to what, for whom, how long."""
    amount = effect.amount
    match amount:
        case int():
            said = _added(effect.to, signed(amount), testing)
        case StatOf():
            value = _stat(amount, tested)
            said = say("{bonus}, X being {value}", bonus=_added(effect.to, "+X", testing), value=value)
        case Count() | Dice() | Margin() | Losses():
            times = amount.times if isinstance(amount, Count) else 1
            said = say("{bonus} {each}", bonus=_added(effect.to, signed(times), testing), each=_each(amount, tested))
            if isinstance(amount, Count) and amount.most is not None:
                most = signed(amount.most if times >= 0 else -amount.most)
                said = say("{bonus} ({most} at most)", bonus=said, most=most)
        case _:
            assert_never(amount)
    if effect.who != SELF:
        said = say("{who} has {bonus}", who=each(effect.who, tested=tested), bonus=said)
    return lasting(said, effect.lasts)


def number_set(effect: Set, *, tested: bool = False, testing: bool = False) -> Message:
    """What a number is instead, for whom, how long."""
    value = _value(effect.amount, tested)
    said = Message(SET[effect.to], (("value", value),))
    if effect.to == "die" and testing:
        said = say("the die of the test counts as {value}", value=value)
    if effect.only == "higher":
        said = say("{said} if that is more", said=said)
    elif effect.only == "lower":
        said = say("{said} if that is less", said=said)
    if effect.who != SELF:
        said = say("for {who}, {said}", who=each(effect.who, tested=tested), said=said)
    return lasting(said, effect.lasts)


def lasting(said: Message, lasts: Lasts) -> Message:
    """How long something holds."""
    match lasts:
        case "use":
            return said
        case "activation":
            return say("{said} until the end of the activation", said=said)
        case "phase":
            return say("{said} until the end of the phase", said=said)
        case "turn":
            return say("{said} until the end of the next phase", said=said)
        case "game":
            return say("{said} for the rest of the game", said=said)
        case _:
            assert_never(lasts)


def _added(number: Number, amount: str, testing: bool) -> Message:
    if number == "die" and testing:  # the lower its die, the better for whoever is tested
        return say("{amount} to the test", amount=amount)
    return Message(ADDED[number], (("amount", amount),))


def _value(amount: Amount, tested: bool) -> Message | str:
    match amount:
        case int():
            return str(amount) if amount >= 0 else signed(amount)
        case StatOf():
            return _stat(amount, tested)
        case Count() | Dice() | Margin() | Losses():
            times = amount.times if isinstance(amount, Count) else 1
            number = str(times) if times >= 0 else signed(times)
            said = say("{number} {each}", number=number, each=_each(amount, tested))
            if isinstance(amount, Count) and amount.most is not None:
                return say("{value} ({most} at most)", value=said, most=amount.most)
            return said
        case _:
            assert_never(amount)


def _each(amount: Reckoned, tested: bool) -> Message:
    match amount:
        case Count():
            return say("for {who}", who=each(amount.of, tested=tested))
        case Dice():
            return _dice(amount)
        case Margin():
            return say("for each point of the margin")
        case Losses():
            own, enemys = say("for each zeni its band has lost"), say("for each zeni the enemy band has lost")
            return own if amount.whose == "own" else enemys
        case _:
            assert_never(amount)


def _dice(amount: Dice) -> Message:
    if amount.where == "aside":
        return say("for each die set aside")
    if amount.element is None:
        everywhere = say("for each die its band has in reserve")
        return say("for each die in the pool") if amount.where == "pool" else everywhere
    face = element(amount.element)
    if amount.where == "pool":
        return say("for each {element} die in the pool", element=face)
    return say("for each {element} die its band has in reserve", element=face)


def _stat(amount: StatOf, tested: bool) -> Message:
    who = amount.of
    if who.of == "self" or who.of == "opponent":
        table = OWN if who.of == "self" else TESTED if tested else OPPONENTS
        said, facts = Message(table[amount.stat]), predicate(who, tested=tested)
        return say("{who} (if it {facts})", who=said, facts=facts) if facts is not None else said
    table = HIGHEST if amount.pick == "highest" else LOWEST
    return Message(table[amount.stat], (("who", one(who, tested=tested)),))
