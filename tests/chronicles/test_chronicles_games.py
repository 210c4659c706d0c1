"""Whole games of the house scenario: they end, and every step leaves a sound table (§36)."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Over
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.frames import OniFrame
from companion.model.games.chronicles.state.state import ONI, WOUNDS_OUT, State
from companion.model.games.chronicles.wire import soundness

from .tables import begun, played

MOST = 12_000


@pytest.mark.parametrize("seed", range(10))
def test_random_games_of_every_size_end_soundly(seed: int) -> None:
    """Invariants 3 to 13 after each step, and an end (23)."""
    rng = Random(seed)
    state = begun(seed % 4 + 1, tracked=seed % 3 == 2, seed=seed)
    for _ in range(MOST):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            break
        state = played(state, rng, 1)
        soundness.check(state)
        _holds(state)
    end = SYSTEM.pending(state)
    assert isinstance(end, Over)
    assert end.winners in ((ONI,), state.seats)


def _holds(state: State) -> None:
    box = state.table.box
    for hero in state.heroes:
        assert hero.out or len(hero.wounds) < WOUNDS_OUT
        assert hero.plan.laid <= 2
    piles, oni = state.piles, state.oni
    played_ = [frame.card for frame in state.frames if isinstance(frame, OniFrame) and frame.card]
    events = [*piles.event, *piles.used_events, *oni.hand, *[one.card for one in oni.techniques], *played_]
    assert len(events) == sum(card.copies for card in box.events.values())
    assert all(card == HIDDEN or events.count(card) <= box.events[card].copies for card in events)
    wounds = list(piles.wound)
    for hero in state.heroes:
        laid = [card for card in (hero.plan.right, hero.plan.left) if card in box.wounds]
        wounds += [*hero.wounds, *hero.spent_wounds, *laid]
    assert all(card == HIDDEN or wounds.count(card) <= box.wounds[card].copies for card in wounds)
    assert len({one.chapter for one in state.memoirs}) == len(state.memoirs)
    alarms = [one for one in state.memoirs if one.chapter == "house:alert"]
    assert bool(alarms) is state.oni.alert
    roles = {one.chapter for one in state.memoirs}
    for n, role in enumerate(("first-accusation", "second-accusation", "last-accusation"), 1):
        assert (f"house:{role}" in roles) is (state.wrong >= n)
    assert not {"house:unmasked", "house:last-accusation"} <= roles
    if not state.table.tracked:  # at a table somebody may have dealt or told wrongly (TAB-6)
        assert state.oni.guilty not in (*state.piles.clue, *[clue.card for clue in state.clues_drawn])
    demons = [one for one in state.figures if "demon" in getattr(box.sheets.get(one.card), "rank", "")]
    assert len(demons) == (state.oni.demon == "here")
