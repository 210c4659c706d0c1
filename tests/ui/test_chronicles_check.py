"""The table of a game of Okko Chronicles compared with what the app believes, and the app put right."""

from __future__ import annotations

from itertools import product

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.table.corrections import Set
from companion.ui.games.chronicles.table.screen import ChroniclesScreen

from .chronicles_kit import chronicles_table, later
from .test_window_kit import press


def answer(screen: ChroniclesScreen, words: str) -> None:
    """Take the line that says so."""
    line = next(line for line in screen.options.rows.lines if line.title == words)
    screen._choose(line.id)


def asked(screen: ChroniclesScreen) -> str:
    """What is asked."""
    return screen.bar.prompt.accessibleName()


def may_stand(state: State, x: int, y: int) -> bool:
    """Whether the first hero may be put there."""
    try:
        SYSTEM.edit(state, Set("figures.h1.at", [x, y]))
    except InvalidInput:
        return False
    return True


def test_what_lies_otherwise_is_set_and_taken_over_as_one_thing_to_undo(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        game, screen = table.game, table.screen
        later(game, "hero")
        okko = game.state.figure("h1")
        assert okko is not None
        before, cursor = game.session.state, game.session.cursor
        press("y")
        assert asked(screen).startswith(f"Okko: damage {okko.damage} of ")
        press("2")  # the second line
        answer(screen, "Give: Stunned")
        assert "Stunned" in asked(screen)
        assert game.session.state == before, "nothing is done to the game before everything was looked at"
        press("1")
        assert asked(screen).startswith("Noburo")
        answer(screen, "Everything else is right")
        assert screen.book.currentWidget() is screen.check
        assert [cell.text() for cell in screen.check.found._cells if cell.text() == "→"] == ["→", "→"]
        answer(screen, "Match the app to the table")
        after = game.session.state.figure("h1")
        assert after is not None
        assert (after.damage, [one.kind for one in after.statuses][-1]) == (okko.damage + 1, "stunned")
        assert {step.mark for step in game.session.steps[cursor:]} == {"observed"}
        again = Session.replay(SYSTEM, game.session.save(), game.content)
        assert (again.state, again.diverged) == (game.session.state, None)
        game.undo()
        assert game.session.state == before


def test_a_check_that_is_stopped_leaves_the_game_alone(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        game, screen = table.game, table.screen
        later(game, "hero")
        before, lines = game.session.cursor, [line.title for line in screen.options.rows.lines]
        press("y")
        answer(screen, "One damage more")
        game.choose()
        answer(screen, "Stop checking")
        assert (game.session.cursor, game.stand_in, game.live) == (before, None, True)
        assert [line.title for line in screen.options.rows.lines] == lines
        press("y")
        answer(screen, "Everything else is right")
        assert screen.check.words.text() == "The table matches the app."
        assert [line.title for line in screen.options.rows.lines] == ["Close", "Previous question"]


def test_on_a_board_a_right_click_says_where_the_figure_stands(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True, places="spaces") as table:
        game, screen = table.game, table.screen
        later(game, "hero")
        screen.toggle_check()
        assert screen.book.currentWidget() is screen.board
        assert asked(screen).endswith("Is that so? If not, right-click where it stands.")
        assert screen.leaf.isHidden()
        okko, other = game.state.figure("h1"), game.state.figure("h2")
        assert okko is not None and other is not None
        cells = [one.at for one in game.state.figures] + [one.at for one in game.state.tokens]
        every = product(range(18), range(12))
        free = next((x, y) for x, y in every if (x, y) not in cells and may_stand(game.state, x, y))
        screen.change_by_hand(f"cell:{free[0]},{free[1]}", screen.board)
        seen = game.state.figure("h1")
        assert seen is not None and seen.at == free
        answer(screen, "Everything else is right")
        answer(screen, "Match the app to the table")
        stands = game.session.state.figure("h1")
        assert stands is not None and stands.at == free


def test_a_table_under_the_rules_is_not_checked(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True, places="spaces") as table:
        later(table.game, "hero")
        table.game.switch("enforce")
        assert table.screen.check_button.isHidden()
        QTest.keyClick(table.screen, Qt.Key.Key_Y)
        assert not table.screen.check.going_on
