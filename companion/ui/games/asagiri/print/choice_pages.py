"""Choosing what is printed: cards with how often each, whose sheet, and popups of bands, games and campaigns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.content.library import Library
from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, folded, plural, say
from companion.ui.games.asagiri.bands import Box, Offers
from companion.ui.games.asagiri.cards import parts
from companion.ui.games.asagiri.print.card_sheets import Key, PrintCard, every_card
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.storage import GameStorage, StorageError

from .pdf_writer import day_words
from .subjects import SUBJECTS, CampaignOrder, Order, Subject, Way, game_order, of_band, of_records

MOST = 20
"""Copies of one card."""


def count_line(id: str, name: str, words: str, count: int) -> Line:
    """Say a card and how often it is printed."""
    return Line(id, name, words, heard=f"{name} ×{count}", data=count)


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
    """See the module. `changed`: other cards are wanted. The buttons' doings belong to who owns the page."""

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
        self._lay_out()
        self.search.textChanged.connect(self._filter)

    def _lay_out(self) -> None:
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
        names: Iterable[str] = dict.fromkeys(id.partition(":")[0] for _, id in self._deck)
        return [self.pack_order(name) for name in names]

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
            shown.append(count_line(id_of(key), card.name, card.words, self._counts[key]))
        self.lines.show_lines(shown)

    def _filter(self, *_: object) -> None:
        wanted = folded(self.search.text()).split()
        self.lines.sift(lambda line: all(word in folded(line.title) for word in wanted))

    def _count(self, id: str, count: int) -> None:
        self._counts[next(key for key in self._deck if id_of(key) == id)] = count
        self._write_lines()
        self.changed.emit()

    def retranslate(self) -> None:
        self._write_lines()


WAYS: tuple[tuple[Way, Message, str], ...] = (
    ("band", say("A band…"), "people"),
    ("game", say("A game…"), "board"),
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
    """See the module. `chosen` carries the order, `failed` a sentence."""

    chosen = Signal(object)
    failed = Signal(object)

    def __init__(self, storage: GameStorage, parent: QObject) -> None:
        super().__init__(parent)
        self._storage = storage

    def _ask(self, below: QWidget, lines: Sequence[Line], name: Message, take: Callable[[str], object]) -> None:
        popup = ChoicePopup(lines, below, name=tr(name))
        popup.chosen.connect(take)
        popup.popup(below)

    def _ask_orders(self, below: QWidget, orders: Sequence[Order], name: Message) -> None:
        lines = [Line(str(n), order.title, tr(many(len(order.cards)))) for n, order in enumerate(orders)]
        self._ask(below, lines, name, lambda n: self.chosen.emit(orders[int(n)]))

    def band(self, below: QWidget) -> None:
        """A band: one that came with the packs, or one that was kept."""
        offers = Offers(Box(self._storage.content), self._storage)
        try:
            found = [*offers.kept(), *offers.ready()]
        except StorageError as wrong:
            self.failed.emit(wrong.why)
            found = offers.ready()
        orders = [of_band(offer.roster, offer.name) for offer in found]
        self._ask_orders(below, [order for order in orders if order.cards], say("A band"))

    def pack(self, below: QWidget, packs: Sequence[Order]) -> None:
        """All cards of one of these packs."""
        self._ask_orders(below, packs, say("A pack"))

    def game(self, below: QWidget) -> None:
        """One of the last games."""
        try:
            games = self._storage.games()[:MOST_GAMES]
        except StorageError as wrong:
            self.failed.emit(wrong.why)
            return
        lines = [Line(str(game.id), game.name, day_words(game.changed, tr.language)) for game in games]
        if lines:
            self._ask(below, lines, say("A game"), lambda id: self.take_game(int(id)))
        else:
            self.failed.emit(say("There are no games yet."))

    def take_game(self, id: int) -> None:
        """A game by its number."""
        try:
            order = game_order(self._storage.open(id))
        except StorageError as wrong:
            self.failed.emit(wrong.why)
        except InvalidInput as wrong:
            self.failed.emit(say("This game cannot be played: {why}", why=wrong.why))
        else:
            self.chosen.emit(order)

    def campaign(self, below: QWidget) -> None:
        try:
            lines = [Line(str(one.id), one.title) for one in self._storage.campaigns.all()]
        except StorageError as wrong:
            self.failed.emit(wrong.why)
            return
        if lines:
            self._ask(below, lines, say("A campaign"), lambda id: self._take_campaign(int(id)))
        else:
            self.failed.emit(say("There are no campaigns yet."))

    def _take_campaign(self, id: int) -> None:
        try:
            kept = self._storage.campaigns.open(id)
        except StorageError as wrong:
            self.failed.emit(wrong.why)
        except InvalidInput as wrong:
            self.failed.emit(say("This campaign cannot be played: {why}", why=wrong.why))
        else:
            self.chosen.emit(CampaignOrder(kept.title, kept.chronicle, kept.content))


def many(count: int) -> Message:
    """So many cards."""
    return plural("{count} card", "{count} cards", count)
