"""SKL-3: skills that speak of what befalls others: friends attacked, shaken and fallen, enemies that move."""

from __future__ import annotations

import msgspec
import pytest

from companion.model.core.refusal import RuleBroken
from companion.model.games.asagiri.skills.record import SkillRecord, catching, problems
from companion.model.games.asagiri.state.stack import Fight

from .table import Table
from .test_skills_numbers import FLOOR, does, with_skills

SELF, FOE = {"of": "self"}, {"of": "opponent"}
BOW = does("bow", ["shot"], {"type": "shot", "range": 6, "value": 4})

# a friend is about to be attacked or shot at ------------------------------------------------------------------------

GUARD = does("guard", ["friend_targeted"], {"type": "take_place"}, element="earth")


def guarded(**people: str) -> Table:
    """b2 may take the place of b1, whom a1 attacks."""
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S", "b2": "3,4S", **people},
                  b2={**with_skills(GUARD), "reserve": "earth"})  # fmt: skip
    return table.do("activate", character="a1").do("attack", target="b1")


def test_skl_3_a_friend_becomes_the_target_instead() -> None:
    table = guarded()
    assert table.pending.seat == "B"
    table.do("use_skill", skill="test:guard").passing().roll(6, 1)
    assert (table.person("b1")["state"], table.person("b2")["state"]) == ("vigilant", "disabled")
    left = guarded().passing().roll(6, 1)
    assert (left.person("b1")["state"], left.person("b2")["state"]) == ("disabled", "vigilant")


def test_skl_3_nobody_becomes_a_target_that_could_not_be_one() -> None:
    assert not guarded(b2="4,3S").can("use_skill"), "outside the attacker's control zone"
    aside = {"a1": "4,7N", "b1": "4,4S", "b2": "3,4S", "b3": "8,7S"}
    guards = {who: {**with_skills(GUARD), "reserve": "earth"} for who in ("b2", "b3")}
    table = Table(FLOOR, aside, a1=with_skills(BOW), **guards)
    table.do("activate", character="a1").do("shoot", target="b1")
    assert [option["character"] for option in table.can("use_skill")] == ["b2"]
    table.do("use_skill").passing().roll(6, 1)
    assert table.person("b2")["state"] == "disabled", "b3 is out of the shooter's sight"


def test_skl_3_one_alone_becomes_the_target_and_its_skills_speak_then() -> None:
    """From behind or not is looked at anew; what the first target could have done is over."""
    vanish = does("vanish", ["targeted"], {"type": "cancel"}, optional=True)
    guards = {who: {**with_skills(GUARD, vanish), "reserve": "earth"} for who in ("b2", "b3")}
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S", "b2": "3,4N", "b3": "5,4S"}, b1=with_skills(vanish), **guards)
    table.do("activate", character="a1").do("attack", target="b1").do("use_skill", skill="test:guard")
    assert [(option["character"], option["skill"]) for option in table.can("use_skill")] == [("b2", "test:vanish")]
    fight = table.state.frames[0]
    assert isinstance(fight, Fight)
    assert (fight.defender, fight.from_behind) == (2, True)


def test_skl_3_a_skill_speaks_of_a_friend_near_the_place_alone() -> None:
    near = [{"type": "there", "of": {"of": "self", "within": 2, "centre": "place"}}]
    call = does("call", ["friend_targeted"], {"type": "cancel"}, conditions=near)
    for b2, cancelled in (("6,4S", True), ("7,4S", False)):
        table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S", "b2": b2}, b2=with_skills(call))
        table.do("activate", character="a1").do("attack", target="b1")
        assert ("AttackCancelled" in table.kinds) == cancelled


# a friend has become shaken, or has fallen --------------------------------------------------------------------------


def test_skl_3_a_friend_that_falls_is_avenged_by_those_near() -> None:
    rage = does("rage", ["friend_disabled"], {"type": "bonus", "to": "attack", "amount": 2, "lasts": "turn"},
                conditions=[{"type": "there", "of": {"of": "self", "within": 2, "centre": "place"}}])  # fmt: skip
    for b2, angry in (("6,4S", True), ("8,4S", False)):
        table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S", "b2": b2}, b2=with_skills(rage))
        table.do("activate", character="a1").fight("b1", 6, 1)
        assert table.person("b1")["state"] == "disabled"
        assert bool(table.state.figures[2].lasting) == angry


def test_skl_3_a_friend_that_has_become_shaken_is_rallied() -> None:
    """Of all friends the one on the square where it happens; not in an enemy control zone (STA-4)."""
    who = {"of": "friends", "within": 0, "centre": "place"}
    rally = does("rally", ["friend_shaken"], {"type": "become", "state": "vigilant", "who": who}, element="water")
    people = {"a1": "4,7N", "b1": "4,4S", "b2": "8,8S", "b3": "0,8S!"}
    table = Table(FLOOR, people, a1=with_skills(BOW), b2={**with_skills(rally), "reserve": "water"})
    table.do("activate", character="a1").do("shoot", target="b1").passing().roll(4, 1)
    assert table.person("b1")["state"] == "shaken"
    table.do("use_skill", skill="test:rally")
    assert [table.person(who)["state"] for who in ("b1", "b3")] == ["vigilant", "shaken"]


def test_skl_1_friends_that_shake_each_other_without_end_are_found() -> None:
    calm = {"type": "become", "state": "vigilant", "who": {"of": "friends"}}
    scare = {"type": "become", "state": "shaken", "who": {"of": "others", "within": 9}}
    whim, moods = does("whim", ["friend_shaken"], calm, scare), does("moods", ["friend_shaken"], calm,
                                                                     {**scare, "who": SELF})  # fmt: skip
    assert [found.pointer for found in problems(msgspec.convert(whim, SkillRecord))] == ["/effects/1"]
    assert [found.pointer for found in catching(msgspec.convert(moods, SkillRecord))] == ["/effects/1"]
    cards = {who: with_skills(moods) for who in ("b2", "b3")}
    table = Table(FLOOR, {"a1": "4,7N", "b1": "4,4S", "b2": "8,8S", "b3": "0,8S"}, a1=with_skills(BOW), **cards)
    table.do("activate", character="a1").do("shoot", target="b1").passing()
    with pytest.raises(RuleBroken, match="without end"):
        table.roll(4, 1)


# an enemy moves -----------------------------------------------------------------------------------------------------


def test_skl_3_whoever_steps_out_of_a_control_zone_may_be_struck() -> None:
    blow = does("blow", ["left"], {"type": "strike", "who": FOE}, element="fire")
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, b1={**with_skills(blow), "reserve": "fire"})
    table.do("activate", character="a1").walk([4, 6])
    assert table.pending.seat == "B"
    table.do("use_skill", skill="test:blow").passing().roll(6, 1)
    assert table.person("a1")["state"] == "disabled"
    inside = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, b1={**with_skills(blow), "reserve": "fire"})
    assert not inside.do("activate", character="a1").walk([3, 5]).can("use_skill"), "still in the zone"


def test_skl_3_who_is_moved_by_a_skill_has_not_left() -> None:
    blow = does("blow", ["left"], {"type": "strike", "who": FOE})
    go = does("go", ["activation"], {"type": "go"}, optional=True)
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(go), b1=with_skills(blow))
    table.do("activate", character="a1").do("use_skill", skill="test:go").do("place", at=[4, 6])
    assert not table.state.frames


def test_skl_3_whoever_comes_in_sight_may_be_shot_at_once() -> None:
    watch = does("watch", ["sighted"], {"type": "shoot_at"})
    table = Table(FLOOR, {"a1": "4,8N", "b1": "4,4S"}, b1=with_skills(watch, BOW))
    table.do("activate", character="a1").walk([4, 7])
    assert "ShotDeclared" in table.kinds
    table.passing().roll(1, 6).walk([4, 6])
    assert "ShotDeclared" not in table.kinds, "a Shot is used once a phase"
    behind = Table(FLOOR, {"a1": "4,8N", "b1": "4,4N"}, b1=with_skills(watch, BOW))
    assert "ShotDeclared" not in behind.do("activate", character="a1").walk([4, 7]).kinds
