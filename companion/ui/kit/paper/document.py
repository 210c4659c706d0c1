"""Pages of words on paper: type in millimetres, heads and feet, and blocks that flow over columns and pages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption

from companion.ui.kit.paper.sheets import PageRectangle, Paper
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import PAPER, Role

from .pdf_writer import PagePart, Printable

MM = 10.0
"""Units of a page a millimetre: sizes of letters are whole numbers of them."""
Style: TypeAlias = Literal[
    "title", "heading", "subheading", "name", "lead", "text", "strong", "small", "label", "digits", "large", "hint"
]
_STYLES: dict[Style, tuple[fonts.FontRole, float, Role]] = {
    "title": ("display", 8.6, "ink"),
    "heading": ("title", 4.9, "ink"),
    "subheading": ("title", 3.9, "ink"),
    "name": ("name", 3.9, "ink"),
    "lead": ("strong", 3.15, "vermilion"),
    "strong": ("strong", 3.15, "ink"),
    "text": ("text", 3.15, "ink"),
    "small": ("text", 2.65, "faded"),
    "hint": ("text", 2.3, "faded"),
    "label": ("strong", 2.45, "faded"),
    "digits": ("digits", 3.3, "ink"),
    "large": ("numeral", 5.6, "ink"),
}
"""Font, height of the letters' square in millimetres, colour."""
LEADING = 1.1
"""Height of a line to what the font asks for."""
Align: TypeAlias = Literal["left", "right", "centre"]
_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "centre": Qt.AlignmentFlag.AlignHCenter,
}


@lru_cache(maxsize=256)
def _font(style: Style, tenths: int) -> QFont:
    made = fonts.font(_STYLES[style][0])
    fonts.plain(made)
    made.setPixelSize(max(1, tenths))
    return made


def letters(style: Style, share: float = 1.0) -> QFont:
    """The font of a style, `share` of its usual size."""
    return _font(style, round(_STYLES[style][1] * MM * share))


def colour(role: Role, alpha: float = 1.0) -> QColor:
    """A colour on paper, in whatever theme the window is."""
    return PAPER.color(role, alpha)


@dataclass(frozen=True, slots=True)
class TextRun:
    """Some words in one style; a `role` colours them otherwise than the style."""

    text: str
    style: Style = "text"
    role: Role | None = None


Words: TypeAlias = "str | Sequence[TextRun]"


class Text:
    """Words set in a column. Nothing is ever left out: what has no room in a line goes to the next, if need be within
    a word.
    """

    def __init__(
        self, words: Words, width: float, style: Style = "text", *, align: Align = "left", share: float = 1.0
    ) -> None:
        """`words` in their runs, or all of them in one `style`; `share`: of the usual sizes."""
        runs = [TextRun(words, style)] if isinstance(words, str) else list(words)
        text = "".join(run.text for run in runs)
        self._layout = QTextLayout(text.replace("\n", "\u2028"), letters(runs[0].style if runs else style, share))
        option = QTextOption(_ALIGN[align])
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        formats, start = [], 0
        for run in runs:
            part, shape = QTextLayout.FormatRange(), QTextCharFormat()
            part.start, part.length = start, len(run.text)
            shape.setFont(letters(run.style, share))
            shape.setForeground(colour(run.role or _STYLES[run.style][2]))
            part.format = shape
            formats.append(part)
            start += len(run.text)
        self._layout.setFormats(formats)
        self.height, self.width = 0.0, 0.0
        """What the words take up."""
        self.ends: list[tuple[float, int]] = []
        """Of every line: where its lower edge lies, and how many letters have gone by then."""
        self.first = 0.0
        """The base line of the first line."""
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            extra = line.height() * (LEADING - 1)
            line.setPosition(QPointF(0, self.height + extra / 2))
            if not self.ends:
                self.first = extra / 2 + line.ascent()
            self.height += line.height() + extra
            self.width = max(self.width, line.naturalTextWidth())
            self.ends.append((self.height, line.textStart() + line.textLength()))
        self._layout.endLayout()
        self.broken = any(_inside(text, end) for _, end in self.ends[:-1])
        """A word is parted: the column is too narrow for it."""

    def draw(self, pen: QPainter, x: float, y: float) -> None:
        """Write them with their upper left corner at a point."""
        self._layout.draw(pen, QPointF(x, y))


def _inside(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def cut(words: Words, at: int, style: Style = "text") -> tuple[list[TextRun], list[TextRun]]:
    """Words parted after so many letters; the second part does not begin with a space."""
    runs = [TextRun(words, style)] if isinstance(words, str) else list(words)
    before: list[TextRun] = []
    after: list[TextRun] = []
    for run in runs:
        here = max(0, min(len(run.text), at))
        if run.text[:here]:
            before.append(TextRun(run.text[:here], run.style, run.role))
        if run.text[here:]:
            after.append(TextRun(run.text[here:] if after else run.text[here:].lstrip(), run.style, run.role))
        at -= len(run.text)
    return before, after


HAIR = 1.3
"""Width of a hairline."""
KANJI = 1.5
"""Size of the ornament to that of the title."""
LEAST = 0.46
"""A long title is written so much smaller at most; then it takes a second line."""


def paint_head(pen: QPainter, across: QRectF, title: str, subtitle: str, kanji: str, *, first: bool) -> None:
    """The title; on later pages small."""
    if not first:
        y = across.top() + 15.5 * MM
        # one line: what does not fit ends in dots; all of it stands on the first page
        said = QFontMetricsF(letters("small")).elidedText(title, Qt.TextElideMode.ElideRight, across.width())
        Text(said, across.width(), "small").draw(pen, across.left(), across.top() + 11.5 * MM)
        hairline(pen, across.left(), across.right(), y)
        return
    end = across.right()
    base = across.top() + 21.4 * MM
    if kanji:
        font = letters("title", KANJI)
        wide = QFontMetricsF(font).horizontalAdvance(kanji)
        pen.setFont(font)
        pen.setPen(colour("vermilion"))
        pen.drawText(QPointF(end - wide, base + 1.4 * MM), kanji)
        end -= wide + 3 * MM
    words, share = Text(title, end - across.left(), "title"), 1.0
    while len(words.ends) > (1 if share > LEAST else 2) and share > 0.2:
        share -= 0.05
        words = Text(title, end - across.left(), "title", share=share)
    words.draw(pen, across.left(), base - words.first - (words.height - words.ends[0][0]))
    stroke = ink.line(
        (across.left(), base + 3.4 * MM), ((across.left() + end) / 2, base + 3.65 * MM), (end, base + 3.3 * MM)
    )
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(colour("vermilion"))
    pen.drawPath(ink.brush_stroke(stroke, 7.5, "head", rough=0.06))
    if subtitle:
        Text(subtitle, end - across.left(), "small").draw(pen, across.left(), base + 5.2 * MM)


def paint_foot(pen: QPainter, across: QRectF, title: str, number: str) -> None:
    """Where the page is from, and which it is."""
    y = across.bottom() - 12.5 * MM
    hairline(pen, across.left(), across.right(), y)
    Text("Okko Companion", across.width(), "hint").draw(pen, across.left(), y + 1.2 * MM)
    if number:
        Text(number, across.width(), "hint", align="right").draw(pen, across.left(), y + 1.2 * MM)


def hairline(pen: QPainter, left: float, right: float, y: float, *, strong: bool = False) -> None:
    """A thin line across."""
    pen.setPen(QPen(colour("ink" if strong else "hairline"), HAIR * (1.6 if strong else 1.0)))
    pen.drawLine(QPointF(left, y), QPointF(right, y))


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
class PlacedBlock:
    """A block where it stands."""

    block: Block
    box: QRectF


@dataclass(slots=True)
class DocumentPage:
    """One page."""

    placed: list[PlacedBlock] = field(default_factory=list)


def poured(blocks: Iterable[Block], frames: Callable[[int], Sequence[QRectF]]) -> list[DocumentPage]:
    """Blocks in the columns that `frames` gives for each page (counted from 0), one below the other.

    Nothing is left out and nothing overlaps: there are as many pages as it takes. Blocks that are tied go to the next
    column together; one that is higher than a whole column is split, where it can be.
    """
    pages = [DocumentPage()]
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
                pages.append(DocumentPage())
                columns = list(frames(len(pages) - 1))
            column = columns.pop(0)
            y = column.top()
            continue
        y += above
        if header is not None:
            pages[-1].placed.append(PlacedBlock(header, QRectF(column.left(), y, column.width(), said)))
            y += said
        pages[-1].placed.append(PlacedBlock(block, QRectF(column.left(), y, column.width(), high)))
        y += high
        waiting.pop(0)
    return pages


def beside(pages: list[DocumentPage], frame: Callable[[int], QRectF]) -> None:
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
            pages.append(DocumentPage())
        pages[page].placed.append(PlacedBlock(block, QRectF(room.left(), at, room.width(), high)))
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


def fitting(sizes: Sequence[T], make: Callable[[T], PrintDocument]) -> PrintDocument:
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


class PrintDocument(Printable):
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
        return len(self.leaves)

    def pieces(self, number: int) -> list[PagePart]:
        whole = PageRectangle(0, 0, self.width, self.height)
        return [
            PagePart((self, number), whole, lambda pen: self.paint(pen, number), prepare=lambda: self._ready(number))
        ]

    def _ready(self, number: int) -> Iterator[None]:
        for placed in self.leaves[number].placed:
            yield from placed.block.prepare()

    def paint(self, pen: QPainter, number: int) -> None:
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
