"""A clock for those who want one: a line that empties, the time left at its end, one soft pulse when it is empty. Time
has no rule: nothing happens at its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QEasingCurve, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QActionGroup,
    QContextMenuEvent,
    QFontMetricsF,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from companion.model.core.contract import Event, Over, Roll, seats_to_act
from companion.model.core.session import Change
from companion.model.core.words import Message, say
from companion.ui.kit.choices import Menu
from companion.ui.kit.theme import fonts, icons, motion, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import InkWidget, Sized, literal

from .game_controller import GameController

Kind: TypeAlias = Literal["off", "phase", "player"]
"""No clock; so much for each phase; so much for each player in the whole game, as in chess."""
_KINDS: Mapping[str, Kind] = {"phase": "phase", "player": "player"}
MOST = 24 * 3600
CLOCKS: tuple[tuple[str, Message], ...] = (
    ("", say("No clock")),
    ("phase:180", say("{minutes} min per phase", minutes=3)),
    ("phase:300", say("{minutes} min per phase", minutes=5)),
    ("phase:600", say("{minutes} min per phase", minutes=10)),
    ("player:1800", say("{minutes} min per player", minutes=30)),
    ("player:3600", say("{minutes} min per player", minutes=60)),
)
"""The clocks offered, as they are kept."""
TICK_MS = 250
LONGEST = 2.0
"""Seconds between two ticks that are counted: the computer slept, nobody thought so long."""
LITTLE = 0.2
"""The share of its time from which the line is vermilion."""
PULSE_MS = 1400


class Times(msgspec.Struct, frozen=True):
    """`seconds` for each, and what the players have spent of theirs, by their places at the table."""

    kind: Kind = "off"
    seconds: int = 0
    spent: tuple[float, ...] = ()

    @staticmethod
    def of(text: str, spent: Sequence[float] = ()) -> Times:
        """A clock as it is kept (``phase:180``); anything else is none."""
        kind, _, seconds = text.partition(":")
        known = _KINDS.get(kind)
        if known is None or not seconds.isascii() or not seconds.isdecimal():
            return Times()
        if len(seconds) > 6 or not 0 < int(seconds) <= MOST:
            return Times()
        return Times(known, int(seconds), tuple(max(0.0, one) for one in spent))

    @property
    def text(self) -> str:
        """As it is kept."""
        return "" if self.kind == "off" else f"{self.kind}:{self.seconds}"

    def used(self, side: int) -> float:
        """Seconds that a player has spent."""
        return self.spent[side] if side < len(self.spent) else 0.0

    def run(self, side: int, seconds: float) -> Times:
        """So much time of a player has passed."""
        return self._with(side, self.used(side) + max(0.0, seconds))

    def begin_phase(self, side: int) -> Times:
        """A phase begins: its time is whole again, where it is a phase's."""
        return self._with(side, 0.0) if self.kind == "phase" else self

    def _with(self, side: int, seconds: float) -> Times:
        count = max(len(self.spent), side + 1)
        spent = tuple(seconds if n == side else self.used(n) for n in range(count))
        return msgspec.structs.replace(self, spent=spent)

    def afresh(self) -> Times:
        """Nobody has spent anything."""
        return msgspec.structs.replace(self, spent=())

    def left(self, side: int) -> float:
        """Seconds that a player still has; never less than none."""
        return max(0.0, self.seconds - self.used(side))

    def share(self, side: int) -> float:
        """What is left, from 1 (all) to 0."""
        return self.left(side) / self.seconds if self.seconds else 0.0

    def over(self, side: int) -> bool:
        """Whether a player has no time left."""
        return self.kind != "off" and self.left(side) <= 0.0


def written(seconds: float) -> str:
    """Seconds as clocks show them (``2:41``); a part of a second counts as one."""
    whole = int(-(-seconds // 1))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@dataclass(frozen=True)
class Phases:
    """Whose phase it is in a game, as the clock counts them."""

    whose: Callable[[Any], int | None]
    """By state, the place at the table of whose phase it is; -1: no time passes yet. None: there are no phases."""
    begun: Callable[[Event], int | None] = lambda event: None
    """Whose phase has begun with an event, if one has."""


class ClockBar(Sized, InkWidget):
    """Hidden while there is no clock. `kept` tells what is to be remembered: the clock, and what all have spent."""

    preferred, least = (200, 16), (60, 16)

    kept = Signal(str, object)

    def __init__(self, game: GameController[Any], phases: Phases, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game, self._phases = game, phases
        self.times = Times()
        self.halted = False
        """A person has stopped it."""
        self._gone_back = False
        self._last, self._warned, self._glow = 0.0, -1, 0.0
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self.tick)
        self._pulse = QVariantAnimation(self)
        self._pulse.setDuration(PULSE_MS)
        self._pulse.setKeyValues([(0.0, 0.0), (0.35, 1.0), (1.0, 0.0)])
        self._pulse.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._pulse.valueChanged.connect(self._set_glow)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        says(self, name=say("Clock"))
        self.hide()
        game.changed.connect(self._changed)
        game.settings_changed.connect(self.follow)

    # what it is

    def set_times(self, times: Times) -> None:
        self.times, self.halted, self._warned = times, False, -1
        self.setVisible(times.kind != "off")
        self.follow()

    def choose(self, text: str) -> None:
        """A person takes another clock."""
        self.set_times(Times.of(text))
        self._keep()

    @property
    def side(self) -> int:
        """Whose time it is: of whose phase, or of who has to act; -1 before the first phase and after the end."""
        pending, phase = self._game.pending, self._phases.whose(self._game.state)
        if phase == -1 or isinstance(pending, Over):
            return -1
        if self.times.kind == "phase" and phase is not None:
            return phase
        seats = (pending.seat,) if isinstance(pending, Roll) else seats_to_act(pending)
        return self._game.seats.index(seats[0]) if seats else -1

    @property
    def stopped(self) -> bool:
        """Whether it rests until somebody does something."""
        return self.halted or self._gone_back

    @property
    def running(self) -> bool:
        """Whether time passes: not while stopped, while an automatic player thinks, or while the past is looked at."""
        game, side = self._game, self.side
        if self.times.kind == "off" or side < 0 or self.stopped or not self.isVisible():
            return False
        return not game.paused and not game.session.looking and game.seats[side] not in game.bots

    def halt(self) -> None:
        """Stop it, or let it go on; without a clock: choose one."""
        if self.times.kind == "off":
            self.ask()
            return
        self.tick()
        self.halted, self._gone_back = not self.halted, False
        self.follow()
        self._keep()

    # time

    def tick(self) -> None:
        """Count what has passed since the last time."""
        now = time.monotonic()
        passed, self._last = now - self._last, now
        if self._timer.isActive() and self.running:
            self.pass_time(min(passed, LONGEST))

    def pass_time(self, seconds: float) -> None:
        """So much time of whoever it is has passed."""
        side = self.side
        if side < 0:
            return
        before = written(self.times.left(side))
        self.times = self.times.run(side, seconds)
        if self.times.over(side) and self._warned != side:
            self._warned = side
            if not motion.reduced():
                self._pulse.start()
        if written(self.times.left(side)) != before or not motion.reduced():
            self.update()
        self._tell()

    def _changed(self, change: Change) -> None:
        if change.cause not in ("note", "look"):
            self._gone_back = change.cause in ("undo", "redo", "jump")
        for event in change.events if change.cause in ("choose", "roll", "edit") else ():
            side = self._phases.begun(event)
            if side is not None:
                self.times, self._warned = self.times.begin_phase(side), -1
                self._keep()
        self.follow()

    def follow(self) -> None:
        """Run or rest, as the game now stands."""
        if self.isHidden():
            self._timer.stop()
            return
        if self.running and not self._timer.isActive():
            self._last = time.monotonic()
            self._timer.start()
        elif not self.running:
            self._timer.stop()
        self._tell()
        self.update()

    def _keep(self) -> None:
        count = len(self._game.seats)
        self.kept.emit(self.times.text, tuple(self.times.used(n) for n in range(count)))

    def shut(self) -> None:
        """The table is closed."""
        self._timer.stop()
        self._pulse.stop()
        self._keep()

    def _set_glow(self, value: float) -> None:
        self._glow = value
        self.update()

    # looks

    def words(self) -> str:
        """What it says: how much time is left, for whom, and whether it is stopped."""
        times = self.times
        if times.kind == "off":
            return ""
        said = written(times.left(max(0, self.side)))
        if times.kind == "player":
            said = " · ".join(f"{seat} {written(times.left(n))}" for n, seat in enumerate(self._game.seats))
        if self.stopped:
            return f"{said}, {tr(say('stopped'))}"
        return f"{said}, {tr(say('time is up'))}" if self.side >= 0 and times.over(self.side) else said

    def _tell(self) -> None:
        words = self.words()
        self.setToolTip(words)
        self.setAccessibleDescription(words)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = max(0, self.side)
        share = self.times.share(side)
        role: Role = "vermilion" if share <= LITTLE else "faded" if self.stopped else "ink"
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        font = fonts.font("digits", 12 / 14)
        room = QFontMetricsF(font).horizontalAdvance("0:00:00") + fonts.px(10)
        text = QRectF(self.width() - room, 0, room - fonts.px(12), self.height())
        pen.setFont(font)
        pen.setPen(theme.color(role))
        pen.drawText(text, right, written(self.times.left(side)))
        line = QRectF(fonts.px(12), self.height() / 2 - 1.5, self.width() - room - fonts.px(16), 3)
        if self.stopped:
            high = self.height() - 4
            icons.paint(pen, "pause", theme.color("faded"), QRectF(line.left(), 2, high, high))
            line.setLeft(line.left() + self.height())
        self._paint_line(pen, line, share, role)

    def _paint_line(self, pen: QPainter, line: QRectF, share: float, role: Role) -> None:
        theme = palette.current()
        pen.setPen(Qt.PenStyle.NoPen)
        if self._glow:
            pen.setBrush(theme.color("vermilion", 0.35 * self._glow))
            pen.drawRoundedRect(line.adjusted(-4, -5, 4, 5), 6, 6)
        pen.setBrush(theme.color("vermilion" if share <= 0 else "hairline"))
        pen.drawRect(QRectF(line.left(), line.center().y() - 0.6, line.width(), 1.2))
        pen.setBrush(theme.color(role))
        pen.drawRoundedRect(QRectF(line.left(), line.top(), line.width() * share, line.height()), 1.5, 1.5)

    # hands

    def menu(self) -> QMenu:
        """Which clock; stop and go on; begin again."""
        menu = Menu(tr, say("Clock"), self.parentWidget())
        menu.aboutToHide.connect(menu.deleteLater)
        if self.times.kind != "off":
            menu.addAction(tr(say("Continue") if self.stopped else say("Stop the clock")), self.halt)
            menu.addAction(tr(say("Restart the clock")), lambda: self.set_times(self.times.afresh()))
            menu.addSeparator()
        group = QActionGroup(menu)
        for text, words in CLOCKS:
            entry = menu.addAction(literal(tr(words)))
            entry.triggered.connect(lambda _=False, text=text: self.choose(text))
            entry.setCheckable(True)
            entry.setChecked(text == self.times.text)
            group.addAction(entry)
        return menu

    def ask(self) -> None:
        """Show the menu: below the line, or where it would be."""
        parent = self.parentWidget()
        place = self if self.isVisible() or parent is None else parent
        self.menu().popup(place.mapToGlobal(place.rect().center()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.ask()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.ask()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)
