"""The report of a game on paper: memoirs in blue and red, the turns of the truth, who did what, and its course."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.words import Words, say
from companion.model.games.chronicles.statistics import report as story
from companion.model.games.chronicles.statistics.report import Report, said
from companion.ui.games.chronicles.book.chapters import ROLES
from companion.ui.kit.paper.blocks import Beside, Cell, HeadingBlock, ParagraphBlock, RowBlock
from companion.ui.kit.paper.document import MM, Block, PrintDocument, Text, TextRun, colour
from companion.ui.kit.paper.sheets import Paper
from companion.ui.play.game_paper import moment_runs

COLUMNS = (4.4, 1.5, 1.2, 1.6, 1.8, 1.6, 1.2, 1.5, 1.7)
BAND, PAD = 9 * MM, 2 * MM
BETWEEN = " · "


class ChapterBlock(Block):
    """A chapter of the memoirs: the heroes' at the left, the Oni's, hatched, at the right."""

    above = 1.4 * MM

    def __init__(self, side: str, name: str, points: int) -> None:
        self._side, self._name, self._points = side, name, points

    def _wide(self, width: float) -> float:
        return width * 0.8

    def _text(self, width: float) -> Text:
        return Text([TextRun(self._name, "strong")], self._wide(width) - BAND - 2 * PAD)

    def height(self, width: float) -> float:
        return max(7 * MM, self._text(width).height + 2 * MM)

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        text, high, wide = self._text(width), self.height(width), self._wide(width)
        blue = self._side == "blue"
        slip = QRectF(x if blue else x + width - wide, y, wide, high)
        band = QRectF(slip.left() if blue else slip.right() - BAND, y, BAND, high)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(colour(ROLES[self._side], 0.12))
        pen.drawRect(slip)
        pen.setBrush(colour(ROLES[self._side]))
        pen.drawRect(band)
        if not blue:  # not by colour alone
            pen.save()
            pen.setClipRect(band, Qt.ClipOperation.IntersectClip)
            pen.setPen(QPen(colour("surface", 0.5), 0.3 * MM))
            for n in range(int((high + BAND) / (2 * MM)) + 1):
                low = y + n * 2 * MM
                pen.drawLine(QPointF(band.left(), low), QPointF(band.right(), low - BAND))
            pen.restore()
        number = Text([TextRun(str(self._points), "large", "on_state")], BAND, align="centre")
        number.draw(pen, band.left(), y + (high - number.height) / 2)
        text.draw(pen, band.right() + PAD if blue else slip.left() + PAD, y + (high - text.height) / 2)


def report_document(
    told: Report, title: str, called: Callable[[str], str], words: Words, paper: Paper, day: str
) -> PrintDocument:
    """The story of a game; `called`: the player of a seat."""
    state = told.state
    first, *rest = story.ended(told)
    result = [TextRun(words(first) + " ", "strong"), *[TextRun(words(one) + " ") for one in rest]]
    truth = story.truth(told) or (say("Nothing has come out."),)
    left: list[Block] = [ParagraphBlock(result), HeadingBlock(words(say("The turns of the truth")), level=2)]
    left += [ParagraphBlock(words(line), above=0.8 * MM) for line in truth]
    left.append(HeadingBlock(words(say("Missions")), level=2))
    for task in story.tasks(state):
        runs = [TextRun(said(task.name, words) + BETWEEN, "strong"), TextRun(words(task.standing))]
        left.append(ParagraphBlock(runs, above=0.8 * MM))
    blocks = [Beside([left, list(_memoirs(told, words))], [1, 1], above=0), *_seats(told, called, words)]
    blocks.append(HeadingBlock(words(say("Course of the game"))))
    if not told.turns:
        blocks.append(ParagraphBlock(words(say("Nothing has happened yet."))))
    for turn in told.turns:
        head = HeadingBlock(words(story.heading(turn)), level=2)
        blocks.append(head)
        for one in turn.moments:
            marked = "flag" if one.bookmark else ""
            blocks.append(ParagraphBlock(moment_runs(one, words, BETWEEN), above=0.6 * MM, icon=marked,
                                         indent=5 * MM if marked else 0.0))  # fmt: skip
    lucky = story.luck_words(told)
    if lucky:
        blocks.append(HeadingBlock(words(say("Chance"))))
        blocks += [ParagraphBlock(words(line), above=0.8 * MM) for line in lucky]
    return PrintDocument(title, day, "鬼", paper, blocks)


def _memoirs(told: Report, words: Words) -> Iterator[Block]:
    yield HeadingBlock(words(say("The memoirs of Tikku")), level=2, above=0)
    blue, red = story.score(told.state)
    yield RowBlock(
        [Cell(words(blue), "strong", role="vigilant"), Cell(words(red), "strong", align="right", role="shaken")], (1, 1)
    )
    placed = story.chapters(told.state)
    if not placed:
        yield ParagraphBlock(words(say("Nothing is written yet.")))
    for side, name, points in placed:
        yield ChapterBlock(side, said(name, words), points)


def _seats(told: Report, called: Callable[[str], str], words: Words) -> Iterator[Block]:
    head = RowBlock([words(one) for one in story.COLUMNS], COLUMNS, head=True, share=0.9)
    head.above = 5 * MM
    yield head
    for row in story.seat_rows(told, called):
        cells = [Cell(said(value, words), "strong" if n == 0 else "text") for n, value in enumerate(row)]
        yield RowBlock(cells, COLUMNS, header=head)
