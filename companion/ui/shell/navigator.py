"""The ways through the window: from the doors to a new game, from storage to the table, and back home."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.words import Name, say
from companion.ui.kit.settings_service import SettingsService
from companion.ui.kit.translator import tr
from companion.ui.play.storage import ENDING, GameSettings, GameStorage, Mode, Opened, StorageError, called

from .home.screen import HomeScreen

if TYPE_CHECKING:
    from companion.ui.games.asagiri.bands.screen import BandsScreen
    from companion.ui.games.asagiri.campaign.tables import TablesPage
    from companion.ui.games.asagiri.editors.screen import WorkshopScreen
    from companion.ui.games.asagiri.new_game.screen import NewGameScreen
    from companion.ui.games.asagiri.print.screen import PrintScreen
    from companion.ui.games.asagiri.print.subjects import Subject
    from companion.ui.games.asagiri.table.host import Host
    from companion.ui.games.asagiri.table.seeing import Seeing
    from companion.ui.shell.library.screen import LibraryScreen
    from companion.ui.shell.routes.campaigns import CampaignWays
    from companion.ui.shell.routes.charts import FiguresWays
    from companion.ui.shell.routes.printing import PrintWay

    from .stage import Stage

GAME_ENDINGS = (".okko.json", ".json")


class Navigator(QObject):
    """Every screen but the first is made here, when it is first wanted."""

    def __init__(
        self,
        stage: Stage,
        home: HomeScreen,
        storage: GameStorage,
        keeper: SettingsService,
        parent: QObject,
    ) -> None:
        """Nothing is made yet."""
        super().__init__(parent)
        self.stage, self.home, self.storage, self.keeper = stage, home, storage, keeper
        self.host: Host | None = None
        """The game on the table."""
        self.draft: NewGameScreen | None = None
        self.bands: BandsScreen | None = None
        self.campaigns: CampaignWays | None = None
        self.workshop: WorkshopScreen | None = None
        self.library: LibraryScreen | None = None
        self._print: PrintWay | None = None
        self.tables: TablesPage | None = None
        self._before_tables: QWidget | None = None
        self._figures: FiguresWays | None = None
        self._from_library = False
        """The way back from the table leads to the library."""
        self._trial: int | None = None
        """The game on the table, when it tries out what lies on the desk."""
        self._content = storage.content
        """What the screens there are were made with."""
        self._page = parent

    # ways ----------------------------------------------------------------------------------------------------------

    def enter(self, door: str) -> None:
        """Through one of the three doors."""
        if door == "campaigns":
            self.show_campaigns()
        else:
            self.new_game(self.keeper.settings.table_mode if door == "table" else "enforce")

    def go_home(self) -> None:
        """Back to the first screen; a game stays as it is in storage."""
        self._keep_desk()
        if self.host is not None:
            self._keep_position(self.host)
        self.home.refresh()
        self.stage.show_screen(self.home)
        self.clear_table()

    def new_game(self, mode: Mode | None = None) -> None:
        """The four steps to a new game; what was decided there before is still there."""
        self._renew()
        if self.draft is None:
            from companion.ui.games.asagiri.new_game.screen import NewGameScreen

            self.draft = NewGameScreen(self.storage, self.keeper)
            self.draft.left.connect(self.go_home)
            self.draft.ready.connect(self.begin)
            self.draft.quick.connect(self.quick_start)
        if mode is not None:
            self.draft.set_mode(mode)
        self.draft.enter()
        self.stage.show_screen(self.draft)
        self.clear_table()

    def show_bands(self) -> None:
        """The stored bands."""
        self._renew()
        if self.bands is None:
            from companion.ui.games.asagiri.bands.screen import BandsScreen

            self.bands = BandsScreen(self.storage)
            self.bands.left.connect(self.go_home)
            self.bands.print.clicked.connect(lambda: self.show_print(self.bands))
            self.bands.beside.clicked.connect(lambda: self._ways().compare())
        self.bands.refresh()
        self.stage.show_screen(self.bands)
        self.clear_table()

    def show_campaigns(self) -> None:
        """All campaigns."""
        self._keep_desk()
        self._ways().show_list()

    def _ways(self) -> CampaignWays:
        if self.campaigns is None:
            from companion.ui.shell.routes.campaigns import CampaignWays

            self.campaigns = CampaignWays(self)
        return self.campaigns

    def show_workshop(self) -> None:
        """The packs of one's own, to be made and changed."""
        if self.workshop is None:
            if self.storage.workshop is None:
                return
            from companion.ui.games.asagiri.editors.screen import WorkshopScreen

            self.workshop = WorkshopScreen(self.storage.workshop)
            self.workshop.left.connect(self.go_home)
            self.workshop.tried.connect(self.try_out)
            self.workshop.bench.kept_bands = self._kept_bands
            self.workshop.card.print.clicked.connect(lambda: self.show_print(self.workshop))
        self.stage.show_screen(self.workshop)
        self.clear_table()

    def show_library(self, id: int | None = None) -> None:
        """All games; at one of them, if it is named."""
        self._keep_desk()
        if self.library is None:
            from companion.ui.shell.library.screen import LibraryScreen

            self.library = LibraryScreen(self.storage)
            self.library.left.connect(self.go_home)
            self.library.new.connect(self.new_game)
            self.library.opened.connect(self.open_from_library)
            self.library.rescued.connect(lambda id: self.open_from_library(id, self.storage.rescue))
            self.library.replayed.connect(self.replay)
            self.library.report_wanted.connect(lambda id: self.show_report(id, self.library))
            self.library.charts_wanted.connect(lambda: self.show_figures(self.library))
            self.library.figures_wanted.connect(lambda id: self.figures.show_stored(id))
            self.library.pack.connect(self.open_file)
        self.library.enter(id)
        self.stage.show_screen(self.library)
        self.clear_table()

    def take_files(self, paths: Sequence[Path]) -> None:
        """Take in games out of files; the library tells what came of each."""
        self.show_library()
        if self.library is not None:
            self.library.take(paths)

    def open_from_library(self, id: int, fetch: Callable[[int], Opened] | None = None) -> None:
        """Go on with a game; the way back from the table leads to the library."""
        self._open(lambda: (fetch or self.storage.open)(id))
        self._from_library = self.host is not None

    def replay(self, id: int) -> None:
        """Watch a game again from its first step on: a copy that nobody keeps, whatever is done to it."""
        before = self.host
        self._open(lambda: self.storage.watch(id), kept=False)
        if self.host is None or self.host is before:
            return
        self._from_library = self.library is not None
        self.host.screen.show_timeline(0)
        self.stage.tell(say("You are viewing a copy: whatever you try, the original game stays unchanged."))

    @property
    def press(self) -> PrintScreen | None:
        """The press, once it has been wanted."""
        return self._print.screen if self._print is not None else None

    @property
    def printing(self) -> PrintWay:
        """The ways to the press."""
        if self._print is None:
            from companion.ui.shell.routes.printing import PrintWay

            self._print = PrintWay(self)
        return self._print

    def show_print(self, before: QWidget | None = None, subject: Subject | None = None) -> None:
        """The press, with what the screen `before` is about, to which the way leads back; there: print.

        `subject`: what of it is printed.
        """
        self._keep_desk()
        if subject is None and before is not None and before is self.tables:
            subject = "tables"
        self.printing.show(before, subject)

    def show_report(self, id: int | None = None, before: QWidget | None = None) -> None:
        """The battle report of a game: of the one on the table, or of number `id` in storage."""
        self._keep_desk()
        self.printing.report(id, before)

    def show_tables(self, before: QWidget | None = None) -> None:
        """The tables of Heal and Pray alone; the way leads back to the screen `before`."""
        if self.tables is None:
            from companion.ui.games.asagiri.campaign.tables import TablesPage

            self.tables = TablesPage()
            self.tables.left.connect(self._leave_tables)
            self.tables.print.clicked.connect(lambda: self.show_print(self.tables))
        if before is not self.tables:
            self._before_tables = before
        self.stage.show_screen(self.tables)

    def _leave_tables(self) -> None:
        before, self._before_tables = self._before_tables, None
        self.return_to(before)

    @property
    def figures(self) -> FiguresWays:
        """The ways to the figures."""
        if self._figures is None:
            from companion.ui.shell.routes.charts import FiguresWays

            self._figures = FiguresWays(self)
        return self._figures

    def show_figures(self, before: QWidget | None = None) -> None:
        """Charts of what the screen `before` is about: the game on the table, a campaign; else of all games."""
        self._keep_desk()
        self.figures.show(before)

    def return_to(self, before: QWidget | None) -> None:
        """Back to a screen that something else was shown over."""
        if before is None or before is self.home:
            self.go_home()
        else:
            self.stage.show_screen(before)

    def _renew(self) -> None:
        """Let go of the screens that were made with packs as they are no more."""
        self._keep_desk()
        if self._content is self.storage.content:
            return
        self._content = self.storage.content
        for screen in (self.draft, self.bands):
            if screen is not None:
                self.stage.throw_away(screen)
        self.draft = self.bands = None

    def close(self) -> None:
        """The window closes: what is on the table and on the desk is put away."""
        self._keep_desk()
        if self._figures is not None:
            self._figures.close()
        if self.host is not None:
            self.host.shut()
            self._keep_position(self.host)
            self.host = None

    def _keep_desk(self) -> None:
        """What is written on the desk of the workshop is kept, whoever still types."""
        if self.workshop is not None:
            self.workshop.keep_now()

    # games ---------------------------------------------------------------------------------------------------------

    def quick_start(self, mode: Mode = "enforce") -> None:
        """Two ready bands on a ready board: against the greedy player, or two persons around a table."""
        from companion.ui.games.asagiri.bands.roster import Box
        from companion.ui.games.asagiri.new_game.draft import quick_bands, quick_setup

        kept = self.keeper.settings
        first, second = quick_bands(Box(self.storage.content))
        players: Any = ("person", "greedy" if mode == "enforce" else "person")
        bands = (tr(first), tr(second))
        dice = kept.dice if mode == "enforce" else kept.table_dice
        settings = GameSettings(kept.names, players, mode, dice, bands)
        self.begin(quick_setup(settings), settings)

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up, and go to its table."""
        name = self._adventure_name(setup) or tr(called(settings))
        if self.draft is not None:
            self.draft.start_over()
        self._open(lambda: self.storage.begin(self._dialled(setup, settings), settings, name))

    def _dialled(self, setup: dict[str, Any], settings: GameSettings) -> dict[str, Any]:
        """The set-up with the automatic things as they stand in its mode at this table."""
        from companion.ui.games.asagiri.controller.automation import begun

        stops = begun(settings.mode, self._house())
        return {**setup, "dials": dict(stops)} if stops else setup

    def _house(self) -> dict[str, Any]:
        return dict(self.keeper.settings.house)

    def _adventure_name(self, setup: dict[str, Any]) -> str:
        """What an adventure is called; nothing for another game."""
        found = self.storage.content.find("adventure", setup["adventure"]) if "adventure" in setup else None
        name = found.get("name") if isinstance(found, dict) else None
        return tr(Name.of(name)) if isinstance(name, dict) and name else ""

    def try_out(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Play what lies on the desk of the workshop; the way back leads to the desk."""
        self._keep_desk()
        kept = self.keeper.settings
        settings = replace(settings, dice=kept.dice)
        self._open(
            lambda: self.storage.begin(
                self._dialled(setup, settings),
                settings,
                tr(say("Test game: {name}", name=called(settings))),
            )
        )
        if self.host is not None:
            self._trial = self.host.opened.entry.id

    def _kept_bands(self) -> list[tuple[str, Sequence[Any]]]:
        """The stored bands; none, while it cannot be read."""
        try:
            return [(band.name, band.members) for band in self.storage.bands()]
        except StorageError as wrong:
            self.stage.tell(wrong.why)
            return []

    def _leave_table(self) -> None:
        """Home, or to the campaign that the game belongs to.

        From a trial back to the desk: the game is thrown away, unless somebody wants to keep it.
        """
        trial, self._trial = self._trial, None
        if self._from_library and self.host is not None:
            self.show_library(self.host.opened.entry.id)
            return
        if trial is None or self.host is None or self.host.opened.entry.id != trial:
            host = self.host
            if (
                host is None
                or self._campaign_of(host.opened.entry.id) is None
                or not self._ways().come_back(host.opened)
            ):
                self.go_home()
            return
        self.show_workshop()
        try:
            self.storage.delete(trial)
        except StorageError as wrong:
            self.stage.tell(wrong.why)
            return
        self.stage.tell(say("Test game deleted."), say("Keep it"), lambda: self.storage.restore(trial))

    def go_on(self) -> None:
        """The last game."""
        entry = self.home.below.last() if self.home.below is not None else None
        if entry is not None:
            self.open_game(entry.id)

    def open_game(self, id: int) -> None:
        """Take a game off storage; one that cannot be played to its end is offered as far as it can."""
        self._open(lambda: self.storage.open(id), lambda: self._open(lambda: self.storage.rescue(id)))

    def open_file(self, path: Path | None = None) -> None:
        """Read a game out of a file, store it and put it on the table; a pack is taken into the workshop."""
        from companion.model.content.archive import ENDINGS

        if path is None:
            title = tr(say("Open a game file…"))
            endings = " ".join(f"*{ending}" for ending in (*GAME_ENDINGS, *ENDINGS))
            chosen, _ = QFileDialog.getOpenFileName(self._window(), title, "", endings)
            if not chosen:
                return
            path = Path(chosen)
        if path.suffix.lower() in ENDINGS:
            self.show_workshop()
            if self.workshop is not None:
                self.workshop.take_in(path)
            return
        if path.name.lower().endswith(ENDING):
            self._ways().take_in(path)
            return
        found, before = path, self.host
        self._open(lambda: self.storage.take_in(found))
        if self.host is not None and self.host is not before and self.host.opened.twin is not None:
            opened, twin = self.host.opened, self.host.opened.twin
            why = say("You already have this game as “{name}”. It was imported a second time.", name=twin.name)
            self.stage.tell(why, say("Delete the copy"), lambda: self._only(twin.id, opened.entry.id))

    def _only(self, id: int, copy: int) -> None:
        """Go on with a game, and throw its copy away."""
        self.open_game(id)
        try:
            self.storage.delete(copy)
        except StorageError as wrong:
            self.stage.tell(wrong.why)

    def export_game(self) -> None:
        """Write the game on the table into a file."""
        if self.host is not None and self.home.below is not None:
            self.home.below.export(self.host.opened.entry)

    def _open(
        self, fetch: Callable[[], Opened], rescue: Callable[[], None] | None = None, *, kept: bool = True
    ) -> None:
        try:
            opened = self.stage.waited(say("Opening the game…"), fetch)
        except Cancelled:
            return
        except StorageError as wrong:
            self.stage.tell(wrong.why)
        except RuleBroken as wrong:
            self.stage.tell(say("{why} ({rule})", why=wrong.refusal.why, rule=wrong.refusal.rule))
        except InvalidInput as wrong:
            if rescue is None:
                self.stage.tell(say("This game cannot be played: {why}", why=wrong.why))
            else:
                why = say("This game can only be played in part: {why}", why=wrong.why)
                self.stage.tell(why, say("Keep the playable part"), rescue)
        else:
            self.show_table(opened, kept=kept)

    def show_table(self, opened: Opened, *, kept: bool = True) -> None:
        """Put a game on the table; `kept`: who plays it, and how, is kept with it."""
        from companion.ui.games.asagiri.table.host import Host

        from .routes.game_end import wire_end

        before, self._from_library = self.host, False
        keep = self._keep if kept else _forget
        self.host = Host(opened, keep, self, content=self.storage.content)
        self.host.left.connect(self._leave_table)
        wire_end(self, self.host, of_campaign=self._campaign_of(opened.entry.id) is not None)
        self._remember_second(self.host.screen.seeing)
        self.host.game.dials.live_at(self._house())
        self.host.game.dials.house_changed.connect(lambda house: self.keeper.change(house=house))
        self.host.screen.figures_wanted.connect(lambda screen=self.host.screen: self.show_figures(screen))
        self.host.screen.keys_wanted.connect(self.stage.show_keys)
        self.stage.show_screen(self.host.screen)
        if before is not None:
            self._put_away(before)
        self.host.start()

    def _campaign_of(self, game: int) -> int | None:
        """The campaign that a game was begun for; None: it stands alone, or nobody can tell."""
        try:
            found = self.storage.campaigns.played_for(game)
        except StorageError:
            return None
        return None if found is None else found[0]

    def _remember_second(self, seeing: Seeing) -> None:
        """The second window stands where it stood the last time."""
        kept, keeper = self.keeper.settings, self.keeper
        seeing.place_of_second = kept.second, kept.second_turn % 4 if kept.second_turn >= 0 else None
        seeing.second_placed.connect(lambda place, turn: keeper.change(second=place, second_turn=turn))

    def _keep(self, id: int, settings: GameSettings) -> None:
        try:
            self.storage.keep(id, settings)
        except StorageError as wrong:
            self.stage.tell(wrong.why)

    def clear_table(self) -> None:
        """Put the game on the table away; it is stored already."""
        if self.host is not None:
            host, self.host = self.host, None
            self._put_away(host)

    def _keep_position(self, host: Host) -> None:
        self.storage.put_away(host.opened.entry.id, host.opened.session)

    def _put_away(self, host: Host) -> None:
        host.shut()
        self._keep_position(host)
        self.stage.throw_away(host.screen)
        host.deleteLater()

    def _window(self) -> QWidget | None:
        return self._page if isinstance(self._page, QWidget) else None


def _forget(id: int, settings: GameSettings) -> None:
    """Nothing of a game that is only watched is kept."""
