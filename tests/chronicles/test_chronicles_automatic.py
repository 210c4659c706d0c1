"""The automatic Oni at play (AUT-4 to AUT-6)."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.bots import Automaton, ask_bot, automatic_seats
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight import automatic_oni, distances
from companion.model.games.chronicles.state.state import ONI, State, TokenOn, replace

from .tables import CONTENT, active, choose, demon, dice_of, done, known, oni_acts, rolled, setup
from .test_chronicles_fights import TWO, Cells, standing

ALERT: dict[str, Json] = {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}, "options.oni": "automatic"}
FOUR = known(4)


def acts(state: State, at: Cells, fields: dict[str, Json] | None = None) -> State:
    """The Oni's activation with these figures on the board and nobody else."""
    spare = iter([(17, 5), (17, 4), (17, 3), (17, 2)])
    far = {one: next(spare) for one in state.in_play if one not in at}
    return oni_acts(state, {**standing(state, {**far, **at}), **ALERT, **(fields or {})})


def taken(state: State) -> str:
    """What it takes now, by id."""
    (choice,) = choices_of(SYSTEM.pending(state))
    option = automatic_oni.decide(state, choice)
    assert option is not None
    return SYSTEM.option_id(state, option)


def goes_on(state: State, *ids: str) -> State:
    """It takes these, one after the other."""
    for id in ids:
        assert taken(state) == id
        state = choose(state, id, "oni")
    return state


# whose turn it is -----------------------------------------------------------------------------------------------------


def test_AUT_5_a_distance_is_counted_in_zones_whoever_stands_there() -> None:
    """T1.a to T2.a over T1.b, to T4.a over T1.c."""
    state = acts(TWO, {"h1": (1, 1), "h2": (0, 0), "ashigaru-1": (5, 0), "ashigaru-2": (4, 1)})
    far = distances.from_heroes(state)
    assert [far[zone] for zone in ("T1.a", "T1.b", "T2.a", "T4.a", "T1.d")] == [0, 1, 2, 2, 2]


def test_AUT_5_the_sheet_with_the_figure_nearest_to_a_hero() -> None:
    at: Cells = {"h1": (1, 1), "h2": (2, 2), "ashigaru-1": (16, 0), "yurei-1": (9, 2), "hiroji-san-1": (5, 0)}
    assert taken(acts(TWO, at)) == "activate:house:hiroji-san"
    level: Cells = {**at, "ashigaru-1": (4, 1)}
    assert taken(acts(TWO, level)) == "activate:house:ashigaru"  # then the first of the scenario's list


def test_AUT_5_a_guard_that_may_not_act_does_not_count_for_its_sheet() -> None:
    corrupted = {"oni.corruption.board": [{"piece": "T4"}], "turn": 2, "oni.corruption.track": [4, 6, 8]}
    at: Cells = {"h1": (1, 1), "h2": (2, 2), "ashigaru-1": (5, 0), "ashigaru-2": (4, 10), "yurei-1": (6, 0)}
    calm = {"oni.alert": False, "memoirs.house:alert": None}
    state = acts(TWO, at, {**corrupted, **calm})
    assert taken(state) == "activate:house:yurei"
    assert taken(choose(state, "activate:house:ashigaru", "oni")) == "figure:ashigaru-2"


def test_AUT_5_the_nearest_figure_then_the_lower_number() -> None:
    state = acts(TWO, {"h1": (1, 1), "h2": (2, 2), "yurei-1": (9, 2), "yurei-2": (5, 0)})
    assert taken(state) == "figure:yurei-2"
    even = acts(TWO, {"h1": (1, 1), "h2": (2, 2), "yurei-1": (5, 1), "yurei-2": (5, 0)})
    assert taken(even) == "figure:yurei-1"


def test_AUT_1_a_black_host_card_is_played_at_the_start_of_its_next_activation() -> None:
    state = acts(TWO, {"h1": (1, 1), "yurei-1": (9, 2)}, {"oni.black": ["house:armourer"]})
    assert taken(state) == "host_power:house:armourer"


# what a figure does ---------------------------------------------------------------------------------------------------


def test_AUT_5_it_attacks_where_a_hit_is_likeliest() -> None:
    """Noburo and Okko have Defense 4, Tikku 3; of two alike the one with more damage."""
    at: Cells = {"yurei-1": (1, 1), "h1": (0, 0), "h2": (2, 2), "tikku": (1, 0)}
    state = choose(acts(TWO, at), "figure:yurei-1", "oni")
    assert taken(state) == "attack:tikku"
    heroes = {id: cell for id, cell in at.items() if id != "tikku"}
    hurt = choose(acts(TWO, heroes, {"figures.h2.damage": 2}), "figure:yurei-1", "oni")
    assert taken(hurt) == "attack:h2"


@pytest.mark.parametrize("order", [["h1", "h2"], ["h2", "h1"]])
def test_AUT_4_of_heroes_alike_the_one_higher_in_the_pile(order: list[str]) -> None:
    fields: dict[str, Json] = {"order": {"cards": order, "turned": 1}, "heroes.h2.activated": order[0] == "h2",
                               "heroes.h1.activated": order[0] == "h1"}  # fmt: skip
    state = choose(acts(TWO, {"yurei-1": (1, 1), "h1": (0, 0), "h2": (2, 2)}, fields), "figure:yurei-1", "oni")
    assert taken(state) == f"attack:{order[0]}"


def test_AUT_5_followers_are_attacked_after_heroes_alike() -> None:
    """Poisoned, Okko is as hard to hit as Tikku."""
    at: Cells = {"yurei-1": (1, 1), "h1": (0, 0), "tikku": (2, 2)}
    poisoned: dict[str, Json] = {"figures.h1.statuses.poisoned": {"turned": False}}
    assert taken(choose(acts(TWO, at, poisoned), "figure:yurei-1", "oni")) == "attack:h1"


def test_AUT_5_it_moves_to_where_it_can_attack_after_one_move() -> None:
    """Then it attacks; lower column, lower row of the spaces from which it can."""
    state = choose(acts(TWO, {"yurei-1": (4, 1), "h1": (1, 1), "h2": (17, 0)}), "figure:yurei-1", "oni")
    # T1.b and T1.a meet in (2,2) alone, so the way is one zone long and ends beside the hero
    state = goes_on(state, "go:T1.a", "stand:0,0")
    assert taken(state) == "attack:h1"


def test_AUT_5_else_it_moves_to_what_is_nearest_to_a_hero() -> None:
    """A Yurei has the well to hold (T6.c); guards have no such task."""
    state = choose(acts(TWO, {"hiroji-san-1": (4, 11), "h1": (1, 1), "h2": (17, 0)}), "figure:hiroji-san-1", "oni")
    first = taken(state)
    assert first == "go:T4.a"
    state = choose(state, first, "oni")
    assert taken(state).startswith(("go:T1.c", "stand:"))


def test_AUT_5_the_zone_that_an_open_mission_names_comes_before_the_heroes() -> None:
    at: Cells = {"yurei-1": (15, 10), "h1": (1, 1), "h2": (2, 2)}
    state = choose(acts(TWO, at), "figure:yurei-1", "oni")
    state = goes_on(state, "go:T6.c", "stand:14,8")
    assert taken(state) == "end_figure"  # nearest already
    scores = tuple([replace(one, done="red") if one.id == "house:the-well" else one for one in state.scores])
    assert taken(replace(state, scores=scores)).startswith("go:")


def test_AUT_5_the_demon_escapes_if_it_may() -> None:
    card = {"card": "house:oni-of-the-ashes", "group": "creature", "at": [1, 0]}
    fields = {**demon(TWO, "house:ashes"), "figures.oni-of-the-ashes-1": card}
    state = choose(acts(TWO, {"h1": (1, 1)}, fields), "figure:oni-of-the-ashes-1", "oni")
    assert taken(state) == "attack:h1"
    assert taken(replace(state, oni=replace(state.oni, out_since=True))) == "escape"


# after a hit ----------------------------------------------------------------------------------------------------------


def hit(state: State) -> State:
    state = choose(choose(state, "figure:yurei-1", "oni"), "attack:h1", "oni")
    return rolled(state, *([2] * len(dice_of(state))))


def test_AUT_5_it_pushes_only_away_from_the_nearest_token() -> None:
    at: Cells = {"yurei-1": (2, 2), "h1": (2, 3)}
    clue = TokenOn("clue-1", "clue", at=(3, 4))
    state = replace(hit(acts(TWO, at)), tokens=(clue,))
    assert taken(state) == "push:1,1"  # T1.a is two zones from T1.d, T1.c one; then lower column, lower row
    turned = replace(state, tokens=(replace(clue, turned=True),))
    assert taken(turned) == "leave"
    behind = replace(state, tokens=(replace(clue, at=(12, 0)),))
    assert taken(behind) == "leave"  # in T3.a: nowhere around is further from it than T1.c


# guards that hear somebody --------------------------------------------------------------------------------------------


def test_AUT_5_guards_come_beside_the_hero_lower_number_first() -> None:
    """Worked example 13."""
    at: Cells = {"ashigaru-1": (16, 4), "ashigaru-2": (13, 0)}
    fields = {**standing(FOUR, {**at, "h4": (12, 4), "h1": (0, 0), "h2": (1, 0), "h3": (2, 0)}),
              "options.oni": "automatic", "frames": [{"type": "stealth", "figure": "h4"}]}  # fmt: skip
    state = active(FOUR, "h4", fields)
    state = goes_on(state, "deploy:ashigaru-1:12,3", "deploy:ashigaru-2:12,5")
    assert taken(state) == "strike:ashigaru-1"


# as a player ----------------------------------------------------------------------------------------------------------


def test_AUT_6_it_plays_the_seat_of_the_oni_and_no_other() -> None:
    state = acts(TWO, {"h1": (1, 1), "yurei-1": (9, 2), "ashigaru-1": (5, 0)})
    assert automatic_seats(SYSTEM, state) == (ONI,)
    assert automatic_seats(SYSTEM, TWO) == ()
    (choice,) = choices_of(SYSTEM.pending(state))
    assert ask_bot(Automaton(), SYSTEM, state, choice, Random(1)).option in choice.options
    assert automatic_oni.decide(active(TWO), replace(choice, seat="h1")) is None


def test_AUT_6_what_a_real_table_knows_it_does_not_say() -> None:
    state = choose(
        acts(TWO, {"h1": (1, 1), "yurei-1": (1, 0)}, {"options.dice_entry": "typed"}), "figure:yurei-1", "oni"
    )
    (choice,) = choices_of(SYSTEM.pending(done(state, "attack:h1", "oni").state))
    assert automatic_oni.decide(state, choice) is None


def against_it(seed: int, places: str) -> tuple[State, int]:
    """A whole game of heroes at random; how many decisions the longest turn took the Oni."""
    rng = Random(seed)
    state = SYSTEM.new(setup(seed % 4 + 1, oni="automatic", places=places), CONTENT)
    longest = decisions = turn = 0
    while not isinstance(pending := SYSTEM.pending(state), Over):
        if state.turn != turn:
            turn, decisions = state.turn, 0
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
            continue
        choice: Choice = rng.choice(choices_of(pending))
        option = automatic_oni.decide(state, choice)
        assert (option is None) is (choice.seat != ONI)
        assert option is None or option in choice.options
        decisions += choice.seat == ONI
        longest = max(longest, decisions)
        state = SYSTEM.apply(state, option or rng.choice(choice.options)).state
        assert decisions < 400
        assert state.turn < 200
    return state, longest


@pytest.mark.parametrize(("seed", "places"), [(1, "spaces"), (4, "spaces"), (3, "none"), (5, "zones")])
def test_invariant_23_every_turn_ends_and_so_does_the_game(seed: int, places: str) -> None:
    state, longest = against_it(seed, places)
    assert longest > 0
    assert not state.oni.hand
