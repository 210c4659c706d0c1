"""Conditions in words (ADV-10): each says all it asks, in every language, and with faults too."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.words import Words
from companion.model.games.asagiri.adventure import conditions as c
from companion.model.games.asagiri.adventure.explain import Cast, explain
from companion.model.games.asagiri.adventure.record import Adventure

from .quests import adventure, hire, library, side, zone

RECORD = msgspec.convert(
    adventure(
        side(hire((1, 7), part="hero"), name={"en": "The watch", "fr": "La garde"}),
        side(hire((6, 0)), name={"en": "The gang"}),
        zones=[zone("gate", (0, 0), name={"en": "Gate"})],
        objects=[{"id": "scroll", "name": {"en": "Scroll"}, "look": "scroll", "at": [2, 2, 0]}],
    ),
    Adventure,
)
CAST = Cast(RECORD, library())


def said(data: Any) -> str:
    return Words()(explain(msgspec.convert(data, c.Condition), CAST))


@pytest.mark.parametrize(("data", "words"), [
    ({"type": "eliminate", "side": "two"}, "Every figure of The gang is disabled"),
    ({"type": "eliminate", "side": "two", "figure": "hero"}, "Man is disabled"),
    ({"type": "eliminate", "side": "one", "count": 3}, "3 figures of The watch are disabled"),
    ({"type": "eliminate", "side": "one", "zeni": 9}, "Zeni lost by The watch: 9"),
    ({"type": "eliminate", "side": "two", "trait": "oni"}, "Every figure of The gang with the trait oni is disabled"),
    ({"type": "escape", "side": "one", "zone": "gate", "count": 2},
     "2 figures of The watch have left the board through “Gate”"),
    ({"type": "reach", "side": "one", "zone": "gate"}, "A figure of The watch is in “Gate”"),
    ({"type": "rescue", "figure": "hero", "zone": "gate"}, "Man is free and has reached “Gate”"),
    ({"type": "hold", "side": "one", "zone": "gate", "turns": 2}, "The watch: “Gate” held for 2 turns"),
    ({"type": "hold", "side": "one", "zone": "gate", "at": 4, "count": 2},
     "The watch: “Gate” held at the end of turn 4, with 2 figures"),
    ({"type": "carry", "side": "one", "object": "scroll", "zone": "gate"},
     "The watch: “Scroll” brought to “Gate”"),
    ({"type": "find", "object": "scroll"}, "“Scroll” has been found"),
    ({"type": "survive", "side": "two", "turn": 6}, "Turn 6 is over and a figure of The gang is left"),
    ({"type": "protect", "object": "scroll"}, "“Scroll” is still on the board"),
    ({"type": "turn", "least": 3}, "It is turn 3 or later"),
    ({"type": "all", "of": [{"type": "turn", "least": 2}, {"type": "find", "object": "scroll"},
                            {"type": "won", "side": "one"}]},
     "It is turn 2 or later and “Scroll” has been found and Victory for The watch"),
    ({"type": "some", "of": [{"type": "turn", "least": 2}, {"type": "won", "side": "two"}]},
     "It is turn 2 or later or Victory for The gang"),
    ({"type": "not", "of": {"type": "won", "side": "two"}}, "Not true: Victory for The gang"),
    ({"type": "reach", "side": "one", "zone": "nowhere"}, "A figure of The watch is in “nowhere”"),
])  # fmt: skip
def test_adv_10_a_condition_in_words(data: Any, words: str) -> None:
    assert said(data) == words


names = st.sampled_from(("gate", "scroll", "hero", "nobody"))
sides = st.sampled_from(c.SIDES)
maybe = st.none() | names
numbers = st.integers(1, 9)
leaves: st.SearchStrategy[c.Condition] = st.one_of(
    st.builds(c.Eliminate, sides, maybe, st.none() | st.just("oni"), st.none() | numbers, st.none() | numbers),
    st.builds(c.Escape, sides, names, maybe, numbers), st.builds(c.ReachZone, sides, names, maybe, numbers),
    st.builds(c.Rescue, names, maybe), st.builds(c.HoldZone, sides, names, numbers, numbers, st.none() | numbers),
    st.builds(c.Carry, sides, names, names), st.builds(c.Find, names, st.none() | sides),
    st.builds(c.Survive, sides, numbers, numbers), st.builds(c.Protect, maybe, maybe, maybe),
    st.builds(c.FromTurn, numbers), st.builds(c.WonBy, sides),
)  # fmt: skip
conditions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(c.All, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(c.Some, st.lists(inner, min_size=1, max_size=3).map(tuple), numbers),
        st.builds(c.Opposite, inner),
    ),
    max_leaves=6,
)


@given(conditions)
def test_adv_10_every_condition_can_be_said(condition: c.Condition) -> None:
    words = Words()(explain(condition, CAST))
    assert words
    assert "{" not in words
