"""The screen of printing: cards, rosters, reports, sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Words, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import BANDS
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.card_sheets import cards_in_play
from companion.ui.games.asagiri.print.reference_sheets import campaign_tables, key_sheet, quick_reference, record_sheet
from companion.ui.games.asagiri.print.rosters import campaign_sheet, of_campaign, of_game, of_roster, roster_sheet
from companion.ui.games.asagiri.print.subjects import (
    SUBJECTS,
    AnyOrder,
    CampaignOrder,
    ChoiceController,
    DeckPage,
    GameOrder,
    Order,
    PickPage,
    Subject,
    Way,
)
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.list_view import Line
from companion.ui.kit.paper.document import PrintDocument
from companion.ui.kit.paper.pdf_writer import Job, Printable, day_words
from companion.ui.kit.paper.screen import PaperScreen, PrintSubject
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameStorage

from .battle_report import battle_report, markdown_work
from .packing_list import adventure_order, adventures, packing_list

if TYPE_CHECKING:
    from companion.model.games.asagiri.statistics.report import Report


class PrintScreen(PaperScreen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        subjects = [PrintSubject(id, one.title, one.of_cards, id == "report") for id, one in SUBJECTS.items()]
        super().__init__(subjects, parent)
        self._storage = storage
        self.choosing = ChoiceController(storage, self)
        self.wanted = PrintRequest()
        self._report: tuple[GameOrder, Report] | None = None
        self.cards = DeckPage(self._storage, self)
        self.pick = PickPage(self)
        self.begin((self.cards, self.pick))
        choosing, pick = self.choosing, self.pick.ways
        self.cards.band.clicked.connect(lambda: choosing.band(self.cards.band))
        self.cards.pack.clicked.connect(lambda: choosing.pack(self.cards.pack, self.cards.packs()))
        pick["band"].clicked.connect(lambda: choosing.band(pick["band"]))
        pick["game"].clicked.connect(lambda: choosing.game(pick["game"]))
        pick["adventure"].clicked.connect(self._ask_adventure)
        pick["campaign"].clicked.connect(lambda: choosing.campaign(pick["campaign"]))
        choosing.chosen.connect(self._chosen)
        choosing.failed.connect(self.tell)
        self.cards.changed.connect(self.show_pages)

    def _ask_adventure(self) -> None:
        """An adventure of the packs, as it begins with the bands that its page suggests."""
        content, below = self._storage.content, self.pick.ways["adventure"]
        found = adventures(content)
        if not found:
            self.tell(say("No pack holds an adventure."))
            return

        def take(id: str) -> None:
            try:
                self._chosen(adventure_order(content, id))
            except InvalidInput as wrong:
                self.tell(say("This adventure cannot be played: {why}", why=wrong.why))

        popup = ChoicePopup([Line(id, tr(name)) for id, name in found], below, name=tr(say("An adventure")))
        popup.chosen.connect(take)
        popup.popup(below)

    @property
    def _what(self) -> Subject:
        return next(subject for subject in SUBJECTS if subject == self.what)

    def enter(self, order: AnyOrder | None = None, subject: Subject | None = None) -> None:
        """Look at the packs again; print this, or go on with what was chosen before."""
        self._report = None
        self.forget()
        if order is not None:
            self._take(order)
            self.first_page()
        if subject is not None:
            self.subject.show_choice(subject)
        self.enter_subject()

    def _take(self, order: AnyOrder) -> None:
        if isinstance(order, Order):
            self.cards.choose(order)
            band = order if order.band is not None else self.wanted.band
            self.wanted = PrintRequest(self.wanted.game, band, self.wanted.campaign)
            if self.what not in ("cards", "roster") or order.band is None:
                self.subject.show_choice("cards")
        elif isinstance(order, GameOrder):
            self.wanted = PrintRequest(order, None, self.wanted.campaign)
            if self.what not in ("now", "packing", "roster", "report"):
                self.subject.show_choice("now")
        else:
            self.wanted = PrintRequest(self.wanted.game, None, order)
            if self.what not in ("roster", "campaign"):
                self.subject.show_choice("campaign")

    def take(self, order: Order) -> None:
        """Print these cards and no others."""
        self.first_page()
        self.subject.show_choice("cards")
        self.enter_subject()
        self.cards.take(order)

    def page_of(self, subject: str) -> QWidget:
        return self.cards if subject == "cards" else self.pick

    def deal(self) -> None:
        if self.what == "cards":
            self.cards.deal(self.language.choice())
        self.retranslate()

    def _chosen(self, order: AnyOrder) -> None:
        self._report = None
        self.first_page()
        self.forget()
        self._take(order)
        if isinstance(order, Order) and self.what == "cards":
            self.cards.take(order)
        else:
            self.enter_subject()

    def take_game(self, id: int) -> None:
        """Print something of a game in storage; one that cannot be read says why."""
        self.choosing.take_game(id)

    def key_of(self, subject: str) -> tuple[object, ...] | None:
        return None if subject == "cards" else (self.wanted, self._storage.content)

    def make_pages(self, subject: str, paper: Paper, words: Words) -> Printable | None:
        what, content = self._what, self._storage.content
        if what == "cards":
            return self.cards_job(self.cards.title or tr(say("Cards")), self.cards.cards)
        if self.wanted.lacks(what):
            return None
        if what == "now" and self.wanted.game is not None:
            game = self.wanted.game
            return self.cards_job(game.title, cards_in_play(game.session.state, content, words))
        day = day_words(self.wanted.game.day if self.wanted.game is not None else None, words.language)
        return document(what, self.wanted, self._told() if what == "report" else None, content, words, paper, day)

    def _told(self) -> Report | None:
        from companion.model.games.asagiri.statistics.report import report

        game = self.wanted.game
        if game is None:
            return None
        if self._report is None or self._report[0] is not game:
            self._report = game, report(game.session, game.names, game.bands)
        return self._report[1]

    def lacking(self, job: Printable | None) -> Message:
        if isinstance(job, Job):
            if self.what == "now":
                return say("There are no characters in this game yet.")
            return say("Choose a band, a pack, or single cards.")
        return super().lacking(job)

    def save_markdown(self, path: Path | None = None) -> None:
        """Write the battle report as a text with pictures beside it; without `path` ask where."""
        told, game = self._told(), self.wanted.game
        if self.busy or told is None or game is None:
            return
        if not isinstance(path, Path):
            path = ask_where_to_save(self, say("Save as Markdown"), game.title, ".md")
        if path is not None:
            words = tr.speaking(self.language.choice())
            day = day_words(game.day, words.language)
            self.write(markdown_work(told, game.session, words, path, day), len(told.shots) + 1)

    def retell(self) -> None:
        self.cards.retranslate()
        self.pick.show_subject(self._what, self.wanted.title(self._what))

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Number of copies of a card")), ["0", "…", "9", "+", "−"]),
            (tr(say("Turn the pages")), ["PgUp", "PgDown"]),
            (tr(say("Back")), ["Esc"]),
        ]


SHEETS: dict[Subject, Callable[[Say, Paper], PrintDocument]] = {
    "reference": quick_reference,
    "commands": key_sheet,
    "tables": campaign_tables,
    "record": record_sheet,
}
"""Those for which nothing has to be chosen."""


def document(
    subject: Subject,
    wanted: PrintRequest,
    report: Report | None,
    content: Content,
    tell: Say,
    paper: Paper,
    day: str = "",
) -> PrintDocument | None:
    """The pages of a subject that is no cards; None: something is lacking. `day`: when the game was played."""
    if subject in SHEETS:
        return SHEETS[subject](tell, paper)
    if subject == "roster":
        return _roster(wanted, content, tell, paper)
    if subject == "campaign" and wanted.campaign is not None:
        return campaign_sheet(wanted.campaign.chronicle, wanted.campaign.title, tell, paper)
    if subject == "packing" and wanted.game is not None:
        return packing_list(wanted.game, tell, paper)
    if subject == "report" and report is not None and wanted.game is not None:
        return battle_report(report, wanted.game.session, tell, paper, day)
    return None


def _roster(wanted: PrintRequest, content: Content, tell: Say, paper: Paper) -> PrintDocument | None:
    usual, (game, campaign) = tell(SUBJECTS["roster"].title), (wanted.game, wanted.campaign)
    if wanted.band is not None and wanted.band.band is not None:
        bands = [of_roster(wanted.band.band, wanted.band.title or usual, content, tell)]
    elif game is not None:
        called = [game.bands[n] or game.names[n] or tell(say("Band {seat}", seat=SEATS[n])) for n in BANDS]
        bands = [of_game(game.session.state, n, called[n], content, tell) for n in BANDS]
    elif campaign is not None:
        names = [tell(say("Roster {seat}", seat=seat)) for seat in SEATS]
        state = campaign.chronicle.state
        bands = [of_campaign(state, n, names[n], campaign.content, tell) for n in BANDS]
    else:
        return None
    return roster_sheet(bands, wanted.title("roster") or usual, tell, paper)


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """What was chosen to be printed. `band`: one by itself, or that of a game or a campaign."""

    game: GameOrder | None = None
    band: Order | None = None
    campaign: CampaignOrder | None = None

    def of(self, way: Way) -> AnyOrder | None:
        """What was chosen in one way."""
        chosen: dict[Way, AnyOrder | None] = {
            "game": self.game,
            "band": self.band,
            "adventure": self.game,
            "campaign": self.campaign,
        }
        return chosen[way]

    def lacks(self, subject: Subject) -> bool:
        """Whether something has to be chosen before this can be printed."""
        ways = SUBJECTS[subject].ways
        return bool(ways) and all(self.of(way) is None for way in ways)

    def title(self, subject: Subject) -> str:
        """What that is called whose pages are printed."""
        return next((order.title for way in SUBJECTS[subject].ways if (order := self.of(way)) is not None), "")
