"""SKL-3: skills that ask which test it is, in what part, which dice were spent, and what was done in the phase."""

from __future__ import annotations

import msgspec
import pytest

from companion.model.core.contract import Json
from companion.model.games.asagiri.skills.record import SkillRecord, problems

from .table import Table
from .test_skills_deeds import act
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills

FOE = {"of": "opponent"}
DIE = {"type": "bonus", "to": "die", "amount": 1}
WILL = {"type": "bonus", "to": "willpower", "amount": 2}


def wrong(skill: Json) -> list[str]:
    return [problem.pointer for problem in problems(msgspec.convert(skill, SkillRecord))]


def voice(**asked: Json) -> Table:
    """a2's voice helps its friend a1 in such a test."""
    help_ = does("voice", ["always"], {**WILL, "who": {"of": "friends", "within": 3}},
                 conditions=[{"type": "of_test", **asked}])  # fmt: skip
    glare = does("glare", ["targeted"], {"type": "test", "failed": [{"type": "cancel"}]})
    people = {"a1": "4,5N!", "a2": "4,6N", "b1": "4,1S", "b2": "0,0N"}
    return Table(FLOOR, people, a2=with_skills(help_), b1=with_skills(glare)).do("activate", character="a1")


@pytest.mark.parametrize(("why", "state"), [("vigilant", "vigilant"), ("forced", "shaken"), ("fear", "shaken")])
def test_skl_3_an_aura_helps_in_one_kind_of_test_alone(why: str, state: str) -> None:
    table = voice(why=why).do("test_willpower").passing().roll(5)
    assert table.person("a1")["state"] == state


@pytest.mark.parametrize(("why", "attacked"), [("vigilant", False), ("forced", True), ("enemy", True), ("fear", True)])
def test_skl_3_a_test_before_attacking_the_fearsome_is_told_from_others(why: str, attacked: bool) -> None:
    calm = does("calm", ["willpower"], WILL, conditions=[{"type": "of_test", "why": why}])
    glare = does("glare", ["targeted"], {"type": "test", "failed": [{"type": "cancel"}]})
    table = duel(with_skills(calm), with_skills(glare)).do("attack", target="b1").passing().roll(6)
    assert (table.state.frames != ()) == attacked


@pytest.mark.parametrize(("face", "again"), [(6, True), (2, False)])
def test_skl_3_a_failed_test_alone_is_rolled_again(face: int, again: bool) -> None:
    breath = does("breath", ["tested"], {"type": "reroll"}, optional=True,
                  conditions=[{"type": "of_test", "stat": "willpower", "passed": False}])  # fmt: skip
    table = Table(FLOOR, {"a1": "4,5N!", "b1": "0,0S"}, a1=with_skills(breath)).do("activate", character="a1")
    table.do("test_willpower").passing().roll(face)
    assert bool(table.can("use_skill")) == again


def test_skl_3_an_aura_for_those_who_are_shot_at() -> None:
    catch = does("catch", ["always"], {**DIE, "who": {"of": "friends", "within": 1}},
                 conditions=[{"type": "role", "part": "defender", "by": "shot"}])  # fmt: skip
    bow = does("bow", ["shot"], {"type": "shot", "range": 5, "value": 4})
    shot = duel(with_skills(bow), people={"b1": "4,2S", "b2": "5,2S"}, b2=with_skills(catch))
    assert totals(shot.do("shoot", target="b1").passing().roll(1, 1)) == (5, 6)
    assert totals(after(duel(people={"b2": "5,4N"}, b2=with_skills(catch)))) == (5, 5)


@pytest.mark.parametrize("by", ["combat", "shot"])
def test_skl_3_who_falls_knows_how_and_its_friends_know_by_whom(by: str) -> None:
    """A shot from afar disables b1: what asks for combat is silent."""
    vengeful = does("vengeful", ["disabled"], {"type": "become", "state": "shaken", "who": FOE},
                    conditions=[{"type": "role", "by": by}])  # fmt: skip
    mark = {"type": "token", "name": "doomed", "who": FOE}
    mourner = does("mourner", ["friend_disabled"], mark, conditions=[{"type": "role", "by": by}])
    bow = does("bow", ["shot"], {"type": "shot", "range": 5, "value": 6})
    table = duel(with_skills(bow), with_skills(vengeful), people={"b1": "4,2S", "b2": "8,0S"}, b2=with_skills(mourner))
    table.do("shoot", target="b1").passing().roll(6, 1)
    assert (table.person("b1")["state"], table.person("a1")["state"]) == (
        "disabled", "shaken" if by == "shot" else "vigilant")  # fmt: skip
    assert bool(table.person("a1").get("lasting")) == (by == "shot")


def test_skl_3_whoever_shakes_a_figure_is_the_opponent_of_its_skills() -> None:
    grudge = does("grudge", ["shaken"], {"type": "token", "name": "grudge", "who": FOE})
    table = after(duel(b=with_skills(grudge)), 4, 1)
    assert table.person("a1")["lasting"][0]["effect"]["name"] == "grudge"


@pytest.mark.parametrize(("element", "less"), [("fire", 1), ("tori", 1), ("water", 0)])
def test_skl_3_dice_that_the_enemy_has_spent_are_seen(element: str, less: int) -> None:
    fear = does("fear", ["defense"], {"type": "bonus", "to": "die", "amount": -1},
                conditions=[{"type": "spent", "element": element}])  # fmt: skip
    blow = does("blow", ["attack"], {"type": "bonus", "to": "die", "amount": 1}, dice=[["fire"], ["tori"]])
    table = duel(with_skills(blow), with_skills(fear), pool=("fire", "tori"), bands={"A": {"aside": 2}})
    table.do("attack", target="b1").do("use_skill", skill="test:blow")
    while table.can("pick_die"):
        table.do("pick_die", **{key: value for key, value in table.can("pick_die")[0].items() if key == "element"})
    assert totals(table.passing().roll(1, 1)) == (6, 5 - less)


def test_skl_3_what_has_been_done_in_the_phase_is_known_until_it_ends() -> None:
    idle = does("idle", ["phase_end"], {"type": "become", "state": "shaken", "who": {"of": "self"}},
                conditions=[{"type": "there", "of": {"of": "self", "did_not": "attacked"}}])  # fmt: skip
    again = act("again", {"type": "ready", "who": {"of": "friends", "did": "attacked"}}, optional=True)
    table = duel(with_skills(idle), people={"a2": "0,8N"}, a2=with_skills(idle, again))
    table.fight("b1", 1, 1).do("activate", character="a2")
    assert table.can("use_skill", skill="test:again")
    table.do("end_activations").passing()
    assert [table.person(who)["state"] for who in ("a1", "a2")] == ["vigilant", "shaken"]
    assert "did:attacked" not in table.person("a1").get("used", [])


def test_skl_3_a_fight_counts_once_it_is_over() -> None:
    """Whoever has not been attacked yet is stronger in its first fight, from its announcements to the dice."""
    fresh = does("fresh", ["defense"], {"type": "bonus", "to": "defense", "amount": 2},
                 conditions=[{"type": "there", "of": {"of": "self", "did_not": "been_attacked"}}])  # fmt: skip
    table = duel(b=with_skills(fresh), people={"a2": "3,4E"})
    assert totals(table.do("attack", target="b1").passing().roll(2, 1)) == (7, 7)
    table.do("activate", character="a2").do("attack", target="b1")
    assert totals(table.passing().roll(1, 1)) == (7, 5)


@pytest.mark.parametrize("what", ["attack", "skills"])
def test_skl_3_a_fight_called_off_counts_as_well(what: str) -> None:
    shy = does("shy", ["targeted" if what == "attack" else "enemy_used"], {"type": "cancel", "what": what})
    bow = does("bow", ["shot"], {"type": "shot", "range": 5, "value": 4})
    steady = does("steady", ["defense"], DIE, conditions=[{"type": "there", "of": {"of": "self", "did": "shot"}}])
    table = duel(with_skills(bow, steady), with_skills(shy), people={"b1": "4,2S"})
    table.do("shoot", target="b1").passing()
    assert "did:shot" in table.person("a1")["used"] and "did:been_shot" in table.person("b1")["used"]


def test_skl_3_conditions_that_never_hold_are_told() -> None:
    test = {"type": "of_test"}
    assert wrong(does("x", ["willpower"], WILL, conditions=[{**test, "passed": True}])) == ["/conditions/0"]
    assert wrong(does("x", ["willpower"], WILL, conditions=[{**test, "stat": "attack"}])) == ["/conditions/0"]
    stay = {"type": "prevent", "what": ["shaken"]}
    assert wrong(does("x", ["always"], stay, conditions=[{"type": "role", "by": "shot"}])) == ["/conditions/0"]
    assert wrong(does("x", ["attack"], WILL, conditions=[{"type": "spent", "least": 0}]))[-1] == "/conditions/0"


@pytest.mark.parametrize(("whose", "mine", "theirs"), [("own", 6, 5), ("enemy", 5, 6)])
def test_trn_1_whose_phase_it_is_can_be_asked(whose: str, mine: int, theirs: int) -> None:
    night = does("night", ["always"], {"type": "bonus", "to": "die", "amount": 1},
                 conditions=[{"type": "phase", "whose": whose}])  # fmt: skip
    assert totals(after(duel(with_skills(night), with_skills(night)))) == (mine, theirs)


@pytest.mark.parametrize(("of", "back", "die", "state"), [
    ("retreat", "4,3S", 2, "vigilant"), ("retreat", None, 4, "shaken"), ("result", None, 4, "vigilant"),
    ("result", "4,3S", 2, "shaken"), ("leaving", "4,3S", 2, "shaken"), ("skill", None, 4, "shaken"),
])  # fmt: skip
def test_skl_3_why_it_would_be_shaken_is_asked(of: str, back: str | None, die: int, state: str) -> None:
    """Beaten by 1 with nowhere to go it is shaken by its retreat (RET-2), by 3 by the result."""
    nerves = does(
        "nerves", ["shaken"], {"type": "prevent", "what": ["shaken"]}, conditions=[{"type": "because", "of": of}]
    )
    behind = {"b2": "3,3S", "b3": back, "b4": "5,3S"} if back else {}
    table = after(duel(b=with_skills(nerves), people=behind), die, 1)
    if table.can("retreat"):
        table.do("retreat", at=[4, 3])
    assert table.person("b1")["state"] == state


def test_skl_3_skills_and_steps_away_are_no_retreat() -> None:
    def nerves(of: str) -> dict[str, Json]:
        return with_skills(does("nerves", ["shaken"], {"type": "prevent", "what": ["shaken"]},
                                conditions=[{"type": "because", "of": of}]))  # fmt: skip

    for of, state in (("leaving", "vigilant"), ("retreat", "shaken")):
        away = Table(FLOOR, {"a1": "4,5S", "b1": "4,4S"}, a1=nerves(of)).do("activate", character="a1")
        away.do("step", at=[4, 6]).do("end_activation")
        assert away.person("a1")["state"] == state
    curse = does("curse", ["activation"], {"type": "become", "state": "shaken", "who": {"of": "enemies"}}, action=True)
    for of, state in (("skill", "vigilant"), ("result", "shaken")):
        assert duel(with_skills(curse), nerves(of)).do("use_skill", skill="test:curse").person("b1")["state"] == state
