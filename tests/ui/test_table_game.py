"""The game object of the table: automatic players that fail, moves by hand and their whispers."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from companion.model.bots import Decision
from companion.model.content.library import Library
from companion.model.core.contract import Choice, System
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.next_step import next_step
from companion.ui.kit import settings

from .players import settle


class Crashing:
    """A player that dies of its first thought."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = 0.0) -> Decision:
        raise RuntimeError("no idea")


def begun() -> AsagiriController:
    """A quick game in which A chooses a side."""
    session = Session.new(SYSTEM, {"quick": True}, Library.shipped(), seed=4)
    session.roll((6, 1))
    game = AsagiriController(session, Words("en"))
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
    assert told == ["The computer player has stopped working: a human now plays A."]
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


def among_activations(mode: str = "enforce") -> AsagiriController:
    """A quick game in which A may activate anybody."""
    game = begun()
    while game.state.stage != "activations":
        step = next_step(game)
        assert step is not None
        assert game.roll() if step.rolls else game.choose(*step.options)
    if mode != "enforce":
        game.switch("track" if mode == "track" else "assist")
    return game


def test_ending_a_phase_while_figures_could_act_asks_once(qtbot: Any) -> None:
    game = among_activations()
    before, left = game.session.cursor, len(game.options_like(o.Activate))
    assert not game.ending.end()
    assert (game.ending.asked, game.session.cursor) == (True, before)
    assert game.say(game.ending.question) == f"{left} figures have not acted yet. End the phase anyway?"
    step = next_step(game)
    assert step is not None
    assert game.say(step.words) == "End the phase anyway"
    game.select(game.state.on_board(0)[0])  # the person turns to a figure: not yet, then
    assert not game.ending.asked
    assert not game.ending.end()
    assert game.choose(o.Activate(game.state.on_board(0)[0]))  # or does something else
    assert not game.ending.asked
    assert not game.ending.end()
    assert game.ending.end()  # the same key again is a yes
    assert game.state.stage == "reserve"
    game.close()


def test_one_figure_is_one_and_none_is_no_question(qtbot: Any) -> None:
    game = among_activations()
    figures = game.state.on_board(0)
    for who in figures[:-1]:
        game.choose(o.Activate(who))
    assert not game.ending.end()
    assert game.say(game.ending.question) == "1 figure has not acted yet. End the phase anyway?"
    game.choose(o.Activate(figures[-1]))
    assert game.ending.end()
    game.close()


def test_nobody_is_asked_where_the_table_is_followed_nor_who_does_not_want_to_be(qtbot: Any) -> None:
    for mode in ("track", "assist"):
        game = among_activations(mode)
        assert game.ending.end()
        game.close()
    game = among_activations()
    settings.set_asks(False)
    try:
        assert game.ending.end()
    finally:
        settings.set_asks(True)
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
