"""What can these dice do, on the table screen; and the fight's slip beside the cards of those who fight."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.table.corrections import SetDice
from companion.ui.games.asagiri.fight.parts import ChoiceLine
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.widget import Label

from .test_cards_kit import duel, game_of, hold
from .test_command_line import table_of


def shown(table: TableScreen) -> dict[str, tuple[bool, str]]:
    """By words: whether a line can be clicked, and its details."""
    return {line.line.words: (line.isEnabled(), line.line.detail) for line in table.advice.lines}


def test_a_key_shows_what_the_dice_could_do_and_each_look_is_in_the_log(qtbot: Any) -> None:
    table = table_of(qtbot)
    before = table.game.session.done
    QTest.keyClick(table.board, Qt.Key.Key_U)
    assert table.advice.isVisible()
    lines = shown(table)
    assert lines["Attack +1"][0]
    figures = {table.game.name(who) for who in table.game.state.on_board(0)}
    titles = [one.text() for one in table.advice.findChildren(Label) if one.isVisible()]
    assert [titles.count(name) for name in figures] == [1, 1], "each figure once"
    assert "5 → 6" in lines["Attack +1"][1] or "4 → 5" in lines["Attack +1"][1]
    assert table.game.session.done == before, "looking is no step of the game"
    assert any("advice" in str(step.intent) for step in table.game.session.steps)
    QTest.keyClick(table.board, Qt.Key.Key_U)
    assert not table.advice.isVisible()


def test_a_use_that_is_offered_is_done_by_a_click(qtbot: Any) -> None:
    table = table_of(qtbot)
    table.game.choose(o.Activate(0), o.Attack(2))
    table.toggle_advice()
    line = next(line for line in table.advice.lines if isinstance(line.line.option, o.UseDie))
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    assert "attack" in table.game.state.figures[0].used


def test_a_look_at_what_dice_could_have_done_in_the_past_is_noted_once(qtbot: Any) -> None:
    """It was noted for ever: the program hung, and its log grew."""
    table = table_of(qtbot)
    table.game.choose(o.Activate(0))
    table.game.look(0)
    before = len(table.game.session.steps)
    table.toggle_advice()
    assert table.advice.isVisible()
    assert len(table.game.session.steps) == before + 1


def test_by_die_the_figures_stand_below_each_die(qtbot: Any) -> None:
    table = table_of(qtbot)
    table.toggle_advice()
    QTest.mouseClick(table.advice.by.words["die"], Qt.MouseButton.LeftButton)
    assert any(words.startswith("Okko · ") for words in shown(table))


def test_a_help_that_is_not_agreed_says_so(qtbot: Any) -> None:
    table = table_of(qtbot)
    table.game.agree_help("odds")
    table.toggle_advice()
    assert not table.advice.lines


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("fight", [(0, 4), (1, 4), (0, 5)])
def test_the_slip_of_a_fight_leaves_the_fighters_cards_and_the_board_free(
    qtbot: Any, size: tuple[int, int], fight: tuple[int, int]
) -> None:
    table = hold(qtbot, TableScreen(game_of(duel(), mode="track", dice="typed")))
    table.resize(*size)
    with qtbot.waitExposed(table):
        table.show()
    QApplication.processEvents()
    from companion.model.games.asagiri.table.corrections import Clash

    table.game.correct(Clash(*fight))
    QApplication.processEvents()
    slip = QRect(table.fight.mapTo(table, QPoint()), table.fight.size())
    assert table.fight.isVisible()
    for who in fight:
        card = table.bands[table.game.state.band_of(who)].card(who)
        assert card is not None
        place = QRect(card.mapTo(table, card.rect().topLeft()), card.size())
        assert not slip.intersects(place), (slip, place)
    view = table.board
    floor = view.mapFromScene(view.canvas.geometry.area).boundingRect().translated(view.pos())
    assert slip.intersected(floor).width() <= 2, (slip, floor)


def test_ins_3_a_table_may_let_a_second_die_raise_the_same_stat(qtbot: Any) -> None:
    table = table_of(qtbot)
    game = table.game
    game.switch("assist")
    game.correct(SetDice(0, ("fire", "fire", "tori"), 1))
    game.choose(o.Activate(0), o.Attack(2))
    table.toggle_advice()

    def attack() -> ChoiceLine:
        """Of the figure that attacks: its lines come first."""
        line = table.advice.lines[0]
        assert line.line.words == "Attack +1"
        return line

    QTest.mouseClick(attack(), Qt.MouseButton.LeftButton)
    assert game.state.bands[0].pool == ("fire", "tori")
    game.switch("enforce")
    assert table.advice.lines[0].line.words != "Attack +1", "under the rules one die is enough"
    game.switch("assist")
    again = next(line for line in table.advice.lines if "Only one die" in line.line.detail)
    assert again.isEnabled()
    QTest.mouseClick(again, Qt.MouseButton.LeftButton)
    assert game.dials.against is not None
    assert game.dials.against.rule == "INS-3", "the reminder names the rule"
    assert game.state.bands[0].pool == ("tori",)
    assert ("overridden", "INS-3") in [(step.mark, step.rule) for step in game.session.steps]
