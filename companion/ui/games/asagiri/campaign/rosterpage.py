"""A roster as a page: everybody of it, how each is, what it is worth, and those who have fallen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.campaign.options import side_words
from companion.model.campaign.state import SEATS, Member, State
from companion.model.core.words import Message, Name, plural, say
from companion.model.systems.asagiri.text import zeni
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import Tall
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.popup import step_among
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr

from .memberline import MemberLine, view_of


class RosterPage(QWidget):
    """`looked` carries a member to be looked at; `kept`: the roster is to lie in storage as a band."""

    looked = Signal(str)
    kept = Signal(int)

    def __init__(self, seat: int, parent: QWidget | None = None) -> None:
        """Of seat 0 or 1; empty until `show_state`."""
        super().__init__(parent)
        self.seat = seat
        self.lines: dict[str, MemberLine] = {}
        self._label = Label(self, font="small", wrap=False)
        self.title = Heading("", self, level=3)
        self._facts = Label(self, font="small")
        self.keep = InkButton("", "quiet", self, sign="save")
        self.keep.clicked.connect(lambda: self.kept.emit(self.seat))
        self._fallen = Label(self, font="small")
        self._inner = QWidget()
        self._box = QVBoxLayout(self._inner)
        self._lay_out()

    def minimumSizeHint(self) -> QSize:
        """Room for a figure, a name and zeni."""
        return super().minimumSizeHint().expandedTo(QSize(fonts.px(214), 0))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(2))
        column.addWidget(self._label)
        column.addWidget(self.title)
        column.addWidget(self._facts)
        column.addWidget(Rule(self, weight=2.0, seed=5 + self.seat))
        self._box.setContentsMargins(0, 0, fonts.px(6), 0)
        self._box.setSpacing(fonts.px(1))
        area = Tall(self._inner, self)
        area.setMinimumHeight(fonts.px(150))
        column.addWidget(area, 1)
        column.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignLeft)

    def show_state(self, state: State) -> None:
        """Show the roster as it counts now."""
        roster = state.approved[self.seat]
        self._label.setText(tr(say("Roster {seat}", seat=SEATS[self.seat])))
        words = side_words(state, self.seat)
        named = tr(words) if isinstance(words, Name | Message) else str(words)
        self.title.setText(named)
        self._label.setVisible(named != self._label.text())
        facts: list[Message] = [
            plural("{count} member", "{count} members", len(roster.members)), zeni(state.worth(self.seat)),
        ]  # fmt: skip
        if roster.purse:
            facts.append(say("{zeni} in the purse", zeni=roster.purse))
        self._facts.setText(" · ".join(map(tr, facts)))
        self.keep.setText(tr(say("Save as a band")))
        self.keep.setToolTip(tr(say("Save this roster as a band for other games")))
        self.keep.setEnabled(bool(roster.members))
        self.setAccessibleName(named)
        self._fallen.setText(tr(say("Dead members")))
        self._fallen.setVisible(bool(roster.fallen))
        self._show_lines(state, roster.members, roster.fallen)

    def _show_lines(self, state: State, members: tuple[Member, ...], fallen: tuple[Member, ...]) -> None:
        """Reuse the lines there are, so that the keys stay where they were."""
        wanted = [(member, False) for member in members] + [(member, True) for member in fallen]
        ids = {member.id for member, _ in wanted}
        for who in [who for who in self.lines if who not in ids]:
            line = self.lines.pop(who)
            self._box.removeWidget(line)
            line.hide()
            line.deleteLater()
        while self._box.count():
            self._box.takeAt(0)
        for member, dead in wanted:
            view = view_of(state, member, dead=dead)
            if member.id in self.lines:
                self.lines[member.id].show_view(view)
                continue
            made = self.lines[member.id] = MemberLine(view, self._inner)
            made.clicked.connect(lambda _=False, who=member.id: self.looked.emit(who))
            made.stepped.connect(lambda way, made=made: step_among(list(self.lines.values()), made, way))
            made.show()
        order = [self.lines[member.id] for member, _ in wanted]
        self.lines = {member.id: self.lines[member.id] for member, _ in wanted}
        for n, line in enumerate(order):
            if n == len(members):
                self._box.addSpacing(fonts.px(6))
                self._box.addWidget(self._fallen)
            self._box.addWidget(line)
        self._box.addStretch(1)
