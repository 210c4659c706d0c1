"""The time machine: the branches of a campaign as a river, how it was at each place, back to it, and what if."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.options import Won, side_words
from companion.model.games.asagiri.campaign.state import SEATS
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import FlowRow, Gap, fold, hbox, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.screen import Screen
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Label

from .comparison import ChapterSteps, ComparisonPage, member_lines, member_list
from .river import RiverBed, Stone, chapter_steps, courses, won_step


class TimeMachine(Screen):
    """See the module. Looking changes nothing; `left`: back to the campaign as it stands now.

    What the campaign refuses is said by whoever holds the page.
    """

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
        self.back = InkButton(say("Campaign"), "quiet", self, sign="chevron-left", key="Esc")
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
        self.go_back = InkButton("", "primary", self, deed="ways.back")
        self._tools = FlowRow(self)
        self.fork = InkButton(say("New branch from here"), "quiet", self._tools, sign="plus", deed="ways.branch")
        self.otherwise = InkButton("", "quiet", self._tools, sign="help", deed="ways.otherwise")
        self.rename = InkButton(say("Rename the branch"), "quiet", self._tools, sign="edit", deed="ways.rename")
        self.compare = InkButton("", "quiet", self._tools, sign="chart", deed="ways.compare")
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
        self.back.clicked.connect(self.left)
        self.river.chosen.connect(self.look)
        self.steps.chosen.connect(lambda place: self.look(self.branch, int(place)))
        self.naming.returnPressed.connect(self._named)
        doings: dict[str, tuple[InkButton, Callable[[], object]]] = {
            "ways.back": (self.go_back, self.back_to_here),
            "ways.branch": (self.fork, self.branch_here),
            "ways.otherwise": (self.otherwise, self.what_if),
            "ways.rename": (self.rename, self.begin_naming),
            "ways.compare": (self.compare, self.toggle_comparison),
        }
        for id, (button, do) in doings.items():
            keys.action(id, self, do)
            button.clicked.connect(do)

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
        names = [self.name_of(n) for n in range(len(chronicle.branches))]
        self.river.tell(courses(chronicle), chronicle.current, names, chapters, self._words_of, t(say("here")))
        self.bed.fit()
        self._show_place()

    def name_of(self, branch: int) -> str:
        name = self.controller.chronicle.branches[branch].name
        if name:
            return name
        return self.controller.say(say("Original branch") if branch == 0 else say("Branch {n}", n=branch))

    def _words_of(self, stone: Stone) -> str:
        t = self.controller.say
        where = say("{place} ({branch})", place=stone.place.words, branch=self.name_of(stone.branch))
        return t(where) if len(self.controller.chronicle.branches) > 1 else t(stone.place.words)

    def _show_place(self) -> None:
        chronicle, t = self.controller.chronicle, self.controller.say
        session = chronicle.session_of(self.branch)
        state = session.state_at(self.place)
        self.river.mark(self.branch, self.place)
        self.bed.reveal(self.branch, self.place)
        self.where.setText(self.name_of(self.branch))
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
            self._tell(words)

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
        self.naming.setText(self.name_of(self.branch))
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
            popup = ChoicePopup([Line(str(n), self.name_of(n)) for n in others], self, name=title)
            popup.chosen.connect(lambda id: self.compare_with(int(id)))
            popup.popup(self.compare)

    def compare_with(self, other: int) -> None:
        """Show two branches side by side, the older one left."""
        self._others = other
        left, right = sorted((self.branch, other))
        self.comparison.tell(left, right, (self.name_of(left), self.name_of(right)))
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

    def _tell(self, words: Message) -> None:
        if self.isVisible():
            Toast(self, self.controller.say(words)).popup()

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
