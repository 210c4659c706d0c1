"""The screens of Okko Chronicles in one window: a new game, and its table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction

from companion.model.bots import BOTS, Automaton, automatic_seats
from companion.model.core.words import Name
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.games.chronicles.new_game import NewGameScreen, quick_game
from companion.ui.games.chronicles.table.board_area import has_board
from companion.ui.games.chronicles.table.screen import LEAVES, ChroniclesScreen
from companion.ui.games.chronicles.table.second_board import SecondBoards
from companion.ui.games.chronicles.table.spots import spot_name, spots
from companion.ui.games.chronicles.vocabulary import called, seat_name
from companion.ui.kit import keys
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameScreens, GameTable, Shell
from companion.ui.play.pointing import Spot
from companion.ui.play.rematch import rematch_of
from companion.ui.play.storage import GameSettings, Mode, Opened, with_title

if TYPE_CHECKING:
    from companion.ui.games.chronicles.charts.many_games import ChroniclesChartRoutes
    from companion.ui.games.chronicles.print.screen import ChroniclesPrintScreen
    from companion.ui.games.chronicles.workshop.scenario_paper import ScenarioPaper
    from companion.ui.games.chronicles.workshop.screen import ChroniclesWorkshop
    from companion.ui.play.game_paper import PaperRoutes


class ChroniclesTable(GameTable):
    """A game of it on the table."""

    def __init__(self, opened: Opened, shell: Shell) -> None:
        super().__init__(opened, shell)
        self.game: ChroniclesController = ChroniclesController(opened.session, tr.words, content=shell.storage.content)
        for seat, player in zip(self.game.seats, opened.settings.players, strict=False):
            if player in BOTS:
                self.game.give_to(seat, BOTS[player]())
        for seat in automatic_seats(opened.session.system, opened.session.state):
            self.game.give_to(seat, Automaton())
        self.screen: ChroniclesScreen = ChroniclesScreen(self.game, self.name)
        self.screen.left.connect(self.left)
        self.second = SecondBoards(self.game, self.screen)
        self._pages = {id: QAction(self.screen) for id, _, _ in LEAVES}
        for id, action in self._pages.items():
            action.triggered.connect(lambda _=False, id=id: self.screen.open_page(id))

    def name(self, seat: str) -> str:
        """What the player of a seat is called: by hero and by name."""
        return tr(seat_name(self.game.state, self.opened.settings, seat))

    def spots(self, target: str) -> Sequence[Spot]:
        return spots(self.screen, target) or super().spots(target)

    def spot_name(self, target: str) -> str:
        return spot_name(self.screen, target)

    def names(self) -> list[str]:
        """What the players are called, by seat."""
        return [self.name(seat) for seat in self.game.seats]

    def start(self) -> None:
        self.game.start()

    def board_actions(self) -> Sequence[QAction]:
        """The pages of the table by name, then the board in a window of its own."""
        for id, title, _ in LEAVES:
            self._pages[id].setText(tr(title))
        self.second.action.setText(tr(keys.BY_ID["table.second"].title))
        pages = [self._pages[id] for id in self.screen.pages_offered()]
        return [*pages, self.second.action] if has_board(self.game.state) else pages

    def shut(self) -> None:
        self.second.close()
        self.screen.guide.hints.stop()
        self.game.close()

    def retranslate(self) -> None:
        self.game.set_words(tr.words)

    def show_step(self, step: int) -> None:
        self.screen.timeline.open(step)


class ChroniclesScreens(GameScreens):
    """Made when somebody first opens the game."""

    draft: NewGameScreen | None = None
    workshop: ChroniclesWorkshop | None = None
    paper: ScenarioPaper | None = None
    _charts: ChroniclesChartRoutes | None = None
    _paper: PaperRoutes[ChroniclesPrintScreen] | None = None
    _content: object = None
    """What the screen of a new game was made with."""

    def table(self, opened: Opened) -> ChroniclesTable:
        made = ChroniclesTable(opened, self.shell)
        made.screen.charts.clicked.connect(lambda: self.show_charts())
        made.screen.report.clicked.connect(lambda: self.show_report())
        made.screen.rematch.wanted.connect(lambda swapped: self.play_again(made.opened, swapped=swapped))
        return made

    def new_game(self, mode: Mode | None = None) -> None:
        content = self.shell.storage.content
        if self.draft is not None and content is not self._content:
            self.shell.throw_away(self.draft)  # the packs are others now
            self.draft = None
        if self.draft is None:
            self._content = content
            self.draft = NewGameScreen(content, self.shell.keeper.settings.names)
            self.draft.left.connect(self.shell.go_home)
            self.draft.ready.connect(self.begin)
        if mode is not None:
            self.draft.show_mode(mode)
        self.shell.show_screen(self.draft)

    def quick_start(self, mode: Mode = "enforce") -> None:
        """The house scenario with two heroes against the automatic Oni; where the packs have none, the screen that
        asks.
        """
        found = quick_game(self.shell.storage.content)
        if found is None:
            self.new_game(mode)
        else:
            self.begin(*found)

    def play_again(self, opened: Opened, *, swapped: bool) -> None:
        """Begin another game of the same people; `swapped`: everybody sits one place further."""
        found = rematch_of(opened, swapped=swapped)
        if found is not None:
            self.begin(*found)

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up and go to its table."""
        storage = self.shell.storage
        record = storage.content.find("chronicles_scenario", str(setup.get("scenario")))
        title = called(settings, Name.of(record["names"]) if isinstance(record, dict) else None)
        self.shell.open_table(lambda: storage.begin(setup, with_title(settings, title), tr(title), "chronicles"))

    # paper and charts -------------------------------------------------------------------------------------------------

    @property
    def host(self) -> ChroniclesTable | None:
        """The game on the table, if its screen is in front."""
        table = self.shell.table
        return table if isinstance(table, ChroniclesTable) and self.shell.front is table.screen else None

    @property
    def press(self) -> ChroniclesPrintScreen | None:
        """The screen of printing, once somebody has asked for it."""
        return None if self._paper is None else self._paper.screen

    def show_print(self, subject: str | None = None) -> None:
        """The press, with the game on the table; the way leads back there. On the press itself: print."""
        from companion.ui.play.game_paper import PaperRoutes, game_order

        from .print.screen import ChroniclesPrintScreen

        if self._paper is None:
            self._paper = PaperRoutes(self.shell, lambda: ChroniclesPrintScreen(self.shell.storage))
        host = self.host
        self._paper.show(subject, None if host is None else game_order(host.opened))

    @property
    def charts(self) -> ChroniclesChartRoutes:
        """The ways to the charts."""
        if self._charts is None:
            from companion.ui.games.chronicles.charts.many_games import ChroniclesChartRoutes

            self._charts = ChroniclesChartRoutes(self.shell)
        return self._charts

    def show_charts(self) -> None:
        """Charts of the game on the table; elsewhere of all games."""
        host = self.host
        if host is not None:
            self.charts.show_game(host.game.session, host.opened.title, host.names)
        elif self.shell.front is not self.charts.screen:
            self.charts.show_all()

    def close(self) -> None:
        if self._charts is not None:
            self._charts.close()

    def show_report(self, id: int | None = None) -> None:
        """The report of a stored game; None: of the one on the table."""
        self.show_print("report")
        if id is not None and self.press is not None:
            self.press.take_game(id)

    # the workshop ----------------------------------------------------------------------------------------------------

    def show_workshop(self) -> None:
        """The cards, tiles and scenarios of one's own, to be made and changed."""
        packs = self.shell.storage.workshop
        if packs is None:
            return
        if self.workshop is None:
            from companion.ui.games.chronicles.workshop.screen import ChroniclesWorkshop

            self.workshop = ChroniclesWorkshop(packs)
            self.workshop.left.connect(self.shell.go_home)
            self.workshop.bench.printed.connect(lambda _, id: self.print_scenario(id))
        self.shell.show_screen(self.workshop)

    def print_scenario(self, id: str) -> None:
        """The map of a scenario on paper; the way back leads to the workshop."""
        if self.workshop is None:
            return
        if self.paper is None:
            from companion.ui.games.chronicles.workshop.scenario_paper import ScenarioPaper

            self.paper = ScenarioPaper(self.workshop.bench)
            self.paper.left.connect(lambda: self.shell.return_to(self.workshop))
        self.workshop.keep_now()
        self.paper.show_scenario(id)
        self.shell.show_over(self.paper)

    def keep_now(self) -> None:
        if self.workshop is not None:
            self.workshop.keep_now()

    def claims(self, path: Path) -> bool:
        from companion.model.content.files import holds_only
        from companion.model.games.chronicles.box.records import KIND_TYPES

        return self.shell.storage.workshop is not None and holds_only(path, KIND_TYPES.keys())

    def take_in(self, path: Path) -> bool:
        if not self.claims(path):
            return False
        self.show_workshop()
        if self.workshop is not None:
            self.workshop.take_in(path)
        return True
