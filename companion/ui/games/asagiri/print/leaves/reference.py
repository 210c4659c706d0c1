"""The rules in short, on one page: the letters are as large as leave it one, in whatever language."""

from __future__ import annotations

from companion.model.core.words import say
from companion.model.games.asagiri.insight import rules_summary
from companion.model.games.asagiri.insight.rules_summary import Section
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.sheet import Paper

from . import diagrams
from .blocks import Cell, Drawing, Heading, Paragraph, Row
from .flow import Block, Document, Frame, fitting
from .setting import MM, Run

SHARES = tuple(n / 100 for n in range(112, 69, -2))
"""Sizes of the letters that are tried, the largest first."""
DRAWN_BELOW = say("Control, support, rear")
"""The section that has drawings."""
FRAME = Frame(left=14 * MM, right=14 * MM, head=33 * MM, top=20 * MM, foot=14.5 * MM)


def document(tell: Say, paper: Paper) -> Document:
    """The sheet; more than one page only if not even the smallest letters would do."""
    title, words = tell(say("Quick reference")), tell(say("Rules summary. Card text overrides it."))

    def made(share: float) -> Document:
        return Document(title, words, "道", paper, _blocks(tell, share), columns=2, gap=6.5 * MM, frame=FRAME)

    return fitting(SHARES, made)


def _blocks(tell: Say, share: float) -> list[Block]:
    found: list[Block] = []
    for section in rules_summary.sections():
        found += _section(section, tell, share)
        if section.title == DRAWN_BELOW:
            found[-1].tied = True
            found.append(_drawings(tell, share))
    return found


def _drawings(tell: Say, share: float) -> Block:
    return Drawing(diagrams.height(share), lambda pen, box: diagrams.paint(pen, box, tell, share), above=2 * MM * share)


def _section(section: Section, tell: Say, share: float) -> list[Block]:
    found: list[Block] = [Heading(tell(section.title), level=2, above=3.3 * MM * share, share=share)]
    lines = _table(section, tell, share)
    for n, entry in enumerate(section.entries):
        runs = [Run(tell(entry.lead) + " ", "lead")] if entry.lead is not None else []
        runs.append(Run(tell(entry.words), "text"))
        mark = f"{n + 1}" if section.numbered else ""
        found.append(
            Paragraph(runs, above=0.7 * MM * share, indent=4.4 * MM * share if mark else 0.0, mark=mark, share=share,
                      tied=n + 1 < len(section.entries) or bool(lines))
        )  # fmt: skip
    return found + lines


def _table(section: Section, tell: Say, share: float) -> list[Block]:
    if not section.lines:
        return []
    shares = {2: (2.2, 6.0), 3: (2.0, 3.4, 4.2), 4: (4.0, 2.3, 2.5, 1.6)}[len(section.lines[0].cells)]
    found: list[Block] = []
    if section.head:
        found.append(Row([tell(word) for word in section.head], shares, head=True, share=share))
    for n, line in enumerate(section.lines):
        cells = [Cell(tell(words), "strong" if n == 0 else "text") for n, words in enumerate(line.cells)]
        cells[0] = Cell(cells[0].words, cells[0].style, element=line.element)
        found.append(Row(cells, shares, share=share, tied=n + 1 < len(section.lines)))
    return found
