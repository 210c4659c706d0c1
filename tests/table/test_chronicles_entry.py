"""Okko Chronicles followed beside a table whose hands nobody knows: what a person tells, and what it costs (TAB-5)."""

from __future__ import annotations

from typing import Any

import pytest

from companion import bench
from companion.model.core.words import Words
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import HIDDEN, State

from .chronicles_recording import TableHand, read_lines, record

MOST = 1.3
"""Inputs a recorded fact."""


@pytest.fixture(scope="module")
def hand(qapp: Any) -> TableHand:
    return record(read_lines())


def damage(state: State, id: str) -> int:
    figure = state.figure(id)
    assert figure is not None
    return figure.damage


def test_TAB_5_three_turns_of_a_table_of_four_put_right_once_cost_few_inputs_a_fact(hand: TableHand) -> None:
    state = hand.game.session.state
    assert (state.turn, state.stage) == (4, "corruption"), "three turns are over"
    assert (hand.facts >= 140, hand.corrected) == (True, 1)
    assert hand.inputs / hand.facts <= MOST, (hand.inputs, hand.facts)
    assert {step.mark for step in hand.game.session.steps} == {"observed"}, "nothing was against the rules"


def test_TAB_1_nobody_s_hand_was_ever_told(hand: TableHand) -> None:
    state = hand.game.session.state
    assert set(state.oni.hand) == {HIDDEN}
    assert (state.oni.guilty, state.oni.nature) == (HIDDEN, HIDDEN)
    assert SYSTEM.missing(state) is not None, "the app cannot enforce what it does not know"


def test_a_blow_of_the_first_turn_is_put_right_in_the_third(hand: TableHand) -> None:
    """Hiroji-San was hit four times by what was typed, and out; on the table he stood: the second blow had missed."""
    session = hand.game.session
    words = Words()

    def told(line: str) -> list[str]:
        step = next(step for known, step in hand.entered if known == line)
        return [words(SYSTEM.tell(session.state_at(step + 1), event)) for event in session.events_of(step)]

    assert damage(session.state, "hiroji-san-1") == 3
    assert told("h2 total:8") == ["Noburo misses Hiroji-San with 4"], "the log tells what was"
    at = next(step for known, step in hand.entered if known == "h2 total:9")
    assert [event.kind for event in session.events_of(at)] == ["AttackResolved", "DamageTaken"], "nobody was removed"
    assert session.steps[next(step for known, step in hand.entered if known == "h2 total:8")].revised
    turns = [one.turn for one in map(session.state_at, range(len(session.steps)))]
    assert turns == sorted(turns), "and the turns after it stand as they were"


def test_what_the_log_says_after_three_turns(hand: TableHand) -> None:
    """Who did what at whom with which number, the notebook's kinds, what followed: and nothing called secret."""
    text = "\n".join(line.title for line in hand.screen.log.list.rows.lines)
    told = (
        "Turn 1", "No more reinforcements", "The Oni lays a technique beside Yurei",
        "Noshin passes the test: a host · Noshin draws a grey host card",
        "Okko hits Yurei 1 with 6 · Yurei 1 takes 1 damage · Yurei 1 leaves the board",
        "The alert is raised · Chapter “The alert is raised”, red",
        "Noburo misses Hiroji-San with 4",
        "Turn 2", "Tile T4 is corrupted", "The Oni calls Yurei · The Oni pays with Whispers · The Oni pays with Panic",
        "Noshin draws a nature card", "The lamp list is decided: blue", "The heroes accuse Mirror",
        "Mirror: wrong, 1 wrong accusation so far",
        "Turn 3", "Captain of the guard goes to the Oni", "Noburo hits Hiroji-San with 9 · Hiroji-San takes 1 damage",
        "Daimyo: wrong, 2 wrong accusations so far", "Noshin heals 3 damage · Noshin draws a wound", "Turn 4",
    )  # fmt: skip
    at = 0
    for said in told:
        assert said in text[at:], said
        at = text.index(said, at)
    assert "Noburo hits Hiroji-San with 8" not in text
    assert "secret" not in text


def test_the_bench_counts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.table.chronicles_recording.per_fact", lambda: 1.25)
    assert bench.chronicles_entry_per_fact() == 1.25
    assert {"chronicles_inputs_per_fact", "chronicles_decisions_per_second"} <= set(bench.KEYS)
