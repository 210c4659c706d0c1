"""Shooting (SHT)."""

from __future__ import annotations

import pytest

from .table import Table, open_floor, skill

BOW = {"id": "test:bow", "name": {"en": "Bow"}, "element": None, "when": ["shot"],
       "effects": [{"type": "shot", "range": 5, "value": 4}]}  # fmt: skip
PAID = {**BOW, "id": "test:gun", "element": "tori"}
ARCHER = {"stats": {"skills": [BOW]}}


def archer(rows: list[str], people: dict[str, str], **more: object) -> Table:
    more.setdefault("a1", ARCHER)
    return Table(rows, people, **more).do("activate", character="a1")


def test_sht_1_needs_a_shot_skill_and_is_an_action() -> None:
    table = archer(open_floor(5, 6), {"a1": "2,5N", "b1": "2,1S"})
    table.do("shoot", target="b1").passing().roll(1, 6)
    assert not table.can("shoot")
    assert table.refusal("shoot:b1,test:bow,") == "TRN-4"
    nobody = Table(open_floor(5, 6), {"a1": "2,5N", "b1": "2,1S"}).do("activate", character="a1")
    assert nobody.refusal("shoot:b1,test:bow,") == "SHT-1"


def test_sht_1_a_shot_tied_to_an_element_costs_its_die() -> None:
    table = archer(open_floor(5, 6), {"a1": "2,5N", "b1": "2,1S"}, a1={"stats": {"skills": [PAID]}})
    assert not table.can("shoot")
    assert table.refusal("shoot:b1,test:gun,pool") == "INS-4"
    table = archer(open_floor(5, 6), {"a1": "2,5N", "b1": "2,1S"}, a1={"stats": {"skills": [PAID]}}, pool=("tori",))
    table.do("shoot", target="b1", origin="pool")
    assert table.band("A")["pool"] == []


def test_sht_2_target_is_an_enemy_and_shooter_in_no_enemy_zone() -> None:
    table = archer(open_floor(5, 6), {"a1": "2,5N", "a2": "1,1N", "b1": "2,1S", "b2": "1,5E"})
    assert table.refusal("shoot:b1,test:bow,") == "SHT-2"
    assert table.ask("shot", id="a1", target="a2", range=9) == {"legal": False, "rule": "SHT-2"}


def test_vis_1_target_must_be_in_view() -> None:
    table = archer(open_floor(5, 6), {"a1": "2,3N", "b1": "2,5S"})
    assert table.refusal("shoot:b1,test:bow,") == "VIS-1"


@pytest.mark.parametrize(("metric", "legal"), [("chebyshev", True), ("taxicab", False)])
def test_sht_3_range_counts_diagonals_once_or_as_two(metric: str, legal: bool) -> None:
    table = archer(open_floor(6, 6), {"a1": "0,5N", "b1": "5,0N"}, options={"range_metric": metric})
    assert bool(table.can("shoot")) is legal
    if not legal:
        assert table.refusal("shoot:b1,test:bow,") == "SHT-3"


def test_sht_3_out_of_range() -> None:
    assert archer(open_floor(3, 9), {"a1": "1,8N", "b1": "1,2S"}).refusal("shoot:b1,test:bow,") == "SHT-3"


def test_sht_4_walls_terrain_and_figures_block() -> None:
    for more in ({"walls": "2,3S"}, {"doors": "2,3S"}):
        assert archer(open_floor(5, 6), {"a1": "2,5N", "b1": "2,2S"}, **more).refusal("shoot:b1,test:bow,") == "SHT-4"
    blocked = archer(["....."] * 3 + ["..b.."] + ["....."] * 2, {"a1": "2,5N", "b1": "2,2S"})
    assert blocked.refusal("shoot:b1,test:bow,") == "SHT-4"
    friend = archer(open_floor(5, 6), {"a1": "2,5N", "a2": "2,3N", "b1": "2,1S"})
    assert friend.refusal("shoot:b1,test:bow,") == "SHT-4"


def test_sht_4_touching_the_end_of_a_wall_does_not_block() -> None:
    table = archer(open_floor(4, 4), {"a1": "0,3N", "b1": "3,0S"}, walls="1,1S")
    assert table.ask("line_of_fire", start=[0, 3], to=[3, 0])["blocked"] is False


def test_sht_4_at_a_corner_both_sides_must_be_closed() -> None:
    line = {"start": [0, 1], "to": [1, 0]}
    wall = Table(["..", ".."], {"a1": "0,1N", "b1": "1,0S"}, walls="0,0E")
    assert wall.ask("line_of_fire", **line)["blocked"] is False
    both = Table(["..", ".."], {"a1": "0,1N", "b1": "1,0S"}, walls="0,0E 0,1E")
    assert both.ask("line_of_fire", **line)["blocked"] is True
    figure = Table(["..", ".."], {"a1": "0,1N", "a2": "1,1N", "b1": "1,0S"}, walls="0,0E")
    assert figure.ask("line_of_fire", **line)["blocked"] is True


def test_sht_5_cover_of_hindering_squares_the_targets_own_included() -> None:
    rows = ["..h..", "..h..", "..h..", "..h.."]
    table = Table(rows, {"a1": "2,3N", "b1": "2,0S"})
    assert table.ask("line_of_fire", start=[2, 3], to=[2, 0])["cover"] == 3


def test_sht_5_one_more_for_an_exact_corner_between_two_hindering_squares() -> None:
    table = Table([".h.", "h..", "..."], {"a1": "2,2N", "b1": "0,0S"})
    assert table.ask("line_of_fire", start=[2, 2], to=[0, 0])["cover"] == 1


def test_sht_6_the_total_uses_shot_value_defense_and_cover() -> None:
    table = archer(["....", "....", ".h..", "....", "...."], {"a1": "1,4N", "b1": "1,2S"})
    table.do("shoot", target="b1").passing().roll(3, 2)
    rolled = next(event for event in table.events if event.kind == "ShotRolled")
    assert rolled.totals == (7, 2 + 4 + 1)


def test_sht_6_fire_dice_do_not_help_but_earth_in_reserve_does() -> None:
    table = archer(open_floor(4, 6), {"a1": "1,5N", "b1": "1,2S"}, pool=("fire",), b1={"reserve": "earth"})
    table.do("shoot", target="b1")
    assert table.pending.seat == "B"
    table.do("use_die", element="earth", origin="reserve").roll(1, 1)
    rolled = next(event for event in table.events if event.kind == "ShotRolled")
    assert rolled.totals == (5, 6)


@pytest.mark.parametrize(
    ("shot", "die", "state", "at"),
    [(2, 2, "vigilant", [1, 2]), (1, 6, "vigilant", [1, 2]), (3, 2, "vigilant", [1, 1]), (4, 2, "vigilant", [1, 1]),
     (5, 2, "shaken", [1, 1]), (6, 2, "disabled", None)],
)  # fmt: skip
def test_sht_6_margins(shot: int, die: int, state: str, at: list[int] | None) -> None:
    table = archer(open_floor(4, 6), {"a1": "1,5N", "b1": "1,2S"}).do("shoot", target="b1").passing().roll(shot, die)
    if table.can("retreat"):
        table.do("retreat", at=at)
    assert (table.person("b1")["state"], table.person("b1")["at"]) == (state, at)
    assert table.person("a1")["state"] == "vigilant"


def test_sht_6_the_target_turns_before_it_retreats_and_only_then() -> None:
    table = archer(open_floor(4, 6), {"a1": "1,5N", "b1": "1,2N"}).do("shoot", target="b1").passing()
    missed = Table(["."], {"a1": "0,0N"})
    missed.state = table.state
    assert missed.roll(1, 1).person("b1")["facing"] == "N"
    assert table.roll(3, 2).person("b1")["facing"] == "S"
    assert [at["at"] for at in table.can("retreat")] == [[1, 1], [0, 1], [2, 1]] or len(table.can("retreat")) == 3


def test_sht_6_of_two_facings_the_owner_chooses() -> None:
    table = archer(open_floor(6, 6), {"a1": "0,5N", "b1": "2,2N"}).do("shoot", target="b1").passing().roll(3, 2)
    assert {option["facing"] for option in table.can("face")} == {"S", "W"}
    assert table.pending.seat == "B"


def test_skl_5_an_automatic_skill_lengthens_the_range() -> None:
    far = skill(None, ["shot"], to="range", amount=1, name="far")
    table = archer(open_floor(3, 9), {"a1": "1,8N", "b1": "1,2S"}, a1={"stats": {"skills": [BOW, far]}})
    assert table.can("shoot", target="b1")


@pytest.mark.parametrize(
    "kept", [{"honour": "determined"}, {"equipment": "house:menpo"}, {}], ids=["honour", "equipment", "nothing"]
)
def test_mov_8_the_die_that_the_movement_costs_pays_for_no_shot(kept: dict[str, str]) -> None:
    """Something that could speak of becoming shaken does not make a shot possible that nothing may be left to pay."""
    people, gun = {"a1": "2,2S", "b1": "2,1S", "b2": "2,5N"}, {**PAID, "element": None, "dice": [["fire", "tori"]]}
    card = {"stats": {"skills": [gun]}, "reserve": "tori", **kept}
    table = archer(open_floor(5, 6), people, a1=card).walk([1, 3])
    assert not table.can("shoot")
    assert table.refusal("shoot:b2,test:gun,") == "INS-4"
    held = archer(open_floor(5, 6), people, a1=card, pool=("fire",)).walk([1, 3])
    assert held.can("shoot", target="b2")


def test_mov_8_a_shot_of_the_vigilant_face_is_gone_when_the_movement_shakes_first() -> None:
    people = {"a1": "2,2S", "b1": "2,1S", "b2": "2,5N"}
    table = archer(open_floor(5, 6), people, a1={"vigilant": {"skills": [BOW]}, "shaken": {"skills": []}})
    table.walk([1, 3])
    assert not table.can("shoot")
    assert table.refusal("shoot:b2,test:bow,") == "SHT-1"
    both = archer(open_floor(5, 6), people, a1=ARCHER).walk([1, 3])
    both.do("shoot", target="b2")
    assert both.person("a1")["state"] == "shaken"
