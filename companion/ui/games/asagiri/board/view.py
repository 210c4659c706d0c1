"""The board as a widget: what is shown can be played, by mouse and keys."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent

from companion.model.core.refusal import Refusal
from companion.model.core.timeline import Change
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import CharacterActivated
from companion.model.games.asagiri.state.vocabulary import (
    NO_FIGURE,
    NO_SQUARE,
    BandId,
    FigureId,
    SquareId,
    figure_range,
)
from companion.model.games.asagiri.table.commands import LETTERS
from companion.ui.games.asagiri.board import queries
from companion.ui.games.asagiri.board.controller import BoardController
from companion.ui.games.asagiri.board.descriptions import describe_square, describe_threats
from companion.ui.games.asagiri.board.display import FORWARD, BoardDisplay
from companion.ui.games.asagiri.board.pointer import Pointer
from companion.ui.games.asagiri.board.widgets import DeployTray
from companion.ui.kit import keys
from companion.ui.kit.animator import Motion

_ARROWS = {"board.up": 0, "board.right": 1, "board.down": 2, "board.left": 3}
_TURNS = {"board.turn_left": -1, "board.turn_right": 1}
_ZOOMS = {"board.nearer": 1.18, "board.farther": 1 / 1.18}
_GOES = {"board.go_up": 0, "board.go_right": 1, "board.go_down": 2, "board.go_left": 3}
_STEPS = {"board.next": 1, "board.previous": -1}
_FLOORS = {"board.upstairs": 1, "board.downstairs": -1}


def steps_figure(*, next: bool) -> bool:
    """Whether Tab (or Shift+Tab) is the key of the next (or previous) figure."""
    return "Tab" in keys.bound("board.next") if next else "Shift+Tab" in keys.bound("board.previous")


class Keys:
    """What keys mean; the view hands them over. `square` is where the cursor is, -1 before it is used."""

    def __init__(self, view: BoardDisplay, controller: BoardController) -> None:
        self.view, self.controller = view, controller
        self.square = NO_SQUARE
        self._held: Qt.Key | None = None
        """The key that lines of fire are shown by."""
        self._active = NO_FIGURE

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is the board's, even where the window has a shortcut on it."""
        return self._meant(event) is not None or self._kept(event) is not None

    def _meant(self, event: QKeyEvent) -> str | None:
        deed = keys.meant("board", event)
        return None if deed == "board.click" and self.view.game.goes_on else deed

    def press(self, event: QKeyEvent) -> bool:
        """A key went down; whether it was for the board."""
        key, view = Qt.Key(event.key()), self.view
        deed = self._meant(event)
        if (reserved := self._kept(event)) is not None:
            self.controller.choose(reserved)
            return True
        if (key == Qt.Key.Key_Control or deed == "board.aim") and not event.isAutoRepeat():
            self._held = key
            view.set_aiming(True)
            return deed == "board.aim"
        if deed is None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            leaves = key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
            return leaves and view.leave(forward=key == Qt.Key.Key_Tab)
        if deed is None:
            digit = event.text() if event.text() in "123456789" else ""
            return self.escape() if key == Qt.Key.Key_Escape else bool(digit) and self.pick(int(digit))
        if deed in _ARROWS:
            self._arrow(_ARROWS[deed])
        elif deed in _TURNS:
            self.controller.turn(_TURNS[deed])
        elif deed in _GOES:
            self._go_facing(_GOES[deed])
        elif deed in _ZOOMS:
            view.zoom(_ZOOMS[deed])
        elif deed in _STEPS:
            self.step_figure(_STEPS[deed])
        elif deed in _FLOORS:
            view.show_floor(view.canvas.geometry.floor + _FLOORS[deed])
        else:
            self._do(deed)
        return True

    def _kept(self, event: QKeyEvent) -> o.Reserve | None:
        """At the end of a phase the letter of a die puts it in reserve on the selected figure's card (INS-6)."""
        game = self.view.game
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        element = LETTERS.get(event.text().lower())
        if game.state.stage != "reserve" or held or element is None:
            return None
        found = [one for one in game.options_like(o.Reserve) if isinstance(one, o.Reserve)]
        return next((one for one in found if (one.who, one.element) == (game.selection, element)), None)

    def release(self, event: QKeyEvent) -> bool:
        """A key went up; whether it was for the board."""
        if Qt.Key(event.key()) == self._held and not event.isAutoRepeat():
            self._held = None
            self.view.set_aiming(False)
        return False

    def _do(self, deed: str) -> None:
        view, layers = self.view, self.view.layers
        match deed:
            case "board.zones":
                view.set_show_zones(not any(layers.zones.masks))
            case "board.vision":
                view.set_show_vision(not layers.show_vision)
            case "board.lines":
                view.set_show_lines(not layers.show_lines)
            case "board.attack":
                self._attack()
            case "board.turn":
                view.turn_board(1)
            case "board.fit":
                view.fit()
            case "board.click" if self.square < 0:
                self.begin()
            case "board.click":
                self.controller.click(self.square)
                self.tell()

    def _arrow(self, direction: int) -> None:
        view = self.view
        if queries.turning(view.game) >= 0:
            facing = view.canvas.geometry.meant(direction)
            self.controller.choose(o.Face(facing), aimed=view.game.state.figures[queries.turning(view.game)].at)
            return
        if self.square < 0 or not view.canvas.geometry.has(self.square):
            self.begin()
            return
        beside = view.canvas.geometry.beside(self.square, direction)
        if beside >= 0:
            self.go(beside)

    def begin(self) -> None:
        """Show the cursor where somebody would look for it."""
        self.go(self._start())

    def _start(self) -> SquareId:
        """Where the cursor begins: on the selected figure, on the first square to deploy on, in the middle."""
        view = self.view
        game, geometry = view.game, view.canvas.geometry
        if game.selection >= 0 and geometry.has(game.state.figures[game.selection].at):
            return game.state.figures[game.selection].at
        for square in queries.deployment(game):
            if geometry.has(square):
                return square
        middle = geometry.square_at(geometry.area.center())
        return middle if middle >= 0 else geometry.squares[0]

    def go(self, square: SquareId) -> None:
        """Put the cursor on a square (-1: nowhere), and say what is there."""
        self.square = square
        view = self.view
        view.layers.cursor.show(square)
        view.layers.hover(square)
        if square >= 0:
            view.camera.show(view.canvas.centre(square))
            self.tell()

    def follow(self) -> None:
        """A cursor in use goes to whom somebody has just activated, as by Space: there the way begins."""
        view, before = self.view, self._active
        active = view.game.state.active
        self._active = NO_FIGURE if active is None else active.who
        if self.square >= 0 and self._active not in (NO_FIGURE, before) and queries.own(view.game, self._active):
            at = view.game.state.figures[self._active].at
            if at != self.square and view.canvas.geometry.has(at):
                self.go(at)

    def tell(self) -> None:
        """Say what is on the cursor's square."""
        if self.square >= 0:
            self.view.describe(self._words())

    def _words(self) -> str:
        words, found = describe_square(self.view.game, self.square), self.view.layers.threat.threats
        threats = describe_threats(self.view.game, found, self.square) if found is not None else ""
        return ". ".join([words, *threats.splitlines()])

    def _go_facing(self, direction: int) -> None:
        view, who = self.view, self.view.game.selection
        if self.square >= 0 and who >= 0:
            view.skip()
            self.controller.go(who, self.square, view.canvas.geometry.meant(direction))
            self.tell()

    def escape(self) -> bool:
        """Leave what Escape leaves first, the cursor last; whether there was anything to leave."""
        if self.controller.escape():
            return True
        if self.square < 0:
            return False
        self.go(NO_SQUARE)
        return True

    def _set_upon(self) -> bool:
        return self.controller.set_upon(self.square if self.square >= 0 else self.view.layers.hovered)

    def _attack(self) -> None:
        """The enemy at the cursor; when none is there, the only one in reach, or the cursor goes to one of them."""
        view = self.view
        game = view.game
        who = game.selection if game.selection >= 0 else queries.acting(game)
        if self._set_upon() or who < 0:
            return
        targets = list(dict.fromkeys([*queries.attacks(game, who), *queries.shots(game, who)]))
        if targets:
            self.go(game.state.figures[targets[0]].at)
        if len(targets) == 1:
            self._set_upon()

    def pick(self, n: int) -> bool:
        """Select the figure of this number (from 1, as the cards lie); False when there is none."""
        game, band = self.view.game, self._band()
        figures = game.state.figures
        found = queries.deployable(game) or [
            who for who in figure_range(len(figures)) if game.state.band_of(who) == band
        ]
        if n <= len(found):
            self._select(found[n - 1])
        return n <= len(found)

    def step_figure(self, by: int, *, round: bool = True) -> bool:
        """Select the next (or previous) figure that a person leads; False when there is none, or (without `round`) none
        after the one selected.
        """
        game = self.view.game
        choices = queries.deployable(game) or self._own()
        here = choices.index(game.selection) if game.selection in choices else -1 if by > 0 else len(choices)
        n = here + by
        if not choices or (not round and not 0 <= n < len(choices)):
            return False
        self._select(choices[n % len(choices)])
        return True

    def _select(self, who: FigureId) -> None:
        self.view.game.select(who)
        at = self.view.game.state.figures[who].at
        if at >= 0:
            self.go(at)

    def _band(self) -> BandId:
        game = self.view.game
        band = queries.acting_band(game)
        return band if band >= 0 or not game.tracking else game.state.phase

    def _own(self) -> list[FigureId]:
        game, band = self.view.game, self._band()
        found = game.state.on_board(band) if band >= 0 else []
        fresh = [who for who in found if not game.state.figures[who].activated or who == queries.acting(game)]
        return fresh or found


CROSS_MS = 700


class BoardView(BoardDisplay):
    """See the package."""

    def _equip(self) -> None:
        self.tray = DeployTray(self.game, self)
        self.pointer = Pointer(self)
        self.controller = BoardController(self, self.tray, self.pointer)
        self.pointer.controller = self.controller
        self.keys = Keys(self, self.controller)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self._cross_timer = self._timer(CROSS_MS, self.layers.cross.clear, once=True)
        self.game.refused.connect(self._on_refused)

    def sync(self) -> None:
        super().sync()
        self.controller.sync_tray()
        self.keys.follow()
        self._place_children()
        if self.keys.square >= 0 and not self.canvas.geometry.has(self.keys.square):
            self.keys.go(NO_SQUARE)

    def _on_change(self, change: Change) -> None:
        self.controller.forget()
        if self.pointer.drag is not None:
            self.pointer.cancel()
        if change.cause in FORWARD:
            for event in change.events:
                if isinstance(event, CharacterActivated) and queries.acting(self.game) == event.who:
                    self.game.select(event.who)
        if not queries.deployable(self.game):
            self.tray.hide()  # before the last figure stands: dice lie there next, and are typed at once
        super()._on_change(change)

    def _on_selected(self, who: FigureId) -> None:
        self.controller.forget()
        super()._on_selected(who)
        self.tray.update()

    def _on_refused(self, refusal: Refusal) -> None:
        cross, aimed = self.layers.cross, self.controller.aimed
        if aimed < 0 or not self.canvas.geometry.has(aimed) or self.busy:
            return
        cross.show(aimed)
        if not self.moves:
            self._cross_timer.start()
            return

        def draw(share: float) -> None:
            cross.shift(math.sin(share * 5 * math.pi) * 9 * (1 - share), min(1.0, (1 - share) / 0.35))

        self.figures.animator.play([Motion(CROSS_MS, draw, cross.clear)])

    def _refresh_layers(self) -> None:
        super()._refresh_layers()
        self.layers.cursor.show(self.keys.square)

    def _redress(self) -> None:
        super()._redress()
        self.controller.sync_tray()

    def click_square(self, at: SquareId) -> None:
        """Do what a click on a square does (-1: beside the board)."""
        self.controller.click(at)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.keys.wants(event):
            event.accept()
            return True
        return bool(super().event(event))

    def focusNextPrevChild(self, next: bool) -> bool:
        stays = steps_figure(next=next) and self.keys.step_figure(1 if next else -1, round=False)
        return stays or self.leave(forward=next)

    def take_keys(self) -> None:
        """The keys come to the board with its cursor shown, or to the board in words where that is in its stead."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        if self.hasFocus():
            self.keys.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.keys.press(event))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.keys.release(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.set_aiming(False)
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.keys.square >= 0:
            self.keys.go(NO_SQUARE)
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.press(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.pointer.wheel(event)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.keys.square >= 0:
            self.controller.menu_at(self.keys.square, self.global_of(self.keys.square))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer.leave()
        super().leaveEvent(event)
