"""Automatic players against each other, many games, the same result for the same seed."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import mean
from time import perf_counter

from companion.model.bots import BOTS, Bot
from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll
from companion.model.systems.asagiri import SYSTEM
from companion.model.systems.asagiri.state import SEATS, State

MOST_DECISIONS = 6_000
"""A game still going on after so many is counted as unfinished."""


def play(state: State, bots: dict[str, Bot], rng: Random) -> tuple[State, Over | None, int]:
    """Play a game to its end: the last state, the end (None: given up as unfinished) and the decisions taken."""
    for decisions in range(MOST_DECISIONS):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return state, pending, decisions
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng)).state
        else:
            assert isinstance(pending, Choice)
            state = SYSTEM.apply(state, bots[pending.seat].think(SYSTEM, state, pending, rng).option).state
    return state, None, MOST_DECISIONS


def simulate(a: str, b: str, games: int, seed: int, setup: Json) -> dict[str, Json]:
    """Play `games`, every second one with the bands' order exchanged, and sum up.

    The first band of the set-up is played by `a`, the second by `b`, whichever seat the roll gives them.
    """
    content = Library.shipped()
    start = perf_counter()
    wins: Counter[str] = Counter()
    turns: list[int] = []
    decisions = 0
    for n in range(games):
        rng = Random(f"simulate:{seed}:{n}")
        state = SYSTEM.new(setup, content)
        mirrored = bool(n % 2)
        # the dice for player A are chosen, not rolled, so that each band begins as often as the other
        state = SYSTEM.rolled(state, (1, 6) if mirrored else (6, 1)).state
        seats = SEATS[::-1] if mirrored else SEATS
        state, end, taken = play(state, dict(zip(seats, (BOTS[a](), BOTS[b]()), strict=True)), rng)
        decisions += taken
        turns.append(state.turn)
        if end is None:
            wins["unfinished"] += 1
        elif end.winner is None:
            wins["draws"] += 1
        else:
            wins["a_wins" if end.winner == seats[0] else "b_wins"] += 1
    return {
        "a": a,
        "b": b,
        "games": games,
        "seed": seed,
        "a_wins": wins["a_wins"],
        "b_wins": wins["b_wins"],
        "draws": wins["draws"],
        "unfinished": wins["unfinished"],
        "turns_mean": round(mean(turns), 2),
        "decisions_mean": round(decisions / games, 1),
        "seconds": round(perf_counter() - start, 2),
    }
