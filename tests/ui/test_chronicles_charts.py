"""The charts of Okko Chronicles: of the game on the table, of a stored one, of all games."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.app.loader import figuring
from companion.app.storage import StoredGames
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.chronicles.statistics import game_statistics
from companion.model.games.chronicles.statistics.many_games import SUMMARIES
from companion.model.store.repository import Repository
from companion.ui.games.chronicles import GAME_UI
from companion.ui.games.chronicles.charts.many_games import many_charts
from companion.ui.games.chronicles.charts.one_game import game_charts
from companion.ui.games.chronicles.screens import ChroniclesScreens
from companion.ui.kit.charts.chart import Chart
from companion.ui.shell.window import MainWindow

from ..chronicles.tables import CONTENT
from ..chronicles.test_chronicles_statistics import SEEDS, game
from .chronicles_kit import chronicles_table, later
from .test_window_kit import until, window
from .tour_kit import TRANSLATIONS

NAMES = ("The Oni (Olga)", "Okko (Anna)", "Noburo (Marco)")
EN = Words("en")


def of(charts: tuple[Chart, ...], id: str) -> Chart:
    return next(chart for chart in charts if chart.id == id)


def test_a_game_is_drawn_by_seat_and_turn() -> None:
    session = game(5)
    found = game_statistics(session)
    charts = game_charts(found, NAMES, EN)
    blue, red = of(charts, "score").series
    assert (blue.points[-1].y, red.points[-1].y) == found.points
    assert blue.points[1].words.startswith("After turn 1: the heroes have ")
    damage = of(charts, "damage")
    assert [series.name for series in damage.series] == list(NAMES)
    assert [series.points[-1].y for series in damage.series] == [one.taken for one in found.seats]
    assert of(charts, "wounds").empty == "No hero has been wounded yet."
    hurt = next(n for n in SEEDS if any(any(one.wounds) for one in game_statistics(game(n)).standings))
    wounds = of(game_charts(game_statistics(game(hurt)), NAMES, EN), "wounds")
    assert [series.name for series in wounds.series] == list(NAMES[1:])
    assert of(charts, "truth").sums.startswith(f"The demon came in turn {found.came}.")
    steps = [point.step for point in blue.points]
    assert steps == sorted(steps) and steps[-1] == session.present


def test_hits_and_tests_stand_beside_what_was_to_be_expected() -> None:
    found = game_statistics(game(5))
    charts = game_charts(found, NAMES, EN)
    hits, tests = of(charts, "hits"), of(charts, "tests")
    for one, point in zip((seat for seat in found.seats if seat.test_luck.draws), tests.series[0].points, strict=True):
        assert point.y <= one.test_luck.draws < one.tests, "tests of unknown difficulty are left out"
    rows = [(name, one) for name, one in zip(NAMES, found.seats, strict=True) if one.hit_luck.draws]
    assert [name for _, name in hits.x_ticks] == [name for name, _ in rows]
    for (name, one), point, (_, due, said) in zip(rows, hits.series[0].points, hits.levels, strict=True):
        assert point.y == one.hits
        assert due == pytest.approx(one.hits - one.hit_luck.surplus)
        assert f"{name}: {one.hits} hits of {one.hit_luck.draws}" in point.words
        assert "to be expected" in said
    assert of(charts, "luck").level == 0


def test_a_game_that_has_just_begun_says_so_in_place_of_charts() -> None:
    found = game_statistics(game(2, 1))
    assert not of(game_charts(found, NAMES, EN), "damage").is_empty
    nothing = msgspec.structs.replace(found, standings=found.standings[:1])
    assert of(game_charts(nothing, NAMES, EN), "score").empty == "The first turn has not been played yet."


def test_what_the_heroes_know_is_drawn_once_the_game_is_over() -> None:
    """INV-5: meanwhile everybody at the table may look at the charts."""
    going_on = of(game_charts(game_statistics(game(8, 6)), NAMES, EN), "truth")
    assert [series.name for series in going_on.series] == ["Clue cards drawn"]
    over = of(game_charts(game_statistics(game(8)), NAMES, EN), "truth")
    assert len(over.series) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_games_together(language: str) -> None:
    names = '{"names": ["Olga", "Anna", "Marco"]}'
    kept = [(seed, "", names, SUMMARIES.text(game(seed)) or "") for seed in SEEDS]
    charts = many_charts(SUMMARIES.sum_up(kept), CONTENT, Words(language, TRANSLATIONS))
    assert all(not chart.is_empty for chart in charts)
    scenarios = of(charts, "scenarios")
    assert [name for _, name in scenarios.x_ticks] == [
        {"en": "The well of mists", "fr": "Le puits des brumes", "it": "Il pozzo delle nebbie"}[language]
    ]
    assert sum(point.y - point.low for series in scenarios.series for point in series.points) == len(SEEDS)
    assert {name for _, name in of(charts, "players").x_ticks} == {"Olga", "Anna", "Marco"}
    assert all(chart.empty for chart in many_charts(SUMMARIES.sum_up([]), CONTENT, EN))


def test_charts_of_the_game_on_the_table_and_back(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        w = table.screen.window()
        assert isinstance(w, MainWindow) and w.book is not None
        w.book["figures"].trigger()
        assert w.navigator is not None
        screens = w.navigator.screens("chronicles")
        assert isinstance(screens, ChroniclesScreens)
        shown = screens.charts.screen
        assert shown is not None and w.stack.currentWidget() is shown
        shown.left.emit()
        assert w.stack.currentWidget() is table.screen


def test_games_that_have_ended_are_worked_out_and_drawn(qapp: QApplication) -> None:
    """Decision 0112: each is kept in short beside the others."""
    storage = StoredGames(Repository("sqlite://"), CONTENT)
    for seed in SEEDS:
        storage.repository.create(game(seed), f"Game {seed}", {"names": ["Olga", "Anna", "Marco"]})
    storage.repository._figuring = figuring()
    with window(storage) as w:
        assert w.navigator is not None
        screens = w.navigator.screens("chronicles")
        assert isinstance(screens, ChroniclesScreens)
        screens.show_charts()
        shown = screens.charts.screen
        assert shown is not None
        until(lambda: not shown.progress.isVisible() and shown.lead.text() == f"Finished games: {len(SEEDS)}.")
        assert shown.heading.text() == "All games of Okko Chronicles"
        assert "Anna" in str(of(shown.charts, "players").x_ticks)


def test_the_end_of_a_game_leads_to_its_charts_and_its_report(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=False) as table:
        screen, w = table.screen, table.screen.window()
        assert not screen.after.isVisibleTo(screen)
        later(table.game, "over")
        assert screen.after.isVisibleTo(screen)
        assert isinstance(w, MainWindow)
        QTest.mouseClick(screen.charts, Qt.MouseButton.LeftButton)
        assert w.stack.currentWidget() is not screen
        w.stack.currentWidget().left.emit()  # type: ignore[union-attr]
        QTest.mouseClick(screen.report, Qt.MouseButton.LeftButton)
        assert w.stack.currentWidget() is not screen
        w.stack.currentWidget().left.emit()  # type: ignore[union-attr]
        assert w.stack.currentWidget() is screen


def test_the_library_tells_how_far_a_game_is() -> None:
    """TRK-1, ACC-6."""
    assert GAME_UI.meters is not None
    state = game(8, 6).state
    told = [(EN(one.words), one.value, one.most) for one in GAME_UI.meters(state, ())]
    assert told == [("Turn of the track", 7, 8), ("Wrong accusations", state.wrong, 3)]
    late = GAME_UI.meters(game(8).state, ())
    assert late[0].value == 8
