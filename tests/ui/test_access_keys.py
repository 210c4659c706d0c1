"""One table of actions: all can be bound anew, nothing has a key twice, what is shown is what is bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.settings import Settings, cleaned, kept
from companion.ui.kit.translator import tr
from companion.ui.shell.keys_page import KeysOverview

from .rows import row
from .test_cards_kit import game_of as game_at
from .test_cards_kit import hold, person, position
from .test_window_kit import press, until, window
from .tour_kit import TRANSLATIONS

UI = Path(keys.__file__).parents[1]


@pytest.fixture(autouse=True)
def as_shipped() -> Iterator[None]:
    yield
    keys.set_own({})


def table(qtbot: Any) -> TableScreen:
    data = position([person("a", "fauche-le-vent", [2, 4])], [person("b", "oni-bushi", [5, 2], "N")], pool_a=["fire"])
    screen = hold(qtbot, TableScreen(game_at(data)))
    screen.resize(1280, 800)
    screen.show()
    screen.activateWindow()
    until(lambda: QApplication.activeWindow() is screen)
    return screen


def test_no_key_is_shipped_twice_where_both_hold() -> None:
    twice = [
        (one.id, other.id, key)
        for one, other in combinations(keys.DEEDS, 2)
        if keys.overlap(one.context, other.context)
        for key in {*one.keys} & {*other.keys}
    ]
    assert twice == []
    assert len({deed.id for deed in keys.DEEDS}) == len(keys.DEEDS)


def test_every_shipped_key_is_a_key_as_it_is_kept() -> None:
    assert [key for deed in keys.DEEDS for key in deed.keys if keys.portable(key) != key] == []


def test_nothing_in_the_window_binds_a_key_past_the_table() -> None:
    """`QShortcut`, `setShortcut` and bare `QAction`s with keys belong in the table of keys."""
    found = []
    for path in UI.rglob("*.py"):
        if path == UI / "kit" / "keys.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            if name in ("QShortcut", "setShortcut", "setShortcuts"):
                found.append(f"{path.relative_to(UI)}:{node.lineno}: {name}")
    assert found == []


def test_every_action_of_the_table_screen_is_in_the_table_of_keys(qtbot: Any) -> None:
    screen = table(qtbot)
    bare = [a for a in screen.findChildren(QAction) if a.shortcuts() and not isinstance(a, keys.KeyedAction)]
    assert bare == []
    done = {action.id for action in screen.findChildren(keys.KeyedAction)}
    assert done >= {deed.id for deed in keys.DEEDS if deed.context == "table"}


def test_a_key_bound_anew_works_and_shows_everywhere_and_the_old_one_is_free(qtbot: Any) -> None:
    screen = table(qtbot)
    log = screen.tools.buttons["log"]
    assert keys.rebind("table.log", "F7") is None
    assert "(F7)" in log.toolTip()
    screen.board.setFocus()
    QTest.keyClick(screen.board, Qt.Key.Key_H)
    assert not screen.log.isVisible()
    QTest.keyClick(screen.board, Qt.Key.Key_F7)
    assert screen.log.isVisible()
    assert keys.rebind("table.log", None) is None
    assert "(H)" in log.toolTip()
    assert keys.own() == {}


def test_the_keys_of_the_board_can_be_bound_anew(qtbot: Any) -> None:
    screen = table(qtbot)
    keys.set_own({})
    assert keys.rebind("board.up", "I") is None
    assert keys.rebind("board.next", "F7") is None
    board = screen.board
    board.setFocus()
    QTest.keyClick(board, Qt.Key.Key_F7)
    start = board.keys.square
    QTest.keyClick(board, Qt.Key.Key_Up)
    assert board.keys.square == start
    QTest.keyClick(board, Qt.Key.Key_I)
    assert board.keys.square != start


def test_a_clash_is_refused_with_a_sentence_that_names_both(qtbot: Any) -> None:
    why = keys.rebind("table.log", "Ctrl+N")
    assert why is not None
    sentence = tr(why)
    assert "Log" in sentence
    assert "New game" in sentence
    assert "Ctrl+N" in sentence
    assert keys.bound("table.log") == ("H",)
    assert keys.rebind("board.zones", "H") is not None, "the board lies in the table: both keys hold there"
    assert keys.rebind("tile.mirror", "K") is None, "a tile is not drawn at the table"
    fixed = keys.rebind("table.log", "Esc")
    assert fixed is not None


def test_as_shipped_is_refused_while_another_action_has_the_key() -> None:
    assert keys.rebind("table.log", "F7") is None
    assert keys.rebind("table.skills", "H") is None
    why = keys.rebind("table.log", None)
    assert why is not None
    assert keys.bound("table.log") == ("F7",)


def test_the_persons_own_keys_win_over_one_that_a_new_version_ships() -> None:
    keys.set_own({"table.log": ("K",)})
    assert keys.bound("table.log") == ("K",)
    assert keys.bound("table.skills") == ()


def test_own_keys_are_kept_and_nonsense_is_as_if_it_were_not_there() -> None:
    settings = Settings(keys={"table.log": ("J",), "board.zones": ("Ctrl+Z", "F9")})
    assert cleaned(kept(settings)).keys == {"table.log": ("J",), "board.zones": ("Ctrl+Z", "F9")}
    nonsense = {
        "window.keys": {
            "table.log": ["J"], "table.skills": ["J"], "no.such": ["K"], "table.mode": "M", "table.door": [7],
            "table.willpower": ["Esc"], 4: ["X"], "night": ["not a key at all, and a very long one indeed, too long"],
        }
    }  # fmt: skip
    found = cleaned(nonsense).keys
    assert found["table.log"] == ("J",)
    assert not {"table.skills", "table.mode", "table.willpower", "night"} & found.keys()
    assert found["no.such"] == ("K",), "the game that it is of may be installed again"
    assert cleaned({"window.keys": [1, 2]}).keys == {}


def test_keys_are_called_in_the_language_of_the_window(qtbot: Any) -> None:
    button = InkButton("Go", deed="table.step")
    hold(qtbot, button)
    tr.load(TRANSLATIONS, "fr")
    assert button._key == "Espace"
    assert keys.named("Ctrl+Shift+Z") == "Ctrl+⇧Z"
    assert keys.named("Ctrl++") == "Ctrl++"
    assert keys.named("+") == "+"
    assert keys.named("Shift+Tab") == "⇧Tab"
    tr.set_language("en")
    assert button._key == "Space"


def test_the_sheet_binds_and_lists_what_is_bound_now(qtbot: Any) -> None:
    with window() as w:
        assert w.sheets is not None
        press("?")
        sheet = w.sheets.made["keys"].content
        assert isinstance(sheet, KeysOverview)
        assert {*sheet.lines.by_id} >= {deed.id for deed in keys.DEEDS}
        night, lines = row(sheet.lines, "night"), sheet.lines
        assert night.line.value == "Ctrl+D"
        night.setFocus()
        QTest.keyClick(lines, Qt.Key.Key_Return)
        assert night.line.value == "Press a key"
        QTest.keyClick(lines, Qt.Key.Key_F8)
        assert night.line.value == "F8"
        assert w.keeper.settings.keys == {"night": ("F8",)}
        assert "Dark theme" in sheet.line.text()
        assert w.book is not None
        assert w.book["night"].shortcut() == QKeySequence("F8")
        night.click()
        QTest.keyClick(lines, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
        assert "Quit" in sheet.line.text()
        assert night.line.value == "F8"
        night.click()
        QTest.keyClick(lines, Qt.Key.Key_Escape)
        assert night.line.value == "F8"
        assert night.hasFocus(), "Escape leaves the key, not the sheet"
        QTest.keyClick(lines, Qt.Key.Key_Backspace)
        assert night.line.value == "Ctrl+D"
        night.click()
        QTest.keyClick(lines, Qt.Key.Key_F8)
        sheet.all.click()
        assert night.line.value == "Ctrl+D"
        assert w.keeper.settings.keys == {}
        press(Qt.Key.Key_Escape)
        until(lambda: not w.sheets.made["keys"].isVisible())


def test_enter_and_space_press_the_button_that_has_the_keys_else_space_is_the_next_step(qtbot: Any) -> None:
    screen = table(qtbot)
    log = screen.tools.buttons["log"]
    log.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(log, Qt.Key.Key_Return)
    assert screen.log.isVisible()
    before = screen.game.session.cursor
    log.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(log, Qt.Key.Key_Space)
    assert not screen.log.isVisible(), "Space is a press of the button"
    assert screen.game.session.cursor == before
    assert log.hasFocus(), "the keys are back where they were"
    screen.board.setFocus()
    QTest.keyClick(screen.board, Qt.Key.Key_Space)
    assert screen.game.session.cursor > before, "on the board it is the next step"


def test_space_goes_on_after_a_click_of_the_mouse(qtbot: Any) -> None:
    """What was clicked is not done once more: only who went to a button by keys presses it by Space."""
    screen = table(qtbot)
    button = screen.dice.whose
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    before = screen.game.session.cursor
    clicks: list[None] = []
    button.clicked.connect(lambda: clicks.append(None))
    handle = screen.windowHandle()
    at = button.mapTo(screen, button.rect().center())
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    until(lambda: clicks and button.hasFocus())
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert len(clicks) == 1
    assert screen.game.session.cursor > before
