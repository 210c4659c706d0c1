"""Adventures: reinforcements, goals, ends, special rules, what went before (ADV-9 to ADV-14)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Json, Over
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.adventure import goals
from companion.model.games.asagiri.adventure.conditions import Condition

from .quests import Quest, adventure, hire, library, side, zone
from .table import Table

TOP = zone("top", (0, 0), (1, 0), (2, 0))
GATE = zone("gate", (0, 7), (1, 7), exit=["one"])


def winner(quest: Quest) -> str | None:
    """Who has won; the game must be over, also after a round trip through text."""
    quest.again()
    assert isinstance(quest.pending, Over), quest.pending
    return quest.pending.winner


def why(quest: Quest) -> str:
    """The rule by which the game has ended."""
    return str(quest.events[-1].rule)


# ADV-9 -------------------------------------------------------------------------------------------------------------


def arriving(**more: Json) -> Quest:
    """Two men come for side two through the top zone in turn 2."""
    arrival = {"side": "two", "zone": "top", "turn": 2, "members": [hire(part="chief"), hire()], **more}
    return Quest(adventure(side(hire((1, 7))), side(hire((6, 0), "S")), zones=[TOP], reinforcements=[arrival]))


def test_adv_9_reinforcements_come_at_the_beginning_of_their_phase() -> None:
    quest = arriving()
    assert [person.get("away") for person in quest.band("B")["characters"]] == [None, "waiting", "waiting"]
    assert quest.person("b2")["part"] == "chief"
    quest.again().pass_turn()
    quest.do("end_activations").do("end_phase")
    assert quest.state.stage == "enter" and {option["character"] for option in quest.can("enter")} == {"b2", "b3"}
    assert quest.refusal("activate:b1") is not None and quest.refusal("enter:b2,5-5,N") == "ADV-9"
    quest.again().do("enter", character="b2", at=[0, 0], facing="S")
    quest.again().do("enter", character="b3", at=[2, 0], facing="E")
    assert quest.kinds == ["CharacterEntered"]
    quest.again().dice()
    assert {option["character"] for option in quest.can("activate")} == {"b1", "b2", "b3"}
    assert quest.refusal("enter:b2,1-0,N") == "ADV-9"


def test_adv_9_before_dice_are_taken_back_TRN_2() -> None:
    quest = arriving().pass_phase()
    quest.do("end_activations").do("reserve", character="b1", element="tori").dice().pass_phase()
    for who, at in (("b2", [0, 0]), ("b3", [1, 0])):
        quest.do("enter", character=who, at=at, facing="S")
    assert quest.state.stage == "take_back"


def test_adv_9_only_on_free_squares_that_no_enemy_controls() -> None:
    """One square of three is free: one comes now, the other in the next turn."""
    arrival = {"side": "two", "zone": "top", "turn": 1, "members": [hire(), hire()]}
    one = side(hire((1, 1), "N"), hire((7, 7)))
    two = side(hire((6, 4), "S"))
    narrow = TOP | {"squares": [[0, 0, 0], [3, 0, 0]]}
    quest = Quest(adventure(one, two, zones=[narrow], reinforcements=[arrival]))
    quest.do("end_activations").do("end_phase")
    assert {tuple(option["at"]) for option in quest.can("enter")} == {(3, 0)}
    quest.do("enter", character="b2", at=[3, 0], facing="S")
    assert quest.state.stage == "roll", "the other one waits"
    assert quest.person("b3")["away"] == "waiting"
    quest.again().dice().pass_phase().activate("a1").do("turn", facing="E").do("turn", facing="S")
    quest.do("end_activations").do("end_phase")
    assert {tuple(option["at"]) for option in quest.can("enter")} == {(0, 0)}


def test_adv_9_when_their_condition_holds() -> None:
    quest = arriving(turn=1, when={"type": "eliminate", "side": "two", "count": 1})
    quest.pass_turn().pass_turn()
    assert quest.state.stage == "activations"
    assert quest.person("b2")["away"] == "waiting"


def test_adv_9_whoever_is_still_to_come_counts_as_there_END_2() -> None:
    arrival = {"side": "two", "zone": "top", "turn": 9, "members": [hire()]}
    two = side(hire((1, 6), "S"), limit=50)
    quest = Quest(adventure(side(hire((1, 7))), two, zones=[TOP], reinforcements=[arrival]))
    quest.activate("a1").fight("b1", 6, 1)
    assert "CharacterDisabled" in quest.kinds and not isinstance(quest.pending, Over)
    quest.again()


# ADV-10 ------------------------------------------------------------------------------------------------------------


def met(quest: Quest, n: int = 0) -> tuple[int, int]:
    """How far the goal of side one has come."""
    play, _ = goals.play_of(quest.state)
    condition: Condition = play.record.sides[0].goals[n].when
    return goals.progress(quest.state, condition)


NEVER = {"type": "turn", "least": 60}
"""A goal that keeps a game going."""


def test_adv_10_eliminate_one_some_all_or_zeni() -> None:
    asked: list[Json] = [
        {"type": "eliminate", "side": "two", "figure": "chief"},
        {"type": "eliminate", "side": "two", "count": 2},
        {"type": "eliminate", "side": "two"},
        {"type": "eliminate", "side": "two", "zeni": 8},
        {"type": "eliminate", "side": "two", "trait": "oni"},
        NEVER,
    ]
    two = side(hire((1, 6), "S"), hire((5, 5), card="t:boss", part="chief"), hire((6, 6)), limit=50)
    quest = Quest(adventure(side(hire((1, 7)), goals=asked), two))
    assert [met(quest, n) for n in range(5)] == [(0, 1), (0, 2), (0, 3), (0, 8), (0, 1)]
    quest.activate("a1").fight("b1", 6, 1)
    assert [met(quest, n) for n in range(5)] == [(0, 1), (1, 2), (1, 3), (3, 8), (0, 1)]
    quest.state = SYSTEM.edit(
        quest.state, SYSTEM.correction_of(quest.state, {"kind": "set_state", "who": "b2", "state": "disabled"})
    ).state
    assert [met(quest, n) for n in range(5)] == [(1, 1), (2, 2), (2, 3), (8, 8), (1, 1)]


def test_adv_10_escape_counts_whoever_left_by_this_way() -> None:
    asked = [{"type": "escape", "side": "one", "zone": "gate", "count": 2},
             {"type": "escape", "side": "one", "zone": "gate", "figure": "child"}, NEVER]  # fmt: skip
    one = side(hire((1, 7)), hire((0, 7), part="child"), hire((5, 5)), goals=asked)
    quest = Quest(adventure(one, zones=[GATE]))
    quest.activate("a1").do("leave_board", zone="gate")
    assert (met(quest, 0), met(quest, 1)) == ((1, 2), (0, 1))
    quest.activate("a2").do("leave_board", zone="gate")
    assert (met(quest, 0), met(quest, 1)) == ((2, 2), (1, 1))


def test_adv_10_rescue_means_free_and_in_the_zone_or_out_through_it() -> None:
    captive = {"part": "friend", "card": "t:man", "side": "one", "at": [1, 5, 0], "state": "vigilant"}
    near = zone("near", (1, 5), (1, 3), exit=["one"])
    asked = [{"type": "rescue", "figure": "friend"}, {"type": "rescue", "figure": "friend", "zone": "near"}, NEVER]
    quest = Quest(adventure(side(hire((1, 6)), goals=asked), zones=[near], captives=[captive]))
    assert (met(quest, 0), met(quest, 1)) == ((0, 1), (0, 1)), "bound in the zone is not rescued"
    quest.activate("a1").do("free", thing="friend")
    assert (met(quest, 0), met(quest, 1)) == ((1, 1), (1, 1))
    quest.pass_turn().activate("a2").walk([1, 4])
    assert met(quest, 1) == (0, 1)
    quest.walk([1, 3]).do("leave_board", zone="near")
    assert met(quest, 1) == (1, 1)


def test_adv_10_reach_counts_who_stands_there_now() -> None:
    asked = [{"type": "reach", "side": "one", "zone": "top", "count": 2},
             {"type": "reach", "side": "one", "zone": "top", "figure": "x"}, NEVER]  # fmt: skip
    quest = Quest(adventure(side(hire((1, 0)), hire((1, 1), part="x"), goals=asked), zones=[TOP]))
    assert (met(quest, 0), met(quest, 1)) == ((1, 2), (0, 1))
    quest.activate("a2").walk([0, 0])
    assert (met(quest, 0), met(quest, 1)) == ((2, 2), (1, 1))


def test_adv_10_a_zone_is_held_at_the_end_of_a_turn_by_whoever_is_alone_in_it() -> None:
    held = {"type": "hold", "side": "one", "zone": "top", "turns": 2}
    one = side(hire((1, 0)), goals=[held])
    quest = Quest(adventure(one, side(hire((5, 0), "W")), zones=[TOP]))
    assert met(quest) == (0, 2)
    quest.pass_phase()
    assert met(quest) == (0, 2), "only when the turn ends"
    quest.again().do("end_activations").do("end_phase")
    assert "ZoneHeld" in quest.kinds
    assert met(quest) == (1, 2)
    quest.dice().pass_phase().again().do("end_activations").do("end_phase")
    assert winner(quest) == "A" and why(quest) == "ADV-10"


def test_adv_10_an_enemy_in_the_zone_breaks_the_row() -> None:
    held = {"type": "hold", "side": "one", "zone": "wide", "turns": 3}
    wide = zone("wide", (0, 0), (1, 0), (7, 0))
    quest = Quest(adventure(side(hire((1, 0)), goals=[held]), side(hire((7, 1), "N")), zones=[wide]))
    quest.pass_turn().pass_turn()
    assert met(quest) == (2, 3)
    quest.pass_phase().activate("b1").walk([7, 0]).pass_phase()
    assert met(quest) == (0, 3) and not isinstance(quest.pending, Over)


def test_adv_10_a_zone_held_at_the_end_of_one_turn() -> None:
    held = {"type": "hold", "side": "one", "zone": "top", "at": 2}
    quest = Quest(adventure(side(hire((1, 0)), goals=[held]), zones=[TOP]))
    quest.pass_turn()
    assert met(quest) == (0, 1)
    quest.pass_turn()
    assert winner(quest) == "A"


def test_adv_10_survive_is_looked_at_when_the_turn_ends() -> None:
    asked = [{"type": "survive", "side": "one", "turn": 2, "count": 2}]
    quest = Quest(adventure(side(hire((1, 7)), hire((3, 7)), goals=asked)))
    quest.pass_turn().again().pass_phase()
    assert met(quest) == (1, 2)
    quest.pass_phase()
    assert winner(quest) == "A"
    quest = Quest(adventure(side(hire((1, 7)), goals=asked)))
    quest.pass_turn().pass_turn()
    assert not isinstance(quest.pending, Over), "one alone is not two"


def test_adv_10_protect_a_figure_or_an_object() -> None:
    idol = {"id": "idol", "name": {"en": "Idol"}, "look": "idol", "at": [1, 1, 0]}
    asked = [{"type": "protect", "figure": "lord"}, {"type": "protect", "object": "idol"},
             {"type": "protect", "object": "idol", "zone": "top"}, NEVER]  # fmt: skip
    one = side(hire((1, 6), part="lord"), hire((1, 2)), goals=asked, limit=50)
    back = zone("back", (1, 2), exit=["one"])
    quest = Quest(adventure(one, side(hire((1, 4), "S")), zones=[TOP | {"squares": [[1, 1, 0]]}, back], objects=[idol]))
    assert [met(quest, n) for n in range(3)] == [(1, 1)] * 3
    quest.activate("a2").do("pick_up", thing="idol")
    assert [met(quest, n) for n in range(3)] == [(1, 1), (1, 1), (0, 1)], "carried out of the zone"
    quest.do("leave_board", zone="back")
    assert [met(quest, n) for n in range(3)] == [(1, 1), (0, 1), (0, 1)]
    quest.pass_phase().activate("b1").walk([1, 5]).fight("a1", 6, 1)
    assert met(quest, 0) == (0, 1)


def test_adv_10_goals_are_combined() -> None:
    def goal(*of: Json, kind: str = "all", **more: Json) -> Quest:
        asked = {"type": kind, "of": list(of), **more}
        return Quest(adventure(side(hire((1, 0)), goals=[asked, NEVER]), zones=[TOP]))

    here, turn = {"type": "reach", "side": "one", "zone": "top"}, {"type": "turn", "least": 2}
    assert met(goal(here, turn)) == (1, 2)
    assert met(goal(here, turn, kind="some")) == (1, 1)
    assert met(goal(here, turn, NEVER, kind="some", least=2)) == (1, 2)
    quest = Quest(adventure(side(hire((1, 0)), goals=[{"type": "not", "of": here}, NEVER]), zones=[TOP]))
    assert met(quest) == (0, 1)
    assert met(goal({"type": "not", "of": {"type": "not", "of": here}})) == (1, 1)


def test_adv_10_as_many_goals_as_the_page_asks_for() -> None:
    here, turn = {"type": "reach", "side": "one", "zone": "top"}, {"type": "turn", "least": 2}
    for least, ends in ((1, True), (2, False), (None, False)):
        one = side(hire((1, 1)), goals=[here, turn], **({"least": least} if least else {}))
        quest = Quest(adventure(one, zones=[TOP])).activate("a1").walk([1, 0])
        assert isinstance(quest.pending, Over) == ends


# ADV-11, ADV-12 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("priority", "wins"), [(None, "B"), ("one", "A"), ("two", "B"), ("draw", None)])
def test_adv_11_both_at_once(priority: str | None, wins: str | None) -> None:
    """Both survive turn 1, which ends with B's phase."""
    one = side(hire((1, 7)), goals=[{"type": "survive", "side": "one", "turn": 1}])
    two = side(hire((6, 0)), goals=[{"type": "survive", "side": "two", "turn": 1}])
    record = adventure(one, two, **({"priority": priority} if priority else {}))
    quest = Quest(record).pass_turn()
    assert winner(quest) == wins and why(quest) == "ADV-11"


def test_adv_11_goals_come_before_the_zeni_limit_END_1() -> None:
    """B loses its only figure, and has reached its goal before: nobody asks for zeni any more."""
    two = side(hire((1, 6), "S"), goals=[{"type": "eliminate", "side": "two", "count": 1}], limit=1)
    quest = Quest(adventure(side(hire((1, 7))), two)).activate("a1").fight("b1", 6, 1)
    assert winner(quest) == "B" and why(quest) == "ADV-10"


@pytest.mark.parametrize(("switch", "rule"), [({}, "END-1"), ({"zeni_loses": False}, "END-2")])
def test_adv_11_the_ordinary_ends_hold_unless_they_are_switched_off(switch: Any, rule: str) -> None:
    quest = Quest(adventure(side(hire((1, 7))), side(hire((1, 6), "S")), **switch)).activate("a1").fight("b1", 6, 1)
    assert winner(quest) == "A" and why(quest) == rule
    off: Any = {"zeni_loses": False, "alone_loses": False, "turns": 3}
    quest = Quest(adventure(side(hire((1, 7))), side(hire((1, 6), "S")), **off)).activate("a1").fight("b1", 6, 1)
    assert not isinstance(quest.pending, Over)


@pytest.mark.parametrize(("then", "wins"), [("one", "A"), ("two", "B"), ("draw", None)])
def test_adv_12_the_turn_limit(then: str, wins: str | None) -> None:
    quest = Quest(adventure(turns=2, then=then)).pass_turn().pass_phase()
    assert not isinstance(quest.pending, Over)
    quest.pass_phase()
    assert winner(quest) == wins and why(quest) == "ADV-12"
    assert (quest.state.turn, quest.quest["ended"]) == (2, 2)


# ADV-13 ------------------------------------------------------------------------------------------------------------


def shooting(*rules: Json, at: tuple[int, int] = (1, 2)) -> Quest:
    """An archer of side one on 1,7 looking north at an enemy."""
    one, two = side(hire((1, 7), card="t:archer")), side(hire(at, "N"))
    quest = Quest(adventure(one, two, rules=list(rules)), rolled=False)
    quest.roll(*["air"] * 4)
    return quest.activate("a1")


def test_adv_13_nobody_shoots() -> None:
    assert shooting().can("shoot")
    for silent in ({"type": "no_shooting"}, {"type": "no_shooting", "side": "one"}):
        quest = shooting(silent)
        assert not quest.can("shoot")
        assert quest.refusal("shoot:b1,house:longbow,pool") == "ADV-13"
        assert quest.ask("shot", id="a1", target="b1", range=9) == {"legal": False, "rule": "ADV-13"}
    assert shooting({"type": "no_shooting", "side": "two"}).can("shoot")


def test_adv_13_nobody_attacks_CBT_1() -> None:
    def facing(*rules: Json) -> Quest:
        return Quest(adventure(side(hire((1, 7))), side(hire((1, 6), "S")), rules=list(rules))).activate("a1")

    assert facing().can("attack") and facing({"type": "no_attacks", "side": "two"}).can("attack")
    for rule in ({"type": "no_attacks"}, {"type": "no_attacks", "side": "one"}):
        quest = facing(rule)
        assert not quest.can("attack") and quest.refusal("attack:b1") == "ADV-13"
        assert quest.ask("attack", id="a1", target="b1")["rule"] == "ADV-13"


def test_adv_13_at_night_no_shot_reaches_far_SHT_3() -> None:
    assert shooting({"type": "night", "range": 5}).can("shoot")
    dark = shooting({"type": "night", "range": 4})
    assert not dark.can("shoot") and dark.refusal("shoot:b1,house:longbow,pool") == "SHT-3"


def test_adv_13_other_numbers_of_dice_INS_1_BND_6() -> None:
    one = side(hire((1, 7)), hire((2, 7), card="t:nurse"))
    quest = Quest(adventure(one, rules=[{"type": "dice", "side": "one", "count": 2}]), rolled=False)
    assert (quest.band("A")["aside"], quest.band("B")["aside"]) == (3, 4), "a civilian still brings its own"


def test_adv_13_some_begin_shaken_STA_1() -> None:
    one, two = side(hire((1, 7)), hire((2, 7), part="x")), side(hire((6, 0)), hire((5, 0)))
    rules = [{"type": "begins_shaken", "side": "two"}, {"type": "begins_shaken", "figure": "x"}]
    quest = Quest(adventure(one, two, rules=rules))
    assert [quest.person(who)["state"] for who in ("a1", "a2", "b1", "b2")] == ["vigilant"] + ["shaken"] * 3


def test_adv_13_locked_doors_KAR_5() -> None:
    def door(*rules: Json, **more: Json) -> Quest:
        floor = {"tiles": [{"tile": "t:floor", "at": [0, 0]}], "doors": [[[1, 6], "S"]]}
        return Quest(adventure(side(hire((1, 7))), rules=list(rules), **more) | {"floors": [floor]}).activate("a1")

    assert door().can("open_door") and door({"type": "locked", "side": "one"}).can("open_door")
    shut = door({"type": "locked", "side": "two"})
    assert not shut.can("open_door") and shut.refusal("open_door:1-7,N") == "ADV-13"
    key = {"id": "key", "name": {"en": "Key"}, "look": "key", "at": [1, 7, 0]}
    quest = door({"type": "locked", "object": "key"}, objects=[key])
    assert not quest.can("open_door")
    quest.do("pick_up", thing="key").pass_turn().activate("a1")
    assert quest.can("open_door")


# ADV-14 ------------------------------------------------------------------------------------------------------------


def second(*changes: Json, holds: bool = True, **more: Json) -> Json:
    """An adventure that goes on from another."""
    link = {"fact": "friend-safe", "origin": "t:before", "words": {"en": "If so"}, "changes": list(changes)}
    one = side(hire((1, 7), part="hero"))
    return adventure(one, links=[link | ({} if holds else {"holds": False})], zones=[TOP, GATE], **more)


def test_adv_14_what_is_not_known_changes_nothing() -> None:
    record = second({"type": "remove_figure", "figure": "hero"}, {"type": "add_figure", "side": "one",
                                                                 "figure": hire((2, 7))})  # fmt: skip
    people = [len(Quest(record, before=before).band("A")["characters"]) for before in ({}, {"friend-safe": False})]
    assert people == [1, 1]
    changed = Quest(record, before={"friend-safe": True})
    assert [person["at"] for person in changed.band("A")["characters"]] == [[2, 7]]
    assert changed.quest["before"] == {"friend-safe": True}
    changed.again()


def test_adv_14_links_change_bands_zones_turns_rules_and_things() -> None:
    sword = {"id": "sword", "name": {"en": "Sword"}, "look": "sword"}
    arrival = {"side": "two", "zone": "top", "members": [hire()]}
    record = second(
        {"type": "set_turns", "turns": 3},
        {"type": "add_rule", "rule": {"type": "begins_shaken", "side": "two"}},
        {"type": "add_reinforcement", "reinforcement": arrival},
        {"type": "place_object", "object": "sword", "at": [4, 4, 0]},
        {"type": "set_budget", "side": "two", "budget": 3},
        holds=False,
        objects=[sword],
        turns=9,
    )
    plain, changed = Quest(record, before={"friend-safe": True}), Quest(record, before={"friend-safe": False})
    assert plain.quest["things"] == {"sword": {"gone": "hidden"}}
    assert changed.quest["things"] == {"sword": {"at": [4, 4]}}
    assert [person["state"] for person in changed.band("B")["characters"]] == ["shaken", "shaken"]
    assert changed.band("B")["budget"] == 6
    assert SYSTEM.encode(changed.state)["adventure"]["turns"] == 3
    for quest in (plain, changed):
        quest.again()


def test_adv_14_another_zone_to_deploy_in() -> None:
    record = second({"type": "set_deploy", "side": "one", "zone": "gate"})
    record["sides"][0] |= {"deploy": "top", "band": {"fixed": [hire()]}}
    record["sides"][1] |= {"deploy": "top"}
    squares = [{tuple(option["at"]) for option in Quest(record, before=before, rolled=False).can("deploy")}
               for before in ({}, {"friend-safe": True})]  # fmt: skip
    assert squares == [{(0, 0), (1, 0), (2, 0)}, {(0, 7), (1, 7)}]


def test_adv_14_facts_are_what_holds_at_the_end() -> None:
    facts = [
        {"fact": "one-won", "words": {"en": "Victory for One"}, "when": {"type": "won", "side": "one"}},
        {"fact": "two-won", "words": {"en": "Victory for Two"}, "when": {"type": "won", "side": "two"}},
        {"fact": "hero-lives", "words": {"en": "The hero lives"}, "when": {"type": "protect", "figure": "hero"}},
    ]
    record = adventure(side(hire((1, 7), part="hero")), side(hire((1, 6), "S")), facts=facts)
    quest = Quest(record).activate("a1").fight("b1", 6, 1)
    assert goals.facts(quest.state) == {"one-won": True, "two-won": False, "hero-lives": True}
    quest = Quest(record | {"begins": "two"})
    quest.activate("a1").fight("b1", 6, 1)
    assert goals.facts(quest.state) == {"one-won": False, "two-won": True, "hero-lives": False}


def test_adv_14_the_same_records_again_and_again() -> None:
    """The record in a game is the one played: its links made and gone."""
    record = second({"type": "set_turns", "turns": 3}, turns=9)
    state = SYSTEM.new({"adventure": "t:test", "before": {"friend-safe": True}}, library(record))
    plain = SYSTEM.encode(state)["adventure"]
    assert "links" not in plain and plain["turns"] == 3


def test_adv_10_a_query_tells_how_far_each_goal_is() -> None:
    asked = [{"type": "eliminate", "side": "two", "count": 2}, {"type": "survive", "side": "one", "turn": 3}]
    quest = Quest(adventure(side(hire((1, 7)), goals=asked), begins="two"))
    assert quest.ask("goals") == {"A": [], "B": [{"done": 0, "of": 2}, {"done": 0, "of": 3}]}
    quest.pass_turn()
    assert quest.ask("goals")["B"][1] == {"done": 1, "of": 3}
    assert Table(["...."], {"a1": "0,0N", "b1": "3,0N"}).ask("goals") == {"A": [], "B": []}
