"""The screens of Asagiri in one window: new game, bands, campaigns, workshop, printing, charts, and its games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from companion.model.core.file_names import is_campaign
from companion.model.core.words import Message, Name, say
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameScreens, GameTable, Shell
from companion.ui.play.rematch import rematch_of
from companion.ui.play.storage import GameSettings, Mode, Opened, Player, StorageError, called, with_bands, with_title

if TYPE_CHECKING:
    from companion.ui.games.asagiri.bands.screen import BandsScreen
    from companion.ui.games.asagiri.campaign.routes import CampaignRoutes
    from companion.ui.games.asagiri.campaign.tables import TablesPage
    from companion.ui.games.asagiri.charts.routes import ChartRoutes
    from companion.ui.games.asagiri.editors.screen import AsagiriWorkshop
    from companion.ui.games.asagiri.new_game.screen import NewGameScreen
    from companion.ui.games.asagiri.print.screen import PrintScreen
    from companion.ui.games.asagiri.print.subjects import AnyOrder, Subject
    from companion.ui.games.asagiri.table.game_table import AsagiriTable
    from companion.ui.play.storage import Kept

"""Of the file that holds a campaign."""


class AsagiriScreens(GameScreens):
    """Every screen is made here, when it is first wanted."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.draft: NewGameScreen | None = None
        self.bands: BandsScreen | None = None
        self.workshop: AsagiriWorkshop | None = None
        self.press: PrintScreen | None = None
        self.tables: TablesPage | None = None
        self._campaigns: CampaignRoutes | None = None
        self._charts: ChartRoutes | None = None
        self._before_press: QWidget | None = None
        self._before_tables: QWidget | None = None
        self._trial: int | None = None
        """The game on the table, when it tries out what lies on the desk of the workshop."""
        self._content = shell.storage.content
        """What the screens there are were made with."""

    def keep_now(self) -> None:
        if self.workshop is not None:
            self.workshop.keep_now()

    def close(self) -> None:
        if self._charts is not None:
            self._charts.close()

    def _renew(self) -> None:
        """Let go of the screens that were made with packs as they are no more."""
        self.keep_now()
        if self._content is not self.shell.storage.content:
            self._content = self.shell.storage.content
            for screen in (self.draft, self.bands):
                if screen is not None:
                    self.shell.throw_away(screen)
            self.draft = self.bands = None

    @property
    def host(self) -> AsagiriTable | None:
        """The game of Asagiri on the table."""
        if self.shell.table is None:
            return None
        from companion.ui.games.asagiri.table.game_table import AsagiriTable

        return self.shell.table if isinstance(self.shell.table, AsagiriTable) else None

    # games ---------------------------------------------------------------------------------------------------------

    def new_game(self, mode: Mode | None = None) -> None:
        """The four steps to a new game; what was decided there before is still there."""
        self._renew()
        if self.draft is None:
            from companion.ui.games.asagiri.new_game.screen import NewGameScreen

            self.draft = NewGameScreen(self.shell.storage, self.shell.keeper)
            self.draft.left.connect(self.shell.go_home)
            self.draft.ready.connect(self.begin)
            self.draft.quick.connect(self.quick_start)
        if mode is not None:
            self.draft.set_mode(mode)
        self.draft.enter()
        self.shell.show_screen(self.draft)

    def new_adventure(self, id: str) -> None:
        """The way to a new game of an adventure against the computer, which can still be played otherwise."""
        self.new_game("enforce")
        assert self.draft is not None
        self.draft.take_adventure(id)

    def quick_start(self, mode: Mode = "enforce", enemy: Player | Literal[""] = "") -> None:
        """Two ready bands on a ready board: against an automatic player, or two persons around a table.

        Unless it is said which, the easy one until a game has been finished, then the normal one.
        """
        from companion.ui.games.asagiri.bands import Box
        from companion.ui.games.asagiri.new_game import quick_bands, quick_setup

        kept = self.shell.keeper.settings
        first, second = quick_bands(Box(self.shell.storage.content))
        if mode != "enforce":
            enemy = "person"
        elif not enemy:
            enemy = "greedy" if self._has_played() else "random"
        players: tuple[Player, Player] = ("person", enemy)
        dice = kept.dice if mode == "enforce" else kept.table_dice
        settings = with_bands(GameSettings(kept.names, players, mode, dice), first, second)
        self.begin(quick_setup(settings), settings)

    def _has_played(self) -> bool:
        """Whether a game has been finished; where no storage can be read, none is known of."""
        try:
            return any(game.finished and game.system == "asagiri" for game in self.shell.storage.games())
        except StorageError:
            return False

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up, and go to its table."""
        if self.draft is not None:
            self.draft.start_over()
        self._begin(setup, settings, self._adventure_name(setup) or called(settings))

    def _begin(self, setup: dict[str, Any], settings: GameSettings, title: Message | Name) -> bool:
        """With the automatic things as they stand in its mode at this table."""
        from companion.ui.games.asagiri.automation import begun

        stops, settings = begun(settings.mode, self._house()), with_title(settings, title)
        setup = {**setup, "dials": dict(stops)} if stops else setup
        return self.shell.open_table(lambda: self.shell.storage.begin(setup, settings, tr(title), "asagiri"))

    def _house(self) -> dict[str, Any]:
        return dict(self.shell.keeper.settings.house)

    def _adventure_name(self, setup: dict[str, Any]) -> Name | None:
        """What an adventure is called; None for another game."""
        found = self.shell.storage.content.find("adventure", setup["adventure"]) if "adventure" in setup else None
        name = found.get("name") if isinstance(found, dict) else None
        return Name.of(name) if isinstance(name, dict) and name else None

    def play_again(self, host: AsagiriTable, *, swapped: bool) -> None:
        """Begin another game from the same set-up; `swapped`: the players have exchanged the bands."""
        found = rematch_of(host.opened, swapped=swapped)
        if found is not None:
            self.begin(*found)

    # the table -----------------------------------------------------------------------------------------------------

    def table(self, opened: Opened) -> GameTable:
        from companion.ui.games.asagiri.table.game_table import AsagiriTable

        host, keeper = AsagiriTable(opened, self.shell), self.shell.keeper
        self._wire_end(host)
        seeing, kept = host.screen.seeing, keeper.settings
        seeing.place_of_second = kept.second, kept.second_turn % 4 if kept.second_turn >= 0 else None
        seeing.second_placed.connect(lambda place, turn: keeper.change(second=place, second_turn=turn))
        host.game.dials.live_at(self._house())
        host.game.dials.house_changed.connect(lambda house: keeper.change(house=house))
        host.screen.figures_wanted.connect(lambda: self.show_charts())
        host.screen.keys_wanted.connect(self.shell.show_keys)
        return host

    def _wire_end(self, host: AsagiriTable) -> None:
        """What can be done from the end of a game; a battle of a campaign is played once."""
        end, setup = host.screen.end, host.opened.session.header.setup
        of_campaign = self._campaign_of(host.opened.entry.id) is not None
        if of_campaign:
            end.way_out = say("Back to the campaign")
        end.alone = not of_campaign and isinstance(setup, dict)
        end.report.clicked.connect(lambda: self.show_report())
        end.again.clicked.connect(lambda: self.play_again(host, swapped=False))
        end.swap.clicked.connect(lambda: self.play_again(host, swapped=True))
        end.other.clicked.connect(lambda: self.new_game())

    def leave_table(self, table: GameTable) -> bool:
        """To the campaign that the game belongs to.

        From a trial back to the desk: the game is thrown away, unless somebody wants to keep it.
        """
        game, trial, self._trial = table.opened.entry.id, self._trial, None
        if trial is None or game != trial:
            return self._campaign_of(game) is not None and self.campaigns.come_back(table.opened)
        self.show_workshop()
        storage = self.shell.storage
        try:
            storage.delete(trial)
        except StorageError as wrong:
            self.shell.tell(wrong.why)
        else:
            self.shell.tell(say("Test game deleted."), say("Keep it"), lambda: storage.restore(trial))
        return True

    def _campaign_of(self, game: int) -> int | None:
        """The campaign that a game was begun for; None: it stands alone, or nobody can tell."""
        try:
            found = self.shell.storage.campaigns.played_for(game)
        except StorageError:
            return None
        return None if found is None else found[0]

    # bands, campaigns, tables --------------------------------------------------------------------------------------

    def show_bands(self) -> None:
        """The stored bands."""
        self._renew()
        if self.bands is None:
            from companion.ui.games.asagiri.bands.screen import BandsScreen

            self.bands = BandsScreen(self.shell.storage)
            self.bands.left.connect(self.shell.go_home)
            self.bands.print.clicked.connect(lambda: self.show_print())
            self.bands.beside.clicked.connect(lambda: self.campaigns.compare())
        self.bands.refresh()
        self.shell.show_screen(self.bands)

    @property
    def campaigns(self) -> CampaignRoutes:
        """The ways through campaigns."""
        if self._campaigns is None:
            from companion.ui.games.asagiri.campaign.routes import CampaignRoutes

            self._campaigns = CampaignRoutes(self)
        return self._campaigns

    def show_campaigns(self) -> None:
        self.keep_now()
        self.campaigns.show_list()

    def show_tables(self) -> None:
        """The tables of Heal and Pray alone; the way leads back to the screen in front."""
        if self.tables is None:
            from companion.ui.games.asagiri.campaign.tables import TablesPage

            self.tables = TablesPage()
            self.tables.left.connect(self._leave_tables)
            self.tables.print.clicked.connect(lambda: self.show_print())
        if self.shell.front is not self.tables:
            self._before_tables = self.shell.front
        self.shell.show_over(self.tables)

    def _leave_tables(self) -> None:
        before, self._before_tables = self._before_tables, None
        self.shell.return_to(before)

    # the workshop --------------------------------------------------------------------------------------------------

    def show_workshop(self) -> None:
        """The packs of one's own, to be made and changed."""
        if self.workshop is None:
            if self.shell.storage.workshop is None:
                return
            from companion.ui.games.asagiri.editors.screen import AsagiriWorkshop

            self.workshop = AsagiriWorkshop(self.shell.storage.workshop)
            self.workshop.left.connect(self.shell.go_home)
            self.workshop.tried.connect(self.try_out)
            self.workshop.bench.kept_bands = self._kept_bands
            self.workshop.card.print.clicked.connect(lambda: self.show_print())
        self.shell.show_screen(self.workshop)

    def _kept_bands(self) -> list[tuple[str, Sequence[Any]]]:
        try:
            return [(band.name, band.members) for band in self.shell.storage.bands()]
        except StorageError as wrong:
            self.shell.tell(wrong.why)
            return []

    def try_out(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Play what lies on the desk of the workshop; the way back leads to the desk."""
        self.keep_now()
        settings = replace(settings, dice=self.shell.keeper.settings.dice)
        title = say("Test game: {name}", name=called(settings))
        if self._begin(setup, settings, title) and self.shell.table is not None:
            self._trial = self.shell.table.opened.entry.id

    def take_in(self, path: Path) -> bool:
        """A pack goes to the workshop, a campaign to the others."""
        from companion.model.content.source import ENDINGS

        if path.suffix.lower() in ENDINGS:
            self.show_workshop()
            if self.workshop is not None:
                self.workshop.take_in(path)
        elif is_campaign(path.name):
            self.campaigns.take_in(path)
        else:
            return False
        return True

    # charts and printing -------------------------------------------------------------------------------------------

    @property
    def charts(self) -> ChartRoutes:
        """The ways to the charts."""
        if self._charts is None:
            from companion.ui.games.asagiri.charts.routes import ChartRoutes

            self._charts = ChartRoutes(self.shell)
        return self._charts

    def show_charts(self) -> None:
        """Charts of what the screen in front is about: the game on the table, a campaign; else of all games."""
        self.keep_now()
        about = self._about(self.shell.front)
        if isinstance(about, GameTable):
            self.charts.show_host(about)
        elif about is not None:
            self.charts.show_kept(about)
        elif self.shell.front is not self.charts.screen:
            self.charts.show_all()

    def _about(self, screen: QWidget) -> AsagiriTable | Kept | None:
        if self.host is not None and screen is self.host.screen:
            return self.host
        routes = self._campaigns
        return routes.kept if routes is not None and screen is routes.screen else None

    def show_print(self, subject: Subject | None = None, before: QWidget | None = None) -> None:
        """The press, with what the screen in front (or `before`) is about; the way leads back there.

        On the press itself: print. `subject`: what of it is printed.
        """
        self.keep_now()
        screen = self.shell.front if before is None else before
        if subject is None and screen is self.tables:
            subject = "tables"
        press = self._press()
        if screen is press and subject is None:
            press.save_pdf()
        elif screen is press:
            press.enter(None, subject)
        else:
            self._before_press = screen
            press.enter(self._order(screen), subject)
            self.shell.show_over(press)

    def _press(self) -> PrintScreen:
        if self.press is None:
            from companion.ui.games.asagiri.print.screen import PrintScreen

            self.press = PrintScreen(self.shell.storage)
            self.press.left.connect(self._leave_press)
        return self.press

    def _leave_press(self) -> None:
        before, self._before_press = self._before_press, None
        self.shell.return_to(before)

    def show_report(self, id: int | None = None) -> None:
        """The battle report of a stored game; None: of the one on the table."""
        if id is not None:
            self.show_print("report")
            self._press().take_game(id)
        elif self.host is not None:
            self.show_print("report", self.host.screen)

    def _order(self, before: QWidget) -> AnyOrder | None:
        """What a screen is about: a table its game, bands the one shown, the workshop its pack."""
        from companion.ui.games.asagiri.print.subjects import CampaignOrder, GameOrder, of_band

        about = self._about(before)
        if isinstance(about, GameTable):
            entry = about.opened.entry
            return GameOrder(about.opened.title, about.game.session, about.names(), about.bands(), entry.changed)
        if about is not None:
            return CampaignOrder(about.title, about.chronicle, about.content)
        if self.bands is not None and before is self.bands:
            roster = self.bands.printable()
            return None if roster is None else of_band(roster, roster.name)
        return self.workshop.order() if self.workshop is not None and before is self.workshop else None
