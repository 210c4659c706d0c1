"""My games: what one player has won, in how many games in a row, the best of each figure, and what has been learnt.

A sheet of paper for each game. Nothing is kept for it: it is worked out from the summaries that charts are drawn of,
from the path of adventures of the lessons, and from how far these have come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.content.lesson import lessons
from companion.model.core.contract import part
from companion.model.core.personal import PersonalRecord, Remembered, personal_record
from companion.model.core.refusal import InvalidInput
from companion.model.core.summaries import Summarises
from companion.model.core.words import Message, plural, say
from companion.model.games import SYSTEMS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import fold, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.screen import Screen
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, discard
from companion.ui.play.lessons import progress_of
from companion.ui.play.storage import GameSettings, StorageError, Summed, title_of

if TYPE_CHECKING:
    from companion.ui.play.game_ui import GameUI, Shell

MOST_NAMES = 6
"""Players to choose among: those with most games."""
SLICE = 0.03
"""Seconds at a time in which games are summed up while the window goes on."""


class Numeral(QWidget):
    """A large number with what it counts below it."""

    def __init__(self, words: Message, parent: QWidget) -> None:
        super().__init__(parent)
        middle = Qt.AlignmentFlag.AlignHCenter
        self._words = words
        self.number = Heading("", self, level=1)
        self.number.setAlignment(middle)
        vbox(self.number, Label(self, font="small", text=words, align=middle), on=self, spacing=0)

    def show_number(self, number: int) -> None:
        self.number.setText(str(number))
        self.setAccessibleName(tr(say("{what}: {number}", what=self._words, number=number)))


class GameSheet(PaperPanel):
    """One game of the player: numbers on top, below them bests, adventures and lessons."""

    def __init__(self, title: Message, parent: QWidget, seed: int) -> None:
        super().__init__(parent, margin=16, seed=seed)
        head = Heading("", self, level=2)
        says(head, title)
        self.played, self.won = Numeral(say("played"), self), Numeral(say("won"), self)
        self.streak = Numeral(say("won in a row, at best"), self)
        self.running = Label(self, role="vermilion", font="small", align=Qt.AlignmentFlag.AlignHCenter)
        self.none = Label(self, text=say("No finished game yet."))
        self.numbers = QWidget(self)
        hbox((self.played, 1), (self.won, 1), (self.streak, 1), on=self.numbers, spacing=8)
        self.lines = ListView(self)
        says(self.lines, name=title)
        vbox(head, self.numbers, self.running, self.none, Rule(self, role="vermilion"), (self.lines, 1),
             on=self, spacing=6)  # fmt: skip

    def show_record(self, found: PersonalRecord, lines: Sequence[Line]) -> None:
        self.numbers.setVisible(found.games > 0)
        self.none.setVisible(not found.games)
        for numeral, number in ((self.played, found.games), (self.won, found.won), (self.streak, found.streak)):
            numeral.show_number(number)
        now = found.running
        self.running.setText(tr(plural("{count} victory in a row now", "{count} victories in a row now", now)))
        self.running.setVisible(now > 1)
        self.lines.show_lines(lines)


class MyGamesScreen(Screen):
    """See the module. A best leads to its game in the library, a lesson or an adventure to *Learn to play*."""

    def __init__(self, shell: Shell, games: Mapping[str, GameUI]) -> None:
        super().__init__(title=say("My games"))
        self._shell, self._storage, self._keeper = shell, shell.storage, shell.keeper
        self._games = {id: game for id, game in games.items() if game.offered}
        self._player: str | None = None
        """Whose games are shown, once somebody has chosen; the empty name is a name."""
        self.who: Choices | None = None
        self._all: dict[str, list[tuple[Summed, GameSettings]]] = {}
        self.left.connect(shell.go_home)
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        head = Heading("", self)
        says(head, say("My games"))
        self._line = Label(self, text=say("Finished games in which a person played. Choose a line to open it."))
        self._working = Label(self, font="small", text=say("Older games are being summed up…"))
        self._row = QHBoxLayout()
        self.sheets = {id: GameSheet(game.title, self, 31 + n) for n, (id, game) in enumerate(self._games.items())}
        for sheet in self.sheets.values():
            sheet.lines.chosen.connect(self._open)
        columns = fold(*((sheet, 1) for sheet in self.sheets.values()), spacing=18, most=620)
        vbox(hbox(home, 1), head, self._line, self._row, self._working, (columns, 1), on=self, spacing=8,
             margins=(60, 14, 60, 18))  # fmt: skip
        self._lacking: list[int] = []
        self._work = QTimer(self, interval=15)
        self._work.timeout.connect(self._work_out)

    # what is there ---------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Bring it to the front, as things stand now."""
        self.refresh()
        self._shell.show_screen(self)

    def refresh(self, *, summing: bool = True) -> None:
        """Look again at what has been played, by everybody; `summing`: games that are not summed up are, meanwhile."""
        try:
            self._lacking = list(self._storage.figures.lacking()) if summing else []
            self._all = {id: [(one, _settings(one)) for one in self._storage.figures.summed(id)] for id in self._games}
        except StorageError as wrong:
            self._lacking, self._all = [], {}
            self._working.setText(tr(wrong.why))
            self._working.show()
        else:
            self._working.setVisible(bool(self._lacking))
        if self._lacking:
            self._work.start()
        self._offer_players()
        self.rewrite()

    def _work_out(self) -> None:
        """Sum up games that have ended and are not yet; what cannot be played any more counts nowhere."""
        until = monotonic() + SLICE
        while self._lacking and monotonic() < until:
            try:
                self._storage.figures.work_out(self._lacking.pop())
            except InvalidInput:
                continue  # the library says of such a game why
            except StorageError:
                self._lacking.clear()
        if not self._lacking:
            self._work.stop()
            self.refresh(summing=False)  # what cannot be summed up is not tried again and again

    def _offer_players(self) -> None:
        count: Counter[str] = Counter()
        for games in self._all.values():
            for _, settings in games:
                count.update({settings.names[n] for n in _persons(settings)})
        names = [name for name, _ in count.most_common(MOST_NAMES)]
        if self._player not in names:
            own = self._keeper.settings.first_name
            self._player = own if own in names else names[0] if names else None
        if self.who is not None:
            self._row.removeWidget(self.who)
            discard(self.who)
            self.who = None
        if len(names) > 1:
            options = [(f"player {n}", name or say("Without a name"), "person") for n, name in enumerate(names)]
            self.who = Choices(say("Player"), options, self, flowing=True)
            self.who.chosen.connect(lambda id: self._choose(names[int(id.split()[1])]))
            self._row.addWidget(self.who)
            self.who.show_choice(f"player {names.index(self._player or '')}")
            self.who.show()

    def _choose(self, name: str) -> None:
        self._player = name
        self.rewrite()

    def rewrite(self) -> None:
        """Show the games of the player chosen."""
        for id, sheet in self.sheets.items():
            titles = {one.game: title_of(one.title, settings) for one, settings in self._all.get(id, ())}
            record = personal_record(self._remembered(id))
            begin = () if record.games else (Line(f"new {id}", tr(say("New game…")), sign="plus"),)
            sheet.show_record(record, [*begin, *self._bests(record, titles), *self._journey(id), *self._lessons(id)])

    def _remembered(self, id: str) -> Iterable[tuple[int, Remembered]]:
        told = part(SYSTEMS[id], Summarises) if id in SYSTEMS else None
        for one, settings in self._all.get(id, ()) if told is not None else ():
            # of two without a name at one screen, the game is the first one's
            own = next((n for n in _persons(settings) if settings.names[n] == self._player), None)
            found = told.summaries.remembered(one.summary, own) if told is not None and own is not None else None
            if found is not None:
                yield one.game, found

    @staticmethod
    def _bests(record: PersonalRecord, titles: Mapping[int, str]) -> Iterable[Line]:
        if record.bests:
            yield Line("", tr(say("Personal bests")), heading=True)
        for best in record.bests:
            yield Line(f"game {best.game} {best.feat.id}", tr(best.feat.title), titles.get(best.game, ""),
                       str(best.feat.value), "seal")  # fmt: skip

    def _journey(self, id: str) -> Iterable[Line]:
        """The adventures, in the order in which one learns by them."""
        journey = self._games[id].journey
        stops = journey(self._shell.screens(id)) if journey is not None else ()
        if not stops:
            return
        won = sum(stop.won for stop in stops)
        yield Line("", tr(say("Adventures won: {count} of {all}", count=won, all=len(stops))), heading=True)
        for stop in stops:
            if stop.won or stop.played:
                state = tr(say("Won") if stop.won else say("Played"))
                yield Line(f"learn {stop.id}", tr(stop.title), value=state, sign="seal" if stop.won else "map")

    def _lessons(self, id: str) -> Iterable[Line]:
        found = list(lessons(self._storage.content, id))
        if not found:
            return
        done = sum(progress_of(self._keeper, one.id).done for one in found)
        yield Line("", tr(say("Lessons finished: {count} of {all}", count=done, all=len(found))), heading=True)
        words = say("Every lesson is done.") if done == len(found) else say("Go on learning")
        yield Line("learn", tr(words), sign="check" if done == len(found) else "play")

    def _open(self, id: str) -> None:
        kind, _, rest = id.partition(" ")
        if kind == "game":
            self._shell.show_library(int(rest.split()[0]))
        elif kind == "new":
            self._shell.screens(rest).new_game()
        else:
            self._shell.show_learn()

    def retranslate(self) -> None:
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        first = next((sheet.lines for sheet in self.sheets.values() if sheet.lines.usable()), None)
        (first or self).setFocus()


_SETTINGS = msgspec.json.Decoder(GameSettings)


def _settings(one: Summed) -> GameSettings:
    """Who played; of what makes no sense nobody did."""
    try:
        return _SETTINGS.decode(one.settings or "{}")
    except msgspec.DecodeError:
        return GameSettings((), ())


def _persons(settings: GameSettings) -> list[int]:
    """The places at the table of people, by number."""
    return [n for n, player in enumerate(settings.players) if player == "person" and n < len(settings.names)]
