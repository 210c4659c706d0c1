"""The window: one screen at a time, sheets that slide over it, notes that pass.

It is made to be painted at once with the home screen alone; `equip` brings everything that needs cards or games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QMainWindow, QWidget

from companion.model.core.registry import GameUnavailable, Registry, unusable
from companion.model.core.words import LANGUAGES, Message
from companion.ui.games import GAMES
from companion.ui.kit.layouts import OnePage, vbox
from companion.ui.kit.scroll import ScrollScreen
from companion.ui.kit.settings import LEAST, SettingsService, room_on
from companion.ui.kit.theme import motion, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import StaysInSight, Translated, discard
from companion.ui.play.game_ui import GameUI
from companion.ui.shell.home import HomeScreen

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QMoveEvent, QResizeEvent, QShowEvent

    from companion.ui.kit.panels import Notice
    from companion.ui.play.storage import GameStorage
    from companion.ui.shell.actions import ActionBook
    from companion.ui.shell.keys_page import Look
    from companion.ui.shell.navigator import Navigator
    from companion.ui.shell.side_sheets import Sheets
    from companion.ui.shell.welcome import WelcomeScreen

R = TypeVar("R")

FRAME = (4, 36)
"""What a window manager puts around a window, about; known only once the window is shown."""
TITLE = "Okko Companion"


class MainWindow(Translated, QMainWindow):
    """See the module. `painted` comes once, after the first paint."""

    painted = Signal()

    def __init__(self, keeper: SettingsService, games: Registry[GameUI] = GAMES, *, first_start: bool = False) -> None:
        """`first_start`: before home, ask which language, and whether one is new."""
        super().__init__()
        self._games = games
        self.keeper = keeper
        self.navigator: Navigator | None = None
        self.book: ActionBook | None = None
        self.sheets: Sheets | None = None
        self.notice: Notice | None = None
        self._door: str | None = None
        self._painted = False
        self._fade: CrossFade | None = None
        self.setWindowTitle(TITLE)
        self.setAccessibleName(TITLE)
        self.page = QWidget(self)
        self.stack = OnePage(self.page)
        self.room = ScrollScreen(self.stack, self.page)
        self._column = vbox(self.room, on=self.page, spacing=0)
        self.setCentralWidget(self.page)
        self.setAcceptDrops(True)
        self.home = HomeScreen((games[id] for id in games.own if games[id].offered), self, self.keeper.settings.game)
        self.home.entered.connect(self._enter)
        self.home.painted.connect(self._first_painted)
        self.stack.addWidget(self.home)
        self._welcome: WelcomeScreen | None = None
        self._wants_lessons = False
        if first_start:
            self._ask_first()
        self._room = QTimer(self, singleShot=True, interval=150)
        self._room.timeout.connect(self._grown)
        self._place()
        StaysInSight(self)
        palette.theme_changed.connect(self._repaper)
        self._repaper()

    def _place(self) -> None:
        """Where the window was the last time, else in the middle of the screen."""
        geometry = QByteArray.fromBase64(QByteArray(self.keeper.settings.geometry.encode("ascii", "ignore")))
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            screen = self.screen().availableGeometry()
            times = room_on(screen.size(), self.screen().size())
            width = min(round(LEAST[0] * times), screen.width() - FRAME[0])
            height = min(round(LEAST[1] * times), screen.height() - FRAME[1])
            self.resize(width, height)
            self.move(screen.center().x() - width // 2, max(screen.top(), screen.center().y() - height // 2))
        self._grown()

    def _grown(self) -> None:
        self.keeper.set_room(self.size(), self.screen().size())

    def _first_painted(self) -> None:
        if not self._painted:
            self._painted = True
            self.painted.emit()

    def _ask_first(self) -> None:
        from companion.ui.shell.welcome import WelcomeScreen

        self._welcome = WelcomeScreen(self.keeper)
        self._welcome.painted.connect(self._first_painted)
        self._welcome.chosen.connect(self._welcomed)
        self._welcome.left.connect(lambda: self._welcomed(False))
        self.stack.addWidget(self._welcome)
        self.stack.setCurrentWidget(self._welcome)

    def _welcomed(self, new: bool) -> None:
        """The person has chosen, or would rather look around: to the lessons, or home."""
        welcome, self._welcome = self._welcome, None
        if welcome is None:
            return
        self._wants_lessons = new
        self.show_screen(self.home)
        self.throw_away(welcome)
        self._go_learn()

    def _go_learn(self) -> None:
        """To the lessons, as soon as there are any ways through the window."""
        if self._wants_lessons and self.book is not None and "learn" in self.book.actions:
            self._wants_lessons = False
            self.book["learn"].trigger()

    def _repaper(self) -> None:
        """Behind everything lies the ground of the theme."""
        colours = self.palette()
        colours.setColor(self.backgroundRole(), palette.current().color("ground"))
        self.setPalette(colours)

    # growing up ----------------------------------------------------------------------------------------------------

    def equip(self, storage: GameStorage) -> None:
        """Bring in actions, games and cards; a door that was knocked at in the meantime opens now."""
        from companion.ui.kit.accessibility import spare_space
        from companion.ui.kit.explain import said_on
        from companion.ui.shell.actions import ActionBook, specs
        from companion.ui.shell.navigator import Navigator
        from companion.ui.shell.side_sheets import Sheets

        games = self._found()
        offered = [game for game in games.values() if game.offered]
        self.navigator = Navigator(self, self.home, storage, self.keeper, games, self)
        location = storage.storage_location
        self.sheets = Sheets(
            self.page,
            self.keeper,
            self._look_at_keys,
            location,
            self.tell,
            offered,
            self.navigator.phones,
            lambda: said_on(self.stack.currentWidget()),
            self.navigator.report_game,
        )
        self.sheets.print_keys.connect(self.navigator.print_keys)
        self.home.add_games(offered)
        below = self.home.furnish(storage, games)
        below.opened.connect(self.navigator.open_game)
        below.quick.connect(self.navigator.quick_start)
        below.wanted.connect(lambda name: self.book[name].trigger() if self.book is not None else None)
        self.book = ActionBook(specs(offered), self._doings(self.navigator, self.sheets, offered), self)
        for action in self.book.actions.values():
            self.addAction(action)
        spare_space(self)
        self.book.fill(self.menuBar())
        self.menuBar().hide()
        self.keeper.changed.connect(self._show_state)
        palette.theme_changed.connect(self._show_state)
        self._show_state()
        if self._door is not None:
            self.navigator.enter(self._door)
            self._door = None
        self._go_learn()

    def _found(self) -> dict[str, GameUI]:
        """The games that can be loaded, those that are offered first; the person is told of the others."""
        from companion.ui.kit import keys

        found: dict[str, GameUI] = {}
        for id in self._games:
            try:
                game = self._games[id]
                if game.keys is not None and not all(deed.id in keys.BY_ID for deed in game.keys()[0]):
                    keys.add(*game.keys())
                missing = {action.id for action in game.actions} - keys.BY_ID.keys()
                if missing:
                    raise ValueError(f"actions without words: {sorted(missing)}")
                found[id] = game
            except GameUnavailable as wrong:
                self.warn(wrong.why)
            except Exception as wrong:  # whatever a stranger's package does when it is asked for its keys
                self.warn(unusable(id, wrong).why)
        return dict(sorted(found.items(), key=lambda one: not one[1].offered))

    def retranslate(self) -> None:
        if self.book is not None and self.navigator is not None:
            self.book.retitle()
            if self.navigator.table is not None:
                self.navigator.table.retranslate()
            self._show_state()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.navigator is not None and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if self.navigator is not None and paths:
            event.acceptProposedAction()
            self.navigator.take_files(paths)

    def _enter(self, door: str) -> None:
        if self.navigator is None:
            self._door = door
        else:
            self.navigator.enter(door)

    def _doings(
        self, navigator: Navigator, sheets: Sheets, offered: Sequence[GameUI]
    ) -> dict[str, Callable[[], object]]:
        keeper = self.keeper

        def speak(code: str) -> Callable[[], object]:
            return lambda: keeper.change(language=code)

        def sheet(name: str) -> Callable[[], object]:
            return lambda: sheets.toggle(name)

        return {
            "new": navigator.new_game,
            "quick": navigator.quick_start,
            "continue": navigator.go_on,
            "open": navigator.open_file,
            "export": navigator.export_game,
            "library": navigator.show_library,
            "mine": navigator.show_my_games,
            "learn": navigator.show_learn,
            "home": navigator.go_home,
            "quit": self.close,
            "undo": lambda: self._edit("undo"),
            "redo": lambda: self._edit("redo"),
            "night": keeper.toggle_theme,
            "larger": lambda: keeper.step_text(1),
            "smaller": lambda: keeper.step_text(-1),
            "normal": lambda: keeper.step_text(0),
            "still": lambda: keeper.change(reduced_motion=not keeper.settings.reduced_motion),
            "full": self.toggle_full_screen,
            "menu": self._toggle_menu,
            "help": navigator.show_help,
            "folder": self._open_folder,
            "print_keys": navigator.print_keys,
            **{name: sheet(name) for name in ("settings", "keys", "about", "news", "problem", "phones")},
            **{f"language.{code}": speak(code) for code in LANGUAGES},
            **{action.id: partial(navigator.act, action.id) for game in offered for action in game.actions},
        }

    def _show_state(self) -> None:
        if self.book is None or self.navigator is None:
            return
        book, screen, table = self.book, self.stack.currentWidget(), self.navigator.table
        at_home, at_table = screen is self.home, table is not None and screen is table.screen
        book["quick"].setEnabled(at_home and self.navigator.can_start)
        book["continue"].setEnabled(at_home)
        book["home"].setEnabled(not at_home)
        book["folder"].setEnabled(self.navigator.storage.storage_location is not None)
        book["export"].setEnabled(at_table)
        book["phones"].setEnabled(at_table)
        for id in {action.id for game in self.navigator.games.values() for action in game.actions} & set(book.actions):
            book[id].setEnabled(self.navigator.can_act(id))
        for id in ("undo", "redo"):
            # The table binds these keys itself; a key with two owners would do nothing.
            book.bind(id, not at_table)
            book[id].setEnabled(at_table or hasattr(screen, id))
        book["night"].setChecked(palette.current().dark)
        book["still"].setChecked(self.keeper.settings.reduced_motion)
        book["full"].setChecked(self.isFullScreen())
        book["menu"].setChecked(self.menuBar().isVisible())
        book[f"language.{tr.language}"].setChecked(True)
        book.show_board(table.board_actions() if table is not None and at_table else ())
        name = table.opened.title if table is not None and at_table else ""
        self.setWindowTitle(f"{name} — {TITLE}" if name else TITLE)

    # screens -------------------------------------------------------------------------------------------------------

    def front(self) -> QWidget | None:
        return self.stack.currentWidget()

    def show_screen(self, screen: QWidget) -> None:
        """Bring another screen to the front; the picture of the old one fades over it."""
        if screen is not self.stack.currentWidget():
            if self.sheets is not None:
                self.sheets.close_all()
            before = None if motion.reduced() or not self.isVisible() else self.stack.grab()
            if self.stack.indexOf(screen) < 0:
                self.stack.addWidget(screen)
            self.stack.setCurrentWidget(screen)
            if before is not None:
                self._fade_from(before)
        screen.setFocus()
        self._show_state()

    def _fade_from(self, before: Any) -> None:
        if self._fade is not None:
            self._fade.end()
        self._fade = CrossFade(before, self.stack)
        self._fade.ended.connect(self._faded)

    def _faded(self) -> None:
        self._fade = None

    def throw_away(self, screen: QWidget) -> None:
        self.stack.removeWidget(screen)
        discard(screen)
        self._show_state()

    def tell(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        """Say one sentence in passing; offer at most one thing to do."""
        from companion.ui.kit.panels import Toast

        toast = Toast(self, tr(why), action=tr(action) if action else "", milliseconds=9000)
        if do is not None:
            toast.acted.connect(do)
        toast.popup()

    def warn(self, why: Message) -> None:
        """Say something that stays true: a strip above the screens, until it is put away."""
        from companion.ui.kit.panels import Notice

        if self.notice is None:
            self.notice = Notice(self.page)
            self._column.insertWidget(0, self.notice)
        self.notice.tell(why)

    def waited(self, what: Message, do: Callable[[], R]) -> R:
        """Do something that may take long, beside the screen in front."""
        from companion.ui.kit.screen import waited

        return waited(self.stack.currentWidget() or self, what, do)

    def show_keys(self) -> None:
        """Show the list of keys and commands."""
        if self.sheets is not None:
            self.sheets.toggle("keys")

    def unwarn(self, why: Message) -> None:
        """What was said there is not true any more."""
        if self.notice is not None:
            self.notice.withdraw(why)

    def _look_at_keys(self) -> Look:
        """Whose keys hold on the screen that shows, and what keys do there that cannot be bound."""
        screen = self.stack.currentWidget()
        fixed = getattr(screen, "keys", None)
        return tuple(getattr(screen, "contexts", ())), (fixed() if callable(fixed) else [])

    # the window itself ---------------------------------------------------------------------------------------------

    def toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()
        self._show_state()

    def _toggle_menu(self) -> None:
        self.menuBar().setVisible(not self.menuBar().isVisible())
        self._show_state()

    def _open_folder(self) -> None:
        """Where everything lies, in the system's own window."""
        from companion.ui.shell.backups_page import open_folder

        storage_location = self.navigator.storage.storage_location if self.navigator is not None else None
        why = open_folder(storage_location) if storage_location is not None else None
        if why is not None:
            self.tell(why)

    def _edit(self, what: str) -> None:
        """Undo and redo are the screen's own business, or the game's."""
        table = self.navigator.table if self.navigator is not None else None
        do = getattr(table.game if table is not None else self.stack.currentWidget(), what, None)
        if callable(do):
            do()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._room.start()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._room.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.stack.currentWidget() in (self._welcome, self.home):
            (self._welcome or self.home).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isFullScreen() and self.stack.currentWidget() is self.home:
            self.toggle_full_screen()
            return
        if event.key() == Qt.Key.Key_Escape and self.sheets is not None and self.sheets.close_all():
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._show_state()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.keeper.change(geometry=bytes(self.saveGeometry().toBase64().data()).decode("ascii"))
        if self.navigator is not None:
            self.navigator.close()
        super().closeEvent(event)


class CrossFade(QWidget):
    """The picture of the last screen, fading over the next one; it shows and deletes itself."""

    ended = Signal()

    def __init__(self, picture: QPixmap, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture, self._share = picture, 1.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(parent.rect())
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.setDuration(motion.duration(motion.NORMAL))
        self._animation.valueChanged.connect(self._step)
        self._animation.finished.connect(self.end)
        self.show()
        self.raise_()
        self._animation.start()

    def _step(self, value: float) -> None:
        self._share = value
        self.update()

    def end(self) -> None:
        """Be gone."""
        self._animation.stop()
        self.hide()
        self.ended.emit()
        self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        pen.setOpacity(self._share)
        pen.drawPixmap(0, 0, self._picture)
        pen.end()
