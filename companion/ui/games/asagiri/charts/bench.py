"""How long it takes until the charts of thousands of stored games are seen."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtWidgets import QApplication

from companion.model.content.library import Library
from companion.model.games.asagiri.statistics.many_games import Many
from companion.ui.kit.translator import tr

from .chart import Chart
from .of_many import many_charts
from .screen import ChartsScreen, Subject


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
