"""The settings: pages to leaf through, a search over all of them, presets, and a way back for each page.

Made of `companion.ui.kit.settings_table` and of what the games declare. Every change counts at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.words import Message, has_words, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import LEFT, Gap, fold, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.settings_table import (
    PAGES,
    PRESETS,
    PRESETS_PAGE,
    SETTINGS,
    STORAGE,
    Elsewhere,
    Preset,
    Setting,
    SettingsPage,
    changes,
    default,
    value,
)
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage_location import StorageLocation
from companion.ui.shell.backups_page import BackupsPage
from companion.ui.shell.setting_row import SettingRow, said

STORAGE_WORDS = say("backup restore copy folder data server postgresql address password saved games")


@dataclass(slots=True)
class Part:
    """A page on the screen. `whole` is shown on it in place of settings, and found by `words`."""

    page: SettingsPage
    head: QWidget
    rows: list[SettingRow]
    reset: InkButton | None
    whole: QWidget | None = None
    words: Message | None = None


class PresetList(Translated, ListView):
    """The presets with what they would change; one whose settings all hold is marked."""

    def __init__(self, keeper: SettingsService, known: Mapping[str, Setting], parent: QWidget) -> None:
        super().__init__(parent, grows=True)
        says(self, name=say("Presets"))
        self._keeper, self._known = keeper, known
        self.retranslate()

    def values(self, preset: Preset) -> dict[str, Any]:
        """What it sets, of the settings there are."""
        return {id: wanted for id, wanted in preset.values.items() if id in self._known}

    def _fact(self, id: str, wanted: Any) -> str:
        one = self._known[id]
        return tr(say("{setting}: {value}", setting=one.title, value=said(one, wanted)))

    def retranslate(self) -> None:
        lines = []
        for preset in PRESETS:
            values = self.values(preset)
            facts = " · ".join(self._fact(id, one) for id, one in values.items())
            holds = all(value(self._keeper.settings, id) == wanted for id, wanted in values.items())
            words = f"{tr(preset.line)}\n{facts}"
            lines.append(Line(preset.id, tr(preset.title), words, sign=preset.sign, chosen=holds))
        self.show_lines(lines)


class SettingsBook(Translated, QWidget):
    """`told` carries a `Message`; `wanted` the id of an action that shows a page elsewhere."""

    scrolls = True
    """It scrolls by itself."""
    told = Signal(object)
    wanted = Signal(str)

    def __init__(
        self,
        keeper: SettingsService,
        parent: QWidget | None = None,
        storage_location: StorageLocation | None = None,
        games: Sequence[GameUI] = (),
        tell: Callable[[Message, Message, Callable[[], object]], object] | None = None,
    ) -> None:
        """Follow `keeper`. `storage_location`: where games are kept, as far as there is anything to choose.

        `tell` says one sentence in passing, with one thing to do.
        """
        super().__init__(parent)
        self._keeper, self._tell = keeper, tell
        self._page, self._shows = PRESETS_PAGE, ""
        self.rows: dict[str, SettingRow] = {}
        self.parts: dict[str, Part] = {}
        self.keeping: BackupsPage | None = None
        self.search = says(QLineEdit(self), name=say("Search the settings"), hint=say("Search the settings"))
        self.search.textChanged.connect(lambda _: self._show_page())
        self.search.installEventFilter(self)
        self.pages = says(ListView(self), name=say("Pages of settings"))
        self.pages.chosen.connect(self.open_page)
        self.nothing = Label(self)
        self._held = QWidget()
        self._column = vbox(on=self._held, spacing=0, margins=(0, 0, 8, 8))
        self._column.addWidget(self.nothing)
        self._fill(games, storage_location)
        self._column.addStretch(1)
        self.area = ScrollColumn(self._held, self, fade="surface")
        self._lay_out()
        keeper.changed.connect(self.show_settings)
        self.show_settings()
        self.retranslate()

    def _lay_out(self) -> None:
        side = vbox(self.search, (self.pages, 1), spacing=10)
        fold((side, 2), (self.area, 5), on=self, spacing=18, most=2_000)

    def _fill(self, games: Sequence[GameUI], storage_location: StorageLocation | None) -> None:
        own = [game.settings() for game in games if game.settings is not None]
        declared = [*SETTINGS, *(setting for _, settings in own for setting in settings)]
        for page in (*PAGES, *(page for page, _ in own)):
            self._add(page, [setting for setting in declared if setting.page == page.id])
        self.presets = PresetList(self._keeper, {one.id: one for one in declared}, self._held)
        self.presets.chosen.connect(self._use)
        self._put(PRESETS_PAGE, self.presets, say("preset occasion profile mode large projector touch"))
        if storage_location is not None:
            self._add(STORAGE, [])
            self.keeping = BackupsPage(self._keeper, storage_location, self._held)
            self.keeping.told.connect(self.told)
            self._put(STORAGE.id, self.keeping, STORAGE_WORDS)

    def _add(self, page: SettingsPage, settings: Sequence[Setting]) -> None:
        head = QWidget(self._held)
        vbox(Heading(page.title, head), Label(head, text=page.line), Gap(6), on=head, spacing=2)
        self._column.addWidget(head)
        rows = [SettingRow(setting, self._held) for setting in settings]
        for row in rows:
            row.changed.connect(lambda id, wanted: self._keeper.change(**changes(self._keeper.settings, {id: wanted})))
            row.wanted.connect(self.wanted)
            self.rows[row.setting.id] = row
            row.setContentsMargins(0, 10, 0, 6)
            self._column.addWidget(row)
        reset = None
        if any(not isinstance(one.control, Elsewhere) for one in settings):
            reset = InkButton(say("Reset this page"), "quiet", self._held, sign="undo")
            reset.clicked.connect(lambda: self._reset(page.id))
            self._column.addWidget(reset, 0, LEFT)
        self.parts[page.id] = Part(page, head, rows, reset)

    def _put(self, page: str, whole: QWidget, words: Message) -> None:
        part = self.parts[page]
        part.whole, part.words = whole, words
        self._column.insertWidget(self._column.indexOf(part.head) + 1, whole)

    # what shows ----------------------------------------------------------------------------------------------------

    def open_page(self, id: str) -> None:
        """Turn to a page; KeyError for one that there is not."""
        self._page = self.parts[id].page.id
        self.search.clear()
        self._show_page()
        self.area.verticalScrollBar().setValue(0)

    def _show_page(self) -> None:
        typed = self.search.text().strip()
        found = 0
        for id, part in self.parts.items():
            rows = [row for row in part.rows if typed and row.setting.fits(typed)]
            whole = part.words is not None and self._is_said(part, typed)
            here = id == self._page if not typed else bool(rows) or whole
            for row in part.rows:
                row.setVisible(here and (not typed or row in rows))
            part.head.setVisible(here)
            if part.whole is not None:
                part.whole.setVisible(here)
            found += here
        self.nothing.setVisible(not found)
        self.nothing.setText(tr(say("No setting is found by “{words}”.", words=typed)))
        self.pages.mark("" if typed else self._page)
        self._show_resets()

    def _is_said(self, part: Part, typed: str) -> bool:
        said = " ".join(tr(words) for words in (part.page.title, part.page.line, part.words) if words)
        return bool(typed) and has_words(said, typed)

    def _show_resets(self) -> None:
        now = self._keeper.settings
        for part in self.parts.values():
            if part.reset is not None:
                ids = self._ids(part)
                changed = any(value(now, id) != default(id) for id in ids)
                part.reset.setVisible(changed and not part.head.isHidden() and not self.search.text().strip())

    @staticmethod
    def _ids(part: Part) -> list[str]:
        return [row.setting.id for row in part.rows if not isinstance(row.setting.control, Elsewhere)]

    def show_settings(self) -> None:
        """Show what holds now."""
        for row in self.rows.values():
            if isinstance(row.setting.control, Elsewhere):
                row.show_value(None)
                continue
            id, kept = row.setting.id, value(self._keeper.settings, row.setting.id)
            row.show_value(tr.language if id == "language" else kept, shipped=kept == default(id))
        self.presets.retranslate()
        self._show_resets()

    def retranslate(self) -> None:
        lines = [Line(id, tr(part.page.title), sign=part.page.sign) for id, part in self.parts.items()]
        self.pages.show_lines(lines)
        self.show_settings()
        self._show_page()

    # changing ------------------------------------------------------------------------------------------------------

    def _use(self, id: str) -> None:
        preset = next(preset for preset in PRESETS if preset.id == id)
        self._set(self.presets.values(preset), say("“{preset}” holds now.", preset=preset.title))

    def _reset(self, page: str) -> None:
        part = self.parts[page]
        self._set({id: default(id) for id in self._ids(part)}, say("“{page}” is reset.", page=part.page.title))

    def _set(self, values: Mapping[str, Any], why: Message) -> None:
        """Change several settings, and offer to undo that."""
        before = self._keeper.settings
        undone = {id: value(before, id) for id in values}
        self._keeper.change(**changes(before, values))
        if self._tell is not None and self._keeper.settings != before:
            keeper = self._keeper
            self._tell(why, say("Undo"), lambda: keeper.change(**changes(keeper.settings, undone)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
                self._held.focusNextChild() if self.search.text().strip() else self.pages.setFocus()
                return True
        return super().eventFilter(watched, event)
