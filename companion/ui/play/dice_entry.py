"""Dice that a person enters: the faces of each as words to click, and digits that fill them in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.core.chance import HIDDEN, Die, Face
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import Label

from .correction_panel import DiceField
from .game_controller import GameController


class FaceChoices(DiceField):
    """The faces of each die as words to click; keys fill them in order."""

    def __init__(
        self, owner: Callable[[str], str], may_hide: Callable[[], bool], parent: QWidget | None = None
    ) -> None:
        """`owner`: what the owner of a die is called; `may_hide`: whether a face may be kept from the app."""
        super().__init__(parent)
        self._owner, self._may_hide = owner, may_hide
        self._dice: tuple[Die, ...] = ()
        self.faces: list[Choices] = []
        """The faces of each die, by their texts."""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(fonts.px(14))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def ask(self, dice: Sequence[Die], *, faces: Sequence[Face] = ()) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            assert widget is not None
            widget.setParent(None)
            widget.deleteLater()
        self._dice = tuple(dice)
        self.faces = [self._line(row, die) for row, die in enumerate(dice)]
        for words, face in zip(self.faces, faces, strict=False):
            words.show_choice(str(face))

    def _line(self, row: int, die: Die) -> Choices:
        name = Label(self, role="ink", wrap=False)
        name.setText(self._owner(die.owner))
        hidden = (HIDDEN,) if die.kind.may_hide and self._may_hide() else ()
        options: list[tuple[str, Message | str, str]] = [(str(f), _word(f), "") for f in (*die.kind.faces, *hidden)]
        faces = Choices(say("Die of {name}", name=name.text()), options, self, large=True)
        faces.chosen.connect(self._enter)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(faces, row, 1)
        return faces

    def _enter(self, _: str = "") -> None:
        """All faces are there: that is the roll."""
        chosen = [faces.choice() for faces in self.faces]
        if all(chosen):
            by_text: dict[str, Face] = {str(face): face for die in self._dice for face in die.kind.faces}
            self.entered.emit(tuple(by_text.get(text, HIDDEN) for text in chosen))

    def handles(self, event: QKeyEvent) -> bool:
        return any(event.text() in faces.words for faces in self.faces)

    def type(self, event: QKeyEvent) -> bool:
        """Take a key as the next face, or as the first of a roll that is put right; False when it is none."""
        faces = next((one for one in self.faces if not one.choice()), next(iter(self.faces), None))
        if faces is None or event.text() not in faces.words:
            return False
        faces.show_choice(event.text())
        self._enter()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif not self.type(event):
            super().keyPressEvent(event)


class DiceEntry(QWidget):
    """Asks for the roll that the player at the screen has to see to: rolled here, or entered face by face."""

    def __init__(self, game: GameController[Any], owner: Callable[[str], str], parent: QWidget | None = None) -> None:
        """`owner`: what the owner of a die is called."""
        super().__init__(parent)
        self._game = game
        self._dice: tuple[Die, ...] = ()
        self.field = FaceChoices(owner, lambda: game.tracking, self)
        self.field.entered.connect(self._enter)
        self.roll = InkButton(say("Roll"), "primary", self, deed="table.step", sign="dice", clicked=self.roll_here)
        hbox(self.field, self.roll, on=self, spacing=14)
        self.hide()

    @property
    def typed(self) -> bool:
        """Whether faces are entered; else the app rolls."""
        return self._game.dice_entry != "virtual"

    def refresh(self) -> None:
        """Ask for what has to be rolled now, or go away."""
        roll = self._game.to_roll()
        dice = () if roll is None else roll.dice
        if dice != self._dice:
            self._dice = dice
            self.field.ask(dice)
        self.field.setVisible(self.typed)
        self.roll.setVisible(self._game.dice_entry != "typed")
        self.setVisible(bool(dice))

    def roll_here(self) -> None:
        """Have the app roll."""
        if self._game.to_roll() is not None:
            self._game.roll()

    def _enter(self, faces: tuple[Face, ...]) -> None:
        self._dice = ()  # the same dice may be asked for again
        if not self._game.roll(faces):
            self.refresh()

    def type(self, event: QKeyEvent) -> bool:
        """Take a key as the next face; False when it is none."""
        return self.isVisible() and self.typed and self.field.type(event)


def _word(face: Face) -> Message | str:
    return Message(face) if isinstance(face, str) and face != HIDDEN else str(face)
