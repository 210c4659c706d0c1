"""The screen of figures: looked at, pointed at, walked along by keys, saved, and left again."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.content.library import Library
from companion.model.core.words import say
from companion.model.games.asagiri.statistics import game_statistics
from companion.model.games.asagiri.statistics.many_games import SUMMARIES
from companion.ui.games.asagiri.charts.of_game import game_charts
from companion.ui.games.asagiri.charts.of_many import many_charts
from companion.ui.kit.charts import chart_view
from companion.ui.kit.charts.chart_view import FINE, ExportPage
from companion.ui.kit.charts.screen import ChartsScreen, Subject
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameSettings

from ..analysis.figures_kit import simulated, typed
from .rows import rows
from .test_cards_kit import hold
from .test_window_kit import begun, click, new_shelf, press, until, window
from .tour_kit import TRANSLATIONS

NAMES = ("Anna", "Marco")


def shown(qtbot: Any, session: Any = None, size: tuple[int, int] = (1280, 800)) -> ChartsScreen:
    tr.load(TRANSLATIONS)
    screen = hold(qtbot, ChartsScreen())
    found = game_statistics(session or simulated())
    screen.resize(*size)
    screen.show_subject(
        Subject(
            lambda: "Anna against Marco",
            lambda: "",
            lambda: game_charts(found, NAMES, tr),
            lambda point: f"step {point.step}" if point.step >= 0 else "",
            say("Click: show it in the timeline"),
        )
    )
    screen.show()
    QTest.qWaitForWindowExposed(screen)
    settle()
    return screen


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def at(screen: ChartsScreen, id: str) -> ChartsScreen:
    screen.go(next(n for n, chart in enumerate(screen.charts) if chart.id == id))
    settle()
    return screen


def test_every_chart_is_drawn_and_none_is_empty(qtbot: Any) -> None:
    screen = shown(qtbot, typed())
    for n, line in enumerate(rows(screen.lines)):
        line.click()
        settle()
        assert screen.at == n and screen.chart is not None and screen.title.text() == screen.chart.title
        picture = screen.view.grab().toImage()
        colours = {
            picture.pixelColor(x, y).name() for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3)
        }
        assert len(colours) > 8, screen.chart.id


def test_hovering_tells_the_step_and_a_click_opens_it(qtbot: Any) -> None:
    screen = at(shown(qtbot), "luck")
    point = screen.chart.series[0].points[3]
    place = screen.view.place_of(point).toPoint()
    QTest.mouseMove(screen.view.viewport(), place)
    settle()
    assert screen.view.point == point
    assert screen.view.tip.isVisible()
    for words in (point.words, f"step {point.step}", "Click: show it in the timeline"):
        assert words in screen.view.tip.text()
    with qtbot.waitSignal(screen.step_wanted) as wanted:
        QTest.mouseClick(screen.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert wanted.args == [point.step]


def test_nothing_is_pointed_at_far_from_everything(qtbot: Any) -> None:
    screen = at(shown(qtbot), "fights")
    QTest.mouseMove(screen.view.viewport(), screen.view.viewport().rect().topRight())
    settle()
    assert screen.view.point is None and not screen.view.tip.isVisible()


@pytest.mark.parametrize("id", ["inspiration", "ground", "lucky"])
def test_a_bar_is_pointed_at_where_it_lies(qtbot: Any, id: str) -> None:
    screen = at(shown(qtbot), id)
    point = max((point for _, _, point in screen.chart.points()), key=lambda point: abs(point.y - point.low))
    middle = msgspec.structs.replace(point, y=(point.low + point.y) / 2)
    QTest.mouseMove(screen.view.viewport(), screen.view.place_of(middle).toPoint())
    settle()
    assert screen.view.point == point
    assert screen.view.nearest(QPointF(-50, -50)) is None


def test_arrows_walk_along_the_points_and_say_them(qtbot: Any) -> None:
    screen = at(shown(qtbot), "luck")
    view, chart = screen.view, screen.chart
    assert chart is not None
    assert chart.about in view.accessibleDescription() and view.accessibleName() == chart.title
    view.setFocus()
    press(Qt.Key.Key_Right)
    assert view.point == chart.series[0].points[0]
    press(Qt.Key.Key_Right, Qt.Key.Key_Right)
    assert view.point == chart.series[0].points[2] and view.accessibleDescription() == view.point.words
    press(Qt.Key.Key_Down)
    assert view.point == chart.series[1].points[2]
    press(Qt.Key.Key_End)
    assert view.point == chart.series[1].points[-1]
    press(Qt.Key.Key_Right)
    assert view.point == chart.series[1].points[-1]
    press(Qt.Key.Key_Home)
    with qtbot.waitSignal(screen.step_wanted) as wanted:
        press(Qt.Key.Key_Return)
    assert wanted.args == [chart.series[1].points[0].step]
    press(Qt.Key.Key_Escape)
    assert view.point is None and chart.about in view.accessibleDescription()
    with qtbot.waitSignal(screen.left):
        press(Qt.Key.Key_Escape)


def test_rows_are_walked_downwards(qtbot: Any) -> None:
    screen = at(shown(qtbot), "ground")
    screen.view.setFocus()
    press(Qt.Key.Key_Down)
    first = screen.view.point
    press(Qt.Key.Key_Down)
    second = screen.view.point
    assert first is not None and second is not None and second.x < first.x
    press(Qt.Key.Key_Right)
    assert screen.view.point is not None


def test_space_shows_the_next_chart_and_v_its_values(qtbot: Any) -> None:
    screen = shown(qtbot)
    screen.setFocus()
    press(Qt.Key.Key_Space)
    assert screen.at == 1
    press(Qt.Key.Key_Backspace, Qt.Key.Key_Backspace)
    assert screen.at == len(screen.charts) - 1
    at(screen, "fights")
    press(Qt.Key.Key_V)
    assert screen.stack.currentWidget() is screen.table and screen.table.hasFocus()
    assert screen.table.rowCount() == sum(1 for _ in screen.chart.points())
    point = next(screen.chart.points())[2]
    assert screen.table.item(0, 1).text() == point.words
    with qtbot.waitSignal(screen.step_wanted) as wanted:
        screen.table.cellActivated.emit(0, 0)
    assert wanted.args == [point.step]
    press(Qt.Key.Key_V)
    assert screen.stack.currentWidget() is not screen.table and screen.view.hasFocus()


def test_a_picture_is_twice_as_fine_as_the_window(qtbot: Any, tmp_path: Path) -> None:
    screen = at(shown(qtbot), "zeni")
    screen.save("png", tmp_path / "zeni.png")
    image = QImage(str(tmp_path / "zeni.png"))
    page = ExportPage(screen.view, screen.chart, "Anna against Marco")
    assert (image.width(), image.height()) == (page.size.width() * FINE, page.size.height() * FINE)
    assert page.size.width() >= screen.view.width() and page.size.height() >= screen.view.height() + 80
    plain = image.convertToFormat(QImage.Format.Format_RGB32)  # its bits live with it
    pixels = memoryview(plain.constBits()).cast("I")
    assert list(pixels).count(QColor(palette.current().vermilion).rgb()) > 200


def test_a_drawing_holds_the_words_as_words(qtbot: Any, tmp_path: Path) -> None:
    screen = at(shown(qtbot), "zeni")
    screen.save("svg", tmp_path / "zeni.svg")
    tree = ElementTree.parse(tmp_path / "zeni.svg")
    root = tree.getroot()
    assert root.tag.endswith("svg")
    words = " ".join("".join(text.itertext()) for text in root.iter() if text.tag.endswith("text"))
    for part in ("Zeni lost", "Anna", "Marco", "losing limit", "Okko Companion"):
        assert part in words
    assert sum(1 for node in root.iter() if node.tag.endswith(("path", "polyline"))) > 10


def test_the_drawing_looks_like_the_picture(qtbot: Any, tmp_path: Path) -> None:
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgRenderer

    screen = at(shown(qtbot), "zeni")
    screen.save("svg", tmp_path / "zeni.svg")
    picture = chart_view.picture(screen.view, screen.chart, "Anna against Marco")
    renderer = QSvgRenderer(str(tmp_path / "zeni.svg"))
    assert renderer.viewBox().size() * FINE == picture.size()
    drawn = QImage(picture.size(), QImage.Format.Format_ARGB32_Premultiplied)
    pen = QPainter(drawn)
    renderer.render(pen)
    pen.end()
    # where the numbers of the scale are written: an axis drawn by another resolution would put them elsewhere
    page = ExportPage(screen.view, screen.chart, "Anna against Marco")
    top, bottom = round(page.chart_at * FINE), round((page.chart_at + screen.view.viewport().height()) * FINE)
    scale = round((screen.view.axes["left"].sceneBoundingRect().right() + fonts.px(36)) * FINE)
    written = [
        [y for y in range(top, bottom) if any(image.pixelColor(x, y).lightness() < 140 for x in range(0, scale, 2))]
        for image in (picture, drawn)
    ]
    assert len(written[0]) > 20
    assert abs(written[0][0] - written[1][0]) <= 4 and abs(written[0][-1] - written[1][-1]) <= 4
    assert any(
        node.text and node.text.strip() == "5" for node in ElementTree.parse(tmp_path / "zeni.svg").getroot().iter()
    )


def test_the_values_are_written_as_a_file(qtbot: Any, tmp_path: Path) -> None:
    screen = at(shown(qtbot), "chance")
    screen.save("csv", tmp_path / "chance.csv")
    lines = (tmp_path / "chance.csv").read_text("utf-8").splitlines()
    assert len(lines) == 1 + len(screen.chart.series[0].points)


def test_a_place_that_cannot_be_written_is_told(qtbot: Any, tmp_path: Path) -> None:
    screen = shown(qtbot)
    screen.save("png", tmp_path / "no such folder" / "x.png")
    assert screen._toast is not None and "could not be saved" in screen._toast.accessibleName()
    screen._toast.close()


def test_a_picture_or_the_values_are_copied(qtbot: Any) -> None:
    screen = at(shown(qtbot), "fights")
    screen.copy_picture()
    assert not QGuiApplication.clipboard().image().isNull()
    screen.toggle_values()
    screen.copy_picture()
    assert QGuiApplication.clipboard().text().startswith("series\tname")
    QGuiApplication.clipboard().clear()
    assert screen._toast is not None
    screen._toast.close()


def test_nothing_to_draw_is_said(qtbot: Any) -> None:
    from companion.model.core.session import Session
    from companion.model.games.asagiri import SYSTEM

    screen = at(shown(qtbot, Session.new(SYSTEM, {"quick": True}, Library.shipped(), 1)), "fights")
    assert screen.stack.currentWidget() is screen.blank and screen.empty.text() == "Nobody has fought yet."
    assert not screen.copy.isEnabled()
    screen.view.setFocus()
    screen.view.walk(1)
    assert screen.view.point is None


def test_theme_and_size_of_text_are_followed(qtbot: Any) -> None:
    screen = at(shown(qtbot), "zeni")
    before = screen.view.grab().toImage()
    palette.set_theme("night")
    fonts.set_text_scale(1.5)
    try:
        settle()
        after = screen.view.grab().toImage()
        assert after != before
        axis = screen.view.axes["left"]
        assert axis.style["tickFont"].pixelSize() == fonts.font("small").pixelSize()
        assert axis.textPen().color() == palette.current().color("faded")
    finally:
        palette.set_theme("paper")
        fonts.set_text_scale(1.0)


def test_another_language_is_spoken_at_once(qtbot: Any) -> None:
    screen = shown(qtbot)
    before = screen.at
    tr.set_language("fr")
    settle()
    assert screen.at == before and screen.charts and rows(screen.lines)[0].text() == screen.charts[0].title


def test_ten_thousand_games_are_drawn_in_less_than_a_second(qtbot: Any) -> None:
    texts = [SUMMARIES.text(session) for session in (simulated(0), simulated(1), typed())]
    settings = '{"bands":["Cranes","Crows"]}'
    kept = [(n, f"Game {n}", settings, texts[n % 3] or "") for n in range(10_000)]
    screen = hold(qtbot, ChartsScreen())
    screen.resize(1280, 800)
    screen.show()
    settle()
    start = process_time()
    found = SUMMARIES.sum_up(kept)
    screen.show_subject(Subject(lambda: "All", lambda: "", lambda: many_charts(found, Library.shipped(), tr)))
    screen.grab()
    summed = process_time() - start
    at(screen, "luck")
    screen.grab()
    assert summed < 1.0
    assert process_time() - start < 2.0
    assert sum(1 for _ in screen.chart.points()) == 10_000
    point = screen.chart.series[0].points[5000]
    screen.view.select((0, 5000))
    assert screen.view.point is point
    start = process_time()
    screen.view.nearest(screen.view.place_of(point))
    assert process_time() - start < 0.1


# the ways ------------------------------------------------------------------------------------------------------------


def test_from_the_table_to_its_figures_to_the_timeline_and_back() -> None:
    storage = new_shelf()
    begun(storage, steps=60)
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_game(storage.games()[0].id)
        host = w.navigator.table
        assert host is not None
        host.screen.tools.buttons["figures"].click()
        screen = w.navigator.screens("asagiri").charts.screen
        assert screen is not None and w.stack.currentWidget() is screen
        at(screen, "zeni")
        screen.view.walk(1)
        screen.view.walk(1)
        step = screen.view.point.step
        screen.view.open_point()
        assert w.stack.currentWidget() is host.screen
        assert host.game.session.cursor == step and not host.screen.timeline.isHidden()
        host.screen.timeline.close_bar()
        w.navigator.screens("asagiri").show_charts()
        screen.left.emit()
        assert w.stack.currentWidget() is host.screen
    storage.close()


def test_figures_of_all_games_look_through_older_ones_and_lead_to_one_and_back() -> None:
    storage = new_shelf()
    storage.repository.create(simulated(), "Old one")
    storage.repository.create(simulated(1), "Older one")
    from companion.app.loader import figuring

    storage.repository._figuring = figuring()
    with window(storage) as w:
        assert w.navigator is not None
        assert w.book is not None
        w.navigator.screens("asagiri").show_charts()
        screen = w.navigator.screens("asagiri").charts.screen
        assert screen is not None and w.stack.currentWidget() is screen
        until(lambda: not screen.progress.isVisible() and not at(screen, "luck").chart.is_empty)
        assert len(screen.chart.series[0].points) == 2
        screen.view.walk(1)
        screen.view.open_point()
        assert screen.heading.text() in ("Old one", "Older one")
        assert screen.charts[0].id == "chance"
        screen.left.emit()
        assert screen.heading.text() == "All games"
        screen.left.emit()
        assert w.stack.currentWidget() is w.home
    storage.close()


def test_a_stored_game_opens_at_the_step_that_was_clicked() -> None:
    storage = new_shelf()
    id = storage.repository.create(simulated(), "Old one").id
    simulated().attach(None)
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.show_library(id)
        assert w.navigator.library is not None
        w.navigator.library.figures_wanted.emit(id, "asagiri")
        screen = w.navigator.screens("asagiri").charts.screen
        assert screen is not None and w.stack.currentWidget() is screen
        at(screen, "fights")
        screen.view.walk(1)
        step = screen.view.point.step
        screen.view.open_point()
        host = w.navigator.table
        assert host is not None and w.stack.currentWidget() is host.screen
        assert host.game.session.cursor == step
    storage.close()


def test_the_end_of_a_game_offers_its_figures() -> None:
    storage = new_shelf()
    id = storage.repository.create(simulated(), "Old one").id
    simulated().attach(None)
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_game(id)
        host = w.navigator.table
        assert host is not None
        end = host.screen.end
        end.announce()
        until(lambda: bool(end.told[0][1].text()))
        turning, best, luck = (words.text() for _, words in end.told)
        assert turning.startswith("Turn ") and "chance of winning" in turning
        assert "fights won" in best or "fight won" in best
        assert luck.count("luckier than") == 2
        assert host.game.state.bands[0].lost == 16, "A is beaten, and it is said who lost how much"
        assert end.why.text() == "Player A has lost 16 zeni: whoever reaches the zeni limit of 12 loses."
        assert end.again.isVisible() and end.swap.isVisible() and end.other.isVisible()
        end.figures.click()
        screen = w.navigator.screens("asagiri").charts.screen
        assert screen is not None and w.stack.currentWidget() is screen
        assert "won" in screen.lead.text()
    storage.close()


def test_a_game_is_played_again_and_with_sides_swapped() -> None:
    storage = new_shelf()
    settings = GameSettings(("Anna", ""), ("person", "greedy"), bands=("X", "Y"))
    opened = storage.begin({"quick": True}, settings, "x")
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_table(lambda: opened)
        for swapped, players in ((False, ("person", "greedy")), (True, ("greedy", "person"))):
            before = w.navigator.table
            assert before is not None
            (before.screen.end.swap if swapped else before.screen.end.again).click()
            after = w.navigator.table
            assert after is not None and after is not before
            assert after.opened.settings.players == players
            assert after.opened.settings.bands == ("X", "Y")
            assert after.opened.session.header.setup == before.opened.session.header.setup
            assert after.opened.entry.id != before.opened.entry.id
    storage.close()


def test_a_campaign_shows_its_charts_and_leads_back(qtbot: Any) -> None:
    from random import Random

    from ..campaign.kit import some_way
    from .campaign_window_kit import begun as campaign

    with window() as w:
        assert w.navigator is not None
        screen = campaign(w)
        screen.charts.click()
        shown_ = w.navigator.screens("asagiri").charts.screen
        assert shown_ is not None and w.stack.currentWidget() is shown_
        assert shown_.stack.currentWidget() is shown_.blank
        shown_.left.emit()
        assert w.stack.currentWidget() is screen
        some_way(screen.controller.chronicle, Random(1))
        w.navigator.screens("asagiri").show_charts()
        assert shown_.heading.text() == "A short one"
        for id in ("living", "fallen", "members"):
            assert not at(shown_, id).chart.is_empty, id
        at(shown_, "living")
        assert [series.name for series in shown_.chart.series] == ["Roster A", "Roster B"]


def test_charts_without_a_game_lead_to_a_new_one(qtbot: Any) -> None:
    with window() as w:
        assert w.navigator is not None
        screens = w.navigator.screens("asagiri")
        screens.show_charts()
        screen = screens.charts.screen
        assert screen.empty.text().startswith("No game has ended yet.")
        assert screen.remedy.hasFocus(), "Enter or Space begins one"
        click(screen.remedy)
        assert w.front() is screens.draft
