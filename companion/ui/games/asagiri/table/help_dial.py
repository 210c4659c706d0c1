"""How much help is agreed, in the settings of a game: changed only when both players say so."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.journal import LOG
from companion.model.core.words import say
from companion.ui.games.asagiri.controller.automation import HELP_WORDS, HELPS, Help
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import Flow


class HelpDial(QWidget):
    """The three levels; another one is taken in two steps: somebody proposes it, both agree."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent)
        self._game = game
        self._proposed: Help | None = None
        self._label, self._hint = Label(self, font="small"), Label(self, font="small")
        self._group = RadioGroup(self)
        self.buttons: dict[Help, ChoiceWord] = {}
        row = Flow(self)
        for level in HELPS:
            button = ChoiceWord("", self)
            button.clicked.connect(partial(self._propose, level))
            self._group.addButton(button)
            self.buttons[level] = button
            row.add(button)
        self._row = row
        self.agree = InkButton("", "secondary", self, sign="people")
        self.agree.clicked.connect(self._agree)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._label)
        column.addWidget(row)
        column.addWidget(self._hint)
        column.addWidget(self.agree)
        game.keep_current(self, self.rewrite, LOG)
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Say what is agreed, and what is proposed."""
        game = self._game
        if self._proposed == game.help:
            self._proposed = None
        self._label.setText(game.say(say("Help for both players")))
        for level, button in self.buttons.items():
            button.say(game.say(HELP_WORDS[level]))
            button.setAccessibleDescription(self._label.text())
        self._group.mark(self.buttons[self._proposed or game.help])
        self._row.refresh()
        self._hint.setVisible(self._proposed is not None)
        self.agree.setVisible(self._proposed is not None)
        if self._proposed is not None:
            words = say("Currently agreed: {help}", help=HELP_WORDS[game.help])
            self._hint.setText(game.say(words))
            self.agree.setText(game.say(say("Both players agree: {help}", help=HELP_WORDS[self._proposed])))

    def _propose(self, level: Help, _: bool = False) -> None:
        self._proposed = None if level == self._game.help else level
        self.rewrite()

    def _agree(self) -> None:
        if self._proposed is not None:
            self._game.agree_help(self._proposed)
