"""Putting the past right and looking through it, at the real window, with mouse and keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.bots import Greedy
from companion.model.content.library import Library
from companion.model.core.contract import Option, Over, Roll
from companion.model.core.record import Rolled
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.fight.numbers import fight_in
from companion.ui.games.asagiri.table.log import STYLE
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.play.log_panel import LogList, lines
from companion.ui.play.storage import GameSettings

from .players import Sitting, click, settle

SEED = 4


@cache
def decisions(steps: int, seed: int) -> tuple[Option | None, ...]:
    """What somebody who thinks chooses for both in about so many steps; None: the dice fall."""
    session = Session.new(SYSTEM, {"quick": True}, Library.shipped(), seed)
    rng, mind, found = Random(seed), Greedy(), list[Option | None]()
    while not isinstance(pending := session.pending, Over):
        if len(session.steps) >= steps and session.state.stage == "activations" and not session.state.frames:
            break
        found.append(None if isinstance(pending, Roll) else mind.think(SYSTEM, session.state, pending, rng).option)
        session.roll() if found[-1] is None else session.choose(found[-1])
    return tuple(found)


def played(sitting: Sitting, steps: int, seed: int = SEED) -> TableScreen:
    """A game between two persons at the window, stored, after about so many steps; nothing is being resolved."""
    navigator, storage = sitting.window.navigator, sitting.program.storage
    assert navigator is not None
    assert storage is not None
    opened = storage.begin({"quick": True}, GameSettings(mode="enforce"), "An evening")
    session = opened.session
    session.header = msgspec.structs.replace(session.header, seed=seed)
    for option in decisions(steps, seed):
        session.roll() if option is None else session.choose(option)
    navigator.open_game(opened.entry.id)
    screen = sitting.table
    settle()
    return screen


@pytest.fixture
def table(tmp_path: Path, qtbot: Any) -> Iterator[TableScreen]:
    """A game of a hundred and twenty steps between two persons, at the window, stored."""
    sitting = Sitting(tmp_path)
    yield played(sitting, 120)
    sitting.close()


def press(key: Qt.Key | str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key, held)
    settle()


def line_of(view: LogList, step: int) -> QPoint:
    """The middle of the line of a step, brought into sight; one movement is one line."""
    row = next(n for n, line in enumerate(view.rows.lines) if not line.heading and int(line.id) > step)
    view.scrollTo(view.rows.index(row))
    settle()
    return view.visualRect(view.rows.index(row)).center()


def replays(table: TableScreen) -> bool:
    """Whether what the session would save replays to what it shows."""
    session = table.game.session
    content = table.game.content
    assert content is not None
    again = Session.replay(SYSTEM, session.save(), content)
    return again.diverged is None and again.state == session.state


def chosen_step_back(table: TableScreen, back: int) -> int:
    """A step of movement at least so many steps back."""
    steps = table.game.session.steps
    for n in range(len(steps) - back, 0, -1):
        text = getattr(steps[n].intent, "option", "")
        if text.startswith("step:"):
            return n
    raise AssertionError("nobody has moved")


def test_a_correction_twenty_steps_back_by_mouse(table: TableScreen) -> None:
    game, session = table.game, table.game.session
    before = session.save()
    index = chosen_step_back(table, 20)
    assert len(session.steps) - index >= 20
    press("h")
    assert table.log.isVisible()
    table.log.list.setCurrentIndex(table.log.list.indexAt(line_of(table.log.list, index)))  # a look, not a jump
    assert session.cursor == len(before.steps)
    click(table.log.change)
    assert table.change.isVisible()
    assert session.cursor == index  # the board shows the moment
    assert game.state == session.state_at(index)
    elsewhere = [
        option.at
        for option in game.options
        if isinstance(option, o.Step) and SYSTEM.option_id(game.state, option) != session.steps[index].intent.option
    ]
    mover = game.state.active
    assert mover is not None
    board = table.board
    click(board.viewport(), board.mapFromScene(board.canvas.geometry.centre(elsewhere[0])))
    revision = table.correction.revision
    assert revision is not None
    assert revision.state_at(index + 1).figures[mover.who].at == elsewhere[0]
    assert session.save() == before  # nothing has changed yet
    for _ in range(60):
        if table.correction.done:
            break
        shown = [name for name in ("suggested", "keep", "drop") if table.change.buttons[name].isVisible()]
        loud = [name for name in shown if table.change.buttons[name].kind() == "primary"]
        click(table.change.buttons[(loud or shown)[0]])
    assert table.correction.done
    assert session.save() == before
    agreed = revision = table.correction.revision
    assert agreed is not None
    click(table.change.buttons["accept"])
    assert not table.change.isVisible()
    assert game.live
    assert game.state == agreed.state
    assert session.steps[index].revised
    assert replays(table)
    stored = table.window().navigator.storage
    assert stored is not None
    press("h")
    click(table.log.older)  # and even that can be taken back
    assert session.save().steps == before.steps


def test_a_die_put_right_by_keys_and_left_as_it_was(table: TableScreen) -> None:
    game, session = table.game, table.game.session
    before = session.save()
    index = max(
        n for n, step in enumerate(session.steps) if type(step.intent) is Rolled and n < len(session.steps) - 20
    )
    press("j")
    assert table.timeline.isVisible()
    table.timeline.show_place(index + 1)
    settle()
    press(Qt.Key.Key_F2)
    assert table.change.isVisible()
    faces = session.steps[index].result.faces
    assert faces is not None
    typed = "t" if isinstance(faces[0], str) and faces[0] != "tori" else "f" if isinstance(faces[0], str) else "1"
    if faces[0] == 1:
        typed = "6"
    press(typed)
    press(Qt.Key.Key_Return)
    assert table.correction.revision is not None
    assert table.correction.revision.steps[0].result.sources is not None
    assert table.correction.revision.steps[0].result.sources[0] == "corrected"
    press(Qt.Key.Key_Escape)
    assert not table.change.isVisible()
    assert (session.save(), game.live) == (before, True)


def test_looking_through_the_game_shows_each_step_and_changes_nothing(table: TableScreen) -> None:
    game, session = table.game, table.game.session
    before = session.save()
    press("j")
    track = table.timeline.track
    QTest.mousePress(track, Qt.MouseButton.LeftButton, pos=QPoint(round(track.x_of(100)), 20))
    settle()
    for place in (80, 50, 10):
        QTest.mouseMove(track, QPoint(round(track.x_of(place)), 20))
        settle()
    place = session.cursor
    assert abs(place - 10) <= 1
    assert game.state == session.state_at(place)
    QTest.mouseRelease(track, Qt.MouseButton.LeftButton, pos=QPoint(round(track.x_of(10)), 20))
    press(".")
    assert session.cursor == place + 1
    press(",")
    press(",")
    assert session.cursor == place - 1
    figure = next(n for n, found in enumerate(game.state.figures) if found.at >= 0)
    board = table.board
    click(board.viewport(), board.mapFromScene(board.canvas.geometry.centre(game.state.figures[figure].at)))
    press("b")
    assert session.steps[place - 2].bookmark
    press("b", Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(table.timeline.note, "too far, hm?")
    press(Qt.Key.Key_Return)
    assert session.steps[place - 2].note == "too far, hm?"
    assert "too far" in table.timeline.words.text()
    press(Qt.Key.Key_Space)  # the next step is: back
    assert game.live
    assert session.cursor == len(before.steps)
    assert [step.intent for step in session.steps] == [step.intent for step in before.steps]


def test_a_phase_is_not_ended_by_one_key_while_figures_could_act(table: TableScreen) -> None:
    """A word in the turn bar, no window: N asks, Escape is not yet, Space is yes; the preferences can turn it off."""
    game, keeper = table.game, table.window().keeper
    while not game.options_like(o.Activate):
        press(Qt.Key.Key_Space)
    before = game.session.cursor
    press("n")
    assert game.session.cursor == before
    assert "not acted yet. End the phase anyway?" in table.bar._prompt.text()
    assert (table.bar.button.text(), table.bar.deeds.no.isVisible()) == ("End the phase anyway", True)
    assert "not acted yet" in table.voice.heard[-1]
    press(Qt.Key.Key_Escape)
    assert not game.ending.asked
    press("n")
    click(table.bar.deeds.no)
    assert (game.ending.asked, game.session.cursor) == (False, before)
    table.board.setFocus()
    press("n")
    press(Qt.Key.Key_Space)
    assert game.session.cursor > before
    game.undo()
    keeper.change(ask_unacted=False)
    press("n")
    assert game.session.cursor > before
    keeper.change(ask_unacted=True)


def test_what_is_put_right_is_never_lost_under_another_slip(table: TableScreen) -> None:
    """Neither a correction nor a check: the log over it and away again, or Escape, and the question is back."""
    for key, slip in ((Qt.Key.Key_F2, table.change), ("y", table.check)):
        press(key)
        assert slip.isVisible()
        table.board.setFocus()
        press("h")
        assert (table.log.isVisible(), slip.isVisible(), table.game.live) == (True, False, False)
        press("h")
        assert slip.isVisible()
        table.board.setFocus()
        press("h")
        for back in (True, False):
            for _ in range(3):  # the board lets go of what it holds first
                if slip.isVisible() != back:
                    table.board.setFocus()
                    press(Qt.Key.Key_Escape)
            assert (slip.isVisible(), table.game.live) == (back, not back)


def test_playing_goes_to_the_end_and_stops(table: TableScreen) -> None:
    session = table.game.session
    table.show_timeline(len(session.steps) - 3)
    table.timeline._speed = 2
    press("j", Qt.KeyboardModifier.ShiftModifier)
    assert table.timeline.playing
    settle(lambda: not table.timeline.playing)
    assert session.cursor == len(session.steps)
    assert table.game.live
    press("j")
    assert not table.timeline.isVisible()


@pytest.mark.parametrize("way", ["log", "log, gone there", "timeline"])
def test_a_step_that_did_not_happen_leaves_those_after_it(table: TableScreen, way: str) -> None:
    """The same from the log and from the timeline; and when the person has gone back there, redo leads forward."""
    game, session = table.game, table.game.session
    whole = len(session.steps)
    index = whole - 20
    end = session.state
    if way == "timeline":
        press("j")
        table.timeline.show_place(index + 1)
        settle()
    else:
        press("h")
        click(table.log.list.viewport(), line_of(table.log.list, index))
        if way == "log, gone there":
            press(Qt.Key.Key_Return)
    assert (session.cursor, session.looking) == (index + 1, way != "log, gone there")
    press(Qt.Key.Key_F2)
    begin, removed = table.correction.begin, table.correction.end - table.correction.begin
    click(table.change.buttons["missing"])
    click(table.change.buttons["missing"])
    click(table.change.buttons["drop"])
    revision = table.correction.revision
    assert revision is not None
    lost = sum(misfit.end - misfit.index for misfit in revision.misfits)
    gained = len(revision.steps) - (whole - begin - removed - lost)
    if revision.open:
        click(table.change.buttons["settle"])
    click(table.change.buttons["accept"])
    assert game.live
    assert len(session.steps) == whole - removed - lost + gained
    if way == "log, gone there":
        assert session.cursor == revision.stand < len(session.steps)
        assert table.tools.buttons["redo"].isEnabled()
        game.jump(len(session.steps))
    assert session.cursor == len(session.steps)
    assert session.state.turn == end.turn
    assert replays(table)


def test_the_log_is_a_list_of_places_to_go_to_by_keys(table: TableScreen) -> None:
    game, session = table.game, table.game.session
    whole = len(session.steps)
    press("h")
    assert QApplication.focusWidget() is table.log.list
    for _ in range(6):
        press(Qt.Key.Key_Up)
    place = table.log.step + 1
    ends = [line.stop for line in lines(session, STYLE)]
    assert place in ends[-7:-1]
    press(Qt.Key.Key_Return)
    assert (session.cursor, len(session.steps), game.live) == (place, whole, True)
    assert not session.looking  # gone there, not only looked at
    while session.cursor < whole:
        game.redo()
    assert session.cursor == whole


def test_a_fight_in_the_past_is_asked_about_in_one_place(table: TableScreen) -> None:
    """Beside the correction the fight is only read; when all is answered, nothing is offered but to agree or not."""
    game, session = table.game, table.game.session
    game.set_dice("typed")
    while fight_in(game.state) is None or not isinstance(session.pending, Roll):
        assert not isinstance(session.pending, Over)
        if isinstance(session.pending, Roll):
            session.roll()
        else:
            session.choose(Greedy().think(SYSTEM, session.state, session.pending, Random(1)).option)
    index = len(session.steps)
    session.roll((6, 1))
    settle()

    def beside() -> bool:
        fight = table.fight.rect().translated(table.fight.mapTo(table, QPoint()))
        return not table.fight.isVisible() or not table.change.geometry().intersects(fight)

    table.correction.start(index)
    settle()
    assert table.fight.isVisible()
    assert table.change.dice.isVisible()
    assert not table.fight.entry.isVisible(), "dice are typed into the correction"
    assert beside()
    press("2")
    press("5")
    assert table.correction.done
    assert not game.options
    assert game.to_roll() is None
    assert beside()
    table.correction.cancel()
    table.correction.start(index)
    table.correction.drop()  # the fight again stands before its dice
    settle()
    assert table.correction.done
    assert not table.fight.entry.isVisible()
    assert beside()
    press(Qt.Key.Key_Escape)
    assert game.live
