"""Sheets that need no game: quick reference, keys and commands, campaign tables, an empty record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.events import HEAL, PRAY, DiceTable
from companion.model.games.asagiri.insight import rules_summary
from companion.model.games.asagiri.insight.rules_summary import BUDGETS
from companion.model.games.asagiri.rules.movement import step_cost
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.state.board import DIRECTIONS, PossibleStep, front
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STATE_WORDS
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.table import HONOUR_NAMES, HONOUR_WORDS, HONOURS
from companion.model.games.asagiri.state.vocabulary import NORTH, SquareId, default_limit
from companion.model.games.asagiri.table.commands import grammar
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.kit import keys
from companion.ui.kit.paper import reference
from companion.ui.kit.paper.blocks import (
    Beside,
    Cell,
    DrawingBlock,
    HeadingBlock,
    ParagraphBlock,
    RowBlock,
    form_line,
    paint_track,
    rules_section,
)
from companion.ui.kit.paper.document import (
    HAIR,
    MM,
    Block,
    Frame,
    PrintDocument,
    Text,
    TextRun,
    colour,
    fitting,
)
from companion.ui.kit.paper.key_sheet import FRAME, LETTER_SIZES, key_sections, typed_section
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme import icons
from companion.ui.kit.theme.palette import PAPER, Role

DRAWN_BELOW = say("Control, support, rear")
"""The section that has drawings."""


def quick_reference(tell: Say, paper: Paper) -> PrintDocument:
    """The rules, with drawings of squares."""
    lead = say("Rules summary. Card text overrides it.")
    return reference.quick_reference(partial(_blocks, tell), "道", tell, paper, lead)


def _blocks(tell: Say, share: float) -> list[Block]:
    found: list[Block] = []
    for section in rules_summary.sections():
        found += rules_section(section, tell, share)
        if section.title == DRAWN_BELOW:
            found[-1].tied = True
            found.append(_drawings(tell, share))
    return found


def _drawings(tell: Say, share: float) -> Block:
    return DrawingBlock(
        diagram_height(share), lambda pen, box: paint_diagrams(pen, box, tell, share), above=2 * MM * share
    )


SQUARE = 5.4 * MM
Place: TypeAlias = tuple[int, int]
"""Columns to the right of the figure, rows below it."""
DIAGRAMS: tuple[Message, ...] = (say("Points of a step"), say("Control zone"), say("Behind"))


def diagram_height(share: float) -> float:
    """How high the drawings are."""
    return (3 * SQUARE + 5.2 * MM) * share


def paint_diagrams(pen: QPainter, box: QRectF, tell: Say, share: float) -> None:
    """Three figures that look to the top of the page, each in the middle of nine squares."""
    costs = {DIRECTIONS[n]: str(step_cost(PossibleStep(n, SquareId(0), 0, 0), NORTH)) for n in range(8)}
    ahead = {DIRECTIONS[n] for n in front(NORTH)}
    behind = {place for place in DIRECTIONS if place[1] >= 0}
    wide = box.width() / 3
    panels: tuple[tuple[Mapping[Place, str], set[Place], Role], ...] = (
        (costs, ahead, "gold"),
        ({}, ahead, "vigilant"),
        ({}, behind, "vermilion"),
    )
    for n, (words, filled, role) in enumerate(panels):
        left = box.left() + n * wide
        _grid(pen, QPointF(left + (wide - 3 * SQUARE * share) / 2, box.top()), SQUARE * share, words, filled, role)
        title = Text([TextRun(tell(DIAGRAMS[n]), "label")], wide - 1 * MM, align="centre", share=share)
        title.draw(pen, left + 0.5 * MM, box.top() + (3 * SQUARE + 0.8 * MM) * share)


def _grid(
    pen: QPainter,
    at: QPointF,
    side: float,
    words: Mapping[Place, str],
    filled: set[Place],
    role: Role,
) -> None:
    for column in range(3):
        for row in range(3):
            place = (column - 1, row - 1)
            rect = QRectF(at.x() + column * side, at.y() + row * side, side, side)
            pen.setPen(QPen(colour("faded"), HAIR))
            pen.setBrush(colour(role, 0.2) if place in filled else Qt.BrushStyle.NoBrush)
            pen.drawRect(rect)
            if place in words:
                number = Text([TextRun(words[place], "strong")], side, align="centre", share=side / SQUARE)
                number.draw(pen, rect.left(), rect.center().y() - number.height / 2)
    _figure(pen, QPointF(at.x() + 1.5 * side, at.y() + 1.5 * side), side)


def _figure(pen: QPainter, middle: QPointF, side: float) -> None:
    """A base with its prow: the front edge is at the top."""
    radius = side * 0.36
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(colour("ink"))
    prow = QPainterPath(middle + QPointF(-radius * 0.62, -radius * 0.7))
    prow.lineTo(middle + QPointF(0, -side * 0.5))
    prow.lineTo(middle + QPointF(radius * 0.62, -radius * 0.7))
    prow.closeSubpath()
    pen.drawPath(prow)
    pen.drawEllipse(middle, radius, radius)
    pen.setBrush(Qt.GlobalColor.white)
    pen.drawEllipse(middle, radius * 0.5, radius * 0.5)


CONTEXTS: tuple[keys.Context, ...] = ("table", "board", "card", "laying", "all")
"""Whose keys matter while a game is played."""


def key_sheet(tell: Say, paper: Paper) -> PrintDocument:
    """The sheet; more than one page only if not even the smallest letters would do."""
    title, words = tell(say("Keys and commands")), tell(grammar.HINT)

    def made(share: float) -> PrintDocument:
        blocks = [*_commands(tell, share), *key_sections(CONTEXTS, tell, share)]
        return PrintDocument(
            title, "", "手", paper, [ParagraphBlock(words, share=share), *blocks], columns=2, gap=6.5 * MM, frame=FRAME
        )

    return fitting(LETTER_SIZES, made)


def _commands(tell: Say, share: float) -> list[Block]:
    found: list[Block] = []
    for part in grammar.MANUAL:
        title = tell(say("Command line: {part}", part=part.title))
        found += typed_section(title, [(tell(line.words), tell(line.example)) for line in part.lines], share)
    return found


LARGE = 1.2
"""Larger than other words: it is read across a table."""


def campaign_tables(tell: Say, paper: Paper) -> PrintDocument:
    """The page."""
    after = say("After an adventure each character does what its state allows. Single-use equipment that was used "
                "is lost.")  # fmt: skip
    blocks: list[Block] = [
        ParagraphBlock(tell(after), share=LARGE),
        HeadingBlock(tell(say("Heal: disabled and shaken characters"))),
    ]
    blocks.append(
        Beside([_heal(HEAL["disabled"], "disabled", tell), _heal(HEAL["shaken"], "shaken", tell)], gap=10 * MM)
    )
    dead = say("A dead character is replaced by one or more of the same total value, equipment included. A dead "
               "unique character cannot be recruited again in this campaign.")  # fmt: skip
    blocks += [
        ParagraphBlock(tell(dead), above=2.4 * MM, share=LARGE),
        HeadingBlock(tell(say("Pray: vigilant characters"))),
    ]
    blocks += _pray(tell)
    kept = say("One honour per character; its player chooses which to keep. It is lost once used, or when its "
               "bearer is disabled.")  # fmt: skip
    blocks += [
        ParagraphBlock(tell(kept), above=2.4 * MM, share=LARGE),
        HeadingBlock(tell(say("Seek: vigilant characters"))),
    ]
    for n, words in enumerate((
        say("Draw three equipment cards."),
        say("Keep one of them. If the character can use none, put them back and draw three again."),
        say("If it already had a card, it keeps one of the two."),
    )):  # fmt: skip
        blocks.append(ParagraphBlock(tell(words), indent=6 * MM, mark=str(n + 1), share=LARGE))
    return PrintDocument(tell(say("Campaign tables")), "", "心", paper, blocks)


def _heal(table: DiceTable, state: str, tell: Say) -> list[Block]:
    head = RowBlock(
        [tell(Message(STATE_WORDS[state])), tell(say("One die")), tell(say("Chance"))],
        (5.4, 1.8, 1.6),
        head=True,
        share=LARGE,
    )
    found: list[Block] = [head]
    for row in table.rows:
        words = tell(row.words)
        first, _, rest = words.partition(":")
        runs = [TextRun(first, "strong"), *([TextRun(":" + rest, "text")] if rest else ())]
        cells = [Cell(runs), Cell(faces(row.faces), "digits"), Cell(str(row.chance), "small")]
        found.append(RowBlock(cells, (5.4, 1.8, 1.6), share=LARGE))
    return found


def faces(found: tuple[object, ...]) -> str:
    """Faces of a die: one, or from the first to the last."""
    return f"{found[0]}" if len(found) == 1 else f"{found[0]}–{found[-1]}"


def _pray(tell: Say) -> list[Block]:
    shares = (2.0, 2.6, 7.6, 1.3)
    head = [tell(say("One inspiration die")), tell(say("Honour")), tell(say("Effect, once")), tell(say("Chance"))]
    found: list[Block] = [RowBlock(head, shares, head=True, share=LARGE)]
    for row in PRAY.rows:
        element = next(element for element in ELEMENTS if element in row.faces)
        sign = tell(Message(ELEMENT_WORDS[element]))
        honour = next((honour for honour in HONOURS if honour == row.outcome), None)
        named = tell(HONOUR_NAMES[honour]) if honour is not None else "–"
        words = tell(HONOUR_WORDS[honour]) if honour is not None else tell(say("The prayer goes unanswered."))
        first = Cell(sign[:1].upper() + sign[1:], element=element)
        chance = Cell(str(row.chance), "small")
        found.append(RowBlock([first, Cell(named, "strong"), words, chance], shares, least=10 * MM, share=LARGE))
    return found


TURNS = 12
FIGURES = 8
"""Lines for the figures of a band."""
FIGURE_COLUMNS = (4.7, 1.2, 3.5, 1.6, 1.7, 2.2, 3.1)
RECORD_FRAME = Frame(left=16 * MM, right=16 * MM, head=33 * MM, foot=19 * MM)


PITCHES = tuple(n / 4 for n in range(44, 23, -1))
"""Millimetres of a figure's line: as high as leave it one page."""


def record_sheet(tell: Say, paper: Paper) -> PrintDocument:
    """One page for two bands."""

    def made(pitch: float) -> PrintDocument:
        blocks: list[Block] = [
            Beside([[form_line(tell(say("Place and date")))], [form_line(tell(say("Adventure")))]], [1, 1], above=0),
            DrawingBlock(9 * MM, lambda pen, box: paint_track(pen, box, tell(say("Turns")), TURNS, ()), above=2.6 * MM),
        ]
        for seat in SEATS:
            blocks += _band(seat, tell, pitch * MM)
        return PrintDocument(tell(say("Game record sheet")), "", "筆", paper, blocks, frame=RECORD_FRAME)

    return fitting(PITCHES, made)


def _band(seat: str, tell: Say, pitch: float) -> list[Block]:
    states = [tell(Message(STATE_WORDS[state])) for state in ("vigilant", "shaken", "disabled")]
    head = RowBlock(
        [tell(say("Character")), tell(say("Zeni")), tell(say("Equipment, used")), *states, tell(say("In reserve"))],
        FIGURE_COLUMNS, head=True, share=0.94,
    )  # fmt: skip
    limits = tuple(default_limit(budget) for budget in BUDGETS)
    blocks: list[Block] = [
        HeadingBlock(tell(say("Band {seat}", seat=seat)), above=5.2 * MM),
        Beside([[form_line(tell(say("Player")))], [form_line(tell(say("Name of the band")))]], [1, 1], above=1.4 * MM),
        DrawingBlock(
            9 * MM, lambda pen, box: paint_track(pen, box, tell(say("Zeni lost")), max(BUDGETS), limits), above=2.4 * MM
        ),
        head,
    ]
    head.above = 2 * MM
    for _ in range(FIGURES):
        blocks.append(_Figure(pitch))
    return blocks


class _Figure(RowBlock):
    """A line for a figure: room for words, squares to tick, elements to ring."""

    def __init__(self, pitch: float) -> None:
        cells: list[Cell | str] = ["", "", Cell(boxes=1), Cell(boxes=1), Cell(boxes=1), Cell(boxes=1), ""]
        super().__init__(cells, FIGURE_COLUMNS, least=pitch)

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        super().paint(pen, x, y, width)
        left, wide = self._columns(width)[-1]
        side, high = 4.4 * MM, self.height(width)
        pitch = min(wide / len(ELEMENTS), side + 1.6 * MM)
        for n, element in enumerate(ELEMENTS):
            middle = QPointF(x + left + wide - (len(ELEMENTS) - n - 0.5) * pitch, y + high / 2)
            rect = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
            icons.paint(pen, element, PAPER.mix("faded", "hairline", 0.55), rect)
