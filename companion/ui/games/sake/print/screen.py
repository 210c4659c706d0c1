"""The screen of printing: cards of a deck, the report of a game, the quick reference, a score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import Message, Words, say
from companion.model.games.sake.box.deck import TEXTS as KINDS
from companion.model.games.sake.statistics.report import Report, markdown, report
from companion.ui.games.sake.vocabulary import TEXTS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.layouts import LEFT, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.paper.pdf_writer import Job, Printable, Written, day_words
from companion.ui.kit.paper.screen import PaperScreen, PrintSubject
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.storage import GameStorage, Opened, StorageError

from .cards import deck_cards, decks
from .packing_list import packing_list
from .sheets import quick_reference, report_document, score_sheet

SUBJECTS = (
    PrintSubject("reference", say("Quick reference")),
    PrintSubject("packing", say("Packing list")),
    PrintSubject("record", say("Score sheet")),
    PrintSubject("report", say("Game report"), as_text=True),
    PrintSubject("cards", say("Cards"), of_cards=True),
)
HINTS = {
    "reference": say("The rules on one page, in our own words."),
    "packing": say("What to take out of the box, for any number of players or for one game."),
    "record": say("An empty sheet for an evening without the app."),
    "report": say("A game told turn by turn: who killed whom, who drank, what became of everybody."),
    "cards": say("The cards of a deck as they are typed in, with their backs."),
}
MOST_GAMES = 12
"""Of the last games, so many are offered; earlier ones are printed from the library."""


class GameOrder(NamedTuple):
    """A game, only looked at."""

    title: str
    session: Session[Any]
    day: datetime | None


class SakePrintScreen(PaperScreen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        super().__init__(SUBJECTS, parent)
        self._storage = storage
        self.game: GameOrder | None = None
        self.deck = ""
        self._told: tuple[GameOrder, int, Report] | None = None
        self._page_ = QWidget(self)
        self._hint, self.chosen = Label(self._page_), Label(self._page_, role="ink", font="name", scale=16 / 18)
        self.pick_game = InkButton(say("A game…"), "quiet", self._page_, sign="board", clicked=self._ask_game)
        self.pick_deck = InkButton(say("A deck…"), "quiet", self._page_, sign="cards", clicked=self._ask_deck)
        kinds = [("", say("All cards"), ""), *((kind, TEXTS[kind], "") for kind in KINDS)]
        self.kind = Choices(say("Which cards"), kinds, self._page_, upright=True)
        self.kind.show_choice("")
        self.kind.chosen.connect(lambda _: self.show_pages())
        vbox(
            self._hint, self.chosen, (self.pick_game, LEFT), (self.pick_deck, LEFT), self.kind, 1, on=self._page_,
            spacing=8, margins=None,
        )  # fmt: skip
        self.begin((self._page_,))

    def enter(self, subject: str | None = None, game: GameOrder | None = None) -> None:
        """Look at the packs again, and print this."""
        self.forget()
        self.first_page()
        if game is not None:
            self.game, self._told = game, None
        found = dict(decks(self._storage.content))
        if self.deck not in found:
            self.deck = next(iter(found), "")
        if subject is not None:
            self.subject.show_choice(subject)
        self.enter_subject()

    def take_game(self, id: int, subject: str = "report") -> None:
        """The report of a game in storage, or its packing list; one that cannot be read says why."""
        try:
            opened = self._storage.watch(id)
        except StorageError as wrong:
            self.tell(wrong.why)
        except InvalidInput as wrong:
            self.tell(say("This game cannot be played: {why}", why=wrong.why))
        else:
            self.enter(subject, game_order(opened))

    # what is printed -------------------------------------------------------------------------------------------------

    def page_of(self, subject: str) -> QWidget:
        return self._page_

    def key_of(self, subject: str) -> tuple[object, ...] | None:
        steps = self.game.session.present if self.game is not None else 0
        return (self.game, f"{steps}", self.deck, self.kind.choice(), self._storage.content)

    def make_pages(self, subject: str, paper: Paper, words: Words) -> Printable | None:
        content = self._storage.content
        if subject == "reference":
            return quick_reference(content, words, paper)
        if subject == "packing":
            game = self.game
            session, title = (game.session, game.title) if game is not None else (None, "Saké & Samouraï")
            return packing_list(content, session, title, words, paper)
        if subject == "record":
            return score_sheet(words, paper)
        if subject == "cards":
            named = dict(decks(content)).get(self.deck)
            cards = tuple(deck_cards(content, self.deck, self.kind.choice(), words)) if named is not None else ()
            return self.cards_job(words(named) if named is not None else "", cards)
        if self.game is None:
            return None
        return report_document(self._report(self.game), self.game.title, words, paper, self._day(words))

    def _report(self, game: GameOrder) -> Report:
        if self._told is None or self._told[:2] != (game, game.session.present):
            self._told = game, game.session.present, report(game.session)
        return self._told[2]

    def _day(self, words: Words) -> str:
        return day_words(self.game.day if self.game is not None else None, words.language)

    def lacking(self, job: Printable | None) -> Message:
        return say("There are no such cards.") if isinstance(job, Job) else say("Choose a game.")

    def retell(self) -> None:
        what = self.what
        self._hint.setText(tr(HINTS[what]))
        named = dict(decks(self._storage.content)).get(self.deck) if what == "cards" else None
        title = self.game.title if what in ("report", "packing") and self.game is not None else ""
        self.chosen.setText(tr(named) if named is not None else title)
        self.chosen.setVisible(bool(self.chosen.text()))
        self.pick_game.setVisible(what in ("report", "packing"))
        self.pick_deck.setVisible(what == "cards")
        self.kind.setVisible(what == "cards")

    def save_markdown(self, path: Path | None = None) -> None:
        game = self.game
        if self.busy or game is None:
            return
        if not isinstance(path, Path):
            path = ask_where_to_save(self, say("Save as Markdown"), game.title, ".md")
        if path is not None:
            words = tr.speaking(self.language.choice())
            text = markdown(self._report(game), words, game.title, self._day(words))
            self.write(_file(path, text), 1)

    # asking ----------------------------------------------------------------------------------------------------------

    def _ask_game(self) -> None:
        try:
            games = [one for one in self._storage.games() if one.system == "sake"]
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

    def _ask_deck(self) -> None:
        lines = [Line(id, tr(name), chosen=id == self.deck) for id, name in decks(self._storage.content)]
        popup = ChoicePopup(lines, self.pick_deck, name=tr(say("A deck")))
        popup.chosen.connect(self._take_deck)
        popup.popup(self.pick_deck)

    def _take_deck(self, id: str) -> None:
        self.deck = id
        self.enter()

    def keys(self) -> list[tuple[str, list[str]]]:
        return [(tr(say("Turn the pages")), ["PgUp", "PgDown"]), (tr(say("Back")), ["Esc"])]


def game_order(opened: Opened) -> GameOrder:
    """A game in storage, only looked at."""
    return GameOrder(opened.title, opened.session, opened.entry.changed)


def _file(path: Path, text: str) -> Iterator[Written]:
    yield path, text.encode()
