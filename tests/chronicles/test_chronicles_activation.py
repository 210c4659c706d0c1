"""Activations of heroes and of the Oni, event cards (ACT, CRD-4, ONI, EVT)."""

from __future__ import annotations

from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import damage, play, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import replace

from .tables import (
    active,
    changed,
    choose,
    chosen,
    demon,
    done,
    figure,
    known,
    laid,
    offered,
    oni_acts,
    out,
    refused,
    roll,
    rolled,
    said,
    thrown,
    with_records,
)

TWO = known(2)
THREE = known(3)
ACTIVE = active(TWO)
NOBURO = active(TWO, "h2")
"""Noburo has no follower."""
YUREI = oni_acts(TWO)
"""The one sheet that can act has been activated."""


# a hero ---------------------------------------------------------------------------------------------------------------


def test_ACT_1_the_card_on_top_is_turned_and_its_hero_has_three_actions() -> None:
    state = changed(TWO, {"stage": "hero", "next": None, "order": {"cards": ["h2", "h1"], "turned": 0}})
    assert (state.next, state.hero("h2").actions) == ("h2", 3)
    assert offered(state, "h1") == set()
    assert refused(state, "stand:?", "h1") == "TRN-2"


def test_ACT_1_unused_actions_are_lost() -> None:
    assert choose(NOBURO, "end_activation", "h2").hero("h2").actions == 0


def test_ACT_2_one_host_card_at_the_start_of_the_activation() -> None:
    """INV-8."""
    state = active(TWO, "h1", {"hosts_in_hand": ["house:daimyo", "house:poet"]})
    assert {"host_card:house:daimyo", "host_card:house:poet"} <= offered(state, "h1")
    assert refused(choose(state, "stand:?", "h1"), "host_card:house:poet", "h1") == "ACT-2"
    applied = done(state, "host_card:house:poet", "h1")
    assert "HostPlayed" in said(applied.events)
    assert applied.state.hero("h1").actions == 3
    assert refused(applied.state, "host_card:house:daimyo", "h1") == "ACT-2"


def test_ACT_2_the_start_is_over_with_the_first_action_however_many_there_are() -> None:
    four = active(TWO, "h1", {"hosts_in_hand": ["house:poet"], "heroes.h1.actions": 4})
    assert "host_card:house:poet" in offered(four, "h1")
    assert refused(choose(four, "stand:?", "h1"), "host_card:house:poet", "h1") == "ACT-2"


def test_ACT_3_each_action_costs_one_and_may_be_repeated() -> None:
    state = chosen(NOBURO, "h2", "stand:?", "stand:?")
    assert state.hero("h2").actions == 1
    applied = done(state, "stand:?", "h2")
    assert "ActivationEnded" in said(applied.events)
    assert applied.state.next == "oni"


def test_ACT_4_discarding_an_object_is_free_and_ends_the_start_of_the_activation() -> None:
    """ACT-2, OBJ-7."""
    state = choose(active(TWO, "h1", {"hosts_in_hand": ["house:poet"]}), "drop:house:katana", "h1")
    assert state.hero("h1").actions == 3
    assert state.piles.used_objects == ("house:katana",)
    assert refused(state, "host_card:house:poet", "h1") == "ACT-2"


def test_ACT_5_when_the_hero_is_done_its_follower_acts_and_then_the_activation_ends() -> None:
    """FOL-3."""
    applied = done(ACTIVE, "end_activation", "h1")
    assert said(applied.events) == ["FigureActed"]
    applied = done(applied.state, "end_activation", "h1")
    assert said(applied.events)[0] == "ActivationEnded"
    assert applied.state.next == "oni"


def test_ACT_6_a_hero_put_out_in_the_middle_ends_its_activation_follower_included() -> None:
    """TRN-3: the Oni's activation follows; FOL-7: the follower is ownerless."""
    t = Transition(ACTIVE)
    damage.put_out(t, "h1")
    play.go_on(t)
    assert t.now.next == "oni"
    assert figure(t.now, "tikku").owner is None
    assert e.FigureActed("tikku") not in t.events


def test_CRD_4_an_action_talent_as_often_as_actions_are_left_and_once_only_once() -> None:
    often = active(THREE, "h3", laid(THREE, "h3", left="house:noshin-6"))  # Prayer
    assert "talent:house:noshin-6:0" in offered(often, "h3")
    once = active(TWO, "h1", laid(TWO, "h1", left="house:okko-5"))
    assert "talent:house:okko-5:0" in offered(once, "h1")
    assert refused(ACTIVE, "talent:house:okko-5:0", "h1") == "CRD-4"
    technique = active(TWO, "h1", laid(TWO, "h1", right="house:okko-5"))
    assert refused(technique, "talent:house:okko-5:0", "h1") == "CRD-4"  # CRD-3


def test_CRD_3_right_only_the_technique_left_only_the_talent() -> None:
    right = active(TWO, "h1", laid(TWO, "h1", right="house:okko-6"))
    left = active(TWO, "h1", laid(TWO, "h1", left="house:okko-2"))
    assert [one.n for one in totals.reasons(right, figure(right, "h1"), "defense")] == [-1]
    assert [one.n for one in totals.reasons(left, figure(left, "h1"), "defense") if one.sure] == []


def test_CRD_4_a_talent_without_mark_holds_all_turn_before_the_activation_too() -> None:
    state = active(THREE, "h1", laid(THREE, "h2", left="house:noburo-8"))
    assert totals.value(state, figure(state, "h2"), "mental") == 0
    assert totals.value(THREE, figure(THREE, "h2"), "mental") == 2


# the Oni --------------------------------------------------------------------------------------------------------------


def test_ONI_1_the_oni_must_activate_a_sheet_that_can_act() -> None:
    state = oni_acts(TWO, {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}})
    assert offered(state, "oni") == {
        "activate:house:ashigaru", "activate:house:hiroji-san", "activate:house:yurei",
    }  # fmt: skip
    assert refused(state, "end_activation", "oni") == "DEC-5"


def test_ONI_1_a_sheet_with_a_token_or_without_a_figure_is_not_activated() -> None:
    fields = {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}, "figures.hiroji-san-1": None}
    state = oni_acts(THREE, {**fields, "oni.activated": ["house:yurei"]})
    assert offered(state, "oni") == {"activate:house:ashigaru", "activate:house:ninja"}
    assert refused(state, "activate:house:yurei", "oni") == "ONI-1"
    assert refused(state, "activate:house:hiroji-san", "oni") == "ONI-3"


def test_ONI_2_without_such_a_sheet_an_event_card_is_drawn_and_nothing_else_happens() -> None:
    state = oni_acts(TWO, {"oni.activated": ["house:yurei"], "oni.black": ["house:armourer"]})
    assert roll(state).seen_by == ("oni",)
    applied = thrown(state, "house:panic")
    assert said(applied.events)[0] == "EventDrawn"
    assert applied.state.next == "h2"
    assert applied.state.oni.hand == ("house:blood-rite", "house:panic", "house:thick-fog")


def test_ONI_3_guards_act_on_corrupted_tiles_or_under_alert() -> None:
    assert refused(THREE_SHEETS, "activate:house:ashigaru", "oni") == "ONI-3"
    alert = changed(THREE_SHEETS, {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}})
    assert "activate:house:ashigaru" in offered(alert, "oni")


THREE_SHEETS = oni_acts(THREE)


def test_ONI_3_with_corruption_on_the_board_only_the_table_sees_whether_a_guard_stands_right() -> None:
    fields = {"oni.corruption.board": [{"piece": "T4", "red": False}], "turn": 2, "oni.corruption.track": [4, 6, 8]}
    state = oni_acts(TWO, fields)
    assert "activate:house:ashigaru" in offered(state, "oni")
    assert "no_sheet" not in offered(state, "oni")  # the Yurei can act in any case
    state = oni_acts(TWO, {**fields, "oni.activated": ["house:yurei"]})
    assert offered(state, "oni") == {"activate:house:ashigaru", "activate:house:hiroji-san", "no_sheet"}
    assert roll(choose(state, "no_sheet", "oni")).kind == "draw"


def test_ONI_4_one_black_host_card_at_the_start_of_an_activation() -> None:
    """INV-9."""
    state = oni_acts(TWO, {"oni.black": ["house:armourer", "house:captain"], "piles.clue": []})
    assert {"host_power:house:armourer", "host_power:house:captain"} <= offered(state, "oni")
    later = choose(state, "figure:yurei-1", "oni")
    assert refused(later, "host_power:house:armourer", "oni") == "ONI-4"
    applied = done(state, "host_power:house:armourer", "oni")
    assert applied.events[0] == se.HostPlayed("oni", "house:armourer")
    assert applied.state.piles.used_hosts == ("house:armourer",)
    assert refused(applied.state, "host_power:house:captain", "oni") == "ONI-4"


def test_ONI_5_one_figure_after_another_each_once_with_the_actions_of_its_sheet() -> None:
    assert offered(YUREI, "oni") >= {"figure:yurei-1", "figure:yurei-2", "end_activation"}
    state = choose(YUREI, "figure:yurei-2", "oni")
    assert "figure:yurei-1" not in offered(state, "oni")  # one is finished before the next begins
    state = chosen(state, "oni", "stand:?", "stand:?")
    assert "figure:yurei-1" in offered(state, "oni")
    assert refused(state, "figure:yurei-2", "oni") == "ONI-5"
    left_out = choose(state, "end_activation", "oni")
    assert left_out.next == "h2"


def test_ONI_5_a_figure_may_end_its_turn_with_actions_left() -> None:
    state = chosen(YUREI, "oni", "figure:yurei-1", "stand:?", "end_figure")
    assert "figure:yurei-2" in offered(state, "oni")
    assert refused(state, "figure:yurei-1", "oni") == "ONI-5"


def test_ONI_6_one_event_card_at_any_moment_of_the_activation() -> None:
    """EVT-2."""
    assert "event:house:thick-fog" in offered(YUREI, "oni")
    state = chosen(YUREI, "oni", "figure:yurei-1", "stand:?")
    assert "event:house:thick-fog" in offered(state, "oni")
    applied = done(state, "event:house:thick-fog", "oni")
    assert e.EventPlayed("house:thick-fog") in applied.events
    assert refused(applied.state, "event:house:blood-rite", "oni") == "ONI-6"
    assert applied.state.oni.hand == ("house:blood-rite",)


def test_ONI_6_only_a_card_of_its_hand_and_not_while_an_attack_is_under_way() -> None:
    assert refused(YUREI, "event:house:panic", "oni") == "ONI-6"
    state = chosen(YUREI, "oni", "figure:yurei-1", "attack:h1")
    assert refused(state, "event:house:thick-fog", "oni") == "CMP-3"


def test_ONI_7_the_oni_ends_the_activation_whenever_it_likes() -> None:
    assert choose(YUREI, "end_activation", "oni").next == "h2"
    assert choose(choose(YUREI, "figure:yurei-1", "oni"), "end_activation", "oni").next == "h2"


def test_ONI_5_only_the_demon_escapes() -> None:
    state = oni_acts(TWO, {**demon(TWO, "house:ashes"), "oni.out_since": True})
    state = chosen(state, "oni", "activate:house:yurei", "figure:yurei-1")
    assert refused(state, "escape", "oni") == "FIN-5"


def test_ONI_8_guards_moved_by_a_host_card_are_not_activated_by_it() -> None:
    """ATK-8: the Daimyo's may attack guards; no token, no alert, no corruption needed."""
    state = choose(active(TWO, "h1", {"hosts_in_hand": ["house:daimyo"]}), "host_card:house:daimyo", "h1")
    state = choose(state, "figure:ashigaru-1", "h1")
    assert {"attack:ashigaru-2", "attack:yurei-1", "stand:?"} <= offered(state, "h1")
    assert not {text for text in offered(state, "h1") if text.startswith(("event", "attack:h"))} - {
        "attack:hiroji-san-1"
    }
    state = rolled(choose(state, "attack:ashigaru-2", "h1"), 2, 2, 2)
    assert state.figure("ashigaru-2") is None
    assert (state.oni.activated, state.oni.alert) == ((), False)


# event cards ----------------------------------------------------------------------------------------------------------


def technique(card: str, sheet: str = "house:yurei") -> dict[str, object]:
    return {"oni.hand": [], "oni.techniques": [{"sheet": sheet, "card": card, "told": True}]}


def test_EVT_1_EVT_3_a_technique_holds_for_all_figures_of_its_sheet() -> None:
    state = oni_acts(TWO, technique("house:thick-fog"))  # Defense +1
    for id in ("yurei-1", "yurei-2"):
        assert totals.value(state, figure(state, id), "defense") == 5
    assert totals.value(state, figure(state, "ashigaru-1"), "defense") == 3
    assert refused(state, "event:house:thick-fog", "oni") == "ONI-6"  # EVT-1: for one of the two


def test_EVT_3_a_technique_lying_face_down_does_not_hold_yet() -> None:
    fields = technique("house:thick-fog")
    lying = oni_acts(TWO, {**fields, "oni.techniques": [{"sheet": "house:yurei", "card": "house:thick-fog"}]})
    assert totals.value(lying, figure(lying, "yurei-1"), "defense") == 4


def test_EVT_3_an_actions_modifier_changes_the_actions_of_each_figure() -> None:
    state = oni_acts(TWO, technique("house:blood-rite"))
    state = chosen(state, "oni", "figure:yurei-1", "stand:?", "stand:?")
    assert "stand:?" in offered(state, "oni")
    assert "figure:yurei-2" in offered(choose(state, "stand:?", "oni"), "oni")


def test_EVT_3_actions_are_never_fewer_than_none() -> None:
    event = {"technique": replace(TWO.table.box.events["house:blood-rite"].technique, actions=-9)}
    state = with_records(oni_acts(TWO, technique("house:blood-rite")), events={"house:blood-rite": event})
    assert totals.actions_of(state, figure(state, "yurei-1")) == 0


def test_DMG_3_no_more_is_healed_than_there_is() -> None:
    t = Transition(oni_acts(TWO, {"figures.h1.damage": 2}))
    assert damage.heal(t, "h1", 5) == 2
    assert figure(t.now, "h1").damage == 0


def test_EVT_4_there_is_no_limit_of_cards_in_hand() -> None:
    state = oni_acts(TWO, {"oni.activated": ["house:yurei"], "oni.hand": list(TWO.piles.event), "piles.event": [
        "house:blood-rite"]})  # fmt: skip
    assert len(rolled(state, "house:blood-rite").oni.hand) == len(TWO.piles.event) + 1


def test_EVT_the_card_drawn_is_seen_by_the_oni_alone() -> None:
    """HID-3."""
    applied = thrown(oni_acts(TWO, {"oni.activated": ["house:yurei"]}), "house:panic")
    drawn = applied.events[0]
    assert SYSTEM.seen(applied.state, drawn, "oni") == e.EventDrawn("house:panic")
    assert SYSTEM.seen(applied.state, drawn, "h1") == e.EventDrawn("?")


# worked examples ------------------------------------------------------------------------------------------------------


def test_example_14_the_oni_s_activations() -> None:
    """Three heroes; the Yurei first (no pass), then Hiroji-San, then nobody: a card; under alert the Ashigaru must."""
    corrupted = {"oni.corruption.board": [{"piece": "T4"}], "turn": 2, "oni.corruption.track": [4, 6, 8]}
    ninja = {"figures.ninja-1": None, "figures.ninja-2": None}
    state = oni_acts(THREE, {**corrupted, **ninja})
    assert refused(state, "no_sheet", "oni") == "ONI-1"
    state = chosen(state, "oni", "activate:house:yurei", "end_activation")
    state = choose(choose(state, "end_activation", "h2"), "activate:house:hiroji-san", "oni")
    state = chosen(state, "oni", "figure:hiroji-san-1", "stand:?")
    assert "stand:?" in offered(state, "oni")  # he left the tile with his first action and has his second
    state = chosen(state, "oni", "stand:?", "end_activation")
    state = choose(state, "end_activation", "h3")
    assert offered(state, "oni") == {"activate:house:ashigaru", "no_sheet"}
    assert roll(choose(state, "no_sheet", "oni")).kind == "draw"
    alert = changed(state, {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}})
    assert alert.oni.activated[-1] == "house:ashigaru"


def test_ONI_as_many_activations_as_heroes_were_activated() -> None:
    """TRN-4: with a hero out there is one activation less."""
    fields = {**out(THREE, "h3"), "stage": "hero", "next": None, "order": {"cards": ["h1", "h2", "h3"], "turned": 2}}
    done_ = {"heroes.h1.activated": True, "heroes.h2.activated": True}
    assert changed(THREE, {**fields, **done_}).stage == "accusation"
