"""What a click costs: processor time from an option chosen in the shown table screen to everything painted."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import NamedTuple

from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Choice, Over
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.theme import motion, style

from .screen import TableScreen

SIZE = 1600, 900
STEPS, WARM = 200, 5


class ClickCost(NamedTuple):
    """Milliseconds of processor time, means."""

    whole: float
    slots: float
    """Its part before layout and paint."""


def click_cost(session: Session[State], steps: int = STEPS, seed: int = 5) -> ClickCost:
    """Play on for so many random steps, motion off; the first few fill the caches and do not count."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([])
    style.apply(app)
    moving = motion.reduced()
    motion.set_reduced(True)
    game, rng = Game(session, Words()), Random(seed)
    screen = TableScreen(game)
    screen.resize(*SIZE)
    screen.show()
    paint_everything()
    slots = whole = 0.0
    for n in range(-WARM, steps):
        pending = session.pending
        if isinstance(pending, Over):
            raise RuntimeError(f"the random game ended at step {session.cursor}")
        option = rng.choice(pending.options) if isinstance(pending, Choice) else None
        begun = process_time()
        done = game.choose(option) if option is not None else game.roll()
        chosen = process_time()
        paint_everything()
        painted = process_time()
        if not done:
            raise RuntimeError(f"{option} was refused")
        if n >= 0:
            slots += chosen - begun
            whole += painted - begun
    screen.shut()
    screen.deleteLater()
    paint_everything()
    motion.set_reduced(moving)
    return ClickCost(whole * 1000 / steps, slots * 1000 / steps)


def paint_everything(most: int = 1000) -> None:
    """Work through all events until the loop would wait for something to come."""
    loop = QAbstractEventDispatcher.instance()
    for _ in range(most):
        QApplication.sendPostedEvents()
        if not loop.processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
            return
    raise RuntimeError("the window never comes to rest")
