"""The second window: the board alone, turned as wished, live, and nothing that its viewer must not see."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.model.core.record import record_json
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.asagiri.table.second_board import BoardWindow, Onlooker
from companion.ui.kit.settings import Settings, cleaned, kept

from .test_board_kit import TWO, at, click, point, position
from .test_board_kit import game_of as small_game
from .test_cards_kit import duel, game_of, hold


def table(qtbot: Any, game: AsagiriController) -> TableScreen:
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    game.animated = False
    screen.resize(1280, 800)
    with qtbot.waitExposed(screen):
        screen.show()
    screen.board.setFocus()
    return screen


def second(qtbot: Any, screen: TableScreen) -> BoardWindow:
    QTest.keyClick(screen.board, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    window = screen.seeing.second
    assert window is not None
    qtbot.waitUntil(window.isVisible)
    window.board.animations_enabled = False
    screen.activateWindow()
    qtbot.waitUntil(screen.isActiveWindow)
    return window


def test_its_key_opens_it_seen_from_the_other_side_and_closes_it(qtbot: Any) -> None:
    screen = table(qtbot, small_game())
    window = second(qtbot, screen)
    assert window.turn == (screen.board.canvas.geometry.turn + 2) % 4
    assert screen.seeing.buttons["table.second"].isChecked()
    QTest.keyClick(screen.board, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    assert screen.seeing.second is None
    assert not screen.seeing.buttons["table.second"].isChecked()


def test_it_follows_every_change_live(qtbot: Any) -> None:
    screen = table(qtbot, small_game())
    game, window = screen.game, second(qtbot, screen)
    game.move(0, at(game, 2, 3), 1)
    assert window.game.state == game.state
    token = window.board.figures.tokens[0]
    assert (token.shown.at, token.shown.facing) == (at(game, 2, 3), 1)
    game.undo()
    assert window.game.state == game.state
    assert window.board.figures.tokens[0].shown.at == at(game, 2, 4)
    assert len(window.board.facings.items) == 4


def test_nothing_can_be_done_in_it(qtbot: Any) -> None:
    screen = table(qtbot, small_game(position(*TWO, active={"id": "a1"}), mode="track"))
    game, window = screen.game, second(qtbot, screen)
    before, steps = game.state, game.session.steps
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
        click(window.board, 2, 4, button)
        click(window.board, 2, 3, button)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_E, Qt.Key.Key_Space, Qt.Key.Key_Tab, Qt.Key.Key_F, Qt.Key.Key_D):
        QTest.keyClick(window.board, key)
    onlooker = window.game
    assert onlooker.options == ()
    assert not onlooker.choose(o.EndActivation())
    assert not onlooker.move_by_hand(0, at(game, 0, 0), 0)
    onlooker.undo()
    onlooker.switch("enforce")
    assert onlooker.state == before
    assert (game.state, game.session.steps) == (before, steps)
    assert onlooker.selection == -1


def test_odds_previews_threats_and_lines_of_the_owner_stay_with_the_owner(qtbot: Any) -> None:
    screen = table(qtbot, game_of(duel(pool_a=["fire"])))
    game, window = screen.game, second(qtbot, screen)
    bare = [type(layer).__name__ for layer in window.board.layers.all if layer.items]
    game.select(0)
    screen.seeing.toggle_threat()
    screen.seeing.toggle_lines()
    screen.seeing.ask_odds(4)
    point(screen.board, 3, 4)
    assert screen.whatif.isVisible()
    assert [type(layer).__name__ for layer in window.board.layers.all if layer.items] == bare
    assert window.board.caption.isHidden()
    assert not any(window.game.allows(what) for what in ("odds", "threat", "advice", "hint"))


def test_it_knows_neither_the_log_nor_the_seed_nor_the_players_cards(qtbot: Any) -> None:
    game = game_of(duel(), seed=987654321)
    screen = table(qtbot, game)
    window = second(qtbot, screen)
    game.choose(o.Activate(0))
    written = msgspec.json.encode(record_json(window.game.session.save())).decode()
    assert "987654321" not in written
    assert window.game.session.steps == ()
    assert not set(window.game.session.header.cards) & {"character", "equipment", "band"}


class Veiled:
    """A system whose view hides the dice of the other seat: the window must ask for it, and use no more."""

    def __init__(self, inner: Any) -> None:
        self._inner, self.asked = inner, list[str | None]()
        self.facts = msgspec.structs.replace(inner.facts, hidden=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def view(self, state: Any, seat: str | None) -> Any:
        self.asked.append(seat)
        seen = self._inner.view(state, seat)
        for other, band in seen["bands"].items():
            if other != seat:
                band["pool"], band["aside"] = [], band["aside"] + len(band["pool"])
        return seen


def test_what_the_view_of_its_seat_hides_is_not_there(qtbot: Any) -> None:
    game = game_of(duel(pool_a=["fire", "tori"]))
    veiled = Veiled(game.session.system)
    game.session.system = veiled
    onlooker = Onlooker(game, "B", game)
    assert veiled.asked == ["B"]
    assert onlooker.state.bands[0].pool == ()
    told: list[Any] = []
    onlooker.changed.connect(told.append)
    game.choose(o.Activate(0))
    assert onlooker.state.bands[0].pool == ()
    assert told[-1].events == ()
    onlooker.look_as("A")
    assert onlooker.state.bands[0].pool == ("fire", "tori")
    onlooker.close()
    game.close()


def test_it_is_turned_enlarged_and_full_by_its_own_keys_and_menu(qtbot: Any) -> None:
    screen = table(qtbot, small_game())
    window = second(qtbot, screen)
    turned = window.turn
    QTest.keyClick(window.board, Qt.Key.Key_T)
    assert window.turn == (turned + 1) % 4
    assert screen.board.canvas.geometry.turn == 0
    cell = window.board.canvas.cell
    QTest.keyClick(window.board, Qt.Key.Key_Plus)
    assert window.board.canvas.cell > cell
    QTest.keyClick(window.board, Qt.Key.Key_0)
    assert window.board.canvas.cell == cell
    menu = window.menu()
    next(action for action in menu.actions() if action.text() == "South up").trigger()
    assert window.turn == 2
    menu.deleteLater()
    QTest.keyClick(window.board, Qt.Key.Key_F11)
    assert window.isFullScreen()
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert window.isVisible()


def test_it_closes_with_the_table_and_remembers_where_it_stood(qtbot: Any) -> None:
    screen = table(qtbot, small_game())
    window = second(qtbot, screen)
    window.look_from(3)
    window.resize(640, 700)
    closed: list[tuple[str, int]] = []
    screen.seeing.second_placed.connect(lambda place, turn: closed.append((place, turn)))
    screen.shut()
    assert not window.isVisible()
    assert closed
    assert closed[0][1] == 3
    screen.seeing.toggle_second()
    again = screen.seeing.second
    assert again is not None
    assert again.turn == 3
    assert (again.width(), again.height()) == (640, 700)
    screen.shut()


def test_its_place_is_a_setting_and_a_strange_one_does_no_harm(qtbot: Any) -> None:
    settings = Settings(second="AAAA", second_turn=3)
    assert cleaned(kept(settings)) == settings
    assert cleaned({"window.second": 7, "window.second_turn": "left"}) == Settings()
    screen = table(qtbot, small_game())
    screen.seeing.place_of_second = ("no geometry at all ü", 1)
    window = second(qtbot, screen)
    assert window.isVisible()


def test_it_fits_its_screen(qtbot: Any) -> None:
    """It was 900 pixels high, on a screen of 800 too."""
    window = second(qtbot, table(qtbot, game_of(duel())))
    assert window.screen().availableGeometry().contains(window.geometry())
