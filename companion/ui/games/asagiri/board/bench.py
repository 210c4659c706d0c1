"""How long a frame of a busy board takes."""

from __future__ import annotations

from time import process_time

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.system import SYSTEM
from companion.ui.games.asagiri.controller.game import Game

from . import asks
from .view import BoardView

SIZE = 1280, 800
FRAMES = 40


def busy_frame_ms(view: BoardView, frames: int = FRAMES, size: tuple[int, int] = SIZE) -> float:
    """The slowest of `frames` frames in milliseconds: every overlay shown, every figure moved from frame to frame.

    The view is left as the state has it, at `size`.
    """
    view.resize(*size)
    view.fit()
    view.finish_floor()
    view.set_show_zones(True)
    view.set_show_vision(True)
    view.set_show_lines(True)
    game, canvas = view.game, view.canvas
    active = game.state.active
    who = active.who if active is not None else next((n for n, f in enumerate(game.state.figures) if f.at >= 0), -1)
    game.select(who)
    view.stage.repaint()
    image = QImage(view.size(), QImage.Format.Format_ARGB32_Premultiplied)
    squares = canvas.geometry.squares
    slowest = 0.0
    for n in range(frames + 2):
        started = process_time()
        for token in view.stage.tokens:
            if token.item.isVisible():
                token.item.moveBy(3.0 if n % 2 else -3.0, 2.0 if n % 4 < 2 else -2.0)
        view.layers.breath.breathe(n / frames)
        if n % 4 == 0:
            view.layers.hover(squares[n * 13 % len(squares)])
        _draw(view, image)
        if n >= 2:  # the first two fill the caches
            slowest = max(slowest, (process_time() - started) * 1000)
    view.sync()
    return slowest


def _draw(view: BoardView, image: QImage) -> None:
    painter = QPainter(image)
    view.viewport().render(painter, QPoint(0, 0))
    painter.end()


def slowest_frame(state: State, size: tuple[int, int] = SIZE) -> float:
    """`busy_frame_ms` of a position, drawn without a window of its own."""
    app = QApplication.instance() or QApplication([])
    game = Game(Session.load(SYSTEM, SYSTEM.encode(state), Library.shipped(), 1), Words())
    view = BoardView(game)
    view.animations_enabled = False
    choices = [who for who in range(len(state.figures)) if asks.reach(game, who)]
    if game.selection < 0 and choices:
        game.select(choices[0])
    slowest = busy_frame_ms(view, size=size)
    view.deleteLater()
    game.close()
    app.processEvents()
    return slowest
