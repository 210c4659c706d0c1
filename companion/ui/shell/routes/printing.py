"""The way to the press from every screen, with what that screen is about, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from companion.ui.games.asagiri.print.order import AnyOrder, CampaignOrder, GameOrder, of_band
from companion.ui.games.asagiri.print.screen import PrintScreen
from companion.ui.games.asagiri.print.subjects import Subject

if TYPE_CHECKING:
    from companion.ui.shell.navigator import Navigator


class PrintWay:
    """Belongs to the navigator."""

    def __init__(self, navigator: Navigator) -> None:
        """The screen is made."""
        self._navigator = navigator
        self._before: QWidget | None = None
        self.screen = PrintScreen(navigator.storage)
        self.screen.campaigns = navigator.storage.campaigns
        self.screen.left.connect(self._leave)

    def show(self, before: QWidget | None, subject: Subject | None = None) -> None:
        """What the screen `before` is about, to which the way leads back; on the press itself: print.

        `subject`: what of it is printed.
        """
        if before is self.screen and subject is None:
            self.screen.save_pdf()
            return
        if before is self.screen:
            self.screen.enter(None, subject)
            return
        self._before = before
        self.screen.enter(self._order(before), subject)
        self._navigator.stage.show_screen(self.screen)

    def report(self, id: int | None, before: QWidget | None) -> None:
        """The battle report of game `id` in storage; None: of the one on the table."""
        navigator = self._navigator
        if id is not None:
            self.show(before, "report")
            self.screen.take_game(id)
        elif navigator.host is not None:
            self.show(navigator.host.screen, "report")

    def _order(self, before: QWidget | None) -> AnyOrder | None:
        """What a screen is about: a table its game, bands the one shown, the workshop its pack."""
        host, ways = self._navigator.host, self._navigator.campaigns
        if host is not None and before is host.screen:
            entry = host.opened.entry
            return GameOrder(entry.name, host.game.session, host.names(), host.bands(), entry.changed)
        if ways is not None and ways.kept is not None and before is ways.screen:
            return CampaignOrder(ways.kept.title, ways.kept.chronicle, ways.kept.content)
        navigator = self._navigator
        if navigator.bands is not None and before is navigator.bands:
            roster = navigator.bands.printable()
            return None if roster is None else of_band(roster, roster.name)
        return navigator.workshop.order() if navigator.workshop is not None and before is navigator.workshop else None

    def _leave(self) -> None:
        before, self._before = self._before, None
        self._navigator.return_to(before)
