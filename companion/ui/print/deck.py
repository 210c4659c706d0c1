"""What can be printed: every card of the packs that has two sides, ready to be painted in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.model.systems.asagiri import cards
from companion.ui.cards import gear, portrait
from companion.ui.cards.face import CardStatus, Say, face_of_card
from companion.ui.theme.palette import PAPER

Kind: TypeAlias = Literal["character", "equipment"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Key: TypeAlias = tuple[Kind, str]
"""Kind and id of a card."""
Draw: TypeAlias = Callable[[QPainter, QSize], None]


@dataclass(frozen=True, slots=True)
class PrintCard:
    """A card and how its two sides are painted."""

    kind: Kind
    id: str
    name: str
    words: str
    """What tells it from others of its name."""
    front: Draw
    back: Draw

    @property
    def key(self) -> Key:
        """Kind and id."""
        return self.kind, self.id


def zeni(value: int) -> Message:
    """What a card costs."""
    return say("{zeni} zeni", zeni=value)


def card(content: Content, kind: Kind, id: str, tell: Say) -> PrintCard:
    """A card of the packs; raises InvalidInput when it cannot be read."""
    return _character(content, id, tell) if kind == "character" else _equipment(content, id, tell)


def _character(content: Content, id: str, tell: Say) -> PrintCard:
    face = face_of_card(cards.character(content, id), content, tell)

    def side(condition: Literal["vigilant", "shaken"]) -> Draw:
        status = CardStatus(condition)
        return lambda pen, size: portrait.paint(pen, size, face, status, PAPER, 1.0, tray=False, flat=True)

    words = tell(zeni(face.zeni))
    return PrintCard("character", id, face.name, words, side("vigilant"), side("shaken"))


def _equipment(content: Content, id: str, tell: Say) -> PrintCard:
    face = gear.face_of_gear(cards.equipment(content, id), content, tell)
    return PrintCard(
        "equipment",
        id,
        face.name,
        tell(zeni(face.zeni)),
        lambda pen, size: gear.paint(pen, size, face, PAPER, flat=True),
        lambda pen, size: gear.paint_back(pen, size, face, PAPER, flat=True),
    )


def every(content: Content, tell: Say) -> Iterator[PrintCard]:
    """All cards of the packs that can be read, kind by kind, by name."""
    for kind in KINDS:
        found = []
        for id, _ in content.every(kind):
            try:
                found.append(card(content, kind, id, tell))
            except InvalidInput:
                continue  # a card with faults: the workshop tells which
        yield from sorted(found, key=lambda made: (made.name.casefold(), made.id))
