"""The board without a mouse."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.board import BoardView

from .test_board_kit import TWO, at, figure, game_of, new_game, position, view_of


def keys(view: BoardView, *pressed: Qt.Key) -> None:
    for key in pressed:
        QTest.keyClick(view, key)


def test_the_cursor_starts_on_the_selected_figure_and_goes_over_the_board(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    keys(view, Qt.Key.Key_Up)
    assert view.keys.square == at(game, 2, 4)
    keys(view, Qt.Key.Key_Up, Qt.Key.Key_Left)
    assert view.keys.square == at(game, 1, 3)
    assert view.layers.cursor.items
    for _ in range(9):
        keys(view, Qt.Key.Key_Left)
    assert view.keys.square == at(game, 0, 3)


def test_enter_is_a_click(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    keys(view, Qt.Key.Key_Tab)
    assert game.selection == 0
    assert view.keys.square == at(game, 2, 4)
    keys(view, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert game.state.figures[0].at == at(game, 2, 3)


def test_the_arrows_go_as_the_board_is_seen(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    view.turn_board(1)
    game.select(0)
    keys(view, Qt.Key.Key_Up, Qt.Key.Key_Right)
    assert view.keys.square == at(game, 2, 3)


def test_tab_goes_from_figure_to_figure(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    keys(view, Qt.Key.Key_Tab)
    keys(view, Qt.Key.Key_Tab)
    assert game.selection == 1
    keys(view, Qt.Key.Key_Tab)
    assert game.selection == 0
    QTest.keyClick(view, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert game.selection == 1


def test_ctrl_tab_leaves_the_board(qtbot: Any) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    rows = QVBoxLayout(page)
    game = game_of()
    game.setParent(page)
    view = BoardView(game, page)
    button = QPushButton("x", page)
    rows.addWidget(view)
    rows.addWidget(button)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    view.setFocus()
    assert view.hasFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert game.selection == 0
    assert view.hasFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert button.hasFocus()


def test_q_and_e_turn(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    keys(view, Qt.Key.Key_E)
    assert game.state.figures[0].facing == 1
    assert game.state.active is not None
    keys(view, Qt.Key.Key_BracketLeft)
    assert game.state.figures[0].facing == 0
    assert game.state.active.points == 2 or game.state.active.points == 3
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    game.select(2)
    keys(view, Qt.Key.Key_Q)
    assert game.state.figures[2].facing == 1


def test_keys_of_the_board_come_before_shortcuts_of_the_window(qtbot: Any) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    game = game_of()
    game.setParent(page)
    view = BoardView(game, page)
    button = QPushButton("x", page)
    button.setShortcut("Q")
    pressed: list[bool] = []
    button.clicked.connect(pressed.append)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    view.setFocus()
    view.animations_enabled = False
    game.select(0)
    QTest.keyClick(view, Qt.Key.Key_Q)
    assert game.state.figures[0].facing == 3
    assert not pressed


def test_the_cursor_square_is_told_in_words(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    told: list[str] = []
    view.square_described.connect(told.append)
    view.keys.go(at(game, 1, 1))
    assert told[-1] == "B2, hindering"
    view.keys.go(at(game, 2, 1))
    assert told[-1] == "C2, clear. Figure b1, band B, vigilant, facing south"
    game.choose(o.Activate(0))
    view.keys.go(at(game, 2, 4))
    assert told[-1] == "C5, aquatic. Figure a1, band A, vigilant, facing north, active, points left: 4"
    view.keys.go(at(game, 2, 2))
    assert told[-1] == "C3, clear. in an enemy control zone. Figure a1 can move there for 2"
    assert view.accessibleDescription() == told[-1]
    assert view.accessibleName() == "Board"


def test_escape_lets_go_step_by_step(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    keys(view, Qt.Key.Key_Tab)
    keys(view, Qt.Key.Key_Escape)
    assert game.selection == -1
    keys(view, Qt.Key.Key_Escape)
    assert view.keys.square == -1
    assert not view.layers.cursor.items


def test_zoom_and_fit(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    cell = view.canvas.cell
    keys(view, Qt.Key.Key_Plus, Qt.Key.Key_Plus)
    assert view.canvas.cell > cell
    keys(view, Qt.Key.Key_Minus)
    keys(view, Qt.Key.Key_0)
    assert view.canvas.cell == cell


def test_what_is_shown_has_keys(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    keys(view, Qt.Key.Key_Z)
    assert view.layers.zones.masks[1]
    keys(view, Qt.Key.Key_Z)
    assert not any(view.layers.zones.masks)
    keys(view, Qt.Key.Key_V, Qt.Key.Key_F, Qt.Key.Key_T)
    assert view.layers.vision.squares
    assert view.layers.show_lines
    assert view.canvas.geometry.turn == 1


def test_arrows_choose_a_facing(qtbot: Any) -> None:
    place = position([figure("a1", [2, 3])], [figure("b1", [3, 2], "N"), figure("b2", [0, 5])], active={"id": "a1"})
    game = game_of(place)
    game.choose(o.Attack(1))
    view = view_of(qtbot, game)
    keys(view, Qt.Key.Key_Down)
    assert game.state.figures[1].facing == 2


def test_a_band_is_deployed_by_keys_alone(qtbot: Any) -> None:
    game = new_game()
    view = view_of(qtbot, game)
    first = game.selection
    assert first in view.tray.figures
    keys(view, Qt.Key.Key_Tab)
    chosen = game.selection
    assert chosen != first
    keys(view, Qt.Key.Key_E, Qt.Key.Key_Right)
    keys(view, Qt.Key.Key_Return)
    assert game.state.figures[chosen].at in game.state.table.board.row_from(2, 0)
    assert game.state.figures[chosen].facing == 1


def test_the_mouse_puts_the_cursor_away(qtbot: Any) -> None:
    game = game_of(position(*TWO))
    view = view_of(qtbot, game)
    view.keys.go(at(game, 1, 1))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.spot(at(game, 4, 4)))
    assert view.keys.square == -1


def test_the_cursor_goes_to_whom_is_activated_elsewhere(qtbot: Any) -> None:
    """Space activates the next figure: the way of its first step begins where it stands."""
    game = game_of()
    view = view_of(qtbot, game)
    keys(view, Qt.Key.Key_Tab, Qt.Key.Key_Up, Qt.Key.Key_Return)
    moved = game.state.figures[0].at
    assert view.keys.square == moved, "a step that activates leaves the cursor where it leads"
    game.choose(o.EndActivation())
    game.choose(o.Activate(1))
    assert view.keys.square == game.state.figures[1].at != moved
    keys(view, Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    game.choose(o.EndActivation())
    assert view.keys.square == -1, "who does not use it does not see it"
