"""The branches of a campaign as a river with stones to step on, the one shown in ink; and the steps of a chapter."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.record import Chosen
from companion.model.core.timeline import common
from companion.model.games.asagiri.campaign.chronicle import BranchPlace, Chronicle
from companion.ui.kit.list_view import Line, LineDelegate, ListView
from companion.ui.kit.scroll import ScrollStrip
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Backdrop, InkWidget, SteppingButton, discard

Kind = Literal["begin", "battle", "approved"]
UNDER_WAY = 0.3
"""How far beyond its last stone a branch reaches that has gone on since, in chapters."""

PARTING = 0.34
"""How long a branch takes to reach its own lane, in chapters."""


@dataclass(frozen=True, slots=True)
class Stone:
    """A place that one may go back to."""

    branch: int
    place: BranchPlace
    kind: Kind
    at: float


@dataclass(frozen=True, slots=True)
class Course:
    """One branch: it flows from `source` to `end`, on a lane of its own after leaving its origin's."""

    branch: int
    lane: int
    origin: int | None
    source: float
    end: float
    stones: tuple[Stone, ...]
    here: float
    """Where the branch stands: at its cursor."""


def courses(chronicle: Chronicle) -> tuple[Course, ...]:
    """All branches, in their order."""
    found: list[Course] = []
    for n, branch in enumerate(chronicle.branches):
        session = chronicle.session_of(n)
        shared = common(session.steps, chronicle.session_of(branch.origin).steps) if branch.origin is not None else 0
        places = chronicle.places(n)
        stones = tuple(
            Stone(n, place, _kind(chronicle, n, place), _at(chronicle, n, place))
            for place in places
            if branch.origin is None or place.cursor > shared
        )
        source = _along(chronicle, n, places, shared) if branch.origin is not None else 0.0
        if stones and branch.origin is not None:  # room to leave the origin before the first stone
            source = max(0.0, min(source, stones[0].at - PARTING))
        end = max(_along(chronicle, n, places, len(session.steps)), source + UNDER_WAY)
        found.append(Course(n, n, branch.origin, source, end, stones, _along(chronicle, n, places, session.cursor)))
    return tuple(found)


def _along(chronicle: Chronicle, branch: int, places: Sequence[BranchPlace], cursor: int) -> float:
    """How far a branch has come after so many steps: between two stones in proportion."""
    before = [place for place in places if place.cursor <= cursor][-1]
    after = next((place for place in places if place.cursor > cursor), None)
    start = _at(chronicle, branch, before)
    if after is None:
        return start + (UNDER_WAY if cursor > before.cursor else 0.0)
    share = (cursor - before.cursor) / (after.cursor - before.cursor)
    return start + share * (_at(chronicle, branch, after) - start)


def chapter_steps(chronicle: Chronicle, branch: int, cursor: int) -> range:
    """The steps of the chapter in which a place of a branch lies; an approval ends the one it approves."""
    session = chronicle.session_of(branch)
    number = session.state_at(max(0, cursor - 1)).now.chapter
    inside = [n for n in range(len(session.steps)) if session.state_at(n).now.chapter == number]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def won_step(chronicle: Chronicle, branch: int, cursor: int) -> str | None:
    """Who has won by the step just before a place (a seat, or nobody); None: that step is another one."""
    if cursor < 1:
        return None
    intent = chronicle.session_of(branch).steps[cursor - 1].intent
    if not isinstance(intent, Chosen) or not intent.option.startswith("won:"):
        return None
    return intent.option.partition(":")[2]


def _kind(chronicle: Chronicle, branch: int, place: BranchPlace) -> Kind:
    if place.cursor == 0:
        return "begin"
    return "battle" if won_step(chronicle, branch, place.cursor) is not None else "approved"


def _at(chronicle: Chronicle, branch: int, place: BranchPlace) -> float:
    return {"begin": 0.0, "battle": place.chapter + 0.5, "approved": place.chapter + 1.0}[
        _kind(chronicle, branch, place)
    ]


SIGNS: dict[Kind, str] = {"begin": "play", "battle": "sword", "approved": "check"}
SIDE, LANE, CHAPTER = 30, 74, 94
MOST = 250
"""How wide a chapter becomes where there is room."""
LEFT, TOP = 44, 58
NAME = 230
"""Room for the name of a branch after its end."""


class StoneButton(SteppingButton):
    """A place of a branch."""

    def __init__(self, stone: Stone, name: str, parent: QWidget) -> None:
        """`name`: what happened there, in words."""
        super().__init__(parent)
        self.stone = stone
        self.chosen = False
        self.setText(name)
        self.setToolTip(name)
        self.setAccessibleName(name)

    def set_chosen(self, on: bool) -> None:
        if on != self.chosen:
            self.chosen = on
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE + 10), fonts.px(SIDE + 10))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(5, 5, -5, -5)
        stone = ink.rough_disc(box.center(), box.width() / 2 - 1, f"{self.stone.branch}{self.stone.place.cursor}", 0.03)
        pen.setPen(QPen(theme.color("ink" if self.chosen or self.underMouse() else "faded"), 1.6))
        pen.setBrush(theme.color("surface"))
        pen.drawPath(stone)
        inset = box.width() * 0.26
        icons.paint(pen, SIGNS[self.stone.kind], theme.color("ink"), box.adjusted(inset, inset, -inset, -inset))
        if self.chosen:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2.6))
            pen.drawEllipse(box.adjusted(-3, -3, 3, 3))
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.3, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)


def _current(t: float) -> float:
    return 0.75 + 0.25 * math.sin(t * 9)


class River(InkWidget):
    """The painting and its stones. `chosen`: a place of a branch is looked at."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.courses: tuple[Course, ...] = ()
        self.stones: list[StoneButton] = []
        self._names: Sequence[str] = ()
        self._chapters: Sequence[str] = ()
        self._here_words = ""
        self._current = 0
        self._chapter = float(fonts.px(CHAPTER))
        self._backdrop = Backdrop(self._draw)

    def tell(
        self,
        courses: Sequence[Course],
        current: int,
        names: Sequence[str],
        chapters: Sequence[str],
        words: Callable[[Stone], str],
        here: str,
    ) -> None:
        """Show these branches; `names` of branches, `chapters` of adventures, `words` of a stone."""
        self.courses, self._current, self._names, self._chapters = tuple(courses), current, names, chapters
        self._here_words = here
        held = next(((s.stone.branch, s.stone.place.cursor) for s in self.stones if s.hasFocus()), None)
        discard(*self.stones)
        self.stones = []
        for course in self.courses:
            for stone in course.stones:
                made = StoneButton(stone, words(stone), self)
                made.clicked.connect(lambda _=False, s=stone: self.chosen.emit(s.branch, s.place.cursor))
                made.stepped.connect(lambda along, across, made=made: self._step(made, along, across))
                made.show()
                self.stones.append(made)
        self._lay_out()
        self.update()
        again = next((s for s in self.stones if (s.stone.branch, s.stone.place.cursor) == held), None)
        if again is not None:
            again.setFocus()

    def mark(self, branch: int, cursor: int) -> None:
        for stone in self.stones:
            stone.set_chosen((stone.stone.branch, stone.stone.place.cursor) == (branch, cursor))

    def refresh(self) -> None:
        self._lay_out()
        super().refresh()

    def _step(self, stone: StoneButton, along: int, across: int) -> None:
        here = stone.stone
        if along:
            line = [s for s in self.stones if s.stone.branch == here.branch]
            n = line.index(stone) + along
            if n < 0 and (origin := self.courses[here.branch].origin) is not None:
                # against the current: into the branch it came from
                line = [
                    s
                    for s in self.stones
                    if s.stone.branch == origin and s.stone.at <= self.courses[here.branch].source
                ]
                n = len(line) - 1
            if line:
                self._take(line[max(0, min(n, len(line) - 1))])
            return
        lanes = [s for s in self.stones if (s.stone.branch - here.branch) * across > 0]
        if lanes:
            self._take(min(lanes, key=lambda s: (abs(s.stone.branch - here.branch), abs(s.stone.at - here.at))))

    @staticmethod
    def _take(stone: StoneButton) -> None:
        stone.setFocus(Qt.FocusReason.TabFocusReason)
        stone.click()

    def _x(self, along: float) -> float:
        return fonts.px(LEFT) + along * self._chapter

    def _y(self, lane: int) -> float:
        return fonts.px(TOP) + (lane + 0.4) * fonts.px(LANE)

    def _wave(self, along: float, lane: int) -> QPointF:
        """A point of a lane: water runs nowhere straight."""
        sway = math.sin(along * 2.1 + lane * 1.7) * fonts.px(6)
        return QPointF(self._x(along), self._y(lane) + sway)

    def _far(self) -> float:
        """How many chapters there are to paint."""
        return max([1.0, float(len(self._chapters)), *(course.end for course in self.courses)])

    def fill(self, width: int) -> None:
        """Make chapters wider where there is room for it."""
        room = (width - fonts.px(LEFT + NAME)) / self._far()
        chapter = max(float(fonts.px(CHAPTER)), min(float(fonts.px(MOST)), room))
        if abs(chapter - self._chapter) > 0.5:
            self._chapter = chapter
            self._lay_out()
            self.update()

    def sizeHint(self) -> QSize:
        far = self._far()
        high = self._y(max((course.lane for course in self.courses), default=0)) + fonts.px(46)
        return QSize(round(self._x(far) + fonts.px(NAME)), round(high))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _lay_out(self) -> None:
        for stone in self.stones:
            size = stone.sizeHint()
            at = self._wave(stone.stone.at, self.courses[stone.stone.branch].lane)
            stone.resize(size)
            stone.move(round(at.x() - size.width() / 2), round(at.y() - size.height() / 2))
        self.updateGeometry()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        key = (self.courses, self._current, tuple(self._names), tuple(self._chapters), self._here_words, self._chapter)
        pen.drawPixmap(0, 0, self._backdrop.get(self, key))

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        self._paint_chapters(pen, size, theme)
        for course in sorted(self.courses, key=lambda one: one.branch == self._current):
            self._paint_course(pen, course, theme)
        for course in self.courses:
            self._paint_name(pen, course, theme)

    def _paint_chapters(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        pen.setFont(fonts.font("small"))
        metrics = QFontMetricsF(pen.font())
        wide = self._chapter
        for n, name in enumerate(self._chapters):
            x = self._x(n)
            pen.setPen(QPen(theme.color("hairline"), 1, Qt.PenStyle.DashLine))
            pen.drawLine(QPointF(x + wide, fonts.px(40)), QPointF(x + wide, size.height()))
            room = QRectF(x + fonts.px(2), 0, wide - fonts.px(4), fonts.px(38))
            pen.setPen(theme.color("faded"))
            lines = fonts.wrapped(name, metrics, room.width(), 2)
            pen.drawText(room, Qt.AlignmentFlag.AlignCenter, "\n".join(lines))

    def _line_of(self, course: Course) -> QPainterPath:
        path = QPainterPath()
        start = course.source
        if course.origin is None:
            path.moveTo(self._wave(-0.22, course.lane))
        else:
            origin = self._wave(course.source, self.courses[course.origin].lane)
            start = min(course.source + PARTING * 0.85, course.end)
            goal = self._wave(start, course.lane)
            path.moveTo(origin)
            bend = (goal.x() - origin.x()) * 0.6
            path.cubicTo(origin + QPointF(bend, fonts.px(4)), goal - QPointF(bend, fonts.px(2)), goal)
        steps = max(2, round((course.end - start) * 12))
        for k in range(1, steps + 1):
            path.lineTo(self._wave(start + (course.end - start) * k / steps, course.lane))
        return path

    def _paint_course(self, pen: QPainter, course: Course, theme: Theme) -> None:
        mine = course.branch == self._current
        seed, line = f"river{course.branch}", self._line_of(course)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("water", 0.16 if mine else 0.09))
        pen.drawPath(ink.brush_stroke(line, fonts.px(17), seed, pressure=_current, rough=0.1))
        pen.setBrush(theme.color("ink") if mine else theme.mix("faded", "ground", 0.35))
        width = fonts.px(5.5 if mine else 3.6)
        pen.drawPath(ink.brush_stroke(line, width, seed, pressure=ink.brush_pressure(0.8, 0.4), rough=0.08))

    def _paint_name(self, pen: QPainter, course: Course, theme: Theme) -> None:
        mine = course.branch == self._current
        end = self._wave(course.end, course.lane)
        room = QRectF(end.x() + fonts.px(22), end.y() - fonts.px(24), fonts.px(NAME - 28), fonts.px(26))
        font = fonts.font("name", 15 / 18 if mine else 13.5 / 18)
        pen.setFont(font)
        pen.setPen(theme.color("ink" if mine else "faded"))
        cut = QFontMetricsF(font).elidedText(self._names[course.branch], Qt.TextElideMode.ElideRight, room.width())
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, cut)
        if mine:
            pen.setFont(fonts.font("strong", 12 / 14))
            pen.setPen(theme.color("vermilion"))
            pen.drawText(room.translated(0, fonts.px(20)), Qt.AlignmentFlag.AlignVCenter, self._here_words)
            here = self._wave(course.here, course.lane) - QPointF(0, fonts.px(SIDE / 2 + 7))
            flag = fonts.px(20)
            icons.paint(
                pen, "flag", theme.color("vermilion"), QRectF(here.x() - flag * 0.3, here.y() - flag, flag, flag)
            )


class RiverBed(ScrollStrip):
    """The river scrolls where it is longer than the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        river = River()
        super().__init__(river, parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.river = river

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.river.fill(self.viewport().width())

    def fit(self) -> None:
        """As high as the river, up to some lanes; then it scrolls."""
        self.river.fill(self.viewport().width())
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(min(self.river.sizeHint().height(), fonts.px(TOP + 4 * LANE)) + bar)

    def look_at(self, branch: int, cursor: int) -> None:
        """Mark a stone and scroll to it."""
        self.river.mark(branch, cursor)
        for stone in self.river.stones:
            if stone.chosen:
                self.reveal(stone, CHAPTER, 20)


class StepDelegate(LineDelegate):
    """Paints a step in one line, with its number before it."""

    least, wide = 150, 260

    def height(self, line: Line, width: int) -> int:
        return round(QFontMetricsF(fonts.font("text")).height()) + fonts.px(9)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        pen.setFont(fonts.font("digits", 12 / 14))
        pen.setPen(theme.color("faded"))
        number = QRectF(box.left(), box.top(), fonts.px(40), box.height())
        pen.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, line.value)
        font = fonts.font("strong" if line.chosen else "text")
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        room = box.adjusted(fonts.px(54), 0, -fonts.px(4), 0)
        cut = QFontMetricsF(font).elidedText(line.title, Qt.TextElideMode.ElideRight, room.width())
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, cut)


class ChapterSteps(ListView):
    """Every step of a chapter; the id of a line is the place right after the step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_delegate(StepDelegate(self))
        self.setUniformItemSizes(True)
        self.setMinimumHeight(fonts.px(180))

    def tell(self, name: str, steps: Sequence[tuple[int, str]], place: int) -> None:
        self.setAccessibleName(name)
        self.show_lines([Line(str(at), words, value=str(at), tip=words, chosen=at == place) for at, words in steps])
        self.hold(str(place))
        self.scrollTo(self.currentIndex())
