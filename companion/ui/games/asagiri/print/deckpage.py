"""The cards to choose from: bands, packs, or single cards with how often each is printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from companion.model.content.library import Library
from companion.model.core.contract import Content
from companion.model.core.words import Name, folded, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.flow import Flow
from companion.ui.kit.list_lines import Line
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated
from companion.ui.play.storage import GameStorage

from . import deck
from .deck import Key, PrintCard
from .lines import CountList, count_line
from .order import Order, of_records

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
        """Nothing is chosen; `deal` lists the cards."""
        super().__init__(parent)
        self._storage = storage
        self._content: Content | None = None
        self._spoken = ""
        self._deck: dict[Key, PrintCard] = {}
        self._counts: dict[Key, int] = {}
        self.title = ""
        self.lines = CountList(self)
        self.lines.setMinimumHeight(fonts.px(120))
        self.lines.counted.connect(self._count)
        self.band = InkButton(say("A band…"), "quiet", self, sign="people")
        self.pack = InkButton(say("A pack…"), "quiet", self, sign="cards")
        self.nothing = InkButton(say("None"), "quiet", self, sign="close")
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        self._lay_out()
        self.nothing.clicked.connect(lambda: self.take(Order("", ())))
        self.search.textChanged.connect(self._filter)

    def _lay_out(self) -> None:
        left = QVBoxLayout(self)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(fonts.px(6))
        ways = Flow(self)
        for button in (self.band, self.pack, self.nothing):
            ways.add(button)
        left.addWidget(ways)
        left.addWidget(self.search)
        left.addWidget(self.lines, 1)

    @property
    def cards(self) -> tuple[PrintCard, ...]:
        """What is chosen, a card for each copy."""
        return tuple(card for key, card in self._deck.items() for _ in range(self._counts.get(key, 0)))

    def choose(self, order: Order) -> None:
        """Print these cards and no others; nothing is shown before `deal`."""
        self._counts, self.title = _counted(order.cards), order.title

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
            self._deck = {card.key: card for card in deck.every(content, tr.speaking(language))}
            self._counts = {key: count for key, count in self._counts.items() if key in self._deck}
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
        first = next((id_of(key) for key in self._deck if self._counts.get(key)), None)
        if first is not None:
            self.lines.scrollTo(self.lines.rows.index(self.lines.row_of(first)))

    def _write_lines(self) -> None:
        shown, kind = [], ""
        for key, card in self._deck.items():
            if card.kind != kind:
                kind = card.kind
                shown.append(Line("", tr(KIND_WORDS[kind]), heading=True))
            shown.append(count_line(id_of(key), card.name, card.words, self._counts.get(key, 0)))
        self.lines.show_lines(shown)

    def _filter(self, *_: object) -> None:
        wanted = folded(self.search.text()).split()
        self.lines.sift(lambda line: all(word in folded(line.title) for word in wanted))

    def _count(self, id: str, count: int) -> None:
        self._counts[next(key for key in self._deck if id_of(key) == id)] = count
        self._write_lines()
        self.changed.emit()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.band.setText(tr(say("A band…")))
        self.pack.setText(tr(say("A pack…")))
        self.nothing.setText(tr(say("None")))
        self.search.setPlaceholderText(tr(say("Search")))
        self.search.setAccessibleName(tr(say("Search by name")))
        self.lines.setAccessibleName(tr(say("Cards")))
        self._write_lines()


def _counted(cards: Sequence[Key]) -> dict[Key, int]:
    counts: dict[Key, int] = {}
    for key in cards:
        counts[key] = counts.get(key, 0) + 1
    return counts
