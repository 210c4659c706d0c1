"""The screens of Saké & Samouraï in one window: a new game, and its table."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from companion.ui.games.sake.table.table import SakeTable
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameScreens
from companion.ui.play.rematch import rematch_of
from companion.ui.play.storage import GameSettings, Mode, Opened, with_title

from .new_game import NewGameScreen, quick_game
from .vocabulary import called

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from companion.model.core.contract import Content
    from companion.ui.games.sake.charts.many_games import SakeChartRoutes
    from companion.ui.play.game_paper import PaperRoutes

    from .print.screen import SakePrintScreen
    from .workshop.screen import SakeWorkshop


class SakeScreens(GameScreens):
    """Made when somebody first opens the game."""

    draft: NewGameScreen | None = None
    _charts: SakeChartRoutes | None = None
    workshop: SakeWorkshop | None = None
    _content: Content | None = None
    """What the screen of a new game was made with."""
    _paper: PaperRoutes[SakePrintScreen] | None = None

    def table(self, opened: Opened) -> SakeTable:
        made = SakeTable(opened, self.shell)
        made.screen.slip.charts.clicked.connect(lambda: self.show_charts())
        made.screen.slip.report.clicked.connect(lambda: self.show_report())
        made.screen.slip.rematch.wanted.connect(lambda swapped: self.play_again(made.opened, swapped=swapped))
        return made

    def new_game(self, mode: Mode | None = None) -> None:
        content = self.shell.storage.content
        if self.draft is not None and content is not self._content:
            self.shell.throw_away(self.draft)  # the packs are others now
            self.draft = None
        if self.draft is None:
            self._content = content
            self.draft = NewGameScreen(self.shell.keeper.settings.names, content)
            self.draft.left.connect(self.shell.go_home)
            self.draft.ready.connect(self.begin)
            self.draft.workshop.clicked.connect(self.show_workshop)
            self.draft.workshop.setVisible(self.shell.storage.workshop is not None)
        if mode is not None:
            self.draft.set_mode(mode)
        self.shell.show_screen(self.draft)

    def quick_start(self, mode: Mode = "enforce") -> None:
        """A person against three automatic players; where the packs hold too little, the screen that says so."""
        kept = self.shell.keeper.settings
        found = quick_game(self.shell.storage.content, kept.first_name, Random()) if mode == "enforce" else None
        if found is None:
            self.new_game(mode)
        else:
            self.begin(*found)

    def show_workshop(self) -> None:
        """The decks, sheets, locations and card texts of one's own, to be made and changed."""
        packs = self.shell.storage.workshop
        if packs is None:
            return
        if self.workshop is None:
            from .workshop.screen import SakeWorkshop

            self.workshop = SakeWorkshop(packs)
            self.workshop.left.connect(self.shell.go_home)
            self.workshop.deck.print.clicked.connect(lambda: self.show_print("cards"))
        self.workshop.enter()
        self.shell.show_screen(self.workshop)

    def keep_now(self) -> None:
        if self.workshop is not None:
            self.workshop.keep_now()

    def claims(self, path: Path) -> bool:
        from companion.model.games.sake.box.own_box import holds_only_this

        return self.shell.storage.workshop is not None and holds_only_this(path)

    def take_in(self, path: Path) -> bool:
        if not self.claims(path):
            return False
        self.show_workshop()
        if self.workshop is not None:
            self.workshop.exchange.take_in(path)
        return True

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up and go to its table."""
        storage, title = self.shell.storage, called(settings)
        settings = with_title(settings, title)
        self.shell.open_table(lambda: storage.begin(setup, settings, tr(title), "sake"))

    def play_again(self, opened: Opened, *, swapped: bool) -> None:
        """Begin another evening of the same people; `swapped`: everybody plays the Samurai of the one before."""
        found = rematch_of(opened, swapped=swapped)
        if found is None:
            return
        setup, settings = found
        if isinstance(setup.get("seats"), list):  # names stand in the set-up too: the log says them
            named = zip(setup["seats"], settings.names, strict=False)
            setup["seats"] = [{**seat, "name": name} if "name" in seat else seat for seat, name in named]
        self.begin(setup, settings)

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
            from companion.ui.games.sake.charts.many_games import SakeChartRoutes

            self._charts = SakeChartRoutes(self.shell)
        return self._charts

    def show_charts(self) -> None:
        """Charts of the game on the table; elsewhere of all games."""
        host = self.host
        if host is not None:
            self.charts.show_game(host.game.session, host.opened.title, host.names)
        elif self.shell.front is not self.charts.screen:
            self.charts.show_all()

    @property
    def press(self) -> SakePrintScreen | None:
        """The screen of printing, once somebody has asked for it."""
        return None if self._paper is None else self._paper.screen

    def show_print(self, subject: str | None = None, before: QWidget | None = None) -> None:
        """The press, with the game on the table; the way leads back there. On the press itself: print."""
        from companion.ui.play.game_paper import PaperRoutes, game_order

        from .print.screen import SakePrintScreen

        if self._paper is None:
            self._paper = PaperRoutes(self.shell, lambda: SakePrintScreen(self.shell.storage))
        workshop, host = self.workshop, self.host
        front = self.shell.front if before is None else before
        if workshop is not None and front is workshop and workshop.shown_deck and workshop.deck.print.isEnabled():
            subject, self._paper.made().deck = subject or "cards", workshop.shown_deck
        self._paper.show(subject, None if host is None else game_order(host.opened), before)

    def show_report(self, id: int | None = None) -> None:
        """The report of a stored game; None: of the one on the table."""
        self.show_print("report")
        if id is not None and self.press is not None:
            self.press.take_game(id)
