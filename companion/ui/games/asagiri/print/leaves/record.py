"""An empty record sheet for a table that plays without the program: losses, turns, dice in reserve, figures."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.words import Message, say
from companion.model.games.asagiri.insight.rules_summary import BUDGETS
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import default_limit
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.sheet import Paper
from companion.ui.kit.theme import icons
from companion.ui.kit.theme.palette import PAPER

from .blocks import Beside, Cell, Drawing, Heading, Row
from .flow import Block, Document, Frame, fitting
from .furniture import HAIR, hairline
from .setting import MM, Run, Text, colour

TURNS = 12
FIGURES = 8
"""Lines for the figures of a band."""
SHARES = (4.7, 1.2, 3.5, 1.6, 1.7, 2.2, 3.1)
FRAME = Frame(left=16 * MM, right=16 * MM, head=33 * MM, foot=19 * MM)


PITCHES = tuple(n / 4 for n in range(44, 23, -1))
"""Millimetres of a figure's line: as high as leave it one page."""


def document(tell: Say, paper: Paper) -> Document:
    """One page for two bands."""

    def made(pitch: float) -> Document:
        blocks: list[Block] = [
            Beside([[_written(tell(say("Place and date")))], [_written(tell(say("Adventure")))]], [1, 1], above=0),
            Drawing(9 * MM, lambda pen, box: _track(pen, box, tell(say("Turns")), TURNS, ()), above=2.6 * MM),
        ]
        for seat in SEATS:
            blocks += _band(seat, tell, pitch * MM)
        return Document(tell(say("Game record sheet")), "", "筆", paper, blocks, frame=FRAME)

    return fitting(PITCHES, made)


def _band(seat: str, tell: Say, pitch: float) -> list[Block]:
    states = [tell(Message(STATE_WORDS[state])) for state in ("vigilant", "shaken", "disabled")]
    head = Row(
        [tell(say("Character")), tell(say("Zeni")), tell(say("Equipment, used")), *states, tell(say("In reserve"))],
        SHARES, head=True, share=0.94,
    )  # fmt: skip
    limits = tuple(default_limit(budget) for budget in BUDGETS)
    blocks: list[Block] = [
        Heading(tell(say("Band {seat}", seat=seat)), above=5.2 * MM),
        Beside([[_written(tell(say("Player")))], [_written(tell(say("Name of the band")))]], [1, 1], above=1.4 * MM),
        Drawing(
            9 * MM, lambda pen, box: _track(pen, box, tell(say("Zeni lost")), max(BUDGETS), limits), above=2.4 * MM
        ),
        head,
    ]
    head.above = 2 * MM
    for _ in range(FIGURES):
        blocks.append(_Figure(pitch))
    return blocks


def _written(label: str) -> Block:
    def draw(pen: QPainter, box: QRectF) -> None:
        words = Text(label, box.width() * 0.6, "label")
        base = box.bottom() - 1.2 * MM
        words.draw(pen, box.left(), base - words.height)
        hairline(pen, box.left() + words.width + 2 * MM, box.right(), base)

    return Drawing(7.4 * MM, draw)


def _track(pen: QPainter, box: QRectF, label: str, count: int, ends: tuple[int, ...]) -> None:
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
        number = Text([Run(str(n + 1), "label", "vermilion" if end else "faded")], side, align="centre")
        number.draw(pen, rect.left(), rect.center().y() - number.height / 2)


class _Figure(Row):
    """A line for a figure: room for words, squares to tick, elements to ring."""

    def __init__(self, pitch: float) -> None:
        cells: list[Cell | str] = ["", "", Cell(boxes=1), Cell(boxes=1), Cell(boxes=1), Cell(boxes=1), ""]
        super().__init__(cells, SHARES, least=pitch)

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        """The squares, and the five elements faintly."""
        super().paint(pen, x, y, width)
        left, wide = self._columns(width)[-1]
        side, high = 4.4 * MM, self.height(width)
        pitch = min(wide / len(ELEMENTS), side + 1.6 * MM)
        for n, element in enumerate(ELEMENTS):
            middle = QPointF(x + left + wide - (len(ELEMENTS) - n - 0.5) * pitch, y + high / 2)
            rect = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
            icons.paint(pen, element, PAPER.mix("faded", "hairline", 0.55), rect)
