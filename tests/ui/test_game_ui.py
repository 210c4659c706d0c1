"""A window knows no game: whatever a `GameUI` brings is offered, opened, put away and left."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from companion.model.core.registry import Registry
from companion.model.core.words import say
from companion.ui.kit import key_table, keys
from companion.ui.kit.translator import tr
from companion.ui.play.controller import Controller
from companion.ui.play.game_ui import GameAction, GameScreens, GameTable, GameUI, HomeTile, Shell, game_id
from companion.ui.play.storage import GameSettings, Mode, Opened

from .test_window_kit import begun, click, window

HEARD: list[str] = []
THREE = GameSettings(("", "", ""), ("person",) * 3, bands=("",) * 3)


class Table(GameTable):
    def __init__(self, opened: Opened, shell: Shell) -> None:
        super().__init__(opened, shell)
        self.game: Controller[Any] = Controller(opened.session, tr.words)
        self.screen = QWidget()

    def start(self) -> None:
        HEARD.append("start")

    def shut(self) -> None:
        HEARD.append("shut")

    def board_actions(self) -> list[QAction]:
        return [QAction("Neighbours", self.screen)]


class Screens(GameScreens):
    def table(self, opened: Opened) -> GameTable:
        return Table(opened, self.shell)

    def new_game(self, mode: Mode | None = None) -> None:
        self.shell.open_table(lambda: self.shell.storage.begin({}, THREE, "A toy", "blank"))

    def leave_table(self, table: GameTable) -> bool:
        HEARD.append(f"leave {table.opened.entry.name}")
        return False

    def keep_now(self) -> None:
        HEARD.append("keep")

    def close(self) -> None:
        HEARD.append("close")


TOY = GameUI(
    "blank",
    say("Blank"),
    Screens,
    tiles=(HomeTile("toy", "空", say("Play now"), say("Open it"), lambda screens: screens.new_game()),),
    actions=(
        GameAction("bands", lambda screens: HEARD.append("bands")),
        GameAction("report", lambda screens: None, enabled=lambda shell: shell.table is not None),
    ),
)


def registry(*own: GameUI, **installed: Exception) -> Registry[GameUI]:
    made: Registry[GameUI] = Registry({game.id: lambda game=game: game for game in own}, "GAME_UI", game_id, ".window")
    made._installed = {id: partial(fail, why) for id, why in installed.items()}
    return made


def fail(why: Exception) -> None:
    raise why


@pytest.fixture(autouse=True)
def nothing_heard() -> None:
    HEARD.clear()


def test_a_game_is_opened_from_its_tile_and_left(qtbot: QtBot) -> None:
    with window(games=registry(TOY)) as w:
        assert w.navigator is not None and list(w.home.doors) == ["learn", "toy"]
        click(w.home.doors["toy"])
        table = w.navigator.table
        assert isinstance(table, Table) and w.stack.currentWidget() is table.screen
        assert HEARD == ["start"] and w.windowTitle().startswith("A toy")
        assert [action.text() for action in table.board_actions()] == ["Neighbours"]
        table.left.emit()
        assert HEARD == ["start", "leave A toy", "keep", "shut"]
        assert w.navigator.table is None and w.stack.currentWidget() is w.home


def test_a_stored_game_goes_to_the_table_of_its_own_game(qtbot: QtBot) -> None:
    with window(games=registry(TOY)) as w:
        assert w.navigator is not None
        w.navigator.new_game()
        id = w.navigator.table.opened.entry.id
        w.navigator.go_home()
        assert w.home.below.last().system == "blank"
        w.navigator.open_game(id)
        assert isinstance(w.navigator.table, Table)
        w.navigator.show_library(id)
        page = w.navigator.library.page
        page.look()
        assert page.facts["game"].text() == "", "there is no other"
        assert not page.deeds["report"].isEnabled() and page.deeds["replay"].isEnabled()


def test_the_menus_offer_what_games_bring(qtbot: QtBot) -> None:
    with window(games=registry(TOY)) as w:
        assert {"bands", "report"} <= set(w.book.actions) and not {"workshop", "campaigns"} & set(w.book.actions)
        assert not w.book["report"].isEnabled()
        w.book["bands"].trigger()
        assert HEARD == ["bands"]
        w.navigator.new_game()
        assert w.book["report"].isEnabled()


def test_home_and_library_offer_nothing_that_the_game_lacks(qtbot: QtBot) -> None:
    with window(games=registry(TOY)) as w:
        below = w.home.below
        assert not below.quick_start.isVisible() and not w.book["quick"].isEnabled()
        assert [name for name, button in below.corner.items() if button.isVisible()] == [
            "settings",
            "help",
            "keys",
            "about",
        ]
        w.navigator.show_library()
        assert not w.navigator.library.charts.isVisible()
    with window() as w:
        assert w.home.below.quick_start.isVisible() and w.home.below.corner["workshop"].isVisible()


def test_a_game_that_is_not_offered_is_only_opened_again(qtbot: QtBot) -> None:
    hidden = replace(TOY, offered=False, tiles=(replace(TOY.tiles[0], id="hidden"),))
    with window(games=registry(hidden, replace(TOY, id="other"))) as w:
        assert list(w.home.doors) == ["learn", "toy"]
        w.navigator.open_table(lambda: w.navigator.storage.begin({}, THREE, "x", "blank"))
        assert isinstance(w.navigator.table, Table)
        w.navigator.show_library()
        assert w.navigator.library.page.facts["game"].text() == "Blank"


def test_a_package_that_cannot_be_loaded_is_said_and_the_others_are_there(qtbot: QtBot) -> None:
    with window(games=registry(TOY, sake=RuntimeError("out of rice"))) as w:
        assert w.notice is not None
        assert "sake" in w.notice.text() and "out of rice" in w.notice.text()
        assert list(w.home.doors) == ["learn", "toy"]


def test_a_game_without_a_window_is_not_opened(qtbot: QtBot) -> None:
    with window(games=registry(TOY)) as w:
        game = begun(w.navigator.storage)
        w.navigator.open_game(game)
        assert w.navigator.table is None and w.stack.currentWidget() is w.home


def test_who_plays_is_kept_unless_the_game_is_only_watched(qtbot: QtBot) -> None:
    with window(games=registry(TOY)) as w:
        w.navigator.new_game()
        table, storage = w.navigator.table, w.navigator.storage
        id = table.opened.entry.id
        table.keep(GameSettings(("Anna", "Bo", "Cy"), ("person",) * 3, bands=("",) * 3))
        assert storage.open(id).settings.names == ("Anna", "Bo", "Cy")
        w.navigator.replay(id)
        watched = w.navigator.table
        assert watched is not table
        watched.keep(THREE)
        assert storage.open(id).settings.names == ("Anna", "Bo", "Cy")


def test_a_game_from_elsewhere_brings_keys_of_its_own(qtbot: QtBot) -> None:
    brewing = keys.ActionSpec("toy.brew", say("Play now"), "brewery", ("F8",))
    brewer = replace(
        TOY,
        keys=lambda: ([brewing], {"brewery": say("Home")}),
        actions=(GameAction("toy.brew", lambda screens: HEARD.append("brewed")),),
    )
    kept = keys.clean({"toy.brew": ["F9"], "night": ["F8"], "toy.gone": ["not a key at all, but a very long sentence"]})
    assert kept == {"toy.brew": ("F9",), "night": ("F8",)}, "it may be installed again"
    with window(games=registry(brewer)) as w:
        w.book["toy.brew"].trigger()
        assert HEARD == ["brewed"]
        assert [key.toString() for key in w.book["toy.brew"].shortcuts()] == ["F8"]
    with window(games=registry(brewer, replace(TOY, id="other", actions=(GameAction("toy.gone", print),)))) as w:
        assert list(w.navigator.games) == ["blank"]
        assert "other" in w.notice.text() and "toy.gone" in w.notice.text()
    keys.DEEDS.remove(brewing)
    del keys.BY_ID["toy.brew"], keys.CONTEXT_WORDS["brewery"], key_table.WITHIN["brewery"]
