"""Seats, components, figures (SEA, CMP, FIG)."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.state.state import StatusOn, replace

from .tables import (
    CONTENT,
    active,
    begun,
    changed,
    choose,
    demon,
    done,
    figure,
    known,
    offered,
    oni_acts,
    out,
    played,
    refused,
    roll,
    rolled,
    said,
    turn_ends,
)

TWO = known(2)
FOUR = known(4)


def test_SEA_1_seats_and_camps() -> None:
    assert SYSTEM.seats(FOUR) == ("oni", "h1", "h2", "h3", "h4")
    assert [(camp.seats) for camp in SYSTEM.camps(FOUR)] == [("oni",), ("h1", "h2", "h3", "h4")]


def test_SEA_2_the_captain_is_the_lowest_seat_in_play_unless_another_was_named() -> None:
    assert changed(TWO, {}).captain == "h1"
    assert changed(TWO, out(TWO, "h1")).captain == "h2"
    named = changed(FOUR, {"captain": "h3"})
    assert named.captain == "h3"
    assert changed(named, out(named, "h3")).captain == "h1"


def test_SEA_2_the_captain_answers_for_all_heroes() -> None:
    state = turn_ends(TWO, {"captain": "h2"}).now
    assert offered(state, "h1") == set()
    assert "accuse_host:house:captain" in offered(state, "h2")


def test_SEA_2_what_the_captain_is_asked_any_hero_s_player_may_say() -> None:
    """On a phone of one's own, say."""
    state = turn_ends(TWO, {"captain": "h1"}).now
    session = Session.load(SYSTEM, SYSTEM.encode(state), CONTENT, 1)
    session.choose("no_accusation", seat="h2")
    assert session.state.stage != "accusation" or session.state.frames != state.frames


@pytest.mark.parametrize("seed", range(3))
def test_SEA_3_the_heroes_may_talk_openly_so_all_of_them_know_the_same(seed: int) -> None:
    """Nothing of it is a move; a table where each keeps its own hand does not show it to the others."""
    state, rng = begun(3, seed=seed), Random(seed)
    own = begun(3, seed=seed, hero_hands="own")
    for _ in range(40):
        state, own = played(state, rng, 5), played(own, rng, 5)
        assert SYSTEM.view(state, "h1") == SYSTEM.view(state, "h2") == SYSTEM.view(state, "h3")
        if any(hero.hand for hero in own.heroes) and own.stage != "over":
            assert SYSTEM.view(own, "h1") != SYSTEM.view(own, "h2")


def test_SEA_4_a_player_whose_hero_is_out_decides_nothing_and_sees_what_the_camp_sees() -> None:
    fields = {**out(FOUR, "h2"), "stage": "plans", "heroes.h1.plan.right": "house:okko-1"}
    fields["heroes.h1.hand"] = [card for card in FOUR.hero("h1").hand if card != "house:okko-1"]
    state = changed(FOUR, fields)
    assert offered(state, "h2") == set()
    assert refused(state, "play:house:noburo-1:right", "h2") == "TRN-2"
    assert SYSTEM.view(state, "h2")["heroes"]["h1"]["plan"] == {"right": "house:okko-1", "left": None, "ready": False}


def test_SEA_5_a_hero_s_seat_chooses_for_its_follower_and_the_oni_for_its_figures() -> None:
    state = choose(active(TWO), "end_activation", "h1")
    assert "attack:yurei-1" in offered(state, "h1")  # Tikku
    state = choose(state, "end_activation", "h1")
    assert "figure:yurei-1" in offered(state, "oni")
    assert offered(state, "h1") == set()


def test_CMP_2_figures_run_out() -> None:
    full = {f"figures.yurei-{n}": {"card": "house:yurei", "group": "creature"} for n in (3, 4, 5)}
    state = changed(TWO, full)
    assert "call:house:ashigaru" in offered(state, "oni")
    assert refused(state, "call:house:yurei", "oni") == "REI-1"


def test_CMP_4_each_card_of_a_pile_has_an_equal_chance() -> None:
    fields = {"piles.event": ["house:panic", "house:panic", "house:venom"], "discards.event": []}
    t = turn_ends(TWO, fields, step=5)
    (die,) = roll(t.now).dice
    assert dict(zip(die.kind.faces, die.kind.weights, strict=True)) == {"house:panic": 2, "house:venom": 1}


def test_CMP_5_an_empty_pile_of_events_is_its_discard_shuffled() -> None:
    fields = {"piles.event": ["house:panic"], "discards.event": ["house:venom"], "oni.hand": []}
    state = rolled(turn_ends(TWO, fields, step=5).now, "house:panic")
    assert (state.piles.event, state.piles.used_events) == (("house:venom",), ())
    assert rolled(state, "house:venom").oni.hand == ("house:panic", "house:venom")


def test_CMP_5_no_wound_is_left_and_the_damage_is_taken_off_all_the_same() -> None:
    state = turn_ends(TWO, {"piles.wound": [], "figures.h1.damage": 5}, step=4).now
    assert figure(state, "h1").damage == 1
    assert state.hero("h1").wounds == ()


def test_CMP_6_numbers_of_cards_are_public_and_discards_lie_open() -> None:
    state = changed(TWO, {"oni.hand": ["house:thick-fog"], "discards.event": ["house:blood-rite"]})
    seen = SYSTEM.view(state, "*")
    assert isinstance(seen, dict)
    assert seen["oni"]["hand"] == ["?"]
    assert seen["discards"]["event"] == ["house:blood-rite"]
    assert len(seen["piles"]["event"]) == len(state.piles.event)


def test_FIG_1_a_hero_has_three_actions_each_turn() -> None:
    state = active(TWO)
    for left in (2, 1):
        state = choose(state, "stand:?", "h1")
        assert state.hero("h1").actions == left
    assert choose(state, "stand:?", "h1").frames  # the follower's turn


def test_FIG_2_the_demon_is_a_creature_too() -> None:
    state = changed(TWO, demon(TWO, "house:miryoku"))
    sorts = totals.sorts(state, figure(state, "oni-miryoku-1"))
    assert {"demon", "creature"} <= sorts
    assert "demon" not in totals.sorts(state, figure(state, "yurei-1"))
    katana = totals.reasons(active(state), figure(state, "h1"), "attack", figure(state, "oni-miryoku-1"))
    assert [(one.source, one.n) for one in katana if one.sure] == [("house:okko", 1), ("house:katana", 1)]


def test_FIG_3_guards_are_opponents_of_the_heroes_and_allies_are_none() -> None:
    attacks = {text for text in offered(active(TWO), "h1") if text.startswith("attack")}
    assert attacks == {f"attack:{one.id}" for one in TWO.figures if one.group in ("guard", "creature")}
    oni = choose(oni_acts(TWO), "figure:yurei-1", "oni")
    assert {text for text in offered(oni, "oni") if text.startswith("attack")} == {
        "attack:h1", "attack:h2", "attack:tikku",
    }  # fmt: skip


def test_FIG_4_a_stat_is_never_below_zero() -> None:
    weak = replace(figure(TWO, "h1"), statuses=(StatusOn("stunned"),))
    fields = {"heroes.h1.plan": {"right": "house:limp", "left": "house:okko-3"}, "figures.h1.statuses": [
        {"kind": "stunned"}]}  # fmt: skip
    fields["heroes.h1.hand"] = [card for card in TWO.hero("h1").hand if card != "house:okko-3"]
    state = active(TWO, "h1", fields)
    assert sum(one.n for one in totals.reasons(state, weak, "speed")) == -2
    assert totals.value(state, figure(state, "h1"), "speed") == 0
    fields["heroes.h2.clothing"] = "house:straw-sandals"
    fields["heroes.h1.clothing"] = "house:heavy-armour"
    worse = active(TWO, "h1", fields)
    assert totals.value(worse, figure(worse, "h1"), "speed") == 0


def test_FIG_5_a_power_that_needs_places_is_told_as_unsure() -> None:
    state = oni_acts(TWO)
    found = totals.reasons(state, figure(state, "ashigaru-1"), "attack")
    assert [(one.source, one.sure) for one in found] == [("house:hiroji-san", False)]
    gone = oni_acts(TWO, {"figures.hiroji-san-1": None})
    assert totals.reasons(gone, figure(gone, "ashigaru-1"), "attack") == []


def test_FIG_6_damage_of_a_minion_is_its_own() -> None:
    state = rolled(choose(active(TWO), "attack:ashigaru-1", "h1"), 2, 2, 2, 2)
    assert state.figure("ashigaru-1") is None
    assert state.figure("ashigaru-2") is not None


def test_FIG_7_a_new_figure_takes_the_lowest_number_that_is_free() -> None:
    state = changed(TWO, {"figures.ashigaru-2": None})
    state = choose(state, "call:house:ashigaru", "oni")
    placed = done(state, "pay:house:thick-fog", "oni")
    assert "FigurePlaced" in said(placed.events)
    assert placed.state.figure("ashigaru-2") is not None
    assert offered(placed.state, "oni") == {"deploy:ashigaru-5:?", "enough"}
