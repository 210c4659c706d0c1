"""The sheets of a window (settings, keys, about …), made when they are first wanted, one open at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from companion.model.core.words import Message, say
from companion.ui.kit.accessibility import go_round
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.theme import fonts, motion
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage_location import FAULTS, StorageLocation
from companion.ui.shell.about import AboutSheet, NewsSheet
from companion.ui.shell.keys_page import KeysOverview, Look
from companion.ui.shell.problem_page import ProblemSheet
from companion.ui.shell.settings_book import SettingsBook

if TYPE_CHECKING:
    from pathlib import Path

    from companion.model.core.problem_report import ReportFile
    from companion.ui.play.phones import Phones


class SideSheet(PaperPanel):
    """Title, content, a way to close. Not modal: the screen behind can be used."""

    accessible_role = QAccessible.Role.Dialog

    closed = Signal()

    def __init__(self, title: Message, kanji: str, content: QWidget, parent: QWidget, *, wide: int = 420) -> None:
        """`content` is shown below the title and scrolls when there is no room."""
        super().__init__(parent, margin=26, seed=31)
        self._title, self._wide = title, wide
        self.content = content
        self._heading = Heading("", self, level=2, kanji=kanji)
        self._close = InkButton("", "quiet", self, sign="close", name=say("Close"), tip=say("Close"))
        self._close.clicked.connect(self.close_sheet)
        inner = content if getattr(content, "scrolls", False) else ScrollColumn(content, self)
        vbox(hbox((self._heading, 1), self._close), (inner, 1), on=self, spacing=10)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.finished.connect(self._slid)
        self._leaving = False
        self._back: QWidget | None = None
        """Who had the keys before."""
        self.hide()
        parent.installEventFilter(self)
        self.retranslate()

    def retranslate(self) -> None:
        self._heading.setText(tr(self._title))
        self.setAccessibleName(tr(self._title))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self._slide.stop()
            self.setGeometry(self._place())
        return super().eventFilter(watched, event)

    def _place(self) -> QRect:
        parent = self.parentWidget()
        assert parent is not None
        wide = min(fonts.px(self._wide), parent.width())
        return QRect(parent.width() - wide + self.SHADOW, 0, wide, parent.height())

    def refresh(self) -> None:
        super().refresh()
        if self.isVisible():
            self.setGeometry(self._place())

    def open_sheet(self) -> None:
        place = self._place()
        self._leaving = False
        self._slide.stop()
        if not self.isVisible():
            self._back = self.window().focusWidget()
            self.setGeometry(place.translated(place.width(), 0))
        self.show()
        self.raise_()
        self._move_to(place.topLeft())
        self._close.setFocus()
        self.focusNextChild()

    def close_sheet(self) -> None:
        if not self.isVisible() or self._leaving:
            return
        self._leaving = True
        back = self._back
        if back is not None and isValid(back) and back.isVisible():
            back.setFocus(Qt.FocusReason.PopupFocusReason)
        self._move_to(self._place().translated(self._place().width(), 0).topLeft())
        self.closed.emit()

    def toggle(self) -> None:
        if self.isVisible() and not self._leaving:
            self.close_sheet()
        else:
            self.open_sheet()

    def _move_to(self, target: QPoint) -> None:
        if motion.reduced():
            self.move(target)
            self._slid()
            return
        self._slide.stop()
        self._slide.setDuration(motion.NORMAL)
        self._slide.setStartValue(self.pos())
        self._slide.setEndValue(target)
        self._slide.start()

    def _slid(self) -> None:
        if self._leaving:
            self.hide()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return go_round(self, forward=forward) or super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Space
            and not event.modifiers()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_sheet()
            return
        super().keyPressEvent(event)


NAMES = ("settings", "keys", "about", "news", "problem", "phones")


class Sheets(QObject):
    """`toggle` opens or closes one by its name."""

    print_keys = Signal()
    """The keys are to be printed."""

    def __init__(
        self,
        page: QWidget,
        keeper: SettingsService,
        keys: Callable[[], Look],
        storage_location: StorageLocation | None = None,
        tell: Callable[..., object] | None = None,
        games: Sequence[GameUI] = (),
        phones: Callable[[], Phones | None] = lambda: None,
        said: Callable[[], Sequence[str]] = lambda: (),
        game: Callable[[], ReportFile | None] = lambda: None,
    ) -> None:
        """Sheets slide over `page`; `keys` says which keys hold now, `tell` says something in passing.

        `phones`: those of the table in front; `said`: what stands on the screen in words; `game`: the game on the
        table, for a report of a problem.
        """
        super().__init__(page)
        self._phones, self._said, self._game, self._games = phones, said, game, games
        self.faults: list[Path] = []
        """What went wrong since the start, as it was written down."""
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
        if isinstance(content, ProblemSheet) and not sheet.isVisible():
            content.gather()
        if name == "phones":
            content.show_phones(self._phones())  # type: ignore[attr-defined]
        sheet.toggle()

    def close_all(self) -> bool:
        """Slide out whatever is in; whether there was anything."""
        shown = [sheet for sheet in self.made.values() if sheet.isVisible()]
        for sheet in shown:
            sheet.close_sheet()
        return bool(shown)

    def _all_faults(self) -> list[Path]:
        """Where faults are written down: those of this run, and older ones in the data folder."""
        older = self._storage_location.folder / FAULTS if self._storage_location is not None else None
        return [*self.faults, *(older.glob("report-*.txt") if older is not None else ())]

    def _make(self, name: str) -> SideSheet:
        if name == "settings":
            book = SettingsBook(self._keeper, None, self._storage_location, self._games, self._tell)
            book.wanted.connect(self.toggle)
            if self._tell is not None:
                book.told.connect(self._tell)
            return SideSheet(say("Settings"), "心", book, self._page, wide=860)
        if name == "keys":
            content = KeysOverview(self._keeper, self._keys, self._commands, self._said)
            content.print_wanted.connect(self.print_keys)
            return SideSheet(say("Keys"), "手", content, self._page)
        if name == "about":
            about = AboutSheet()
            about.wanted.connect(self.toggle)
            return SideSheet(say("About"), "道", about, self._page, wide=520)
        if name == "news":
            return SideSheet(say("What's new"), "朝", NewsSheet(), self._page, wide=520)
        if name == "problem":
            problem = ProblemSheet(self._keeper, self._all_faults, self._game)
            if self._tell is not None:
                problem.told.connect(self._tell)
            return SideSheet(say("Report a problem"), "印", problem, self._page, wide=520)
        if name == "phones":
            from companion.ui.play.phones_page import PhonesPage

            return SideSheet(say("Hands on phones"), "手", PhonesPage(), self._page, wide=480)
        raise KeyError(name)
