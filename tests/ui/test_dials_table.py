"""The three ways to play at the real window: changed in the middle of a fight, reminders, house rules, dice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.bots import Decision
from companion.model.core.contract import Choice, Json, System
from companion.model.core.record import Corrected
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.stack import Reminding
from companion.model.games.asagiri.table.automation import DIALS, PRESETS
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.choices import BigDial
from companion.ui.kit.theme import fonts

from .players import Sitting, click, settle
from .test_cards_kit import duel, game_of, hold

ASKED = {"retreats": "remind", "cards": "remind"}


def press(key: Qt.Key | str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key, wherever the keys go now."""
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key, held)
    settle()


@pytest.fixture
def sitting(tmp_path: Path, qtbot: Any) -> Iterator[Sitting]:
    """The program on an empty data folder."""
    found = Sitting(tmp_path)
    yield found
    found.close()


def opened(sitting: Sitting, dials: Json, mode: Any = "assist") -> TableScreen:
    """Okko before an oni, out of the store."""
    storage = sitting.program.storage
    assert storage is not None
    assert sitting.window.navigator is not None
    position = duel() | ({"dials": dials} if dials else {})
    session = Session.load(SYSTEM, position, storage.content, 7, mode=mode)
    sitting.window.navigator.open_game(storage.repository.create(session, "duel").id)
    return sitting.table


def beaten_by_three(table: TableScreen) -> None:
    """Okko's blow has fallen, and the card of the oni is to be turned."""
    game = table.game
    assert game.choose(o.Activate(0), o.Attack(4))
    while o.Pass() in game.options:
        press(Qt.Key.Key_Space)
    need = _margin(table)
    assert game.roll((need, 1))
    settle()


def _margin(table: TableScreen) -> int:
    """The die with which the attacker is three ahead of a one."""
    from companion.model.games.asagiri.rules import fight_numbers

    fight = table.game.state.frames[-1]
    attack, defense = fight_numbers.totals(table.game.state, fight)
    return 4 - (attack - defense)


def test_the_mode_changes_in_the_middle_of_a_fight(sitting: Sitting) -> None:
    table = opened(sitting, ASKED)
    game = table.game
    beaten_by_three(table)
    top = game.state.frames[-1]
    assert isinstance(top, Reminding)
    assert (top.dial, game.state.figures[4].state) == ("cards", "vigilant")
    assert table.reminder.isVisible()
    cursor = game.session.cursor

    press("m")  # under the rules: what was asked is done, and the fight goes on to where a choice is
    assert game.session.mode == "enforce"
    assert game.state.figures[4].state == "shaken"
    assert game.options_like(o.Retreat)
    assert not table.reminder.isVisible()
    assert SYSTEM.refereed(game.state) is None

    press("m")  # by hand: nobody has to retreat any more, but the question stands that was asked
    assert game.session.mode == "track"
    assert dict(game.state.table.dials) == dict(PRESETS["track"])
    press("z", Qt.KeyboardModifier.ControlModifier)
    press("z", Qt.KeyboardModifier.ControlModifier)
    assert (game.session.cursor, game.session.mode) == (cursor, "assist")
    assert table.reminder.isVisible()

    press("m")
    press("m")
    press("m")  # back to assist: as it stood there
    assert game.session.mode == "assist"
    assert dict(game.state.table.dials) == ASKED
    table.step()
    settle()
    record = game.session.save()
    again = Session.replay(SYSTEM, record, game.content)
    assert (again.state, again.mode, again.diverged) == (game.session.state, "assist", None)


def test_enter_does_what_is_due_and_esc_leaves_it(sitting: Sitting) -> None:
    table = opened(sitting, ASKED)
    game = table.game
    beaten_by_three(table)
    table.reminder.yes.setFocus()
    press(Qt.Key.Key_Return)
    assert game.state.figures[4].state == "shaken"
    assert table.reminder.isVisible()  # the retreat
    board = table.board.mapTo(table, QPoint(0, 0)).x() + table.board.width()
    assert table.reminder.mapTo(table, QPoint(0, 0)).x() >= board
    press(Qt.Key.Key_Escape)
    assert not table.reminder.isVisible()
    assert game.session.steps[-1].intent.option == "leave_it:retreats"
    assert not game.state.frames


class Forgetful:
    """An automatic player that would leave whatever it is reminded of."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = 0.0) -> Decision:
        return Decision(choice.options[-1], 0.5, ())


def test_automatic_players_do_what_is_due_without_being_asked(sitting: Sitting) -> None:
    table = opened(sitting, ASKED)
    beaten_by_three(table)
    assert isinstance(table.game.state.frames[-1], Reminding)
    table.game.give_to("B", Forgetful())
    settle(lambda: not table.game.state.frames)
    assert table.game.state.figures[4].state == "shaken"
    assert "leave_it" not in str([step.intent for step in table.game.session.steps])


def test_space_is_the_likely_answer_wherever_the_keys_go(sitting: Sitting) -> None:
    table = opened(sitting, ASKED)
    beaten_by_three(table)
    table.board.setFocus()
    press(Qt.Key.Key_Space)
    assert table.game.state.figures[4].state == "shaken"


def test_a_rule_broken_by_hand_is_named_and_stands_when_it_is_done_anyway(sitting: Sitting) -> None:
    table = opened(sitting, {})
    game = table.game
    far = game.state.table.board.index[(7, 0, 0)]
    game.move_by_hand(0, far, 0)
    settle()
    assert table.reminder.isVisible()
    against = game.dials.against
    assert against is not None
    assert against.rule in table.reminder.accessibleName()
    assert QApplication.activeModalWidget() is None
    click(table.reminder.yes)
    assert not table.reminder.isVisible()
    step = game.session.steps[-1]
    assert (step.mark, step.rule, game.state.figures[0].at) == ("overridden", against.rule, far)

    near = game.state.table.board.index[(0, 5, 0)]
    game.move_by_hand(0, near, 0)
    settle()
    table.reminder.no.setFocus()
    press(Qt.Key.Key_Escape)
    assert game.state.figures[0].at == far
    game.move_by_hand(0, near, 0)
    settle()
    assert table.reminder.isVisible()
    game.select(1)
    assert game.choose(o.Activate(1))  # playing on is an answer, too
    settle()
    assert not table.reminder.isVisible()
    assert game.state.figures[0].at == near


def test_track_mode_says_nothing(sitting: Sitting) -> None:
    table = opened(sitting, {}, mode="track")
    game = table.game
    game.move_by_hand(0, game.state.table.board.index[(7, 0, 0)], 0)
    settle()
    assert not table.reminder.isVisible()
    assert game.session.steps[-1].rule in ("MOV-3", "MOV-5")


def test_always_so_at_our_table_holds_in_this_game_and_in_the_next(sitting: Sitting) -> None:
    table = opened(sitting, {"retreats": "remind"})
    game = table.game
    places = [game.state.table.board.index[(n, 7 - n, 0)] for n in (7, 0)]
    game.move_by_hand(1, places[0], 0)
    settle()
    rule = game.session.steps[-1].rule
    assert rule is not None
    click(table.reminder.always)
    assert dict(game.state.table.dials)[rule] == "off"
    game.move_by_hand(1, places[1], 0)
    settle()
    assert not table.reminder.isVisible()
    assert (game.session.steps[-1].mark, game.session.steps[-1].rule) == ("overridden", rule)
    assert sitting.program.keeper.settings.house == {rule: "off"}

    navigator = sitting.window.navigator
    assert navigator is not None
    navigator.quick_start("assist")
    later = sitting.table
    assert dict(later.game.session.header.setup["dials"])[rule] == "off"
    later.toggle_settings()
    assert list(later.settings.house) == [rule]
    click(later.settings.house[rule])
    settle()
    assert later.settings.house == {}
    assert sitting.program.keeper.settings.house == {}
    navigator.quick_start("assist")
    assert rule not in dict(sitting.table.game.session.header.setup["dials"])


def test_always_do_it_turns_the_dial_and_answers(sitting: Sitting) -> None:
    table = opened(sitting, ASKED)
    beaten_by_three(table)
    click(table.reminder.always)
    assert table.game.state.figures[4].state == "shaken"
    assert table.game.dials.stop("cards") == "do"
    click(table.reminder.never)
    assert table.game.dials.stop("retreats") == "off"
    assert not table.game.state.frames
    assert table.game.dials.house == {"cards": "do", "retreats": "off"}


# the slip -----------------------------------------------------------------------------------------------------------


def test_every_dial_is_turned_by_keys_and_said_for_screen_readers(qtbot: Any) -> None:
    game = game_of(duel(), mode="assist")
    screen = hold(qtbot, TableScreen(game))
    screen.resize(1280, 800)
    screen.show()
    screen.toggle_settings()
    slip = screen.settings
    assert set(slip.things) == set(DIALS)
    dial = slip.things["support"]
    assert dial.accessibleName() == "Support (CBT-4): apply"
    QTest.keyClick(dial, Qt.Key.Key_Left)
    assert (game.dials.stop("support"), dial.accessibleName()) == ("remind", "Support (CBT-4): remind")
    QTest.mouseClick(dial, Qt.MouseButton.LeftButton, pos=QPoint(4, dial.height() // 2))
    assert game.dials.stop("support") == "off"
    session = game.session
    turned = [n for n, step in enumerate(session.steps) if type(step.intent) is Corrected]
    assert [session.describe_step(n).key for n in turned] == ["{dial}: {stop}"] * 2
    game.undo()
    assert game.dials.stop("support") == "remind"
    slip.mode.stops["enforce"].click()
    assert (game.session.mode, game.dials.stop("support")) == ("enforce", "do")
    assert not dial.isEnabled()
    screen.shut()


def test_dice_are_set_by_player_and_kind_and_a_change_is_a_step(qtbot: Any) -> None:
    game = game_of(duel(), mode="assist")
    screen = hold(qtbot, TableScreen(game))
    screen.resize(1280, 800)
    slip = screen.settings
    slip.rolls["combat", "A"].turned.emit(1)
    assert (game.session.dice_mode("A", "combat"), game.session.dice_mode("A", "test")) == ("typed", "virtual")
    assert game.session.dice_mode("B", "combat") == "virtual"
    for kind in ("order", "inspiration", "test", "other"):
        slip.rolls[kind, "A"].turned.emit(1)
    assert game.session.dice == {"A": "typed", "B": "virtual"}
    slip.dice.words["ask"].click()
    assert game.session.dice == "ask"
    game.undo()
    assert game.session.dice == {"A": "typed", "B": "virtual"}
    screen.shut()


def test_one_types_and_the_other_has_the_dice_rolled_in_one_fight(qtbot: Any) -> None:
    game = game_of(duel(), mode="assist", dice={"A": {"combat": "typed"}, "B": "virtual"})
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    screen.resize(1280, 800)
    screen.show()
    told = screen.dice.whose.accessibleName()
    assert "Anna: rolled here, typed in" in told
    assert "Bruno: rolled here" in told
    assert game.choose(o.Activate(0), o.Attack(4))
    while o.Pass() in game.options:
        screen.step()
    assert "Anna: typed in" in screen.dice.whose.accessibleName()
    entry = screen.fight.entry
    assert entry.isVisible()
    assert screen.focusWidget() is entry
    assert not screen.fight.button.isVisible()
    QTest.keyClicks(entry, "5")
    rolled = game.session.steps[-1].result
    assert (rolled.faces[0], rolled.sources) == (5, ("typed", "seed"))
    game.undo()
    game.set_dice({"A": {"combat": "ask"}, "B": "virtual"})
    assert entry.isVisible()  # both ways in one place
    assert screen.fight.button.isVisible()
    screen.step()
    assert game.session.steps[-1].result.sources == ("seed", "seed")
    screen.shut()


def test_a_wrong_die_is_put_right_in_place_by_one_key(qtbot: Any) -> None:
    game = game_of(duel(), mode="assist", dice="typed")
    screen = hold(qtbot, TableScreen(game))
    screen.resize(1280, 800)
    screen.show()
    assert game.choose(o.Activate(0), o.Attack(4))
    while o.Pass() in game.options:
        screen.step()
    QTest.keyClicks(screen.fight.entry, "61")
    count = len(game.session.steps)
    screen.fight.entry.correct()
    QTest.keyClicks(screen.fight.entry, "2")  # at once, and the keys go on to the next die
    assert game.session.steps[count - 1].result.faces == (2, 1)
    QTest.keyClicks(screen.fight.entry, "4")
    rolled = game.session.steps[count - 1].result
    assert (rolled.faces, rolled.sources) == ((2, 4), ("corrected", "corrected"))
    assert not screen.fight.entry.isVisible()
    screen.shut()


def test_the_names_of_the_three_ways_to_play_are_of_one_size(qtbot: Any) -> None:
    dial = hold(qtbot, BigDial(("a", "b", "c")))
    for stop, name in zip(dial.stops.values(), ("Record only", "Advise", "Enforce rules"), strict=True):
        stop.say(name, "")
    dial.resize(290, dial.sizeHint().height())
    dial.show()
    settle()
    sizes = {stop.name_font().pixelSize() for stop in dial.stops.values()}
    assert len(sizes) == 1
    assert sizes != {fonts.font("name").pixelSize()}, "the longest name has to shrink here"
