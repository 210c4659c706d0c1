"""The screen of printing of Okko Chronicles: what a scenario or a game needs at a real table, cards, and reports."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Words, say
from companion.model.games.chronicles.state.state import HERO_SEATS, ONI
from companion.model.games.chronicles.statistics.report import Report, markdown, report
from companion.ui.games.chronicles.workshop.scenario_paper import scenario_document
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

from .board import packing_list, tiles_document
from .cards import KINDS, PARTS, TOKEN, box_cards, tokens
from .plan import Plan, name_of, plan_of, scenarios
from .report_document import report_document
from .sheets import record_document, rules_document, sheets_document

SUBJECTS = (
    PrintSubject("packing", say("Packing list")),
    PrintSubject("reference", say("Quick reference")),
    PrintSubject("map", say("Map of the scenario")),
    PrintSubject("tiles", say("Board tiles")),
    PrintSubject("sheets", say("Sheets")),
    PrintSubject("record", say("Track and mission sheet")),
    PrintSubject("cards", say("Cards"), of_cards=True),
    PrintSubject("tokens", say("Tokens"), of_cards=True, own_size=TOKEN),
    PrintSubject("report", say("Game report"), as_text=True),
)
HINTS = {
    "reference": say("The rules on one page, in our own words."),
    "packing": say("What to take out of the box for a scenario, and how the board is laid."),
    "map": say("The board with its tokens and figures, and the story."),
    "tiles": say("The tiles of a scenario, one a page, to be played on."),
    "sheets": say("Heroes and the Oni’s sheets, with room for cards and damage."),
    "record": say("The Oni’s track, missions and memoirs to tick, for an evening without the app."),
    "cards": say("The cards of the packs, with their backs."),
    "tokens": say("Figures, tokens and counters, to be cut out."),
    "report": say("A game told turn by turn: the memoirs with their points, who the Oni was, who did what."),
}
OF_CONTENT = ("cards", "reference")
"""Subjects of which nothing is chosen but what kind."""


class ChroniclesPrintScreen(GamePaperScreen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        super().__init__(SUBJECTS, storage, "chronicles", parent)
        self.scenario = ""
        """What is laid where no game is chosen."""
        self._told: tuple[GameOrder, int, Report] | None = None
        self._page_ = QWidget(self)
        self._hint, self.chosen = Label(self._page_), Label(self._page_, role="ink", font="name", scale=16 / 18)
        self.pick_scenario = InkButton(say("A scenario…"), "quiet", self._page_, sign="cards",
                                       clicked=self._ask_scenario)  # fmt: skip
        kinds = [("", say("All cards"), ""), *((kind, title, "") for kind, (title, _, _) in KINDS.items())]
        self.kind = Choices(say("Which cards"), kinds, self._page_, upright=True)
        parts = [("", say("All tokens"), ""), *((part, title, "") for part, title in PARTS.items())]
        self.part = Choices(say("Which tokens"), parts, self._page_, upright=True)
        for choices in (self.kind, self.part):
            choices.show_choice("")
            choices.chosen.connect(lambda _: self.show_pages())
        vbox(
            self._hint, self.chosen, (self.pick_scenario, LEFT), (self.pick_game, LEFT), self.kind, self.part, 1,
            on=self._page_, spacing=6, margins=None,
        )  # fmt: skip
        self.begin((self._page_,))

    def enter(self, subject: str | None = None, game: GameOrder | None = None) -> None:
        known = [id for id, _ in scenarios(self._storage.content)]
        if self.scenario not in known:
            self.scenario = next(iter(known), "")
        super().enter(subject, game)

    # what is printed -------------------------------------------------------------------------------------------------

    def page_of(self, subject: str) -> QWidget:
        return self._page_

    def key_of(self, subject: str) -> tuple[object, ...] | None:
        steps = self.game.session.present if self.game is not None else 0
        return (self.game, f"{steps}", self.scenario, self.kind.choice(), self.part.choice(), self._storage.content)

    def make_pages(self, subject: str, paper: Paper, words: Words) -> Printable | None:
        content = self._storage.content
        if subject == "reference":
            return rules_document(words, paper)
        if subject == "cards":
            kind = self.kind.choice()
            return self.cards_job(words(KINDS[kind][0] if kind else say("Cards")),
                                  tuple(box_cards(content, kind, words)))  # fmt: skip
        if subject == "report":
            return None if self.game is None else report_document(
                self._report(self.game), self.game.title, players(self.game), words, paper, self.day(words)
            )  # fmt: skip
        plan = self.plan()
        if plan is None:
            return None
        title = self.game.title if self.game is not None else words(name_of(plan.scenario)) if plan.scenario else ""
        if subject == "map":
            record = content.find("chronicles_scenario", plan.state.table.scenario or "")
            return None if record is None else scenario_document(record, content, paper, words)
        if subject == "tokens":
            return self.cards_job(title, tuple(tokens(plan, self.part.choice(), words)))
        if subject == "packing":
            return packing_list(plan, content, title, words, paper)
        made = {"tiles": tiles_document, "sheets": sheets_document, "record": record_document}[subject]
        return made(plan, title, words, paper)

    def plan(self) -> Plan | None:
        """What is laid: the chosen game's table, else the scenario; None: neither can be."""
        if self.game is not None:
            return Plan(self.game.session.state_at(0), True)
        try:
            return plan_of(self._storage.content, self.scenario) if self.scenario else None
        except InvalidInput:
            return None

    def as_text(self, game: GameOrder, words: Words) -> str:
        return markdown(self._report(game), words, game.title, players(game), self.day(words))

    def _report(self, game: GameOrder) -> Report:
        if self._told is None or self._told[:2] != (game, game.session.present):
            self._told = game, game.session.present, report(game.session)
        return self._told[2]

    def lacking(self, job: Printable | None) -> Message:
        if isinstance(job, Job):
            return say("There are no such cards.")
        return say("Choose a game.") if self.what == "report" else say("Choose a scenario.")

    def retell(self) -> None:
        what = self.what
        self._hint.setText(tr(HINTS[what]))
        names = dict(scenarios(self._storage.content))
        title = self.game.title if self.game is not None else ""
        if what != "report" and not title and self.scenario in names:
            title = tr(names[self.scenario])
        self.chosen.setText("" if what in OF_CONTENT else title)
        self.chosen.setVisible(bool(self.chosen.text()))
        self.pick_game.setVisible(what not in OF_CONTENT)
        self.pick_scenario.setVisible(what not in (*OF_CONTENT, "report"))
        self.kind.setVisible(what == "cards")
        self.part.setVisible(what == "tokens")

    def _ask_scenario(self) -> None:
        found = list(scenarios(self._storage.content))
        if not found:
            self.tell(say("No pack holds a scenario."))
            return
        lines = [Line(id, tr(name), chosen=self.game is None and id == self.scenario) for id, name in found]
        popup = ChoicePopup(lines, self.pick_scenario, name=tr(say("A scenario")))
        popup.chosen.connect(self.take_scenario)
        popup.popup(self.pick_scenario)

    def take_scenario(self, id: str) -> None:
        """Print a scenario, for any heroes."""
        self.game, self.scenario = None, id
        self.enter()


def players(game: GameOrder) -> Callable[[str], str]:
    """Who plays a seat, by name; nothing where nobody gave one."""
    names = dict(zip((ONI, *HERO_SEATS), game.settings.names, strict=False))
    return lambda seat: names.get(seat, "")
