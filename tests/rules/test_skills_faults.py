"""SKL-3: what skills bring about has a cause, counts as what it is, and holds for whom it is said."""

from __future__ import annotations

import msgspec
import pytest

from companion.model.core.contract import Json
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.skills.conditions.figures import There
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.record import SkillRecord, problems
from companion.resources import resources_dir

from .table import CONTENT, Table, open_floor
from .test_skills_numbers import after, does, duel, totals, with_skills

FOE = {"of": "opponent"}
AVENGED = does("avenged", ["disabled"], {"type": "become", "state": "shaken", "who": FOE})
EN = Words("en", resources_dir() / "translations")


@pytest.mark.parametrize("attack", [3, 4])
def test_cbt_6_whoever_disables_a_figure_by_shaking_it_again_is_known(attack: int) -> None:
    """By 3 or by 4: it falls, and its skills know the opponent."""
    table = after(duel(people={"b1": "4,4S!", "b2": "0,0S"}, b=with_skills(AVENGED)), attack, 1)
    assert (table.person("b1")["state"], table.person("a1")["state"]) == ("disabled", "shaken")


@pytest.mark.parametrize("reminded", [False, True])
def test_ret_3_a_retreat_that_shakes_is_the_doing_of_the_winner(reminded: bool) -> None:
    dials = {"retreats": "remind", "difficult": "remind", "cards": "remind"} if reminded else {}
    more = {"root": {"dials": dials}, "people": {"b1": "4,4S!", "b2": "0,0S", "a2": "4,2S"}, "b": with_skills(AVENGED)}
    table = after(duel(**more), 1, 1)
    for _ in range(9):
        if table.can("do_it"):
            assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state
            table.do("do_it")
        elif table.can("retreat", at=[4, 3]):
            table.do("retreat", at=[4, 3])
    assert (table.person("b1")["state"], table.person("a1")["state"]) == ("disabled", "shaken")


def test_trn_4_a_free_turn_when_moving_is_movement() -> None:
    """A turn, an attack, then a walk: two movements."""
    pivot = does("pivot", ["movement"], {"type": "turn", "who": {"of": "self"}}, optional=True, once="always")
    table = duel(with_skills(pivot), people={"a1": "4,5E", "b1": "4,4N"})
    table.do("use_skill", skill="test:pivot").do("face", facing="N")
    points = SYSTEM.encode(table.state)["active"]["points"]
    assert points == 5 and table.can("step")
    table.fight("b1", 1, 1)
    assert not table.can("step")


def test_cbt_5_an_attack_from_behind_is_none_against_whoever_ignores_it() -> None:
    stab = does("stab", ["attack"], {"type": "bonus", "to": "attack", "amount": 2}, conditions=[{"type": "behind"}])
    eyes = does("eyes", ["defense"], {"type": "ignore", "what": ["behind"]}, conditions=[{"type": "behind"}])
    behind = {"people": {"b1": "4,4N"}}
    assert totals(after(duel(with_skills(stab), **behind))) == (8, 5)
    assert totals(after(duel(with_skills(stab), with_skills(eyes), **behind))) == (5, 5)
    assert totals(after(duel(with_skills(stab), with_skills(eyes), **behind, root={"edition": 2}))) == (7, 5), "of old"


@pytest.mark.parametrize(("when", "state"), [("movement", "shaken"), ("always", "vigilant")])
def test_ret_3_what_eases_movement_does_not_ease_a_retreat(when: str, state: str) -> None:
    rows = ["........."] * 3 + ["hhhhhhhhh"] + ["........."] * 5
    reeds = does("reeds", [when], {"type": "ignore", "what": ["hindering"]})
    table = duel(people={"b1": "4,4S"}, b=with_skills(reeds))
    table = Table(rows, {"a1": "4,5N", "b1": "4,4S"}, b1=with_skills(reeds)).do("activate", character="a1")
    after(table, 2, 1).do("retreat", at=[4, 3])
    assert table.person("b1")["state"] == state


@pytest.mark.parametrize(("attack", "defense"), [(1, 2), (2, 1)])
def test_skl_3_a_result_announced_inside_another_effect_holds_for_its_bearer(attack: int, defense: int) -> None:
    """Announced with the attack and bought by a roll: nothing comes of it when the attacker loses."""
    hard = does("hard", ["attack"], {"type": "roll", "least": 2, "then": [{"type": "shift", "by": 3}]})
    table = duel(with_skills(hard), people={"a2": "0,8N", "b2": "0,0S"}).do("attack", target="b1").roll(6)
    table.passing().roll(attack, defense)
    assert table.person("b1")["state"] == ("disabled" if attack > defense else "vigilant")
    assert table.person("a1")["state"] == "vigilant"


def test_words_of_an_opponent_that_is_there() -> None:
    there = [There(Who(of="opponent"), least=least, most=most) for least, most in ((1, None), (0, 0))]
    assert [EN(one.words()) for one in there] == ["if there is an opponent", "if there is no opponent"]


@pytest.mark.parametrize("cost", [{}, {"element": "fire"}, {"dice": [["fire"], ["air"]]}])
def test_sht_6_what_holds_beside_a_shot_holds_in_it(cost: dict[str, object]) -> None:
    """Bonuses and what is ignored, also under conditions of their own, count in the skill's own shot and no other."""
    shot = {"type": "shot", "range": 2, "value": 4}
    bow = does("bow", ["shot"], shot, {"type": "bonus", "to": "shot", "amount": 2},
               {"type": "bonus", "to": "defense", "amount": -2, "who": FOE}, {"type": "ignore", "what": ["cover"]},
               {"type": "if", "conditions": [{"type": "opponent", "state": "shaken"}],
                "then": [{"type": "bonus", "to": "die", "amount": 1}]}, **cost)  # fmt: skip
    plain = does("plain", ["shot"], shot)
    rows = ["........."] * 5 + ["....h...."] + ["........."] * 3

    def shoot(skill: str, state: str = "") -> tuple[int, int]:
        table = Table(rows, {"a1": "4,7N", "b1": f"4,5S{state}"}, pool=("fire", "air"), a1=with_skills(bow, plain))
        table.do("activate", character="a1").do("shoot", target="b1", skill=f"test:{skill}")
        return totals(table.passing().roll(1, 1))

    assert (shoot("bow"), shoot("bow", "!"), shoot("plain")) == ((7, 3), (8, 2), (5, 6))


def test_sht_1_a_shot_that_lengthens_its_own_range_does() -> None:
    far = does("far", ["shot"], {"type": "shot", "range": 2, "value": 4}, {"type": "bonus", "to": "range", "amount": 2})
    table = duel(with_skills(far), people={"a1": "4,8N", "b1": "4,4S"})
    assert table.can("shoot", target="b1")


BACK = does("back", ["always"], {"type": "bonus", "to": "die", "amount": 1, "who": {"of": "friends"}}, conditions=[
    {"type": "role", "part": "defender"}, {"type": "there", "of": {"of": "self", "supporting": True}}])  # fmt: skip
PACK = does("pack", ["attack"], {"type": "bonus", "to": "attack", "amount": {
    "type": "count", "of": {"of": "friends", "supporting": True}}})  # fmt: skip
NONE = does("none", ["always"], {"type": "forbid", "what": ["support"], "who": {"of": "enemies"}})
LONELY = does("lonely", ["defense"], {"type": "ignore", "what": ["support"]})
WARY = does("wary", ["defense"], {"type": "ignore", "what": ["support"]},
            conditions=[{"type": "there", "of": {"of": "enemies", "supporting": True}}])  # fmt: skip


def supported(people: dict[str, str], **skills: Json) -> tuple[int, int]:
    """The totals when a1 attacks b1."""
    cards = {who: with_skills(*borne) for who, borne in skills.items()}
    table = Table(open_floor(9, 9), {"a1": "4,5N", "b1": "4,4S", **people}, **cards)
    return totals(after(table.do("activate", character="a1")))


def test_cbt_4_an_aura_knows_whether_its_bearer_supports() -> None:
    assert supported({"b2": "3,4S"}, b2=[BACK]) == (5, 7)
    assert supported({"b2": "0,0S"}, b2=[BACK]) == (5, 5)
    assert supported({"b2": "3,4S"}, b2=[BACK], a1=[NONE]) == (5, 5), "support that is forbidden is none"
    assert supported({"a2": "3,4E", "b2": "8,8S"}, b2=[BACK]) == (6, 5)


@pytest.mark.parametrize("against", [NONE, LONELY, WARY])
def test_cbt_4_who_adds_nothing_does_not_support(against: Json) -> None:
    """Also where support is ignored only if somebody supports."""
    assert supported({"a2": "3,4E"}, a1=[PACK]) == (7, 5)
    assert supported({"a2": "3,4E"}, a1=[PACK], b1=[against]) == (5, 5)


def test_cbt_4_whoever_is_ignored_by_what_has_been_paid_for_does_not_support() -> None:
    cut = does("cut", ["attack"], {"type": "ignore", "what": ["support"]}, element="fire")
    cards = {"a1": with_skills(cut), "b2": with_skills(BACK)}
    table = Table(open_floor(9, 9), {"a1": "4,5N", "b1": "4,4S", "b2": "3,4S"}, pool=("fire",), **cards)
    table.do("activate", character="a1").do("attack", target="b1").do("use_skill", skill="test:cut")
    assert totals(table.passing().roll(1, 1)) == (5, 5)


@pytest.mark.parametrize(("part", "against", "expected"), [
    ("defender", [], (5, 7)), ("attacker", [], (5, 6)), ("defender", [NONE], (5, 5)),
])  # fmt: skip
def test_cbt_4_a_supporter_may_add_more_than_one(part: str, against: list[Json], expected: tuple[int, int]) -> None:
    """In the part that the friend has whom it supports."""
    shoulder = does("shoulder", ["always"], {"type": "bonus", "to": "support", "amount": 1},
                    conditions=[{"type": "role", "part": part}])  # fmt: skip
    assert supported({"b2": "3,4S"}, b2=[shoulder], a1=against) == expected


def test_cbt_4_a_supporter_may_add_less_for_a_while() -> None:
    tired = does("tired", ["activation"], {"type": "bonus", "to": "support", "amount": -1, "who": {"of": "enemies"},
                                           "lasts": "activation"})  # fmt: skip
    drilled = does("drilled", ["always"], {"type": "set", "to": "support", "amount": 3, "who": {"of": "friends"}})
    assert supported({"b2": "3,4S"}, a1=[tired]) == (5, 5)
    assert supported({"b2": "3,4S"}, b1=[drilled]) == (5, 8)


def test_skl_3_what_always_holds_asks_for_supports_of_numbers_alone() -> None:
    bound = does("bound", ["always"], {"type": "prevent", "what": ["push"]},
                 conditions=[{"type": "there", "of": {"of": "self", "supporting": True}}])  # fmt: skip
    assert [found.pointer for found in problems(msgspec.convert(bound, SkillRecord))] == ["/conditions/0/of"]


@pytest.mark.parametrize(("window", "dice"), [("attack", (1, 1)), ("drawn", (1, 1)), ("won", (2, 1))])
def test_cbt_4_what_is_done_in_a_fight_or_after_it_knows_who_supports(window: str, dice: tuple[int, int]) -> None:
    def marked(supporting: bool) -> tuple[list[str], list[str]]:
        mark = {"type": "token", "name": "mark", "who": {"of": "friends", "supporting": supporting}}
        count = {"type": "there", "of": mark["who"], "least": 2}
        fame = {"type": "if", "conditions": [count], "then": [{"type": "token", "name": "fame"}]}
        table = Table(open_floor(9, 9), {"a1": "4,5N", "a2": "3,4E", "a3": "0,8N", "a4": "5,4W", "b1": "4,4S"},
                      a1=with_skills(does("praise", [window], mark, fame)), b1={"stats": {"defense": 6}})  # fmt: skip
        table.do("activate", character="a1").fight("b1", *dice).passing()
        if table.can("retreat"):
            table.do("retreat", at=[4, 3])
        found = {token: [name for name in ("a1", "a2", "a3", "a4") if any(
            lasting.effect.token == token for lasting in table.state.figures[int(name[1]) - 1].lasting)]
                 for token in ("mark", "fame")}  # fmt: skip
        return found["mark"], found["fame"]

    assert marked(True) == (["a2", "a4"], ["a1"])
    assert marked(False) == (["a3"], [])
