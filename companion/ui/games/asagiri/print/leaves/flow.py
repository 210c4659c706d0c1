"""Blocks, and how they flow over pages. Lengths are tenths of a millimetre from the upper left corner of a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from companion.ui.games.asagiri.print.printable import Piece
from companion.ui.games.asagiri.print.sheet import Box, Paper

from .furniture import paint_foot, paint_head
from .setting import MM


class Block(ABC):
    """Something that stands in a column."""

    above = 0.0
    """Room above it, unless it is the first on its page."""
    tied = False
    """It stands on one page with the block after it."""
    header: Block | None = None
    """What is said again above it when it is the first on its page."""
    margin: Block | None = None
    """What stands beside it at the edge of the page, or as soon below as there is room."""

    @abstractmethod
    def height(self, width: float) -> float:
        """How high it is in a column of this width."""

    @abstractmethod
    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        """Paint it."""

    def prepare(self) -> Iterator[None]:
        """What has to be done before it is painted, bit by bit."""
        return iter(())

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        """The same as two blocks of which the first is no higher than `room`; None: it stays whole."""
        return None


@dataclass(frozen=True, slots=True)
class Placed:
    """A block where it stands."""

    block: Block
    box: QRectF


@dataclass(slots=True)
class Leaf:
    """One page."""

    placed: list[Placed] = field(default_factory=list)


def poured(blocks: Iterable[Block], frames: Callable[[int], Sequence[QRectF]]) -> list[Leaf]:
    """Blocks in the columns that `frames` gives for each page (counted from 0), one below the other.

    Nothing is left out and nothing overlaps: there are as many pages as it takes. Blocks that are tied go to the next
    column together; one that is higher than a whole column is split, where it can be.
    """
    pages = [Leaf()]
    columns = list(frames(0))
    column = columns.pop(0)
    y = column.top()
    waiting = list(blocks)
    while waiting:
        block = waiting[0]
        first = y <= column.top()
        above = 0.0 if first else block.above
        header = block.header if first else None
        said = header.height(column.width()) if header is not None else 0.0
        room = column.bottom() - y - above - said
        high = block.height(column.width())
        if high > room and (parts := block.split(column.width(), room)) is not None:
            waiting[0:1] = parts
            continue
        if not first and _together(waiting, column.width()) > room:
            if not columns:
                pages.append(Leaf())
                columns = list(frames(len(pages) - 1))
            column = columns.pop(0)
            y = column.top()
            continue
        y += above
        if header is not None:
            pages[-1].placed.append(Placed(header, QRectF(column.left(), y, column.width(), said)))
            y += said
        pages[-1].placed.append(Placed(block, QRectF(column.left(), y, column.width(), high)))
        y += high
        waiting.pop(0)
    return pages


def beside(pages: list[Leaf], frame: Callable[[int], QRectF]) -> None:
    """Put what belongs beside blocks into the room that `frame` gives for each page, one below the other."""
    page, y = 0, 0.0
    waiting = [(n, placed) for n, leaf in enumerate(pages) for placed in leaf.placed if placed.block.margin is not None]
    for n, placed in waiting:
        block = placed.block.margin
        assert block is not None
        if n > page:
            page, y = n, 0.0
        room = frame(page)
        at = max(y, room.top(), placed.box.top() if n == page else 0.0)
        high = block.height(room.width())
        if at + high > room.bottom() and at > room.top():
            page += 1
            room = frame(page)
            at = room.top()
        while page >= len(pages):
            pages.append(Leaf())
        pages[page].placed.append(Placed(block, QRectF(room.left(), at, room.width(), high)))
        y = at + high + block.above


def _together(blocks: Sequence[Block], width: float) -> float:
    """How high the first of these is, with those that it is tied to; of the last of them what must be there."""
    high = 0.0
    for n, block in enumerate(blocks):
        high += block.height(width) + (block.above if n else 0.0)
        if not block.tied:
            break
    return high


@dataclass(frozen=True, slots=True)
class Frame:
    """The room on a page beside its margins, head and foot."""

    left: float = 18 * MM
    right: float = 18 * MM
    head: float = 36 * MM
    """Down to where the words begin on the first page: a title stands above."""
    top: float = 22 * MM
    """The same on the others."""
    foot: float = 17 * MM


T = TypeVar("T")


def fitting(sizes: Sequence[T], make: Callable[[T], Document]) -> Document:
    """The document on one page of the first of these sizes (the largest first) that leaves it one; else of the last."""
    low, high, best = 0, len(sizes) - 1, make(sizes[-1])
    while low < high:
        middle = (low + high) // 2
        made = make(sizes[middle])
        if made.count == 1:
            high, best = middle, made
        else:
            low = middle + 1
    return best


class Document:
    """Pages ready to be printed; lengths outside are millimetres."""

    def __init__(
        self,
        title: str,
        subtitle: str,
        kanji: str,
        paper: Paper,
        blocks: Sequence[Block],
        *,
        lying: bool = False,
        columns: int = 1,
        gap: float = 7 * MM,
        frame: Frame | None = None,
        margin: float = 0.0,
    ) -> None:
        """Let `blocks` flow into `columns` of a paper, upright or lying, below a title with its `kanji`.

        `margin`: how much of the width what stands beside blocks has, at the right.
        """
        self.title, self.subtitle, self.kanji = title, subtitle, kanji
        self.width, self.height = (paper.height, paper.width) if lying else (paper.width, paper.height)
        self._frame, self._columns, self._gap = frame or Frame(), columns, gap
        self.leaves = poured(blocks, self.frames)
        if margin:
            beside(self.leaves, lambda page: self._edge(page, margin))

    def frames(self, page: int) -> list[QRectF]:
        """The columns of a page."""
        frame, count = self._frame, self._columns
        top = frame.head if page == 0 else frame.top
        whole = self.width * MM - frame.left - frame.right
        wide = (whole - self._gap * (count - 1)) / count
        high = self.height * MM - top - frame.foot
        return [QRectF(frame.left + n * (wide + self._gap), top, wide, high) for n in range(count)]

    def _edge(self, page: int, wide: float) -> QRectF:
        column = self.frames(page)[-1]
        return QRectF(column.right() - wide, column.top(), wide, column.height())

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.leaves)

    def pieces(self, number: int) -> list[Piece]:
        """A page is one piece."""
        whole = Box(0, 0, self.width, self.height)
        return [Piece((self, number), whole, lambda pen: self.paint(pen, number), prepare=lambda: self._ready(number))]

    def _ready(self, number: int) -> Iterator[None]:
        for placed in self.leaves[number].placed:
            yield from placed.block.prepare()

    def paint_margin(self, pen: QPainter, number: int) -> None:
        """Nothing lies around the pieces."""

    def paint(self, pen: QPainter, number: int) -> None:
        """Paint a page; a unit of `pen` is a millimetre."""
        frame = self._frame
        across = QRectF(frame.left, 0, self.width * MM - frame.left - frame.right, self.height * MM)
        pen.save()
        pen.scale(1 / MM, 1 / MM)
        paint_head(pen, across, self.title, self.subtitle, self.kanji, first=number == 0)
        for placed in self.leaves[number].placed:
            pen.save()
            placed.block.paint(pen, placed.box.x(), placed.box.y(), placed.box.width())
            pen.restore()
        paint_foot(pen, across, self.title, f"{number + 1}/{self.count}" if self.count > 1 else "")
        pen.restore()
