"""Conditions in words: each a part that stands before the colon, and can follow “but not”."""

from __future__ import annotations

from typing import assert_never

from companion.model.core.words import N_, Message, plural, say

from ..alphabet import Alignment, Face
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
from .figures import one, predicate, single, some
from .join import any_of, listed
from .tables import element, trait

AGAINST: dict[tuple[Alignment | None, Face | None], str] = {
    (None, None): N_("against an opponent"),
    (None, "vigilant"): N_("against a vigilant opponent"),
    (None, "shaken"): N_("against a shaken opponent"),
    ("demon_hunter", None): N_("against a Demon Hunter"),
    ("demon_hunter", "vigilant"): N_("against a vigilant Demon Hunter"),
    ("demon_hunter", "shaken"): N_("against a shaken Demon Hunter"),
    ("evil_creature", None): N_("against an Evil Creature"),
    ("evil_creature", "vigilant"): N_("against a vigilant Evil Creature"),
    ("evil_creature", "shaken"): N_("against a shaken Evil Creature"),
    ("mercenary", None): N_("against a Mercenary"),
    ("mercenary", "vigilant"): N_("against a vigilant Mercenary"),
    ("mercenary", "shaken"): N_("against a shaken Mercenary"),
}


def condition(asked: Condition) -> Message:
    """What a condition asks."""
    match asked:
        case Opponent():
            said = Message(AGAINST[asked.alignment, asked.state])
            return said if asked.trait is None else say("{against} marked “{trait}”", against=said,
                                                        trait=trait(asked.trait))  # fmt: skip
        case Own():
            return _own(asked)
        case FromReserve():
            return say("with a die out of the reserve")
        case There():
            return _there(asked)
        case Role():
            return _role(asked)
        case Behind():
            return say("in an attack from behind") if asked.holds else say("in an attack that is not from behind")
        case By():
            return _by(asked.least, asked.most)
        case Rolled():
            return _own_die(asked) if asked.whose == "own" else _enemy_die(asked)
        case Holds():
            return _holds(asked)
        case InTurns():
            return _turns(asked.least, asked.most)
        case Not():
            return say("but not {condition}", condition=condition(asked.condition))
        case AnyOf():
            return any_of([condition(one) for one in asked.conditions]) if asked.conditions else say("in no case")
        case _:
            assert_never(asked)


def _own(asked: Own) -> Message:
    said = []
    if asked.state is not None:
        said.append(say("while vigilant") if asked.state == "vigilant" else say("while shaken"))
    if asked.moved is not None:
        said.append(say("if it has moved") if asked.moved else say("if it has not moved"))
    return listed(said) if said else say("in any case")


def _there(asked: There) -> Message:
    who, least, most = asked.of, asked.least, asked.most
    if who.of == "self" or who.of == "opponent":
        facts, figure = predicate(who), single(who)
        held = say("if {who} {facts}", who=figure, facts=facts) if facts is not None else say("with {who}", who=figure)
        return say("but not {condition}", condition=held) if most == 0 else held
    if most is None:
        return say("with {who}", who=one(who)) if least <= 1 else say("with at least {some}", some=some(who, least))
    if most == 0:
        return say("without {who}", who=one(who))
    if least == most:
        return say("with exactly {some}", some=some(who, most))
    if least == 0:
        return say("with at most {some}", some=some(who, most))
    return say("with {least} to {some}", least=least, some=some(who, most))


def _role(asked: Role) -> Message:
    match asked.part, asked.by:
        case "attacker", "combat":
            return say("as attacker")
        case "attacker", "shot":
            return say("as shooter")
        case "attacker", None:
            return say("as attacker or shooter")
        case "defender", "combat":
            return say("as defender")
        case "defender", "shot":
            return say("as target of a shot")
        case "defender", None:
            return say("as defender or target")
        case None, "combat":
            return say("in combat")
        case None, "shot":
            return say("in a shot")
        case _:
            return say("in any case")


def _by(least: int, most: int | None) -> Message:
    if most is None:
        return say("by a margin of {least} or more", least=least)
    if least == most:
        return say("by a margin of {least}", least=least)
    if least <= 1:
        return say("by a margin of {most} or less", most=most)
    return say("by a margin of {least} to {most}", least=least, most=most)


def _own_die(asked: Rolled) -> Message:
    least, most = asked.least, asked.most
    if least == most:
        return say("with {least} on its die", least=least)
    if most == 6:
        return say("with {least} or more on its die", least=least)
    if least == 1:
        return say("with {most} or less on its die", most=most)
    return say("with {least} to {most} on its die", least=least, most=most)


def _enemy_die(asked: Rolled) -> Message:
    least, most = asked.least, asked.most
    if least == most:
        return say("with {least} on the enemy die", least=least)
    if most == 6:
        return say("with {least} or more on the enemy die", least=least)
    if least == 1:
        return say("with {most} or less on the enemy die", most=most)
    return say("with {least} to {most} on the enemy die", least=least, most=most)


def _holds(asked: Holds) -> Message:
    count = asked.least
    if asked.where == "pool":
        if asked.element is None:
            return plural("with at least {count} die in the pool", "with at least {count} dice in the pool", count)
        return plural("with at least {count} {element} die in the pool",
                      "with at least {count} {element} dice in the pool", count,
                      element=element(asked.element))  # fmt: skip
    if asked.element is None:
        return plural("with at least {count} die in reserve", "with at least {count} dice in reserve", count)
    return plural("with at least {count} {element} die in reserve", "with at least {count} {element} dice in reserve",
                  count, element=element(asked.element))  # fmt: skip


def _turns(least: int, most: int | None) -> Message:
    if most is None:
        return say("from turn {turn} on", turn=least)
    if least == most:
        return say("in turn {turn}", turn=least)
    if least <= 1:
        return say("until turn {turn}", turn=most)
    return say("in turns {first} to {last}", first=least, last=most)
