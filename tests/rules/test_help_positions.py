"""The pictures of the help pages: each is a position, and what its caption says is what the model computes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.model.core.contract import Choice
from companion.model.games.asagiri import SYSTEM
from companion.model.help.library import HelpLibrary
from companion.resources import resources_dir

from .table import CONTENT, Table

HELP = resources_dir() / "help"
PLACE = HELP / "positions" / "asagiri"
DATA = resources_dir().parent / "data" / "house"
LETTERS = "ABCDEFGH"
RULES = {
    "CMP": 6, "BND": 6, "SET": 1, "END": 3, "TRN": 6, "INS": 8, "SKL": 5, "CTL": 3, "VIS": 1, "GEO": 2, "MOV": 9,
    "CBT": 6, "SHT": 6, "RET": 4, "STA": 4, "KAR": 6, "CAM": 4, "ADV": 14,
}  # fmt: skip
"""How many rules of each family there are (asagiri.md, docs/adventure-rules.md)."""


def shown(name: str) -> Table:
    """The position of a picture, ready to be played."""
    table = Table.new()
    table.state = SYSTEM.decode(json.loads((PLACE / f"{name}.json").read_text(encoding="utf-8")), CONTENT)
    return table


def begun(name: str, who: str) -> Table:
    """The same with this figure active, whoever is so in the picture."""
    table = shown(name)
    active = SYSTEM.encode(table.state)["active"]
    if active is None or active["id"] != who:
        table.do("activate", character=who)
    return table


def said(squares: list[list[int]]) -> str:
    """Squares as captions name them: ``"B2 C1"``."""
    return " ".join(sorted(f"{LETTERS[at[0]]}{at[1] + 1}" for at in squares))


def costs(table: Table, who: str, points: int) -> dict[str, int]:
    """What it costs at least to come to each square, whatever the facing."""
    found: dict[str, int] = {}
    for reached in table.ask("reach", id=who, points=points):
        at = said([reached["at"][:2]]) + "".join(f"/{floor}" for floor in reached["at"][2:])
        found[at] = min(reached["cost"], found.get(at, 99))
    return found


def test_every_rule_has_a_place_and_every_position_a_page() -> None:
    library = HelpLibrary([HELP])
    rules = {f"{family}-{n}" for family, count in RULES.items() for n in range(1, count + 1)}
    assert rules <= set(library.anchors("asagiri"))
    pages = "".join(path.read_text("utf-8") for path in (HELP / "en" / "asagiri").glob("*.md"))
    drawn = re.findall(r"^```position\n(.*)$", pages, re.MULTILINE)
    assert set(drawn) == {path.stem for path in PLACE.glob("*.json")}


@pytest.mark.parametrize("name", sorted(path.stem for path in PLACE.glob("*.json")))
def test_every_picture_is_a_game_that_goes_on(name: str) -> None:
    table = shown(name)
    assert not table.state.over
    assert isinstance(table.pending, Choice)
    assert len(table.state.table.board.floors[0].rows) <= 6
    again = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    assert again == table.state


def test_cmp_2_figures_shows_all_facings_but_one_and_a_shaken_figure() -> None:
    table = shown("figures")
    assert {who: table.person(who)["facing"] for who in ("okko", "tikku", "oni", "archer")} == {
        "okko": "N", "tikku": "E", "oni": "S", "archer": "W",
    }  # fmt: skip
    assert table.person("oni")["state"] == "shaken"


def test_mov_2_mov_3_steps_in_front_cost_one_all_others_two() -> None:
    table = shown("steps")
    reached = costs(table, "okko", 2)
    assert [at for at in ("A2", "B2", "C2") if reached[at] == 1] == ["A2", "B2", "C2"]
    assert [reached[at] for at in ("A3", "C3", "A4", "B4", "C4")] == [2] * 5
    turned = {r["facing"]: r["cost"] for r in table.ask("reach", id="okko", points=2) if r["at"] == [1, 2]}
    assert turned == {"N": 0, "E": 1, "W": 1, "S": 2}


def test_mov_4_hindering_and_aquatic_squares_cost_one_more() -> None:
    reached = costs(shown("rough-ground"), "tikku", 3)
    assert (reached["A2"], reached["B2"], reached["C2"]) == (1, 2, 1)
    assert (reached["A1"], reached["B1"]) == (2, 3)


def test_terrain_of_all_kinds_and_what_it_does_to_a_step_and_a_line_of_fire() -> None:
    table = shown("terrain")
    assert "C1" not in costs(table, "tikku", 9)
    assert table.ask("line_of_fire", start=[0, 2], to=[3, 0])["blocked"]
    assert table.state.table.board.floors[0].rows == (".hb.", ".a..", "..s.")


def test_geo_2_mov_5_a_diagonal_is_closed_when_both_sides_are() -> None:
    reached = costs(shown("corners"), "okko", 1)
    assert sorted(reached) == ["B1", "B2", "C1"]
    table = begun("corners", "okko")
    assert table.refusal("step:0-0,0") == "GEO-2"


@pytest.mark.parametrize(
    ("name", "squares"),
    [("control-zone", "B2 C2 D2"), ("control-zone-wall", "A1 C1"), ("control-zone-corner", "A1 B1")],
)
def test_ctl_1_ctl_2_the_squares_controlled(name: str, squares: str) -> None:
    assert said(shown(name).ask("control_zone", id="okko")) == squares


def test_mov_6_the_three_squares_before_the_oni_end_a_movement() -> None:
    table = shown("zone-stops")
    stopping = [reached["at"] for reached in table.ask("reach", id="okko", points=5) if reached["stops"]]
    assert set(said(stopping).split()) == {"B3", "C3", "D3"}
    assert said(table.ask("control_zone", id="oni")) == "B3 C3 D3"
    table.walk([2, 3], [2, 2])
    assert not table.can("step")
    assert not table.can("turn")
    assert table.can("attack", target="oni")


def test_mov_7_sta_4_a_shaken_figure_in_a_zone_turns_and_does_not_step() -> None:
    table = shown("zone-pins")
    assert set(costs(table, "okko", 4)) == {"B3"}
    assert table.can("turn")
    assert not table.can("step")
    assert not table.can("test_willpower")


def test_cbt_4_two_friends_support_okko_one_supports_the_oni() -> None:
    fight = shown("support").ask("attack", id="okko", target="warau")
    assert (fight["support"], fight["against"], fight["behind"]) == (2, 1, False)


def test_cbt_5_cbt_2_tikku_attacks_from_behind_okko_does_not() -> None:
    table = shown("from-behind")
    okko, tikku = (table.ask("attack", id=who, target="oni") for who in ("okko", "tikku"))
    assert (okko["legal"], okko["behind"]) == (True, False)
    assert (tikku["legal"], tikku["behind"], tikku["facings"]) == (True, True, ["N", "E"])


def test_cbt_2_the_defender_turns_about() -> None:
    table = begun("turned", "okko").fight("oni", 1, 1)
    assert table.person("oni")["facing"] == "N"


def test_vis_1_all_that_is_ahead_of_the_front_edge() -> None:
    table = shown("field-of-vision")
    seen = said(table.ask("vision", id="archer"))
    assert seen == " ".join(sorted(letter + row for letter in "ABCDE" for row in "12"))
    assert table.ask("shot", id="archer", target="oni", range=6)["legal"]
    assert table.ask("shot", id="archer", target="dead", range=6)["rule"] == "VIS-1"


def test_sht_4_the_end_of_one_wall_blocks_nothing() -> None:
    table = shown("line-wall-end")
    assert table.ask("line_of_fire", start=[0, 3], to=[3, 0]) == {"blocked": False, "cover": 0, "distance": 3}
    assert table.ask("shot", id="archer", target="oni", range=6)["legal"]


def test_sht_4_a_figure_and_a_wall_block_and_one_line_is_open() -> None:
    table = shown("line-blocked")
    found = {who: table.ask("shot", id="archer", target=who, range=6)["rule"] for who in ("oni", "dead", "wolf")}
    assert found == {"oni": "SHT-4", "dead": None, "wolf": "SHT-4"}


def test_sht_5_cover_counts_every_square_but_the_shooters_own() -> None:
    table = shown("cover")
    assert table.ask("line_of_fire", start=[2, 5], to=[2, 1]) == {"blocked": False, "cover": 2, "distance": 4}
    assert table.ask("shot", id="archer", target="oni", range=6)["legal"]


def test_sht_2_whoever_stands_in_an_enemy_zone_does_not_shoot() -> None:
    table = shown("shot-engaged")
    assert [table.ask("shot", id="archer", target=who, range=6)["rule"] for who in ("oni", "dead")] == ["SHT-2"] * 2


def test_ret_1_ret_2_ret_3_where_the_oni_can_retreat() -> None:
    assert said([way["at"] for way in shown("retreat").ask("retreat", id="oni")]) == "B2 C2 D2"
    assert said([way["at"] for way in shown("retreat").can("retreat")]) == "B2 C2 D2"
    assert not any(way["shaken"] for way in shown("retreat").ask("retreat", id="oni"))
    assert shown("retreat-difficult").ask("retreat", id="oni") == [{"at": [3, 1], "shaken": True}]
    assert shown("retreat-none").ask("retreat", id="oni") == []


def test_sta_4_noshin_can_test_and_okko_cannot() -> None:
    assert begun("recover", "noshin").can("test_willpower")
    assert not begun("recover", "okko").can("test_willpower")


def test_ins_6_dice_on_cards() -> None:
    table = shown("reserve")
    assert [table.person(who)["reserve"] for who in ("okko", "noshin", "oni")] == ["tori", None, "earth"]
    assert table.band("A")["pool"] == ["fire", "air"]


def test_kar_5_only_who_stands_before_the_door_opens_it() -> None:
    assert begun("door", "okko").can("open_door")
    assert not begun("door", "noshin").can("open_door")
    assert "B2" not in costs(shown("door"), "okko", 4)


def test_mov_9_adv_4_stairs_lead_to_the_other_floor() -> None:
    reached = costs(shown("stairs"), "okko", 2)
    assert reached["B2/0"] == 1
    assert [at for at in reached if at.endswith("/1")] == ["B2/1"]


def test_kar_2_the_free_squares_around_the_witch() -> None:
    table = begun("summoning", "witch")
    table.do("use_skill", skill="house:summoning").roll("fire")
    assert {tuple(option["at"]) for option in table.can("place")} == {(0, 1), (0, 2), (2, 2)}


def test_sht_6_the_worked_example_of_the_archer() -> None:
    """“The archer rolls 6: 10 in all. The Oni rolls 2: 8.”"""
    table = begun("cover", "archer").do("shoot", target="oni").passing().roll(6, 2)
    rolled = next(event for event in table.events if event.kind == "ShotRolled")
    assert getattr(rolled, "totals", None) == (10, 8)
    assert said([way["at"] for way in table.can("retreat")]) == "B1 C1 D1"


def test_sta_3_the_worked_example_of_tikku_and_the_sake() -> None:
    """“Tikku tests: with 4 or less he recovers”, Noshin two squares away."""
    people = {"a1": "0,3N!", "a2": "2,3N", "b1": "3,0N"}
    tikku = json.loads((DATA / "characters" / "tikku.json").read_text("utf-8"))["shaken"]
    sake = json.loads((DATA / "skills" / "wisdom-of-sake.json").read_text("utf-8"))
    cards: dict[str, Any] = {"a1": {"stats": {**tikku, "skills": []}}, "a2": {"stats": {"skills": [sake]}}}
    for die, state in ((4, "vigilant"), (5, "shaken")):
        table = Table(["...."] * 4, people, **cards).do("activate", character="a1").do("test_willpower").passing()
        assert table.roll(die).person("a1")["state"] == state
