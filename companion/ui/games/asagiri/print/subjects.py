"""What can be printed, and the pages to choose it on: cards with how often each, and whose sheet it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.content.library import Library
from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, has_words, say
from companion.ui.games.asagiri.bands import BandRoster, Box, Offers
from companion.ui.games.asagiri.cards import parts
from companion.ui.games.asagiri.print.card_sheets import KINDS, every_card
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.list_view import Line, LineDelegate, ListView
from companion.ui.kit.paper.pdf_writer import day_words
from companion.ui.kit.paper.screen import card_count
from companion.ui.kit.paper.sheets import Key, PrintCard
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.storage import GameStorage, Opened, StorageError

if TYPE_CHECKING:
    from datetime import datetime

    from companion.model.core.session import Session
    from companion.model.games.asagiri.campaign.chronicle import Chronicle


@dataclass(frozen=True, slots=True)
class Order:
    """What it is called, and its cards, as often as they are named. `band`: the band that they are of."""

    title: str
    cards: tuple[Key, ...]
    band: BandRoster | None = None


@dataclass(frozen=True, slots=True)
class GameOrder:
    """A game, only looked at: what it is called, who plays A and B, what their bands are called, when it was played."""

    title: str
    session: Session[Any]
    names: tuple[str, str] = ("", "")
    bands: tuple[str, str] = ("", "")
    """By seat, as `names`."""
    day: datetime | None = None


@dataclass(frozen=True, slots=True)
class CampaignOrder:
    """A campaign, only looked at, and the cards it is played with."""

    title: str
    chronicle: Chronicle
    content: Content


AnyOrder: TypeAlias = Order | GameOrder | CampaignOrder


def of_band(roster: BandRoster, title: str) -> Order:
    """A band: each character, then what it bears."""
    found: list[Key] = []
    for member in roster.members:
        found.append(("character", member.card))
        if member.equipment is not None:
            found.append(("equipment", member.equipment))
    return Order(title, tuple(found), roster)


def of_records(records: Iterable[tuple[str, str]], title: str) -> Order:
    """Records by kind and id; those that are no cards are left out."""
    return Order(title, tuple((kind, id) for kind, id in records if kind in KINDS))


def game_order(opened: Opened) -> GameOrder:
    """A game in storage, only looked at: its session keeps nothing from now on."""
    from companion.ui.games.asagiri.table.game_table import exchanged, names_of

    opened.session.attach(None)
    turned = exchanged(opened.session)
    one, other = opened.settings.bands[:: -1 if turned else 1]
    names = names_of(opened.settings, turned)
    return GameOrder(opened.title, opened.session, names, (one, other), opened.entry.changed)


Subject: TypeAlias = Literal[
    "cards", "now", "packing", "roster", "report", "campaign", "reference", "commands", "tables", "record"
]
Way: TypeAlias = Literal["band", "game", "adventure", "campaign"]


@dataclass(frozen=True, slots=True)
class Printed:
    """Something that can be printed: its name, what it is, and the ways to choose whose."""

    title: Message
    hint: Message | None = None
    ways: tuple[Way, ...] = ()
    of_cards: bool = False
    """It is printed at the size of cards."""


SUBJECTS: dict[Subject, Printed] = {
    "cards": Printed(say("Cards"), of_cards=True),
    "now": Printed(
        say("Cards in play"),
        say("The cards of a game in full size, in their current state: for breaking off and continuing another day."),
        ("game",),
        of_cards=True,
    ),
    "packing": Printed(
        say("Packing list"),
        say("Which tiles, figures and cards to take out of the box, with a map of the board."),
        ("game", "adventure"),
    ),
    "roster": Printed(
        say("Roster"), say("A band with stats, skills, equipment and honours."), ("band", "game", "campaign")
    ),
    "report": Printed(
        say("Battle report"), say("A game told turn by turn, with pictures of the decisive moments."), ("game",)
    ),
    "campaign": Printed(
        say("Campaign sheet"), say("Both rosters, the chapters so far, and room for notes."), ("campaign",)
    ),
    "reference": Printed(say("Quick reference"), say("The rules on one page.")),
    "commands": Printed(
        say("Keys and commands"), say("The keys of the table screen and all commands of the command line.")
    ),
    "tables": Printed(say("Campaign tables"), say("Heal, pray and seek after an adventure.")),
    "record": Printed(say("Record sheet"), say("An empty sheet for a game without the app.")),
}
"""All that can be printed, in the order in which it is offered."""


T = TypeVar("T")
MOST = 20
"""Copies of one card."""


class CountDelegate(LineDelegate):
    """Paints the name, its words, and the count in a vermilion disc."""

    least, wide = 150, 230

    def height(self, line: Line, width: int) -> int:
        return QFontMetrics(fonts.font("name", 16 / 18)).height() + fonts.px(6)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        side = fonts.px(21)
        disc = QRectF(box.left() + fonts.px(9), box.center().y() - side / 2, side, side)
        left = disc.right() + fonts.px(9)
        if line.data:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPath(ink.rough_disc(disc.center(), side / 2, line.title, 0.02))
            pen.setPen(theme.color("on_vermilion"))
            pen.setFont(fonts.font("strong", 12 / 14))
            pen.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(line.data))
        else:
            pen.setPen(theme.color("hairline"))
            pen.drawPath(ink.rough_disc(disc.center(), side / 2 - 1, line.title, 0.02))
        metrics = QFontMetrics(fonts.font("small"))
        right = box.right() - fonts.px(8) - metrics.horizontalAdvance(line.words)
        room = QRectF(left, box.top(), right - left - fonts.px(8), box.height())
        name = fonts.fitted("name", line.title, room.width(), 16 / 18, 0.8)
        parts.draw_line(pen, room, line.title, name, theme.color("ink" if line.data else "faded"))
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("faded"))
        base = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
        pen.drawText(QPointF(right, base), line.words)


class CountList(ListView):
    """Cards and their counts. `counted`: another count of a card is wanted."""

    counted = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_delegate(CountDelegate(self))
        self.chosen.connect(lambda id: self._add(self.by_id[id], 1))

    def _take(self, line: Line, count: int) -> None:
        kept = max(0, min(MOST, count))
        if kept != line.data:
            self.counted.emit(line.id, kept)

    def _add(self, line: Line, way: int) -> None:
        assert isinstance(line.data, int)
        self._take(line, line.data + way)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.RightButton and at.isValid() and not self.rows.lines[at.row()].heading:
            self._add(self.rows.lines[at.row()], -1)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, line = event.key(), self.line
        if line is None:
            super().keyPressEvent(event)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._take(line, key - Qt.Key.Key_0)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Right):
            self._add(line, 1)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Left, Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._add(line, -1)
        else:
            super().keyPressEvent(event)


KIND_WORDS = {
    "character": say("Characters"),
    "equipment": say("Equipment"),
    "kami": say("Kami"),
    "scenario": say("Scenario cards"),
}


def id_of(key: Key) -> str:
    """Return the id of a card's line."""
    return " ".join(key)


class DeckPage(Translated, QWidget):
    """Cards, and how often each is printed. `changed`: other cards are wanted.

    What the buttons do belongs to who owns the page.
    """

    changed = Signal()

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._storage = storage
        self._content: Content | None = None
        self._spoken = ""
        self._deck: dict[Key, PrintCard] = {}
        self._counts: Counter[Key] = Counter()
        self.title = ""
        self.lines = says(CountList(self), name=say("Cards"))
        self.lines.setMinimumHeight(fonts.px(120))
        self.lines.counted.connect(self._count)
        self.band = InkButton(say("A band…"), "quiet", self, sign="people")
        self.pack = InkButton(say("A pack…"), "quiet", self, sign="cards")
        self.nothing = InkButton(say("None"), "quiet", self, sign="close", clicked=lambda: self.take(Order("", ())))
        self.search = says(QLineEdit(self), name=say("Search by name"), hint=say("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        vbox(FlowRow(self, (self.band, self.pack, self.nothing)), self.search, (self.lines, 1), on=self, spacing=6)

    @property
    def cards(self) -> tuple[PrintCard, ...]:
        """What is chosen, a card for each copy."""
        return tuple(card for key, card in self._deck.items() for _ in range(self._counts[key]))

    def choose(self, order: Order) -> None:
        """Print these cards and no others; nothing is shown before `deal`."""
        self._counts, self.title = Counter(order.cards), order.title

    def take(self, order: Order) -> None:
        """Print these cards and no others."""
        self.choose(order)
        self._show_counts()
        self.changed.emit()

    def deal(self, language: str) -> None:
        """Set the cards in a language, and list them."""
        content = self._storage.content
        if (content, language) != (self._content, self._spoken):
            self._content, self._spoken = content, language
            self._deck = {card.key: card for card in every_card(content, tr.speaking(language))}
            self._counts = Counter({key: count for key, count in self._counts.items() if key in self._deck})
            self._write_lines()
        self._show_counts()

    def pack_order(self, namespace: str) -> Order:
        """All cards of a pack."""
        title = namespace
        for pack in self._storage.content.packs if isinstance(self._storage.content, Library) else ():
            if pack.manifest.namespace == namespace:
                title = tr(Name.of(pack.manifest.name))
        return of_records((key for key in self._deck if key[1].startswith(f"{namespace}:")), title)

    def packs(self) -> list[Order]:
        """The packs that cards are of."""
        return [self.pack_order(name) for name in dict.fromkeys(id.partition(":")[0] for _, id in self._deck)]

    def _show_counts(self) -> None:
        """Show how often each is printed, and bring the first of them into view."""
        self._write_lines()
        first = next((id_of(key) for key in self._deck if self._counts[key]), None)
        if first is not None:
            self.lines.scrollTo(self.lines.rows.index(self.lines.row_of(first)))

    def _write_lines(self) -> None:
        shown, kind = [], ""
        for key, card in self._deck.items():
            if card.kind != kind:
                kind = card.kind
                shown.append(Line("", tr(KIND_WORDS[kind]), heading=True))
            heard = f"{card.name} ×{self._counts[key]}"
            shown.append(Line(id_of(key), card.name, card.words, heard=heard, data=self._counts[key]))
        self.lines.show_lines(shown)

    def _filter(self, *_: object) -> None:
        typed = self.search.text()
        self.lines.sift(lambda line: has_words(line.title, typed))

    def _count(self, id: str, count: int) -> None:
        self._counts[next(key for key in self._deck if id_of(key) == id)] = count
        self._write_lines()
        self.changed.emit()

    def retranslate(self) -> None:
        self._write_lines()


WAYS: tuple[tuple[Way, Message, str], ...] = (
    ("band", say("A band…"), "people"),
    ("game", say("A game…"), "board"),
    ("adventure", say("An adventure…"), "scroll"),
    ("campaign", say("A campaign…"), "map"),
)


class PickPage(QWidget):
    """Whose sheet it is: a band, a game or a campaign, named, with the ways to choose another one.

    What the buttons do belongs to who owns the page.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = Label(self)
        self.chosen = Label(self, role="ink", font="name", scale=16 / 18)
        self.ways = {way: InkButton(words, "quiet", self, sign=sign) for way, words, sign in WAYS}
        vbox(self._hint, self.chosen, FlowRow(self, self.ways.values()), 1, on=self, spacing=8)

    def show_subject(self, subject: Subject, chosen: str) -> None:
        """Say what is printed, and whose."""
        hint = SUBJECTS[subject].hint
        self._hint.setText("" if hint is None else tr(hint))
        self.chosen.setText(chosen)
        self.chosen.setVisible(bool(chosen))
        for way, button in self.ways.items():
            button.setVisible(way in SUBJECTS[subject].ways)


MOST_GAMES = 12
"""Of the last games, so many are offered; earlier ones are printed from the library."""


class ChoiceController(QObject):
    """Popups of bands, packs, games and campaigns. `chosen` carries the order, `failed` a sentence."""

    chosen = Signal(object)
    failed = Signal(object)

    def __init__(self, storage: GameStorage, parent: QObject) -> None:
        super().__init__(parent)
        self._storage = storage

    def _read(self, read: Callable[[], T], unplayable: Callable[[Message], Message] = lambda why: why) -> T | None:
        """What storage gives; None, and it is said why, when it does not."""
        try:
            return read()
        except StorageError as wrong:
            self.failed.emit(wrong.why)
        except InvalidInput as wrong:
            self.failed.emit(unplayable(wrong.why))
        return None

    def _ask(self, below: QWidget, lines: Sequence[Line], name: Message, take: Callable[[str], object]) -> None:
        popup = ChoicePopup(lines, below, name=tr(name))
        popup.chosen.connect(take)
        popup.popup(below)

    def _ask_orders(self, below: QWidget, orders: Sequence[Order], name: Message) -> None:
        lines = [Line(str(n), order.title, tr(card_count(len(order.cards)))) for n, order in enumerate(orders)]
        self._ask(below, lines, name, lambda n: self.chosen.emit(orders[int(n)]))

    def band(self, below: QWidget) -> None:
        """A band: one that came with the packs, or one that was kept."""
        offers = Offers(Box(self._storage.content), self._storage)
        found = [*(self._read(offers.kept) or ()), *offers.ready()]
        orders = [of_band(offer.roster, offer.name) for offer in found]
        self._ask_orders(below, [order for order in orders if order.cards], say("A band"))

    def pack(self, below: QWidget, packs: Sequence[Order]) -> None:
        """All cards of one of these packs."""
        self._ask_orders(below, packs, say("A pack"))

    def game(self, below: QWidget) -> None:
        """One of the last games."""
        games = self._read(self._storage.games)
        if games:
            lines = [Line(str(one.id), one.name, day_words(one.changed, tr.language)) for one in games[:MOST_GAMES]]
            self._ask(below, lines, say("A game"), lambda id: self.take_game(int(id)))
        elif games is not None:
            self.failed.emit(say("There are no games yet."))

    def take_game(self, id: int) -> None:
        """A game by its number."""
        order = self._read(
            lambda: game_order(self._storage.open(id)), lambda why: say("This game cannot be played: {why}", why=why)
        )
        if order is not None:
            self.chosen.emit(order)

    def campaign(self, below: QWidget) -> None:
        campaigns = self._read(self._storage.campaigns.all)
        if campaigns:
            lines = [Line(str(one.id), one.title) for one in campaigns]
            self._ask(below, lines, say("A campaign"), lambda id: self._take_campaign(int(id)))
        elif campaigns is not None:
            self.failed.emit(say("There are no campaigns yet."))

    def _take_campaign(self, id: int) -> None:
        kept = self._read(
            lambda: self._storage.campaigns.open(id), lambda why: say("This campaign cannot be played: {why}", why=why)
        )
        if kept is not None:
            self.chosen.emit(CampaignOrder(kept.title, kept.chronicle, kept.content))
