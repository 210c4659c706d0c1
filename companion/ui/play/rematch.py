"""Another game of the same people with the same set-up, begun by one click where one has ended."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Over
from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import FlowRow
from companion.ui.play.game_controller import GameController
from companion.ui.play.storage import GameSettings, Opened

T = TypeVar("T")


def moved_on(people: tuple[T, ...]) -> tuple[T, ...]:
    """Everybody takes the place of the next one; of two, each that of the other."""
    return (*people[-1:], *people[:-1])


def rematch_of(opened: Opened, *, swapped: bool) -> tuple[dict[str, Any], GameSettings] | None:
    """The set-up and who plays it; None for a game that was not begun from a set-up (a position, an old record).

    `swapped`: everybody plays what the one before has played, two persons each other's side. Nothing of the game that
    has ended comes along: time begins anew, and what was written into its log.
    """
    setup = opened.session.header.setup
    if not isinstance(setup, dict):
        return None
    settings = replace(opened.settings, spent=(0.0,) * len(opened.settings.spent), titles={})
    if swapped:
        settings = replace(settings, players=moved_on(settings.players), names=moved_on(settings.names))
    return dict(setup), settings


class RematchRow(FlowRow):
    """Two buttons that show themselves at the end of a game. `wanted`: whether sides are to be swapped."""

    wanted = Signal(bool)

    def __init__(self, game: GameController[Any], parent: QWidget) -> None:
        self.again = InkButton(say("Rematch"), "quiet", parent, sign="rotate",
                               clicked=lambda _=False: self.wanted.emit(False))  # fmt: skip
        self.swap = InkButton(say("Swap sides"), "quiet", parent, sign="mirror", tip=say("Rematch, sides swapped"),
                              clicked=lambda _=False: self.wanted.emit(True))  # fmt: skip
        super().__init__(parent, (self.again, self.swap))
        self._game = game
        game.keep_current(self, self.rewrite, unseen=True)
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Only the end itself offers another game, not a look at the past."""
        session = self._game.session
        over = isinstance(self._game.pending, Over) and not session.looking
        self.setVisible(over and isinstance(session.header.setup, dict))
