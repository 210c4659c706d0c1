"""Which figures are meant, and where a click on them leads; belongs to the navigator.

There are those of the game on the table, of a stored one, of a campaign, and of all games.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.games.asagiri.campaign.state import SEATS
from companion.ui.games.asagiri.charts.way import FiguresWay
from companion.ui.kit.translator import tr
from companion.ui.play.storage import StorageError

if TYPE_CHECKING:
    from companion.ui.play.storage import Kept
    from companion.ui.shell.navigator import Navigator


class FiguresWays(FiguresWay):
    """See the module."""

    def __init__(self, navigator: Navigator) -> None:
        """Nothing is made yet."""
        super().__init__(navigator.stage.show_screen, navigator.return_to, navigator)
        self._navigator = navigator

    def show(self, before: QWidget | None = None) -> None:
        """What the screen `before` is about: the game on the table, a campaign; else all games."""
        host, campaigns = self._navigator.host, self._navigator.campaigns
        if host is not None and before is host.screen:
            self.show_game(host.game.session, host.opened.entry.name, host.called, before, self.show_step)
        elif campaigns is not None and campaigns.kept is not None and before is campaigns.screen:
            self.show_kept(campaigns.kept, before)
        elif before is None or before is not self.screen:
            self.show_all(before)

    def show_all(self, before: QWidget | None = None) -> None:
        """All games that have ended."""
        storage = self._navigator.storage
        try:
            self.show_many(storage.figures, storage.content, before, self.show_stored)
        except StorageError as wrong:
            self._navigator.stage.tell(wrong.why)

    def show_kept(self, kept: Kept, before: QWidget | None) -> None:
        """A campaign as the branch shown has it, and the games it has played."""
        from companion.model.games.asagiri.campaign.statistics import campaign_figures

        found = campaign_figures(kept.chronicle.state)

        def names() -> tuple[str, str]:
            a, b = (tr(say("Roster {seat}", seat=seat)) for seat in SEATS)
            return a, b

        games = partial(self._navigator.storage.figures.many, kept.id)
        try:
            self.show_campaign(
                found, lambda: kept.title, names, before, games=games, content=kept.content, to_game=self.show_stored
            )
        except StorageError as wrong:
            self._navigator.stage.tell(wrong.why)

    def show_stored(self, id: int) -> None:
        """A stored game; a point of it opens the game at its timeline."""
        from companion.ui.games.asagiri.table.host import seat_names

        navigator = self._navigator
        try:
            opened = navigator.storage.watch(id)
        except StorageError as wrong:
            navigator.stage.tell(wrong.why)
            return
        except InvalidInput as wrong:
            navigator.stage.tell(say("This game can only be played in part: {why}", why=wrong.why))
            return

        def to_step(step: int) -> None:
            navigator.open_from_library(id)
            self.show_step(step)

        before = self.screen if self.screen is not None and self.screen.isVisible() else navigator.library
        names = partial(seat_names, opened)
        self.show_game(opened.session, opened.entry.name, names, before, to_step)

    def show_step(self, step: int) -> None:
        """To the table, with its timeline at a place."""
        host = self._navigator.host
        if host is not None:
            self._navigator.stage.show_screen(host.screen)
            host.screen.end.hide()
            host.screen.show_timeline(step)
