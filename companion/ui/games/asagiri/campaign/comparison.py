"""The rosters as they were at a place of the past, and two branches side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.state import SEATS, Account, Member, State
from companion.model.games.asagiri.campaign.statistics import Comparison, Side, compare
from companion.model.games.asagiri.state.formatting import STATE_WORDS, zeni
from companion.ui.games.asagiri.campaign.after.panel import paint_portrait
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget

from .controller import CampaignController, Faces

SIDE = 38


@dataclass(frozen=True, slots=True)
class Someone:
    """A member, in words and as a portrait."""

    face: CardFace
    state: str
    words: str


def someone(faces: Faces, state: State, member: Member) -> Someone:
    """A member as it is in a state: alive, or among the dead."""
    dead = any(known.id == member.id for roster in state.now.rosters for known in roster.fallen)
    parts = [tr(say("dead") if dead else Message(STATE_WORDS[member.state]))]
    if member.equipment is not None:
        parts.append(faces.gear(member.equipment).name)
    if member.honour is not None:
        parts.append(tr(faces.honour(member.honour)[0]))
    return Someone(faces.member(state, member), "dead" if dead else member.state, " · ".join(parts))


class People(InkWidget):
    """Members one below the other, or (`beside`) portraits in a row; screen readers hear all of them."""

    def __init__(self, parent: QWidget | None = None, *, beside: bool = False) -> None:
        super().__init__(parent)
        self.people: tuple[Someone, ...] = ()
        self._beside = beside
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def tell(self, name: str, people: Sequence[Someone]) -> None:
        self.people = tuple(people)
        self.setAccessibleName(name)
        self.setAccessibleDescription("; ".join(f"{one.face.name}: {one.words}" for one in self.people))
        self.setToolTip("\n".join(f"{one.face.name}: {one.words}" for one in self.people) if self._beside else "")
        self.setFixedHeight(self.sizeHint().height())
        self.refresh()

    def refresh(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        super().refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setFixedHeight(self.sizeHint().height())

    def _row(self) -> float:
        return float(fonts.px(SIDE + (6 if self._beside else 10)))

    def _columns(self) -> int:
        return max(1, int(self.width() // self._row())) if self._beside else 1

    def sizeHint(self) -> QSize:
        rows = -(-len(self.people) // self._columns())
        return QSize(fonts.px(260), round(max(1, rows) * self._row()))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(150), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, side, high = palette.current(), float(fonts.px(SIDE)), self._row()
        with ink.painting(self) as pen:
            for n, one in enumerate(self.people):
                column, row = n % self._columns(), n // self._columns()
                box = QRectF(column * high + 3, row * high + 2, side, side)
                paint_portrait(pen, box, one.face, one.state, theme, self.devicePixelRatioF())
                if self._beside:
                    continue
                words = QRectF(box.right() + fonts.px(9), box.top(), self.width() - box.right() - fonts.px(9), side)
                name = fonts.font("name", 14.5 / 18)
                half = QFontMetricsF(name).height()
                lines: tuple[tuple[str, QFont, Role, float], ...] = (
                    (one.face.name, name, "ink", words.top() - 1),
                    (one.words, fonts.font("small"), "faded", words.top() + half - 2),
                )
                for text, font, role, top in lines:
                    pen.setFont(font)
                    pen.setPen(theme.color(role))
                    cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, words.width())
                    pen.drawText(QRectF(words.left(), top, words.width(), half), Qt.AlignmentFlag.AlignVCenter, cut)


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


class Steps(ListView):
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


OTHERWISE = "•"


class ComparisonPage(QWidget):
    """See the module: a column of words, one of the left branch, one of the right one."""

    def __init__(self, controller: CampaignController, faces: Faces, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller, self._faces = controller, faces
        self._inside = QWidget(self)
        self._page = vbox(self._inside, 1, on=self)
        self.rows: list[tuple[str, str, str, bool]] = []
        """What stands there: the words of a row, left, right, and whether they differ."""

    def tell(self, left: int, right: int, names: tuple[str, str]) -> Comparison:
        chronicle = self._controller.chronicle
        one, other = chronicle.session_of(left), chronicle.session_of(right)
        found = compare(one, other)
        self._clear()
        grid = QGridLayout(self._inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(fonts.px(26))
        grid.setVerticalSpacing(fonts.px(5))
        for column, share in ((0, 0), (1, 3), (2, 5), (3, 5)):
            grid.setColumnStretch(column, share)
        for column, name in ((2, names[0]), (3, names[1])):
            grid.addWidget(Heading(name, self._inside, level=3), 0, column)
        self._chapters(grid, found, one.state, other.state)
        for seat in (0, 1):
            self._side(grid, found.sides[seat], seat, one.state, other.state)
        return found

    def _clear(self) -> None:
        self._page.removeWidget(self._inside)
        self._inside.hide()
        self._inside.deleteLater()
        self._inside = QWidget(self)
        self._page.insertWidget(0, self._inside)
        self._inside.show()
        self.rows = []

    def _chapters(self, grid: QGridLayout, found: Comparison, left: State, right: State) -> None:
        t = self._controller.say
        won = [t(say("{a} to {b}", a=pair[0], b=pair[1])) for pair in found.won]
        self._row(grid, say("Adventures won"), won[0], won[1])
        for n, row in enumerate(found.chapters):
            known = row.left or row.right
            assert known is not None
            name = chapter_words(left, known.chapter)
            title = say("{number}. {chapter}", number=n + 1, chapter=name)
            self._row(grid, title, self._winner(left, row.left), self._winner(right, row.right))

    def _winner(self, state: State, account: Account | None) -> str:
        t = self._controller.say
        if account is None:
            return t(say("not played yet"))
        if account.winner is None:
            return t(say("No winner"))
        page = next((one for one in state.box.adventures if one.id == account.chapter), None)
        seat = SEATS[account.winner]
        side = say("Roster {seat}", seat=seat) if page is None else Name.of(page.sides[account.winner].name)
        return t(say("{side} won", side=side))

    def _side(self, grid: QGridLayout, side: Side, seat: int, left: State, right: State) -> None:
        t, row = self._controller.say, grid.rowCount()
        grid.addWidget(Rule(self._inside, weight=2), row, 0, 1, 4)
        grid.addWidget(Heading(t(say("Roster {seat}", seat=SEATS[seat])), self._inside, level=3), row + 1, 1)
        self._row(grid, say("Worth"), t(zeni(side.zeni[0])), t(zeni(side.zeni[1])))
        self._row(grid, say("Times disabled"), t(zeni(side.lost[0])), t(zeni(side.lost[1])))
        both = tuple(member.id for member in side.both)
        self._people(
            grid, say("In both branches"), self._of(left, side.both), self._of(right, self._ids(right, seat, both))
        )
        if side.left or side.right:
            self._people(grid, say("In one branch only"), self._of(left, side.left), self._of(right, side.right), True)
        if any(side.dead):
            self._people(grid, say("Dead"), self._of(left, side.dead[0]), self._of(right, side.dead[1]))

    def _ids(self, state: State, seat: int, ids: Sequence[str]) -> tuple[Member, ...]:
        return tuple(member for member in state.approved[seat].members if member.id in ids)

    def _of(self, state: State, members: Sequence[Member]) -> People:
        made = People(self._inside, beside=True)
        made.tell("", [someone(self._faces, state, member) for member in members])
        return made

    def _people(self, grid: QGridLayout, title: Message, left: People, right: People, otherwise: bool = False) -> None:
        said = ["; ".join(f"{one.face.name}: {one.words}" for one in cell.people) for cell in (left, right)]
        otherwise = otherwise or said[0] != said[1]
        row = self._head(grid, title, otherwise)
        self.rows.append((self._controller.say(title), said[0], said[1], otherwise))
        for column, cell, words in ((2, left, said[0]), (3, right, said[1])):
            cell.setAccessibleName(self._controller.say(title))
            cell.setVisible(bool(cell.people))
            text = Label(self._inside, font="small", role="ink" if otherwise else "faded")
            text.setText(words or "–")
            box = vbox(cell, text, 1, spacing=0)
            grid.addLayout(box, row, column)

    def _row(self, grid: QGridLayout, title: Message, left: str, right: str) -> None:
        otherwise = left != right
        row = self._head(grid, title, otherwise)
        self.rows.append((self._controller.say(title), left, right, otherwise))
        for column, words in ((2, left), (3, right)):
            text = Label(self._inside, role="ink" if otherwise else "faded", font="strong" if otherwise else "text")
            text.setText(words)
            grid.addWidget(text, row, column)

    def _head(self, grid: QGridLayout, title: Message, otherwise: bool) -> int:
        row = grid.rowCount()
        sign = Label(self._inside, role="vermilion", font="strong", wrap=False)
        sign.setText(OTHERWISE if otherwise else "")
        sign.setAccessibleName(self._controller.say(say("different") if otherwise else say("the same")))
        words = Label(self._inside, role="ink")
        words.setText(self._controller.say(title))
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(sign, row, 0, top)
        grid.addWidget(words, row, 1, top)
        return row
