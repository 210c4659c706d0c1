"""The window for the TV: the board, nothing else; turned and enlarged by itself, on a screen that it remembers."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QActionGroup,
    QCloseEvent,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from companion.model.core.session import Change
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.board.display import BoardDisplay
from companion.ui.games.asagiri.controller.game import Game

from .facings import Facings
from .onlooker import Onlooker

SIDES: tuple[Message, ...] = (say("North up"), say("West up"), say("South up"), say("East up"))
"""By quarter-turns: the side that is seen above."""
ZOOM = 1.18
SHARE = 0.9
"""Of the screen, where the window has to share it: the desktop's own frame fits as well."""


class SecondBoard(BoardDisplay):
    """A board that is only looked at: zoom, pan and turn; no figure can be taken up, nothing is announced."""

    def __init__(self, game: Onlooker, parent: QWidget) -> None:
        """Show what `game` sees, with large facings."""
        self._ready = False
        super().__init__(game, parent)
        self.facings = Facings(self.canvas)
        self._ready = True
        self.layers.show_zones = False
        self.figures.animator.finished.connect(self.facings.show)
        self.sync()

    def sync(self) -> None:
        """As the board does, and the facings."""
        super().sync()
        if self._ready and not self.busy:
            self.facings.show()

    def _on_change(self, change: Change) -> None:
        if self._ready:
            self.facings.clear()
        super()._on_change(change)

    def _lay_out(self, floor: int, turn: int) -> None:
        if self._ready:
            self.facings.clear()
        super()._lay_out(floor, turn)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if text in ("+", "=", "-"):
            self.zoom(1 / ZOOM if text == "-" else ZOOM)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_T:
            self.turn_board(1)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.RightButton:
            self._panned = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & ~Qt.MouseButton.RightButton and self.camera.can_pan:
            at = event.position().toPoint()
            self.camera.pan(at - self._panned)
            self._panned = at

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing was clicked."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y()
        if steps:
            self.zoom(ZOOM if steps > 0 else 1 / ZOOM, event.position().toPoint())
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()


class SecondWindow(QWidget):
    """Follows a game until it, or the game's table, is closed. `placed` tells where it stands, to be remembered."""

    placed = Signal(str, int)
    """Geometry (as Qt writes it, in base 64) and quarter-turns, when it closes."""
    gone = Signal()

    def __init__(self, source: Game, place: str = "", turn: int | None = None) -> None:
        """`place` and `turn`: what `placed` told the last time; else on another screen, seen from the other side."""
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        seats = source.session.system.seats(source.state)
        self.game = Onlooker(source, seats[-1], self)
        self.board = SecondBoard(self.game, self)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(self.board)
        self.setFocusProxy(self.board)
        self.game.settings_changed.connect(self.retitle)
        self.retitle()
        self._stand(place)
        self.board.turn_board(2 if turn is None else turn)

    def _stand(self, place: str) -> None:
        """Where it stood the last time; the first time on a screen of its own, if there is one."""
        if place and self.restoreGeometry(QByteArray.fromBase64(place.encode("ascii", "ignore"))):
            return
        here, screens = QGuiApplication.primaryScreen(), QGuiApplication.screens()
        other = next((screen for screen in screens if screen is not here), None)
        room = (other or here).availableGeometry()
        side = min(900, round(room.width() * SHARE), round(room.height() * SHARE))
        self.setGeometry(QRect(room.center() - QPoint(side // 2, side // 2), QSize(side, side)))
        if other is not None:  # all of it, whatever the desktop puts around a window
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def retitle(self) -> None:
        """Say the title in the language of the table."""
        self.setWindowTitle(self.game.say(say("Okko Companion: the board")))
        self.setAccessibleName(self.windowTitle())

    @property
    def turn(self) -> int:
        """Quarter-turns of what is seen."""
        return self.board.canvas.geometry.turn

    def look_from(self, turn: int) -> None:
        """See it from another side."""
        self.board.turn_board(turn - self.turn)

    def toggle_full(self) -> None:
        """The whole screen, or a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def menu(self) -> QMenu:
        """Sides, size, whose view, close."""
        game, menu = self.game, QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        sides = QActionGroup(menu)
        for turn, words in enumerate(SIDES):
            side = menu.addAction(game.say(words))
            side.setCheckable(True)
            side.setChecked(turn == self.turn)
            sides.addAction(side)
            side.triggered.connect(partial(self._take_side, turn))
        menu.addSeparator()
        menu.addAction(game.say(say("Whole board")) + "\t0").triggered.connect(lambda _=False: self.board.fit())
        full = menu.addAction(game.say(say("Full screen")) + "\tF11")
        full.setCheckable(True)
        full.setChecked(self.isFullScreen())
        full.triggered.connect(lambda _=False: self.toggle_full())
        if game.session.system.facts.hidden:
            menu.addSeparator()
            for seat in game.session.system.seats(game.state):
                seen = menu.addAction(game.say(say("As seen by {seat}", seat=seat)))
                seen.setCheckable(True)
                seen.setChecked(seat == game.seat)
                seen.triggered.connect(partial(self._look_as, seat))
        menu.addSeparator()
        menu.addAction(game.say(say("Close"))).triggered.connect(lambda _=False: self.close())
        return menu

    def _take_side(self, turn: int, _: bool = False) -> None:
        self.look_from(turn)

    def _look_as(self, seat: str, _: bool = False) -> None:
        self.game.look_as(seat)

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
        self.game.close()
        self.gone.emit()
        super().closeEvent(event)
