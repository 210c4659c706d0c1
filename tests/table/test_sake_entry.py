"""Saké & Samouraï followed beside a table whose hands nobody knows: what a person tells, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from companion import bench
from companion.model.games.sake import SYSTEM

from .sake_recording import read_lines, record

MOST = 1.3
"""Inputs a recorded fact."""


def test_two_rounds_of_five_put_right_twice_cost_few_inputs_a_fact(qtbot: Any) -> None:
    hand = record(read_lines())
    session = hand.game.session
    state = session.state
    assert state.turn == 12, "everybody has had two turns, and the first one a third"
    assert hand.corrected == 2
    assert hand.facts >= 60
    assert hand.inputs / hand.facts <= MOST, (hand.inputs, hand.facts)
    assert {step.mark for step in session.steps} == {"observed"}, "nothing was against the rules"
    assert SYSTEM.missing(state) is not None, "no hand was ever told"
    table = SYSTEM.encode(state)
    assert [seat["is"] for seat in table["seats"]] == ["samurai", "spirit", "samurai", "samurai", "samurai"]
    spots = {"rice-1", "katana-1", "life", "sheet"}
    assert (table["masu"], table["gone"], set(table["seats"][0]["sake"])) == (4, 0, spots)


def test_the_bench_counts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.table.sake_recording.per_fact", lambda: 1.25)
    assert bench.sake_entry_per_fact() == 1.25
    assert "sake_inputs_per_fact" in bench.KEYS
