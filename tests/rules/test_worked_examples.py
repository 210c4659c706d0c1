"""The eight worked examples of the rulebooks, in the order of the rule page."""

from __future__ import annotations

from companion.model.core.contract import Roll

from .table import Table, open_floor, skill


def totals(table: Table) -> tuple[int, int]:
    rolled = next(event for event in table.events if event.kind in ("CombatRolled", "ShotRolled"))
    found: tuple[int, int] = rolled.totals
    return found


def oni_bushi_attacks_okko() -> Table:
    hunter = skill("tori", ["defense"], to="defense", name="veteran-hunter")
    return Table(
        open_floor(5, 6),
        {"a1": "2,3N", "b1": "2,2S"},
        pool=("fire",),
        a1={"stats": {"attack": 4}, "name": "Oni Bushi"},
        b1={"stats": {"defense": 4, "skills": [hunter]}, "name": "Okko", "reserve": "tori"},
    ).do("activate", character="a1")


def test_example_1_cbt_3_okko_wins_by_one_with_his_skill() -> None:
    table = oni_bushi_attacks_okko().do("attack", target="b1").do("use_die", element="fire", origin="pool")
    table.do("use_skill", skill="test:veteran-hunter", origin="reserve").roll(3, 4)
    assert totals(table) == (8, 9)
    assert table.can("retreat")
    assert table.pending.seat == "A"


def test_example_1_cbt_3_without_the_skill_a_draw() -> None:
    table = oni_bushi_attacks_okko().do("attack", target="b1").do("use_die", element="fire").do("pass").roll(3, 4)
    assert totals(table) == (8, 8)
    assert (table.person("a1")["at"], table.person("b1")["at"]) == ([2, 3], [2, 2])


def test_example_2_cbt_4_two_supporters_against_one() -> None:
    people = {"a1": "2,3N", "a2": "1,1E", "a3": "3,1W", "b1": "2,2S", "b2": "1,2S"}
    table = Table(open_floor(5, 6), people).do("activate", character="a1")
    asked = table.ask("attack", id="a1", target="b1")
    assert (asked["support"], asked["against"]) == (2, 1)


def test_example_3_cbt_5_partly_through_the_view_no_bonus_wholly_outside_one() -> None:
    partly = Table(open_floor(7, 7), {"a1": "1,4N", "b1": "3,3S"}).do("activate", character="a1")
    partly.do("turn", facing="E").walk([2, 3])
    assert partly.ask("attack", id="a1", target="b1")["behind"] is False
    outside = Table(open_floor(7, 7), {"a1": "2,0S", "b1": "3,3S"}).do("activate", character="a1")
    outside.walk([2, 1], [2, 2])
    assert outside.ask("attack", id="a1", target="b1")["behind"] is True


def test_example_4_cbt_4_cbt_5_two_attacks_in_a_row() -> None:
    """The Oni from behind with the Ninja's support; a draw; Noburo has turned, so the Ninja has both bonuses too."""
    people = {"a1": "2,1S", "a2": "2,3N", "b1": "2,2S"}  # Noburo looks at the Ninja (a2)
    table = Table(open_floor(5, 5), people, b1={"stats": {"defense": 6}}).do("activate", character="a1")
    asked = table.ask("attack", id="a1", target="b1")
    assert (asked["support"], asked["behind"]) == (1, True)
    table.fight("b1", 1, 1)
    assert totals(table) == (1 + 4 + 2, 1 + 6)
    assert table.person("b1")["facing"] == "N"
    table.do("activate", character="a2")
    asked = table.ask("attack", id="a2", target="b1")
    assert (asked["support"], asked["behind"]) == (1, True)


def gunner() -> Table:
    """The gunner a1 on (2,6) looking north; desk and bookcase are hindering, range 5."""
    rows = ["......", "....h.", "...h..", "......", "......", "......", "......"]
    people = {"a1": "2,4N", "b1": "0,2S", "b2": "1,3N", "b3": "4,1S", "b4": "5,5S", "b5": "2,0S"}
    return Table(rows, people, walls="1,3S 0,3E 2,2E")


def test_example_5_sht_4_diagonal_between_a_wall_and_an_occupied_square_is_blocked() -> None:
    table = Table(open_floor(3, 3), {"a1": "0,2N", "b1": "2,0S", "b2": "1,2S"}, walls="0,1E")
    assert table.ask("shot", id="a1", target="b1", range=5) == {"legal": False, "rule": "SHT-4"}


def test_example_5_sht_4_open_line_is_fine() -> None:
    table = Table(open_floor(3, 6), {"a1": "1,5N", "b1": "1,1S"})
    assert table.ask("shot", id="a1", target="b1", range=5) == {"legal": True, "rule": None}


def test_example_5_sht_5_two_hindering_squares_one_of_them_the_targets() -> None:
    table = gunner()
    assert table.ask("line_of_fire", start=[2, 3], to=[4, 1])["cover"] == 2


def test_example_5_sht_4_past_the_end_of_a_wall_is_open() -> None:
    table = Table(open_floor(4, 4), {"a1": "0,3N", "b1": "2,1S"}, walls="1,2E")
    assert table.ask("shot", id="a1", target="b1", range=5) == {"legal": True, "rule": None}


def test_example_5_vis_1_outside_the_field_of_vision_is_impossible() -> None:
    assert gunner().ask("shot", id="a1", target="b4", range=5)["rule"] == "VIS-1"


def test_example_6_ret_3_the_only_square_left_is_in_an_enemy_zone() -> None:
    """Fauche-le-Vent (b1): occupied, blocking, and a square the Oni Bushi (a2) controls."""
    table = Table(
        ["......", ".b....", "......", "......", "......"], {"a1": "2,3N", "a2": "4,1W", "b1": "2,2S", "b2": "2,1S"}
    ).do("activate", character="a1")
    table.fight("b1", 3, 2)
    assert table.person("b1")["at"] == [3, 1]
    assert table.person("b1")["state"] == "shaken"
    assert not isinstance(table.pending, Roll)


def test_example_7_geo_2_diagonal_steps_refused() -> None:
    wall = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "1,0N"}, walls="1,1E").do("activate", character="a1")
    assert wall.refusal("step:2-0,1") == "GEO-2"
    figures = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "1,0N", "b2": "2,1N"}).do("activate", character="a1")
    assert figures.refusal("step:2-0,1") == "GEO-2"


def test_example_8_ins_3_skl_1_kanatta_and_his_dice() -> None:
    skills = [
        skill("fire", ["attack"], name="perfect-strike"),
        skill("tori", ["attack", "defense"], name="code-of-honour"),
    ]
    table = Table(
        open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, a1={"stats": {"skills": skills}},
        pool=("fire", "fire", "tori", "tori"),
    ).do("activate", character="a1")  # fmt: skip
    table.do("attack", target="b1").do("use_die", element="fire")
    assert table.refusal("use_die:fire,pool,a1") == "INS-3"
    table.do("use_skill", skill="test:perfect-strike").do("use_skill", skill="test:code-of-honour")
    assert isinstance(table.pending, Roll)  # the remaining tori pays for nothing: asked no more
    assert table.refusal("use_skill:test:code-of-honour,pool,a1") == "TRN-2"
    table.roll(1, 4).do("end_activations").do("reserve", character="a1", element="tori")
    # in the enemy phase the tori in reserve pays for the skill again
    table.roll(*["air"] * 4).do("activate", character="b1").do("attack", target="a1")
    assert [option["skill"] for option in table.can("use_skill", character="a1")] == ["test:code-of-honour"]
