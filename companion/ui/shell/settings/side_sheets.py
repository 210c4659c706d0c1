"""The sheets of a window: preferences, keys, about. Made when they are first wanted, one of them open at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.ui.kit.settings_service import SettingsService
from companion.ui.kit.side_sheet import SideSheet
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage_location import StorageLocation

from .about import About
from .keys_page import KeysOverview, Look
from .preferences import Preferences

NAMES = ("settings", "keys", "about")


class Sheets(QObject):
    """`toggle` opens or closes one by its name."""

    def __init__(
        self,
        page: QWidget,
        keeper: SettingsService,
        keys: Callable[[], Look],
        storage_location: StorageLocation | None = None,
        tell: Callable[[Message], object] | None = None,
        games: Sequence[GameUI] = (),
    ) -> None:
        """Sheets slide over `page`; `keys` says which keys hold now, `tell` says something in passing."""
        super().__init__(page)
        self._commands = [game.commands for game in games if game.commands is not None]
        self._storage_location, self._tell = storage_location, tell
        self._page, self._keeper, self._keys = page, keeper, keys
        self.made: dict[str, SideSheet] = {}

    def toggle(self, name: str) -> None:
        """Slide a sheet in or out; KeyError for a name that is not of `NAMES`."""
        sheet = self.made.get(name)
        if sheet is None:
            sheet = self.made[name] = self._make(name)
        for other, shown in self.made.items():
            if other != name:
                shown.close_sheet()
        content = sheet.content
        if isinstance(content, KeysOverview):
            content.retranslate()
        sheet.toggle()

    def close_all(self) -> bool:
        """Slide out whatever is in; whether there was anything."""
        shown = [sheet for sheet in self.made.values() if sheet.isVisible()]
        for sheet in shown:
            sheet.close_sheet()
        return bool(shown)

    def _make(self, name: str) -> SideSheet:
        if name == "settings":
            preferences = Preferences(self._keeper, storage_location=self._storage_location)
            if self._tell is not None:
                preferences.told.connect(self._tell)
            return SideSheet(say("Preferences"), "心", preferences, self._page)
        if name == "keys":
            content = KeysOverview(self._keeper, self._keys, self._commands)
            return SideSheet(say("Keys"), "手", content, self._page)
        if name == "about":
            return SideSheet(say("About"), "道", About(), self._page, wide=480)
        raise KeyError(name)
