"""Dice that a person enters: the faces of each as words to click, and digits that fill them in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.core.chance import HIDDEN, Die, Face
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts

from .game_controller import GameController


class DiceEntry(QWidget):
    """Asks for the roll that the player at the screen has to see to: rolled here, or entered face by face."""

    entered = Signal()
    """The roll is made."""

    def __init__(self, game: GameController[Any], owner: Callable[[str], str], parent: QWidget | None = None) -> None:
        """`owner`: what the owner of a die is called."""
        super().__init__(parent)
        self._game, self._owner = game, owner
        self._dice: tuple[Die, ...] = ()
        self.faces: list[Choices] = []
        """The faces of each die, by their texts."""
        self.roll = InkButton(say("Roll"), "primary", self, deed="table.step", sign="dice", clicked=self.roll_here)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(fonts.px(14))
        self.hide()

    @property
    def typed(self) -> bool:
        """Whether faces are entered; else the app rolls."""
        return self._game.dice_entry != "virtual"

    def refresh(self) -> None:
        """Ask for what has to be rolled now, or go away."""
        roll = self._game.to_roll()
        dice = () if roll is None else roll.dice
        if dice != self._dice or not self.faces:
            self._dice = dice
            while (item := self._grid.takeAt(0)) is not None:
                if (widget := item.widget()) not in (None, self.roll):
                    widget.setParent(None)
                    widget.deleteLater()
            self.faces = [self._line(row, die) for row, die in enumerate(dice)]
            self._grid.addWidget(self.roll, 0, 2, max(1, len(dice)), 1)
        for faces in self.faces:
            faces.setVisible(self.typed)
        self.roll.setVisible(self._game.dice_entry != "typed")
        self.setVisible(bool(dice))

    def _line(self, row: int, die: Die) -> Choices:
        name = Label(self, role="ink", wrap=False)
        name.setText(self._owner(die.owner))
        hidden = (HIDDEN,) if die.kind.may_hide and self._game.tracking else ()
        options: list[tuple[str, Message | str, str]] = [(str(f), _word(f), "") for f in (*die.kind.faces, *hidden)]
        faces = Choices(say("Die of {name}", name=name.text()), options, self, large=True)
        faces.chosen.connect(self._enter)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(faces, row, 1)
        return faces

    def roll_here(self) -> None:
        """Have the app roll."""
        if self._game.to_roll() is not None and self._game.roll():
            self.entered.emit()

    def _enter(self, _: str = "") -> None:
        """All faces are there: that is the roll."""
        chosen = [faces.choice() for faces in self.faces]
        if all(chosen):
            by_text: dict[str, Face] = {str(face): face for die in self._dice for face in die.kind.faces}
            self._dice = ()  # the same dice may be asked for again
            if self._game.roll([by_text.get(text, HIDDEN) for text in chosen]):
                self.entered.emit()
            else:
                self.refresh()

    def type(self, event: QKeyEvent) -> bool:
        """Take a key as the next face; False when it is none."""
        if not self.isVisible() or not self.typed:
            return False
        faces = next((one for one in self.faces if not one.choice()), None)
        if faces is None or event.text() not in faces.words:
            return False
        faces.show_choice(event.text())
        self._enter()
        return True


def _word(face: Face) -> Message | str:
    return Message(face) if isinstance(face, str) and face != HIDDEN else str(face)
