"""Exact chances of attacks and tests (ATK-4, TST-1), KI without limit."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from companion.model.core.chance import DieKind, Face
from companion.model.games.chronicles.box.box import Box

NEVER, SURE = Fraction(0), Fraction(1)


def attack_chance(box: Box, combat: int, action: int, needed: int) -> Fraction:
    """The chance of at least so many successes (ATK-5)."""
    if needed <= 0:
        return SURE
    return _at_least(_plain(box.dice["combat"]), combat, _plain(box.dice["action"]), action, needed)


def test_chance(box: Box, difficulty: int, characteristic: int) -> Fraction:
    """The chance that so many test dice show no more than a characteristic (TST-1, TST-3)."""
    return _at_most(_plain(box.dice["test"]), max(0, difficulty), characteristic)


def _plain(die: DieKind) -> tuple[tuple[Face, int], ...]:
    return tuple(zip(die.faces, die.weights, strict=True))


@lru_cache(maxsize=2048)
def _at_least(
    combat: tuple[tuple[Face, int], ...], n: int, action: tuple[tuple[Face, int], ...], m: int, needed: int
) -> Fraction:
    """A total below `needed` is one of finitely many ways, KI included; the rest is enough."""
    below = [SURE] + [NEVER] * (needed - 1)
    for die, count in ((combat, n), (action, m)):
        single = _below(die, needed)
        for _ in range(count):
            below = [sum((below[k] * single[total - k] for k in range(total + 1)), NEVER) for total in range(needed)]
    return SURE - sum(below, NEVER)


def _below(die: tuple[tuple[Face, int], ...], needed: int) -> list[Fraction]:
    """The chances that one die makes 0, 1, … successes, as far as `needed` − 1."""
    whole = sum(weight for _, weight in die)
    found: list[Fraction] = []
    for total in range(needed):
        chance = Fraction(sum(weight for face, weight in die if face == total), whole)
        ki = Fraction(sum(weight for face, weight in die if face == "ki"), whole)
        found.append(chance + (ki * found[total - 1] if total else NEVER))  # KI: 1, and the die again
    return found


@lru_cache(maxsize=2048)
def _at_most(die: tuple[tuple[Face, int], ...], n: int, most: int) -> Fraction:
    whole = sum(weight for _, weight in die)
    sums = {0: SURE}
    for _ in range(n):
        more: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face, weight in die:
                to = total + int(face)
                more[to] = more.get(to, NEVER) + chance * Fraction(weight, whole)
        sums = more
    return sum((chance for total, chance in sums.items() if total <= most), NEVER)
