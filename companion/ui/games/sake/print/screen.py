"""The screen of printing: cards of a deck, the report of a game, the quick reference, a score sheet."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Words, say
from companion.model.games.sake.box.deck import TEXTS as KINDS
from companion.model.games.sake.statistics.report import Report, markdown, report
from companion.ui.games.sake.vocabulary import TEXTS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import LEFT, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.paper.pdf_writer import Job, Printable
from companion.ui.kit.paper.screen import PrintSubject
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_paper import GameOrder, GamePaperScreen
from companion.ui.play.storage import GameStorage

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


class SakePrintScreen(GamePaperScreen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        super().__init__(SUBJECTS, storage, "sake", parent)
        self.deck = ""
        self._told: tuple[GameOrder, int, Report] | None = None
        self._page_ = QWidget(self)
        self._hint, self.chosen = Label(self._page_), Label(self._page_, role="ink", font="name", scale=16 / 18)
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
        if game is not None:
            self._told = None
        found = dict(decks(self._storage.content))
        if self.deck not in found:
            self.deck = next(iter(found), "")
        super().enter(subject, game)

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
        return report_document(self._report(self.game), self.game.title, words, paper, self.day(words))

    def _report(self, game: GameOrder) -> Report:
        if self._told is None or self._told[:2] != (game, game.session.present):
            self._told = game, game.session.present, report(game.session)
        return self._told[2]

    def as_text(self, game: GameOrder, words: Words) -> str:
        return markdown(self._report(game), words, game.title, self.day(words))

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

    def _ask_deck(self) -> None:
        lines = [Line(id, tr(name), chosen=id == self.deck) for id, name in decks(self._storage.content)]
        popup = ChoicePopup(lines, self.pick_deck, name=tr(say("A deck")))
        popup.chosen.connect(self._take_deck)
        popup.popup(self.pick_deck)

    def _take_deck(self, id: str) -> None:
        self.deck = id
        self.enter()
