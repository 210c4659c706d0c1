"""The clock of a table: a thin line, whose time it is, when it rests; and the help chosen with it at set-up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.model.bots import BOTS
from companion.model.content.library import Library
from companion.model.core.contract import Roll
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri.rules import options as o
from companion.model.games.blank import SYSTEM as BLANK
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.theme import motion
from companion.ui.play.clock import CLOCKS, ClockBar, Phases, Times, written
from companion.ui.play.game_controller import GameController

from .blank_kit import THREE, setup_of
from .test_board_kit import TWO, position
from .test_board_kit import game_of as small_game
from .test_cards_kit import hold
from .test_newgame_screen import listen
from .test_newgame_screen import opened as new_page
from .test_window_kit import window


def table(qtbot: Any, game: AsagiriController | None = None, clock: str = "phase:180") -> TableScreen:
    screen = hold(qtbot, TableScreen(game or small_game(), ("Anna", "Bruno")))
    screen.game.animated = False
    screen.resize(1280, 800)
    with qtbot.waitExposed(screen):
        screen.show()
    screen.board.setFocus()
    screen.seeing.clock.set_times(Times.of(clock))
    return screen


def next_phase(game: AsagiriController) -> None:
    phase = game.state.phase
    game.choose(o.EndActivations())
    while game.state.phase == phase:
        game.choose(next(option for option in game.options if option.kind in ("end_phase", "pass")))
    while game.to_roll() is not None:
        game.roll()


def test_there_is_no_clock_until_one_is_chosen(qtbot: Any) -> None:
    screen = table(qtbot, clock="")
    clock = screen.seeing.clock
    assert clock.isHidden()
    assert not clock.running
    clock.choose("phase:300")
    assert clock.isVisible()
    assert clock.running
    assert clock.height() <= 24
    assert clock.words() == "5:00"
    clock.choose("")
    assert clock.isHidden()
    assert not clock._timer.isActive()


def test_the_time_of_a_phase_is_whole_again_in_the_next_one(qtbot: Any) -> None:
    screen = table(qtbot)
    clock, game = screen.seeing.clock, screen.game
    clock.pass_time(40)
    assert clock.words() == "2:20"
    next_phase(game)
    assert clock.side == 1
    assert clock.words() == "3:00"
    clock.pass_time(10)
    next_phase(game)
    assert clock.words() == "3:00"


def test_a_chess_clock_counts_whoever_has_to_act(qtbot: Any) -> None:
    place = position(*TWO, active={"id": "a1"})
    place["bands"]["A"]["characters"][0]["at"] = [2, 2]
    screen = table(qtbot, small_game(place), "player:1800")
    clock, game = screen.seeing.clock, screen.game
    clock.pass_time(60)
    assert clock.words() == "A 29:00 · B 30:00"
    game.choose(o.Attack(2))
    while clock.side == 0 and o.Pass() in game.options:
        game.choose(o.Pass())
    next_phase_band = clock.side
    clock.pass_time(30)
    assert clock.times.used(next_phase_band) >= 30
    assert sum(clock.times.spent) == 90


def test_it_rests_while_stopped_after_undo_and_while_a_machine_thinks(qtbot: Any) -> None:
    screen = table(qtbot)
    clock, game = screen.seeing.clock, screen.game
    assert clock.running
    QTest.keyClick(screen.board, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert clock.halted
    assert not clock.running
    assert "stopped" in clock.words()
    QTest.keyClick(screen.board, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert clock.running
    game.choose(o.Activate(0))
    game.undo()
    assert not clock.running
    game.choose(o.Activate(0))
    assert clock.running
    game.paused = True
    clock.follow()
    assert not clock.running
    game.paused = False
    game.session.look(0)
    assert not clock.running
    game.session.look()
    assert clock.running
    game.give_to("A", BOTS["random"]())
    assert not clock.running
    game.give_to("A", None)


def test_its_end_is_one_soft_pulse_and_no_more(qtbot: Any) -> None:
    screen = table(qtbot)
    clock, before = screen.seeing.clock, screen.game.state
    clock.pass_time(179)
    assert clock._pulse.state() == clock._pulse.State.Stopped
    clock.pass_time(5)
    assert clock._pulse.state() == clock._pulse.State.Running
    assert "time is up" in clock.words()
    clock._pulse.stop()
    clock.pass_time(5)
    assert clock._pulse.state() == clock._pulse.State.Stopped
    assert screen.game.state is before
    assert screen.game.options


def test_with_reduced_motion_nothing_pulses(qtbot: Any) -> None:
    motion.set_reduced(True)
    try:
        screen = table(qtbot)
        clock = screen.seeing.clock
        clock.pass_time(200)
        assert clock._pulse.state() == clock._pulse.State.Stopped
        assert "time is up" in clock.words()
    finally:
        motion.set_reduced(False)


def test_a_computer_that_slept_has_not_thought(qtbot: Any) -> None:
    screen = table(qtbot)
    clock = screen.seeing.clock
    clock._last -= 3600
    clock.tick()
    assert clock.times.left(0) >= 177


def test_what_was_spent_is_told_to_be_kept(qtbot: Any) -> None:
    screen = table(qtbot, clock="player:1800")
    clock = screen.seeing.clock
    told: list[tuple[str, Any]] = []
    clock.kept.connect(lambda text, spent: told.append((text, spent)))
    clock.pass_time(12)
    screen.shut()
    assert told[-1][0] == "player:1800"
    assert told[-1][1][0] >= 12


def test_its_menu_offers_every_clock_and_begins_again(qtbot: Any) -> None:
    screen = table(qtbot)
    clock = screen.seeing.clock
    clock.pass_time(100)
    menu = clock.menu()
    words = [action.text() for action in menu.actions() if action.text()]
    assert len(words) == len(CLOCKS) + 2
    next(action for action in menu.actions() if action.text() == "Restart the clock").trigger()
    assert clock.words() == "3:00"
    next(action for action in menu.actions() if action.text() == "30 min per player").trigger()
    assert clock.times.text == "player:1800"
    menu.deleteLater()


def test_at_a_table_of_three_each_has_time_of_their_own(qtbot: Any) -> None:
    """The toy game has no phases: whoever is asked first uses their time, and everybody's is told and kept."""
    session = Session.new(BLANK, setup_of(THREE), Library.shipped(), 3, dice="typed")
    game = GameController(session, Words())
    clock = hold(qtbot, ClockBar(game, Phases(lambda state: None)))
    kept: list[Any] = []
    clock.kept.connect(lambda text, spent: kept.append((text, spent)))
    clock.choose("player:1800")
    while clock.side < 0 or isinstance(session.pending, Roll):
        session.roll([die.kind.faces[0] for die in session.pending.dice])
    asked = clock.side
    clock.pass_time(60)
    assert clock.words() == " · ".join(f"{seat} {29 if n == asked else 30}:00" for n, seat in enumerate("ABC"))
    clock.shut()
    assert kept[-1] == ("player:1800", tuple(60.0 if n == asked else 0.0 for n in range(3)))
    game.close()


@pytest.mark.parametrize(
    "text", ["", "phase", "phase:", "phase:0", "phase:-3", "player:x", "day:3", "phase:9999999", "phase:²"]
)
def test_a_strange_clock_is_none(text: str) -> None:
    assert Times.of(text) == Times()


@given(st.sampled_from(CLOCKS[1:]), st.lists(st.tuples(st.integers(0, 1), st.floats(0, 5000)), max_size=8))
def test_time_only_goes_down_and_never_below_nothing(clock: tuple[str, Any], passed: list[tuple[int, float]]) -> None:
    times = Times.of(clock[0])
    assert times.text == clock[0]
    for band, seconds in passed:
        before = times.left(band)
        times = times.run(band, seconds)
        assert 0 <= times.left(band) <= before
        assert 0 <= times.share(band) <= 1
        assert times.over(band) == (times.left(band) == 0)
    assert times.afresh() == Times.of(clock[0])


def test_times_are_written_as_clocks_do() -> None:
    assert [written(n) for n in (0, 0.2, 59.5, 161, 3600)] == ["0:00", "0:01", "1:00", "2:41", "1:00:00"]


def test_help_is_changed_only_when_both_agree_and_that_is_a_step(qtbot: Any) -> None:
    screen = table(qtbot, clock="")
    game = screen.game
    screen.toggle_settings()
    dial = screen.settings.help
    assert dial.levels.words["all"].isChecked()
    assert not dial.agree.isVisible()
    dial.levels.words["none"].click()
    assert game.help == "all"
    assert "No help" in dial.agree.text()
    dial.agree.click()
    assert game.help == "none"
    assert not dial.agree.isVisible()
    assert screen.seeing.buttons["table.whatif"].isHidden()
    game.choose(o.Activate(0))
    game.undo()
    assert game.help == "none"


def test_help_and_clock_are_chosen_with_a_new_game_and_kept_with_it(qtbot: Any) -> None:
    with window() as w:
        choose_and_begin(w)


def choose_and_begin(w: Any) -> None:
    screen = new_page(w)
    ready = listen(screen)
    step = screen.steps[0]
    step.choices["help"].words["none"].click()
    step.choices["clock"].words["phase:300"].click()
    assert (screen.draft.help, screen.draft.clock) == ("none", "phase:300")
    settings = screen.draft.settings()
    assert (settings.help, settings.clock) == ("none", "phase:300")
    assert not ready
    assert w.navigator is not None
    w.navigator.screens("asagiri").begin({"quick": True}, settings)
    host = w.navigator.table
    assert host is not None
    assert host.game.help == "none"
    assert host.game.session.undo_name() is None
    assert host.screen.seeing.clock.times.text == "phase:300"
    host.screen.seeing.clock.choose("player:3600")
    host.screen.seeing.clock.times = host.screen.seeing.clock.times.run(1, 90)
    id = host.opened.entry.id
    w.navigator.clear_table()
    again = w.navigator.storage.open(id)
    assert (again.settings.clock, again.settings.spent[1]) == ("player:3600", 90)
    assert again.session.agreed() == "none"
