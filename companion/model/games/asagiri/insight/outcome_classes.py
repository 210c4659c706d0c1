"""Outcomes of dice that the rules treat alike, for players that look ahead: thirty-six pairs of dice have few ends.

What is called alike leads to equal states, where it is `exact`; `tests/bots/test_alike.py` holds this against the
rules. Where a skill looks at the dice themselves, which is rare, one of the middle stands for those that differ by as
much.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.model.core.contract import Outcome
from companion.model.games.asagiri.adventure import objects
from companion.model.games.asagiri.rules import fight_numbers, willpower
from companion.model.games.asagiri.skills.language.skill import marks
from companion.model.games.asagiri.state.stack import Fight, Searching, Test
from companion.model.games.asagiri.state.state import State, replace

PAIRS = [(attack, defense) for attack in range(1, 7) for defense in range(1, 7)]
"""The attacker's die and the defender's."""


def alike(state: State) -> Sequence[tuple[Outcome, float]] | None:
    """For each end that the pending roll can have, one outcome that leads there, and the chance of that end.

    None where every outcome has an end of its own.
    """
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        shot = top.shot.shot if top.shot is not None else None
        plain = not _heard(state, top, _OF_DICE | _OF_RESULTS) and (shot is None or not (shot.hit or shot.after))
        if "set:die" in state.table.speaks:
            return _ends(_counted(state, top), shot is not None, plain)
        return _fight(*fight_numbers.totals(state, top), shot is not None, plain)
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
    """The ends of dice that count what they show."""
    ahead = attack - defense
    return _ends([(pair, ahead + pair[0] - pair[1]) for pair in PAIRS], shot, by_size)


def _counted(state: State, fight: Fight) -> list[tuple[tuple[int, int], int]]:
    """Each pair of dice with its margin, where a die may count as another one (SKL-3)."""
    found = []
    for pair in PAIRS:
        thrown = replace(fight, faces=pair)
        attack, defense = fight_numbers.totals(state, thrown)
        one, other = fight_numbers.counted(state, thrown)
        found.append((pair, attack + one - defense - other))
    return found


def _ends(
    margins: Sequence[tuple[tuple[int, int], int]], shot: bool, by_size: bool
) -> tuple[tuple[Outcome, float], ...]:
    """CBT-3, SHT-6: what counts is who is ahead, and whether by 1–2, by 3, or by 4 and more; or, where
    skills look at the result, by how much exactly. The middle one stands for all that end alike.
    """
    found: dict[int, list[Outcome]] = {}
    for pair, margin in margins:
        size = (0, 1, 1, 3, 4)[min(4, abs(margin))] if by_size else abs(margin)
        end = size if margin >= 0 else 0 if shot and by_size else -size
        found.setdefault(end, []).append(pair)
    return tuple((pairs[(len(pairs) - 1) // 2], len(pairs) / 36) for pairs in found.values())


@lru_cache(maxsize=64)
def _test(needed: int) -> tuple[tuple[Outcome, float], ...]:
    """STA-3, ADV-7: passed or failed."""
    passing = max(0, min(6, needed))
    return tuple(found for found in (((1,), passing / 6), ((6,), 1 - passing / 6)) if found[1])
