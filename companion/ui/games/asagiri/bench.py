"""What a click, a frame and a page of charts cost, in processor time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple

from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.model.content.library import Library
from companion.model.core.contract import Choice, Over
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, by_figure, figure_range
from companion.model.games.asagiri.statistics.many_games import Many
from companion.ui.games.asagiri.board import BoardView, queries
from companion.ui.games.asagiri.charts.of_many import many_charts
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.charts.chart import Chart
from companion.ui.kit.charts.screen import ChartsScreen, Subject
from companion.ui.kit.theme import motion, style
from companion.ui.kit.translator import tr

SIZE = 1600, 900
STEPS, WARM = 200, 5
BOARD_SIZE = 1280, 800
FRAMES = 40


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
    game, rng = AsagiriController(session, Words()), Random(seed)
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


def busy_frame_ms(view: BoardView, frames: int = FRAMES, size: tuple[int, int] = BOARD_SIZE) -> float:
    """The slowest of `frames` frames in milliseconds: every overlay shown, every figure moved from frame to frame.

    The view is left as the state has it, at `size`.
    """
    view.resize(*size)
    view.show()  # before, it has another size, for which its figures would be painted
    view.fit()
    view.finish_floor()
    view.set_show_zones(True)
    view.set_show_vision(True)
    view.set_show_lines(True)
    game, canvas = view.game, view.canvas
    active = game.state.active
    who = (
        active.who
        if active is not None
        else next((n for n, f in by_figure(game.state.figures) if f.at >= 0), NO_FIGURE)
    )
    game.select(who)
    view.figures.repaint()
    image = QImage(view.size(), QImage.Format.Format_ARGB32_Premultiplied)
    squares = canvas.geometry.squares
    slowest = 0.0
    for n in range(frames + 2):
        started = process_time()
        for token in view.figures.tokens:
            if token.item.isVisible():
                token.item.moveBy(3.0 if n % 2 else -3.0, 2.0 if n % 4 < 2 else -2.0)
        view.layers.pulse.beat(n / frames)
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


def slowest_frame(state: State, size: tuple[int, int] = BOARD_SIZE) -> float:
    """`busy_frame_ms` of a position, drawn without a window of its own."""
    app = QApplication.instance() or QApplication([])
    game = AsagiriController(Session.load(SYSTEM, SYSTEM.encode(state), Library.shipped(), 1), Words())
    view = BoardView(game)
    view.animations_enabled = False
    choices = [who for who in figure_range(len(state.figures)) if queries.reach(game, who)]
    if game.selection < 0 and choices:
        game.select(choices[0])
    slowest = busy_frame_ms(view, size=size)
    view.deleteLater()
    game.close()
    app.processEvents()
    return slowest


def _nameless(charts: tuple[Chart, ...]) -> Subject:
    return Subject(lambda: "", lambda: "", lambda: charts)


def charts_ms(fetch: Callable[[], Many]) -> float:
    """Milliseconds from asking the store (`fetch`) to the first chart, and on to the one with a mark for every game.

    Made twice, the second one counts: pyqtgraph is loaded by then.
    """
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    taken = 0.0
    for _ in range(2):
        screen = ChartsScreen()
        screen.resize(1280, 800)
        screen.show()
        app.processEvents()
        start = perf_counter()
        found = fetch()
        charts = many_charts(found, Library.shipped(), tr)
        screen.show_subject(_nameless(charts))
        screen.grab()
        screen.go(next(n for n, chart in enumerate(charts) if chart.id == "luck"))
        screen.grab()
        taken = (perf_counter() - start) * 1000
        screen.close()
        screen.deleteLater()
        app.processEvents()
    return taken
