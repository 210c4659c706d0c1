"""The screen of printing of Okko Chronicles."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Words, say
from companion.model.games.chronicles.state.state import HERO_SEATS, ONI
from companion.model.games.chronicles.statistics.report import Report, markdown, report
from companion.ui.kit.layouts import LEFT, vbox
from companion.ui.kit.paper.pdf_writer import Printable
from companion.ui.kit.paper.screen import PrintSubject
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_paper import GameOrder, GamePaperScreen
from companion.ui.play.storage import GameStorage

from .report_document import report_document

SUBJECTS = (PrintSubject("report", say("Game report"), as_text=True),)
HINTS = {
    "report": say("A game told turn by turn: the memoirs with their points, who the Oni was, who did what."),
}


class ChroniclesPrintScreen(GamePaperScreen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        super().__init__(SUBJECTS, storage, "chronicles", parent)
        self._told: tuple[GameOrder, int, Report] | None = None
        self._page_ = QWidget(self)
        self._hint, self.chosen = Label(self._page_), Label(self._page_, role="ink", font="name", scale=16 / 18)
        vbox(self._hint, self.chosen, (self.pick_game, LEFT), 1, on=self._page_, spacing=8, margins=None)
        self.begin((self._page_,))

    def page_of(self, subject: str) -> QWidget:
        return self._page_

    def key_of(self, subject: str) -> tuple[object, ...] | None:
        steps = self.game.session.present if self.game is not None else 0
        return (self.game, f"{steps}", self._storage.content)

    def make_pages(self, subject: str, paper: Paper, words: Words) -> Printable | None:
        if self.game is None:
            return None
        told = self._report(self.game)
        return report_document(told, self.game.title, players(self.game), words, paper, self.day(words))

    def as_text(self, game: GameOrder, words: Words) -> str:
        return markdown(self._report(game), words, game.title, players(game), self.day(words))

    def _report(self, game: GameOrder) -> Report:
        if self._told is None or self._told[:2] != (game, game.session.present):
            self._told = game, game.session.present, report(game.session)
        return self._told[2]

    def lacking(self, job: Printable | None) -> Message:
        return say("Choose a game.")

    def retell(self) -> None:
        what = self.what
        self._hint.setText(tr(HINTS[what]))
        self.chosen.setText(self.game.title if self.game is not None else "")
        self.chosen.setVisible(bool(self.chosen.text()))


def players(game: GameOrder) -> Callable[[str], str]:
    """Who plays a seat, by name; nothing where nobody gave one."""
    names = dict(zip((ONI, *HERO_SEATS), game.settings.names, strict=False))
    return lambda seat: names.get(seat, "")
