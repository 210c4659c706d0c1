"""Charts as data: what is said of every point, and scales that hold with nothing, one value, or ten thousand."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.core.summaries import KeptGame
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.campaign.chronicle import Chronicle, campaign_statistics
from companion.model.games.asagiri.statistics import GameStatistics, game_statistics
from companion.model.games.asagiri.statistics.many_games import many, short
from companion.ui.games.asagiri.charts.of_game import game_charts
from companion.ui.games.asagiri.charts.of_many import campaign_charts, many_charts
from companion.ui.kit.charts.chart import Chart, Point, Series, nice_ticks, percent, signed, written
from companion.ui.kit.charts.chart_view import COLUMNS, csv_bytes, stamp
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import NIGHT, PAPER, Theme, contrast
from companion.ui.kit.translator import tr

from ..analysis.figures_kit import simulated, typed
from .test_cards_kit import hold

NAMES = ("Anna", "Marco")


def charts(session: Session[Any]) -> dict[str, Chart]:
    return {chart.id: chart for chart in game_charts(game_statistics(session), NAMES, tr)}


def summed() -> Any:
    rows = []
    for n, session in enumerate((simulated(0), simulated(1), typed())):
        found = short(session)
        assert found is not None
        rows.append(KeptGame(n + 1, f"Game {n}", found, ("Cranes", "Crows")))
    return many(rows)


def fresh() -> Session[Any]:
    return Session.new(SYSTEM, {"quick": True}, Library.shipped(), 1)


def test_every_chart_of_a_game_says_what_it_shows_in_words() -> None:
    for chart in charts(simulated()).values():
        assert chart.title and chart.about and not chart.is_empty
        for _, _, point in chart.points():
            assert point.words and "{" not in point.words
            assert point.step <= simulated().present
    assert list(charts(simulated())) == ["chance", "zeni", "luck", "lucky", "inspiration", "fights", "ground"]


def test_a_game_that_has_not_begun_says_that_there_is_nothing_yet() -> None:
    found = charts(fresh())
    for id in ("chance", "luck", "lucky", "inspiration", "fights", "ground"):
        assert found[id].is_empty and found[id].empty, id
    assert not found["zeni"].is_empty


def test_typed_dice_stand_apart_in_every_chart_of_dice() -> None:
    found = charts(typed())
    luck = found["luck"]
    hollow = [point for _, _, point in luck.points() if point.hollow]
    assert hollow and all("typed" in point.words for point in hollow)
    assert all("virtual" in point.words for _, _, point in luck.points() if not point.hollow)
    for id in ("lucky", "inspiration"):
        assert any(series.look.endswith("_open") for series in found[id].series), id
    assert "typed dice" in luck.sums and "virtual dice" in luck.sums
    assert "typed dice" not in charts(simulated())["luck"].sums


def test_the_sides_are_never_told_apart_by_colour_alone() -> None:
    for chart in charts(typed()).values():
        looks = [series.look for series in chart.series]
        if chart.kind in ("line", "steps", "dots"):
            assert len(set(looks)) == len(looks)
        for series in chart.series:
            assert series.look != "a" or "Anna" in series.name
            assert series.look != "b" or "Marco" in series.name


@pytest.mark.parametrize("theme", [PAPER, NIGHT])
def test_bands_are_white_and_black_in_charts_as_on_the_board(qtbot: Any, theme: Theme) -> None:
    """A white bar with an edge, a black one with lines upon it."""
    series = tuple(Series(look, look, (Point(n, 1, ""),)) for n, look in enumerate(("a", "b")))
    chart = Chart(id="x", title="", about="", kind="bars", x_name="", y_name="", series=series, y_range=(0, 1.5))
    palette.set_theme(theme.name)
    try:
        drawn = stamp(chart, QSize(240, 90), hold(qtbot, QWidget())).toImage()
    finally:
        palette.set_theme("paper")
    image = QImage(drawn.size(), QImage.Format.Format_RGB32)
    image.fill(theme.color("surface"))
    with ink.painting(image) as pen:
        pen.drawImage(0, 0, drawn)
    white, black = (set(), set())
    for y in range(40, 85):
        for x in range(240):
            (white if x < 120 else black).add(image.pixelColor(x, y).name())
    assert theme.color("stone_white").name() in white and theme.color("stone_black").name() in black
    shades = [image.pixelColor(180, y).lightness() for y in range(45, 80)]
    assert max(shades) > min(shades) + 20, "hatched"
    for colours in (white, black):
        assert max(contrast(colour, theme.surface) for colour in colours) > 3


def test_the_chart_of_zeni_ends_with_what_the_table_says() -> None:
    session = simulated()
    chart = charts(session)["zeni"]
    for side in (0, 1):
        assert chart.series[side].points[-1].y == session.state.bands[side].lost
    assert sum(point.mark == "fallen" for _, _, point in chart.points()) >= 1
    assert "Costliest turn: " in chart.sums
    assert "Costliest turn" not in charts(fresh())["zeni"].sums


def test_one_fight_is_one_mark_and_marks_are_stacked() -> None:
    session = simulated()
    chart = charts(session)["fights"]
    places = [(point.x, point.y) for _, _, point in chart.points()]
    assert len(places) == len(set(places)) == len(game_statistics(session).fights)


def test_charts_of_many_games_tell_how_they_ended() -> None:
    found = {chart.id: chart for chart in many_charts(summed(), Library.shipped(), tr)}
    assert not found["characters"].is_empty and not found["bands"].is_empty
    assert found["adventures"].is_empty and found["adventures"].empty
    assert any("Okko" in words for _, words in found["characters"].x_ticks)
    assert sum(point.y - point.low for _, _, point in found["bands"].points()) == 6
    assert [point.game for _, _, point in found["luck"].points()] == [1, 2, 3]
    assert "typed dice" in found["luck"].sums


def test_no_games_make_empty_charts() -> None:
    for chart in many_charts(many(()), Library.shipped(), tr):
        assert chart.is_empty and chart.empty


def test_a_campaign_is_told_chapter_by_chapter() -> None:
    from random import Random

    from ..campaign.kit import BATTLES, CONTENT, some_way

    chronicle = Chronicle.new(BATTLES, CONTENT, 2)
    begun = campaign_charts(campaign_statistics(chronicle.state), ("Hunters", "Demons"), tr)
    assert all(chart.is_empty for chart in begun)
    some_way(chronicle, Random(2))
    found = {
        chart.id: chart for chart in campaign_charts(campaign_statistics(chronicle.state), ("Hunters", "Demons"), tr)
    }
    chapters = len(chronicle.state.now.history)
    assert [len(series.points) for series in found["living"].series] == [chapters + 1] * 2
    assert [series.points[-1].y for series in found["living"].series] == [
        len(roster.members) for roster in chronicle.state.approved
    ]


# scales --------------------------------------------------------------------------------------------------------------


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 12))
def test_round_numbers_lie_within_and_are_not_too_many(low: float, span: float, most: int) -> None:
    found = nice_ticks(low, low + span, most)
    assert len(found) <= most + 1
    values = [value for value, _ in found]
    assert values == sorted(values)
    slack = span * 1e-3
    assert all(low - slack <= value <= low + span + slack for value in values)


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(-50, 50)), max_size=8),
    st.sampled_from(["line", "bars", "rows", "dots"]),
)
def test_every_point_lies_within_the_ranges(places: list[tuple[int, int]], kind: Any) -> None:
    points = tuple(Point(x, y, "words") for x, y in places)
    chart = Chart(id="x", title="x", about="x", kind=kind, x_name="", y_name="", series=(Series("s", "a", points),))
    (left, right), (low, high) = chart.ranges()
    assert left < right and low < high
    assert all(left <= x <= right and low <= y <= high for x, y in places)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (-0.0, "0"), (3, "3"), (-2.5, "−2.5"), (0.04, "0.0")])
def test_numbers_are_written_for_people(value: float, text: str) -> None:
    assert written(value) == text


def test_signs_and_shares() -> None:
    assert [signed(n) for n in (2, 0, -1.5)] == ["+2", "0", "−1.5"]
    assert [percent(share) for share in (0.0, 0.001, 0.5, 0.999, 1.0)] == [0, 1, 50, 99, 100]


# files ---------------------------------------------------------------------------------------------------------------


def test_the_values_come_back_out_of_the_csv(tmp_path: Path) -> None:
    for chart in charts(typed()).values():
        rows = list(csv.DictReader(StringIO(csv_bytes(chart).decode("utf-8"), newline="")))
        assert tuple(rows[0]) == COLUMNS
        points = [(chart.series[n].name, point) for n, _, point in chart.points()]
        assert len(rows) == len(points)
        for row, (series, point) in zip(rows, points, strict=True):
            assert row["series"] == series and row["words"] == point.words
            assert float(row["y"]) == pytest.approx(point.y)
            assert row["step"] == ("" if point.step < 0 else str(point.step))


def test_a_name_in_a_csv_is_no_formula() -> None:
    points = (Point(1, 2, "=1+1", 3), Point(2, -4, "−4 points"))
    chart = Chart(
        id="x", title="x", about="", kind="line", x_name="", y_name="", series=(Series('@cmd,"x"\n', "a", points),)
    )
    rows = list(csv.reader(StringIO(csv_bytes(chart).decode("utf-8"), newline="")))
    assert rows[1][0] == '\'@cmd,"x"\n' and rows[1][-1] == "'=1+1"
    assert float(rows[2][3]) == -4


def test_figures_know_no_pyqtgraph_before_they_are_drawn() -> None:
    import subprocess
    import sys

    code = """
import sys
import companion.app.program, companion.ui.games.asagiri.charts.routes
import companion.ui.play.storage, companion.ui.shell.navigator
import companion.app.loader
assert not {"pyqtgraph", "numpy"} & set(sys.modules), "too early"
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_figures_of_a_long_game_are_found() -> None:
    found: GameStatistics = game_statistics(simulated())
    assert found.turns >= 2


@pytest.mark.parametrize("setup", [{"draft": {}}, {"adventure": "house:first-lanterns"}, {"quick": True}])
@pytest.mark.parametrize("mode", ["enforce", "track"])
def test_games_of_every_kind_have_charts_at_every_moment(setup: dict[str, Any], mode: Any) -> None:
    from random import Random

    from companion.model.core.contract import Choice, Roll

    rng = Random(4)
    session = Session.new(SYSTEM, setup, Library.shipped(), 9, mode=mode)
    for n in range(260):
        if n % 65 == 0:
            for chart in charts(session).values():
                assert chart.is_empty or all(point.words for _, _, point in chart.points())
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        elif isinstance(pending, Choice):
            session.choose(rng.choice(pending.options))
    found = charts(session)
    assert not found["zeni"].is_empty and not found["ground"].is_empty
    assert ("Earned" in found["zeni"].sums) == ("draft" in setup)
