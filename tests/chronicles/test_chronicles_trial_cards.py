"""Trial cards of the automatic Oni (AUT-1 to AUT-3)."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.contract import Json, Over, Roll, choices_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight import automatic_oni
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import totals, trial
from companion.model.games.chronicles.state.frames import TrialFrame
from companion.model.games.chronicles.state.state import Corruption, State, replace

from .tables import (
    AT_A_TABLE,
    CONTENT,
    Box,
    begun,
    changed,
    choose,
    figure,
    known,
    laid,
    offered,
    outfitted,
    played,
    proposed,
    refused,
    rolled,
    settled,
    setup,
)

ALONE = {"oni": "automatic"}
ON_BOARD: dict[str, Json] = {"options.places": "spaces", "options.oni": "automatic"}
CARDS = ("call-to-arms", "evil-eye", "out-of-the-mist", "rage", "reinforced-doors", "weakened")


def turn(n: int, card: str, **fields: Json) -> State:
    """A turn whose trial card has just been turned over, two heroes and guards standing about."""
    cells = {
        "h1": [1, 1], "h2": [8, 2], "tikku": [0, 0], "ashigaru-1": [5, 0], "ashigaru-2": [3, 3], "ashigaru-3": [7, 0],
        "ashigaru-4": [2, 7], "hiroji-san-1": [4, 9], "yurei-1": [9, 2], "yurei-2": [7, 5],
    }  # fmt: skip
    data: dict[str, Json] = {**ON_BOARD, **{f"figures.{id}.at": at for id, at in cells.items()}, "turn": n}
    for seat in ("h1", "h2"):
        data[f"heroes.{seat}.activated"] = False
    data |= {"stage": "corruption", "next": None, "frames": [], "oni.hand": [], **fields}
    state = changed(known(2), data)
    assert isinstance(SYSTEM.pending(state), Roll)
    return rolled(state, f"house:{card}")


# the card -------------------------------------------------------------------------------------------------------------


def test_AUT_1_the_app_keeps_host_and_nature() -> None:
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new(setup(2, tracked=True, oni="automatic"), CONTENT)
    assert wrong.value.path == "options.keepers.guilty"


def test_AUT_1_it_has_no_hand_and_turns_one_card_a_turn() -> None:
    state = begun(2, oni="automatic")
    assert state.oni.hand == ()
    assert len(state.piles.used_trials) == 1
    assert len(state.piles.trial) == 11


def test_AUT_1_the_card_is_drawn_openly_out_of_the_whole_deck() -> None:
    state = outfitted(setup(2, oni="automatic"))
    rng = Random(3)
    while not (state.frames and isinstance(state.frames[-1], TrialFrame)):
        state = played(state, rng, 1)
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Roll)
    assert pending.seen_by is None
    assert pending.dice[0].kind.faces == tuple(f"house:{card}" for card in CARDS)
    assert SYSTEM.rolled(state, ("house:rage",)).events[0] == e.TrialTurned("house:rage")


def test_AUT_1_an_empty_pile_is_shuffled_anew() -> None:
    used = [f"house:{card}" for card in CARDS for _ in range(2)]
    state = turn(3, "rage", **{"piles.trial": [], "discards.trial": used})
    assert len(state.piles.trial) == 11
    assert state.piles.used_trials == ("house:rage",)


def test_AUT_1_at_a_table_the_card_is_told() -> None:
    keepers = {**AT_A_TABLE, "guilty": "app"}
    state = begun(2, oni="automatic", enforcement="track", dice_entry="typed", keepers=keepers)
    assert offered(state, "oni") == {f"tell:house:{card}" for card in CARDS}
    state = choose(state, "tell:house:weakened", "oni")
    assert state.piles.used_trials == ("house:weakened",)


def test_AUT_1_weakened_lets_cards_be_laid_that_do_nothing() -> None:
    state = turn(3, "weakened")
    assert any(text.startswith("play:") and text.endswith(":right") for text in offered(state, "h1"))
    shown = changed(state, {**laid(state, "h1", right="house:okko-1"), "stage": "hero", "next": "h1",
                            "order": {"cards": ["h1", "h2"], "turned": 1}, "heroes.h1.activated": True,
                            "heroes.h1.actions": 3})  # fmt: skip
    hero = figure(shown, "h1")
    assert totals.attack_dice(shown, hero, None) == (3, 1)  # the Katana; the technique of two adds nothing


@pytest.mark.parametrize(("at", "barred"), [([8, 2], {"8,5:S", "11,4:E"}), ([1, 1], {"5,2:E", "1,5:S"})])
def test_AUT_1_reinforced_doors_are_those_nearest_to_a_hero(at: list[int], barred: set[str]) -> None:
    """§28, BRD-5: both heroes stand in one zone, T2.c or T1.a; a door that was shut before comes last."""
    doors = SYSTEM.encode(known(2))["doors"]
    if at == [8, 2]:
        doors = [{**one, "state": "closed"} if one["at"] == [5, 2] else one for one in doors]
    heroes = {"figures.h1.at": at, "figures.h2.at": [at[0], at[1] + 1], "figures.tikku.at": [17, 11]}
    state = turn(4, "reinforced-doors", **heroes, doors=doors)
    for _ in range(2):
        (choice,) = choices_of(SYSTEM.pending(state))
        option = automatic_oni.decide(state, choice)
        assert option is not None
        state = SYSTEM.apply(state, option).state
    found = {f"{one.at[0]},{one.at[1]}:{one.side}" for one in state.layout.doors if one.state == "reinforced"}
    assert found == barred
    assert {one.test.difficulty for one in state.layout.doors if one.test is not None} == {3}


def test_AUT_1_evil_eye_and_rage_hold_for_the_turn() -> None:
    evil = turn(3, "evil-eye")
    assert totals.value(evil, figure(evil, "h1"), "mental") == 2
    wild = turn(3, "rage")
    assert [one.until for one in wild.in_force] == ["turn"]


def test_AUT_1_it_draws_no_event_cards() -> None:
    """ONI-2 and EOT-5 give it nothing, nor does a card."""
    state, rng = begun(2, seed=4, oni="automatic"), Random(4)
    while not isinstance(SYSTEM.pending(state), Over) and state.turn < 6:
        state = played(state, rng, 1)
        assert not state.oni.hand
        assert not state.oni.techniques


# corruption -----------------------------------------------------------------------------------------------------------


def test_AUT_2_on_even_turns_it_comes_where_a_hero_stands_among_most_guards() -> None:
    """Two Ashigaru and Okko in T1, one and Noburo in T2; more guards without a hero do not count."""
    more = {f"figures.ashigaru-{n}": {"card": "house:ashigaru", "group": "guard", "at": [n, 10]} for n in range(5, 8)}
    state = turn(2, "rage", **more)
    assert [one.piece for one in state.oni.corruption] == ["T1"]
    assert state.oni.on_track == (4, 6, 8)
    red = turn(4, "rage", **{"oni.corruption.board": [{"piece": "T1"}], "oni.corruption.track": [4, 6, 8]})
    assert red.oni.corruption == (Corruption("T1"), Corruption("T2", red=True))


def test_AUT_2_a_tie_is_chosen_on_the_seat_of_the_oni() -> None:
    state = turn(2, "rage", **{"figures.ashigaru-2.at": [9, 5]})
    assert state.oni.corruption == (Corruption("T2"),)
    tied = turn(2, "rage", **{"figures.ashigaru-2.at": [12, 4]})
    assert offered(tied, "oni") == {"corrupt:T1", "corrupt:T2"}
    assert refused(tied, "corrupt:T4", "oni") == "AUT-2"
    assert [one.piece for one in choose(tied, "corrupt:T2", "oni").oni.corruption] == ["T2"]


def test_AUT_2_no_such_tile_nothing() -> None:
    on_t3 = {"oni.corruption.board": [{"piece": "T1"}, {"piece": "T2"}], "oni.corruption.track": [6, 8]}
    assert len(turn(6, "rage", **on_t3).oni.corruption) == 2


def test_AUT_2_on_odd_turns_a_token_is_taken_from_where_no_guards_are() -> None:
    state = turn(3, "rage", **{"oni.corruption.board": [{"piece": "T6"}], "oni.corruption.track": [4, 6, 8]})
    assert [one.piece for one in state.oni.corruption] == ["T1"]
    assert state.oni.on_track == (4, 6, 8)


def test_AUT_2_if_none_can_be_taken_off_nothing_is_put() -> None:
    state = turn(3, "rage", **{"oni.corruption.board": [{"piece": "T4"}], "oni.corruption.track": [4, 6, 8]})
    assert [one.piece for one in state.oni.corruption] == ["T4"]
    assert turn(3, "rage").oni.corruption == ()


def test_TRK_7_a_closed_track_gives_no_more_tokens() -> None:
    assert turn(6, "rage", **{"oni.closed": True}).oni.corruption == ()


def test_AUT_2_without_places_the_table_says_where() -> None:
    state = changed(begun(2, oni="automatic"), {"turn": 2, "stage": "corruption", "next": None, "frames": []})
    state = rolled(state, "house:rage")
    assert offered(state, "oni") == {f"corrupt:T{n}" for n in range(1, 7)} | {"no_shift"}


# arrows ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "card", "taken", "upgrade"),
    [
        (1, "rage", [], "t1-middle"),
        (3, "weakened", ["t1-middle"], "t3-up"),
        (3, "call-to-arms", ["t1-middle"], "t3-down"),
        (3, "evil-eye", ["t1-middle"], "t3-up"),
        (4, "out-of-the-mist", ["t2-up"], "t4-middle"),
        (4, "weakened", ["t2-up"], "t4-middle"),
        (4, "evil-eye", ["t2-down"], "t4-middle"),
    ],
)
def test_AUT_3_the_arrow_says_which_upgrade_of_several(n: int, card: str, taken: list[str], upgrade: str) -> None:
    """Of the guards on odd, of the creatures on even turns; without an option there, the nearest to the arrow."""
    open_ = {"oni.upgrades": taken, "oni.corruption.track": []}
    state = turn(n, card, **open_)
    while state.frames:  # called figures are put
        state = choose(state, sorted(offered(state, "oni"))[0], "oni")
    assert state.oni.upgrades[-1] == upgrade


def test_AUT_3_a_closed_track_has_no_upgrade() -> None:
    assert trial.upgrade(replace(turn(3, "rage"), oni=replace(begun(2).oni, closed=True)), None) is None


# order ----------------------------------------------------------------------------------------------------------------


def test_AUT_1_effect_corruption_arrows_in_this_order() -> None:
    data: dict[str, Json] = {**ON_BOARD, "turn": 2, "stage": "corruption", "next": None, "frames": [], "oni.hand": []}
    data |= {f"figures.{one.id}.at": [n, 5] for n, one in enumerate(known(2).figures)}
    t = settled(known(2), data)
    told = [one.kind for one in SYSTEM.rolled(t.now, ("house:rage",)).events]
    assert told == ["TrialTurned", "EffectBegan", "TileCorrupted", "UpgradeTaken"]


def test_AUT_7_an_owner_s_pack_may_hold_both_kinds_of_cards() -> None:
    """Cards that only tell what figures do, and *reaction* cards, which only spread corruption and upgrades."""
    arrows: Json = {"guards": "up", "creatures": "down", "copies": 1}
    mixed = Box(trial={"house:reaction": {**arrows, "effects": []}})
    state, rng = SYSTEM.new({**setup(2, oni="automatic")}, mixed), Random(3)
    while not (state.frames and isinstance(state.frames[-1], TrialFrame)):
        state = played(state, rng, 1) if isinstance(SYSTEM.pending(state), Roll) else proposed(state)
    state = rolled(state, "house:reaction")
    assert state.piles.used_trials == ("house:reaction",)
    assert (state.stage, state.oni.upgrades, state.in_force) == ("plans", ("t1-middle",), ())


def test_invariant_3_every_trial_card_is_in_the_pile_or_in_the_discard() -> None:
    state, rng = begun(3, seed=9, oni="automatic"), Random(9)
    for _ in range(600):
        if isinstance(SYSTEM.pending(state), Over):
            break
        state = played(state, rng, 1)
        assert sorted((*state.piles.trial, *state.piles.used_trials)) == sorted(
            f"house:{card}" for card in CARDS for _ in range(2)
        )
