"""Adventures: sides, floors, stairs, deployment, bands (ADV-1 to ADV-4, MOV-9)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Choice, Json, Roll
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.games.asagiri import SYSTEM

from .quests import Quest, adventure, hire, library, side, zone
from .table import CONTENT, Table

TWO_FLOORS: dict[str, Any] = {"floors": 2, "stairs": [{"start": [2, 6, 0], "end": [5, 5, 1]}]}


def new(record: Json, **setup: Json) -> Any:
    return SYSTEM.new({"adventure": record["id"], **setup}, library(record))


# ADV-1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("begins", "seat", "first"), [("one", "A", "a1"), ("two", "B", "b1")])
def test_adv_1_the_page_says_who_begins(begins: str, seat: str, first: str) -> None:
    """Side two begins as player A: its figures have the ids of A, and side one's goals are those of B."""
    quest = Quest(adventure(begins=begins))
    assert quest.quest["sides"]["A"] == begins
    assert quest.person("a1")["at"] == ([1, 7] if begins == "one" else [6, 0])
    assert isinstance(quest.pending, Choice) and quest.pending.seat == "A"
    quest.again()


def test_adv_1_the_roll_may_change_the_seats_but_not_the_sides_SET_1() -> None:
    goals = [{"type": "reach", "side": "one", "zone": "top", "count": 1}]
    record = adventure(side(hire((1, 7)), goals=goals), begins="roll", zones=[zone("top", (1, 6))])
    quest = Quest(record, rolled=False)
    quest.roll(2, 5)
    assert quest.kinds == ["FirstPlayerRolled", "BandsExchanged", "PhaseBegan"]
    assert quest.quest["sides"] == {"A": "two", "B": "one"}
    assert quest.person("b1")["at"] == [1, 7]
    quest.again().dice().pass_phase().again()
    quest.activate("b1").walk([1, 6])
    assert SYSTEM.pending(quest.state).winner == "B"
    quest.again()


# ADV-2 -------------------------------------------------------------------------------------------------------------

ZONES = [zone("west", (0, 3), (0, 4)), zone("east", (7, 3), (7, 4))]


def test_adv_2_figures_deploy_in_their_zone_and_no_side_is_chosen_SET_1() -> None:
    one, two = side(hire(), hire((2, 2)), deploy="west"), side(hire(), deploy="east")
    quest = Quest(adventure(one, two, zones=ZONES), rolled=False)
    assert {tuple(option["at"]) for option in quest.can("deploy")} == {(0, 3), (0, 4)}
    assert quest.person("a2")["at"] == [2, 2], "whoever has a square of its own stands there"
    assert quest.refusal("deploy:a1,5-5,N") == "SET-1"
    quest.again().do("deploy", character="a1", at=[0, 3], facing="E")
    assert {tuple(option["at"]) for option in quest.can("deploy")} == {(7, 3), (7, 4)}
    quest.do("deploy", character="b1", at=[7, 4], facing="W")
    assert quest.kinds == ["CharacterDeployed", "PhaseBegan"]
    quest.again()


def test_adv_2_the_page_may_say_who_deploys_first() -> None:
    one, two = side(hire(), deploy="west"), side(hire(), deploy="east")
    quest = Quest(adventure(one, two, zones=ZONES, deploys="two"), rolled=False)
    assert {option["character"] for option in quest.can("deploy")} == {"b1"}


def test_adv_2_a_full_zone_overflows_to_the_nearest_squares() -> None:
    one = side(hire(), hire(), hire(), deploy="west")
    quest = Quest(adventure(one, side(hire(), deploy="east"), zones=ZONES), rolled=False)
    for who, at in (("a1", [0, 3]), ("a2", [0, 4])):
        quest.do("deploy", character=who, at=at, facing="E")
    free = {tuple(option["at"]) for option in quest.can("deploy")}
    assert free == {(0, 2), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5)}


def test_adv_2_without_a_zone_one_deploys_as_ever_SET_1() -> None:
    quest = Quest(adventure(side(hire()), side(hire())), rolled=False)
    assert len(quest.can("side")) == 4
    quest.do("side", facing="S")
    assert {option["at"][1] for option in quest.can("deploy")} == {7}
    quest.again()


def test_adv_2_tiles_lie_in_any_arrangement_with_walls_doors_and_openings() -> None:
    """An L of three tiles; the gap is no floor; a tile's wall is taken away, a wall and a door are added."""
    tiles = [{"tile": "t:walled", "at": [0, 0]}, {"tile": "t:floor", "at": [8, 0]}, {"tile": "t:floor", "at": [8, 8]}]
    floor = {"tiles": tiles, "walls": [[[3, 3], "S"]], "doors": [[[4, 4], "E"]], "openings": [[[0, 0], "E"]]}
    record = adventure(side(hire((1, 7))), side(hire((15, 15))), begins="one") | {"floors": [floor]}
    walled = {"id": "t:walled", "name": {"en": "W"}, "rows": ["........"] * 8, "walls": [[[0, 0], "E"], [[7, 0], "E"]]}
    state = SYSTEM.new({"adventure": "t:test"}, library(record, tiles={"t:walled": walled}))
    board = SYSTEM.encode(state)["board"]
    assert len(board["rows"]) == len(board["rows"][0]) == 16
    assert board["rows"][9] == " " * 8 + "." * 8
    assert board["walls"] == [[[3, 3], "S"], [[7, 0], "E"]]
    assert board["doors"] == [[[4, 4], "E"]]


@pytest.mark.parametrize(
    ("floor", "path"),
    [
        ({"tiles": [{"tile": "t:floor", "at": [0, 0]}, {"tile": "t:floor", "at": [4, 4]}]}, "floors[0].tiles[1].at"),
        ({"tiles": [{"tile": "t:moat", "at": [0, 0]}]}, "floors[0].tiles[0].tile"),
        ({"tiles": [{"tile": "t:floor", "at": [60, 0]}]}, "floors[0].tiles[0].at"),
        ({"tiles": [{"tile": "t:floor", "at": [0, 0]}], "walls": [[[9, 9], "E"]]}, "floors[0].walls[0]"),
    ],
)
def test_adv_2_floors_that_cannot_be_laid_are_refused_with_their_place(floor: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        new(adventure() | {"floors": [floor]})
    assert wrong.value.path == "adventure"
    assert dict(wrong.value.why.args)["field"] == path


# ADV-3 -------------------------------------------------------------------------------------------------------------

FREE = {"budget": 6, "alignments": ["mercenary"], "most": 2, "suggested": [{"card": "t:man"}]}


def test_adv_3_recruits_join_the_fixed_figures_and_the_budget_counts_END_1() -> None:
    record = adventure(side(hire((1, 7)), band=FREE, deploy="west"), side(hire(), deploy="east"), zones=ZONES)
    record["sides"][0]["band"]["fixed"] = [hire((1, 7))]
    quest = Quest(record, rolled=False)
    assert [person["name"] for person in quest.band("A")["characters"]] == ["Man", "Man"], "whoever is suggested"
    assert (quest.band("A")["budget"], quest.band("A")["limit"]) == (9, 6)
    quest = Quest(record, rolled=False, bands={"A": [{"card": "t:boss"}]})
    assert [person["zeni"] for person in quest.band("A")["characters"]] == [3, 5]
    quest = Quest(record, rolled=False, bands={"A": []})
    assert len(quest.band("A")["characters"]) == 1


@pytest.mark.parametrize(
    ("seat", "picks", "rule"),
    [
        ("A", ["t:boss", "t:man"], "BND-1"),
        ("A", ["t:nurse", "t:nurse", "t:nurse"], "ADV-3"),
        ("A", ["house:ninja-apprentice"], "ADV-3"),
        ("A", ["t:nurse", "t:nurse"], "BND-4"),
        ("B", ["t:man"], "ADV-3"),
    ],
)
def test_adv_3_other_recruits_are_refused(seat: str, picks: list[str], rule: str) -> None:
    record = adventure(side(hire((1, 7))), side(hire((6, 0))))
    record["sides"][0]["band"] = {"fixed": [hire((1, 7))], **FREE}
    with pytest.raises(RuleBroken) as broken:
        new(record, bands={seat: [{"card": card} for card in picks]})
    assert broken.value.refusal.rule == rule


@pytest.mark.parametrize(
    ("setup", "path"),
    [
        ({"adventure": "t:nothing"}, "adventure"),
        ({"adventure": 3}, "adventure"),
        ({"adventure": "t:test", "tiles": []}, "tiles"),
        ({"adventure": "t:test", "bands": {"C": []}}, "bands.C"),
        ({"adventure": "t:test", "bands": {"A": [{"card": "t:nobody"}]}}, "bands.A[0].card"),
        ({"adventure": "t:test", "bands": {"A": [{}]}}, "bands.A[0].card"),
        ({"adventure": "t:test", "before": {"odd": True}}, "before.odd"),
        ({"adventure": "t:test", "before": []}, "before"),
        ({"adventure": "t:test", "options": {"odd": 1}}, "options.odd"),
        ({"quick": True, "before": {}}, "before"),
        ({"bands": {"A": [], "B": []}, "tiles": [], "before": {}}, "before"),
    ],
)
def test_adv_3_a_set_up_with_a_fault_names_its_field(setup: Json, path: str) -> None:
    record = adventure()
    record["sides"][0]["band"] |= FREE
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new(setup, library(record))
    assert wrong.value.path == path


# ADV-4, MOV-9 ------------------------------------------------------------------------------------------------------


def upstairs(**more: Json) -> Quest:
    """A figure beside stairs to the upper floor, an enemy on the upper floor."""
    return Quest(adventure(side(hire((2, 7))), side(hire((5, 1, 1), "N")), **TWO_FLOORS, **more))


def test_mov_9_stairs_lead_to_the_other_floor_for_one_point_whichever_way_one_looks() -> None:
    quest = upstairs()
    assert SYSTEM.encode(quest.state)["stairs"] == [[[2, 6, 0], [5, 5, 1]], [[5, 5, 1], [2, 6, 0]]]
    quest.activate("a1").walk([2, 6, 0])
    assert [option["cost"] for option in quest.can("step", at=[5, 5, 1])] == [1]
    quest.do("step", at=[5, 5, 1])
    assert quest.person("a1")["at"] == [5, 5, 1]
    quest.again()
    reach = {tuple(f["at"]): f["cost"] for f in quest.ask("reach", id="a1", points=2) if f["facing"] == "N"}
    assert reach[(2, 6, 0)] == 1 and reach[(2, 5, 0)] == 2, "down again, and on"


def test_mov_9_only_from_the_stairs_and_only_to_a_free_end() -> None:
    quest = upstairs().activate("a1")
    assert quest.refusal("step:5-5-1,1") == "MOV-9"
    blocked = Quest(adventure(side(hire((2, 6))), side(hire((5, 5, 1), "N")), **TWO_FLOORS)).activate("a1")
    assert blocked.refusal("step:5-5-1,1") == "MOV-5"
    assert not blocked.can("step", at=[5, 5, 1])


def test_mov_9_a_way_of_one_direction() -> None:
    trap = {"floors": 2, "stairs": [{"start": [2, 6, 0], "end": [5, 5, 1], "back": False}]}
    quest = Quest(adventure(side(hire((2, 6))), side(hire((0, 0, 1))), **trap)).activate("a1")
    quest.do("step", at=[5, 5, 1])
    assert quest.refusal("step:2-6-0,1") == "MOV-9"


def test_mov_9_nothing_else_leads_through_stairs_CTL_1_RET_1_SHT_4() -> None:
    """No control zone, no sight, no retreat; entering a zone upstairs ends the movement (MOV-6)."""
    quest = Quest(adventure(side(hire((2, 6))), side(hire((5, 6, 1), "N")), **TWO_FLOORS))
    assert [2, 6, 0] not in quest.ask("control_zone", id="b1")
    assert quest.ask("line_of_fire", start=[2, 6, 0], to=[5, 5, 1])["blocked"]
    assert all(found["at"][2] == 0 for found in quest.ask("retreat", id="a1"))
    quest.activate("a1").do("step", at=[5, 5, 1])
    assert "MovementEnded" in quest.kinds and not quest.can("step")
    assert quest.refusal("step:2-6-0,1") == "MOV-6"


def test_mov_9_a_clear_square_at_the_end_of_stairs_becomes_stairs() -> None:
    floors = SYSTEM.encode(upstairs().state)["floors"]
    assert floors[0]["rows"][6][2] == floors[1]["rows"][5][5] == "s"


def test_old_positions_know_no_adventure() -> None:
    """Without one nothing is added to a position, and its fields are refused where they make no sense."""
    state = SYSTEM.new({"quick": True}, CONTENT)
    assert isinstance(SYSTEM.pending(state), Roll)
    plain = SYSTEM.encode(Table(["...."], {"a1": "0,0N", "b1": "3,0N"}).state)
    assert not {"adventure", "quest", "stairs", "floors"} & set(plain)
    quest = {"sides": {"A": "one", "B": "two"}}
    for wrong, path in (({"quest": {}}, "quest.sides"), ({"quest": quest}, "quest"), ({"stage": "enter"}, "stage")):
        with pytest.raises(InvalidInput) as refused:
            SYSTEM.decode(plain | wrong, CONTENT)
        assert refused.value.path == path
