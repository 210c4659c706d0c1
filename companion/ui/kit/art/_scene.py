"""The picture the landscape is painted on, its inks and its brush."""

from __future__ import annotations

import random
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """A painter on a picture of `w` × `h`; places are shares of the height, sideways from the middle."""

    pen: QPainter
    w: float
    h: float
    theme: Theme
    rng: random.Random

    def x(self, share: float) -> float:
        """A place sideways: `share` heights from the middle, held inside the picture where it is narrow."""
        reach = self.w / 2 / self.h
        return self.w / 2 + max(-reach * 0.92, min(reach * 0.92, share)) * self.h

    def y(self, share: float) -> float:
        """A length or a place down: a share of the height."""
        return share * self.h

    @property
    def mist(self) -> QColor:
        """The colour of mist: the lower sky."""
        return QColor("#3A4D70") if self.theme.dark else QColor("#F7EEDF")

    def ink(self, share: float) -> QColor:
        """Ink thinned with water: 0 is the mist, 1 the blackest."""
        if self.theme.dark:
            return palette.blend(QColor("#33466A"), QColor("#05080F"), share)
        return palette.blend(QColor("#DDD9D2"), QColor("#1D1C1E"), share)

    @staticmethod
    def alpha(colour: QColor, share: float) -> QColor:
        """A colour let through: 0 clear, 1 solid."""
        made = QColor(colour)
        made.setAlphaF(max(0.0, min(1.0, share)))
        return made

    def stroke(
        self,
        points: list[QPointF],
        width: float,
        colour: QColor,
        start: float = 0.7,
        end: float = 0.2,
        rough: float = 0.0,
    ) -> None:
        """A brush stroke."""
        self.pen.setPen(Qt.PenStyle.NoPen)
        self.pen.setBrush(colour)
        self.pen.drawPath(
            ink.brush_stroke(
                points, width, self.rng if rough else None, pressure=ink.brush_pressure(start, end), rough=rough
            )
        )


def curve(*points: tuple[float, float], step: float) -> list[QPointF]:
    """Points along a smooth line through a few places."""
    return ink.sampled(ink.smooth([QPointF(*p) for p in points], closed=False), step)
