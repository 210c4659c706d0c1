"""What a click costs at the table: work that a repaint needs, and no more."""

from __future__ import annotations

from typing import Any

from companion.model.systems.asagiri import options as o
from companion.ui.games.asagiri.table.bench import paint_everything
from companion.ui.games.asagiri.table.screen import TableScreen

from .test_cards_kit import duel, game_of, hold


def test_a_fight_that_asks_lies_still(qtbot: Any) -> None:
    """Nothing is laid out again and again while a person decides."""
    game = game_of(duel(active={"id": "a1", "points": 4}))
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    screen.resize(1600, 900)
    screen.show()
    paint_everything()
    assert game.choose(next(option for option in game.options if isinstance(option, o.Attack)))
    paint_everything()
    assert screen.fight.choices
    paint_everything()
    screen.shut()
