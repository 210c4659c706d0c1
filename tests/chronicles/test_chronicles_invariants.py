"""What holds in every game and for all dice (§36)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.chance import drawn
from companion.model.core.contract import Event, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.chances import attack_chance
from companion.model.games.chronicles.insight.chances import test_chance as chance_of_test
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.track import upgrade
from companion.model.games.chronicles.state.state import ONI, State

from .tables import begun, known

BOX = known(1).table.box
DICE = st.integers(0, 5)


@given(DICE, DICE, st.integers(0, 9))
def test_ATK_4_each_die_raises_the_chance_and_the_defense_lowers_it(combat: int, action: int, defense: int) -> None:
    """Invariant 18."""
    chance = attack_chance(BOX, combat, action, defense)
    assert 0 <= chance <= 1
    assert attack_chance(BOX, combat + 1, action, defense) >= chance
    assert attack_chance(BOX, combat, action + 1, defense) >= attack_chance(BOX, combat + 1, action, defense)
    assert attack_chance(BOX, combat, action, defense + 1) <= chance


@given(st.integers(0, 4), st.integers(0, 8))
def test_TST_1_the_chance_is_that_of_every_throw(difficulty: int, characteristic: int) -> None:
    """Invariant 18: falls with the difficulty, grows with the characteristic."""
    die = BOX.dice["test"]
    sides = [(int(face), weight) for face, weight in zip(die.faces, die.weights, strict=True)]
    ways = [
        prod(weight for _, weight in throw)
        for throw in product(sides, repeat=difficulty)
        if sum(face for face, _ in throw) <= characteristic
    ]
    chance = chance_of_test(BOX, difficulty, characteristic)
    assert chance == Fraction(sum(ways), sum(die.weights) ** difficulty)
    assert chance_of_test(BOX, difficulty + 1, characteristic) <= chance
    assert chance_of_test(BOX, difficulty, characteristic + 1) >= chance


def steps(state: State, rng: Random, most: int) -> Iterator[tuple[State, State, tuple[Event, ...]]]:
    """A random game, step by step: before, after, and what was told."""
    for _ in range(most):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            applied = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct))
        else:
            applied = SYSTEM.apply(state, rng.choice(rng.choice(choices_of(pending)).options))
        yield state, applied.state, tuple(applied.events)
        state = applied.state


@pytest.mark.parametrize("seed", range(4))
def test_TRN_4_what_holds_from_turn_to_turn(seed: int) -> None:
    """Invariants 6 to 10 of a game that goes on."""
    heroes, oni, in_activation = 0, 0, 0
    for before, after, told in steps(begun(seed + 1, seed=seed), Random(seed), 2500):
        for event in told:
            match event:
                case e.TurnBegan():
                    assert heroes == oni, "TRN-4"
                    heroes, oni = 0, 0
                case e.ActivationBegan(seat):
                    heroes, oni, in_activation = heroes + (seat != ONI), oni + (seat == ONI), 0
                case e.EventPlayed():
                    in_activation += 1
                    assert in_activation == 1, "ONI-6"
        assert after.oni.alert >= before.oni.alert, "ALR-2"
        assert len(after.oni.techniques) <= len(after.seats), "STR-6"
        sheets = [one.sheet for one in after.oni.techniques]
        assert len(set(sheets)) == len(sheets), "STR-6"
        assert len(set(after.oni.activated)) == len(after.oni.activated), "ONI-1"
        if after.stage == "plans":
            for seat in after.in_play:
                hero = after.hero(seat)
                assert hero.hand or any(card in hero.pool for card in (hero.plan.right, hero.plan.left)), "STR-1"
        if after.oni.upgrades != before.oni.upgrades:
            taken_in_order(after)


def taken_in_order(state: State) -> None:
    """TRK-3: upgrades of a kind are a path of links, one a column."""
    columns = state.table.box.tracks[state.table.track].columns
    for kind in ("guards", "creatures"):
        of_kind = {one.id for column in columns for one in getattr(column, kind)}
        path = [id for id in state.oni.upgrades if id in of_kind]
        for one, next_ in pairwise(path):
            assert next_ in upgrade(state, one).next
