"""Hands move inspiration dice and never make or destroy one (INS-1, INS-7, BND-6)."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import options_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.model.games.asagiri.table import manual_actions
from companion.model.games.asagiri.table.automation import PRESETS
from companion.model.games.asagiri.table.corrections import PlaceFigure, SetDice, SetReserve, SetState
from companion.model.games.asagiri.table.table_check import Check
from tests.contract.samples import SAMPLES

from .table import Table, open_floor

SAMPLE = SAMPLES["asagiri"]
STARTS = [start for start in SAMPLE.starts if start != "draft"]


def dice(state: State) -> tuple[int, int]:
    return manual_actions.total(state, 0), manual_actions.total(state, 1)


@given(seed=st.integers(0, 2**32 - 1))
def test_no_sequence_of_corrections_makes_or_destroys_a_die(seed: int) -> None:
    """Every kind of correction, in any order, and what the rules ask in between answered anyhow (INS-1, BND-6)."""
    rng = Random(seed)
    state: State = SAMPLE.starts[rng.choice(STARTS)](rng)
    before = dice(state)
    for _ in range(8):
        data = SAMPLE.corrections(SYSTEM.encode(state), rng)
        with suppress(InvalidInput):
            state = SYSTEM.edit(state, SYSTEM.correction_of(state, data)).state
        assert dice(state) == before, data
        options = options_of(SYSTEM.pending(state))
        if options and rng.random() < 0.3:
            state = SYSTEM.apply(state, rng.choice(options)).state
        assert dice(state) == before, data


def table() -> Table:
    """Two of A, one with an earth in reserve; three more dice in the pool."""
    return Table(
        open_floor(8, 8),
        {"a1": "1,1N", "a2": "3,1N", "b1": "6,6N"},
        pool=("fire", "fire", "air"),
        bands={"A": {"aside": 0}},
        a1={"reserve": "earth"},
    )


def lies(state: State) -> tuple[tuple[str, ...], int, tuple[str, ...], tuple[str, ...]]:
    own = state.bands[0]
    return own.pool, own.aside, state.figures[0].kept, state.figures[1].kept


def test_where_the_die_comes_from_that_a_hand_puts_somewhere() -> None:
    state = table().state
    assert lies(SYSTEM.edit(state, SetReserve(0, "tori")).state) == (("fire", "fire", "air"), 0, ("tori",), ())
    assert lies(SYSTEM.edit(state, SetReserve(0, None)).state) == (("fire", "fire", "air"), 1, (), ())
    assert lies(SYSTEM.edit(state, SetReserve(1, "fire")).state) == (("fire", "air"), 0, ("earth",), ("fire",))
    other = SYSTEM.edit(state, SetReserve(1, "water"))  # no water lies anywhere: a die had another face
    assert lies(other.state) == (("fire", "fire"), 0, ("earth",), ("water",))
    assert {event.kind for event in other.events} == {"ReserveSet", "DiceSet"}
    bare = SYSTEM.edit(state, SetDice(0, (), 3)).state
    assert lies(SYSTEM.edit(bare, SetReserve(1, "water")).state) == ((), 2, ("earth",), ("water",))
    assert lies(SYSTEM.edit(state, SetDice(0, ("tori",), 0)).state) == (("tori",), 2, ("earth",), ())
    four = SYSTEM.edit(state, SetDice(0, ("tori",) * 4, 0)).state
    assert lies(four) == (("tori",) * 4, 0, (), ()), "the fourth lies no more on the card"
    with pytest.raises(InvalidInput):
        SYSTEM.edit(state, SetDice(0, ("tori",) * 5, 0))


def test_a_civilians_die_goes_and_comes_by_hand() -> None:
    """BND-6: the table gives it up by saying what lies there; the civilian back on the board brings it again."""
    t = Table(
        open_floor(8, 8),
        {"a1": "1,1N", "a2": "3,1N", "b1": "6,6N"},
        pool=("fire", "fire", "air"),
        bands={"A": {"aside": 2}},
        a1={"traits": ["civilian"]},
        root={"dials": {"civilian": "off"}},
    )
    out = SYSTEM.edit(t.state, SetState(0, "disabled")).state
    given_up = SYSTEM.edit(out, SetDice(0, ("fire", "fire", "air"), 1)).state
    assert (given_up.bands[0].aside, given_up.bands[0].gone) == (1, 1)
    again = SYSTEM.edit(given_up, SetDice(0, ("fire",), 0)).state
    assert (again.bands[0].aside, again.bands[0].gone) == (3, 1), "one civilian, one die"
    back = SYSTEM.edit(again, PlaceFigure(0, t.state.figures[0].at, 0)).state
    assert (back.bands[0].aside, back.bands[0].gone) == (4, 0)


@pytest.mark.parametrize("mode", ["track", "assist", "enforce"])
@pytest.mark.parametrize("to", ["shaken", "disabled"])
def test_a_die_leaves_the_card_that_a_hand_turns_or_takes_away(mode: str, to: Condition) -> None:
    """INS-7: the same for shaken and for disabled, whoever sees to the rest."""
    state = Table(
        open_floor(8, 8),
        {"a1": "1,1N", "a2": "3,1N", "b1": "6,6N"},
        bands={"A": {"aside": 3}},
        a1={"reserve": "earth"},
        root={"dials": dict(PRESETS[mode])},
    ).state
    applied = SYSTEM.edit(state, SetState(0, to))
    assert (applied.state.figures[0].kept, applied.state.bands[0].aside) == ((), 4)
    assert [event.kind for event in applied.events] == ["StateSet", "ReserveDieLost"]
    seen = Check.begin(state).turned(0, to)
    assert (seen.figures[0].kept, seen.bands[0].aside) == ((), 4)


def test_the_table_check_counts_the_dice_of_a_band() -> None:
    """What is seen on cards and in the pool comes out of what there is; there is no fifth die to be seen."""
    state = table().state
    check = Check.begin(state).counted(0, pool=("tori",))
    assert (check.bands[0].pool, check.bands[0].aside) == (("tori",), 2)
    check = check.reserved(1, "water")
    assert check.bands[0].aside == 1
    for correction in check.corrections():
        state = SYSTEM.edit(state, correction).state
    assert lies(state) == (("tori",), 1, ("earth",), ("water",))
    with pytest.raises(InvalidInput):
        check.counted(0, pool=("fire",) * 5)


def test_a_game_of_before_replays_as_it_was_played() -> None:
    """Edition 1: hands wrote three numbers that knew nothing of each other, and the dial had the say over INS-7."""
    t = Table(
        open_floor(8, 8),
        {"a1": "1,1N", "b1": "6,6N"},
        a1={"reserve": "earth"},
        root={"edition": 1, "dials": {"reserve": "off"}},
    )
    more = SYSTEM.edit(t.state, SetDice(0, ("fire",), 4)).state
    assert dice(more)[0] == 6
    assert SYSTEM.edit(more, SetState(0, "shaken")).state.figures[0].kept == ("earth",)
    assert SYSTEM.edit(more, SetReserve(0, "fire")).state.bands == more.bands
