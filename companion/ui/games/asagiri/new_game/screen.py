"""A new game in four steps. What is decided stays decided, whichever way one goes; every change can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Name, say
from companion.ui.games.asagiri.bands import Box, Offers
from companion.ui.games.asagiri.bands.gallery import CardArt
from companion.ui.games.asagiri.new_game import NewGameDraft
from companion.ui.games.asagiri.new_game.draft_recruits import RecruitsStep
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import OnePage, fold, vbox
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.station_path import StepPath
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.storage import GameSettings, GameStorage, Mode, with_bands

from .adventure_step import AdventureStep
from .players import PlayersStep
from .setup_steps import BandsStep, BoardStep, SummaryStep

TITLES = (say("Players"), say("Bands"), say("Board"), say("Start"))
SHORT = (say("Players"), say("Start"))
"""The way to a game whose bands and board are put together at the table (KAR-6)."""
ADVENTURE = (say("Players"), say("The adventure"))
"""The way to an adventure, which brings its own bands and floors."""
MOST_PAST = 200


class NewGameScreen(Screen):
    """`ready` carries set-up and `GameSettings`; `quick` a mode; `left`: back home."""

    ready = Signal(object, object)
    quick = Signal(str)

    def __init__(
        self,
        storage: GameStorage,
        keeper: SettingsService,
        parent: QWidget | None = None,
        *,
        rng: Random | None = None,
    ) -> None:
        super().__init__(parent, title=say("New game"))
        self._keeper = keeper
        self.box = Box(storage.content)
        art, offers = CardArt(self.box), Offers(self.box, storage)
        kept = keeper.settings
        self.draft = NewGameDraft(names=kept.names, dice=kept.dice, budget=kept.budget)
        if self.box.ready_boards:
            self.draft = self.draft.with_board(self.box.ready_boards[0])
        self._past: list[NewGameDraft] = []
        self._future: list[NewGameDraft] = []
        self._seen: set[int] = set()
        self.at = 0
        self.path = StepPath(TITLES, self)
        self.path.wanted.connect(self.go)
        self.stack = OnePage(self)
        self.players = PlayersStep()
        self.bands = BandsStep(art, offers)
        self.board = BoardStep(self.box, rng=rng)
        self.summary = SummaryStep(self.box)
        self.recruits = RecruitsStep()
        self.adventure = AdventureStep(self.box, offers)
        self.draft = replace(self.draft, adventure=next(iter(self.adventure.records), ""))
        for step in (self.players, self.bands, self.board, self.summary, self.recruits, self.adventure):
            self.stack.addWidget(step)
        for step in (self.players, self.bands, self.board, self.recruits, self.adventure):
            step.changed.connect(self._change)
        self.bands.said.connect(self._say)
        self.adventure.said.connect(self._say)
        self.back = InkButton("", "quiet", self, sign="chevron-left", clicked=self.leave)
        self.next = InkButton("", "primary", self, deed="newgame.next", clicked=self.go_on)
        self.at_once = InkButton("", "quiet", self, sign="play", clicked=self._begin_at_once)
        self._problem = Label(self, role="faded", align=Qt.AlignmentFlag.AlignRight)
        self._lay_out()
        self.bind({"newgame.next": self.go_on, "newgame.back": self.leave})
        self._show()

    def _lay_out(self) -> None:
        self.stack.least = 300
        row = fold(self.back, self.at_once, (self._problem, 1), self.next, margins=(28, 0, 28, 0), spacing=16)
        vbox(self.path, (self.stack, 1), row, on=self, margins=(0, 8, 0, 10), spacing=6)

    @property
    def steps(self) -> tuple[Any, ...]:
        if self.draft.kind != "bands":
            return (self.players, self.recruits if self.draft.kind == "recruits" else self.adventure)
        return (self.players, self.bands, self.board, self.summary)

    @property
    def titles(self) -> tuple[Message, ...]:
        return {"recruits": SHORT, "adventure": ADVENTURE, "bands": TITLES}[self.draft.kind]

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    def enter(self) -> None:
        self._show()
        QTimer.singleShot(0, self._focus)

    def start_over(self) -> None:
        """A game was begun: the next one begins at the first step; what was decided stays to be changed."""
        self.at = 0
        self._show()

    def set_mode(self, mode: Mode) -> None:
        """At the table two persons play with their own dice, on the screen somebody may play the greedy player; all of
        it can be changed.
        """
        if mode == self.draft.mode and self._seen:
            return
        draft, kept, at_table = self.draft, self._keeper.settings, mode != "enforce"
        if not self._seen:
            draft = replace(draft, players=("person", "person" if at_table else "greedy"))
        if not self._seen or at_table != (draft.mode != "enforce"):
            draft = replace(draft, dice=kept.table_dice if at_table else kept.dice)
        self._seen.add(0)
        self._set(replace(draft, mode=mode))

    def _change(self, draft: NewGameDraft) -> None:
        if draft == self.draft:
            return
        written = replace(draft, names=self.draft.names, rosters=_unnamed(draft)) == replace(
            self.draft, rosters=_unnamed(self.draft)
        )
        if not (written and self._past and self._writing):
            self._past = [*self._past[-MOST_PAST:], self.draft]
        self._writing = written
        self._future.clear()
        self._set(draft)

    _writing = False
    """The last change was a letter of a name: the next letter is undone with it."""

    def _set(self, draft: NewGameDraft) -> None:
        self.draft = draft
        self._show()

    def undo(self) -> None:
        if self._past:
            self._future.append(self.draft)
            self._writing = False
            self._set(self._past.pop())

    def redo(self) -> None:
        if self._future:
            self._past.append(self.draft)
            self._set(self._future.pop())

    def go(self, at: int) -> None:
        """To another step; the last one only when a game can begin."""
        if not 0 <= at <= self.last or at == self.at:
            return
        why = self._obstacle(at)
        if why is not None:
            self._say(why)
            return
        self.at = at
        self._seen.update(range(at))
        self._show()
        self._focus()

    def go_on(self) -> None:
        if self.at < self.last:
            self.go(self.at + 1)
            return
        why = self.draft.problem(self.box)
        if why is not None:
            self._say(why)
            return
        settings = self._settings()
        self._keeper.change(**remembered(settings, self.draft))
        self.ready.emit(self.draft.setup(), settings)

    def _begin_at_once(self) -> None:
        self._keeper.change(**remembered(self.draft.settings(), self.draft))
        self.quick.emit(self.draft.mode)

    def _settings(self) -> GameSettings:
        """Who plays, and how; the bands of an adventure are called as its sides are."""
        settings, record = self.draft.settings(), self.adventure.record
        if self.draft.kind == "adventure" and record is not None:
            return with_bands(settings, *(Name.of(side.name) for side in record.sides))
        return with_bands(settings, *map(self.box.band_name, self.draft.rosters)) if any(settings.bands) else settings

    def leave(self) -> None:
        if self.at:
            self.go(self.at - 1)
        else:
            self.left.emit()

    def _obstacle(self, at: int) -> Message | None:
        for step in range(min(at, self.last)):
            why = self._lacks(step)
            if why is not None:
                return why
        return None

    def _lacks(self, step: int) -> Message | None:
        """What a step still lacks, in the words of the rules."""
        if self.draft.kind == "recruits":
            return None if step else self.draft.problem(self.box)
        if self.draft.kind == "adventure":
            return self._adventure_lacks() if step else None
        if step == 1:
            for which, title in enumerate((say("First band"), say("Second band"))):
                why = self.draft.band_problem(which, self.box)
                if why is not None:
                    return say("{band}: {why}", band=title, why=why)
        if step == 2:
            if None in self.draft.tiles:
                return say("The board needs four tiles; one place is still empty.")
            return self.draft.problem(self.box) if self._lacks(1) is None else None
        return None

    def _adventure_lacks(self) -> Message | None:
        return (
            self.draft.problem(self.box) if self.adventure.records else say("None of your packs contains an adventure.")
        )

    def _focus(self) -> None:
        step: Any = self.steps[self.at]
        focus: Callable[[], None] = getattr(step, "focus_first", self.next.setFocus)
        focus()

    def _show(self) -> None:
        self.at = min(self.at, self.last)
        self.stack.setCurrentWidget(self.steps[self.at])
        self.steps[self.at].show_draft(self.draft)
        done = {step for step in self._seen if step < self.last and self._lacks(step) is None}
        self.path.show_step(self.at, done, self.titles)
        self.retranslate()

    def retranslate(self) -> None:
        self.back.setText(tr(say("Back")) if self.at else tr(say("Home")))
        self.next.setText(tr(self.titles[self.at + 1]) if self.at < self.last else tr(say("Start the game")))
        self.at_once.setVisible(self.at == 0)
        words = (
            say("Two players, ready-made bands of 16 zeni")
            if self.draft.mode != "enforce"
            else say("You against the computer, ready-made bands of 16 zeni")
        )
        self.at_once.setText(tr(words))
        own = self.at < self.last or self.draft.kind == "adventure"
        why = self._lacks(self.at) if own else self._obstacle(self.last)
        self._problem.setText(tr(why) if why is not None else "")
        self.next.setEnabled(why is None)
        self.next.set_breathing(why is None and self.at == self.last)

    def _say(self, why: Message) -> None:
        Toast(self, tr(why)).popup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        onward = event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if onward or keys.meant("newgame", event) == "newgame.next":
            self.go_on()
        else:
            super().keyPressEvent(event)

    @property
    def contexts(self) -> tuple[Context, ...]:
        return ("newgame", *getattr(self.steps[self.at], "contexts", ()))

    def keys(self) -> list[tuple[str, list[str]]]:
        own = getattr(self.steps[self.at], "keys", None)
        return [
            (tr(say("Step back")), ["Esc"]),
            *(own() if callable(own) else []),
        ]


def remembered(settings: GameSettings, draft: NewGameDraft) -> dict[str, Any]:
    """What the next new game begins with, as fields of the window's settings."""
    found: dict[str, Any] = {"first_name": settings.names[0], "second_name": settings.names[1]}
    if draft.kind == "bands":
        found["budget"] = draft.budget
    if settings.mode == "enforce":
        return {**found, "dice": settings.dice}
    return {**found, "table_dice": settings.dice, "table_mode": settings.mode}


def _unnamed(draft: NewGameDraft) -> Any:
    return tuple(roster.named("") for roster in draft.rosters)
