"""What a click costs at the table: work that a repaint needs, and no more; and nothing shown is stale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from cProfile import Profile
from random import Random
from typing import Any

import pytest
from PySide6.QtGui import QImage

from companion.bench import played
from companion.model.core.contract import Choice
from companion.model.core.words import Words
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.bench import SIZE, paint_everything
from companion.ui.games.asagiri.board.widgets import DeployTray
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.fight.panel import FightPanel
from companion.ui.games.asagiri.fight.parts import OddsBar
from companion.ui.games.asagiri.fight.whatif import FightPreview, WhatIf
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.asagiri.table.settings_panel import SettingsPanel
from companion.ui.games.asagiri.table.skills_panel import AdvicePanel, SkillsPanel
from companion.ui.games.asagiri.table.text_board import RecentLines, TextBoard
from companion.ui.kit.panels import Toast
from companion.ui.kit.theme import motion
from companion.ui.play.clock import ClockBar
from companion.ui.play.log_panel import LogPanel
from companion.ui.play.timeline import TimelineBar

from .test_cards_kit import duel, game_of, hold


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Nothing moves."""
    motion.set_reduced(True)
    yield
    motion.set_reduced(False)


def shown(qtbot: Any, game: AsagiriController) -> TableScreen:
    """A table, painted."""
    game.animated = False
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    screen.resize(*SIZE)
    screen.show()
    paint_everything()
    return screen


def step(game: AsagiriController, rng: Random) -> None:
    """Do anything that is possible."""
    pending = game.pending
    assert game.choose(rng.choice(pending.options)) if isinstance(pending, Choice) else game.roll()


def picture(screen: TableScreen) -> QImage:
    """What is seen, its floor painted whole."""
    screen.board.finish_floor()
    screen.board.figures.repaint()  # once the zoom rests, which it does by a timer
    paint_everything()
    return screen.grab().toImage()


@pytest.mark.parametrize("steps", [8, pytest.param(200, marks=pytest.mark.soak)])
def test_a_table_shows_what_one_made_anew_would_show(qtbot: Any, steps: int) -> None:
    """Pixel for pixel, after random steps, and after going back, forward, looking and jumping."""
    session, rng = played(30), Random(3)
    game = AsagiriController(session, Words())
    screen = shown(qtbot, game)
    for n in range(steps):
        way = n % 7 if session.cursor > 6 else 6
        if session.looking:
            game.look(None)
        if way == 1:
            game.undo()
        elif way == 2:
            game.redo()
        elif way == 3:
            game.jump(session.cursor - 5)
        elif way == 4:
            game.look(session.cursor - rng.randrange(1, 6))
        else:
            step(game, rng)
        paint_everything()
        fresh = AsagiriController(session, Words())
        other = shown(qtbot, fresh)
        fresh.select(game.selection)
        seen = screen.board.canvas.geometry  # how a person has turned the board stays, whatever is undone
        other.board.turn_board(seen.turn - other.board.canvas.geometry.turn)
        for toast in screen.findChildren(Toast):
            toast.close()
        assert picture(other) == picture(screen), (n, session.cursor, session.steps[session.cursor - 1].intent)
        other.shut()
        other.close()
    screen.shut()


def test_what_is_hidden_does_nothing_when_the_game_moves(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels that lie in wait are made up once, when they are opened."""
    written: Counter[str] = Counter()
    for kind in (LogPanel, SettingsPanel, SkillsPanel, WhatIf, AdvicePanel, TextBoard, TimelineBar):

        def rewrite(self: Any, *_: object, write: Any = kind.rewrite) -> None:
            written[type(self).__name__] += 1
            write(self)

        monkeypatch.setattr(kind, "rewrite", rewrite)
    game, rng = AsagiriController(played(20), Words()), Random(4)
    screen = shown(qtbot, game)
    written.clear()
    for _ in range(10):
        step(game, rng)
    assert not written
    for open_, kind in ((screen.toggle_log, LogPanel), (screen.toggle_settings, SettingsPanel)):
        open_()
        assert written == {kind.__name__: 1}
        written.clear()
    assert len(screen.log.list.rows.lines) >= 10
    screen.shut()


def test_what_shows_itself_does_nothing_until_then(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody sees measures no room, says no words and shows no odds at a step, and later misses none."""
    worked: Counter[str] = Counter()

    def count(kind: Any, does: str) -> None:
        do = getattr(kind, does)

        def work(self: Any, *given: Any) -> Any:
            worked[f"{kind.__name__}.{does}"] += not self.isVisible()
            return do(self, *given)

        monkeypatch.setattr(kind, does, work)

    count(RecentLines, "appendPlainText")
    count(FightPanel, "_clear")
    count(FightPanel, "minimumSizeHint")
    count(FightPreview, "sizeHint")
    count(OddsBar, "wait")
    count(ClockBar, "words")
    count(DeployTray, "sync")
    game, rng = AsagiriController(played(20), Words()), Random(6)
    screen = shown(qtbot, game)
    worked.clear()
    for _ in range(10):
        step(game, rng)
        assert screen.fight.isHidden()
    assert not +worked
    heard = screen.text.record
    assert not heard.toPlainText()
    screen.toggle_text()
    assert len(heard.toPlainText().splitlines()) >= 10
    screen.shut()


def test_a_click_is_as_much_work_after_a_thousand_steps(qtbot: Any) -> None:
    """Counted in calls, not in time: the curve is flat."""
    counted = []
    for steps in (10, 1000):
        game, rng = AsagiriController(played(steps), Words()), Random(5)
        screen = shown(qtbot, game)
        profile = Profile()
        profile.enable()
        for _ in range(20):
            step(game, rng)
            paint_everything()
        profile.disable()
        counted.append(sum(entry.callcount for entry in profile.getstats()))
        screen.shut()
    assert counted[1] < 1.35 * counted[0], counted


def test_a_fight_that_asks_lies_still(qtbot: Any) -> None:
    """Nothing is laid out again and again while a person decides."""
    game = game_of(duel(active={"id": "a1", "points": 4}))
    screen = shown(qtbot, game)
    assert game.choose(next(option for option in game.options if isinstance(option, o.Attack)))
    paint_everything()
    assert screen.fight.choices
    paint_everything()
    screen.shut()
