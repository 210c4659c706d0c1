"""What players that look ahead are told about dice: outcomes called alike are alike in the eyes of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from companion.model.content.library import Library
from companion.model.core import chance
from companion.model.core.contract import Choice, Json, Outcome, Over, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight.fight_odds import exact
from companion.model.games.asagiri.rules.options import EndActivations, EndMovement, EndPhase
from companion.model.games.asagiri.state.stack import EffectFrame, Fight, Frame
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.statistics import matchup
from tests.budget import examples
from tests.rules.table import Table, open_floor, skill

CONTENT = Library.shipped()
BANDS = [id for id, _ in CONTENT.every("band")]
BOARDS = [id for id, _ in CONTENT.every("board")]


def rolls(seed: int, most: int) -> list[tuple[State, Roll]]:
    """Rolls of a game at random whose players do not stop early."""
    rng, found = Random(seed), []
    bands = rng.choice(BANDS), rng.choice(BANDS)
    state = SYSTEM.new(matchup(CONTENT, bands, rng.choice(BOARDS)), CONTENT)
    for _ in range(most):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            found.append((state, pending))
            state = SYSTEM.rolled(state, chance.drawn(pending.dice, rng)).state
            continue
        assert isinstance(pending, Choice)
        eager = [o for o in pending.options if o.kind in ("attack", "shoot", "test_willpower")]
        lively = [o for o in pending.options if not isinstance(o, EndActivations | EndMovement | EndPhase)]
        state = SYSTEM.apply(state, rng.choice(eager or lively or pending.options)).state
    return found


def test_outcomes_called_alike_lead_to_equal_states() -> None:
    seen: Counter[str] = Counter()
    for state, roll in (found for seed in range(examples(100)) for found in rolls(seed, 1500)):
        alike = SYSTEM.alike(state)
        if alike is None:
            continue
        assert sum(weight for _, weight in alike) == pytest.approx(1)
        if not exact(state):
            seen["roughly"] += 1
            continue
        top = state.frames[-1]
        seen["shot" if isinstance(top, Fight) and top.shot else type(top).__name__] += 1
        assert all(abs(left) < 1e-9 for _, left in _left_over(state, roll, alike)), SYSTEM.encode(state)
    assert min(seen[kind] for kind in ("Fight", "shot", "Test", "roughly")) > 5, seen


FIRST, SECOND = ["attack", "shot"], ["defense", "shot_at"]


@pytest.mark.parametrize(
    ("own", "others", "most"),
    [
        # the attacker's die always counts 6: six ends of the other die alone, and fewer where they mean the same
        ({"type": "set", "to": "die", "amount": 6}, None, 6),
        ({"type": "set", "to": "die", "amount": 4, "only": "higher"}, None, 7),
        ({"type": "set", "to": "die", "amount": 2, "who": {"of": "opponent"}}, None, 6),
        ({"type": "set", "to": "die", "amount": 5}, {"type": "set", "to": "die", "amount": 3}, 1),
    ],
)
def test_skl_3_a_die_that_counts_as_another_one_has_other_ends(own: Json, others: Json, most: int) -> None:
    cards = {"a1": {"stats": {"skills": [skill(None, FIRST, name="x", effects=[own])]}}}
    if others is not None:
        cards["b1"] = {"stats": {"skills": [skill(None, SECOND, name="y", effects=[others])]}}
    table = Table(open_floor(9, 9), {"a1": "4,5N", "b1": "4,4S"}, **cards)
    table.do("activate", character="a1").do("attack", target="b1").passing()
    roll = table.pending
    assert isinstance(roll, Roll)
    alike = SYSTEM.alike(table.state)
    assert exact(table.state)
    assert alike is not None
    assert 0 < len(alike) <= most
    assert all(abs(left) < 1e-9 for _, left in _left_over(table.state, roll, alike)), alike


def _left_over(state: State, roll: Roll, alike: Sequence[tuple[Outcome, float]]) -> list[tuple[State, float]]:
    """By end: by how much its chance differs from what is said of it."""
    ends: list[tuple[State, float]] = []
    for faces, weight in chance.every(roll.dice):
        ends = _more(ends, SYSTEM.rolled(state, faces).state, float(weight))
    for faces, weight in alike:
        ends = _more(ends, SYSTEM.rolled(state, faces).state, -weight)
    return ends


def _more(ends: list[tuple[State, float]], end: State, weight: float) -> list[tuple[State, float]]:
    end = replace(end, frames=tuple(_without_dice(frame) for frame in end.frames))
    if any(known == end for known, _ in ends):
        return [(known, sum_ + weight if known == end else sum_) for known, sum_ in ends]
    return [*ends, (end, weight)]


def _without_dice(frame: Frame) -> Frame:
    """Dice that wait on the table for a skill to speak of the margin: by how much they differ is what counts.

    What follows a test remembers by how much it was passed or missed; nothing here looks at that.
    """
    if isinstance(frame, EffectFrame):
        return replace(frame, margin=0)
    if not isinstance(frame, Fight) or frame.faces is None:
        return frame
    return replace(frame, faces=(1 + frame.faces[0] - frame.faces[1], 1))
