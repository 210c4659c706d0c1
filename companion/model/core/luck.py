"""What chance brought, against what it brings on average: dice, cards, attacks and tests with a known chance."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import msgspec


class Luck(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """So many draws of chance: `surplus` is how much more they brought than as many bring on average."""

    draws: int = 0
    surplus: float = 0.0
    variance: float = 0.0

    def __add__(self, other: Luck) -> Luck:
        return Luck(self.draws + other.draws, self.surplus + other.surplus, self.variance + other.variance)

    @property
    def share(self) -> float:
        """Of all who get as many, so many fare worse (each draw taken for itself); a half without any."""
        return NormalDist().cdf(self.surplus / sqrt(self.variance)) if self.variance else 0.5
