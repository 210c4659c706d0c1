"""Learn to play: the lessons of every game with what has been done, and where a game has one its path of adventures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent

from companion.model.content.lesson import Lesson, lessons
from companion.model.core.words import Name, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import fold, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, discard
from companion.ui.play.lessons import progress_of

if TYPE_CHECKING:
    from companion.ui.kit.settings import SettingsService
    from companion.ui.play.game_ui import GameScreens, GameUI, JourneyStop
    from companion.ui.play.storage import GameStorage

NEXT, DONE, BEGUN, OPEN = "play", "check", "step-forward", "star"
"""The sign of the lesson to take next, of one that is done, of one that was left, of any other."""


class LearnScreen(Screen):
    """See the module. The keys are on the lesson to take next. `wanted`: a lesson, and whether from its beginning."""

    wanted = Signal(str, bool)
    made = Signal()
    """A lesson is to be made out of a game."""
    edited = Signal(str)
    """A lesson of one's own is to be written further."""

    contexts = ("learn",)

    def __init__(
        self,
        storage: GameStorage,
        keeper: SettingsService,
        games: Mapping[str, GameUI],
        screens: Callable[[str], GameScreens],
    ) -> None:
        """`screens`: those of a game in this window."""
        super().__init__(title=say("Learn to play"))
        self._storage, self._keeper, self._games, self._screens = storage, keeper, games, screens
        self.lists: dict[str, ListView] = {}
        """By game."""
        self._last = ""
        """The game whose list had the keys last."""
        self._sheets: list[PaperPanel] = []
        self._stops: dict[str, JourneyStop] = {}
        self._own: list[Lesson] = []
        """Those in packs that may be edited."""
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        head = Heading("", self)
        says(head, say("Learn to play"))
        words = say(
            "Short lessons, played on the board itself. You can take back every move, skip a step or leave at any "
            "time: what you have done is remembered."
        )
        self._columns = fold(spacing=18, most=900)
        self.make = InkButton(say("New lesson from a game…"), "quiet", self, sign="plus", clicked=self.made)
        self.make.setVisible(storage.workshop is not None)
        self.edit = InkButton(say("Edit a lesson…"), "quiet", self, deed="learn.edit", clicked=self._ask_lesson)
        vbox(hbox(home, 1, self.edit, self.make), head, Label(self, text=words), (self._columns, 1), on=self, spacing=8,
             margins=(60, 14, 60, 18))  # fmt: skip
        self.bind({"learn.again": self._again, "learn.edit": self._edit})

    def refresh(self) -> None:
        """Look again at what lessons there are, and how far each has come."""
        content = self._storage.content
        by_game: dict[str, list[Lesson]] = {}
        for lesson in lessons(content):
            if lesson.system in self._games:
                by_game.setdefault(lesson.system, []).append(lesson)
        packs = self._storage.workshop
        own = () if packs is None else [one.namespace for one in packs.manifests() if one.own]
        self._own = [one for found in by_game.values() for one in found if one.id.partition(":")[0] in own]
        self.edit.setVisible(bool(self._own))
        games = [id for id, game in self._games.items() if id in by_game and game.offered]
        if games != list(self.lists):
            self._lay_out(games)
        self._stops = {}
        for game in games:
            view = self.lists[game]
            view.show_lines([*self._lessons(by_game[game]), *self._journey(game)])
            row = view.row_of(self._next(by_game[game]))
            if row >= 0:
                view.setCurrentIndex(view.rows.index(row))

    def _lay_out(self, games: Iterable[str]) -> None:
        for sheet in self._sheets:
            self._columns.removeWidget(sheet)
        discard(*self._sheets)
        self.lists, self._sheets = {}, []
        for game in games:
            sheet = PaperPanel(self, margin=14, seed=11 + len(self._sheets))
            title = Heading("", sheet, level=2)
            says(title, self._games[game].title)
            view = self.lists[game] = ListView(sheet)
            says(view, name=self._games[game].title)
            view.chosen.connect(partial(self._open, game))
            vbox(title, (view, 1), on=sheet, spacing=6)
            self._columns.addWidget(sheet, 1)
            self._sheets.append(sheet)

    def _next(self, found: Iterable[Lesson]) -> str:
        """The first lesson that is not done; nothing: all are."""
        return next((one.id for one in found if not progress_of(self._keeper, one.id).done), "")

    def _lessons(self, found: list[Lesson]) -> Iterable[Line]:
        wanted = self._next(found)
        for n, lesson in enumerate(found, 1):
            kept = progress_of(self._keeper, lesson.id)
            sign = BEGUN if kept.begun else DONE if kept.done else NEXT if lesson.id == wanted else OPEN
            name, minutes = tr(Name.of(lesson.name)), tr(say("{count} min", count=lesson.minutes))
            told = say("Step {now} of {of}", now=kept.step + 1, of=len(lesson.steps)) if kept.begun else None
            state = told or (say("Done") if kept.done else None)
            heard = f"{name}, {minutes}" if state is None else f"{name}, {minutes}, {tr(state)}"
            value = minutes if told is None else tr(told)
            yield Line(lesson.id, f"{n}. {name}", tr(Name.of(lesson.teaches)), value, sign, heard=heard)

    def _journey(self, game: str) -> Iterable[Line]:
        journey = self._games[game].journey
        if journey is None:
            return
        stops = journey(self._screens(game))
        if stops:
            yield Line("", tr(say("Then, the adventures")), heading=True)
        for n, stop in enumerate(stops, 1):
            self._stops[stop.id] = stop
            state = say("Won") if stop.won else say("Played") if stop.played else None
            sign = "seal" if stop.won else DONE if stop.played else "map"
            name = tr(stop.title)
            yield Line(stop.id, f"{n}. {name}", tr(stop.teaches), "" if state is None else tr(state), sign,
                       heard=name if state is None else f"{name}, {tr(state)}")  # fmt: skip

    def _open(self, game: str, id: str) -> None:
        self._last = game
        if id in self._stops:
            self._stops[id].open()
        else:
            self.wanted.emit(id, False)

    def _at(self) -> str:
        """The lesson that has the keys; nothing: none has."""
        lines = (view.line for view in self.lists.values() if view.hasFocus())
        return next((line.id for line in lines if line is not None and line.id not in self._stops), "")

    def _again(self) -> None:
        """The lesson that has the keys, from its first step."""
        if at := self._at():
            self.wanted.emit(at, True)

    def _edit(self) -> None:
        """The lesson of one's own that has the keys; else it is asked which."""
        at = self._at()
        if at in [one.id for one in self._own]:
            self.edited.emit(at)
        elif self._own:
            self._ask_lesson()

    def _ask_lesson(self) -> None:
        lines = [Line(one.id, tr(Name.of(one.name)), words=tr(self._games[one.system].title)) for one in self._own]
        popup = ChoicePopup(lines, self.edit, name=tr(say("Which lesson?")), find=tr(say("Search")))
        popup.chosen.connect(self.edited)
        popup.popup(self.edit)

    def retranslate(self) -> None:
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.lists:  # the window gives the keys to the screen after this
            first = self.lists.get(self._last) or next(iter(self.lists.values()))
            self.setFocusProxy(first)
            first.setFocus()
