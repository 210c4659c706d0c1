"""SKL-3: how long what a skill gives goes on, how many times it may be used, and whom it remembers."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json

from .table import Table
from .test_skills_numbers import FLOOR, does, with_skills

SELF, FOES = {"of": "self"}, {"of": "enemies"}
ROLL = ("fire", "fire", "fire", "fire")


def giving(lasts: str, people: dict[str, str] | None = None, who: Json = FOES) -> Table:
    """a1 is active, and b1 has +1 to Defense for so long."""
    gift = does("gift", ["activation"], {"type": "bonus", "to": "defense", "amount": 1, "who": who, "lasts": lasts},
                once="game")  # fmt: skip
    table = Table(FLOOR, people or {"a1": "4,6N", "a2": "8,8N", "b1": "4,4S", "b2": "0,0S"}, a1=with_skills(gift))
    return table.do("activate", character="a1")


def goes_on(table: Table, who: str = "b1") -> bool:
    return bool(table.person(who).get("lasting"))


def next_phase(table: Table) -> Table:
    """On to the activations of the next phase."""
    table.do("end_activations")
    if table.can("end_phase"):
        table.do("end_phase")
    while table.can("pass"):
        table.do("pass")
    return table.roll(*ROLL)


@pytest.mark.parametrize(
    ("lasts", "seen"),
    [
        ("phase", [False]),
        ("turn", [True, False]),
        ("whole_turn", [True, False]),
        ("next_phase", [True, False]),
        ("own_phase", [True, True, False]),
    ],
)
def test_skl_3_it_holds_until_a_phase(lasts: str, seen: list[bool]) -> None:
    table, found = giving(lasts), []
    for _ in seen:
        found.append(goes_on(next_phase(table)))
    assert found == seen


def test_skl_3_it_holds_until_the_turn_ends_whoever_has_it() -> None:
    gift = does("gift", ["activation"], {"type": "bonus", "to": "attack", "amount": 1, "lasts": "whole_turn"})
    table = Table(FLOOR, {"a1": "4,6N", "b1": "4,4S"}, b1=with_skills(gift), phase="B")
    table.do("activate", character="b1")
    assert goes_on(table)
    assert not goes_on(next_phase(table)), "the second band's phase is the last one of the turn"


def test_skl_3_it_holds_until_the_next_activation_of_its_bearer() -> None:
    table = next_phase(next_phase(giving("next_activation")))
    assert goes_on(table.do("activate", character="a2"))
    assert not goes_on(table.do("activate", character="a1"))


def test_skl_3_it_holds_as_long_as_they_stand_together() -> None:
    near = {"a1": "4,5N", "b1": "4,4S", "b2": "4,2S"}
    table = giving("together", near)
    assert (goes_on(table), goes_on(table, "b2")) == (True, False), "who is not near has nothing of it"
    table.do("step", at=[4, 6])
    assert not goes_on(table)


@pytest.mark.parametrize("mine", [True, False])
def test_skl_3_it_holds_as_long_as_both_are_vigilant(mine: bool) -> None:
    table = giving("unshaken", {"a1": "4,5N", "b1": "4,4S", "b2": "0,0S"})
    assert goes_on(table)
    table.fight("b1", *((2, 4) if mine else (6, 2)))
    assert "shaken" in (table.person("a1")["state"], table.person("b1")["state"])
    assert not goes_on(table)
    assert goes_on(table, "b2") == (not mine)


def test_skl_1_a_skill_may_be_used_so_many_times() -> None:
    turn = does("turn", ["activation"], {"type": "turn"}, optional=True, once="game", times=2)
    table = Table(FLOOR, {"a1": "4,6N", "b1": "4,4S"}, a1=with_skills(turn)).do("activate", character="a1")
    for facing in ("E", "S"):
        table.do("use_skill", skill="test:turn").do("face", facing=facing)
    assert not table.can("use_skill")
    table.do("end_activations").roll(*ROLL).do("end_activations").do("end_phase").roll(*ROLL)
    assert not table.do("activate", character="a1").can("use_skill"), "in the whole game"


def test_skl_3_it_knows_its_own_token() -> None:
    mark = {"type": "token", "name": "prey", "who": {"of": "enemies", "choose": 1}}
    mine = {"of": "opponent", "token": "prey", "own_token": True}
    hunt = [does("mark", ["activation"], mark, optional=True, once="game"),
            does("hunt", ["attack"], {"type": "bonus", "to": "attack", "amount": 2},
                 conditions=[{"type": "there", "of": mine}])]  # fmt: skip
    table = Table(FLOOR, {"a1": "4,5N", "a2": "5,5N", "b1": "4,4S", "b2": "5,4S"}, a1=with_skills(*hunt),
                  a2=with_skills(*hunt))  # fmt: skip
    table.do("activate", character="a1").do("use_skill", skill="test:mark").do("pick", character="b1")
    table.do("attack", target="b1").passing().roll(3, 3)
    assert table.can("retreat"), "2 more against its own prey"
    table.do("retreat", at=[4, 3]).do("activate", character="a2").do("attack", target="b2").passing().roll(2, 3)
    assert not table.can("retreat")


@pytest.mark.parametrize("anywhere", [True, False])
def test_sta_4_a_skill_may_bring_back_even_in_a_control_zone(anywhere: bool) -> None:
    words = does("words", ["activation"], {"type": "become", "state": "vigilant", "anywhere": anywhere,
                                           "who": {"of": "friends", "within": 4}})  # fmt: skip
    table = Table(FLOOR, {"a1": "4,7N", "a2": "4,5N!", "b1": "4,4S"}, a1=with_skills(words))
    assert table.do("activate", character="a1").person("a2")["state"] == ("vigilant" if anywhere else "shaken")
