"""The slip beside the board while a combat, a shot or a willpower test is resolved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Choice
from companion.model.core.session import Change
from companion.model.core.words import say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.stack import (
    EffectFrame,
    GivingUp,
    Paying,
    Reacting,
    Reminding,
    Retreating,
    Test,
    TurningToFace,
)
from companion.ui.games.asagiri.controller import READING_MS
from companion.ui.games.asagiri.dice.actions import entries, last_roll, retypable
from companion.ui.games.asagiri.dice.tray import RollEntry
from companion.ui.kit import keys
from companion.ui.kit.accessibility import Guest, offer_keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import CENTER, column_height, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, motion
from companion.ui.kit.widget import discard

from . import words
from .numbers import FallenRoll, FightNumbers, fight_in, outcome_of, read, test_in
from .parts import ChoiceLine, ChoiceText, FightNote, OddsBar
from .versus import TestBar, Versus

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController

WIDTH = 330
LEAST_READ = 44
"""What is read of a fight in any case, at text scale 1: both totals."""
_PUSHED = TurningToFace | Retreating | GivingUp | EffectFrame | Paying | Reacting


class FightPanel(PaperPanel):
    """Shows itself while there is a fight, a test, or what follows from one; hides itself when it is read.

    Keys: `1`–`9` choose a line, Space (the window's next step) goes on or rolls. `pointed` names the square of the
    retreat (or -1) that mouse or focus rests on.
    """

    help_page = "asagiri/combat"

    accessible_role = QAccessible.Role.Dialog

    pointed = Signal(int)

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=10, seed=7)
        self._game = game
        self._read_until = -1
        self._lines: list[ChoiceLine] = []
        self._linger = QTimer(self)
        self._linger.setSingleShot(True)
        self._linger.timeout.connect(self.update_slip)
        self._outcome: FallenRoll | None = None
        self._make()
        self._keys = [self._key(n) for n in range(1, 10)]
        self._guest = Guest(self, self._first, lambda: game.live)
        self._clear()
        self.hide()
        game.changed.connect(self._changed)
        game.settings_changed.connect(self.update_slip)
        game.named.connect(self.update_slip)
        game.pace.changed.connect(self._paced)
        self.update_slip()

    def _make(self) -> None:
        self._sheet, self._asking = QWidget(self), QWidget(self)
        self._room = QSize(fonts.px(WIDTH), 10_000)
        self._title = Heading("", self, level=3)
        self._title.setWordWrap(True)
        self._close = InkButton("", "quiet", self, sign="close", name=say("Close"), by_tab=True, clicked=self.dismiss)
        self.versus = Versus(self._sheet)
        self.odds = OddsBar(self._sheet)
        self.test = TestBar(self._sheet)
        self._aim = FightNote(self._sheet)
        self._news = FightNote(self._sheet, role="ink", font="text")
        self._prompt = FightNote(self._asking)
        self._list = vbox(spacing=2)
        game = self._game
        self.entry = RollEntry(game, partial(words.owners, game), self._asking, upright=True, size=42)
        self.entry.rolled.connect(game.roll)
        self.entry.corrected.connect(self.update_slip)
        self.button = InkButton("", "primary", self, deed="table.step", by_tab=True, clicked=self.go_on)
        again = say("Correct the roll")
        self.again = InkButton(again, "quiet", self, sign="pen", by_tab=True, clicked=self.entry.correct)
        self._lay_out()

    def _lay_out(self) -> None:
        """What is read scrolls when there is no room; title, choices, dice and the next step are always whole."""
        self._read = (self.versus, self._aim, self.test, self._news, self.odds)
        vbox(*self._read, 1, on=self._sheet, spacing=5, margins=(0, 0, 2, 0))
        self._area = ScrollColumn(self._sheet, self)
        self._area.setMinimumHeight(1)  # of its own it wants more than a line, which the choices would lack
        vbox(self._prompt, self._list, self.entry, on=self._asking, spacing=4)
        head = hbox((self._title, 1), self._close)
        steps = ((self.button, CENTER), (self.again, CENTER))
        vbox(head, (self._area, 1), self._asking, *steps, on=self, spacing=4)

    def _first(self) -> QWidget:
        return self.entry if self.entry.isVisible() else self.button

    def _key(self, n: int) -> keys.KeyedAction:
        action = keys.action(f"table.choice.{n}", self, lambda: self.press_number(n))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        return action

    def keep_within(self, room: QSize) -> None:
        """Be as wide as this, and say no more of each choice than its height allows."""
        if room != self._room:
            self._room = room
            self._fit()

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        high = self._around() + self._read_height()
        if self._game.pace.falling:  # what lies above does not jump while dice fall
            high = max(high, self.height())
        return QSize(self._room.width(), high)

    def minimumSizeHint(self) -> QSize:
        around = self._around()
        spare = max(0, self._room.height() - around)
        read = min(self._read_height(), fonts.px(LEAST_READ), spare)
        steps = [button.sizeHint().width() for button in (self.button, self.again) if not button.isHidden()]
        edge = self.contentsMargins()
        return QSize(max(fonts.px(240), max(steps, default=0) + edge.left() + edge.right()), around + read)

    def _read_height(self) -> int:
        return column_height(self._read, self._inner() - fonts.px(2), fonts.px(5))

    def _asked_height(self) -> int:
        """Choices lie closer to each other than what is around them."""
        wide, gap = self._inner(), fonts.px(4)
        parts = [column_height([one], wide, gap) for one in (self._prompt, self.entry) if not one.isHidden()]
        parts += [column_height(self._lines, wide, fonts.px(2))] if self._lines else []
        return sum(parts) + gap * max(0, len(parts) - 1)

    def _inner(self) -> int:
        edge = self.contentsMargins()
        return self._room.width() - edge.left() - edge.right()

    def _around(self) -> int:
        """The height of everything but what is read."""
        edge, gap = self.contentsMargins(), fonts.px(4)
        rows: list[QWidget] = [self._title if self._close.isHidden() else self._close]
        rows += [button for button in (self.button, self.again) if not button.isHidden()]
        high = sum(max(row.sizeHint().height(), row.heightForWidth(self._inner())) + gap for row in rows)
        return edge.top() + edge.bottom() + high + gap + self._asked_height()

    def _fit(self) -> None:
        """Explain each choice where there is room for that."""
        for short in (False, True):
            for line in self._lines:
                line.shorten(short)
            if not self._lines or self.minimumSizeHint().height() <= self._room.height():
                break
        self.button.put_key_in_tip(self.button.width_when() > self._inner())
        self._sheet.setMinimumHeight(self._read_height())
        self.updateGeometry()

    @property
    def choices(self) -> list[ChoiceText]:
        return [line.line for line in self._lines]

    def press_number(self, n: int) -> bool:
        """A number key: choose that line, or type that die; False when there is neither."""
        if 1 <= n <= len(self._lines):
            return self._game.choose(self._lines[n - 1].line.option)
        if self.entry.isVisible() and self.entry.dice and n <= 6:
            self.entry.setFocus()
            return self.entry.write(str(n))
        return False

    def go_on(self) -> bool:
        """The obvious next step: announce no more, or roll; with nothing left, put the slip away."""
        game = self._game
        if game.pace.land():
            return True
        if game.to_roll() is not None and game.state.frames:
            if game.dice_entry == "typed":
                offer_keys(self.entry)
                return True
            return game.roll()
        if o.Pass() in game.options and game.state.frames:
            return game.choose(o.Pass())
        self.dismiss()
        return True

    def dismiss(self) -> None:
        self._read_until = self._game.session.done
        self._linger.stop()
        self._game.pace.read()
        self.update_slip()

    def _changed(self, change: Change) -> None:
        if change.cause in ("undo", "redo", "jump", "look", "revise"):
            self._linger.stop()
        self.versus.land()
        self.update_slip()
        if self._game.pace.falling:
            self.versus.fall()

    def _paced(self) -> None:
        if not self._game.pace.falling:
            self.versus.land()
            self.update_slip()

    def update_slip(self) -> None:
        """Show what is being resolved now, what came of it, or nothing."""
        with self._guest.staying():
            self._update()
        if self._resting and self.button.isHidden():
            self._guest.leave()  # there is nothing to answer: Space does what the turn bar says

    def _update(self) -> None:
        game = self._game
        state = game.state
        fight, test = fight_in(state), test_in(state)
        outcome = None if fight or test or game.stand_in is not None else outcome_of(game)
        pushed = bool(state.frames) and isinstance(state.frames[-1], get_args(_PUSHED))
        if outcome is None and self._linger.isActive() and game.stand_in is None and not (fight or test or pushed):
            self._rest()
            return
        if not (fight or test or pushed or (outcome and game.session.done != self._read_until)):
            if not self.isHidden():
                self._clear()
                self.hide()
            return
        if outcome is not None and self._outcome is None and game.bots:
            self._linger.start(READING_MS[motion.speed()])
        self._outcome = outcome
        reading = read(state, fight) if fight is not None else None
        self._show_sides(reading, outcome)
        self._show_test(test, outcome)
        falling = game.pace.falling
        self._show_outcome(None if falling else outcome)
        self._show_choices(reading)
        self._show_roll()
        self._show_button()
        again = outcome is not None and not self.entry.correcting and not falling and retypable(game) is not None
        self.again.setVisible(again)
        self._close.setVisible(self._resting)
        for action in self._keys:
            action.setEnabled(bool(self._lines) or self.entry.isVisibleTo(self))
        self.setAccessibleName(self._title.text())
        self.show()
        self.raise_()
        self._fit()

    @property
    def _resting(self) -> bool:
        return not self._game.state.frames and not self.entry.correcting

    def _rest(self) -> None:
        """Others play on; the result stays to be read."""
        self._drop_lines()
        self._prompt.say("")
        for widget in (self.entry, self.button, self.again):
            widget.hide()
        self._close.show()
        self.updateGeometry()

    def _clear(self) -> None:
        self._outcome = None
        self._drop_lines()
        self.entry.wait_for()
        for action in self._keys:
            action.setEnabled(False)

    def _show_sides(self, reading: FightNumbers | None, outcome: FallenRoll | None) -> None:
        game = self._game
        then = fight_in(outcome.before) if outcome is not None else None
        self.odds.setVisible(reading is not None and reading.fight.faces is None and game.allows("odds"))
        self.odds.wait()
        self._aim.say("")
        if reading is not None:
            self._title.setText(words.title_of(game, reading.fight))
            self.versus.tell(*words.sides(game, reading, reading.fight.faces), words.kanji_of(reading.fight))
            if reading.fight.faces is None:
                words.show_odds(game, reading, self.odds)
            self._aim.say(words.aim_words(game, reading))
        elif then is not None and outcome is not None:
            if self._game.pace.falling:
                self._title.setText(words.title_of(game, then))
            past = read(outcome.before, then)
            step = last_roll(game)
            marks = tuple(entries(step, 2)) if step is not None else ()
            self.versus.tell(*words.sides(game, past, words.dice_of(outcome), marks), words.kanji_of(then))
        self.versus.setVisible(reading is not None or then is not None)

    def _show_test(self, test: Test | None, outcome: FallenRoll | None) -> None:
        shown = words.test_shown(self._game, test, outcome)
        self.test.setVisible(shown is not None)
        if shown is not None:
            self.test.tell(shown)
        if test is not None:
            self._title.setText(words.test_title(self._game, test))

    def _show_outcome(self, outcome: FallenRoll | None) -> None:
        game, state = self._game, self._game.state
        if outcome is not None:
            self._title.setText(words.headline(game, outcome))
            self._news.say("\n".join(words.aftermath(game, outcome)))
        else:
            self._news.say("")
            if state.frames and fight_in(state) is None and test_in(state) is None:
                self._title.setText(game.say(say("Consequences")))
            asking = words.skill_title(game)
            if asking is not None:
                self._title.setText(asking[0])
                self._news.say(asking[1])

    def _show_choices(self, reading: FightNumbers | None) -> None:
        game, state, pending = self._game, self._game.state, self._game.pending
        self._drop_lines()
        prompt = ""
        reminding = bool(state.frames) and isinstance(state.frames[-1], Reminding)  # has a slip of its own
        elsewhere = game.stand_in is not None  # it asks in a panel of its own, and on the board
        if isinstance(pending, Choice) and state.frames and not (reminding or elsewhere):
            if pending.seat in game.bots:
                prompt = game.say(game.idle_words(game.player(pending.seat)))
            else:
                prompt = game.say(say("{seat}: {prompt}", seat=game.player(pending.seat), prompt=pending.prompt))
        falling = game.pace.falling  # nobody decides before the dice lie
        self._prompt.say("" if falling else prompt)
        if not state.frames or falling or elsewhere:
            return
        for n, line in enumerate(words.lines(game, reading), 1):
            shown = ChoiceLine(line, keys.shown(f"table.choice.{n}") if n < 10 else "", self._asking)
            shown.clicked.connect(lambda _=False, option=line.option: game.choose(option))
            if isinstance(line.option, o.Retreat):
                at = line.option.at
                shown.pointed.connect(lambda on, at=at: self.pointed.emit(at if on else -1))
            self._lines.append(shown)
            self._list.addWidget(shown)
            shown.show()

    def _drop_lines(self) -> None:
        discard(*self._lines)
        if self._lines:
            self.pointed.emit(-1)
        self._lines = []

    def _show_roll(self) -> None:
        game = self._game
        roll = game.to_roll() if game.state.frames and game.stand_in is None else None
        if roll is None or game.dice_entry == "virtual":
            self.entry.wait_for()
        else:
            asked = partial(self.entry.ask, roll.dice, words.owners(game, roll), rolled=game.rolled_here())
            self.entry.wait_for(asked, game.dice_entry)

    def _show_button(self) -> None:
        """Name the next step, where there is one."""
        game = self._game
        read_only = self.entry.correcting or game.pace.falling or game.stand_in is not None
        step = None if read_only else words.step(game)
        self.button.setVisible(step is not None)
        if step is not None:
            text, sign, kind = step
            self.button.setText(text)
            self.button.setAccessibleDescription(game.say(say("Next step")))
            self.button.set_sign(sign)
            self.button.set_kind(kind)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._game.pace.falling or self._game.pace.holding:
            self.go_on()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self._game.state.frames:
            self.dismiss()
        elif not (event.text().isdecimal() and self.press_number(int(event.text()))):
            super().keyPressEvent(event)
