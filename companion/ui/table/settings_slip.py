"""How this game is played: by hand or by the rules, which dice, who plays each band. Changeable at any time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from companion.model.bots import BOTS
from companion.model.core.record import Mode
from companion.model.core.words import Message, say
from companion.model.systems.asagiri.state import SEATS
from companion.ui.settings.choices import ChoiceWord
from companion.ui.settings.whisper import Whisper
from companion.ui.theme.widgets import Heading, PaperPanel

from .game import Game

MODE_NAMES: Mapping[Mode, Message] = {"track": say("Track"), "assist": say("Assist"), "enforce": say("Enforce")}
_BOT_WORDS = {"random": say("Random"), "greedy": say("Greedy")}


class Dial(QWidget):
    """A few words of which one is chosen."""

    def __init__(self, title: Message, choices: Sequence[tuple[str, Message]], chosen: Callable[[str], None],
                 parent: QWidget | None = None) -> None:  # fmt: skip
        """`chosen` is called with the id of the choice a person takes."""
        super().__init__(parent)
        self._title, self._choices = title, choices
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._label = Whisper(self, font="small")
        column.addWidget(self._label)
        row = QHBoxLayout()
        row.setSpacing(2)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, ChoiceWord] = {}
        for id, _ in choices:
            button = ChoiceWord("", self)
            button.clicked.connect(lambda _checked=False, id=id: chosen(id))
            self._group.addButton(button)
            self.buttons[id] = button
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)

    def show_choice(self, game: Game, id: str) -> None:
        """Say the words in the game's language, and mark what is chosen now."""
        self._label.setText(game.say(self._title))
        for key, words in self._choices:
            self.buttons[key].say(game.say(words))
            self.buttons[key].setChecked(key == id)


class SettingsSlip(PaperPanel):
    """The dials of one game."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent, margin=10, seed=11)
        self._game = game
        self._heading = Heading("", self, level=3)
        self.mode = Dial(
            say("Who has the last word"),
            tuple(MODE_NAMES.items()),
            lambda id: game.switch(next(mode for mode in MODE_NAMES if mode == id)),
            self,
        )
        self.dice = Dial(
            say("Dice"),
            (("virtual", say("Rolled here")), ("typed", say("Typed in")), ("ask", say("Either"))),
            lambda id: game.set_dice("typed" if id == "typed" else "ask" if id == "ask" else "virtual"),
            self,
        )
        players = (("", say("Person")), *((id, _BOT_WORDS.get(id, Message(id))) for id in BOTS))
        self.players = {seat: Dial(say("Player {seat}", seat=seat), players, self._giver(seat), self) for seat in SEATS}
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addWidget(self._heading)
        for dial in (self.mode, self.dice, *self.players.values()):
            column.addWidget(dial)
        game.settings_changed.connect(self.rewrite)
        game.changed.connect(self.rewrite)
        self.rewrite()

    def _giver(self, seat: str) -> Callable[[str], None]:
        return lambda id: self._game.give_to(seat, BOTS[id]() if id else None)

    def rewrite(self, *_: object) -> None:
        """Show how the game is played now."""
        game = self._game
        self._heading.setText(game.say(say("This game")))
        self.mode.show_choice(game, game.session.mode)
        self.dice.show_choice(game, game.dice_entry)
        for seat, dial in self.players.items():
            bot = game.bots.get(seat)
            dial.show_choice(game, next((id for id, made in BOTS.items() if type(bot) is made), "") if bot else "")
