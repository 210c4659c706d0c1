"""SKL-3: prices other than dice, what is done unless somebody pays, actions and zeni lost."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.model.core.contract import Json
from companion.model.games.asagiri.skills.record import SkillRecord, problems

from .table import Table
from .test_skills_numbers import FLOOR, does, with_skills

SELF, FOE, FOES = {"of": "self"}, {"of": "opponent"}, {"of": "enemies"}
SHAKE_ME = {"type": "become", "state": "shaken", "who": SELF}
PUSH = {"type": "push", "who": FOES}
GEAR = {"name": "Blade", "zeni": 1, "single": False, "skills": []}


def paying(*price: Json, when: str = "activation", then: Json = PUSH, people: str = "4,5N", **more: Any) -> Table:
    """a1 is active beside b1 and may pay this price for what follows."""
    skill = does("it", [when], {"type": "pay", "price": list(price)}, then, optional=True)
    table = Table(FLOOR, {"a1": people, "b1": "4,4S"}, a1={**with_skills(skill), **more})
    return table.do("activate", character="a1")


def offered(table: Table) -> bool:
    return bool(table.can("use_skill", skill="test:it"))


def test_skl_3_a_price_is_paid_as_the_skill_is_used() -> None:
    table = paying(SHAKE_ME).do("use_skill", skill="test:it")
    assert (table.person("a1")["state"], table.person("b1")["at"]) == ("shaken", [4, 3])
    assert not offered(paying(SHAKE_ME, people="4,5N!")), "who is shaken cannot become shaken as a price"


@pytest.mark.parametrize(
    ("price", "bearer", "paid"),
    [
        ({"type": "disarm", "who": SELF}, {"equipment": GEAR}, "equipment"),
        ({"type": "take_die", "who": SELF}, {"reserve": "air"}, "reserve"),
        ({"type": "token", "name": "oath", "remove": True},
         {"lasting": [{"effect": {"type": "token", "name": "oath"}, "skill": "x", "source": "a1", "left": -1}]},
         "lasting"),
    ],
)  # fmt: skip
def test_skl_3_what_is_not_there_cannot_be_paid(price: Json, bearer: dict[str, Json], paid: str) -> None:
    assert not offered(paying(price))
    assert not paying(price, **bearer).do("use_skill", skill="test:it").person("a1").get(paid)


def test_skl_3_the_action_or_the_movement_is_given_up() -> None:
    table = paying({"type": "lose", "what": "action"}).do("use_skill", skill="test:it")
    assert not table.can("attack")
    assert table.can("step")
    acted = paying({"type": "lose", "what": "action"}).fight("b1", 3, 3)
    assert not offered(acted)
    still = paying({"type": "lose", "what": "movement"}).do("use_skill", skill="test:it")
    assert not still.can("step")
    moved = paying({"type": "lose", "what": "movement"}, people="4,6N").walk([5, 6])
    assert not offered(moved)
    over = paying({"type": "lose", "what": "activation"}).do("use_skill", skill="test:it")
    assert not over.can("step") + over.can("attack")


def test_skl_3_zeni_are_a_price_too() -> None:
    table = paying({"type": "lose_zeni", "zeni": 2}).do("use_skill", skill="test:it")
    assert (table.band("A")["lost"], table.kinds[1]) == (2, "ZeniLost")


def test_skl_3_zeni_pay_for_another_roll() -> None:
    luck = does("luck", ["attack_rolled", "defense_rolled"], {"type": "pay", "price": [{"type": "lose_zeni"}]},
                {"type": "reroll"}, optional=True)  # fmt: skip
    assert not [*problems(msgspec.convert(luck, SkillRecord))]
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(luck)).do("activate", character="a1")
    table.do("attack", target="b1").passing().roll(1, 3)
    assert table.band("A")["lost"] == 0
    table.do("use_skill", skill="test:luck").roll(5)
    assert (table.band("A")["lost"], table.person("b1")["state"], table.can("use_skill")) == (1, "vigilant", [])
    assert table.can("retreat"), "9 against 7"


def test_skl_3_an_announced_bonus_is_paid_for_before_it_holds() -> None:
    table = paying(SHAKE_ME, when="attack", then={"type": "bonus", "to": "attack", "amount": 3})
    table.do("attack", target="b1").do("use_skill", skill="test:it").passing().roll(1, 1)
    assert (table.person("a1")["state"], table.person("b1")["state"]) == ("shaken", "vigilant")
    assert table.can("retreat"), "3 of the shaken face and 3 more, against 4"


def test_skl_3_a_shot_may_have_a_price() -> None:
    shot = does("it", ["shot"], {"type": "shot", "range": 6, "value": 4}, {"type": "pay", "price": [SHAKE_ME]})
    table = Table(FLOOR, {"a1": "4,8N", "b1": "4,4S"}, a1=with_skills(shot)).do("activate", character="a1")
    table.do("shoot", target="b1")
    assert table.person("a1")["state"] == "shaken"
    shaken = Table(FLOOR, {"a1": "4,8N!", "b1": "4,4S"}, a1=with_skills(shot)).do("activate", character="a1")
    assert not shaken.can("shoot")


def test_skl_3_nobody_pays_for_an_automatic_skill() -> None:
    tree = does("it", ["won"], {"type": "pay", "price": [SHAKE_ME]}, PUSH)
    assert [problem.pointer for problem in problems(msgspec.convert(tree, SkillRecord))] == ["/effects/0"]


# what is lost next time ----------------------------------------------------------------------------------------------


def test_skl_3_the_next_action_is_lost_later() -> None:
    stun = does("stun", ["won"], {"type": "lose", "what": "action", "who": FOE})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(stun)).do("activate", character="a1")
    table.fight("b1", 4, 3).do("retreat", at=[4, 3])
    table.do("end_activations").roll("fire", "fire", "fire", "fire").do("activate", character="b1")
    assert (bool(table.can("step")), table.can("test_willpower"), table.can("attack")) == (True, [], [])
    assert not table.person("b1").get("lasting")


def test_skl_3_the_next_activation_is_lost() -> None:
    stun = does("stun", ["won"], {"type": "lose", "what": "activation", "who": FOE})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S", "b2": "0,0S"}, a1=with_skills(stun))
    table.do("activate", character="a1").fight("b1", 4, 3).do("retreat", at=[4, 3])
    table.do("end_activations").roll("fire", "fire", "fire", "fire")
    assert [one["character"] for one in table.can("activate")] == ["b2"]
    table.do("end_activations").do("end_phase").roll("fire", "fire", "fire", "fire")
    table.do("end_activations").do("end_phase").roll("fire", "fire", "fire", "fire")
    assert [one["character"] for one in table.can("activate")] == ["b1", "b2"]


# unless somebody pays ------------------------------------------------------------------------------------------------


def test_skl_3_the_enemy_may_prefer_that_something_else_happens() -> None:
    skill = does("it", ["won"], {"type": "unless", "then": [{"type": "become", "state": "shaken"}],
                                 "instead": [{"type": "disarm"}]})  # fmt: skip

    def beaten(**more: Json) -> Table:
        table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(skill), b1=more)
        return table.do("activate", character="a1").fight("b1", 4, 3).do("retreat", at=[4, 3])

    armed = beaten(equipment=GEAR)
    assert armed.pending.seat == "B"
    armed.do("way", way=0)
    assert (armed.person("b1")["state"], "equipment" in armed.person("b1")) == ("vigilant", False)
    assert beaten().person("b1")["state"] == "shaken", "nobody is asked who cannot pay"


def test_skl_3_its_own_player_may_pay() -> None:
    skill = does("it", ["lost"], {"type": "unless", "then": [SHAKE_ME], "by": "own"})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(skill), pool=("air",))
    table.do("activate", character="a1").fight("b1", 1, 2).do("retreat", at=[4, 6])
    assert table.pending.seat == "A"
    table.do("give_up_die", element="air")
    assert (table.person("a1")["state"], table.band("A")["pool"]) == ("vigilant", [])


def test_skl_3_a_die_of_ones_own_is_lost() -> None:
    debt = does("debt", ["attack"], {"type": "take_die", "who": SELF, "where": "any"})
    table = Table(FLOOR, {"a1": "4,5N", "a2": "0,0N", "b1": "4,4S"}, a1=with_skills(debt), a2={"reserve": "earth"},
                  pool=("air",))  # fmt: skip
    table.do("activate", character="a1").do("attack", target="b1")
    assert {one["from"] for one in table.can("give_up_die")} == {"pool", "reserve"}
    table.do("give_up_die", element="earth")
    assert (table.person("a2")["reserve"], table.band("A")["aside"]) == (None, 4)


def test_skl_3_the_owner_chooses_which_die_it_loses() -> None:
    skill = does("it", ["won"], {"type": "take_die", "where": "any", "owner_chooses": True})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S", "b2": "0,0S"}, a1=with_skills(skill), b1={"reserve": "fire"},
                  b2={"reserve": "air"})  # fmt: skip
    table.do("activate", character="a1").fight("b1", 4, 3).do("retreat", at=[4, 3])
    assert table.pending.seat == "B"
    assert table.do("give_up_die", element="air").person("b2")["reserve"] is None


def test_skl_3_a_die_taken_comes_to_the_card() -> None:
    skill = does("it", ["won"], {"type": "take_die", "keep": True, "to": "card"})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(skill), b1={"reserve": "fire"})
    table.do("activate", character="a1").fight("b1", 4, 3).do("retreat", at=[4, 3])
    assert (table.person("a1")["reserve"], table.person("b1")["reserve"], table.band("A")["aside"]) == ("fire", None, 3)
