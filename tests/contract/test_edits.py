"""The table's free hand: corrections round-trip, and make a table that works, or InvalidInput and no change."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.contract import Choice, Correction, Together, options_of
from companion.model.core.refusal import InvalidInput

from .games import Game, every_game, every_system, play, position, through_text
from .samples import CONTENT, SYSTEMS
from .test_words import assert_said

TRIES = 12
"""Corrections tried at one moment."""


def corrections(game: Game, moments: int) -> list[tuple[object, Correction]]:
    """Corrections that can be read at some moments of a game, with the states they are for."""
    system, rng, found = game.system, Random(game.seed), []
    for moment in game.some(moments):
        plain = system.encode(moment.state)
        for _ in range(TRIES):
            data = game.sample.corrections(plain, rng)
            try:
                correction = system.correction_of(moment.state, through_text(data))
            except InvalidInput:
                continue
            assert through_text(system.correction_json(moment.state, correction)) == data
            found.append((moment.state, correction))
    return found


@every_game(15)
def test_corrections_round_trip(game: Game) -> None:
    system = game.system
    for state, correction in corrections(game, 12):
        plain = system.correction_json(state, correction)
        assert plain["kind"] == correction.kind
        assert system.correction_of(state, through_text(plain)) == correction


@every_game(25)
def test_a_correction_makes_a_table_that_works_or_changes_nothing(game: Game) -> None:
    """The corrected state is asked, written, read again and told like any other; what is refused is InvalidInput."""
    system = game.system
    for state, correction in corrections(game, 10):
        before = system.encode(state)
        where = f"{system.correction_json(state, correction)} in {position(system, state)}"
        try:
            applied = system.edit(state, correction)
        except InvalidInput:
            assert system.encode(state) == before
            continue
        assert system.encode(state) == before, where
        assert applied.events, where
        for event in applied.events:
            assert_said(system.tell(applied.state, event))
            assert system.event_json(applied.state, event)["kind"] == event.kind
        asked = system.pending(applied.state)
        if isinstance(asked, Choice | Together):
            assert options_of(asked), f"nothing to choose from: {where}"
        assert system.decode(through_text(system.encode(applied.state)), CONTENT) == applied.state, where


@every_game(15)
def test_play_goes_on_after_a_correction(game: Game) -> None:
    """Every option offered on a corrected table can be chosen."""
    system = game.system
    for state, correction in corrections(game, 4):
        try:
            corrected = system.edit(state, correction).state
        except InvalidInput:
            continue
        for option in Random(game.seed).sample(options := options_of(system.pending(corrected)), min(5, len(options))):
            where = f"{system.option_id(corrected, option)} after {correction} in {position(system, corrected)}"
            assert system.check(corrected, option) is None, where
            assert system.pending(system.apply(corrected, option).state), where


@every_system
def test_every_kind_of_correction_is_tried_and_most_are_taken(id: str) -> None:
    """The samples cover what the system offers."""
    system, made, tried, taken = SYSTEMS[id], set(), set(), set()
    for seed in range(110):
        game = play(id, seed)
        made |= {game.sample.corrections(system.encode(game.moments[0].state), Random(seed))["kind"]}
        for state, correction in corrections(game, 3):
            tried.add(correction.kind)
            try:
                system.edit(state, correction)
            except InvalidInput:
                continue
            taken.add(correction.kind)
    assert made <= tried, "what is written can be read"
    assert tried == taken
    assert taken


@every_system
def test_another_games_correction_is_refused(id: str) -> None:
    class Foreign(Correction, frozen=True, tag="foreign"):
        """Of no game."""

    state = play(id, 1).moments[0].state
    with pytest.raises((InvalidInput, KeyError)):
        SYSTEMS[id].edit(state, Foreign())
