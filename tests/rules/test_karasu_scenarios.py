"""KAR-6: every kind of effect of a scenario card does what the card says, and every card of ours is used."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json, Over
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import activations, fight_numbers
from companion.model.games.asagiri.state import cards, scenario_game, scenarios
from companion.model.games.asagiri.state.board import FloorPlan, board_of
from companion.model.games.asagiri.state.stack import Fight
from companion.model.games.asagiri.state.table import Contest

from .table import CONTENT, Table, open_floor, skill

OURS = [cards.scenario(CONTENT, id) for id, _ in CONTENT.every("scenario")]
BOW = {"vigilant": {"skills": [skill(None, ["shot"], name="bow", effects=[{"type": "shot", "range": 6, "value": 4}])]}}


def card(*effects: Json) -> Json:
    return {"id": "test:card", "name": {"en": "Test"}, "effects": list(effects)}


def under(*effects: Json, people: dict[str, str], rows: list[str] | None = None, turn: int = 1, **more: Any) -> Table:
    """A game for zeni under a card with these effects."""
    root = {"contest": {"turns": 6, "scenario": card(*effects)}, "turn": turn, "side": "N", **more.pop("root", {})}
    return Table(rows or open_floor(6, 6), people, root=root, **more)


def drawn(*effects: Json, rows: list[str] | None = None, doors: str = "", **cards: Json) -> Table:
    """A card with these effects has just been drawn, for one or two in each band; player A takes the north side."""
    table = Table(rows or open_floor(6, 6), {"a1": "-", "b1": "-"}, doors=doors)
    plain = SYSTEM.encode(table.state)
    plain.update(stage="side", phase="A")
    for seat in "AB":
        band = plain["bands"][seat]
        first = band["characters"][0] | {"state": "vigilant"}
        band["characters"] = [
            first | cards.get(f"{seat.lower()}{n}", {}) | {"id": f"{seat.lower()}{n}"} for n in (1, 2)
        ]
    state = SYSTEM.decode(plain, CONTENT)
    from companion.model.games.asagiri.rules.transition import Transition

    flow = Transition(msgspec.structs.replace(state, table=msgspec.structs.replace(
        state.table, contest=Contest(scenario=msgspec.convert(card(*effects), scenarios.Scenario)))))  # fmt: skip
    activations.begin(flow)
    table.state = flow.state
    return table


def end_of_turn(table: Table) -> Table:
    table.do("end_activations")
    if table.can("end_phase"):
        table.do("end_phase")
    return table


def zeni(table: Table) -> tuple[int, int]:
    return scenario_game.earned(table.state, 0), scenario_game.earned(table.state, 1)


# how long, and who wins ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 4, 8])
def test_kar_6_turns(turns: int) -> None:
    assert drawn({"type": "turns", "turns": turns}).state.table.contest == Contest(  # the card itself stays
        turns,
        drawn({"type": "turns", "turns": turns}).state.table.contest.scenario,
    )
    root = {"contest": {"turns": turns}, "turn": turns}
    table = Table(open_floor(4, 4), {"a1": "0,0S", "b1": "3,3N"}, phase="B", root=root)
    assert isinstance(end_of_turn(table).pending, Over)


def test_kar_6_wins() -> None:
    people = {"a1": "2,2S", "b1": "2,3N", "b2": "5,5N"}
    for needed, over in ((3, True), (4, False)):
        table = under({"type": "wins", "zeni": needed}, people=people)
        table.do("activate", character="a1").fight("b1", 6, 1)
        assert isinstance(table.pending, Over) == over
        if over:
            assert table.pending.winner == "A" and SYSTEM.event_json(table.state, table.events[-1])["rule"] == "KAR-6"


# dice ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [-1, 1, -3])
def test_kar_6_dice(more: int) -> None:
    table = drawn({"type": "dice", "more": more})
    assert [table.band(seat)["aside"] for seat in "AB"] == [4 + more] * 2


def test_kar_6_no_reserve() -> None:
    people = {"a1": "0,0S", "b1": "5,5N"}
    table = under({"type": "no_reserve"}, people=people, pool=("fire",))
    assert table.do("end_activations").state.phase == 1, "the stage is left out"
    table = under({"type": "no_reserve"}, people=people, pool=("fire",), stage="reserve")
    assert not table.can("reserve") and table.refusal("reserve:a1,fire") == "KAR-6"


# characters ----------------------------------------------------------------------------------------------------------


def test_kar_6_stat_movement() -> None:
    table = under({"type": "stat", "stat": "movement", "amount": -2}, people={"a1": "0,0S", "b1": "5,5N"})
    table.do("activate", character="a1")
    assert table.state.active is not None and table.state.active.points == 5 - 2


def test_kar_6_stat_never_below_nothing() -> None:
    slow = {"stats": {"movement": 1}}
    table = under({"type": "stat", "stat": "movement", "amount": -3}, people={"a1": "0,0S", "b1": "5,5N"}, a1=slow)
    assert not table.do("activate", character="a1").can("step")


@pytest.mark.parametrize(("stat", "side"), [("attack", 0), ("defense", 1)])
def test_kar_6_stat_in_combat(stat: str, side: int) -> None:
    people = {"a1": "2,2S", "b1": "2,3N"}
    plain = fight_numbers.totals(under({"type": "turns", "turns": 6}, people=people).state, Fight(0, 1))
    table = under({"type": "stat", "stat": stat, "amount": 2}, people=people)
    found = fight_numbers.totals(table.state, Fight(0, 1))
    assert found[side] == plain[side] + 2 and found[1 - side] == plain[1 - side]
    reasons = [
        modifier for modifier in fight_numbers.modifiers(table.state, Fight(0, 1)) if modifier.source == "scenario"
    ]
    assert [Words()(modifier.reason) for modifier in reasons] == ["Test"]


def test_kar_6_stat_willpower() -> None:
    for amount, state in ((1, "vigilant"), (0, "shaken"), (-1, "shaken")):
        effects = [{"type": "stat", "stat": "willpower", "amount": amount}] if amount else [{"type": "no_shots"}]
        table = under(*effects, people={"a1": "0,0S!", "b1": "5,5N"})
        table.do("activate", character="a1").do("test_willpower").roll(4)
        assert table.person("a1")["state"] == state


def test_kar_6_begin_shaken() -> None:
    dear = {"a2": {"zeni": 5}, "b1": {"zeni": 5}, "a1": {"zeni": 2}, "b2": {"zeni": 1}}
    for who, shaken in (("all", {"a1", "a2", "b1", "b2"}), ("dearest", {"a2", "b1"}), ("cheapest", {"a1", "b2"})):
        table = drawn({"type": "begin_shaken", "who": who}, **dear)
        assert {name for name in ("a1", "a2", "b1", "b2") if table.person(name)["state"] == "shaken"} == shaken
    table = drawn({"type": "begin_shaken", "who": "dearest"})
    assert table.person("a1")["state"] == "shaken" and table.person("a2")["state"] == "vigilant", "of equals the first"


@pytest.mark.parametrize(("turn", "state"), [(1, "shaken"), (2, "vigilant"), (3, "shaken")])
def test_kar_6_rally(turn: int, state: str) -> None:
    """At the beginning of turn 3, for both bands; a card that turns loses its die in reserve (INS-7)."""
    people = {"a1": "0,0S!", "a2": "1,0S", "b1": "5,5N!"}
    reserve: Json = {"a1": {"reserve": "fire"}, "bands": {"A": {"aside": 3}}}
    table = end_of_turn(under({"type": "rally", "turn": 3}, people=people, turn=turn, phase="B", **reserve))
    assert table.state.turn == turn + 1
    assert [table.person(name)["state"] for name in ("a1", "b1")] == [state] * 2
    assert table.person("a1")["reserve"] == (None if state == "vigilant" else "fire")
    assert table.state.stage == ("roll" if state == "vigilant" else "take_back"), "nothing is left to take back"


# shots and support ---------------------------------------------------------------------------------------------------


def test_kar_6_no_shots() -> None:
    people = {"a1": "2,0S", "b1": "2,4N"}
    assert under({"type": "no_support"}, people=people, a1=BOW).do("activate", character="a1").can("shoot")
    table = under({"type": "no_shots"}, people=people, a1=BOW).do("activate", character="a1")
    assert not table.can("shoot") and table.refusal("shoot:b1,test:bow,") == "KAR-6"
    assert table.ask("shot", id="a1", target="b1", range=6) == {"legal": False, "rule": "KAR-6"}


@given(st.integers(1, 6), st.integers(1, 5))
def test_kar_6_sight(range_: int, away: int) -> None:
    table = under({"type": "sight", "range": range_}, people={"a1": "2,0S", "b1": f"2,{away}E"}, a1=BOW)
    legal = table.ask("shot", id="a1", target="b1", range=5)
    assert legal == ({"legal": True, "rule": None} if away <= range_ else {"legal": False, "rule": "SHT-3"})


def test_kar_6_mist() -> None:
    people = {"a1": "2,0S", "b1": "2,4N"}
    table = under({"type": "mist", "cover": 2}, people=people, a1=BOW)
    shot = table.state.table.characters[0].vigilant.skills[0]
    assert fight_numbers.totals(table.state, Fight(0, 1, shot=shot))[1] == 4 + 2
    assert fight_numbers.totals(table.state, Fight(0, 1))[1] == 4, "not in combat"


def test_kar_6_no_support() -> None:
    people = {"a1": "2,2S", "a2": "1,3E", "b1": "2,3N", "b2": "3,2W"}
    with_ = under({"type": "no_shots"}, people=people).ask("attack", id="a1", target="b1")
    without = under({"type": "no_support"}, people=people).ask("attack", id="a1", target="b1")
    assert (with_["support"], with_["against"]) == (1, 1) and (without["support"], without["against"]) == (0, 0)


# the floor -----------------------------------------------------------------------------------------------------------


PLACES = {
    "centre": ["......", "......", "..hh..", "..hh..", "......", "......"],
    "middle": ["..hh..", "..hh..", "hhhhhh", "hhhhhh", "..hh..", "..hh.."],
    "edges": ["hhhhhh", "h....h", "h....h", "h....h", "h....h", "hhhhhh"],
}


@pytest.mark.parametrize("where", list(PLACES))
@pytest.mark.parametrize(("terrain", "letter"), [("hindering", "h"), ("aquatic", "a")])
def test_kar_6_ground(where: str, terrain: str, letter: str) -> None:
    table = drawn({"type": "ground", "where": where, "terrain": terrain})
    assert list(table.state.table.board.floors[0].rows) == [row.replace("h", letter) for row in PLACES[where]]


def test_kar_6_ground_leaves_other_terrain_and_walls() -> None:
    rows = ["......", "......", "..bs..", "..a ..", "......", "......"]
    board = board_of((FloorPlan(tuple(rows)),))
    assert scenario_game.covered(board, "centre", "h") == board
    assert len(scenario_game.place(board, "centre")) == 3, "where there is no square there is no place"


def test_kar_6_doors_open() -> None:
    shut = drawn({"type": "no_shots"}, doors="1,1E 2,2S").state.table.board
    assert len(shut.floors[0].doors) == 2
    assert not drawn({"type": "doors_open"}, doors="1,1E 2,2S").state.table.board.floors[0].doors


def test_kar_6_rows() -> None:
    table = drawn({"type": "rows", "rows": 2}).do("side", facing="N")
    assert {tuple(option["at"]) for option in table.can("deploy")} == {(c, r) for c in range(6) for r in (0, 1)}
    table = drawn({"type": "no_shots"}).do("side", facing="N")
    assert {option["at"][1] for option in table.can("deploy")} == {0}


# coming back ---------------------------------------------------------------------------------------------------------


def fallen(**cards: Json) -> Table:
    people = {"a1": "2,3S", "a2": "-", "a3": "-", "b1": "5,5N", "b2": "-"}
    dear = {"a3": {"zeni": 5}, **cards}
    return under({"type": "returns", "turn": 4, "value": 4}, people=people, turn=3, phase="B", **dear)


def test_kar_6_returns() -> None:
    table = end_of_turn(fallen(bands={"A": {"lost": 8}}))
    assert {option["character"] for option in table.can("deploy")} == {"a2"}, "a3 is too dear"
    assert {option["at"][1] for option in table.can("deploy")} == {0}, "its own first row"
    assert table.refusal("deploy:a3,0-0,S") == "KAR-6" and table.refusal("deploy:a2,0-1,S") == "SET-1"
    table.do("deploy", character="a2", at=[4, 0], facing="S")
    assert table.kinds == ["CharacterCameBack"]
    back = table.person("a2")
    assert (back["at"], back["facing"], back["state"]) == ([4, 0], "S", "shaken")
    assert table.band("A")["lost"] == 8, "what was given stays given"
    table.roll("fire", "fire", "fire", "fire").do("activate", character="a2")


def test_kar_6_returns_each_band_in_its_own_phase_and_only_if_it_wants() -> None:
    table = end_of_turn(fallen()).do("pass")
    assert table.person("a2")["state"] == "disabled"
    table.roll("fire", "fire", "fire", "fire").do("end_activations").do("end_phase")
    assert {option["character"] for option in table.can("deploy")} == {"b2"}
    assert {option["at"][1] for option in table.can("deploy")} == {5}


def test_kar_6_returns_asks_nothing_when_nobody_could() -> None:
    people = {"a1": "2,3S", "a2": "-", "b1": "5,5N"}
    table = under({"type": "returns", "turn": 4, "value": 2}, people=people, turn=3, phase="B")
    assert end_of_turn(table).state.stage == "roll" and not table.state.frames


# zeni ----------------------------------------------------------------------------------------------------------------


def test_kar_6_first_blood() -> None:
    people = {"a1": "2,2S", "a2": "3,2S", "b1": "2,3N", "b2": "3,3N", "b3": "5,5N"}
    table = under({"type": "first_blood", "zeni": 2}, people=people)
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert zeni(table) == (3 + 2, 0) and "ZeniEarned" in table.kinds
    table.do("activate", character="a2").fight("b2", 6, 1)
    assert zeni(table) == (3 + 2 + 3, 0) and "ZeniEarned" not in table.kinds


@pytest.mark.parametrize(
    ("bounty", "paid"),
    [
        ({}, True), ({"dearest": True}, True), ({"trait": "oni"}, True), ({"trait": "unique"}, False),
        ({"alignment": "evil_creature"}, True), ({"alignment": "mercenary"}, False),
        ({"dearest": True, "trait": "unique"}, False),
    ],
)  # fmt: skip
def test_kar_6_bounty(bounty: Json, paid: bool) -> None:
    people = {"a1": "2,2S", "b1": "2,3N", "b2": "5,5N"}
    oni = {"zeni": 4, "traits": ["oni"], "alignment": "evil_creature"}
    table = under({"type": "bounty", "zeni": 3, **bounty}, people=people, b1=oni)
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert zeni(table) == (4 + 3 * paid, 0)


def test_kar_6_bounty_on_the_dearest_alone() -> None:
    people = {"a1": "2,2S", "b1": "2,3N", "b2": "5,5N"}
    table = under({"type": "bounty", "zeni": 3, "dearest": True}, people=people, b2={"zeni": 4})
    assert zeni(table.do("activate", character="a1").fight("b1", 6, 1)) == (3, 0)


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ({"a1": "2,2S", "b1": "5,5N"}, (2, 0)),
        ({"a1": "0,0S", "b1": "3,2N"}, (0, 2)),
        ({"a1": "2,2S", "b1": "3,3N"}, (0, 0)),
        ({"a1": "2,2S", "a2": "2,3N", "b1": "3,3N"}, (2, 0)),
        ({"a1": "2,2S!", "b1": "5,5N"}, (0, 0)),
    ],
)
def test_kar_6_hold(people: dict[str, str], expected: tuple[int, int]) -> None:
    every = under({"type": "hold", "zeni": 2}, people=people, turn=2, phase="B")
    assert zeni(end_of_turn(every)) == expected
    last = {"type": "hold", "zeni": 2, "when": "game"}
    assert zeni(end_of_turn(under(last, people=people, turn=2, phase="B"))) == (0, 0)
    assert zeni(end_of_turn(under(last, people=people, turn=6, phase="B"))) == expected


def test_kar_6_hold_counts_after_both_phases_only() -> None:
    table = under({"type": "hold", "zeni": 2}, people={"a1": "2,2S", "b1": "5,5N"}, phase="A")
    assert zeni(end_of_turn(table)) == (0, 0)


def test_kar_6_standing_and_wavering() -> None:
    people = {"a1": "0,0S", "a2": "1,0S!", "b1": "5,5N!", "b2": "4,5N!", "b3": "-"}
    assert zeni(end_of_turn(under({"type": "standing", "zeni": 2}, people=people, turn=6, phase="B"))) == (2, 0)
    assert zeni(end_of_turn(under({"type": "wavering", "zeni": 1}, people=people, turn=6, phase="B"))) == (2, 1)
    assert zeni(end_of_turn(under({"type": "wavering", "zeni": 1}, people=people, turn=5, phase="B"))) == (0, 0)


@pytest.mark.parametrize(("side", "expected"), [("N", (4, 0)), ("S", (0, 0)), ("E", (0, 2)), ("W", (0, 0))])
def test_kar_6_crossing(side: str, expected: tuple[int, int]) -> None:
    people = {"a1": "1,5S", "a2": "2,5S!", "a3": "3,3N", "b1": "5,4N"}
    effect = {"type": "crossing", "zeni": 2}
    table = under(effect, people=people, turn=6, phase="B", root={"side": side})
    assert zeni(end_of_turn(table)) == expected


# the cards -----------------------------------------------------------------------------------------------------------


def test_kar_6_there_are_cards_enough_and_they_hold_every_kind_of_effect() -> None:
    assert len(OURS) >= 12
    assert {type(effect) for scenario in OURS for effect in scenario.effects} == set(get_args(scenarios.Effect))


@pytest.mark.parametrize("scenario", OURS, ids=lambda scenario: scenario.id)
def test_kar_6_every_card_speaks_every_language_and_says_each_effect(scenario: scenarios.Scenario) -> None:
    assert set(scenario.name) == set(scenario.story) == set(LANGUAGES)
    said = [Words()(message) for message in scenarios.explain(scenario)]
    assert len(said) == len(scenario.effects) and all(words.endswith(".") and "{" not in words for words in said)


@pytest.mark.parametrize("scenario", OURS, ids=lambda scenario: scenario.id)
def test_kar_6_every_card_survives_saving(scenario: scenarios.Scenario) -> None:
    people = {"a1": "0,0S", "b1": "5,5N"}
    table = Table(open_floor(6, 6), people, root={"contest": {"scenario": scenario.id}})
    assert table.state.table.contest == Contest(6, scenario)
    assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state


@pytest.mark.parametrize(
    ("contest_", "path"),
    [
        ({"turns": 0}, "contest.turns"),
        ({"scenario": "house:nothing"}, "contest.scenario"),
        ({"scenario": card({"type": "rain"})}, "contest.scenario.effects[0].type"),
        ({"scenario": card({"type": "dice", "more": 9})}, "contest.scenario.effects[0].more"),
        ({"tiles": [{"tile": "house:inn-hall", "turns": 0, "name": "x"}]}, "contest.tiles"),
        ({"rounds": 6}, "contest.rounds"),
    ],
)
def test_kar_6_a_contest_that_cannot_be_read_names_its_fault(contest_: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        Table(open_floor(2, 2), {"a1": "0,0S", "b1": "1,1N"}, root={"contest": contest_})
    assert wrong.value.path == path
