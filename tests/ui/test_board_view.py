"""The scene shows the state: at once, from any side, on any floor, in any dress."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint

from companion.model.systems.asagiri import options as o
from companion.model.systems.asagiri.corrections import SetDoor, SetState
from companion.ui.board import BoardView
from companion.ui.board.floor import FloorPicture
from companion.ui.board.scenery import guessed, of_record
from companion.ui.theme import palette

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
    pictures = {token.item.pixmap().cacheKey() for token in view.stage.tokens}
    assert len(pictures) == 3  # round N twice, eight-sided S and W
    before = view.stage.tokens[0].item.pixmap().cacheKey()
    game.correct(SetState(0, "shaken"))
    check_synced(view)
    assert view.stage.tokens[0].item.pixmap().cacheKey() != before


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
    assert [token.item.isVisible() for token in view.stage.tokens] == [True, False]
    game.select(1)
    assert view.canvas.geometry.floor == 1
    check_synced(view)
    view.show_floor(0)
    assert [token.item.isVisible() for token in view.stage.tokens] == [True, False]


def test_one_floor_has_no_switch(qtbot: Any) -> None:
    assert not view_of(qtbot, game_of()).switch.isVisible()


def test_doors_are_shown_and_go(qtbot: Any) -> None:
    place = position([figure("a1", [2, 4])], [figure("b1", [2, 1])], doors=[[[0, 0], "E"]])
    game = game_of(place, "track")
    view = view_of(qtbot, game)
    assert len(view.stage.doors) == 1
    game.correct(SetDoor(at(game, 0, 0), 1, False))
    assert not view.stage.doors
    game.undo()
    assert len(view.stage.doors) == 1
    check_synced(view)


def test_fit_shows_all_and_squares_are_whole_pixels(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    seen = view.viewport().grab().toImage()
    edge = {seen.pixelColor(0, y).name() for y in range(seen.height())}
    assert len(edge) == 1, "nothing is cut by the edge"
