"""Who knows what, how choices are asked, and what a real table tells (HID, DEC, TAB)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Json, choices_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.state.state import Clue, State, cards, replace, without
from companion.model.games.chronicles.wire import position

from .tables import (
    AT_A_TABLE,
    CONTENT,
    active,
    begun,
    changed,
    choose,
    chosen,
    dealt,
    dice_of,
    done,
    figure,
    known,
    offered,
    oni_acts,
    played,
    refused,
    roll,
    rolled,
    said,
    setup,
    turn_ends,
)

TWO = known(2)
FOUR = known(4)
TABLE = begun(2, tracked=True)
"""Everything secret lies in cardboard."""
SEEDS = range(4)


def midway(seed: int) -> State:
    """A game some way on, nobody having found the Oni yet."""
    rng = Random(seed)
    state = begun(3, seed=seed)
    for _ in range(rng.randrange(20, 250)):
        after = played(state, rng, 1)
        if after.oni.demon_since or after.oni.nature_found or after.stage == "over":
            break
        state = after
    return state


# who knows what -------------------------------------------------------------------------------------------------------


def with_another_host(state: State) -> State:
    """The same table with another guilty host that fits all that was drawn."""
    other = next(card for card in state.piles.clue if card in state.suspects)
    pile = cards([*without(state.piles.clue, other), str(state.oni.guilty)])
    return replace(state, oni=replace(state.oni, guilty=other), piles=replace(state.piles, clue=pile))


@pytest.mark.parametrize("seed", SEEDS)
def test_HID_1_a_hero_s_view_does_not_change_with_the_guilty_host(seed: int) -> None:
    state = midway(seed)
    if not set(state.piles.clue) & set(state.suspects):
        pytest.fail("this seed drew every host: choose another")
    other = with_another_host(state)
    for viewer in (*state.seats, "*"):
        assert SYSTEM.view(other, viewer) == SYSTEM.view(state, viewer)
    assert SYSTEM.view(other, "oni") != SYSTEM.view(state, "oni")


@pytest.mark.parametrize("seed", SEEDS)
def test_HID_1_a_hero_s_view_does_not_change_with_the_oni_s_hand(seed: int) -> None:
    state = midway(seed)
    hand, pile = state.oni.hand, state.piles.event
    swapped = cards([*pile[len(pile) - len(hand) :]])
    left = cards([*pile[: len(pile) - len(hand)], *hand])
    other = replace(state, oni=replace(state.oni, hand=swapped), piles=replace(state.piles, event=left))
    for viewer in (*state.seats, "*"):
        assert SYSTEM.view(other, viewer) == SYSTEM.view(state, viewer)


def test_HID_1_the_oni_s_view_does_not_change_with_plans_wounds_and_order() -> None:
    state = choose(TWO, "calls_done", "oni")
    one = chosen(state, "h1", "play:house:okko-1:right", "ready")
    two = chosen(state, "h1", "play:house:okko-2:left", "ready")
    assert SYSTEM.view(one, "oni") == SYSTEM.view(two, "oni")
    assert SYSTEM.view(one, "*") == SYSTEM.view(two, "*")
    ordered = [chosen(choose(chosen(one, "h2", "play:house:noburo-1:right"), "ready", "h2"), "h1", f"order:{seat}")
               for seat in ("h1", "h2")]  # fmt: skip
    assert SYSTEM.view(ordered[0], "oni") == SYSTEM.view(ordered[1], "oni")
    hand = list(TWO.hero("h1").hand)
    wounds = [changed(TWO, {"heroes.h1.hand": [*hand, wound]}) for wound in ("house:limp", "house:fever")]
    assert SYSTEM.view(wounds[0], "oni") == SYSTEM.view(wounds[1], "oni")


def test_HID_2_a_hero_s_worlds_leave_out_who_is_innocent_or_was_wrongly_accused() -> None:
    innocent, accused, *rest = [id for id in FOUR.suspects if id != FOUR.oni.guilty]
    made = [{"turn": 1, "kind": "host", "named": accused, "right": False}]
    state = changed(FOUR, {
        "clues_drawn": [{"card": innocent, "turn": 1}], "piles.clue": list(without(FOUR.piles.clue, innocent)),
        "hosts_in_hand": [innocent] if FOUR.table.box.hosts[innocent].background == "grey" else [],
        "accusations.made": made, "accusations.wrong": 1, "memoirs.house:first-accusation": {"colour": "red"},
    })  # fmt: skip
    view, rng = SYSTEM.view(state, "h1"), Random(1)
    worlds = [SYSTEM.sample_world(view, "h1", rng, CONTENT) for _ in range(150)]
    found = Counter(world.oni.guilty for world in worlds)
    assert set(found) == {FOUR.oni.guilty, *rest}
    assert {world.oni.nature for world in worlds} == set(FOUR.natures)
    for world in worlds[:20]:
        assert SYSTEM.view(world, "h1") == view


def test_HID_2_the_oni_guesses_wounds_that_nobody_has_seen_and_legal_plans() -> None:
    state = changed(FOUR, {"stage": "plans", "heroes.h1.hand": [*FOUR.hero("h1").hand, "house:limp"],
                           "piles.wound": [], "heroes.h2.hand": [*FOUR.hero("h2").hand, "house:fever"]})  # fmt: skip
    state = choose(state, "play:house:okko-1:right", "h1")
    view, rng = SYSTEM.view(state, "oni"), Random(2)
    for _ in range(30):
        world = SYSTEM.sample_world(view, "oni", rng, CONTENT)
        assert world.hero("h1").plan.laid == 1
        assert len(world.hero("h2").wounds) == 1
        assert SYSTEM.view(world, "oni") == view


def test_HID_2_grey_cards_are_guessed_among_the_grey_ones() -> None:
    poet = next(id for id in FOUR.suspects if FOUR.table.box.hosts[id].background == "grey" and id != FOUR.oni.guilty)
    state = replace(changed(FOUR, {"hosts_in_hand": [poet], "piles.clue": list(without(FOUR.piles.clue, poet))}),
                    clues_drawn=(Clue(poet, 1),))  # fmt: skip
    view, rng = SYSTEM.view(state, "oni"), Random(3)
    drawn = {SYSTEM.sample_world(view, "oni", rng, CONTENT).clues_drawn[0].card for _ in range(40)}
    greys = {id for id in FOUR.suspects if FOUR.table.box.hosts[id].background == "grey" and id != FOUR.oni.guilty}
    assert drawn == greys


def test_HID_2_an_order_left_to_chance_is_unknown_in_every_world_of_the_heroes() -> None:
    """EVT-5: after Panic nobody knows who comes next."""
    state = changed(FOUR, {"stage": "oni", "next": "oni", "order": {"cards": ["h1", "?", "?", "?"], "turned": 1},
                           "heroes.h1.activated": True})  # fmt: skip
    for seat in ("h1", "oni"):
        view = SYSTEM.view(state, seat)
        world = SYSTEM.sample_world(view, seat, Random(4), CONTENT)
        assert SYSTEM.view(world, seat) == view


def test_HID_2_whoever_is_asked_what_it_pays_has_something_to_choose() -> None:
    """DEC-5: a hand of cards that are all alike pays by itself, so a world loaded as a game stays where it is."""
    hand = ["house:panic", "house:venom"]
    pile = list(without(cards([*TWO.piles.event, *TWO.oni.hand]), *hand))
    state = choose(changed(TWO, {"oni.hand": hand, "piles.event": pile}), "call:house:ashigaru", "oni")
    view, rng = SYSTEM.view(state, "h1"), Random(5)
    for _ in range(200):
        world = SYSTEM.sample_world(view, "h1", rng, CONTENT)
        assert SYSTEM.decode(SYSTEM.encode(world), CONTENT) == world


def test_TAB_6_what_cannot_be_is_still_a_world_to_play_in() -> None:
    """A table told the app, which knows the truth, that every suspect is innocent."""
    box_clues = {**AT_A_TABLE, "guilty": "app"}
    hosts = ["house:poet", "house:armourer"]
    state = dealt({**setup(2, True, keepers=box_clues), "hosts": hosts})
    drawn = [{"card": card, "turn": 1} for card in state.suspects]
    state = changed(state, {"clues_drawn": drawn, "piles.clue": ["?"] * (len(state.piles.clue) - len(drawn))})
    world = SYSTEM.sample_world(SYSTEM.view(state, "h1"), "h1", Random(6), CONTENT)
    assert world.oni.guilty in state.suspects
    assert SYSTEM.view(world, "h1") == SYSTEM.view(state, "h1")


def test_HID_2_a_wound_laid_out_of_cardboard_is_no_action_card() -> None:
    """The Oni sees that a card lies there; in its worlds the hero still has its eight."""
    state = dealt({**setup(1, True, keepers={**AT_A_TABLE, "plans": "app"})})
    state = changed(state, {"stage": "plans", "heroes.h1.plan.right": "house:limp",
                            "piles.wound": ["?"] * (len(state.piles.wound) - 1)})  # fmt: skip
    for seed in range(20):
        world = SYSTEM.sample_world(SYSTEM.view(state, "oni"), "oni", Random(seed), CONTENT)
        assert SYSTEM.decode(SYSTEM.encode(world), CONTENT) == world


def test_HID_3_secret_draws_are_told_to_others_without_their_face() -> None:
    t = turn_ends(TWO, step=5)
    applied = SYSTEM.rolled(t.now, ("house:panic",))
    assert [SYSTEM.seen(applied.state, applied.events[0], seat) for seat in ("oni", "h1", "*")] == [
        e.EventDrawn("house:panic"), e.EventDrawn("?"), e.EventDrawn("?"),
    ]  # fmt: skip


# decisions ------------------------------------------------------------------------------------------------------------


def test_DEC_1_a_call_is_paid_then_deployed_and_may_stop_after_the_first() -> None:
    state = choose(TWO, "call:house:ashigaru", "oni")
    assert refused(state, "enough", "oni") == "DEC-5"
    assert refused(state, "calls_done", "oni") == "DEC-5"
    state = choose(state, "pay:house:thick-fog", "oni")
    assert "enough" in offered(state, "oni")
    assert choose(state, "enough", "oni").stage == "plans"


def test_DEC_2_a_move_spends_the_action() -> None:
    assert choose(active(TWO), "stand:?", "h1").hero("h1").actions == 2


def test_DEC_3_rolls_ask_combat_then_action_dice() -> None:
    state = choose(active(TWO), "attack:yurei-1", "h1")
    assert dice_of(state) == sorted(dice_of(state), key=("combat", "action").index)
    assert (roll(state).kind, roll(state).seat) == ("attack", "h1")


def test_DEC_5_with_nothing_to_choose_the_engine_goes_on_by_itself() -> None:
    state = changed(TWO, {"oni.hand": [], "discards.event": list(TWO.oni.hand)})
    assert state.stage == "plans"  # nothing to call with
    state = chosen(state, "h1", "play:house:okko-1:right", "ready")
    state = chosen(state, "h2", "play:house:noburo-1:right", "ready")
    state = choose(state, "order:h1", "h1")
    assert (state.order, state.next) == (("h1", "h2"), "h1")  # the last card, and no technique


def test_DEC_5_an_end_is_asked_although_nothing_else_is_left() -> None:
    order = {"cards": ["h1", "h2"], "turned": 0}
    hand = {"oni.hand": ["house:thick-fog"], "discards.event": ["house:blood-rite"]}
    state = changed(TWO, {**hand, "stage": "techniques", "order": order})
    state = choose(state, "technique:house:thick-fog:house:yurei", "oni")
    assert offered(state, "oni") == {"take_technique:house:yurei", "techniques_done"}
    acting = chosen(oni_acts(TWO, {"oni.hand": []}), "oni", "figure:yurei-1", "stand:?", "stand:?")
    acting = chosen(acting, "oni", "figure:yurei-2", "stand:?", "stand:?")
    assert offered(acting, "oni") == {"end_activation"}


def test_DEC_6_secret_rolls_are_seen_by_their_camp_and_others_by_all() -> None:
    assert roll(turn_ends(TWO, step=5).now).seen_by == ("oni",)
    wound = roll(turn_ends(TWO, {"figures.h1.damage": 4}, step=4).now)
    assert (wound.seat, wound.seen_by, wound.kind) == ("h1", ("h1", "h2"), "draw")
    assert roll(choose(active(TWO), "attack:yurei-1", "h1")).seen_by is None


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("play:house:okko-1:left", "h1"),
        ("attack:ashigaru-3", "h1"),
        ("stand:3,4", "h1"),
        ("go:T1.b", "h1"),
        ("technique:house:thick-fog:house:yurei", "oni"),
        ("talent:house:okko-5:0", "h1"),
        ("shift:T1:T2", "oni"),
        ("tell:?grey", "h2"),
        ("reroll:0+3", "h1"),
        ("mark:left", "h1"),
    ],
)
def test_DEC_7_option_ids_are_the_kind_and_its_fields(text: str, seat: str) -> None:
    option = SYSTEM.option_by(TWO, text, seat)
    assert SYSTEM.option_id(TWO, option) == text
    assert SYSTEM.fields(TWO, option)["seat"] == seat


@pytest.mark.parametrize("seed", SEEDS)
def test_DEC_7_on_one_list_no_two_ids_are_equal(seed: int) -> None:
    rng, state = Random(seed), begun(2, seed=seed)
    for _ in range(150):
        for choice in choices_of(SYSTEM.pending(state)):
            ids = [SYSTEM.option_id(state, option) for option in choice.options]
            assert len(set(ids)) == len(ids)
            assert not (ids == ["pass"] or ids == ["enough"])  # DEC-5
        state = played(state, rng, 1)


# at a table -----------------------------------------------------------------------------------------------------------


def test_TAB_1_unknown_is_a_value_and_counts_are_always_known() -> None:
    assert (TABLE.oni.guilty, TABLE.oni.nature) == (HIDDEN, HIDDEN)
    assert TABLE.oni.hand == (HIDDEN, HIDDEN)
    assert set(TABLE.piles.event) == {HIDDEN}
    assert len(TABLE.piles.event) == len(TWO.piles.event)
    assert len(TABLE.piles.clue) == len(TABLE.suspects) - 1 + 3 + 5  # SET-9


def test_TAB_1_what_needs_an_unknown_card_waits_until_it_is_told() -> None:
    state = turn_ends(TABLE, {"turn": 8, "oni.corruption.track": []}).now
    assert offered(state, "oni") == {f"tell:{id}" for id in TABLE.suspects}
    state = choose(state, f"tell:{TABLE.suspects[0]}", "oni")
    assert offered(state, "oni") == {f"tell:{id}" for id in TABLE.natures}
    applied = done(state, "tell:house:tide", "oni")
    assert se.DemonCame("house:tide", TABLE.suspects[0]) in applied.events
    assert figure(applied.state, "oni-of-the-tide-1").damage == 0


@pytest.mark.parametrize("keeper", ["app", "box", "notes"])
def test_TAB_2_each_secret_has_its_keeper(keeper: str) -> None:
    """With `app` chance is asked; else the card is counted."""
    state = begun(2, tracked=True, keepers={**AT_A_TABLE, "events": keeper})
    after = turn_ends(state, step=5).now
    if keeper == "app":
        assert roll(after).seen_by == ("oni",)
        assert HIDDEN not in state.oni.hand
    else:
        assert after.oni.hand == (HIDDEN,) * 4


def test_TAB_2_wounds_in_cardboard_are_counted() -> None:
    state = turn_ends(TABLE, {"figures.h1.damage": 4}, step=4).now
    assert state.hero("h1").wounds == (HIDDEN,)
    assert len(state.piles.wound) == len(TWO.piles.wound) - 1


def test_TAB_3_with_the_app_as_keeper_of_the_truth_nobody_answers_an_accusation_wrongly() -> None:
    keepers = {**AT_A_TABLE, "guilty": "app", "clues": "app"}
    state = turn_ends(begun(2, tracked=True, keepers=keepers), {"turn": 3}, step=2).now
    accused = next(id for id in state.suspects if id != state.oni.guilty)
    applied = done(choose(state, f"accuse_host:{accused}", "h1"), "no_accusation", "h1")
    assert se.AccusationAnswered("host", accused, False, 1) in applied.events


def test_TAB_4_without_places_the_rules_cannot_be_enforced_and_without_tiles_there_are_none() -> None:
    assert SYSTEM.missing(TWO) is not None
    sheets = [{"sheet": "house:ashigaru", "figures": 2}]
    unlaid = {"heroes": ["house:okko"], "sheets": sheets, "investigation": False, "options": {"places": "spaces"}}
    with pytest.raises(InvalidInput) as caught:
        SYSTEM.new(unlaid, CONTENT)
    assert caught.value.path == "options.places"


def test_TAB_5_an_attack_is_attacker_target_and_the_total() -> None:
    state = active(TABLE)
    applied = done(choose(state, "attack:hiroji-san-1", "h1"), "total:6", "h1")
    assert e.AttackResolved("h1", "hiroji-san-1", 6, True) in applied.events
    assert figure(applied.state, "hiroji-san-1").damage == 1
    assert not applied.state.frames


def test_TAB_5_a_test_is_its_place_and_the_sum_or_passed_or_failed() -> None:
    state = choose(active(TABLE), "test:house:the-well", "h1")
    assert {"total:3", "answer:passed", "answer:failed"} <= offered(state, "h1")
    assert not choose(state, "total:3", "h1").frames
    assert choose(state, "answer:failed", "h1").scores[0].minus == 1


def test_TAB_5_plans_are_told_at_the_reveal_and_the_hand_is_what_lies_nowhere_else() -> None:
    state = choose(TABLE, "calls_done", "oni")
    while state.stage != "reveal":
        state = choose(state, "techniques_done", "oni")
    assert "play:house:okko-1:right" in offered(state, "h1")
    state = chosen(state, "h1", "play:house:okko-1:right", "ready")
    state = chosen(state, "h2", "play:house:noburo-2:right", "play:house:noburo-3:left")
    assert state.stage == "hero"
    assert "house:okko-1" not in state.hero("h1").hand
    assert len(state.hero("h1").hand) == 7
    assert offered(state, "h1") == {"order:h1", "order:h2"}  # each initiative card as it is turned
    assert choose(state, "order:h2", "h1").next == "h2"


def test_TAB_1_a_card_laid_may_stay_unnamed() -> None:
    """Nobody need say which it was; it counts as laid, and modifies nothing."""
    state = choose(TABLE, "calls_done", "oni")
    while state.stage != "reveal":
        state = choose(state, "techniques_done", "oni")
    assert {"play:?:right", "play:?:left"} <= offered(state, "h1")
    state = chosen(state, "h1", "play:?:right", "ready")
    state = chosen(state, "h2", "play:house:noburo-1:right", "ready")
    assert state.hero("h1").plan.right == HIDDEN
    assert len(state.hero("h1").hand) == 7


def test_TAB_5_a_clue_is_its_card_or_only_its_kind() -> None:
    state = choose(active(TABLE), "test:host", "h1")
    state = choose(state, "answer:passed", "h1")
    assert {"tell:?grey", "tell:?nature", "tell:?surprise", "tell:house:tide", "done"} <= offered(state, "h1")
    state = choose(state, "tell:?grey", "h1")
    assert state.hosts_in_hand == (HIDDEN,)
    assert len(state.piles.clue) == len(TABLE.piles.clue) - 1
    assert not choose(state, "done", "h1").frames


def test_TAB_5_an_event_card_is_told_when_it_is_shown() -> None:
    state = oni_acts(TABLE)
    applied = done(state, "event:house:panic", "oni")
    assert applied.state.oni.hand == (HIDDEN,)
    ended = choose(applied.state, "end_activation", "oni")
    assert ended.piles.used_events == ("house:panic",)


def test_TAB_5_an_accusation_is_what_and_the_answer() -> None:
    state = turn_ends(TABLE, {"turn": 3}, step=2).now
    state = chosen(state, "h1", f"accuse_host:{TABLE.suspects[0]}", "no_accusation")
    assert offered(state, "oni") == {"answer:right", "answer:wrong"}
    applied = done(state, "answer:wrong", "oni")
    assert se.AccusationAnswered("host", TABLE.suspects[0], False, 1) in applied.events


# Kami -----------------------------------------------------------------------------------------------------------------


def test_example_22_kami() -> None:
    """KAM-1: it acts at the end of Noshin's activation, turned; in the next turn it acts and leaves; out with him."""
    kami: dict[str, Json] = {"figures.water-a": {"card": "house:water-a", "group": "kami", "owner": "h3"}}
    state = choose(active(FOUR, "h3", kami), "end_activation", "h3")
    assert {"attack:yurei-1", "end_activation"} <= offered(state, "h3")
    first = done(state, "end_activation", "h3")
    assert e.KamiTurned("water-a") in first.events
    again = active(first.state, "h3", {"figures.water-a.acted": False, "frames": []})
    second = done(choose(again, "end_activation", "h3"), "end_activation", "h3")
    assert "FigureRemoved" in said(second.events)
    assert second.state.figure("water-a") is None
    hand = [*FOUR.hero("h3").hand, "house:fever", "house:limp"]
    falls = turn_ends(FOUR, {**kami, "heroes.h3.hand": hand, "figures.h3.damage": 3}, step=4).now
    assert rolled(falls, "house:split-brow").figure("water-a") is None


def test_WND_3_who_does_not_see_a_hand_still_sees_how_many_wounds_it_holds() -> None:
    held = FOUR.hero("h1").hand
    state = changed(FOUR, {"heroes.h1.hand": [*held, "house:limp"]})
    seen = position.decode(SYSTEM.view(state, "oni"), CONTENT).hero("h1")
    assert (seen.hand, seen.wounds) == ((HIDDEN,) * len(held), (HIDDEN,))
