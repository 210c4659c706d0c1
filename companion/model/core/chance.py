"""Chance: kinds of dice, and who decides a roll.

Rules only describe the dice they want. A seed answers by the roll's place in the game, so going back and rolling
again never gives another result (undo does not re-roll).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import exp, perm, prod
from random import Random
from typing import TypeAlias

import msgspec

Face: TypeAlias = int | str


class DieKind(msgspec.Struct, frozen=True):
    """A kind of die: its different faces and how often each is on it."""

    id: str
    faces: tuple[Face, ...]
    weights: tuple[int, ...]
    may_hide: bool = False
    """At a table its face may be kept from the app: `HIDDEN` is taken for it. Chance never answers so."""


HIDDEN = "?"
"""The face of a real die, or of a real card drawn, that nobody has told the app (`contract.UNKNOWN`)."""

D6 = DieKind("d6", (1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1, 1))


class Die(msgspec.Struct, frozen=True):
    """One die of a roll; `owner` is a seat or a figure's id."""

    kind: DieKind
    owner: str


def logistic(x: float) -> float:
    """The logistic curve: a score without bounds as a chance."""
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def seeded(dice: tuple[Die, ...], seed: int, ordinal: int, distinct: bool = False) -> tuple[Face, ...]:
    """The faces that `seed` gives to the roll number `ordinal` of a game, always the same."""
    return drawn(dice, Random(f"okko:{seed}:{ordinal}"), distinct)


def drawn(dice: tuple[Die, ...], rng: Random, distinct: bool = False) -> tuple[Face, ...]:
    """Faces drawn from `rng`; for searches and random play. `distinct`, here and below: as in `contract.Roll`."""
    if distinct:
        return tuple(rng.sample(dice[0].kind.faces, len(dice)))
    return tuple([rng.choices(die.kind.faces, die.kind.weights)[0] for die in dice])


def completed(given: Sequence[Face | None], drawn: tuple[Face, ...], distinct: bool = False) -> tuple[Face, ...]:
    """The faces given, and those drawn where none is."""
    if not distinct:
        return tuple(other if face is None else face for face, other in zip(given, drawn, strict=True))
    left = iter([face for face in drawn if face not in given])
    return tuple(next(left) if face is None else face for face in given)


def count(dice: tuple[Die, ...], distinct: bool = False) -> int:
    """How many different ordered lists of faces there are."""
    if distinct:
        return perm(len(dice[0].kind.faces), len(dice))
    return prod(len(die.kind.faces) for die in dice)


def every(dice: tuple[Die, ...], distinct: bool = False) -> Iterator[tuple[tuple[Face, ...], Fraction]]:
    """Every outcome with its exact chance; the chances add up to one."""
    if distinct:
        each = Fraction(1, count(dice, True))
        for drawn in permutations(dice[0].kind.faces, len(dice)):
            yield drawn, each
        return
    whole = prod(sum(die.kind.weights) for die in dice)
    sides = [tuple(zip(die.kind.faces, die.kind.weights, strict=True)) for die in dice]
    for faces in product(*sides):
        yield tuple(face for face, _ in faces), Fraction(prod(weight for _, weight in faces), whole)


def fits(dice: tuple[Die, ...], outcome: tuple[Face, ...], distinct: bool = False) -> bool:
    """Whether `outcome` names one face of each die, in order."""
    if len(outcome) != len(dice) or not all(type(face) in (int, str) for face in outcome):
        return False
    if distinct:
        kind, told = dice[0].kind, [face for face in outcome if face != HIDDEN]
        hidden = kind.may_hide or len(told) == len(outcome)
        return hidden and len(set(told)) == len(told) and set(told) <= set(kind.faces)
    return all(
        face in die.kind.faces or (die.kind.may_hide and face == HIDDEN)
        for die, face in zip(dice, outcome, strict=True)
    )
