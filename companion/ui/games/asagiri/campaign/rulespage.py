"""The house rules of a campaign that goes on, and the purses of its rosters: changed together, as one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from companion.model.core.contract import Correction
from companion.model.core.words import say
from companion.model.games.asagiri.campaign.corrections import SetPurse, SetSettings
from companion.model.games.asagiri.campaign.state import SEATS
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import fold, vbox
from companion.ui.kit.keys import Context
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from .campaigning import Campaigning
from .houserules import Customs, HouseRules

MOST_PURSE = 999


class RulesPage(Translated, QWidget):
    """`left`: back to the campaign, with what was decided or without."""

    left = Signal()
    contexts: tuple[Context, ...] = ("begin",)

    def __init__(self, campaigning: Campaigning, house: Mapping[str, Any], parent: QWidget | None = None) -> None:
        """`house`: the habits of the table."""
        super().__init__(parent)
        self._campaigning = campaigning
        self.title = Heading(say("House rules"), self, level=2)
        self.rules = HouseRules(house, self)
        self._purse_label = Label(self, role="ink", wrap=False, text=say("Zeni in the purses of A and B"))
        self.purses = (QSpinBox(self), QSpinBox(self))
        for purse in self.purses:
            purse.setRange(0, MOST_PURSE)
        self.back = InkButton(say("Cancel"), "quiet", self, sign="chevron-left")
        self.keep = InkButton(say("Apply"), "primary", self, key="Enter")
        self.back.clicked.connect(self.left)
        self.keep.clicked.connect(self.step)
        vbox(
            self.title,
            Rule(self, weight=2.4, seed=91, role="vermilion"),
            (self.rules, 1),
            fold(self._purse_label, *self.purses, 1, spacing=12),
            fold(self.back, 1, self.keep),
            on=self,
            spacing=10,
        )
        self.enter()

    def enter(self) -> None:
        """Show what holds now."""
        state = self._campaigning.state
        self.rules.show_customs(Customs.of(state.now.settings))
        for purse, roster in zip(self.purses, state.now.rosters, strict=True):
            with QSignalBlocker(purse):
                purse.setValue(roster.purse)
            purse.setEnabled(state.now.before is None)
        self.retranslate()

    def retranslate(self) -> None:
        for seat, purse in zip(SEATS, self.purses, strict=True):
            purse.setAccessibleName(tr(say("Purse of roster {seat}", seat=seat)))
        self.setAccessibleName(self.title.text())

    def corrections(self) -> list[Correction]:
        """What has been changed here, to be entered in the log."""
        state, customs = self._campaigning.state, self.rules.customs
        found: list[Correction] = []
        settings = state.now.settings
        if customs != Customs.of(settings):
            found.append(SetSettings(settings.name, customs.budget, dict(customs.options), customs.mode,
                                     dict(customs.dials), customs.rules))  # fmt: skip
        for seat, purse in enumerate(self.purses):
            if purse.isEnabled() and purse.value() != state.now.rosters[seat].purse:
                found.append(SetPurse(SEATS[seat], purse.value()))
        return found

    def step(self) -> None:
        """It holds from now on."""
        if all(self._campaigning.edit(one) for one in self.corrections()):
            self.left.emit()

    def keys(self) -> list[tuple[str, list[str]]]:
        return [(tr(say("Apply")), ["Enter"]), (tr(say("Cancel")), ["Esc"])]

    def setFocus(self, *args: Any) -> None:
        word = self.rules.mode.words.get(self.rules.customs.mode)
        (word or self.keep).setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        onward = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif onward or keys.meant("begin", event) == "begin.begin":
            self.step()
        else:
            super().keyPressEvent(event)
