"""The ways to the charts and back: of the game on the table, of a stored one, of a campaign, of all games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.asagiri.campaign.state import SEATS
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import Shell
from companion.ui.play.storage import StorageError

if TYPE_CHECKING:
    from companion.model.games.asagiri.campaign.statistics import CampaignStatistics
    from companion.model.games.asagiri.statistics.many_games import Many
    from companion.ui.games.asagiri.table.host import Host
    from companion.ui.play.storage import Kept, StatisticsStorage

    from .chart import Point
    from .screen import ChartsScreen, Subject

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
        self._to_game: Callable[[int], None] | None = None
        self._lacking: list[int] = []
        self._all = 0
        self._storage: StatisticsStorage | None = None
        self._again: Callable[[], None] | None = None
        self._work = QTimer(self)
        self._work.setInterval(15)
        self._work.timeout.connect(self._work_out)

    # what is shown -------------------------------------------------------------------------------------------------

    def show_host(self, host: Host) -> None:
        """The game on the table."""
        self.show_game(host.game.session, host.opened.entry.name, host.called, self._shell.front, self._show_step)

    def show_all(self) -> None:
        """All games that have ended."""
        storage = self._shell.storage
        try:
            self.show_many(storage.figures, storage.content, self._shell.front, self.show_stored)
        except StorageError as wrong:
            self._shell.tell(wrong.why)

    def show_kept(self, kept: Kept) -> None:
        """A campaign as the branch shown has it, and the games it has played."""
        from companion.model.games.asagiri.campaign.statistics import campaign_statistics

        found = campaign_statistics(kept.chronicle.state)

        def names() -> tuple[str, str]:
            a, b = (tr(say("Roster {seat}", seat=seat)) for seat in SEATS)
            return a, b

        games, before = partial(_many, self._shell.storage.figures, kept.id), self._shell.front
        try:
            self.show_campaign(
                found, lambda: kept.title, names, before, games=games, content=kept.content, to_game=self.show_stored
            )
        except StorageError as wrong:
            self._shell.tell(wrong.why)

    def show_stored(self, id: int) -> None:
        """A stored game; a point of it opens the game at its timeline."""
        from companion.ui.games.asagiri.table.host import seat_names

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

        names = partial(seat_names, opened)
        self.show_game(opened.session, opened.entry.name, names, self._shell.front, to_step)

    def _show_step(self, step: int) -> None:
        """To the table, with its timeline at a place."""
        table = self._shell.table
        if table is not None:
            self._shell.show_over(table.screen)
            table.show_step(step)

    # of one game ---------------------------------------------------------------------------------------------------

    def show_game(
        self,
        session: Session[Any],
        title: str,
        names: Callable[[], tuple[str, str]],
        before: QWidget | None,
        to_step: Callable[[int], None],
    ) -> None:
        """The figures of a game as it stands; `names`: of A and B. `to_step` shows a place of its timeline."""
        from companion.model.games.asagiri.statistics.game_statistics import game_statistics

        from .of_game import game_charts
        from .screen import Subject

        found = game_statistics(session)

        def told(point: Point) -> str:
            return tr(session.describe_step(point.step - 1)) if point.step > 0 else ""

        def lead() -> str:
            if not found.finished:
                return tr(say("Turn {turn}, steps so far: {steps}.", turn=found.turns, steps=found.steps))
            if found.winner is None:
                return tr(say("No winner; turns: {turn}, steps: {steps}.", turn=found.turns, steps=found.steps))
            name = names()[found.winner]
            return tr(say("{name} won in turn {turn}, after {steps} steps.", name=name, turn=found.turns,
                                    steps=found.steps))  # fmt: skip

        subject = Subject(
            lambda: title,
            lead,
            lambda: game_charts(found, names(), tr),
            told,
            say("Click: show it in the timeline"),
        )
        self._come(before, lambda: self._present(subject, to_step=to_step))

    # of many -------------------------------------------------------------------------------------------------------

    def show_many(
        self, storage: StatisticsStorage, content: Content, before: QWidget | None, to_game: Callable[[int], None]
    ) -> None:
        """The figures of all games that have ended; `to_game` leads on to one of them."""
        from .of_many import many_charts
        from .screen import Subject

        found = _many(storage)

        def again() -> None:
            nonlocal found
            found = _many(storage)

        subject = Subject(
            lambda: tr(say("All games")),
            lambda: tr(say("Finished games: {games}.", games=found.games)),
            lambda: many_charts(found, content, tr),
            hint=say("Click: the charts of this game"),
        )
        lacking = list(storage.lacking())
        self._come(before, lambda: self._present(subject, to_game=to_game))
        self._look_through(storage, lacking, again)

    def show_campaign(
        self,
        found: CampaignStatistics,
        title: Callable[[], str],
        names: Callable[[], tuple[str, str]],
        before: QWidget | None,
        *,
        games: Callable[[], Many] | None = None,
        content: Content | None = None,
        to_game: Callable[[int], None] | None = None,
    ) -> None:
        """The figures of a campaign; `names`: of its rosters; `games`: those it has played that are stored."""
        from .of_many import campaign_charts, many_charts
        from .screen import Subject

        played = games() if games is not None else None

        def charts() -> Any:
            made = campaign_charts(found, names(), tr)
            if played is not None and played.games and content is not None:
                made += many_charts(played, content, tr)
            return made

        lead = say("Finished chapters: {n}.", n=len(found.chapters))
        subject = Subject(title, lambda: tr(lead), charts, hint=say("Click: the charts of this game"))
        self._come(before, lambda: self._present(subject, to_game=to_game))

    # coming and going ----------------------------------------------------------------------------------------------

    def _come(self, before: QWidget | None, present: Callable[[], None]) -> None:
        """Show a subject; from the figures themselves one goes further, and back step by step."""
        if before is not self.screen or self.screen is None:
            self._stack = []
        self._stack.append((before, present))
        self._stop()
        present()

    def _present(
        self,
        subject: Subject,
        to_step: Callable[[int], None] | None = None,
        to_game: Callable[[int], None] | None = None,
    ) -> None:
        self._to_step, self._to_game = to_step, to_game
        if self.screen is None:
            from .screen import ChartsScreen

            self.screen = ChartsScreen()
            self.screen.left.connect(self.leave)
            self.screen.step_wanted.connect(self._step)
            self.screen.game_wanted.connect(self._game)
        self.screen.show_subject(subject)
        self._shell.show_over(self.screen)

    def leave(self) -> None:
        """Back to where the figures were asked for."""
        self._stop()
        before, _ = self._stack.pop() if self._stack else (None, None)
        if before is self.screen and self._stack:
            self._stack[-1][1]()
        else:
            self._stack = []
            self._shell.return_to(before)

    def close(self) -> None:
        """Nothing is worked out any more."""
        self._stop()

    def _step(self, step: int) -> None:
        if self._to_step is not None:
            self._to_step(step)

    def _game(self, game: int) -> None:
        if self._to_game is not None:
            self._to_game(game)

    # older games ---------------------------------------------------------------------------------------------------

    def _look_through(self, storage: StatisticsStorage, lacking: list[int], again: Callable[[], None]) -> None:
        """Work out the games whose figures are not known yet, a few at a time, then draw everything anew."""
        self._storage, self._lacking, self._all, self._again = storage, lacking, len(lacking), again
        if lacking:
            self._tell()
            self._work.start()

    def _work_out(self) -> None:
        until = monotonic() + SLICE
        while self._lacking and monotonic() < until and self._storage is not None:
            game = self._lacking.pop(0)
            try:
                self._storage.work_out(game)
            except InvalidInput:
                continue  # it cannot be played any more; the library says so where it is opened
            except StorageError:
                self._lacking.clear()
        self._tell()
        if not self._lacking:
            self._work.stop()
            self._draw_again()

    def _draw_again(self) -> None:
        if self._again is None or self.screen is None:
            return
        try:
            self._again()
        except StorageError:
            return  # what is drawn stays as it was
        self.screen.refresh_subject()

    def _tell(self) -> None:
        if self.screen is not None:
            self.screen.tell_progress(self._all - len(self._lacking), self._all)

    def _stop(self) -> None:
        self._work.stop()
        self._lacking, self._all = [], 0
        if self.screen is not None:
            self.screen.tell_progress(0, 0)


def _many(storage: StatisticsStorage, campaign: int | None = None) -> Many:
    """All games of Asagiri that have ended, or those of a campaign, summed up."""
    from companion.model.games.asagiri.statistics.many_games import many, row

    found = (row(*one) for one in storage.summed("asagiri", campaign))
    return many(one for one in found if one is not None)
