"""SKL-3: a skill does in each of its windows what means something there, once, and for as long as it says."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput

from .table import Table
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills


@pytest.mark.parametrize("lasts", ["use", "activation", "phase", "turn"])
def test_skl_3_a_bonus_that_lasts_is_not_counted_twice(lasts: str) -> None:
    strong = does("strong", ["attack"], {"type": "bonus", "to": "attack", "amount": 2, "lasts": lasts})
    assert totals(after(duel(with_skills(strong)))) == (7, 5)


def test_skl_3_a_bonus_that_lasts_is_there_in_the_next_fight() -> None:
    strong = does("strong", ["attack"], {"type": "bonus", "to": "defense", "amount": 2, "lasts": "turn"})
    fought = after(duel(with_skills(strong)))
    assert [found.left for found in fought.state.figures[0].lasting] == [2]


def test_skl_3_each_window_has_its_own_deeds() -> None:
    """What is said for the attack does not go on after it."""
    both = does("both", ["attack", "won"], {"type": "bonus", "to": "die", "amount": 1}, {"type": "follow"})
    fought = after(duel(with_skills(both)), 2, 1)
    assert totals(fought) == (7, 5)
    fought.do("retreat", at=[4, 3]).do("place")
    assert fought.person("a1")["at"] == [4, 4]
    assert fought.state.figures[0].lasting == ()


def test_skl_1_what_is_automatic_in_the_activation_is_done_as_it_begins() -> None:
    quick = does("quick", ["activation"], {"type": "bonus", "to": "movement", "amount": 2, "lasts": "activation"})
    plain = Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}).do("activate", character="a1")
    table = Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}, a1=with_skills(quick)).do("activate", character="a1")
    assert table.state.active is not None
    assert plain.state.active is not None
    assert table.state.active.points == plain.state.active.points + 2
    assert table.can("use_skill") == []


def test_skl_1_an_automatic_skill_asks_before_anything_else() -> None:
    drill = does("drill", ["activation"], {"type": "turn"})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}, a1=with_skills(drill)).do("activate", character="a1")
    assert len(table.can("face")) == 3 and table.can("pass") and not table.can("step")
    assert table.do("face", facing="E").person("a1")["facing"] == "E"
    assert table.can("step") != []


def test_skl_3_a_paid_reach_holds_for_the_activation() -> None:
    reach = does("reach", ["activation"], {"type": "lengthen", "squares": 3}, element="fire")
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,2S"}, pool=("fire",), a1=with_skills(reach))
    table.do("activate", character="a1")
    assert table.can("attack") == []
    table.do("use_skill", skill="test:reach")
    assert [option["target"] for option in table.can("attack")] == ["b1"]
    table.do("end_activation")
    assert table.state.figures[0].lasting == ()


@pytest.mark.parametrize(("die", "again"), [(6, False), (5, True), (3, True), (1, False)])
def test_skl_3_a_test_knows_by_how_much_it_was_missed_or_passed(die: int, again: bool) -> None:
    """Willpower 4: a 5 has missed by 1, a 3 has passed by 1."""
    near = does("near", ["tested"], {"type": "reroll"}, optional=True,
                conditions=[{"type": "by", "least": 1, "most": 1}])  # fmt: skip
    table = Table(FLOOR, {"a1": "4,5N!", "b1": "0,0S"}, a1=with_skills(near, willpower=4))
    table.do("activate", character="a1").do("test_willpower").roll(die)
    assert (table.can("use_skill") != []) == again


@pytest.mark.parametrize("wrong", [[], 3, "house:okko", None])
def test_cards_that_skills_bring_in_are_objects(wrong: Json) -> None:
    with pytest.raises(InvalidInput) as caught:
        Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}, root={"cards": [wrong]})
    assert caught.value.path == "cards[0]"
