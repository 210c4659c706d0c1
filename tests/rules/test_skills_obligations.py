"""SKL-3: what skills forbid and demand, attacks in a row, halves and differences, figures that support."""

from __future__ import annotations

import msgspec
import pytest

from companion.model.core.contract import Json
from companion.model.games.asagiri.rules.movement import reach
from companion.model.games.asagiri.skills.record import SkillRecord, problems

from .table import Table
from .test_skills_deeds import act, using
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills

FOE = {"of": "opponent"}
BOW = does("bow", ["shot"], {"type": "shot", "range": 6, "value": 4})


def forbid(*what: str, when: str = "always", **more: Json) -> Json:
    effect = {"type": "forbid", "what": list(what), **{key: more.pop(key) for key in ("who", "lasts") if key in more}}
    return does("forbid", [when], effect, **more)


def wrong(skill: Json) -> list[str]:
    return [problem.pointer for problem in problems(msgspec.convert(skill, SkillRecord))]


def attacked(table: Table) -> set[str]:
    return {str(option["target"]) for option in table.can("attack")}


# forbidden -----------------------------------------------------------------------------------------------------------


def test_cbt_1_an_attack_from_behind_may_be_forbidden_to_the_bearer() -> None:
    fair = forbid("attack", when="attack", conditions=[{"type": "behind"}])
    table = duel(with_skills(fair), people={"b1": "4,4N", "b2": "3,4S"})
    assert attacked(table) == {"b2"}
    assert table.refusal("attack:b1") == "SKL-3"
    assert attacked(duel(people={"b1": "4,4N", "b2": "3,4S"})) == {"b1", "b2"}


def test_sht_2_nobody_may_shoot_at_it_from_afar() -> None:
    unseen = forbid("shot", when="shot_at", who=FOE, conditions=[{"type": "there", "of": {**FOE, "beyond": 2}}])
    for drawn, hit in (("4,2S", False), ("4,3S", True)):
        table = duel(with_skills(BOW), with_skills(unseen), people={"b1": drawn})
        assert bool(table.can("shoot")) == hit
    assert duel(with_skills(BOW), with_skills(unseen), people={"b1": "4,2S"}).refusal("shoot:b1,test:bow,") == "SKL-3"


def test_cbt_4_a_figure_may_give_no_support() -> None:
    friend = {"a2": "3,4E"}
    assert totals(after(duel(people=friend)))[0] == 6
    assert totals(after(duel(people=friend, a2=with_skills(forbid("support")))))[0] == 5


def test_mov_1_whoever_is_held_neither_steps_nor_turns_and_no_die_helps() -> None:
    held = act("hold", {"type": "forbid", "what": ["movement"], "lasts": "turn", "who": {"of": "enemies", "within": 2}})
    table = duel(with_skills(held), people={"b2": "0,0S"}).do("use_skill", skill="test:hold")
    table.do("end_activations").roll("air", "air", "air", "air").do("activate", character="b1")
    assert not table.can("step") and not table.can("turn")
    assert table.refusal("step:4-3,1") == table.refusal("turn:E") == "SKL-3"
    assert len(reach(table.state, 1, 4)) == 1
    assert table.do("activate", character="b2").can("step")


def test_sta_4_whoever_may_not_become_vigilant_does_not_test() -> None:
    table = Table(FLOOR, {"a1": "4,5N!", "b1": "0,0S"}, a1=with_skills(forbid("test"))).do("activate", character="a1")
    assert not table.can("test_willpower") and table.refusal("test_willpower") == "SKL-3"


@pytest.mark.parametrize(("what", "edition", "left"), [
    ("movement", 4, set()), ("turns", 4, {"go", "leap", "swap"}), ("movement", 3, {"go", "leap", "swap", "turn"}),
])  # fmt: skip
def test_trn_4_own_skills_of_a_forbidden_movement_do_not_move_the_bearer(
    what: str, edition: int, left: set[str]
) -> None:
    friend = {"of": "friends", "choose": 1}
    ways = [does(way, ["movement"], {"type": way, **more}, optional=True)
            for way, more in {"go": {}, "leap": {}, "swap": {"who": friend}, "turn": {}}.items()]  # fmt: skip
    other = does("other", ["movement"], {"type": "turn", "who": {"of": "enemies"}}, optional=True)
    rest = does("rest", ["activation"], {"type": "turn"}, optional=True)
    people = {"a1": "4,5N", "a2": "8,8N", "b1": "0,0S"}
    table = Table(FLOOR, people, root={"edition": edition}, a1=with_skills(*ways, other, rest, forbid(what)))
    table.do("activate", character="a1")
    assert {str(option["skill"]).removeprefix("test:") for option in table.can("use_skill")} == left | {"other", "rest"}


INCENSE = does("incense", ["always"], {"type": "forbid", "what": ["dice"], "element": "tori",
                                       "who": {"of": "enemies", "within": 2}})  # fmt: skip


def test_skl_3_dice_of_an_element_may_not_be_used_near_it() -> None:
    blow = act("blow", {"type": "push", "who": {"of": "enemies"}}, element="tori", optional=False)
    wild = act("wild", {"type": "push", "who": {"of": "enemies"}}, dice=[["tori", "fire"]], optional=False)
    for at, offered in (("4,4S", ["test:wild"]), ("4,2S", ["test:blow", "test:wild"])):
        table = Table(FLOOR, {"a1": "4,5N", "b1": at}, a1=with_skills(blow, wild), b1=with_skills(INCENSE),
                      pool=("tori", "fire")).do("activate", character="a1")  # fmt: skip
        assert [option["skill"] for option in table.can("use_skill")] == offered
        table.do("use_skill", skill="test:wild")
        assert (len(table.can("pick_die")) == 2) == (len(offered) == 2), "only one die: nobody is asked"


def test_skl_3_dice_may_not_be_used_to_raise_a_stat_nor_as_a_price() -> None:
    fire = does("incense", ["always"], {"type": "forbid", "what": ["dice"], "who": {"of": "enemies"}})
    toll = does("toll", ["enemy_activation_end"], {"type": "unless", "then": [{"type": "become", "state": "shaken"}]},
                optional=True)  # fmt: skip
    for skills, dice in (((fire, toll), 0), ((toll,), 1)):
        table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, b1=with_skills(*skills), pool=("fire",))
        table.do("activate", character="a1").do("attack", target="b1")
        assert len(table.can("use_die")) == dice
        table.passing().roll(1, 1).do("end_activations").do("use_skill", skill="test:toll")
        assert len(table.can("give_up_die")) == dice
        assert table.person("a1")["state"] == ("shaken" if not dice else "vigilant")


# from afar -----------------------------------------------------------------------------------------------------------

ARROWS = does("arrows", ["always"], {"type": "support", "part": "attacker",
                                     "who": {"of": "enemies", "within": 4, "sight": True}},
              conditions=[{"type": "own", "state": "vigilant"},
                          {"type": "there", "of": {"of": "self", "threatened": False}}])  # fmt: skip


@pytest.mark.parametrize(("archer", "more", "attack"), [
    ("4,8N", {}, 5), ("2,6N", {}, 6), ("2,6S", {}, 5), ("2,6N!", {}, 5), ("2,6N", {"b2": "2,5S"}, 5), ("0,8N", {}, 6),
    ("3,4E", {}, 6),
])  # fmt: skip
def test_cbt_4_an_archer_supports_from_afar(archer: str, more: dict[str, str], attack: int) -> None:
    """In sight, within 4 squares, in no zone; where the enemy is in its zone anyway it is still one support."""
    table = after(duel(people={"a2": archer, **more}, a2=with_skills(ARROWS)))
    assert totals(table)[0] == attack


def test_cbt_4_support_from_afar_is_support_and_of_attackers_alone() -> None:
    people = {"a2": "2,6N"}
    alone = does("alone", ["defense"], {"type": "ignore", "what": ["support"]})
    assert totals(after(duel(b=with_skills(alone), people=people, a2=with_skills(ARROWS))))[0] == 5
    mute = with_skills(ARROWS, forbid("support"))
    assert totals(after(duel(people=people, a2=mute)))[0] == 5
    proud = does("proud", ["attack"], {"type": "bonus", "to": "die", "amount": 2}, conditions=[
        {"type": "there", "of": {"of": "friends", "supporting": True}}])  # fmt: skip
    assert totals(after(duel(with_skills(proud), people=people, a2=with_skills(ARROWS))))[0] == 8
    defended = Table(FLOOR, {"a1": "4,5N", "a2": "2,6N", "b1": "4,4S"}, a2=with_skills(ARROWS), phase="B")
    defended.do("activate", character="b1").fight("a1", 1, 1)
    assert totals(defended)[1] == 5


# demanded ------------------------------------------------------------------------------------------------------------


def test_trn_5_whoever_must_attack_does_nothing_else_as_long_as_it_can() -> None:
    rage = does("rage", ["always"], {"type": "oblige", "what": ["attack"]})
    table = duel(with_skills(rage, act("wait", {"type": "turn"}, action=True, optional=False)), people={"a2": "0,8N"})
    assert attacked(table) == {"b1"}
    assert not any(table.can(kind) for kind in ("end_activation", "end_activations", "activate", "use_skill"))
    assert table.refusal("end_activation") == table.refusal("activate:a2") == "SKL-3"
    table.walk([4, 6])
    assert table.can("end_activation"), "out of reach it is free again"


def test_skl_3_whoever_must_follow_is_not_asked() -> None:
    table = after(duel(with_skills(does("press", ["won"], {"type": "follow", "must": True}))), 2, 1)
    table.do("retreat", at=[4, 3])
    assert table.person("a1")["at"] == [4, 4]


# attacks in a row ----------------------------------------------------------------------------------------------------


def whirl(**more: Json) -> Table:
    row = act("whirl", {"type": "strike", "who": {"of": "enemies", "within": 1}, **more}, action=True, optional=False)
    people = {"b1": "4,4S", "b2": "3,6S", "b3": "5,6S", "b4": "8,8N"}
    return duel(with_skills(row), people=people).do("use_skill", skill="test:whirl")


def test_skl_3_it_turns_to_each_of_those_it_attacks_in_a_row() -> None:
    table = whirl(turning=True).do("pass").passing().roll(6, 1)
    table.do("face", facing="S").do("face", facing="N").passing().roll(6, 1)
    assert table.person("b2")["state"] == "disabled"


ROWS = [("lost", (1, 2), False), ("lost", (2, 2), True), ("not_won", (2, 2), False), ("not_won", (6, 1), True)]


@pytest.mark.parametrize(("until", "rolls", "goes_on"), ROWS)
def test_skl_3_a_row_of_attacks_ends_when_it_does_not_win(until: str, rolls: tuple[int, int], goes_on: bool) -> None:
    table = whirl(turning=True, until=until).do("pass").passing().roll(*rolls)
    for _ in range(3):
        if table.can("retreat"):
            table.do("retreat", at=table.can("retreat")[0]["at"])
    assert bool(table.can("face")) == goes_on


# amounts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("up", "won"), [(False, 2), (True, 3)])
def test_skl_3_half_a_stat_is_rounded(up: bool, won: int) -> None:
    half = {"type": "half", "of": {"type": "stat", "stat": "movement"}, "up": up}
    table = duel(with_skills(does("half", ["attack"], {"type": "bonus", "to": "attack", "amount": half})))
    assert totals(after(table)) == (5 + won, 5)


def test_skl_3_the_difference_of_two_stats_counts() -> None:
    above = {"type": "difference", "of": {"type": "stat", "stat": "defense", "of": FOE},
             "above": {"type": "stat", "stat": "attack"}}  # fmt: skip
    giant = does("giant", ["attack"], {"type": "bonus", "to": "attack", "amount": above})
    table = duel(with_skills(giant), {"stats": {"defense": 7}})
    assert totals(after(table)) == (8, 8)
    assert totals(after(duel(with_skills(giant))))[0] == 5


def test_cbt_4_those_who_support_are_counted() -> None:
    count = {"type": "count", "of": {"of": "friends", "supporting": True, "namesake": True}}
    pack = does("pack", ["attack"], {"type": "bonus", "to": "attack", "amount": count})
    people = {"a2": "3,4E", "a3": "5,5W"}
    names = {"a1": {**with_skills(pack), "name": "Wolf"}, "a2": {"name": "Wolf"}, "a3": {"name": "Crow"}}
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S", **people}, **names, b1={}).do("activate", character="a1")
    assert totals(after(table))[0] == 8, "two support, one of them counts"


def test_skl_3_what_is_never_asked_is_told() -> None:
    assert wrong(forbid("support", when="attack")) == ["/effects/0", "/when/0"]
    assert wrong(forbid("attack", when="attack", element="fire")) == ["/effects/0", "/when/0"]
    half = {"type": "difference", "of": {"type": "stat", "stat": "attack"}, "above": {"type": "stat", "stat": "attack"}}
    bonus = {"type": "bonus", "to": "attack", "amount": half}
    assert wrong(does("x", ["attack"], bonus)) == ["/effects/0/amount"]


def test_skl_3_an_obligation_may_be_laid_on_enemies_for_a_while() -> None:
    rage = {"type": "oblige", "what": ["attack"], "who": {"of": "enemies", "within": 2}, "lasts": "turn"}
    table = using(rage, people={"b2": "0,0S"}).do("end_activations").roll("air", "air", "air", "air")
    assert not table.do("activate", character="b1").can("end_activation")
