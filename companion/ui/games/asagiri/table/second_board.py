"""The second window of a game of Asagiri: the board and nothing else, turned and enlarged by itself.

Its game is one whose session holds a single position, made anew from `System.view` after every change. It has no
journal, no log, no seed and nothing to choose: whatever draws it cannot show, or do, more.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainterPath, QWheelEvent
from PySide6.QtWidgets import QMenu

from companion.model.core.contract import SPECTATOR, Content, Option, Pending
from companion.model.core.journal import LOG, touched_parts
from companion.model.core.record import FrozenContent, NoContent, Record
from companion.model.core.session import Change, Session
from companion.model.core.words import say
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.board.canvas import Overlay, ink_pen
from companion.ui.games.asagiri.board.display import BoardDisplay
from companion.ui.games.asagiri.board.geometry import heading
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.kit.translator import tr
from companion.ui.play.second_window import SecondWindow

FLOOR_KINDS = ("tile", "board", "adventure")
"""The cards that say how the floor looks; the others are the players'."""
FLOOR_SETUP = ("tiles", "board", "adventure")
SIDES = (say("North up"), say("West up"), say("South up"), say("East up"))
"""By quarter-turns: the side that is seen above."""
ZOOM = 1.18


def seen_by(session: Session[State], seat: str, content: Content) -> Session[State]:
    """The present position as `seat` may know it, with the floor's tiles and nothing else of the game."""
    system, header = session.system, session.header
    frozen = FrozenContent(header.cards, content, header.every)
    state = system.sample_world(system.view(session.state, seat), seat, Random(0), frozen)
    setup: Any = header.setup if isinstance(header.setup, dict) else {}
    shown = Record(
        system=header.system,
        seed=0,
        setup={name: value for name, value in setup.items() if name in FLOOR_SETUP},
        cards={kind: cards for kind, cards in header.cards.items() if kind in FLOOR_KINDS},
    )
    return Session(system, shown, state)


class Onlooker(AsagiriController):
    """Follows `source` with the eyes of a seat. Nothing can be done in it."""

    def __init__(self, source: AsagiriController, seat: str, parent: QObject | None = None) -> None:
        """`seat`: whose view it is."""
        self._content = source.content if source.content is not None else NoContent()
        super().__init__(seen_by(source.session, seat, self._content), source.words, parent, content=source.content)
        self._source, self.seat = source, seat
        self.animated = source.animated
        self.pace = source.pace
        self.at_screen = SPECTATOR  # nobody sits there: it is turned by hand
        source.changed.connect(self._follow)
        source.settings_changed.connect(self._settle)

    def look_as(self, seat: str) -> None:
        """See the game as another seat does."""
        self.seat = seat
        self._follow(Change(0, 0, (), "jump"))

    @property
    def options(self) -> tuple[Option, ...]:
        return ()

    @property
    def pending(self) -> Pending:
        return self.session.pending

    def allows(self, what: str) -> bool:
        return False  # helps are the players'

    def _follow(self, change: Change) -> None:
        """The game has changed: look again. Where seats know different things, what happened is not told in passing."""
        if change.cause == "note":
            return
        shown, self._session = self.state, seen_by(self._source.session, self.seat, self._content)
        events = () if self.session.system.facts.hidden else change.events
        self.animated = self._source.animated
        touched = touched_parts(shown, self.state) | {LOG}
        self.changed.emit(msgspec.structs.replace(change, events=events, touched=touched))

    def _settle(self) -> None:
        self.words = self._source.words
        self.settings_changed.emit()

    def attempt(self, do: Callable[[], object]) -> bool:
        return False


class FacingWedges(Overlay):
    """Who looks where, to be seen from the other side of the room: a wedge from each base over the front edge of its
    square; broken in two for a shaken figure.
    """

    z = 49.0

    def show(self) -> None:
        """All figures on the floor shown."""
        self.clear()
        canvas, theme = self.canvas, self.canvas.theme
        for figure in canvas.state.figures:
            if figure.at < 0 or not canvas.geometry.has(figure.at):
                continue
            ahead = heading(canvas.geometry.seen(figure.facing))
            shaken = figure.state == "shaken"
            colour = theme.color("shaken" if shaken else "vigilant")
            for path in _wedge(canvas.centre(figure.at), ahead, broken=shaken):
                self.add_path(path, colour, ink_pen(theme.color("surface"), 4.5))


def _wedge(middle: QPointF, ahead: QPointF, *, broken: bool) -> list[QPainterPath]:
    across = QPointF(-ahead.y(), ahead.x())
    tip, base, notch = middle + ahead * 78, middle + ahead * 26, middle + ahead * 40
    if not broken:
        return [_closed([tip, base + across * 50, notch, base - across * 50])]
    gap = across * 4
    halves = ((base - across * 50, -gap), (base + across * 50, gap))
    return [_closed([tip, edge, notch]).translated(aside) for edge, aside in halves]


def _closed(points: list[QPointF]) -> QPainterPath:
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()
    return path


class SecondBoard(BoardDisplay):
    """A board that is only looked at: zoom, pan and turn; no figure can be taken up, nothing is announced."""

    def _equip(self) -> None:
        self.facings = FacingWedges(self.canvas)
        self.layers.show_zones = False

    def sync(self) -> None:
        super().sync()
        if not self.busy:
            self.facings.show()

    def _on_change(self, change: Change) -> None:
        self.facings.clear()
        super()._on_change(change)

    def _lay_out(self, floor: int, turn: int) -> None:
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
        event.ignore()  # the menu is the window's


class BoardWindow(SecondWindow):
    """Follows a game until it, or the game's table, is closed."""

    title = say("Okko Companion: the board")

    def __init__(self, source: AsagiriController, place: str = "", turn: int | None = None) -> None:
        """`place` and `turn`: what `placed` told the last time; else seen from the other side."""
        self.game = Onlooker(source, source.seats[-1])
        super().__init__(self.game, lambda parent: SecondBoard(self.game, parent), place)
        self.board.turn_board(2 if turn is None else turn)

    @property
    def board(self) -> SecondBoard:
        """What is seen."""
        assert isinstance(self.shown, SecondBoard)
        return self.shown

    @property
    def turn(self) -> int:
        return self.board.canvas.geometry.turn

    def look_from(self, turn: int) -> None:
        """See it from another side."""
        self.board.turn_board(turn - self.turn)

    def fill(self, menu: QMenu) -> None:
        game, seats = self.game, self.game.seats
        self.choose_in(menu, SIDES, self.turn, self.look_from)
        menu.addSeparator()
        menu.addAction(tr(say("Whole board")) + "\t0").triggered.connect(lambda _=False: self.board.fit())
        if game.session.system.facts.hidden:
            views = [say("As seen by {seat}", seat=seat) for seat in seats]
            self.choose_in(menu, views, seats.index(game.seat), lambda n: game.look_as(seats[n]))
            menu.addSeparator()
