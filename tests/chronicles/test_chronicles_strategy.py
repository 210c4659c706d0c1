"""The turn and its strategy: plans, order, techniques, reveal (TRN, STR, CRD-1, CRD-2, CRD-8, WND-1)."""

from __future__ import annotations

from typing import cast

from companion.model.core.contract import Choice, Together
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.state.state import State

from .tables import (
    HEROES,
    active,
    changed,
    choose,
    chosen,
    dealt,
    demon,
    done,
    figure,
    known,
    laid,
    offered,
    out,
    refused,
    said,
    setup,
    turn_ends,
)

TWO = known(2)
FOUR = known(4)
PLANS = choose(TWO, "calls_done", "oni")
"""Two heroes plan; the Oni holds Blood rite and Thick fog."""


def ready(state: State = PLANS) -> State:
    """Both heroes are ready, the order is asked."""
    state = chosen(state, "h1", "play:house:okko-1:right", "ready")
    return chosen(state, "h2", "play:house:noburo-1:right", "ready")


def ordered(state: State = PLANS) -> State:
    """The Oni may lay techniques."""
    return choose(ready(state), "order:h2", "h1")


# a turn ---------------------------------------------------------------------------------------------------------------


def test_TRN_1_turns_are_numbered_and_there_is_no_last_one() -> None:
    t = turn_ends(TWO, {**demon(TWO, "house:miryoku"), "turn": 11, "oni.corruption.track": []}, step=10)
    assert (t.now.turn, t.now.stage) == (12, "calls")


def test_TRN_2_the_oni_is_activated_once_behind_each_hero_and_nothing_follows_the_last() -> None:
    state, told = active(TWO, "h2"), []
    while not any(isinstance(event, se.StepDone) for event in told):
        seat = next(iter(seats(state)))
        applied = done(state, "end_activation", seat)
        told, state = [*told, *applied.events], applied.state
        while seats(state) == ["oni"] and SYSTEM.pending(state).__class__.__name__ == "Roll":
            applied = SYSTEM.rolled(state, ("house:panic",))
            told, state = [*told, *applied.events], applied.state
    began = [event.seat for event in told if isinstance(event, e.ActivationBegan)]
    assert began == ["oni", "h1", "oni"]


def seats(state: State) -> list[str]:
    pending = SYSTEM.pending(state)
    if isinstance(pending, Together):
        return [choice.seat for choice in pending.choices]
    return [cast(Choice, pending).seat]


def test_TRN_3_a_hero_out_before_its_card_came_up_is_skipped_with_the_oni_s_activation_behind_it() -> None:
    gone = out(FOUR, "h2")
    fields = {**gone, "stage": "hero", "next": None, "order": {"cards": ["h2", "h3", "h1", "h4"], "turned": 0}}
    state = changed(FOUR, fields)
    assert (state.next, state.order, state.turned) == ("h3", ("h3", "h1", "h4"), 1)
    last = {**gone, "stage": "hero", "next": None, "order": {"cards": ["h3", "h1", "h4", "h2"], "turned": 3}}
    done_ = {f"heroes.{seat}.activated": True for seat in ("h1", "h3", "h4")}
    assert changed(FOUR, {**last, **done_}).stage == "accusation"


# strategy -------------------------------------------------------------------------------------------------------------


def test_STR_1_the_time_marker_advances_from_turn_two_on() -> None:
    t = turn_ends(TWO, {"turn": 3}, step=10)
    assert t.now.turn == 4
    assert e.TurnBegan(4) in t.events


def test_STR_1_a_hero_without_action_card_in_hand_takes_its_discard_back() -> None:
    cards = list(TWO.hero("h1").hand)
    t = turn_ends(TWO, {"heroes.h1.hand": [], "heroes.h1.discard": cards}, step=10)
    assert t.now.hero("h1").hand == tuple(cards)
    assert e.CardsTakenBack("h1") in t.events


def test_STR_1_three_wounds_that_come_back_put_a_hero_out_at_once() -> None:
    """CRD-6, WND-2."""
    cards = list(TWO.hero("h1").hand)
    fields = {"heroes.h1.hand": ["house:limp"], "heroes.h1.discard": [*cards, "house:fever", "house:fever"]}
    t = turn_ends(TWO, fields, step=10)
    assert t.now.hero("h1").out
    assert e.HeroOut("h1") in t.events


def test_STR_2_the_oni_s_track_comes_before_the_plans() -> None:
    state = turn_ends(TWO, {"turn": 1}, step=10).now
    assert state.stage == "corruption"
    assert offered(state, "oni") == {f"corrupt:T{n}" for n in range(1, 7)}
    assert offered(state, "h1") == set()
    state = choose(state, "corrupt:T4", "oni")
    assert offered(state, "oni") == {"upgrade:t2-up", "upgrade:t2-down"}
    assert choose(state, "upgrade:t2-up", "oni").stage == "calls"


def test_STR_3_reinforcements_come_before_the_plans() -> None:
    assert TWO.stage == "calls"
    assert offered(TWO, "h1") == set()
    assert PLANS.stage == "plans"


def test_STR_4_heroes_plan_in_any_order_secretly_from_the_oni() -> None:
    pending = SYSTEM.pending(PLANS)
    assert isinstance(pending, Together)
    assert (pending.secret, pending.shared) == (True, True)
    assert {choice.seat for choice in pending.choices} == {"h1", "h2"}
    state = choose(PLANS, "play:house:noburo-1:right", "h2")
    assert "play:house:okko-1:right" in offered(state, "h1")


def test_STR_4_with_own_hands_heroes_do_not_see_each_other_s_plans() -> None:
    state = choose(known(2, hero_hands="own"), "calls_done", "oni")
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Together)
    assert not pending.shared
    state = choose(state, "play:house:okko-1:right", "h1")
    seen, own = SYSTEM.view(state, "h2"), SYSTEM.view(state, "h1")
    assert own["heroes"]["h1"]["plan"] == {  # type: ignore[index,call-overload]
        "right": "house:okko-1", "left": None, "ready": False,
    }  # fmt: skip
    assert seen["heroes"]["h1"]["plan"] == {"right": "?", "left": None, "ready": False}  # type: ignore[index,call-overload]


def test_STR_4_a_card_laid_may_be_taken_back_before_the_hero_is_ready() -> None:
    state = choose(PLANS, "play:house:okko-1:right", "h1")
    assert refused(state, "play:house:okko-2:right", "h1") == "CRD-2"
    state = choose(state, "unplay:house:okko-1", "h1")
    assert state.hero("h1").hand == PLANS.hero("h1").hand
    assert refused(state, "ready", "h1") == "CRD-2"


def test_STR_4_of_two_one_handed_objects_one_is_marked() -> None:
    """OBJ-4."""
    state = choose(dealt({**setup(2), "heroes": ["house:setsuka", "house:okko"]}), "calls_done", "oni")
    assert state.hero("h1").gear.marked == "right"
    assert "mark:left" in offered(state, "h1")
    assert "mark:right" not in offered(state, "h1")
    assert "mark:left" not in offered(state, "h2")
    applied = done(state, "mark:left", "h1")
    assert applied.state.hero("h1").gear.marked == "left"
    assert applied.events == (e.ObjectMarked("h1", "left"),)


def test_STR_5_when_all_are_ready_the_captain_stacks_the_initiative_cards() -> None:
    state = chosen(PLANS, "h1", "play:house:okko-1:right", "ready")
    assert state.stage == "plans"
    state = ready()
    assert offered(state, "h1") == {"order:h1", "order:h2", "reopen"}
    assert offered(state, "h2") == set()
    assert choose(state, "order:h2", "h1").order == ("h2", "h1")


def test_STR_5_reopening_before_the_order_is_free() -> None:
    state = choose(ready(), "reopen", "h1")
    assert state.stage == "plans"
    assert state.hero("h1").plan.right == "house:okko-1"
    assert {"ready", "unplay:house:okko-1"} <= offered(state, "h1")


def test_STR_5_the_order_is_secret_from_the_oni_until_a_card_is_turned() -> None:
    applied = done(ready(), "order:h2", "h1")
    assert SYSTEM.view(applied.state, "oni")["order"]["cards"] == ["?", "?"]  # type: ignore[index,call-overload]
    (event,) = [one for one in applied.events if isinstance(one, e.OrderSet) and one.seat == "h2"]
    assert SYSTEM.seen(applied.state, event, "oni") == e.OrderSet("?")
    state = choose(ordered(), "techniques_done", "oni")
    assert SYSTEM.view(state, "oni")["order"]["cards"] == ["h2", "?"]  # type: ignore[index,call-overload]


def test_STR_6_at_most_one_technique_a_sheet_and_as_many_as_heroes_in_play() -> None:
    state = changed(ordered(), {"oni.hand": ["house:panic", "house:venom", "house:whispers"],
                                "piles.event": [], "discards.event": []})  # fmt: skip
    state = choose(state, "technique:house:panic:house:yurei", "oni")
    assert refused(state, "technique:house:venom:house:yurei", "oni") == "STR-6"
    state = choose(state, "technique:house:venom:house:ashigaru", "oni")
    assert refused(state, "technique:house:whispers:house:hiroji-san", "oni") == "STR-6"
    assert offered(state, "oni") == {
        "take_technique:house:yurei", "take_technique:house:ashigaru", "techniques_done",
    }  # fmt: skip


def test_STR_6_a_hero_who_is_out_allows_no_technique() -> None:
    state = ordered()
    state = changed(state, out(state, "h2"))
    state = choose(state, "technique:house:thick-fog:house:yurei", "oni")
    assert offered(state, "oni") == {"take_technique:house:yurei", "techniques_done"}


def test_STR_6_only_sheets_with_a_figure_in_play() -> None:
    state = changed(ordered(), {"figures.hiroji-san-1": None})
    assert refused(state, "technique:house:thick-fog:house:hiroji-san", "oni") == "STR-6"
    assert "technique:house:thick-fog:house:yurei" in offered(state, "oni")


def test_STR_6_the_sheet_is_seen_by_all_and_the_face_only_by_the_oni() -> None:
    applied = done(ordered(), "technique:house:thick-fog:house:yurei", "oni")
    (event,) = applied.events
    assert SYSTEM.seen(applied.state, event, "h1") == e.TechniqueLaid("house:yurei", "?")
    assert SYSTEM.seen(applied.state, event, "oni") == event
    lying = SYSTEM.view(applied.state, "h1")["oni"]["techniques"]  # type: ignore[index,call-overload]
    assert [(one["sheet"], one["card"]) for one in lying] == [("house:yurei", "?")]  # type: ignore[index,union-attr]
    back = choose(applied.state, "take_technique:house:yurei", "oni")
    assert back.oni.hand == ("house:blood-rite", "house:thick-fog")


def test_STR_7_all_is_turned_over_at_once_and_weaknesses_heal() -> None:
    state = changed(PLANS, {"figures.h1.damage": 5})
    state = chosen(state, "h1", "play:house:okko-1:right", "play:house:okko-8:left", "ready")
    state = chosen(state, "h2", "play:house:noburo-1:right", "ready")
    state = chosen(state, "h1", "order:h1")
    state = choose(state, "technique:house:thick-fog:house:yurei", "oni")
    assert figure(state, "h1").damage == 5
    applied = done(state, "techniques_done", "oni")
    assert said(applied.events) == [
        "PlanShown", "PlanShown", "TechniqueShown", "WeaknessHealed", "Healed", "ActivationBegan",
    ]  # fmt: skip
    assert figure(applied.state, "h1").damage == 1  # CRD-7: up to Health, 4
    assert SYSTEM.view(applied.state, "oni")["heroes"]["h1"]["plan"] == {  # type: ignore[index,call-overload]
        "right": "house:okko-1", "left": "house:okko-8", "ready": False,
    }  # fmt: skip


# plans ----------------------------------------------------------------------------------------------------------------


def test_CRD_1_a_card_is_laid_on_a_side_it_has() -> None:
    assert refused(PLANS, "play:house:okko-7:right", "h1") == "CRD-1"
    assert refused(PLANS, "play:house:okko-8:right", "h1") == "CRD-1"  # a weakness has only a talent
    assert refused(PLANS, "play:house:okko-7:left", "h1") is None
    assert refused(PLANS, "play:house:noburo-1:left", "h1") == "CRD-2"  # not its card


def test_CRD_2_nothing_forces_a_second_card() -> None:
    state = choose(PLANS, "play:house:okko-1:left", "h1")
    assert "ready" in offered(state, "h1")
    assert "play:house:okko-2:right" in offered(state, "h1")


def test_CRD_7_a_weakness_turned_over_heals_its_hero_by_its_health_at_most() -> None:
    """Six damage, Health 4: two stay."""
    hurt = changed(PLANS, {"figures.h1.damage": 6})
    state = chosen(hurt, "h1", "play:house:okko-8:left", "ready")
    state = chosen(state, "h2", "play:house:noburo-1:right", "ready")
    turned = done(chosen(state, "h1", "order:h2"), "techniques_done", "oni")
    assert figure(turned.state, "h1").damage == 2
    assert e.Healed("h1", 4, 2) in turned.events


def test_CRD_8_a_hero_without_action_cards_plans_nothing() -> None:
    state = changed(PLANS, {"heroes.h1.hand": [], "heroes.h1.pool": []})
    assert offered(state, "h1") == set()
    assert state.hero("h1").plan.ready
    assert chosen(state, "h2", "play:house:noburo-1:right", "ready").stage == "order"


def test_WND_1_a_wound_is_planned_on_its_side_and_never_alone() -> None:
    state = changed(PLANS, {"heroes.h1.hand": [*PLANS.hero("h1").hand, "house:limp"]})
    assert refused(state, "play:house:limp:left", "h1") == "CRD-1"
    state = choose(state, "play:house:limp:right", "h1")
    assert refused(state, "ready", "h1") == "CRD-2"
    assert refused(state, "play:house:okko-1:right", "h1") == "CRD-2"
    state = choose(state, "play:house:okko-1:left", "h1")
    assert "ready" in offered(state, "h1")


def test_example_7_plans() -> None:
    """Noshin holds Call of water, Ancient lore (left only) and the wound fever (right only): six legal plans."""
    state = choose(dealt({**setup(2), "heroes": [HEROES[2], HEROES[0]]}), "calls_done", "oni")
    hand = ["house:noshin-1", "house:noshin-7", "house:fever"]
    rest = [card for card in state.hero("h1").hand if card not in hand]
    state = changed(state, {"heroes.h1.hand": hand, "heroes.h1.discard": rest})
    found, todo = set(), [state]
    while todo:
        here = todo.pop()
        plan = here.hero("h1").plan
        if "ready" in offered(here, "h1"):
            found.add((plan.right, plan.left))
        todo += [choose(here, text, "h1") for text in offered(here, "h1") if text.startswith("play")]
    water, lore, fever = hand
    assert found == {
        (water, None), (None, water), (None, lore), (water, lore), (fever, water), (fever, lore),
    }  # fmt: skip


def test_laid_cards_are_out_of_the_hand() -> None:
    """STR-4: what `laid` sets is a position of the game."""
    state = changed(PLANS, laid(PLANS, "h1", "house:okko-1", "house:okko-2"))
    assert "ready" in offered(state, "h1")
