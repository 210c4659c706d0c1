"""Positions that somebody loads: at the beginning of each phase, tables that play never comes to, damaged ones."""

from __future__ import annotations

from companion.model.core.contract import Over

from .tables import BACKS, Table, katana, query

OUT = {"is": "out"}
PUSH = [card for card in BACKS if BACKS[card] == "push"]


def test_tur_1_who_is_alone_at_the_table_follows_himself() -> None:
    t = Table.of({"A": katana(1), "B": OUT, "C": OUT}, phase="hold").do("hold:katana-1")
    assert (t.json["active"], t.json["turn"]) == ("A", 2)
    t = Table.of({"A": {"sake": ["life"]}, "B": OUT, "C": OUT}, masu=0, phase="hold",
                 fatal={"first": "A", "left": [], "extra": 0})  # fmt: skip
    assert isinstance(t.do("hold:nothing").pending, Over)
    assert t.over == ("A", "most sake")


def test_spi_7_a_hand_full_of_one_back_is_offered_in_no_more_than_4096_ways() -> None:
    ghost = {"is": "spirit", "hand": PUSH[:30]}
    seats = {"A": ghost, "B": {**ghost, "hand": []}, "C": {"sake": ["life"], "life": 1}}
    t = Table.of(seats, phase="third", pile=PUSH[30:31], options={"spirit_hand_limit": False})
    t.do("C pass")
    sets = [id for id in t.ids() if id.startswith("torment")]
    assert len(sets) == 2**12 - 1
    assert t.refused("torment:C:" + "+".join(sorted(PUSH[:13]))) == "SPI-7"
    assert t.refused("torment:C:yumi-1") == "SPI-7"


def test_rng_6_an_endless_box_is_never_empty() -> None:
    seats = {"A": {}, "B": {}, "C": {"is": "spirit"}}
    assert query(Table.of(seats), "moves", seat="A", steps=40) == {"toward": 2, "away": 25}
    endless = Table.of(seats, options={"cubes": "endless"})
    assert query(endless, "moves", seat="A", steps=40) == {"toward": 2, "away": 40}
