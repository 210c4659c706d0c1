"""Dice against expectation, exactly.

Two kinds of dice are weighed. A *combat die* (d6) is the better the higher it is; the die of a *test* (STA-3) the
better the lower. What it brings is its distance from the mean of 3.5 to the good side. An *inspiration die* has no
better face in itself; what can be counted is how often each face came, and the tori, a third of its faces, stands out.
Dice that decide who begins, searches and what skills roll are no luck of anybody in this sense and are left out.

How lucky somebody was is said as a share: of all who roll as many such dice, so many do worse (those who do equally
well count half). It is computed from the exact distribution of the sum; from `EXACT` dice on from the normal one, which
then differs by less than a thousandth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, erf, sqrt

import msgspec

from companion.model.games.asagiri.rules.skill_events import DieRerolled
from companion.model.games.asagiri.state.state import SEATS

from .course import Passage, Thrown

MEAN = 3.5
VARIANCE = 35 / 12
"""Of one d6."""
EXACT = 400
"""More dice than so many are weighed with the normal distribution."""
TORI = 1 / 3
FACES = ("fire", "water", "air", "earth", "tori")
EXPECTED = {"fire": 1 / 6, "water": 1 / 6, "air": 1 / 6, "earth": 1 / 6, "tori": 1 / 3}
"""CMP-4: how often each face of an inspiration die comes."""


class WeighedDice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Some d6 dice; `points` counts each die's face, or 7 less its face where low is good."""

    dice: int = 0
    points: int = 0

    def __add__(self, other: WeighedDice) -> WeighedDice:
        return WeighedDice(self.dice + other.dice, self.points + other.points)

    @property
    def surplus(self) -> float:
        """What they brought more than they would on average."""
        return self.points - MEAN * self.dice

    @property
    def share(self) -> float:
        """Of all who roll as many dice, so many do worse; a half without dice."""
        return worse(self.dice, self.points)


class CountedDie(msgspec.Struct, frozen=True):
    """One d6 that counted, in the order in which they fell."""

    step: int
    seat: int
    owner: str
    """A figure's id."""
    face: int
    points: int
    """The face, or 7 less it where low is good."""
    typed: bool
    test: bool


class Luck(msgspec.Struct, frozen=True):
    """All that fell in a game."""

    throws: tuple[CountedDie, ...]
    inspiration: tuple[tuple[dict[str, int], dict[str, int]], tuple[dict[str, int], dict[str, int]]]
    """By seat, the virtual dice and the typed ones: how often each face came."""

    def of(self, seat: int | None = None, owner: str | None = None, typed: bool | None = None) -> WeighedDice:
        """The d6 of a seat, a figure, virtual or typed ones."""
        return weigh(
            throw.points
            for throw in self.throws
            if seat in (None, throw.seat) and owner in (None, throw.owner) and typed in (None, throw.typed)
        )

    def faces(self, seat: int, typed: bool | None = None) -> dict[str, int]:
        """How often a seat rolled each face of its inspiration dice."""
        virtual, real = self.inspiration[seat]
        kinds = [virtual] * (typed is not True) + [real] * (typed is not False)
        return {face: sum(kind.get(face, 0) for kind in kinds) for face in FACES}


def luck(game: Iterable[Passage]) -> Luck:
    """The dice of a game."""
    throws: list[CountedDie] = []
    faces: tuple[tuple[Counter[str], Counter[str]], ...] = tuple((Counter(), Counter()) for _ in SEATS)
    kind = "combat"
    for passage in game:
        again = any(isinstance(event, DieRerolled) for event in passage.events)
        for die in passage.thrown:
            seat = SEATS.index(die.seat)
            if die.kind in ("combat", "test"):
                kind = die.kind
            if die.die == "inspiration" and die.kind == "inspiration":
                faces[seat][die.typed][str(die.face)] += 1
            elif die.die == "d6" and (die.kind in ("combat", "test") or again):
                # a die rolled again is of the kind of the one before
                throws.append(_throw(passage.step, seat, die, kind == "test"))
    a, b = ((dict(virtual), dict(real)) for virtual, real in faces)
    return Luck(tuple(throws), (a, b))


def _throw(step: int, seat: int, die: Thrown, test: bool) -> CountedDie:
    face = int(die.face)
    return CountedDie(step, seat, die.owner, face, 7 - face if test else face, die.typed, test)


def weigh(points: Iterable[int]) -> WeighedDice:
    """Dice by their points."""
    found = list(points)
    return WeighedDice(len(found), sum(found))


@lru_cache(maxsize=512)
def ways(dice: int) -> tuple[int, ...]:
    """In how many of the 6ⁿ ways n dice make each sum, from n on."""
    if dice == 0:
        return (1,)
    half = ways(dice // 2)
    found = _product(half, half)
    return _product(found, (1,) * 6) if dice % 2 else found


def _product(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    found = [0] * (len(one) + len(other) - 1)
    for n, a in enumerate(one):
        for m, b in enumerate(other):
            found[n + m] += a * b
    return tuple(found)


@lru_cache(maxsize=512)
def _below(dice: int) -> tuple[int, ...]:
    """Twice the ways to make less than each sum, and once those to make just it."""
    found, before = [], 0
    for many in ways(dice):
        found.append(2 * before + many)
        before += many
    return tuple(found)


def worse(dice: int, points: int) -> float:
    """The share of those who do worse with as many d6: P(sum < points) + P(sum = points) / 2."""
    if dice == 0:
        return 0.5
    if dice > EXACT:
        return normal((points - MEAN * dice) / sqrt(VARIANCE * dice))
    return float(Fraction(_below(dice)[points - dice], 2 * 6**dice))


def fewer(dice: int, hits: int, chance: float = TORI) -> float:
    """The share of those who see a face of this `chance` less often: P(n < hits) + P(n = hits) / 2."""
    if dice == 0:
        return 0.5
    if dice > EXACT:
        return normal((hits - chance * dice) / sqrt(chance * (1 - chance) * dice))
    each = [comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(hits + 1)]
    return min(1.0, sum(each[:-1]) + each[-1] / 2)


def normal(z: float) -> float:
    """The normal distribution below `z` deviations."""
    return (1 + erf(z / sqrt(2))) / 2
