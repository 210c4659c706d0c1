"""One campaign: its road, both rosters, the next step in the middle; after a battle, the assistant in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.contract import Content
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign.corrections import SetChapters
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton, fit_words
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import LEFT, OnePage, fold, hbox, vbox
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, discard
from companion.ui.play.storage import CampaignGame

from .after_battle import AfterBattle
from .battle import BattlePage, MusterPage
from .chapters import AccountPage, EndingPage, Road
from .house_rules import RulesPage
from .rosters import MemberSheet, RosterPage
from .time_machine import TimeMachine

AFTER = ("result", "facts", "after", "approve")
"""Stages that belong to the assistant."""


class FittedPages(OnePage):
    """Pages of which the hidden ones ask for no height either, however many words they would have to wrap."""

    def hasHeightForWidth(self) -> bool:
        return False


class WaitingPage(QWidget):
    """A result waits for the assistant, while one looks at the rosters as they were before it."""

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.title = Heading("", self, level=2)
        self._words = Label(
            self,
            text=say(
                "The battle is over. Its result counts once you approve it; until then the "
                "rosters are shown as before the battle."
            ),
        )
        self.on = InkButton(say("After the battle"), "primary", self, deed="campaign.step")
        vbox(1, self.title, self._words, (self.on, LEFT), 2, on=self, spacing=10, margins=None)

    def show_state(self) -> None:
        state = self._controller.state
        self.title.setText(tr(chapter_page.chapter_words(state, chapter_page.chapter(state))))


class CampaignScreen(Screen):
    """See the module. `left`: back to the campaigns; `begun`, `went_on`, `taken`: of `BattlePage`."""

    help_page = "asagiri/campaigns"

    begun = Signal(object)
    went_on = Signal(int)
    taken = Signal(int)
    compared = Signal()
    band_kept = Signal(int)
    """The roster of a seat is to lie in storage as a band."""

    def __init__(
        self,
        controller: CampaignController,
        title: str,
        content: Content,
        games: Callable[[], Sequence[CampaignGame]],
        parent: QWidget | None = None,
        *,
        house: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        """Of a campaign called `title`: its cards, the games begun for it, the habits of the table."""
        super().__init__(parent)
        self.controller, self._content, self._games, self._house = controller, content, games, house
        self._looked: int | None = None
        self._assisted = True
        """The assistant shows when a battle is over; not while somebody has left it to look around."""
        self._travelling = False
        self.title = Heading(title, self, level=2, kanji="道")
        self._stands = Label(self, font="small", wrap=False)
        self.back = InkButton(say("Campaigns"), "quiet", self, sign="chevron-left", clicked=self.leave)
        self.time = self._tool(say("History"), "hourglass", "campaign.time")
        self.compare = self._tool(say("Compare bands"), "mirror", "campaign.compare")
        self.charts = self._tool(say("Charts"), "chart", "figures")
        self.print = self._tool(say("Print"), "print")
        self.rules = self._tool(say("House rules"), "settings", "campaign.rules")
        self._tools = (self.time, self.compare, self.charts, self.print, self.rules)
        self.road = Road(self)
        self.rosters = (RosterPage(0), RosterPage(1))
        self.muster = MusterPage(controller)
        self.battle = BattlePage(controller)
        self.account = AccountPage()
        self.ending = EndingPage(controller)
        self.waiting = WaitingPage(controller)
        self.middle = FittedPages()
        for part in (self.muster, self.battle, self.account, self.ending, self.waiting):
            self.middle.addWidget(part)
        self.overview = QWidget()
        self.after = AfterBattle(controller)
        self.machine: TimeMachine | None = None
        self.ruling: RulesPage | None = None
        """The house rules, while they are looked at."""
        self._slip: MemberSheet | None = None
        self.stack = FittedPages(self)
        self.stack.addWidget(self.overview)
        self.stack.addWidget(self.after)
        self._lay_out()
        self._connect()
        self._bind()
        self.retranslate()

    def _tool(self, words: Message, sign: str, deed: str = "") -> InkButton:
        return InkButton(words, "quiet", self, sign=sign, deed=deed, key_in_tip=True, tip=words)

    def _lay_out(self) -> None:
        vbox(
            fold(
                self.back,
                self.title,
                self._stands,
                1,
                hbox(*self._tools, spacing=8),
                spacing=8,
            ),
            (self.stack, 1),
            on=self,
            spacing=6,
            margins=(26, 12, 26, 12),
        )
        vbox(
            self.road,
            (fold((self.rosters[0], 33), (self.middle, 64), (self.rosters[1], 33), spacing=30, most=620, first=1), 1),
            on=self.overview,
            spacing=10,
        )

    def _connect(self) -> None:
        self.time.clicked.connect(self.travel)
        self.compare.clicked.connect(self.compared)
        self.rules.clicked.connect(self.rule)
        self.road.looked.connect(self.look_at)
        self.account.left.connect(lambda: self.look_at(None))
        self.account.listed.connect(lambda chapters: self.controller.edit(SetChapters(chapters)))
        self.waiting.on.clicked.connect(self._assist)
        self.after.left.connect(self._look_around)
        for roster in self.rosters:
            roster.looked.connect(self.open_member)
            roster.kept.connect(self.band_kept)
        self.battle.begun.connect(self.begun)
        self.battle.went_on.connect(self.went_on)
        self.battle.taken.connect(self.taken)
        self.controller.changed.connect(self._changed)
        self.controller.refused.connect(lambda refusal: self.say(refusal.why))
        self.controller.failed.connect(self.say)

    def _bind(self) -> None:
        """Keys hold on the overview alone: the assistant has its own."""
        for id, do in (
            ("step", self.step), ("typed", self._typed), ("again", self._again), ("suggested", self._suggested),
            ("time", self.travel), ("rules", self.rule), ("compare", self.compared.emit),
        ):  # fmt: skip
            keys.action(f"campaign.{id}", self.overview, do)

    def _changed(self) -> None:
        self._looked = None
        self.retranslate()

    def retranslate(self) -> None:
        state = self.controller.state
        now = state.now
        branches = len(self.controller.chronicle.branches)
        stands = say("Chapter {number} of {count}", number=min(now.chapter + 1, len(now.settings.chapters)),
                     count=len(now.settings.chapters))  # fmt: skip
        if now.stage == "over":
            stands = plural("{count} chapter, finished", "{count} chapters, all finished", len(now.settings.chapters))
        if branches > 1:
            branch = self.controller.branch_name(self.controller.chronicle.current)
            stands = plural("{stands} · {branch} ({count} branch)", "{stands} · {branch} ({count} branches)", branches,
                            stands=stands, branch=branch)  # fmt: skip
        self._stands.setText(tr(stands))
        self._name_tools()
        self.setAccessibleName(self.title.text())
        self.road.show_state(state, self._looked)
        for roster in self.rosters:
            roster.show_state(state)
        self._show_middle()
        self._show_page()

    def _name_tools(self) -> None:
        room = self.width() - 2 * fonts.px(26)
        fit_words(self._tools, self.back, self.title, self._stands, room=room, gap=fonts.px(8))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_tools()

    def _show_middle(self) -> None:
        now, before = self.controller.state.now, self.middle.currentWidget()
        keys_on = QApplication.focusWidget()
        held = before is not None and keys_on is not None and before.isAncestorOf(keys_on)
        shown: QWidget
        if self._looked is not None:
            shown = self.account
            self.account.show_chapter(self.controller.state, self._looked)
        elif now.stage == "battle":
            shown = self.battle
            self.battle.show_state(self._content, self.game())
        else:
            page: MusterPage | EndingPage | WaitingPage = self.waiting
            if now.stage in ("muster", "over"):
                page = self.muster if now.stage == "muster" else self.ending
            shown = page
            page.show_state()
        self.middle.setCurrentWidget(shown)
        if held and self.middle.currentWidget() is not before:
            self._focus()  # else Qt gives them to whatever comes next

    def _show_page(self) -> None:
        after = self.controller.state.now.stage in AFTER or self.after.holding
        if not after:
            self._assisted = True
        wanted: QWidget = self.after if after and self._assisted else self.overview
        if self._travelling and self.machine is not None:
            wanted = self.machine
        if self.ruling is not None:
            wanted = self.ruling
        if wanted is not self.stack.currentWidget():
            self.stack.setCurrentWidget(wanted)
            self.stack.updateGeometry()  # another page may need less room than this one did
            QTimer.singleShot(0, self, self._focus)
        for part in (self.back, self.title, self._stands, *self._tools):
            part.setVisible(wanted is self.overview)  # the other pages have a head of their own

    def game(self) -> CampaignGame | None:
        """The last game begun for the present battle that is of this adventure and these bands."""
        chronicle, state = self.controller.chronicle, self.controller.state
        if state.now.stage != "battle":
            return None
        found = [one for one in self._games()
                 if (one.branch, one.chapter) == (chronicle.current, state.now.chapter)]  # fmt: skip
        return found[-1] if found else None

    def enter(self) -> None:
        """The screen is about to be shown: games may have been played, thrown away or brought back."""
        self._looked = None
        self._assisted = True
        self._travelling = False
        self.retranslate()
        QTimer.singleShot(0, self, self._focus)

    def leave(self) -> None:
        """From the time machine to the overview, from a chapter to the present one, from there to the campaigns."""
        if self.ruling is not None:
            self._ruled()
        elif self._travelling:
            self._return()
        elif self._looked is not None:
            self.look_at(None)
        else:
            self.left.emit()

    def look_at(self, chapter: int | None) -> None:
        """Look at a chapter; None, or the present one: the next step."""
        now = self.controller.state.now
        self._looked = None if chapter == now.chapter else chapter
        self.retranslate()
        self._focus()

    def travel(self) -> None:
        if self.machine is None:
            self.machine = TimeMachine(self.controller)
            self.machine.left.connect(self._return)
            self.stack.addWidget(self.machine)
        self._travelling = True
        self._show_page()

    def rule(self) -> None:
        if self.ruling is None:
            self.ruling = RulesPage(self.controller, self._house())
            self.ruling.left.connect(self._ruled)
            self.stack.addWidget(self.ruling)
        self._show_page()

    def _ruled(self) -> None:
        if self.ruling is not None:
            page_, self.ruling = self.ruling, None
            self.retranslate()
            self.stack.removeWidget(page_)
            discard(page_)

    def _return(self) -> None:
        self._travelling = False
        if self.controller.session.looking:
            self.controller.look(None)
        self.retranslate()

    def _assist(self) -> None:
        self._assisted = True
        self._show_page()

    def _look_around(self) -> None:
        self._assisted = False
        self.retranslate()

    def open_member(self, who: str) -> None:
        if self._slip is None:
            self._slip = MemberSheet(self.controller, who, self._content, self)
            self._slip.closed.connect(lambda: setattr(self, "_slip", None))

    def step(self) -> None:
        shown = self.middle.currentWidget()
        if shown is self.account:
            self.look_at(None)
        elif shown is self.waiting:
            self._assist()
        elif isinstance(shown, MusterPage | BattlePage | EndingPage):
            shown.step()

    def _typed(self) -> None:
        if self.middle.currentWidget() is self.battle:
            self.battle.ask_result()

    def _again(self) -> None:
        if self.middle.currentWidget() is self.battle and self.battle.game is not None:
            self.battle.begin()

    def _suggested(self) -> None:
        if self.middle.currentWidget() is self.muster:
            self.muster.take_suggested()

    def undo(self) -> None:
        self.controller.undo()

    def redo(self) -> None:
        self.controller.redo()

    def say(self, why: Message) -> None:
        Toast(self, self.controller.say(why)).popup()

    def _focus(self) -> None:
        if not self.isVisible():
            return
        shown = self.stack.currentWidget()
        if shown is self.overview:
            focus = getattr(self.middle.currentWidget(), "focus_first", self.overview.setFocus)
            focus()
        elif shown is not None:
            shown.setFocus()

    def setFocus(self, *args: Any) -> None:
        self._focus()

    @property
    def contexts(self) -> tuple[Context, ...]:
        shown = self.stack.currentWidget()
        return ("campaign",) if shown is self.overview else tuple(getattr(shown, "contexts", ("campaign",)))

    def keys(self) -> list[tuple[str, list[str]]]:
        shown = self.stack.currentWidget()
        own = getattr(shown, "keys", None)
        if shown is not self.overview and callable(own):
            return list(own())
        return [
            (tr(say("Move between chapters and members")), ["←", "→", "↑", "↓"]),
            (tr(say("Open a chapter or a member")), ["Enter"]),
            (tr(say("Campaigns")), ["Esc"]),
        ]
