"""What can be done without pointing at a square: a quiet row of buttons beside the next step, each with its key."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.core.contract import Option
from companion.model.core.words import Message, say
from companion.model.systems.asagiri import options as o
from companion.ui.theme.widgets import InkButton

from .game import Game

_DEEDS: tuple[tuple[type[Option], Message, str, str], ...] = (
    (o.TestWillpower, say("Test willpower"), "W", "fan"),
    (o.OpenDoor, say("Open the door"), "O", "door"),
    (o.EndMovement, say("End the movement"), "X", "footprints"),
    (o.EndActivations, say("End the activations"), "N", "end"),
)
"""The kind of option, its words, its key, its sign."""


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
        self.keys: list[QAction] = []
        for kind, words, key, sign in _DEEDS:
            button = InkButton("", "quiet", self, key=key, sign=sign)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, kind=kind: self.do(kind))
            button.hide()
            row.addWidget(button)
            self.buttons[kind] = button
            action = QAction(parent)
            action.setData(words)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _=False, kind=kind: self.do(kind))
            self.keys.append(action)
        self._room = 10_000
        self.setMinimumHeight(max(button.sizeHint().height() for button in self.buttons.values()))
        game.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        self.rewrite()

    def do(self, kind: type[Option]) -> bool:
        """Do the deed of this kind, if there is one on offer."""
        game = self._game
        found = game.options_like(kind)
        if not found and kind is not o.OpenDoor and game.options:
            found = [kind()]  # refused, and the refusal says why
        return bool(found) and game.choose(found[0])

    def rewrite(self, *_: object) -> None:
        """Show what is on offer now, in the game's language."""
        game = self._game
        for kind, words, _key, _sign in _DEEDS:
            button = self.buttons[kind]
            offered = bool(game.options_like(kind))
            if kind is o.EndActivations:
                # with nobody active and nobody left, this is the next step and has its own large button
                offered = offered and bool(game.options_like(o.Activate) or game.options_like(o.EndActivation))
            button.setText(game.say(words))
            button.setAccessibleName(game.say(words))
            button.setToolTip(game.say(words))
            button.setVisible(offered)
        self.fit(self._room)

    def fit(self, room: int) -> None:
        """Show words within `room` pixels, else signs and keys alone."""
        self._room = room
        shown = [(kind, self._game.say(words)) for kind, words, _, _ in _DEEDS if not self.buttons[kind].isHidden()]
        for kind, words in shown:
            self.buttons[kind].setText(words)
        if sum(self.buttons[kind].sizeHint().width() for kind, _ in shown) > room:
            for kind, words in shown:
                self.buttons[kind].setText("")
                self.buttons[kind].setAccessibleName(words)
