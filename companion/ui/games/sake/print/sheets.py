"""Sheets of words: the rules on one page, a score sheet for a table without the app, and the report of a game."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.contract import Content
from companion.model.core.words import Arg, Words, say
from companion.model.games.sake.box import records
from companion.model.games.sake.insight import rules_summary
from companion.model.games.sake.state.state import CUBES, counters
from companion.model.games.sake.statistics import report as story
from companion.model.games.sake.statistics.report import Report
from companion.model.games.sake.wire.narration import WHY
from companion.ui.games.sake.drawing.thumbnail import paint_game
from companion.ui.kit.paper import reference
from companion.ui.kit.paper.blocks import (
    Beside,
    Cell,
    DrawingBlock,
    HeadingBlock,
    Lines,
    ParagraphBlock,
    RowBlock,
    form_line,
    paint_track,
    rules_section,
)
from companion.ui.kit.paper.document import HAIR, MM, Block, Frame, PrintDocument, TextRun, colour, fitting
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme.palette import PAPER
from companion.ui.play.game_paper import moment_runs


def quick_reference(content: Content, words: Words, paper: Paper) -> PrintDocument:
    """The rules, with the weapons of the house deck."""
    sections = rules_summary.sections(records.deck(content, records.HOUSE_DECK))

    def blocks(share: float) -> list[Block]:
        return [block for section in sections for block in rules_section(section, words, share)]

    return reference.quick_reference(blocks, "花", words, paper)


PLAYERS = 8
LIFE = 7
"""Squares for life cards: as many as the largest sheet has, and one."""
CUPS = 6
SCORE = (3.0, 2.6, 3.4, 3.2, 1.5, 1.9, 1.7)
PITCHES = tuple(n / 4 for n in range(64, 31, -1))


def score_sheet(words: Words, paper: Paper) -> PrintDocument:
    """A sheet for an evening without the app: who sits there, life and sake to tick, the Masu, the Fatal Round."""

    def made(pitch: float) -> PrintDocument:
        heads = (
            say("Player"),
            say("Samurai"),
            say("Life"),
            say("Sake held"),
            say("Killed"),
            say("Spirit"),
            say("Wins"),
        )
        head = RowBlock([words(one) for one in heads], SCORE, head=True, share=0.94)
        head.above = 3 * MM
        most = counters(PLAYERS)
        ends = tuple(counters(n) for n in range(3, PLAYERS + 1))
        masu = words(say("Drunk from the Masu"))
        rounds = words(say("Fatal Rounds"))
        blocks: list[Block] = [
            Beside([[form_line(words(say("Place and date")))], [form_line(words(say("Location")))]], above=0),
            DrawingBlock(9 * MM, lambda pen, box: paint_track(pen, box, masu, most, ends), above=3 * MM),
            ParagraphBlock(
                words(say("The heavy squares end a game of 3, 4, 5, 6, 7 or 8 players: the Masu is empty.")), "small"
            ),
            DrawingBlock(9 * MM, lambda pen, box: paint_track(pen, box, rounds, 4, (4,)), above=2 * MM),
            head,
            *(_seat(pitch * MM) for _ in range(PLAYERS)),
            ParagraphBlock(
                words(say("A square a life card, a circle a cup of sake; tick what is lost. Strike out who dies.")),
                "small", above=2 * MM,
            ),
            HeadingBlock(words(say("Steps between neighbours ({cubes} cubes in all)", cubes=CUBES)), level=2),
            DrawingBlock(24 * MM, _ring, above=2 * MM),
            HeadingBlock(words(say("Who killed whom")), level=2),
            Lines(3),
        ]  # fmt: skip
        title = words(say("Score sheet"))
        return PrintDocument(title, "Saké & Samouraï", "筆", paper, blocks, frame=Frame(foot=16 * MM))

    return fitting(PITCHES, made)


def _seat(pitch: float) -> Block:
    """A line for a player."""
    cells: list[Cell | str] = ["", "", Cell(boxes=LIFE), "", "", Cell(boxes=1), Cell(boxes=1)]
    return _ScoreRow(cells, SCORE, least=pitch)


class _ScoreRow(RowBlock):
    """A row with circles for cups in its fourth column."""

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        super().paint(pen, x, y, width)
        left, wide = self.column(3, width)
        high, side = self.height(width), 3.3 * MM
        pen.setPen(QPen(colour("faded"), HAIR * 1.2))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        for n in range(CUPS):
            spot = x + left + 1.4 * MM + n * (side + 1 * MM)
            if spot + side <= x + left + wide:
                pen.drawEllipse(QRectF(spot, y + (high - side) / 2, side, side))


def _ring(pen: QPainter, box: QRectF) -> None:
    """Eight circles in a row for the seats, and room for the number of steps between them."""
    side, gap = 11 * MM, (box.width() - PLAYERS * 11 * MM) / (PLAYERS - 1)
    for n in range(PLAYERS):
        left = box.left() + n * (side + gap)
        pen.setPen(QPen(colour("ink"), HAIR * 1.6))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.drawEllipse(QRectF(left, box.top() + 3 * MM, side, side))
        pen.setPen(QPen(colour("faded"), HAIR * 1.4, Qt.PenStyle.DotLine))
        y = box.top() + 3 * MM + side / 2
        if n == PLAYERS - 1:
            break
        pen.drawLine(QPointF(left + side, y), QPointF(left + side + gap, y))
    first, last = box.left() + side / 2, box.left() + (PLAYERS - 1) * (side + gap) + side / 2
    low = box.top() + 3 * MM + side + 6 * MM
    for x in (first, last):
        pen.drawLine(QPointF(x, box.top() + 3 * MM + side), QPointF(x, low))
    pen.drawLine(QPointF(first, low), QPointF(last, low))


# the report -----------------------------------------------------------------------------------------------------------

PICTURE = 46 * MM
COLUMNS = (3.2, 2.4, 3.0, 1.4, 1.4, 2.0, 1.8, 1.6, 1.4, 1.6)


def report_document(told: Report, title: str, words: Words, paper: Paper, day: str) -> PrintDocument:
    """The story of a game on paper."""
    killings = story.killings(told) or (say("Nobody has died."),)
    left: list[Block] = [ParagraphBlock(_result(told, words)), HeadingBlock(words(say("Who killed whom")), level=2)]
    left += [ParagraphBlock(words(line), above=0.8 * MM) for line in killings]
    picture = DrawingBlock(PICTURE, lambda pen, box: _paint_end(pen, box, told))
    blocks: list[Block] = [Beside([left, [picture]], [7, 4], above=0), *_players(told, words)]
    blocks.append(HeadingBlock(words(say("Course of the game"))))
    if not told.turns:
        blocks.append(ParagraphBlock(words(say("Nothing has happened yet."))))
    for turn in told.turns:
        runs = [TextRun(words(story.heading(turn, told.state)) + "  ", "strong", "vermilion")]
        for moment in turn.moments:
            runs += moment_runs(moment, words)
        marked = any(moment.bookmark for moment in turn.moments)
        blocks.append(
            ParagraphBlock(runs, above=1.6 * MM, icon="flag" if marked else "", indent=5 * MM if marked else 0.0)
        )
    cup = story.last_cup(told)
    lines = [*((cup,) if cup is not None else ()), *story.luck_words(told)]
    if lines:
        blocks.append(HeadingBlock(words(say("Sake and luck"))))
        blocks += [ParagraphBlock(words(line), above=0.8 * MM) for line in lines]
    return PrintDocument(title, day, "花", paper, blocks)


def _paint_end(pen: QPainter, box: QRectF, told: Report) -> None:
    """Who sits around the Masu, and the cups before everybody."""
    pen.save()
    pen.translate(box.right() - PICTURE, box.top())
    paint_game(pen, told.state, PICTURE, PAPER)
    pen.restore()


def _result(told: Report, words: Words) -> list[TextRun]:
    runs = [TextRun(words(story.ended(told.found, told.state)) + " ", "strong")]
    if told.found.why in WHY:
        runs.append(TextRun(words(WHY[told.found.why])))
    return runs


def _players(told: Report, words: Words) -> list[Block]:
    head = RowBlock([words(one) for one in story.COLUMNS], COLUMNS, head=True, share=0.9)
    head.above = 4 * MM
    found: list[Block] = [head]
    for row in story.player_rows(told):
        cells = [Cell(_said(value, words), "strong" if n == 0 else "text") for n, value in enumerate(row)]
        found.append(RowBlock(cells, COLUMNS, header=head))
    return found


def _said(value: Arg, words: Words) -> str:
    return story.said(value, words)
