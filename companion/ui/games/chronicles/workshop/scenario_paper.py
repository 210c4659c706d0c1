"""The map of a scenario on paper, and what belongs to it in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, Words, say
from companion.ui.kit.layouts import vbox
from companion.ui.kit.paper.blocks import DrawingBlock, HeadingBlock, ParagraphBlock
from companion.ui.kit.paper.document import MM, Block, Frame, PrintDocument
from companion.ui.kit.paper.pdf_writer import Printable
from companion.ui.kit.paper.screen import PaperScreen, PrintSubject
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import PAPER
from companion.ui.kit.widget import Label
from companion.ui.workshop import PackContext, RecordSource, name_of

from . import scenario_sketch as sketch
from .scenario_map import TOKENS, ScenarioMap
from .scenario_painter import paint_board, paint_mark, paint_tested

FRAME = Frame(left=14 * MM, right=14 * MM, head=33 * MM, top=20 * MM, foot=14.5 * MM)
HIGHEST = 190 * MM
CELL, EDGE = 96, 14
"""Pixels of a cell, and around the board, before it is fitted to the paper."""


class ScenarioPaper(PaperScreen):
    """Printing the map of a scenario. `left`: back to the workshop."""

    def __init__(self, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__([PrintSubject("map", say("Map of the scenario"))], parent)
        self._bench = bench
        self.id = ""
        self._page_ = QWidget(self)
        vbox(Label(self._page_, text=say("The board with its tokens and figures, and the story.")), 1, on=self._page_)
        self.begin((self._page_,))

    def show_scenario(self, id: str) -> None:
        """Print this scenario."""
        self.id = id
        self.forget()
        self.first_page()
        self.enter_subject()

    def page_of(self, subject: str) -> QWidget:
        return self._page_

    def key_of(self, subject: str) -> tuple[object, ...] | None:
        return None

    def make_pages(self, subject: str, paper: Paper, words: Words) -> Printable | None:
        record = self._bench.find("chronicles_scenario", self.id)
        return scenario_document(record, self._bench, paper, words) if isinstance(record, dict) else None


def scenario_document(record: Json, bench: RecordSource, paper: Paper, words: Words) -> PrintDocument:
    """A page with the map as large as it can be, then figures, tokens and the story."""
    pieces = sketch.pieces_of(record, lambda id: bench.find("chronicles_tile", id))
    wide, high = sketch.size_of(pieces)
    room = paper.width * MM - FRAME.left - FRAME.right
    map_high = min(room * high / wide, HIGHEST)
    name = words(Name.of(name_of(record) or {"en": "?"}))
    blocks: list[Block] = [DrawingBlock(map_high, partial(_paint_map, record, bench))]
    for heading, lines in (
        (say("Figures on the board"), list(_figures(record, bench))),
        (say("Tokens on the board"), list(_tokens(record))),
    ):
        if lines:
            blocks.append(HeadingBlock(words(heading), level=2))
            blocks += [ParagraphBlock(words(line)) for line in lines]
    story = record.get("story")
    if isinstance(story, dict) and story:
        blocks.append(HeadingBlock(words(say("Story")), level=2))
        blocks.append(ParagraphBlock(words(Name.of({code: str(text) for code, text in story.items()}))))
    heroes = record.get("heroes") if isinstance(record.get("heroes"), dict) else {}
    subtitle = words(say("{least} to {most} heroes", least=int(heroes.get("min", 1)), most=int(heroes.get("max", 4))))
    return PrintDocument(name, subtitle, "鬼", paper, blocks, frame=FRAME)


def _figures(record: Json, bench: RecordSource) -> Iterator[Message]:
    """How many figures of each sheet from how many heroes on."""
    found = [mark for mark in sketch.marks_of(record) if mark.kind == "figure"]
    for (sheet, heroes), count in sorted(Counter((mark.id, mark.heroes) for mark in found).items()):
        names = name_of(bench.find("chronicles_sheet", sheet))
        name = Name.of(names) if names else sheet
        if heroes > 1:
            yield say("{name}: {count} (from {heroes} heroes on)", name=name, count=count, heroes=heroes)
        else:
            yield say("{name}: {count}", name=name, count=count)


def _tokens(record: Json) -> Iterator[Message]:
    found = Counter(mark.kind for mark in sketch.marks_of(record) if mark.pointer.startswith("/sites/"))
    for kind, count in found.items():
        yield say("{name}: {count}", name=TOKENS[kind], count=count)


def _paint_map(record: Json, bench: RecordSource, pen: QPainter, box: QRectF) -> None:
    """In the light look, whatever the window's is; as a picture of some 250 dots an inch."""
    picture = map_picture(record, bench)
    size = picture.deviceIndependentSize()
    share = min(box.width() / size.width(), box.height() / size.height())
    place = QRectF(0, 0, size.width() * share, size.height() * share)
    place.moveCenter(box.center())
    pen.drawPixmap(place, picture, QRectF(picture.rect()))


def map_picture(record: Json, bench: RecordSource) -> QPixmap:
    """The board with everything on it."""
    pieces = sketch.pieces_of(record, lambda id: bench.find("chronicles_tile", id))
    wide, high = sketch.size_of(pieces)
    picture = ink.blank(wide * CELL + 2 * EDGE, high * CELL + 2 * EDGE)
    look = ScenarioMap.look_of(bench)
    with ink.painting(picture) as pen:
        pen.translate(EDGE, EDGE)
        paint_board(pen, pieces, sketch.doors_of(record), record.get("start", ()), CELL, PAPER, 1.0)
        paint_tested(pen, sketch.tested_cells(record, bench.find), CELL, PAPER)
        for mark in sketch.marks_of(record):
            paint_mark(pen, mark, QRectF(mark.at[0] * CELL, mark.at[1] * CELL, CELL, CELL), look, PAPER, 1.0)
    return picture
