"""Which figures are meant, and where a click on them leads; belongs to the hall.

There are those of the game on the table, of a stored one, of a campaign, and of all games.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from companion.model.campaign.state import SEATS
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.ui.games.asagiri.charts.way import FiguresWay
from companion.ui.play.storage import ShelfError

if TYPE_CHECKING:
    from companion.ui.play.campaign_storage import Kept
    from companion.ui.shell.navigator import Hall


class FiguresWays(FiguresWay):
    """See the module."""

    def __init__(self, hall: Hall) -> None:
        """Nothing is made yet."""
        super().__init__(hall.tongue, hall.stage.show_screen, hall.return_to, hall)
        self._hall = hall

    def show(self, before: QWidget | None = None) -> None:
        """What the screen `before` is about: the game on the table, a campaign; else all games."""
        host, campaigns = self._hall.host, self._hall.campaigns
        if host is not None and before is host.screen:
            self.show_game(host.game.session, host.opened.entry.name, host.called, before, self.show_step)
        elif campaigns is not None and campaigns.kept is not None and before is campaigns.screen:
            self.show_kept(campaigns.kept, before)
        elif before is None or before is not self.screen:
            self.show_all(before)

    def show_all(self, before: QWidget | None = None) -> None:
        """All games that have ended."""
        shelf = self._hall.shelf
        try:
            self.show_many(shelf.figures, shelf.content, before, self.show_stored)
        except ShelfError as wrong:
            self._hall.stage.tell(wrong.why)

    def show_kept(self, kept: Kept, before: QWidget | None) -> None:
        """A campaign as the branch shown has it, and the games it has played."""
        from companion.model.campaign.figures import campaign_figures

        found, tongue = campaign_figures(kept.chronicle.state), self._hall.tongue

        def names() -> tuple[str, str]:
            a, b = (tongue(say("Roster {seat}", seat=seat)) for seat in SEATS)
            return a, b

        games = partial(self._hall.shelf.figures.many, kept.id)
        try:
            self.show_campaign(
                found, lambda: kept.title, names, before, games=games, content=kept.content, to_game=self.show_stored
            )
        except ShelfError as wrong:
            self._hall.stage.tell(wrong.why)

    def show_stored(self, id: int) -> None:
        """A stored game; a point of it opens the game at its timeline."""
        from companion.ui.games.asagiri.table.host import seat_names

        hall = self._hall
        try:
            opened = hall.shelf.watch(id)
        except ShelfError as wrong:
            hall.stage.tell(wrong.why)
            return
        except InvalidInput as wrong:
            hall.stage.tell(say("This game can only be played in part: {why}", why=wrong.why))
            return

        def to_step(step: int) -> None:
            hall.open_from_library(id)
            self.show_step(step)

        before = self.screen if self.screen is not None and self.screen.isVisible() else hall.library
        names = partial(seat_names, opened, hall.tongue)
        self.show_game(opened.session, opened.entry.name, names, before, to_step)

    def show_step(self, step: int) -> None:
        """To the table, with its timeline at a place."""
        host = self._hall.host
        if host is not None:
            self._hall.stage.show_screen(host.screen)
            host.screen.end.hide()
            host.screen.show_timeline(step)
