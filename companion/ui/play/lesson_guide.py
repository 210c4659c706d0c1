"""A lesson on the table: sees to it that it goes on, is shown, pointed at and remembered.

It acts on the `LessonSession` that the table plays; neither the table nor its game knows that there is a lesson.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from companion.model.content.lesson import LookGoal, Move
from companion.model.content.lesson_session import LessonSession
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.theme import motion

from .game_controller import GameController
from .game_ui import GameTable
from .pointing import Rings

SHOWN_MS = 700
"""Between two moves that are shown."""
Keep = Callable[[int, tuple[Move, ...]], object]
"""Takes the step, and what has been done in it; the step after the last one: finished."""


class LessonGuide(QObject):
    """See the module. `changed`: step, mistake or what can be done are others now."""

    changed = Signal()
    finished = Signal()

    def __init__(self, table: GameTable, session: LessonSession[Any], keep: Keep) -> None:
        super().__init__(table)
        self.table, self.session = table, session
        self._keep = keep
        self._last = -1
        self.showing = False
        """The rest of this step is being shown."""
        self.rings = Rings(table.screen, table.spots)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._show_move)
        session.moved_on.append(self._moved)
        table.game.changed.connect(self._follow)
        for button in table.screen.findChildren(InkButton):
            if button.deed:
                button.clicked.connect(lambda _=False, id=button.deed: self.session.looked(id))
        for action in table.screen.actions():
            if isinstance(action, keys.KeyedAction):
                action.triggered.connect(lambda _=False, id=action.id: self.session.looked(id))
        self._moved()

    @property
    def over(self) -> bool:
        return self.session.now is None

    @property
    def may_show(self) -> bool:
        """Whether the step can be shown."""
        step = self.session.now
        return step is not None and (bool(step.moves) or isinstance(step.until, LookGoal))

    def read_on(self) -> None:
        self.session.read_on()

    def show(self) -> None:
        """Do the rest of the step, one move after the other, so that it can be followed."""
        step = self.session.now
        if step is None or self.showing:
            return
        if isinstance(step.until, LookGoal):
            self._look(step.until.at)
            return
        self.showing = True
        self._show_move()

    def _look(self, id: str) -> None:
        for action in self.table.screen.actions():
            if isinstance(action, keys.KeyedAction) and action.id == id:
                action.trigger()
                return
        self.session.looked(id)  # a table that has no such thing keeps nobody from going on

    def _show_move(self) -> None:
        session, step = self.session, self.session.step
        if not self.showing:
            return
        game = self.table.game
        waits = isinstance(game, GameController) and game.automatic and session.ahead is not None
        if not waits:  # what others do comes by itself
            session.show()
        if session.step != step or session.now is None or not session.now.moves:
            self.showing = False
            self.changed.emit()
            return
        self._timer.start(0 if motion.speed() == "at_once" else SHOWN_MS)

    def again(self) -> None:
        """The step from its beginning."""
        self._stop()
        self.session.again()

    def back(self) -> None:
        """The step before."""
        self._stop()
        self.session.go_to(self.session.step - 1)

    def skip(self) -> None:
        """The next step, as if this one had been done."""
        self._stop()
        self.session.go_to(self.session.step + 1)

    def restart(self) -> None:
        self._stop()
        self.session.go_to(0)

    def _stop(self) -> None:
        self.showing = False
        self._timer.stop()
        if self.session.looking:
            self.table.game.look(None)

    def _moved(self) -> None:
        session = self.session
        if session.step != self._last:
            self._last = session.step
            self.showing = False
            self._keep(session.step, ())
            step = session.now
            self.rings.point(() if step is None else step.point)
            game = self.table.game
            if isinstance(game, GameController) and game.waits:
                game.resume()
            if step is None:
                self.finished.emit()
        self.changed.emit()

    def _follow(self, _: object) -> None:
        QTimer.singleShot(0, self.rings, self.rings.follow)

    def leave(self) -> None:
        """The table is put away: what was done in this step is remembered."""
        self._stop()
        if self.session.now is not None:
            made = self.session.made
            self._keep(self.session.step, made)
