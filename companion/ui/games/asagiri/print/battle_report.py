"""The battle report on paper: result and bands, the zeni by turn, then turn by turn with pictures of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImageWriter, QPainter, QPainterPath, QPen, QPixmap

from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.formatting import STATE_WORDS, place_words
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import BANDS, BandId, by_band, by_figure
from companion.model.games.asagiri.statistics import report_text
from companion.model.games.asagiri.statistics.report import BandAccount, KeyMoment, PicturedMoment, Report, Zeni
from companion.model.games.asagiri.statistics.report_text import markdown
from companion.ui.games.asagiri.board.pictures import Scenery, floor_picture, paint_tokens, scenery_of_game, warm
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.kit.paper.blocks import Beside, Cell, DrawingBlock, HeadingBlock, Narrow, ParagraphBlock, RowBlock
from companion.ui.kit.paper.document import HAIR, MM, Block, PrintDocument, Text, TextRun, colour
from companion.ui.kit.paper.pdf_writer import Written
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import PAPER

PEOPLE = (3.7, 1.0, 2.6, 2.4)
EDGE = 64 * MM
"""How wide the pictures beside the words are."""
GUTTER = 8 * MM
OPENING = 84 * MM


def battle_report(report: Report, session: Session[Any], tell: Say, paper: Paper, day: str = "") -> PrintDocument:
    """The report, in a language; `day`: when it was played."""
    pictures = Pictures(session, tell)
    about = [tell(report.adventure)] if report.adventure is not None else []
    about += [day] if day else []
    first = [*_result(report, tell), *_bands(report, tell), *_opening(report, pictures, tell)]
    blocks = [*first, *_story(report, pictures, tell), *_dice(report, tell)]
    return PrintDocument(tell(report_text.title(report)), " · ".join(about), "戦", paper, blocks, margin=EDGE)


class Pictures:
    """Positions of one game, painted when their page is."""

    def __init__(self, session: Session[Any], tell: Say) -> None:
        self._session, self._tell = session, tell
        self._made: dict[int, QPixmap] = {}

    def look(self, cursor: int) -> Scenery:
        """The scenery of the board after so many steps."""
        return scenery_of_game(self._session.header, self._session.state_at(cursor))

    def picture(self, shot: PicturedMoment) -> QPixmap:
        """A position, painted once."""
        if shot.cursor not in self._made:
            state = self._session.state_at(shot.cursor)
            self._made[shot.cursor] = position_picture(state, self.look(shot.cursor), self._tell, shot.squares)
        return self._made[shot.cursor]

    def block(self, shot: PicturedMoment, width: float) -> Block:
        """A position so wide, at most; its height follows from the board."""
        state = self._session.state_at(shot.cursor)
        rows = state.table.board.floors[floor_of(state, shot.squares)].rows
        across, down = max(len(row) for row in rows) + 2 * MARGIN, len(rows) + 2 * MARGIN
        high = min(width * down / across, 1.25 * width)
        wide = high * across / down

        def draw(pen: QPainter, box: QRectF) -> None:
            found = self.picture(shot)
            pen.drawPixmap(QRectF(box.right() - wide, box.top(), wide, high), found, QRectF(found.rect()))

        return DrawingBlock(high, draw, work=lambda: self._work(shot))

    def _work(self, shot: PicturedMoment) -> Iterator[None]:
        yield from prepare_position(self._session.state_at(shot.cursor), self.look(shot.cursor), shot.squares)
        self.picture(shot)
        yield


def _result(report: Report, tell: Say) -> list[Block]:
    runs = [TextRun(tell(report_text.result(report)).rstrip(".") + ". ", "heading", "vermilion")]
    if report.why is not None:
        runs.append(TextRun(tell(report.why).rstrip(".") + ".", "text"))
    found: list[Block] = [ParagraphBlock(runs)]
    if report.last_turn:
        found.append(ParagraphBlock(tell(report_text.numbers(report)) + ".", above=0.4 * MM))
    if report.ending is not None:
        found.append(ParagraphBlock(tell(report.ending), "text", above=2 * MM, indent=6 * MM))
    return found


def _bands(report: Report, tell: Say) -> list[Block]:
    many = max(len(side.people) for side in report.sides)
    columns = [_side(report, n, side, tell) for n, side in by_band(report.sides)]
    if many > 14:  # more than a page holds side by side
        return [block for column in columns for block in column]
    return [Beside(columns, gap=8 * MM, above=5 * MM)]


def _side(report: Report, n: BandId, side: BandAccount, tell: Say) -> list[Block]:
    head = RowBlock(
        [tell(say("Character")), tell(say("Zeni")), tell(say("State")), tell(say("Disabled enemies"))],
        PEOPLE,
        head=True,
    )
    found: list[Block] = [HeadingBlock(tell(report_text.side_name(report, n)), level=2), head]
    for person in side.people:
        runs = [TextRun(tell(person.name), "strong")]
        extra = [tell(person.equipment)] if person.equipment is not None else []
        extra += [tell(person.honour)] if person.honour is not None else []
        if extra:
            runs.append(TextRun("  " + ", ".join(extra), "small"))
        state = TextRun(
            tell(Message(STATE_WORDS[person.state])), "small", "ink" if person.state == "vigilant" else "shaken"
        )
        cells = [
            Cell(runs),
            Cell(str(person.value), "digits"),
            Cell([state]),
            Cell(boxes=person.disabled, ticked=person.disabled),
        ]
        found.append(RowBlock(cells, PEOPLE, header=head))
    return found


def _opening(report: Report, pictures: Pictures, tell: Say) -> list[Block]:
    if not report.zeni:
        return []
    title = say("Zeni earned by turn") if report.earned else say("Zeni lost by turn")
    limits = {side.limit for side in report.sides}
    limit = limits.pop() if len(limits) == 1 and not report.earned else None
    names = (tell(report_text.short_name(report, BANDS[0])), tell(report_text.short_name(report, BANDS[1])))
    graph = DrawingBlock(56 * MM, lambda pen, box: paint_zeni(pen, box, report.zeni, names, limit, tell(say("Turns"))))
    left: list[Block] = [HeadingBlock(tell(title), level=2), graph]
    if report.first is None:
        return [Beside([left, []], above=6 * MM)]
    right = [HeadingBlock(tell(say("The first position")), level=2), pictures.block(report.first, OPENING)]
    return [Beside([left, right], [7, 8], above=6 * MM)]


def _story(report: Report, pictures: Pictures, tell: Say) -> list[Block]:
    room = EDGE + GUTTER
    found: list[Block] = [HeadingBlock(tell(say("Course of the game")))]
    if not report.turns:
        found.append(ParagraphBlock(tell(say("Nothing has happened yet."))))
    number = 0
    for told in report.turns:
        found.append(Narrow(HeadingBlock(tell(report_text.heading(report, told)), level=2), room))
        for moment in told.moments:
            number += moment.shot is not None
            found += [Narrow(block, room, margin) for block, margin in _moment(moment, number, pictures, tell)]
    return found


def _moment(moment: KeyMoment, number: int, pictures: Pictures, tell: Say) -> list[tuple[Block, Block | None]]:
    """The blocks of a moment, the first of them with its picture beside it."""
    runs = [TextRun(f"{number}  ", "label", "vermilion")] if moment.shot is not None else []
    runs += [TextRun(f"{tell(message).rstrip('.')}. ") for message in moment.words]
    runs += [TextRun(tell(report_text.against(rule)) + " ", "strong", "vermilion") for rule in moment.rules]
    picture: Block | None = None
    if moment.shot is not None:
        picture = Captioned(pictures.block(moment.shot, EDGE), f"{number}", tell(moment.words[-1]))
    mark = "flag" if moment.bookmark else ""
    blocks: list[tuple[Block, Block | None]] = [
        (ParagraphBlock(runs, indent=5 * MM if mark else 0, icon=mark), picture)
    ]
    for line in filter(None, moment.note.split("\n")):
        blocks.append(
            (ParagraphBlock([TextRun(line, "text", "vigilant")], indent=5 * MM, icon="pen", above=0.8 * MM), None)
        )
    return blocks


class Captioned(Block):
    """A picture with its number and a few words below."""

    above = 4.5 * MM

    def __init__(self, picture: Block, number: str, words_: str) -> None:
        """`words_`: what it shows."""
        self._picture, self._runs = picture, [TextRun(f"{number}  ", "label", "vermilion"), TextRun(words_, "small")]

    def prepare(self) -> Iterator[None]:
        return self._picture.prepare()

    def height(self, width: float) -> float:
        return self._picture.height(width) + 0.8 * MM + Text(self._runs, width).height

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        self._picture.paint(pen, x, y, width)
        Text(self._runs, width).draw(pen, x, y + self._picture.height(width) + 0.8 * MM)


def _dice(report: Report, tell: Say) -> list[Block]:
    room = EDGE + GUTTER
    found: list[Block] = [Narrow(HeadingBlock(tell(say("Dice"))), room)]
    for n, side in by_band(report.sides):
        told = [report_text.combat_dice(side), report_text.test_dice(side), report_text.inspiration(side)]
        said = " ".join(tell(message) for message in told if message is not None)
        runs = [TextRun(tell(report_text.short_name(report, n)) + "  ", "strong"), TextRun(said)]
        found.append(Narrow(ParagraphBlock(runs), room))
    entered = report_text.entered(report)
    if entered is not None:
        found.append(Narrow(ParagraphBlock(tell(entered), "small"), room))
    return found


def markdown_work(report: Report, session: Session[Any], tell: Say, path: Path, day: str) -> Iterator[Written]:
    """A battle report: its pictures into a folder beside it, then the text, which finds them all there."""
    folder = path.with_name(f"{path.stem}-{tell(PICTURES)}")
    if report.shots:
        folder.mkdir(exist_ok=True)
    named: dict[int, str] = {}
    for shot in report.shots:
        if shot.cursor in named:
            continue
        state = session.state_at(shot.cursor)
        look = scenery_of_game(session.header, state)
        for _ in prepare_position(state, look, shot.squares):
            yield False
        file = folder / f"{len(named) + 1:02}.png"
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, b"png").write(position_picture(state, look, tell, shot.squares).toImage())
        named[shot.cursor] = f"{folder.name}/{file.name}"
        yield file, bytes(buffer.data().data())
    text = markdown(report, tell, named, session.state_at, day)
    yield path, text.encode()


PICTURES: Message = say("pictures")


MOST_MARKS = 32
"""A line with more points is marked at its end alone."""
LINES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
"""Of the white band, and of the black one."""


def paint_zeni(
    pen: QPainter, box: QRectF, zeni: Sequence[Zeni], names: tuple[str, str], limit: int | None, turn_word: str
) -> None:
    """Paint it; `limit`: the zeni that end the game, a line across, if there is one."""
    pen.save()
    legend = _legend(pen, box, names)
    left, bottom = box.left() + 7 * MM, box.bottom() - 6.5 * MM
    plot = QRectF(left, box.top() + legend + 2 * MM, box.right() - left - 2 * MM, bottom - box.top() - legend - 2 * MM)
    top = max([*(n for point in zeni for n in point.of), limit or 0, 4])
    turns = max([point.turn for point in zeni] + [2])
    step = next(step for step in (1, 2, 4, 5, 10, 20, 50, 100, 1000, 10_000) if top / step <= 6)

    def at(turn: float, value: float) -> QPointF:
        return QPointF(plot.left() + plot.width() * turn / turns, plot.bottom() - plot.height() * value / top)

    for value in range(0, top + 1, step):
        y = at(0, value).y()
        pen.setPen(QPen(colour("hairline"), HAIR))
        pen.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        number = Text(str(value), 6 * MM, "hint", align="right")
        number.draw(pen, box.left(), y - number.height / 2)
    if limit is not None and limit <= top:
        pen.setPen(QPen(colour("ink"), HAIR * 1.6, Qt.PenStyle.DotLine))
        pen.drawLine(at(0, limit), at(turns, limit))
    every = max(1, -(-turns // 12))
    for turn in range(0, turns + 1, every):
        number = Text(str(turn) if turn else turn_word, 14 * MM, "hint", align="centre")
        number.draw(pen, at(turn, 0).x() - 7 * MM, plot.bottom() + 0.8 * MM)
    for band in reversed(BANDS):
        _line(pen, [at(0, 0), *(at(point.turn, point.of[band]) for point in zeni)], band)
    pen.restore()


def _line(pen: QPainter, points: Sequence[QPointF], band: BandId) -> None:
    pen.setPen(QPen(colour("ink"), HAIR * 4.5, LINES[band], Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
    for start, end in pairwise(points):
        corner = QPointF(end.x(), start.y())  # zeni are lost during a turn: a step, not a slope
        pen.drawLine(start, corner)
        pen.drawLine(corner, end)
    for point in points[1:] if len(points) <= MOST_MARKS else points[-1:]:
        _mark(pen, point, band)


def _mark(pen: QPainter, at: QPointF, band: BandId) -> None:
    pen.setPen(QPen(colour("ink"), HAIR * 3))
    pen.setBrush(colour("ink") if band else Qt.GlobalColor.white)
    rect = QRectF(at.x() - 8, at.y() - 8, 16, 16)
    if band == 0:
        pen.drawEllipse(rect)
    else:
        pen.drawRect(rect)


def _legend(pen: QPainter, box: QRectF, names: tuple[str, str]) -> float:
    y = box.top()
    for band, name in by_band(names):
        words = Text([TextRun(name, "label", "ink")], box.width() - 14 * MM)
        middle = y + words.height / 2
        pen.setPen(QPen(colour("ink"), HAIR * 4.5, LINES[band], Qt.PenCapStyle.FlatCap))
        pen.drawLine(QPointF(box.left(), middle), QPointF(box.left() + 9 * MM, middle))
        _mark(pen, QPointF(box.left() + 4.5 * MM, middle), band)
        words.draw(pen, box.left() + 11 * MM, y)
        y += words.height + 0.6 * MM
    return y - box.top()


SQUARE = 52
"""Pixels of a square: 16 of them in 7 cm are 300 to the inch."""
FIGURE = 1.5
"""Squares that a figure covers, to be seen in a small picture."""
MARGIN = 0.8
"""Squares around the floor, for letters and numbers."""


def floor_of(state: State, squares: Sequence[int]) -> int:
    """The floor that a picture is about: where it happens, else where most figures stand."""
    places = state.table.board.squares
    on = [places[at][2] for at in squares] or [places[f.at][2] for f in state.figures if f.at >= 0]
    return max(set(on), key=on.count) if on else 0


def position_picture(
    state: State, look: Scenery, tell: Say, squares: Sequence[int] = (), floor: int | None = None
) -> QPixmap:
    """The position; `squares`: where something happens, ringed. `floor`: another than the one it is about."""
    floor = floor_of(state, squares) if floor is None else floor
    ground = floor_picture(state.table.board, look, SQUARE, PAPER, floor)
    edge = round(MARGIN * SQUARE)
    made = QPixmap(ground.width() + 2 * edge, ground.height() + 2 * edge)
    made.fill(Qt.GlobalColor.white)
    with ink.painting(made) as pen:
        _letters(pen, ground.width() // SQUARE, ground.height() // SQUARE, edge)
        pen.translate(edge, edge)
        pen.drawPixmap(0, 0, ground)
        pen.setPen(QPen(PAPER.color("ink"), 2))
        pen.drawRect(QRectF(0, 0, ground.width(), ground.height()))
        places = state.table.board.squares
        rings = [QPointF((places[at][0] + 0.5) * SQUARE, (places[at][1] + 0.5) * SQUARE) for at in squares
                 if places[at][2] == floor]  # fmt: skip
        if len(rings) > 1:
            pen.setPen(
                QPen(PAPER.color("vermilion", 0.8), SQUARE * 0.12, Qt.PenStyle.DashLine, Qt.PenCapStyle.RoundCap)
            )
            pen.drawLine(rings[0], rings[1])
        for ring in rings:
            pen.setBrush(PAPER.color("vermilion", 0.28))
            pen.setPen(QPen(PAPER.color("vermilion"), SQUARE * 0.09))
            pen.drawEllipse(ring, SQUARE * 0.86, SQUARE * 0.86)
        paint_tokens(pen, state, SQUARE, PAPER, floor, size=FIGURE)
        _names(pen, state, floor, tell, QRectF(0, 0, ground.width(), ground.height()))
    return made


def prepare_position(
    state: State, look: Scenery, squares: Sequence[int] = (), floor: int | None = None
) -> Iterator[None]:
    """Paint what the picture is made of, bit by bit; then the picture itself is quick."""
    yield from warm(state.table.board, look, SQUARE, PAPER, floor_of(state, squares) if floor is None else floor)


def _font(share: float) -> QFont:
    font = fonts.font("strong")
    font.setPixelSize(max(6, round(SQUARE * share)))
    return font


def _letters(pen: QPainter, columns: int, rows: int, edge: int) -> None:
    """Columns have letters, rows numbers, on both sides."""
    pen.setFont(_font(0.5))
    pen.setPen(PAPER.color("faded"))
    middle = Qt.AlignmentFlag.AlignCenter
    for column in range(columns):
        for y in (0, edge + rows * SQUARE):
            letter = place_words(column, 0).rstrip("1")
            pen.drawText(QRectF(edge + column * SQUARE, y, SQUARE, edge), middle, letter)
    for row in range(rows):
        for x in (0, edge + columns * SQUARE):
            pen.drawText(QRectF(x, edge + row * SQUARE, edge, SQUARE), middle, str(row + 1))


def _names(pen: QPainter, state: State, floor: int, tell: Say, room: QRectF) -> None:
    """Who is who, beside each figure where nothing else is; a name for which there is no room is left to the words."""
    places, font = state.table.board.squares, _font(0.5)
    metrics = QFontMetricsF(font)
    here = {who: QPointF((places[f.at][0] + 0.5) * SQUARE, (places[f.at][1] + 0.5) * SQUARE)
            for who, f in by_figure(state.figures) if f.at >= 0 and places[f.at][2] == floor}  # fmt: skip
    half = SQUARE * FIGURE / 2
    taken = [QRectF(at.x() - half * 0.8, at.y() - half * 0.8, half * 1.6, half * 1.6) for at in here.values()]
    for who, at in here.items():
        text = tell(state.table.called[who])
        wide, high = metrics.horizontalAdvance(text) + 6, metrics.height()
        spot = next((rect for rect in _spots(at, wide, high, half, room) if not _hits(rect, taken)), None)
        if spot is None:
            continue
        taken.append(spot)
        path = QPainterPath()
        path.addText(spot.left() + 3, spot.top() + metrics.ascent(), font, text)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(QColor(255, 255, 255, 225), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                        Qt.PenJoinStyle.RoundJoin))  # fmt: skip
        pen.drawPath(path)
        pen.fillPath(path, PAPER.color("ink"))


def _spots(at: QPointF, wide: float, high: float, half: float, room: QRectF) -> Iterable[QRectF]:
    """Below, above, right, left, then askew; moved into the picture where it would stick out."""
    below, above = at.y() + half * 0.86, at.y() - half * 0.86 - high
    right, left = at.x() + half * 0.9, at.x() - half * 0.9 - wide
    middle = at.x() - wide / 2
    for x, y in (
        (middle, below), (middle, above), (right, at.y() - high / 2), (left, at.y() - high / 2), (right - half, above),
        (left + half, above), (right - half, below), (left + half, below), (middle, above - high),
        (middle, below + high),
    ):  # fmt: skip
        rect = QRectF(x, y, wide, high)
        rect.moveLeft(max(room.left(), min(rect.left(), room.right() - wide)))
        if room.contains(rect) or (wide > room.width() and room.top() <= y <= room.bottom() - high):
            yield rect


def _hits(rect: QRectF, taken: Iterable[QRectF]) -> bool:
    return any(rect.intersects(other) for other in taken)
