"""Play by click: what a click does is what the game offers, and a refusal says why and where."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.board.controller import Confirm, GoThere, meaning

from .test_board_kit import (
    SHOT,
    TWO,
    at,
    check_synced,
    click,
    figure,
    game_of,
    new_game,
    point,
    position,
    refusals,
    spot,
    view_of,
)


def test_a_click_on_a_figure_looks_at_it_and_beside_the_board_at_nothing(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    click(view, 2, 4)
    assert game.selection == 0
    click(view, 5, 2)
    assert game.selection == 3
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert game.selection == -1


def test_a_click_on_a_square_in_reach_activates_and_goes_there(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    click(view, 2, 4)
    click(view, 1, 3)
    assert game.state.active is not None
    assert game.state.active.who == 0
    assert game.state.figures[0].at == at(game, 1, 3)
    assert game.selection == 0
    check_synced(view)
    game.undo()
    assert game.state.active is None
    check_synced(view)


def test_a_square_out_of_reach_is_refused_and_crossed_out(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    said = refusals(game)
    click(view, 2, 4)
    click(view, 5, 4)  # a boulder
    assert [refusal.rule for refusal in said] == ["MOV-5"]
    assert view.layers.cross.square == at(game, 5, 4)
    assert game.state.active is None
    qtbot.waitUntil(lambda: view.layers.cross.square == -1, timeout=3000)


def test_a_refusal_from_elsewhere_crosses_nothing_out(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.choose(o.Step(at(game, 1, 3), 1))
    assert view.layers.cross.square == -1


def test_an_enemy_in_the_control_zone_is_attacked(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 2])], [figure("b1", [2, 1], "S")], active={"id": "a1"}))
    view = view_of(qtbot, game)
    game.select(0)
    assert view.layers.targets.attacked == (1,)
    click(view, 2, 1)
    assert game.state.frames
    assert game.state.active is not None
    assert game.state.active.acted


def test_one_not_active_yet_is_activated_to_attack(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 2])], [figure("b1", [2, 1], "S")]))
    view = view_of(qtbot, game)
    click(view, 2, 2)
    click(view, 2, 1)
    assert game.state.active is not None
    assert game.state.active.acted
    game.undo()
    assert game.state.active is None


def test_an_enemy_beside_but_not_controlled_says_why(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 2], "S")], [figure("b1", [2, 1], "S")], active={"id": "a1"}))
    view = view_of(qtbot, game)
    said = refusals(game)
    game.select(0)
    click(view, 2, 1)
    assert [refusal.rule for refusal in said] == ["CBT-1"]
    assert view.layers.cross.square == at(game, 2, 1)


def test_an_enemy_far_off_is_looked_at_or_shot(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 4])], [figure("b1", [2, 0], "S")], active={"id": "a1"}))
    view = view_of(qtbot, game)
    game.select(0)
    click(view, 2, 0)
    assert game.selection == 1
    archer = figure("a1", [2, 4], skills=[SHOT])
    game = game_of(position([archer], [figure("b1", [2, 0], "S")], active={"id": "a1"}))
    view = view_of(qtbot, game)
    game.select(0)
    assert view.layers.targets.shot == (1,)
    click(view, 2, 0)
    assert game.state.frames
    assert game.selection == 0


def test_another_figure_asks_before_it_ends_an_activation(qtbot: Any) -> None:
    game = game_of(position(*TWO, active={"id": "a1"}))
    view = view_of(qtbot, game)
    hints: list[Any] = []
    view.hint.connect(hints.append)
    click(view, 4, 4)
    assert game.selection == 1
    click(view, 4, 3)
    assert game.state.active is not None
    assert game.state.active.who == 0
    assert len(hints) == 1
    assert view.pointer.slip.isVisible()
    click(view, 4, 3)
    assert game.state.active.who == 1
    assert game.state.figures[1].at == at(game, 4, 3)
    assert not view.pointer.slip.isVisible()


def test_another_square_is_asked_anew(qtbot: Any) -> None:
    game = game_of(position(*TWO, active={"id": "a1"}))
    view = view_of(qtbot, game)
    game.select(1)
    first = meaning(game, at(game, 4, 3))
    assert isinstance(first, Confirm)
    assert first.then == GoThere(1, at(game, 4, 3))
    click(view, 4, 3)
    click(view, 4, 2)
    assert game.state.active is not None
    assert game.state.active.who == 0


RETREATING = {
    "frames": [{"kind": "retreating", "id": "b1"}],
    "active": {"id": "a1", "acted": True},
}


def _retreat_game() -> Any:
    """b1 has lost and must retreat north; a1 is active."""
    place = position([figure("a1", [3, 3])], [figure("b1", [3, 2], "S"), figure("b2", [0, 5])], active={"id": "a1"})
    game = game_of(place)
    for _ in range(60):
        game.choose(o.Attack(1))
        game.roll((6, 4))
        if game.options_like(o.Retreat):
            return game
        game.undo()
    raise AssertionError


def test_a_retreat_lights_up_and_is_chosen_by_click(qtbot: Any) -> None:
    game = _retreat_game()
    view = view_of(qtbot, game)
    lit = view.layers.retreats.squares
    assert set(lit) == {option.at for option in game.options_like(o.Retreat)}
    said = refusals(game)
    click(view, 4, 4)
    assert [refusal.rule for refusal in said] == ["RET-2"]
    click(view, 3, 1)
    assert game.state.figures[1].at == at(game, 3, 1)
    assert not view.layers.retreats.squares


def test_a_facing_is_chosen_by_arrow_or_square(qtbot: Any) -> None:
    # attacked from a diagonal, the defender may turn two ways
    place = position([figure("a1", [2, 3])], [figure("b1", [3, 2], "N"), figure("b2", [0, 5])], active={"id": "a1"})
    game = game_of(place)
    game.choose(o.Attack(1))
    facings = [option.facing for option in game.options_like(o.Face)]
    assert sorted(facings) == [2, 3]
    view = view_of(qtbot, game)
    assert len(view.layers.faces.handles) == 2
    click(view, 2, 2)  # the square to the west
    assert game.state.figures[1].facing == 3


def test_turn_handles_turn_the_active_figure(qtbot: Any) -> None:
    game = game_of(position(*TWO, active={"id": "a1"}))
    view = view_of(qtbot, game)
    game.select(0)
    handles = view.layers.turns.handles
    assert {handle.options[0] for handle in handles} == {o.Turn(1), o.Turn(3)}
    right = next(handle for handle in handles if handle.options[0] == o.Turn(1))
    where = view.mapFromScene(right.area.center())
    QTest.mouseMove(view.viewport(), where)
    assert view.viewport().toolTip() == "Turn east"
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert game.state.figures[0].facing == 1


def test_the_door_before_the_active_figure_opens(qtbot: Any) -> None:
    place = position([figure("a1", [2, 4])], [figure("b1", [0, 0])], doors=[[[2, 3], "S"]], active={"id": "a1"})
    game = game_of(place)
    view = view_of(qtbot, game)
    handle = view.layers.door.handles[0]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.mapFromScene(handle.area.center()))
    assert not game.state.table.board.floors[0].doors
    assert not view.figures.doors


def test_a_side_is_taken_by_click(qtbot: Any) -> None:
    game = new_game()
    game.undo()
    assert game.state.stage == "side"
    view = view_of(qtbot, game)
    assert len(view.layers.sides.handles) == 4
    size = game.state.table.board.size
    click(view, 0, size[1] // 2)
    assert game.state.side == 3


def test_figures_are_deployed_by_click_and_click(qtbot: Any) -> None:
    game = new_game()
    view = view_of(qtbot, game)
    assert view.tray.isVisible()
    who = view.tray.figures[1]
    QTest.mouseClick(view.tray, Qt.MouseButton.LeftButton, pos=view.tray.place(1).center())
    assert game.selection == who
    square = view.layers.deployment.squares[4]
    column, row, _ = game.state.table.board.squares[square]
    click(view, column, row)
    assert game.state.figures[who].at == square
    assert game.state.figures[who].facing == 0  # from the south, towards the enemy
    assert who not in view.tray.figures
    check_synced(view)


def test_the_tray_goes_when_all_stand(qtbot: Any) -> None:
    game = new_game()
    view = view_of(qtbot, game)
    while game.state.stage == "deploy":
        game.choose(game.options[0])
    assert not view.tray.isVisible()


def test_no_card_opens_because_the_pointer_rests_on_a_figure(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    point(view, 2, 1)
    assert view.layers.hover_zone.mask == game.state.zone(2)
    qtbot.wait(300)
    assert not [child for child in view.viewport().findChildren(QWidget) if child.isVisible()]


def test_in_a_bots_turn_clicks_only_look(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.paused = True
    game.bots["A"] = object()
    view.sync()
    click(view, 2, 4)
    click(view, 2, 3)
    assert game.state.active is None
    assert not view.layers.reach.squares
    game.bots.clear()
    assert spot(view, 2, 3)
