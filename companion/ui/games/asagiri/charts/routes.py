"""The ways to the charts and back: of the game on the table, of a stored one, of a campaign, of all games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.asagiri.campaign.state import SEATS
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import Shell
from companion.ui.play.storage import StorageError

if TYPE_CHECKING:
    from companion.model.games.asagiri.statistics.many_games import Many
    from companion.ui.games.asagiri.table.game_table import AsagiriTable
    from companion.ui.play.storage import Kept, StatisticsStorage

    from .chart import Chart, Point
    from .screen import ChartsScreen, Subject

TO_GAME = say("Click: the charts of this game")
SLICE = 0.03
"""Seconds at a time in which games are worked out while the window goes on."""


class ChartRoutes(QObject):
    """Makes the screen when it is first wanted; it lies over the screen that asked for it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.screen: ChartsScreen | None = None
        self._stack: list[tuple[QWidget | None, Callable[[], None]]] = []
        """The screens and subjects on the way here, the first one first."""
        self._to_step: Callable[[int], None] | None = None
        self._lacking: list[int] = []
        self._all = 0
        self._work = QTimer(self, interval=15)
        self._work.timeout.connect(self._work_out)

    def show_host(self, host: AsagiriTable) -> None:
        self._show_game(host.game.session, host.opened.title, host.called, self._show_step)

    def show_stored(self, id: int) -> None:
        """A stored game; a point of it opens the game at its timeline."""
        from companion.ui.games.asagiri.table.game_table import seat_names

        try:
            opened = self._shell.storage.watch(id)
        except StorageError as wrong:
            self._shell.tell(wrong.why)
            return
        except InvalidInput as wrong:
            self._shell.tell(say("This game can only be played in part: {why}", why=wrong.why))
            return

        def to_step(step: int) -> None:
            self._shell.open_from_library(id)
            self._show_step(step)

        self._show_game(opened.session, opened.title, partial(seat_names, opened), to_step)

    def _show_step(self, step: int) -> None:
        table = self._shell.table
        if table is not None:
            self._shell.show_over(table.screen)
            table.show_step(step)

    def _show_game(
        self, session: Session[Any], title: str, names: Callable[[], tuple[str, str]], to_step: Callable[[int], None]
    ) -> None:
        """A game as it stands; `names`: of A and B. `to_step` shows a place of its timeline."""
        from companion.model.games.asagiri.statistics import game_statistics

        from .of_game import game_charts
        from .screen import Subject

        found = game_statistics(session)

        def told(point: Point) -> str:
            return tr(session.describe_step(point.step - 1)) if point.step > 0 else ""

        def lead() -> str:
            counts = {"turn": found.turns, "steps": found.steps}
            if not found.finished:
                return tr(say("Turn {turn}, steps so far: {steps}.", **counts))
            if found.winner is None:
                return tr(say("No winner; turns: {turn}, steps: {steps}.", **counts))
            return tr(say("{name} won in turn {turn}, after {steps} steps.", name=names()[found.winner], **counts))

        hint = say("Click: show it in the timeline")
        subject = Subject(lambda: title, lead, lambda: game_charts(found, names(), tr), told, hint)
        self._come(lambda: self._present(subject, to_step=to_step))

    def show_all(self) -> None:
        """All games that have ended; those that nobody has counted yet are worked out meanwhile."""
        from .of_many import many_charts
        from .screen import Subject

        storage = self._shell.storage
        try:
            self._many, lacking = _many(storage.figures), list(storage.figures.lacking())
        except StorageError as wrong:
            self._shell.tell(wrong.why)
            return
        subject = Subject(
            lambda: tr(say("All games")),
            lambda: tr(say("Finished games: {games}.", games=self._many.games)),
            lambda: many_charts(self._many, storage.content, tr),
            hint=TO_GAME,
        )
        self._come(lambda: self._present(subject))
        self._lacking, self._all = lacking, len(lacking)
        if lacking:
            self._tell()
            self._work.start()

    def show_kept(self, kept: Kept) -> None:
        """A campaign as the branch shown has it, and the games it has played."""
        from companion.model.games.asagiri.campaign.chronicle import campaign_statistics

        from .of_many import campaign_charts, many_charts
        from .screen import Subject

        found = campaign_statistics(kept.chronicle.state)
        try:
            played = _many(self._shell.storage.figures, kept.id)
        except StorageError as wrong:
            self._shell.tell(wrong.why)
            return

        def charts() -> tuple[Chart, ...]:
            a, b = (tr(say("Roster {seat}", seat=seat)) for seat in SEATS)
            made = campaign_charts(found, (a, b), tr)
            return made + many_charts(played, kept.content, tr) if played.games else made

        lead = say("Finished chapters: {n}.", n=len(found.chapters))
        subject = Subject(lambda: kept.title, lambda: tr(lead), charts, hint=TO_GAME)
        self._come(lambda: self._present(subject))

    def _come(self, present: Callable[[], None]) -> None:
        """Show a subject; from the charts themselves one goes further, and back step by step."""
        before = self._shell.front
        if before is not self.screen or self.screen is None:
            self._stack = []
        self._stack.append((before, present))
        self.close()
        present()

    def _present(self, subject: Subject, to_step: Callable[[int], None] | None = None) -> None:
        self._to_step = to_step
        if self.screen is None:
            from .screen import ChartsScreen

            self.screen = ChartsScreen()
            self.screen.left.connect(self.leave)
            self.screen.step_wanted.connect(self._step)
            self.screen.game_wanted.connect(self.show_stored)
        self.screen.show_subject(subject)
        self._shell.show_over(self.screen)

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
            self._shell.return_to(before)

    def close(self) -> None:
        """Nothing is worked out any more."""
        self._work.stop()
        self._lacking, self._all = [], 0
        self._tell()

    def _work_out(self) -> None:
        """A few of the games whose statistics are not known yet; after the last, everything is drawn anew."""
        until, storage = monotonic() + SLICE, self._shell.storage.figures
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
            self._many = _many(storage)
        except StorageError:
            return  # what is drawn stays as it was
        self.screen.refresh_subject()

    def _tell(self) -> None:
        if self.screen is not None:
            self.screen.tell_progress(self._all - len(self._lacking), self._all)


def _many(storage: StatisticsStorage, campaign: int | None = None) -> Many:
    """All games of Asagiri that have ended, or those of a campaign, summed up."""
    from companion.model.games.asagiri.statistics.many_games import many, row

    found = (row(*one) for one in storage.summed("asagiri", campaign))
    return many(one for one in found if one is not None)
