"""The press: which cards, on which paper, with their backs where; a look at the pages, and a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from companion.model.content.library import Library
from companion.model.core import atomic
from companion.model.core.contract import Content
from companion.model.core.words import LANGUAGES, Message, Name, say
from companion.ui.bands.gallery import plain
from companion.ui.bands.offers import Offers
from companion.ui.bands.popup import ChoicePopup, Line, step_among
from companion.ui.bands.roster import Box
from companion.ui.home.shelf import Shelf, ShelfError
from companion.ui.settings.choices import Choices
from companion.ui.settings.ground import paint_ground
from companion.ui.settings.tongue import LANGUAGE_NAMES, Tongue
from companion.ui.settings.whisper import Whisper
from companion.ui.theme import palette, type
from companion.ui.theme.fold import FoldLayout
from companion.ui.theme.widgets import Heading, InkButton, Toast

from . import deck
from .deck import Key, PrintCard
from .lines import CountLine
from .order import Order, of_band, of_records
from .press import Job, printing
from .preview import PagePreview
from .sheet import PAPERS, SIZES, Turn, layout

TURNS: tuple[tuple[Turn, Message], ...] = (
    ("long", say("On the reverse, turned on the long edge")),
    ("short", say("On the reverse, turned on the short edge")),
    ("fold", say("Beside the front, to fold and glue")),
    ("none", say("No backs")),
)
KIND_WORDS = {
    "character": say("Characters"),
    "equipment": say("Equipment"),
    "kami": say("Kami"),
    "scenario": say("Scenario cards"),
}


class PrintScreen(QWidget):
    """See the module. `left`: back to where it was asked for."""

    left = Signal()

    def __init__(self, shelf: Shelf, tongue: Tongue, parent: QWidget | None = None) -> None:
        """Nothing is chosen yet; `enter` brings cards."""
        super().__init__(parent)
        self._shelf, self._tongue = shelf, tongue
        self._title = ""
        self._content: Content | None = None
        self._spoken = ""
        self._deck: dict[Key, PrintCard] = {}
        self._counts: dict[Key, int] = {}
        self._number = 0
        self._writing: Iterator[bytes] | None = None
        self._target = Path()
        self._press = QTimer(self)
        self._press.setInterval(0)
        self._press.timeout.connect(self._print_on)
        self.lines: dict[Key, CountLine] = {}
        self._titles: list[Whisper] = []
        self._make()
        self._lay_out()
        self._connect()
        tongue.changed.connect(self.retranslate)
        palette.theme_changed.connect(self.update)

    def _make(self) -> None:
        t = self._tongue
        self._heading = Heading("", self, level=2, kanji="紙")
        self.band = InkButton("", "quiet", self, sign="people")
        self.pack = InkButton("", "quiet", self, sign="cards")
        self.nothing = InkButton("", "quiet", self, sign="close")
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        self._list = QWidget()
        self._box = QVBoxLayout(self._list)
        self.preview = PagePreview(self)
        self.before = InkButton("", "quiet", self, sign="chevron-left")
        self.after = InkButton("", "quiet", self, sign="chevron-right")
        self._page = Whisper(self, align=Qt.AlignmentFlag.AlignHCenter, wrap=False)
        self._labels = [Whisper(self, font="small") for _ in range(4)]
        self.paper = Choices(t, say("Paper"), [(paper.id, paper.title, "") for paper in PAPERS], self)
        sizes = [(size.id, size.title, "") for size in SIZES]
        self.size_ = Choices(t, say("Size of a card"), sizes, self, upright=True)
        self.turn = Choices(t, say("Backs"), [(id, words, "") for id, words in TURNS], self, upright=True)
        tongues = [(code, code.upper(), "") for code in LANGUAGES]
        self.language = Choices(t, say("Language of the cards"), tongues, self)
        for code, word in self.language.words.items():
            word.setToolTip(LANGUAGE_NAMES[code])
        self._sum = Whisper(self, role="ink")
        self.save = InkButton("", "primary", self, sign="print")
        self.back = InkButton("", "quiet", self, sign="chevron-left")
        for choices, id in ((self.paper, "a4"), (self.size_, "poker"), (self.turn, "long")):
            choices.show_choice(id)
        self.language.show_choice(t.language)

    def _lay_out(self) -> None:
        row = FoldLayout(self, most=520)
        row.setContentsMargins(type.px(26), type.px(16), type.px(22), type.px(12))
        row.setSpacing(type.px(18))
        left = QVBoxLayout()
        left.setSpacing(type.px(6))
        left.addWidget(self._heading)
        ways = FoldLayout()
        ways.setSpacing(0)
        for button in (self.band, self.pack, self.nothing):
            ways.addWidget(button)
        ways.addStretch(1)
        left.addLayout(ways)
        left.addWidget(self.search)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(0)
        self._area = area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self._list)
        left.addWidget(area, 1)
        left.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(left, 30)
        middle = QVBoxLayout()
        middle.addWidget(self.preview, 1)
        turning = QHBoxLayout()
        turning.addStretch(1)
        for widget in (self.before, self._page, self.after):
            turning.addWidget(widget)
        turning.addStretch(1)
        middle.addLayout(turning)
        row.addLayout(middle, 46)
        right = QVBoxLayout()
        right.setSpacing(type.px(3))
        for label, choices in zip(self._labels, (self.paper, self.size_, self.turn, self.language), strict=True):
            right.addWidget(label)
            right.addWidget(choices)
            right.addSpacing(type.px(8))
        right.addStretch(1)
        right.addWidget(self._sum)
        right.addWidget(self.save, 0, Qt.AlignmentFlag.AlignRight)
        row.addLayout(right, 30)

    def _connect(self) -> None:
        self.band.clicked.connect(self.choose_band)
        self.pack.clicked.connect(self.choose_pack)
        self.nothing.clicked.connect(lambda: self.take(Order("", ())))
        self.search.textChanged.connect(self._filter)
        self.before.clicked.connect(lambda: self.turn_page(-1))
        self.after.clicked.connect(lambda: self.turn_page(1))
        self.preview.turned.connect(self.turn_page)
        for choices in (self.paper, self.size_, self.turn):
            choices.chosen.connect(lambda _: self._show())
        self.language.chosen.connect(lambda _: self._deal())
        self.save.clicked.connect(self.save_pdf)
        self.back.clicked.connect(self.left)

    # cards ---------------------------------------------------------------------------------------------------------

    def enter(self, order: Order | None = None) -> None:
        """Look at the packs again; print this, or go on with what was chosen before."""
        if order is not None:
            self._counts, self._title = _counted(order.cards), order.title
        self._deal()

    def take(self, order: Order) -> None:
        """Print these cards and no others."""
        self._counts, self._title, self._number = _counted(order.cards), order.title, 0
        self._show_counts()
        self._show()

    def _deal(self) -> None:
        """Set the cards in their language, and list them."""
        content, language = self._shelf.content, self.language.choice()
        if (content, language) != (self._content, self._spoken):
            self._content, self._spoken = content, language
            self._deck = {card.key: card for card in deck.every(content, self._tongue.speaking(language))}
            self._counts = {key: count for key, count in self._counts.items() if key in self._deck}
            self._write_lines()
        self._show_counts()
        self.retranslate()

    def _show_counts(self) -> None:
        """Show how often each is printed, and bring the first of them into view."""
        for key, line in self.lines.items():
            line.show_count(self._counts.get(key, 0))
        first = next((line for line in self.lines.values() if line.count), None)
        if first is not None:
            QTimer.singleShot(0, first, lambda: self._area.ensureWidgetVisible(first, 0, type.px(60)))

    def _write_lines(self) -> None:
        for old in (*self.lines.values(), *self._titles):
            self._box.removeWidget(old)
            old.hide()
            old.deleteLater()
        while self._box.count():
            self._box.takeAt(0)
        self.lines, self._titles, kind = {}, [], ""
        for key, card in self._deck.items():
            if card.kind != kind:
                kind = card.kind
                title = Whisper(self._list, font="small")
                title.setProperty("kind", kind)
                self._titles.append(title)
                self._box.addWidget(title)
                title.show()
            line = CountLine(card.name, card.words, self._list)
            line.counted.connect(lambda count, key=key: self._count(key, count))
            line.stepped.connect(lambda way, line=line: self._step(line, way))
            self._box.addWidget(line)
            line.show()
            self.lines[key] = line
        self._box.addStretch(1)
        self._filter()

    def _filter(self, *_: object) -> None:
        wanted = plain(self.search.text()).split()
        for key, line in self.lines.items():
            line.setVisible(all(word in plain(self._deck[key].name) for word in wanted))
        for title in self._titles:
            kind = title.property("kind")
            title.setVisible(any(key[0] == kind and not line.isHidden() for key, line in self.lines.items()))

    def _step(self, line: CountLine, way: int) -> None:
        step_among([other for other in self.lines.values() if not other.isHidden()], line, way)

    def _count(self, key: Key, count: int) -> None:
        self._counts[key] = count
        self._show()

    def _ask(self, below: QWidget, orders: Sequence[Order], name: Message) -> None:
        lines = [Line(str(n), order.title, self._many(len(order.cards))) for n, order in enumerate(orders)]
        popup = ChoicePopup(lines, below, name=self._tongue(name))
        popup.chosen.connect(lambda n: self.take(orders[int(n)]))
        popup.popup(below)

    def choose_band(self) -> None:
        """Take the cards of a band: one that came with the packs, or one that was kept."""
        offers = Offers(Box(self._shelf.content), self._shelf, self._tongue)
        try:
            found = [*offers.kept(), *offers.ready()]
        except ShelfError as wrong:
            self._say(wrong.why)
            found = offers.ready()
        orders = [of_band(offer.roster, offer.name) for offer in found]
        self._ask(self.band, [order for order in orders if order.cards], say("A band"))

    def choose_pack(self) -> None:
        """Take all cards of a pack."""
        self._ask(self.pack, [self.pack_order(name) for name in self._packs()], say("A pack"))

    def _packs(self) -> list[str]:
        return list(dict.fromkeys(id.partition(":")[0] for _, id in self._deck))

    def pack_order(self, namespace: str) -> Order:
        """All cards of a pack."""
        title = namespace
        for pack in self._shelf.content.packs if isinstance(self._shelf.content, Library) else ():
            if pack.manifest.namespace == namespace:
                title = self._tongue(Name.of(pack.manifest.name))
        return of_records((key for key in self._deck if key[1].startswith(f"{namespace}:")), title)

    # pages ---------------------------------------------------------------------------------------------------------

    @property
    def job(self) -> Job:
        """What would be printed now."""
        paper = next(paper for paper in PAPERS if paper.id == self.paper.choice())
        size = next(size for size in SIZES if size.id == self.size_.choice())
        turn = next(turn for turn, _ in TURNS if turn == self.turn.choice())
        chosen = tuple(card for key, card in self._deck.items() for _ in range(self._counts.get(key, 0)))
        note = self._tongue(say("50 mm · print at 100 %"))
        return Job(self._title or self._tongue(say("Cards")), chosen, layout(paper, size, turn), note)

    def _show(self) -> None:
        job = self.job
        count = len(job.pages)
        self._number = max(0, min(self._number, count - 1))
        self.preview.show_page(job, self._number)
        t = self._tongue
        back = count > 0 and job.pages[self._number].reverse
        words = say("Page {page} of {pages}: backs", page=self._number + 1, pages=count)
        if not back:
            words = say("Page {page} of {pages}", page=self._number + 1, pages=count)
        self._page.setText(t(words) if count else "")
        self.before.setEnabled(self._number > 0)
        self.after.setEnabled(self._number < count - 1)
        self.save.setEnabled(count > 0 and self._writing is None)
        sheets = count if job.layout.turn in ("fold", "none") else count // 2
        said = say("{cards} · {each} to a page · sheets of paper: {sheets}", cards=self._many(len(job.cards)),
                   each=job.layout.count, sheets=sheets)  # fmt: skip
        self._sum.setText(t(said) if job.cards else t(say("Choose a band, a pack, or single cards.")))

    def _many(self, count: int) -> str:
        return self._tongue(say("1 card") if count == 1 else say("{count} cards", count=count))

    def turn_page(self, way: int) -> None:
        """Look at another page."""
        self._number += way
        self._show()

    def save_pdf(self, path: Path | None = None) -> None:
        """Write the PDF; without `path` ask where."""
        job = self.job
        if self._writing is not None or not job.cards:
            return
        if not isinstance(path, Path):
            folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
            called = "".join(letter for letter in job.title if letter.isalnum() or letter in " -_.").strip()
            wanted = str(Path(folder) / f"{called or 'okko'}.pdf")
            chosen, _ = QFileDialog.getSaveFileName(self, self._tongue(say("Save as PDF")), wanted, "*.pdf")
            if not chosen:
                return
            path = Path(chosen)
        self._target = path if path.suffix.lower() == ".pdf" else path.with_name(path.name + ".pdf")
        self._writing, self._printed, self._all = printing(job), 0, len(job.pages)
        self.save.setEnabled(False)
        self._press.start()

    def _print_on(self) -> None:
        """One page more; the window goes on living in between."""
        whole = next(self._writing, b"") if self._writing is not None else b""
        if not whole:
            self._printed += 1
            said = say("Page {page} of {pages}…", page=min(self._printed, self._all), pages=self._all)
            self.save.setText(self._tongue(said))
            return
        self._press.stop()
        self._writing = None
        self.save.setText(self._tongue(say("Save as PDF")))
        self.save.setEnabled(True)
        target = self._target
        try:
            atomic.write(target, whole)
        except OSError as wrong:
            self._say(say("The file cannot be written: {why}", why=wrong.strerror or str(wrong)))
            return
        toast = Toast(self, self._tongue(say("Saved: {path}", path=target.name)), action=self._tongue(say("Open")))
        toast.acted.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(target))))
        toast.popup()

    # words ---------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        t = self._tongue
        self._heading.setText(t(say("Print")))
        self.setAccessibleName(t(say("Print")))
        self.band.setText(t(say("A band…")))
        self.pack.setText(t(say("A pack…")))
        self.nothing.setText(t(say("None")))
        self.search.setPlaceholderText(t(say("Search")))
        self.search.setAccessibleName(t(say("Search by name")))
        for title in self._titles:
            title.setText(t(KIND_WORDS[title.property("kind")]))
        words = (say("Paper"), say("Size of a card"), say("Backs"), say("Language of the cards"))
        for label, word in zip(self._labels, words, strict=True):
            label.setText(t(word))
        self.preview.setAccessibleName(t(say("The page as it will be printed")))
        for button, word in ((self.before, say("Page before")), (self.after, say("Next page"))):
            button.setToolTip(t(word))
            button.setAccessibleName(t(word))
        self.save.setText(t(say("Save as PDF")))
        self.back.setText(t(say("Back")))
        self._show()

    def keys(self) -> list[tuple[str, list[str]]]:
        """What the keys do here, for the overview."""
        t = self._tongue
        return [
            (t(say("How often a card is printed")), ["0", "…", "9", "+", "−"]),
            (t(say("Turn the pages")), ["PgUp", "PgDown"]),
            (t(say("Back")), ["Esc"]),
        ]

    def _say(self, why: Message) -> None:
        Toast(self, self._tongue(why)).popup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back, the page keys turn pages."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.turn_page(1 if key == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)

    def setFocus(self, *args: Any) -> None:
        """The keys begin at the way to a band."""
        self.band.setFocus(*args)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paper."""
        pen = QPainter(self)
        paint_ground(pen, self.rect(), palette.current())
        pen.end()


def _counted(cards: Sequence[Key]) -> dict[Key, int]:
    counts: dict[Key, int] = {}
    for key in cards:
        counts[key] = counts.get(key, 0) + 1
    return counts
