"""The screens of Saké & Samouraï in one window: a new game, and its table."""

from __future__ import annotations

from typing import Any

from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameScreens
from companion.ui.play.storage import GameSettings, Mode, Opened, with_title

from .new_game import NewGameScreen
from .table import SakeTable
from .vocabulary import called


class SakeScreens(GameScreens):
    """Made when somebody first opens the game."""

    draft: NewGameScreen | None = None

    def table(self, opened: Opened) -> SakeTable:
        return SakeTable(opened, self.shell)

    def new_game(self, mode: Mode | None = None) -> None:
        if self.draft is None:
            self.draft = NewGameScreen(self.shell.keeper.settings.names, self.shell.storage.content)
            self.draft.left.connect(self.shell.go_home)
            self.draft.ready.connect(self.begin)
        if mode is not None:
            self.draft.set_mode(mode)
        self.shell.show_screen(self.draft)

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up and go to its table."""
        storage, title = self.shell.storage, called(settings)
        settings = with_title(settings, title)
        self.shell.open_table(lambda: storage.begin(setup, settings, tr(title), "sake"))
