"""A die in somebody's hand: what is dragged from the tray or from a card's reserve, and who wants to know."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMimeData, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget

from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element
from companion.model.games.asagiri.state.vocabulary import Origin
from companion.ui.kit.art.dice import die_pixmap

MIME = "application/x-okko-die"
_ORIGINS: tuple[Origin, ...] = ("pool", "reserve", "aside")


@dataclass(frozen=True, slots=True)
class InspirationDie:
    """One inspiration die: its face, where it is, and on whose card when it is in reserve (else -1)."""

    element: Element
    origin: Origin = "pool"
    who: int = -1


class _Hand(QObject):
    """Says when a die is picked up and when it is let go."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.held: InspirationDie | None = None

    def hold(self, die: InspirationDie | None) -> None:
        """Pick up a die, or let go."""
        if die != self.held:
            self.held = die
            self.changed.emit()


hand = _Hand()
"""The one hand there is; `hand.changed` lets targets show themselves while a die is held."""


def mime_of(die: InspirationDie) -> QMimeData:
    """The die as what is dragged."""
    data = QMimeData()
    data.setData(MIME, f"{die.element},{die.origin},{die.who}".encode())
    return data


def die_of(data: QMimeData) -> InspirationDie | None:
    """The die that is dragged, or None when it is something else."""
    if not data.hasFormat(MIME):
        return None
    element, origin, who = bytes(data.data(MIME).data()).decode().split(",")
    face = next((known for known in ELEMENTS if known == element), None)
    place = next((known for known in _ORIGINS if known == origin), None)
    if face is None or place is None:
        return None
    return InspirationDie(face, place, int(who))


def drag(source: QWidget, die: InspirationDie, size: int) -> bool:
    """Let the person carry a die until it is let go; whether somebody took it. `size` in logical pixels."""
    carried = QDrag(source)
    carried.setMimeData(mime_of(die))
    carried.setPixmap(die_pixmap(die.element, size, chosen=True, dpr=source.devicePixelRatioF()))
    carried.setHotSpot(QPoint(size // 2, size // 2))
    hand.hold(die)
    try:
        return carried.exec(Qt.DropAction.MoveAction) == Qt.DropAction.MoveAction
    finally:
        hand.hold(None)
