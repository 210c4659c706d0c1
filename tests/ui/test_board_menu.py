"""The table's free hand: menus of corrections."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from companion.model.core.words import say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import ShotDeclared
from companion.model.games.asagiri.table.corrections import PlaceFigure, SetState
from companion.ui.games.asagiri.board.descriptions import describe_figure, describe_square
from companion.ui.games.asagiri.board.queries import choice_menu, figure_menu, square_menu
from companion.ui.games.asagiri.cards.large import menu_for
from companion.ui.kit.choices import Menu
from companion.ui.kit.translator import tr

from .test_board_kit import SHOT, at, check_synced, click, drag, figure, game_of, position, spot, view_of


def entries(menu: QMenu) -> dict[str, Any]:
    """Every action of a menu and its sub-menus, by its words."""
    found: dict[str, Any] = {}
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found |= entries(inner)
        elif action.text():
            found[action.text()] = action
    return found


def test_a_figure_can_be_changed_by_hand(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)

    def do(words: str) -> None:
        menu = figure_menu(game, 2, view)
        entries(menu)[words].trigger()
        menu.deleteLater()

    do("west")
    assert game.state.figures[2].facing == 3
    do("Turn the card: shaken")
    assert game.state.figures[2].state == "shaken"
    do("Turn the card: vigilant")
    assert game.state.figures[2].state == "vigilant"
    do("fire")
    assert game.state.figures[2].reserve == "fire"
    do("none")
    assert game.state.figures[2].reserve is None
    do("Activated")
    assert game.state.figures[2].activated
    do("Disabled")
    assert game.state.figures[2].state == "disabled"
    assert game.state.bands[1].lost == 3
    check_synced(view)


def test_a_token_is_laid_and_an_effect_ends_by_hand(qtbot: Any) -> None:
    bite = {
        "id": "test:bite", "name": {"en": "Bite"}, "element": None, "when": ["won"],
        "effects": [{"type": "token", "name": "bleeding", "who": {"of": "opponent"}}],
    }  # fmt: skip
    slow = {
        "effect": {"type": "bonus", "to": "movement", "amount": -1, "lasts": "game"},
        "skill": "test:bite", "source": "a1", "left": -1,
    }  # fmt: skip
    hindered = figure("b1", [2, 1], "S", lasting=[slow])
    game = game_of(position([figure("a1", [2, 4], skills=[bite])], [hindered]), mode="track")
    view = view_of(qtbot, game)

    def menu() -> dict[str, Any]:
        return entries(figure_menu(game, 1, view))

    assert not menu()["Token: bleeding"].isChecked()
    menu()["Token: bleeding"].trigger()
    assert menu()["Token: bleeding"].isChecked()
    assert "token: bleeding" in describe_figure(game, 1)
    (ending,) = [words for words in menu() if words.startswith("End: ")]
    assert "Bite" in ending
    menu()[ending].trigger()
    menu()["Token: bleeding"].trigger()
    assert game.state.figures[1].lasting == ()


def test_a_token_on_a_square_is_laid_by_hand_seen_and_told(qtbot: Any) -> None:
    snare = {
        "id": "test:snare", "name": {"en": "Snare"}, "element": None, "action": True, "when": ["activation"],
        "effects": [{"type": "lay", "name": "snare", "entered": [
            {"type": "become", "state": "shaken", "who": {"of": "opponent"}}]}],
    }  # fmt: skip
    game = game_of(position([figure("a1", [2, 4], skills=[snare])], [figure("b1", [2, 1], "S")]), mode="track")
    view, here = view_of(qtbot, game), at(game, 0, 3)
    before = len(view.layers.things.items)
    entries(square_menu(game, here, view))["Token on this square: snare"].trigger()
    assert len(view.layers.things.items) == before + 1
    assert "token of Figure a1: snare" in describe_square(game, here)
    assert entries(square_menu(game, here, view))["Token on this square: snare"].isChecked()
    entries(square_menu(game, here, view))["Token on this square: snare"].trigger()
    assert len(view.layers.things.items) == before
    assert "snare" not in describe_square(game, here)


def test_a_figure_can_be_taken_off_and_put_back(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    menu = figure_menu(game, 1, view)
    entries(menu)["Take off the board"].trigger()
    assert game.state.figures[1].at == -1
    assert game.state.bands[0].lost == 0
    back = square_menu(game, at(game, 0, 5), view)
    entries(back)["Place Figure a2 here"].trigger()
    assert game.state.figures[1].at == at(game, 0, 5)
    check_synced(view)
    menu.deleteLater()
    back.deleteLater()


def test_doors_by_hand(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    menu = square_menu(game, at(game, 0, 0), view)
    words = entries(menu)
    assert "Close a door north" not in words
    words["Close a door east"].trigger()
    assert len(view.figures.doors) == 1
    menu.deleteLater()
    menu = square_menu(game, at(game, 1, 0), view)
    entries(menu)["Open the door west"].trigger()
    assert not view.figures.doors
    menu.deleteLater()


def test_the_right_button_offers_the_free_hand_at_the_table_only(qtbot: Any) -> None:
    game = game_of(mode="track")
    view = view_of(qtbot, game)
    click(view, 2, 1, Qt.MouseButton.RightButton)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    assert popup.title() == "Figure b1"
    popup.close()
    assert game.selection == 2
    game = game_of()
    view = view_of(qtbot, game)
    click(view, 2, 1, Qt.MouseButton.RightButton)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    assert set(entries(popup)) == {"Odds of a fight"}
    popup.close()
    assert game.selection == 2
    game.agree_help("none")
    click(view, 2, 1, Qt.MouseButton.RightButton)
    assert QApplication.activePopupWidget() is None


def test_several_shots_are_picked_from_a_menu(qtbot: Any) -> None:
    second = {**SHOT, "id": "test:sling", "name": {"en": "Sling"}}
    archer = figure("a1", [2, 4], skills=[SHOT, second])
    game = game_of(position([archer], [figure("b1", [2, 0], "S")]))
    view = view_of(qtbot, game)
    click(view, 2, 4)
    click(view, 2, 0)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    words = entries(popup)
    assert list(words) == ["Shoot at Figure b1: Bow", "Shoot at Figure b1: Sling"]
    words["Shoot at Figure b1: Sling"].trigger()
    popup.close()
    assert game.state.frames
    assert game.state.active is not None
    unused = choice_menu(game, (), (), view)
    unused.deleteLater()


@pytest.mark.parametrize("way", ["click", "key", "drag"])
def test_an_enemy_at_hand_who_can_be_shot_is_attacked_or_shot_as_one_likes(qtbot: Any, way: str) -> None:
    archer = figure("a1", [2, 4], skills=[SHOT])
    game = game_of(position([archer], [figure("b1", [2, 3], "N")]))
    view = view_of(qtbot, game)
    click(view, 2, 4)
    match way:
        case "click":
            click(view, 2, 3)
        case "key":
            qtbot.keyClick(view, Qt.Key.Key_A)
        case "drag":
            drag(view.viewport(), spot(view, 2, 4), spot(view, 2, 3))
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    words = entries(popup)
    assert list(words) == ["Attack Figure b1", "Shoot at Figure b1: Bow"]
    words["Shoot at Figure b1: Bow"].trigger()
    popup.close()
    told = [event for step in range(game.session.present) for event in game.session.events_of(step)]
    assert any(isinstance(event, ShotDeclared) for event in told)


def test_nothing_possible_opens_nothing(qtbot: Any) -> None:
    rows = ["b", ".", ".", "."]
    game = game_of(position([figure("a1", [0, 2])], [figure("b1", [0, 3])], rows=rows), "track")
    view = view_of(qtbot, game)
    game.correct(PlaceFigure(0, at(game, 0, 1), 0))
    view.controller.menu_at(at(game, 0, 0), view.global_of(at(game, 0, 0)))
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def test_walls_and_doors_are_opened_laid_and_closed_by_hand_and_points_are_set(qtbot: Any) -> None:
    """KAR-5 from the menu of a square and of the figure on it; MOV-1 as the table counts it."""
    place = position([figure("a1", [2, 4])], [figure("b1", [2, 1], "S")], walls=[[[2, 4], "E"]])
    game = game_of(place, mode="track")
    view = view_of(qtbot, game)
    here, there = at(game, 2, 4), at(game, 3, 4)

    def do(words: str, on: int) -> None:
        menu = figure_menu(game, 0, view) if on == here else square_menu(game, on, view)
        entries(menu)[words].trigger()
        menu.deleteLater()

    def way() -> bool:
        return game.state.table.board.orthogonal[here][1] == there

    do("Open the wall east", here)
    assert way()
    do("Close a door west", there)
    assert not way()
    do("Open the door west", there)
    do("Close the wall west", there)
    assert game.state.table.board.wall(here, 1) is not None
    do("Place a door in the wall east", here)
    assert game.state.table.board.door(there, 3) is not None
    assert len({step.group for step in game.session.steps[-2:]}) == 1
    game.choose(o.Activate(0))
    do("2", here)
    assert game.state.active is not None
    assert game.state.active.points == 2
    assert {step.mark for step in game.session.steps} == {"observed"}
    check_synced(view)


def test_a_die_owed_for_a_civilian_is_given_up_from_its_card(qtbot: Any) -> None:
    """BND-6 at a tracked table: offered once, as long as it is owed."""
    courtier = figure("a1", [2, 4], traits=["civilian"])
    place = position([courtier, figure("a2", [4, 4])], [figure("b1", [2, 1], "S")], dials={"civilian": "off"},
                     band_a={"pool": ["fire", "air"], "aside": 3})  # fmt: skip
    game = game_of(place, mode="track")
    view = view_of(qtbot, game)
    game.correct(SetState(0, "disabled"))
    menu = entries(menu_for(game, 0, view, lambda _: None))
    assert {"one set aside", "fire", "air"} <= set(menu)
    menu["air"].trigger()
    assert (game.state.bands[0].pool, game.state.bands[0].aside, game.state.bands[0].gone) == (("fire",), 3, 1)
    assert "one set aside" not in entries(menu_for(game, 0, view, lambda _: None))


def test_the_keys_are_not_lost_when_a_menu_closes_over_what_is_gone(qtbot: Any) -> None:
    view = view_of(qtbot, game_of())
    line = QLineEdit(view)
    line.show()
    line.setFocus()
    menu = Menu(tr, say("Clock"), view)
    menu.add(say("Continue"), lambda: None)
    menu.ask(view)
    QTest.keyClick(menu, Qt.Key.Key_Tab)  # into the menu itself
    line.hide()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    held = QApplication.focusWidget()
    assert held is not None
    assert held.isVisible()
