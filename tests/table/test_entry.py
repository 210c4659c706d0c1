"""Games recorded from scripts in the window, by mouse, by keys and by command line: equal ends, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from companion import bench
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.ui.games.asagiri.bench import ClickCost

from .recording import GAME, HANDS, record
from .script import read_script

pytestmark = pytest.mark.timeout(280)

MOST = {"table": 1.2, "words": 4.5}
"""Inputs per fact: with a mouse and the keys of dice, and in the command line."""
GAMES = ("one_turn", "first_turn", "the_door")


def ends(session: Session[Any]) -> Any:
    return SYSTEM.encode(session.state)


@pytest.mark.parametrize("name", GAMES)
def test_three_ways_end_in_equal_states(qtbot: Any, name: str) -> None:
    script = read_script(name)
    hands = {way: record(script, way) for way in HANDS if way != "table"}
    states = {way: ends(hand.game.session) for way, hand in hands.items()}
    print({way: (hand.inputs, hand.facts, round(hand.inputs / hand.facts, 2)) for way, hand in hands.items()})
    assert states["keys"] == states["mouse"]
    assert states["words"] == states["mouse"]
    for hand in hands.values():
        assert {step.mark for step in hand.game.session.steps} == {"observed"}, "nothing was against the rules"


def test_four_turns_cost_few_inputs_a_fact_by_mouse_and_by_line(qtbot: Any) -> None:
    """Every click and key of a whole script, whatever it ends or passes by; each line did what it meant."""
    hands = {way: record(read_script(GAME), way) for way in MOST}
    for way, hand in hands.items():
        assert hand.facts >= 60
        assert hand.game.state.turn >= 6, "from the second turn through the fifth"
        assert hand.inputs / hand.facts <= MOST[way], (way, hand.inputs, hand.facts)
        assert {step.mark for step in hand.game.session.steps} == {"observed"}, "nothing was against the rules"
    assert ends(hands["table"].game.session) == ends(hands["words"].game.session)


def test_the_bench_has_a_figure_for_each_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured above, by way and by name; the rest of the bench is not run."""
    counted = {"table": 1.1, "words": 4.2}
    monkeypatch.setattr("tests.table.recording.per_fact", counted.__getitem__)
    for name in ("alternately", "start_and_memory", "open_game_and_undo_ms"):
        monkeypatch.setattr(bench, name, lambda *_: (1.0, 1.0))
    for name in (
        "perft_nodes_per_second",
        "slowest_query_ms",
        "slowest_frame_ms",
        "library_page_ms",
        "figures_ms",
        "step_us",
        "report_ms",
        "campaign_open_ms",
        "sake_slowest_frame_ms",
        "chronicles_slowest_frame_ms",
    ):
        monkeypatch.setattr(bench, name, lambda *_: 1.0)
    monkeypatch.setattr(bench, "sake_entry_per_fact", lambda: 1.25)
    monkeypatch.setattr(bench, "click_cost", lambda _: ClickCost(2.0, 1.0))
    figures = bench.measure()
    assert tuple(figures) == bench.KEYS
    assert None not in figures.values()
    assert (figures["click_ms"], figures["click_slots_ms"]) == (2.0, 1.0)
    assert (figures["entry_inputs_per_fact"], figures["entry_keys_per_fact"]) == (1.1, 4.2)
