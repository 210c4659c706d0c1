"""The greedy player at a table of hidden hands: it knows what its seat knows, plays to win, and does not dawdle."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from companion.model.bots import Decision, Greedy, ask_bot
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll, choices_of
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, State

from .tables import CONTENT, position
from .test_sake_hidden import with_other_fronts
from .test_sake_properties import games, set_up

MEDIAN, WORST = 0.05, 0.5
"""Seconds of processor time for a decision."""


def decisions(seed: int, setup: Json) -> Iterator[tuple[State, Choice]]:
    """Every decision of a whole game of random players."""
    rng, state = Random(seed), SYSTEM.new(setup, CONTENT)
    while not isinstance(asked := SYSTEM.pending(state), Over):
        if isinstance(asked, Roll):
            state = SYSTEM.rolled(state, drawn(asked.dice, rng, asked.distinct)).state
            continue
        choice = rng.choice(choices_of(asked))
        yield state, choice
        state = SYSTEM.apply(state, rng.choice(choice.options)).state


def quick(players: int) -> Json:
    return {"quick": True, "players": players}


def thought(state: State, choice: Choice, seed: float = 1) -> Decision:
    return ask_bot(Greedy(), SYSTEM, state, choice, Random(seed), content=CONTENT)


def chosen(said: Json, seat: str = "A") -> str:
    """What the greedy player of a seat takes at a table."""
    state = SYSTEM.decode(said, CONTENT)
    (choice,) = [choice for choice in choices_of(SYSTEM.pending(state)) if choice.seat == seat]
    return SYSTEM.option_id(state, thought(state, choice).option)


# what it may know


@games(4)
def test_greedy_decides_the_same_where_its_seat_sees_the_same(seed: int) -> None:
    """Fronts that it cannot see change places, and what others have answered in secret is another answer."""
    rng = Random(seed)
    for state, choice in decisions(seed, quick(rng.randint(3, 8))):
        if rng.random() < 0.8 or not state.turn:
            continue
        seat = LETTERS.index(choice.seat)
        other, top = state, state.frames[-1] if state.frames else None
        if isinstance(top, f.WindowFrame):
            answers = [
                one if one is None or one.seat == seat else o.Pass(one.seat)  # type: ignore[attr-defined]
                for one in top.answers
            ]
            other = msgspec.structs.replace(
                state, frames=(*state.frames[:-1], msgspec.structs.replace(top, answers=tuple(answers)))
            )
        queued = any(isinstance(frame, f.WindowFrame | f.HelpFrame) and frame.answers for frame in state.frames[:-1])
        if not queued and not (isinstance(top, f.HelpFrame) and any(top.answers)):
            other = with_other_fronts(other, seat, rng)
        assert thought(other, choice, seed) == thought(state, choice, seed)


@games(6)
def test_greedy_has_an_answer_under_every_table_option_and_where_hands_are_unknown(seed: int) -> None:
    rng = Random(seed)
    setup = set_up(rng)
    setup["options"]["enforcement"] = rng.choice(["enforce", "track"])
    for state, choice in decisions(seed, setup):
        if rng.random() < 0.1:
            assert thought(state, choice, seed).option in choice.options


# how it plays


@pytest.mark.parametrize("seat", "ABC")
def test_greedy_beats_random_players_of_three_seats(seat: str) -> None:
    assert sum(won(seed, seat) for seed in range(4)) >= 3


@pytest.mark.soak
def test_greedy_beats_random_players_of_three_seats_in_three_games_of_four() -> None:
    assert sum(won(seed, "ABC"[seed % 3]) for seed in range(300)) >= 225


def won(seed: int, seat: str) -> bool:
    """Whether the greedy player of a seat wins, alone or with others, against two random ones."""
    rng, state = Random(seed), SYSTEM.new(quick(3), CONTENT)
    while not isinstance(asked := SYSTEM.pending(state), Over):
        if isinstance(asked, Roll):
            state = SYSTEM.rolled(state, drawn(asked.dice, rng, asked.distinct)).state
            continue
        choice = choices_of(asked)[0]
        option = thought(state, choice, rng.random()).option if choice.seat == seat else rng.choice(choice.options)
        state = SYSTEM.apply(state, option).state
    return seat in asked.winners


def test_greedy_drinks_the_last_sake_that_decides() -> None:
    held = {"gear": ["katana-1"], "held": "katana-1", "sake": ["life"], "hand": ["disciple-1", "ramen-1"]}
    said = position({"A": held, "B": {"sake": ["life"]}, "C": {}}, masu=1, plays=1)
    assert chosen(said).startswith("drink:")


def test_greedy_throws_a_disciple_before_the_blow_that_kills() -> None:
    attacker = {"gear": ["nodachi-1"], "held": "nodachi-1", "hand": ["katana-8"]}
    rich = {"gear": ["katana-2"], "held": "katana-2", "sake": ["sheet", "katana-2"], "life": 2}
    seats = {"A": attacker, "B": {**rich, "hand": ["disciple-1", "sakuragi-2"]}, "C": {}}
    state = SYSTEM.decode(position(seats, {"AB": 2}, masu=2), CONTENT)
    state = SYSTEM.apply(state, SYSTEM.option_of(state, "attack:katana-8:B:nodachi-1")).state
    (choice,) = [choice for choice in choices_of(SYSTEM.pending(state)) if choice.seat == "B"]
    assert SYSTEM.option_id(state, thought(state, choice).option) == "sacrifice:disciple-1"


def test_greedy_keeps_its_weapon_awake() -> None:
    """There is room for the sake elsewhere: not on the only blade."""
    held = {"gear": ["katana-1", "sandals-1"], "held": "katana-1", "hand": ["purchase-1"]}
    state = SYSTEM.decode(position({"A": held, "B": {}, "C": {}}), CONTENT)
    state = SYSTEM.apply(state, SYSTEM.option_of(state, "drink:purchase-1")).state
    for _ in range(2):
        (choice,) = choices_of(SYSTEM.pending(state))
        assert choice.options[0].kind == "place"
        state = SYSTEM.apply(state, thought(state, choice).option).state
    assert "katana-1" not in SYSTEM.encode(state)["seats"][0]["sake"]


# how long it takes


def test_greedy_decides_in_time_for_the_window() -> None:
    spent = []
    for n, (state, choice) in enumerate(decisions(2, quick(8))):
        if n % 3 == 0:
            begun = time.process_time()
            thought(state, choice)
            spent.append(time.process_time() - begun)
    assert statistics.median(spent) < MEDIAN
    assert max(spent) < WORST
