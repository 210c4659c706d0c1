"""The game object of the table: automatic players that fail, moves by hand and their whispers."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from companion.model.bots.player import Thought
from companion.model.content.library import Library
from companion.model.core.contract import Choice, System
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.systems.asagiri import SYSTEM
from companion.model.systems.asagiri import options as o
from companion.ui.table.game import Game
from companion.ui.table.next_step import next_step

from .players import settle


class Crashing:
    """A player that dies of its first thought."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = 0.0) -> Thought:
        raise RuntimeError("no idea")


def begun() -> Game:
    """A quick game in which A chooses a side."""
    session = Session.new(SYSTEM, {"quick": True}, Library.shipped(), seed=4)
    session.roll((6, 1))
    game = Game(session, Words("en"))
    game.animated = False
    return game


def test_a_player_that_crashes_gives_its_seat_to_a_person_and_is_reported(qtbot: Any, monkeypatch: Any) -> None:
    reports: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: reports.append(error))
    game = begun()
    told: list[str] = []
    game.failed.connect(lambda why: told.append(game.say(why)))
    with qtbot.captureExceptions() as caught:
        game.give_to("A", Crashing())
        settle(lambda: bool(told))
    game.close()
    assert told == ["The automatic player has failed: a person plays A now."]
    assert "A" not in game.bots
    assert game.session.cursor == 1  # nothing was chosen for it
    assert caught or reports


def test_a_legal_drop_at_deployment_is_a_step_and_an_illegal_one_is_noted_with_its_rule(qtbot: Any) -> None:
    game = begun()
    game.switch("assist")
    game.choose(o.Side(2))
    first = game.options_like(o.Deploy)[0]
    assert isinstance(first, o.Deploy)
    assert game.move_by_hand(first.who, first.at, first.facing)
    assert (game.session.steps[-1].mark, game.dials.against) == ("observed", None)
    other = next(found for found in game.options_like(o.Deploy) if isinstance(found, o.Deploy))
    middle = game.state.table.board.index[(8, 12, 0)]
    assert game.move_by_hand(other.who, middle, 0)
    assert game.session.steps[-1].mark == "overridden"
    assert game.dials.against is not None
    assert game.dials.against.rule == "SET-1"
    assert game.figure(other.who).at == middle
    game.close()


def test_the_next_step_is_always_one_that_is_offered(qtbot: Any) -> None:
    """Through a whole phase by the next step alone: a side, the figures, the dice, every activation, the end."""
    game = begun()
    seen = []
    for _ in range(60):
        step = next_step(game)
        assert step is not None, game.pending
        seen.append(step.words.key)
        assert game.roll() if step.rolls else game.choose(*step.options)
        if game.state.phase == 1:
            break
    assert game.state.phase == 1
    assert seen[0] == "Take the {side} side"
    assert "Roll the inspiration dice" in seen
    game.close()
