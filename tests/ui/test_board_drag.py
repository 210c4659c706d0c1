"""Dragging: by hand anywhere at a tracked table, by the rules elsewhere, out of the tray at deployment."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from companion.model.games.asagiri.state.stack import Fight
from companion.ui.games.asagiri.board.pointer import Drag, purpose_of

from .test_board_kit import (
    at,
    check_synced,
    drag,
    figure,
    game_of,
    new_game,
    position,
    refusals,
    spot,
    view_of,
    wheel,
)


def test_a_legal_drag_at_the_table_is_made_of_steps(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 1, 3))
    assert game.state.figures[0].at == at(game, 1, 3)
    assert game.state.active is not None
    assert {step.mark for step in game.session.steps} == {"observed"}
    check_synced(view)


def test_an_impossible_drag_at_the_table_names_its_rule_and_happens(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    said = refusals(game)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 5, 0), drop=False)
    assert view.pointer.drag is not None
    assert view.pointer.slip.isVisible()
    assert "MOV-5" in view.pointer.slip.text()
    assert view.layers.cross.square == at(game, 5, 0)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=spot(view, 5, 0))
    assert game.state.figures[0].at == at(game, 5, 0)
    assert game.session.steps[-1].mark == "overridden"
    assert game.session.steps[-1].rule == "MOV-5"
    assert not said
    assert not view.pointer.slip.isVisible()
    assert view.layers.cross.square == -1
    check_synced(view)


def test_an_enemy_can_be_dragged_at_the_table(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 1), spot(view, 4, 1))
    assert game.state.figures[2].at == at(game, 4, 1)
    assert game.session.steps[-1].rule == "TRN-6"


def test_the_way_and_its_cost_are_shown_meanwhile(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 2, 2), drop=False)
    assert len(view.layers.path.way) == 2
    assert view.layers.path.way[-1] == (at(game, 2, 2), 0)
    assert view.pointer.slip.text() == "C3: cost 2"
    assert view.pointer.ghost.items
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.pointer.drag is None
    assert not view.pointer.ghost.items
    assert not view.layers.path.way
    assert game.state.figures[0].at == at(game, 2, 4)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=spot(view, 2, 2))
    assert game.session.cursor == 0
    check_synced(view)


def test_it_turns_in_the_hand_by_wheel_and_keys(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 2, 3), drop=False)
    wheel(view, -1, spot(view, 2, 3))
    assert view.pointer.drag is not None
    assert view.pointer.drag.shown_facing == 1
    QTest.keyClick(view, Qt.Key.Key_E)
    assert view.pointer.drag.shown_facing == 2
    QTest.keyClick(view, Qt.Key.Key_Q)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=spot(view, 2, 3))
    assert game.state.figures[0].at == at(game, 2, 3)
    assert game.state.figures[0].facing == 1
    check_synced(view)


def test_turned_on_its_own_square_it_turns(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    view.pointer.pick_up(Drag(game, 0, "hand"), spot(view, 2, 4))
    view.pointer.turn(2)
    view.pointer.put_down()
    assert game.state.figures[0].facing == 2
    assert game.state.active is not None
    assert game.state.active.points == 2


def test_put_back_where_it_was_nothing_happens(qtbot: Any) -> None:
    for mode in ("track", "enforce"):
        game = game_of(mode=mode)
        view = view_of(qtbot, game)
        here = spot(view, 2, 4)
        drag(view.viewport(), here, here + QPoint(16, 12))
        assert game.session.cursor == 0
        check_synced(view)


def test_beside_the_board_it_goes_back(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 4), QPoint(3, 3))
    assert game.session.cursor == 0
    check_synced(view)


def test_by_the_rules_only_ones_own_and_only_in_reach(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    said = refusals(game)
    assert purpose_of(game, 0) == "move"
    assert purpose_of(game, 2) is None
    drag(view.viewport(), spot(view, 2, 1), spot(view, 4, 1))
    assert game.session.cursor == 0
    drag(view.viewport(), spot(view, 2, 4), spot(view, 5, 0))
    assert [refusal.rule for refusal in said] == ["MOV-5"]
    assert game.session.cursor == 0
    check_synced(view)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 3, 3))
    assert game.state.figures[0].at == at(game, 3, 3)
    check_synced(view)


def test_an_empty_square_pans_when_there_is_more_to_see(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    view.zoom(2.0)
    before = view.mapToScene(QPoint(300, 300))
    drag(view.viewport(), spot(view, 3, 3), spot(view, 3, 3) + QPoint(-60, -40))
    after = view.mapToScene(QPoint(300, 300))
    assert after.x() > before.x()
    assert after.y() > before.y()
    QTest.mousePress(view.viewport(), Qt.MouseButton.MiddleButton, pos=QPoint(300, 300))
    QTest.mouseMove(view.viewport(), QPoint(340, 330))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.MiddleButton, pos=QPoint(340, 330))
    assert view.mapToScene(QPoint(300, 300)).x() < after.x()
    assert game.session.cursor == 0


def test_a_figure_is_dragged_out_of_the_tray(qtbot: Any) -> None:
    game = new_game()
    view = view_of(qtbot, game)
    who = view.tray.figures[2]
    square = view.layers.deployment.squares[6]
    end = view.tray.mapFromGlobal(view.global_of(square))
    drag(view.tray, view.tray.place(2).center(), end)
    assert game.state.figures[who].at == square
    assert who not in view.tray.figures
    check_synced(view)


def test_a_wrong_place_for_deployment_is_refused(qtbot: Any) -> None:
    game = new_game()
    view = view_of(qtbot, game)
    said = refusals(game)
    who = view.tray.figures[0]
    end = view.tray.mapFromGlobal(view.global_of(at(game, 3, 3)))
    drag(view.tray, view.tray.place(0).center(), end)
    assert [refusal.rule for refusal in said] == ["SET-1"]
    assert game.state.figures[who].at == -1
    assert view.layers.cross.square == at(game, 3, 3)


def test_at_the_table_it_is_deployed_anywhere(qtbot: Any) -> None:
    game = new_game()
    game.switch("track")
    view = view_of(qtbot, game)
    who = view.tray.figures[0]
    end = view.tray.mapFromGlobal(view.global_of(at(game, 3, 3)))
    drag(view.tray, view.tray.place(0).center(), end)
    assert game.state.figures[who].at == at(game, 3, 3)
    assert game.session.steps[-1].rule == "SET-1"


def test_the_tray_turns_what_it_holds(qtbot: Any) -> None:
    game = new_game()
    view = view_of(qtbot, game)
    assert view.tray.facing == 0
    QTest.keyClick(view, Qt.Key.Key_R)
    assert view.tray.facing == 1
    QTest.keyClick(view, Qt.Key.Key_Q)
    QTest.keyClick(view, Qt.Key.Key_Q)
    assert view.tray.facing == 3


def test_a_change_from_elsewhere_takes_the_figure_out_of_the_hand(qtbot: Any) -> None:
    game = game_of(mode="track")
    game.move_by_hand(1, at(game, 5, 0), 0)
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 2, 3), drop=False)
    game.undo()
    assert view.pointer.drag is None
    check_synced(view)


def test_held_towards_a_side_of_the_square_it_looks_there(qtbot: Any) -> None:
    game = game_of(mode="enforce")
    view = view_of(qtbot, game)
    cell = view.mapFromScene(view.canvas.geometry.rect(at(game, 1, 3))).boundingRect()
    east = QPoint(cell.right() - 4, cell.center().y())
    drag(view.viewport(), spot(view, 2, 4), east, drop=False)
    assert view.pointer.drag is not None
    assert view.pointer.drag.shown_facing == 1, "the figure in the hand shows it before it is put down"
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=east)
    figure = game.state.figures[0]
    assert (figure.at, figure.facing) == (at(game, 1, 3), 1), "one drag: a square and a facing"
    check_synced(view)


def test_towards_a_side_that_no_points_are_left_for_it_just_goes_there(qtbot: Any) -> None:
    game = game_of(mode="enforce")
    view = view_of(qtbot, game)
    far = view.mapFromScene(view.canvas.geometry.rect(at(game, 2, 2))).boundingRect()
    said = refusals(game)
    drag(view.viewport(), spot(view, 2, 4), QPoint(far.center().x(), far.bottom() - 4))
    figure = game.state.figures[0]
    assert figure.at == at(game, 2, 2)
    assert figure.facing in (0, 2)
    assert not said


def beside_an_enemy(mode: str) -> Any:
    """a1 looks north at b1, in its control zone; b2 is far off."""
    people = ([figure("a1", [2, 4])], [figure("b1", [2, 3], "S"), figure("b2", [5, 0], "S")])
    return game_of(position(*people), mode=mode)


def test_cbt_1_dragged_onto_an_enemy_it_attacks(qtbot: Any) -> None:
    game = beside_an_enemy("enforce")
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 2, 3), drop=False)
    assert "Attack" in view.pointer.slip.text()
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=spot(view, 2, 3))
    assert isinstance(game.state.frames[-1], Fight)
    assert game.state.figures[0].at == at(game, 2, 4)


def test_out_of_turn_two_figures_fight_by_hand_and_the_rule_is_noted(qtbot: Any) -> None:
    game = beside_an_enemy("track")
    view = view_of(qtbot, game)
    drag(view.viewport(), spot(view, 2, 3), spot(view, 2, 4))
    fight = game.state.frames[-1]
    assert isinstance(fight, Fight)
    assert (fight.attacker, fight.defender) == (1, 0), "it is not B's phase"
    assert (game.session.steps[-1].mark, game.session.steps[-1].rule) == ("overridden", "TRN-6")
    game.roll((6, 1))
    assert game.state.figures[0].state == "disabled" or not game.state.frames or game.options


def test_the_rules_refuse_a_fight_out_of_reach(qtbot: Any) -> None:
    game = beside_an_enemy("enforce")
    view = view_of(qtbot, game)
    said = refusals(game)
    drag(view.viewport(), spot(view, 2, 4), spot(view, 5, 0))
    assert [refusal.rule for refusal in said] == ["CBT-1"]
    assert game.session.cursor == 0


def test_a_key_sets_the_selected_figure_upon_the_enemy_at_the_cursor(qtbot: Any) -> None:
    game = beside_an_enemy("enforce")
    view = view_of(qtbot, game)
    game.select(0)
    view.keys.go(at(game, 2, 3))
    QTest.keyClick(view, "a")
    assert isinstance(game.state.frames[-1], Fight)
