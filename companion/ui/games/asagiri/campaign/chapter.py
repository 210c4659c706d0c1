"""What is told of a chapter, over or still to come; and the end of the campaign."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.corrections import SetChapters
from companion.model.games.asagiri.campaign.legal_options import leader
from companion.model.games.asagiri.campaign.options import member_words
from companion.model.games.asagiri.campaign.state import MOST_CHAPTERS, SEATS, Account, State
from companion.model.games.asagiri.rules.honours import NAMES
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import CENTER, Gap, fold, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.panels import Heading, Rule, SealLabel
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.translator import tr

from .controller import CampaignController

BATTLE = "battle"
MOST_LINES = 16
"""That fit on a slip."""


def chapter_facts(state: State, id: str) -> list[Message | Name]:
    """What is remembered of an adventure."""
    told = {fact.fact: Name.of(fact.words) for fact in state.box.adventure(id).facts} if id else {}
    found: list[Message | Name] = []
    for known in state.now.facts:
        if known.adventure == id and known.fact in told:
            fact = told[known.fact]
            found.append(say("True: {fact}", fact=fact) if known.holds else say("Not true: {fact}", fact=fact))
    return found


def account_lines(state: State, account: Account) -> list[Message]:
    """A chapter that is over, in sentences: how it ended for everybody, who died, who came, what was gained."""
    lines = []
    for fate in account.fates:
        how = [Message(STATE_WORDS[fate.state])]
        if fate.spent:
            how.append(say("equipment lost"))
        if fate.used:
            how.append(say("honour used"))
        lines.append(say("{who}: {how}", who=member_words(state, fate.who), how=tuple(how)))
    for who in account.dead:
        lines.append(say("{who} has died.", who=member_words(state, who)))
    for who in account.joined:
        lines.append(say("{who} has joined.", who=member_words(state, who)))
    for who, honour in account.honours:
        lines.append(say("{who} has gained an honour: {honour}.", who=member_words(state, who), honour=NAMES[honour]))
    for seat, zeni in enumerate(account.lost):
        if zeni:
            lines.append(say("Zeni lost by roster {seat}: {zeni}", seat=SEATS[seat], zeni=zeni))
    return lines


class AccountPage(QWidget):
    """`left`: back to the present chapter."""

    left = Signal()
    listed = Signal(object)
    """What is to be played after the present chapter: the adventures in their order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ahead: tuple[list[str], int] = ([], 0)
        """The chapters to come, and which of them is looked at."""
        self._choice: list[Line] = []
        self.out = InkButton(say("Remove it"), "quiet", self, sign="trash")
        self.after = InkButton(say("Add one after it…"), "quiet", self, sign="plus")
        self.out.clicked.connect(self._leave_out)
        self.after.clicked.connect(self._ask)
        self._label = Label(self, font="small", wrap=False)
        self.title = Heading("", self, level=2)
        self.story = Label(self)
        self.lines = Label(self, role="ink")
        self.facts = Label(self, role="vigilant")
        self.back = InkButton(say("Current chapter"), "secondary", self, deed="campaign.step")
        self.back.clicked.connect(self.left)
        inner = QWidget()
        vbox(self.story, self.lines, self.facts, 1, on=inner, spacing=10, margins=(0, 0, 6, 0))
        area = ScrollColumn(inner, self)
        vbox(
            self._label,
            self.title,
            Rule(self, weight=2.2, seed=41),
            (area, 1),
            fold(self.out, self.after, 1, self.back, spacing=8),
            on=self,
            spacing=6,
        )

    def show_chapter(self, state: State, n: int) -> None:
        now = state.now
        id = now.settings.chapters[n]
        self.title.setText(tr(chapter_words(state, id)))
        record = state.box.adventure(id) if id else None
        account = now.history[n] if n < len(now.history) else None
        if account is None:
            self._label.setText(tr(say("Chapter {number}: still to come", number=n + 1)))
            self.story.setText(tr(Name.of(record.intro)) if record is not None else "")
            linked = {link.origin for link in record.links} if record is not None else set()
            origins = tuple(chapter_words(state, origin) for origin in now.settings.chapters if origin in linked)
            self.lines.setText(tr(say("Earlier events matter here: {adventures}", adventures=origins))
                               if origins else "")  # fmt: skip
        else:
            won = (say("No winner") if account.winner is None
                   else say("Won by roster {seat}", seat=SEATS[account.winner]))  # fmt: skip
            self._label.setText(tr(say("Chapter {number}: {won}", number=n + 1, won=won)))
            ending = record.draw if record is not None else None
            if record is not None and account.winner is not None:
                ending = record.sides[account.winner].ending
            self.story.setText(tr(Name.of(ending)) if ending is not None else "")
            self.lines.setText("\n".join(map(tr, account_lines(state, account))))
        facts = chapter_facts(state, id)
        self.facts.setText("\n".join(map(tr, facts)))
        for widget in (self.story, self.lines, self.facts):
            widget.setVisible(bool(widget.text()))
        self.setAccessibleName(self.title.text())
        ahead = n > now.chapter
        self._ahead = (list(now.settings.chapters[now.chapter + 1 :]), n - now.chapter - 1)
        self._choice = chapter_choice(state)
        self.out.setVisible(ahead)
        self.after.setVisible(ahead and len(now.settings.chapters) < MOST_CHAPTERS)

    def _leave_out(self) -> None:
        chapters, at = self._ahead
        self.listed.emit((*chapters[:at], *chapters[at + 1 :]))

    def _ask(self) -> None:
        popup = ChoicePopup(self._choice, self, name=tr(say("Which adventure?")))
        popup.chosen.connect(self._put)
        popup.popup(self.after)

    def _put(self, id: str) -> None:
        chapters, at = self._ahead
        self.listed.emit((*chapters[: at + 1], "" if id == BATTLE else id, *chapters[at + 1 :]))


def chapter_choice(state: State) -> list[Line]:
    """What a chapter may be: a battle without an adventure, or an adventure of the packs."""
    lines = [Line(BATTLE, tr(say("A battle without an adventure")), sign="sword")]
    lines += [Line(card.id, tr(Name.of(card.name)), value=str(card.number)) for card in state.box.adventures]
    return lines[:MOST_LINES]


class EndingPage(QWidget):
    """Shown when the last chapter is approved."""

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.seal = SealLabel("道", "", self, size=72)
        self.title = Heading("", self, level=1)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._count = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        self.more = InkButton(
            say("Continue…"), "primary", self, deed="campaign.step", tip=say("Add another adventure to the campaign")
        )
        self.more.clicked.connect(self.step)
        vbox(
            1,
            (self.seal, CENTER),
            self.title,
            Rule(self, weight=2.4, seed=51, role="vermilion"),
            self._count,
            Gap(10),
            (self.more, CENTER),
            2,
            on=self,
            spacing=14,
            margins=None,
        )

    def show_state(self) -> None:
        state = self._controller.state
        won = [sum(account.winner == seat for account in state.now.history) for seat in (0, 1)]
        first = leader(state)
        self.title.setText(tr(say("The campaign is a draw") if first is None
                             else say("Roster {seat} wins the campaign", seat=SEATS[first])))  # fmt: skip
        self._count.setText(tr(say("Adventures won: A {first}, B {second}", first=won[0], second=won[1])))

    def step(self) -> None:
        popup = ChoicePopup(chapter_choice(self._controller.state), self, name=tr(say("Which adventure?")))
        popup.chosen.connect(lambda id: self._controller.edit(SetChapters(("" if id == BATTLE else id,))))
        popup.popup(self.more)

    def focus_first(self) -> None:
        self.more.setFocus(Qt.FocusReason.OtherFocusReason)
