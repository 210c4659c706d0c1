"""A new game in four steps. What is decided stays decided, whichever way one goes; every change can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, Name, say
from companion.ui.games.asagiri.bands import Box, Offers
from companion.ui.games.asagiri.bands.gallery import CardArt
from companion.ui.games.asagiri.new_game import NewGameDraft
from companion.ui.games.asagiri.new_game.adventure_step import AdventureStep
from companion.ui.games.asagiri.new_game.draft_recruits import NUMERALS, RecruitsStep
from companion.ui.games.asagiri.new_game.players import PlayersStep
from companion.ui.games.asagiri.new_game.setup_steps import BandsStep, BoardStep, SummaryStep
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import OnePage, fold, vbox
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, Sized, Translated, follow
from companion.ui.play.storage import GameSettings, GameStorage, Mode, Player, with_bands


class StepPath(Sized, Translated, QWidget):
    """`wanted` carries the number of a station that was clicked, or chosen with left, right and Enter."""

    preferred, least = (620, 58), (420, 58)

    wanted = Signal(int)

    def __init__(self, titles: Sequence[Message], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = titles
        self.at = 0
        self.done: set[int] = set()
        self._over = -1
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)
        self.retranslate()

    def show_step(self, at: int, done: set[int], titles: Sequence[Message] | None = None) -> None:
        """Where one is, and which steps hold already; `titles`: the way has other stations now."""
        self.at, self.done = at, set(done)
        self._titles = titles or self._titles
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(tr(self._titles[self.at]))
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _places(self) -> list[QRectF]:
        side, gap = fonts.px(30), fonts.px(10)
        metrics = QFontMetrics(fonts.font("name", 17 / 18))
        wide = [side + gap + metrics.horizontalAdvance(tr(title)) for title in self._titles]
        room = max(fonts.px(26), (self.width() - sum(wide) - fonts.px(24)) / max(1, len(wide) - 1))
        room = min(room, fonts.px(110))
        x = (self.width() - sum(wide) - room * (len(wide) - 1)) / 2
        found = []
        for each in wide:
            found.append(QRectF(x, (self.height() - side) / 2, each, side))
            x += each + room
        return found

    def _at(self, point: QPointF) -> int:
        for n, place in enumerate(self._places()):
            if place.adjusted(-6, -8, 6, 8).contains(point):
                return n
        return -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._over = self._at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if self._over >= 0 else Qt.CursorShape.ArrowCursor)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if found >= 0:
            self.wanted.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if way and 0 <= self.at + way < len(self._titles):
            self.wanted.emit(self.at + way)
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self._places()
        y = self.height() / 2
        pen.setPen(Qt.PenStyle.NoPen)
        for n, (left, right) in enumerate(pairwise(places)):
            start, end = left.right() + fonts.px(10), right.left() - fonts.px(10)
            if end - start > 6:
                pen.setBrush(theme.color("ink" if n in self.done else "hairline"))
                line = ink.line((start, y), ((start + end) / 2, y + 1), (end, y))
                pen.drawPath(ink.brush_stroke(line, fonts.px(3), n, rough=0.1))
        for n, place in enumerate(places):
            seal = QRectF(place.left(), place.top(), place.height(), place.height())
            now = n == self.at
            font = fonts.font("name", 17 / 18)
            pen.setPen(Qt.PenStyle.NoPen)
            if now:
                pen.setBrush(theme.color("vermilion"))
                pen.drawPath(ink.rough_disc(seal.center(), seal.width() / 2, f"step{n}", 0.02))
            else:
                pen.setBrush(theme.color("surface"))
                pen.setPen(QPen(theme.color("ink" if n in self.done or n == self._over else "faded"), 1.4))
                pen.drawPath(ink.rough_disc(seal.center(), seal.width() / 2 - 1, f"step{n}", 0.02))
            if n in self.done and not now:
                d = seal.width() * 0.26
                icons.paint(pen, "check", theme.color("ink"), seal.adjusted(d, d, -d, -d))
            else:
                numeral = fonts.font("name", 16 / 18)
                pen.setFont(numeral)
                pen.setPen(theme.color("on_vermilion") if now else theme.color("faded"))
                pen.drawText(seal, Qt.AlignmentFlag.AlignCenter, NUMERALS[n])
            pen.setFont(font)
            pen.setPen(theme.color("ink" if now or n == self._over else "faded"))
            pen.drawText(
                place.adjusted(seal.width() + fonts.px(10), -4, 8, 4),
                Qt.AlignmentFlag.AlignVCenter,
                tr(self._titles[n]),
            )
        pen.end()


TITLES = (say("Players"), say("Bands"), say("Board"), say("Start"))
SHORT = (say("Players"), say("Start"))
"""The way to a game whose bands and board are put together at the table (KAR-6)."""
ADVENTURE = (say("Players"), say("The adventure"))
"""The way to an adventure, which brings its own bands and floors."""
MOST_PAST = 200


class NewGameScreen(Screen):
    """`ready` carries set-up and `GameSettings`; `quick` a mode and the player chosen, if automatic; `left`: home."""

    help_page = "asagiri/bands"

    ready = Signal(object, object)
    quick = Signal(str, str)

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
        QTimer.singleShot(0, self, self._focus)

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

    def take_adventure(self, id: str) -> None:
        """Go to the last step with this adventure chosen."""
        if id in self.adventure.records:
            self._change(replace(self.draft, kind="adventure", adventure=id))
            self.at = 0
            self.go(self.last)

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
        self.quick.emit(self.draft.mode, self._enemy() or "")

    def _enemy(self) -> Player | None:
        """The automatic player whom a person has chosen; None: none is."""
        return next((player for player in self.draft.players if player != "person"), None)

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
            else say("You against the computer (easy), ready-made bands of 16 zeni")
            if self._enemy() == "random"
            else say("You against the computer (normal), ready-made bands of 16 zeni")
            if self._enemy()
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
