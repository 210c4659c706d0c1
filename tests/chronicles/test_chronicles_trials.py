"""Tests of characteristics (TST), damage, wounds and statuses (DMG, WND, STA), action cards coming back (CRD)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from companion.model.core.contract import Event, Json
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.chances import test_chance as chance_of_test
from companion.model.games.chronicles.rules import damage, play, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import State, replace

from .tables import (
    active,
    changed,
    choose,
    dice_of,
    done,
    figure,
    known,
    laid,
    memoirs,
    offered,
    oni_acts,
    out,
    refused,
    roll,
    rolled,
    said,
    settled,
    thrown,
    turn_ends,
)

TWO = known(2)
FOUR = known(4)
WELL, GATE = "test:house:the-well", "test:house:the-gate-bar"


def minus(state: State, place: str) -> int:
    return next(one.minus for one in state.scores if one.id == place)


def results(events: Iterable[Event]) -> list[tuple[int, bool]]:
    return [(one.total, one.passed) for one in events if isinstance(one, e.TestResolved)]


def action_cards(state: State, seat: str) -> list[str]:
    return list(state.hero(seat).pool)


# tests ----------------------------------------------------------------------------------------------------------------


def test_TST_1_as_many_dice_as_the_difficulty_and_a_sum_of_the_characteristic_passes() -> None:
    state = choose(active(TWO), WELL, "h1")  # Mental 3
    assert dice_of(state) == ["test"] * 4
    passed = thrown(state, 2, 1, 0, 0)
    assert results(passed.events) == [(3, True)]
    failed = thrown(state, 2, 1, 1, 0)
    assert results(failed.events) == [(4, False)]
    assert failed.state.hero("h1").actions == 2


def test_TST_2_an_attack_test_counts_all_modifiers_one_each() -> None:
    state = active(TWO, "h2", laid(TWO, "h2", right="house:noburo-1"))  # A 4, +2 technique, +2 Naginata
    state = choose(state, GATE, "h2")
    assert dice_of(state) == ["test"] * 5
    assert totals.characteristic(state, figure(state, "h2"), "attack", "place") == 8


def test_TST_3_no_difficulty_is_passed_without_dice_for_the_action() -> None:
    state = active(TWO, "h1", {"places.house:the-well.minus": 4})
    applied = done(state, WELL, "h1")
    assert results(applied.events) == [(-1, True)]
    assert "DiceRolled" not in said(applied.events)
    assert applied.state.hero("h1").actions == 2


def test_TST_4_a_failed_test_is_one_easier_for_everybody_and_stays_so_beyond_the_turn() -> None:
    state = choose(active(TWO), WELL, "h1")
    applied = thrown(state, 2, 2, 2, 2)
    assert e.TestEased("house:the-well", 1) in applied.events
    assert dice_of(choose(applied.state, WELL, "h1")) == ["test"] * 3
    noburo = changed(applied.state, {"next": "h2", "heroes.h2.activated": True, "heroes.h2.actions": 3})
    assert dice_of(choose(noburo, WELL, "h2")) == ["test"] * 3
    assert minus(turn_ends(applied.state, step=6).now, "house:the-well") == 1


def test_TST_4_the_tokens_go_when_the_test_is_passed() -> None:
    state = active(TWO, "h1", {"places.house:the-well.minus": 2})
    state = rolled(choose(state, WELL, "h1"), 0, 0)
    assert minus(state, "house:the-well") == 0
    assert dice_of(choose(state, WELL, "h1")) == ["test"] * 4


def test_TST_5_each_try_costs_an_action_and_may_be_repeated() -> None:
    state = active(TWO, "h2", {})
    for left in (2, 1):
        state = rolled(choose(state, GATE, "h2"), *([2] * (3 + left)))
        assert state.hero("h2").actions == left
    assert GATE in offered(state, "h2")


def test_TST_6_a_direct_test_leaves_no_token() -> None:
    """INV-2."""
    token: dict[str, Json] = {"tokens.clue-1": {"type": "clue", "card": "house:clue-2-1"}}
    state = rolled(choose(active(TWO, "h2", token), "test:clue-1", "h2"), 2, 2)
    assert [one.minus for one in state.tokens] == [0]


def test_TST_8_only_heroes_start_tests() -> None:
    state = choose(active(TWO), "end_activation", "h1")
    assert "attack:yurei-1" in offered(state, "h1")  # Tikku
    assert not [text for text in offered(state, "h1") if text.startswith("test")]


def test_TST_9_effects_on_a_kind_of_test_apply_to_that_kind_alone() -> None:
    noshin = figure(FOUR, "h3")  # deciphering +1
    assert totals.characteristic(FOUR, noshin, "mental", "deciphering") == 5
    assert totals.characteristic(FOUR, noshin, "mental", "investigation") == 4


def test_TST_9_a_test_is_passed_without_dice_by_such_a_talent() -> None:
    setsuka = active(FOUR, "h4", laid(FOUR, "h4", left="house:setsuka-5"))
    assert totals.passes_without_dice(setsuka, figure(setsuka, "h4"), "stealth")
    assert not totals.passes_without_dice(setsuka, figure(setsuka, "h4"), "chest")


def test_example_3_attack_test() -> None:
    """Noburo, Attack 4 and A+2 without his Naginata, against a place of difficulty 5 and then eased."""
    fields = {**laid(TWO, "h2", right="house:noburo-1"), "heroes.h2.hands": {}}
    state = choose(active(TWO, "h2", fields), GATE, "h2")
    assert totals.characteristic(state, figure(state, "h2"), "attack", "place") == 6
    passed = thrown(state, 2, 2, 2, 0, 0)
    assert results(passed.events) == [(6, True)]
    failed = rolled(state, 2, 2, 2, 1, 0)
    assert len(dice_of(choose(failed, GATE, "h2"))) == 4
    box = TWO.table.box
    assert chance_of_test(box, 7, 6) == Fraction(1208763, 2097152)
    assert chance_of_test(box, 6, 6) == Fraction(12177, 16384)


# damage ---------------------------------------------------------------------------------------------------------------


def test_DMG_1_a_figure_with_as_much_damage_as_health_goes_at_once_and_comes_back_whole() -> None:
    state = active(TWO, "h1", {"figures.hiroji-san-1.damage": 3})
    state = rolled(choose(state, "attack:hiroji-san-1", "h1"), 2, 2, 1, 1)
    assert state.figure("hiroji-san-1") is None
    calls = changed(state, {"stage": "calls", "next": None})
    assert "call:house:hiroji-san" in offered(calls, "oni")


def test_DMG_1_a_follower_that_is_killed_leaves_its_hero_without_one() -> None:
    """FOL-4."""
    state = choose(oni_acts(TWO, {"figures.tikku.damage": 2}), "figure:yurei-1", "oni")
    state = rolled(choose(state, "attack:tikku", "oni"), 2, 2)
    assert state.figure("tikku") is None


def test_DMG_2_heroes_pile_damage_up() -> None:
    state = choose(oni_acts(TWO, {"figures.h1.damage": 4}), "figure:yurei-1", "oni")
    state = rolled(choose(state, "attack:h1", "oni"), 2, 2)
    assert figure(state, "h1").damage == 5
    assert not state.hero("h1").out


def test_DMG_2_damage_of_health_becomes_one_wound_a_turn_at_most() -> None:
    t = turn_ends(TWO, {"figures.h1.damage": 9, "figures.h2.damage": 3}, step=4)
    assert (roll(t.now).kind, roll(t.now).seen_by) == ("draw", ("h1", "h2"))
    state = rolled(t.now, "house:limp")
    assert (figure(state, "h1").damage, state.hero("h1").wounds) == (5, ("house:limp",))
    assert (figure(state, "h2").damage, state.hero("h2").wounds) == (3, ())


def test_DMG_3_healing_removes_at_most_what_lies_there() -> None:
    """CRD-7: the weakness would heal 4."""
    plans = {**laid(TWO, "h1", left="house:okko-8"), **laid(TWO, "h2", left="house:noburo-1")}
    ready = {f"heroes.{seat}.plan.ready": True for seat in ("h1", "h2")}
    order = {"cards": ["h1", "h2"], "turned": 0}
    t = settled(TWO, {"stage": "reveal", "order": order, "figures.h1.damage": 2, **plans, **ready})
    assert figure(t.now, "h1").damage == 0
    assert e.Healed("h1", 2, 0) in t.events


# wounds ---------------------------------------------------------------------------------------------------------------


def test_CRD_5_the_plan_goes_to_the_discard_wounds_with_it() -> None:
    """WND-1."""
    plan = {"right": "house:limp", "left": "house:okko-1"}
    hand = [card for card in TWO.hero("h1").hand if card != "house:okko-1"]
    t = turn_ends(TWO, {"heroes.h1.plan": plan, "heroes.h1.hand": hand}, step=4)
    hero = t.now.hero("h1")
    assert (hero.discard, hero.spent_wounds, hero.plan.laid) == (("house:okko-1",), ("house:limp",), 0)
    assert e.PlanDiscarded("h1") in t.events


def test_CRD_6_the_whole_discard_comes_back_when_no_action_card_is_in_hand() -> None:
    """Wounds left in hand do not prevent it."""
    *rest, last = action_cards(TWO, "h1")
    fields = {
        "heroes.h1.plan": {"left": last},
        "heroes.h1.hand": ["house:fever"],
        "heroes.h1.discard": [*rest, "house:limp"],
    }
    t = turn_ends(TWO, fields, step=4)
    hero = t.now.hero("h1")
    assert (hero.hand, hero.wounds, hero.discard) == (hero.pool, ("house:fever", "house:limp"), ())
    kept = turn_ends(TWO, {**fields, "heroes.h1.hand": ["house:fever", rest[0]],
                           "heroes.h1.discard": [*rest[1:], "house:limp"]}, step=4)  # fmt: skip
    assert kept.now.hero("h1").hand == (rest[0],)


def test_WND_2_the_third_wound_in_hand_puts_a_hero_out_before_anything_comes_back() -> None:
    """MEM-3, FOL-7."""
    *rest, last = action_cards(TWO, "h1")
    wounds = ["house:fever", "house:limp"]
    fields = {"heroes.h1.plan": {"left": last}, "heroes.h1.hand": wounds, "heroes.h1.discard": rest}
    applied = thrown(turn_ends(TWO, {**fields, "figures.h1.damage": 4}, step=4).now, "house:split-brow")
    told = said(applied.events)
    assert "CardsTakenBack" not in told
    assert told[:4] == ["WoundDrawn", "HeroOut", "FollowerLeft", "ChapterPlaced"]
    state = applied.state
    assert state.hero("h1").out
    assert state.figure("h1") is None
    assert figure(state, "tikku").owner is None
    assert memoirs(state) == [("okko-fate", "red")]


def test_WND_2_what_a_hero_had_leaves_the_game() -> None:
    fields = {"heroes.h1.hand": [*TWO.hero("h1").hand, "house:fever", "house:limp"], "figures.h1.damage": 4}
    state = rolled(turn_ends(TWO, fields, step=4).now, "house:split-brow")
    hero = state.hero("h1")
    assert (hero.hand, hero.wounds, hero.discard, hero.gear.right) == ((), (), (), None)
    assert "house:katana" not in state.piles.used_objects


def test_WND_3_the_oni_sees_how_many_wounds_a_hand_holds_and_not_which() -> None:
    """HID-3."""
    applied = thrown(turn_ends(TWO, {"figures.h1.damage": 4}, step=4).now, "house:limp")
    (wound,) = [one for one in applied.events if isinstance(one, e.WoundDrawn)]
    assert SYSTEM.seen(applied.state, wound, "oni") == e.WoundDrawn("h1", "?")
    assert SYSTEM.seen(applied.state, wound, "h2") == wound
    seen = SYSTEM.view(applied.state, "oni")
    assert isinstance(seen, dict)
    assert seen["heroes"]["h1"]["wounds"] == 1
    assert "house:limp" not in str(seen)


def test_WND_3_with_own_hands_only_the_hero_draws_and_sees_its_wound() -> None:
    own = known(2, hero_hands="own")
    state = turn_ends(own, {"figures.h1.damage": 4}, step=4).now
    assert roll(state).seen_by == ("h1",)
    (wound,) = [one for one in thrown(state, "house:limp").events if isinstance(one, e.WoundDrawn)]
    assert SYSTEM.seen(state, wound, "h2") == e.WoundDrawn("h1", "?")


def test_example_5_wound() -> None:
    state = rolled(turn_ends(FOUR, {"figures.h3.damage": 5}, step=4).now, "house:limp")
    assert (figure(state, "h3").damage, len(state.hero("h3").wounds)) == (2, 1)
    state = rolled(turn_ends(FOUR, {"figures.h3.damage": 7}, step=4).now, "house:limp")
    assert (figure(state, "h3").damage, len(state.hero("h3").wounds)) == (4, 1)
    again = rolled(turn_ends(state, step=4).now, "house:limp")
    assert (figure(again, "h3").damage, len(again.hero("h3").wounds)) == (1, 2)


@pytest.mark.parametrize("left_in_hand", [0, 1])
def test_example_6_out_by_taking_back(left_in_hand: int) -> None:
    cards = action_cards(FOUR, "h4")
    wounds = ["house:fever", "house:limp"]
    fields: dict[str, Json] = {
        "heroes.h4.hand": ["house:split-brow", *cards[:left_in_hand]],
        "heroes.h4.discard": [*cards[left_in_hand:], *wounds],
        "figures.ferryman": {"card": "house:ferryman", "group": "follower", "owner": "h4"},
    }
    state = turn_ends(FOUR, fields, step=4).now
    assert state.hero("h4").out is (left_in_hand == 0)
    if state.hero("h4").out:
        assert memoirs(state) == [("setsuka-fate", "red")]
        assert figure(state, "ferryman").owner is None
    else:
        assert memoirs(state) == []


# statuses -------------------------------------------------------------------------------------------------------------


def statuses(state: State, id: str = "h1") -> list[tuple[str, bool]]:
    return [(one.kind, one.turned) for one in figure(state, id).statuses]


def test_STA_1_a_new_status_replaces_the_old_one_of_its_kind_and_others_add_up() -> None:
    both = [{"kind": "poisoned", "turned": True}, {"kind": "stunned", "turned": True}]
    state = active(FOUR, "h4", {**laid(FOUR, "h4", left="house:setsuka-6"), "figures.hiroji-san-1.statuses": both})
    state = rolled(choose(state, "attack:hiroji-san-1", "h4"), 2, 2, 2)
    assert sorted(statuses(state, "hiroji-san-1")) == [("poisoned", False), ("stunned", True)]


def test_STA_2_a_status_is_turned_at_one_end_of_turn_and_removed_at_the_next() -> None:
    t = turn_ends(TWO, {"figures.h1.statuses": [{"kind": "stunned"}]}, step=6)
    assert e.StatusTurned("h1", "stunned") in t.events
    assert statuses(t.now) == [("stunned", True)]
    t = turn_ends(t.now, step=6)
    assert e.StatusEnded("h1", "stunned") in t.events
    assert statuses(t.now) == []


def test_STA_2_maimed_is_neither_turned_nor_removed() -> None:
    state = TWO
    for _ in range(3):
        state = turn_ends(state, {"figures.h1.statuses": [{"kind": "maimed", "power": 0}]}, step=6).now
    assert statuses(state) == [("maimed", False)]


def maim(state: State, id: str) -> Transition:
    t = Transition(state)
    damage.give_status(t, id, "maimed")
    play.go_on(t)
    return t


def test_STA_3_the_owner_of_a_maimed_figure_covers_one_of_its_powers() -> None:
    box = FOUR.table.box
    yurei = box.sheets["house:yurei"]
    two = replace(yurei, powers=(*yurei.powers, *box.sheets["house:ninja"].powers))
    table = replace(FOUR.table, box=replace(box, sheets={**box.sheets, "house:yurei": two}))
    state = maim(replace(active(FOUR), table=table), "yurei-1").now
    assert offered(state, "oni") == {"cover:0", "cover:1"}
    applied = done(state, "cover:1", "oni")
    assert applied.events == (e.StatusGiven("yurei-1", "maimed"),)
    assert [(one.kind, one.power) for one in figure(applied.state, "yurei-1").statuses] == [("maimed", 1)]


def test_STA_3_one_power_is_covered_by_itself_and_without_one_nothing_happens() -> None:
    assert figure(maim(active(TWO), "yurei-1").now, "yurei-1").statuses[0].power == 0
    again = maim(maim(active(TWO), "yurei-1").now, "yurei-1")
    assert again.events == []
    kami = active(FOUR, "h1", {"figures.hiroji-san-1.statuses": [{"kind": "maimed", "power": 0}]})
    assert maim(kami, "hiroji-san-1").now.frames == ()


def test_example_21_statuses() -> None:
    """Stunned in turn 3: Speed 1 to the end of turn 4; stunned again in turn 4: to the end of turn 5."""
    stunned = {"figures.h1.statuses": [{"kind": "stunned"}]}

    def speed(state: State) -> int:
        return totals.value(state, figure(state, "h1"), "speed")

    three = changed(TWO, {"turn": 3, **stunned})
    assert speed(three) == 1
    four = turn_ends(three, step=6).now
    assert (four.turn, speed(four), statuses(four)) == (4, 1, [("stunned", True)])
    assert speed(turn_ends(four, step=6).now) == 2
    five = turn_ends(four, stunned, step=6).now
    assert (five.turn, speed(five), statuses(five)) == (5, 1, [("stunned", True)])
    assert speed(turn_ends(five, step=6).now) == 2


def test_WND_2_a_hero_out_is_passed_over_at_the_end_of_turn() -> None:
    t = turn_ends(TWO, {**out(TWO, "h1"), "figures.h2.damage": 4}, step=4)
    assert roll(t.now).seat == "h2"
    assert refused(t.now, "ready", "h1") == "CMP-3"
