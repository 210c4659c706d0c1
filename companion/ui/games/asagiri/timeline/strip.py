"""The timeline: a quiet strip under the board through which the whole game can be looked at, step by step or playing.

Nothing is done to the game by looking: the board shows the step, and the present comes back when the strip is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.journal import LOG
from companion.model.core.record import MOST_NOTE, Step
from companion.model.core.words import say
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BEFORE
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.art.stones import stone_ink
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget

SPEEDS = (1, 2, 4)
"""How fast it plays: steps at the pace of the board's motion, or as many times as fast."""
PACE_MS = 900
_EDGE = 12.0
_BUTTONS = {
    "first": ("undo", ""),
    "back": ("step-back", "timeline.back"),
    "play": ("play", "timeline.play"),
    "forward": ("step-forward", "timeline.forward"),
    "speed": ("", ""),
    "bookmark": ("flag", "timeline.bookmark"),
    "note": ("pen", "timeline.note"),
    "change": ("edit", "table.change"),
    "close": ("close", "table.timeline"),
}
"""The sign of each button and the action whose key it tells."""


class Track(InkWidget):
    """The line itself: turns and phases, steps against a rule, notes and bookmarks, and where we are."""

    picked = Signal(int)
    """A place of the log was pointed at."""

    def __init__(self, game: Game, parent: QWidget) -> None:
        """Empty until `tell`."""
        super().__init__(parent)
        self._game = game
        self._phases: list[tuple[int, str, int]] = []
        self._known: tuple[Step, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """A line with words above it."""
        return QSize(200, fonts.px(46))

    def minimumSizeHint(self) -> QSize:
        """Narrow screens have it, too."""
        return QSize(120, fonts.px(46))

    def tell(self) -> None:
        """Show the log as it is now."""
        session = self._game.session
        steps = session.steps[: session.present]
        if steps != self._known:
            self._known = steps
            self._phases = self._mark_phases()
        self.update()

    def _mark_phases(self) -> list[tuple[int, str, int]]:
        """Where each phase begins, what it is called, whose it is."""
        session = self._game.session
        found: list[tuple[int, str, int]] = []
        before: tuple[int, int] | None = None
        for place in range(len(self._known) + 1):
            state: State = session.state_at(place)
            if state.stage in BEFORE:
                continue
            if (state.turn, state.phase) != before:
                before = (state.turn, state.phase)
                found.append((place, f"{state.turn}{SEATS[state.phase]}", state.phase))
        return found

    def place_at(self, x: float) -> int:
        """The place of the log under a point."""
        count = len(self._known)
        return max(0, min(count, round((x - _EDGE) / max(1.0, self.width() - 2 * _EDGE) * count)))

    def x_of(self, place: int) -> float:
        """Where a place of the log lies."""
        return _EDGE + (self.width() - 2 * _EDGE) * place / max(1, len(self._known))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Phases in the colour of their band, steps as ticks, the present place as a prow."""
        theme = palette.current()
        with ink.painting(self) as pen:
            line = self.height() - fonts.px(14)
            self._paint_phases(pen, theme, line)
            pen.setPen(theme.color("ink"))
            pen.drawLine(QPointF(_EDGE, line), QPointF(self.width() - _EDGE, line))
            self._paint_steps(pen, theme, line)
            x = self.x_of(self._game.session.cursor)
            size = fonts.px(7)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPolygon(
                QPolygonF(
                    [QPointF(x, line - 2), QPointF(x - size, line + size + 2), QPointF(x + size, line + size + 2)]
                )
            )
            pen.drawRect(QRectF(x - 1, fonts.px(14), 2, line - fonts.px(14)))

    def _paint_phases(self, pen: QPainter, theme: Theme, line: float) -> None:
        pen.setFont(fonts.font("small"))
        metrics = QFontMetricsF(fonts.font("small"))
        free = 0.0
        for n, (place, name, band) in enumerate(self._phases):
            left = self.x_of(place)
            right = self.x_of(self._phases[n + 1][0]) if n + 1 < len(self._phases) else self.width() - _EDGE
            if band:
                pen.fillRect(QRectF(left, fonts.px(16), right - left, line - fonts.px(16)), theme.color("ink", 0.08))
            pen.setPen(theme.color("ink"))
            pen.setBrush(stone_ink(band, theme))
            pen.drawRect(QRectF(left, line - fonts.px(4), right - left, fonts.px(4)))
            pen.setPen(theme.color("hairline"))
            pen.drawLine(QPointF(left, fonts.px(16)), QPointF(left, line))
            if left >= free and left + metrics.horizontalAdvance(name) < self.width():
                pen.setPen(theme.color("faded"))
                pen.drawText(QPointF(left + 2, fonts.px(13)), name)
                free = left + metrics.horizontalAdvance(name) + fonts.px(10)

    def _paint_steps(self, pen: QPainter, theme: Theme, line: float) -> None:
        for n, step in enumerate(self._known):
            x = self.x_of(n + 1)
            if step.mark == "overridden":
                pen.fillRect(QRectF(x - 1, line - fonts.px(9), 2, fonts.px(9)), theme.color("vermilion"))
            elif step.revised:
                pen.fillRect(QRectF(x - 1, line - fonts.px(7), 2, fonts.px(7)), theme.color("ink"))
            if step.bookmark:
                top = line - fonts.px(20)
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("vermilion"))
                flag = [QPointF(x, top), QPointF(x + fonts.px(9), top + fonts.px(4)), QPointF(x, top + fonts.px(8))]
                pen.drawPolygon(QPolygonF(flag))
                pen.fillRect(QRectF(x - 0.75, top, 1.5, line - top), theme.color("vermilion"))
            if step.note:
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("ink"))
                pen.drawEllipse(QPointF(x, line - fonts.px(6)), fonts.px(3), fonts.px(3))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self.picked.emit(self.place_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scrub while the button is held; else say what is under the pointer."""
        place = self.place_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.picked.emit(place)
        elif place:
            session = self._game.session
            step = session.steps[place - 1]
            words = self._game.say(session.describe_step(place - 1))
            self.setToolTip(f"{words}\n{step.note}" if step.note else words)


class TimelineStrip(QWidget):
    """The line, its buttons, and the words of the step shown. `closed` when the present is wanted again."""

    closed = Signal()
    written = Signal()
    """A note is done with: the keys are free."""
    change_wanted = Signal(int)
    """The step with this index shall be put right."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Hidden until `open`."""
        super().__init__(parent)
        self._game = game
        self.track = Track(game, self)
        self.words = Label(self, font="small", role="ink", wrap=False)
        self.note = QLineEdit(self)
        self.note.setMaxLength(MOST_NOTE)
        self.note.hide()
        self.note.editingFinished.connect(self._noted)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._play_on)
        self._speed = 0
        self._told = -2
        self.buttons: dict[str, InkButton] = {}
        row = QHBoxLayout()
        row.setSpacing(2)
        for name in ("first", "back", "play", "forward", "speed"):
            row.addWidget(self._button(name))
        row.addWidget(self.track, 1)
        for name in ("bookmark", "note", "change", "close"):
            row.addWidget(self._button(name))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        below = QHBoxLayout()
        below.addWidget(self.words, 1)
        below.addWidget(self.note, 1)
        column.addLayout(row)
        column.addLayout(below)
        self.track.picked.connect(self.show_place)
        game.noted.connect(game.keep_current(self, self.rewrite, LOG))
        self.hide()

    def _button(self, name: str) -> InkButton:
        sign, deed = _BUTTONS[name]
        button = InkButton("", "quiet", self, sign=sign, deed=deed, key_in_tip=True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._press, name))
        self.buttons[name] = button
        return button

    def _press(self, name: str, _checked: bool = False) -> None:
        doings: dict[str, Callable[[], object]] = {
            "first": lambda: self.show_place(0),
            "back": self.back,
            "play": self.toggle_playing,
            "forward": self.forward,
            "speed": self._faster,
            "bookmark": self.toggle_bookmark,
            "note": self.edit_note,
            "change": self._change,
            "close": self.close_strip,
        }
        doings[name]()

    # looking -------------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether the game is being played through."""
        return self._timer.isActive()

    def open(self, step: int | None = None) -> None:
        """Show the strip, at a place of the log or where the game stands."""
        self.setVisible(True)
        if step is not None:
            self.show_place(step)
        self.rewrite()

    def close_strip(self) -> None:
        """Back to the present."""
        self._timer.stop()
        self._finish_note()
        self.hide()
        if self._game.stand_in is None:
            self._game.look(None)
        self.closed.emit()

    def show_place(self, place: int) -> None:
        """Have the board show the game after `place` steps."""
        if self._game.stand_in is None:
            self._game.look(max(0, min(place, self._game.session.present)))

    def back(self) -> None:
        """The step before."""
        self._timer.stop()
        self.show_place(self._game.session.cursor - 1)
        self.rewrite()

    def forward(self) -> None:
        """The next step."""
        self._timer.stop()
        self.show_place(self._game.session.cursor + 1)
        self.rewrite()

    def toggle_playing(self) -> None:
        """Play from here (from the beginning, when at the end), or stop."""
        session = self._game.session
        if self.playing:
            self._timer.stop()
        elif session.present and self._game.stand_in is None:
            if session.cursor == session.present:
                self.show_place(0)
            self._timer.start(PACE_MS // SPEEDS[self._speed])
        self.rewrite()

    def _play_on(self) -> None:
        session = self._game.session
        self.show_place(session.cursor + 1)
        if session.cursor >= session.present:
            self._timer.stop()
            self.rewrite()

    def _faster(self) -> None:
        self._speed = (self._speed + 1) % len(SPEEDS)
        if self.playing:
            self._timer.start(PACE_MS // SPEEDS[self._speed])
        self.rewrite()

    # what is written beside a step ---------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """The index of the step that led to what is shown; -1 at the beginning."""
        return self._game.session.cursor - 1

    def toggle_bookmark(self) -> None:
        """Mark the step shown, or not."""
        if self.step >= 0:
            known = self._game.session.steps[self.step]
            self._game.annotate(self.step, note=known.note, bookmark=not known.bookmark)

    def edit_note(self) -> None:
        """Write beside the step shown."""
        if self.step >= 0:
            self._timer.stop()
            self.note.setText(self._game.session.steps[self.step].note or "")
            self._told = self.step
            self.note.show()
            self.words.hide()
            self.note.setFocus()

    def _noted(self) -> None:
        if not self.note.isHidden() and 0 <= self._told < len(self._game.session.steps):
            known, text = self._game.session.steps[self._told], self.note.text().strip()
            self._finish_note()
            if text != (known.note or ""):
                self._game.annotate(self._told, note=text or None, bookmark=known.bookmark)

    def _finish_note(self) -> None:
        writing = self.note.hasFocus()
        self.note.hide()
        self.words.show()
        if writing:
            self.written.emit()

    def _change(self) -> None:
        if self.step >= 0:
            self._timer.stop()
            self.change_wanted.emit(self.step)

    # showing -------------------------------------------------------------------------------------------------------

    def rewrite(self, *_: object) -> None:
        """Show where we are."""
        game, session = self._game, self._game.session
        if self.isHidden():
            self._timer.stop()
            return
        if session.cursor - 1 != self._told:
            self._finish_note()
        self.track.tell()
        names = {
            "first": say("Go to the beginning"),
            "back": say("Step back"),
            "play": say("Stop") if self.playing else say("Play"),
            "forward": say("Step forward"),
            "speed": say("Speed"),
            "bookmark": say("Bookmark"),
            "note": say("Note"),
            "change": say("Change this step"),
            "close": say("Back to the present"),
        }
        for name, button in self.buttons.items():
            button.setAccessibleName(game.say(names[name]))
            button.setToolTip(game.say(names[name]))
        self.buttons["play"].set_sign("pause" if self.playing else "play")
        self.buttons["speed"].setText(f"{SPEEDS[self._speed]}×")
        self.buttons["back"].setEnabled(session.cursor > 0)
        self.buttons["forward"].setEnabled(session.cursor < session.present)
        for name in ("bookmark", "note", "change"):
            self.buttons[name].setEnabled(self.step >= 0)
        self.words.setText(self._where())
        self.setAccessibleName(game.say(say("Timeline")))
        self.note.setAccessibleName(game.say(say("Note on this step")))
        self.note.setPlaceholderText(game.say(say("Note on this step")))

    def _where(self) -> str:
        game, session = self._game, self._game.session
        if not session.cursor:
            return game.say(say("Start"))
        step = session.steps[session.cursor - 1]
        number = game.say(say("Step {number} of {all}", number=session.cursor, all=session.present))
        parts = [number, game.say(session.describe_step(session.cursor - 1))]
        if step.rule:
            parts.append(game.say(say("Breaks rule {rule}", rule=step.rule)))
        if step.revised:
            parts.append(game.say(say("corrected later")))
        if step.note:
            parts.append(f"“{step.note}”")
        return " · ".join(parts)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch is a step."""
        if event.angleDelta().y():
            self.back() if event.angleDelta().y() > 0 else self.forward()
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Letters of a note are no shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.note.hasFocus():
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves a note as it was, or the strip."""
        if event.key() == Qt.Key.Key_Escape:
            if self.note.isHidden():
                self.close_strip()
            else:
                self._told = -2
                self._finish_note()
                self.rewrite()
        else:
            super().keyPressEvent(event)
