"""The end of a campaign: who has come further, and a way to play on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.games.asagiri.campaign.corrections import SetChapters
from companion.model.games.asagiri.campaign.legal_options import leader
from companion.model.games.asagiri.campaign.state import SEATS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import CENTER, Gap, vbox
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, Rule, SealLabel
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.translator import tr

from .account import BATTLE, chapter_choice
from .campaigning import Campaigning


class EndingPage(QWidget):
    """Shown when the last chapter is approved."""

    def __init__(self, campaigning: Campaigning, parent: QWidget | None = None) -> None:
        """Empty until `show_state`."""
        super().__init__(parent)
        self._campaigning = campaigning
        self.seal = SealLabel("道", "", self, size=72)
        self.title = Heading("", self, level=1)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._count = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        self.more = InkButton("", "primary", self, deed="campaign.step")
        self.more.clicked.connect(self.step)
        vbox(
            1,
            (self.seal, CENTER),
            self.title,
            Rule(self, weight=2.4, seed=51, role="vermilion"),
            self._count,
            Gap(10),
            (self.more, CENTER),
            2,
            on=self,
            spacing=14,
            margins=None,
        )

    def show_state(self) -> None:
        """Who has won more adventures."""
        state = self._campaigning.state
        won = [sum(account.winner == seat for account in state.now.history) for seat in (0, 1)]
        first = leader(state)
        self.title.setText(tr(say("The campaign is a draw") if first is None
                             else say("Roster {seat} wins the campaign", seat=SEATS[first])))  # fmt: skip
        self._count.setText(tr(say("Adventures won: A {first}, B {second}", first=won[0], second=won[1])))
        self.more.setText(tr(say("Continue…")))
        self.more.setToolTip(tr(say("Add another adventure to the campaign")))

    def step(self) -> None:
        """Add a chapter: the campaign goes on."""
        popup = ChoicePopup(chapter_choice(self._campaigning.state), self, name=tr(say("Which adventure?")))
        popup.chosen.connect(lambda id: self._campaigning.edit(SetChapters(("" if id == BATTLE else id,))))
        popup.popup(self.more)

    def focus_first(self) -> None:
        """The keys begin at the way on."""
        self.more.setFocus(Qt.FocusReason.OtherFocusReason)
