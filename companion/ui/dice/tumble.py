"""How rolled dice come to rest: where each is, how it is turned and which face is up, over six tenths of a second."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.model.core.chance import Face

DURATION = 600
"""Milliseconds until the last die lies still."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A die in the air: how far from its place (in dice), how it is turned (degrees), and what is up."""

    dx: float
    dy: float
    angle: float
    scale: float
    face: Face | None


class Tumble:
    """A roll of several dice of one kind; the same dice always tumble the same way."""

    def __init__(self, faces: Sequence[Face], sides: Sequence[Face]) -> None:
        """`faces`: how they will lie; `sides`: what else may be seen on the way."""
        rng = random.Random(f"{faces}")
        count = max(1, len(faces))
        self._ends = [0.62 + 0.38 * (n + 1) / count for n in range(len(faces))]
        self._spins = [rng.choice((-1, 1)) * rng.uniform(300, 520) for _ in faces]
        self._from = [(rng.uniform(2.2, 3.6), rng.uniform(-0.5, 0.2)) for _ in faces]
        self._seen = [[*(rng.choice(sides) for _ in range(7)), face] for face in faces]

    def pose(self, n: int, share: float) -> Pose:
        """Die `n` after a share of the whole time (0 to 1)."""
        t = min(1.0, share / self._ends[n])
        left = (1 - t) ** 2.4
        dx, dy = self._from[n]
        hop = abs(math.sin(t * math.pi * 2.4)) * (1 - t) * 0.34
        faces = self._seen[n]
        face = faces[min(len(faces) - 1, int((1 - (1 - t) ** 1.7) * len(faces)))]
        return Pose(dx * left, dy * left - hop, self._spins[n] * left, 1 + hop * 0.25, face)
