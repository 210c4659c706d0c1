"""The cards to choose from: bands, packs, or single cards with how often each is printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from companion.model.content.library import Library
from companion.model.core.contract import Content
from companion.model.core.words import Message, Name, say
from companion.ui.games.asagiri.bands.gallery import plain
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.flow import Flow
from companion.ui.kit.label import Label
from companion.ui.kit.popup import step_among
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Translated
from companion.ui.play.storage import GameStorage

from . import deck
from .deck import Key, PrintCard
from .lines import CountLine
from .order import Order, of_records

KIND_WORDS = {
    "character": say("Characters"),
    "equipment": say("Equipment"),
    "kami": say("Kami"),
    "scenario": say("Scenario cards"),
}


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
        self.lines: dict[Key, CountLine] = {}
        self._titles: list[Label] = []
        self.band = InkButton(say("A band…"), "quiet", self, sign="people")
        self.pack = InkButton(say("A pack…"), "quiet", self, sign="cards")
        self.nothing = InkButton(say("None"), "quiet", self, sign="close")
        self.search = says(QLineEdit(self), name=say("Search by name"), hint=say("Search"))
        self.search.setClearButtonEnabled(True)
        self._list = QWidget()
        self._box = QVBoxLayout(self._list)
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
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(0)
        self._area = area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setMinimumHeight(fonts.px(120))
        area.setWidget(self._list)
        left.addWidget(area, 1)

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
        for key, line in self.lines.items():
            line.show_count(self._counts.get(key, 0))
        first = next((line for line in self.lines.values() if line.count), None)
        if first is not None:
            QTimer.singleShot(0, first, lambda: self._area.ensureWidgetVisible(first, 0, fonts.px(60)))

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
                title = Label(self._list, font="small")
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
        self.changed.emit()

    def retranslate(self) -> None:
        for title in self._titles:
            words: Message = KIND_WORDS[title.property("kind")]
            title.setText(tr(words))


def _counted(cards: Sequence[Key]) -> dict[Key, int]:
    counts: dict[Key, int] = {}
    for key in cards:
        counts[key] = counts.get(key, 0) + 1
    return counts
