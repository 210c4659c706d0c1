"""A roster as a page: everybody of it, how each is, what it is worth, and those who have fallen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.campaign.options import side_words
from companion.model.games.asagiri.campaign.state import SEATS, State
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import LEFT, vbox
from companion.ui.kit.label import Label
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr

from .memberline import MemberDelegate, member_line


class RosterPage(QWidget):
    """`looked` carries a member to be looked at; `kept`: the roster is to lie in storage as a band."""

    looked = Signal(str)
    kept = Signal(int)

    def __init__(self, seat: int, parent: QWidget | None = None) -> None:
        """Of seat 0 or 1; empty until `show_state`."""
        super().__init__(parent)
        self.seat = seat
        self.lines = ListView(self)
        self.lines.set_delegate(MemberDelegate(self.lines))
        self.lines.setMinimumHeight(fonts.px(150))
        self.lines.chosen.connect(self.looked)
        self._label = Label(self, font="small", wrap=False)
        self.title = Heading("", self, level=3)
        self._facts = Label(self, font="small")
        self.keep = InkButton("", "quiet", self, sign="save")
        self.keep.clicked.connect(lambda: self.kept.emit(self.seat))
        self._lay_out()

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(fonts.px(214), 0))

    def _lay_out(self) -> None:
        vbox(
            self._label,
            self.title,
            self._facts,
            Rule(self, weight=2.0, seed=5 + self.seat),
            (self.lines, 1),
            (self.keep, LEFT),
            on=self,
            spacing=2,
        )

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
        self.lines.setAccessibleName(named)
        lines = [member_line(state, member) for member in roster.members]
        if roster.fallen:
            lines.append(Line("", tr(say("Dead members")), heading=True))
        self.lines.show_lines(lines + [member_line(state, member, dead=True) for member in roster.fallen])
