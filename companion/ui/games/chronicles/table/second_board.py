"""The second window of a game of Okko Chronicles: the board and nothing else, as everybody at the table may see it."""

from __future__ import annotations

from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QMenu, QWidget

from companion.model.core.contract import SPECTATOR
from companion.model.core.record import Record
from companion.model.core.session import Session
from companion.model.core.timeline import Change
from companion.model.core.words import say
from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.wire.position import as_seen
from companion.ui.games.chronicles.board.display import BoardDisplay
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.kit import keys
from companion.ui.kit.translator import tr
from companion.ui.play.handover import SecondWindow

ZOOM = 1.18
FORWARD = ("choose", "roll", "edit")


def onlooker(source: ChroniclesController) -> ChroniclesController:
    """A game that holds a single position without secrets, log or seed: whatever draws it cannot show more."""
    shown = Record(system=source.session.header.system, seed=0)
    state: State = as_seen(source.state, SPECTATOR)
    return ChroniclesController(Session(source.session.system, shown, state), source.words)


class SecondBoard(BoardDisplay):
    """Nothing can be chosen on it; it is enlarged with the wheel."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "0":
            self.fit()
        else:
            event.ignore()  # the window's: full screen, close

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() or event.angleDelta().x()
        if steps:
            self.zoom(ZOOM if steps > 0 else 1 / ZOOM, event.position().toPoint())
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the menu is the window's


class BoardWindow(SecondWindow):
    """Follows a game until it, or the game's table, is closed."""

    title = say("Okko Companion: the board")

    def __init__(self, source: ChroniclesController, board: Board) -> None:
        self._source = source
        super().__init__(onlooker(source), lambda parent: SecondBoard(board, parent))
        source.changed.connect(self._follow)
        self._follow(Change(0, 0, (), "jump"))

    @property
    def board(self) -> SecondBoard:
        assert isinstance(self.shown, SecondBoard)
        return self.shown

    def _follow(self, change: Change) -> None:
        events = change.events if change.cause in FORWARD else ()
        self.board.show_state(as_seen(self._source.state, SPECTATOR), None, events)

    def fill(self, menu: QMenu) -> None:
        menu.addAction(tr(say("Whole board")) + "\t0").triggered.connect(lambda _=False: self.board.fit())
        menu.addSeparator()


class SecondBoards:
    """Opens the second window of a table, and closes it with the table. `action` is for a menu."""

    def __init__(self, game: ChroniclesController, screen: QWidget) -> None:
        self._game = game
        self.window: BoardWindow | None = None
        self.action: QAction = keys.action("table.second", screen, self.toggle)

    def toggle(self) -> None:
        """Open it, or close it; without a board there is none."""
        board = places.laid(self._game.state) if self._game.state.table.options.places != "none" else None
        if self.window is not None:
            self.window.close()
        elif board is not None:
            self.window = BoardWindow(self._game, board)
            self.window.gone.connect(self._gone)
            self.window.show()

    def _gone(self) -> None:
        self.window = None

    def close(self) -> None:
        """The table is closed."""
        if self.window is not None:
            self.window.close()
