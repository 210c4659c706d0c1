"""Games recorded from scripts in the window, by mouse, by keys and by command line: equal ends, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.session import Session
from companion.model.systems.asagiri import SYSTEM
from companion.ui.recording import HANDS, read_script
from companion.ui.recording.bench import record

pytestmark = pytest.mark.timeout(280)

MOST = 1.3
"""Inputs per fact, for the best way."""
GAMES = ("one_turn", "first_turn", "the_door")


def ends(session: Session[Any]) -> Any:
    return SYSTEM.encode(session.state)


@pytest.mark.parametrize("name", GAMES)
def test_three_ways_end_in_equal_states(qtbot: Any, name: str) -> None:
    script = read_script(name)
    hands = {way: record(script, way) for way in HANDS}
    states = {way: ends(hand.game.session) for way, hand in hands.items()}
    print({way: (hand.inputs, hand.facts, round(hand.inputs / hand.facts, 2)) for way, hand in hands.items()})
    assert states["keys"] == states["mouse"]
    assert states["words"] == states["mouse"]
    for hand in hands.values():
        assert {step.mark for step in hand.game.session.steps} == {"observed"}, "nothing was against the rules"


def test_one_turn_costs_few_inputs_a_fact(qtbot: Any) -> None:
    hand = record(read_script("one_turn"), "mouse")
    assert hand.facts >= 30, "the script is a whole turn"
    assert hand.inputs / hand.facts <= MOST
