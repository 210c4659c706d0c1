"""What an adventure lays on the board is seen, and is handled by pointing at it or by a key."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.table.corrections import SetState
from companion.ui.games.asagiri.board import queries
from companion.ui.games.asagiri.board.descriptions import describe_square
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.next_step import next_step
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.asagiri.table.turn_bar import DeedsRow
from tests.rules.quests import adventure, hire, library, side, zone

from .test_board_kit import at, click, view_of
from .test_cards_kit import hold

CHEST = {"id": "gem", "name": {"en": "The gem"}, "look": "chest", "at": [1, 6, 0]}


def game_of(record: Any) -> AsagiriController:
    """A game of the record, its first dice rolled; a person for both."""
    game = AsagiriController(Session.new(SYSTEM, {"adventure": record["id"]}, library(record), 7), Words())
    while game.to_roll() is not None:
        game.roll()
    return game


def fetching(**more: Any) -> Any:
    """One is to leave by the west; a gem lies before it."""
    goal = {"type": "escape", "side": "one", "zone": "west", "count": 1}
    return adventure(
        side(hire((1, 7)), hire((3, 7)), goals=[goal]),
        objects=[CHEST],
        zones=[zone("west", (0, 6), (0, 7), exit=["one"]), zone("unspoken", (5, 5))],
        **more,
    )


def test_adv_10_the_zones_that_the_page_speaks_of_are_drawn_and_no_other(qtbot: Any) -> None:
    view = view_of(qtbot, game_of(fetching()))
    assert view.layers.quest.zones == ("west",)


@pytest.mark.parametrize(("near", "turn"), [(0, 0), (1, 2)])
def test_whoever_sits_at_the_screen_begins_at_the_bottom_of_an_adventure(qtbot: Any, near: int, turn: int) -> None:
    """One side begins in the south, the other in the north; who has the north sees it at the bottom."""
    game = game_of(adventure())
    game.sit(SEATS[near])
    view = view_of(qtbot, game)
    own, enemy = (view.figures.tokens[n].item.pos().y() for n in (near, 1 - near))
    assert view.canvas.geometry.turn == turn
    assert own > enemy
    view.turn_board(1)
    game.choose(game.options[0])
    assert view.canvas.geometry.turn != turn, "who turns it by hand has it turned"


@pytest.mark.parametrize(("near", "turn"), [(0, 0), (1, 2)])
def test_a_wide_board_is_seen_from_its_left_end(qtbot: Any, near: int, turn: int) -> None:
    record = adventure(side(hire((0, 3))), side(hire((15, 4), "W")))
    record["floors"] = [{"tiles": [{"tile": "t:floor", "at": [column, 0]} for column in (0, 8)]}]
    game = game_of(record)
    game.sit(SEATS[near])
    view = view_of(qtbot, game)
    assert view.canvas.geometry.turn == turn
    own, enemy = (view.figures.tokens[n].item.pos().x() for n in (near, 1 - near))
    assert own < enemy


def test_adv_10_zones_and_things_are_named_to_those_who_listen(qtbot: Any) -> None:
    game = game_of(fetching())
    board = game.state.table.board
    at = board.index[0, 6, 0]
    assert "west" in describe_square(game, at).lower()
    assert "The gem" in describe_square(game, board.index[1, 6, 0])
    assert "unspoken" not in describe_square(game, board.index[5, 5, 0])


def test_adv_6_a_thing_within_reach_is_taken_up_by_a_click_and_carried(qtbot: Any) -> None:
    game = game_of(fetching())
    view = view_of(qtbot, game)
    things = view.layers.things
    assert things.shown == {0: at(game, 1, 6)} and not things.handles
    game.choose(o.Activate(0))
    view.figures.skip()
    view.sync()
    handle = things.handles[0]
    assert handle.options == (o.PickUp(0),)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.mapFromScene(handle.area.center()))
    assert game.state.quest is not None and game.state.quest.things[0].bearer == 0
    assert things.shown == {0: at(game, 1, 7)}


def test_adv_5_the_row_names_what_can_be_taken_put_down_and_left(qtbot: Any) -> None:
    game = game_of(fetching())
    table = hold(qtbot, TableScreen(game))
    row: DeedsRow = table.bar.deeds
    assert not row.do(o.PickUp)
    game.choose(o.Activate(0))
    assert row.buttons[o.PickUp].accessibleName() == "Pick up: The gem"
    assert row.do(o.PickUp)
    assert row.buttons[o.PickUp].isHidden() and not row.buttons[o.PutDown].isHidden()
    game.move(0, at(game, 0, 6))
    assert row.buttons[o.LeaveBoard].accessibleName() == "Leave the board: west"
    assert row.do(o.LeaveBoard)
    over = game.over()
    assert over is not None and over.winner == "A"


def test_adv_9_whoever_comes_is_put_on_the_board_like_one_deployed(qtbot: Any) -> None:
    coming = {"side": "one", "members": [hire()], "zone": "west", "turn": 1}
    game = game_of(fetching(reinforcements=[coming]))
    assert game.state.stage == "enter"
    view = view_of(qtbot, game)
    waiting = queries.deployable(game)
    assert len(waiting) == 1 and view.tray.isVisible()
    assert sorted(queries.deployment(game)) == sorted([at(game, 0, 6), at(game, 0, 7)])
    click(view, 0, 6)
    assert game.state.figures[waiting[0]].at == at(game, 0, 6)
    assert game.state.stage != "enter" and not view.tray.isVisible()


def test_adv_10_the_page_at_the_table_says_how_far_each_goal_has_come(qtbot: Any) -> None:
    goal = {"type": "eliminate", "side": "two", "count": 2}
    game = game_of(adventure(side(hire((1, 7)), goals=[goal]), side(hire((6, 0)), hire((4, 0)))))
    table = hold(qtbot, TableScreen(game, ("Anna", "Marco")))
    slip: Any = table.scenario
    table.show()
    table.toggle(slip)
    assert slip.there and slip.sides[0][0].text() == "Anna"
    assert slip.sides[0][3].text().startswith("0/2\u00a0")
    game.switch("track")
    game.correct(SetState(1, "disabled"))
    assert slip.sides[0][3].text().startswith("1/2\u00a0")


def test_an_adventure_can_be_told_at_any_moment_of_any_game(qtbot: Any) -> None:
    """The overlays and the slip follow a random game without a fault."""
    game, rng = game_of(fetching()), Random(3)
    table = hold(qtbot, TableScreen(game))
    for _ in range(120):
        if game.over() is not None:
            break
        if game.to_roll() is not None:
            game.roll()
        else:
            game.choose(rng.choice(game.options))
        table.board.skip()
        assert table.board.layers.things.shown.keys() <= {0}


def test_adv_9_the_next_step_places_whoever_arrives(qtbot: Any) -> None:
    arrival = {"side": "two", "zone": "north", "turn": 1, "members": [hire()]}
    record = adventure(
        side(hire((1, 7))), side(hire((6, 4), "S")), zones=[zone("north", (0, 0), (1, 0))], reinforcements=[arrival]
    )
    game = game_of(record)
    game.choose(o.EndActivations())
    while not game.options_like(o.Enter):
        step = next_step(game)
        assert step is not None and step.options, "the phase ends without dice in reserve"
        game.choose(*step.options)
    step = next_step(game)
    assert step is not None and isinstance(step.options[0], o.Enter)
    game.choose(*step.options)
    assert game.figure(2).at in (at(game, 0, 0), at(game, 1, 0))
