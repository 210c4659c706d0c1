"""The tables of Heal and Pray (CAM-2, CAM-3): looked up by the assistant, and to be read or rolled on alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.chance import D6, DieKind, Face
from companion.model.core.words import N_, Capital, Message, say
from companion.model.games.asagiri.rules.honours import NAMES, WORDS, Honour
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.state import INSPIRATION

Health: TypeAlias = Literal["dead", "shaken", "vigilant"]
Outcome: TypeAlias = "Health | Honour | None"


class OutcomeRow(msgspec.Struct, frozen=True):
    """One line of a table: the faces that lead to it, their chance, what comes of it."""

    faces: tuple[Face, ...]
    chance: Fraction
    outcome: Outcome
    """None: unanswered."""
    words: Message


class DiceTable(msgspec.Struct, frozen=True):
    """A die and what its faces mean."""

    name: Message
    die: DieKind
    rows: tuple[OutcomeRow, ...]

    def look_up(self, face: Face) -> OutcomeRow:
        """The line of a face; raises StopIteration for one that the die has not."""
        return next(row for row in self.rows if face in row.faces)

    def roll(self, rng: Random) -> tuple[Face, OutcomeRow]:
        """Roll on it, for a table that only wants that."""
        face = rng.choices(self.die.faces, self.die.weights)[0]
        return face, self.look_up(face)


def _row(die: DieKind, faces: Sequence[Face], outcome: Outcome, words: Message) -> OutcomeRow:
    weight = sum(weight for face, weight in zip(die.faces, die.weights, strict=True) if face in faces)
    return OutcomeRow(tuple(faces), Fraction(weight, sum(die.weights)), outcome, words)


_HEALTH: Mapping[Health, str] = {
    "dead": N_("Dead: replaced by others of the same value"),
    "shaken": N_("Shaken"),
    "vigilant": N_("Vigilant"),
}


def _health(*rows: tuple[tuple[int, ...], Health]) -> tuple[OutcomeRow, ...]:
    return tuple(_row(D6, faces, health, Message(_HEALTH[health])) for faces, health in rows)


def _honour(element: str, honour: Honour) -> OutcomeRow:
    words = say("{element}: {honour}. {what}", element=Capital(Message(ELEMENT_WORDS[element])), honour=NAMES[honour],
                what=WORDS[honour])  # fmt: skip
    return _row(INSPIRATION, (element,), honour, words)


HEAL: Mapping[str, DiceTable] = {
    "disabled": DiceTable(
        say("Heal, disabled"), D6, _health(((1,), "dead"), ((2, 3, 4), "shaken"), ((5, 6), "vigilant"))
    ),
    "shaken": DiceTable(say("Heal, shaken"), D6, _health(((1,), "shaken"), ((2, 3, 4, 5, 6), "vigilant"))),
}
"""By the state in which the adventure has left a character."""
PRAY = DiceTable(
    say("Pray"),
    INSPIRATION,
    (
        _honour("fire", "experienced"),
        _honour("earth", "determined"),
        _honour("air", "skillful"),
        _honour("water", "courageous"),
        _row(INSPIRATION, ("tori",), None, say("Tori: the prayer goes unanswered")),
    ),
)
