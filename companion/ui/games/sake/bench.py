"""What a frame of the round table costs, in processor time."""

from __future__ import annotations

from random import Random
from time import process_time

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.model.content.library import Library
from companion.model.core.contract import Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state.state import State
from companion.ui.games.sake.ring.round_table import RoundTable
from companion.ui.kit.theme import style

from .seen import seen

SEATS, WARM, STEPS = "ABCDEFGH", 60, 60
AT_4K = 3144, 1462
"""How large the table is in a window of 3840 × 2160, beside slip and hand."""


def slowest_frame(size: tuple[int, int] = AT_4K, steps: int = STEPS, seed: int = 5) -> float:
    """The slowest frame of a table of eight in milliseconds, seen from one seat: after each of so many random
    steps, and while somebody is pointed at. The table as a whole is painted once before.
    """
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    style.apply(app)
    setup = {"seats": [{"seat": one, "name": "", "sheet": None} for one in SEATS], "options": {"sheets": "dealt"}}
    session, rng = Session.new(SYSTEM, setup, Library.shipped(), seed), Random(seed)
    for _ in range(WARM):
        _step(session, rng)
    ring = RoundTable(lambda n: SEATS[n])
    ring.resize(*size)
    ring.show()
    app.processEvents()
    image = QImage(ring.size(), QImage.Format.Format_ARGB32_Premultiplied)
    ring.show_table(seen(SYSTEM, session.state, SEATS[0]))
    _draw(ring, image)
    slowest = 0.0
    for _ in range(steps):
        _step(session, rng)
        ring.show_table(seen(SYSTEM, session.state, SEATS[0]))
        around = [] if ring.geometry_ is None else ring.geometry_.around()
        for part in (None, *around[:2]):
            begun = process_time()
            ring.hover(part)
            _draw(ring, image)
            slowest = max(slowest, (process_time() - begun) * 1000)
    ring.close()
    ring.deleteLater()
    app.processEvents()
    return slowest


def _step(session: Session[State], rng: Random) -> None:
    pending = session.pending
    if isinstance(pending, Roll):
        session.roll()
    elif not isinstance(pending, Over):
        session.choose(rng.choice(rng.choice(choices_of(pending)).options))


def _draw(ring: RoundTable, image: QImage) -> None:
    painter = QPainter(image)
    ring.render(painter, QPoint(0, 0))
    painter.end()
