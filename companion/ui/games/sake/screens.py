"""The screens of Saké & Samouraï in one window: a new game, and its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameScreens
from companion.ui.play.storage import GameSettings, Mode, Opened, with_title

from .new_game import NewGameScreen
from .table import SakeTable
from .vocabulary import called

if TYPE_CHECKING:
    from .all_charts import SakeChartRoutes


class SakeScreens(GameScreens):
    """Made when somebody first opens the game."""

    draft: NewGameScreen | None = None
    _charts: SakeChartRoutes | None = None

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

    def close(self) -> None:
        if self._charts is not None:
            self._charts.close()

    @property
    def host(self) -> SakeTable | None:
        """The game on the table, if its screen is in front."""
        table = self.shell.table
        return table if isinstance(table, SakeTable) and self.shell.front is table.screen else None

    @property
    def charts(self) -> SakeChartRoutes:
        """The ways to the charts."""
        if self._charts is None:
            from .all_charts import SakeChartRoutes

            self._charts = SakeChartRoutes(self.shell)
        return self._charts

    def show_charts(self) -> None:
        """Charts of the game on the table; elsewhere of all games."""
        host = self.host
        if host is not None:
            self.charts.show_game(host.game.session, host.opened.title, host.names)
        elif self.shell.front is not self.charts.screen:
            self.charts.show_all()
