"""The ways through the window, whatever games there are: home, library, the table, and the screens that games bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from companion.model.core.file_names import CAMPAIGN, GAMES_READ, patterns
from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.words import Message, say
from companion.ui.kit.file_dialogs import ask_for_file
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameAction, GameScreens, GameTable, GameUI
from companion.ui.play.storage import GameSettings, GameStorage, Mode, Opened, StorageError

from .help.desk import HelpDesk
from .home import LEARN, HomeScreen
from .lesson_routes import LessonRoutes

if TYPE_CHECKING:
    from companion.model.core.problem_report import ReportFile
    from companion.ui.play.phones import Phones
    from companion.ui.shell.library_screen import LibraryScreen
    from companion.ui.shell.my_games import MyGamesScreen

R = TypeVar("R")


class WindowPort(Protocol):
    """The window, as the navigator knows it."""

    def front(self) -> QWidget | None:
        """The screen in front."""

    def show_screen(self, screen: QWidget) -> None:
        """Bring a screen to the front."""

    def throw_away(self, screen: QWidget) -> None:
        """Let go of a screen that will not be shown again."""

    def tell(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        """Say one sentence in passing, with at most one thing to do."""

    def waited(self, what: Message, do: Callable[[], R]) -> R:
        """Do something that may take long, beside the screen in front: see `companion.ui.kit.screen`."""

    def warn(self, why: Message) -> None:
        """Say something that stays true, until it is put away."""

    def show_keys(self) -> None:
        """Show the list of keys and commands."""


class Navigator(QObject):
    """The `Shell` of every game (`companion.ui.play.game_ui`); its own screens are made when they are first wanted."""

    def __init__(
        self,
        stage: WindowPort,
        home: HomeScreen,
        storage: GameStorage,
        keeper: SettingsService,
        games: Mapping[str, GameUI],
        parent: QObject,
    ) -> None:
        """`games`: those that can be loaded, the one that is begun when none is named first."""
        super().__init__(parent)
        self.stage, self.home, self.storage, self.keeper, self.games = stage, home, storage, keeper, games
        self.table: GameTable | None = None
        self.library: LibraryScreen | None = None
        self.lessons = LessonRoutes(self, games)
        self.mine: MyGamesScreen | None = None
        self._screens: dict[str, GameScreens] = {}
        self._game = home.game if home.game in games else next(iter(games), "")
        """The game that was looked at last."""
        home.chosen.connect(self._look_at)
        self.help_desk = HelpDesk(self, games, self._game, stage.warn)
        self._from_library = False
        """The way back from the table leads to the library."""

    # games ---------------------------------------------------------------------------------------------------------

    def screens(self, id: str) -> GameScreens:
        """The screens of a game; KeyError when there is no such game."""
        if id not in self._screens:
            self._screens[id] = self.games[id].screens(self)
        return self._screens[id]

    def enter(self, tile: str) -> None:
        """Go where a tile of the home screen leads."""
        if tile == LEARN:
            self.show_learn()
            return
        id, found = next((id, one) for id, game in self.games.items() for one in game.tiles if one.id == tile)
        self._look_at(id)
        found.open(self.screens(id))

    def _look_at(self, game: str) -> None:
        """Have the words of this game hold, and its own of what several games bring."""
        self._game = game
        self.help_desk.speak_of(game)
        self.keeper.change(game=game)

    def act(self, action: str) -> None:
        """Do what a game brings to the menus.

        Of several games that bring it, the one looked at last; at home and in the library the person is asked, where
        the action says so and the library does not show one game alone.
        """
        brought = {id: one for id in self.games for one in self.games[id].actions if one.id == action}
        library = self.library if self.front is self.library else None
        alone = library.chips.search.game if library is not None else ""
        asks = any(one.asks for one in brought.values()) and (self.front is self.home or library is not None)
        if alone in brought:
            self._act(brought, alone)
        elif len(brought) > 1 and asks:
            self._ask_which(action, brought)
        elif brought:
            self._act(brought, self._game if self._game in brought else next(iter(brought)))

    def _act(self, brought: Mapping[str, GameAction], id: str) -> None:
        self._look_at(id)
        brought[id].do(self.screens(id))

    def _ask_which(self, action: str, brought: Mapping[str, GameAction]) -> None:
        """Of which game?"""
        lines = [Line(id, tr(self.games[id].title)) for id in brought]
        corner: Mapping[str, QWidget] = self.home.below.corner if self.home.below is not None else {}
        if self.library is not None and self.front is self.library:
            corner = {"figures": self.library.charts}
        popup = ChoicePopup(lines, self.front, name=tr(say("Which game?")))
        popup.chosen.connect(lambda id: self._act(brought, id))
        popup.popup(corner.get(action, self.front))

    def can_act(self, action: str) -> bool:
        return any(one.enabled(self) for game in self.games.values() for one in game.actions if one.id == action)

    def new_game(self, mode: Mode | None = None) -> None:
        """The way to a new game of the kind looked at last."""
        self.screens(self._game).new_game(mode)

    @property
    def can_start(self) -> bool:
        """Whether a game can begin without any question."""
        return self.home.game in self.games and self.games[self.home.game].quick is not None

    def quick_start(self, mode: Mode = "enforce") -> None:
        """Begin a game without any question, of the kind whose doors stand at home."""
        self.screens(self.home.game or self._game).quick_start(mode)

    # screens -------------------------------------------------------------------------------------------------------

    @property
    def front(self) -> QWidget:
        return self.stage.front() or self.home

    def show_screen(self, screen: QWidget) -> None:
        """Bring a screen to the front; the game on the table is put away."""
        self.stage.show_screen(screen)
        self.clear_table()

    def show_over(self, screen: QWidget) -> None:
        """Bring a screen to the front for a while."""
        self.stage.show_screen(screen)

    def return_to(self, screen: QWidget | None) -> None:
        """Back to a screen that another was shown over."""
        if screen is None or screen is self.home:
            self.go_home()
        else:
            self.stage.show_screen(screen)

    def throw_away(self, screen: QWidget) -> None:
        self.stage.throw_away(screen)

    def print_keys(self) -> None:
        """The screen that prints keys and commands; it leads back to the screen in front."""
        from companion.ui.shell.keys_print import KeysPrintScreen

        before = self.front
        if isinstance(before, KeysPrintScreen):
            return
        screen = KeysPrintScreen([game for game in self.games.values() if game.offered])

        def leave() -> None:
            self.return_to(before)
            self.throw_away(screen)

        screen.left.connect(leave)
        self.show_over(screen)

    def show_keys(self) -> None:
        """Slide in the list of keys and commands."""
        self.stage.show_keys()

    def show_help(self, page: str = "") -> None:
        """Open the help over the screen in front; where it is in front already and no page is wanted, leave it."""
        self.help_desk.show(page)

    def tell(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        """Say one sentence in passing."""
        self.stage.tell(why, action, do)

    def waited(self, what: Message, do: Callable[[], R]) -> R:
        """Do something that may take long."""
        return self.stage.waited(what, do)

    def go_home(self) -> None:
        """Back to the first screen; a game stays as it is in storage."""
        self._keep_now()
        if self.table is not None:
            self._keep_position(self.table)
        self.home.refresh()
        self.home.choose(self._game)
        self.show_screen(self.home)

    def show_library(self, id: int | None = None) -> None:
        """All games; at one of them, if it is named."""
        self._keep_now()
        if self.library is None:
            from companion.ui.shell.library_screen import LibraryScreen

            self.library = LibraryScreen(self.storage, self.games)
            self.library.left.connect(self.go_home)
            self.library.new.connect(self.new_game)
            self.library.learn.connect(self.show_learn)
            self.library.opened.connect(self.open_from_library)
            self.library.rescued.connect(lambda id: self.open_from_library(id, self.storage.rescue))
            self.library.replayed.connect(self.replay)
            self.library.report_wanted.connect(lambda id, game: self._show(self.games[game].report, game, id))
            self.library.figures_wanted.connect(lambda id, game: self._show(self.games[game].charts, game, id))
            self.library.charts_wanted.connect(lambda: self.act("figures"))
            self.library.pack.connect(self.open_file)
        self.library.enter(id)
        self.show_screen(self.library)

    def _show(self, what: Callable[[GameScreens, int], object] | None, game: str, id: int) -> None:
        if what is not None:
            what(self.screens(game), id)

    def close(self) -> None:
        """The window closes: what is on the table and being written is put away."""
        self._keep_now()
        for screens in self._screens.values():
            screens.close()
        if self.table is not None:
            self._shut(self.table)
            self.table = None

    def _keep_now(self) -> None:
        for screens in self._screens.values():
            screens.keep_now()

    # the table -----------------------------------------------------------------------------------------------------

    def open_table(self, fetch: Callable[[], Opened], rescue: Callable[[], object] | None = None) -> bool:
        """Fetch a game and go to its table; False when that cannot be, and the person has been told why."""
        try:
            opened = self.stage.waited(say("Opening the game…"), fetch)
        except Cancelled:
            pass
        except StorageError as wrong:
            self.tell(wrong.why)
        except RuleBroken as wrong:
            self.tell(say("{why} ({rule})", why=wrong.refusal.why, rule=wrong.refusal.rule))
        except InvalidInput as wrong:
            if rescue is None:
                self.tell(say("This game cannot be played: {why}", why=wrong.why))
            else:
                why = say("This game can only be played in part: {why}", why=wrong.why)
                self.tell(why, say("Keep the playable part"), rescue)
        else:
            return self._show_table(opened)
        return False

    def _show_table(self, opened: Opened) -> bool:
        game = opened.session.system.facts.id
        if game not in self.games:
            self.tell(say("This game cannot be shown: the program has no screen for it."))
            return False
        self._look_at(game)
        table = self.screens(game).table(opened)
        table.setParent(self)
        before, self.table, self._from_library = self.table, table, False
        table.left.connect(self._leave_table)
        panel = self.lessons.guide(table)
        self.stage.show_screen(table.screen)
        if before is not None:
            self._put_away(before)
        table.start()
        if panel is not None:
            panel.take_keys()
        return True

    def _leave_table(self) -> None:
        table = self.table
        if table is not None and self.lessons.has(table):
            self.show_learn()
        elif table is not None and self._from_library:
            self.show_library(table.opened.entry.id)
        elif table is None or not self.screens(table.opened.session.system.facts.id).leave_table(table):
            self.go_home()

    def phones(self) -> Phones | None:
        """The phones of the table, off until they are switched on; None: there is no table for them."""
        from companion.model.phones import Face
        from companion.ui.play.game_controller import GameController
        from companion.ui.play.phones import Phones

        table = self.table
        if table is None or not isinstance(table.game, GameController):
            return None
        if table.phones is None:
            game = table.game
            face = self.games[table.opened.session.system.facts.id].phone
            shown = Face(game, table.name) if face is None else face(table)
            table.phones = Phones(game, shown, table)
        return table.phones

    def report_game(self) -> ReportFile | None:
        """The game on the table for a report of a problem; None: there is none, or a lesson. May raise StorageError."""
        from companion.ui.shell.problem_page import exported

        lesson = self.table is not None and self.lessons.has(self.table)
        return exported(self.storage, None if lesson else self.table)

    def clear_table(self) -> None:
        """Put the game on the table away; it is stored already."""
        if self.table is not None:
            table, self.table = self.table, None
            self._put_away(table)

    def _shut(self, table: GameTable) -> None:
        if self.lessons.has(table):
            self.lessons.leave(table)
        if table.phones is not None:
            table.phones.close()
        table.shut()
        self._keep_position(table)

    def _put_away(self, table: GameTable) -> None:
        self._shut(table)
        self.stage.throw_away(table.screen)
        table.deleteLater()

    def _keep_position(self, table: GameTable) -> None:
        self.storage.put_away(table.opened.entry.id, table.opened.session)

    def keep_settings(self, id: int, settings: GameSettings) -> None:
        """Keep who plays a stored game, and how."""
        try:
            self.storage.keep(id, settings)
        except StorageError as wrong:
            self.tell(wrong.why)

    # stored games and files ----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """The last game."""
        entry = self.home.below.last() if self.home.below is not None else None
        if entry is not None:
            self.open_game(entry.id)

    def open_game(self, id: int) -> None:
        """Take a game off storage; one that cannot be played to its end is offered as far as it can."""
        self.open_table(lambda: self.storage.open(id), lambda: self.open_table(lambda: self.storage.rescue(id)))

    def open_from_library(self, id: int, fetch: Callable[[int], Opened] | None = None) -> None:
        """Go on with a game; the way back from the table leads to the library."""
        self.open_table(lambda: (fetch or self.storage.open)(id))
        self._from_library = self.table is not None

    def replay(self, id: int) -> None:
        """Watch a game again from its first step on: a copy that nobody keeps, whatever is done to it."""
        if self.open_table(lambda: self.storage.watch(id)) and self.table is not None:
            self._from_library = self.library is not None
            self.table.show_step(0)
            self.tell(say("You are viewing a copy: whatever you try, the original game stays unchanged."))

    def take_files(self, paths: Sequence[Path]) -> None:
        """Take in games out of files; the library tells what came of each."""
        self.show_library()
        if self.library is not None:
            self.library.take(paths)

    def open_file(self, path: Path | None = None) -> None:
        """Read a game out of a file, store it and put it on the table; other files go to the game that takes them."""
        from companion.model.content.source import ENDINGS

        if path is None:
            endings = (*GAMES_READ, CAMPAIGN, *ENDINGS)
            path = ask_for_file(self.home, say("Open a game file…"), patterns(endings))
        if path is None:
            return
        found = path
        order = sorted(self.games, key=lambda id: not self.screens(id).claims(found))
        if any(self.screens(id).take_in(found) for id in order):
            return
        if self.open_table(lambda: self.storage.take_in(found)) and self.table is not None:
            opened, twin = self.table.opened, self.table.opened.twin
            if twin is not None:
                why = say("You already have this game as “{name}”. It was imported a second time.", name=twin.name)
                self.tell(why, say("Delete the copy"), lambda: self._only(twin.id, opened.entry.id))

    def _only(self, id: int, copy: int) -> None:
        """Go on with a game, and throw its copy away."""
        self.open_game(id)
        try:
            self.storage.delete(copy)
        except StorageError as wrong:
            self.tell(wrong.why)

    # lessons -------------------------------------------------------------------------------------------------------

    def show_learn(self) -> None:
        """The lessons of all games."""
        self._keep_now()
        self.lessons.show()

    def start_lesson(self, id: str, *, anew: bool = False) -> bool:
        """Go to a lesson, where it was left or (`anew`) at its first step."""
        return self.lessons.start(id, anew=anew)

    def show_my_games(self) -> None:
        """What somebody has played, won and learnt."""
        from companion.ui.shell.my_games import MyGamesScreen

        self._keep_now()
        self.mine = self.mine or MyGamesScreen(self, self.games)
        self.mine.enter()

    def export_game(self) -> None:
        """Write the game on the table into a file."""
        if self.table is not None and self.home.below is not None:
            self.home.below.export(self.table.opened.entry)
