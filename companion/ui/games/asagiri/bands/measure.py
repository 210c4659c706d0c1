"""What a band adds up to, to be put beside another one. No Qt, no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.ui.games.asagiri.cards.face import STATS, CardFace, Stat

ELEMENTS = ("fire", "water", "air", "earth", "tori")


@dataclass(frozen=True, slots=True)
class Measure:
    """Sums over a band. Stats are those of the vigilant faces."""

    zeni: int
    members: int
    stats: tuple[tuple[Stat, int], ...]
    """Sums, in the order of cards."""
    shaken: tuple[tuple[Stat, int], ...]
    """The same with everybody shaken."""
    elements: tuple[tuple[str, int], ...]
    """How many skills ask for a die of each element; equipment's skills are among them."""
    gear: int
    """Members that bear equipment."""

    @staticmethod
    def of(faces: Sequence[CardFace]) -> Measure:
        """Of the members' cards, with the slips of what they bear."""
        asked: Counter[str] = Counter()
        for face in faces:
            lines = (*face.vigilant.skills, *(face.slip.skills if face.slip is not None else ()))
            asked.update(str(line.element) for line in lines if line.element is not None)
        return Measure(
            sum(face.zeni + (face.slip.zeni if face.slip is not None else 0) for face in faces),
            len(faces),
            tuple((stat, sum(face.vigilant.stat(stat) for face in faces)) for stat in STATS),
            tuple((stat, sum(face.shaken.stat(stat) for face in faces)) for stat in STATS),
            tuple((element, asked[element]) for element in ELEMENTS),
            sum(face.slip is not None for face in faces),
        )
