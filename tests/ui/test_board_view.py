"""The scene shows the state: at once, from any side, on any floor, in any dress."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint

from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.table.corrections import SetDoor, SetState
from companion.ui.games.asagiri.board import BoardView, figure_layer
from companion.ui.games.asagiri.board.figure_layer import NAMED_FROM
from companion.ui.games.asagiri.board.floor import FloorPicture
from companion.ui.games.asagiri.board.pictures import guessed, scenery_of_record
from companion.ui.kit.theme import fonts, palette

from .test_board_kit import LIBRARY, at, check_synced, figure, game_of, new_game, position, view_of, wheel


@pytest.fixture(autouse=True)
def paper() -> Any:
    """Every test begins on paper."""
    palette.set_theme("paper")
    yield
    palette.set_theme("paper")


def test_figures_stand_where_the_state_has_them(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    check_synced(view)


def test_the_band_is_the_shape_and_the_state_the_rim(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    pictures = {token.item.pixmap().cacheKey() for token in view.figures.tokens}
    assert len(pictures) == 3  # round N twice, eight-sided S and W
    before = view.figures.tokens[0].item.pixmap().cacheKey()
    game.correct(SetState(0, "shaken"))
    check_synced(view)
    assert view.figures.tokens[0].item.pixmap().cacheKey() != before


@pytest.mark.parametrize("turn", range(4))
def test_turned_by_a_quarter_everything_stands_upright_where_it_should(qtbot: Any, turn: int) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    view.turn_board(turn)
    check_synced(view)
    assert view.canvas.geometry.turn == turn
    column, row = view.canvas.geometry.cell(game.state.figures[0].at)
    assert (column, row) == {0: (2, 4), 1: (1, 2), 2: (3, 1), 3: (4, 3)}[turn]
    names = {words: top for top, words, _ in view.ground.letters()}
    assert names["A"] is (turn % 2 == 0)
    view.flip()
    assert view.canvas.geometry.turn == (turn + 2) % 4


def test_a_floor_at_a_time(qtbot: Any) -> None:
    floors = [{"rows": ["...", "..s"]}, {"rows": ["s..", "..."]}]
    place = position([figure("a1", [0, 0, 0])], [figure("b1", [2, 1, 1])], floors=floors)
    game = game_of(place)
    view = view_of(qtbot, game)
    assert view.switch.isVisible()
    assert [token.item.isVisible() for token in view.figures.tokens] == [True, False]
    game.select(1)
    assert view.canvas.geometry.floor == 1
    check_synced(view)
    view.show_floor(0)
    assert [token.item.isVisible() for token in view.figures.tokens] == [True, False]


def test_one_floor_has_no_switch(qtbot: Any) -> None:
    assert not view_of(qtbot, game_of()).switch.isVisible()


def test_doors_are_shown_and_go(qtbot: Any) -> None:
    place = position([figure("a1", [2, 4])], [figure("b1", [2, 1])], doors=[[[0, 0], "E"]])
    game = game_of(place, "track")
    view = view_of(qtbot, game)
    assert len(view.figures.doors) == 1
    game.correct(SetDoor(at(game, 0, 0), 1, False))
    assert not view.figures.doors
    game.undo()
    assert len(view.figures.doors) == 1
    check_synced(view)


def test_fit_shows_all_and_squares_are_whole_pixels(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    page = view.mapFromScene(view.canvas.geometry.page).boundingRect()
    assert view.viewport().rect().contains(page)
    assert view.canvas.cell == int(view.canvas.cell)
    view.resize(500, 420)
    page = view.mapFromScene(view.canvas.geometry.page).boundingRect()
    assert view.viewport().rect().contains(page)


def test_the_wheel_zooms_around_the_pointer(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    spot = QPoint(500, 300)
    before, cell = view.mapToScene(spot), view.canvas.cell
    for _ in range(4):
        wheel(view, 1, spot)
    assert view.canvas.cell > cell * 1.5
    after = view.mapToScene(spot)
    assert abs(after.x() - before.x()) < 15  # until it is wider than the view it stays in its middle
    assert abs(after.y() - before.y()) < 15
    assert not view.camera.fitted
    view.fit()
    assert view.canvas.cell == cell


def test_another_theme_repaints(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    day = view.grab().toImage()
    palette.set_theme("night")
    night = view.grab().toImage()
    assert day.pixelColor(3, 3).lightness() > 200
    assert night.pixelColor(3, 3).lightness() < 60
    check_synced(view)


def test_the_floor_is_painted_bit_by_bit_and_once(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    view.finish_floor()
    assert view.ground.done
    view.turn_board(1)
    view.finish_floor()
    view.turn_board(-1)
    assert view.ground.done  # remembered


def test_tiles_say_how_the_floor_looks() -> None:
    game = new_game()
    look = scenery_of_record(game.session.header, game.state.table.board)
    board = game.state.table.board
    assert set(look.grounds) == set(board.squares)
    assert "stream" in look.grounds.values()
    assert "bamboo" in look.looks.values()
    game.close()


def test_a_board_without_tiles_is_guessed() -> None:
    game = game_of()
    look = guessed(game.state.table.board)
    assert look.grounds[2, 4, 0] == "stream"
    assert look.looks[1, 1, 0]
    assert scenery_of_record(game.session.header, game.state.table.board) == look
    game.close()


def test_a_huge_board_gets_a_smaller_picture(qtbot: Any) -> None:
    rows = ["." * 64] * 64
    view = view_of(qtbot, game_of(position([figure("a1", [0, 0])], [figure("b1", [5, 5])], rows=rows)))
    picture = FloorPicture(view.canvas.geometry, guessed(view.canvas.board), palette.current())
    assert picture.square < 96
    assert picture.pixmap.width() * picture.pixmap.height() < 21_000_000


def test_the_active_figure_breathes_only_with_motion(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=True)
    game.choose(o.Activate(0))
    view.skip()
    assert view.layers.pulse.who == 0
    assert view._pulse_timer.isActive()
    view.animations_enabled = False
    view.sync()
    assert not view._pulse_timer.isActive()


def test_many_changes_leave_nothing_in_the_scene(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    count = len(view.scene().items())
    for _ in range(6):
        game.select(1)
        game.select(2)
        view.layers.hover(at(game, 2, 1))
        view.layers.hover(-1)
        view.turn_board()
        view.turn_board(-1)
        game.select(0)
        view.sync()
    assert len(view.scene().items()) == count


def test_a_view_goes_without_a_trace(qtbot: Any) -> None:
    game = game_of()
    view = BoardView(game)
    view.show()
    game.choose(o.Activate(0))
    view.deleteLater()
    qtbot.waitUntil(lambda: not __import__("shiboken6").isValid(view))
    game.select(1)  # nobody listens any more
    game.close()
    assert LIBRARY


@pytest.mark.parametrize("side", [440, 660])
def test_the_names_of_rows_are_whole_however_small_the_squares(qtbot: Any, side: int) -> None:
    floors = [{"rows": ["." * 16] * 16}]
    view = view_of(qtbot, game_of(position([figure("a1", [0, 0, 0])], [figure("b1", [5, 5, 0])], floors=floors)))
    view.resize(side, side)
    view.fit()
    view.finish_floor()
    seen = view.viewport().grab().toImage()
    edge = {seen.pixelColor(0, y).name() for y in range(seen.height())}
    assert len(edge) == 1, "nothing is cut by the edge"


def test_name_plates_of_neighbours_do_not_overlap(qtbot: Any) -> None:
    two = [figure("a1", [2, 4], name="Jeune apprentie guerrière"), figure("a2", [3, 4], name="Ō")]
    view = view_of(qtbot, game_of(position(two, [figure("b1", [2, 1], "S")])))
    plates = [item.label.pixmap().deviceIndependentSize().width() for item in view.figures.tokens]
    assert view.canvas.cell >= NAMED_FROM and max(plates) <= view.canvas.cell


def test_larger_text_does_not_cut_names_that_fit(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the table, on a large screen: Oni Warau and Oni Bushi were On…au and On…hi."""
    shown: list[str] = []
    drawn = figure_layer.slip_picture
    monkeypatch.setattr(
        figure_layer, "slip_picture", lambda name, *rest, **more: shown.append(name) or drawn(name, *rest, **more)
    )
    scale = fonts.text_scale()
    view = view_of(qtbot, game_of(position([figure("a1", [2, 4], name="Oni Warau")], [figure("b1", [2, 1], "S")])))
    try:
        fonts.set_text_scale(2.0)
        view.canvas.cell = NAMED_FROM + 10
        shown.clear()
        for item in view.figures.tokens:
            item.repaint()
        assert "Oni Warau" in shown
    finally:
        fonts.set_text_scale(scale)
