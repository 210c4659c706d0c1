"""Chance: kinds of dice, and who decides a roll.

Rules only describe the dice they want. A seed answers by the roll's place in the game, so going back and rolling
again never gives another result (undo does not re-roll).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import exp, prod
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


def seeded(dice: tuple[Die, ...], seed: int, ordinal: int) -> tuple[Face, ...]:
    """The faces that `seed` gives to the roll number `ordinal` of a game, always the same."""
    rng = Random(f"okko:{seed}:{ordinal}")
    return tuple(rng.choices(die.kind.faces, die.kind.weights)[0] for die in dice)


def drawn(dice: tuple[Die, ...], rng: Random) -> tuple[Face, ...]:
    """Faces drawn from `rng`; for searches and random play."""
    return tuple([rng.choices(die.kind.faces, die.kind.weights)[0] for die in dice])


def count(dice: tuple[Die, ...]) -> int:
    """How many different ordered lists of faces there are."""
    return prod(len(die.kind.faces) for die in dice)


def every(dice: tuple[Die, ...]) -> Iterator[tuple[tuple[Face, ...], Fraction]]:
    """Every outcome with its exact chance; the chances add up to one."""
    whole = prod(sum(die.kind.weights) for die in dice)
    sides = [tuple(zip(die.kind.faces, die.kind.weights, strict=True)) for die in dice]
    for faces in product(*sides):
        yield tuple(face for face, _ in faces), Fraction(prod(weight for _, weight in faces), whole)


def fits(dice: tuple[Die, ...], outcome: tuple[Face, ...]) -> bool:
    """Whether `outcome` names one face of each die, in order."""
    return len(outcome) == len(dice) and all(
        type(face) in (int, str) and (face in die.kind.faces or (die.kind.may_hide and face == HIDDEN))
        for die, face in zip(dice, outcome, strict=True)
    )
