"""Outcomes of dice that the rules treat alike, for players that look ahead: thirty-six pairs of dice have few ends.

`tests/bots/test_alike.py` holds this against the rules: what is called alike leads to equal states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from companion.model.core.contract import Outcome
from companion.model.effects.walk import marks

from . import fights, willpower
from .adventure import objects
from .odds import margins
from .state import Fight, Searching, State, Test


def alike(state: State) -> Sequence[tuple[Outcome, float]] | None:
    """For each end that the pending roll can have, one outcome that leads there, and the chance of that end.

    None where every outcome has an end of its own.
    """
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        heard = _windows(state, top.attacker) | _windows(state, top.defender)
        if not heard.isdisjoint(_OF_DICE):
            return None
        shot = top.shot.shot if top.shot is not None else None
        plain = heard.isdisjoint(_OF_RESULTS) and (shot is None or not (shot.hit or shot.after))
        return _fight(*fights.totals(state, top), shot is not None, plain)
    if isinstance(top, Test):
        if "tested" in _windows(state, top.who) or top.passed or top.failed:
            return None
        return _test(willpower.needed(state, top))
    if isinstance(top, Searching):
        return _test(objects.needed(state, top.thing))
    return None


_OF_DICE: frozenset[str] = frozenset({"attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled"})
_OF_RESULTS: frozenset[str] = frozenset(
    {"winning", "losing", "drawing", "won", "lost", "drawn", "shift", "outcome", "retreat"}
)


def _windows(state: State, who: int) -> frozenset[str]:
    """What the skills of a figure speak about, as far as it says more than numbers."""
    if _OF_DICE.isdisjoint(state.table.speaks) and _OF_RESULTS.isdisjoint(state.table.speaks):
        return frozenset()
    return frozenset(mark for skill in state.skills(who) for mark in marks(skill)) & (_OF_DICE | _OF_RESULTS)


@lru_cache(maxsize=256)
def _fight(attack: int, defense: int, shot: bool, by_size: bool) -> tuple[tuple[Outcome, float], ...]:
    """CBT-3, SHT-6: what counts is who is ahead, and whether by 1–2, by 3, or by 4 and more; or, where
    skills look at the result, by how much exactly.
    """
    faces: dict[int, Outcome] = {}
    ways: Counter[int] = Counter()
    for margin, pairs in margins(attack, defense).items():
        size = (0, 1, 1, 3, 4)[min(4, abs(margin))] if by_size else abs(margin)
        end = size if margin >= 0 else 0 if shot and by_size else -size
        ahead = margin - (attack - defense)
        faces[end] = (1 + max(0, ahead), 1 + max(0, -ahead))
        ways[end] += pairs
    return tuple((faces[end], pairs / 36) for end, pairs in ways.items())


@lru_cache(maxsize=64)
def _test(needed: int) -> tuple[tuple[Outcome, float], ...]:
    """STA-3, ADV-7: passed or failed."""
    passing = max(0, min(6, needed))
    return tuple(found for found in (((1,), passing / 6), ((6,), 1 - passing / 6)) if found[1])
