"""What the list is narrowed by: a line to search in, and a chip for each thing a game can be known by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

from msgspec.structs import replace
from PySide6.QtCore import QDate, QLocale, Signal
from PySide6.QtWidgets import QDateEdit, QLineEdit, QWidget

from companion.model.core.words import Message, Name, plural, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import FlowRow, hbox, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage import (
    SEATS,
    GameSettings,
    LibraryEntry,
    LibrarySearch,
    LibraryStorage,
    Order,
    Result,
    StorageError,
)

RESULTS: Mapping[str, Message] = {
    "": say("Any result"),
    "open": say("In progress"),
    "over": say("Finished"),
    **{letter: say("Won by player {seat}", seat=letter) for letter in SEATS},
    "draw": say("A draw"),
}
ORDERS: Mapping[Order, Message] = {
    "changed": say("Last played"),
    "begun": say("Started"),
    "name": say("Name"),
    "length": say("Length"),
}
MODES: Mapping[str, Message] = {
    "": say("Any mode"),
    "track": say("At the table"),
    "assist": say("At the table, with advice"),
    "enforce": say("On screen"),
}
SPANS: Mapping[str, Message] = {
    "": say("Any day"),
    "today": say("Today"),
    "week": say("Last seven days"),
    "month": say("This month"),
    "year": say("This year"),
    "own": say("Between two days…"),
}


def span(name: str, today: date) -> tuple[date | None, date | None]:
    """The first and the last day of a span of `SPANS` (but "own")."""
    first = {
        "today": today,
        "week": today - timedelta(days=6),
        "month": today.replace(day=1),
        "year": today.replace(month=1, day=1),
    }.get(name)
    return first, (today if name == "today" else None)


def span_of(search: LibrarySearch, today: date) -> str:
    """The name of the span that is looked for."""
    for name in SPANS:
        if name != "own" and span(name, today) == (search.since, search.until):
            return name
    return "own"


def result(entry: LibraryEntry) -> Message:
    """How a game has ended, or how far it is."""
    game = entry.game
    if not game.finished:
        return steps(game.steps)
    return say("Victory for {name}", name=winner(entry, entry.seated)) if game.winner else say("a draw")


def winner(entry: LibraryEntry, seated: Sequence[int] | None) -> str:
    """Who has won: by name, when it is known who of the players listed has which seat; several side by side."""
    won, names = (entry.game.winner or "").split(), players(entry.settings)
    seats = [seat(n) for n in range(len(entry.settings.names))]
    if names is None or seated is None or not set(won) <= set(seats):
        return ", ".join(won)
    return ", ".join(names[seated[seats.index(one)]].strip("–") or one for one in won)


def seat(n: int) -> str:
    """What the games call their seats: A, B, C."""
    return chr(ord("A") + n)


def steps(count: int) -> Message:
    """So many steps."""
    return plural("{count} step", "{count} steps", count=count)


def games(count: int) -> Message:
    """So many games."""
    return plural("{count} game", "{count} games", count=count)


def players(settings: GameSettings) -> tuple[str, ...] | None:
    """Who plays, by names or bands; None: nobody wrote it down."""
    found = tuple(name or band for name, band in zip(settings.names, settings.bands, strict=True))
    return tuple(name or "–" for name in found) if any(found) else None


def against(players: Sequence[str]) -> Message | str:
    """Who plays against whom."""
    if len(players) != 2:
        return ", ".join(players)
    return say("{first} against {second}", first=players[0], second=players[1])


def files(count: int) -> Message:
    """So many files."""
    return plural("{count} file", "{count} files", count=count)


MOST_LINES = 14
"""So many adventures or tags are offered; the others are found by typing their name."""
CHIPS = ("game", "result", "adventure", "tag", "days", "mode")


class Chips(Translated, QWidget):
    """`changed` carries the `LibrarySearch`; `failed` a `Message`."""

    changed = Signal(object)
    failed = Signal(object)

    def __init__(
        self, storage: LibraryStorage, games: Mapping[str, GameUI] | None = None, parent: QWidget | None = None
    ) -> None:
        """`games`: what can be played, by id; with one offered alone nobody is asked which."""
        super().__init__(parent)
        self._storage, self._games = storage, games or {}
        self.search = LibrarySearch()
        self.line = says(
            QLineEdit(self), name=say("Search"), hint=say("A person, a band, a character, an adventure, a tag…")
        )
        self.line.setClearButtonEnabled(True)
        self.line.setMaxLength(120)
        self.line.textChanged.connect(lambda text: self._set(text=text.strip()))
        self.chips = {name: InkButton("", "quiet", self, sign="chevron-down") for name in CHIPS}
        for name, chip in self.chips.items():
            chip.clicked.connect(lambda _=False, name=name: self.ask(name))
        self.order = InkButton("", "quiet", self, sign="arrow-down", tip=say("Sort by"))
        self.order.clicked.connect(lambda: self.ask("order"))
        self.all = InkButton(say("Show all"), "quiet", self, sign="close", clicked=self.clear)
        self.days = QWidget(self)
        self.first, self.last = QDateEdit(self.days), QDateEdit(self.days)
        self._to = Label(self.days, wrap=False, text=say("to"))
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        self._row = FlowRow(self, (*self.chips.values(), self.order, self.all))
        for edit in (self.first, self.last):
            edit.setCalendarPopup(True)
            edit.dateChanged.connect(self._days_changed)
        hbox(self.first, self._to, self.last, 1, on=self.days, spacing=10, margins=(8, 0, 0, 4))
        self.days.hide()
        vbox(self.line, self._row, self.days, on=self, spacing=4)

    def _set(self, **values: object) -> None:
        search = replace(self.search, **values)
        if search != self.search:
            self.search = search
            self.retranslate()
            self.changed.emit(search)

    def clear(self) -> None:
        """Look for everything."""
        self.line.blockSignals(True)
        self.line.clear()
        self.line.blockSignals(False)
        self.days.hide()
        self._set(
            **{name: getattr(LibrarySearch(), name) for name in LibrarySearch.__struct_fields__ if name not in _SORTING}
        )
        self.line.setFocus()

    def look_for(self, result: Result) -> None:
        """Show the games that have ended so."""
        self._set(result=result)

    def ask(self, name: str) -> None:
        """Offer what a chip can stand at."""
        chip = self.order if name == "order" else self.chips[name]
        try:
            lines = self._lines(name)
        except StorageError as wrong:
            self.failed.emit(wrong.why)
            return
        popup = ChoicePopup(lines, chip, name=chip.text(), width=300)
        popup.chosen.connect(lambda id: self._chosen(name, id))
        popup.popup(chip)

    def _lines(self, name: str) -> list[Line]:
        search = self.search
        if name == "adventure":
            any_ = Line("", tr(say("Any game")), chosen=not search.adventure)
            return [any_, *self._counted(self._storage.adventures(), search.adventure, self._adventure)]
        if name == "tag":
            found = self._storage.tags()
            any_ = Line(
                "",
                tr(say("Any tag")),
                chosen=not search.tag,
                words="" if found else tr(say("No game has a tag yet. Choose one, and give it a tag.")),
            )
            return [any_, *self._counted(found, search.tag, str)]
        if name == "order":
            return [
                Line(
                    id, tr(word), chosen=id == search.order,
                    words=tr(say("Click again to reverse the order")) if id == search.order else "",
                ) for id, word in ORDERS.items()
            ]  # fmt: skip
        if name == "game":
            any_ = Line("", tr(say("Any game")), chosen=not search.game)
            return [any_, *self._counted(self._storage.systems(), search.game, self._game)]
        offered: Mapping[str, Iterable[tuple[str, Message]]] = {
            "result": self._results(), "mode": MODES.items(), "days": SPANS.items(),
        }  # fmt: skip
        return [Line(id, tr(word), chosen=id == self._stands(name)) for id, word in offered[name]]

    def _counted(self, found: Sequence[tuple[str, int]], chosen: str, called: Callable[[str], str]) -> list[Line]:
        return [Line(id, called(id), value=str(many), chosen=id == chosen) for id, many in found[:MOST_LINES]]

    def _results(self) -> list[tuple[str, Message]]:
        """How games end, won by as many players as sit at the games shown."""
        shown = [game for id, game in self._games.items() if self.search.game in ("", id) and game.offered]
        most = max([game.seats for game in shown], default=2)
        return [(id, words) for id, words in RESULTS.items() if id not in SEATS[most:]]

    def _game(self, id: str) -> str:
        return tr(self._games[id].title) if id in self._games else id

    def _adventure(self, id: str) -> str:
        name: Name | None = self._storage.adventure(id)
        return tr(name) if name is not None else id

    def _stands(self, name: str) -> str:
        search = self.search
        if name == "days":
            return "own" if not self.days.isHidden() else span_of(search, self._storage.today())
        return str(getattr(search, name))

    def _chosen(self, name: str, id: str) -> None:
        if name == "order":
            self._set(order=id, backward=not self.search.backward if id == self.search.order else False)
        elif name == "days" and id == "own":
            self._open_days()
        elif name == "days":
            self.days.hide()
            since, until = span(id, self._storage.today())
            self._set(since=since, until=until)
        else:
            self._set(**{name: id})

    def _days(self) -> Message | str:
        """The span that is looked for: by its name, else by its days."""
        search = self.search
        name = span_of(search, self._storage.today())
        if name != "own":
            return SPANS[name]
        days = (_short(day, tr.language) if day is not None else "…" for day in (search.since, search.until))
        return " – ".join(days)

    def _open_days(self) -> None:
        today = self._storage.today()
        first, last = self.search.since or today.replace(day=1), self.search.until or today
        for edit, day in ((self.first, first), (self.last, last)):
            edit.blockSignals(True)
            edit.setDate(QDate(day.year, day.month, day.day))
            edit.blockSignals(False)
        self.days.show()
        self.first.setFocus()
        self._days_changed()

    def _days_changed(self) -> None:
        first, last = (date(*edit.date().getDate()) for edit in (self.first, self.last))
        self._set(since=min(first, last), until=max(first, last))

    def retranslate(self) -> None:
        search = self.search
        titles = {
            "game": self._game(search.game) if search.game else say("Board game"),
            "result": RESULTS[search.result] if search.result else say("Result"),
            "adventure": self._adventure(search.adventure) if search.adventure else say("Adventure"),
            "tag": search.tag if search.tag else say("Tag"),
            "days": self._days() if search.since or search.until else say("Date"),
            "mode": MODES[search.mode] if search.mode else say("Played"),
        }
        for name, chip in self.chips.items():
            title = titles[name]
            chip.setText(title if isinstance(title, str) else tr(title))
            stands = self._stands(name) != ""
            if name == "game":
                chip.setVisible(stands or sum(game.offered for game in self._games.values()) > 1)
            chip.set_kind("secondary" if stands else "quiet")
        self.order.setText(tr(ORDERS[search.order]))
        self.order.set_sign("arrow-up" if search.backward else "arrow-down")
        self.all.setVisible(search.narrow)
        self._row.refresh()
        for edit in (self.first, self.last):
            edit.setLocale(QLocale(tr.language))
            edit.setDisplayFormat(QLocale(tr.language).dateFormat(QLocale.FormatType.ShortFormat))
        self.first.setAccessibleName(tr(say("First day")))
        self.last.setAccessibleName(tr(say("Last day")))


def _short(day: date, language: str) -> str:
    return QLocale(language).toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)


_SORTING = ("order", "backward")
