"""The battle report on paper: result and bands on the first page, then turn by turn, the key moments with a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.games.asagiri.report import Moment, Report, Shot, Side, words
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.ui.games.asagiri.board import scenery
from companion.ui.games.asagiri.board.scenery import Scenery
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.sheet import Paper

from . import chart, position
from .blocks import Beside, Cell, Drawing, Heading, Narrow, Paragraph, Row
from .flow import Block, Document
from .setting import MM, Run, Text

PEOPLE = (3.7, 1.0, 2.6, 2.4)
EDGE = 64 * MM
"""How wide the pictures beside the words are."""
GUTTER = 8 * MM
OPENING = 84 * MM


def document(report: Report, session: Session[Any], tell: Say, paper: Paper, day: str = "") -> Document:
    """The report, in a language; `day`: when it was played."""
    pictures = Pictures(session, tell)
    about = [tell(report.adventure)] if report.adventure is not None else []
    about += [day] if day else []
    first = [*_result(report, tell), *_bands(report, tell), *_opening(report, pictures, tell)]
    blocks = [*first, *_story(report, pictures, tell), *_dice(report, tell)]
    return Document(tell(words.title(report)), " · ".join(about), "戦", paper, blocks, margin=EDGE)


class Pictures:
    """Positions of one game, painted when their page is."""

    def __init__(self, session: Session[Any], tell: Say) -> None:
        """Nothing is painted yet."""
        self._session, self._tell = session, tell
        self._made: dict[int, QPixmap] = {}

    def look(self, cursor: int) -> Scenery:
        """The scenery of the board after so many steps."""
        return scenery.of_game(self._session.header, self._session.state_at(cursor))

    def picture(self, shot: Shot) -> QPixmap:
        """A position, painted once."""
        if shot.cursor not in self._made:
            state = self._session.state_at(shot.cursor)
            self._made[shot.cursor] = position.picture(state, self.look(shot.cursor), self._tell, shot.squares)
        return self._made[shot.cursor]

    def block(self, shot: Shot, width: float) -> Block:
        """A position so wide, at most; its height follows from the board."""
        state = self._session.state_at(shot.cursor)
        rows = state.table.board.floors[position.floor_of(state, shot.squares)].rows
        across, down = max(len(row) for row in rows) + 2 * position.MARGIN, len(rows) + 2 * position.MARGIN
        high = min(width * down / across, 1.25 * width)
        wide = high * across / down

        def draw(pen: QPainter, box: QRectF) -> None:
            found = self.picture(shot)
            pen.drawPixmap(QRectF(box.right() - wide, box.top(), wide, high), found, QRectF(found.rect()))

        return Drawing(high, draw, work=lambda: self._work(shot))

    def _work(self, shot: Shot) -> Iterator[None]:
        yield from position.prepare(self._session.state_at(shot.cursor), self.look(shot.cursor), shot.squares)
        self.picture(shot)
        yield


def _result(report: Report, tell: Say) -> list[Block]:
    runs = [Run(tell(words.result(report)).rstrip(".") + ". ", "heading", "vermilion")]
    if report.why is not None:
        runs.append(Run(tell(report.why).rstrip(".") + ".", "text"))
    found: list[Block] = [Paragraph(runs)]
    if report.last_turn:
        found.append(Paragraph(tell(words.numbers(report)) + ".", above=0.4 * MM))
    if report.ending is not None:
        found.append(Paragraph(tell(report.ending), "text", above=2 * MM, indent=6 * MM))
    return found


def _bands(report: Report, tell: Say) -> list[Block]:
    many = max(len(side.people) for side in report.sides)
    columns = [_side(report, n, side, tell) for n, side in enumerate(report.sides)]
    if many > 14:  # more than a page holds side by side
        return [block for column in columns for block in column]
    return [Beside(columns, gap=8 * MM, above=5 * MM)]


def _side(report: Report, n: int, side: Side, tell: Say) -> list[Block]:
    head = Row(
        [tell(say("Character")), tell(say("Zeni")), tell(say("State")), tell(say("Disabled enemies"))],
        PEOPLE,
        head=True,
    )
    found: list[Block] = [Heading(tell(words.side_name(report, n)), level=2), head]
    for person in side.people:
        runs = [Run(tell(person.name), "strong")]
        extra = [tell(person.equipment)] if person.equipment is not None else []
        extra += [tell(person.honour)] if person.honour is not None else []
        if extra:
            runs.append(Run("  " + ", ".join(extra), "small"))
        state = Run(
            tell(Message(STATE_WORDS[person.state])), "small", "ink" if person.state == "vigilant" else "shaken"
        )
        cells = [
            Cell(runs),
            Cell(str(person.value), "digits"),
            Cell([state]),
            Cell(boxes=person.disabled, ticked=person.disabled),
        ]
        found.append(Row(cells, PEOPLE, header=head))
    return found


def _opening(report: Report, pictures: Pictures, tell: Say) -> list[Block]:
    if not report.zeni:
        return []
    title = say("Zeni earned by turn") if report.earned else say("Zeni lost by turn")
    limits = {side.limit for side in report.sides}
    limit = limits.pop() if len(limits) == 1 and not report.earned else None
    names = (tell(words.short_name(report, 0)), tell(words.short_name(report, 1)))
    graph = Drawing(56 * MM, lambda pen, box: chart.paint(pen, box, report.zeni, names, limit, tell(say("Turns"))))
    left: list[Block] = [Heading(tell(title), level=2), graph]
    if report.first is None:
        return [Beside([left, []], above=6 * MM)]
    right = [Heading(tell(say("The first position")), level=2), pictures.block(report.first, OPENING)]
    return [Beside([left, right], [7, 8], above=6 * MM)]


def _story(report: Report, pictures: Pictures, tell: Say) -> list[Block]:
    room = EDGE + GUTTER
    found: list[Block] = [Heading(tell(say("Course of the game")))]
    if not report.turns:
        found.append(Paragraph(tell(say("Nothing has happened yet."))))
    number = 0
    for told in report.turns:
        found.append(Narrow(Heading(tell(words.heading(report, told)), level=2), room))
        for moment in told.moments:
            number += moment.shot is not None
            found += [Narrow(block, room, margin) for block, margin in _moment(moment, number, pictures, tell)]
    return found


def _moment(moment: Moment, number: int, pictures: Pictures, tell: Say) -> list[tuple[Block, Block | None]]:
    """The blocks of a moment, the first of them with its picture beside it."""
    runs = [Run(f"{number}  ", "label", "vermilion")] if moment.shot is not None else []
    runs += [Run(f"{tell(message).rstrip('.')}. ") for message in moment.words]
    runs += [Run(tell(words.against(rule)) + " ", "strong", "vermilion") for rule in moment.rules]
    picture: Block | None = None
    if moment.shot is not None:
        picture = Captioned(pictures.block(moment.shot, EDGE), f"{number}", tell(moment.words[-1]))
    mark = "flag" if moment.bookmark else ""
    blocks: list[tuple[Block, Block | None]] = [(Paragraph(runs, indent=5 * MM if mark else 0, icon=mark), picture)]
    for line in filter(None, moment.note.split("\n")):
        blocks.append((Paragraph([Run(line, "text", "vigilant")], indent=5 * MM, icon="pen", above=0.8 * MM), None))
    return blocks


class Captioned(Block):
    """A picture with its number and a few words below."""

    above = 4.5 * MM

    def __init__(self, picture: Block, number: str, words_: str) -> None:
        """`words_`: what it shows."""
        self._picture, self._runs = picture, [Run(f"{number}  ", "label", "vermilion"), Run(words_, "small")]

    def prepare(self) -> Iterator[None]:
        """What the picture needs."""
        return self._picture.prepare()

    def height(self, width: float) -> float:
        """Of both."""
        return self._picture.height(width) + 0.8 * MM + Text(self._runs, width).height

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        """Paint both."""
        self._picture.paint(pen, x, y, width)
        Text(self._runs, width).draw(pen, x, y + self._picture.height(width) + 0.8 * MM)


def _dice(report: Report, tell: Say) -> list[Block]:
    room = EDGE + GUTTER
    found: list[Block] = [Narrow(Heading(tell(say("Dice"))), room)]
    for n, side in enumerate(report.sides):
        told = [words.combat_dice(side), words.test_dice(side), words.inspiration(side)]
        said = " ".join(tell(message) for message in told if message is not None)
        runs = [Run(tell(words.short_name(report, n)) + "  ", "strong"), Run(said)]
        found.append(Narrow(Paragraph(runs), room))
    entered = words.entered(report)
    if entered is not None:
        found.append(Narrow(Paragraph(tell(entered), "small"), room))
    return found
