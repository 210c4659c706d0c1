"""How rolled dice come to rest: where each is, how it is turned and which face is up, over six tenths of a second; and
how one of a fight falls, is added to its total, and lands.
"""

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


FIRST_MS, LATER_MS, COUNT_MS, STAMP_MS = 560, 380, 160, 240
"""The first die of a fight lies; so much later the second; its pips are added; then the higher sum lands."""


class Fall:
    """One of the two dice of a fight, `t` milliseconds after the throw (`motion.FALL` until all has landed)."""

    def __init__(self, face: int, n: int, *, right: bool) -> None:
        """`n`: 0 rests first; `right`: thrown from there."""
        self._face, self._way = face, -1 if right else 1
        self._tumble = Tumble((face,), range(1, 7))
        self._rests = float(FIRST_MS + n * LATER_MS)
        self._lands = float(FIRST_MS + LATER_MS + COUNT_MS)

    def flies(self, t: float) -> bool:
        """Whether it does not lie yet."""
        return t < self._rests

    def pose(self, t: float) -> Pose:
        """Where it is in the air: it comes in from the middle of the slip."""
        pose = self._tumble.pose(0, t / self._rests)
        return Pose(abs(pose.dx) * self._way * 0.8, pose.dy, pose.angle, pose.scale, pose.face)

    def counted(self, t: float) -> int:
        """How much of it has been added to the total."""
        return round(self._face * min(1.0, max(0.0, (t - self._rests) / COUNT_MS)))

    def landing(self, t: float) -> bool:
        """Whether both sums are there and it is seen who is ahead."""
        return t >= self._lands

    def weight(self, t: float) -> float:
        """How large the higher sum is: it comes from above and lands."""
        if t < self._lands:
            return 1.0
        left = max(0.0, 1.0 - (t - self._lands) / STAMP_MS)
        return 1.0 + 1.1 * left**2
