"""What players made of code see in the places of figures: ways to go, and whom to fight (DEC-2, AUT-6)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from companion.model import analysis
from companion.model.bots import BOTS, ask_bot
from companion.model.core.chance import drawn
from companion.model.core.contract import Json, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import ONI, Placed, State, replace

from .boards import on_board
from .tables import CONTENT, begun, changed, choose, oni_acts

NOSHIN = "h3"


def decided(state: State, seed: int = 1) -> str:
    """What the greedy player says."""
    choice = choices_of(SYSTEM.pending(state))[0]
    return SYSTEM.option_id(
        state, ask_bot(BOTS["greedy"](), SYSTEM, state, choice, Random(seed), content=CONTENT).option
    )


def after_move(state: State) -> State:
    """The table when the move that somebody has begun is over."""
    mover = choices_of(SYSTEM.pending(state))[0].seat
    while True:
        said = decided(state)
        assert said.partition(":")[0] in ("go", "stand"), said
        state = choose(state, said, mover)
        if not any(isinstance(one, f.MoveFrame) for one in state.frames):
            return state


def with_yurei(figures: Mapping[str, Json]) -> State:
    """The Oni's activation, whose only figure is a Yurei; its sheet is activated unasked."""
    state = oni_acts(on_board("h1", figures))
    state = replace(state, oni=replace(state.oni, hand=()))
    return choose(state, "figure:yurei-1", ONI)


def test_MOV_1_a_hero_goes_to_a_token_and_tests_it() -> None:
    state = on_board(NOSHIN, {NOSHIN: [0, 0]}, {"clue-1": [3, 4]})
    clue = replace(state.tokens[0], card="house:clue-2-1")
    state = replace(state, scores=tuple(replace(one, done="blue") for one in state.scores), tokens=(clue,))
    there = after_move(state)
    hero = there.figure(NOSHIN)
    assert hero is not None
    assert places.near(there, hero.at, (3, 4))
    assert decided(there) == "test:clue-1"


def test_MIS_1_a_hero_goes_where_the_mission_is_tested() -> None:
    state = on_board(NOSHIN, {NOSHIN: [16, 5]})
    there = after_move(state)
    hero = there.figure(NOSHIN)
    assert hero is not None
    assert hero.at in ((14, 8), (15, 8))
    assert decided(there) == "test:house:the-well"


def test_ONI_5_a_creature_goes_to_a_hero_and_attacks() -> None:
    state = with_yurei({"yurei-1": [9, 2], "h1": [0, 0], "h2": [1, 0], NOSHIN: [8, 5]})
    state = replace(state, scores=())
    there = after_move(state)
    yurei, hero = there.figure("yurei-1"), there.figure(NOSHIN)
    assert yurei is not None
    assert hero is not None
    assert places.near(there, yurei.at, hero.at)
    assert decided(there) == f"attack:{NOSHIN}"


def test_FX_6_a_creature_far_from_heroes_goes_to_hold_the_well() -> None:
    state = with_yurei({"yurei-1": [17, 11], "h1": [0, 0], "h2": [1, 0], NOSHIN: [2, 0]})
    there = after_move(state)
    yurei = there.figure("yurei-1")
    assert yurei is not None
    assert places.zone(there, yurei.at) == "T6.c"


def test_ONI_3_a_guard_that_cannot_act_threatens_nobody() -> None:
    state = on_board("h1", {"h1": [0, 0], "ashigaru-1": [3, 0]}, heroes=2)
    near = SYSTEM.evaluate(state, "h1")
    far = SYSTEM.evaluate(changed(state, {"figures.ashigaru-1.at": [17, 11]}), "h1")
    assert near == pytest.approx(far)
    corrupted = {"oni.corruption.board": [{"piece": "T1"}], "oni.corruption.track": [4, 6, 8]}
    watched = changed(state, corrupted)
    assert SYSTEM.evaluate(watched, ONI) > SYSTEM.evaluate(
        changed(state, {**corrupted, "figures.ashigaru-1.at": [17, 11]}), ONI
    )


@pytest.mark.parametrize("seat", [ONI, "h1"])
def test_HID_1_on_the_board_a_seat_judges_every_world_alike(seat: str) -> None:
    """Two heroes, all places known: what is hidden changes nothing, whichever world is imagined."""
    state, rng = begun(2, seed=3, places="spaces"), Random(3)
    for step in range(150):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            break
        if step % 10 == 0:
            world = SYSTEM.imagine(state, seat, Random(step))
            assert SYSTEM.evaluate(world, seat) == pytest.approx(SYSTEM.evaluate(state, seat))
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            choice = rng.choice(choices_of(pending))
            state = SYSTEM.apply(state, rng.choice(choice.options)).state


def test_FIN_4_a_lost_game_is_ended_where_that_brings_more_points() -> None:
    """Slaying the demon is worth it, even if the Oni has won all the same; to the Oni nothing is better than that."""
    state = begun(2, places="spaces")
    lost = changed(state, {"memoirs.house:the-well": {"colour": "red"}, "memoirs.house:alert": {"colour": "red"}})
    ended = replace(lost, stage="over", frames=(f.OverFrame("oni"),))
    worse = replace(ended, memoirs=(*ended.memoirs, Placed("house:demon-escaped", "red")))
    assert -1 < SYSTEM.evaluate(worse, "h1") < SYSTEM.evaluate(ended, "h1") < 0
    assert SYSTEM.evaluate(worse, ONI) == SYSTEM.evaluate(ended, ONI) == 1


@pytest.mark.parametrize("camp", ["oni", "heroes"])
def test_the_greedy_player_beats_the_random_one_on_the_board(camp: str) -> None:
    """After so many decisions the greedy camp is far ahead, or has won (the silver bell, two heroes)."""
    said: Json = {"scenario": "house:the-silver-bell", "heroes": ["house:okko", "house:noburo"]}
    rng, content = Random(4), analysis.content_of("chronicles")
    state = SYSTEM.new(said, content)
    bots = {seat: BOTS["greedy" if (seat == ONI) is (camp == "oni") else "random"]() for seat in SYSTEM.seats(state)}
    for _ in range(900):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            assert set(pending.winners) == ({ONI} if camp == "oni" else set(state.seats))
            return
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            choice = choices_of(pending)[0]
            option = ask_bot(bots[choice.seat], SYSTEM, state, choice, rng, content=content).option
            state = SYSTEM.apply(state, option).state
    assert SYSTEM.evaluate(state, ONI if camp == "oni" else "h1") > 0.2
