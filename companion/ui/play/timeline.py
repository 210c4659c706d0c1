"""The timeline: a quiet bar under the board through which the whole game can be looked at, step by step or playing.

Nothing is done to the game by looking: the board shows the step, and the present comes back when the bar is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from companion.model.core.record import MOST_NOTE, Step
from companion.model.core.session import Session
from companion.model.core.timeline import LOG
from companion.model.core.words import Message, say
from companion.ui.kit.art.figures import SHAPES, stone_ink
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says
from companion.ui.kit.widget import InkWidget, Label

from .game_controller import GameController

SPEEDS = (1, 2, 4)
"""How fast it plays: steps at the pace of the board's motion, or as many times as fast."""
PACE_MS = 900
_EDGE = 12.0
_BUTTONS: tuple[tuple[str, str, str, Message], ...] = (
    ("first", "undo", "", say("Go to the beginning")),
    ("back", "step-back", "timeline.back", say("Step back")),
    ("play", "play", "timeline.play", say("Play")),
    ("forward", "step-forward", "timeline.forward", say("Step forward")),
    ("speed", "", "", say("Speed")),
    ("bookmark", "flag", "timeline.bookmark", say("Bookmark")),
    ("note", "pen", "timeline.note", say("Note")),
    ("change", "edit", "table.change", say("Change this step")),
    ("close", "close", "table.timeline", say("Back to the present")),
)
"""Name, sign, the action whose key is told, words; the line lies after the fifth."""


class TimelineSection(NamedTuple):
    """A stretch of the game, up to the next one."""

    place: int
    """How many steps come before it."""
    name: str
    side: int
    """Whose it is, by the seat's place at the table; it has the colour of that side's stones."""


def turn_sections(session: Session[Any]) -> list[TimelineSection]:
    """The turns of a game whose state counts them (`turn`)."""
    found, turn = list[TimelineSection](), 0
    for place in range(session.present + 1):
        now: int = session.state_at(place).turn
        if now > turn:
            turn = now
            found.append(TimelineSection(place, str(turn), turn))
    return found


class Track(InkWidget):
    """The line itself: sections, steps against a rule, notes and bookmarks, and where we are."""

    picked = Signal(int)
    """A place of the log was pointed at."""

    def __init__(
        self, game: GameController[Any], sections: Callable[[Session[Any]], list[TimelineSection]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._game, self._find = game, sections
        self._sections: list[TimelineSection] = []
        self._known: Sequence[Step] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(200, fonts.px(46))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, fonts.px(46))

    def tell(self) -> None:
        """Show the log as it is now."""
        session = self._game.session
        steps = session.steps[: session.present]
        if steps != self._known:
            self._known, self._sections = steps, self._find(session)
        self.update()

    def place_at(self, x: float) -> int:
        """The place of the log under a point."""
        count = len(self._known)
        return max(0, min(count, round((x - _EDGE) / max(1.0, self.width() - 2 * _EDGE) * count)))

    def x_of(self, place: int) -> float:
        """Where a place of the log lies."""
        return _EDGE + (self.width() - 2 * _EDGE) * place / max(1, len(self._known))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        line = self.height() - fonts.px(14)
        self._paint_sections(pen, theme, line)
        pen.setPen(theme.color("ink"))
        pen.drawLine(QPointF(_EDGE, line), QPointF(self.width() - _EDGE, line))
        self._paint_steps(pen, theme, line)
        x, size = self.x_of(self._game.session.cursor), fonts.px(7)
        foot = line + size + 2
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion"))
        pen.drawPolygon(QPolygonF([QPointF(x, line - 2), QPointF(x - size, foot), QPointF(x + size, foot)]))
        pen.drawRect(QRectF(x - 1, fonts.px(14), 2, line - fonts.px(14)))

    def _paint_sections(self, pen: QPainter, theme: Theme, line: float) -> None:
        pen.setFont(fonts.font("small"))
        metrics = QFontMetricsF(fonts.font("small"))
        free = 0.0
        for n, (place, name, side) in enumerate(self._sections):
            left = self.x_of(place)
            right = self.x_of(self._sections[n + 1].place) if n + 1 < len(self._sections) else self.width() - _EDGE
            if side % 2:
                pen.fillRect(QRectF(left, fonts.px(16), right - left, line - fonts.px(16)), theme.color("ink", 0.08))
            pen.setPen(theme.color("ink"))
            pen.setBrush(stone_ink(side % len(SHAPES), theme))
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
            pen.setPen(Qt.PenStyle.NoPen)
            if step.bookmark:
                top = line - fonts.px(20)
                pen.setBrush(theme.color("vermilion"))
                flag = [QPointF(x, top), QPointF(x + fonts.px(9), top + fonts.px(4)), QPointF(x, top + fonts.px(8))]
                pen.drawPolygon(QPolygonF(flag))
                pen.fillRect(QRectF(x - 0.75, top, 1.5, line - top), theme.color("vermilion"))
            if step.note:
                pen.setBrush(theme.color("ink"))
                pen.drawEllipse(QPointF(x, line - fonts.px(6)), fonts.px(3), fonts.px(3))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.picked.emit(self.place_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.picked.emit(place)
        elif place:
            session = self._game.session
            words = self._game.say(session.describe_step(place - 1, self._game.viewer))
            note = session.steps[place - 1].note
            self.setToolTip(f"{words}\n{note}" if note else words)


class TimelineBar(QWidget):
    """The line, its buttons, and the words of the step shown. `closed` when the present is wanted again."""

    closed = Signal()
    written = Signal()
    """A note is done with: the keys are free."""
    change_wanted = Signal(int)
    """The step with this index shall be put right."""

    def __init__(
        self,
        game: GameController[Any],
        sections: Callable[[Session[Any]], list[TimelineSection]] = lambda session: [],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._game = game
        says(self, name=say("Timeline"))
        self.track = Track(game, sections, self)
        self.track.picked.connect(self.show_place)
        self.words = Label(self, font="small", role="ink", wrap=False)
        self.note = says(QLineEdit(self), name=say("Note on this step"), hint=say("Note on this step"))
        self.note.setMaxLength(MOST_NOTE)
        self.note.hide()
        self.note.editingFinished.connect(self._noted)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._play_on)
        self._speed, self._told = 0, -2
        self.buttons: dict[str, InkButton] = {}
        doings: dict[str, Callable[[], object]] = {
            "first": lambda: self.show_place(0),
            "back": self.back,
            "play": self.toggle_playing,
            "forward": self.forward,
            "speed": self._faster,
            "bookmark": self.toggle_bookmark,
            "note": self.edit_note,
            "change": self._change,
            "close": self.close_bar,
        }
        for name, sign, deed, words in _BUTTONS:
            button = InkButton("", "quiet", self, sign=sign, deed=deed, key_in_tip=True, tip=words, name=words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, do=doings[name]: do())
            self.buttons[name] = button
        buttons = tuple(self.buttons.values())
        row = hbox(*buttons[:5], (self.track, 1), *buttons[5:], spacing=2)
        vbox(row, hbox((self.words, 1), (self.note, 1)), on=self, spacing=0)
        game.noted.connect(game.keep_current(self, self.rewrite, LOG))
        self.hide()

    # looking

    @property
    def playing(self) -> bool:
        """Whether the game is being played through."""
        return self._timer.isActive()

    def open(self, step: int | None = None) -> None:
        """Show the bar, at a place of the log or where the game stands."""
        self.setVisible(True)
        if step is not None:
            self.show_place(step)
        self.rewrite()

    def close_bar(self) -> None:
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

    def _step(self, by: int) -> None:
        self._timer.stop()
        self.show_place(self._game.session.cursor + by)
        self.rewrite()

    def back(self) -> None:
        """The step before."""
        self._step(-1)

    def forward(self) -> None:
        """The next step."""
        self._step(1)

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

    # what is written beside a step

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

    # showing

    def rewrite(self, *_: object) -> None:
        """Show where we are."""
        session = self._game.session
        if self.isHidden():
            self._timer.stop()
            return
        if session.cursor - 1 != self._told:
            self._finish_note()
        self.track.tell()
        play = say("Stop") if self.playing else say("Play")
        says(self.buttons["play"], name=play, tip=play).set_sign("pause" if self.playing else "play")
        self.buttons["speed"].setText(f"{SPEEDS[self._speed]}×")
        self.buttons["speed"].setAccessibleName(self._game.say(say("Speed")))
        self.buttons["back"].setEnabled(session.cursor > 0)
        self.buttons["forward"].setEnabled(session.cursor < session.present)
        for name in ("bookmark", "note", "change"):
            self.buttons[name].setEnabled(self.step >= 0)
        self.words.setText(self._where())

    def _where(self) -> str:
        game, session = self._game, self._game.session
        if not session.cursor:
            return game.say(say("Start"))
        step = session.steps[session.cursor - 1]
        told = [say("Step {number} of {all}", number=session.cursor, all=session.present)]
        told.append(session.describe_step(session.cursor - 1, game.viewer))
        told += [say("Breaks rule {rule}", rule=step.rule)] if step.rule else []
        told += [say("corrected later")] if step.revised else []
        return " · ".join([*map(game.say, told), *([f"“{step.note}”"] if step.note else [])])

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y():
            self._step(-1 if event.angleDelta().y() > 0 else 1)
        event.accept()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.note.hasFocus():
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.note.isHidden():
            self.close_bar()
        else:
            self._told = -2
            self._finish_note()
            self.rewrite()
