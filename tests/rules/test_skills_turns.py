"""SKL-3: figures turned or put somewhere as a skill bounds it, kept from turning; what steps cost."""

from __future__ import annotations

from companion.model.core.contract import Json

from .table import Table
from .test_skills_deeds import using
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills
from .test_skills_ways import steps

ONE = {"of": "enemies", "within": 4, "choose": 1}


def turned(at: str = "4,4N", **fields: Json) -> Table:
    return using({"type": "turn", "who": ONE, **fields}, people={"a1": "4,6N", "b1": at, "b2": "8,0S"})


def faces(table: Table) -> str:
    return "".join(sorted(option["facing"] for option in table.can("face")))


def test_skl_3_a_quarter_turn_of_an_enemy_which_must_be_made() -> None:
    table = turned(by="quarter", must=True)
    assert (faces(table), table.can("pass")) == ("EW", [])
    assert table.do("face", facing="E").person("b1")["facing"] == "E"
    assert (faces(turned()), len(turned().can("pass"))) == ("ESW", 1)


def test_sht_6_turning_to_face_the_bearer() -> None:
    assert turned(towards=True, must=True).person("b1")["facing"] == "S"
    assert faces(turned("2,4N", towards=True, must=True)) == "ES"
    looking = Table(FLOOR, {"a1": "4,6N", "b1": "4,4S"}, pool=("air",), a1=with_skills(
        does("face-me", ["activation"], {"type": "turn", "who": ONE, "towards": True}, element="air")))  # fmt: skip
    assert not looking.do("activate", character="a1").can("use_skill"), "it faces the bearer already"


def put(**fields: Json) -> Table:
    return using({"type": "leap", **fields}, people={"a1": "4,6N", "b1": "4,1S", "b2": "0,8S"})


def test_skl_3_put_far_from_every_enemy() -> None:
    found = [option["at"] for option in put(squares=40, away=6).can("place")]
    assert found
    assert all(max(abs(c - x), abs(r - y)) >= 6 for c, r in found for x, y in ((4, 1), (0, 8)))
    assert put(squares=40).can("pass")
    assert not put(squares=2, must=True).can("pass")


def test_mov_3_a_figure_that_may_not_turn() -> None:
    boar = {"type": "bonus", "to": "movement", "amount": 3, "lasts": "activation"}
    table = using(boar, {"type": "forbid", "what": ["turns"], "lasts": "activation"},
                  people={"a1": "4,6N", "b1": "0,0S"})  # fmt: skip
    assert table.can("step")
    assert not table.can("turn")
    assert table.refusal("turn:E") == "SKL-3"
    assert {reached["facing"] for reached in table.ask("reach", id="a1")} == {"N"}


def test_ret_2_a_retreat_to_any_side() -> None:
    eel = does("eel", ["losing"], {"type": "retreat", "anywhere": True})
    table = after(duel(b=with_skills(eel), people={"b1": "4,4S"}), 2, 1)
    assert [5, 5] in [option["at"] for option in table.can("retreat")]
    assert len(table.can("retreat")) == 7
    assert table.do("retreat", at=[5, 4]).person("b1")["state"] == "shaken", "into an enemy control zone"


def test_mov_5_steps_through_walls_cost_more() -> None:
    paper = with_skills(does("paper", ["always"], {"type": "ignore", "what": ["bare_walls"], "extra": 1}))
    found = steps(paper, walls="4,3S 4,4E")
    assert (found[4, 3], found[3, 3], found[5, 4]) == (2, 1, 3)
    both = with_skills(*paper["stats"]["skills"], does("ghost", ["always"], {"type": "ignore", "what": ["bare_walls"]}))
    assert steps(both, walls="4,3S")[4, 3] == 1


def test_mov_1_movement_points_are_a_price_for_whoever_has_them() -> None:
    price = {"type": "pay", "price": [{"type": "lose", "what": "points"}]}
    tired = {"type": "pay", "price": [{"type": "bonus", "to": "movement", "amount": -1, "lasts": "activation"}]}
    for cost in (price, tired):
        card = with_skills(does("swap", ["movement"], cost, {"type": "swap", "who": {"of": "friends", "choose": 1}},
                                optional=True))  # fmt: skip
        table = Table(FLOOR, {"a1": "4,8N", "a2": "0,2E", "b1": "8,0S"}, a1=card).do("activate", character="a1")
        table.walk([4, 7], [4, 6], [4, 5], [4, 4])
        spent = Table(["."], {"a1": "0,0N"})
        spent.state = table.state
        assert not spent.walk([4, 3]).can("use_skill"), cost
        table.do("use_skill")
        assert (table.state.active.points, table.person("a1")["at"]) == (0, [0, 2])


def test_skl_2_who_has_only_turned_has_not_left_its_square() -> None:
    heavy = does("heavy", ["attack"], {"type": "bonus", "to": "attack", "amount": 2},
                 conditions=[{"type": "own", "stepped": False}])  # fmt: skip
    people = {"a1": "4,5E", "b1": "4,4S", "b2": "0,0S"}
    turned = Table(FLOOR, people, a1=with_skills(heavy)).do("activate", character="a1").do("turn", facing="N")
    assert totals(turned.fight("b1", 3, 3)) == (9, 7)
    stepped = Table(FLOOR, {**people, "a1": "4,6N"}, a1=with_skills(heavy)).do("activate", character="a1")
    assert totals(stepped.walk([4, 5]).fight("b1", 3, 3)) == (7, 7)


def test_ret_3_one_kind_of_terrain_does_not_shake_on_a_retreat() -> None:
    rows = [*["." * 9] * 3, "aaaahhhhh", *["." * 9] * 5]
    for at, state in (([3, 3], "vigilant"), ([4, 3], "shaken")):
        bath = with_skills(does("bath", ["always"], {"type": "ignore", "what": ["retreat_aquatic"]}))
        table = Table(rows, {"a1": "4,5N", "b1": "4,4S"}, b1=bath).do("activate", character="a1")
        assert after(table, 2, 1).do("retreat", at=at).person("b1")["state"] == state


def test_trn_3_activated_again_before_anybody_else() -> None:
    rage = does("rage", ["activation_end"],
                {"type": "pay", "price": [{"type": "become", "state": "shaken", "who": {"of": "self"}}]},
                {"type": "ready", "at_once": True}, optional=True, once="phase")  # fmt: skip
    people = {"a1": "4,5N", "a2": "8,8N", "b1": "0,0S"}
    table = Table(FLOOR, people, a1=with_skills(rage)).do("activate", character="a1").walk([4, 4])
    table.do("activate", character="a2").do("use_skill")
    assert table.state.active is not None
    assert (table.state.active.who, table.person("a1")["state"], table.state.active.acted) == (0, "shaken", False)
    assert table.can("activate", character="a2")
