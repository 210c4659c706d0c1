"""What the enemy does stays until it was read; dice fall before anything shows what they led to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from companion.model.bots import Decision
from companion.model.core.contract import Choice, Roll
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.next_step import next_step
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.theme import fonts, motion
from companion.ui.kit.theme.fonts import wrapped
from tests.ui.test_cards_kit import duel, game_of, hold


class Thinks:
    """Ends whatever it can."""

    def think(self, system: Any, state: Any, choice: Any, rng: Any, patience: float = 0) -> Decision:
        known = {fonts(option): option for option in choice.options}
        return Decision(known.get(o.EndActivation, choice.options[-1]))


@pytest.fixture(autouse=True)
def _motion() -> Iterator[None]:
    yield
    motion.set_reduced(False)
    motion.set_speed("wait")


def attacked(qtbot: Any, *, still: bool) -> TableScreen:
    """A's Okko, who is the computer's, attacks an oni of B's: both dice are about to fall."""
    motion.set_reduced(still)
    game = game_of(duel())
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    while game.state.frames and o.Pass() in game.options:
        game.choose(o.Pass())
    game.animated = True
    screen = TableScreen(game, ("Greedy", "Hub"))
    hold(qtbot, screen)
    screen.resize(1280, 800)
    screen.show()
    screen.activateWindow()
    qtbot.waitUntil(screen.isActiveWindow)
    game.bots = {"A": Thinks()}
    return screen


def test_a_fight_of_the_enemy_stays_until_space(qtbot: Any) -> None:
    screen = attacked(qtbot, still=True)
    game = screen.game
    game._alone(lambda: game.roll([3, 3]))
    step, at = next_step(game), game.session.cursor
    assert game.pace.holding
    assert step is not None and step.reads
    assert game.say(step.words) == screen.fight.button.text() == "Continue"
    assert not screen.bar.button.isVisible()  # one loud button
    qtbot.wait(30)
    assert (game.session.cursor, game._timer.isActive()) == (at, False)
    assert screen.fight.isVisible() and screen.fight._title.text() == "A draw"
    qtbot.keyClick(screen.board, Qt.Key.Key_Space)
    assert not game.pace.holding and not screen.fight.isVisible()
    assert game._timer.isActive()
    screen.shut()


@pytest.mark.parametrize("way", ["enter", "button", "click"])
def test_enter_and_clicks_go_on_too(qtbot: Any, way: str) -> None:
    screen = attacked(qtbot, still=True)
    screen.game._alone(lambda: screen.game.roll([3, 3]))
    if way == "enter":
        qtbot.keyClick(screen.board, Qt.Key.Key_Return)
    elif way == "button":
        screen.fight.button.click()
    else:
        qtbot.mouseClick(screen.fight, Qt.MouseButton.LeftButton)
    assert not screen.game.pace.holding
    screen.shut()


def test_other_speeds_go_on_by_themselves(qtbot: Any) -> None:
    screen = attacked(qtbot, still=True)
    game, waits = screen.game, []
    speeds: tuple[motion.Speed, ...] = ("slow", "fast", "at_once")
    for speed in speeds:
        motion.set_speed(speed)
        game.session.undo() if waits else None
        game.paused = False
        game._alone(lambda: game.roll([3, 3]))
        assert not game.pace.holding
        assert game._timer.isActive()
        waits.append(game._timer.interval())
    assert waits[0] > waits[1] > waits[2] == 0
    screen.shut()


def test_dice_fall_before_anything_shows_what_they_led_to(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = attacked(qtbot, still=False)
    game, card = screen.game, screen.bands[1].card(4)
    assert card is not None
    heard: list[str] = []
    monkeypatch.setattr("companion.ui.play.controller.play", heard.append)
    game._alone(lambda: game.roll([6, 1]))
    assert heard == []
    assert game.figure(4).state == "disabled"
    assert game.pace.falling and screen.fight.versus.falling
    assert screen.fight.choices == [] and screen.fight._title.text() == "Combat"
    assert card.status.condition == "vigilant"
    qtbot.keyClick(screen.board, Qt.Key.Key_Space)  # skips, and does nothing else
    assert not game.pace.falling and not screen.fight.versus.falling
    assert heard == ["dice"], "once, as they come to rest"
    assert screen.fight._title.text().startswith("Okko wins by")
    assert card.status.condition == game.figure(4).state
    screen.shut()


def test_my_own_decision_means_that_i_have_seen_the_dice(qtbot: Any) -> None:
    screen = attacked(qtbot, still=True)
    game = screen.game
    game.bots = {"B": Thinks()}
    assert game.roll([3, 3])
    assert not game.pace.holding  # it is my turn still: nothing goes on without me
    assert screen.bar.button.isVisible()
    game.choose(o.EndActivation())
    assert not game.pace.holding
    screen.shut()


def test_the_result_is_said_once(qtbot: Any) -> None:
    screen = attacked(qtbot, still=True)
    screen.game._alone(lambda: screen.game.roll([5, 1]))
    said = screen.bar.news.words
    assert said.startswith("Okko wins by"), said
    assert said.count("is disabled") == 1, said
    assert "By " not in said
    screen.shut()


def test_the_last_event_is_always_to_be_read_and_the_enemys_phase_is_shown_again(qtbot: Any) -> None:
    screen = attacked(qtbot, still=True)
    game, news, replay = screen.game, screen.bar.news, screen.bar.replay
    game._alone(lambda: game.roll([3, 3]))
    assert news.words == "A draw"
    assert not news.lines.visibleRegion().isEmpty()
    assert not replay.there  # no phase began since this position was set up
    game.bots = {}
    game.animated = False
    for _ in range(40):  # through a whole phase of either band
        pending = game.pending
        assert isinstance(pending, Choice | Roll)
        if game.state.turn == 4 and game.state.phase == 1:
            break
        if isinstance(pending, Roll):
            game.roll()
        else:
            ends = [one for one in pending.options if isinstance(one, o.EndActivations | o.EndPhase | o.Pass)]
            game.choose(ends[-1] if ends else pending.options[0])
    game.bots, game.paused = {"A": Thinks()}, True
    now, present = game.state, game.session.present
    assert replay.there and news.again.isVisible()
    qtbot.keyClick(screen.board, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert replay.playing and game.session.looking and (game.state.turn, game.state.phase) == (4, 0)
    first = game.session.cursor
    qtbot.waitUntil(lambda: game.session.cursor > first)
    assert not game.options  # nothing can be done to what was
    qtbot.keyClick(screen.board, Qt.Key.Key_Space)
    assert not replay.playing and game.live
    assert (game.state, game.session.present) == (now, present)
    replay.toggle()
    while replay.playing:
        replay._go_on()
    assert game.live and game.state is now
    screen.shut()


def test_long_words_take_two_lines_and_an_ellipsis(qapp: Any) -> None:
    metrics = QFontMetricsF(fonts.font("small"))
    words = "Okko is disabled and Noburo becomes shaken and then some more words follow"
    lines = wrapped(words, metrics, 160, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(metrics.horizontalAdvance(line) <= 160 for line in lines)
    assert wrapped("Okko", metrics, 160, 2) == ["Okko"]
