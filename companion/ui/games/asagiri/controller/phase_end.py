"""Ending a phase: while figures could still act, a person is asked once, in the turn bar; Space says yes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from companion.model.core.words import Message, plural
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.ui.kit import phase_end_question
from companion.ui.play.game_controller import GameController


class Ending(QObject):
    """Of one game. `changed` when the question comes or goes."""

    changed = Signal()

    def __init__(self, game: GameController[State]) -> None:
        """Nothing is asked."""
        super().__init__(game)
        self._game = game
        self.asked = False
        game.changed.connect(self.dismiss)

    @property
    def left(self) -> int:
        """How many figures could still be activated in this phase."""
        return len(self._game.options_like(o.Activate))

    @property
    def question(self) -> Message:
        """What is asked."""
        return plural(
            "{count} figure has not acted yet. End the phase anyway?",
            "{count} figures have not acted yet. End the phase anyway?",
            self.left,
        )

    def end(self) -> bool:
        """End the phase, or ask first; True when it is done.

        Not where the table is only followed: what happened there has happened, and one key tells it.
        """
        game, wanted = self._game, o.EndActivations()
        if phase_end_question.asks() and not self.asked and game.live and game.session.mode == "enforce":
            self.asked = wanted in game.options and self.left > 0
            if self.asked:
                self.changed.emit()
                return False
        return game.choose(wanted)

    def dismiss(self, *_: object) -> bool:
        """Not yet; False when nothing was asked."""
        was, self.asked = self.asked, False
        if was:
            self.changed.emit()
        return was
