"""Adventures: leaving the board, objects, caches, captives (ADV-5 to ADV-8)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Choice, Json, Over, Roll
from companion.model.games.asagiri import SYSTEM

from .quests import Quest, adventure, hire, side, zone

GATE = zone("gate", (0, 7), (1, 7), exit=["one"])
SCROLL = {"id": "scroll", "name": {"en": "Scroll"}, "look": "scroll", "at": [1, 5, 0]}


def quest(*fixed: Json, enemy: Json | None = None, goals: list[Json] | None = None, **more: Json) -> Quest:
    """Side one has these figures; an enemy stands far away."""
    one = side(*(fixed or (hire((1, 6)),)), goals=goals)
    return Quest(adventure(one, side(enemy or hire((7, 0), "S")), **more))


# ADV-5 -------------------------------------------------------------------------------------------------------------


def test_adv_5_a_figure_leaves_through_an_exit_for_one_point() -> None:
    table = quest(hire((1, 7)), hire((5, 5)), zones=[GATE])
    table.activate("a1").do("leave_board", zone="gate")
    assert table.kinds == ["MovementEnded", "CharacterLeft", "ActivationEnded"]
    person = table.person("a1")
    assert (person["at"], person["state"], person["away"]) == (None, "vigilant", "left")
    assert table.quest["left"] == [["a1", "gate"]]
    assert table.band("A")["lost"] == 0 and table.state.active is None
    table.again()
    assert [option["character"] for option in table.can("activate")] == ["a2"]
    assert table.refusal("activate:a1") == "STA-2"


def test_adv_5_leaving_is_movement_with_its_limits_MOV_5_MOV_6() -> None:
    table = quest(hire((1, 2)), hire((5, 5)), zones=[GATE])
    table.activate("a1")
    assert table.refusal("leave_board:gate") == "ADV-5"
    table.do("turn", facing="E").do("turn", facing="S").walk([1, 3], [1, 4], [1, 5])
    assert table.refusal("leave_board:gate") == "ADV-5", "no points left either, but it is not there"
    table = quest(hire((1, 5), "S"), hire((5, 5)), enemy=hire((0, 6), "S"), zones=[GATE])
    table.activate("a1").walk([1, 6])
    table.walk([1, 7])
    assert table.refusal("leave_board:gate") == "MOV-6", "the enemy's control zone ends the movement"


def test_adv_5_without_points_nobody_leaves_MOV_5() -> None:
    table = quest(hire((1, 2), "S"), zones=[GATE])
    table.activate("a1").walk([1, 3], [1, 4], [1, 5], [1, 6], [1, 7])
    assert table.refusal("leave_board:gate") == "MOV-5"


def test_adv_5_only_through_the_own_exit() -> None:
    table = quest(zones=[GATE, zone("other", (1, 6), exit=["two"])]).activate("a1")
    assert table.refusal("leave_board:other") == "ADV-5"
    assert table.refusal("leave_board:nowhere") == "unknown"


def test_adv_5_shaken_in_an_enemy_zone_nobody_leaves_MOV_7() -> None:
    table = quest(hire((1, 7), state="shaken"), enemy=hire((0, 6), "S"), zones=[GATE]).activate("a1")
    assert table.refusal("leave_board:gate") == "MOV-7"


def test_adv_5_whoever_leaves_out_of_an_enemy_zone_is_shaken_MOV_8() -> None:
    table = quest(hire((1, 7)), hire((5, 5)), enemy=hire((0, 6), "S"), zones=[GATE])
    table.activate("a1").do("leave_board", zone="gate")
    assert table.kinds == ["MovementEnded", "CharacterShaken", "CharacterLeft", "ActivationEnded"]
    assert table.person("a1")["state"] == "shaken"


def test_adv_5_the_die_in_reserve_is_set_aside_INS_7() -> None:
    table = quest(hire((1, 7)), hire((5, 5)), zones=[GATE])
    table.do("end_activations").do("reserve", character="a1", element="tori").do("end_phase").dice().pass_phase()
    table.do("pass").dice()
    before = table.band("A")
    table.activate("a1").do("leave_board", zone="gate")
    assert table.band("A")["aside"] == before["aside"] + 1


def test_adv_5_a_band_that_has_left_stands_nowhere_END_2() -> None:
    """Unless its goal is met: goals come first (ADV-11)."""
    table = quest(hire((1, 7)), zones=[GATE]).activate("a1").do("leave_board", zone="gate")
    assert isinstance(table.pending, Over) and table.pending.winner == "B"
    goal = {"type": "escape", "side": "one", "zone": "gate"}
    table = quest(hire((1, 7)), zones=[GATE], goals=[goal]).activate("a1").do("leave_board", zone="gate")
    assert isinstance(table.pending, Over) and table.pending.winner == "A"
    table.again()


# ADV-6 -------------------------------------------------------------------------------------------------------------


def test_adv_6_an_object_is_taken_up_carried_and_put_down() -> None:
    table = quest(objects=[SCROLL]).activate("a1")
    assert [option["thing"] for option in table.can("pick_up")] == ["scroll"]
    table.do("pick_up", thing="scroll")
    assert table.kinds == ["ThingTaken"]
    assert table.quest["things"]["scroll"] == {"bearer": "a1"}
    assert table.refusal("pick_up:scroll") == "TRN-4", "that was its action"
    table.again().walk([1, 5], [1, 4]).do("put_down", thing="scroll")
    assert table.quest["things"]["scroll"] == {"at": [1, 4]}
    table.again()
    assert table.refusal("put_down:scroll") == "ADV-6"


@pytest.mark.parametrize(
    ("where", "enemy", "rule"),
    [
        (hire((1, 3)), hire((7, 0), "S"), "ADV-6"),
        (hire((1, 7)), hire((7, 0), "S"), "ADV-6"),
        (hire((1, 6), "S"), hire((7, 0), "S"), "ADV-6"),
        (hire((1, 6)), hire((1, 5), "N"), "ADV-6"),
        (hire((1, 6)), hire((0, 5), "S"), "ADV-6"),
        (hire((1, 5), "E"), hire((7, 0), "S"), None),
        (hire((0, 6)), hire((7, 0), "S"), None),
    ],
    ids=["behind", "two away", "looking away", "an enemy on it", "an enemy's zone", "own square", "diagonal"],
)
def test_adv_6_what_lies_in_the_own_square_or_the_zone_is_in_reach(where: Json, enemy: Json, rule: str | None) -> None:
    table = quest(where, enemy=enemy, objects=[SCROLL]).activate("a1")
    assert table.refusal("pick_up:scroll") == rule
    assert bool(table.can("pick_up")) == (rule is None)


def test_adv_6_nobody_reaches_through_a_wall_CTL_2() -> None:
    floor = {"tiles": [{"tile": "t:floor", "at": [0, 0]}], "walls": [[[1, 5], "S"]]}
    record = adventure(side(hire((1, 6))), objects=[SCROLL]) | {"floors": [floor]}
    assert Quest(record).activate("a1").refusal("pick_up:scroll") == "ADV-6"


def test_adv_6_a_figure_carries_one_object() -> None:
    second = SCROLL | {"id": "sword", "look": "sword", "at": [1, 4, 0]}
    table = quest(objects=[SCROLL, second]).activate("a1").do("pick_up", thing="scroll").pass_turn()
    table.activate("a1").walk([1, 5])
    assert table.refusal("pick_up:sword") == "ADV-6"


def test_adv_6_some_objects_are_for_one_side() -> None:
    table = quest(objects=[SCROLL | {"bearers": ["two"]}]).activate("a1")
    assert table.refusal("pick_up:scroll") == "ADV-6"


def test_adv_6_a_burden_lowers_the_movement_MOV_1() -> None:
    heavy = SCROLL | {"burden": 2}
    table = quest(objects=[heavy]).activate("a1").do("pick_up", thing="scroll")
    assert table.state.active is not None and table.state.active.points == 3, "not moved yet: the new load counts"
    table.do("put_down", thing="scroll")
    assert table.state.active is not None and table.state.active.points == 5
    table = quest(objects=[heavy]).activate("a1").walk([1, 5]).do("pick_up", thing="scroll")
    assert table.state.active is not None and table.state.active.points == 4, "a movement begun keeps its points"
    table.pass_turn()
    assert len(table.ask("reach", id="a1")) < len(table.ask("reach", id="a1", points=4))


def test_adv_6_a_disabled_bearer_drops_it() -> None:
    table = quest(hire((1, 6)), hire((5, 5)), enemy=hire((1, 4), "S"), objects=[SCROLL | {"at": [1, 7, 0]}])
    table.activate("a1").do("turn", facing="E").do("turn", facing="S").do("pick_up", thing="scroll").pass_phase()
    table.activate("b1").walk([1, 5]).fight("a1", 6, 1)
    assert "CharacterDisabled" in table.kinds and "ThingPutDown" in table.kinds
    assert table.quest["things"]["scroll"] == {"at": [1, 6]}
    table.again()


def test_adv_6_what_is_carried_leaves_with_its_bearer() -> None:
    goal = {"type": "carry", "side": "one", "object": "scroll", "zone": "gate"}
    far = GATE | {"squares": [[1, 3, 0]]}
    table = quest(hire((1, 6)), hire((5, 5)), objects=[SCROLL], zones=[far], goals=[goal])
    table.activate("a1").do("pick_up", thing="scroll").pass_turn()
    table.activate("a1").walk([1, 5], [1, 4], [1, 3])
    assert isinstance(table.pending, Over), "standing there with it is enough"
    more = {"type": "all", "of": [goal, {"type": "escape", "side": "one", "zone": "gate", "count": 2}]}
    table = quest(hire((1, 6)), hire((5, 5)), objects=[SCROLL], zones=[far], goals=[more])
    table.activate("a1").do("pick_up", thing="scroll").pass_turn()
    table.activate("a1").walk([1, 5], [1, 4], [1, 3]).do("leave_board", zone="gate")
    assert table.quest["things"]["scroll"] == {"gone": "out", "through": "gate", "side": "one"}
    table.again()
    assert isinstance(table.pending, Choice)


# ADV-7 -------------------------------------------------------------------------------------------------------------

KEY = {"id": "key", "name": {"en": "Key"}, "look": "key"}
JARS = {"id": "jar", "name": {"en": "Jar"}, "look": "jar", "holds": "key"}


def jars(*places: tuple[int, int], **more: Any) -> Quest:
    """A figure on 1,6 looking north, and jars."""
    cache = JARS | {"places": [[*at, 0] for at in places]}
    return quest(objects=[KEY], caches=[cache], **more).activate("a1")


@pytest.mark.parametrize(("count", "needed"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_adv_7_the_die_says_whether_it_is_here(count: int, needed: int) -> None:
    places = [(1, 5), (0, 0), (2, 0), (4, 0), (3, 3), (5, 5)][:count]
    for die in range(1, 7):
        table = jars(*places).do("search", thing="jar-1")
        assert isinstance(table.pending, Roll) and len(table.pending.dice) == 1
        table.again().roll(die)
        assert ("ObjectFound" in table.kinds) == (die <= needed)
        table.again()


def test_adv_7_found_the_finder_holds_it_and_the_other_places_are_empty() -> None:
    table = jars((1, 5), (0, 5)).do("search", thing="jar-1").roll(3)
    assert table.quest["things"] == {
        "key": {"bearer": "a1", "side": "one"}, "jar-1": {"gone": "searched"}, "jar-2": {"gone": "searched"},
    }  # fmt: skip
    table.pass_turn()
    assert table.activate("a1").refusal("search:jar-2") == "ADV-7"


def test_adv_7_searched_in_vain_the_place_is_gone_and_the_last_one_is_sure() -> None:
    table = jars((1, 5), (0, 5)).do("search", thing="jar-1").roll(4)
    assert table.quest["things"]["jar-1"] == {"gone": "searched"}
    assert table.quest["things"]["key"] == {"gone": "hidden"}
    assert table.refusal("search:jar-2") == "TRN-4", "the action is spent"
    table.again().pass_turn()
    table.activate("a1").do("search", thing="jar-2")
    assert table.kinds == ["SearchDeclared", "ObjectFound"], "without a roll"
    assert table.quest["things"]["key"]["bearer"] == "a1"
    table.again()


def test_adv_7_with_full_hands_it_lies_at_the_finders_feet() -> None:
    load = SCROLL | {"at": [1, 6, 0]}
    table = quest(objects=[KEY, load], caches=[JARS | {"places": [[1, 5, 0]]}]).activate("a1")
    table.do("pick_up", thing="scroll").pass_turn().activate("a1").do("search", thing="jar-1")
    assert table.quest["things"]["key"] == {"at": [1, 6], "side": "one"}


def test_adv_7_some_places_are_for_one_side_and_in_an_enemy_zone_nobody_searches() -> None:
    assert jars((1, 5), enemy=hire((0, 5), "S")).refusal("search:jar-1") == "ADV-7"
    cache = JARS | {"places": [[1, 5, 0]], "searchers": ["two"]}
    table = quest(objects=[KEY], caches=[cache]).activate("a1")
    assert table.refusal("search:jar-1") == "ADV-7"
    assert table.refusal("free:jar-1") == "ADV-8", "a jar is no captive"


def test_adv_7_dice_are_asked_for_and_never_rolled_by_the_rules() -> None:
    """The same search with the same face is the same, whatever was searched elsewhere."""
    table = jars((1, 5), (0, 0), (2, 0)).do("search", thing="jar-1")
    assert SYSTEM.rolled(table.state, (2,)) == SYSTEM.rolled(table.state, (2,))
    assert table.refusal("end_activation") == "TRN-2"


# ADV-8 -------------------------------------------------------------------------------------------------------------

FRIEND = {"part": "friend", "card": "t:man", "side": "one", "at": [1, 5, 0]}


def test_adv_8_a_captive_takes_up_its_square_and_is_no_figure() -> None:
    table = quest(captives=[FRIEND])
    person = table.person("a2")
    assert (person["at"], person["away"], person["part"], person["state"]) == (None, "captive", "friend", "shaken")
    assert table.refusal("activate:a2") == "STA-2"
    table.activate("a1")
    assert table.refusal("step:1-5,1") == "MOV-5"
    assert table.ask("line_of_fire", start=[1, 6], to=[1, 3])["blocked"]
    table.again()


def test_adv_8_freed_it_stands_there_and_acts_from_the_next_phase_on() -> None:
    table = quest(captives=[FRIEND]).activate("a1").do("free", thing="friend")
    assert table.kinds == ["CaptiveFreed"]
    person = table.person("a2")
    assert (person["at"], person["facing"], person["activated"]) == ([1, 5], "N", True)
    assert "away" not in person
    assert table.quest["things"]["friend"] == {"gone": "freed"}
    table.again().pass_turn()
    assert {option["character"] for option in table.can("activate")} == {"a1", "a2"}


def test_adv_8_only_its_own_side_frees_it_and_not_in_an_enemy_zone() -> None:
    table = quest(captives=[FRIEND | {"side": "two"}]).activate("a1")
    assert table.refusal("free:friend") == "ADV-8"
    table = quest(captives=[FRIEND], enemy=hire((0, 5), "S")).activate("a1")
    assert table.refusal("free:friend") == "ADV-8"
    assert table.refusal("pick_up:friend") == "ADV-6"


def test_adv_8_its_zeni_count_when_it_is_disabled_END_1() -> None:
    table = quest(captives=[FRIEND], enemy=hire((1, 3), "S")).activate("a1").do("free", thing="friend").pass_phase()
    table.activate("b1").walk([1, 4]).fight("a2", 6, 1)
    assert table.band("A")["lost"] == 3
    table.again()
