"""How the past is told: the last event beside the board, the enemy's last phase, the style of log and timeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Event
from companion.model.core.record import Chosen, Step
from companion.model.core.session import Change, Session
from companion.model.core.words import say
from companion.model.games.asagiri.rules.events import CharacterStepped, CharacterTurned, PhaseBegan, WillpowerTested
from companion.model.games.asagiri.rules.skill_events import StatTested
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BEFORE, ENEMY_OF, NO_BAND, BandId, FigureId, by_band
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.fight import words
from companion.ui.games.asagiri.fight.numbers import outcome_of
from companion.ui.kit.art.figures import paint_stone
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says
from companion.ui.kit.widget import InkWidget
from companion.ui.play.clock import Phases
from companion.ui.play.log_panel import LogStyle
from companion.ui.play.timeline import TimelineSection

PHASE = "PhaseBegan"
QUIET = frozenset({"ActivationEnded", "MovementEnded", "PhaseEnded", PHASE})
"""Events that go without saying beside the others of their step, or are read off the table anyway."""

GOING_ON = ("pass", "leave_it", "end_activations", "end_phase")
"""Choices of doing nothing more."""
DICE = ("InspirationRolled", "FirstPlayerRolled", "CombatRolled", "ShotRolled")
"""Events with which dice are heard."""


def loud(events: Sequence[Event]) -> list[Event]:
    """The events that are told."""
    return [event for event in events if event.kind not in QUIET]


def sections(session: Session[Any]) -> list[TimelineSection]:
    """The phases of a game."""
    found: list[TimelineSection] = []
    before: tuple[int, int] | None = None
    for place in range(session.present + 1):
        state = session.state_at(place)
        if state.stage not in BEFORE and (state.turn, state.phase) != before:
            before = state.turn, state.phase
            found.append(TimelineSection(place, f"{state.turn}{SEATS[state.phase]}", state.phase))
    return found


def _told(events: Sequence[Event]) -> list[Event]:
    """Of a movement one step from where it began to where it ended, and where the figure looks then; never nothing."""
    told = loud(events) or list(events[-1:])
    steps = [event for event in told if isinstance(event, CharacterStepped)]
    turns = [event for event in told if isinstance(event, CharacterTurned)]
    if len(steps) + len(turns) < 2:
        return told
    moved: list[Event] = []
    if steps:
        cost = sum(event.cost for event in steps)
        moved.append(CharacterStepped(steps[0].who, steps[0].start, steps[-1].at, cost))
    rest = [event for event in told if not isinstance(event, CharacterStepped | CharacterTurned)]
    first = [event for event in rest if event.kind == "CharacterActivated"]
    return [*first, *moved, *turns[-1:], *(event for event in rest if event not in first)]


def _continues(session: Session[Any], n: int) -> bool:
    """Whether step `n` belongs to the same movement as the one before it, or nothing came of that one but going on;
    and nothing is written beside either.
    """
    before, step = session.steps[n - 1], session.steps[n]
    if _has_aside(before) or _has_aside(step) or before.mark != step.mark:
        return False
    if _kind(before) in GOING_ON and not session.events_of(n - 1):
        return True
    if _kind(step) not in ("step", "turn"):
        return False
    if _kind(before) == "activate":
        return before.group == step.group
    return _kind(before) in ("step", "turn") and len(loud(session.events_of(n - 1))) == 1


def _kind(step: Step) -> str:
    return step.intent.option.partition(":")[0] if isinstance(step.intent, Chosen) else ""


def _has_aside(step: Step) -> bool:
    return bool(step.note or step.bookmark or step.revised or step.rule)


def _whose_phase(state: State) -> BandId:
    return NO_BAND if state.stage in BEFORE else state.phase


PHASES = Phases(_whose_phase, lambda event: event.band if isinstance(event, PhaseBegan) else None)
STYLE = LogStyle(_continues, _told, frozenset({PHASE}))


STEP_MS, FIGHT_MS = 560, 2600
"""How long a step is shown, and how long a fight once its dice lie."""


class Replay(QObject):
    """Shows the steps one after the other; whatever is done at the table ends it."""

    changed = Signal()
    """It began or ended."""

    def __init__(self, game: AsagiriController) -> None:
        super().__init__(game)
        self._game = game
        self._end = -1
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)
        game.changed.connect(self._noticed)
        game.pace.changed.connect(self._wait)

    @property
    def enemy(self) -> BandId:
        """The band of the automatic player, else the one that is not to act."""
        bots = [n for n, seat in by_band(SEATS) if seat in self._game.bots]
        return bots[0] if len(bots) == 1 else ENEMY_OF[self._game.state.phase]

    def phase(self) -> tuple[int, int] | None:
        """The enemy's last phase in the log: its first step, and the one after its last; None: it had none yet."""
        session, enemy = self._game.session, self.enemy
        end = session.present
        for n in range(end - 1, -1, -1):
            began = next((event for event in session.events_of(n) if isinstance(event, PhaseBegan)), None)
            if began is not None and began.band == enemy:
                return (n + 1, end) if end > n + 1 else None
            if began is not None:
                end = n
        return None

    @property
    def there(self) -> bool:
        """Whether there is anything to show, or it is being shown."""
        return self.playing or (self._game.live and not self._game.pace.falling and self.phase() is not None)

    @property
    def playing(self) -> bool:
        return self._end >= 0

    def toggle(self) -> None:
        """Show it from its beginning, or stop."""
        found = self.phase() if self._game.live and not self.playing else None
        if self.playing:
            self.stop()
        elif found is not None:
            first, self._end = found
            self.changed.emit()
            self._game.look(first)
            self._timer.start(STEP_MS)

    def stop(self) -> None:
        """Back to the present."""
        if self.playing:
            self._end = -1
            self._timer.stop()
            self._game.look(None)
            self.changed.emit()

    def _go_on(self) -> None:
        session = self._game.session
        if session.cursor >= self._end:
            self.stop()
            return
        self._game.look(session.cursor + 1)
        self._wait()

    def _wait(self) -> None:
        """Until the next step; nothing is waited for while dice fall: their coming to rest is told."""
        if not self.playing or self._game.pace.falling:
            self._timer.stop()
            return
        session = self._game.session
        at = session.cursor - 1
        told = bool(loud(session.events_of(at)))
        fought = bool(session.steps[at].result.faces) and bool(session.state_at(at).frames)
        self._timer.start(FIGHT_MS if fought else STEP_MS if told else 0)

    def _noticed(self, change: Change) -> None:
        """The present is back, or something was done: it is over."""
        if self.playing and (change.cause != "look" or not self._game.session.looking):
            if self._game.session.cursor == self._end and change.cause == "look":
                return  # its last step is the present
            self._end = -1
            self._timer.stop()
            self.changed.emit()


LINES = 2


def lately(game: AsagiriController) -> tuple[str, BandId]:
    """What happened last, in a sentence or a few, and whose band did it (-1: nobody's)."""
    session, outcome = game.session, outcome_of(game)
    if outcome is not None:
        told = words.aftermath(game, outcome)
        if not isinstance(outcome.rolled, WillpowerTested | StatTested):  # a test says by itself how it ended
            told.insert(0, words.headline(game, outcome))
        return " · ".join(told), _band(outcome.before, outcome.rolled)
    for n in range(session.cursor - 1, -1, -1):
        state, events = session.state_at(n + 1), session.events_of(n)
        told_ones = loud(events)
        if told_ones:
            last = told_ones[-1]
            if isinstance(last, CharacterStepped):
                told_ones = [*told_ones[:-1], _whole_way(game, n, last)]
            told = [game.say(session.system.tell(state, event)) for event in told_ones]
            return " · ".join(told), _band(state, last)
    return "", NO_BAND


def _whole_way(game: AsagiriController, n: int, last: CharacterStepped) -> CharacterStepped:
    """Steps one after the other are one way."""
    session, start, cost = game.session, last.start, last.cost
    for at in range(n - 1, -1, -1):
        before = loud(session.events_of(at))
        if len(before) != 1 or not isinstance(before[0], CharacterStepped) or before[0].who != last.who:
            break
        start, cost = before[0].start, cost + before[0].cost
    return msgspec.structs.replace(last, start=start, cost=cost)


def _band(state: State, event: Event) -> BandId:
    for name in ("attacker", "who"):
        who = getattr(event, name, -1)
        if isinstance(who, int) and who >= 0:
            return state.band_of(FigureId(who))
    return getattr(event, "band", NO_BAND)


class _Lines(InkWidget):
    """A stone of the band that did it, and two lines of words; what does not fit is in the tip."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words, self._band = "", NO_BAND
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def tell(self, words: str, band: BandId) -> None:
        if (words, band) != (self._words, self._band):
            self._words, self._band = words, band
            self.setToolTip(words)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(260), round(QFontMetricsF(fonts.font("small")).height() * LINES) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(90), self.sizeHint().height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        if not self._words:
            return
        font = fonts.font("small")
        side = fonts.px(14)
        left = side + fonts.px(7) if self._band >= 0 else 0
        metrics = QFontMetricsF(font)
        lines = fonts.wrapped(self._words, metrics, self.width() - left, LINES)
        high = metrics.height()
        y = (self.height() - high * len(lines)) / 2
        if self._band >= 0:
            paint_stone(pen, QRectF(1, y + (high - side) / 2, side, side), self._band, theme)
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        for n, line in enumerate(lines):
            box = QRectF(left, y + n * high, self.width() - left, high)
            pen.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)


class LastEvent(QWidget):
    """The plate: what happened last, and a button that shows the enemy's last phase again."""

    def __init__(self, game: AsagiriController, replay: Replay, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game, self._replay = game, replay
        self.lines = _Lines(self)
        self.again = InkButton("", "quiet", self, sign="rotate", deed="table.replay", key_in_tip=True, by_tab=True)
        self.again.clicked.connect(replay.toggle)
        hbox((self.lines, 1), self.again, on=self, spacing=2)
        for signal in (game.changed, game.settings_changed, game.pace.changed, replay.changed):
            signal.connect(self.refresh)
        self.refresh()

    @property
    def words(self) -> str:
        """What is written there."""
        return self.lines.toolTip()

    def refresh(self, *_: object) -> None:
        game = self._game
        self.again.setVisible(self._replay.there)
        self.again.set_sign("pause" if self._replay.playing else "rotate")
        title = say("Stop") if self._replay.playing else say("Replay the enemy's last phase")
        says(self.again, name=title, tip=title)
        if not game.pace.falling:
            self.lines.tell(*lately(game))
            self.lines.setAccessibleName(game.say(say("Last event: {what}", what=self.words)))
