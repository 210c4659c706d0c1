"""Attacks and the alert without places (ATK, ALR, STA-3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.chances import attack_chance
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.state.state import State

from .tables import (
    active,
    changed,
    choose,
    chosen,
    demon,
    dice_of,
    done,
    figure,
    known,
    laid,
    memoirs,
    offered,
    oni_acts,
    refused,
    rolled,
    said,
    thrown,
)

TWO = known(2)
FOUR = known(4)
OKKO = active(TWO)
NOBURO = active(TWO, "h2")
SAMURAI = {"figures.samurai-1": {"card": "house:samurai", "group": "guard"}}
CORRUPTED = {"oni.corruption.board": [{"piece": "T4"}], "turn": 2, "oni.corruption.track": [4, 6, 8]}


def attacked(state: State, target: str, seat: str = "h1") -> State:
    return choose(state, f"attack:{target}", seat)


def misses(state: State, *texts: str, seat: str = "oni") -> State:
    """Attacks whose dice all show nothing."""
    for text in texts:
        state = choose(state, text, seat)
        state = rolled(state, *([0] * len(dice_of(state))))
    return state


# whom -----------------------------------------------------------------------------------------------------------------


def test_ATK_1_opponents_only_and_ranged_only_by_permission() -> None:
    """ATK-8."""
    assert refused(OKKO, "attack:h2", "h1") == "ATK-8"
    assert refused(OKKO, "attack:tikku", "h1") == "ATK-8"
    assert refused(OKKO, "shoot:ashigaru-1", "h1") == "ATK-1"
    shuriken = active(FOUR, "h4", {"heroes.h4.marked": "left"})
    assert shuriken.hero("h4").gear.left == "house:shuriken"
    assert {"attack:ashigaru-1", "shoot:ashigaru-1"} <= offered(shuriken, "h4")
    needle = active(FOUR, "h4", laid(FOUR, "h4", left="house:setsuka-2"))
    assert "shoot:ashigaru-1" in offered(needle, "h4")


def test_ATK_2_the_alert_comes_before_the_dice() -> None:
    """ALR-1, ALR-2: whatever they show."""
    applied = done(OKKO, "attack:ashigaru-1", "h1")
    assert said(applied.events) == ["AlertRaised", "ChapterPlaced", "AttackDeclared"]
    missed = thrown(applied.state, 0, 0, 0, 0)
    assert missed.events[-1] == e.AttackResolved("h1", "ashigaru-1", 0, False)
    assert memoirs(missed.state) == [("alert", "red")]


# dice -----------------------------------------------------------------------------------------------------------------


def test_ATK_3_negative_modifiers_take_combat_dice_and_positive_ones_add_action_dice() -> None:
    """Katana +1, okko-6 +3; Okko's own power only against creatures."""
    state = active(TWO, "h1", laid(TWO, "h1", right="house:okko-6"))
    assert dice_of(attacked(state, "ashigaru-1")) == ["combat"] * 3 + ["action"] * 4
    assert dice_of(attacked(state, "yurei-1")) == ["combat"] * 3 + ["action"] * 5


def test_ATK_3_no_dice_is_a_total_of_nothing() -> None:
    plan = {"right": "house:shaking-hands", "left": "house:noshin-7"}
    hand = [card for card in FOUR.hero("h3").hand if card != "house:noshin-7"]
    state = active(FOUR, "h3", {"heroes.h3.plan": plan, "heroes.h3.hand": hand})
    applied = done(state, "attack:yurei-1", "h3")
    assert e.AttackDeclared("h3", "yurei-1", "attack", 0, 0, 4) in applied.events
    assert e.AttackResolved("h3", "yurei-1", 0, False) in applied.events
    assert applied.state.hero("h3").actions == 2


def test_ATK_4_every_ki_counts_one_and_is_rolled_again_without_limit() -> None:
    state = rolled(attacked(OKKO, "hiroji-san-1"), "ki", 0, 1, "ki")
    assert dice_of(state) == ["combat", "action"]
    state = rolled(state, "ki", 2)
    assert dice_of(state) == ["combat"]
    applied = thrown(state, 0)
    assert applied.events[1] == e.AttackResolved("h1", "hiroji-san-1", 6, True)  # 3 + 1 + 2


def test_ATK_5_a_total_of_the_defense_is_a_success_and_does_one_damage() -> None:
    applied = thrown(attacked(OKKO, "hiroji-san-1"), 2, 2, 1, 1)
    assert e.DamageTaken("hiroji-san-1", 1, 1) in applied.events
    applied = thrown(attacked(OKKO, "hiroji-san-1"), 2, 2, 1, 0)
    assert applied.events[-1] == e.AttackResolved("h1", "hiroji-san-1", 5, False)
    assert figure(applied.state, "hiroji-san-1").damage == 0


def test_ATK_5_a_talent_may_do_more_damage_against_some() -> None:
    """`hit 2` against creatures."""
    cut = {**demon(TWO, "house:ashes"), **laid(TWO, "h1", left="house:okko-1")}
    state = active(TWO, "h1", cut)
    hit = rolled(attacked(state, "oni-of-the-ashes-1"), 2, 2, 2, 2, 2)
    assert figure(hit, "oni-of-the-ashes-1").damage == 2
    assert figure(rolled(attacked(state, "hiroji-san-1"), 2, 2, 2, 2), "hiroji-san-1").damage == 1


def test_ATK_5_the_defense_counts_all_modifiers_of_the_target() -> None:
    technique = [{"sheet": "house:yurei", "card": "house:thick-fog", "told": True}]
    state = active(TWO, "h1", {"oni.techniques": technique, "oni.hand": []})
    assert e.AttackDeclared("h1", "yurei-1", "attack", 3, 2, 5) in done(state, "attack:yurei-1", "h1").events


def test_ATK_6_without_places_the_table_pushes_and_nobody_is_asked() -> None:
    state = rolled(attacked(OKKO, "hiroji-san-1"), 2, 2, 2, 2)
    assert figure(state, "hiroji-san-1").damage == 1
    assert not state.frames


# before and after the dice --------------------------------------------------------------------------------------------


def test_DEC_4_what_only_a_scenario_or_an_extension_names_is_not_possible_without() -> None:
    assert SYSTEM.check(OKKO, SYSTEM.option_by(OKKO, "special:portal:red", "h1")) is not None


def test_ATK_9_a_hero_that_attacks_miryoku_makes_a_direct_mental_test_of_four_first() -> None:
    state = active(TWO, "h1", demon(TWO, "house:miryoku"))
    asked = attacked(state, "oni-miryoku-1")
    assert dice_of(asked) == ["test"] * 4
    failed = thrown(asked, 2, 2, 0, 0)  # Mental 3
    assert said(failed.events) == ["DiceRolled", "TestResolved"]
    assert failed.state.hero("h1").actions == 2
    assert not failed.state.frames
    passed = rolled(asked, 1, 1, 1, 0)
    assert dice_of(passed)[0] == "combat"
    again = attacked(rolled(passed, *([0] * len(dice_of(passed)))), "oni-miryoku-1")
    assert dice_of(again) == ["test"] * 4  # at each attack


def test_ATK_9_a_follower_has_no_mental_and_fails() -> None:
    """FOL-8."""
    state = choose(active(TWO, "h1", demon(TWO, "house:miryoku")), "end_activation", "h1")
    applied = done(state, "attack:oni-miryoku-1", "h1")
    assert said(applied.events) == ["TestResolved"]
    assert "attack:yurei-1" in offered(applied.state, "h1")


def test_ATK_9_a_nature_found_voids_the_power() -> None:
    """ACC-4, example 19: the malus of Miryoku holds in the final combat."""
    state = active(TWO, "h1", {**demon(TWO, "house:miryoku"), "oni.nature_found": True})
    assert dice_of(attacked(state, "oni-miryoku-1"))[0] == "combat"


def test_ACC_4_the_malus_of_a_nature_found_holds_for_the_demon() -> None:
    state = oni_acts(TWO, {**demon(TWO, "house:ashes"), "oni.nature_found": True})
    assert totals.attack_dice(state, figure(state, "oni-of-the-ashes-1"), figure(state, "h1")) == (4, 0)
    assert totals.attack_dice(state, figure(state, "yurei-1"), figure(state, "h1")) == (2, 0)
    hidden = oni_acts(TWO, demon(TWO, "house:ashes"))
    assert totals.attack_dice(hidden, figure(hidden, "oni-of-the-ashes-1"), figure(hidden, "h1")) == (6, 0)


def test_ATK_10_objects_that_are_not_legendary_have_no_effect_on_an_attack_at_yurei() -> None:
    plain = attacked(NOBURO, "yurei-1", "h2")
    assert dice_of(plain) == ["combat"] * 4  # the Naginata adds nothing
    assert dice_of(attacked(NOBURO, "ashigaru-1", "h2")) == ["combat"] * 4 + ["action"] * 2
    assert dice_of(attacked(OKKO, "yurei-1")) == ["combat"] * 3 + ["action"] * 2  # the Katana is legendary
    shuriken = active(FOUR, "h4", {"heroes.h4.marked": "left"})
    assert refused(shuriken, "shoot:yurei-1", "h4") == "ATK-10"
    assert "shoot:ninja-1" in offered(shuriken, "h4")


def test_ATK_10_they_still_protect_their_bearer() -> None:
    state = oni_acts(FOUR, {"heroes.h4.marked": "right"})  # the Tessen
    assert totals.value(state, figure(state, "h4"), "defense", figure(state, "yurei-1")) == 5


def test_ATK_riposte_hurts_who_attacks_in_vain() -> None:
    """§27: a melee attack that does not succeed."""
    plan = laid(TWO, "h2", left="house:noburo-3")
    state = choose(oni_acts(TWO, plan), "figure:yurei-1", "oni")
    assert misses(state, "attack:h2").figure("yurei-1") is None
    assert misses(state, "attack:h1").figure("yurei-1") is not None


def test_ATK_on_hit_a_status_comes_onto_the_target_if_it_still_stands() -> None:
    """§27."""
    state = active(FOUR, "h4", laid(FOUR, "h4", left="house:setsuka-6"))
    applied = thrown(attacked(state, "hiroji-san-1", "h4"), 2, 2, 2)
    assert e.StatusGiven("hiroji-san-1", "poisoned") in applied.events
    assert totals.value(applied.state, figure(applied.state, "hiroji-san-1"), "defense") == 5
    slain = thrown(attacked(state, "ashigaru-1", "h4"), 2, 2, 2)
    assert "StatusGiven" not in said(slain.events)


def test_STA_3_bleeding_costs_one_damage_after_each_attack_action() -> None:
    state = active(TWO, "h1", {"figures.h1.statuses": [{"kind": "bleeding"}]})
    applied = thrown(attacked(state, "yurei-1"), 0, 0, 0, 0, 0)
    assert applied.events[-1] == e.DamageTaken("h1", 1, 1)
    again = rolled(attacked(applied.state, "yurei-1"), 0, 0, 0, 0, 0)
    assert figure(again, "h1").damage == 2
    assert figure(choose(again, "stand:?", "h1"), "h1").damage == 2


def test_STA_3_bleeding_removes_a_figure_of_the_oni() -> None:
    state = oni_acts(TWO, {"figures.yurei-1.statuses": [{"kind": "bleeding"}]})
    state = misses(choose(state, "figure:yurei-1", "oni"), "attack:h1")
    assert state.figure("yurei-1") is None
    assert "figure:yurei-2" in offered(state, "oni")


def test_STA_3_poisoned_and_stunned_are_a_malus_of_one() -> None:
    state = active(TWO, "h1", {"figures.h1.statuses": [{"kind": "poisoned"}, {"kind": "stunned"}]})
    assert totals.value(state, figure(state, "h1"), "defense") == 3
    assert totals.value(state, figure(state, "h1"), "speed") == 1


def test_STA_3_a_maimed_figure_has_a_power_less_for_the_rest_of_the_game() -> None:
    maimed = [{"kind": "maimed", "power": 0}]
    state = active(TWO, "h1", {"figures.h1.statuses": maimed, "figures.yurei-1.statuses": maimed})
    assert dice_of(attacked(state, "yurei-1")) == ["combat"] * 3 + ["action"]  # Okko's own power is covered
    assert dice_of(attacked(active(TWO, "h2", {"figures.yurei-1.statuses": maimed}), "yurei-1", "h2")) == (
        ["combat"] * 4 + ["action"] * 2
    )


# the alert ------------------------------------------------------------------------------------------------------------


def test_ALR_1_attacking_a_creature_raises_no_alert() -> None:
    assert "AlertRaised" not in said(done(OKKO, "attack:yurei-1", "h1").events)


def test_ALR_1_a_follower_raises_none_unless_the_table_wants_it() -> None:
    state = choose(OKKO, "end_activation", "h1")
    assert "AlertRaised" not in said(done(state, "attack:ashigaru-1", "h1").events)
    side = choose(active(known(2, alert_by="side")), "end_activation", "h1")
    assert "AlertRaised" in said(done(side, "attack:ashigaru-1", "h1").events)


@pytest.mark.parametrize("entry", ["virtual", "typed", "ask"])
def test_ALR_1_with_corruption_on_the_board_the_table_says_whether_the_guard_stands_on_it(entry: str) -> None:
    state = attacked(active(TWO, "h1", {**CORRUPTED, "options.dice_entry": entry}), "ashigaru-1")
    assert not state.oni.alert
    assert "alert" in offered(state, "h1")
    raised = done(state, "alert", "h1")
    assert said(raised.events)[:2] == ["AlertRaised", "ChapterPlaced"]
    quiet = choose(state, "roll_here", "h1") if entry != "typed" else choose(state, "total:0", "h1")
    assert not quiet.oni.alert
    if entry == "virtual":
        assert dice_of(raised.state) == dice_of(quiet) == ["combat"] * 3 + ["action"]


def test_ALR_2_from_then_on_guards_are_activated_like_creatures_and_the_chapter_comes_once() -> None:
    state = rolled(attacked(OKKO, "ashigaru-1"), 0, 0, 0, 0)
    again = rolled(attacked(state, "ashigaru-2"), 0, 0, 0, 0)
    assert memoirs(again) == [("alert", "red")]
    state = chosen(again, "h1", "end_activation", "end_activation")
    assert "activate:house:ashigaru" in offered(state, "oni")


# worked examples ------------------------------------------------------------------------------------------------------


def test_example_1_attack() -> None:
    state = active(TWO, "h1", {**laid(TWO, "h1", right="house:okko-6"), "figures.hiroji-san-1.damage": 3})
    asked = attacked(state, "hiroji-san-1")
    assert memoirs(asked) == [("alert", "red")]
    asked = rolled(asked, 2, 0, 1, 0, 1, 1, "ki")
    assert dice_of(asked) == ["action"]
    applied = thrown(asked, 2)
    assert said(applied.events) == ["DiceRolled", "AttackResolved", "DamageTaken", "FigureRemoved"]
    assert applied.events[1] == e.AttackResolved("h1", "hiroji-san-1", 8, True)
    assert applied.state.figure("hiroji-san-1") is None
    assert not applied.state.frames  # no push is offered


def test_example_2_attack() -> None:
    state = attacked(active(FOUR, "h2"), "ninja-1", "h2")
    assert dice_of(state) == ["combat"] * 4 + ["action"] * 2
    assert rolled(state, 1, 1, 1, 1, 1, 1).figure("ninja-1") is None
    assert attack_chance(state.table.box, 4, 2, 5) == Fraction(179651, 209952)


@pytest.mark.parametrize(
    ("wound", "combat", "chance"),
    [("house:gashed-arm", 2, Fraction(2659, 5832)), ("house:shaking-hands", 1, None)],
)
def test_example_4_modifiers_are_not_netted(wound: str, combat: int, chance: Fraction | None) -> None:
    plan = {"right": wound, "left": "house:okko-7"}
    hand = [card for card in TWO.hero("h1").hand if card != "house:okko-7"]
    state = active(TWO, "h1", {**SAMURAI, "heroes.h1.plan": plan, "heroes.h1.hand": hand})
    asked = done(state, "attack:samurai-1", "h1")
    assert e.AttackDeclared("h1", "samurai-1", "attack", combat, 1, 4) in asked.events
    if chance is not None:
        assert attack_chance(state.table.box, combat, 1, 4) == chance


def test_example_14_an_alert_makes_guards_act() -> None:
    state = rolled(attacked(NOBURO, "ashigaru-1", "h2"), 0, 0, 0, 0, 0, 0)
    state = choose(state, "end_activation", "h2")
    assert refused(changed(state, {"oni.activated": ["house:yurei"]}), "activate:house:yurei", "oni") == "ONI-1"
    assert "activate:house:ashigaru" in offered(state, "oni")
