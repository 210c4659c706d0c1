"""The sheets of a window (preferences, keys, about), made when they are first wanted, one open at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, qVersion
from PySide6.QtWidgets import QWidget

from companion import __version__
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import LEFT, Gap, Part, vbox
from companion.ui.kit.panels import Rule
from companion.ui.kit.settings_service import SettingsService
from companion.ui.kit.side_sheet import SideSheet
from companion.ui.kit.theme.assets import resource_root
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage_location import StorageLocation

from .keys_page import KeysOverview, Look
from .preferences import Preferences

CREDITS: tuple[tuple[Message, Message], ...] = (
    (
        say("The game"),
        say("Okko and Era of the Asagiri belong to their authors and publishers. This is an unofficial companion: "
            "it contains none of their pictures or texts, and it does not replace the box."),
    ),
    (say("Pictures"), say("Icons, figures, tiles and the landscape are drawn for this program.")),
    (say("Shippori Mincho"), say("Font of titles and numerals. SIL Open Font License 1.1.")),
    (say("Inter"), say("Font of the text. SIL Open Font License 1.1.")),
    (say("Qt for Python"), say("User interface. GNU Lesser General Public License 3.")),
    (say("msgspec, SQLModel, SQLAlchemy, Alembic, platformdirs"), say("Data and storage. BSD and MIT licences.")),
)  # fmt: skip
LICENCES = ("OFL-ShipporiMincho.txt", "OFL-Inter.txt")


class AboutSheet(QWidget):
    """What this is, whose things are in it, and under which licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        version = Label(self, role="ink", font="name")
        version.setText(f"Okko Companion {__version__}")
        lead = Label(self, text=say("For the table, the screen, or both. Qt {version}.", version=qVersion()))
        credits: list[Part] = []
        for name, words in CREDITS:
            credits += Gap(8), Label(self, role="ink", font="strong", text=name), Label(self, text=words)
        self.unfold = InkButton(say("Font licences"), "quiet", self, sign="chevron-down", clicked=self._unfold)
        self._licence = Label(self, font="small")
        self._licence.hide()
        vbox(
            version,
            lead,
            Rule(self, weight=2.2),
            *credits,
            Gap(10),
            (self.unfold, LEFT),
            self._licence,
            1,
            on=self,
            spacing=3,
            margins=(0, 0, 6, 0),
        )

    def _unfold(self) -> None:
        if not self._licence.text():
            texts = [(resource_root() / "fonts" / name).read_text("utf-8") for name in LICENCES]
            self._licence.setText("\n\n".join(texts))
        self._licence.setVisible(not self._licence.isVisible())
        self.unfold.set_sign("chevron-up" if self._licence.isVisible() else "chevron-down")


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
            return SideSheet(say("About"), "道", AboutSheet(), self._page, wide=480)
        raise KeyError(name)
