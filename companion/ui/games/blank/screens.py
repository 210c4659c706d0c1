"""The screens of the toy game in one window: new game and table."""

from __future__ import annotations

from typing import Any

from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameScreens
from companion.ui.play.storage import GameSettings, Mode, Opened

from .new_game import NewGameScreen
from .table import BlankTable
from .words import called


class BlankScreens(GameScreens):
    """Made when somebody first opens the game."""

    draft: NewGameScreen | None = None

    def table(self, opened: Opened) -> BlankTable:
        return BlankTable(opened, self.shell)

    def new_game(self, mode: Mode | None = None) -> None:
        if self.draft is None:
            self.draft = NewGameScreen(self.shell.keeper.settings.names)
            self.draft.left.connect(self.shell.go_home)
            self.draft.ready.connect(self.begin)
        if mode is not None:
            self.draft.set_mode(mode)
        self.shell.show_screen(self.draft)

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up and go to its table."""
        storage = self.shell.storage
        self.shell.open_table(lambda: storage.begin(setup, settings, tr(called(settings)), "blank"))
