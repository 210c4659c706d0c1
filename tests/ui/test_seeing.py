"""Threats, odds and the help agreed upon, on the real table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.model.core.record import Noted
from companion.model.games.asagiri.insight.fight_odds import forecast, suppose
from companion.model.games.asagiri.insight.threats import threats
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.fight.parts import exactly
from companion.ui.games.asagiri.table.screen import TableScreen

from .test_board_kit import SHOT, TWO, at, figure, point, position
from .test_board_kit import game_of as small_game
from .test_cards_kit import duel, game_of, hold, reckoned


def opened(qtbot: Any, game: AsagiriController) -> TableScreen:
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    game.animated = False
    screen.resize(1280, 800)
    with qtbot.waitExposed(screen):
        screen.show()
    screen.board.setFocus()
    return screen


def notes(game: AsagiriController) -> list[str]:
    return [step.intent.what for step in game.session.steps if isinstance(step.intent, Noted)]


def shown(qtbot: Any, screen: TableScreen) -> Any:
    danger = screen.board.layers.threat_layer
    qtbot.waitUntil(lambda: danger.threats is not None and danger.threats.whole, timeout=15_000)
    return danger.threats


def test_d_shows_what_the_enemy_could_hit_and_says_who(qtbot: Any) -> None:
    archer = figure("b1", [2, 0], "S", skills=[SHOT])
    screen = opened(qtbot, small_game(position([figure("a1", [2, 5])], [archer, figure("b2", [5, 2], "W")])))
    game, board = screen.game, screen.board
    QTest.keyClick(board, Qt.Key.Key_D)
    assert shown(qtbot, screen).found == threats(game.state, 0).found
    assert board.layers.threat.items
    point(board, 2, 5)
    assert "Can shoot here (Bow): Figure b1" in board.caption.text()
    board.keys.go(at(game, 2, 5))
    assert "Figure b1" in board.accessibleDescription()
    assert screen.seeing.buttons["table.threat"].isChecked()
    QTest.keyClick(board, Qt.Key.Key_D)
    assert not board.layers.threat.items
    assert notes(game) == ["threat"]


def test_the_threats_follow_the_game_and_the_figure_looked_at(qtbot: Any) -> None:
    screen = opened(qtbot, small_game())
    game = screen.game
    screen.seeing.toggle_threat()
    assert shown(qtbot, screen).band == 0
    game.select(2)
    assert shown(qtbot, screen).band == 1
    game.select(0)
    game.move(0, at(game, 2, 3))
    assert shown(qtbot, screen).state is game.state
    game.undo()
    assert shown(qtbot, screen).state is game.state


def test_what_if_is_exact_both_ways_and_changes_nothing(qtbot: Any) -> None:
    screen = opened(qtbot, game_of(duel()))
    game, slip = screen.game, screen.whatif
    before = game.state
    game.odds_asked.emit(4)
    assert slip.isVisible()
    slip.look(0, 4)
    reckoned(qtbot, slip.odds)
    for bar, one, other in ((slip.odds, 0, 4), (slip.back, 4, 0)):
        begun = suppose(game.state, one, other)
        assert begun is not None
        made = forecast(begun)
        assert made is not None
        assert bar.ways == {name: part * 36 for name, part in made.seven().items()}
        assert sum(bar.ways.values()) == 36
    assert game.state is before
    assert [n for n in notes(game) if n.startswith("odds:")]
    assert not game.session.undo_name()


def test_each_die_and_skill_in_hand_can_be_counted_in(qtbot: Any) -> None:
    screen = opened(qtbot, game_of(duel(pool_a=["fire", "tori"])))
    game, slip = screen.game, screen.whatif
    screen.seeing.ask_odds(4)
    slip.look(0, 4)
    reckoned(qtbot, slip.odds)
    line = next(line for line in slip.lines if isinstance(line.line.option, o.UseDie))
    bare = slip.odds.ways
    assert line.line.chances is not None
    promised = line.line.chances[1]
    line.click()
    reckoned(qtbot, slip.odds)
    assert slip.odds.ways != bare
    again = next(line for line in slip.lines if line.isChecked())
    assert again.line.chances is not None
    assert again.line.chances[0] == promised
    again.click()
    reckoned(qtbot, slip.odds)
    assert slip.odds.ways == bare
    assert game.session.done == 0


def test_what_if_preview_and_slip_say_the_same(qtbot: Any) -> None:
    screen = opened(qtbot, game_of(duel()))
    game = screen.game
    game.choose(o.Activate(0))
    screen.preview.hover(4)
    screen.seeing.ask_odds(4)
    reckoned(qtbot, screen.preview.odds, screen.whatif.odds)
    assert sum(screen.preview.odds.ways.values()) == 36
    assert screen.preview.odds.ways == screen.whatif.odds.ways
    game.choose(o.Attack(4))
    reckoned(qtbot, screen.fight.odds, screen.whatif.odds)
    assert sum(screen.fight.odds.ways.values()) == 36
    assert screen.fight.odds.ways == screen.whatif.odds.ways


def test_s_opens_the_odds_of_whoever_is_pointed_at_and_the_other_way_round(qtbot: Any) -> None:
    screen = opened(qtbot, small_game(position(*TWO, active={"id": "a1"})))
    point(screen.board, 2, 1)
    QTest.keyClick(screen.board, Qt.Key.Key_S)
    assert (screen.whatif.attacker, screen.whatif.defender) == (0, 2)
    assert "CBT-1" in screen.whatif._note.text()
    screen.whatif.swap.click()
    assert (screen.whatif.attacker, screen.whatif.defender) == (2, 0)
    QTest.keyClick(screen.board, Qt.Key.Key_S)
    assert not screen.whatif.isVisible()


def test_a_shot_is_supposed_from_where_no_blow_reaches(qtbot: Any) -> None:
    archer = figure("a1", [1, 5], skills=[SHOT])
    screen = opened(qtbot, small_game(position([archer], [figure("b1", [1, 2], "S")])))
    screen.seeing.ask_odds(-1)
    screen.whatif.look(0, 1)
    reckoned(qtbot, screen.whatif.odds)
    assert screen.whatif.ways["test:bow"].isChecked()
    assert screen.whatif.odds.parts()[-1][0] == "draw"
    screen.whatif.ways[""].click()
    assert not screen.whatif.ways["test:bow"].isChecked()
    assert "CBT-1" in screen.whatif._note.text()


def test_the_slip_lives_through_the_end_of_those_it_is_about(qtbot: Any) -> None:
    game = small_game(position(*TWO), mode="track")
    screen = opened(qtbot, game)
    screen.seeing.ask_odds(2)
    screen.whatif.look(0, 2)
    from companion.model.games.asagiri.table.corrections import PlaceFigure

    game.correct(PlaceFigure(2, -1, 0))
    assert screen.whatif.defender == 3
    game.correct(PlaceFigure(3, -1, 0))
    assert screen.whatif.isVisible() or screen.whatif.attacker == -1


def test_without_help_there_are_no_signs_no_odds_and_no_keys(qtbot: Any) -> None:
    screen = opened(qtbot, game_of(duel()))
    game = screen.game
    screen.seeing.toggle_threat()
    screen.seeing.ask_odds(4)
    game.agree_help("none")
    assert not screen.whatif.isVisible()
    assert not screen.board.layers.threat_layer.on
    assert screen.seeing.buttons["table.threat"].isHidden()
    assert screen.seeing.buttons["table.whatif"].isHidden()
    before = game.session.cursor
    for key in (Qt.Key.Key_D, Qt.Key.Key_S):
        QTest.keyClick(screen.board, key)
    game.odds_asked.emit(4)
    assert not screen.whatif.isVisible()
    assert not screen.board.layers.threat.items
    assert game.session.cursor == before
    game.choose(o.Activate(0))
    screen.preview.hover(4)
    assert not screen.preview.isVisible()
    game.choose(o.Attack(4))
    assert not screen.fight.odds.isVisible()
    assert all(line.line.chances is None for line in screen.fight._lines)


def test_odds_alone_leave_the_threats_out(qtbot: Any) -> None:
    screen = opened(qtbot, game_of(duel()))
    screen.game.agree_help("odds")
    assert screen.seeing.buttons["table.threat"].isHidden()
    assert not screen.seeing.buttons["table.whatif"].isHidden()
    screen.seeing.toggle_threat()
    assert not screen.board.layers.threat_layer.on


def test_each_use_is_noted_once_until_something_is_done(qtbot: Any) -> None:
    screen = opened(qtbot, game_of(duel()))
    game = screen.game
    for _ in range(3):
        screen.seeing.toggle_threat()
    assert notes(game) == ["threat"]
    game.choose(o.Activate(0))
    screen.seeing.toggle_threat()
    screen.seeing.toggle_threat()
    assert notes(game) == ["threat", "threat"]
    screen.log.show()
    told = [line.title for line in screen.log.list.rows.lines]
    assert sum("Help used: threats" in line for line in told) == 2


def test_thirty_sixths_and_others_are_written_exactly() -> None:
    assert exactly(9) == "9/36"
    assert exactly(Fraction(9)) == "9/36"
    assert exactly(Fraction(15, 2)) == "5/24"
