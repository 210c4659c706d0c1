"""What can be asked about the board by keys, and what is answered: aloud, and in writing on both boards."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.board.descriptions import adventure_words
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.table import voice as questions
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.panels import Toast
from tests.rules.test_karasu_scenarios import card

from .test_cards_kit import LIBRARY, game_of, hold, person, position
from .test_window_kit import begun, new_shelf, press, until, window

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def screen(qtbot: Any) -> TableScreen:
    """Okko north of an oni that faces him, an archer of theirs behind a wall of stone."""
    a = [person("a1", "okko", [3, 3], "S"), person("a2", "noburo", [0, 0], "S")]
    b = [person("b1", "oni-warau", [3, 4], "N"), person("b2", "mountain-archer", [5, 7], "N")]
    made = hold(qtbot, TableScreen(game_of(position(a, b, pool_a=["fire"], stage="activations"))))
    made.resize(1280, 800)
    made.show()
    made.activateWindow()
    until(lambda: QApplication.activeWindow() is made)
    return made


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    monkeypatch.setattr(questions, "announce", lambda _, words, question=None: heard.append(words))
    return heard


def asked(key: str, answers: list[str]) -> str:
    answers.clear()
    press(Qt.Key[f"Key_{key}"], modifier=SHIFT)
    return answers[-1] if answers else ""


def test_everything_about_a_square_is_told_when_it_is_asked_for(screen: TableScreen, answers: list[str]) -> None:
    screen.toggle_text()
    game = screen.game
    everybody = asked("W", answers).split("\n")
    assert everybody[0].startswith("D4: Okko, band A, vigilant, facing south")
    assert len(everybody) == 4
    screen.text.go(game.state.figures[0].at)
    assert asked("Z", answers) == "D4: in the control zone of Oni Warau (band B)"
    threats = asked("T", answers)
    assert threats.startswith("D4. Can attack here")
    assert "Oni Warau" in threats
    row = asked("R", answers)
    assert row.startswith("A4 to H4. ")
    assert "D4: Okko" in row
    assert row.endswith("clear and empty")
    column = asked("C", answers)
    assert column.startswith("D1 to D8. ")
    assert "D5: Oni Warau" in column
    sees = asked("V", answers)
    assert "Oni Warau on D5: seen, distance 1" in sees
    assert "Okko controls C5, D5, E5" in sees
    asked("E", answers)
    assert "Oni Warau" in QApplication.focusWidget().accessibleName()
    asked("E", answers)
    assert "Mountain archer" in QApplication.focusWidget().accessibleName()
    assert asked("L", answers) == "Mountain archer on F8: hidden by Oni Warau on D5"
    game.select(-1)
    assert "Select a figure" in asked("L", answers)
    asked("A", answers)
    assert "Okko" in QApplication.focusWidget().accessibleName()
    game.choose(o.Activate(0))
    assert "Okko" in asked("N", answers)
    assert answers[-1].split("\n")[-1] in screen.text.record.toPlainText()


def test_on_the_drawn_board_the_answer_is_shown_too(screen: TableScreen) -> None:
    screen.board.setFocus()
    press(Qt.Key.Key_Z, modifier=SHIFT)
    assert "Move the cursor" in screen.findChild(Toast).accessibleName()
    press(Qt.Key.Key_E, modifier=SHIFT)
    assert screen.board.keys.square == screen.game.state.figures[2].at
    press(Qt.Key.Key_Z, modifier=SHIFT)
    shown = [toast.accessibleName() for toast in screen.findChildren(Toast) if toast.isVisible()]
    assert shown == ["D5: in the control zone of Okko (band A)"]


def test_threats_are_told_only_where_the_help_agreed_on_allows_it(screen: TableScreen, answers: list[str]) -> None:
    screen.toggle_text()
    screen.game.agree_help("none")
    assert "does not include threats" in asked("T", answers)


def test_every_question_is_in_the_menu_with_its_key() -> None:
    storage = new_shelf()
    begun(storage, steps=40)
    with window(storage) as w:
        board = next(a for a in w.menuBar().actions() if a.text() == "&Board")
        assert not board.isVisible(), "no table, no board"
        press(" ")
        until(lambda: isinstance(w.stack.currentWidget(), TableScreen))
        assert board.isVisible()
        shown = {action.text(): action.shortcut().toString() for action in board.menu().actions()}
        assert shown["Where is everybody?"] == "Shift+W"
        assert shown["Line of fire to this square"] == "Shift+L"
        assert len(shown) > 12
    storage.close()


@pytest.mark.parametrize(
    ("effect", "named"),
    [
        ({"type": "hold", "zeni": 1}, {"D4": "goal of both bands", "A1": ""}),
        ({"type": "crossing", "zeni": 1}, {"D4": "", "D1": "goal of band A", "D8": "goal of band B"}),
    ],
)
def test_what_the_scenario_card_pays_for_is_named_on_its_squares(effect: dict[str, Any], named: dict[str, str]) -> None:
    a, b = [person("a1", "okko", [0, 6])], [person("b1", "oni-warau", [7, 1])]
    state = game_of(position(a, b, contest={"turns": 6, "scenario": card(effect)}, side="S")).state
    for square, goal in named.items():
        at = state.table.board.index[ord(square[0]) - 65, int(square[1:]) - 1, 0]
        assert [str(Words()(words)) for words in adventure_words(state, at)] == ([goal] if goal else [])


def test_the_squares_to_start_on_are_named_while_one_starts() -> None:
    a, b = [person("a1", "okko", None, state="vigilant")], [person("b1", "oni-warau", None, state="vigilant")]
    state = game_of(position(a, b, stage="deploy", side="S")).state
    board = state.table.board
    starts = [at for at in range(len(board.squares)) if adventure_words(state, at)]
    assert starts == [at for at, (_, row, _) in enumerate(board.squares) if row == 7]


def test_on_several_floors_the_keys_go_up_and_down_and_stairs_are_named(qtbot: Any) -> None:
    game = AsagiriController(Session.new(SYSTEM, {"adventure": "house:the-bell-in-the-tower"}, LIBRARY, 7), Words("en"))
    game.animated = False
    made = hold(qtbot, TableScreen(game))
    made.show()
    made.activateWindow()
    until(lambda: QApplication.activeWindow() is made)
    made.toggle_text()
    text, board = made.text, game.state.table.board
    stairs = next(at for at in range(len(board.squares)) if board.climbs(at) and board.squares[at][2] == 0)
    text.go(stairs)
    assert "stairs to" in QApplication.focusWidget().accessibleName()
    press(Qt.Key.Key_PageUp)
    assert board.squares[text.at][2] == 1
    assert QApplication.focusWidget() is text.squares[text.at]
    press(Qt.Key.Key_PageDown)
    assert text.at == stairs or board.squares[text.at][2] == 0
    press(Qt.Key.Key_PageDown)
    assert board.squares[text.at][2] == 0, "there is no floor below"
