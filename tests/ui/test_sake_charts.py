"""The charts of Saké & Samouraï: of the game on the table, of a stored one, of all games; and as files."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.core.words import Words
from companion.model.games.sake.state.frames import OverFrame
from companion.model.games.sake.statistics import game_statistics
from companion.ui.games.sake.charts.many_games import SakeChartRoutes, many_charts
from companion.ui.games.sake.charts.one_game import game_charts
from companion.ui.games.sake.screens import SakeScreens
from companion.ui.kit.charts.chart import SEATS, Chart
from companion.ui.kit.charts.plot import DASHES, symbol
from companion.ui.kit.charts.screen import ChartsScreen
from companion.ui.kit.theme.palette import SEAT_COLOURS
from companion.ui.shell.window import MainWindow

from ..sake.tables import CONTENT
from ..sake.test_sake_statistics import GAMES, many, whole_game
from .sake_kit import NAMES, house_games, later, on_table
from .test_window_kit import click, until, window

EN = Words("en")


@pytest.fixture
def storage() -> Iterator[StoredGames]:
    made = house_games()
    yield made
    made.close()


@pytest.fixture
def w(qapp: QApplication, storage: StoredGames) -> Iterator[MainWindow]:
    with window(storage) as made:
        yield made


def of(charts: tuple[Chart, ...], id: str) -> Chart:
    return next(chart for chart in charts if chart.id == id)


def test_a_game_is_drawn_by_seat_and_turn() -> None:
    session = whole_game(2, 5)
    found = game_statistics(session)
    charts = game_charts(found, NAMES[:5], EN)
    sake = of(charts, "sake")
    assert [series.name for series in sake.series] == [*NAMES[:5]]
    assert of(charts, "masu").series[0].points[-1].y == session.state.masu
    assert sake.series[0].points[1].words.startswith("After turn 1: Bruno holds ")
    life = of(charts, "life")
    crosses = {series.name for series in life.series if series.points[-1].mark == "fallen"}
    assert crosses == {NAMES[death.seat] for death in found.deaths if death.blow is not None}
    kills = of(charts, "kills")
    told = sorted(point.words for _, _, point in kills.points())
    assert told == sorted(f"{NAMES[by]} killed {NAMES[whom]}" for by, whom in found.kills)
    assert not of(charts, "luck").is_empty


def test_nothing_is_drawn_before_the_first_turn() -> None:
    from companion.model.core.session import Session
    from companion.model.games.sake import SYSTEM

    session = Session.new(SYSTEM, {"quick": True}, CONTENT, 1)
    charts = game_charts(game_statistics(session), NAMES[:4], EN)
    assert all(chart.is_empty and chart.empty for chart in charts)


def test_no_two_seats_are_told_apart_by_colour_alone() -> None:
    assert len({(symbol(look), DASHES.get(look)) for look in SEATS}) == len(SEATS) == len(SEAT_COLOURS)


def test_many_games_are_drawn_by_samurai_and_by_player() -> None:
    charts = many_charts(many(GAMES), CONTENT, EN)
    told = {point.words for _, _, point in of(charts, "kills").points()}
    assert told == {"Bruno killed Camille: 1", "Camille killed Bruno: 1", "Camille killed David: 1"}
    won = [point.words for _, _, point in of(charts, "players").points()]
    assert "Bruno: 1 of 2 won alone" in won
    assert "Bruno: 1 of 2 victory shared" in won
    empty = many_charts(many(()), CONTENT, EN)
    assert all(chart.is_empty and chart.empty for chart in empty)


def routes(w: MainWindow) -> tuple[SakeChartRoutes, ChartsScreen]:
    assert w.navigator is not None
    screens = w.navigator.screens("sake")
    assert isinstance(screens, SakeScreens)
    screen = screens.charts.screen
    assert screen is not None
    return screens.charts, screen


def test_charts_of_the_table_lead_to_its_timeline_and_back(w: MainWindow) -> None:
    screen = on_table(w, 3)
    assert w.book is not None
    w.book["figures"].trigger()
    _, charts = routes(w)
    assert w.stack.currentWidget() is charts
    assert charts.charts[0].is_empty or charts.charts[0].series
    charts.step_wanted.emit(1)
    assert w.stack.currentWidget() is screen
    assert not screen.timeline.isHidden()


def test_all_games_are_worked_out_and_one_of_them_written_as_csv(
    w: MainWindow, storage: StoredGames, tmp_path: Path
) -> None:
    from companion.app.loader import figuring

    storage.repository.create(whole_game(1), "One", {"names": NAMES[:4]})
    storage.repository.create(whole_game(2, 5), "Two", {"names": NAMES[:5]})
    storage.repository._figuring = figuring()
    assert w.navigator is not None
    screens = w.navigator.screens("sake")
    assert isinstance(screens, SakeScreens)
    screens.show_charts()
    charts, screen = routes(w)
    until(lambda: not screen.progress.isVisible() and screen.lead.text() == "Finished games: 2.")
    assert screen.heading.text() == "All games of Saké & Samouraï"
    screen.go([chart.id for chart in screen.charts].index("players"))
    screen.save("csv", tmp_path / "players.csv")
    with (tmp_path / "players.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert any("Bruno" in " ".join(row) for row in rows)
    charts.show_stored(1)
    assert screen.heading.text() == "One"
    charts.leave()
    assert screen.heading.text() == "All games of Saké & Samouraï"


def test_the_end_of_a_game_leads_to_its_charts_and_its_report(w: MainWindow) -> None:
    screen = on_table(w, 3)
    assert not screen.slip.after.isVisible()
    later(screen, lambda state: bool(state.frames) and isinstance(state.frames[-1], OverFrame))
    assert screen.slip.after.isVisible()
    click(screen.slip.charts)
    _, charts = routes(w)
    assert w.stack.currentWidget() is charts
    charts.left.emit()
    assert w.stack.currentWidget() is screen
    click(screen.slip.report)
    assert w.navigator is not None
    assert w.stack.currentWidget() is w.navigator.screens("sake").press  # type: ignore[attr-defined]
