"""Hints and the list of what can be done, at the tables of all games: asked for, drawn, done, put away, off."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import options_of
from companion.model.core.record import Noted
from companion.model.core.words import Message
from companion.model.games.asagiri.insight.fight_odds import Forecast
from companion.model.games.asagiri.insight.plan_words import reasons
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.state.state import SEATS
from companion.model.hints import Hint, hints_used
from companion.ui.games.asagiri.fight import numbers
from companion.ui.play.guide_panel import GuidePanel
from companion.ui.shell.window import MainWindow
from tests.contract.games import play

from . import blank_kit, sake_kit
from .sake_tracked import FOLLOW
from .test_command_line import table_of, type_
from .test_window_kit import press, window


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    with window() as made:
        yield made


@pytest.fixture
def sake(qapp: QApplication) -> Iterator[MainWindow]:
    with window(sake_kit.house_games()) as made:
        yield made


def asked(guide: GuidePanel, qtbot: Any) -> Hint:
    """The hint that somebody has asked for."""
    qtbot.waitUntil(lambda: not guide.hints.thinking, timeout=5000)
    assert isinstance(guide.hints.found, Hint)
    return guide.hints.found


def lines(guide: GuidePanel) -> list[str]:
    """The titles of the lines that are seen."""
    rows = guide.options.rows.lines
    return [line.title for n, line in enumerate(rows) if not guide.options.isRowHidden(n)]


def test_a_key_asks_for_a_hint_that_is_said_drawn_and_done_by_enter(qtbot: Any) -> None:
    table = table_of(qtbot)
    game, guide, hint = table.game, table.guide, table.board.layers.hint
    before = game.state
    QTest.keyClick(table.board, Qt.Key.Key_F3)
    assert guide.isVisible() and game.state == before
    found = asked(guide, qtbot)
    assert guide.plan.text() == game.say(found.best.words)
    assert game.say(found.best.reasons[0]) in guide.reasons.text()
    assert tuple(hint.plan) == found.best.plan and hint.items, "it is drawn on the board"
    assert game.state == before, "a hint chooses nothing"
    assert hints_used(game.session, game.seats) == (1, 0)
    QTest.keyClick(guide.do, Qt.Key.Key_Return)
    assert game.state != before
    assert not hint.items and guide.hints.found is None, "the game has gone on"
    game.undo()
    assert game.state == before, "it was one thing to undo"


def test_another_look_at_the_same_moment_is_no_other_hint(qtbot: Any) -> None:
    table = table_of(qtbot)
    for _ in range(3):
        table.guide.toggle("hint")
        asked(table.guide, qtbot)
        table.guide.toggle("hint")
        assert not table.guide.isVisible()
    assert hints_used(table.game.session, table.game.seats) == (1, 0)


def test_escape_gives_a_thought_up_and_its_answer_reaches_nobody(qtbot: Any) -> None:
    table = table_of(qtbot)
    table.guide.toggle("hint")
    assert table.guide.hints.thinking
    QTest.keyClick(table.guide.away, Qt.Key.Key_Escape)
    assert not table.guide.isVisible() and not table.guide.hints.thinking
    qtbot.wait(150)
    assert table.guide.hints.found is None and not hints_used(table.game.session, "A")[0]


def test_the_second_best_is_drawn_while_it_is_pointed_at_and_can_be_done(qtbot: Any) -> None:
    table = table_of(qtbot)
    table.guide.toggle("hint")
    found = asked(table.guide, qtbot)
    assert found.other is not None
    table.guide.do_other.setFocus(Qt.FocusReason.TabFocusReason)
    assert tuple(table.board.layers.hint.plan) == found.other.plan
    table.guide.do.setFocus(Qt.FocusReason.TabFocusReason)
    assert tuple(table.board.layers.hint.plan) == found.best.plan
    table.guide.do_other.click()
    chosen = table.game.session.steps[-1].intent
    assert table.game.session.cursor and not isinstance(chosen, Noted)


def test_players_may_agree_to_play_without_and_again_with(qtbot: Any) -> None:
    table = table_of(qtbot)
    guide = table.guide
    guide.toggle("hint")
    asked(guide, qtbot)
    guide.off.click()
    assert table.game.session.agreed() == "none" and not guide.do.isVisible()
    guide.toggle("hint")
    guide.toggle("hint")
    assert guide.plan.text() == "Hints are off in this game." and not guide.hints.thinking
    guide.on.click()
    asked(guide, qtbot)
    assert guide.do.isVisible()


def test_the_list_says_what_can_be_done_what_cannot_and_why(qtbot: Any) -> None:
    table = table_of(qtbot)
    game, guide = table.game, table.guide
    game.choose(o.Activate(0))
    QTest.keyClick(table.board, Qt.Key.Key_F4)
    assert guide.isVisible() and not hints_used(game.session, game.seats)[0], "the list is no hint"
    told = {line.id: line for line in guide.options.rows.lines}
    assert {line.data for line in told.values() if line.id.startswith("do")} == set(game.options)
    assert any("(" in line.refusal for line in told.values()), "a refusal names its rule"
    QTest.keyClicks(guide.search, "end activation")
    shown = [line for line in lines(guide) if line not in ("Go on",)]
    assert shown == ["End activation", "End activations"]
    assert guide.options.line is not None and guide.options.is_held(guide.options.currentIndex()), "Enter takes it"
    assert guide.options.line.title == "End activation" and not guide.nothing.isVisible()
    QTest.keyClicks(guide.search, "sss")
    assert guide.nothing.isVisible(), "an empty list says why it is empty"
    guide.search.setText("activation")
    QTest.keyClick(guide.search, Qt.Key.Key_Return)
    assert game.state.active is None and guide.isHidden(), "the first of two, which was lit"
    game.choose(o.Activate(1))
    QTest.keyClick(table.board, Qt.Key.Key_F4)
    guide.search.setText("end activations")
    QTest.keyClick(guide.search, Qt.Key.Key_Return)
    assert game.state.active is None and guide.isHidden()


@pytest.mark.parametrize("seat", ["A", "B"])
def test_at_a_table_of_hidden_hands_a_hint_is_put_away_before_another_sits_down(
    w: MainWindow, qtbot: Any, seat: str
) -> None:
    screen = blank_kit.on_table(w, blank_kit.THREE)
    blank_kit.sit(screen, seat)
    press(Qt.Key.Key_F3)
    found = asked(screen.guide, qtbot)
    assert found.seat == seat and [card.face for card in screen.hand if card.advised]
    screen.game.sit("C")
    assert not screen.guide.isVisible() and screen.guide.hints.found is None
    assert screen.guide.plan.text() != "" and not [card for card in screen.hand if card.advised]


def test_a_hint_of_sake_marks_the_card_and_is_done(sake: MainWindow, qtbot: Any) -> None:
    screen = sake_kit.on_table(sake, 3)
    seat = screen.game.choices[0].seat if screen.game.choices else screen.game.to_sit[0]
    if screen.covered:
        sake_kit.sit(screen, seat)
    press(Qt.Key.Key_F3)
    found = asked(screen.guide, qtbot)
    assert screen.slip.isHidden(), "the panel lies where the options are"
    card = getattr(found.best.plan[0], "card", None)
    assert [one.card for one in screen.hand.cards if one.advised] == ([] if card is None else [card])
    before = screen.game.session.cursor
    screen.guide.do.click()
    QApplication.processEvents()
    assert screen.game.session.cursor > before


def test_typed_words_ask_for_both_faces_in_every_language(qtbot: Any) -> None:
    table = table_of(qtbot)
    for word, face in (("hint", "hint"), ("quoi", "list"), ("suggerimento", "hint")):
        table.command.open()
        type_(table, word)
        assert table.guide.isVisible() and table.guide.face == face
        table.guide.close_panel()


def test_beside_a_real_table_no_hint_is_made_up_of_a_hand_that_nobody_told(sake: MainWindow, qtbot: Any) -> None:
    screen = sake_kit.on_table(sake, 3, mode="track", **FOLLOW)
    press(Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: not screen.guide.hints.thinking, timeout=5000)
    assert isinstance(screen.guide.hints.found, Message)
    name = screen._name(screen.game.choices[0].seat)
    assert screen.guide.plan.text() == f"No hint while the app does not know the cards of {name}."
    assert not any(hints_used(screen.game.session, screen.game.seats)), "nothing was told, nothing is counted"


def test_the_odds_of_a_hint_are_those_that_the_table_shows() -> None:
    """In every fight that can be declared in some random games, whoever would be advised to."""
    told = 0
    for moment in (moment for seed in range(6) for moment in play("asagiri", seed).moments):
        state = moment.state
        fights = [option for option in options_of(moment.pending) if isinstance(option, o.Attack | o.Shoot)]
        for option in fights:
            assert state.active is not None
            who, shot = state.active.who, None
            if isinstance(option, o.Shoot):
                shot = skill_named(state, who, option.skill)
            (words,) = (one for one in reasons(state, SEATS[state.band_of(who)], [option]) if "good" in dict(one.args))
            shown = last_of(numbers.odds_of(numbers.supposed(state, who, option.target, shot)))
            good, bad = dict(words.args)["good"], dict(words.args)["bad"]
            harm = [sum(share for fates, share in shown.chances.items() if fates[side] in ("shaken", "out"))
                    for side in (1, 0)]  # fmt: skip
            assert [good, bad] == [round(100 * share) for share in harm]
            seven = shown.seven()
            worse = [seven[f"{side}_shaken"] + seven[f"{side}_out"] for side in ("defender", "attacker")]
            both = sum(share for fates, share in shown.chances.items() if not {"unhurt", "retreats"} & {*fates})
            assert sum(harm) == sum(worse) + both, "the bar of seven results adds up to the same"
            told += 1
    assert told > 20


def last_of(work: Generator[None, None, Forecast | None]) -> Forecast:
    """What work that is done bit by bit comes to."""
    found = []

    def whole() -> Iterator[None]:
        found.append((yield from work))

    for _ in whole():
        pass
    assert found[0] is not None
    return found[0]
