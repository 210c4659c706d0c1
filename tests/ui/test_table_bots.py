"""Automatic players at the table: a person goes back, decides anew, leaves while one thinks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.bots import Decision
from companion.model.content.library import Library
from companion.model.core.contract import Choice, System
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.next_step import next_step
from companion.ui.games.asagiri.table.game_table import AsagiriTable
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.background_task import wait_for_threads
from companion.ui.shell.navigator import Navigator

from .players import Sitting, settle


class Pondering:
    """Answers when it is let; meanwhile it thinks. Counts its questions."""

    def __init__(self) -> None:
        self.let = Event()
        self.asked = 0
        self.answered = 0

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = 0.0) -> Decision:
        self.asked += 1
        self.let.wait(10)
        self.answered += 1
        return Decision(choice.options[0], 0.5, ())


class Prompt(Pondering):
    """Answers at once."""

    def __init__(self) -> None:
        super().__init__()
        self.let.set()


@pytest.fixture
def game(qtbot: Any) -> Iterator[AsagiriController]:
    """A quick game in which A, a person, chooses a side."""
    session = Session.new(SYSTEM, {"quick": True}, Library.shipped(), seed=4)
    session.roll((6, 1))
    found = AsagiriController(session, Words("en"))
    found.animated = False
    yield found
    for bot in found.bots.values():
        if isinstance(bot, Pondering):
            bot.let.set()
    found.close()


def deployed(game: AsagiriController, seat: str) -> int:
    """How many figures of a seat stand on the board."""
    return len(game.state.on_board("AB".index(seat)))


def quiet(seconds: float = 0.05) -> None:
    """Let everything happen that is going to."""
    done = Event()
    settle(lambda: done.wait(seconds) or True)
    settle()


# going back ----------------------------------------------------------------------------------------------------------


def test_the_pause_after_undo_says_so_and_the_next_step_ends_it(game: AsagiriController) -> None:
    game.give_to("A", Prompt())
    settle(lambda: deployed(game, "A") >= 2)
    game.undo()
    cursor = game.session.cursor
    quiet()
    assert (game.session.cursor, game.waits) == (cursor, True)
    step = next_step(game)
    assert step is not None
    assert (step.resumes, game.say(step.words)) == (True, "Let the computer continue")
    game.undo()
    assert (game.session.cursor < cursor, game.waits) == (True, True)
    game.redo()
    assert game.waits  # there is still something to be redone
    game.resume()
    assert not game.session.looking
    settle(lambda: game.session.cursor > cursor)


def test_redo_to_the_end_is_as_if_nothing_had_been_undone(game: AsagiriController) -> None:
    game.give_to("A", Prompt())
    settle(lambda: deployed(game, "A") >= 2)
    game.undo()
    game.undo()
    cursor = game.session.cursor
    game.redo()
    game.redo()
    assert not game.waits
    settle(lambda: game.session.cursor > cursor + 2)


def test_an_undo_that_is_refused_pauses_nobody(game: AsagiriController) -> None:
    while game.session.cursor:
        game.session.undo()
    game.session.redo()
    game.session.redo() if game.session.redoable else None
    bot = Prompt()
    game.give_to("A", bot)
    settle(lambda: deployed(game, "A") >= 1)
    game.look(0)
    game.undo()  # the past cannot be undone
    assert not game.paused
    game.look(None)
    settle(lambda: deployed(game, "A") >= 3)


def test_a_decision_of_a_person_ends_the_pause(game: AsagiriController) -> None:
    """Back through the other's steps to one's own, which is then another one."""
    game.give_to("B", Prompt())
    game.choose(o.Side(2))
    while game.options_like(o.Deploy):
        game.choose(game.options_like(o.Deploy)[0])
    settle(lambda: deployed(game, "B") >= 2)
    while not game.options:
        assert not game.paused or game.waits
        game.undo()
    step = next_step(game)
    assert step is not None
    assert not step.resumes  # it is for the person to decide
    assert game.choose(game.options_like(o.Deploy)[-1])
    while game.options_like(o.Deploy):
        game.choose(game.options_like(o.Deploy)[0])
    assert not game.paused
    settle(lambda: deployed(game, "B") >= 1)


def test_both_automatic_one_undo_and_both_go_on_when_told(game: AsagiriController) -> None:
    for seat in "AB":
        game.give_to(seat, Prompt())
    settle(lambda: deployed(game, "A") >= 1)
    game.undo()
    quiet()
    assert game.waits
    game.resume()
    settle(lambda: deployed(game, "B") >= 1)


def test_what_is_thought_of_a_position_that_has_gone_is_given_up(game: AsagiriController) -> None:
    """Undo, and another decision that leads to as many steps: the old answer is not taken for the new question."""
    bot = Pondering()
    thinking: list[bool] = []
    game.thinking.connect(thinking.append)
    game.choose(o.Side(2))
    game.give_to("B", bot)
    while game.options_like(o.Deploy):
        game.choose(game.options_like(o.Deploy)[0])
    settle(lambda: bot.asked == 1)
    cursor, shown = game.session.cursor, game.state
    game.undo()
    assert thinking == [True, False]
    game.choose(game.options_like(o.Deploy)[-1])
    assert (game.session.cursor, game.state == shown) == (cursor, False)
    bot.let.set()
    settle(lambda: deployed(game, "B") >= 1)
    assert bot.asked >= 2
    # gone back and forth: the same question is asked once more, and answered once
    assert game.session.steps[cursor].intent.option.startswith("deploy")


def test_a_game_left_after_going_back_is_found_so(game: AsagiriController) -> None:
    game.give_to("A", Prompt())
    settle(lambda: deployed(game, "A") >= 2)
    game.undo()
    ahead = game.session.steps
    game.close()
    again = AsagiriController(game.session, Words("en"))
    again.animated = False
    again.give_to("A", Prompt())
    again.start()
    assert again.waits
    quiet()
    assert again.session.steps == ahead
    again.close()


# leaving -------------------------------------------------------------------------------------------------------------


def test_put_away_means_put_away_whatever_is_queued(game: AsagiriController) -> None:
    bot = Pondering()
    game.give_to("A", bot)
    settle(lambda: bot.asked == 1)
    before = game.session.save()
    bot.let.set()
    while not bot.answered:
        pass
    quiet_answer = game._worker._thread
    assert quiet_answer is not None
    quiet_answer.quit()
    quiet_answer.wait()  # the answer lies in the queue
    game.close()
    quiet()
    assert game.session.save() == before
    assert not game.choose(o.Side(2))
    game.resume()
    game.give_to("A", Prompt())
    quiet()
    assert game.session.save() == before


def test_leaving_waits_for_no_thought_and_drops_it(game: AsagiriController) -> None:
    bot = Pondering()
    game.give_to("A", bot)
    settle(lambda: bot.asked == 1)
    before = game.session.save()
    game.close()
    assert not bot.answered, "it still thinks"
    bot.let.set()
    settle(lambda: bot.answered == 1)
    quiet()
    assert game.session.save() == before
    wait_for_threads()


@pytest.fixture
def sitting(tmp_path: Path, qtbot: Any) -> Iterator[Sitting]:
    """The program, opened."""
    found = Sitting(tmp_path)
    yield found
    found.close()


def thought_at(sitting: Sitting) -> tuple[TableScreen, Pondering]:
    """A stored game against an automatic player that thinks."""
    navigator = sitting.window.navigator
    assert navigator is not None
    navigator.quick_start("enforce")
    table = sitting.table
    table.game.animated = False
    bot = Pondering()
    for seat in "AB":
        table.game.give_to(seat, None)
    table.game.roll((6, 1))
    table.game.give_to("A", bot)
    settle(lambda: bot.asked == 1)
    return table, bot


def test_no_step_is_stored_after_leaving_whichever_way(sitting: Sitting) -> None:
    navigator = sitting.window.navigator
    assert navigator is not None

    ways: list[Callable[[Navigator], object]] = [
        Navigator.go_home,
        Navigator.show_library,
        lambda navigator: navigator.screens("asagiri").show_campaigns(),
        Navigator.quick_start,
        Navigator.close,
    ]
    for way in ways:
        table, bot = thought_at(sitting)
        host: AsagiriTable | None = navigator.table
        assert host is not None
        id, before = host.opened.entry.id, table.game.session.cursor
        bot.let.set()
        while not bot.answered:
            pass
        way(navigator)
        quiet(0.02)
        stored = navigator.storage.open(id).session
        assert (stored.cursor, len(stored.steps)) == (before, before), way


def test_while_another_screen_is_shown_nobody_plays_on(sitting: Sitting) -> None:
    navigator = sitting.window.navigator
    assert navigator is not None
    table, bot = thought_at(sitting)
    before = table.game.session.cursor
    navigator.screens("asagiri").show_charts()
    bot.let.set()
    quiet()
    assert (table.isVisible(), table.game.session.cursor) == (False, before)
    navigator.return_to(table)
    settle(lambda: table.game.session.cursor > before)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_the_red_button_space_and_enter_let_the_computer_go_on(sitting: Sitting, key: Qt.Key) -> None:
    table, bot = thought_at(sitting)
    bot.let.set()
    settle(lambda: deployed(table.game, "A") >= 1)
    QTest.keyClick(table.board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    quiet()
    before = table.game.session.cursor
    assert table.bar.button.isVisible()
    assert table.bar.button.text() == "Let the computer continue"
    assert table.bar._prompt.text().endswith("is waiting: you went back")
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)
    settle(lambda: table.game.session.cursor > before)
