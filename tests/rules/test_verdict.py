"""The result of a fight says what it means, in every mode (CBT-3, CBT-6, RET-2, SHT-6)."""

from __future__ import annotations

import pytest

from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules.answers import verdict, verdict_words
from companion.model.games.asagiri.rules.events import CombatRolled
from companion.model.games.asagiri.table.automation import PRESETS

from .table import Table, open_floor


@pytest.mark.parametrize("mode", ["track", "assist", "enforce"])
@pytest.mark.parametrize(
    ("foe", "dice", "said"),
    [
        ("4,3S", (5, 1), "b1 is disabled"),
        ("4,3S", (1, 6), "a1 is disabled"),
        ("4,3S", (4, 1), "b1 becomes shaken and retreats"),
        ("4,3S!", (3, 1), "b1 is disabled"),  # its Defense is one less, and it is shaken already
        ("4,3S", (3, 1), "b1 retreats"),
        ("4,3S", (2, 2), None),
    ],
)
def test_cbt_3_what_the_margin_means(mode: str, foe: str, dice: tuple[int, int], said: str | None) -> None:
    t = Table(open_floor(9, 9), {"a1": "4,4N", "b1": foe, "b2": "0,0S"}, root={"dials": dict(PRESETS[mode])})
    t.do("activate", character="a1").do("attack", target="b1").passing()
    before = t.state
    rolled = next(event for event in SYSTEM.rolled(before, dice).events if isinstance(event, CombatRolled))
    told = verdict_words(before, verdict(before, rolled))
    assert (None if told is None else Words()(told)) == said


def test_what_the_events_tell_is_not_told_twice() -> None:
    t = Table(open_floor(9, 9), {"a1": "4,4N", "b1": "4,3S", "b2": "0,0S"})
    t.do("activate", character="a1").do("attack", target="b1").passing()
    before = t.state
    events = SYSTEM.rolled(before, (5, 1)).events
    rolled = next(event for event in events if isinstance(event, CombatRolled))
    found = verdict(before, rolled)
    assert verdict_words(before, found, (rolled,)) is not None
    assert verdict_words(before, found, events) is None, "an event says that b1 is disabled"
