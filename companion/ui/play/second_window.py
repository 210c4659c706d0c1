"""A second window beside the table, for a TV or whoever looks on from elsewhere, on a screen that it remembers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QCloseEvent, QContextMenuEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from companion.model.core.words import Message, say
from companion.ui.kit.layouts import vbox
from companion.ui.kit.translator import tr

from .game_controller import GameController

SHARE = 0.9
"""Of the screen, where the window has to share it: the desktop's own frame fits as well."""


class SecondWindow(QWidget):
    """Shows one widget of a game until it, or the game's table, is closed. `placed` tells where it stood."""

    placed = Signal(str, int)
    """Geometry (as Qt writes it, in base 64) and quarter-turns of what is seen, when it closes."""
    gone = Signal()
    title: ClassVar[Message]

    def __init__(self, game: GameController[Any], shown: Callable[[QWidget], QWidget], place: str = "") -> None:
        """`shown` makes what is seen; `place`: what `placed` told the last time; else on another screen, if any."""
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        game.setParent(self)
        self._onlooker, self.shown = game, shown(self)
        vbox(self.shown, on=self)
        self.setFocusProxy(self.shown)
        game.settings_changed.connect(self.retitle)
        self.retitle()
        self._stand(place)

    def _stand(self, place: str) -> None:
        if place and self.restoreGeometry(QByteArray.fromBase64(place.encode("ascii", "ignore"))):
            return
        here, screens = QGuiApplication.primaryScreen(), QGuiApplication.screens()
        other = next((screen for screen in screens if screen is not here), None)
        room = (other or here).availableGeometry()
        side = min(900, round(room.width() * SHARE), round(room.height() * SHARE))
        self.setGeometry(QRect(room.center() - QPoint(side // 2, side // 2), QSize(side, side)))
        if other is not None:  # all of it, whatever the desktop puts around a window
            self.setWindowState(Qt.WindowState.WindowMaximized)

    @property
    def turn(self) -> int:
        """Quarter-turns of what is seen."""
        return 0

    def retitle(self) -> None:
        """Say the title in the language of the table."""
        self.setWindowTitle(tr(self.title))
        self.setAccessibleName(self.windowTitle())

    def toggle_full(self) -> None:
        """The whole screen, or a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def menu(self) -> QMenu:
        """What is shown, size, close."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        self.fill(menu)
        full = menu.addAction(tr(say("Full screen")) + "\tF11")
        full.setCheckable(True)
        full.setChecked(self.isFullScreen())
        full.triggered.connect(lambda _=False: self.toggle_full())
        menu.addSeparator()
        menu.addAction(tr(say("Close"))).triggered.connect(lambda _=False: self.close())
        return menu

    def fill(self, menu: QMenu) -> None:
        """Put what a game offers at the top of the menu."""

    def choose_in(self, menu: QMenu, words: Sequence[Message], chosen: int, do: Callable[[int], object]) -> None:
        """Offer several in a menu of which one holds."""
        group = QActionGroup(menu)
        for n, one in enumerate(words):
            entry = menu.addAction(tr(one))
            entry.setCheckable(True)
            entry.setChecked(n == chosen)
            entry.triggered.connect(lambda _=False, n=n: do(n))
            group.addAction(entry)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F11:
            self.toggle_full()
        elif event.key() == Qt.Key.Key_Escape:
            self.toggle_full() if self.isFullScreen() else self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.placed.emit(bytes(self.saveGeometry().toBase64().data()).decode("ascii"), self.turn)
        self._onlooker.close()
        self.gone.emit()
        super().closeEvent(event)
