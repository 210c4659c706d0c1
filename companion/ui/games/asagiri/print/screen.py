"""The screen of printing: what, on which paper, in which language; a look at the pages, and a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Content
from companion.model.core.words import LANGUAGES, Message, plural, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import BANDS
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.document import PrintDocument
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
    many,
)
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import LEFT, RIGHT, Gap, OnePage, Part, fold, hbox, vbox
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import Screen, ask_where_to_save
from companion.ui.kit.translator import LANGUAGE_NAMES, says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.storage import GameStorage

from .battle_report import battle_report, markdown_work
from .card_sheets import PAPERS, SIZES, Paper, PrintCard, Turn, cards_in_play, layout
from .pdf_writer import Job, PagePreview, PdfWriter, Printable, day_words, pdf_work

if TYPE_CHECKING:
    from companion.model.games.asagiri.statistics.report import Report

TURNS: tuple[tuple[Turn, Message], ...] = (
    ("long", say("On the back, flipped on the long edge")),
    ("short", say("On the back, flipped on the short edge")),
    ("fold", say("Next to the front, to fold and glue")),
    ("none", say("No backs")),
)


class PrintScreen(Screen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("Print"))
        self._storage = storage
        self.choosing = ChoiceController(storage, self)
        self.wanted = PrintRequest()
        self._report: tuple[GameOrder, Report] | None = None
        self._number = 0
        self._job: Printable | None = None
        self._kept: tuple[tuple[object, ...], Printable | None] | None = None
        """What was made last, and of what."""
        self._press = PdfWriter(self)
        self._make()
        self._lay_out()
        self._connect()

    def _make(self) -> None:
        self._heading = Heading(say("Print"), self, level=2, kanji="紙")
        subjects = [(id, printed.title, "") for id, printed in SUBJECTS.items()]
        self.subject = Choices(say("What to print"), subjects, self, upright=True)
        self.cards = DeckPage(self._storage, self)
        self.pick = PickPage(self)
        self.pages = OnePage(self)
        for page in (self.cards, self.pick):
            self.pages.addWidget(page)
        self.preview = says(PagePreview(self), name=say("Print preview"))
        before, after = say("Previous page"), say("Next page")
        self.before = InkButton("", "quiet", self, sign="chevron-left", name=before, tip=before)
        self.after = InkButton("", "quiet", self, sign="chevron-right", name=after, tip=after)
        self._page = Label(self, align=Qt.AlignmentFlag.AlignHCenter, wrap=False)
        words = (say("Paper"), say("Card size"), say("Backs"), say("Page language"))
        self._labels = [Label(self, font="small", text=word) for word in words]
        self.paper = Choices(say("Paper"), [(paper.id, paper.title, "") for paper in PAPERS], self)
        sizes = [(size.id, size.title, "") for size in SIZES]
        self.size_ = Choices(say("Card size"), sizes, self, upright=True)
        self.turn = Choices(say("Backs"), [(id, words, "") for id, words in TURNS], self, upright=True)
        tongues = [(code, code.upper(), "") for code in LANGUAGES]
        self.language = Choices(say("Page language"), tongues, self)
        for code, word in self.language.words.items():
            word.setToolTip(LANGUAGE_NAMES[code])
        self._sum = Label(self, role="ink")
        self.save = InkButton("", "primary", self, sign="print", clicked=self.save_pdf)
        self.save_text = InkButton(say("Save as Markdown"), "secondary", self, sign="save", clicked=self.save_markdown)
        self.back = InkButton(say("Back"), "quiet", self, sign="chevron-left", clicked=self.left)
        self.subject.show_choice("cards")
        for choices, id in ((self.paper, "a4"), (self.size_, "poker"), (self.turn, "long")):
            choices.show_choice(id)
        self.language.show_choice(tr.language)

    def _lay_out(self) -> None:
        left = vbox(self._heading, self.subject, Gap(6), (self.pages, 1), (self.back, LEFT), spacing=6)
        middle = vbox((self.preview, 1), hbox(1, self.before, self._page, self.after, 1))
        asked: list[Part] = []
        for label, choices in zip(self._labels, (self.paper, self.size_, self.turn, self.language), strict=True):
            asked += label, choices, Gap(8)
        right = vbox(*asked, 1, self._sum, (self.save, RIGHT), (self.save_text, RIGHT), spacing=3)
        fold((left, 30), (middle, 46), (right, 30), on=self, spacing=18, margins=(26, 16, 22, 12), most=520)

    def _connect(self) -> None:
        self.subject.chosen.connect(lambda _: self._enter_subject())
        choosing, pick = self.choosing, self.pick.ways
        self.cards.band.clicked.connect(lambda: choosing.band(self.cards.band))
        self.cards.pack.clicked.connect(lambda: choosing.pack(self.cards.pack, self.cards.packs()))
        pick["band"].clicked.connect(lambda: choosing.band(pick["band"]))
        pick["game"].clicked.connect(lambda: choosing.game(pick["game"]))
        pick["campaign"].clicked.connect(lambda: choosing.campaign(pick["campaign"]))
        choosing.chosen.connect(self._chosen)
        choosing.failed.connect(self._say)
        self.cards.changed.connect(self._show)
        self.before.clicked.connect(lambda: self.turn_page(-1))
        self.after.clicked.connect(lambda: self.turn_page(1))
        self.preview.turned.connect(self.turn_page)
        for choices in (self.paper, self.size_, self.turn):
            choices.chosen.connect(lambda _: self._show())
        self.language.chosen.connect(lambda _: self._deal())
        self._press.progressed.connect(self._progressed)
        self._press.written.connect(self._written)
        self._press.failed.connect(self._failed)

    @property
    def what(self) -> Subject:
        return next(subject for subject in SUBJECTS if subject == self.subject.choice())

    def enter(self, order: AnyOrder | None = None, subject: Subject | None = None) -> None:
        """Look at the packs again; print this, or go on with what was chosen before."""
        self._report = self._kept = None
        if order is not None:
            self._take(order)
            self._number = 0
        if subject is not None:
            self.subject.show_choice(subject)
        self._enter_subject()

    def _take(self, order: AnyOrder) -> None:
        if isinstance(order, Order):
            self.cards.choose(order)
            band = order if order.band is not None else self.wanted.band
            self.wanted = PrintRequest(self.wanted.game, band, self.wanted.campaign)
            if self.what not in ("cards", "roster") or order.band is None:
                self.subject.show_choice("cards")
        elif isinstance(order, GameOrder):
            self.wanted = PrintRequest(order, None, self.wanted.campaign)
            if self.what not in ("now", "roster", "report"):
                self.subject.show_choice("now")
        else:
            self.wanted = PrintRequest(self.wanted.game, None, order)
            if self.what not in ("roster", "campaign"):
                self.subject.show_choice("campaign")

    def take(self, order: Order) -> None:
        """Print these cards and no others."""
        self._number = 0
        self.subject.show_choice("cards")
        self._enter_subject()
        self.cards.take(order)

    def _enter_subject(self) -> None:
        what = self.what
        self.pages.setCurrentWidget(self.cards if what == "cards" else self.pick)
        for widget in (self._labels[1], self._labels[2], self.size_, self.turn):
            widget.setVisible(SUBJECTS[what].of_cards)
        self.save_text.setVisible(what == "report")
        self._deal()

    def _deal(self) -> None:
        if self.what == "cards":
            self.cards.deal(self.language.choice())
        self.retranslate()

    def _chosen(self, order: AnyOrder) -> None:
        self._number, self._report, self._kept = 0, None, None
        self._take(order)
        if isinstance(order, Order) and self.what == "cards":
            self.cards.take(order)
        else:
            self._enter_subject()

    def take_game(self, id: int) -> None:
        """Print something of a game in storage; one that cannot be read says why."""
        self.choosing.take_game(id)

    def _made(self) -> Printable | None:
        """What would be printed as everything stands; made once as long as nothing else is chosen."""
        what, code = self.what, self.language.choice()
        if what == "cards":
            return self._cards_job(self.cards.title or tr(say("Cards")), self.cards.cards)
        chosen = [choices.choice() for choices in (self.paper, self.size_, self.turn)]
        key = (what, code, *chosen, self.wanted, self._storage.content)
        if self._kept is None or not same(self._kept[0], key):
            self._kept = key, self._make_pages(what)
        return self._kept[1]

    def _make_pages(self, what: Subject) -> Printable | None:
        paper = next(paper for paper in PAPERS if paper.id == self.paper.choice())
        words = tr.speaking(self.language.choice())
        content = self._storage.content
        if self.wanted.lacks(what):
            return None
        if what == "now" and self.wanted.game is not None:
            game = self.wanted.game
            return self._cards_job(game.title, cards_in_play(game.session.state, content, words))
        day = day_words(self.wanted.game.day if self.wanted.game is not None else None, words.language)
        return document(what, self.wanted, self._told() if what == "report" else None, content, words, paper, day)

    def _cards_job(self, title: str, cards: tuple[PrintCard, ...]) -> Job:
        paper = next(paper for paper in PAPERS if paper.id == self.paper.choice())
        size = next(size for size in SIZES if size.id == self.size_.choice())
        turn = next(turn for turn, _ in TURNS if turn == self.turn.choice())
        note = tr(say("50 mm · print at 100%"))
        return Job(title, cards, layout(paper, size, turn), note)

    def _told(self) -> Report | None:
        from companion.model.games.asagiri.statistics.report import report

        game = self.wanted.game
        if game is None:
            return None
        if self._report is None or self._report[0] is not game:
            self._report = game, report(game.session, game.names, game.bands)
        return self._report[1]

    @property
    def job(self) -> Job:
        """The cards that would be printed now."""
        made = self._made()
        return made if isinstance(made, Job) else self._cards_job("", ())

    @property
    def printable(self) -> Printable | None:
        """What would be printed now; None: something has to be chosen first."""
        return self._job

    def _show(self) -> None:
        job = self._job = self._made()
        count = job.count if job is not None else 0
        self._number = max(0, min(self._number, count - 1))
        self.preview.show_page(job, self._number)
        back = isinstance(job, Job) and count > 0 and job.pages[self._number].reverse
        words = say("Page {page} of {pages}: backs", page=self._number + 1, pages=count)
        if not back:
            words = say("Page {page} of {pages}", page=self._number + 1, pages=count)
        self._page.setText(tr(words) if count else "")
        self.preview.setAccessibleDescription(f"{job.title}. {tr(words)}" if job is not None and count else "")
        self.before.setEnabled(self._number > 0)
        self.after.setEnabled(self._number < count - 1)
        for button in (self.save, self.save_text):
            button.setEnabled(count > 0 and not self._press.busy)
        self._sum.setText(tr(self._summary(job)))

    def _summary(self, job: Printable | None) -> Message:
        if isinstance(job, Job):
            if not job.cards and self.what == "now":
                return say("There are no characters in this game yet.")
            if not job.cards:
                return say("Choose a band, a pack, or single cards.")
            sheets = job.count if job.layout.turn in ("fold", "none") else job.count // 2
            return say("{cards} · {each} per page · sheets: {sheets}", cards=self._many(len(job.cards)),
                       each=job.layout.count, sheets=sheets)  # fmt: skip
        if job is None:
            return say("Choose whose sheet to print.")
        return plural("{count} page", "{count} pages", job.count)

    def _many(self, count: int) -> str:
        return tr(many(count))

    def turn_page(self, way: int) -> None:
        """Look at another page."""
        self._number += way
        self._show()

    def save_pdf(self, path: Path | None = None) -> None:
        """Write the PDF; without `path` ask where."""
        job = self._made()
        if self._press.busy or job is None or not job.count:
            return
        if not isinstance(path, Path):
            path = ask_where_to_save(self, say("Save as PDF"), job.title, ".pdf")
        if path is not None:
            self._begin(pdf_work(job, ended(path, ".pdf")), job.count)

    def save_markdown(self, path: Path | None = None) -> None:
        """Write the battle report as a text with pictures beside it; without `path` ask where."""
        told, game = self._told(), self.wanted.game
        if self._press.busy or told is None or game is None:
            return
        if not isinstance(path, Path):
            path = ask_where_to_save(self, say("Save as Markdown"), game.title, ".md")
        if path is not None:
            words = tr.speaking(self.language.choice())
            day = day_words(game.day, words.language)
            self._begin(markdown_work(told, game.session, words, ended(path, ".md"), day), len(told.shots) + 1)

    def _begin(self, work: Any, steps: int) -> None:
        self._press.begin(work, steps)
        for button in (self.save, self.save_text):
            button.setEnabled(False)

    def _progressed(self, done: int, steps: int) -> None:
        """One page more; the window goes on living in between."""
        self.save.setText(tr(say("Page {page} of {pages}…", page=done, pages=steps)))

    def _written(self, target: Path) -> None:
        self._rest()
        toast = Toast(self, tr(say("Saved: {path}", path=target.name)), action=tr(say("Open")))
        toast.acted.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(target))))
        toast.popup()

    def _failed(self, why: Message) -> None:
        self._rest()
        self._say(why)

    def _rest(self) -> None:
        self.save.setText(tr(say("Save as PDF")))
        self._show()

    def retranslate(self) -> None:
        self.cards.retranslate()
        self.pick.show_subject(self.what, self.wanted.title(self.what))
        self.save.setText(tr(say("Save as PDF")))
        self._show()

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Number of copies of a card")), ["0", "…", "9", "+", "−"]),
            (tr(say("Turn the pages")), ["PgUp", "PgDown"]),
            (tr(say("Back")), ["Esc"]),
        ]

    def _say(self, why: Message) -> None:
        Toast(self, tr(why)).popup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.turn_page(1 if key == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)

    def setFocus(self, *args: Any) -> None:
        self.subject.words[self.what].setFocus(*args)


def same(before: Sequence[object], now: Sequence[object]) -> bool:
    """Whether the same things are chosen: words by what they say, games and packs by what they are."""
    return len(before) == len(now) and all(
        a == b if isinstance(a, str) else a is b for a, b in zip(before, now, strict=True)
    )


def ended(path: Path, ending: str) -> Path:
    """The path with its ending, if it lacks it."""
    return path if path.suffix.lower() == ending else path.with_name(path.name + ending)


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
        chosen: dict[Way, AnyOrder | None] = {"game": self.game, "band": self.band, "campaign": self.campaign}
        return chosen[way]

    def lacks(self, subject: Subject) -> bool:
        """Whether something has to be chosen before this can be printed."""
        ways = SUBJECTS[subject].ways
        return bool(ways) and all(self.of(way) is None for way in ways)

    def title(self, subject: Subject) -> str:
        """What that is called whose pages are printed."""
        return next((order.title for way in SUBJECTS[subject].ways if (order := self.of(way)) is not None), "")
