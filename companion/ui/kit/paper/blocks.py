"""The blocks pages are made of: paragraphs, headings, rows of tables, lines to write on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, get_args

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.rules_sheet import RuleSection
from companion.model.core.words import Message, Name
from companion.ui.kit.art.marks import paint_element
from companion.ui.kit.theme import icons
from companion.ui.kit.theme.palette import PAPER, Element, Role

from .document import HAIR, MM, Align, Block, Style, Text, TextRun, Words, colour, cut, hairline
from .pdf_writer import nothing

ELEMENTS: tuple[Element, ...] = get_args(Element)
PAD = 1.4 * MM
"""Between what stands in a cell and its edges."""


class ParagraphBlock(Block):
    """Words; a long one goes on in the next column."""

    def __init__(
        self,
        words: Words,
        style: Style = "text",
        *,
        above: float = 1.2 * MM,
        tied: bool = False,
        indent: float = 0.0,
        mark: str = "",
        icon: str = "",
        align: Align = "left",
        share: float = 1.0,
    ) -> None:
        """`indent`: how far in it stands; `mark` or `icon`: what stands in that room, beside its first line."""
        self.words, self.style, self.above, self.tied = words, style, above, tied
        self._indent, self._mark, self._align, self._share, self._icon = indent, mark, align, share, icon
        self._set: tuple[float, Text] | None = None

    def _text(self, width: float) -> Text:
        if self._set is None or self._set[0] != width:
            made = Text(self.words, width - self._indent, self.style, align=self._align, share=self._share)
            self._set = width, made
        return self._set[1]

    def height(self, width: float) -> float:
        return self._text(width).height

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        ends = self._text(width).ends
        fit = sum(end <= room for end, _ in ends)
        fit = min(fit, len(ends) - 2)
        if fit < 2:
            return None
        before, after = cut(self.words, ends[fit - 1][1], self.style)
        return (
            ParagraphBlock(before, self.style, above=self.above, indent=self._indent, mark=self._mark, icon=self._icon,
                      align=self._align, share=self._share),
            ParagraphBlock(after, self.style, above=0, tied=self.tied, indent=self._indent, align=self._align,
                      share=self._share),
        )  # fmt: skip

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        text = self._text(width)
        if self._mark:
            mark = Text([TextRun(self._mark, self.style, "vermilion")], self._indent, share=self._share)
            mark.draw(pen, x, y + text.first - mark.first)
        if self._icon:
            side = 3.6 * MM
            icons.paint(pen, self._icon, colour("vermilion"), QRectF(x, y + (text.ends[0][0] - side) / 2, side, side))
        text.draw(pen, x + self._indent, y)


class HeadingBlock(Block):
    """A title inside a page, over a hairline; never the last thing on a page."""

    tied = True

    def __init__(self, text: str, *, level: int = 1, note: str = "", above: float | None = None, share: float = 1.0):
        """`level` 2 is smaller and without a line; `note`: small words at the right."""
        self._text, self._level, self._note, self._share = text, level, note, share
        self.above = above if above is not None else (6.0 if level == 1 else 3.6) * MM * share

    def _set(self, width: float) -> tuple[Text, Text | None]:
        note = Text(self._note, width * 0.45, "small", align="right", share=self._share) if self._note else None
        room = width - (note.width + 3 * MM if note is not None else 0)
        return Text(self._text, room, "heading" if self._level == 1 else "subheading", share=self._share), note

    def height(self, width: float) -> float:
        return self._set(width)[0].height + (1.8 if self._level == 1 else 0.4) * MM * self._share

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        words, note = self._set(width)
        words.draw(pen, x, y)
        if note is not None:
            note.draw(pen, x + width - width * 0.45, y + words.first - note.first)
        if self._level == 1:
            hairline(pen, x, x + width, y + words.height + 0.5 * MM * self._share, strong=True)


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell: an element's sign or an icon before words."""

    words: Words = ""
    style: Style = "text"
    align: Align = "left"
    element: Element | None = None
    icon: str = ""
    role: Role = "ink"
    boxes: int = 0
    """So many squares to tick."""
    ticked: int = 0


SMALLER = (1.0, 0.92, 0.84, 0.76)
"""Sizes that are tried before a word is parted."""
SIGN = 4.2 * MM
BOX = 3.3 * MM


class RowBlock(Block):
    """A row of a table: cells side by side in shares of the width, over a hairline."""

    def __init__(
        self,
        cells: Sequence[Cell | str],
        shares: Sequence[float],
        *,
        header: RowBlock | None = None,
        head: bool = False,
        least: float = 0.0,
        share: float = 1.0,
        tied: bool = False,
        line: bool = True,
        centred: bool = True,
    ) -> None:
        """`header`: said again on another page; `head`: this is one; `least`: how high it is at least."""
        style: Style = "label" if head else "text"
        self._cells = [Cell(cell, style) if isinstance(cell, str) else cell for cell in cells]
        self._shares, self._least, self._share, self._line, self._centred = shares, least, share, line, centred
        self.header, self._head, self.tied = header, head, head or tied

    def _columns(self, width: float) -> list[tuple[float, float]]:
        whole, x, found = sum(self._shares), 0.0, []
        for share in self._shares:
            wide = width * share / whole
            found.append((x, wide))
            x += wide
        return found

    def column(self, number: int, width: float) -> tuple[float, float]:
        """Where a column begins in a row of this width, and how wide it is."""
        return self._columns(width)[number]

    def _set(self, width: float) -> list[tuple[float, float, float, Text, Cell]]:
        pad, found = PAD * self._share, []
        for n, ((x, wide), cell) in enumerate(zip(self._columns(width), self._cells, strict=True)):
            left = 0.0 if n == 0 else pad
            sign = (SIGN + 1 * MM) * self._share if cell.element is not None or cell.icon else 0.0
            inner = wide - left - (0.0 if n == len(self._cells) - 1 else pad) - sign
            text = self._text(cell, max(20.0, inner))
            found.append((x + left, inner, sign, text, cell))
        return found

    def _text(self, cell: Cell, width: float) -> Text:
        """The words of a cell, smaller where a word would have to be parted."""
        for less in SMALLER:
            text = Text(cell.words, width, cell.style, align=cell.align, share=self._share * less)
            if not text.broken:
                return text
        return Text(cell.words, width, cell.style, align=cell.align, share=self._share)

    def height(self, width: float) -> float:
        high = 0.0
        for _, inner, _, text, cell in self._set(width):
            high = max(high, text.height if cell.words else 0.0, _boxes_high(cell, inner))
            if cell.element is not None or cell.icon:
                high = max(high, SIGN * self._share)
        return max(self._least, high + 2 * 0.8 * MM * self._share) + (0.3 * MM if self._head else 0)

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        high = self.height(width)
        top = 0.8 * MM * self._share
        for left, inner, sign, text, cell in self._set(width):
            at = y + (high - text.height) / 2 if self._centred and not self._head else y + top
            if sign:
                side = SIGN * self._share
                line = text.ends[0][0] if text.ends else side
                rect = QRectF(x + left, at + (line - side) / 2, side, side)
                if cell.element is not None:
                    paint_element(pen, rect, cell.element, PAPER)
                else:
                    icons.paint(pen, cell.icon, colour(cell.role), rect)
            if cell.words:
                text.draw(pen, x + left + sign, at)
            if cell.boxes:
                _paint_boxes(pen, x + left, y + (high - _boxes_high(cell, inner)) / 2, inner, cell)
        if self._line:
            hairline(pen, x, x + width, y + high, strong=self._head)


def _boxes_high(cell: Cell, width: float) -> float:
    across = max(1, int((width + MM) / (BOX + MM)))
    return -(-cell.boxes // across) * (BOX + MM) - (MM if cell.boxes else 0)


def _paint_boxes(pen: QPainter, x: float, y: float, width: float, cell: Cell) -> None:
    across = max(1, int((width + MM) / (BOX + MM)))
    for n in range(cell.boxes):
        row, column = divmod(n, across)
        rect = QRectF(x + column * (BOX + MM), y + row * (BOX + MM), BOX, BOX)
        pen.setPen(QPen(colour("faded"), HAIR * 1.2))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.drawRect(rect)
        if n < cell.ticked:
            pen.setPen(QPen(colour("vermilion"), HAIR * 3.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            pen.drawLine(rect.topLeft() + QPointF(6, 6), rect.bottomRight() - QPointF(6, 6))
            pen.drawLine(rect.topRight() + QPointF(-6, 6), rect.bottomLeft() - QPointF(-6, 6))


class Lines(Block):
    """Lines to write on."""

    def __init__(self, count: int, *, pitch: float = 8 * MM, above: float = 0.0) -> None:
        self._count, self._pitch, self.above = count, pitch, above

    def height(self, width: float) -> float:
        return self._count * self._pitch

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        for n in range(self._count):
            hairline(pen, x, x + width, y + (n + 1) * self._pitch)


class DrawingBlock(Block):
    """Anything painted into a box of a height."""

    def __init__(
        self,
        high: float,
        draw: Callable[[QPainter, QRectF], None],
        *,
        above: float = 2 * MM,
        work: Callable[[], Iterator[None]] = nothing,
    ) -> None:
        self._high, self._draw, self.above, self._work = high, draw, above, work

    def prepare(self) -> Iterator[None]:
        return self._work()

    def height(self, width: float) -> float:
        return self._high

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        self._draw(pen, QRectF(x, y, width, self._high))


class Beside(Block):
    """Blocks in columns side by side, which stay together."""

    def __init__(
        self,
        columns: Sequence[Sequence[Block]],
        shares: Sequence[float] | None = None,
        *,
        gap: float = 6 * MM,
        above: float = 3 * MM,
        tied: bool = False,
    ) -> None:
        self._columns, self._gap, self.above, self.tied = columns, gap, above, tied
        self._shares = shares or [1.0] * len(columns)

    def prepare(self) -> Iterator[None]:
        for blocks in self._columns:
            for block in blocks:
                yield from block.prepare()

    def _widths(self, width: float) -> list[float]:
        room = width - self._gap * (len(self._columns) - 1)
        return [room * share / sum(self._shares) for share in self._shares]

    def height(self, width: float) -> float:
        found = 0.0
        for wide, blocks in zip(self._widths(width), self._columns, strict=True):
            found = max(found, sum(b.height(wide) + (b.above if n else 0.0) for n, b in enumerate(blocks)))
        return found

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        for wide, blocks in zip(self._widths(width), self._columns, strict=True):
            at = y
            for n, block in enumerate(blocks):
                at += block.above if n else 0.0
                pen.save()
                block.paint(pen, x, at, wide)
                pen.restore()
                at += block.height(wide)
            x += wide + self._gap


class Narrow(Block):
    """A block that leaves room at the right, for what stands beside it."""

    def __init__(self, block: Block, room: float, margin: Block | None = None) -> None:
        """`room`: how much is left; `margin`: what stands there."""
        self._block, self._room, self.margin = block, room, margin
        self.above, self.tied = block.above, block.tied
        self.header = Narrow(block.header, room) if block.header is not None else None

    def height(self, width: float) -> float:
        return self._block.height(width - self._room)

    def prepare(self) -> Iterator[None]:
        return self._block.prepare()

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        self._block.paint(pen, x, y, width - self._room)

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        parts = self._block.split(width - self._room, room)
        return None if parts is None else (Narrow(parts[0], self._room, self.margin), Narrow(parts[1], self._room))


# parts of sheets ------------------------------------------------------------------------------------------------------

Tell: TypeAlias = Callable[[Message | Name | str], str]
TABLES: Mapping[int, tuple[float, ...]] = {2: (2.2, 6.0), 3: (2.0, 3.4, 4.2), 4: (4.0, 2.3, 2.5, 1.6)}
"""How wide the columns of a table of rules are, by their number."""


def rules_section(section: RuleSection, tell: Tell, share: float, *, ids: bool = False) -> list[Block]:
    """Rules in short, with their table; `share`: of the usual sizes; `ids`: each is followed by its own."""
    found: list[Block] = [HeadingBlock(tell(section.title), level=2, above=3.3 * MM * share, share=share)]
    lines = _table(section, tell, share)
    for n, entry in enumerate(section.entries):
        runs = [TextRun(tell(entry.lead) + " ", "lead")] if entry.lead is not None else []
        runs.append(TextRun(tell(entry.words), "text"))
        if ids:
            runs.append(TextRun(f" {entry.rules}", "hint"))
        mark = f"{n + 1}" if section.numbered else ""
        found.append(
            ParagraphBlock(
                runs,
                above=0.7 * MM * share,
                indent=4.4 * MM * share if mark else 0.0,
                mark=mark,
                share=share,
                tied=n + 1 < len(section.entries) or bool(lines),
            )
        )
    return found + lines


def _table(section: RuleSection, tell: Tell, share: float) -> list[Block]:
    if not section.lines:
        return []
    shares = section.shares or TABLES[len(section.lines[0].cells)]
    found: list[Block] = []
    if section.head:
        found.append(RowBlock([tell(word) for word in section.head], shares, head=True, share=share))
    for n, line in enumerate(section.lines):
        said = [tell(one) if isinstance(one, Message | Name) else str(one) for one in line.cells]
        element = next((element for element in ELEMENTS if element == line.sign), None)
        cells = [Cell(words, "strong" if k == 0 else "text") for k, words in enumerate(said)]
        cells[0] = Cell(cells[0].words, cells[0].style, element=element)
        found.append(RowBlock(cells, shares, share=share, tied=n + 1 < len(section.lines)))
    return found


def form_line(label: str) -> Block:
    """A word and a line to write on."""

    def draw(pen: QPainter, box: QRectF) -> None:
        words = Text(label, box.width() * 0.6, "label")
        base = box.bottom() - 1.2 * MM
        words.draw(pen, box.left(), base - words.height)
        hairline(pen, box.left() + words.width + 2 * MM, box.right(), base)

    return DrawingBlock(7.4 * MM, draw)


def paint_track(pen: QPainter, box: QRectF, label: str, count: int, ends: tuple[int, ...]) -> None:
    """Numbered squares to cross off; those at which a game ends are heavy."""
    words = Text(label, 24 * MM, "label")
    words.draw(pen, box.left(), box.center().y() - words.height / 2)
    left = box.left() + 25 * MM
    pitch = min((box.right() - left) / count, 9.6 * MM)
    side = pitch - 1.3 * MM
    for n in range(count):
        rect = QRectF(left + n * pitch, box.center().y() - side / 2, side, side)
        end = n + 1 in ends
        pen.setPen(QPen(colour("vermilion" if end else "faded"), HAIR * (3.4 if end else 1.3)))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.drawRect(rect)
        number = Text([TextRun(str(n + 1), "label", "vermilion" if end else "faded")], side, align="centre")
        number.draw(pen, rect.left(), rect.center().y() - number.height / 2)
