"""The sides of the board to choose from before deployment, a button and a number key each."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.formatting import FACING_WORDS
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton


class SidesRow(QWidget):
    """Shows itself while player A chooses a side (SET-1)."""

    def __init__(self, game: Game, parent: QWidget) -> None:
        """`parent` is the table screen: its keys are ours."""
        super().__init__(parent)
        self._game = game
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons: list[InkButton] = []
        self._keys: list[keys.KeyedAction] = []
        for n in range(len(FACING_WORDS)):
            button = InkButton("", "quiet", self, deed=f"table.choice.{n + 1}")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self.choose, n))
            row.addWidget(button)
            self.buttons.append(button)
            action = keys.action(f"table.choice.{n + 1}", parent, partial(self.choose, n))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            self._keys.append(action)
        game.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        self.rewrite()

    def choose(self, n: int, _: bool = False) -> None:
        """Take the side with this number."""
        offered = self._game.options_like(o.Side)
        if n < len(offered):
            self._game.choose(offered[n])

    def rewrite(self, *_: object) -> None:
        """Show the sides on offer, in the game's language."""
        game, offered = self._game, self._game.options_like(o.Side)
        for n, (button, action) in enumerate(zip(self.buttons, self._keys, strict=True)):
            action.setEnabled(n < len(offered))
            button.setVisible(n < len(offered))
            option = offered[n] if n < len(offered) else None
            if isinstance(option, o.Side):
                side = Message(FACING_WORDS[option.facing])
                button.setText(game.say(side))
                button.setAccessibleName(game.say(say("Take the {side} side", side=side)))
        self.setVisible(bool(offered))
