"""Outcomes of dice that the rules treat alike, for players that look ahead: thirty-six pairs of dice have few ends.

What is called alike leads to equal states, where it is `exact`; `tests/bots/test_alike.py` holds this against the
rules. Where a skill looks at the dice themselves, which is rare, one of the middle stands for those that differ by as
much.
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
        shot = top.shot.shot if top.shot is not None else None
        plain = not _heard(state, top, _OF_DICE | _OF_RESULTS) and (shot is None or not (shot.hit or shot.after))
        return _fight(*fights.totals(state, top), shot is not None, plain)
    if isinstance(top, Test):
        return _test(willpower.needed(state, top))
    if isinstance(top, Searching):
        return _test(objects.needed(state, top.thing))
    return None


def exact(state: State) -> bool:
    """Whether nothing but the margin of the pending roll matters."""
    top = state.frames[-1]
    if isinstance(top, Test):
        return not _heard(state, top, _OF_TESTS) and _OF_MARGINS.isdisjoint(marks(top.passed + top.failed))
    return not isinstance(top, Fight) or not _heard(state, top, _OF_DICE)


_OF_DICE: frozenset[str] = frozenset({"attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "rolled"})
_OF_RESULTS: frozenset[str] = frozenset(
    {"winning", "losing", "drawing", "won", "lost", "drawn", "shift", "outcome", "retreat"}
)
_OF_TESTS: frozenset[str] = frozenset({"tested"})
_OF_MARGINS: frozenset[str] = frozenset({"margin", "by"})


def _heard(state: State, top: Fight | Test, words: frozenset[str]) -> bool:
    """Whether a skill of those whose dice roll speaks about one of these."""
    if words.isdisjoint(state.table.speaks):
        return False
    sides = (top.attacker, top.defender) if isinstance(top, Fight) else (top.who,)
    return any(not skill.marks.isdisjoint(words) for who in sides for skill in state.skills(who))


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
        faces[end] = _middle(margin - (attack - defense))
        ways[end] += pairs
    return tuple((faces[end], pairs / 36) for end, pairs in ways.items())


def _middle(ahead: int) -> Outcome:
    """Of the pairs of dice that differ by so much the middle one."""
    first = (max(1, 1 + ahead) + min(6, 6 + ahead)) // 2
    return first, first - ahead


@lru_cache(maxsize=64)
def _test(needed: int) -> tuple[tuple[Outcome, float], ...]:
    """STA-3, ADV-7: passed or failed."""
    passing = max(0, min(6, needed))
    return tuple(found for found in (((1,), passing / 6), ((6,), 1 - passing / 6)) if found[1])
