"""A small switch between the floors of a board; hidden where there is one floor only."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.choices import ChoiceWord
from companion.ui.kit.radio_group import RadioGroup


class FloorSwitch(QWidget):
    """One button a floor, the ground floor first."""

    chosen = Signal(int)

    def __init__(self, game: Game, parent: QWidget) -> None:
        super().__init__(parent)
        self._game = game
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self._group = RadioGroup(self)
        self._group.idClicked.connect(self.chosen)
        self.hide()

    def sync(self, floors: int, shown: int) -> None:
        """Offer `floors` floors, the one shown pressed."""
        while len(self._group.buttons()) > floors:
            button = self._group.buttons()[-1]
            self._group.removeButton(button)
            button.deleteLater()
        while len(self._group.buttons()) < floors:
            number = len(self._group.buttons())
            button = ChoiceWord("", self)
            self._group.addButton(button, number)
            self._row.addWidget(button)
        for number in range(floors):
            button = self._group.button(number)
            assert isinstance(button, ChoiceWord)
            button.say(self._game.say(say("Floor {number}", number=number + 1)))
        self._group.mark(self._group.button(shown))
        self.setVisible(floors > 1)
        self.adjustSize()
