"""House rules of a campaign: who has the last word, what happens by itself, what this table does differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPlainTextEdit, QSpinBox, QWidget

from companion.model.core.contract import Correction
from companion.model.core.record import Mode
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.corrections import SetPurse, SetSettings
from companion.model.games.asagiri.campaign.state import SEATS, CampaignSettings
from companion.model.games.asagiri.table.automation import DIALS, STOP_WORDS, STOPS, Stop, name, stop_of, turned
from companion.ui.games.asagiri.automation import begun
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.games.asagiri.new_game.players import METRICS, MODE_WORDS, MODES
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices, Legend, SmallDial
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import fold, vbox
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated

MOST_WORDS = 2_000


@dataclass(frozen=True, slots=True)
class Customs:
    """How a campaign is played at this table. A value; each change gives another."""

    mode: Mode = "enforce"
    dials: tuple[tuple[str, Stop], ...] = ()
    rules: str = ""
    budget: int = 16
    options: Mapping[str, Any] = field(default_factory=dict)
    """Table options of its games that are not as usual."""

    @staticmethod
    def of(settings: CampaignSettings) -> Customs:
        dials = tuple(sorted(settings.dials.items()))
        return Customs(settings.mode, dials, settings.rules, settings.budget, dict(settings.options))

    def in_mode(self, mode: Mode, house: Mapping[str, Any]) -> Customs:
        """In another mode, its dials as they stand in it at a table with these habits."""
        return self if mode == self.mode else replace(self, mode=mode, dials=begun(mode, house))

    def with_option(self, id: str, value: Any) -> Customs:
        """With another table option; None: as usual."""
        rest = {key: old for key, old in self.options.items() if key != id}
        return replace(self, options=rest if value is None else {**rest, id: value})

    def setup(self) -> dict[str, Any]:
        made: dict[str, Any] = {"mode": self.mode, "budget": self.budget}
        if self.dials:
            made["dials"] = dict(self.dials)
        if self.rules:
            made["rules"] = self.rules
        if self.options:
            made["options"] = dict(self.options)
        return made


TOGGLES: tuple[tuple[str, Any, Message], ...] = (
    ("turning_in_zone_shakes", True, say("Turning on the spot in an enemy control zone shakes")),
    ("boxes", 2, say("Two boxes: each equipment card exists twice")),
    ("disabled_lose_equipment", True, say("Disabled characters lose their equipment")),
)
"""Table options that are on or off, and what they are when they are on."""


class HouseRules(Translated, QWidget):
    """`changed` carries the new `Customs`."""

    changed = Signal(object)

    def __init__(self, house: Mapping[str, Any], parent: QWidget | None = None) -> None:
        """`house`: the habits of the table, by which dials stand in a mode. Shows nothing until `show_customs`."""
        super().__init__(parent)
        self._habits = dict(house)
        self.customs = Customs()
        self.mode = Choices(say("How strict is the app?"), MODES, self, large=True)
        self.mode.chosen.connect(lambda id: self._change(self.customs.in_mode(id, self._habits)))
        self._mode_words = Label(self)
        self._budget_label = Label(self, role="ink", text=say("Zeni per band in battles without an adventure"))
        self.budget = says(QSpinBox(self), name=say("Zeni per band in battles without an adventure"))
        self.budget.setRange(1, 60)
        self.budget.valueChanged.connect(lambda value: self._change(replace(self.customs, budget=value)))
        self._metric_label = Label(self, role="ink", text=say("Range: a diagonal square"))
        self.diagonal = Choices(say("Range: a diagonal square"), METRICS, self)
        self.diagonal.chosen.connect(
            lambda id: self._change(self.customs.with_option("range_metric", None if id == "chebyshev" else id))
        )
        self.toggles = {id: says(QCheckBox(self), words) for id, _, words in TOGGLES}
        for id, value, _ in TOGGLES:
            self.toggles[id].toggled.connect(
                lambda on, id=id, value=value: self._change(self.customs.with_option(id, value if on else None))
            )
        self._words_label = Label(self, role="ink", text=say("House rules in your own words"))
        self.words = says(
            QPlainTextEdit(self),
            name=say("House rules in your own words"),
            hint=say("Whoever loses a friend makes the tea…"),
        )
        self.words.setTabChangesFocus(True)
        self.words.textChanged.connect(self._written)
        self._dials_label = Label(self, role="ink")
        self._legend = Legend(self)
        self.dials = {id: SmallDial(self) for id in DIALS}
        self._labels = {id: Label(self, role="ink") for id in DIALS}
        for id, dial in self.dials.items():
            dial.turned.connect(lambda at, id=id: self._turn(id, STOPS[at]))
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        self.words.setMinimumHeight(fonts.px(84))
        left = vbox(
            self.mode,
            self._mode_words,
            fold((self._budget_label, 1), self.budget, spacing=12),
            fold((self._metric_label, 1), self.diagonal, spacing=12),
            *self.toggles.values(),
            self._words_label,
            (self.words, 1),
            spacing=8,
        )
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, fonts.px(8), 0)
        grid.setVerticalSpacing(fonts.px(1))
        grid.addWidget(self._legend, 0, 1)
        for n, (id, dial) in enumerate(self.dials.items(), 1):
            self._labels[id].setParent(sheet)
            dial.setParent(sheet)
            grid.addWidget(self._labels[id], n, 0)
            grid.addWidget(dial, n, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(0, 1)
        grid.setRowStretch(len(self.dials) + 1, 1)
        self._area = ScrollColumn(sheet, self, least=180)
        holder = QWidget(self)
        vbox(self._dials_label, (self._area, 1), on=holder)
        fold((left, 6), (holder, 5), on=self, spacing=48, most=460)

    def show_customs(self, customs: Customs) -> None:
        """Show what has been decided; nothing is emitted."""
        self.customs = customs
        self.mode.show_choice(customs.mode)
        self.diagonal.show_choice(str(customs.options.get("range_metric", "chebyshev")))
        with QSignalBlocker(self.budget):
            self.budget.setValue(customs.budget)
        for id, value, _ in TOGGLES:
            with QSignalBlocker(self.toggles[id]):
                self.toggles[id].setChecked(customs.options.get(id) == value)
        if self.words.toPlainText() != customs.rules:
            with QSignalBlocker(self.words):
                self.words.setPlainText(customs.rules)
        self._tell()

    def retranslate(self) -> None:
        self._legend.say([tr(Message(STOP_WORDS[stop])) for stop in STOPS])
        self._tell()

    def _tell(self) -> None:
        customs = self.customs
        self._mode_words.setText(tr(MODE_WORDS[customs.mode]))
        strict = customs.mode == "enforce"
        self._dials_label.setText(tr(say("The app applies every rule itself.") if strict
                                    else say("Automatic steps in its battles")))  # fmt: skip
        self._area.setVisible(not strict)
        words = [tr(Message(STOP_WORDS[stop])) for stop in STOPS]
        for id, dial in self.dials.items():
            called = name(id)
            said = tr(called) if isinstance(called, Message) else str(called)
            self._labels[id].setText(said)
            dial.tell(STOPS.index(stop_of(customs.dials, id)), said, words)

    def _turn(self, id: str, stop: Stop) -> None:
        self._change(replace(self.customs, dials=turned(self.customs.dials, {id: stop})))

    def _written(self) -> None:
        text = "\n".join("".join(letter for letter in line if letter.isprintable())
                         for line in self.words.toPlainText().split("\n"))[:MOST_WORDS]  # fmt: skip
        self.customs = replace(self.customs, rules=text)
        self.changed.emit(self.customs)

    def _change(self, customs: Customs) -> None:
        if customs != self.customs:
            self.show_customs(customs)
            self.changed.emit(customs)


MOST_PURSE = 999


class RulesPage(Translated, QWidget):
    """`left`: back to the campaign, with what was decided or without."""

    left = Signal()
    contexts: tuple[Context, ...] = ("begin",)

    def __init__(self, controller: CampaignController, house: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.title = Heading(say("House rules"), self, level=2)
        self.rules = HouseRules(house, self)
        self._purse_label = Label(self, role="ink", wrap=False, text=say("Zeni in the purses of A and B"))
        self.purses = (QSpinBox(self), QSpinBox(self))
        for purse in self.purses:
            purse.setRange(0, MOST_PURSE)
        self.back = InkButton(say("Cancel"), "quiet", self, sign="chevron-left", clicked=self.left)
        self.keep = InkButton(say("Apply"), "primary", self, key="Enter", clicked=self.step)
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
        state = self._controller.state
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
        state, customs = self._controller.state, self.rules.customs
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
        if all(self._controller.edit(one) for one in self.corrections()):
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
