"""SKL-3: effects with conditions of their own, and skills for a while that wait for what comes of a roll."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.model.core.contract import Json
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.skills.language.explain import explain
from companion.model.games.asagiri.skills.record import SkillRecord, problems
from companion.resources import resources_dir

from .table import CONTENT, Table
from .test_skills_deeds import act, using
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills

EN = Words("en", resources_dir() / "translations")
FOE = {"of": "opponent"}
SHAKEN_FOE = {"type": "opponent", "state": "shaken"}
PLUS = {"type": "bonus", "to": "attack", "amount": 2}
BY_3 = {"type": "by", "least": 3, "most": 3}


def only_if(*conditions: Json, then: list[Json], **more: Json) -> Json:
    return {"type": "if", "conditions": list(conditions), "then": then, **more}


def gain(when: str, *effects: Json, **more: Json) -> Json:
    return {"type": "gain", "when": [when], "effects": list(effects), **more}


def said(skill: Json) -> list[str]:
    return [EN(words) for words in explain(msgspec.convert(skill, SkillRecord))]


def wrong(skill: Json) -> list[str]:
    return [problem.pointer for problem in problems(msgspec.convert(skill, SkillRecord))]


# only if ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("state", "expected"), [("4,4S", (6, 5)), ("4,4S!", (8, 4))])
def test_skl_3_one_effect_of_a_skill_holds_only_under_its_condition(state: str, expected: tuple[int, int]) -> None:
    one = {"type": "bonus", "to": "die", "amount": 1}
    both = does("both", ["attack"], one, only_if(SHAKEN_FOE, then=[PLUS]))
    assert totals(after(duel(with_skills(both), people={"b1": state}))) == expected
    assert said(both) == ["When attacking: +1 to the combat die.", "Against a shaken opponent: +2 to Attack."]


def test_skl_3_otherwise_something_else_holds() -> None:
    either = does("either", ["attack"], only_if(SHAKEN_FOE, then=[PLUS], otherwise=[{**PLUS, "amount": -1}]))
    assert totals(after(duel(with_skills(either)))) == (4, 5)
    assert said(either) == ["When attacking: against a shaken opponent: +2 to Attack. Otherwise: −1 to Attack."]


def test_skl_3_what_is_done_asks_when_it_is_done() -> None:
    """The first effect shakes the enemy, which the second then asks for."""
    near = {"of": "enemies", "within": 2}
    shake = {"type": "become", "state": "shaken", "who": near}
    push = only_if({"type": "there", "of": {**near, "state": "shaken"}}, then=[{"type": "push", "who": near}])
    assert using(shake, push, people={"b1": "4,4S"}).person("b1")["at"] == [4, 3]


def test_skl_3_a_conditional_aura_reaches_its_friends() -> None:
    banner = does("banner", ["always"], only_if({"type": "own", "state": "vigilant"}, then=[
        {**PLUS, "who": {"of": "friends", "within": 2}}]))  # fmt: skip
    for drawn, more in (("3,6E", 2), ("3,6E!", 0)):
        assert totals(after(duel(people={"a2": drawn}, a2=with_skills(banner)))) == (5 + more, 5)


def test_skl_3_after_a_fight_its_margin_and_part_are_asked() -> None:
    """Once a game and paid: what it does depends on how it was won."""
    drive = does("drive", ["won"], only_if(BY_3, {"type": "role", "part": "attacker"}, then=[{"type": "turn"}]),
                 element="fire")  # fmt: skip
    table = duel(with_skills(drive), pool=("fire",), people={"b2": "0,0S"}, bands={"A": {"aside": 3}})
    after(table, 4, 1)
    if table.can("retreat"):
        table.do("retreat", at=[4, 3])
    assert table.can("face") or table.can("use_skill")


def test_skl_3_conditions_that_are_never_met_are_told() -> None:
    assert wrong(does("x", ["attack"], only_if(BY_3, then=[PLUS]))) == ["/effects/0", "/when/0"]
    assert "/effects/0/conditions/0" in wrong(does("x", ["attack"], only_if({"type": "from_reserve"}, then=[PLUS])))
    borrow = {"type": "borrow", "who": {"of": "friends"}}
    assert "/effects/0/then/0" in wrong(does("x", ["always"], only_if({"type": "turns", "least": 2}, then=[borrow])))


# a skill for a while ------------------------------------------------------------------------------------------------


def perfect(pool: tuple[str, ...] = ("fire",)) -> Table:
    """Announced before the roll: a victory by just 3 counts as one by 4."""
    cut = does("cut", ["attack"], gain("winning", {"type": "outcome", "counts_as": "disabled"}, conditions=[BY_3]),
               element="fire")  # fmt: skip
    table = duel(with_skills(cut), pool=pool, people={"b2": "0,0S"}, bands={"A": {"aside": 4 - len(pool)}})
    return table.do("attack", target="b1").do("use_skill", skill="test:cut").passing()


@pytest.mark.parametrize(("attack", "state"), [(3, "vigilant"), (4, "disabled"), (5, "disabled"), (1, "vigilant")])
def test_skl_3_announced_before_the_roll_and_done_if_it_comes_so(attack: int, state: str) -> None:
    assert perfect().roll(attack, 1).person("b1")["state"] == state


def test_skl_3_what_waits_ends_with_the_fight_and_is_stored() -> None:
    table = perfect()
    assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state
    table.roll(2, 1).do("retreat", at=[4, 3])
    assert "lasting" not in table.person("a1")


def test_skl_3_it_may_wait_for_a_die_and_for_losing() -> None:
    six = gain("attack_rolled", {"type": "bonus", "to": "die", "amount": 1, "lasts": "phase"})
    assert wrong(does("x", ["attack"], six)) == ["/effects/0/effects/0/to", "/effects/0/when/0"]
    stay = gain("losing", {"type": "retreat", "squares": 0})
    table = duel(with_skills(does("stay", ["attack"], stay, element="fire")), pool=("fire",), bands={"A": {"aside": 3}})
    table.do("attack", target="b1").do("use_skill", skill="test:stay").passing().roll(1, 2)
    assert table.person("a1")["at"] == [4, 5] and not table.can("retreat")


def test_skl_3_an_enemy_bears_a_skill_for_a_while() -> None:
    """Until the end of the next phase whoever was hexed becomes shaken after losing."""
    hex_ = gain("lost", {"type": "become", "state": "shaken", "who": {"of": "self"}}, lasts="turn",
                who={"of": "enemies", "within": 2})  # fmt: skip
    table = using(hex_, people={"b2": "0,0S"})
    assert table.fight("b1", 2, 1).person("b1")["state"] == "vigilant"
    table.do("retreat", at=[4, 3])
    assert table.person("b1")["state"] == "shaken"


def test_skl_3_a_skill_for_a_while_may_be_optional_and_is_called_by_its_name() -> None:
    turn = gain("won", {"type": "turn", "who": FOE}, optional=True, lasts="phase")
    table = using(turn).fight("b1", 2, 1)
    while table.can("retreat"):
        table.do("retreat", at=[4, 3])
    assert [found["skill"] for found in table.can("use_skill")] == ["test:it-given"]
    option = next(option for option in table.pending.options if option.kind == "use_skill")
    assert "it" in EN(SYSTEM.label(table.state, option)) and "given" not in EN(SYSTEM.label(table.state, option))


def test_skl_3_what_waits_has_words() -> None:
    cut = does("cut", ["attack"], gain("winning", {"type": "outcome", "counts_as": "disabled"}, conditions=[BY_3]))
    assert said(cut) == [
        "When attacking: this time, when winning, by a margin of 3: whatever the margin, the loser is disabled."
    ]
    cry = act("cry", gain("attack", PLUS, who={"of": "friends"}, lasts="turn", conditions=[SHAKEN_FOE]))
    assert said(cry) == [
        "In its activation: each friend has the skill “when attacking, against a shaken opponent: +2 to Attack”"
        " until the end of the next phase."
    ]


def test_skl_3_what_cannot_come_in_this_fight_is_told() -> None:
    assert wrong(does("x", ["attack"], gain("phase_start", {"type": "turn"}))) == ["/effects/0/when", "/when/0"]
    assert wrong(does("x", ["activation"], gain("always", PLUS, lasts="turn"), optional=True)) == ["/effects/0/when"]


def test_skl_3_what_is_gained_is_one_of_the_skills_of_the_figure() -> None:
    table: Any = using(gain("won", {"type": "turn"}, lasts="game"))
    assert [skill.id for skill in table.state.skills(0)] == ["test:it", "test:it-given"]


# own: how far, and where --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "attack"), [
    ([[4, 6], [4, 5]], 4), ([[4, 7], [4, 6], [4, 5]], 6), ([[5, 6], [4, 5]], 4),
])  # fmt: skip
def test_skl_3_squares_gone_in_this_activation(path: list[list[int]], attack: int) -> None:
    charge = does("charge", ["attack"], {"type": "bonus", "to": "attack", "amount": 2},
                  conditions=[{"type": "own", "squares": 3}])  # fmt: skip
    start = {3: "4,8N", 2: "4,7N"}[len(path)]
    table = Table(FLOOR, {"a1": start, "b1": "4,4S"}, a1=with_skills(charge)).do("activate", character="a1")
    assert totals(table.walk(*path).fight("b1", 1, 3))[0] == attack + 1


@pytest.mark.parametrize(("dice", "follows", "spoken"), [
    ((2, 1), False, True), ((2, 1), True, False), ((1, 1), False, True), ((1, 2), False, False),
])  # fmt: skip
def test_skl_3_left_its_square_because_of_the_fight(dice: tuple[int, int], follows: bool, spoken: bool) -> None:
    press = does("press", ["won"], {"type": "follow", "must": True})
    again = does("again", ["won", "lost", "drawn"], {"type": "token", "name": "stood"},
                 conditions=[{"type": "own", "displaced": False}])  # fmt: skip
    table = duel(with_skills(*([press] if follows else []), again), people={"b2": "0,0S"}).fight("b1", *dice)
    if table.can("retreat"):
        table.do("retreat", at=table.can("retreat")[0]["at"])
    assert any(found.effect.token == "stood" for found in table.state.figures[0].lasting) == spoken
    assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state
