"""The rosters as they were at a place of the past, and two branches side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.chronicle import BranchComparison, ComparedRoster, compare
from companion.model.games.asagiri.campaign.state import SEATS, Account, Member, State
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.kit.layouts import TOP, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Label

from .rosters import MemberDelegate, member_line


def member_lines(state: State, members: Sequence[Member]) -> list[Line]:
    """Members as they are in a state, alive or among the dead, for a list with `MemberDelegate` only to look at."""
    dead = {known.id for roster in state.now.rosters for known in roster.fallen}
    return [replace(member_line(state, one, dead=one.id in dead, going=False), on=False) for one in members]


def member_list(parent: QWidget) -> ListView:
    """An empty list of members only to look at."""
    view = ListView(parent, grows=True)
    view.takes_keys = False
    view.set_delegate(MemberDelegate(view))
    return view


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


OTHERWISE = "•"


class ComparisonPage(QWidget):
    """See the module: a column of words, one of the left branch, one of the right one."""

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._inside = QWidget(self)
        self._page = vbox(self._inside, 1, on=self)
        self.rows: list[tuple[str, str, str, bool]] = []
        """What stands there: the words of a row, left, right, and whether they differ."""

    def tell(self, left: int, right: int, names: tuple[str, str]) -> BranchComparison:
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

    def _chapters(self, grid: QGridLayout, found: BranchComparison, left: State, right: State) -> None:
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

    def _side(self, grid: QGridLayout, side: ComparedRoster, seat: int, left: State, right: State) -> None:
        t, row = self._controller.say, grid.rowCount()
        grid.addWidget(Rule(self._inside, weight=2), row, 0, 1, 4)
        grid.addWidget(Heading(t(say("Roster {seat}", seat=SEATS[seat])), self._inside, level=3), row + 1, 1)
        self._row(grid, say("Worth"), t(zeni(side.zeni[0])), t(zeni(side.zeni[1])))
        self._row(grid, say("Times disabled"), t(zeni(side.lost[0])), t(zeni(side.lost[1])))
        both = {member.id for member in side.both}
        there = [member for member in right.approved[seat].members if member.id in both]
        self._people(grid, say("In both branches"), member_lines(left, side.both), member_lines(right, there))
        if side.left or side.right:
            one, other = member_lines(left, side.left), member_lines(right, side.right)
            self._people(grid, say("In one branch only"), one, other, True)
        if any(side.dead):
            self._people(grid, say("Dead"), member_lines(left, side.dead[0]), member_lines(right, side.dead[1]))

    def _people(
        self, grid: QGridLayout, title: Message, left: list[Line], right: list[Line], otherwise: bool = False
    ) -> None:
        said = ["; ".join(f"{line.title}: {line.words}" for line in cell) for cell in (left, right)]
        otherwise = otherwise or said[0] != said[1]
        row = self._head(grid, title, otherwise)
        self.rows.append((self._controller.say(title), said[0], said[1], otherwise))
        for column, cell in ((2, left), (3, right)):
            if cell:
                view = member_list(self._inside)
                view.setAccessibleName(self._controller.say(title))
                view.show_lines(cell)
                grid.addWidget(view, row, column, TOP)
            else:
                none = Label(self._inside)
                none.setText("–")
                grid.addWidget(none, row, column, TOP)

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
        grid.addWidget(sign, row, 0, TOP)
        grid.addWidget(words, row, 1, TOP)
        return row
