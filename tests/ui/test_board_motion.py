"""Motion shows what happened, can be skipped, and ends with the truth."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QAbstractAnimation

from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import CharacterStepped
from companion.model.games.asagiri.table.corrections import PlaceFigure, SetDoor, SetState
from companion.ui.games.asagiri.board.figure_layer import Animator, Motion
from companion.ui.kit.theme import motion

from .test_board_kit import at, check_synced, figure, game_of, new_game, position, view_of


def test_a_figure_goes_the_way_it_took(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=True)
    places, told = set(), []
    game.changed.connect(told.append)
    token = view.figures.tokens[0]
    view.figures.animator._animation.valueChanged.connect(
        lambda _: places.add(view.canvas.geometry.square_at(token.item.pos()))
    )
    game.select(0)
    game.move(0, at(game, 0, 3))
    assert view.busy
    assert not view.layers.reach.squares
    qtbot.waitUntil(lambda: not view.busy, timeout=4000)
    way = {event.at for event in told[0].events if isinstance(event, CharacterStepped)}
    assert at(game, 0, 3) in places
    assert places <= {at(game, 2, 4), *way}
    check_synced(view)
    assert view.layers.reach.squares


def test_a_click_skips_motion(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=True)
    game.move(0, at(game, 2, 2))
    assert view.busy
    view.click_square(-1)
    assert not view.busy
    check_synced(view)


def test_changes_queue_up(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=True)
    game.move(0, at(game, 2, 3))
    game.choose(o.Turn(1))
    game.choose(o.EndActivation())
    game.move(1, at(game, 4, 3))
    assert view.busy
    qtbot.waitUntil(lambda: not view.busy, timeout=6000)
    check_synced(view)


def test_undo_and_jumps_are_shown_at_once(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=True)
    game.move(0, at(game, 2, 2))
    game.undo()
    assert not view.busy
    check_synced(view)
    game.redo()
    assert not view.busy
    check_synced(view)


@pytest.mark.parametrize("why", ["flag", "game", "reduced", "hidden"])
def test_motion_can_be_off(qtbot: Any, why: str) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=why != "flag")
    game.animated = why != "game"
    motion.set_reduced(why == "reduced")
    try:
        if why == "hidden":
            view.hide()
        game.move(0, at(game, 2, 2))
        assert not view.busy
        check_synced(view)
    finally:
        motion.set_reduced(False)


def test_hiding_ends_motion(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=True)
    game.move(0, at(game, 2, 2))
    view.hide()
    assert not view.busy
    assert view.figures.animator._animation.state() == QAbstractAnimation.State.Stopped


def test_everything_a_hand_does_moves_and_ends_with_the_truth(qtbot: Any) -> None:
    place = position([figure("a1", [2, 4]), figure("a2", [4, 4])], [figure("b1", [2, 1], "S")], doors=[[[0, 0], "E"]])
    game = game_of(place, "track")
    view = view_of(qtbot, game, moving=True)
    for correction in (
        PlaceFigure(0, at(game, 0, 0), 1),
        PlaceFigure(0, at(game, 0, 0), 2),
        SetState(0, "shaken"),
        SetDoor(at(game, 0, 0), 1, False),
        SetDoor(at(game, 0, 0), 1, True),
        PlaceFigure(1, -1, 0),
        PlaceFigure(1, at(game, 5, 5), 3),
        SetState(1, "disabled"),
    ):
        assert game.correct(correction)
        qtbot.waitUntil(lambda: not view.busy, timeout=4000)
        check_synced(view)


def test_a_whole_fight_moves_and_ends_with_the_truth(qtbot: Any) -> None:
    place = position([figure("a1", [3, 3])], [figure("b1", [3, 2], "S"), figure("b2", [0, 5])], active={"id": "a1"})
    game = game_of(place)
    view = view_of(qtbot, game, moving=True)
    game.choose(o.Attack(1))
    game.roll((6, 3))
    while game.options_like(o.Retreat):
        game.choose(game.options_like(o.Retreat)[0])
    qtbot.waitUntil(lambda: not view.busy, timeout=4000)
    check_synced(view)
    assert game.state.figures[1].state == "shaken"


def test_deployment_moves(qtbot: Any) -> None:
    game = new_game()
    view = view_of(qtbot, game, moving=True)
    while game.state.stage == "deploy":
        game.choose(game.options[0])
    qtbot.waitUntil(lambda: not view.busy, timeout=8000)
    check_synced(view)


def test_a_refusal_shakes_and_ends(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game, moving=True)
    game.select(0)
    view.click_square(at(game, 5, 4))
    assert view.layers.cross.square == at(game, 5, 4)
    qtbot.waitUntil(lambda: view.layers.cross.square == -1, timeout=4000)
    assert not view.busy


def test_the_animator_runs_each_end_once(qtbot: Any) -> None:
    from PySide6.QtCore import QObject

    owner = QObject()
    animator = Animator(owner)
    done: list[int] = []
    finished: list[bool] = []
    animator.finished.connect(lambda: finished.append(True))
    animator.play([Motion(20, lambda _: None, lambda n=n: done.append(n)) for n in range(3)])
    animator.play([Motion(0, lambda _: None, lambda: done.append(3))])
    qtbot.waitUntil(lambda: bool(finished), timeout=3000)
    assert done == [0, 1, 2, 3]
    animator.play([Motion(5000, lambda _: None, lambda: done.append(4)), Motion(5000, lambda _: None)])
    animator.skip()
    assert done == [0, 1, 2, 3, 4]
    assert finished == [True, True]
    animator.skip()
    assert finished == [True, True]
