"""The way to the help from anywhere in the window, and back: the screen in front stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from companion.model.core.words import Message
from companion.ui.kit.explain import TermLoader, explainer
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameUI, Shell

if TYPE_CHECKING:
    from companion.model.help.library import HelpLibrary, Place
    from companion.model.help.page import Link
    from companion.ui.shell.help.screen import HelpScreen


class HelpDesk(QObject):
    """Opens the help where a person asks: by F1, by a term, by the id of a rule."""

    def __init__(self, shell: Shell, games: Mapping[str, GameUI], game: str, warn: Callable[[Message], object]) -> None:
        """`shell` is its parent as well; `game` was looked at last. `warn` says that pages cannot be read."""
        assert isinstance(shell, QObject)
        super().__init__(shell)
        self._shell, self._games = shell, games
        self.screen: HelpScreen | None = None
        self._before: QWidget | None = None
        self._held: QWidget | None = None
        """What had the keys there."""
        self._terms = TermLoader(self)
        explainer.use(lambda: pages(games.values()))
        explainer.speak_of(game)
        explainer.wanted.connect(self.explain)
        explainer.failed.connect(warn)

    def speak_of(self, game: str) -> None:
        """Have a game's words hold from now on."""
        explainer.speak_of(game)
        self._terms.start()

    def show(self, page: str = "") -> None:
        """Open it at a page, else at the one that fits; where it is in front and no page is wanted, leave it."""
        if self.screen is not None and self._shell.front is self.screen and not page:
            self.screen.leave()
            return
        from .screen import page_for, place_of

        library = explainer.library
        found = page or page_for(self._shell.front)
        place = place_of(library, found, explainer.section) if library is not None else None
        if library is not None and place is not None:
            self._read(library, place)

    def explain(self, link: Link) -> None:
        """Open it where a term or a rule is explained."""
        library = explainer.library
        place = library.explains(link, tr.language, explainer.section) if library is not None else None
        if library is not None and place is not None:
            self._read(library, place)

    def _read(self, library: HelpLibrary, place: Place) -> None:
        if self.screen is None:
            from .screen import HelpScreen

            titles = {id: game.title for id, game in self._games.items()}
            self.screen = HelpScreen(library, titles, lambda id: self._games[id].diagram if id in self._games else None)
            self.screen.left.connect(self._leave)
            self.screen.keys_.clicked.connect(self._shell.show_keys)
        if self._shell.front is self.screen:
            self.screen.go(place)
            return
        self._before, self._held = self._shell.front, QApplication.focusWidget()
        self.screen.open_at(place)
        self._shell.show_over(self.screen)

    def _leave(self) -> None:
        """Back to the screen before, and to what had the keys on it."""
        self._shell.return_to(self._before)
        if self._held is not None and isValid(self._held) and self._held.isVisible():
            self._held.setFocus(Qt.FocusReason.PopupFocusReason)


def pages(games: Iterable[GameUI]) -> HelpLibrary:
    """The help pages, the program's own and those that other packages bring; raises Failure."""
    from companion.model.help.library import HelpLibrary
    from companion.resources import resources_dir

    return HelpLibrary([resources_dir() / "help", *(game.help for game in games if game.help is not None)])
