"""The second window of a game of Asagiri: the board and nothing else, turned and enlarged by itself.

Its game is one whose session holds a single position, made anew from `System.view` after every change. It has no
journal, no log, no seed and nothing to choose: whatever draws it cannot show, or do, more.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainterPath, QWheelEvent
from PySide6.QtWidgets import QMenu, QWidget

from companion.model.core.contract import SPECTATOR, Content, Option, Pending
from companion.model.core.record import FrozenContent, NoContent, Record
from companion.model.core.session import Change, Session
from companion.model.core.timeline import LOG, touched_parts
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, FigureId, by_figure
from companion.ui.games.asagiri.board import BoardView
from companion.ui.games.asagiri.board.canvas import Overlay
from companion.ui.games.asagiri.board.display import BoardDisplay
from companion.ui.games.asagiri.board.geometry import heading
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.fight import WhatIf
from companion.ui.games.asagiri.table.log import PHASES
from companion.ui.kit import keys
from companion.ui.kit.choices import ChoiceWord
from companion.ui.kit.layouts import hbox
from companion.ui.kit.scene import ink_pen
from companion.ui.kit.translator import tr
from companion.ui.play.clock import ClockBar
from companion.ui.play.handover import SecondWindow

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
        assert isinstance(self.shown, SecondBoard)
        return self.shown

    @property
    def turn(self) -> int:
        return self.board.canvas.geometry.turn

    def look_from(self, turn: int) -> None:
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


_BUTTONS: dict[str, tuple[str, Message]] = {
    "board.lines": ("crosshair", say("Lines of fire to all enemies")),
    "table.threat": ("warning", say("What the enemy can hit next")),
    "table.whatif": ("chart", say("Odds of a fight")),
    "table.second": ("external", say("Second window: board only")),
    "table.clock": ("clock", say("Clock: choose, stop or continue")),
}
"""Sign and words, by what is done."""


class Seeing(QWidget):
    """A row of signs; those of a help that is not agreed are not there."""

    second_placed = Signal(str, int)
    """Where the second window stood when it was closed."""

    def __init__(
        self,
        game: AsagiriController,
        board: BoardView,
        whatif: WhatIf,
        show: Callable[[QWidget], None],
        screen: QWidget,
    ) -> None:
        """`show` puts a slip of the table screen on or away; the keys are the screen's."""
        super().__init__(screen)
        self._game, self._board, self.whatif, self._show = game, board, whatif, show
        self.clock = ClockBar(game, PHASES, screen)
        self.second: BoardWindow | None = None
        self.place_of_second: tuple[str, int | None] = ("", None)
        """Where the second window stood: to be remembered by whoever remembers."""
        self.buttons: dict[str, ChoiceWord] = {}
        doings: dict[str, Callable[[], object]] = {
            "board.lines": self.toggle_lines,
            "table.threat": self.toggle_threat,
            "table.whatif": self.toggle_odds,
            "table.second": self.toggle_second,
            "table.clock": self.clock.halt,
        }
        for id, do in doings.items():
            button = ChoiceWord(_BUTTONS[id][0], self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, do=do: do())
            self.buttons[id] = button
        hbox(*self.buttons.values(), 1, on=self, spacing=2)
        self.actions_ = [keys.action(id, screen, do) for id, do in doings.items() if id.startswith("table.")]
        game.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        game.odds_asked.connect(self.ask_odds)
        self.clock.kept.connect(self.rewrite)
        self._screen = screen
        screen.installEventFilter(self)
        board.installEventFilter(self)
        whatif.installEventFilter(self)
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        game, danger = self._game, self._board.layers.threat_layer
        if not game.allows("threat") and danger.on:
            danger.switch(False)
        unseen = {"table.threat": "threat", "table.whatif": "odds"}
        on = {
            "board.lines": self._board.layers.show_lines,
            "table.threat": danger.on,
            "table.whatif": not self.whatif.isHidden(),
            "table.second": self.second is not None,
            "table.clock": self.clock.times.kind != "off",
        }
        for id, button in self.buttons.items():
            words = game.say(_BUTTONS[id][1])
            button.setAccessibleName(words)
            button.setToolTip(keys.tip(words, id))
            button.setVisible(id not in unseen or game.allows(unseen[id]))
            button.setChecked(on[id])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Hide, QEvent.Type.Show) and watched is self.whatif:
            self.buttons["table.whatif"].setChecked(event.type() == QEvent.Type.Show)
        elif event.type() == QEvent.Type.Close and watched is self._screen:
            self.shut()
        elif event.type() == QEvent.Type.KeyRelease and watched is self._board:
            self.buttons["board.lines"].setChecked(self._board.layers.show_lines)
        return bool(super().eventFilter(watched, event))

    def toggle_lines(self) -> None:
        self._board.set_show_lines(not self._board.layers.show_lines)
        self.rewrite()

    def toggle_threat(self) -> None:
        on = not self._board.layers.threat_layer.on
        if not on or self._game.look_up("threat"):
            self._board.set_show_threats(on)
        self.rewrite()

    def toggle_odds(self) -> None:
        """The slip that says how a fight would end; for the figure pointed at, where there is one."""
        if not self.whatif.isHidden():
            self._show(self.whatif)
        elif self._game.allows("odds"):
            self._open(self._pointed())

    def toggle_second(self) -> None:
        """The window for the TV or the other side of the table."""
        if self.second is not None:
            self.second.close()
            return
        self.second = BoardWindow(self._game, *self.place_of_second)
        self.second.placed.connect(self._second_stood)
        self.second.gone.connect(self._second_gone)
        self.second.show()
        self.rewrite()

    def shut(self) -> None:
        """The table is closed: what belongs to it closes with it."""
        self.clock.shut()
        if self.second is not None:
            self.second.close()

    def _second_stood(self, place: str, turn: int) -> None:
        self.place_of_second = place, turn
        self.second_placed.emit(place, turn)

    def _second_gone(self) -> None:
        self.second = None
        self.rewrite()

    def ask_odds(self, who: FigureId) -> None:
        if self._game.allows("odds"):
            self._open(who)

    def _open(self, who: FigureId) -> None:
        if self.whatif.isHidden():
            self._show(self.whatif)
        self.whatif.look_at(who)

    def _pointed(self) -> FigureId:
        at = self._board.layers.hovered
        figures = self._game.state.figures
        return next((who for who, figure in by_figure(figures) if 0 <= at == figure.at), NO_FIGURE)
