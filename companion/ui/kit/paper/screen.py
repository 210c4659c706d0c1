"""The screen of printing, whatever it prints: on which paper, in which language; a look at the pages, and a file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import LANGUAGE_NAMES, LANGUAGES, Message, Words, plural, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.layouts import LEFT, RIGHT, Gap, OnePage, Part, fold, hbox, vbox
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label

from .pdf_writer import Job, PagePreview, PdfWriter, Printable, pdf_work
from .sheets import PAPERS, SIZES, CardSize, Paper, PrintCard, Turn, layout

TURNS: tuple[tuple[Turn, Message], ...] = (
    ("long", say("On the back, flipped on the long edge")),
    ("short", say("On the back, flipped on the short edge")),
    ("fold", say("Next to the front, to fold and glue")),
    ("none", say("No backs")),
)


class PrintSubject(NamedTuple):
    """Something that can be printed."""

    id: str
    title: Message
    of_cards: bool = False
    """It is printed at the size of cards."""
    as_text: bool = False
    """It can be saved as Markdown as well."""
    own_size: CardSize | None = None
    """Of cards that are printed at one size alone."""


class PaperScreen(Screen):
    """See the module. A game says what can be printed, and makes the pages. `left`: back to where it was asked for."""

    def __init__(self, subjects: Sequence[PrintSubject], parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("Print"))
        self.subjects = {subject.id: subject for subject in subjects}
        self._number = 0
        self._job: Printable | None = None
        self._kept: tuple[tuple[object, ...], Printable | None] | None = None
        """What was made last, and of what."""
        self._press = PdfWriter(self)
        self._make()

    def _make(self) -> None:
        self._heading = Heading(say("Print"), self, level=2, kanji="紙")
        subjects = [(subject.id, subject.title, "") for subject in self.subjects.values()]
        self.subject = Choices(say("What to print"), subjects, self, upright=True)
        self.pages = OnePage(self)
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
        self.subject.show_choice(next(iter(self.subjects)))
        for choices, id in ((self.paper, "a4"), (self.size_, "poker"), (self.turn, "long")):
            choices.show_choice(id)
        self.language.show_choice(tr.language)

    def begin(self, pages: Sequence[QWidget]) -> None:
        """Lay everything out; `pages`: where a game asks what of a subject is to be printed."""
        for page in pages:
            self.pages.addWidget(page)
        left = vbox(self._heading, self.subject, Gap(6), (self.pages, 1), (self.back, LEFT), spacing=6)
        middle = vbox((self.preview, 1), hbox(1, self.before, self._page, self.after, 1))
        asked: list[Part] = []
        for label, choices in zip(self._labels, (self.paper, self.size_, self.turn, self.language), strict=True):
            asked += label, choices, Gap(8)
        right = vbox(*asked, 1, self._sum, (self.save, RIGHT), (self.save_text, RIGHT), spacing=3)
        fold((left, 30), (middle, 46), (right, 30), on=self, spacing=18, margins=(26, 16, 22, 12), most=520)
        self.subject.chosen.connect(lambda _: self.enter_subject())
        self.before.clicked.connect(lambda: self.turn_page(-1))
        self.after.clicked.connect(lambda: self.turn_page(1))
        self.preview.turned.connect(self.turn_page)
        for choices in (self.paper, self.size_, self.turn):
            choices.chosen.connect(lambda _: self.show_pages())
        self.language.chosen.connect(lambda _: self.deal())
        self._press.progressed.connect(self._progressed)
        self._press.written.connect(self._written)
        self._press.failed.connect(self._failed)

    # what a game says ------------------------------------------------------------------------------------------------

    @abstractmethod
    def page_of(self, subject: str) -> QWidget:
        """Where it is asked what of a subject is to be printed."""

    @abstractmethod
    def make_pages(self, subject: str, paper: Paper, words: Words) -> Printable | None:
        """The pages of a subject; None: something has to be chosen first."""

    @abstractmethod
    def key_of(self, subject: str) -> tuple[object, ...] | None:
        """What pages are made of beside paper, size and language; None: they are made anew each time."""

    def retell(self) -> None:
        """Say again what the page of the subject shows."""

    def deal(self) -> None:
        """Another language is wanted on paper, or another subject."""
        self.retranslate()

    def lacking(self, job: Printable | None) -> Message:
        """What to do when there is nothing to print."""
        return say("Choose whose sheet to print.")

    def save_markdown(self, path: Path | None = None) -> None:
        """Write the subject as a text; without `path` ask where. Of subjects that can be saved so."""

    # pages -----------------------------------------------------------------------------------------------------------

    @property
    def what(self) -> str:
        return self.subject.choice()

    def enter_subject(self) -> None:
        """Another subject is looked at."""
        what = self.subjects[self.what]
        self.pages.setCurrentWidget(self.page_of(what.id))
        for widget in (self._labels[2], self.turn):
            widget.setVisible(what.of_cards)
        for widget in (self._labels[1], self.size_):
            widget.setVisible(what.of_cards and what.own_size is None)
        self.save_text.setVisible(what.as_text)
        self.deal()

    def forget(self) -> None:
        """Make the pages anew when they are looked at next."""
        self._kept = None

    @property
    def paper_chosen(self) -> Paper:
        return next(paper for paper in PAPERS if paper.id == self.paper.choice())

    def _made(self) -> Printable | None:
        """What would be printed as everything stands; made once as long as nothing else is chosen."""
        what, code = self.what, self.language.choice()
        chosen = [choices.choice() for choices in (self.paper, self.size_, self.turn)]
        made_of = self.key_of(what)
        key = (what, code, *chosen, *(made_of or ()))
        if made_of is None or self._kept is None or not same(self._kept[0], key):
            self._kept = key, self.make_pages(what, self.paper_chosen, tr.speaking(code))
        return self._kept[1]

    def cards_job(self, title: str, cards: tuple[PrintCard, ...]) -> Job:
        """Cards on sheets as they are wanted."""
        own = self.subjects[self.what].own_size
        size = own or next(size for size in SIZES if size.id == self.size_.choice())
        turn = next(turn for turn, _ in TURNS if turn == self.turn.choice())
        note = tr(say("50 mm · print at 100%"))
        return Job(title, cards, layout(self.paper_chosen, size, turn), note)

    @property
    def job(self) -> Job:
        """The cards that would be printed now."""
        made = self._made()
        return made if isinstance(made, Job) else self.cards_job("", ())

    @property
    def printable(self) -> Printable | None:
        """What would be printed now; None: something has to be chosen first."""
        return self._job

    def show_pages(self) -> None:
        """Show the page looked at, as everything stands."""
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
        if isinstance(job, Job) and job.cards:
            sheets = job.count if job.layout.turn in ("fold", "none") else job.count // 2
            return say("{cards} · {each} per page · sheets: {sheets}", cards=tr(card_count(len(job.cards))),
                       each=job.layout.count, sheets=sheets)  # fmt: skip
        if job is None or isinstance(job, Job):
            return self.lacking(job)
        return plural("{count} page", "{count} pages", job.count)

    def turn_page(self, way: int) -> None:
        """Look at another page."""
        self._number += way
        self.show_pages()

    def first_page(self) -> None:
        """Look at the first page when something is shown next."""
        self._number = 0

    # files -----------------------------------------------------------------------------------------------------------

    def save_pdf(self, path: Path | None = None) -> None:
        """Write the PDF; without `path` ask where."""
        job = self._made()
        if self._press.busy or job is None or not job.count:
            return
        if not isinstance(path, Path):
            path = ask_where_to_save(self, say("Save as PDF"), job.title, ".pdf")
        if path is not None:
            self.write(pdf_work(job, path), job.count)

    @property
    def busy(self) -> bool:
        """Whether a file is being written."""
        return self._press.busy

    def write(self, work: Any, steps: int) -> None:
        """Write files in slices, as `PdfWriter.begin`."""
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
        self.tell(why)

    def _rest(self) -> None:
        self.save.setText(tr(say("Save as PDF")))
        self.show_pages()

    def retranslate(self) -> None:
        self.retell()
        self.save.setText(tr(say("Save as PDF")))
        self.show_pages()

    def tell(self, why: Message) -> None:
        """A sentence in passing."""
        Toast(self, tr(why)).popup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.turn_page(1 if key == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)

    def setFocus(self, *args: Any) -> None:
        self.subject.words[self.what].setFocus(*args)


def card_count(count: int) -> Message:
    """So many cards."""
    return plural("{count} card", "{count} cards", count)


def same(before: Sequence[object], now: Sequence[object]) -> bool:
    """Whether the same things are chosen: words by what they say, games and packs by what they are."""
    return len(before) == len(now) and all(
        a == b if isinstance(a, str) else a is b for a, b in zip(before, now, strict=True)
    )
