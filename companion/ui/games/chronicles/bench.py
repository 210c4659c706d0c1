"""What a frame of the board of Okko Chronicles costs, in processor time."""

from __future__ import annotations

from random import Random
from time import process_time

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.model.content.library import Library
from companion.model.core.contract import Choice, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.ways import ways
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.board.view import BoardView
from companion.ui.games.chronicles.table.aims import by_part
from companion.ui.kit.theme import style

SETUP = {
    "scenario": "house:the-well-of-mists",
    "heroes": ["house:okko", "house:noburo", "house:noshin", "house:setsuka"],
    "options": {"places": "spaces"},
}
WARM, STEPS = 80, 60
AT_4K = 2260, 1380
"""How large the board is in a window of 3840 × 2160, beside the sheets."""


def slowest_frame(size: tuple[int, int] = AT_4K, steps: int = STEPS, seed: int = 5) -> float:
    """The slowest frame of a board with four heroes in milliseconds: after each of so many random steps, with whatever
    can be chosen lit, and while somebody is pointed at. The board as a whole is painted once before.
    """
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    style.apply(app)
    session, rng = Session.new(SYSTEM, SETUP, Library.shipped(), seed), Random(seed)
    for _ in range(WARM):
        _step(session, rng)
    board = places.laid(session.state)
    assert board is not None
    view = BoardView(board)
    view.resize(*size)
    view.show()
    app.processEvents()
    image = QImage(view.size(), QImage.Format.Format_ARGB32_Premultiplied)
    _show(view, session)
    view.settle()
    _draw(view, image)
    slowest = 0.0
    for _ in range(steps):
        _step(session, rng)
        _show(view, session)
        for cell in (None, *rng.sample(board.cells, 2)):
            begun = process_time()
            view.point_at(cell)
            _draw(view, image)
            slowest = max(slowest, (process_time() - begun) * 1000)
    view.close()
    view.deleteLater()
    app.processEvents()
    return slowest


def _show(view: BoardView, session: Session[State]) -> None:
    state, pending = session.state, session.pending
    options = pending.options if isinstance(pending, Choice) else ()
    view.show_state(state, None)
    view.show_ways(ways(state, options))
    view.light(frozenset(by_part(state, options)))


def _step(session: Session[State], rng: Random) -> None:
    pending = session.pending
    if isinstance(pending, Roll):
        session.roll()
    elif not isinstance(pending, Over):
        session.choose(rng.choice(rng.choice(choices_of(pending)).options))


def _draw(view: BoardView, image: QImage) -> None:
    painter = QPainter(image)
    view.viewport().render(painter, QPoint(0, 0))
    painter.end()
