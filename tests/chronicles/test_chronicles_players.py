"""What players made of code think of a position, and how they fare."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model import analysis
from companion.model.bots import BOTS
from companion.model.core.chance import every
from companion.model.core.contract import Choice, Json, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, State
from tests.budget import examples

from .tables import active, begun, changed, choose, demon, known, oni_acts, out, played, setup, turn_ends


@settings(max_examples=examples(25))
@given(st.integers(0, 200), st.integers(1, 4), st.integers(0, 9), st.booleans())
def test_HID_1_a_seat_judges_every_world_alike_that_it_cannot_tell_apart(
    steps: int, heroes: int, seed: int, own: bool
) -> None:
    state = played(begun(heroes, seed=seed, hero_hands="own" if own else "shared"), Random(seed), steps)
    for seat in (ONI, "h1"):
        world = SYSTEM.imagine(state, seat, Random(seed))
        value = SYSTEM.evaluate(state, seat)
        assert -1 <= value <= 1
        if seat == ONI or not own:  # with hands of their own, other heroes' plans are guessed
            assert SYSTEM.evaluate(world, seat) == pytest.approx(value)


@pytest.mark.parametrize(
    "better",
    [
        {"clues_drawn": [{"card": "house:poet", "turn": 1}], "piles.clue": []},
        {"memoirs.house:the-well": {"colour": "blue"}},
        {"oni.hand": []},
        {"oni.upgrades": []},
        {"figures.ashigaru-1": None},
        {"figures.h1.damage": 0},
        {"oni.nature_found": True},
    ],
)
def test_what_is_good_for_the_heroes_is_bad_for_the_oni(better: dict[str, Json]) -> None:
    state = changed(known(), {"figures.h1.damage": 2, "oni.upgrades": ["t1-middle"]})
    after = changed(state, better)
    for seat in state.seats:
        assert SYSTEM.evaluate(after, seat) > SYSTEM.evaluate(state, seat)
    assert SYSTEM.evaluate(after, ONI) < SYSTEM.evaluate(state, ONI)


def test_a_hero_out_a_wound_and_a_demon_that_is_hurt_are_weighed() -> None:
    state = known(2)
    assert SYSTEM.evaluate(changed(state, out(state, "h2")), "h1") < SYSTEM.evaluate(state, "h1")
    hand = [*state.hero("h1").hand, "house:deep-cut"]
    assert SYSTEM.evaluate(changed(state, {"heroes.h1.hand": hand}), "h1") < SYSTEM.evaluate(state, "h1")
    fought = changed(state, demon(state, "house:mirror"))
    id = next(one.id for one in fought.figures if one.card == "house:oni-of-the-mirror")
    assert SYSTEM.evaluate(changed(fought, {f"figures.{id}.damage": 5}), "h1") > SYSTEM.evaluate(fought, "h1")


def accusing() -> State:
    state = turn_ends(known(2)).now
    assert isinstance(state.frames[-1], f.AccuseFrame)
    return state


def test_ACC_3_an_accusation_is_weighed_by_its_chance_and_not_by_the_truth() -> None:
    state = accusing()
    choice = choices_of(SYSTEM.pending(state))[0]
    values = {
        plan[0]: SYSTEM.evaluate(after, "h1")
        for plan, after in SYSTEM.outlook(state, choice)
        if isinstance(plan[0], o.AccuseHost)
    }
    assert len(values) == len(state.suspects)
    assert len({round(value, 9) for value in values.values()}) == 1
    assert SYSTEM.imagine(state, "h1", Random(1)) != SYSTEM.imagine(state, "h1", Random(2))


def test_who_is_sure_accuses_and_who_is_not_waits() -> None:
    state = accusing()
    innocent = [card for card in state.suspects if card != state.oni.guilty]
    drawn_ = [{"card": card, "turn": 1} for card in innocent]
    sure = changed(state, {"clues_drawn": drawn_, "piles.clue": [], "hosts_in_hand": []})
    choice = choices_of(SYSTEM.pending(sure))[0]
    assert isinstance(choice, Choice)
    decision = BOTS["greedy"]().think(SYSTEM, sure, choice, Random(1))
    assert decision.option == o.AccuseHost("h1", str(state.oni.guilty))


def test_FIN_5_a_demon_that_may_flee_does_so_when_that_wins() -> None:
    """Three decisions, of which the first two bring nothing."""
    state = known(2)
    lost = {"memoirs.house:the-well": {"colour": "red"}, "places.house:the-well.done": "red"}
    state = oni_acts(state, {**demon(state, "house:ashes"), **out(state, "h2"), **lost, "oni.out_since": True})
    for wanted in ("activate:house:oni-of-the-ashes", "figure:oni-of-the-ashes-1", "escape"):
        choice = choices_of(SYSTEM.pending(state))[0]
        assert SYSTEM.option_id(state, BOTS["greedy"]().think(SYSTEM, state, choice, Random(1)).option) == wanted
        state = choose(state, wanted, ONI)
    over = SYSTEM.pending(state)
    assert isinstance(over, Over)
    assert over.winners == (ONI,)


def test_TRN_1_a_demon_ends_a_game_that_stands_still() -> None:
    """There is no last turn: of late the demon itself goes, however many figures another sheet has."""
    state = known(2)
    late = oni_acts(state, {**demon(state, "house:ashes"), "turn": 50, "oni.alert": True,
                            "memoirs.house:alert": {"colour": "red"}})  # fmt: skip
    choice = choices_of(SYSTEM.pending(late))[0]
    assert {"activate:house:ashigaru", "activate:house:oni-of-the-ashes"} <= {
        SYSTEM.option_id(late, option) for option in choice.options
    }
    thought = BOTS["greedy"]().think(SYSTEM, late, choice, Random(1))
    assert SYSTEM.option_id(late, thought.option) == "activate:house:oni-of-the-ashes"


def test_EOT_what_the_end_of_a_turn_brings_is_no_reason_to_end_an_activation() -> None:
    """It comes to whoever goes on as well: a table once stood still, since each end looked better than acting."""
    done = {"heroes.h1.activated": True, "heroes.h2.activated": True}
    state = oni_acts(known(2), done)  # its one sheet is activated unasked
    choice = choices_of(SYSTEM.pending(state))[0]
    (after,) = [table for plan, table in SYSTEM.outlook(state, choice) if plan == (o.EndActivation(ONI),)]
    assert (after.turn, after.stage, after.oni, after.piles) == (state.turn, state.stage, state.oni, state.piles)
    assert choose(state, "end_activation", ONI).stage != state.stage


@settings(max_examples=examples(25))
@given(st.integers(0, 200), st.integers(0, 9))
def test_chances_of_outcomes_that_are_alike_add_up_to_one(steps: int, seed: int) -> None:
    state, rng = played(begun(2, seed=seed), Random(seed), steps), Random(seed)
    for _ in range(60):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll) and (found := SYSTEM.alike(state)) is not None:
            assert sum(chance for _, chance in found) == pytest.approx(1)
            for faces, _ in found:
                SYSTEM.rolled(state, faces)
        state = played(state, rng, 1)


def test_ATK_5_an_attack_is_looked_at_as_hit_or_missed() -> None:
    """The weight is the exact chance, here of one throw after the other."""
    state = choose(active(known(1)), "attack:yurei-1", "h1")
    roll = SYSTEM.pending(state)
    assert isinstance(roll, Roll)
    found = SYSTEM.alike(state)
    assert found is not None
    hit, miss = found
    assert len(SYSTEM.rolled(state, hit[0]).state.figures) < len(state.figures)
    assert len(SYSTEM.rolled(state, miss[0]).state.figures) == len(state.figures)
    plain = sum(float(weight) for faces, weight in every(roll.dice) if sum(x for x in faces if x != "ki") >= 4)
    assert hit[1] >= plain


def test_games_of_two_camps_are_played_by_the_thousand_and_the_greedy_player_wins_them() -> None:
    """Every second game they change sides; of a hundred the greedy one won a hundred, in nine turns in the mean."""
    match = analysis.Match("chronicles", ("greedy", "random"), (setup(1),))
    assert analysis.in_camps("chronicles")
    assert not analysis.in_camps("asagiri")
    tally = analysis.simulate(match, 2)
    assert (tally.games, tally.a_wins, tally.unfinished) == (2, 2, 0)
    assert tally.turns_mean < 60
