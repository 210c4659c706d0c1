"""Conditions of missions, objectives and scenarios in words (FX-6)."""

from __future__ import annotations

from companion.model.core.words import Capital, Message, plural, say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.effect_words import STATS, damage, tests_of
from companion.model.games.chronicles.box.effects import Condition
from companion.model.games.chronicles.box.figure_words import (
    Called,
    by_id,
    counted,
    figures,
    is_bearer,
    without_number,
)
from companion.model.games.chronicles.box.records import TestPlace

HERO, FOLLOWER = say("this hero"), say("this follower")


def condition_sentence(
    condition: Condition, place: TestPlace | None = None, called: Called = by_id, bearer: Message = HERO
) -> Message:
    """What has to be done for it (FX-6); `place`: where its record has one tested; `bearer`: whose own it is."""
    return say("{said}.", said=Capital(_condition(condition, place, called, bearer)))


def _condition(condition: Condition, place: TestPlace | None, called: Called, bearer: Message) -> Message:
    count, of = condition.count, condition.of
    match condition.fact:
        case "tests" if place is not None:
            return plural("{count} {stat} test of difficulty {difficulty} is passed here",
                          "{count} {stat} tests of difficulty {difficulty} are passed here",
                          count, stat=STATS[place.test.characteristic], difficulty=place.test.difficulty)  # fmt: skip
        case "tests":
            return plural("{count} test is passed here", "{count} tests are passed here", count)
        case "turns":
            return say("turn {count} has ended", count=count)
        case "holds" | "stands":
            return _standing(condition, called)
    own = is_bearer(condition.by)
    who, number = (bearer, 1) if own else figures(condition.by, called)
    match condition.fact:
        case "removes":
            removed = counted(of or fx.Whom(("figure",)), count, called)
            return plural("{who} removes {figures}", "{who} remove {figures}", number, who=who, figures=removed)
        case "removes_by_attack":
            removed = counted(of or fx.Whom(("figure",)), count, called)
            return plural("{who} removes {figures} by an attack", "{who} remove {figures} by an attack", number,
                          who=who, figures=removed)  # fmt: skip
        case "takes":
            return plural("{who} takes {damage} in all", "{who} take {damage} in all", number,
                          who=who, damage=damage(count))  # fmt: skip
        case "heals":
            return plural("{who} heals {damage} of others", "{who} heal {damage} of others", number,
                          who=who, damage=damage(count))  # fmt: skip
        case "passes":
            times = plural("{count} time", "{count} times", count)
            return plural("{who} passes {tests}: {times}", "{who} pass {tests}: {times}", number,
                          who=who, tests=tests_of(condition.kinds), times=times)  # fmt: skip
        case "opens":
            chests = plural("{count} chest", "{count} chests", count)
            return plural("{who} empties {chests}", "{who} empty {chests}", number, who=who, chests=chests)
        case "summons":
            elements = plural("{count} element", "{count} different elements", count)
            return plural("{who} summons Kami of {elements}", "{who} summon Kami of {elements}", number,
                          who=who, elements=elements)  # fmt: skip
        case "unhurt":
            return plural("{who} has no wound at the end", "{who} have no wound at the end", number, who=who)
    return plural("{who} stands next to its hero at the end", "{who} stand next to their hero at the end", number,
                  who=who)  # fmt: skip


def _standing(condition: Condition, called: Called) -> Message:
    said = say("{who} stands {where}", who=counted(condition.by, 1, called), where=_where(condition.at))
    if condition.fact == "holds" and condition.of is not None:
        said = say("{said}, with no {figures} there", said=said, figures=without_number(condition.of, called))
    if condition.look == "always":
        return said
    if condition.look == "end":
        return say("{said} at the end of the game", said=said)
    return plural("{said} at the end of {count} turn", "{said} at the end of {count} turns", condition.count, said=said)


def _where(at: fx.At | None) -> Message:
    if at is None:
        return say("somewhere")
    if at.zone is not None:
        return say("in zone {zone}", zone=at.zone)
    if at.tile is not None:
        return say("on tile {tile}", tile=at.tile)
    column, row = at.space or (0, 0)
    return say("on space ({column}, {row})", column=column, row=row)
