"""Chance: weights, and that applying outcome o gives exactly o (a search that rolls again must not go unnoticed)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random

import msgspec
import pytest

from companion.model.core import chance
from companion.model.core.contract import Event, Outcome, Roll
from companion.model.core.refusal import UnknownOption

from .games import Game, every_game, position

OUTCOMES = 60
"""Outcomes tried at one roll."""


def rolls(game: Game, count: int = 8) -> list[tuple[object, Roll]]:
    """Some of the game's rolls, with their states."""
    found = [(moment.state, moment.pending) for moment in game.moments if isinstance(moment.pending, Roll)]
    return Random(game.seed).sample(found, min(count, len(found)))


def some_outcomes(roll: Roll, seed: int) -> list[Outcome]:
    """All outcomes when they are few, else some at random."""
    if chance.count(roll.dice, roll.distinct) <= OUTCOMES:
        return [outcome for outcome, _ in chance.every(roll.dice, roll.distinct)]
    rng = Random(seed)
    return [chance.drawn(roll.dice, rng, roll.distinct) for _ in range(OUTCOMES)]


def tells(event: Event, outcome: Outcome) -> bool:
    """Whether an event names these faces, as a list or as the one face of one die."""
    values = msgspec.structs.astuple(event)
    alone = outcome[0] if len(outcome) == 1 else outcome
    return any(type(value) is type(told) and value == told for value in values for told in (outcome, alone))


@every_game(30)
def test_weights_of_all_outcomes_add_up_to_one(game: Game) -> None:
    system = game.system
    for state, roll in rolls(game):
        assert roll.dice, f"a roll of no dice is no question: {position(system, state)}"
        assert roll.seat in system.seats(state)
        for die in roll.dice:
            assert len(set(die.kind.faces)) == len(die.kind.faces) == len(die.kind.weights)
            assert all(type(weight) is int and weight > 0 for weight in die.kind.weights)
        if chance.count(roll.dice, roll.distinct) <= 4000:
            every = list(chance.every(roll.dice, roll.distinct))
            assert len(every) == len({outcome for outcome, _ in every}) == chance.count(roll.dice, roll.distinct)
            assert sum((weight for _, weight in every), Fraction()) == 1


@every_game(30)
def test_an_outcome_applied_is_exactly_that_outcome(game: Game) -> None:
    """The first event tells the faces handed in, the very ones and in their order; twice the same, of any outcome."""
    system = game.system
    for state, roll in rolls(game):
        before = system.encode(state)
        for outcome in some_outcomes(roll, game.seed):
            applied = system.rolled(state, outcome)
            where = f"{outcome} in {position(system, state)}"
            assert applied.events and tells(applied.events[0], outcome), f"{applied.events}: {where}"
            assert system.rolled(state, outcome) == applied, where
        assert system.encode(state) == before


@every_game(15)
def test_faces_that_were_not_asked_for_are_refused(game: Game) -> None:
    system = game.system
    for state, roll in rolls(game):
        good = chance.drawn(roll.dice, Random(game.seed), roll.distinct)
        twice = ((*good[:-1], good[0]),) if roll.distinct and len(good) > 1 else ()
        known = roll.dice[0].kind.faces
        foreign = [(face, *good[1:]) for face in (0, 7, -1, "", "void") if face not in known]
        for bad in ((), good[1:], (*good, good[0]), *twice, *foreign):
            with pytest.raises(UnknownOption):
                system.rolled(state, bad)
        for face in (True, 1.0, None):
            with pytest.raises(UnknownOption):
                system.rolled(state, (face, *good[1:]))


@every_game(20)
def test_seeded_dice_are_ours_and_the_same_again(game: Game) -> None:
    for _, roll in rolls(game):
        faces = chance.seeded(roll.dice, game.seed, 3, roll.distinct)
        assert chance.fits(roll.dice, faces, roll.distinct)
        assert faces == chance.seeded(roll.dice, game.seed, 3, roll.distinct)


def test_the_check_of_exact_outcomes_would_notice_dice_rolled_again() -> None:
    """The suite's own test: most outcomes of two dice are not told by an event about other dice."""

    class Rolled(Event, frozen=True, tag="Rolled"):
        dice: tuple[int, int]

    outcomes = [outcome for outcome, _ in chance.every((chance.Die(chance.D6, "A"), chance.Die(chance.D6, "B")))]
    told = Counter(tells(Rolled((3, 4)), outcome) for outcome in outcomes)
    assert told == {True: 1, False: 35}
    assert list(islice(outcomes, 1)) == [(1, 1)]
