"""SKL-3: figures turned by a quarter or to face somebody, put far away because they must, and kept from turning."""

from __future__ import annotations

from companion.model.core.contract import Json

from .table import Table
from .test_skills_deeds import using
from .test_skills_numbers import FLOOR, after, does, duel, with_skills

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
