"""The ways through campaigns: list, beginning, one campaign, its battle at the table, and back with the result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject

from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign.chapter_page import as_band
from companion.model.games.asagiri.campaign.options import answers
from companion.model.games.asagiri.campaign.state import SEATS
from companion.ui.games.asagiri.bands import BandOffer, Offers
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import Shell
from companion.ui.play.storage import GameSettings, Opened, StorageError, with_title

from .list_screen import CampaignsScreen
from .screen import CampaignScreen

if TYPE_CHECKING:
    from companion.ui.games.asagiri.bands.screen import CompareBandsScreen
    from companion.ui.play.storage import CampaignStorage, Kept

    from .new_campaign import BeginScreen


class Screens(Protocol):
    """Where the ways lead on to."""

    @property
    def shell(self) -> Shell: ...

    def show_bands(self) -> None: ...

    def show_tables(self) -> None: ...

    def show_print(self) -> None: ...

    def show_charts(self) -> None: ...


class CampaignRoutes(QObject):
    """At most one campaign is open."""

    def __init__(self, screens: Screens) -> None:
        super().__init__()
        self._screens, self._shell = screens, screens.shell
        self.list: CampaignsScreen | None = None
        self.kept: Kept | None = None
        """The campaign that is open."""
        self.screen: CampaignScreen | None = None
        self._controller: CampaignController | None = None
        self.beside: CompareBandsScreen | None = None
        self._to_bands = False
        """From comparing the way leads back to the bands, not to the campaign."""
        self.beginning: BeginScreen | None = None
        self._content: object = None
        """The packs that the beginning was made with."""

    @property
    def storage(self) -> CampaignStorage:
        """Where campaigns are kept."""
        return self._shell.storage.campaigns

    # ways ----------------------------------------------------------------------------------------------------------

    def show_list(self) -> None:
        if self.list is None:
            self.list = CampaignsScreen(self.storage)
            self.list.left.connect(self._shell.go_home)
            self.list.opened.connect(self.open)
            self.list.house.connect(self.begin_house)
            self.list.new.connect(self.show_begin)
            self.list.bands.connect(self._screens.show_bands)
            self.list.tables.connect(self._screens.show_tables)
        self.list.refresh()
        self._shell.show_screen(self.list)
        self.close()

    def show_begin(self) -> None:
        """What a new campaign is to be; as it was left, unless the packs have changed since."""
        if self.beginning is not None and self._content is not self._shell.storage.content:
            self._shell.throw_away(self.beginning)
            self.beginning = None
        if self.beginning is None:
            from .new_campaign import BeginScreen

            self._content = self._shell.storage.content
            self.beginning = BeginScreen(self._shell.storage, self._shell.keeper)
            self.beginning.left.connect(self.show_list)
            self.beginning.ready.connect(self.begin)
        self.beginning.enter()
        self._shell.show_screen(self.beginning)

    def begin_house(self) -> None:
        """The house campaign, as its pages have it."""
        self.begin({}, tr(say("The built-in campaign")))

    def begin(self, setup: dict[str, Any], title: str) -> bool:
        """Set a campaign up and go to it; False when it cannot be."""
        return self._take(lambda: self.storage.begin(setup, title))

    def open(self, id: int) -> bool:
        """Go to a campaign."""
        if self.kept is not None and self.kept.id == id and self.screen is not None:
            self.screen.enter()
            self._shell.show_screen(self.screen)
            return True
        return self._take(lambda: self.storage.open(id), lambda: self._take(lambda: self.storage.rescue(id)))

    def take_in(self, path: Path) -> None:
        """Read a campaign out of a file; the list shows it."""
        self.show_list()
        if self.list is not None:
            self.list.take_in(path)

    def _take(self, fetch: Callable[[], Kept], rescue: Callable[[], object] | None = None) -> bool:
        kept = self._tried(lambda: self._shell.waited(say("Opening the campaign…"), fetch), rescue)
        if kept is None:
            return False
        self.close()
        self.kept = kept
        self._controller = CampaignController(kept.chronicle, kept.content, self)
        screen = CampaignScreen(self._controller, kept.title, kept.content, lambda: self._games(kept),
                                house=lambda: self._shell.keeper.settings.house)  # fmt: skip
        screen.left.connect(self.show_list)
        screen.begun.connect(self.play)
        screen.went_on.connect(self._shell.open_game)
        screen.taken.connect(self.take_over)
        screen.band_kept.connect(self.keep_band)
        screen.print.clicked.connect(lambda: self._screens.show_print())
        screen.charts.clicked.connect(lambda: self._screens.show_charts())
        screen.compared.connect(lambda: self.compare(f"roster:{kept.id}:A", f"roster:{kept.id}:B"))
        screen.battle.names = self._shell.keeper.settings.names
        self.screen = screen
        screen.enter()
        self._shell.show_screen(screen)
        return True

    def _games(self, kept: Kept) -> Any:
        try:
            return self.storage.games(kept.id)
        except StorageError as wrong:
            self._say(wrong.why)
            return ()

    def close(self) -> None:
        """Let go of the campaign that is open; it is in storage."""
        if self.screen is not None:
            screen, self.screen = self.screen, None
            self._shell.throw_away(screen)
        if self._controller is not None:
            self._controller.deleteLater()
            self._controller = None
        self.kept = None

    # battles -------------------------------------------------------------------------------------------------------

    def play(self, settings: GameSettings) -> None:
        """Begin the present battle, and go to its table."""
        kept = self.kept
        if kept is None:
            return
        state = kept.chronicle.state
        chapter = chapter_page.chapter_words(state, chapter_page.chapter(state))
        title = say("{campaign}: {chapter}", campaign=kept.title, chapter=chapter)
        settings = with_title(settings, title)
        opened = self._tried(lambda: self.storage.begin_game(kept, settings, tr(title)[:80]))
        if opened is not None:
            self._shell.open_table(lambda: opened)

    def come_back(self, opened: Opened) -> bool:
        """From the table back to the campaign, with the result if there is one; False: the game stands alone."""
        try:
            found = self.storage.played_for(opened.entry.id)
        except StorageError as wrong:
            self._say(wrong.why)
            return False
        if found is None or not self.open(found[0]):
            return False
        kept = self.kept
        assert kept is not None
        now = kept.chronicle.state.now
        here = (kept.chronicle.current, now.chapter) == found[1:] and now.stage == "battle"
        if here and opened.session.state.over:
            self._answer(opened.session.state)
        return True

    def take_over(self, game: int) -> None:
        """What a finished game says about its campaign."""
        shell, what = self._shell, say("Opening the game…")
        session = self._tried(lambda: shell.waited(what, lambda: shell.storage.look(game)))
        if session is not None:
            self._answer(session.state)

    def _answer(self, game: Any) -> None:
        if self._controller is None:
            return
        try:
            found = answers(self._controller.state, game)
        except UnknownOption as wrong:
            self._say(say("The result cannot be used: {why}", why=wrong.why))
            return
        self._controller.choose(*found)

    # bands ---------------------------------------------------------------------------------------------------------

    def keep_band(self, seat: int) -> None:
        """A roster as a band in storage."""
        kept = self.kept
        if kept is None:
            return
        state = kept.chronicle.state
        name = tr(say("{campaign}, roster {seat}", campaign=kept.title, seat=SEATS[seat]))[:40]
        members = [{"card": one["card"], "equipment": one.get("equipment")} for one in as_band(state.approved[seat])]
        entry = self._tried(lambda: self._shell.storage.keep_band(name, max(1, state.worth(seat)), members))
        if entry is not None:
            self._say(say("“{name}” is saved.", name=name))

    def compare(self, left: str = "", right: str = "") -> None:
        """Two bands side by side, `left` and `right` to begin with; the way leads back to where one came from."""
        from companion.ui.games.asagiri.bands import Box
        from companion.ui.games.asagiri.bands.gallery import CardArt
        from companion.ui.games.asagiri.bands.screen import CompareBandsScreen

        if self.beside is not None:
            self._shell.throw_away(self.beside)
        box = Box(self._shell.storage.content)
        offers = Offers(box, self._shell.storage)
        self.beside = CompareBandsScreen(CardArt(box), offers, lambda: self._comparable(offers))
        self.beside.left.connect(self._leave_beside)
        self._to_bands = not left
        self.beside.enter(left, right)
        self._shell.show_over(self.beside)

    def _leave_beside(self) -> None:
        if self.screen is not None and not self._to_bands:
            self._shell.show_over(self.screen)
        else:
            self._screens.show_bands()

    def _comparable(self, offers: Offers) -> list[BandOffer]:
        """Rosters of campaigns, bands kept, bands of the packs."""
        from companion.ui.games.asagiri.bands import read_roster

        found = list[BandOffer]()
        try:
            for entry in self.storage.all():
                for seat, roster in enumerate(entry.state.approved if entry.state is not None else ()):
                    if roster.members:
                        name = tr(say("{campaign}, roster {seat}", campaign=entry.title, seat=SEATS[seat]))
                        members = offers.box.known(read_roster(as_band(roster), name))[0]
                        found.append(BandOffer(f"roster:{entry.id}:{SEATS[seat]}", name, 16, members))
            found += offers.kept()
        except StorageError as wrong:
            self._say(wrong.why)
        return [*found, *offers.ready()]

    # words ---------------------------------------------------------------------------------------------------------

    def _tried(self, do: Callable[[], Any], rescue: Callable[[], object] | None = None) -> Any:
        """What `do` gives; None, and a passing note, when it cannot be done; it offers the `rescue` of the rest."""
        try:
            return do()
        except StorageError as wrong:
            self._say(wrong.why)
        except RuleBroken as wrong:
            self._say(say("{why} ({rule})", why=wrong.refusal.why, rule=wrong.refusal.rule))
        except InvalidInput as wrong:
            if rescue is None:
                self._say(say("This campaign cannot be played: {why}", why=wrong.why))
            else:
                why = say("This campaign can only be played in part: {why}", why=wrong.why)
                self._shell.tell(why, say("Keep the playable part"), rescue)
        except UnknownOption as wrong:
            self._say(wrong.why)
        except Cancelled:
            pass
        return None

    def _say(self, why: Message) -> None:
        self._shell.tell(why)
