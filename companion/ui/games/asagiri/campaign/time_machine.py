"""The time machine: the branches of a campaign, how it was at each place, back to it, what if, and two compared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.chronicle import BranchComparison, ComparedRoster, compare
from companion.model.games.asagiri.campaign.options import Won, side_words
from companion.model.games.asagiri.campaign.state import SEATS, Account, State
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.games.asagiri.campaign.rosters import member_lines, member_list
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import TOP, FlowRow, Gap, fold, hbox, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Heading, Rule, Toast
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Label

from .river import ChapterSteps, RiverBed, Stone, chapter_steps, courses, won_step


class TimeMachine(Screen):
    """See the module. Looking changes nothing; `left`: back to the campaign as it stands now.

    What the campaign refuses is said by whoever holds the page.
    """

    help_page = "asagiri/campaigns"

    contexts = ("ways",)

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("History"))
        self.controller = controller
        self.branch, self.place = controller.chronicle.current, controller.session.cursor
        self._others: int | None = None
        """The branch compared with the one looked at."""
        self._make()
        self._lay_out()
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.retranslate()

    def _make(self) -> None:
        self._heading = Heading(say("History"), self, level=2, kanji="道")
        self.back = InkButton(say("Campaign"), "quiet", self, sign="chevron-left", key="Esc", clicked=self.left)
        self.bed = RiverBed(self)
        self.river = says(self.bed.river, name=say("Branches of the campaign"))
        self.where = Heading("", self, level=3)
        self.what = Label(self, role="ink")
        self.naming = says(QLineEdit(self), name=say("Branch name"), hint=say("Branch name"))
        self.naming.setMaxLength(80)
        self.naming.hide()
        self._steps_title = Label(self, font="small")
        self.steps = ChapterSteps(self)
        self._sides = [(Heading("", self, level=3), Label(self, font="small"), member_list(self)) for _ in SEATS]
        self.comparison = ComparisonPage(self.controller, self)
        self.comparison.hide()
        self.go_back = InkButton("", "primary", self, deed="ways.back", clicked=self.back_to_here)
        self._tools = FlowRow(self)
        self.fork = InkButton(say("New branch from here"), "quiet", self._tools, sign="plus", deed="ways.branch",
                              clicked=self.branch_here)  # fmt: skip
        self.otherwise = InkButton("", "quiet", self._tools, sign="help", deed="ways.otherwise", clicked=self.what_if)
        self.rename = InkButton(say("Rename the branch"), "quiet", self._tools, sign="edit", deed="ways.rename",
                                clicked=self.begin_naming)  # fmt: skip
        self.compare = InkButton(
            "", "quiet", self._tools, sign="chart", deed="ways.compare", clicked=self.toggle_comparison
        )
        for tool in (self.fork, self.otherwise, self.rename, self.compare):
            self._tools.add(tool)

    def _lay_out(self) -> None:
        self._then = QWidget(self)
        steps = vbox(self._steps_title, (self.steps, 1), spacing=4)
        sides = [vbox(*parts, 1, spacing=3) for parts in self._sides]
        fold((steps, 4), *((side, 3) for side in sides), on=self._then, spacing=30, most=4000)
        vbox(
            hbox(self.back, Gap(10), (self._heading, 1)),
            self.bed,
            self.where,
            self.naming,
            self.what,
            (self._then, 1),
            (self.comparison, 1),
            fold((self._tools, 1), self.go_back, spacing=10),
            on=self,
            spacing=10,
        )

    def _connect(self) -> None:
        c = self.controller
        c.changed.connect(self._changed)
        self.river.chosen.connect(self.look)
        self.steps.chosen.connect(lambda place: self.look(self.branch, int(place)))
        self.naming.returnPressed.connect(self._named)
        self.bind(
            {
                "ways.back": self.back_to_here,
                "ways.branch": self.branch_here,
                "ways.otherwise": self.what_if,
                "ways.rename": self.begin_naming,
                "ways.compare": self.toggle_comparison,
            }
        )

    def look(self, branch: int, cursor: int) -> None:
        """Look at a place of any branch; the campaign does not move."""
        if branch != self.branch:
            self._others = None
        self.branch, self.place = branch, cursor
        self._show_place()

    @property
    def here(self) -> bool:
        """Whether one looks at where the campaign stands."""
        chronicle = self.controller.chronicle
        return (self.branch, self.place) == (chronicle.current, chronicle.session.cursor)

    def refresh(self) -> None:
        chronicle = self.controller.chronicle
        if self.branch >= len(chronicle.branches) or self.place > len(chronicle.session_of(self.branch).steps):
            self.branch, self.place = chronicle.current, chronicle.session.cursor
        t, state = self.controller.say, self.controller.state
        chapters = [t(chapter_words(state, id)) for id in state.now.settings.chapters]
        names = [self.controller.branch_name(n) for n in range(len(chronicle.branches))]
        self.river.tell(courses(chronicle), chronicle.current, names, chapters, self._words_of, t(say("here")))
        self.bed.fit()
        self._show_place()

    def _words_of(self, stone: Stone) -> str:
        t = self.controller.say
        where = say("{place} ({branch})", place=stone.place.words, branch=self.controller.branch_name(stone.branch))
        return t(where) if len(self.controller.chronicle.branches) > 1 else t(stone.place.words)

    def _show_place(self) -> None:
        chronicle, t = self.controller.chronicle, self.controller.say
        session = chronicle.session_of(self.branch)
        state = session.state_at(self.place)
        self.bed.look_at(self.branch, self.place)
        self.where.setText(self.controller.branch_name(self.branch))
        done = session.describe_step(self.place - 1) if self.place else say("Start of the campaign")
        self.what.setText(t(done))
        steps = chapter_steps(chronicle, self.branch, self.place)
        if steps:
            chapter = session.state_at(steps[0]).now
            ids = chapter.settings.chapters
            name = chapter_words(state, ids[chapter.chapter] if chapter.chapter < len(ids) else "")
            self._steps_title.setText(t(say("Step by step: {chapter}", chapter=name)))
        self._steps_title.setVisible(bool(steps))
        self.steps.tell(self._steps_title.text(), [(n + 1, t(session.describe_step(n))) for n in steps], self.place)
        for seat, (title, purse, people) in enumerate(self._sides):
            roster = state.approved[seat]
            title.setText(t(say("Roster {seat}", seat=SEATS[seat])))
            worth = roster.purse + sum(map(state.value, roster.members))
            spare = say("{zeni}, {purse} of it in the purse", zeni=zeni(worth), purse=zeni(roster.purse))
            purse.setText(t(spare if roster.purse else zeni(worth)))
            people.setAccessibleName(title.text())
            people.show_lines(member_lines(state, (*roster.members, *roster.fallen)))
        self._show_doings()

    def _show_doings(self) -> None:
        chronicle, t = self.controller.chronicle, self.controller.say
        comparing = self._others is not None
        self._then.setVisible(not comparing)
        self.what.setVisible(not comparing)
        self.where.setVisible(not comparing and self.naming.isHidden())
        self.comparison.setVisible(comparing)
        self.go_back.setVisible(not self.here)
        other = self.branch != chronicle.current
        self.go_back.setText(t(say("Continue from here, in this branch") if other else say("Go back to here")))
        won = won_step(chronicle, self.branch, self.place)
        self.otherwise.setVisible(won is not None)
        if won is not None:
            self.otherwise.setText(t(self._what_if_words(won)))
        self.compare.setVisible(len(chronicle.branches) > 1)
        self.compare.setText(t(say("Stop comparing") if comparing else say("Compare with another branch…")))
        self._tools.refresh()

    def _what_if_words(self, won: str) -> Message:
        state = self.controller.chronicle.session_of(self.branch).state_at(self.place - 1)
        seat = SEATS.index(self._other_way(won).winner)
        return say("What if {side} had won?", side=side_words(state, seat))

    @staticmethod
    def _other_way(won: str) -> Won:
        """The other seat; where nobody has won, the first."""
        return Won(SEATS[1] if won == SEATS[0] else SEATS[0])

    def back_to_here(self) -> None:
        """The campaign stands at this place from now on; what came after can still be gone forward to."""
        c = self.controller
        cursor = self.place
        if self.here or not self._into():
            return
        if c.session.cursor == cursor or c.jump(cursor):
            words = say("The campaign is here now. Continuing starts a new branch if approved results would be lost.")
            if self.isVisible():
                Toast(self, c.say(words)).popup()

    def _into(self) -> bool:
        return self.branch == self.controller.chronicle.current or self.controller.switch(self.branch)

    def branch_here(self) -> None:
        """Another branch from this place on; its name can be typed at once."""
        cursor = self.place
        if self._into() and self.controller.fork("", cursor):
            self._follow()
            self.begin_naming()

    def what_if(self) -> None:
        """A branch in which this battle has ended otherwise: the assistant asks for the rest."""
        c, cursor = self.controller, self.place
        won = won_step(c.chronicle, self.branch, cursor)
        if won is None:
            return
        other = self._other_way(won)
        name = c.say(self._what_if_words(won))
        if self._into() and c.fork(name, cursor - 1) and c.choose(other):
            self._follow()
            self.left.emit()

    def _follow(self) -> None:
        """Look at where the campaign stands now."""
        self._others = None
        self.look(self.controller.chronicle.current, self.controller.session.cursor)

    def begin_naming(self) -> None:
        """Type another name for the branch looked at."""
        self.naming.setText(self.controller.branch_name(self.branch))
        self.naming.show()
        self.where.hide()
        self.naming.selectAll()
        self.naming.setFocus()

    def _named(self) -> None:
        name = self.naming.text()
        self._end_naming()
        self.controller.rename_branch(self.branch, name)

    def _end_naming(self) -> None:
        self.naming.hide()
        self.where.show()
        self.begin()

    def toggle_comparison(self) -> None:
        """Compare the branch looked at with another one; again: back to the place."""
        others = [n for n in range(len(self.controller.chronicle.branches)) if n != self.branch]
        if self._others is not None or not others:
            self._others = None
            self._show_doings()
        elif len(others) == 1:
            self.compare_with(others[0])
        else:
            title = self.controller.say(say("Compare with"))
            popup = ChoicePopup([Line(str(n), self.controller.branch_name(n)) for n in others], self, name=title)
            popup.chosen.connect(lambda id: self.compare_with(int(id)))
            popup.popup(self.compare)

    def compare_with(self, other: int) -> None:
        """Show two branches side by side, the older one left."""
        self._others = other
        left, right = sorted((self.branch, other))
        self.comparison.tell(left, right, (self.controller.branch_name(left), self.controller.branch_name(right)))
        self._show_doings()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._others = None
            self.branch, self.place = self.controller.chronicle.current, self.controller.session.cursor
            self.refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.river.stones:
            self.begin()

    def _changed(self) -> None:
        if not self.isVisible():
            return  # it looks again when it is shown
        if self._others is not None and self._others < len(self.controller.chronicle.branches):
            self.compare_with(self._others)
        self.refresh()

    def undo(self) -> None:
        if self.controller.undo():
            self._follow()

    def redo(self) -> None:
        if self.controller.redo():
            self._follow()

    def begin(self) -> None:
        """The keys begin at the stone looked at, or the last one before."""
        stones = [s for s in self.river.stones if s.stone.branch == self.branch]
        before = [s for s in stones if s.stone.place.cursor <= self.place]
        found = before[-1] if before else stones[0] if stones else None
        (found or self).setFocus()

    def retranslate(self) -> None:
        if self._others is not None:
            self.compare_with(self._others)
        self.refresh()

    def keys(self) -> list[tuple[str, list[str]]]:
        t = self.controller.say
        return [
            (t(say("Move along the branch")), ["←", "→"]),
            (t(say("Go to another branch")), ["↑", "↓"]),
            (t(say("Campaign")), ["Esc"]),
        ]

    def leave(self) -> None:
        if self.naming.isVisible():
            self._end_naming()
        else:
            super().leave()


OTHERWISE = "•"


class ComparisonPage(QWidget):
    """Two branches side by side: a column of words, one of the left branch, one of the right one."""

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
