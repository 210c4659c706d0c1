"""Exact chances of attacks and tests (ATK-4, TST-1), KI without limit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import TypeAlias

from companion.model.core.chance import DieKind, Face
from companion.model.games.chronicles.box.box import Box

NEVER, SURE = Fraction(0), Fraction(1)
Faces: TypeAlias = tuple[tuple[Face, int], ...]
"""A die: its faces with their weights."""


def attack_chance(box: Box, combat: int, action: int, needed: int, rerolls: int = 0) -> Fraction:
    """The chance of at least so many successes (ATK-5), the dice rolled again being those that help most (ATK-4)."""
    dice = _plain(box.dice["combat"]), _plain(box.dice["action"])
    if rerolls:
        return _best_attack(dice, (combat, action), needed, rerolls)
    return _at_least(dice[0], combat, dice[1], action, needed)


def test_chance(box: Box, difficulty: int, characteristic: int, rerolls: int = 0) -> Fraction:  # noqa: PT028 it is no test
    """The chance that so many test dice show no more than a characteristic (TST-1, TST-3), likewise."""
    die, count = _plain(box.dice["test"]), max(0, difficulty)
    return _best_test(die, count, characteristic, rerolls) if rerolls else _at_most(die, count, characteristic)


def _plain(die: DieKind) -> Faces:
    return tuple(zip(die.faces, die.weights, strict=True))


@lru_cache(maxsize=4096)
def _at_least(combat: Faces, n: int, action: Faces, m: int, needed: int) -> Fraction:
    """A total below `needed` is one of finitely many ways, KI included; the rest is enough."""
    if needed <= 0:
        return SURE
    below = [SURE] + [NEVER] * (needed - 1)
    for die, count in ((combat, n), (action, m)):
        single = _below(die, needed)
        for _ in range(count):
            below = [sum((below[k] * single[total - k] for k in range(total + 1)), NEVER) for total in range(needed)]
    return SURE - sum(below, NEVER)


def _below(die: Faces, needed: int) -> list[Fraction]:
    """The chances that one die makes 0, 1, … successes, as far as `needed` − 1."""
    whole = sum(weight for _, weight in die)
    found: list[Fraction] = []
    for total in range(needed):
        chance = Fraction(sum(weight for face, weight in die if face == total), whole)
        ki = Fraction(sum(weight for face, weight in die if face == "ki"), whole)
        found.append(chance + (ki * found[total - 1] if total else NEVER))  # KI: 1, and the die again
    return found


@lru_cache(maxsize=2048)
def _at_most(die: Faces, n: int, most: int) -> Fraction:
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


# dice rolled again ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _best_attack(dice: tuple[Faces, Faces], counts: tuple[int, int], needed: int, rerolls: int) -> Fraction:
    """Of each outcome the best of all choices: a KI that is kept counts 1 and is rolled again as ever."""
    whole = NEVER
    split = len(dice[0])
    values = [1 if face == "ki" else int(face) for die in dice for face, _ in die]
    ki = [face == "ki" for die in dice for face, _ in die]
    for (combat, chance), (action, other) in product(_outcomes(dice[0], counts[0]), _outcomes(dice[1], counts[1])):
        shown, best = (*combat, *action), NEVER
        for again in _parts(shown, rerolls):
            kept = [n - gone for n, gone in zip(shown, again, strict=True)]
            rolled = [gone + (n if is_ki else 0) for n, gone, is_ki in zip(kept, again, ki, strict=True)]
            total = sum(n * value for n, value in zip(kept, values, strict=True))
            found = _at_least(dice[0], sum(rolled[:split]), dice[1], sum(rolled[split:]), needed - total)
            best = max(best, found)
            if best == SURE:
                break
        whole += chance * other * best
    return whole


@lru_cache(maxsize=256)
def _best_test(die: Faces, count: int, most: int, rerolls: int) -> Fraction:
    whole = NEVER
    for shown, chance in _outcomes(die, count):
        best = NEVER
        for again in _parts(shown, rerolls):
            kept = sum((n - gone) * int(face) for n, gone, (face, _) in zip(shown, again, die, strict=True))
            best = max(best, _at_most(die, sum(again), most - kept))
        whole += chance * best
    return whole


def _outcomes(die: Faces, count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """How often each face can show, with the chance of it."""
    whole = sum(weight for _, weight in die)
    for shown in _parts((count,) * len(die), count):
        if sum(shown) == count:
            ways = factorial(count) // prod(factorial(n) for n in shown)
            yield (
                shown,
                Fraction(ways)
                * prod([Fraction(weight, whole) ** n for (_, weight), n in zip(die, shown, strict=True)], start=SURE),
            )


def _parts(counts: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `most` or fewer out of so many of each."""
    if not counts:
        yield ()
        return
    for n in range(min(counts[0], most) + 1):
        for rest in _parts(counts[1:], most - n):
            yield (n, *rest)
