"""What can be done without pointing at a square: a quiet row of buttons beside the next step, each with its key."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from companion.model.core.contract import Option
from companion.model.systems.asagiri import options as o
from companion.ui import keys
from companion.ui.theme.widgets import InkButton

from .game import Game

_DEEDS: tuple[tuple[type[Option], keys.Deed], ...] = (
    (o.TestWillpower, keys.BY_ID["table.willpower"]),
    (o.OpenDoor, keys.BY_ID["table.door"]),
    (o.PickUp, keys.BY_ID["table.pick_up"]),
    (o.Search, keys.BY_ID["table.search"]),
    (o.Free, keys.BY_ID["table.free"]),
    (o.PutDown, keys.BY_ID["table.put_down"]),
    (o.LeaveBoard, keys.BY_ID["table.leave_board"]),
    (o.EndMovement, keys.BY_ID["table.end_movement"]),
    (o.EndActivations, keys.BY_ID["table.end_activations"]),
)
"""The kind of option, and its words, key and sign."""
_ABOUT_SOMETHING = (o.OpenDoor, o.PickUp, o.Search, o.Free, o.PutDown, o.LeaveBoard)
"""Kinds of which there may be several: a person picks one. Nothing of the kind on offer: the key does nothing."""


class DeedsRow(QWidget):
    """Shows a button for each deed on offer; the keys work wherever the table has the focus."""

    def __init__(self, game: Game, parent: QWidget) -> None:
        """`parent` is the table screen: its keys are ours."""
        super().__init__(parent)
        self._game = game
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons: dict[type[Option], InkButton] = {}
        self.keys: list[keys.KeyedAction] = []
        for kind, deed in _DEEDS:
            button = InkButton("", "quiet", self, deed=deed.id, sign=deed.sign)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, kind=kind: self.do(kind))
            button.hide()
            row.addWidget(button)
            self.buttons[kind] = button
            self.keys.append(keys.action(deed.id, parent, partial(self.do, kind)))
        self._room = 10_000
        self.setMinimumHeight(max(button.sizeHint().height() for button in self.buttons.values()))
        game.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        self.rewrite()

    def do(self, kind: type[Option]) -> bool:
        """Do the deed of this kind, if there is one on offer; of several, ask which."""
        game = self._game
        found = game.options_like(kind)
        if len(found) > 1 and kind in _ABOUT_SOMETHING:
            self._ask(kind, found)
            return True
        if not found and kind not in _ABOUT_SOMETHING and game.options:
            found = [kind()]  # refused, and the refusal says why
        return bool(found) and game.choose(found[0])

    def _ask(self, kind: type[Option], found: list[Option]) -> None:
        game, button = self._game, self.buttons[kind]
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for option in found:
            menu.addAction(game.say(o.label(game.state, option))).triggered.connect(partial(self._choose, option))
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _choose(self, option: Option, _: bool = False) -> None:
        self._game.choose(option)

    def _words(self, kind: type[Option], deed: keys.Deed) -> str:
        """The deed; of a thing of an adventure also its name, if there is only one."""
        game, found = self._game, self._game.options_like(kind)
        single = kind in _ABOUT_SOMETHING and len(found) == 1
        return game.say(o.label(game.state, found[0]) if single else deed.title)

    def rewrite(self, *_: object) -> None:
        """Show what is on offer now, in the game's language."""
        game = self._game
        for kind, deed in _DEEDS:
            button, words = self.buttons[kind], self._words(kind, deed)
            offered = bool(game.options_like(kind))
            if kind is o.EndActivations:
                # with nobody active and nobody left, this is the next step and has its own large button
                offered = offered and bool(game.options_like(o.Activate) or game.options_like(o.EndActivation))
            button.setText(words)
            button.setAccessibleName(words)
            button.setToolTip(words)
            button.setVisible(offered)
        self.fit(self._room)

    def fit(self, room: int) -> None:
        """Show words within `room` pixels, else signs and keys alone."""
        self._room = room
        shown = [(kind, self._words(kind, deed)) for kind, deed in _DEEDS if not self.buttons[kind].isHidden()]
        for kind, words in shown:
            self.buttons[kind].setText(words)
        if sum(self.buttons[kind].sizeHint().width() for kind, _ in shown) > room:
            for kind, words in shown:
                self.buttons[kind].setText("")
                self.buttons[kind].setAccessibleName(words)
