"""What the press and the preview want of anything that is printed: pages of pieces. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QPainter

from .sheet import Box


def nothing() -> Iterator[None]:
    """No work."""
    return iter(())


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a page that is painted by itself: a side of a card, or the whole page."""

    key: Hashable
    """What it shows: pieces of one key and size look the same."""
    box: Box
    paint: Callable[[QPainter], None]
    """Paints it; its upper left corner is the origin, a unit a millimetre."""
    turned: bool = False
    """It stands on its head."""
    prepare: Callable[[], Iterator[None]] = nothing
    """What has to be done before it is painted, bit by bit, so that nobody waits."""


class Printable(Protocol):
    """Pages."""

    @property
    def title(self) -> str:
        """What they are called."""

    @property
    def width(self) -> float:
        """Of a page as it is read."""

    @property
    def height(self) -> float:
        """Of a page as it is read."""

    @property
    def count(self) -> int:
        """How many pages."""

    def pieces(self, number: int) -> Sequence[Piece]:
        """What lies on a page, counted from 0."""

    def paint_margin(self, pen: QPainter, number: int) -> None:
        """Paint what lies around the pieces; a unit of `pen` is a millimetre."""
