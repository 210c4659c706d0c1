"""What words mean (WRD), what may be worked out (HID), and that each rule and table option has its test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec

from companion.model.core.contract import SPECTATOR, UNKNOWN, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.rules.events import CardDrawn
from companion.model.games.sake.state.state import Options
from companion.model.games.sake.wire.narration import tell_all

from .tables import BACKS, CONTENT, DECK, Table, katana, position, query

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT.parent / "shared" / "rules" / "sake.md"
RULES = {
    "ASK": 9, "ATK": 7, "BOX": 5, "CHN": 3, "DEA": 8, "DFN": 4, "DMG": 4, "DRK": 2, "DSC": 8, "DTH": 8, "EVT": 4,
    "FAT": 9, "GEA": 3, "HID": 5, "IAI": 4, "ITM": 4, "ITR": 4, "LOC": 5, "NOW": 4, "PIL": 5, "RNG": 8, "SAK": 5,
    "SAM": 1, "SCR": 8, "SPI": 10, "TBL": 4, "TRK": 10, "TUR": 7, "WLK": 8, "WRD": 7,
}  # fmt: skip
"""The last rule of each family of the rules page; all begin with 1, but DEC-0."""
OPTIONS = (
    "location", "sheets", "spare_katanas", "cubes", "plus_range", "bare_hands", "iaido_bonus", "defence_without_card",
    "interrupt_disciples", "race", "spirit_hand_limit", "fatal_turn", "equal_to_spirits", "fatal_limit", "enforcement",
    "chance_entry", "clock",
)  # fmt: skip
SPIRIT = {"is": "spirit"}


def named() -> tuple[set[str], str]:
    """The rules that names of tests speak of (``test_sak_4_…``), and all those names."""
    files = sorted((ROOT / "tests").glob("*/test_*sake_*.py"))
    names = re.findall(r"^def (test_\w+)", "".join([file.read_text("utf-8") for file in files]), re.M)
    found = {
        f"{family.upper()}-{n}" for name in names for family, n in re.findall(r"(?<=_)([a-z]{3})_(\d+)(?=_)", name)
    }
    return found, "\n".join(names)


def test_every_rule_has_a_test_named_after_it() -> None:
    rules = {f"{family}-{n}" for family, last in RULES.items() for n in range(1, last + 1)} | {"DEC-0"}
    assert rules - named()[0] == set()
    if PAGE.exists():
        page = set(re.findall(r"\b[A-Z]{3}-\d+\b", PAGE.read_text("utf-8")))
        assert page == rules


def test_every_property_worked_example_and_table_option_has_a_test_named_after_it() -> None:
    names = named()[1]
    ranges = [range(int(a), int(b) + 1) for a, b in re.findall(r"_p(\d+)_to_p(\d+)_", names)]
    properties = {int(n) for n in re.findall(r"_p(\d+)_", names)}.union(*ranges)
    assert properties >= set(range(1, 21))
    assert {int(n) for n in re.findall(r"_example_(\d+)_", names)} >= set(range(1, 25))
    assert set(OPTIONS) == set(Options.__struct_fields__)
    assert {option for option in OPTIONS if f"test_option_{option}" not in names} == set()


def test_the_options_of_the_table_have_the_values_and_defaults_of_the_page() -> None:
    assert msgspec.to_builtins(Options()) == {}
    values = {name: get_args(hint) for name, hint in Options.__annotations__.items() if get_args(hint)}
    assert set(values) <= set(OPTIONS)
    for name, wrong in (("race", "last"), ("cubes", 28), ("iaido_bonus", "on"), ("fatal_limit", -1), ("clock", 0)):
        start = position({"A": {}, "B": {}, "C": {}}, options={name: wrong})
        assert refused_at(start) == f"options.{name}"
    if PAGE.exists():
        listed = PAGE.read_text("utf-8").partition("## Table options")[2].partition("## Chance")[0]
        assert [name for name in OPTIONS if f"`{name}` (" not in listed] == []


def refused_at(start: Json) -> str:
    """The field at which a position is refused."""
    try:
        Table(start)
    except InvalidInput as wrong:
        return wrong.path
    return ""


# words ----------------------------------------------------------------------------------------------------------------


def test_wrd_1_neighbours_are_the_next_living_samurai() -> None:
    t = Table.of({"A": {"hand": ["stench-1"]}, "B": SPIRIT, "C": {}, "D": {"is": "out"}, "E": {}})
    assert t.steps() == {"AC": 3, "CE": 3, "EA": 3}
    t.do("move:stench-1:left:1").passing()
    assert t.steps() == {"AC": 2, "CE": 3, "EA": 4}
    t.do("end_phase", "hold:nothing")
    assert t.json["active"] == "B"


def test_wrd_2_a_line_holds_steps_and_the_disciples_of_its_ends() -> None:
    t = Table.of({"A": {}, "B": {}, "C": {}}, {"AB": (4, {"disciple-1": ("A", 1), "disciple-2": ("B", 4)})})
    line = t.json["lines"][0]
    assert (line["steps"], {one["card"]: (one["owner"], one["at"]) for one in line["disciples"]}) == (
        4, {"disciple-1": ("A", 1), "disciple-2": ("B", 4)},
    )  # fmt: skip
    assert refused_at({**t.json, "lines": [{**line, "steps": 3}, *t.json["lines"][1:]]}) == "lines[0]"


def test_wrd_3_spots_are_sheet_life_and_each_weapon_and_item() -> None:
    gear = ["katana-1", "sandals-1"]
    t = Table.of({"A": {"hand": ["stench-1"], "gear": gear}, "B": {}, "C": {}}, {"AB": (3, {"disciple-1": ("A", 1)})})
    assert t.do("drink:stench-1").ids() == {"place:sheet", "place:life", "place:katana-1", "place:sandals-1"}
    start = position({"A": {}, "B": {}, "C": {}}, {"AB": (3, {"disciple-1": ("A", 1)})})
    start["seats"][0]["sake"] = ["disciple-1"]
    assert refused_at(start) == "seats[0].sake[0]"


def test_wrd_4_what_has_sake_on_it_is_not_usable() -> None:
    seats = {"A": {"gear": ["katana-1", "wakizashi-1"], "sake": ["katana-1"]}, "B": {}, "C": {}}
    reach = query(Table.of(seats, {"AB": 1}), "reach", seat="A")
    assert reach == {"katana-1": [], "wakizashi-1": ["B"], "hands": []}


def test_wrd_5_a_sake_on_the_life_pile_is_one_life_more() -> None:
    seats = {"A": katana(1, hand=["sakuragi-2"]), "B": {"life": 3, "sake": ["life"]}, "C": {}}
    t = Table.of(seats, {"AB": 1}).do("attack:sakuragi-2:B:katana-1").passing()
    assert (len(t.seat("B")["life"]), len(t.seat("B")["wounds"])) == (1, 2)


def test_wrd_6_torment_is_no_attack() -> None:
    top = next(card for card in BACKS if BACKS[card] == BACKS["roar-1"] and card != "roar-1")
    seats = {
        "A": {**SPIRIT, "hand": ["roar-1"]}, "B": {"sake": ["sheet"], "hand": ["double_vision-1", "disciple-1"]},
        "C": {"hand": ["double_vision-2"]},
    }  # fmt: skip
    t = Table.of(seats, phase="third", pile=[top]).do("B pass", "torment:B:roar-1")
    assert t.asked() == "B"
    assert t.refused("interrupt:double_vision-1") == "SPI-8"
    assert {"interrupt", "sacrifice"} & t.kinds() == set()


def test_wrd_7_a_ring_a_single_line_none() -> None:
    three = Table.of({"A": {}, "B": {}, "C": {}})
    two, one = Table.of({"A": {}, "B": {}, "C": SPIRIT}), Table.of({"A": {}, "B": SPIRIT, "C": SPIRIT})
    assert [len(t.steps()) for t in (three, two, one)] == [3, 1, 0]
    assert [query(t, "distances", seat="A") for t in (three, two, one)] == [{"B": [3, 6], "C": [6, 3]}, {"B": [3]}, {}]
    assert [set(query(t, "moves", seat="A", steps=2)) for t in (three, two, one)] == [
        {"left", "right"}, {"toward", "away"}, set(),
    ]  # fmt: skip


# what may be known ----------------------------------------------------------------------------------------------------


def test_box_4_everybody_sees_the_backs_of_hands_and_of_the_top_card() -> None:
    t = Table.of({"A": {}, "B": {"hand": ["roar-1", "ramen-1"], "wounds": ["stench-1"]}, "C": {}}, pile=["pipe-1"])
    seen = SYSTEM.view(t.state, SPECTATOR)
    assert seen["seats"][1]["hand"] == sorted(f"?:{BACKS[card]}" for card in ("roar-1", "ramen-1"))
    assert seen["seats"][1]["wounds"] == [f"?:{BACKS['stench-1']}"]
    assert seen["pile"][:2] == [f"?:{BACKS['pipe-1']}", "?"]


def test_hid_4_the_record_keeps_everything() -> None:
    session = Session.new(SYSTEM, {"quick": True, "players": 3}, CONTENT, seed=2)
    session.roll()
    session.roll()
    again = Session.replay(SYSTEM, session.save(), CONTENT)
    assert SYSTEM.encode(again.state) == SYSTEM.encode(session.state)
    assert all(card in DECK for card in SYSTEM.encode(again.state)["pile"])


def test_hid_5_what_is_left_can_be_worked_out_from_what_lies_open() -> None:
    seats = {"A": katana(1, hand=["ramen-1"]), "B": katana(2), "C": {}}
    t = Table.of(seats, {"AB": (3, {"disciple-1": ("A", 1)})}, discard=["roar-1"], pile=["roar-2"])
    seen = SYSTEM.view(t.state, SPECTATOR)
    opened = {*seen["discard"], *(card for seat in seen["seats"] for card in seat["gear"]), "disciple-1"}
    assert query(t, "odds", value=0, ranged=False, target="A")["of"] == len(DECK) - len(opened)


# table options --------------------------------------------------------------------------------------------------------


def test_option_location() -> None:
    """LOC-2 … LOC-5 have tests of their own; here: as `options` writes it, none by default."""
    for name, limit, rule in ((None, 4, None), ("distillery", 4, "distillery"), ("house:market", 5, "market")):
        state = Table.of({"A": {}, "B": {}, "C": {}}, options={} if name is None else {"location": name}).state
        assert (state.table.limit, state.table.rule) == (limit, rule)


def test_option_sheets() -> None:
    seats = [{"seat": letter, "sheet": None} for letter in "ABC"]
    state = SYSTEM.new({"seats": seats, "options": {"sheets": "dealt"}}, CONTENT)
    assert len(SYSTEM.pending(state).dice[0].kind.faces) == 8


def test_option_spare_katanas() -> None:
    faces = []
    for value in ("shuffled", "boxed"):
        state = SYSTEM.new({"quick": True, "options": {"spare_katanas": value}}, CONTENT)
        state = SYSTEM.rolled(state, tuple(SYSTEM.pending(state).dice[0].kind.faces[:4])).state
        faces.append(len(SYSTEM.pending(state).dice))
    assert faces == [94, 90]


def test_option_cubes() -> None:
    seats = {"A": {"hand": ["stench-1"]}, "B": {}, "C": {}}
    full = {"AB": 10, "BC": 9, "CA": 9}
    assert Table.of(seats, full).refused("event:stench-1") == "EVT-1"
    assert refused_at(position(seats, {**full, "CA": 10})) == "lines"
    t = Table.of(seats, {**full, "CA": 10}, options={"cubes": "endless"}).do("event:stench-1", "step:0:0", "step:0:0")
    assert t.steps()["AB"] == 12


def test_option_plus_range() -> None:
    seats = {"A": {"hand": ["ramen-1"], "gear": ["yumi-1"]}, "B": {}, "C": {}}
    aimed = {"attack:ramen-1:B:yumi-1", "attack:ramen-1:C:yumi-1"}
    assert not aimed & Table.of(seats).ids()
    assert aimed <= Table.of(seats, options={"plus_range": "either"}).ids()


def test_option_bare_hands() -> None:
    seats = {"A": {"hand": ["ramen-1"], "gear": ["nodachi-1"]}, "B": {}, "C": {}}
    assert Table.of(seats, {"AB": 1}).refused("attack:ramen-1:B:hands") == "ATK-3"
    assert "attack:ramen-1:B:hands" in Table.of(seats, {"AB": 1}, options={"bare_hands": "out_of_reach"}).ids()


def test_option_iaido_bonus() -> None:
    seats = {"A": katana(1, sheet="house:hayate", seated=True, hand=["ramen-1"]), "B": {}, "C": {}}
    assert "iaido:ramen-1:left:3:B:katana-1" in Table.of(seats, {"AB": 4}).ids()
    plain = Table.of(seats, {"AB": 4}, options={"iaido_bonus": False})
    assert plain.refused("iaido:ramen-1:left:3:B:katana-1") == "IAI-1"
    assert "move:ramen-1:left:2" in plain.ids()


def test_option_defence_without_card() -> None:
    hurt = []
    for value in (False, True):
        seats = {"A": katana(1, hand=["ramen-1"]), "B": katana(2, gear=["katana-2", "armour-1"]), "C": {}}
        t = Table.of(seats, {"AB": 1}, options={"defence_without_card": value})
        hurt.append(len(t.do("attack:ramen-1:B:katana-1").passing().seat("B")["wounds"]))
    assert hurt == [4, 1]


def test_option_interrupt_disciples() -> None:
    seats = {"A": {}, "B": {"hand": ["double_vision-1"]}, "C": {"hand": ["double_vision-2"]}}
    lines = {"AB": (1, {"disciple-1": ("A", 0)})}
    asked = [Table.of(seats, lines, options={"interrupt_disciples": value}).do("end_phase").asked()
             for value in ("attacks", "none")]  # fmt: skip
    assert asked == ["BC", "B"]


def test_option_race() -> None:
    seats = {"A": {"hand": ["stench-1"]}, "B": {"hand": ["stagger-1"]}, "C": {"hand": ["stagger-2"], "sake": ["sheet"]}}
    said = ("move:stench-1:left:1", "C burn_draw:sheet", "B interrupt:stagger-1")
    assert Table.of(seats).do(*said).asked() == "BC"  # the instant first, then all are asked again
    t = Table.of(seats, options={"race": "first"}).do(*said)
    assert (t.steps()["AB"], t.seat("C")["sake"], t.asked()) == (3, ["sheet"], "A")


def test_option_spirit_hand_limit() -> None:
    ghost = {**SPIRIT, "hand": ["ramen-1", "ramen-2", "ramen-3", "ramen-4"]}
    seats = {"A": ghost, "B": {"life": 1}, "C": {"life": 1}}
    assert Table.of(seats, phase="draw").kinds() == {"discard"}
    assert len(Table.of(seats, phase="draw", options={"spirit_hand_limit": False}).seat("A")["hand"]) == 5


def test_option_fatal_turn() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {}, "C": {}}
    turns = [Table.of(seats, masu=1, options={"fatal_turn": value}).do("drink:ramen-1", "place:life").json["turn"]
             for value in ("at_once", "finish")]  # fmt: skip
    assert turns == [2, 1]


def test_option_equal_to_spirits() -> None:
    seats = {"A": {"sake": ["life"]}, "B": {**SPIRIT, "jar": 1}, "C": {}}
    fatal = {"first": "A", "left": [], "extra": 0}
    tables = [Table.of(seats, masu=0, phase="hold", fatal=fatal, options={"equal_to_spirits": value})
              for value in ("again", "draw")]  # fmt: skip
    assert tables[0].do("hold:nothing").json["fatal"]["extra"] == 1
    assert tables[1].do("hold:nothing").over == ("AB", "shared")


def test_option_fatal_limit() -> None:
    seats = {"A": {"sake": ["life"]}, "B": {"sake": ["life"]}, "C": {}}
    for limit, extra, over in ((3, 2, False), (3, 3, True), (0, 0, True), (None, 50, False)):
        t = Table.of(seats, masu=0, phase="hold", fatal={"first": "A", "left": [], "extra": extra},
                     options={"fatal_limit": limit}).do("hold:nothing")  # fmt: skip
        assert (t.json["fatal"]["extra"] == extra + 1) is not over
        assert not over or t.over == ("AB", "shared")


def is_no_rule(options: Json) -> None:
    """It says what the app does: a game with it offers what it offers without."""
    seats = {"A": katana(1, hand=["ramen-1"]), "B": {}, "C": {}}
    t = Table.of(seats, options=options)
    assert t.json["options"] == options
    assert t.ids() == Table.of(seats).ids()


def test_option_enforcement() -> None:
    """But `track`: TRK."""
    is_no_rule({"enforcement": "assist"})


def test_option_chance_entry() -> None:
    is_no_rule({"chance_entry": "typed"})


def test_option_clock() -> None:
    is_no_rule({"clock": 90})


def test_cards_drawn_one_after_the_other_are_told_in_one_sentence() -> None:
    """“Bruno draws a card. Bruno draws a card.” told nobody more."""
    state, words = Table(position({"A": {}, "B": {}, "C": {}})).state, Words()
    unseen = [(state, CardDrawn(0, UNKNOWN))] * 2
    assert list(map(words, tell_all(unseen))) == ["A draws 2 cards."]
    assert list(map(words, tell_all([*unseen, (state, CardDrawn(1, UNKNOWN))]))) == [
        "A draws 2 cards.", "B draws a card.",
    ]  # fmt: skip
    known = state.table.deck.index["katana-1"]
    assert list(map(words, tell_all([(state, CardDrawn(0, known))] * 2))) == ["A draws Katana, Katana."]
