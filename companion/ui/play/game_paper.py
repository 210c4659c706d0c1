"""A stored game on paper: the screen of printing of a game that has reports, and the ways to it and back.

What is printed of which game is the game's own (`GamePaperScreen.make_pages`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from PySide6.QtWidgets import QWidget

from companion.model.core.course import Moment
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import Words, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.list_view import Line
from companion.ui.kit.paper.document import TextRun
from companion.ui.kit.paper.pdf_writer import Written, day_words
from companion.ui.kit.paper.screen import PaperScreen, PrintSubject
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameSettings, GameStorage, Opened, StorageError

if TYPE_CHECKING:
    from companion.ui.play.game_ui import Shell

MOST_GAMES = 12
"""Of the last games, so many are offered; earlier ones are printed from the library."""


class GameOrder(NamedTuple):
    """A game, only looked at."""

    title: str
    session: Session[Any]
    day: datetime | None
    settings: GameSettings


def game_order(opened: Opened) -> GameOrder:
    """A game in storage or on the table, only looked at."""
    return GameOrder(opened.title, opened.session, opened.entry.changed, opened.settings)


class GamePaperScreen(PaperScreen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(
        self, subjects: Sequence[PrintSubject], storage: GameStorage, system: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(subjects, parent)
        self._storage, self._system = storage, system
        self.game: GameOrder | None = None
        self.pick_game = InkButton(say("A game…"), "quiet", self, sign="board", clicked=self._ask_game)

    @abstractmethod
    def as_text(self, game: GameOrder, words: Words) -> str:
        """The report of a game as Markdown."""

    def enter(self, subject: str | None = None, game: GameOrder | None = None) -> None:
        """Look at the packs again, and print this."""
        self.forget()
        self.first_page()
        if game is not None:
            self.game = game
        if subject is not None:
            self.subject.show_choice(subject)
        self.enter_subject()

    def take_game(self, id: int, subject: str = "report") -> None:
        """A game in storage, for its report or another subject; one that cannot be read says why."""
        try:
            opened = self._storage.watch(id)
        except StorageError as wrong:
            self.tell(wrong.why)
        except InvalidInput as wrong:
            self.tell(say("This game cannot be played: {why}", why=wrong.why))
        else:
            self.enter(subject, game_order(opened))

    def day(self, words: Words) -> str:
        """When the game was played last."""
        return day_words(self.game.day if self.game is not None else None, words.language)

    def save_markdown(self, path: Path | None = None) -> None:
        game = self.game
        if self.busy or game is None:
            return
        if not isinstance(path, Path):
            path = ask_where_to_save(self, say("Save as Markdown"), game.title, ".md")
        if path is not None:
            self.write(_file(path, self.as_text(game, tr.speaking(self.language.choice()))), 1)

    def _ask_game(self) -> None:
        try:
            games = [one for one in self._storage.games() if one.system == self._system]
        except StorageError as wrong:
            self.tell(wrong.why)
            return
        if not games:
            self.tell(say("There are no games yet."))
            return
        lines = [Line(str(one.id), one.name, day_words(one.changed, tr.language)) for one in games[:MOST_GAMES]]
        popup = ChoicePopup(lines, self.pick_game, name=tr(say("A game")))
        popup.chosen.connect(lambda id: self.take_game(int(id), self.what))
        popup.popup(self.pick_game)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [(tr(say("Turn the pages")), ["PgUp", "PgDown"]), (tr(say("Back")), ["Esc"])]


def _file(path: Path, text: str) -> Iterator[Written]:
    yield path, text.encode()


P = TypeVar("P", bound=GamePaperScreen)


class PaperRoutes(Generic[P]):
    """The ways to a game's screen of printing, made when it is first wanted, and back to where it was asked for."""

    def __init__(self, shell: Shell, make: Callable[[], P]) -> None:
        self._shell, self._make = shell, make
        self.screen: P | None = None
        self._before: QWidget | None = None

    def made(self) -> P:
        """The screen."""
        if self.screen is None:
            self.screen = self._make()
            self.screen.left.connect(self._leave)
        return self.screen

    def show(self, subject: str | None, game: GameOrder | None, before: QWidget | None = None) -> None:
        """Show a subject, of a game; where nothing is said and it is seen already: print."""
        front = self._shell.front if before is None else before
        screen = self.made()
        if front is screen and subject is None:
            screen.save_pdf()
            return
        if front is not screen:
            self._before = front
        screen.enter(subject, game)
        self._shell.show_over(screen)

    def _leave(self) -> None:
        before, self._before = self._before, None
        self._shell.return_to(before)


def moment_runs(moment: Moment, words: Words, between: str = " ") -> list[TextRun]:
    """What a step brought, with the rule it broke and what was written beside it."""
    runs = [TextRun(between.join(map(words, moment.words)) + " ")]
    if moment.rule:
        runs.append(TextRun(words(say("Breaks {rule}.", rule=moment.rule)) + " ", "strong", "vermilion"))
    if moment.note:
        runs.append(TextRun(f"“{' '.join(moment.note.split())}” ", "text", "vigilant"))
    return runs
