"""A new game of the toy: who sits where, in camps or not, on the screen or at a real table with hands of its own."""

from __future__ import annotations

import re
from random import Random
from typing import Any, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.core.words import Message, one_line, say
from companion.model.games.blank.state import CAMPS, COPIES, HIGHEST, SEATS
from companion.ui.games.blank.sheet import CAMP_NAMES
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import WrittenLine
from companion.ui.kit.layouts import Gap, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_ui import PLAYERS
from companion.ui.play.storage import DiceEntry, GameSettings, Mode, Player

SIDES = (("", say("Everyone for themselves"), "person"), ("camps", say("Two camps"), "people"))
MODES = (("enforce", say("On screen"), "shield"), ("track", say("At the table"), "pen"))
MODE_WORDS = {
    "enforce": say("The app deals the cards. Players at this screen hand it to each other."),
    "track": say("You play with real cards. Enter the hands that the app may know; it asks when others are shown."),
}
DICE = (("virtual", say("Rolled here"), "dice"), ("typed", say("Typed in"), "pen"))


class SeatRow(QWidget):
    """One seat: its player's name, who plays, and at a real table the cards of its hand."""

    changed = Signal()

    def __init__(self, n: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.n = n
        self.label = Label(self, role="ink", font="name", wrap=False)
        self.name = says(WrittenLine(self), hint=say("Name"), name=say("Player {seat}", seat=SEATS[n]))
        self.player = Choices(say("Who plays"), PLAYERS, self)
        self.hand = says(WrittenLine(self), hint=say("unknown"), name=say("Hand of {seat}", seat=SEATS[n]))
        self.player.show_choice("person")
        for edit in (self.name, self.hand):
            edit.setFixedWidth(fonts.px(150))
            edit.textEdited.connect(self.changed)
        self.player.chosen.connect(self.changed)
        self.label.setFixedWidth(fonts.px(110))
        hbox(self.label, self.name, self.player, self.hand, 1, on=self, spacing=16, margins=(0, 4, 0, 4))

    def cards(self, count: int) -> list[int | str]:
        """The hand, as far as it is typed."""
        known: list[int | str] = [int(digit) for digit in re.findall(r"\d+", self.hand.text())]
        return [*known, *["?"] * (count - len(known))]


class NewGameScreen(Screen):
    """`ready` carries the set-up and who plays."""

    ready = Signal(object, object)

    def __init__(self, names: tuple[str, str]) -> None:
        """`names`: of the two who usually play here."""
        super().__init__(title=say("New game"))
        self.sides = Choices(say("Sides"), SIDES, self, large=True)
        self.mode = Choices(say("Mode"), MODES, self, large=True)
        self.rounds = Choices(say("Rounds"), [(str(n), str(n), "") for n in range(1, 5)], self)
        self.dice = Choices(say("Dice"), DICE, self)
        self.seats = [SeatRow(n, self) for n in range(len(SEATS))]
        for row, name in zip(self.seats, names, strict=False):
            row.name.setText(name)
        self.problem = Label(self, role="shaken")
        self._mode_words = Label(self)
        self.begin = InkButton(say("Start the game"), "primary", self, clicked=self.start)
        home = InkButton(say("Home"), "quiet", self, sign="home")
        home.clicked.connect(self.leave)
        for choices, first in ((self.sides, ""), (self.mode, "enforce"), (self.rounds, "3"), (self.dice, "virtual")):
            choices.show_choice(first)
            choices.chosen.connect(self.retranslate)
        for row in self.seats:
            row.changed.connect(self.retranslate)
        self._lay_out(home)
        self.retranslate()

    def _lay_out(self, home: InkButton) -> None:
        sheet = PaperPanel(self, margin=26, seed=3)
        grid = QGridLayout()
        grid.setHorizontalSpacing(fonts.px(26))
        grid.setVerticalSpacing(fonts.px(8))
        rows = ((say("Sides"), self.sides), (say("Mode"), self.mode), (say("Rounds"), self.rounds),
                (say("Dice"), self.dice))  # fmt: skip
        for n, (title, choices) in enumerate(rows):
            grid.addWidget(Label(sheet, text=title), n, 0)
            grid.addWidget(choices, n, 1)
        grid.setColumnStretch(1, 1)
        players = Heading(say("Players"), sheet, level=2)
        vbox(grid, self._mode_words, Gap(12), players, *self.seats, 1, self.problem, on=sheet, margins=None)
        foot, head = hbox(home, 1, self.begin), Heading(say("Blank"), self, level=1)
        vbox(head, (sheet, 1), foot, on=self, spacing=6, margins=(70, 26, 70, 22))

    # what is wanted ------------------------------------------------------------------------------------------------

    @property
    def camps(self) -> bool:
        """Whether two camps play."""
        return self.sides.choice() == "camps"

    @property
    def playing(self) -> list[SeatRow]:
        return self.seats[: 4 if self.camps else 3]

    def set_mode(self, mode: Mode) -> None:
        """How it is to be played."""
        self.mode.show_choice("enforce" if mode == "enforce" else "track")
        self.retranslate()

    def hands(self, rng: Random | None = None) -> dict[str, list[int | str]]:
        """Dealt at random, or as the table has typed them."""
        count = HIGHEST * COPIES // len(self.playing)
        if self.mode.choice() == "track":
            return {SEATS[row.n]: row.cards(count) for row in self.playing}
        deck: list[int | str] = [*range(1, HIGHEST + 1)] * COPIES
        (rng or Random()).shuffle(deck)
        return {SEATS[row.n]: deck[row.n * count : (row.n + 1) * count] for row in self.playing}

    def wanted(self) -> tuple[dict[str, Any], GameSettings]:
        """The set-up and who plays."""
        rows = self.playing
        setup = {"rounds": int(self.rounds.choice()), "camps": self.camps, "hands": self.hands()}
        settings = GameSettings(
            tuple(one_line(row.name.text()) for row in rows),
            tuple(cast(Player, row.player.choice()) for row in rows),
            cast(Mode, self.mode.choice()),
            cast(DiceEntry, self.dice.choice()),
            ("",) * len(rows),
        )
        return setup, settings

    def _problem(self) -> Message | None:
        rows, count = self.playing, HIGHEST * COPIES // len(self.playing)
        typed = [card for row in rows for card in row.cards(count) if card != "?"]
        if self.mode.choice() != "track":
            return None
        if any(len(row.cards(count)) > count for row in rows):
            return say("Everybody holds {count} cards.", count=count)
        if any(not 1 <= int(card) <= HIGHEST or typed.count(card) > COPIES for card in typed):
            return say("Cards go from 1 to {highest}, {copies} of each.", highest=HIGHEST, copies=COPIES)
        return None

    def start(self) -> None:
        """Begin, if nothing is wrong."""
        if self.begin.isEnabled():
            self.ready.emit(*self.wanted())

    def retranslate(self, *_: object) -> None:
        """Show what fits what was chosen."""
        track, most = self.mode.choice() == "track", 3 if self.camps else 4
        if int(self.rounds.choice()) > most:
            self.rounds.show_choice(str(most))
        self.rounds.words["4"].setVisible(not self.camps)
        self._mode_words.setText(tr(MODE_WORDS[self.mode.choice()]))
        for row in self.seats:
            row.setVisible(row in self.playing)
            row.hand.setVisible(track)
            if track:
                row.player.show_choice("person")  # at a real table only people play
            for id, word in row.player.words.items():
                word.setEnabled(not track or id == "person")
            seat = say("Player {seat}", seat=SEATS[row.n])
            camp = CAMP_NAMES[CAMPS[row.n % 2]]
            row.label.setText(tr(say("{camp}: {seat}", camp=camp, seat=SEATS[row.n]) if self.camps else seat))
        why = self._problem()
        self.problem.setText(tr(why) if why is not None else "")
        self.begin.setEnabled(why is None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.start()
        else:
            super().keyPressEvent(event)
