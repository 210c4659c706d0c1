"""Questions about the board, asked by keys, answered aloud and in writing: figures, zones, threats, lines of fire."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.insight.threats import threats
from companion.ui.games.asagiri.board import descriptions, queries
from companion.ui.games.asagiri.board.view import BoardView
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.kit import keys
from companion.ui.kit.accessibility import announce
from companion.ui.kit.panels import Toast

from .text_board import TextBoard
from .voice import TableVoice

AGAIN = 3
"""How many of the last announcements are said again."""
READ_MS = 15_000
"""How long an answer stays on the screen."""


class Questions:
    """Asked anywhere at the table, about the square that the cursor is on, on the drawn board or on that in words."""

    def __init__(
        self, screen: QWidget, game: AsagiriController, board: BoardView, text: TextBoard, voice: TableVoice
    ) -> None:
        self._screen, self._game = screen, game
        self._board, self._text, self._voice = board, text, voice
        doings: dict[str, Callable[[], object]] = {
            "table.everybody": lambda: self._tell(descriptions.everybody(self._game)),
            "table.enemy": partial(self._go_on, enemy=True),
            "table.friend": partial(self._go_on, enemy=False),
            "table.row": partial(self._about_square, descriptions.row),
            "table.column": partial(self._about_square, descriptions.column),
            "table.zone": partial(self._about_square, descriptions.zone),
            "table.threatened": partial(self._about_square, self._threats),
            "table.sees": self._sees,
            "table.aimed": partial(self._about_square, self._aimed),
            "table.again": self._again,
        }
        self.actions_ = [keys.action(id, screen, do) for id, do in doings.items()]

    @property
    def square(self) -> int:
        """Where the cursor is, else where the selected figure stands; -1: nowhere."""
        board, text, game = self._board, self._text, self._game
        at = board.keys.square if text.isHidden() else text.at
        return at if at >= 0 or game.selection < 0 else game.state.figures[game.selection].at

    def _tell(self, words: str) -> None:
        screen, text = self._screen, self._text
        for old in screen.findChildren(Toast):
            old.close()
        if text.isHidden():
            Toast(screen, words, milliseconds=READ_MS).popup()  # is announced
        else:
            announce(screen, words)
            text.hear(words)

    def _say(self, words: Message) -> None:
        self._tell(self._game.say(words))

    def _about_square(self, ask: Callable[[AsagiriController, int], str]) -> None:
        if self.square < 0:
            self._say(say("Move the cursor to a square first, with the arrow keys."))
        else:
            self._tell(ask(self._game, self.square))

    def _threats(self, game: AsagiriController, at: int) -> str:
        band = self._board.layers.threat_layer.band
        if not self._game.look_up("threat"):
            return self._game.say(say("The help agreed on for this game does not include threats."))
        return descriptions.threatened(self._game, threats(self._game.state, band), at)

    def _sees(self) -> None:
        who = queries.standing(self._game.state, self.square)
        who = who if who >= 0 else self._game.selection
        if who < 0 or self._game.figure(who).at < 0:
            self._say(say("Select a figure first."))
        else:
            self._tell(descriptions.sees(self._game, who))

    def _aimed(self, game: AsagiriController, at: int) -> str:
        who = self._game.selection
        if who < 0 or self._game.figure(who).at in (-1, at):
            return self._game.say(say("Select a figure, then move the cursor to its target."))
        return descriptions.aimed(self._game, who, at)

    def _go_on(self, *, enemy: bool) -> None:
        """To the next figure of the enemy, or of one's own band."""
        band = self._board.layers.threat_layer.band
        found = self._game.state.on_board(1 - band if enemy else band)
        at = descriptions.next_among(self._game, found, self.square)
        if at >= 0:
            self._go(at)
        else:
            self._say(say("No enemies are on the board.") if enemy else say("None of your figures is on the board."))

    def _go(self, at: int) -> None:
        board, text = self._board, self._text
        board.show_floor(self._game.state.table.board.squares[at][2])
        if text.isHidden():
            board.setFocus()
            board.keys.go(at)
        else:
            text.go(at)

    def _again(self) -> None:
        heard = list(self._voice.heard)[-AGAIN:]
        self._tell("\n".join(heard) or self._game.say(say("Nothing has happened yet.")))
