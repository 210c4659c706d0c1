"""The ways to the charts of any game and back: of the game on the table, of a stored one, of all games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import part
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.summaries import Summarises
from companion.model.core.words import Message, say
from companion.model.games import SYSTEMS
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import Shell
from companion.ui.play.storage import StorageError

if TYPE_CHECKING:
    from companion.ui.kit.charts.chart import Chart, Point
    from companion.ui.kit.charts.screen import ChartsScreen, Subject
    from companion.ui.play.storage import Opened

TO_GAME = say("Click: the charts of this game")
TO_STEP = say("Click: show it in the timeline")
SLICE = 0.03
"""Seconds at a time in which games are worked out while the window goes on."""
Names: TypeAlias = Callable[[], Sequence[str]]
"""What the players are called, by seat, in the language of the window."""


class Told(NamedTuple):
    """Charts, and one sentence that sums them up; made anew when the language changes."""

    lead: Callable[[], str]
    charts: Callable[[], tuple[Chart, ...]]


class ChartRoutes(QObject):
    """Makes the screen when it is first wanted; it lies over the screen that asked for it.

    A game says what is drawn.
    """

    title: Message
    """Of the charts of all games."""
    system: str
    """The id of the game."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell
        self.screen: ChartsScreen | None = None
        self._stack: list[tuple[QWidget | None, Callable[[], None]]] = []
        """The screens and subjects on the way here, the first one first."""
        self._to_step: Callable[[int], None] | None = None
        self._summed: Any = None
        self._lacking: list[int] = []
        self._all = 0
        self._work = QTimer(self, interval=15)
        self._work.timeout.connect(self._work_out)

    # what a game says ------------------------------------------------------------------------------------------------

    @abstractmethod
    def of_game(self, session: Session[Any], names: Names) -> Told:
        """The charts of a game as it stands."""

    @abstractmethod
    def names(self, opened: Opened) -> Names:
        """The players of a stored game."""

    @abstractmethod
    def of_all(self, summed: Any) -> tuple[Chart, ...]:
        """The charts of what the game has summed its games up to."""

    # ways ------------------------------------------------------------------------------------------------------------

    def show_game(self, session: Session[Any], title: str, names: Names) -> None:
        """The game on the table; a point of a chart shows its place in the timeline."""
        self._show_game(session, title, names, self._show_step)

    def show_stored(self, id: int) -> None:
        """A stored game; a point of it opens the game at its timeline."""
        try:
            opened = self.shell.storage.watch(id)
        except StorageError as wrong:
            self.shell.tell(wrong.why)
            return
        except InvalidInput as wrong:
            self.shell.tell(say("This game can only be played in part: {why}", why=wrong.why))
            return

        def to_step(step: int) -> None:
            self.shell.open_from_library(id)
            self._show_step(step)

        self._show_game(opened.session, opened.title, self.names(opened), to_step)

    def _show_step(self, step: int) -> None:
        table = self.shell.table
        if table is not None:
            self.shell.show_over(table.screen)
            table.show_step(step)

    def _show_game(self, session: Session[Any], title: str, names: Names, to_step: Callable[[int], None]) -> None:
        from companion.ui.kit.charts.screen import Subject

        told = self.of_game(session, names)

        def about(point: Point) -> str:
            return tr(session.describe_step(point.step - 1)) if point.step > 0 else ""

        subject = Subject(lambda: title, told.lead, told.charts, about, TO_STEP)
        self.come(lambda: self.present(subject, to_step=to_step))

    def show_all(self) -> None:
        """All games that have ended; those that nobody has counted yet are worked out meanwhile."""
        from companion.ui.kit.charts.screen import Subject

        try:
            self._summed, lacking = self.summed(), list(self.shell.storage.figures.lacking())
        except StorageError as wrong:
            self.shell.tell(wrong.why)
            return
        subject = Subject(
            lambda: tr(self.title),
            lambda: tr(say("Finished games: {games}.", games=self._summed.games)),
            lambda: self.of_all(self._summed),
            hint=TO_GAME,
            remedy=(say("New game…"), lambda: self.shell.screens(self.system).new_game()),
        )
        self.come(lambda: self.present(subject))
        self._lacking, self._all = lacking, len(lacking)
        if lacking:
            self._tell()
            self._work.start()

    def summed(self, campaign: int | None = None) -> Any:
        """What storage knows of all games, or of those of a campaign; raises StorageError."""
        found = part(SYSTEMS[self.system], Summarises)
        assert found is not None
        return found.summaries.sum_up(self.shell.storage.figures.summed(self.system, campaign))

    def come(self, present: Callable[[], None]) -> None:
        """Show a subject; from the charts themselves one goes further, and back step by step."""
        before = self.shell.front
        if before is not self.screen or self.screen is None:
            self._stack = []
        self._stack.append((before, present))
        self.close()
        present()

    def present(self, subject: Subject, to_step: Callable[[int], None] | None = None) -> None:
        """Bring the screen to the front with a subject."""
        self._to_step = to_step
        if self.screen is None:
            from companion.ui.kit.charts.screen import ChartsScreen

            self.screen = ChartsScreen()
            self.screen.left.connect(self.leave)
            self.screen.step_wanted.connect(self._step)
            self.screen.game_wanted.connect(self.show_stored)
        self.screen.show_subject(subject)
        self.shell.show_over(self.screen)

    def _step(self, step: int) -> None:
        if self._to_step is not None:
            self._to_step(step)

    def leave(self) -> None:
        """Back to where the charts were asked for."""
        self.close()
        before, _ = self._stack.pop() if self._stack else (None, None)
        if before is self.screen and self._stack:
            self._stack[-1][1]()
        else:
            self._stack = []
            self.shell.return_to(before)

    def close(self) -> None:
        """Nothing is worked out any more."""
        self._work.stop()
        self._lacking, self._all = [], 0
        self._tell()

    def _work_out(self) -> None:
        """A few of the games whose statistics are not known yet; after the last, everything is drawn anew."""
        until, storage = monotonic() + SLICE, self.shell.storage.figures
        while self._lacking and monotonic() < until:
            try:
                storage.work_out(self._lacking.pop(0))
            except InvalidInput:
                continue  # it cannot be played any more; the library says so where it is opened
            except StorageError:
                self._lacking.clear()
        self._tell()
        if self._lacking or self.screen is None:
            return
        self._work.stop()
        try:
            self._summed = self.summed()
        except StorageError:
            return  # what is drawn stays as it was
        self.screen.refresh_subject()

    def _tell(self) -> None:
        if self.screen is not None:
            self.screen.tell_progress(self._all - len(self._lacking), self._all)
