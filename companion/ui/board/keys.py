"""The keyboard on the board: a cursor, turns, figure after figure, zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from companion.model.systems.asagiri import options as o

from . import asks
from .words import describe_square

if TYPE_CHECKING:
    from .view import BoardView

_ARROWS = {Qt.Key.Key_Up: 0, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 2, Qt.Key.Key_Left: 3}
_TURNS = {
    Qt.Key.Key_Q: -1, Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_E: 1, Qt.Key.Key_BracketRight: 1, Qt.Key.Key_R: 1,
}  # fmt: skip
_ZOOMS = {Qt.Key.Key_Plus: 1.18, Qt.Key.Key_Equal: 1.18, Qt.Key.Key_Minus: 1 / 1.18}
_SHOWS = (Qt.Key.Key_Z, Qt.Key.Key_V, Qt.Key.Key_F, Qt.Key.Key_T)
"""Zones, field of vision, lines of fire; the board turned by a quarter."""
_AIM = (Qt.Key.Key_Control, Qt.Key.Key_L)


class Keys:
    """What keys mean; the view hands them over. `square` is where the cursor is, -1 before it is used."""

    def __init__(self, view: BoardView) -> None:
        """The cursor is nowhere."""
        self.view = view
        self.square = -1

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is the board's, even where the window has a shortcut on it."""
        if event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        key = Qt.Key(event.key())
        return (
            key in _ARROWS
            or key in _SHOWS
            or key in _TURNS
            or key in _ZOOMS
            or key in (Qt.Key.Key_0, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        )

    def press(self, event: QKeyEvent) -> bool:
        """A key went down; whether it was for the board."""
        key, view = Qt.Key(event.key()), self.view
        if key in _AIM and not event.isAutoRepeat():
            view.set_aiming(True)
            return key == Qt.Key.Key_L
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            leaves = key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
            return leaves and view.leave(forward=key == Qt.Key.Key_Tab)
        if key in _ARROWS:
            self._arrow(_ARROWS[key])
        elif key in _TURNS:
            view.deeds.turn(_TURNS[key])
        elif key in _ZOOMS:
            view.zoom(_ZOOMS[key])
        elif key in _SHOWS:
            self._show(key)
        elif key == Qt.Key.Key_0:
            view.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.square < 0:
                self.go(self._start())
            else:
                view.click_square(self.square)
                self.tell()
        elif key == Qt.Key.Key_Escape:
            return view.deeds.escape()
        else:
            return False
        return True

    def release(self, event: QKeyEvent) -> bool:
        """A key went up; whether it was for the board."""
        if Qt.Key(event.key()) in _AIM and not event.isAutoRepeat():
            self.view.set_aiming(False)
        return False

    def _show(self, key: Qt.Key) -> None:
        view, layers = self.view, self.view.layers
        if key == Qt.Key.Key_Z:
            view.set_show_zones(not any(layers.zones.masks))
        elif key == Qt.Key.Key_V:
            view.set_show_vision(not layers.show_vision)
        elif key == Qt.Key.Key_F:
            view.set_show_lines(not layers.show_lines)
        else:
            view.turn_board(1)

    def _arrow(self, direction: int) -> None:
        view = self.view
        if asks.turning(view.game) >= 0:
            facing = view.canvas.geometry.meant(direction)
            view.deeds.choose(o.Face(facing), aimed=view.game.state.figures[asks.turning(view.game)].at)
            return
        if self.square < 0 or not view.canvas.geometry.has(self.square):
            self.go(self._start())
            return
        beside = view.canvas.geometry.beside(self.square, direction)
        if beside >= 0:
            self.go(beside)

    def _start(self) -> int:
        """Where the cursor begins: on the selected figure, on the first square to deploy on, in the middle."""
        view = self.view
        game, geometry = view.game, view.canvas.geometry
        if game.selection >= 0 and geometry.has(game.state.figures[game.selection].at):
            return game.state.figures[game.selection].at
        for square in asks.deployment(game):
            if geometry.has(square):
                return square
        middle = geometry.square_at(geometry.area.center())
        return middle if middle >= 0 else geometry.squares[0]

    def go(self, square: int) -> None:
        """Put the cursor on a square (-1: nowhere), and say what is there."""
        self.square = square
        view = self.view
        view.layers.cursor.show(square)
        if square >= 0:
            view.layers.hover(square)
            view.camera.show(view.canvas.centre(square))
            self.tell()

    def tell(self) -> None:
        """Say what is on the cursor's square."""
        if self.square >= 0:
            self.view.describe(describe_square(self.view.game, self.square))

    def step_figure(self, by: int) -> bool:
        """Select the next (or previous) figure that a person leads; False when there is none."""
        view = self.view
        game = view.game
        choices = asks.deployable(game) or self._own()
        if not choices:
            return False
        if game.selection in choices:
            who = choices[(choices.index(game.selection) + by) % len(choices)]
        else:
            who = choices[0 if by > 0 else -1]
        game.select(who)
        at = game.state.figures[who].at
        if at >= 0:
            self.go(at)
        return True

    def _own(self) -> list[int]:
        game = self.view.game
        band = asks.acting_band(game)
        if band < 0:
            band = game.state.phase if game.tracking else -1
        found = game.state.on_board(band) if band >= 0 else []
        fresh = [who for who in found if not game.state.figures[who].activated or who == asks.acting(game)]
        return fresh or found
