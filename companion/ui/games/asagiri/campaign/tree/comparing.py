"""Two branches side by side, in words and figures; what differs is marked by a sign and by weight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.state import SEATS, Account, Member, State
from companion.model.games.asagiri.campaign.statistics import Comparison, Side, compare
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.kit.fold_layout import vbox
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts

from .then import People, someone

OTHERWISE = "•"


class ComparisonPage(QWidget):
    """See the module: a column of words, one of the left branch, one of the right one."""

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._campaigning, self._faces = campaigning, faces
        self._inside = QWidget(self)
        self._page = vbox(self._inside, 1, on=self)
        self.rows: list[tuple[str, str, str, bool]] = []
        """What stands there: the words of a row, left, right, and whether they differ."""

    def tell(self, left: int, right: int, names: tuple[str, str]) -> Comparison:
        """Compare two branches as they stand."""
        chronicle = self._campaigning.chronicle
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
        t = self._campaigning.say
        won = [t(say("{a} to {b}", a=pair[0], b=pair[1])) for pair in found.won]
        self._row(grid, say("Adventures won"), won[0], won[1])
        for n, row in enumerate(found.chapters):
            known = row.left or row.right
            assert known is not None
            name = chapter_words(left, known.chapter)
            title = say("{number}. {chapter}", number=n + 1, chapter=name)
            self._row(grid, title, self._winner(left, row.left), self._winner(right, row.right))

    def _winner(self, state: State, account: Account | None) -> str:
        t = self._campaigning.say
        if account is None:
            return t(say("not played yet"))
        if account.winner is None:
            return t(say("No winner"))
        page = next((one for one in state.box.adventures if one.id == account.chapter), None)
        seat = SEATS[account.winner]
        side = say("Roster {seat}", seat=seat) if page is None else Name.of(page.sides[account.winner].name)
        return t(say("{side} won", side=side))

    def _side(self, grid: QGridLayout, side: Side, seat: int, left: State, right: State) -> None:
        t, row = self._campaigning.say, grid.rowCount()
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
        self.rows.append((self._campaigning.say(title), said[0], said[1], otherwise))
        for column, cell, words in ((2, left, said[0]), (3, right, said[1])):
            cell.setAccessibleName(self._campaigning.say(title))
            cell.setVisible(bool(cell.people))
            text = Label(self._inside, font="small", role="ink" if otherwise else "faded")
            text.setText(words or "–")
            box = vbox(cell, text, 1, spacing=0)
            grid.addLayout(box, row, column)

    def _row(self, grid: QGridLayout, title: Message, left: str, right: str) -> None:
        otherwise = left != right
        row = self._head(grid, title, otherwise)
        self.rows.append((self._campaigning.say(title), left, right, otherwise))
        for column, words in ((2, left), (3, right)):
            text = Label(self._inside, role="ink" if otherwise else "faded", font="strong" if otherwise else "text")
            text.setText(words)
            grid.addWidget(text, row, column)

    def _head(self, grid: QGridLayout, title: Message, otherwise: bool) -> int:
        row = grid.rowCount()
        sign = Label(self._inside, role="vermilion", font="strong", wrap=False)
        sign.setText(OTHERWISE if otherwise else "")
        sign.setAccessibleName(self._campaigning.say(say("different") if otherwise else say("the same")))
        words = Label(self._inside, role="ink")
        words.setText(self._campaigning.say(title))
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(sign, row, 0, top)
        grid.addWidget(words, row, 1, top)
        return row
