"""Cards and papers, and where cards lie on sheets: millimetres from the upper left corner as read. No Qt widgets.

Cards touch, so that one cut parts two of them. A back lies where its front lies once the sheet has been turned over:
the geometry of both pages is mirrored about the middle of the page, never typed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter

from companion.model.core.words import Message, say

Key: TypeAlias = tuple[str, str]
"""Kind and id of a card."""
Draw: TypeAlias = Callable[[QPainter, QSize], None]


@dataclass(frozen=True, slots=True)
class PrintCard:
    """A card and how its two sides are painted."""

    kind: str
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


T = TypeVar("T")

Turn: TypeAlias = Literal["long", "short", "fold", "none"]
"""Where backs go: on the reverse, the sheet turned on its long or short edge; beside their fronts, to be folded and
glued; nowhere.
"""
LEAST_MARGIN = 7.0
"""Most printers leave 4 to 5 mm of a page white; the marks need the rest."""
MARK = 4.0
"""Length of a cutting mark, at most."""
MARK_GAP = 1.2
"""Between a cutting mark and the cards."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, upright."""

    id: str
    title: Message
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CardSize:
    """A format of cards."""

    id: str
    title: Message
    width: float
    height: float


POINT = 25.4 / 72
"""A point in millimetres. Pages of a PDF are whole points: A4 is 0.1 mm narrower than its name says, and backs must be
mirrored about the middle of the page as it is written.
"""

PAPERS = (
    Paper("a4", say("A4"), 595 * POINT, 842 * POINT),
    Paper("letter", say("Letter"), 612 * POINT, 792 * POINT),
)
SIZES = (
    CardSize("poker", say("Poker, 63 × 88 mm"), 63.0, 88.0),
    CardSize("bridge", say("Bridge, 57 × 89 mm"), 57.0, 89.0),
    CardSize("tarot", say("Tarot, 70 × 120 mm"), 70.0, 120.0),
    CardSize("large", say("Large, 88 × 126 mm"), 88.0, 126.0),
    CardSize("small", say("Small, 44 × 63 mm"), 44.0, 63.0),
)


@dataclass(frozen=True, slots=True)
class PageRectangle:
    """A rectangle on a page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class CutLine:
    """A cutting mark, or (`fold`) where to fold."""

    x1: float
    y1: float
    x2: float
    y2: float
    fold: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """How cards of a format lie on a sheet: `columns` × `rows` places; for folding, a place holds front and back."""

    width: float
    height: float
    size: CardSize
    turn: Turn
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """Cards to a page."""
        return self.columns * self.rows

    @property
    def lying(self) -> bool:
        """Whether the page is wider than high."""
        return self.width > self.height

    @property
    def block(self) -> PageRectangle:
        """All places together, in the middle of the page."""
        wide, high = self.columns * self._pitch, self.rows * self.size.height
        return PageRectangle((self.width - wide) / 2, (self.height - high) / 2, wide, high)

    @property
    def _pitch(self) -> float:
        return self.size.width * (2 if self.turn == "fold" else 1)

    def front(self, n: int) -> PageRectangle:
        """Place `n` on the page of the fronts, row by row from the upper left."""
        row, column = divmod(n, self.columns)
        block = self.block
        return PageRectangle(
            block.x + column * self._pitch, block.y + row * self.size.height, self.size.width, self.size.height
        )

    @property
    def upside_down(self) -> bool:
        """Whether backs stand on their heads on their page: the sheet is turned over head first."""
        return (self.turn == "short") != self.lying if self.turn in ("long", "short") else False

    def back(self, n: int) -> PageRectangle:
        """Where the back of place `n` lies: on the page of the backs, or beside the front, to be folded over."""
        front = self.front(n)
        if self.turn == "fold":
            return PageRectangle(front.right, front.y, front.width, front.height)
        if self.upside_down:
            return PageRectangle(front.x, self.height - front.bottom, front.width, front.height)
        return PageRectangle(self.width - front.right, front.y, front.width, front.height)

    def marks(self) -> Iterator[CutLine]:
        """Cutting marks around the block, at each edge of a card; for folding, dashes where front and back meet."""
        block = self.block
        for n in range(self.columns + 1):
            x = block.x + n * self._pitch
            yield from self._upright(x)
        for n in range(self.rows + 1):
            y = block.y + n * self.size.height
            length = min(MARK, block.x - MARK_GAP - 0.5)
            yield CutLine(block.x - MARK_GAP - length, y, block.x - MARK_GAP, y)
            yield CutLine(block.right + MARK_GAP, y, block.right + MARK_GAP + length, y)
        if self.turn == "fold":
            for n in range(self.columns):
                yield from self._upright(block.x + (n + 0.5) * self._pitch, fold=True)

    def _upright(self, x: float, *, fold: bool = False) -> Iterator[CutLine]:
        block = self.block
        length = min(MARK, block.y - MARK_GAP - 0.5)
        yield CutLine(x, block.y - MARK_GAP - length, x, block.y - MARK_GAP, fold)
        yield CutLine(x, block.bottom + MARK_GAP, x, block.bottom + MARK_GAP + length, fold)


def layout(paper: Paper, size: CardSize, turn: Turn) -> Layout:
    """As many cards as fit on a sheet, upright or lying; upright when both take as many."""
    ways = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        pitch = size.width * (2 if turn == "fold" else 1)
        columns = int((width - 2 * LEAST_MARGIN) / pitch + 1e-9)
        rows = int((height - 2 * LEAST_MARGIN) / size.height + 1e-9)
        ways.append(Layout(width, height, size, turn, columns, rows))
    return max(ways, key=lambda way: way.count)


@dataclass(frozen=True, slots=True)
class SheetSide(Generic[T]):
    """One side of a sheet: what lies where. `turned`: it stands on its head."""

    fronts: tuple[tuple[PageRectangle, T], ...] = ()
    backs: tuple[tuple[PageRectangle, T], ...] = ()
    turned: bool = False

    @property
    def reverse(self) -> bool:
        """Whether it is the other side of the page before."""
        return not self.fronts


def pages(cards: Sequence[T], how: Layout) -> list[SheetSide[T]]:
    """All pages in the order in which they are printed: fronts, then their backs, sheet by sheet."""
    made: list[SheetSide[T]] = []
    for begin in range(0, len(cards), max(1, how.count)):
        some = cards[begin : begin + how.count]
        fronts = tuple((how.front(n), card) for n, card in enumerate(some))
        backs = tuple((how.back(n), card) for n, card in enumerate(some))
        if how.turn == "none":
            made.append(SheetSide(fronts))
        elif how.turn == "fold":
            made.append(SheetSide(fronts, backs))
        else:
            made += [SheetSide(fronts), SheetSide((), backs, how.upside_down)]
    return made
