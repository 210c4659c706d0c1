"""Positions as text: complete, readable again, and never more than a sentence when they are damaged."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput, RuleBroken

from .games import Game, every_game, every_system, position, through_text
from .samples import CONTENT, SAMPLES, SYSTEMS

JUNK: tuple[Json, ...] = (
    None, True, -1, 0, 1, 3.0, 10**12, "", "x", "A", [], {}, [[]], [None], {"kind": "x"}, [0, 0], [-1, 2],
)  # fmt: skip


@every_game(25)
def test_positions_round_trip_through_text(game: Game) -> None:
    """The state read back is equal, asks the same and is written the same."""
    system = game.system
    for moment in game.moments:
        plain = system.encode(moment.state)
        again = system.decode(through_text(plain), CONTENT)
        assert again == moment.state, position(system, moment.state)
        assert system.pending(again) == moment.pending
        assert system.encode(again) == plain == through_text(plain)


@every_game(15)
def test_a_position_names_its_system(game: Game) -> None:
    """Whoever is handed a position finds who can read it; nobody else reads it."""
    plain = game.system.encode(game.moments[0].state)
    assert plain["format"] == "okko-position/1"
    assert plain["system"] == game.sample.id
    for other in SYSTEMS.values():
        if other is not game.system:
            with pytest.raises(InvalidInput):
                other.decode(plain, CONTENT)


@every_game(15)
def test_whatever_comes_of_an_option_is_the_same_after_a_round_trip(game: Game) -> None:
    """Nothing that matters is left out of the text: the same answer leads to the same state and events."""
    system = game.system
    for moment in game.some(20):
        if moment.applied is not None:
            again = system.decode(through_text(system.encode(moment.state)), CONTENT)
            answer = moment.answer
            assert answer is not None
            done = system.rolled(again, answer) if isinstance(answer, tuple) else system.apply(again, answer)
            assert done == moment.applied, position(system, moment.state)


def places(plain: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path inside a JSON value."""
    found = [path] if path else []
    items = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


def damaged(plain: Json, rng: Random) -> Json:
    """A copy with one thing replaced, removed, doubled or added."""
    plain = copy.deepcopy(plain)
    *way, last = rng.choice(places(plain))
    parent = plain
    for key in way:
        parent = parent[key]
    what = rng.choice(["replace", "replace", "remove", "double", "add"])
    if what == "remove":
        del parent[last]
    elif what == "double" and isinstance(parent, list):
        parent.insert(last, parent[last])
    elif what == "add" and isinstance(parent, dict):
        parent["odd"] = rng.choice(JUNK)
    else:
        parent[last] = rng.choice(JUNK)
    return plain


@every_game(20)
def test_a_damaged_position_is_invalid_input_or_a_state_that_works(game: Game) -> None:
    """`decode` raises InvalidInput and nothing else; what it lets pass can be asked, written and read again."""
    system, rng = game.system, Random(game.seed)
    for moment in game.some(6):
        plain = system.encode(moment.state)
        for _ in range(12):
            bad = damaged(plain, rng)
            try:
                state = system.decode(bad, CONTENT)
            except InvalidInput:
                continue
            assert system.pending(state), bad
            assert system.decode(through_text(system.encode(state)), CONTENT) == state, bad


@every_system
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_no_position_and_no_correction(id: str, junk: Json) -> None:
    system = SYSTEMS[id]
    state = system.new(SAMPLES[id].setups[0], CONTENT)
    with pytest.raises(InvalidInput):
        system.decode(junk, CONTENT)
    with pytest.raises(InvalidInput):
        system.correction_of(state, junk)


@every_system
def test_a_damaged_setup_is_invalid_input_or_against_a_rule_or_begins_a_game(id: str) -> None:
    system, rng = SYSTEMS[id], Random(id)
    for setup in SAMPLES[id].setups:
        for _ in range(80):
            bad = damaged(setup, rng) if places(setup) else rng.choice(JUNK)
            try:
                state = system.new(bad, CONTENT)
            except (InvalidInput, RuleBroken):
                continue
            assert system.decode(through_text(system.encode(state)), CONTENT) == state, bad
