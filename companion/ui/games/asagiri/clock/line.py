"""The clock of a table: a thin line of ink that empties, the time left at its end, one soft pulse when it is empty."""

from __future__ import annotations

import time
from functools import partial

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QActionGroup,
    QContextMenuEvent,
    QFontMetricsF,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from companion.model.core.contract import Over, Roll, seats_to_act
from companion.model.core.session import Change
from companion.model.core.words import say
from companion.model.games.asagiri.rules.events import PhaseBegan
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import BEFORE
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.theme import fonts, icons, ink, motion, palette
from companion.ui.kit.theme.palette import Role
from companion.ui.kit.widget import InkWidget

from .times import CLOCKS, Times, written

TICK_MS = 250
LONGEST = 2.0
"""Seconds between two ticks that are counted: the computer slept, nobody thought so long."""
LITTLE = 0.2
"""The share of its time from which the line is vermilion."""
PULSE_MS = 1400


class ClockLine(InkWidget):
    """Hidden while there is no clock. `kept` tells what is to be remembered: the clock, and what both have spent."""

    kept = Signal(str, object)

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`, without a clock."""
        super().__init__(parent)
        self._game = game
        self.times = Times()
        self.halted = False
        """A person has stopped it."""
        self._gone_back = False
        self._last = 0.0
        self._warned = -1
        self._glow = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)
        self._pulse = QVariantAnimation(self)
        self._pulse.setKeyValues([(0.0, 0.0), (0.35, 1.0), (1.0, 0.0)])
        self._pulse.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._pulse.valueChanged.connect(self._set_glow)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()
        game.changed.connect(self._changed)
        game.settings_changed.connect(self.follow)

    def set_times(self, times: Times) -> None:
        """Another clock, or none."""
        self.times, self.halted, self._warned = times, False, -1
        self.setVisible(times.kind != "off")
        self.follow()

    def choose(self, text: str) -> None:
        """A person takes another clock."""
        self.set_times(Times.of(text))
        self._keep()

    @property
    def band(self) -> int:
        """Whose time it is: of whose phase, or of who has to act; -1 before the first turn and after the end."""
        state, pending = self._game.state, self._game.pending
        if state.stage in BEFORE or isinstance(pending, Over):
            return -1
        if self.times.kind == "phase":
            return state.phase
        seats = (pending.seat,) if isinstance(pending, Roll) else seats_to_act(pending)
        return SEATS.index(seats[0]) if seats else -1

    @property
    def running(self) -> bool:
        """Whether time passes: not while stopped, while an automatic player thinks, or while the past is looked at."""
        game, band = self._game, self.band
        if self.times.kind == "off" or band < 0 or self.halted or self._gone_back or not self.isVisible():
            return False
        return not game.paused and not game.session.looking and SEATS[band] not in game.bots

    def halt(self) -> None:
        """Stop it, or let it go on; without a clock: choose one."""
        if self.times.kind == "off":
            self.ask()
            return
        self.tick()
        self.halted = not self.halted
        self._gone_back = False
        self.follow()
        self._keep()

    def tick(self) -> None:
        """Count what has passed since the last time."""
        now = time.monotonic()
        passed, self._last = now - self._last, now
        if self._timer.isActive() and self.running:
            self.pass_time(min(passed, LONGEST))

    def pass_time(self, seconds: float) -> None:
        """So much time of whoever it is has passed."""
        band = self.band
        if band < 0:
            return
        before = written(self.times.left(band))
        self.times = self.times.run(band, seconds)
        if self.times.over(band) and self._warned != band:
            self._warned = band
            self._beat()
        if written(self.times.left(band)) != before or not motion.reduced():
            self.update()
        self._tell()

    def _changed(self, change: Change) -> None:
        if change.cause in ("undo", "redo", "jump"):
            self._gone_back = True
        elif change.cause not in ("note", "look"):
            self._gone_back = False
        if change.cause in ("choose", "roll", "edit"):
            for event in change.events:
                if isinstance(event, PhaseBegan):
                    self.times = self.times.begin_phase(event.band)
                    self._warned = -1
                    self._keep()
        self.follow()

    def follow(self) -> None:
        """Run or rest, as the game now stands."""
        if self.running and not self._timer.isActive():
            self._last = time.monotonic()
            self._timer.start()
        elif not self.running:
            self._timer.stop()
        self._tell()
        self.update()

    def _keep(self) -> None:
        if self._game.session is not None:
            self.kept.emit(self.times.text, self.times.spent)

    def shut(self) -> None:
        """The table is closed."""
        self._timer.stop()
        self._pulse.stop()
        self._keep()

    def _beat(self) -> None:
        """One soft pulse: the time is up."""
        if not motion.reduced():
            self._pulse.setDuration(PULSE_MS)
            self._pulse.start()

    def _set_glow(self, value: float) -> None:
        self._glow = value
        self.update()

    def words(self) -> str:
        """What it says: how much time is left, for whom, and whether it is stopped."""
        game, times = self._game, self.times
        if times.kind == "off":
            return ""
        both = [f"{seat} {written(times.left(n))}" for n, seat in enumerate(SEATS)]
        said = [" · ".join(both) if times.kind == "player" else written(times.left(max(0, self.band)))]
        if self.halted or self._gone_back:
            said.append(game.say(say("stopped")))
        elif self.band >= 0 and times.over(self.band):
            said.append(game.say(say("time is up")))
        return ", ".join(said)

    def _tell(self) -> None:
        words = self.words()
        self.setToolTip(words)
        self.setAccessibleName(self._game.say(say("Clock")))
        self.setAccessibleDescription(words)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(200), fonts.px(16))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(60), fonts.px(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, band = palette.current(), max(0, self.band)
        share = self.times.share(band)
        still = self.halted or self._gone_back
        role: Role = "vermilion" if share <= LITTLE else "faded" if still else "ink"
        with ink.painting(self) as pen:
            font = fonts.font("digits", 12 / 14)
            room = QFontMetricsF(font).horizontalAdvance("0:00:00") + fonts.px(10)
            text = QRectF(self.width() - room, 0, room - fonts.px(12), self.height())
            pen.setFont(font)
            pen.setPen(theme.color(role))
            pen.drawText(
                text, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, written(self.times.left(band))
            )
            line = QRectF(fonts.px(12), self.height() / 2 - 1.5, self.width() - room - fonts.px(16), 3)
            if still:
                icons.paint(pen, "pause", theme.color("faded"),
                            QRectF(line.left(), 2, self.height() - 4, self.height() - 4))  # fmt: skip
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

    def menu(self) -> QMenu:
        """Which clock; stop and go on; begin again."""
        game, menu = self._game, QMenu(self.parentWidget())
        menu.aboutToHide.connect(menu.deleteLater)
        if self.times.kind != "off":
            stopped = self.halted or self._gone_back
            menu.addAction(game.say(say("Continue") if stopped else say("Stop the clock"))).triggered.connect(
                lambda _=False: self.halt()
            )
            menu.addAction(game.say(say("Restart the clock"))).triggered.connect(
                lambda _=False: self.set_times(self.times.afresh())
            )
            menu.addSeparator()
        group = QActionGroup(menu)
        for text, words in CLOCKS:
            entry = menu.addAction(game.say(words))
            entry.setCheckable(True)
            entry.setChecked(text == self.times.text)
            group.addAction(entry)
            entry.triggered.connect(partial(self._taken, text))
        return menu

    def _taken(self, text: str, _: bool = False) -> None:
        self.choose(text)

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
